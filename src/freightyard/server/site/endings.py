"""The end of a game: its page, and its chart for the dialog at the table."""

import asyncio
from collections.abc import Sequence
from functools import lru_cache

from litestar import Response, get

from freightyard.core.contract import State
from freightyard.core.record import first_state
from freightyard.page.boards import unit_of
from freightyard.page.chart import chart
from freightyard.page.contract import TurnScores
from freightyard.page.edition_words import edition_words
from freightyard.page.ending import ending_page
from freightyard.page.history import History, followed, record_players
from freightyard.page.shell import manual_of
from freightyard.server import sentences as say
from freightyard.server.live import restore
from freightyard.server.live.editions import first_state_of, stored_game
from freightyard.server.live.room import Room
from freightyard.server.live.viewer import players_of
from freightyard.server.services import Services
from freightyard.server.site.branches import with_branches
from freightyard.server.site.forms import AnyRequest
from freightyard.server.site.moments import parsed
from freightyard.server.site.page_context import record_context, table_context
from freightyard.server.site.responses import html
from freightyard.store.rows import KeptRecord, Person
from freightyard.table import Event, Standing
from freightyard.table.errors import TableError


@get("/t/{key:str}/end")
async def table_end(request: AnyRequest, finished_room: Room, visitor: Person | None) -> Response[str]:
    """The end of a table's game as a page."""
    room = finished_room
    outcome = room.table.truth().outcome()
    if outcome is None:
        raise TableError(say.NOT_OVER)
    page = ending_page(
        outcome,
        room.sheets,
        await _table_scores(room),
        players_of(room.row.chairs, ()),
        await with_branches(room.services, await table_context(request, room, visitor), room.key, visitor),
        manual=manual_of(room.edition),
        edition=edition_words(room.edition, room.row.options),
        unit=unit_of(room.row.game),
    )
    return html(page)


@get("/t/{key:str}/chart")
async def table_chart(finished_room: Room) -> Response[str]:
    """The chart alone."""
    return html(
        chart(
            await _table_scores(finished_room),
            players_of(finished_room.row.chairs, ()),
            finished_room.home,
            unit_of(finished_room.row.game),
        )
    )


@get("/r/{key:str}/end")
async def record_end(services: Services, request: AnyRequest, record: KeptRecord, visitor: Person | None) -> Response[str]:
    """The end of a stored record as a page."""
    game = parsed(record.text)
    sheets, scores, last = await asyncio.to_thread(_record_history, record.text)
    outcome = last.outcome()
    if outcome is None:
        raise TableError(say.NOT_FINISHED)
    around = record_context(services, request, record.key, game, len(game.moves), visitor)
    context = await with_branches(services, around, record.key, visitor)
    edition = last.edition
    page = ending_page(
        outcome,
        sheets,
        scores,
        record_players(game),
        context,
        manual=manual_of(edition),
        edition=edition_words(edition, game.options),
        unit=unit_of(game.game),
    )
    return html(page)


@get("/r/{key:str}/chart")
async def record_chart(record: KeptRecord) -> Response[str]:
    """The chart of a stored record alone."""
    _, scores, _ = await asyncio.to_thread(_record_history, record.text)
    return html(chart(scores, record_players(parsed(record.text)), f"/r/{record.key}", unit_of(parsed(record.text).game)))


async def _table_scores(room: Room) -> Sequence[TurnScores]:
    """Everybody's points turn by turn."""
    events = await restore.all_events(room.services.store, room.row)
    return await asyncio.to_thread(_scores, first_state_of(room.row), events)


def _scores(first: State, events: Sequence[Event]) -> list[TurnScores]:
    """The points after each turn that was not taken back, and at the end."""
    return followed(first, [(ply + 1, events[ply].text) for ply in Standing(events).plies]).standings


@lru_cache(maxsize=16)
def _record_history(text: str) -> History:
    """A record gone through once: its score sheets, the points turn by turn, the last state."""
    record = parsed(text)
    return followed(first_state(record, stored_game(record.game)), list(enumerate(record.moves, 1)))
