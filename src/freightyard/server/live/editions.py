"""Editions stored with tables: a changed edition is played on as it was when the table was made."""

from functools import lru_cache

import msgspec

from freightyard.core.contract import Edition
from freightyard.games import game_named


def raw_text(edition: Edition) -> str:
    """The data of an edition as JSON, as they are stored with a table."""
    return msgspec.json.encode(edition.raw, order="sorted").decode()


@lru_cache(maxsize=64)
def stored_edition(game_name: str, name: str, raw: str) -> Edition:
    """The edition with these data: the built-in one, if it is still the same."""
    game = game_named(game_name)
    if name in game.editions and raw_text(game.edition(name)) == raw:
        return game.edition(name)
    return game.edition_from(msgspec.json.decode(raw), f"the edition {name} of the table")
