"""The end of a game: its page, and its chart for the dialog at the table."""

import asyncio
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from litestar import Request, Response, get

from freightyard.core.contract import State
from freightyard.core.record import first_state
from freightyard.games import game_named
from freightyard.page.chart import chart
from freightyard.page.contract import TurnScores
from freightyard.page.ending import ending_page
from freightyard.page.history import History, followed, record_players
from freightyard.page.table import manual_of
from freightyard.server.identity import who
from freightyard.server.live import restore
from freightyard.server.live.room import Room
from freightyard.server.live.viewer import players_of
from freightyard.server.services import services_of
from freightyard.server.site.replays import begun, read_cached, record_around, record_of
from freightyard.server.site.table_pages import context_of, html
from freightyard.store.contract import OVER
from freightyard.table import UNDO, Event
from freightyard.table.errors import TableError

AnyRequest = Request[Any, Any, Any]


@get("/t/{key:str}/end")
async def table_end(request: AnyRequest, key: str) -> Response[str]:
    """The end of a table's game as a page."""
    room, person = await over(request, key), await who(request)
    state = await room.moment(room.table.ply)
    outcome = state.outcome()
    if outcome is None:
        raise TableError("this game is not over")
    page = ending_page(
        outcome,
        room.sheets,
        await history_of(request, room),
        players_of(room.row.chairs, ()),
        await context_of(request, room, person),
        manual=manual_of(room.edition),
        edition=room.edition.title,
    )
    return html(page)


@get("/t/{key:str}/chart")
async def table_chart(request: AnyRequest, key: str) -> Response[str]:
    """The chart alone."""
    room = await over(request, key)
    return html(chart(await history_of(request, room), players_of(room.row.chairs, ()), room.home))


@get("/r/{key:str}/end")
async def record_end(request: AnyRequest, key: str) -> Response[str]:
    """The end of a kept game as a page."""
    text = (await record_of(request, key)).text
    written = read_cached(text)
    sheets, standings, last = await asyncio.to_thread(record_history, text)
    outcome = last.outcome()
    if outcome is None:
        raise TableError("this game was not played to its end")
    context = await record_around(request, key, written, len(written.moves))
    edition = last.edition
    players = record_players(written)
    return html(ending_page(outcome, sheets, standings, players, context, manual=manual_of(edition), edition=edition.title))


@get("/r/{key:str}/chart")
async def record_chart(request: AnyRequest, key: str) -> Response[str]:
    """The chart of a kept game alone."""
    text = (await record_of(request, key)).text
    _, standings, _ = await asyncio.to_thread(record_history, text)
    return html(chart(standings, record_players(read_cached(text)), f"/r/{key}"))


async def over(request: AnyRequest, key: str) -> Room:
    """The table of an address, if its game is over."""
    room = await begun(request, key)
    if room.row.phase != OVER:
        raise TableError("this game is not over yet")
    return room


async def history_of(request: AnyRequest, room: Room) -> Sequence[TurnScores]:
    """Everybody's points turn by turn."""
    events = await restore.all_events(services_of(request).store, room.row)
    game = game_named(room.row.game)
    first = game.start(room.edition, len(room.row.chairs), room.row.options)
    return await asyncio.to_thread(standings_of, first, events)


def standings_of(first: State, events: Sequence[Event]) -> list[TurnScores]:
    """The points after each turn that was not taken back, and at the end."""
    standing: list[tuple[int, str]] = []
    for ply, event in enumerate(events, 1):
        if event.text == UNDO:
            standing.pop()
        else:
            standing.append((ply, event.text))
    return followed(first, standing).standings


@lru_cache(maxsize=16)
def record_history(text: str) -> History:
    """What a record tells when one looks back."""
    written = read_cached(text)
    return followed(first_state(written, game_named(written.game)), list(enumerate(written.moves, 1)))


HANDLERS: Final = (table_end, table_chart, record_end, record_chart)
