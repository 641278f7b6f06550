"""The map and everything else that chance sets up."""

import pytest

from freightyard.core.chance import Dice, Stream
from freightyard.core.checks import random_move
from freightyard.core.contract import CHANCE
from freightyard.core.errors import BadPosition
from freightyard.core.flat import numbers
from freightyard.core.record import read, record_of, write
from freightyard.games.freight.rules import GAME
from freightyard.games.freight.rules.setup import unused
from freightyard.games.freight.rules.state import State
from tests.games.freight.positions import STANDARD, building, legal, play, refused, seat


def drawn_map(seats: int, seed: int) -> State:
    """A state whose map is just drawn."""
    state = GAME.start(STANDARD, seats)
    rng = Dice(seed)
    while state.view(None).board.phase == "placing":
        state.play(state.draw(rng))
    return state


def nearest_gaps(state: State) -> list[int]:
    """The empty tiles between each city and its nearest, counted by walking over neighbours, ring by ring."""
    names = [city.hex for city in state.view(None).board.cities]
    grid = STANDARD.grid
    table = grid.neighbours(grid.radius)
    gaps = []
    for name in names:
        others = {grid.index[other] for other in names if other != name}
        reached, ring, steps = {grid.index[name]}, {grid.index[name]}, 0
        while not reached & others:
            ring = {table[number * 6 + edge] for number in ring for edge in range(6)} - reached - {grid.count}
            reached |= ring
            steps += 1
        gaps.append(steps - 1)
    return gaps


@pytest.mark.parametrize(("seats", "cities"), [(2, 6), (3, 9), (4, 11), (5, 13), (6, 15)])
def test_map_has_its_cities_none_adjacent_and_the_average_gap_in_range(seats: int, cities: int, deep: bool) -> None:
    for seed in range(1000 if deep else 60):
        state = drawn_map(seats, seed)
        gaps = nearest_gaps(state)
        assert len(gaps) == cities
        assert min(gaps) >= 1
        assert 2 * cities <= sum(gaps) <= 3 * cities
        middle = STANDARD.grid.count // 2
        radius = {2: 6, 3: 8, 4: 9, 5: 10, 6: 11}[seats]
        assert all(STANDARD.grid.distance(middle, number) <= radius for number in state.cities)


def test_map_draws_every_free_hex_with_the_same_weight_and_never_next_to_a_city() -> None:
    state = GAME.start(STANDARD, 2)
    assert len(state.chances()) == 127  # a hexagon of radius 6
    play(state, "place n14")
    words = {STANDARD.vocabulary.text(move) for move, weight in state.chances() if weight == 1}
    assert len(words) == 127 - 7
    assert not words & {"place n14", "place n15", "place o14", "place o13", "place n13", "place m14", "place m15"}
    assert refused(state, "place n15") == "fr.map: n15 has a city or lies next to one"
    assert refused(state, "place n21") == "fr.map: n21 is too far from the middle for a city"


def test_map_out_of_range_is_drawn_again() -> None:
    state = GAME.start(STANDARD, 2)
    close = ["place n14", "place n16", "place n12", "place l14", "place p14", "place p12"]
    play(state, *close)
    board = state.view(None).board
    assert (board.phase, board.tries, board.cities) == ("placing", 1, ())
    assert len(state.chances()) == 127


def test_map_after_a_thousand_tries_the_fixed_map_serves() -> None:
    state = GAME.position(STANDARD, GAME.start(STANDARD, 2).text().replace("| cities", "| tries 999 | cities"))
    play(state, "place n14", "place n16", "place n12", "place l14", "place p14", "place p12")
    board = state.view(None).board
    assert board.phase == "tiling"
    assert tuple(city.hex for city in board.cities) == STANDARD.data.seats[0].fixed_map


def test_map_average_on_the_bounds_is_in_range() -> None:
    state = GAME.start(STANDARD, 2)
    # Three pairs, each two tiles apart: the average is exactly 2.
    play(state, "place n14", "place n17", "place j14", "place j17", "place r10", "place r13")
    assert state.view(None).board.phase == "tiling"


def test_map_track_may_not_point_off_the_surface() -> None:
    cities = "n20/rbg/r n14/ykw/y r10/rby/r j14/rbk/b r14/gyk/g n8/bgw/b"
    state = building(seat(cash=50, at="n20"), track="n21/s0/1", cities=cities)
    # n22 is a corner of the surface for two players: nothing that begins at n21 fits there.
    assert refused(state, "build n22 straight 0") == "fr.map: track may not point off the map"
    assert refused(state, "build n23 straight 0") == "fr.map: n23 is not on the map for 2 players"
    assert legal(state, "build n22") == set()


def test_map_can_be_written_in_a_position_and_edited_by_hand() -> None:
    state = GAME.start(STANDARD, 2)
    play(state, "place n14", "place n17", "place j14", "place j17", "place r10", "place r13")
    text = state.text()
    assert "cities n14/-/- n17/-/- j14/-/- j17/-/- r10/-/- r13/-/-" in text
    edited = GAME.position(STANDARD, text.replace("r13/", "r14/"))
    assert [city.hex for city in edited.view(None).board.cities][-1] == "r14"
    record = record_of(edited, ("tile rbg",), None, start=edited.text())
    assert read(write(record, GAME)) == record
    with pytest.raises(BadPosition, match="next to another"):
        GAME.position(STANDARD, text.replace("r13/", "r11/"))


def test_city_tile_is_drawn_from_the_twenty_ways_to_split_six_colours() -> None:
    tiles = STANDARD.data.city_tiles
    assert len({frozenset(tile) for tile in tiles}) == 20
    state = drawn_map(2, 1)
    assert len(state.chances()) == 20
    play(state, "tile rbg")
    assert len(state.chances()) == 19
    assert refused(state, "tile rbg") == "fr.city-tile: another city supplies red, blue and green already"


def test_city_tile_gives_every_roll_a_meaning() -> None:
    for seats in (2, 6):
        state = GAME.start(STANDARD, seats, ["rolled"])
        rng = Stream("rolled")
        while state.view(None).board.phase in ("placing", "tiling"):
            state.play(random_move(state, rng))
        assert len(state.chances()) == 6


def test_markers_of_the_drawn_number_stay_empty() -> None:
    state = drawn_map(2, 1)
    play(state, *[f"tile {tile}" for tile in ("rbg", "rkw", "rby", "rbk", "rbw", "rgy")])
    assert len(state.chances()) == 3
    play(state, "leave 2", "leave 1")
    board = state.view(None).board
    assert board.cities[0].markers == "rgYW"  # supply r b g without b, demand y k w without k
    assert board.cities[1].markers == "GYkw"  # supply r k w without r, demand b g y without b


def test_markers_are_rolled_with_the_option() -> None:
    state = GAME.start(STANDARD, 2, ["rolled"])
    rng = Dice(3)
    while state.view(None).board.phase in ("placing", "tiling"):
        state.play(state.draw(rng))
    tile = state.view(None).board.cities[0].tile
    play(state, "roll red", "roll red", "roll red", "roll red")
    expected = "rrrr" if tile is not None and "r" in tile else "RRRR"
    assert state.view(None).board.cities[0].markers == expected
    assert refused(state, "leave 1").startswith("fr.markers")


def test_boxes_get_a_rolled_cube_for_each_player() -> None:
    state = set_up_to("boxing", 3)
    play(state, "roll red", "roll red", "roll white", "roll blue", "roll green", "roll green")
    assert state.view(None).board.boxes == ("rrw", "bgg")
    assert state.view(None).board.phase == "ordering"


def test_first_order_is_drawn_at_random() -> None:
    state = set_up_to("ordering", 3)
    assert [weight for _, weight in state.chances()] == [1, 1, 1]
    play(state, "order 2")
    assert refused(state, "order 2") == "fr.first-order: seat 2 already has its place"
    assert refused(state, "order 4") == "fr.first-order: there is no seat 4"
    play(state, "order 3", "order 1")
    assert (list(state.order), state.round) == ([1, 2, 0], 1)
    assert state.to_act() == 0  # the last in the order bids first


def test_start_is_without_money_with_one_wagon_and_all_track() -> None:
    state = set_up_to("bidding", 4)
    for at in state.view(None).board.seats:
        assert (at.cash, at.loans, at.wagons, at.cargo, at.locomotive) == (0, 0, 1, "", None)
        assert at.supply == (20, 20, 10, 3)
    assert state.to_act() != CHANCE


def set_up_to(phase: str, seats: int) -> State:
    state = GAME.start(STANDARD, seats)
    rng = Dice(11)
    while state.view(None).board.phase != phase:
        state.play(state.draw(rng))
    return state


def test_city_tiles_beyond_the_thirtieth_are_drawn_too() -> None:
    assert [unused(numbers(range(40)), number) for number in range(3)] == [40, 41, 42]
    assert unused(numbers([-1, *range(1, 59)]), 0) == 0
    assert unused(numbers(range(59)), 0) == 59
