"""A month of tables in a few minutes: everybody's game ends, nothing that was accepted is lost, and every clock is right.

Of the three sizes the usual run sees a week, in which the servers are killed and the clocks counted again as in the others.
"""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, closing
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

import pytest

from freightyard.core.chance import Stream
from freightyard.games import game_named
from freightyard.server.live.editions import stored_edition
from freightyard.store import Store, open_store
from freightyard.store.rows import OVER, TableRow
from freightyard.table import Table
from freightyard.table.clock import advance, read_clock
from freightyard.table.hours import USUAL
from freightyard.table.pace import read_pace
from tests.server.month import DAY, HOUR, MONDAY, Clockwork, Player, visit_together
from tests.server.running import tell
from tests.table.recount import moves_of, recount

GAMES = (
    ("freight-train", "mayfair-1996"),
    ("freight-cars", "quick-simple-fun-2021"),
    ("freight", "standard"),
    ("freight", "family"),
)
PACES = ("days-1", "days-2", "days-3", "live-bank")
AT_ZERO = ("seat", "say", "vote", "turn")
MOST_DAYS = 240  # by then something is wrong
_KILLING_DAYS = 12  # in which servers are killed


class Size(NamedTuple):
    """How large a month is."""

    tables: int  # of each game
    people: int
    kills: int
    days: int = MOST_DAYS  # after which it is looked at; usually when all games are over
    pages: bool = True  # whether people play by the sockets of pages; or all at once, see `visits.py`

    @property
    def ends(self) -> bool:
        return self.days == MOST_DAYS


WEEK, SMALL, WHOLE = Size(1, 3, 2, days=7), Size(1, 5, 4), Size(50, 40, 20, pages=False)


@pytest.mark.parametrize("database", ["sqlite", pytest.param("postgres", marks=pytest.mark.deep)], indirect=True)
@pytest.mark.parametrize(
    "size",
    [
        pytest.param(WEEK, id="week"),
        pytest.param(SMALL, id="small", marks=pytest.mark.deep),
        pytest.param(WHOLE, id="whole", marks=pytest.mark.deep),
    ],
)
def test_a_month_of_tables_ends_with_nothing_lost_and_every_clock_right(database: str, tmp_path: Path, size: Size) -> None:
    processes = 2 if database.startswith("postgres") else 1
    with Clockwork(database, tmp_path, processes) as clockwork:
        Month(clockwork, database, size).play()
        assert clockwork.kills == size.kills
        assert "Traceback" not in clockwork.log()


class Month:
    """The people, their tables, and what happens day by day."""

    def __init__(self, clockwork: Clockwork, database: str, size: Size) -> None:
        self.clockwork = clockwork
        self.database = database
        self.size = size
        self.luck = Stream("a month")
        servers = len(clockwork.times)
        self.people = [Player(clockwork, f"Player {number}", "a month", number % servers) for number in range(size.people)]
        self.keys: list[str] = []
        self.running: set[str] = set()  # the keys of games that were not over when the day began
        self.checked = 0

    def play(self) -> None:
        clockwork = self.clockwork
        clockwork.pass_time(MONDAY)
        for person in self.people:
            person.begin()
        games = GAMES if self.size == SMALL else GAMES[:3] * self.size.tables
        for number, (game, edition) in enumerate(games):
            self.keys.append(self.make_table(number, game, edition))
        killing_days = min(_KILLING_DAYS, self.size.days // 2)
        kills = sorted(self.luck.below(killing_days * len(self.people) * 2) for _ in range(self.size.kills))
        visits = day = 0
        self.running = set(self.keys)
        while day < self.size.days and self.running:
            self.begin_day(day)
            comings = [(hour, number) for number, person in enumerate(self.people) for hour in person.hours]
            for hour, coming in groupby(sorted(comings), key=itemgetter(0)):
                people = [self.people[number] for _, number in coming if not self.running.isdisjoint(self.people[number].keys)]
                visits += len(people)
                people = [person for person in people if not person.is_away(day) and self.luck.below(5)]  # or forgot it
                if not people:
                    continue
                clockwork.pass_time(MONDAY + day * DAY + hour * HOUR + self.luck.below(1800))
                if kills and visits >= kills[0] and self.visit(people, cut_off=True):
                    kills.pop(0)
                self.visit(people)
            day += 1
            asyncio.run(self.end_day(day))
            if not self.size.pages:
                tell(f"day {day}: {len(self.running)} games run, {sum(len(person.accepted) for person in self.people)} moves")
        assert not kills, "all games were over before"
        asyncio.run(self.check_all())
        accepted = sum(len(person.accepted) for person in self.people)
        tell(
            f"{len(self.keys)} tables, {day} days, {visits} visits, {accepted} moves of people, {clockwork.kills} kills, "
            f"{sum(person.lost for person in self.people)} lost devices, {self.checked} clocks counted again"
        )

    def visit(self, people: list[Player], *, cut_off: bool = False) -> bool:
        """These people play; `cut_off`: until a server is killed, which is true if it was."""
        if self.size.pages:
            found = [person.visit(cut_off=cut_off) for person in people[: 1 if cut_off else None]]
            return any(found)
        servers = sorted({person.server for person in people})
        victim = servers[self.luck.below(len(servers))] if cut_off else None
        kill_at = 1 + self.luck.below(12)
        with ThreadPoolExecutor() as pool:
            killed = [
                pool.submit(
                    visit_together,
                    self.clockwork,
                    server,
                    [person for person in people if person.server == server],
                    kill_at if server == victim else None,
                )
                for server in servers
            ]
            found = [future.result() for future in killed]
        return any(found)

    def make_table(self, number: int, game: str, edition: str) -> str:
        """A table for two to four people; one of four has a clock that runs while everybody is away."""
        seats = 2 + (number // 3 + number % 3) % (3 if game == "freight-cars" else 2)
        sitting = [self.people[(number * 3 + place) % len(self.people)] for place in range(seats)]
        host = sitting[0]
        with host.browser() as browser:
            zero = AT_ZERO[(number + number // len(PACES)) % len(AT_ZERO)]  # every pace with every end of it
            fields = {"pace": PACES[number % len(PACES)], "at-zero": zero}
            key = browser.new_table(game, "me", *["open"] * (seats - 1), edition=edition, name=host.name, **fields)
        for place, person in enumerate(sitting[1:], 2):
            with person.browser() as browser:
                answer = browser.post(f"/t/{key}/sit", seat=str(place), name=person.name)
                assert answer.status_code == 303, answer.text
        for person in sitting:
            person.keys.append(key)
        return key

    def begin_day(self, day: int) -> None:
        """Somebody goes on holiday, somebody loses a device."""
        self.clockwork.pass_time(MONDAY + day * DAY + HOUR)
        if day % 5 == 2:
            self.people[(day // 5) % len(self.people)].go_on_holiday(day + 1, 4)
        if day % 3 == 1:
            self.people[self.luck.below(len(self.people))].lose_device()

    async def end_day(self, day: int) -> None:
        """Look which games go on. Count the clocks of some of them again, once a week of all."""
        async with self.store() as store:
            self.running = set(await store.tables.silent(float("inf"), len(self.keys)))
            some = [self.keys[self.luck.below(len(self.keys))] for _ in range(3)]
            await self.check_clocks(store, sorted(self.running) if day % 7 == 0 else some)

    async def check_all(self) -> None:
        """What there is at the end: all moves, all clocks."""
        async with self.store() as store:
            await self.check_moves(store)
            await self.check_clocks(store, self.keys)

    @asynccontextmanager
    async def store(self) -> AsyncIterator[Store]:
        """What is stored. A file belongs to its server: of that, a copy."""
        database = self.database
        if not database.startswith("postgres"):
            database = f"{self.database}-copy"
            Path(database).unlink(missing_ok=True)
            with closing(sqlite3.connect(self.database)) as source, closing(sqlite3.connect(database)) as target:
                source.backup(target)
        store = await open_store(database)
        try:
            yield store
        finally:
            await store.close()

    async def row(self, store: Store, key: str) -> TableRow:
        row = await store.tables.get(key)
        assert row is not None
        return row

    async def check_moves(self, store: Store) -> None:
        """Whatever a player was shown as made is stored, at its ply."""
        for key in self.keys:
            assert not self.size.ends or (await self.row(store, key)).phase == OVER, "some games do not end"
            events = await store.moves.events(key)
            assert [stored.ply for stored in events] == list(range(len(events)))
            made = [(stored.event.seat, stored.event.text) for stored in events]
            for move in [move for person in self.people for move in person.accepted if move.table == key]:
                assert (move.seat, move.text) in (made if move.ply is None else made[move.ply : move.ply + 1])

    async def check_clocks(self, store: Store, keys: Sequence[str]) -> None:
        """The clocks of some tables, counted again from what is stored."""
        for key in keys:
            await self.check_clock(store, await self.row(store, key))
            self.checked += 1

    async def check_clock(self, store: Store, row: TableRow) -> None:
        pace = read_pace(row.pace)
        assert pace is not None
        assert row.clock is not None
        people = {chair.person for chair in row.chairs if chair.person is not None}
        calendars = await store.calendars.of_all(people)
        clock = read_clock(row.clock)
        now = self.clockwork.now
        person = None if clock.seat is None else row.chairs[clock.seat].person
        found = advance(clock, pace, calendars.get(person or "", USUAL), now)
        table = Table(game_named(row.game), stored_edition(row.game, row.edition, row.raw), len(row.chairs), row.options, seed="")
        moves = moves_of(table, await store.moves.events(row.key))
        counted = recount(moves, await store.clocks.events(row.key), calendars, now)
        assert counted is not None
        assert counted.seat == found.seat
        assert counted.used == pytest.approx(found.used, abs=0.5)
        assert counted.banks == pytest.approx(found.banks, abs=0.5)
