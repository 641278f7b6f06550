"""The clocks of open tables: stored with the moves, the same in every process, and dealt with once when a time is over."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from freightyard.core.chance import Stream
from freightyard.core.errors import BadSetup
from freightyard.games import game_named
from freightyard.server.errors import Forbidden
from freightyard.server.live import seat_returns, seating
from freightyard.server.live.create import create_table
from freightyard.server.live.hub import Hub
from freightyard.server.live.room import Room
from freightyard.server.live.timekeeper import check_clock
from freightyard.server.log import Log
from freightyard.server.services import Services
from freightyard.server.settings import Settings
from freightyard.server.wire.connection import Connection
from freightyard.server.wire.messages import RELOAD
from freightyard.store import Store, open_store
from freightyard.store.rows import OVER, Chair, Person
from freightyard.table import PACES, Pace, pace_text
from freightyard.table.clock import spent
from freightyard.table.hours import USUAL, Calendar, Hours
from freightyard.table.pace import DAY
from tests.store.play import seated
from tests.table.recount import moves_of, recount

pytestmark = pytest.mark.anyio

GAME = game_named("freight-train")
EDITION = GAME.edition("mayfair-1996")
MONDAY = datetime(2026, 3, 2, 12, tzinfo=UTC).timestamp()
LIVE = Pace(speed="live", turn=60, bank=120, increment=10, at_zero="say")
DAYS = Pace(speed="days", turn=2 * DAY)


class Time:
    """The time of all processes of a test."""

    def __init__(self) -> None:
        self.now = MONDAY

    def __call__(self) -> float:
        return self.now


class Game:
    """A table of Ann and Bob, in as many processes as one likes."""

    def __init__(self, database: str) -> None:
        self.database = database
        self.time = Time()
        self.key = "t1"
        self.people: list[Person] = []
        self.former: list[Person] = []  # who they were before they lost their devices
        self._stores: list[Store] = []
        self._hubs: list[Hub] = []

    async def process(self) -> Services:
        """A server process, without sockets, bots and background tasks: what they would do, a test does itself."""
        store = self._stores[0] if self._stores else await open_store(self.database)
        self._stores = self._stores or [store]
        services = Services(Settings(bot_processes=0), store, Log("none"), build="", now=self.time)
        self._hubs.append(services.hub)
        return services

    async def begin(self, pace: Pace | None) -> Services:
        services = await self.process()
        self.people = [(await services.store.people.new(name, self.time.now))[0] for name in ("Ann", "Bob")]
        chairs = [Chair(person.key, called=person.name) for person in self.people]
        text = None if pace is None else pace_text(pace)
        await create_table(services, GAME, EDITION, (), chairs, made_by=self.people[0], public=True, key=self.key, pace=text)
        return services

    async def room(self, services: Services) -> Room:
        room = await services.hub.room(self.key)
        assert room is not None
        return room

    async def move(self, room: Room, choice: int = 0) -> None:
        """Whoever is to act moves."""
        seat = room.table.to_act()
        assert seat is not None
        legal = room.table.view(seat).legal
        text, ply = legal[choice % len(legal)], room.table.ply
        bot = room.row.chairs[seat].bot
        if bot is not None:
            await room.bot_move(bot, seat, ply, text)
        else:
            await room.move(self.people[seat], seat, ply, [text])

    async def end_turn(self, room: Room) -> None:
        """Whoever is to act moves until another one is."""
        seat = room.table.to_act()
        while room.table.to_act() == seat:
            await self.move(room)

    async def check(self, room: Room) -> None:
        """The clock is what a recount of everything that is stored says."""
        store = self._stores[0]
        row = await store.tables.get(self.key)
        assert row is not None
        calendars = await store.calendars.of_all([person.key for person in (*self.people, *self.former)])
        moves = moves_of(seated(row), await store.moves.events(self.key))
        times = recount(moves, await store.clocks.events(self.key), calendars, self.time.now)
        clock, pace = room.timekeeper.clock, room.timekeeper.pace
        if times is None or clock is None:
            assert (times, clock, row.due_at) == (None, None, None)
            return
        assert pace is not None
        assert times.seat == clock.seat
        calendar = USUAL if times.seat is None else calendars.get(row.chairs[times.seat].person or "", USUAL)
        assert spent(clock, pace, calendar, self.time.now) == pytest.approx(times.used, abs=0.5)
        assert clock.banks == pytest.approx(times.banks, abs=0.5)

    async def used(self, room: Room, person: Person) -> float:
        """How much of the turn that runs has counted by somebody's hours."""
        clock, pace = room.timekeeper.clock, room.timekeeper.pace
        assert clock is not None
        assert pace is not None
        return spent(clock, pace, await self._stores[0].calendars.of(person.key), self.time.now)

    async def zeros(self) -> int:
        return sum(event.kind == "zero" for event in await self._stores[0].clocks.events(self.key))

    async def said(self) -> list[str]:
        return [line.text for line in await self._stores[0].chat.lines(self.key, 100)]

    async def close(self) -> None:
        for hub in self._hubs:
            await hub.close()
        for store in self._stores:
            await store.close()


@asynccontextmanager
async def playing(database: str) -> AsyncIterator[Game]:
    game = Game(database)
    try:
        yield game
    finally:
        await game.close()


async def test_a_table_without_a_pace_or_without_a_limit_has_no_clock(database: str) -> None:
    for pace in (None, PACES["any"], PACES["live"]):
        async with playing(database) as game:
            game.key = f"t{pace and pace.speed}"
            services = await game.begin(pace)
            room = await game.room(services)
            await game.end_turn(room)
            row = await services.store.tables.get(game.key)
            assert row is not None
            assert (row.clock, row.due_at) == (None, None)
            assert await services.store.clocks.events(game.key) == []


async def test_each_clock_equals_a_recount_over_pauses_restarts_and_undone_moves(database: str) -> None:
    async with playing(database) as game:
        services = await game.begin(LIVE)
        luck = Stream("clocks")
        for number in range(120):
            room = await game.room(services)
            if room.row.phase == OVER:
                break
            game.time.now += luck.below(90)
            what = luck.below(12)
            actor = room.table.to_act()
            assert actor is not None
            if what == 0:
                async with room.lock:
                    await room.timekeeper.pause()
            elif what == 1:
                async with room.lock:
                    await room.timekeeper.resume()
            elif what == 2:
                services = await game.process()  # the other one is left as it is, like one that was killed
                room = await game.room(services)
            elif what == 3:
                await services.hub.keep_time()
            elif what == 4 and room.table.can_take_back(1 - actor) and room.row.chairs[1 - actor].bot is None:
                await room.take_back(game.people[1 - actor], 1 - actor, room.table.ply)
            elif what == 5 and number % 2:
                async with room.lock:
                    await room.timekeeper.set_pace((LIVE, DAYS)[number % 3 > 0])
            elif what == 6:
                seat = luck.below(2)
                chair = room.row.chairs[seat]
                if chair.bot is None:
                    await seating.leave(room, game.people[seat], seat, "random")
                else:
                    await seating.come_back(room, game.people[seat], seat)
            else:
                await game.move(room, luck.below(8))
            await game.check(room)


async def test_a_time_that_is_over_is_dealt_with_once_however_many_processes_look(database: str) -> None:
    async with playing(database) as game:
        first = await game.begin(Pace(speed="live", turn=60, at_zero="seat"))
        second, third = await game.process(), await game.process()
        for services in (first, second, third):
            await game.room(services)
        game.time.now += 61
        await asyncio.gather(*(services.hub.keep_time() for services in (first, second, third)))
        restarted = await game.process()
        await restarted.hub.keep_time()
        assert await game.zeros() == 1
        assert len(await game.said()) == 1
        row = await first.store.tables.get(game.key)
        assert row is not None
        assert row.due_at is None
        assert [chair.bot is not None for chair in row.chairs].count(True) == 1
        for services in (first, second, third):
            room = await game.room(services)
            async with room.lock:
                await room.read_events()
            assert room.row == row


async def test_time_that_ran_out_while_the_server_was_away_is_dealt_with_when_it_is_back(database: str) -> None:
    async with playing(database) as game:
        await game.begin(Pace(speed="live", turn=60, at_zero="say"))
        game.time.now += 3600
        services = await game.process()
        await services.hub.keep_time()
        assert await game.zeros() == 1
        room = await game.room(services)
        assert room.timekeeper.overdue() == (room.table.to_act(), MONDAY + 60)
        assert "time is up" in (await game.said())[0]
        await game.end_turn(room)  # who is late may still play
        assert room.timekeeper.overdue() is None
        await game.check(room)


async def test_a_bot_plays_one_turn_and_gives_the_seat_back(database: str) -> None:
    async with playing(database) as game:
        services = await game.begin(Pace(speed="live", turn=60, at_zero="turn"))
        room = await game.room(services)
        late = room.table.to_act()
        assert late is not None
        game.time.now += 61
        await services.hub.keep_time()
        assert room.row.chairs[late].bot is not None
        with pytest.raises(Forbidden):
            await room.move(game.people[late], late, room.table.ply, [room.table.view(late).legal[0]])
        await seating.come_back(room, game.people[late], late)  # this turn is lost all the same
        assert room.row.chairs[late].bot is not None
        await game.end_turn(room)
        assert room.row.chairs[late] == Chair(game.people[late].key, called=game.people[late].name)
        await game.check(room)
        await game.end_turn(room)
        game.time.now += 30
        assert room.table.to_act() == late
        assert room.timekeeper.overdue() is None
        await game.check(room)


async def test_a_seat_that_was_lent_for_one_turn_is_given_back_after_a_crash(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with playing(database) as game:
        services = await game.begin(Pace(speed="live", turn=60, at_zero="turn"))
        room = await game.room(services)
        late = room.table.to_act()
        assert late is not None
        game.time.now += 61
        await services.hub.keep_time()

        async def killed() -> None:
            pass

        monkeypatch.setattr(room.timekeeper, "settle", killed)
        await game.end_turn(room)
        again = await game.room(await game.process())
        assert again.row.chairs[late].bot is None
        await game.check(again)


async def test_two_processes_that_give_a_lent_seat_back_do_not_quarrel(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with playing(database) as game:
        services = await game.begin(Pace(speed="live", turn=60, at_zero="turn"))
        room, other = await game.room(services), await game.room(await game.process())
        late = room.table.to_act()
        assert late is not None
        game.time.now += 61
        await services.hub.keep_time()

        async def not_yet() -> None:
            pass

        with monkeypatch.context() as patch:
            patch.setattr(room.timekeeper, "settle", not_yet)
            await game.end_turn(room)
        async with other.lock:
            await other.read_events()
            async with room.lock:
                await room.timekeeper.settle()
            assert other.row.chairs[late].bot is not None, "it has not heard of that"
            await other.timekeeper.settle()
            assert other.row.chairs == room.row.chairs
            assert other.row.chairs[late].bot is None
        await game.check(other)


async def test_who_comes_back_to_a_seat_that_a_bot_took_has_the_next_turn(database: str) -> None:
    async with playing(database) as game:
        services = await game.begin(Pace(speed="live", turn=60, at_zero="seat"))
        room = await game.room(services)
        late = room.table.to_act()
        assert late is not None
        game.time.now += 61
        await services.hub.keep_time()
        await seating.come_back(room, game.people[late], late)
        assert room.row.chairs[late].bot is not None
        await game.end_turn(room)
        assert room.row.chairs[late].bot is None
        await game.check(room)


async def test_a_bot_stays_on_a_seat_until_its_person_is_back(database: str) -> None:
    async with playing(database) as game:
        services = await game.begin(Pace(speed="live", turn=60, at_zero="seat"))
        room = await game.room(services)
        late = room.table.to_act()
        assert late is not None
        game.time.now += 61
        await services.hub.keep_time()
        await game.end_turn(room)
        assert room.row.chairs[late].bot is not None
        await seating.come_back(room, game.people[late], late)
        assert room.row.chairs[late].bot is None
        await game.check(room)


async def test_a_holiday_moves_the_end_of_a_turn_and_its_cancelling_brings_it_back(database: str) -> None:
    async with playing(database) as game:
        services = await game.begin(DAYS)
        room = await game.room(services)
        seat = room.table.to_act()
        assert seat is not None
        person, calendars = game.people[seat].key, services.store.calendars
        due = room.row.due_at
        assert due is not None
        holiday = await calendars.add_holiday(person, date(2026, 3, 4), date(2026, 3, 13), game.time.now, 30)
        await services.hub.keep_time()
        assert room.row.due_at is not None
        assert room.row.due_at > holiday.until
        game.time.now = MONDAY + 8 * DAY
        other = await game.process()
        await other.hub.keep_time()
        assert await game.zeros() == 0
        assert await calendars.end_holiday(person, holiday.start, game.time.now)
        await other.hub.keep_time()
        await game.check(await game.room(other))
        row = await services.store.tables.get(game.key)
        assert row is not None
        assert row.due_at is not None
        assert row.due_at < holiday.until
        game.time.now = row.due_at + 1
        await services.hub.keep_time()
        assert await game.zeros() == 1
        assert "time is up" in (await game.said())[0]


async def test_who_comes_back_by_a_link_of_the_host_goes_on_with_the_time_that_they_had(database: str) -> None:
    async with playing(database) as game:
        services = await game.begin(DAYS)
        room = await game.room(services)
        while room.table.to_act() != 1:
            await game.end_turn(room)
        bob, host = game.people[1], game.people[0]
        game.time.now = MONDAY + DAY / 4
        await services.store.calendars.add_holiday(bob.key, date(2026, 3, 3), date(2026, 3, 12), game.time.now, 30)
        await services.hub.keep_time()
        game.time.now = MONDAY + 9 * DAY  # he comes back before its end, without his cookie
        before = await game.used(room, bob)
        assert 0 < before < DAY
        somebody, _ = await services.store.people.new("Bob", game.time.now)
        await services.store.calendars.set_hours(somebody.key, Hours(zone="Asia/Tokyo"), game.time.now)
        other = await game.room(await game.process())
        token, _ = await seat_returns.make_link(other, host, 1, game.time.now)
        link = await seat_returns.find_link(other, token, somebody, game.time.now)
        assert link is not None
        async with room.lock:
            await room.timekeeper.pause()  # a change of the clock of which the other process has not heard
            await room.timekeeper.resume()
        assert await seat_returns.use_link(other, token, link, somebody, game.time.now)
        assert not await seat_returns.use_link(other, token, link, host, game.time.now)
        game.people[1], game.former = somebody, [bob]
        assert await game.used(other, somebody) == pytest.approx(before)
        for later in (0.3, 1.0, 1.7):
            game.time.now = MONDAY + (9 + later) * DAY
            await services.hub.keep_time()
            assert await game.zeros() == 0, "his holiday counts, though he is somebody else to us now"
            await game.check(other)
        row = await services.store.tables.get(game.key)
        assert row is not None
        assert row.due_at is not None
        game.time.now = row.due_at + 1
        await services.hub.keep_time()
        assert await game.zeros() == 1
        await game.check(await game.room(services))


async def test_holidays_and_hours_have_their_limits_in_every_process(database: str) -> None:
    async with playing(database) as game:
        services = await game.begin(DAYS)
        calendars, ann = services.store.calendars, game.people[0].key
        holiday = await calendars.add_holiday(ann, date(2026, 3, 4), date(2026, 3, 6), MONDAY, 3)
        now = MONDAY + 2.75 * DAY  # in the middle of it
        assert await calendars.end_holiday(ann, holiday.start, now)
        assert not await calendars.end_holiday(ann, holiday.start, now)
        assert (await calendars.of(ann)).holidays[0].until == now
        with pytest.raises(BadSetup, match="1 holiday day left"):
            await calendars.add_holiday(ann, date(2026, 3, 9), date(2026, 3, 10), now, 3)
        coming = await calendars.add_holiday(ann, date(2026, 3, 9), date(2026, 3, 9), now, 3)
        assert await calendars.end_holiday(ann, coming.start, now)  # it never was
        await calendars.suggest_zone(ann, "Europe/Berlin", now)
        await calendars.suggest_zone(ann, "Asia/Tokyo", now + 1)
        assert (await calendars.of(ann)).hours == ((now, Hours(zone="Europe/Berlin")),)
        await calendars.set_hours(ann, Hours(zone="Asia/Tokyo"), now + 2)
        with pytest.raises(BadSetup, match="twice a week"):
            await calendars.set_hours(ann, Hours(zone="America/New_York"), now + 3)
        with pytest.raises(BadSetup, match="no time zone"):
            await calendars.set_hours(ann, Hours(zone="Mars/Olympus"), now + 9 * DAY)
        assert await calendars.of(game.people[1].key) == Calendar()


async def test_a_table_changes_from_live_to_weeks_and_nobodys_delay_counts(database: str) -> None:
    async with playing(database) as game:
        services = await game.begin(Pace(speed="live", turn=60))
        room = await game.room(services)
        game.time.now += 600
        await services.hub.keep_time()
        assert room.timekeeper.overdue() is not None
        async with room.lock:
            await room.timekeeper.set_pace(DAYS)
        assert room.timekeeper.overdue() is None
        assert room.timekeeper.pace == DAYS
        await game.check(room)
        elsewhere = await game.room(await game.process())
        assert elsewhere.row == room.row
        async with room.lock:
            await room.timekeeper.set_pace(PACES["any"])
        assert (room.row.clock, room.row.due_at) == (None, None)
        await game.check(room)


async def test_a_clock_that_another_process_changed_does_not_refuse_a_move(database: str) -> None:
    async with playing(database) as game:
        services = await game.begin(LIVE)
        room, other = await game.room(services), await game.room(await game.process())
        async with other.lock:
            await other.timekeeper.pause()
        await game.move(room)  # before it has heard of the pause
        assert room.timekeeper.clock is not None
        assert room.timekeeper.clock.paused
        await game.check(room)


class Frames:
    """What a browser is sent."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []

    def write(self, frame: bytes) -> bool:
        self.sent.append(frame)
        return True


async def test_a_waiting_page_is_not_loaded_anew_because_its_browser_says_where_it_is(tmp_path: Path) -> None:
    async with playing(str(tmp_path / "yard.db")) as game:
        services = await game.process()
        ann, _ = await services.store.people.new("Ann", MONDAY)
        chairs = [Chair(ann.key, called="Ann"), Chair(), Chair()]
        pace = pace_text(DAYS)
        await create_table(services, GAME, EDITION, (), chairs, made_by=ann, public=True, key=game.key, pace=pace)
        room, frames = await game.room(services), Frames()
        room.presence.connect(Connection(ann, None, frames), 0, None)
        await room.timekeeper.hear_zone(ann, "Europe/Berlin")
        assert (await services.store.calendars.of(ann.key)).hours
        await check_clock(room)  # as the hub does then
        assert RELOAD not in frames.sent
        await seating.sit(room, (await services.store.people.new("Bob", MONDAY))[0], 1, "Bob")
        assert RELOAD in frames.sent
