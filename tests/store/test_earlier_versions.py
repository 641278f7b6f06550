"""Databases of earlier versions open, and their tables go on. `tests/fixtures/README.md` tells what is in them."""

import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import msgspec
import pytest

from freightyard.core.record import verify
from freightyard.games import game_named
from freightyard.server.live.editions import stored_edition
from freightyard.server.live.restore import restore_table
from freightyard.store import Store, open_store
from freightyard.store.rows import OPEN, OVER, RUNNING
from freightyard.table import UNDO, state_at
from tests.server.running import Browser, Server, Socket, serving

FILES = sorted(Path(__file__).parents[1].joinpath("fixtures", "databases").glob("*.db"))


class Known(msgspec.Struct):
    """What whoever made a database knows of it."""

    people: dict[str, str]  # their cookies
    tables: dict[str, str]  # their keys

    @property
    def running(self) -> list[str]:
        """One of every game."""
        return [key for name, key in self.tables.items() if name.startswith("running ")]


@pytest.fixture(params=FILES, ids=[path.stem for path in FILES])
def earlier(request: pytest.FixtureRequest) -> Path:
    path: Path = request.param
    return path


@pytest.fixture
def known(earlier: Path) -> Known:
    return msgspec.json.decode(earlier.with_suffix(".json").read_bytes(), type=Known)


@pytest.fixture
def copy(earlier: Path, tmp_path: Path) -> Path:
    return Path(shutil.copyfile(earlier, tmp_path / "yard.db"))


@pytest.fixture
async def store(copy: Path) -> AsyncIterator[Store]:
    opened = await open_store(str(copy))
    yield opened
    await opened.close()


@pytest.mark.anyio
async def test_people_tables_chat_and_records_are_all_there(store: Store, known: Known) -> None:
    for name, secret in known.people.items():
        person = await store.people.by_secret(secret)
        assert person is not None
        assert person.name == name
    ann = await store.people.by_secret(known.people["Ann"])
    assert ann is not None
    rows = {row.key: row for row in await store.tables.of_person(ann.key, 100)}
    assert {name: rows[key].phase for name, key in known.tables.items()} == {
        name: {"open": OPEN, "over": OVER}.get(name, RUNNING) for name in known.tables
    }
    private = known.tables["bot"]
    assert {row.key for row in await store.tables.public(100)} == set(known.tables.values()) - {private} == set(rows) - {private}
    for key in known.running:
        said = [(line.name, line.text) for line in await store.chat.lines(key, 10)]
        assert said == [("Ann", "Good luck!"), ("Bob", "Viel Glück 🚂")]
    assert [row.key for row in await store.tables.waiting(4e9, 10)] == [known.tables["bot"]]
    records = [record async for record in store.records.all()]
    assert len(records) == 2, "the game that is over, and one that was imported"
    assert known.tables["over"] in {record.key for record in records}


@pytest.mark.anyio
async def test_records_replay_to_the_result_that_they_had(store: Store) -> None:
    async for kept in store.records.all():
        record, state = verify(kept.text, game_named)
        outcome = state.outcome()
        assert outcome is not None
        assert (outcome.scores, outcome.winners) == (kept.scores, kept.winners)
        assert record.players == kept.players


@pytest.mark.anyio
async def test_every_position_that_was_kept_is_the_one_to_which_the_moves_lead(store: Store, known: Known) -> None:
    for key in known.tables.values():
        row = await store.tables.get(key)
        assert row is not None
        game, edition = game_named(row.game), stored_edition(row.game, row.edition, row.raw)
        events = [stored.event for stored in await store.moves.events(row.key)]
        assert len(events) == row.ply
        for mark in await store.moves.marks(row.key, row.ply, 1000):
            state = state_at(game.start(edition, len(row.chairs), row.options), events[: mark.ply])
            assert state is not None
            assert state.text() == mark.text
    for key in known.running:
        assert UNDO in {stored.event.text for stored in await store.moves.events(key)}


@pytest.mark.anyio
async def test_a_running_table_is_where_it_was_and_what_was_taken_back_stays_so(store: Store, known: Known) -> None:
    for key in [*known.running, known.tables["bot"]]:
        row = await store.tables.get(key)
        assert row is not None
        events = [stored.event for stored in await store.moves.events(key)]
        table = (await restore_table(store, row)).table
        whole = state_at(game_named(row.game).start(stored_edition(row.game, row.edition, row.raw), len(row.chairs)), events)
        assert whole is not None
        assert (table.ply, table.to_act(), table.truth().text()) == (row.ply, row.to_act, whole.text())


def play_turns(socket: Socket, turns: int) -> None:
    """The first legal moves of a seat, until so many turns of the others came in between."""
    mine, answered = False, 0
    while answered < turns:
        if socket.turn:
            mine, before = True, socket.ply
            socket.move(socket.moves[0])
            while socket.ply == before:
                assert "oops" not in socket.receive()
        else:
            answered += mine
            mine = False
            socket.update()


@pytest.fixture
def server(copy: Path, tmp_path: Path) -> Iterator[Server]:
    with serving(copy, errors=tmp_path / "log") as running:
        yield running


def test_a_server_plays_on_with_people_bots_and_takebacks(server: Server, known: Known) -> None:
    with Browser(server.url) as ann, Browser(server.url) as bob:
        ann.cookie, bob.cookie = known.people["Ann"], known.people["Bob"]
        for key in known.running:
            with ann.socket(key) as socket:
                socket.update()
                ply = socket.ply
                play_turns(socket, 2)
                assert socket.ply > ply + 2
            assert bob.post(f"/t/{key}/back").status_code == 303
            assert bob.get(f"/t/{key}").status_code == 200
        begun = known.tables["bot"]
        with ann.socket(begun) as socket:  # whoever looks wakes the bot
            socket.play("to the end")
        assert verify(ann.get(f"/t/{begun}/record").text, game_named)[1].outcome() is not None
        assert bob.post(f"/t/{known.tables['open']}/sit", name="Bob").status_code == 303  # the last seat: it begins
        with bob.socket(known.tables["open"]) as socket:
            assert socket.update()["ply"] > 0
        assert ann.get(f"/t/{known.tables['over']}").status_code == 200
        assert ann.get(f"/t/{known.tables['over']}/record").status_code == 200
