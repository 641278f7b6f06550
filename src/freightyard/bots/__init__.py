"""Players that are programs. A bot is given the view of its seat, never a state, so it cannot know what it may not."""

from freightyard.bots.levels import bot_names, bot_stream, make_bot

__all__ = ["bot_names", "bot_stream", "make_bot"]
