"""A turn that is tried again: the table says which one, bots weigh what is played, and the way leads back to the review."""

import asyncio
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

import msgspec
import pytest

from freightyard.core.contract import CHANCE
from freightyard.core.record import Record, record_of, write
from freightyard.games import game_named
from freightyard.page import strip_sentences as page_say
from freightyard.review import sentences as review_say
from freightyard.review.review import Budget, Change, Review, review
from freightyard.store import open_store
from freightyard.store.record_files import checked_record
from tests.review.games import played
from tests.server.running import Browser, Server, serving, until

GAMES = ("freight-train", "freight-cars", "freight")


@cache
def last_turns(name: str) -> tuple[Record, Review]:
    """The last turns of a game, and their review."""
    whole, game = played(name), game_named(name)
    states = list(whole.states())
    turn = states[-1].turns - 4
    start = next(ply for ply, state in enumerate(states) if state.turns == turn and (state.to_act() or 0) >= 0)
    names = ("Ann", "Bob")
    record = record_of(states[start], whole.moves[start:], whole.outcome, players=names, start=states[start].text())
    return record, review(record, game, Budget(2, 4, 24, 2, 2))


async def _keep(database: Path) -> dict[str, str]:
    store, homes = await open_store(str(database)), {}
    for name in GAMES:
        record, found = last_turns(name)
        kept = checked_record(write(record, game_named(name)), 1.0)
        await store.records.add(kept)
        await store.reviews.put(kept.key, msgspec.json.encode(found).decode(), 1.0)
        homes[name] = f"/r/{kept.key}"
    await store.close()
    return homes


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    database = tmp_path_factory.mktemp("retries") / "yard.db"
    with ThreadPoolExecutor() as beside:
        return database, beside.submit(asyncio.run, _keep(database)).result()


@pytest.fixture(scope="module")
def server(library: tuple[Path, dict[str, str]]) -> Iterator[Server]:
    database, _ = library
    with serving(database, "--log", "warning", errors=database.with_suffix(".log")) as running:
        yield running


def a_turn(name: str) -> Change:
    """One that a seat had something to choose in."""
    return next(change for change in last_turns(name)[1].changes if change.actor != CHANCE and change.verdict is not None)


def retry(browser: Browser, home: str, change: Change) -> str:
    answer = browser.post(f"{home}/play/{change.start}", name="Ann", retry=str(change.actor + 1))
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"]).removeprefix("/t/")


def strip(browser: Browser, key: str) -> str:
    found = re.search(r'<ul class="strip".*?</ul>', browser.get(f"/t/{key}").text)
    assert found is not None
    return found[0]


def all_over(browser: Browser, key: str) -> bool:
    return page_say.TRY_AGAIN in strip(browser, key)


@pytest.mark.parametrize("name", GAMES)
def test_a_retry_says_what_it_is_and_whether_it_was_better(
    ann: Browser, eve: Browser, library: tuple[Path, dict[str, str]], name: str
) -> None:
    home, change = library[1][name], a_turn(name)
    key = retry(ann, home, change)
    told = strip(ann, key)
    assert page_say.retry_of(change.turn) in told
    back = f"{home}/review?retry={change.start}#ply-{change.start}"
    assert f'href="{back}"' in told
    assert page_say.retry_of(change.turn) not in eve.get(f"/t/{key}").text  # whoever only looks on tries nothing
    with ann.socket(key) as socket:
        for text in change.moves:
            socket.await_turn()
            socket.choose(text)
        while not all_over(ann, key):  # a turn in which a card comes has a second part
            socket.await_turn()
            socket.choose(socket.moves[-1])
    until(lambda: page_say.COMPARING not in strip(ann, key), "a verdict")
    told = strip(ann, key)
    assert review_say.SAME_AS_THEN in told or review_say.BEST_PLAN in told
    assert f'action="{home}/play/{change.start}"' in told
