"""Games and editions of what is stored: a changed edition is played on as it was when the table was made."""

from functools import lru_cache

import msgspec

from freightyard.core.contract import Edition, Game
from freightyard.games import find_title
from freightyard.server.errors import GameMissing


def raw_text(edition: Edition) -> str:
    """The data of an edition as JSON, as they are stored with a table."""
    return msgspec.json.encode(edition.raw, order="sorted").decode()


def stored_game(name: str) -> Game:
    """The game of a stored table or record, whose package may have been removed since."""
    title = find_title(name)
    if title is None:
        raise GameMissing(f"the game {name} is not installed on this server; nothing is lost, and it goes on once it is")
    return title.game


@lru_cache(maxsize=64)
def stored_edition(game_name: str, name: str, raw: str) -> Edition:
    """The edition with these data: the built-in one, if it is still the same."""
    game = stored_game(game_name)
    if name in game.editions and raw_text(game.edition(name)) == raw:
        return game.edition(name)
    return game.edition_from(msgspec.json.decode(raw), f"the edition {name} of the table")
