"""Bots: they play legal moves from a view alone, the same ones every time, and greedy is worth playing against."""

import pytest

from freightyard.bots import bot_names, make_bot
from freightyard.lab.match import Match, play_match
from freightyard.rules.catalog import GAMES
from freightyard.rules.chance import Dice, Stream
from freightyard.rules.checks import random_move
from freightyard.rules.contract import CHANCE, Game
from freightyard.rules.errors import BadSetup

GREEDY = [game for game in GAMES if "greedy" in bot_names(game)]
CASES = [(game, name) for game in GREEDY for name in game.editions]


def ids(value: object) -> str:
    return getattr(value, "name", str(value))


@pytest.mark.parametrize("game", GAMES, ids=ids)
def test_strangers_are_no_bots(game: Game) -> None:
    with pytest.raises(BadSetup, match=f"there is no bot 'hal' for {game.name}; there are: random"):
        make_bot("hal", game, Stream("x"))


@pytest.mark.parametrize("game", GAMES, ids=ids)
def test_random_bot_chooses_every_legal_move_sometimes(game: Game) -> None:
    state = game.start(game.edition(game.editions[0]), 2)
    dice = Dice(1)
    while state.to_act() == CHANCE or len(state.legal()) < 3:
        state.play(random_move(state, dice))
    actor = state.to_act()
    assert actor is not None
    view = state.view(actor)
    bot = make_bot("random", game, Stream("choices"))
    chosen = {bot.decide(view) for _ in range(40 * len(view.legal))}
    assert chosen == set(view.legal)


@pytest.mark.parametrize(("game", "name"), CASES, ids=ids)
def test_greedy_plays_legal_moves_in_any_position_and_the_same_ones_again(game: Game, name: str) -> None:
    edition = game.edition(name)
    for seats in (edition.seat_counts[0], edition.seat_counts[-1]):
        state = game.start(edition, seats, [option.name for option in edition.options if "yes" in option.values])
        dice = Dice(seats)
        plies = 0
        while state.to_act() is not None:
            actor = state.to_act()
            if actor is not None and actor != CHANCE and plies % 4 == 0:
                view = state.view(actor)
                words = make_bot("greedy", game, Stream("same")).decide(view)
                assert words in view.legal
                assert make_bot("greedy", game, Stream("same")).decide(view) == words
            state.play(random_move(state, dice))
            plies += 1


@pytest.mark.parametrize(("game", "name"), CASES, ids=ids)
def test_greedy_beats_random(game: Game, name: str) -> None:
    wins = 0.0
    for seed in range(20):
        players = ("greedy", "random") if seed % 2 else ("random", "greedy")
        result = play_match(Match(game=game, edition=game.edition(name), options=(), players=players, seed=seed))
        if players.index("greedy") in result.outcome.winners:
            wins += 1 / len(result.outcome.winners)
    assert wins >= 17
