"""The planner: cheapest ways, and places for track."""

from pathlib import Path

import pytest

from freightyard.core.errors import BadPosition
from freightyard.core.record import read, states
from freightyard.games.freight.rules import GAME
from freightyard.games.freight.rules.phases import SHIPPING
from freightyard.games.freight.rules.planner import Route, routes, routes_of, sites, ways_of
from freightyard.games.freight.rules.shipping import IN_CITY
from freightyard.games.freight.rules.state import State
from tests.games.freight.positions import LINE, building, family_shipping, legal, play, seat, shipping


def test_move_planner_names_the_cheapest_way_and_its_moves() -> None:
    state = shipping(seat(cash=3, at="n14"))
    assert routes(state.view(0)) == (Route("n18", 4, 0, ("go n15", "go n16", "go n17", "go n18")),)


def test_move_planner_prefers_the_longer_way_without_toll() -> None:
    track = "n15/s0/1 n16/r3/1 n17/s0/2 o16/c4/1 o17/c3/1"
    (route,) = routes(shipping(seat(cash=9, at="n14"), seat(at="n18"), track=track).view(0))
    assert (route.points, route.money) == (5, 0)
    assert route.moves == ("go n15", "go n16", "go o16", "go o17", "go n18")
    # Beyond the free points the short way is cheaper: one toll instead of one more point is the same money, and fewer points.
    (late,) = routes(shipping(seat(cash=9, at="n14"), seat(at="n18"), track=track, used=10).view(0))
    assert (late.points, late.money) == (4, 5)


def test_move_planner_goes_on_over_cities_and_within_the_cash() -> None:
    track = f"{LINE} n13/s0/1 n12/s0/1 n11/s0/1 n10/s0/1 n9/s0/1"
    near = routes(shipping(seat(cash=0, at="n18"), track=track).view(0))
    assert [(route.city, route.points) for route in near] == [("n8", 10), ("n14", 4)]
    assert [route.city for route in routes(shipping(seat(cash=0, at="n18"), track=track, used=1).view(0))] == ["n14"]


def test_move_planner_plans_for_a_train_on_its_way_and_before_shipping() -> None:
    state = play(shipping(seat(at="n14")), "go n15")
    plans = routes(state.view(0))
    assert plans[-1] == Route("n18", 3, 0, ("go n16", "go n17", "go n18"))
    assert [route.points for route in plans] == [7, 3]  # and from n18 back to n14
    assert [route.city for route in routes(building(seat(at="n14"), track=LINE).view(0))] == ["n18"]
    assert routes(building(seat()).view(0)) == ()


def test_family_run_planner_counts_runs() -> None:
    track = f"{LINE} n13/s0/1 n12/s0/1 n11/s0/1 n10/s0/1 n9/s0/1"
    plans = routes(family_shipping(seat(at="n18"), track=track).view(0))
    assert plans == (Route("n8", 2, 0, ("go n14", "go n8")), Route("n14", 1, 0, ("go n14",)))


def test_build_track_planner_lists_sites_with_their_price() -> None:
    state = building(seat(cash=0, at="n14"), track="n15/s0/1")
    plans = sites(state.view(0))
    assert {site.hex for site in plans} == {"n16", "o14", "o13", "n13", "m14", "m15"}
    assert {site.price for site in plans} == {3}
    rich = building(seat(cash=50, at="n14"), track="n15/s0/1")
    moves = {choice.move for site in sites(rich.view(0)) for choice in site.choices}
    assert moves == legal(rich, "build")
    prices = {choice.tile.split()[0]: choice.price for site in plans for choice in site.choices}
    assert prices == {"straight": 3, "curve": 3, "switch-left": 5, "switch-right": 5, "switch-wye": 5}


def test_build_track_planner_for_one_track_end() -> None:
    state = building(seat(cash=0, at="n14"), track="n15/s0/1")
    assert [site.hex for site in sites(state.view(0), "n15")] == ["n16"]
    assert {site.hex for site in sites(state.view(0), "n14")} == {"o14", "o13", "n13", "m14", "m15"}
    assert sites(state.view(0), "n9") == ()
    with pytest.raises(BadPosition):
        sites(state.view(0), "zz9")


def test_build_track_planner_for_another_seat_or_a_spectator() -> None:
    state = building(seat(cash=9, at="n14"), seat(cash=9, at="n18"), track="n15/s0/1 n19/s0/2")
    assert "n20" in {site.hex for site in sites(state.view(0), seat=1)}
    assert "n16" in {site.hex for site in sites(state.view(None))}


def test_sites_leave_out_what_would_block_another_player() -> None:
    tiny = GAME.edition_from(
        {
            "extends": "standard",
            "name": "tiny",
            "map": {"margin": 1, "gap_least": 0, "gap_most": 9},
            "seats": [{"players": players, "cities": 3, "city_radius": 2, "fixed_map": ["b4", "d2", "f4"]} for players in (2, 3)],
        },
        "tiny",
    )
    state = GAME.position(
        tiny,
        "round 5 turns 3 seat 1 acts 1 | phase building | order 2 3 1 | cities d7/bgy/ygyK f4/rbk/Yk d4/ryk/BG | "
        "track d1/c5/1 e1/l4/1 e2/r0/bank g2/s0/1 b3/c5/bank b4/s2/1 d5/y1/1 f5/s2/1 c6/r1/1 d6/l1/3 b7/c2/bank | "
        "bridges c6/0/1 | boxes rrr/bbb | 1 cash 10 loans 0 took 2 wagons 3 cargo - at - | "
        "2 cash 30 loans 0 took 2 wagons 2 cargo - at - | 3 cash 4 loans 1 took 2 wagons 2 cargo - at -",
    )
    refusal = state.refuse(tiny.vocabulary.parse("build e6 curve 2"))
    assert refusal is not None
    assert refusal.slug == "fr.no-blockade"
    offered = {choice.move for site in sites(state.view(0)) for choice in site.choices}
    assert offered
    assert "build e6 curve 2" not in offered
    legal = set(state.view(0).legal)
    assert all(move in legal for move in offered)


def _fronts_by_steps(state: State) -> set[tuple[str, int, int]]:
    """City, points and money of every way that no other beats, found by taking steps: of those that are as long to the same place
    with the same track behind them, the cheapest goes on."""
    seat = state.actor
    names = state.edition.grid.names
    layer = {(state.locomotive[seat], state.entry): state}
    found: dict[int, list[tuple[int, int]]] = {}
    for _ in range(25):
        following: dict[tuple[int, int], State] = {}
        for here in layer.values():
            for move in here.legal():
                if here.edition.vocabulary.text(move).startswith("go "):
                    there = here.clone()
                    there.play(move)
                    place = (there.locomotive[seat], there.entry)
                    if place not in following or there.cash[seat] > following[place].cash[seat]:
                        following[place] = there
        for (number, entry), there in following.items():
            if entry == IN_CITY and number != state.locomotive[seat]:
                found.setdefault(number, []).append((there.used - state.used, state.cash[seat] - there.cash[seat]))
        layer = following
    return {
        (names[number], points, money)
        for number, ways in found.items()
        for points, money in ways
        if not any(way != (points, money) and way[0] <= points and way[1] <= money for way in ways)
    }


def test_ways_are_those_that_no_other_beats() -> None:
    record = read((Path(__file__).parents[2] / "golden" / "freight" / "greedy-ends-after-ten-rounds.txt").read_text())
    compared = choices = 0
    for state in states(record, GAME):
        assert isinstance(state, State)
        if state.phase != SHIPPING or state.entry != IN_CITY or state.to_act() != state.actor:
            continue
        found = [(way.city, way.points, way.money) for way in ways_of(state)]
        assert set(found) == _fronts_by_steps(state)
        assert len(set(found)) == len(found)
        cheapest = {way.city: way for way in ways_of(state)}  # the last of each city
        assert tuple(cheapest.values()) == routes_of(state)
        compared += 1
        choices += len(found) > len(cheapest)
    assert compared > 30
    assert choices > 3
