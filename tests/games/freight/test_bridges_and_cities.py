"""Bridges over every sort of track, new cities inside the hull, and the blockade."""

import pytest

from tests.games.freight.positions import building, legal, play, refused, seat, shipping, standard, text

RICH = seat(cash=50, at="n14")
OTHER = seat(cash=50, at="n18")


# --- bridges ---


@pytest.mark.parametrize(
    ("below", "axes"),
    [
        ("s0", {"1", "2"}),  # a straight from 0 to 3 leaves 1-4 and 2-5
        ("s1", {"0", "2"}),
        ("c0", {"1"}),  # a curve from 0 to 2 leaves 1-4 alone: 3 and 5 have no free partner
        ("c3", {"1"}),
        ("c1", {"2"}),
        ("l0", {"1"}),  # 0 2 3 leaves 1-4
        ("r0", {"2"}),  # 0 3 4 leaves 2-5
        ("y0", set()),  # 0 2 4 leaves no axis
    ],
)
def test_bridge_lies_over_straight_curve_and_switch_on_two_opposite_free_edges(below: str, axes: set[str]) -> None:
    # Seat 2 has a tile on o14; seat 1's cities and track around it face all its edges.
    around = "p14/s1/1 o15/s0/1 n15/s2/1 o13/s0/1 p13/s2/1"
    state = building(RICH, OTHER, track=f"o14/{below}/2 {around}")
    assert {words.split()[2] for words in legal(state, "bridge o14")} == axes


def test_bridge_costs_five_and_three_are_all() -> None:
    track = "n15/s0/1 o14/s0/2 o13/s0/2 m14/s0/2 m15/s0/2"
    state = building(RICH, OTHER, track=track)
    play(state, "bridge o14 1", "bridge o13 2", "bridge m14 1")
    assert state.cash[0] == 35
    assert state.stock[3] == 0
    assert refused(state, "bridge m15 2") == "fr.start: you have no bridge tiles left"
    poor = building(seat(cash=4, at="n14"), OTHER, track=track)
    assert refused(poor, "bridge o14 1") == "fr.build-track: a bridge costs 5, and you have 4"


def test_bridge_needs_track_below_and_no_other_bridge() -> None:
    state = building(RICH, OTHER, track="n15/s0/1 o14/s0/2", bridges="o14/1/2")
    assert refused(state, "bridge o14 2") == "fr.bridge: there is already a bridge over o14"
    assert refused(state, "bridge n16 1") == "fr.bridge: a bridge goes over track, and there is none on n16"
    assert refused(state, "bridge n14 1") == "fr.bridge: a bridge goes over track, and there is none on Winmore n14"
    assert refused(building(RICH, OTHER, track="n15/s0/1 o14/s0/2"), "bridge o14 0").startswith(
        "fr.bridge: the track on o14 uses"
    )


def test_bridge_joins_the_own_network() -> None:
    state = building(RICH, OTHER, track="n15/s0/1 n9/s0/2")
    assert refused(state, "bridge n9 1").startswith("fr.connected")
    # Over the other's o14 it leads from the city n14 (edge 4 of o14) on to p14.
    play(building(RICH, OTHER, track="n15/s0/1 o14/s0/2"), "bridge o14 1", "build p14 straight 1")


def test_bridge_may_be_the_first_track() -> None:
    state = building(seat(cash=8), OTHER, track="o14/s0/2 o15/s0/2")
    assert "bridge o14 1" in legal(state)
    play(state, "bridge o14 1")
    assert state.view(0).board.seats[0].locomotive == "n14"
    assert state.view(0).board.seats[0].cities == ("n14",)


def test_bridge_is_not_joined_to_the_tile_below() -> None:
    # The train comes from n14 over the bridge on o14 and can only go straight on; below runs seat 2's line.
    track = "o14/s0/2 o13/s0/2 o15/s0/2 p14/s1/1 q14/s1/1"
    state = shipping(seat(cash=5, at="n14"), OTHER, track=track, bridges="o14/1/1")
    play(state, "go o14")
    assert legal(state, "go") == {"go p14"}
    assert refused(state, "go o15") == "fr.move: the track under your train does not lead to o15"


def test_bridge_toll_goes_to_its_owner_and_never_to_the_tile_below() -> None:
    track = "o14/s0/2 p14/s1/1 q14/s1/1"
    own = shipping(seat(cash=5, at="n14"), OTHER, track=track, bridges="o14/1/1")
    play(own, "go o14")
    assert list(own.cash) == [5, 50]
    track = "o14/s0/1 o15/s0/1 p14/s1/2 q14/s1/2"
    foreign = shipping(seat(cash=5, at="n14"), OTHER, track=track, bridges="o14/1/2")
    play(foreign, "go o14")
    assert list(foreign.cash) == [4, 51]


def test_bridge_over_own_track_is_a_tile_of_its_own_in_a_section() -> None:
    track = "n15/s0/1 o14/s0/1 o15/c1/1"  # n15 east of n14; o14 below with a bridge, and o15 beside it
    state = standard(text("selling", seat(loans=3, took=1, at="n14"), OTHER, track=track, bridges="o14/1/1", extra="owed 3"))
    # The bridge on o14 hangs on the city n14 only, the tile below on o15: two sections, and n15.
    assert legal(state) == {"sell n15", "sell o14", "sell o14 bridge"}


# --- cities ---


def test_build_city_on_an_empty_hex_that_own_track_points_into() -> None:
    state = building(RICH, track="n15/c1/1 m14/s1/1")  # pointing into o15, and into l14
    assert legal(state, "city") == {"city o15", "city l14"}
    assert refused(state, "city p15") == "fr.build-city: none of your track points into p15"
    assert refused(state, "city n15") == "fr.build-city: n15 is not an empty hex of the map"
    assert refused(state, "city o14") == "fr.build-city: o14 is next to a city"


def test_build_city_inside_the_hull_its_edge_included() -> None:
    # From n18 to r14 the edge of the hull runs over o17, p16 and q15. p16 is on it, p17 outside.
    state = building(RICH, track="n15/s0/1 o16/s1/1 o17/s1/1")  # pointing into p16 and p17
    assert "city p16" in legal(state)
    assert "city p17" not in legal(state)
    assert refused(state, "city p17") == "fr.build-city: a new city lies between the others, and p17 is outside"


def test_build_city_hull_corners_by_three_cities_need_not_be_the_nearest() -> None:
    # m11 lies in the triangle n8, j14, r14, however far these are.
    assert "city m11" in legal(building(RICH, track="m12/s0/1 n15/s0/1"))


def test_build_city_needs_three_cities_that_are_not_on_one_line() -> None:
    line = "n6/rbg/r n8/ykw/y n10/rby/r n16/rbk/b n18/gyk/g n22/bgw/b"
    state = building(seat(cash=50, at="n16"), track="n15/s0/1 n14/s0/1", cities=line)
    assert legal(state, "city") == set()
    assert refused(state, "city n13") == "fr.build-city: a new city lies between the others, and n13 is outside"


def test_build_city_tile_by_choice_of_the_unused() -> None:
    state = play(building(RICH, track="n15/c1/1"), "city o15")
    assert state.cash[0] == 45
    assert "tile gkw" in legal(state)
    assert refused(state, "tile rbg") == "fr.city-tile: another city supplies red, blue and green already"
    play(state, "tile gkw", "roll black")
    assert state.view(0).board.cities[-1].markers == "k"
    assert state.to_act() == 0
    assert state.view(0).board.phase == "building"


def test_build_city_tile_at_random_and_one_rolled_marker() -> None:
    state = play(building(RICH, track="n15/c1/1"), "city o15", "random")
    assert len(state.chances()) == 14
    play(state, "tile gkw")
    assert [weight for _, weight in state.chances()] == [1] * 6
    play(state, "roll red")
    assert state.view(0).board.cities[-1].markers == "R"  # gkw demands red


def test_build_city_joins_every_track_that_points_into_it() -> None:
    state = building(RICH, OTHER, track="n15/c1/1 o16/s0/2 o17/c3/2")
    assert state.view(0).board.seats[1].cities == ("n18",)
    play(state, "city o15", "tile gkw", "roll red")
    board = state.view(0).board
    assert board.seats[0].cities == ("n14", "o15")
    assert board.seats[1].cities == ("n18", "o15")
    assert "build p15 straight 1" in legal(state)  # its sides are open


def test_build_city_not_when_all_tiles_are_used() -> None:
    names = ["rbg", "rby", "rbk", "rbw", "rgy", "rgk", "rgw", "ryk", "ryw", "rkw"]
    names += ["bgy", "bgk", "bgw", "byk", "byw", "bkw", "gyk", "gyw", "gkw", "ykw"]
    hexes = ["n14", "n18", "r10", "j14", "r14", "n8", "j16", "j18", "l18", "l20", "p18", "p9", "p11", "t10", "t12", "t8"]
    hexes += ["h16", "h18", "h20", "v8"]
    cities = " ".join(f"{number}/{name}/-" for number, name in zip(hexes, names, strict=True))
    state = building(RICH, track="n15/c1/1", cities=cities)
    assert refused(state, "city o15") == "fr.build-city: all city tiles are used"


# --- the blockade ---

# Seat 2 sits in n8: all sides of the city are taken, and its switch on n9 can only go on into n10.
BOXED = "o8/s1/1 o7/s2/1 n7/s0/1 m8/s1/1 m9/l5/1 n9/r0/2 n11/s0/1"


def test_no_blockade_refuses_the_tile_that_takes_the_last_place() -> None:
    state = building(RICH, seat(at="n8"), track=BOXED)
    assert legal(state, "build n10") == set()
    assert refused(state, "build n10 straight 0") == "fr.no-blockade: another player would have no place left for new track"
    assert len(legal(state, "build")) > 20  # elsewhere seat 1 is free


def test_no_blockade_allows_a_city_that_the_other_can_build_from() -> None:
    assert "city n10" in legal(building(RICH, seat(at="n8"), track=BOXED))


def test_no_blockade_counts_an_upgrade_as_a_place() -> None:
    state = building(RICH, seat(at="n8"), track=BOXED.replace("n9/r0/2", "n9/s0/2"))
    assert "build n10 straight 0" in legal(state)


def test_no_blockade_counts_a_bridge_as_a_place() -> None:
    # o8 no longer uses the edge that faces the city: seat 2 could bridge it from there.
    state = building(RICH, seat(at="n8"), track=BOXED.replace("o8/s1/1", "o8/s0/1"))
    assert "build n10 straight 0" in legal(state)
    assert "bridge o8 1" in legal(state)
    # Once n10 is gone, the bridge that would take this place away is refused.
    play(state, "build n10 straight 0")
    assert refused(state, "bridge o8 1").startswith("fr.no-blockade")


def test_no_blockade_who_was_blocked_before_does_not_count() -> None:
    state = building(RICH, seat(at="n8"), track=f"{BOXED} n10/s0/1")
    assert len(legal(state, "build")) > 20


def test_no_blockade_money_and_supply_do_not_count() -> None:
    state = building(RICH, seat(cash=0, at="n8"), track=BOXED)  # seat 2 could not pay for n10 anyway
    assert legal(state, "build n10") == set()


def test_no_blockade_not_by_oneself() -> None:
    # Seat 1 may take its own last place: the rule protects the others.
    track = BOXED.replace("/1", "/x").replace("/2", "/1").replace("/x", "/2")
    state = building(seat(cash=50, at="n8"), OTHER, track=track)
    assert "build n10 straight 0" in legal(state)
