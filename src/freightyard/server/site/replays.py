"""Looking back at a game: any moment of it, its score sheets, its record as text."""

import asyncio
from typing import Final

import msgspec
from litestar import Response, get
from litestar.response import Redirect

from freightyard.page import strip_sentences as strip_say
from freightyard.page.boards import board_for
from freightyard.page.contract import PageContext
from freightyard.page.replay import BackWords, replay_page
from freightyard.server import sentences as say
from freightyard.server.errors import Forbidden
from freightyard.server.live import restore
from freightyard.server.live.room import Room
from freightyard.server.services import Services
from freightyard.server.site.forms import AnyRequest
from freightyard.server.site.moments import parsed, record_moment, table_moment
from freightyard.server.site.page_context import record_context, table_context, table_preview
from freightyard.server.site.responses import as_json, as_text, html
from freightyard.store.rows import ENDED, OVER, KeptRecord, Person
from freightyard.table import TURN

_ANY_PLY: Final = 2**31 - 1
_MOST_MARKS: Final = 5000


# --- tables ---


@get("/t/{key:str}/at/{ply:int}")
async def table_at(
    services: Services,
    request: AnyRequest,
    started_room: Room,
    visitor: Person | None,
    ply: int,
    seat: str | None = None,
) -> Response[str]:
    """A moment as a page, to hand to others: whoever opens it sees what they may know of it."""
    room = started_room
    now = await table_moment(room, visitor, ply, seat)
    around = await table_context(request, room, visitor)
    context = msgspec.structs.replace(around, ply=ply, preview=table_preview(request, room, ply))
    marks = await services.store.moves.marks(room.key, _ANY_PLY, _MOST_MARKS)
    turns = sorted(mark.ply for mark in marks if mark.kind == TURN)
    return html(replay_page(room.board, now.scene, now.parts(), context, now.bar(room.table.ply, turns, _back(context))))


def _back(context: PageContext) -> BackWords | None:
    """How one asks to go back to a moment, if one plays in the game and it runs."""
    if "propose-end" in context.actions:
        return BackWords(*strip_say.PROPOSE_BACK, strip_say.PROPOSE_BACK_SURE)
    return BackWords(*strip_say.BACK_ALONE, strip_say.BACK_ALONE_SURE) if "end" in context.actions else None


@get("/t/{key:str}/moment/{ply:int}")
async def table_moment_parts(started_room: Room, visitor: Person | None, ply: int, seat: str | None = None) -> Response[bytes]:
    """A moment as parts, for the scrubber of a page."""
    return as_json((await table_moment(started_room, visitor, ply, seat)).message())


@get("/t/{key:str}/sheet")
async def table_sheets(started_room: Room) -> Redirect:
    """The score sheets so far: they are on the page of the table, or of its last moment when it is over."""
    room = started_room
    return Redirect(f"{room.home}/at/{room.table.ply}#sheets" if room.row.phase == OVER else f"{room.home}#sheets")


@get("/t/{key:str}/record")
async def table_record(services: Services, started_room: Room, visitor: Person | None) -> Response[str]:
    """The record as text: of a finished game for everybody, of a running one for those from whom nothing in it is hidden."""
    room = started_room
    kept = await services.store.records.get(room.key) if room.row.phase == OVER else None
    if kept is not None:
        return as_text(kept.text)
    if room.row.phase == ENDED:  # nothing is hidden any more
        whole = await restore.all_events(services.store, room.row)
        return as_text(await restore.record_text(room.row, whole, proof=await restore.proof_of(services.store, room.row)))
    seat = room.broadcast.viewer(visitor).seat
    column = room.table.seats if seat is None else seat
    events = await services.store.moves.events(room.key)
    if any(stored.seen[column] != stored.event.text for stored in events):
        raise Forbidden(say.HIDDEN_RECORD)
    return as_text(await restore.record_text(room.row, [stored.event for stored in events]))


# --- records ---


@get("/r/{key:str}")
async def record_start(services: Services, record: KeptRecord) -> Redirect:
    """The replay of a record at its end; of a table of ours, at its beginning."""
    if await services.store.tables.get(record.key) is not None:
        return Redirect(f"/t/{record.key}/at/0")
    return Redirect(f"/r/{record.key}/at/{len(parsed(record.text).moves)}")


@get("/r/{key:str}/at/{ply:int}")
async def record_at(
    services: Services,
    request: AnyRequest,
    record: KeptRecord,
    visitor: Person | None,
    ply: int,
    seat: str | None = None,
) -> Response[str]:
    """A moment of a record as a page."""
    game = parsed(record.text)
    now, turns = await asyncio.to_thread(record_moment, record.key, game, ply, seat)
    context = record_context(services, request, record.key, game, ply, visitor)
    return html(replay_page(board_for(game.game), now.scene, now.parts(), context, now.bar(len(game.moves), turns)))


@get("/r/{key:str}/moment/{ply:int}")
async def record_moment_parts(record: KeptRecord, ply: int, seat: str | None = None) -> Response[bytes]:
    """A moment of a record as parts."""
    now, _ = await asyncio.to_thread(record_moment, record.key, parsed(record.text), ply, seat)
    return as_json(now.message())


@get("/r/{key:str}/record")
async def record_text(record: KeptRecord) -> Response[str]:
    """A record as text."""
    return as_text(record.text)
