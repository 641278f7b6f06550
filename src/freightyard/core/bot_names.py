"""What bots are called: by their level, everywhere that people read it."""

from typing import Final

MEDIUM: Final = "medium"  # plays what its judge thinks best
GREEDY: Final = "greedy"  # what studies, old records and the command line also call medium
LEVELS: Final = ("easy", MEDIUM, "hard")  # the weakest first
BOT_NAMES: Final = ("random", *LEVELS, GREEDY)  # all that a record may call a bot; `hard:0.2` says how long it thinks


def bot_title(bot: str) -> str:
    """What people call a bot: its level. Greedy is medium."""
    return MEDIUM if bot == GREEDY else bot
