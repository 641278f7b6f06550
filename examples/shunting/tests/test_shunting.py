"""The kit, and the rules one by one: each test is named after a rule and begins with a position."""

import pytest

from freightyard.core.errors import BadEdition, IllegalMove
from freightyard.kit import check_title
from freightyard_shunting import TITLE
from freightyard_shunting.rules import GAME
from freightyard_shunting.rules.state import State

YARD = "turns 3 | seat 1 | yard B2T1 T3T2 B4B3T4"  # box-2 is next for seat 1, tank-1 for seat 2
START = f"{YARD} | 1 points 8 train 1 coal 6 | 2 points 8 train 0 coal 8"
NO_COAL = f"{YARD} | 1 points 2 train 1 coal 0 | 2 points 8 train 0 coal 8"
STUCK = (
    "turns 9 | seat 1 | yard B2B1 T2T1 B4B3T4T3"
    " | 1 points 0 train 0 coal 0 | 2 points 0 train 0 coal 0"
)
LAST = (
    "turns 9 | seat 1 | yard B4T1 T3T2 T4 | 1 points 7 train 3 coal 1 | 2 points 8 train 0 coal 8"
)


def at(text: str) -> State:
    return GAME.position("standard", text)


def refused(state: State, move: str) -> str:
    with pytest.raises(IllegalMove) as error:
        state.say(move)
    return f"{error.value.slug}: {error.value.reason}"


def test_the_kit() -> None:
    check_title(TITLE)


def test_deal_goes_from_siding_to_siding() -> None:
    state = GAME.start()
    for car in ("box-1", "tank-1", "tank-2", "box-2"):
        state.say(f"deal {car}")
    assert state.board().yard == ("B2B1", "T1", "T2")
    assert refused(state, "deal box-1") == "sh.deal: box-1 is not in the deck"


def test_take_is_for_the_own_next_car_at_an_open_end() -> None:
    state = at(START)
    assert refused(state, "take 2") == "sh.take: your next car is box-2, and this one is tank-3"
    state.say("take 1")
    assert state.board().seats[0].train == 2


def test_shunt_burns_a_coal() -> None:
    state = at(START)
    state.say("shunt 3 1")
    assert state.board().yard == ("B4B2T1", "T3T2", "B3T4")
    assert state.board().seats[0].coal == 5
    assert refused(at(NO_COAL), "shunt 3 1") == "sh.shunt: you have no coal left"


def test_turn_is_two_actions_and_one_may_stop_after_the_first() -> None:
    state = at(START)
    assert refused(state, "pass").startswith("sh.stuck: take or shunt a car first")
    state.say("take 1")
    assert state.to_act() == 0
    state.say("pass")
    assert state.to_act() == 1


def test_handbrake_keeps_the_car_that_was_shunted_last() -> None:
    state = at(f"{START} | options handbrake")
    state.say("shunt 3 1")
    assert (
        refused(state, "shunt 1 3")
        == "sh.handbrake: this car was shunted last: move another one first"
    )


def test_stuck_players_pass_and_the_game_ends_when_all_do() -> None:
    state = at(STUCK)
    assert state.words() == ["pass"]
    state.say("pass")
    state.say("pass")
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.ended_by) == ((0, 1), "sh.stuck")


def test_complete_and_score() -> None:
    state = at(LAST)
    state.say("take 1")
    sheet, outcome = state.sheet(), state.outcome()
    assert sheet is not None
    assert outcome is not None
    assert [row.points for row in sheet.rows] == [(8, 0), (3, 0), (1, 8)]
    assert (outcome.scores, outcome.winners, outcome.ended_by) == ((12, 8), (0,), "sh.complete")


def test_an_edition_that_cannot_be_played_is_refused_with_the_field() -> None:
    with pytest.raises(
        BadEdition, match="mine: spaces is 2, but must be enough for 8 cars on 3 sidings"
    ):
        GAME.edition_from({"extends": "standard", "spaces": 2}, "mine")
