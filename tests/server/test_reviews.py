"""Reviews on the site: offered for finished games, made by bots while one waits, kept with the record."""

import re
import time
from itertools import count
from types import SimpleNamespace

import msgspec
import pytest

from freightyard.core.record import Record, read, write
from freightyard.games import game_named
from freightyard.review.review import Budget, Review, review
from freightyard.server.bots.review_work import ReviewProgress, ReviewQuestion, ReviewWork
from freightyard.server.bots.reviews import seconds_left
from tests.review.games import end_of_a_game
from tests.server.running import Browser

SECONDS = 120


def imported(browser: Browser, record: Record) -> str:
    answer = browser.post("/import", text=write(record, game_named(record.game)))
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def test_a_review_is_made_while_one_waits_and_kept(ann: Browser, eve: Browser) -> None:
    record = end_of_a_game()
    home = imported(ann, record)
    assert f'href="{home}/review"' in ann.get(f"{home}/end").text
    offer = ann.get(f"{home}/review").text
    assert f'action="{home}/review"' in offer
    assert "data-progress" not in offer
    answer = ann.post(f"{home}/review")
    assert answer.status_code == 303
    assert answer.headers["location"] == f"{home}/review"
    end = time.monotonic() + SECONDS
    while ann.get(f"{home}/review/progress").json()["working"]:
        assert time.monotonic() < end
        time.sleep(0.2)
    for browser in (ann, eve):  # nobody makes it again
        page = browser.get(f"{home}/review").text
        assert "Luck and skill" in page
        assert "data-progress" not in page
        assert f'action="{home}/review"' not in page
    moments = re.findall(rf'href="{home}/at/(\d+)"', page)
    for ply in moments:
        assert f'href="{home}/play/{ply}"' in page
    for address in re.findall(r'<img src="([^"]*)"', page)[:2]:
        assert ann.get(address.replace("&amp;", "&")).headers["content-type"].startswith("image/svg+xml")


def test_a_running_game_is_not_reviewed(ann: Browser) -> None:
    key = ann.new_table("freight-train", "me", "bot:random")
    for answer in (ann.get(f"/t/{key}/review"), ann.post(f"/t/{key}/review"), ann.get(f"/t/{key}/review/progress")):
        assert answer.status_code == 400
        assert "not over" in answer.text


def test_a_process_for_bots_works_a_little_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that moves come between; and it comes to the same as at once."""
    record = end_of_a_game()
    clock = count(0, 2)  # of a machine on which a look at the clock takes two seconds
    monkeypatch.setattr("freightyard.server.bots.review_work.time", SimpleNamespace(perf_counter=lambda: next(clock)))
    monkeypatch.setattr("freightyard.server.bots.review_work.A_WHILE", 5.0)
    monkeypatch.setattr("freightyard.server.bots.review_work.Budget", lambda: Budget(4, 8, 24, 4))
    work = ReviewWork()
    told: list[ReviewProgress] = []
    question = ReviewQuestion("key", write(record, game_named(record.game)))
    while not told or not told[-1].review:
        told.append(msgspec.json.decode(work.answer(question), type=ReviewProgress))
    assert [one.done for one in told] == [*range(2, told[-1].steps, 2), told[-1].steps]
    found = msgspec.json.decode(told[-1].review, type=Review)
    assert found == review(read(question.record), game_named(record.game), Budget(4, 8, 24, 4))


def test_how_long_it_takes_is_told_by_how_fast_it_went() -> None:
    assert seconds_left(30, 60, 10.0) == 20.0
    assert seconds_left(1, 60, 10.0) is None  # too little to tell
