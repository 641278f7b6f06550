"""Observations: whole, within their bounds, and blind to what a seat may not know."""

from array import array
from importlib import import_module
from pathlib import Path

import pytest

from freightyard.adapters.observation import layout_of, observe, observer_of
from freightyard.core.chance import Dice
from freightyard.core.contract import CHANCE, Game, State
from freightyard.core.observation import MANY, Layout, Part
from freightyard.core.rows import Row
from freightyard.games import all_games, game_named
from tools.layouts import table

SETUPS = [
    (game.name, edition, seats)
    for game in all_games()
    for edition in game.editions
    for seats in game.edition(edition).seat_counts
]


def some_states(game: str, edition: str, seats: int, every: int) -> list[State]:
    """States of a random game, some plies apart."""
    state = game_named(game).start(game_named(game).edition(edition), seats)
    dice = Dice(seats)
    found = []
    ply = 0
    while (actor := state.to_act()) is not None:
        if ply % every == 0:
            found.append(state.clone())
        legal = state.legal() if actor != CHANCE else []
        state.play(state.draw(dice) if actor == CHANCE else legal[dice.below(len(legal))])
        ply += 1
    return [*found, state]


@pytest.mark.parametrize(("game", "edition", "seats"), SETUPS)
def test_an_observation_has_the_numbers_that_its_layout_promises(game: str, edition: str, seats: int) -> None:
    layout = layout_of(game_named(game).edition(edition), seats)
    low, high = layout.bounds()
    assert max(high) <= MANY
    for state in some_states(game, edition, seats, 41):
        for seat in range(seats):
            row = observe(state, seat)
            assert len(row) == layout.size
            for part in layout.parts:
                here = layout.slice(part.name)
                assert all(a <= x <= b for a, x, b in zip(low[here], row[here], high[here], strict=True)), part.name


@pytest.mark.parametrize(("game", "edition", "seats"), SETUPS)
def test_a_row_that_writes_only_what_changed_holds_all_that_a_seat_may_know(game: str, edition: str, seats: int) -> None:
    """One row is kept through two games and all seats, so that it changes in every way in which it can."""
    plainly = import_module(f"tests.adapters.plainly.{game.replace('-', '_')}").observe
    chosen = game_named(game).edition(edition)
    write = observer_of(chosen)
    numbers = array("h", bytes(2 * layout_of(chosen, seats).size))
    row = Row(memoryview(numbers))
    for seed in range(2):
        state = game_named(game).start(chosen, seats)
        dice = Dice(seed)
        ply = 0
        while True:
            actor = state.to_act()
            seat = actor if actor not in (None, CHANCE) and ply % 5 else ply % seats
            assert seat is not None
            row.begin()
            write(state, seat, row)
            assert numbers.tolist() == plainly(state, seat)
            if actor is None:
                break
            legal = state.legal() if actor != CHANCE else []
            state.play(state.draw(dice) if actor == CHANCE else legal[dice.below(len(legal))])
            ply += 1
    row.clear()
    assert not any(numbers)


@pytest.mark.parametrize(("game", "edition", "seats"), [setup for setup in SETUPS if setup[2] in (2, 3)])
def test_an_observation_is_the_same_for_every_truth_that_fits_the_view(game: str, edition: str, seats: int) -> None:
    dice = Dice(7)
    for state in some_states(game, edition, seats, 29):
        if state.to_act() == CHANCE:
            continue
        for seat in range(seats):
            imagined = game_named(game).imagine(state.view(seat), dice)
            assert observe(imagined, seat) == observe(state, seat)


def test_seats_stand_in_a_row_from_the_observer_on() -> None:
    game = game_named("freight-train")
    state = game.position(
        game.edition("mayfair-1996"),
        "day 1 round 2 turns 2 first 1 seat 1 | phase turn | leave 12 | main BTAK/-/T/-/- | hand - | "
        "1 points 5 locomotives 7 yard ABBC/TT trains T3 mixed - | 2 points 4 locomotives 6 yard O/- trains - mixed -",
    )
    layout = layout_of(state.edition, 2)
    for seat in (0, 1):
        row = observe(state, seat)
        assert row[layout.slice("own: numbers")][:2] == ([5, 7] if seat == 0 else [4, 6])
        assert row[layout.slice("left 1: numbers")][:2] == ([4, 6] if seat == 0 else [5, 7])
        assert row[layout.slice("to act")] == ([1, 0] if seat == 0 else [0, 1])
    # Siding 1 from its open end: a box, a tank, an auto rack and a container car, by their places among the kinds.
    assert observe(state, 0)[layout.slice("main yard")][:5] == [2, 11, 1, 4, 0]


def test_a_hand_is_seen_by_its_holder_alone() -> None:
    game = game_named("freight-cars")
    layout = layout_of(game.edition(game.editions[0]), 2)
    state = next(
        state for state in some_states("freight-cars", game.editions[0], 2, 1) if state.to_act() == 0 and state.turns > 2
    )
    own = observe(state, 0)
    assert sum(own[layout.slice("hand")]) == own[layout.slice("own: numbers")][1]
    others = observe(state, 1)
    assert sum(others[layout.slice("left 1: corporation")]) == 0
    assert sum(own[layout.slice("own: corporation")]) == 1


def test_numbers_beyond_sixteen_bits_are_cut() -> None:
    numbers = array("h", bytes(2 * 4))
    row = Row(memoryview(numbers))
    for number in (-99_999, -3, 0, 99_999):
        row.number(number)
    assert numbers.tolist() == [-MANY, -3, 0, MANY]
    layout = Layout([Part("a", 2, 0, 1, ""), Part("b", 3, -1, 5, "")])
    assert (layout.size, layout.slice("b")) == (5, slice(2, 5))
    assert layout.bounds() == ([0, 0, -1, -1, -1], [1, 1, 5, 5, 5])


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_the_documentation_shows_every_part(game: Game) -> None:
    assert table(game) in (Path(__file__).parents[2] / "docs" / "observations.md").read_text(encoding="utf-8")
