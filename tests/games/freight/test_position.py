"""Positions: what a text may say, and what it may not."""

import pytest

from freightyard.core.errors import BadPosition, FreightyardError
from freightyard.games.freight.rules import GAME
from tests.games.freight.positions import (
    CITIES,
    FAMILY,
    LINE,
    STANDARD,
    building,
    family,
    family_text,
    seat,
    shipping,
    standard,
    text,
)

GOOD = text("building", seat(cash=9, at="n14"), seat(), track=LINE, bridges="n16/1/2")


def test_position_reads_back_to_the_same_text() -> None:
    state = standard(GOOD)
    assert GAME.position(STANDARD, state.text()).text() == state.text()
    assert repr(state).startswith("freightyard.game('freight').position('standard', 'round 2")


def test_position_bank_is_what_the_purses_have_got() -> None:
    assert standard(GOOD).bank == -9


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("round 2", "round x", "whole number"),
        ("round 2", "round 11", "the round is one of 1 to 10"),
        ("phase building", "phase sleeping", "phase is one of"),
        ("phase building", "phase building n14", "phase is one of"),
        ("seat 1 acts 1", "seat 3 acts 1", "whole number from 1 to 2"),
        ("seat 1 acts 1", "seat 1 acts 2", "the seat whose turn it is acts"),
        ("order 1 2", "order 1 1", "twice"),
        ("order 1 2", "order 1", "names every seat once"),
        ("n14/rbg/rbY", "n14/rbg", "three parts"),
        ("n14/rbg/rbY", "n14/xyz/rbY", "no city tile"),
        ("n14/rbg/rbY", "n14/ykw/k", "two cities have the tile"),
        ("n14/rbg/rbY", "n14/rbg/rby", "does not show the marker"),
        ("n14/rbg/rbY", "n14/rbg/rrbbY", "4 are the most"),
        ("n14/rbg/rbY", "n14/rbg/q", "colours are"),
        ("n14/rbg/rbY", "n14/-/rb", "no tile"),
        ("n14/rbg/rbY", "n19/rbg/rbY", "next to another"),
        ("n14/rbg/rbY", "n18/rbg/rbY", "two cities stand"),
        ("n14/rbg/rbY", "a9/rbg/rbY", "not a hex of the surface"),
        (" n14/rbg/rbY", "", "6 to 20 cities"),
        ("n15/s0/1", "n15/q0/1", "shape of track"),
        ("n15/s0/1", "n15/s0/9", "owner of track"),
        ("n15/s0/1", "n16/s0/1", "taken twice"),
        ("n15/s0/1", "n22/s0/1", "points off the surface"),
        ("n16/1/2", "n16/0/2", "no bridge can lie"),
        ("n16/1/2", "n11/1/2", "no bridge can lie"),
        ("n16/1/2", "n16/7/2", "axis"),
        ("boxes rr/rr", "boxes rr", "boxes are two"),
        ("boxes rr/rr", "boxes r/rr", "boxes hold"),
        ("at n14", "at n15", "not in a city"),
        ("at n14", "at n15/3", "cannot be on its way"),
        ("cargo - at n14", "cargo rrr at n14", "do not hold"),
        ("wagons 1 cargo - at n14", "wagons 4 cargo - at n14", "3 are the most"),
        ("cash 9", "cash -9", "whole number"),
        ("1 cash 9 loans 0", "1 cash 9 debts 0", "seat 1 must read"),
        ("| boxes", "| extra words | boxes", "this game has no section 'extra'"),
        ("| boxes", "| owed x | boxes", "owed"),
        ("| boxes", "| trip used 0 loading no delivering no paid - | boxes", "'trip'"),
        ("| boxes", "| auction bid - by - passed - places - | boxes", "'auction'"),
        ("| boxes", "| ending fr.score | boxes", "ending"),
        ("| boxes", "| ending fr.luck | boxes", "ending"),
    ],
)
def test_position_that_cannot_be_is_refused_with_a_sentence(old: str, new: str, complaint: str) -> None:
    position = standard(GOOD).text()
    assert old in position, old
    with pytest.raises(BadPosition, match=complaint):
        GAME.position(STANDARD, position.replace(old, new, 1))


def test_position_with_more_track_than_there_is_is_refused() -> None:
    track = " ".join(f"{row}{column}/s0/1" for row in "lmp" for column in (9, 10, 11, 12, 13, 15, 16))
    with pytest.raises(BadPosition, match="more track on the map than there is"):
        building(seat(at="n14"), track=track)


def test_position_of_a_train_that_is_stuck_is_refused() -> None:
    with pytest.raises(BadPosition, match="nothing can be done"):
        shipping(seat(took=1, at="n15/3"), track="n15/s0/1")


def test_position_of_debt_that_can_be_paid_is_refused() -> None:
    with pytest.raises(BadPosition, match="the interest can be paid"):
        standard(text("owing", seat(cash=9, loans=2), seat(), extra="owed 2"))


def test_position_of_a_family_game_has_no_boxes() -> None:
    with pytest.raises(BadPosition, match="boxes hold 0 and 0"):
        family(text("building", seat(), seat()))
    assert family(family_text("building", seat(), seat())).to_act() == 0


@pytest.mark.parametrize("junk", ["", "|", "round", "hello | world", "phase building", "round 1 turns 0 seat 1 acts 1 |"])
def test_position_of_junk_is_refused(junk: str) -> None:
    with pytest.raises(FreightyardError):
        GAME.position(STANDARD, junk)


MANY = " ".join(f"{row}{column}/s0/2" for row in "klmo" for column in range(12, 17))
SALE = "owed 3 | auction bid {bid} by bank passed 1 sale n15"


@pytest.mark.parametrize(
    ("position", "complaint"),
    [
        (
            text("bidding", seat(), seat(), at=2, extra="auction bid - by - passed - places 1"),
            "a place is auctioned among two seats or more",
        ),
        (
            text("bidding", seat(out=1), seat(), at=2, order="2", extra="auction bid - by - passed - places -"),
            "the game is over when one seat is left",
        ),
        (text("supplying", seat(), seat()), "nothing can be done"),
        (text("ordering", seat(), seat(), order="-", round=10), "the round is 0 before the first"),
        (
            text("buying", seat(loans=3, took=1), seat(cash=50), acts=2, extra=SALE.format(bid=3), track=f"{LINE} {MANY}"),
            "seat 2 has not the tiles for this section",
        ),
        (
            text("buying", seat(loans=3, took=1), seat(cash=50), acts=2, extra=SALE.format(bid=99), track=LINE),
            "the bank bids 3 for this section, not 99",
        ),
        (
            text(
                "founding r14",
                seat(cash=5),
                seat(),
                at=1,
                acts=2,
                track=LINE,
                cities=CITIES.replace("r14/gyk/gyRB", "r14/gyk/-"),
            ),
            "the seat whose turn it is acts",
        ),
        (text("building", seat(), seat(), extra="last 2"), "no number of cities ends a game of standard"),
        (
            text("marking n14", seat(), seat(), order="-", round=0, turns=0, boxes="-/-", cities=CITIES.replace("rbY ", "- ")),
            "the cities get their first markers one after the other",
        ),
        (text("boxing", seat(), seat(), order="-", round=0, turns=0, boxes="r/r"), "box 1 gets its first markers before box 2"),
    ],
)
def test_position_that_could_not_be_played_on_is_refused(position: str, complaint: str) -> None:
    with pytest.raises(FreightyardError, match=complaint):
        GAME.position(STANDARD, position)


@pytest.mark.parametrize("phase", ["bidding", "selling", "supplying", "shifting", "filling"])
def test_position_in_a_phase_of_the_other_rules_is_refused(phase: str) -> None:
    with pytest.raises(FreightyardError):
        GAME.position(FAMILY, family_text(phase, seat(), seat(), track=LINE))
