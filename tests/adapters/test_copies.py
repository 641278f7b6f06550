"""Copies and pickles of environments, bots and random numbers go on as what they were taken from would have."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import freightyard
from freightyard.adapters.pettingzoo import env, raw_env
from freightyard.adapters.vector import VectorGames
from freightyard.core.chance import Dice, Stream
from freightyard.core.record import record_of
from freightyard.games import all_games

GAMES = [game.name for game in all_games()]
COPIES: list[Callable[[Any], Any]] = [copy.deepcopy, lambda thing: pickle.loads(pickle.dumps(thing))]  # noqa: S301
both = pytest.mark.parametrize("copied", COPIES, ids=["deepcopy", "pickle"])
each = pytest.mark.parametrize("game", GAMES)


@both
def test_random_numbers_go_on(copied: Callable[[Any], Any]) -> None:
    for rng in (Stream("a"), Dice(7)):
        for _ in range(20):
            other = copied(rng)
            assert other.below(1000) == rng.below(1000)
            assert copied(other).below(7) == copied(rng).below(7)


@both
@each
def test_a_vector_goes_on(game: str, copied: Callable[[Any], Any]) -> None:
    games = VectorGames(game, count=2, seed=3, opponents="easy" if game == "freight-train" else None)
    for step in range(12):
        if step % 6 == 0:
            other = copied(games)
            assert other == games
        for each_of in (games, other):
            each_of.step([legal[step % len(legal)] for legal in each_of.legal])
        assert (other.observations == games.observations).all()
        assert (other.masks == games.masks).all()
    assert other == games
    games.step([legal[0] for legal in games.legal])
    assert other != games


@both
@each
def test_a_table_of_pettingzoo_goes_on(game: str, copied: Callable[[Any], Any]) -> None:
    for table in (raw_env(game=game), env(game=game)):
        table.reset(seed=2)
        other = copied(table)
        assert other.unwrapped == table.unwrapped
        for step in range(8):
            seen, also = table.last()[0], other.last()[0]
            assert seen is not None
            assert (seen["observation"] == also["observation"]).all()
            moves = np.flatnonzero(seen["action_mask"])
            table.step(int(moves[step % len(moves)]))
            assert other.unwrapped != table.unwrapped
            other.step(int(moves[step % len(moves)]))
            assert other.unwrapped == table.unwrapped


@both
@each
def test_states_editions_views_records_and_bots(game: str, copied: Callable[[Any], Any]) -> None:
    chosen = freightyard.game(game)
    state = chosen.start(seats=2)
    record = record_of(state, [], None)
    state.deal(Stream("b"))
    view = state.view(state.to_act())
    for thing in (state, state.edition, view, record):
        assert copied(thing) == thing
    bot = freightyard.bot("easy", chosen, Stream("x"))
    assert copied(bot).decide(view) == bot.decide(view)
    copied(bot)  # the game's judge knows something by now
    state.play(state.legal()[0])
    assert copied(state) != chosen.start(seats=2)
