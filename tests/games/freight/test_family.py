"""The family rules: what differs."""

from freightyard.core.chance import Stream
from freightyard.core.checks import random_move
from freightyard.games.freight.rules import GAME
from freightyard.games.freight.rules.state import State
from tests.games.freight.positions import FAMILY, LINE, family, family_shipping, family_text, legal, play, refused, seat

FULL = "n14/rbg/rbYK n18/ykw/ykRB r10/rby/rbGK j14/rbk/bkGY r14/gyk/gyRB n8/bgw/bgRY"


def restocked(state: State) -> State:
    """Roll until a seat acts again."""
    rng = Stream("rolls")
    while state.to_act() == -1:
        state.play(random_move(state, rng))
    return state


def test_family_first_seat_starts_and_turns_go_clockwise_without_auction_rolls_or_boxes() -> None:
    rng = Stream("family")
    state = GAME.start(FAMILY, 3)
    while state.to_act() == -1:
        state.play(random_move(state, rng))
    board = state.view(None).board
    assert (board.phase, board.order, state.to_act(), board.boxes) == ("building", (1, 2, 3), 0, ("", ""))
    for expected in (1, 2, 0, 1):
        play(state, "done")
        assert state.to_act() == expected
    assert state.round == 2


def test_family_one_loan_a_turn_and_two_in_the_first() -> None:
    state = play(family(family_text("building", seat(), seat(), round=1, turns=0)), "loan", "loan")
    assert refused(state, "loan").startswith("fr.loan")
    later = play(family(family_text("building", seat(), seat(), round=2)), "loan")
    assert refused(later, "loan").startswith("fr.loan")


def test_family_loans_are_repaid_while_shipping_too() -> None:
    state = family_shipping(seat(cash=25, loans=2, at="n14"))
    play(state, "repay")
    assert (state.cash[0], state.loans[0]) == (15, 1)


def test_family_refusals_speak_of_the_family_rules() -> None:
    state = family(family_text("building", seat(cash=12, loans=15, took=1), seat(), track=LINE))
    for words, reason in {
        "put red n14": "there are no boxes in these rules: the die supplies the cities of your network",
        "shift red cube": "there are no boxes in these rules: the die supplies the cities of your network",
        "fill red cube": "there are no boxes in these rules: the die supplies the cities of your network",
        "sell n15": "track is never sold in these rules",
        "open 0": "the turn order is never auctioned in these rules",
        "order 1": "the first seat starts, and no turn order is drawn",
    }.items():
        assert refused(state, words) == f"fr.family: {reason}"
    play(state, "done")  # 15 are owed
    assert refused(state, "repay") == "fr.family: you repay loans while you build or ship, and before the scoring"


def test_family_who_cannot_pay_interest_takes_loans_over_the_limit() -> None:
    state = play(family(family_text("building", seat(cash=0, loans=12, took=1), seat())), "done")
    assert legal(state) == {"loan"}
    play(state, "loan")
    assert legal(state) == {"loan"}  # 12 are owed
    play(state, "loan")
    assert (state.loans[0], state.cash[0], state.to_act()) == (14, 8, 1)


def test_family_track_is_never_sold_and_nobody_goes_bankrupt() -> None:
    state = play(family(family_text("building", seat(cash=0, loans=40, took=1), seat())), "done", *["loan"] * 4)
    assert state.view(None).board.seats[0].out == 0
    assert state.to_act() == 1


def test_family_no_tolls_because_no_foreign_track_is_used() -> None:
    state = family_shipping(seat(cash=9, at="n14"), seat(at="n18"), track="n15/s0/1 n16/s0/2 n17/s0/1")
    assert legal(state, "go") == set()
    assert refused(state, "go n18") == "fr.family-run: one run over your own track does not reach Gable n18"


def test_family_run_goes_from_city_to_city_at_no_cost_twice_at_most() -> None:
    track = f"{LINE} n13/s0/1 n12/s0/1 n11/s0/1 n10/s0/1 n9/s0/1"
    state = family_shipping(seat(cash=0, at="n18"), track=track)
    assert legal(state, "go") == {"go n14"}  # a run ends at the first city entered
    play(state, "go n14")
    assert legal(state, "go") == {"go n18", "go n8"}
    play(state, "go n8")
    assert legal(state, "go") == set()
    assert refused(state, "go n14") == "fr.family-run: no runs left: a train makes at most 2 runs a turn"
    first = family_shipping(seat(at="n18"), track=track)
    assert refused(first, "go n15") == "fr.family-run: a run ends in a city, and there is none on n15"


def test_family_run_does_not_end_in_the_city_it_left() -> None:
    # A loop of curves around n15's neighbours leads back to n14 only.
    loop = "n15/c3/1 m16/c2/1 m15/c0/1"  # n14 -> n15 (3, 5) -> m16 (2, 4) …
    state = family_shipping(seat(at="n14"), track=loop)
    assert "go n14" not in legal(state)


def test_family_run_loads_and_delivers_in_every_city_without_points() -> None:
    state = family_shipping(seat(at="n14", cargo="y"), cities=FULL)
    play(state, "deliver yellow", "load red", "load blue", "go n18", "deliver red", "deliver blue", "load yellow", "go n14")
    play(state, "deliver yellow")
    assert state.cash[0] == 5 + 5 + 5 + 1  # the yellow disk of n14 went with the first


def test_family_run_is_not_needed_for_loading() -> None:
    state = play(family_shipping(seat(at="n14")), "load red", "done")
    assert state.cargo[0] == 1


def test_family_supply_rolls_every_city_of_the_network_up_to_four() -> None:
    cities = "n14/rbg/r n18/ykw/- r10/rby/rb j14/rbk/bkGY r14/gyk/gyRB n8/bgw/bgRY"
    state = family_shipping(seat(at="n14"), cities=cities)
    play(state, "done")
    board = state.view(None).board
    assert (board.phase, board.town) == ("restocking", "n14")
    play(state, "roll red", "roll yellow", "roll red")
    assert state.view(None).board.cities[0].markers == "rrrY"
    assert state.view(None).board.town == "n18"
    restocked(state)
    assert [len(city.markers) for city in state.view(None).board.cities] == [4, 4, 2, 4, 4, 4]  # r10 is not in the network
    assert state.to_act() == 1


def test_family_supply_is_nothing_when_all_are_full() -> None:
    state = play(family_shipping(seat(at="n14"), cities=FULL), "done")
    assert state.to_act() == 1


# Seat 1's track touches all six cities but n8.
FIVE = "n15/s0/1 n17/s0/1 q10/s1/1 k14/s1/1 q14/s1/1"


def test_family_end_comes_after_one_more_turn_of_all_others() -> None:
    state = family(family_text("building", seat(cash=3, at="n14"), seat(), seat(), round=4, track=FIVE, cities=NINE))
    play(state, "build n13 straight 0", "done", "done")
    restocked(state)
    assert state.view(None).board.last is None  # five cities
    state = family(family_text("building", seat(cash=3, at="n14"), seat(), seat(), round=4, track=f"{FIVE} n9/s0/1", cities=NINE))
    play(state, "done", "done")
    restocked(state)
    assert state.view(None).board.last == 1
    play(state, "done")
    assert state.to_act() == 2
    play(state, "done")
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.ended_by == "fr.family-end"
    assert outcome.scores == (3 + 6 * 5, 0, 0)


def test_family_end_only_the_first_counts_and_the_last_seat_ends_a_round_later() -> None:
    track = f"{FIVE} n9/s0/1".replace("/1", "/3")
    state = family(family_text("building", seat(), seat(), seat(at="n14"), at=3, round=4, track=track, cities=NINE))
    play(state, "done", "done")
    restocked(state)
    assert state.to_act() == 0
    play(state, "done")
    assert state.to_act() == 1
    play(state, "done")
    assert state.to_act() is None
    assert state.round == 5


def test_family_end_is_checked_at_the_end_of_the_own_turn() -> None:
    state = family(family_text("building", seat(cash=9, at="n14"), seat(), seat(), round=4, track=FIVE, cities=NINE))
    play(state, "build n13 straight 0")
    assert state.view(None).board.last is None


def test_family_cap_ends_the_game_after_round_thirty() -> None:
    state = family(family_text("building", seat(cash=3), seat(cash=15, loans=1), at=2, round=30))
    play(state, "done", "repay")
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.ended_by == "fr.family-cap"
    assert outcome.scores == (3, 4)


def test_family_cap_is_not_before_round_thirty() -> None:
    state = play(family(family_text("building", seat(), seat(), at=2, round=29)), "done")
    assert (state.round, state.to_act()) == (30, 0)


NINE = f"{FULL} j18/rbw/- j20/rgy/- l20/rgk/-"
