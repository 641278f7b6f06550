"""The boards on the terminal can be drawn for every seat in every position, and say what may be typed."""

import io

import pytest
from rich.console import Console

from freightyard.core.chance import Dice
from freightyard.core.checks import random_move
from freightyard.core.contract import CHANCE, Game
from freightyard.games import all_games
from freightyard.terminal.boards import board_of, draw, legal_words, status

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")


def shown(what: object) -> str:
    console = Console(file=io.StringIO(), width=110)
    console.print(what)
    text: str = console.file.getvalue()  # type: ignore[attr-defined]
    return text


def test_every_game_has_a_board() -> None:
    assert all(board_of(game.name) is not None for game in all_games())


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_board_is_drawn_for_every_seat_in_every_phase(game: Game) -> None:
    for name in game.editions:
        edition = game.edition(name)
        seats = edition.seat_counts[-1]
        options = [option.name for option in edition.options if "yes" in option.values]
        state, dice, plies = game.start(edition, seats, options), Dice(7), 0
        while state.to_act() is not None:
            if plies % 61 == 0:
                for seat in (*range(seats), None):
                    text = shown(draw(state.view(seat), NAMES[:seats]))
                    assert all(person in text for person in NAMES[:seats])
                actor = state.to_act()
                line = status(state.view(actor if actor != CHANCE else None))
                assert line is None or shown(line).strip()
            state.play(random_move(state, dice))
            plies += 1
        assert "over" in shown(draw(state.view(None), NAMES[:seats]))


def test_legal_moves_are_grouped_by_their_beginning() -> None:
    legal = ("take 1", "take 2", "put tank train", "put tank mixed", "call", "fill")
    assert legal_words(legal) == "call · fill · take 1 2 · put tank train mixed"


def test_long_lists_of_legal_moves_are_cut() -> None:
    text = legal_words(tuple(f"build k{number} straight 0" for number in range(200)))
    assert text.endswith("… (200 moves; type moves to list them all)")
    assert len(text) < 800
