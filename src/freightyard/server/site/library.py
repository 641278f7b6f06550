"""What there is to read: the manual, records of finished games, about."""

import re
import time
from typing import Final
from urllib.parse import urlencode

from litestar import Response, get

from freightyard import __version__
from freightyard.games import all_games
from freightyard.page.manual import manual_page, manuals_page
from freightyard.page.site import about_page, records_page
from freightyard.server.services import services_of
from freightyard.server.site.errors import Refused
from freightyard.server.site.forms import Asked, html
from freightyard.server.site.listings import record_line, visit_of

_ON_A_PAGE: Final = 30
_SECONDS: Final = re.compile(r"[0-9]{1,12}(\.[0-9]{1,20})?")


@get("/manual")
async def manuals(request: Asked) -> Response[str]:
    """All manuals."""
    return html(manuals_page(await visit_of(request)))


@get("/manual/{name:str}")
async def manual(request: Asked, name: str) -> Response[str]:
    """The manual of a game."""
    game = next((game for game in all_games() if game.name == name), None)
    if game is None:
        raise Refused(404, f"There is no manual for this game. There are manuals for {_titles()}.")
    return html(manual_page(game, await visit_of(request)))


@get("/about")
async def about(request: Asked) -> Response[str]:
    """What this is."""
    return html(about_page(await visit_of(request), __version__))


@get("/records")
async def records(request: Asked, game: str | None = None, before: str | None = None) -> Response[str]:
    """Finished games, the latest first: imported ones, and those of public tables."""
    chosen = next((each for each in all_games() if each.name == game), None)
    if game is not None and chosen is None:
        raise Refused(404, f"There is no such game here. There are {_titles()}.")
    store, now = services_of(request).store, time.time()
    found = await store.latest_records(_ON_A_PAGE + 1, None if chosen is None else chosen.name, _before(before))
    lines = tuple([record_line(record, await store.table(record.key), now) for record in found[:_ON_A_PAGE]])
    older = None
    if len(found) > _ON_A_PAGE:
        last = found[_ON_A_PAGE - 1]
        older = "/records?" + urlencode({**({"game": chosen.name} if chosen else {}), "before": f"{last.at!r} {last.key}"})
    return html(records_page(await visit_of(request), lines, chosen, older))


def _before(words: str | None) -> tuple[float, str] | None:
    """Where a page of records begins, as the link to it says."""
    if words is None:
        return None
    at, _, key = words.partition(" ")
    if not _SECONDS.fullmatch(at):
        raise Refused(400, "This list of records begins nowhere: the address is mistyped.")
    return float(at), key[:100]


def _titles() -> str:
    *first, last = [game.title for game in all_games()]
    return f"{', '.join(first)} and {last}"
