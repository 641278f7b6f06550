"""What the server says to programs that ask by a token, and to those who make tokens. Authors of bots read it."""

from collections.abc import Mapping
from typing import Final

SCOPE_WORDS: Final[Mapping[str, str]] = {"play": "play", "watch": "watch public tables", "records": "read records"}

# ---------- making tokens ----------

NO_SCOPES: Final = "choose what the token allows"


def house_name(name: str) -> str:
    return f"{name} is what a bot of this site is called: choose another name"


def name_taken(name: str) -> str:
    return f"somebody else's bot is called {name}: choose another name"


def enough_tokens(most: int) -> str:
    return f"you have {most} tokens, which is the most: revoke one that you no longer need"
