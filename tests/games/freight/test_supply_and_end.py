"""The boxes, the last repayments and the scoring of the standard rules."""

from freightyard.games.freight.rules.state import State
from tests.games.freight.positions import LINE, legal, play, refused, seat, standard, text


def supplying(boxes: str, one: str = seat(at="n14"), track: str = LINE, cities: str = "") -> State:
    extra = {"cities": cities} if cities else {}
    return standard(text("supplying", one, seat(), track=track, boxes=boxes, **extra))  # type: ignore[arg-type]


def test_supply_puts_a_marker_of_box_1_on_a_city_of_the_network_that_shows_it_and_has_room() -> None:
    # n14 (rbg) has three markers, n18 four; seat 1's network has both. A red cube fits n14, a red disk only n18 and others.
    state = supplying("rW/rr")
    assert legal(state, "put") == {"put red n14", "put white n14"}
    assert refused(state, "put red n18") == "fr.markers: Gable n18 is full: a city holds 4 markers"
    assert refused(state, "put blue n14") == "fr.supply: box 1 has no blue cube for Winmore n14"
    assert refused(state, "put yellow n14") == "fr.supply: box 1 has no yellow disk for Winmore n14"
    assert refused(state, "put red r10") == "fr.supply: Yelden r10 is not a city of your network"
    play(state, "put white n14")
    assert state.view(None).board.cities[0].markers == "rbYW"


def test_supply_then_moves_a_marker_from_box_2_to_box_1_and_fills_box_2_with_any() -> None:
    state = play(supplying("rW/gK"), "put red n14")
    assert legal(state, "shift") == {"shift green cube", "shift black disk"}
    assert refused(state, "shift red cube") == "fr.supply: box 2 has no red cube"
    play(state, "shift black disk")
    assert len(legal(state, "fill")) == 12
    assert refused(state, "shift green cube").startswith("fr.supply")
    play(state, "fill yellow disk")
    assert state.view(None).board.boxes == ("KW", "gY")
    assert state.to_act() == 1


def test_supply_is_compulsory_if_anything_fits() -> None:
    state = supplying("rW/rr")
    assert refused(state, "done") == "fr.supply: put a marker from box 1 on a city of your network"


def test_supply_is_skipped_when_nothing_fits() -> None:
    # A black cube and a red disk: n14 supplies no black and demands no red; n18 is full.
    state = play(standard(text("building", seat(at="n14"), seat(), track=LINE, boxes="kR/rr")), "done", "done")
    assert state.view(None).board.boxes == ("Rk", "rr")
    assert state.to_act() == 1


def test_supply_is_skipped_without_a_network() -> None:
    state = play(standard(text("building", seat(), seat())), "done")
    assert state.to_act() == 1


def test_score_after_round_ten_loans_may_be_repaid_once_more() -> None:
    line = LINE.replace("/1", "/2")
    position = text("building", seat(cash=35, loans=2), seat(cash=25, loans=2, at="n18"), at=2, round=10, track=line)
    state = play(standard(position), "done", "done")
    while state.view(None).board.phase in ("supplying", "shifting", "filling"):
        state.play(state.legal()[0])
    board = state.view(None).board
    assert (board.phase, board.ending, state.to_act()) == ("repaying", "fr.score", 0)
    assert legal(state) == {"repay", "done"}
    assert refused(state, "loan") == "fr.loan: there are no more loans: you can only repay before the scoring"
    play(state, "repay", "repay")  # nothing is left to repay, so seat 2 is asked
    assert state.to_act() == 1
    play(state, "repay", "repay")
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.scores == (15, 25 - 2 - 20 + 2 * 5)
    assert outcome.winners == (0,)
    assert outcome.ended_by == "fr.score"


def test_score_counts_money_loans_and_cities() -> None:
    extra = "ending fr.score"
    one, two = seat(cash=12, loans=1, at="n14"), seat(cash=7)
    state = standard(text("repaying", one, two, round=10, track=LINE, extra=extra))
    play(state, "done")
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.scores == (12 - 15 + 10, 7)
    assert outcome.winners == (0, 1)  # a tie is shared
    sheet = state.sheet()
    assert sheet is not None
    assert [row.amounts for row in sheet.rows] == [("12", "7"), ("1 × −15", "0"), ("2 × 5", "0")]  # each can be worked out


def test_repay_before_the_scoring_asks_only_who_can() -> None:
    position = text("building", seat(cash=9, loans=2), seat(cash=5), at=2, round=10)
    state = play(standard(position), "done")
    assert state.outcome() is not None


def test_round_ten_is_the_last() -> None:
    assert play(standard(text("building", seat(), seat(), at=2, round=9)), "done").round == 10
    over = play(standard(text("building", seat(), seat(), at=2, round=10)), "done")
    assert over.to_act() is None
    assert refused(over, "done") == "fr.score: the game is over"
