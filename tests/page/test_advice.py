"""Hints speak to the player: what the log tells of somebody's moves becomes advice."""

import re

import pytest

from freightyard.bots import make_bot
from freightyard.core.chance import Stream
from freightyard.core.contract import CHANCE, Game
from freightyard.games import all_games
from freightyard.page.advice import advice
from freightyard.page.boards import board_for

CASES = [(game, name) for game in all_games() for name in game.editions]


def test_advice_is_said_to_the_player() -> None:
    assert advice("takes produce 1") == "Take produce 1."
    assert advice("ships coal 3 and oil 2 and serves Boston") == "Ship coal 3 and oil 2 and serve Boston."
    assert advice("takes 3 cars from sidings 1 and 4; puts a tank car on the tank train") == (
        "Take 3 cars from sidings 1 and 4; put a tank car on the tank train."
    )
    assert advice("cannot act and passes") == "Pass."
    assert advice("shunts a wagon") == "Best move found: shunts a wagon."


@pytest.mark.parametrize(("game", "name"), CASES, ids=lambda value: getattr(value, "name", value))
def test_every_move_of_a_game_can_be_advised(game: Game, name: str) -> None:
    board = board_for(game.name)
    edition = game.edition(name)
    state = game.start(edition, 3)
    rng = Stream("advice")
    bot = make_bot("random", game, Stream("advised"))
    turn: list[str] = []
    for _ in range(1500):
        actor = state.to_act()
        if actor is None:
            break
        text = edition.vocabulary.text(state.draw(rng)) if actor == CHANCE else bot.decide(state.view(actor))
        if actor != CHANCE:
            turn.append(text)
        state.play(edition.vocabulary.parse(text))
        if turn and state.to_act() != actor:
            words = advice(board.story(edition, turn))
            assert not words.startswith("Best move found"), words
            assert not re.search(r"(^|; | and )(?!pass\b|discuss\b)[a-z]+s (a|an|the|\d)\b", words), words
            turn = []
