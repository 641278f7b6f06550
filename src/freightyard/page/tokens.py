"""The tokens of programs, as their owner sees them."""

import msgspec


class TokenLine(msgspec.Struct, frozen=True, kw_only=True):
    """A token in the list: what it is for, never the token itself."""

    key: str
    name: str  # its owner's own words: always escaped
    bot: bool  # a bot plays by it, under this name
    allows: str  # in words
    made: str
    made_at: str  # for programs
    used: str | None  # None: never


class Tokens(msgspec.Struct, frozen=True, kw_only=True):
    """What the page of a person says of programs."""

    lines: tuple[TokenLine, ...] = ()
    made: str | None = None  # a new token: shown this once
    made_for: str = ""
