"""Position texts: what they say, and how a wrong one is refused."""

import pytest

from freightyard.core.errors import BadPosition, FreightyardError
from freightyard.games.freight_train.rules import GAME
from tests.games.freight_train.positions import at

GOOD = (
    "options cabooses | day 1 round 2 turns 3 first 2 seat 1 | phase turn | leave 12 | cabooses 6 | main BTAK/-/T/-/- | hand - | "
    "1 points 5 locomotives 7 yard ABBC/TT trains B1*,T3 mixed ABC | 2 points -1 locomotives 8 yard -/- trains - mixed - called"
)


def test_position_round_trips() -> None:
    assert GAME.position(GAME.edition("mayfair-1996"), GOOD).text() == GOOD


def test_position_says_what_it_is_in_its_repr() -> None:
    assert repr(at("")).startswith("freightyard.game('freight-train').position('mayfair-1996', 'day 1 ")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("day 1", "day 4", "mayfair-1996 has 3 days, not 4"),
        ("day 1", "day x", "day must be a whole number from 1 to 9, not 'x'"),
        ("round 2 ", "", "the first section must read"),
        ("first 2", "first 3", "first must be a whole number from 1 to 2, not '3'"),
        ("first 2", "first -", "the first seat is written '-' before it is drawn, and only then"),
        ("phase turn", "phase lunch", "phase is one of first-seat"),
        ("phase turn", "phase turn idle now", "phase turn is not followed by 'idle now'"),
        ("phase turn", "phase filling 9", "siding 9 of the main yard cannot be filled"),
        ("phase turn", "phase placing", "0 cars cannot lie before the player in the phase placing"),
        ("phase turn", "phase over", "the Trains Leave card is out of the deck in the phase over"),
        ("leave 12", "leave 99", "99 cars cannot lie above the Trains Leave card"),
        ("leave 12", "leave", "the section 'leave' must have one word, not 0"),
        ("cabooses 6", "cabooses 7", "the cabooses in the pile and on trains are not 7"),
        ("options cabooses | ", "", "the cabooses in the pile and on trains are not 0"),
        ("options cabooses", "options clockwise", "mayfair-1996 has no option 'clockwise'; its options are cabooses"),
        ("BTAK/-", "BTAKKK/-", "a siding of the main yard has 5 spaces, not 6"),
        ("BTAK/-/T/-/-", "BTAK/-/T/-", "there are 5 sidings of the main yard, not 4"),
        ("BTAK", "BTAX", "mayfair-1996 has no kind of car 'X'"),
        ("hand -", "hand T", "1 cars cannot lie before the player in the phase turn"),
        ("T3", "T30", "the position has 34 tank cars, and there are 9"),
        ("T3", "T0", "the length of train 'T' of seat 1 must be a whole number from 1 to 999, not '0'"),
        ("B1*,T3", "T1,T2,B1*", "seat 1 has two trains of kind T"),
        ("mixed ABC", "mixed ABA", "the mixed train of seat 1 has two cars of kind A"),
        ("mixed ABC", "mixed -*", "the mixed train of seat 1 is closed and has no car"),
        ("locomotives 7", "locomotives 2", "seat 1 has more trains than its 2 locomotives"),
        ("ABBC/TT", "ABBC", "there are 2 sidings of the yard of seat 1, not 1"),
        ("ABBC/TT", "ABBCABCAB/TT", "a siding of the yard of seat 1 has 8 spaces, not 9"),
        ("| hand -", "| hand - | hand -", "the position has the section 'hand' twice"),
        ("| hand -", "| hand - | tea 5", "this game has no section 'tea'"),
        ("| hand - ", "", "the position lacks the section 'hand'"),
        ("| hand -", "| | hand -", "the position has an empty section"),
        (" | hand", "\n | hand", "a position must be one line"),
        ("points -1", "points minus", "points of seat 2 must be a whole number"),
        ("points -1", "points ٣", "points of seat 2 must be a whole number"),
    ],
)
def test_wrong_position_is_refused_with_a_sentence(old: str, new: str, message: str) -> None:
    assert old in GOOD
    with pytest.raises(FreightyardError) as caught:
        GAME.position(GAME.edition("mayfair-1996"), GOOD.replace(old, new, 1))
    assert str(caught.value).startswith(message), str(caught.value)


def test_position_without_a_way_on_is_refused() -> None:
    with pytest.raises(BadPosition, match="nothing is legal in this position"):
        at("phase coupling | hand T | 1 locomotives 1 trains B2")


def test_position_of_more_cars_than_can_go_back_into_the_yard_is_refused() -> None:
    at("phase rearranging | hand TT | 1 yard BBBBBBBB/AAAAAA")
    at("phase rearranging | hand TT | 1 yard -/AAAAAA")
    for position in ("hand TTT | 1 yard BBBBBBBB/AAAAAA", "hand TTT | 1 yard -/AAAAAA"):
        with pytest.raises(BadPosition, match="3 cars cannot go back into the yard of seat 1 siding by siding"):
            at(f"phase rearranging | {position}")


def test_position_of_a_yard_laid_out_with_gaps_is_refused() -> None:
    with pytest.raises(BadPosition, match="filled siding by siding"):
        at("phase laying | leave out | main TTTTT/-/T/-/-")
    with pytest.raises(BadPosition, match="filled siding by siding"):
        at("phase dealing | leave out | main AAAAA/BBBBB/CCCCC/KKKKK/GGGGG | 1 yard TTTTTT/TTT | 2 yard O/-")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("day 2 | phase laying | leave out | 1 trains T2", "there are no trains yet in the phase laying"),
        ("day 2 | phase dealing | leave out | main TTTTT/BBBBB/AAAAA/CCCCC/GGGGG", "the phase dealing is on day 1 only"),
        ("phase laying | leave out | 1 yard T/-", "the yards of the players are empty in the phase laying"),
        (
            "day 1 first - seat - | phase first-seat | leave out | main T/-/-/-/-",
            "the main yard is empty in the phase first-seat",
        ),
        ("day 3 first - seat - | phase first-seat | leave out", "the phase first-seat is on day 1 only"),
        ("phase dealing | leave out | main TTTTT/BBBBB/-/-/-", "the main yard is full in the phase dealing"),
        (
            "phase dealing | leave out | main TTTTT/BBBBB/AAAAA/CCCCC/GGGGG | 1 yard OOOOOOO/-",
            "no siding has more than 6 cars in the phase dealing",
        ),
    ],
)
def test_position_that_cannot_be_before_the_first_turn_is_refused(text: str, message: str) -> None:
    with pytest.raises(BadPosition) as caught:
        at(text)
    assert str(caught.value) == message


def test_position_of_another_number_of_seats_is_refused() -> None:
    text = " | ".join(part for part in GOOD.split(" | ") if not part.startswith("2 "))
    with pytest.raises(FreightyardError, match="mayfair-1996 is for 2 to 5 players, not 1"):
        GAME.position(GAME.edition("mayfair-1996"), text.replace("first 2", "first 1"))
