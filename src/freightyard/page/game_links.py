"""Links that carry a game, a set-up or a position, to a site without a server. `freightyard.offline.links` answers them."""

from collections.abc import Sequence
from typing import Final
from urllib.parse import urlencode

from freightyard.core.contract import Edition, Game

APP: Final = "app.html"  # the page of such a site that has its server inside
SERVED: Final = "/offline"  # where a server has such a site
_READABLE: Final = "/:;,="  # in a query these mean nothing


def play_path(
    game: str, edition: str, *, options: Sequence[str] = (), seats: Sequence[str] = (), seed: str = "", position: str = ""
) -> str:
    """The path that leads to a new table of a game. `seats`: `me` and bots; whoever has the same `seed` has the same cards."""
    wanted = {
        "game": game,
        "edition": edition,
        "options": ",".join(options),
        "seats": ",".join(seats),
        "seed": seed,
        "position": position,
    }
    return f"/play?{urlencode({name: words for name, words in wanted.items() if words}, safe=_READABLE)}"


def app_address(path: str) -> str:
    """The file that shows a path, as readable as a path within the query of another one can be."""
    return f"{APP}?go={path.replace('%', '%25').replace('&', '%26').replace('?', '%3F').replace('+', '%2B')}"


def is_known(game: Game, edition: Edition) -> bool:
    """Whether others have this edition too, so that a link can name it: it is no changed copy, and no earlier revision."""
    return edition.name in game.editions and dict(edition.raw) == dict(game.edition(edition.name).raw)
