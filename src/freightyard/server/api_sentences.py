"""What the server says to programs that ask by a token, and to those who make tokens. Authors of bots read it."""

from collections.abc import Mapping, Sequence
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


# ---------- who may ask ----------

NO_API: Final = "this server does not answer programs: its host has switched that off"
HOW_TO_ASK: Final = "send a token as `Authorization: Bearer TOKEN`; make one on the page about you, under Programs and bots"
NOT_KNOWN: Final = "this token is not known here: it was revoked, or not copied whole"
TOO_MANY_TOKENS: Final = "too many requests came from you with tokens that are not known here: wait, and check the token"
TOO_MANY_REQUESTS: Final = "this token has asked too often: wait as long as Retry-After says; every answer tells what is left"
OUR_MISTAKE: Final = "this is a mistake of the server, and it has been logged; all moves that were made are safe"


def not_for(scope: str, scopes: Sequence[str]) -> str:
    words = " and ".join([SCOPE_WORDS.get(each, each) for each in scopes])
    return f"this token is not for that: it may {words}, and this needs the scope {scope}"


ERRORS: Final[Mapping[int, str]] = {
    400: "the server could not understand the request",
    404: "there is nothing at this address: /api lists what there is",
    405: "this address cannot be asked in this way: /api lists how",
    413: "this is more than the server reads at once",
    500: OUR_MISTAKE,
}


def bad_query(names: Sequence[str]) -> str:
    return f"the server could not understand {' and '.join(names)} in the address: /api/openapi.json tells what may stand there"


# ---------- streams ----------

STOPPING: Final = "the server stops or is started anew: connect again in a moment"
REVOKED: Final = "the token of this stream was revoked"
TOO_MANY_STREAMS: Final = "this token has opened too many streams, and this was the oldest"
SERVER_FULL: Final = "the server has as many streams as it can serve: try again in a minute"
ENDED: Final = "the game was ended without a result"
NOT_NEEDED: Final = "the table was closed, or the seat is somebody else's now"

# ---------- tables ----------

NO_TABLE: Final = "there is no such table"
CLOSED: Final = "the table was closed"
NO_PUBLIC_TABLE: Final = "there is no public table of this key"
NO_RECORD: Final = "there is no record of this key that everybody may read"
SITS_HERE: Final = "the bot has a seat at this table already"
NOT_SEATED: Final = "the bot does not sit at this table"
GAME_OVER: Final = "the game is over"
ONE_ME: Final = "name `me` once in `seats`: the bot plays on one seat"
ONE_SEAT_EACH: Final = "a bot plays on one seat: name each of them once"
SEED_ALONE: Final = "a seed is only for tables at which all others are bots of this site"
TOO_MANY_TABLES: Final = "this token makes tables too fast: wait as long as Retry-After says"
BAD_CURSOR: Final = "`after` is what the last line of the page before says as `next`"


def no_edition(editions: Sequence[str]) -> str:
    return f"the editions are {', '.join(editions)}"


def no_such_bot(name: str, names: Sequence[str]) -> str:
    return f"there is no bot {name!r}: name {', '.join(names)}, or somebody else's bot on this server"


def enough_tables(most: int) -> str:
    return f"{most} tables of this bot are running, which is the most: finish one first"
