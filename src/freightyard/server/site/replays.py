"""Looking back: any moment of a game, its score sheets, its record. Through a seat one sees what that seat knew then."""

import asyncio
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

import msgspec
from litestar import MediaType, Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.response import Redirect

from freightyard.core.contract import Edition, Seat, Sheet, State, actor_word
from freightyard.core.record import Record, edition_of, first_state, read
from freightyard.games import game_named
from freightyard.page.boards import board_for
from freightyard.page.contract import LogEntry, PageContext, Player, Scene
from freightyard.page.history import record_players
from freightyard.page.table import page_parts, replay_page, sentences
from freightyard.server.identity import who
from freightyard.server.live import restore
from freightyard.server.live.event_log import SHOWN
from freightyard.server.live.room import Room
from freightyard.server.live.viewer import players_of, viewer_of
from freightyard.server.means import Forbidden
from freightyard.server.services import AnyConnection, services_of
from freightyard.server.site.table_pages import context_of, html, room_of
from freightyard.store.contract import OPEN, OVER, KeptRecord, Person
from freightyard.table import TURN, log_lines
from freightyard.table.errors import TableError

_FAR: Final = 2**31 - 1
_MOST_MARKS: Final = 5000

AnyRequest = Request[Any, Any, Any]


class Moment(msgspec.Struct, frozen=True, kw_only=True):
    """One moment of a game, ready to be drawn."""

    game: str
    ply: int
    edition: Edition
    scene: Scene
    log: Sequence[LogEntry]
    sheets: Sequence[Sheet]

    def parts(self) -> dict[str, str]:
        return page_parts(board_for(self.game), self.scene, self.log, self.sheets)

    def said(self) -> list[str]:
        """The event that led here, in words."""
        names = [player.name for player in self.scene.players]
        return sentences(board_for(self.game), self.edition, names, self.log[-1:])


# --- tables of ours ---


@get("/t/{key:str}/at/{ply:int}")
async def table_at(request: AnyRequest, key: str, ply: int) -> Response[str]:
    """A moment as a page, to hand to others: whoever opens it sees what they may know of it."""
    room, person = await begun(request, key), await who(request)
    now = await moment_of(request, room, person, ply)
    context = msgspec.structs.replace(await context_of(request, room, person), ply=ply)
    marks = await services_of(request).store.marks(key, _FAR, _MOST_MARKS)
    turns = sorted(mark.ply for mark in marks if mark.kind == TURN)
    return html(replay_page(room.board, now.scene, now.parts(), context, last=room.table.ply, turns=turns))


@get("/t/{key:str}/moment/{ply:int}")
async def table_moment(request: AnyRequest, key: str, ply: int) -> Response[bytes]:
    """A moment as parts, for the scrubber of a page."""
    return as_json(await moment_of(request, await begun(request, key), await who(request), ply))


@get("/t/{key:str}/sheet")
async def table_sheets(request: AnyRequest, key: str) -> Redirect:
    """The score sheets so far: they are on the page of the table, or of its last moment when it is over."""
    room = await begun(request, key)
    return Redirect(f"{room.home}/at/{room.table.ply}#sheets" if room.row.phase == OVER else f"{room.home}#sheets")


@get("/t/{key:str}/record")
async def table_record(request: AnyRequest, key: str) -> Response[str]:
    """The record as text: of a finished game for everybody, of a running one for those from whom nothing in it is hidden."""
    room, person = await begun(request, key), await who(request)
    store = services_of(request).store
    if room.row.phase == OVER:
        kept = await store.record(key)
        if kept is not None:
            return as_text(kept.text)
    seat = room.broadcast.viewer(person).seat
    column = room.table.seats if seat is None else seat
    events = await store.events(key)
    if any(stored.seen[column] != stored.event.text for stored in events):
        raise Forbidden("the record of this game can be read when it is over: it tells what is still hidden")
    return as_text(await restore.written(room.row, [stored.event for stored in events]))


async def begun(connection: AnyConnection, key: str) -> Room:
    """The table of an address, if its game has begun."""
    room = await room_of(connection, key)
    if room.row.phase == OPEN:
        raise TableError("this game has not begun")
    return room


async def moment_of(request: AnyRequest, room: Room, person: Person | None, ply: int) -> Moment:
    """A moment of a table as a person may see it. When the game is over nothing is hidden any more, and everybody may choose a
    seat to look through."""
    store, row = services_of(request).store, room.row
    state = await room.moment(ply)
    viewer = viewer_of(row.chairs, state.to_act(), None if person is None else person.key)
    seat = chosen_seat(request, state.seats) if row.phase == OVER else None
    told = viewer.told if seat is None else seat
    if seat is None:  # people who share a screen see each other's hands only when the game is over: the past is not covered
        seat = viewer.seat if row.phase == OVER else viewer.told
    start = max(0, ply - SHOWN)
    column = state.seats if told is None else told
    seen = [(stored.event.seat, stored.seen[column]) for stored in await store.events(row.key, start, ply)]
    marks = [mark for mark in await store.sheets(row.key) if mark.ply <= ply]
    return Moment(
        game=row.game,
        ply=ply,
        edition=room.edition,
        scene=scene_at(state, seat, players_of(row.chairs, range(state.seats)), room.home, viewer.own_seats),
        log=[LogEntry(line.ply, line.seat, line.text, line.undone) for line in log_lines(start, seen)],
        sheets=restore.sheets_at(row, marks),
    )


# --- records that came from elsewhere ---


@get("/r/{key:str}")
async def record(request: AnyRequest, key: str) -> Redirect:
    """The replay of a kept game, at its end."""
    kept = await record_of(request, key)
    if await services_of(request).store.table(key) is not None:
        return Redirect(f"/t/{key}/at/0")
    return Redirect(f"/r/{key}/at/{len(read_cached(kept.text).moves)}")


@get("/r/{key:str}/at/{ply:int}")
async def record_at(request: AnyRequest, key: str, ply: int) -> Response[str]:
    """A moment of a kept game as a page."""
    written = read_cached((await record_of(request, key)).text)
    now, turns = await asyncio.to_thread(record_moment, key, written, ply, chosen_seat(request, written.seats))
    context = await record_around(request, key, written, ply)
    return html(replay_page(board_for(written.game), now.scene, now.parts(), context, last=len(written.moves), turns=turns))


@get("/r/{key:str}/moment/{ply:int}")
async def record_moment_parts(request: AnyRequest, key: str, ply: int) -> Response[bytes]:
    """A moment of a kept game as parts."""
    written = read_cached((await record_of(request, key)).text)
    now, _ = await asyncio.to_thread(record_moment, key, written, ply, chosen_seat(request, written.seats))
    return as_json(now)


@get("/r/{key:str}/record")
async def record_text(request: AnyRequest, key: str) -> Response[str]:
    """A kept game as text."""
    return as_text((await record_of(request, key)).text)


async def record_of(request: AnyRequest, key: str) -> KeptRecord:
    """The kept game of an address."""
    kept = await services_of(request).store.record(key)
    if kept is None:
        raise NotFoundException("there is no such record")
    return kept


async def record_around(request: AnyRequest, key: str, written: Record, ply: int) -> PageContext:
    """The page around a kept game."""
    services, person = services_of(request), await who(request)
    scheme = "https" if services.settings.secure else request.url.scheme
    return PageContext(
        title=game_named(written.game).title,
        home=f"/r/{key}",
        link=f"{scheme}://{request.headers.get('host', '')}/r/{key}",
        ply=ply,
        build=services.build,
        name=None if person is None else person.name,
    )


@lru_cache(maxsize=32)
def read_cached(text: str) -> Record:
    """A record, read: it was verified when it was kept."""
    return read(text)


def record_moment(key: str, written: Record, ply: int, seat: Seat | None) -> tuple[Moment, list[int]]:
    """A moment of a record, and the plies at which a turn is over."""
    if not 0 <= ply <= len(written.moves):
        raise TableError(f"this game has plies 0 to {len(written.moves)}, not {ply}")
    game = game_named(written.game)
    state = first_state(written, game)
    parse = state.edition.vocabulary.parse
    shown, turns, sheets, log = state.clone(), [], [], []
    for number, text in enumerate(written.moves):
        before, actor = state.turns, state.to_act()
        state.play(parse(text))
        if state.turns != before:
            turns.append(number + 1)
        if number < ply:
            log.append(LogEntry(number, -1 if actor is None else actor, text))
            sheet = state.sheet()
            if sheet is not None:
                sheets.append(sheet)
            if number + 1 == ply:
                shown = state.clone()
    now = Moment(
        game=written.game,
        ply=ply,
        edition=edition_of(written, game),
        scene=scene_at(shown, seat, record_players(written), f"/r/{key}"),
        log=log[-SHOWN:],
        sheets=sheets,
    )
    return now, turns


# --- both ---


def scene_at(
    state: State, seat: Seat | None, players: tuple[Player, ...], home: str, own: tuple[Seat, ...] = ()
) -> Scene:  # fmt: skip
    """A moment of the past: to look at, not to play."""
    return Scene(view=state.view(seat), players=players, own_seats=own, replay=True, home=home)


def chosen_seat(request: AnyRequest, seats: int) -> Seat | None:
    """The seat that `?seat=2` names."""
    word = request.query_params.get("seat", "")
    number = int(word) if word.isascii() and word.isdecimal() and len(word) < 3 else 0
    return number - 1 if 1 <= number <= seats else None


def as_json(now: Moment) -> Response[bytes]:
    """A moment as the client asks for it."""
    told = {"ply": now.ply, "parts": now.parts(), "say": now.said(), "to_act": actor_word(now.scene.view.to_act)}
    return Response(msgspec.json.encode(told), media_type=MediaType.JSON)


def as_text(record: str) -> Response[str]:
    """A record to read or to save."""
    return Response(record, media_type="text/plain; charset=utf-8", headers={"Content-Disposition": "inline"})


HANDLERS: Final = (
    table_at, table_moment, table_sheets, table_record, record, record_at, record_moment_parts, record_text,
)  # fmt: skip
