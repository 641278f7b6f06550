"""Pages to read: the manuals, the list of records, about."""

import re
from typing import Final
from urllib.parse import urlencode

from litestar import Response, get
from litestar.exceptions import NotFoundException

from freightyard import __version__
from freightyard.core.errors import FreightyardError
from freightyard.games import all_games
from freightyard.page.document import Visit
from freightyard.page.manual import manual_page, manuals_page
from freightyard.page.site import about_page, records_page
from freightyard.server import sentences as say
from freightyard.server.services import Services
from freightyard.server.site.listings import record_line
from freightyard.server.site.responses import html

_ON_A_PAGE: Final = 30
_SECONDS: Final = re.compile(r"[0-9]{1,12}(\.[0-9]{1,20})?")


class BadAddress(FreightyardError):
    """A query string that none of our links has."""


@get("/manual")
async def manuals(visit: Visit) -> Response[str]:
    """All manuals."""
    return html(manuals_page(visit))


@get("/manual/{name:str}")
async def manual(visit: Visit, name: str) -> Response[str]:
    """The manual of a game."""
    game = next((game for game in all_games() if game.name == name), None)
    if game is None:
        raise NotFoundException(say.no_manual(_titles()))
    return html(manual_page(game, visit))


@get("/about")
async def about(visit: Visit) -> Response[str]:
    """What this is."""
    return html(about_page(visit, __version__))


@get("/records")
async def records(services: Services, visit: Visit, game: str | None = None, before: str | None = None) -> Response[str]:
    """Finished games, the latest first: imported ones, and those of public tables."""
    chosen = next((each for each in all_games() if each.name == game), None)
    if game is not None and chosen is None:
        raise NotFoundException(say.no_game(_titles()))
    store, now = services.store, services.now()
    found = await store.records.latest(_ON_A_PAGE + 1, None if chosen is None else chosen.name, _before(before))
    lines = tuple([record_line(record, await store.tables.get(record.key), now) for record in found[:_ON_A_PAGE]])
    older = None
    if len(found) > _ON_A_PAGE:
        last = found[_ON_A_PAGE - 1]
        older = "/records?" + urlencode({**({"game": chosen.name} if chosen else {}), "before": f"{last.at!r} {last.key}"})
    return html(records_page(visit, lines, chosen, older, imports=services.settings.imports))


def _before(words: str | None) -> tuple[float, str] | None:
    """Where a page of records begins, as the link to it says."""
    if words is None:
        return None
    at, _, key = words.partition(" ")
    if not _SECONDS.fullmatch(at):
        raise BadAddress(say.BAD_LIST)
    return float(at), key[:100]


def _titles() -> str:
    *first, last = [game.title for game in all_games()]
    return f"{', '.join(first)} and {last}"
