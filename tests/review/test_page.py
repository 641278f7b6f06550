"""What a review says to its readers, in each game and of each age."""

import re
from functools import cache
from itertools import pairwise

import msgspec
import pytest

from freightyard.core.contract import CHANCE
from freightyard.core.record import Record, record_of
from freightyard.games import game_named
from freightyard.page.chart import LINE, apart
from freightyard.review import sentences as say
from freightyard.review.page import review_page
from freightyard.review.review import Budget, Review, review
from freightyard.review.turns import Verdict
from tests.review.games import played

GAMES = {"freight-train": "Cards", "freight-cars": "Cards", "freight": "Dice"}
VERDICT = Verdict(
    lost=0.146, error=0.01, label="mistake", better=(), why="Your train leads.", playouts=9, played=0.144
)  # fmt: skip


@cache
def end_of(name: str) -> tuple[Record, Review]:
    whole, game = played(name), game_named(name)
    states = list(whole.states())
    turn = states[-1].turns - 3
    start = next(ply for ply, state in enumerate(states) if state.turns == turn and (state.to_act() or 0) >= 0)
    record = record_of(states[start], whole.moves[start:], whole.outcome, players=("Ann", "Bob"), start=states[start].text())
    return record, review(record, game, Budget(2, 2, 24, 2, 2))


def judged(name: str, verdict: Verdict) -> str:
    """The page of a game in which one turn was judged so, and nothing else is pointed out."""
    record, found = end_of(name)
    number = next(number for number, change in enumerate(found.changes) if change.actor != CHANCE)
    changes = list(found.changes)
    played_then = changes[number].moves
    changes[number] = msgspec.structs.replace(changes[number], verdict=msgspec.structs.replace(verdict, better=played_then))
    found = msgspec.structs.replace(found, changes=tuple(changes), turning=(number,), bad=(number,), lucky=(), good=())
    return review_page(found, record, game_named(name))


@pytest.mark.parametrize("name", GAMES)
def test_luck_has_the_word_of_the_game(name: str) -> None:
    page = judged(name, VERDICT)
    assert f'<th scope="col">{GAMES[name]}</th>' in page
    assert "Cards and dice" not in page


@pytest.mark.parametrize("name", GAMES)
def test_a_turn_that_cost_something_shows_the_two_shares_that_are_compared(name: str) -> None:
    """What became of the share in the turn has luck in it: beside the cost it would seem a contradiction."""
    page = judged(name, VERDICT)
    item = page.partition('<li id="ply-')[2].partition("</li>")[0]
    assert "With the best plan 29 %, with this one 14 %." in item
    assert "Blunder: it wins about 15 fewer of 100 games" in item
    assert "→" not in item
    assert "Your" not in item
    assert page.count('<li id="ply-') == 1  # the second time it is told in one line
    assert say.SHOWN_ABOVE in page


def test_a_review_of_an_earlier_version_is_shown_without_the_shares_that_it_did_not_keep() -> None:
    data = msgspec.json.decode(msgspec.json.encode(VERDICT))
    del data["played"]
    page = judged("freight-train", msgspec.convert(data, Verdict))
    assert "Blunder: it wins about 15 fewer of 100 games" in page
    assert "With the best plan" not in page


@pytest.mark.parametrize("name", GAMES)
def test_what_one_needs_comes_first(name: str) -> None:
    page = judged(name, VERDICT)
    assert page.index(say.HOW_TO_READ) < page.index(say.OVER_TIME)
    assert "<details><summary>How it is counted" in page


@pytest.mark.parametrize("name", GAMES)
def test_there_is_a_picture_for_phones_too(name: str) -> None:
    page = judged(name, VERDICT)
    narrow = re.search(r'<source media="\(max-width: 600px\)" srcset="(data:[^"]*)"', page)
    wide = re.search(r'<img src="(data:[^"]*)"', page)
    assert narrow
    assert wide
    assert narrow[1] != wide[1]


def test_a_doubt_larger_than_the_number_is_no_number() -> None:
    assert say.with_error(-0.31, 0.255) == say.NOT_SURE
    assert say.with_error(0.12, 0.045) == "+12 % ± 9"
    assert say.with_error(0.12, 0.0) == "+12 %"


def test_names_at_the_ends_of_lines_stay_apart_and_near_to_them() -> None:
    """Two who lost do not lift the name of who won above the picture."""
    places = apart({0: 14.0, 1: 258.0, 2: 258.0}, 14, 258)
    assert places[0] == 14
    assert sorted(places.values()) == [14, 258 - LINE, 258]
    crowded = sorted(apart(dict.fromkeys(range(5), 20.0), 14, 258).values())
    assert all(upper + LINE <= lower for upper, lower in pairwise(crowded))


def test_a_retry_is_told_with_the_numbers_of_the_review() -> None:
    _, found = end_of("freight-train")
    change = next(change for change in found.changes if change.actor != CHANCE)
    change = msgspec.structs.replace(change, verdict=msgspec.structs.replace(VERDICT, better=("fill 9",)))
    told = " ".join(say.retry_verdict(change, ("call",), -0.08, 0.01, 2.0))
    assert told.startswith("Better than in the game: it wins about 8 more of 100 games, give or take 2.")
    assert told.endswith("Now 22 %, in the game 14 %, with the best plan found 29 %.")
    worse = " ".join(say.retry_verdict(change, ("call",), 0.08, 0.01, 2.0))
    assert worse.startswith("Worse than in the game: it wins about 8 fewer of 100 games")
    assert say.retry_verdict(change, ("call",), -0.08, 0.05, 2.0)[0] == say.AS_GOOD_AS_THEN
    assert say.retry_verdict(change, change.moves, 0.0, 0.0, 2.0)[0] == say.SAME_AS_THEN
    assert " ".join(say.retry_verdict(change, ("fill 9",), -0.1, 0.01, 2.0)) == f"{say.BEST_PLAN} Now 29 %, in the game 14 %."
