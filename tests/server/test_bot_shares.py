"""The time of bots: who is next, and what a bot process does alone."""

import asyncio
import itertools
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest

from freightyard.games import game_named
from freightyard.server.bots import pool as pool_module
from freightyard.server.bots.pool import BotFailed, BotPool
from freightyard.server.bots.process import HEAD, READY, Question
from freightyard.server.bots.shares import Shares
from freightyard.server.bots.turns import payer_of
from freightyard.server.identity import note_visit
from freightyard.server.log import Log
from freightyard.server.settings import Settings
from freightyard.store import open_store
from freightyard.store.rows import Chair
from tests.server.services import services_on
from tests.store.play import row

pytestmark = pytest.mark.anyio


def question_of(table: str) -> Question:
    """A question of a table; nobody here looks at what is asked."""
    game = game_named("freight-train")
    view = game.start(game.edition(game.editions[0]), 2).view(None)
    return Question(game=game.name, edition="", raw="", bot="hard", seed="", table=table, ply=0, after=None, view=view)


def test_whoever_had_least_time_is_next_and_nobody_saves_it_up() -> None:
    shares = Shares()
    for _ in range(10):
        shares.serve("eve")
        shares.pay("eve", 1.0)
    assert shares.used("ann") < shares.used("eve")
    shares.serve("eve")
    assert shares.used("ann") == shares.used("eve")  # who comes later does not make up for it


async def test_one_persons_many_tables_wait_for_anothers_only_one(monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []

    async def answer(_: object, question: Question) -> str:
        order.append(question.table)
        await asyncio.sleep(0)
        return "pass"

    # A clock that goes on by as much for every question: on a busy machine one of them may take as long as ten others.
    clock = SimpleNamespace(monotonic=lambda: 0.001 * len(order))
    monkeypatch.setattr(pool_module, "time", clock)
    pool = BotPool(1, 30.0, Log("none"))
    process = pool._processes[0]
    monkeypatch.setattr(type(process), "_answer", answer)

    async def play(table: str, payer: str, moves: int) -> None:
        for _ in range(moves):
            await process.ask(question_of(table), watched=True, payer=payer)

    crowd = [asyncio.create_task(play(f"eve {number}", "eve", 10)) for number in range(30)]
    async with asyncio.timeout(60):
        while len(order) < 40:
            await asyncio.sleep(0)
    await play("ann", "ann", 20)
    crowded = order[40:]
    for task in crowd:
        task.cancel()
    await asyncio.gather(*crowd, return_exceptions=True)
    await pool.close()
    places = [place for place, table in enumerate(crowded) if table == "ann"]
    assert len(places) == 20
    assert max(later - sooner for sooner, later in itertools.pairwise(places)) <= 4  # not thirty
    assert len(set(order[:30])) == 30  # and her tables take turns


async def test_a_turn_that_somebody_watches_is_not_interrupted_once_it_is_planned(monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []

    async def answer(_: object, question: Question) -> str:
        order.append(question.table)
        if question.ply == 0:  # a plan is made
            await asyncio.sleep(0.01)
        return "pass"

    monkeypatch.setattr(pool_module, "_LONG_SECONDS", 0.005)
    monkeypatch.setattr(pool_module, "_NEXT_SECONDS", 60.0)
    pool = BotPool(1, 30.0, Log("none"))
    process = pool._processes[0]
    monkeypatch.setattr(type(process), "_answer", answer)

    async def play(table: str, payer: str) -> None:
        for ply in range(5):
            await process.ask(msgspec.structs.replace(question_of(table), ply=ply), watched=True, payer=payer)
        await process.ask(msgspec.structs.replace(question_of(table), ply=0), watched=True, payer=payer)  # the next plan

    crowd = [asyncio.create_task(play(f"eve {number}", "eve")) for number in range(3)]
    async with asyncio.timeout(60):
        while len(order) < 15:
            await asyncio.sleep(0)
    for task in crowd:
        task.cancel()
    await asyncio.gather(*crowd, return_exceptions=True)
    await pool.close()
    turns = [table for table, _ in itertools.groupby(order)]
    assert len(turns) == len(set(turns))
    assert order[:5] == ["eve 0"] * 5


async def test_people_who_come_from_one_address_share_its_time(tmp_path: Path) -> None:
    store = await open_store(str(tmp_path / "yard.db"))
    async with services_on(store, Settings(bot_processes=0)) as services:
        payers: list[str] = []
        for name, address in (("Eve", "10.0.0.2"), ("Eva", "10.0.0.2"), ("Ann", "10.0.0.1")):
            person, _ = await store.people.new(name)
            await store.tables.add(row(name, chairs=(Chair(), Chair()), made_by=person.key))
            room = await services.hub.room(name)
            assert room is not None
            assert payer_of(room) == person.key
            await note_visit(services, person, address)
            payers.append(payer_of(room))
    await store.close()
    assert payers[0] == payers[1] != payers[2]


async def test_somebody_watching_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []

    async def answer(_: object, question: Question) -> str:
        order.append(question.table)
        if question.table == "broken":
            raise BotFailed("no idea")
        return "pass"

    pool = BotPool(1, 30.0, Log("none"))
    process = pool._processes[0]
    monkeypatch.setattr(type(process), "_answer", answer)
    asked = [
        asyncio.create_task(process.ask(question_of(table), watched=watched, payer=table))
        for table, watched in (("alone", False), ("broken", True), ("watched", True))
    ]
    found = await asyncio.gather(*asked, return_exceptions=True)
    await pool.close()
    assert order == ["broken", "watched", "alone"]
    assert isinstance(found[1], BotFailed)


def test_a_bot_process_whose_server_is_gone_says_nothing() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "freightyard.server.bots.process"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.read(len(READY)) == READY
        process.stdout.close()
        process.stdin.write((4).to_bytes(HEAD, "big") + b"\x80\x04N.")  # a question that is none: it is answered all the same
        process.stdin.flush()
        said = process.stderr.read()
        assert process.wait() == 0
    assert said == b""
