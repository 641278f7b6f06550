"""The static files of the pages: those that all boards share, and those that a game brings.

A file is known by its path: `page/static/client.js`, `games/NAME/page/static/board.js`. It is served under the same path, so that
the modules and style sheets of a game find the common ones in the browser as they do on the disk: four folders up.
"""

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from freightyard.games import titles
from freightyard.page.boards import board_for

COMMON: Final = "page/static"
PICTURES: Final = "pictures.css"  # how a game's pictures look, on its board, in the lobby and in its manual
_NO_ASSETS: Final = (".py", ".pyc", ".ts")


def folder_of(game: str) -> str:
    """Where the static files of a game are."""
    return f"games/{game.replace('-', '_')}/page/static"


def board_files(game: str) -> tuple[str, ...]:
    """The style sheets and client modules that the board of a game brings, by their paths."""
    return tuple([f"{folder_of(game)}/{name}" for name in board_for(game).files()])


def picture_sheets(*games: str) -> list[str]:
    """The style sheets of the pictures that these games show in the lobby and in their manuals, by their paths."""
    return [path for game in games if (path := f"{folder_of(game)}/{PICTURES}") in assets()]


@cache
def assets() -> dict[str, Traversable]:
    """Every static file by its path, sorted."""
    found = dict(_walk(files("freightyard").joinpath(COMMON), COMMON))
    for title in titles():
        found.update(_walk(title.file("page", "static"), folder_of(title.name)))
    return dict(sorted(found.items()))


def _walk(folder: Traversable, path: str) -> Iterator[tuple[str, Traversable]]:
    if not folder.is_dir():
        return
    for entry in folder.iterdir():
        name = f"{path}/{entry.name}"
        if entry.is_dir():
            yield from _walk(entry, name)
        elif not entry.name.endswith(_NO_ASSETS):
            yield name, entry
