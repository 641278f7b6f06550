"""The tables that are open in this process: opened when somebody needs them, closed when nobody does."""

import asyncio
import gc
import time
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, Final, final

from freightyard.core.errors import FreightyardError
from freightyard.server import sentences as say
from freightyard.server.errors import GameMissing
from freightyard.server.live.clean_up import clean_up
from freightyard.server.live.editions import stored_game
from freightyard.server.live.room import Room
from freightyard.server.live.timekeeper import check_clock
from freightyard.server.wire.connection import WS_POLICY_VIOLATION, Connection
from freightyard.store.errors import StoreError
from freightyard.store.rows import CHAIRS, CHAT, DEVICES, MOVE, ORDERS, PROPOSALS, REMATCH, RUNNING, News, TableRow

if TYPE_CHECKING:
    from freightyard.server.services import Services

_KEPT_SECONDS: Final = 60.0  # an open table that nobody needs
_MOST_KEPT: Final = 2000  # of those; the ones used longest ago are closed first
_SWEEP_SECONDS: Final = 5.0
_ORPHAN_SECONDS: Final = 15.0  # a bot that was to act so long ago has been forgotten: by a process that is no more
_MOST_ORPHANS: Final = 500
_KNOWN_SECONDS: Final = 20.0  # a device that was signed out is noticed so soon, though the news of it were lost
_MOST_DUE: Final = 500  # clocks that one sweep looks at
_CLEAN_SECONDS: Final = 3600.0


@final
class Hub:
    """The rooms of the tables that are open in this process, and all connections to it."""

    def __init__(self, services: "Services") -> None:
        self.connections: set[Connection] = set()  # all that were accepted, also those that have not said hello
        self.is_elsewhere: Callable[[str], bool] = lambda _: False  # whether another process owns the sockets of a table
        self._services = services
        self._rooms: dict[str, Room] = {}
        self._opening: dict[str, asyncio.Task[Room | None]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._unopenable: set[str] = set()  # tables that a sweep has tried in vain: it tries and logs each of them once
        self._missing: set[str] = set()  # games of theirs that are not installed
        self._cleaned = -_CLEAN_SECONDS  # when it was last done
        self._stop_listening = services.store.listen(self.on_news)

    @property
    def room_count(self) -> int:
        """How many tables are open."""
        return len(self._rooms)

    @property
    def watcher_count(self) -> int:
        """How many connections look at a table."""
        return sum(len(room.connections) for room in self._rooms.values())

    def present(self) -> set[tuple[str, str]]:
        """The tables and people who have one of them before their eyes, by their keys."""
        return {
            (room.key, connection.key)
            for room in self._rooms.values()
            for connection in room.connections
            if connection.visible and connection.key is not None
        }

    async def room(self, key: str) -> Room | None:
        """The room of the table with this key, opened if it is not; None if there is no such table."""
        room = self._rooms.get(key)
        if room is not None and key not in self._opening:
            room.used = time.monotonic()  # whoever asks for it is about to use it
            return room
        opening = self._opening.get(key)
        if opening is None:
            opening = self._opening[key] = asyncio.create_task(self._open(key))
            opening.add_done_callback(lambda _: self._opening.pop(key, None))
        return await asyncio.shield(opening)

    async def row(self, key: str) -> TableRow | None:
        """The row of a table, as it is stored; where a game runs here, as the room has it. None if there is none."""
        room = self._rooms.get(key)
        runs = room is not None and room.is_open and room.row.phase == RUNNING
        return room.row if room is not None and runs else await self._services.store.tables.get(key)

    def close_room(self, key: str) -> None:
        """Close a room; it opens again when somebody needs it."""
        room = self._rooms.pop(key, None)
        if room is not None:
            room.close()

    async def close(self) -> None:
        """Close all rooms, and end the background tasks."""
        self._stop_listening()
        for key in list(self._rooms):
            self.close_room(key)
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def start(self) -> None:
        """Start the background tasks."""
        self._spawn(self._keep_sweeping())
        self._spawn(self._tune_gc())
        self._spawn(self._check_devices())

    async def drop_revoked(self, person: str | None = None) -> None:
        """Close the sockets of devices that were signed out, in whichever process: one question for all of a person, or for all
        that there are."""
        devices: dict[str, list[Connection]] = {}
        for connection in self.connections:
            if connection.key is not None and connection.secret is not None and person in (None, connection.key):
                devices.setdefault(connection.secret, []).append(connection)
        if not devices:
            return
        known = await self._services.store.people.known(devices)
        for secret, connections in devices.items():
            if secret not in known:
                for connection in connections:
                    connection.close(WS_POLICY_VIOLATION, say.SIGNED_OUT)

    async def clean_up(self) -> None:
        """Remove what nobody will miss, and archive what stands still."""
        await clean_up(self._services, self._is_looked_at)

    async def keep_time(self) -> None:
        """Look at the tables at which somebody's time is over, wherever they were open before."""
        limit = _MOST_DUE + len(self._unopenable)
        for key, game in await self._services.store.clocks.due(self._services.now(), limit):
            room = await self._opened(key, game)
            if room is not None:
                await check_clock(room)

    def check_clock(self, room: Room) -> None:
        """The timer of a room has run down."""
        if self._rooms.get(room.key) is room:
            self._spawn(check_clock(room))

    def begin(self, room: Room) -> None:
        """A room has waited long enough for what people add to its cards."""
        if self._rooms.get(room.key) is room:
            self._spawn(self._try(room, room.chairs.begin_if_full()))

    # --- inside ---

    def _is_looked_at(self, key: str) -> bool:
        """Whether somebody looks at a table, here or in the process that owns its sockets."""
        room = self._rooms.get(key)
        return (room is not None and bool(room.connections)) or self.is_elsewhere(key)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self._services.log.failure("task failed", error)

    async def _open(self, key: str) -> Room | None:
        row = await self._services.store.tables.get(key)
        if row is None:
            return None
        stored_game(row.game)  # before anything else is read of a table that cannot be opened
        room = Room(self._services, row)
        self._rooms[key] = room  # before it is read, so that no news is missed in between
        try:
            await room.open()
        except BaseException:
            self._rooms.pop(key, None)
            raise
        self._unopenable.discard(key)
        return room

    def on_news(self, news: News) -> None:
        """Something changed in the store at a table, by this process or another one."""
        if news.what == DEVICES:
            self._spawn(self._drop_revoked(news.table))
            return
        if not news.table:  # some were missed: the connection was lost for a while
            self._spawn(self._drop_revoked())
            for known in self._rooms.values():
                self._spawn(self._try(known, known.catch_up()))
            return
        room = self._rooms.get(news.table)
        if room is None:
            return
        if news.what == MOVE:  # a room that is being opened may have read already: it looks again afterwards
            if room.is_open and room.expects(news.ply):
                return
            if room.idle:  # another process is in charge: to follow it would cost as much as to play
                self.close_room(room.key)
            else:
                self._spawn(self._try(room, room.catch_up(news.ply)))
        elif news.what == CHAIRS:
            self._spawn(self._try(room, room.read_chairs()))
        elif news.what == REMATCH:
            room.presence.reload_pages()  # there is another table to go to, or none any more
        elif news.what == ORDERS:
            self._spawn(self._try(room, room.orders.read()))
        elif news.what == CHAT:
            self._spawn(self._try(room, room.read_chat()))
        elif news.what == PROPOSALS:
            self._spawn(self._try(room, room.hear_proposals()))

    async def _try(self, room: Room, work: Coroutine[Any, Any, None]) -> None:
        """Let a room catch up; if it cannot, close it."""
        try:
            await work
        except FreightyardError:
            if self._rooms.get(room.key) is room:
                self.close_room(room.key)  # whatever it is, it opens anew from what is kept

    async def sweep(self) -> None:
        """Do what is due: read again what is in doubt, let bots act that were forgotten, look at the clocks."""
        await self._resolve_in_doubt()
        await self._adopt_orphans()
        await self._begin_full()
        await self.keep_time()

    async def _keep_sweeping(self) -> None:
        """Sweep every few seconds, and close what nobody needs."""
        while True:
            await asyncio.sleep(_SWEEP_SECONDS)
            self._close_idle()
            try:
                await self.sweep()
                if time.monotonic() - self._cleaned > _CLEAN_SECONDS:
                    self._cleaned = time.monotonic()
                    await self.clean_up()
            except Exception as error:  # the database may be away for a while; the next sweep tries again
                self._services.log.failure("sweep failed", error)

    async def _check_devices(self) -> None:
        while True:
            await asyncio.sleep(_KNOWN_SECONDS)
            await self._drop_revoked()

    async def _drop_revoked(self, person: str | None = None) -> None:
        try:
            await self.drop_revoked(person)
        except Exception as error:  # the database may be away for a while; the next look comes soon
            self._services.log.failure("cannot check which devices are signed out", error)

    def _close_idle(self) -> None:
        now = time.monotonic()
        idle = sorted((room for room in self._rooms.values() if room.idle), key=lambda room: room.used)
        for number, room in enumerate(idle):
            if now - room.used > _KEPT_SECONDS or len(idle) - number > _MOST_KEPT:
                self.close_room(room.key)

    async def _resolve_in_doubt(self) -> None:
        """Where the database failed while it kept a step, the step may be kept all the same: then nobody has seen it."""
        for room in [room for room in self._rooms.values() if room.in_doubt]:
            await self._resume(room)

    async def _adopt_orphans(self) -> None:
        """Open tables at which a bot, or an order, was to act long ago: the process that had them is no more."""
        limit = _MOST_ORPHANS + len(self._unopenable)
        for row in await self._services.store.tables.waiting(self._services.now() - _ORPHAN_SECONDS, limit):
            room = await self._opened(row.key, row.game)
            if room is not None:
                await self._resume(room)

    async def _begin_full(self) -> None:
        """Begin games that a process was about to begin which is no more."""
        for key, game in await self._services.store.tables.to_begin(self._services.now() - _ORPHAN_SECONDS, _MOST_ORPHANS):
            room = await self._opened(key, game)
            if room is not None:
                await room.chairs.begin_if_full()

    async def _opened(self, key: str, game: str) -> Room | None:
        """The room of a table that a sweep has found, if it can be opened."""
        if key in self._unopenable:
            return None
        try:
            return await self.room(key)
        except StoreError:
            raise  # the next sweep tries again
        except GameMissing:
            self._unopenable.add(key)
            if game not in self._missing:
                self._missing.add(game)
                self._services.log.warning("game is not installed", game=game)
        except Exception as error:  # whatever a game's package does must not keep the other tables waiting
            self._give_up(key, error)
        return None

    def _give_up(self, key: str, error: Exception) -> None:
        """A table that does not fit what is here: it is opened when somebody asks for it, but not by a sweep again."""
        self._unopenable.add(key)
        self._services.log.failure("table cannot be opened", error, table=key)
        self.close_room(key)

    async def _resume(self, room: Room) -> None:
        """Let a table go on from what is stored."""
        try:
            await room.catch_up()
        except StoreError:
            raise  # the next sweep tries again
        except FreightyardError as error:
            self._give_up(room.key, error)
        else:
            room.wake_bots()

    async def _tune_gc(self) -> None:
        """Tune Python's garbage collector, which stops everything for as long as it looks at every object there is. It is told to
        look rarely, and never again at what has been there for some seconds; all of it only once an hour."""
        gc.collect()
        gc.freeze()
        gc.set_threshold(50_000, 20, 100)
        looked = time.monotonic()
        while True:
            await asyncio.sleep(_SWEEP_SECONDS)
            if time.monotonic() - looked > 3600:
                gc.unfreeze()
                gc.collect()
                looked = time.monotonic()
            gc.freeze()
