"""What programs ask of a server by tokens: to play, to watch, to read records. docs/your-own-bot.md tells their authors."""
