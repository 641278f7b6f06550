"""Hints speak to the player: what the log tells of somebody's moves becomes advice."""

import re

import pytest

from freightyard.bots import make_bot
from freightyard.core.chance import Stream
from freightyard.core.contract import CHANCE, Game
from freightyard.games import all_games, game_named
from freightyard.page import plain
from freightyard.page.advice import advice
from freightyard.page.boards import board_for

CASES = [(game, name) for game in all_games() for name in game.editions]


@pytest.mark.parametrize(
    ("game", "moves", "words"),
    [
        ("freight-cars", ["take produce-1"], "Take produce #1."),
        ("freight-cars", ["ship coal-3", "ship oil-2", "claim boston", "done"], "Ship coal #3 and oil #2 and serve Boston."),
        (
            "freight-train",
            ["take 1", "take 1", "take 4", "put tank train"],
            "Take 3 cars: 2 from siding 1, 1 from siding 4; put a tank car on a tank train.",
        ),
        ("freight-train", ["put ore stock"], "Put an ore car on the stock train, which becomes mixed."),
        ("freight-train", ["pass"], "Pass."),
        ("freight", ["build k7 curve 2", "done", "go k8", "go k9", "deliver red"], None),
    ],
)
def test_advice_is_said_to_the_player(game: str, moves: list[str], words: str | None) -> None:
    edition = game_named(game).edition(game_named(game).editions[0])
    said = advice(board_for(game), edition, moves)
    assert said == (words or "Build a curve on k7; go 2 steps to k9; deliver a red cube.")


def test_a_board_without_words_for_advice_is_quoted() -> None:
    edition = game_named("freight-train").edition("whitewind-1993")
    assert advice(plain, edition, ["take 1", "call"]) == "Best move found: take 1, call."


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
            words = advice(board, edition, turn)
            assert not words.startswith("Best move found"), words
            assert not re.search(r"(^|; | and )(?!pass\b|discuss\b)[a-z]+s (a|an|the|\d)\b", words), words
            turn = []
