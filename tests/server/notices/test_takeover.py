"""Several processes tell people: what a killed one was about to send is sent by another at once, and nobody looks too late."""

import asyncio
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from sqlalchemy import event

from freightyard.server.notices.deliverer import CLAIM_SECONDS
from freightyard.server.notices.notices import look_again_in
from freightyard.server.notices.planner import Planner
from freightyard.store import Store, open_store
from freightyard.store.living import lives, mark_of, own_mark
from tests.server.notices.yard import DELAY, Yard, yard

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def one_that_is_killed(made: Yard, database: str) -> AsyncIterator[Store]:
    """Another process has claimed what is due now. It is no more when the block ends."""
    store = await open_store(database, shared=True)
    process = subprocess.Popen(["sleep", "600"])  # noqa: S607
    try:
        if not store.outbox.database.is_postgres:  # by its number the others know whether it lives
            store.outbox.database.owner = mark_of(process.pid)
        planned, _, _ = await Planner(store, 0.0, CLAIM_SECONDS).plan(made.now, await store.outbox.earliest())
        assert len(planned) == 1
        yield store
    finally:
        process.kill()
        process.wait()
        await store.close()  # PostgreSQL lets go of its lock, as it does when the process is killed


async def test_what_a_killed_process_was_about_to_send_is_sent_by_another_at_once(database: str) -> None:
    async with yard(database, shared=True) as made:
        room = await made.table(made.process())
        await made.channel(made.actor(room))
        made.now += DELAY
        async with one_that_is_killed(made, database):
            for _ in range(3):
                await made.look()
            assert made.told() == []  # it lives: the notice is its own to send
        for _ in range(200):  # until PostgreSQL has heard of it; by the clock of the server no time goes by
            await made.look()
            if made.receiver.requests:
                break
            await asyncio.sleep(0.05)
        assert [name for name, _ in made.told()] == [made.actor(room).name]
        await made.wait(CLAIM_SECONDS)
        assert made.told() == []


async def test_a_process_is_known_by_its_number_and_when_it_began() -> None:
    assert lives(own_mark())
    process = subprocess.Popen(["sleep", "600"])  # noqa: S607
    mark = mark_of(process.pid)
    assert lives(mark)
    assert not lives(f"{process.pid}.{int(mark.partition('.')[2]) - 1}")  # another one had the number before
    process.kill()
    process.wait()
    assert not lives(mark)


async def test_many_hand_overs_are_told_with_as_many_questions_as_one(tmp_path: Path) -> None:
    """Each question waits for its turn on a busy machine: what was asked for every delivery made people wait for seconds."""
    async with yard(str(tmp_path / "yard.db")) as made:
        services = made.process(notice_gap=0.0)
        rooms = [await made.table(services, f"t{number}") for number in range(12)]
        for person in made.people:
            await made.channel(person)
        await made.wait(DELAY)
        asked: list[str] = []
        event.listen(
            made.store.outbox.database._readers.sync_engine,
            "before_cursor_execute",
            lambda *given: asked.append(given[2]),
        )
        counts = []
        for some in (rooms[:1], rooms[1:]):
            made.told()
            asked.clear()
            for room in some:
                await made.end_turn(room)
            asked.clear()
            await made.wait(DELAY)
            assert len(made.told()) == len(some)
            counts.append(len(asked))
        assert counts[1] <= counts[0] + 2  # now and then it asks whether the host has paused


@pytest.mark.parametrize(
    ("left", "delay", "wait"),
    [
        (float("inf"), 3.0, 1.0),  # nothing is known
        (0.6, 3.0, 0.6),  # exactly when it is due
        (0.0, 3.0, 0.25),  # something is under way, or the other side of a claim
        (-5.0, 3.0, 0.25),
        (float("inf"), 0.5, 0.5),  # what happens next is due after the delay
        (float("inf"), 0.0, 0.25),
    ],
)
async def test_a_process_looks_when_something_can_be_due(left: float, delay: float, wait: float) -> None:
    assert look_again_in(left, delay) == wait
