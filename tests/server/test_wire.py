"""What a browser was sent, put together, is what a new page shows: after whatever happens at a table."""

import re
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from freightyard.core.chance import Stream
from freightyard.games import game_named
from freightyard.page.edits import edited
from freightyard.server.live.broadcast import Broadcaster
from freightyard.server.live.create import create_table
from freightyard.server.live.room import Room
from freightyard.server.services import Services
from freightyard.server.settings import Settings
from freightyard.server.wire.connection import NOBODY, Connection
from freightyard.server.wire.frames import text_of
from freightyard.store import open_store
from freightyard.store.rows import RUNNING, Chair, Person
from tests.depth import deep_except
from tests.server.services import services_on

pytestmark = pytest.mark.anyio

LINE = re.compile(r'<li data-ply="(\d+)".*?</li>')
# The game, and whether two of its three seats share a screen.
USUAL = (("freight-train", False), ("freight-cars", True), ("freight", False))
ALL = (*USUAL, ("freight-train", True), ("freight-cars", False), ("freight", True))


class Page:
    """A browser without a screen: it keeps what it is sent."""

    def __init__(self, room: Room, person: Person | None, holds: int | None = None) -> None:
        self.room = room
        self.texts: dict[str, str] = {}
        self.lines: dict[int, str] = {}  # of the log
        self.moves: list[str] = []
        self.edits = self.bytes = 0
        self.connection = Connection(person, None, self)
        self.connection.holds = holds
        room.presence.connect(self.connection, 0, None)
        self.first = min(self.lines, default=0)  # what is older comes with the document

    def write(self, frame: bytes) -> bool:
        message = msgspec.json.decode(text_of(frame))
        if "parts" in message:
            self.bytes += len(frame)
            for name, told in message["parts"].items():
                self.edits += not isinstance(told, str)
                self.texts[name] = told if isinstance(told, str) else edited(self.texts[name], tuple(told))
            self.moves = message.get("moves", [])
            self._read_log(message["parts"])
        return True

    def _read_log(self, parts: dict[str, object]) -> None:
        """The page keeps its lines up to the first one that it is sent."""
        lines = {int(line[1]): line[0] for name in ("older", "log") if name in parts for line in LINE.finditer(self.texts[name])}
        first = min(lines, default=10**9)
        self.lines = {ply: line for ply, line in self.lines.items() if ply < first} | lines

    def check(self) -> None:
        """What it shows is what is drawn for a new page."""
        room, broadcast = self.room, self.room.broadcast
        fresh = Broadcaster(room)
        fresh.here, fresh.events = broadcast.here, broadcast.events
        scene, parts = fresh.page(fresh.viewer_before(self.connection.person, self.connection.holds))
        for name, markup in parts.items():
            if name != "log":
                assert self.texts[name] == markup, f"{name} at ply {room.table.ply}"
        lines = list(LINE.finditer(parts["log"]))
        if broadcast.events.entries(None)[0].ply > 0:  # what is older is not shown, so the oldest line may begin in mid-turn
            lines.pop()
        for line in lines:
            assert int(line[1]) < self.first or self.lines[int(line[1])] == line[0]
        assert self.moves == list(scene.view.legal)


class Table:
    """A table at which anything happens, and those who look at it."""

    def __init__(self, room: Room, people: Sequence[Person], luck: Stream) -> None:
        self.room = room
        self.people = people  # of the seats: the last person has two of them
        self.luck = luck
        shared = NOBODY if len(people) > len({person.key for person in people}) else None
        self.pages = [Page(room, people[0]), Page(room, people[-1], holds=shared), Page(room, None)]

    async def happen(self) -> None:
        room, luck = self.room, self.luck
        seat = room.table.to_act()
        assert seat is not None
        legal = room.table.view(seat).legal
        match luck.below(12):
            case 0 if room.table.can_take_back(seat):
                await room.take_back(self.people[seat], seat, room.table.ply)
            case 1 if room.table.can_take_back(seat):
                await room.reset_turn(self.people[seat], seat, room.table.ply)
            case 2:  # one more looks on, or somebody has a second window
                self.pages.append(Page(room, (None, *self.people)[luck.below(len(self.people) + 1)]))
            case 3 if len(self.pages) > 3:
                room.presence.disconnect(self.pages.pop(luck.below(len(self.pages))).connection)
            case 4:  # somebody comes or goes: drawn for who asks, before the others are told
                room.broadcast.reseat((luck.below(2),))
                room.broadcast.page(room.broadcast.viewer(self.people[luck.below(2)]))
                self.pages.append(Page(room, self.people[luck.below(2)]))
            case 5:
                room.broadcast.show_again(self.people[luck.below(2)].key)
            case 6 if self.pages[1].connection.holds is not None:
                room.hold(self.pages[1].connection, seat) if self.people[seat] == self.people[-1] else None
            case _:
                await room.move(self.people[seat], seat, room.table.ply, [legal[luck.below(len(legal))]])
                self.pages[luck.below(len(self.pages))].check()


async def begun(services: Services, name: str, seed: str, *, shared: bool) -> Table:
    game, store = game_named(name), services.store
    some = [(await store.people.new(called))[0] for called in ("Ann", "Bob 🚂, whose name is longer than most", "Cid & <co>")]
    people = [*some[:2], some[1]] if shared else some
    chairs = [Chair(person.key, called=f"{person.name} {seat}") for seat, person in enumerate(people)]
    edition = game.edition(game.editions[0])
    row = await create_table(services, game, edition, (), chairs, made_by=some[0], public=False, seed=f"{len(seed):032x}")
    room = await services.hub.room(row.key)
    assert room is not None
    return Table(room, people, Stream(seed))


@pytest.mark.parametrize("seed", deep_except(0, among=range(4)))
@pytest.mark.parametrize("setup", deep_except(*USUAL, among=ALL), ids=lambda setup: setup[0] + setup[1] * "-one-screen")
async def test_what_was_sent_is_what_a_new_page_shows(tmp_path: Path, setup: tuple[str, bool], seed: int, deep: bool) -> None:
    game, shared = setup
    store = await open_store(str(tmp_path / "yard.db"))
    async with services_on(store, Settings(bot_processes=0)) as services:
        table = await begun(services, game, f"{game} {seed}", shared=shared)
        for _ in range(400 if deep else 40):
            await table.happen()
            if table.room.row.phase != RUNNING:
                break
        table.room.broadcast.publish(table.room.table.ply)
        for page in table.pages:
            page.check()
        assert sum(page.edits for page in table.pages) > 50
    await store.close()


async def test_who_comes_before_the_others_are_told_the_news_is_told_them_whole(tmp_path: Path) -> None:
    store = await open_store(str(tmp_path / "yard.db"))
    async with services_on(store, Settings(bot_processes=0)) as services:
        table = await begun(services, "freight-train", "late", shared=False)
        room = table.room
        early = table.pages[2]
        Page(room, table.people[1])  # is here from now on: those who look on are told with the next move
        late = Page(room, None)
        assert early.texts["who-2"] != late.texts["who-2"]
        room.broadcast.reseat((0, 2))  # and is gone again before it comes
        seat = room.table.to_act()
        assert seat is not None
        await room.move(table.people[seat], seat, room.table.ply, [room.table.view(seat).legal[0]])
        early.check()
        late.check()
    await store.close()
