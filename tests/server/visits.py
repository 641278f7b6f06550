"""Visits of people without browsers: a server of a test lets them play at all their tables, and tells each move that it accepted.

A month of many tables is made of tens of thousands of moves. What draws, sends and reads pages for them costs twenty times what
the moves cost; so here a visit asks the rooms themselves, in the way in which the socket of a page does. One line a move is
written to whoever sent the person here, once it is accepted: a server that is killed can take back no line that was read.
"""

import asyncio
import sys
import traceback
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from freightyard.core.chance import Stream
from freightyard.core.contract import Seat, State
from freightyard.core.errors import IllegalMove
from freightyard.server.errors import Forbidden, LostRace
from freightyard.server.live import seating
from freightyard.server.live.room import Room
from freightyard.server.services import Services
from freightyard.store.rows import RUNNING, Person
from freightyard.table.errors import NotYourTurn, StalePly
from freightyard.table.table import MOST_MOVES

_LAST_WORDS: Final = ("done", "pass", "finish", "decline", "stay")  # moves that end a turn or a part of it
_LONG_WORDS: Final = ("rearrange",)  # moves that make a turn long
_MANY_TABLES: Final = 500
_START: Final = 4  # moves of a seat, in which one may be asked ahead
DONE: Final = b"done\n"


class Visit(msgspec.Struct, frozen=True):
    """Somebody comes by: their cookie, and the seed of all that they choose."""

    secret: str
    seed: str


class Told(msgspec.Struct, frozen=True):
    """Moves that are about to be made, or were accepted at a ply."""

    table: str
    seat: Seat
    texts: list[str]
    ply: int
    accepted: bool = False


def choose(moves: Sequence[str], luck: Stream) -> str:
    """Any legal move; half of the time one that ends something, so that turns come to an end."""
    ends = [text for text in moves if text.split()[0] in _LAST_WORDS]
    if ends and luck.below(2):
        return ends[0]
    short = [text for text in moves if text.split()[0] not in _LONG_WORDS]
    if short and luck.below(20):
        moves = short
    return moves[luck.below(len(moves))]


async def receive_visits(services: Services, path: Path) -> asyncio.Server:
    """Let people come by through a socket, some at once, and tell their moves line by line."""

    async def receive(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            visits = msgspec.json.decode(await reader.readline(), type=list[Visit])
            await asyncio.gather(*[_visit(services, visit, writer) for visit in visits])
            writer.write(DONE)
            await writer.drain()
        except Exception:
            sys.stderr.write(traceback.format_exc())
            raise
        finally:
            writer.close()

    path.unlink(missing_ok=True)
    return await asyncio.start_unix_server(receive, path)


async def _visit(services: Services, visit: Visit, writer: asyncio.StreamWriter) -> None:
    """Play wherever it is somebody's turn, and take back a seat now and then on which a bot plays for them."""
    person, luck = await services.store.people.by_secret(visit.secret), Stream(visit.seed)
    assert person is not None
    for row in await services.store.tables.of_person(person.key, _MANY_TABLES):
        if row.phase != RUNNING:
            continue
        seat = next(seat for seat, chair in enumerate(row.chairs) if chair.person == person.key)
        if row.chairs[seat].bot is not None and luck.below(3) == 0:
            with suppress(Forbidden):  # somebody else did it, or the game is over
                await seating.come_back(await _room(services, row.key), person, seat)
        if row.to_act == seat or row.chairs[seat].bot is not None or row.ply < _START * len(row.chairs):
            await _play(services, row.key, person, seat, luck, writer)


async def _play(services: Services, key: str, person: Person, seat: Seat, luck: Stream, writer: asyncio.StreamWriter) -> None:
    while True:
        room = await _room(services, key)  # another process may have played meanwhile, and the room be closed
        state, asked = room.orders.state_for(seat), room.table.to_act() == seat
        if state.to_act() != seat or room.row.phase != RUNNING or room.row.chairs[seat].bot is not None:
            return
        ply, texts = room.table.ply, _moves(state, seat, luck) if asked else [choose(state.words(), luck)]
        writer.write(msgspec.json.encode(Told(room.key, seat, texts, ply)) + b"\n")
        try:
            await room.move(person, seat, ply, texts)
        except (StalePly, NotYourTurn, IllegalMove, LostRace, Forbidden):
            continue  # others were faster: look again
        writer.write(msgspec.json.encode(Told(room.key, seat, texts, ply, accepted=True)) + b"\n")
        await writer.drain()


def _moves(state: State, seat: Seat, luck: Stream) -> list[str]:
    """The moves of a seat up to where another one acts, or something is drawn: sent at once, as a page sends a line of track."""
    texts: list[str] = []
    while state.to_act() == seat and len(texts) < MOST_MOVES:
        texts.append(choose(state.words(), luck))
        state.play(state.edition.vocabulary.parse(texts[-1]))
    return texts


async def _room(services: Services, key: str) -> Room:
    room = await services.hub.room(key)
    assert room is not None
    return room
