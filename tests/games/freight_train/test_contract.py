"""The whole contract on Freight Train: every edition, option and number of seats."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from freightyard.core.chance import Dice
from freightyard.core.checks import check_edition, check_game, random_move
from freightyard.games.freight_train.rules import GAME

pytestmark = pytest.mark.many_games

CASES = [
    (name, options, seats)
    for name in GAME.editions
    for options in ((), tuple(option.name for option in GAME.edition(name).options))
    for seats in GAME.edition(name).seat_counts
]


@pytest.mark.parametrize("name", GAME.editions)
def test_edition_is_sound(name: str) -> None:
    check_edition(GAME, name)


@pytest.mark.parametrize(("name", "options", "seats"), CASES)
def test_random_game_keeps_every_promise(name: str, options: tuple[str, ...], seats: int) -> None:
    check_game(GAME, GAME.edition(name), seats, options, "first", every=5)


@settings(max_examples=12)
@given(st.sampled_from(CASES), st.integers(0, 10**9))
def test_random_games_of_random_seeds_keep_every_promise(case: tuple[str, tuple[str, ...], int], seed: int) -> None:
    name, options, seats = case
    check_game(GAME, GAME.edition(name), seats, options, str(seed), every=17)


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize(("name", "options", "seats"), CASES)
def test_random_game_keeps_every_promise_at_every_ply(name: str, options: tuple[str, ...], seats: int, seed: int) -> None:
    check_game(GAME, GAME.edition(name), seats, options, f"deep {seed}")


@pytest.mark.parametrize(("name", "options", "seats"), CASES)
def test_84_random_games_end_and_conserve_their_cars_at_every_ply(name: str, options: tuple[str, ...], seats: int) -> None:
    # 24 cases of 84 games: more than two thousand.
    assert len(CASES) * 84 >= 2000
    edition = GAME.edition(name)
    for seed in range(84):
        dice = Dice(seed)
        state = GAME.start(edition, seats, options)
        pieces = state.pieces()
        plies = 0
        while state.to_act() is not None:
            state.play(random_move(state, dice))
            plies += 1
            assert state.pieces() == pieces, f"seed {seed}, ply {plies}: {state.text()}"
            assert plies < 20_000, f"seed {seed}: {state.text()}"
        assert state.outcome() is not None
