"""Track, upgrades, networks, the locomotive's first city, wagons."""

import pytest

from freightyard.games.freight.rules import GAME
from freightyard.games.freight.rules.hexes import tile_shapes
from tests.games.freight.positions import LINE, STANDARD, building, legal, play, refused, seat, standard, text

RICH = seat(cash=50, at="n14")


def test_tracks_are_straight_curved_two_apart_and_switches_with_one_more_leg() -> None:
    shapes = tile_shapes()
    sets = {frozenset(edge for edge in range(6) if mask >> edge & 1) for mask in shapes}
    expected = {frozenset((a, (a + 3) % 6)) for a in range(6)}
    expected |= {frozenset((a, (a + 2) % 6)) for a in range(6)}
    for legs in ((0, 2, 3), (0, 3, 4), (0, 2, 4)):
        expected |= {frozenset((a + leg) % 6 for leg in legs) for a in range(6)}
    assert sets == expected
    assert len(shapes) == 3 + 6 + 6 + 6 + 2


@pytest.mark.parametrize(
    ("move", "price"),
    [
        ("build n19 straight 0", 3),
        ("build n19 curve 1", 3),
        ("build n19 switch-left 0", 5),
        ("upgrade n16 switch-right 0", 3),
    ],
)
def test_build_track_costs_its_price_and_pays_the_bank(move: str, price: int) -> None:
    state = play(building(RICH, track=LINE), move)
    assert list(state.cash) == [50 - price, 0]
    assert state.bank == -50 + price


@pytest.mark.parametrize(("cash", "some"), [(2, []), (3, ["straight", "curve"]), (5, ["straight", "curve", "switch"])])
def test_build_track_is_offered_as_far_as_the_money_goes(cash: int, some: list[str]) -> None:
    state = building(seat(cash=cash, at="n14"), track=LINE)
    sorts = {words.split()[2].split("-")[0] for words in legal(state, "build")}
    assert sorts == set(some)


def test_build_track_goes_on_until_done() -> None:
    state = play(building(RICH, track=LINE), "build n19 straight 0", "build n20 straight 0", "upgrade n16 switch-left 0")
    assert state.to_act() == 0
    assert "done" in legal(state)
    play(state, "done")
    assert refused(state, "build n21 straight 0").startswith("fr.turn")


def test_build_track_upgrade_keeps_the_edges() -> None:
    state = building(RICH, track=LINE)
    # n16 joins the edges 0 and 3: every switch that has both, and no other.
    assert legal(state, "upgrade n16") == {
        "upgrade n16 switch-left 0",  # 0 2 3
        "upgrade n16 switch-left 3",  # 3 5 0
        "upgrade n16 switch-right 0",  # 0 3 4
        "upgrade n16 switch-right 3",  # 3 0 1
    }
    assert refused(state, "upgrade n16 switch-wye 0") == "fr.build-track: an upgrade keeps the legs of the tile and adds one"


def test_build_track_upgrade_of_a_curve_keeps_both_ends() -> None:
    state = building(RICH, track="n15/c1/1 " + "n13/s0/1")  # n15: edges 1 and 3
    assert legal(state, "upgrade n15") == {
        "upgrade n15 switch-left 1",  # 1 3 4
        "upgrade n15 switch-left 4",  # 4 0 1: not with edge 3
        "upgrade n15 switch-right 3",  # 3 0 1
        "upgrade n15 switch-right 0",
        "upgrade n15 switch-wye 1",  # 1 3 5
    } - {"upgrade n15 switch-left 4", "upgrade n15 switch-right 0"}


def test_build_track_upgrade_returns_the_simple_tile_and_takes_a_switch() -> None:
    state = building(RICH, track=LINE)
    before = state.stock[:4]
    play(state, "upgrade n16 switch-left 0")
    assert list(state.stock[:4]) == [before[0] + 1, before[1], before[2] - 1, before[3]]
    assert refused(state, "upgrade n16 switch-left 0") == "fr.build-track: the tile on n16 is already a switch"


def test_build_track_only_own_tiles_are_upgraded() -> None:
    state = building(RICH, track="n15/s0/1 n16/s0/2 n17/s0/2", two=seat(at="n18"))
    assert legal(state, "upgrade n16") == set()
    assert refused(state, "upgrade n16 switch-left 0") == "fr.build-track: you have no tile on n16 to upgrade"


def test_build_track_upgrade_needs_a_free_switch_tile() -> None:
    # Ten switches of seat 1 far away, all in one piece of map.
    switches = " ".join(f"{row}{column}/l0/1" for row in "ghikl" for column in (16, 18))
    state = building(RICH, track=f"{switches} {LINE}")
    assert state.stock[2] == 0
    assert legal(state, "upgrade") == set()
    assert refused(state, "upgrade n16 switch-left 0") == "fr.start: you have no switch tiles left"
    assert legal(state, "build n19 switch") == set()
    assert legal(state, "build n19 straight") == {"build n19 straight 0"}


def test_build_track_upgrade_may_not_use_an_edge_of_the_bridge_above() -> None:
    # A bridge of seat 2 lies over n16 along axis 1 (edges 1 and 4).
    state = building(RICH, two=seat(at="n18"), track=LINE, bridges="n16/1/2")
    assert legal(state, "upgrade n16") == {"upgrade n16 switch-left 0", "upgrade n16 switch-left 3"}  # legs 2 and 5
    assert refused(state, "upgrade n16 switch-right 3") == "fr.build-track: the new leg would meet the bridge above"


# --- connected ---


def test_connected_first_track_touches_any_city() -> None:
    state = building(seat(cash=10))
    hexes = {words.split()[1] for words in legal(state, "build")}
    around_n14 = {"n15", "o14", "o13", "n13", "m14", "m15"}
    around_n8 = {"n9", "o8", "o7", "n7", "m8", "m9"}
    assert around_n14 | around_n8 <= hexes
    assert len(hexes) == 6 * 6
    assert "build n15 straight 0" in legal(state)
    assert refused(state, "build n15 straight 1") == "fr.connected: turned this way it does not touch a city"
    assert refused(state, "build n16 straight 0") == "fr.connected: your first track must touch a city"


def test_connected_later_track_joins_own_track_or_a_city_of_the_network() -> None:
    state = building(RICH, track="n15/s0/1")
    hexes = {words.split()[1] for words in legal(state, "build")}
    assert hexes == {"n16", "o14", "o13", "n13", "m14", "m15"}
    assert refused(state, "build n9 straight 0") == "fr.connected: new track must meet your own track or a city of your network"


def test_connected_track_may_end_dead_against_the_side_of_a_tile() -> None:
    # m17 of seat 2 joins its edges 0 and 3; the curve on n16 points at its closed side.
    state = building(RICH, two=seat(at="n18"), track="n15/s0/1 m17/s0/2 m18/c1/2")
    play(state, "build n16 curve 3", "done")
    assert legal(state, "go") == set()  # no city lies that way
    assert refused(state, "go n15").startswith("fr.move: from there your action points and your money would not")


def test_connected_network_goes_through_own_track_only() -> None:
    # Seat 1 reaches n16, seat 2 goes on to n18: trains pass, but n18 is not in the network of seat 1.
    state = building(RICH, two=seat(at="n18"), track="n15/s0/1 n16/s0/1 n17/s0/2")
    board = state.view(0).board
    assert board.seats[0].cities == ("n14",)
    assert board.seats[1].cities == ("n18",)
    assert legal(state, "build n19") == set()
    assert refused(state, "build n19 straight 0").startswith("fr.connected")
    play(state, "done", "go n15", "go n16", "go n17", "go n18", "done")
    assert state.view(0).board.seats[0].locomotive == "n18"
    assert legal(state, "put") == {"put red n14"}  # the network is what it was


def test_connected_city_is_shared_and_all_its_sides_are_open() -> None:
    state = building(RICH, two=seat(cash=9, at="n18"), track=LINE + " o18/s1/2")
    board = state.view(0).board
    assert board.seats[0].cities == ("n14", "n18")
    assert board.seats[1].cities == ("n18",)
    assert {"n19", "m18", "m19", "o17"} <= {words.split()[1] for words in legal(state, "build")}


def test_connected_after_a_sale_the_network_is_all_own_track_even_in_pieces() -> None:
    state = building(RICH, track="n15/s0/1 n9/s0/1")
    assert state.view(0).board.seats[0].cities == ("n14", "n8")
    assert {"n16", "n10", "m9", "m15"} <= {words.split()[1] for words in legal(state, "build")}


def test_connected_who_has_lost_all_track_builds_again_from_any_city() -> None:
    state = building(seat(cash=10, at="n14"), two=seat(at="n18"), track="n15/s0/bank n17/s0/2")
    assert "build n9 straight 0" in legal(state)
    play(state, "build n9 straight 0")
    assert state.view(0).board.seats[0].locomotive == "n14"  # it stays where it was


# --- the locomotive ---


def test_locomotive_start_on_the_only_city_of_the_first_track() -> None:
    state = play(building(seat(cash=10)), "build n9 straight 0")
    assert state.view(0).board.seats[0].locomotive == "n8"
    assert state.view(0).board.phase == "building"


def test_locomotive_start_by_choice_between_several_cities() -> None:
    # n14 and n16: a straight on n15 touches both.
    cities = "n14/rbg/rbYK n16/ykw/ykRB r10/rby/rbGK j14/rbk/bkGY r14/gyk/gyRB n8/bgw/bgRY"
    state = play(building(seat(cash=10), cities=cities), "build n15 straight 0")
    assert legal(state) == {"locomotive n14", "locomotive n16", "loan"}
    assert refused(state, "locomotive n8").startswith("fr.locomotive-start")
    assert refused(state, "done").startswith("fr.locomotive-start")
    play(state, "locomotive n16")
    assert state.view(0).board.seats[0].locomotive == "n16"
    play(state, "build n13 straight 0")
    assert state.view(0).board.phase == "building"  # only the first track asks


def test_locomotive_start_happens_once() -> None:
    state = building(RICH, track=LINE)
    assert refused(state, "locomotive n18") == "fr.locomotive-start: a locomotive is placed only once, after the first track"


def test_locomotive_start_after_an_upgrade_of_bought_track() -> None:
    # Seat 1 has bought a line and never built: an upgrade is the first track that it builds.
    state = play(building(seat(cash=10), track=LINE), "upgrade n16 switch-left 0")
    assert legal(state) == {"locomotive n14", "locomotive n18", "loan"}
    play(state, "locomotive n18")
    assert state.view(0).board.seats[0].locomotive == "n18"
    play(state, "upgrade n15 switch-left 0")
    assert state.view(0).board.phase == "building"  # only the first one asks


# Seat 1 has bought the line n14 to n18 and never built.


def test_locomotive_start_offers_no_city_that_the_first_own_track_does_not_touch() -> None:
    state = play(building(seat(cash=10), track=LINE), "build n19 straight 0")
    assert state.view(0).board.seats[0].locomotive == "n18"  # n14 is in the network, but not at this track
    assert state.view(0).board.phase == "building"
    # A track between n14 and a new city on n12 touches both; n18 is not offered.
    cities = "n14/rbg/rbY n18/ykw/ykRB r10/rby/rbGK j14/rbk/bkGY r14/gyk/gyRB n12/bgw/bgRY"
    several = play(building(seat(cash=10), track=LINE, cities=cities), "build n13 straight 0")
    assert legal(several, "locomotive") == {"locomotive n14", "locomotive n12"}
    assert refused(several, "locomotive n18") == "fr.locomotive-start: your first track is not connected to Gable n18"
    assert "phase starting n13 |" in several.text()
    again = GAME.position(STANDARD, several.text())
    assert (again.text(), again.legal()) == (several.text(), several.legal())
    play(several, "locomotive n12")
    assert several.view(0).board.phase == "building"


def test_locomotive_start_of_revision_1_is_on_any_city_of_the_network() -> None:
    state = GAME.position(GAME.edition("standard@1"), building(seat(cash=10), track=LINE).text())
    play(state, "build n19 straight 0")
    assert legal(state, "locomotive") == {"locomotive n14", "locomotive n18"}
    assert legal(GAME.position(STANDARD, state.text()), "locomotive") == {"locomotive n14", "locomotive n18"}


def test_locomotive_start_waits_while_no_track_leads_to_a_city() -> None:
    # Nobody can play so far, but somebody can write it down; then every legal move must still come to an end.
    state = play(building(seat(cash=20), track="n11/s0/1"), "build n12 straight 0")
    assert state.view(0).board.seats[0].locomotive is None
    play(state, "build n13 straight 0")
    assert state.view(0).board.seats[0].locomotive == "n14"


# --- wagons, loans ---


def test_wagon_costs_five_and_three_are_the_most() -> None:
    state = play(building(seat(cash=11)), "wagon", "wagon")
    assert state.cash[0] == 1
    assert state.wagons[0] == 3
    assert refused(state, "wagon") == "fr.wagon: you have 3 wagons, and more are not allowed"
    assert refused(building(seat(cash=4)), "wagon") == "fr.wagon: a wagon costs 5, and you have 4"


def test_loan_once_a_round_and_twice_in_the_first() -> None:
    state = play(building(seat()), "loan")
    assert (state.cash[0], state.loans[0], state.bank) == (10, 1, -10)
    assert refused(state, "loan") == "fr.loan: you may take 1 loan this round, and you have taken 1"
    first = standard(text("building", seat(), seat(), round=1, turns=0))
    play(first, "loan", "loan")
    assert first.cash[0] == 20
    assert refused(first, "loan") == "fr.loan: you may take 2 loans this round, and you have taken 2"


def test_loan_at_any_own_decision_of_the_round() -> None:
    cities = "n14/rbg/rbYK n16/ykw/ykRB r10/rby/rbGK j14/rbk/bkGY r14/gyk/gyRB n8/bgw/bgRY"
    starting = play(building(seat(cash=10), cities=cities), "build n15 straight 0", "loan", "locomotive n14")
    assert starting.cash[0] == 17
    choosing = play(building(seat(cash=5, at="n14"), track="n15/c1/1"), "city o15", "loan", "tile gkw", "roll red")
    assert choosing.cash[0] == 10
    state = play(building(seat(at="n14"), track=LINE), "done", "done")
    for words in ("put red n14", "shift red cube", "fill red cube"):
        assert "loan" in legal(state)
        play(state, words)
    late = play(building(seat(at="n14"), track=LINE), "done", "done", "loan", "put red n14")
    assert late.loans[0] == 1
    assert refused(late, "loan").startswith("fr.loan")


def test_repay_any_number_in_the_building_phase_only() -> None:
    state = play(building(seat(cash=25, loans=3, at="n14"), track=LINE), "repay", "repay")
    assert (state.cash[0], state.loans[0]) == (5, 1)
    assert refused(state, "repay") == "fr.repay: repaying a loan costs 10, and you have 5"
    assert refused(building(seat(cash=25)), "repay") == "fr.repay: you have no loan to repay"
    shipping = play(building(seat(cash=25, loans=3, at="n14"), track=LINE), "done")
    assert refused(shipping, "repay") == "fr.repay: you repay loans while you build, and before the scoring"


def test_turn_is_build_ship_interest_supply() -> None:
    state = building(seat(cash=5, loans=2, at="n14"), track=LINE)
    assert state.view(0).board.phase == "building"
    play(state, "done")
    assert state.view(0).board.phase == "shipping"
    play(state, "load red", "done")
    assert state.cash[0] == 3
    assert state.view(0).board.phase == "supplying"
    play(state, "put red n14", "shift red cube", "fill white disk")
    assert (state.turns, state.to_act()) == (3, 1)


def test_turn_without_a_locomotive_goes_from_building_to_interest() -> None:
    state = play(building(seat(cash=5, loans=2)), "done")
    assert state.cash[0] == 3
    assert (state.turns, state.to_act()) == (3, 1)
