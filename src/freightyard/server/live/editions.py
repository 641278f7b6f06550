"""Games and editions of what is stored: a changed edition is played on as it was when the table was made."""

from functools import lru_cache

import msgspec

from freightyard.core.contract import Edition, Game, State
from freightyard.core.editions import of_revision
from freightyard.core.errors import BadEdition
from freightyard.games import find_title
from freightyard.server import sentences as say
from freightyard.server.errors import GameMissing
from freightyard.store.rows import TableRow


def raw_text(edition: Edition) -> str:
    """The data of an edition as JSON, as they are stored with a table."""
    return msgspec.json.encode(edition.raw, order="sorted").decode()


def stored_game(name: str) -> Game:
    """The game of a stored table or record, whose package may have been removed since."""
    title = find_title(name)
    if title is None:
        raise GameMissing(say.not_installed(name))
    return title.game


@lru_cache(maxsize=64)
def stored_edition(game_name: str, name: str, raw: str) -> Edition:
    """The edition with these data: the built-in one of their revision, if they are its own; else a changed copy."""
    game, data = stored_game(game_name), msgspec.json.decode(raw)
    if name in game.editions:
        try:
            edition = of_revision(game, name, data["revision"])
        except BadEdition:
            edition = game.edition(name)
        if raw_text(edition) == raw:
            return edition
    return game.edition_from(data, f"the edition {name} of the table")


def first_state_of(row: TableRow) -> State:
    """The state in which the game of a stored table began, before its first event."""
    game, edition = stored_game(row.game), stored_edition(row.game, row.edition, row.raw)
    return game.start(edition, len(row.chairs), row.options) if row.start is None else game.position(edition, row.start)
