"""Looking back at a finished game: everybody's share of the win over the whole game, luck and skill, and what each turn cost."""
