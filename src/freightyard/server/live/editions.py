"""The edition of a table as it was when the table was made."""

from functools import lru_cache

import msgspec

from freightyard.core.contract import Edition
from freightyard.core.editions import of_revision
from freightyard.core.errors import BadEdition
from freightyard.games import game_named


def raw_text(edition: Edition) -> str:
    """The data of an edition as they are kept with a table."""
    return msgspec.json.encode(edition.raw, order="sorted").decode()


@lru_cache(maxsize=64)
def edition_of(game_name: str, name: str, raw: str) -> Edition:
    """The edition with these data: the built-in one of their revision, if they are its own; else a changed copy."""
    game, data = game_named(game_name), msgspec.json.decode(raw)
    if name in game.editions:
        try:
            edition = of_revision(game, name, data["revision"])
        except BadEdition:
            edition = game.edition(name)
        if raw_text(edition) == raw:
            return edition
    return game.edition_from(data, f"the edition {name} of the table")
