"""A table opens from a mark, not from its first card; and it opens again whatever was taken back."""

from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from freightyard.bots import make_bot
from freightyard.core.chance import Stream
from freightyard.core.contract import CHANCE
from freightyard.games import game_named
from freightyard.server.live import restore
from freightyard.server.live.editions import raw_text, stored_edition
from freightyard.server.live.event_log import SHOWN
from freightyard.server.live.room import Room
from freightyard.server.wire.connection import TRY_AGAIN, Connection
from freightyard.store import Store, open_store
from freightyard.store.rows import Append, Chair, TableRow
from freightyard.table import Step, Table
from tests.server.running import tell

pytestmark = pytest.mark.anyio

GAME = game_named("freight-train")
EDITION = GAME.edition(GAME.editions[0])


class Counting:
    """A store that counts the rows of moves that are read from it."""

    def __init__(self, store: Store) -> None:
        self._moves = store.moves
        self.rows = 0

    @property
    def moves(self) -> "Counting":
        return self

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._moves, name)

        async def counted(*words: Any, **named: Any) -> Any:
            answer = await method(*words, **named)
            self.rows += len(answer) if isinstance(answer, list) else 1
            return answer

        return counted


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = await open_store(str(tmp_path / "yard.db"))
    yield opened
    await opened.close()


class Played:
    """A table that is played and kept, some steps at a time."""

    def __init__(self, store: Store, key: str, seats: int = 2) -> None:
        self.store, self.key = store, key
        self.chairs = (Chair(bot="random"),) * seats
        self.table = Table(GAME, EDITION, seats, seed=key)
        self.luck = Stream(f"luck of {key}")
        self.steps: list[Step] = []

    async def begin(self) -> None:
        await self.store.tables.add(
            TableRow(
                key=self.key, game=GAME.name, edition=EDITION.name, raw=raw_text(EDITION), options=(), seed=self.key,
                public=True, made_by=None, made_at=1.0, chairs=self.chairs, moved_at=1.0,
            )
        )  # fmt: skip
        await self.store.tables.begin(self.key)
        self._do(self.table.begin())

    def play(self, plies: int, undos: int = 0, *, once: bool = False) -> None:
        """Random moves to a ply; `undos` of a hundred are taken back, where they can be, and those before them too."""
        bot = make_bot("random", GAME, self.luck)
        while self.table.ply < plies:
            actor = self.table.to_act()
            assert actor is not None
            assert actor != CHANCE
            self._do(self.table.move(actor, self.table.ply, [bot.decide(self.table.view(actor))]))
            while self.table.can_take_back(actor) and self.luck.below(100) < undos:
                self._do(self.table.take_back(actor, self.table.ply))
                if once:
                    break

    async def keep(self) -> TableRow:
        """Keep what was played, in one append."""
        steps = self.steps
        await self.store.moves.append(
            Append(
                table=self.key,
                ply=steps[0].ply,
                events=tuple(event for step in steps for event in step.events),
                seen=tuple(seen for step in steps for seen in step.seen),
                marks=tuple(mark for step in steps for mark in step.marks),
                to_act=self.table.to_act(),
                at=2.0,
            )
        )
        self.steps = []
        row = await self.store.tables.get(self.key)
        assert row is not None
        return row

    def _do(self, step: Step) -> None:
        self.table.commit(step)
        self.steps.append(step)


async def test_a_long_table_opens_reading_no_more_rows_than_the_page_shows(store: Store) -> None:
    rows = {}
    for key, plies, undos in (("short", 20, 0), ("long", 2000, 60)):
        played = Played(store, key, seats=5)
        await played.begin()
        played.play(plies, undos, once=True)
        row = await played.keep()
        counting: Any = Counting(store)
        opened = await restore.restore_table(counting, row)
        assert opened.table.ply == played.table.ply >= plies
        assert opened.table.truth().text() == played.table.truth().text()
        rows[key] = counting.rows
    tell(f"rows read: {rows}")
    assert rows["long"] <= SHOWN + 60
    assert rows["short"] <= SHOWN + 60


async def test_whatever_was_taken_back_a_table_opens_as_it_was_left(store: Store) -> None:
    for number in range(12):
        played = Played(store, f"undone{number}")
        await played.begin()
        for stop in (60, 75, 90):
            played.play(stop, undos=30 + 5 * number)
            row = await played.keep()
            opened = (await restore.restore_table(store, row)).table
            table = played.table
            assert (opened.ply, opened.truth().text()) == (table.ply, table.truth().text())
            assert [opened.can_take_back(seat) for seat in range(2)] == [table.can_take_back(seat) for seat in range(2)]
            for seat in range(2):  # and as far back
                while table.can_take_back(seat):
                    table.commit(table.take_back(seat, table.ply))
                    opened.commit(opened.take_back(seat, opened.ply))
                    assert opened.truth().text() == table.truth().text()
            if opened.ply != row.ply:
                break  # what was undone here was not kept


async def test_every_moment_is_the_one_that_was(store: Store) -> None:
    played = Played(store, "moments")
    await played.begin()
    shown = {0: GAME.start(EDITION, 2).text(), played.table.ply: played.table.truth().text()}
    while played.table.ply < 160:
        played.play(played.table.ply + 1, undos=40)
        shown[played.table.ply] = played.table.truth().text()
    row = await played.keep()
    for ply, text in shown.items():
        assert (await restore.restore_state(store, row, ply)).text() == text


async def test_a_changed_edition_is_played_on_as_it_was(store: Store) -> None:
    raw = {**EDITION.raw, "name": "house-rules", "title": "House rules"}
    changed = GAME.edition_from(raw, "test")
    again = stored_edition(GAME.name, changed.name, raw_text(changed))
    assert raw_text(again) == raw_text(changed)
    assert stored_edition(GAME.name, EDITION.name, raw_text(EDITION)) is GAME.edition(EDITION.name)


async def test_a_browser_that_comes_to_a_room_just_closed_is_sent_to_the_one_that_opens_next(store: Store) -> None:
    played = Played(store, "closed")
    await played.begin()
    services: Any = SimpleNamespace(store=store)  # nothing else is needed to look
    room = Room(services, await played.keep())
    await room.open()
    room.close()
    sent: list[bytes] = []
    connection = Connection(None, None, SimpleNamespace(write=sent.append))
    room.presence.connect(connection, 0, None)
    assert not room.connections
    assert connection.closing.result()[0] == TRY_AGAIN
    assert not sent
