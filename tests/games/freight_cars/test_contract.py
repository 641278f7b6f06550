"""The whole contract on Freight Cars: every number of seats and both numbers of cities."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from freightyard.bots import make_bot
from freightyard.core.chance import Dice, Stream
from freightyard.core.checks import (
    check_clone,
    check_edition,
    check_game,
    check_legal,
    check_over,
    check_position,
    check_refusals,
    check_secrets,
    check_views,
    random_move,
)
from freightyard.core.contract import CHANCE
from freightyard.games.freight_cars.rules import GAME
from tests.games.freight_cars.positions import EDITION

pytestmark = pytest.mark.many_games

CASES = [(options, seats) for options in ((), ("cities=21",)) for seats in EDITION.seat_counts]
GAMES = 2000


@pytest.mark.parametrize("name", GAME.editions)
def test_edition_is_sound(name: str) -> None:
    check_edition(GAME, name)


@pytest.mark.parametrize(("options", "seats"), CASES)
def test_random_game_keeps_every_promise_at_every_ply(options: tuple[str, ...], seats: int) -> None:
    check_game(GAME, EDITION, seats, options, "first")


@settings(max_examples=40)
@given(st.sampled_from(CASES), st.integers(0, 10**9))
def test_random_games_of_random_seeds_keep_every_promise(case: tuple[tuple[str, ...], int], seed: int) -> None:
    options, seats = case
    check_game(GAME, EDITION, seats, options, str(seed), every=11)


@pytest.mark.parametrize(("options", "seats"), CASES)
def test_games_of_greedy_players_keep_every_promise(options: tuple[str, ...], seats: int) -> None:
    """Players who ship long trains and claim cities come where random ones rarely do."""
    claims = 0
    rng = Stream(f"greedy {seats}")
    players = [make_bot("greedy", GAME, Stream(f"greedy {seats} {seat}")) for seat in range(seats)]
    state = GAME.start(EDITION, seats, options)
    pieces = state.pieces()
    plies = 0
    while (actor := state.to_act()) is not None:
        where = f"ply {plies}: {state.text()}"
        move = state.draw(rng) if actor == CHANCE else EDITION.vocabulary.parse(players[actor].decide(state.view(actor)))
        check_legal(state, where)
        assert state.refuse(move) is None
        if plies % 3 == 0 or EDITION.vocabulary.text(move).startswith("claim"):
            check_refusals(state, rng, where)
            check_clone(state, rng, where)
            check_position(GAME, state, where)
            check_views(GAME, state, rng, where)
            check_secrets(GAME, state, move, rng, where)
        claims += EDITION.vocabulary.text(move).startswith("claim")
        state.play(move)
        plies += 1
        assert state.pieces() == pieces
    check_over(state)
    assert claims


@pytest.mark.deep
@pytest.mark.parametrize("batch", range(100))
def test_2000_random_games_keep_every_promise(batch: int) -> None:
    for number in range(batch, GAMES, 100):
        options, seats = CASES[number % len(CASES)]
        check_game(GAME, EDITION, seats, options, f"deep {number}", every=7)


@pytest.mark.parametrize("batch", range(4))
def test_2000_random_games_end_and_conserve_their_cards_and_pieces(batch: int) -> None:
    for number in range(batch, GAMES, 4):
        options, seats = CASES[number % len(CASES)]
        dice = Dice(number)
        state = GAME.start(EDITION, seats, options)
        pieces = state.pieces()
        turns = plies = 0
        while state.to_act() is not None:
            moves = state.legal()
            move = random_move(state, dice)
            assert move in moves, f"game {number}: {state.text()}"
            state.play(move)
            plies += 1
            assert turns <= state.turns <= turns + 1
            if state.turns > turns:
                turns = state.turns
                assert state.pieces() == pieces, f"game {number}, turn {turns}: {state.text()}"
                if number % 10 == batch:
                    assert GAME.position(EDITION, state.text()).text() == state.text()
            # Setting up, then for each card a draw with its replacement, a load of at most 16 pieces, a ship; and the end.
            assert plies < 2000, f"game {number}: {state.text()}"
        assert state.pieces() == pieces
        assert state.outcome() is not None
        assert state.stage == 3
