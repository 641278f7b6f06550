"""The boards on the terminal can be drawn for every seat in every position, and say what may be typed."""

import io

import pytest
from rich.console import Console

from freightyard.core.chance import Dice
from freightyard.core.checks import random_move
from freightyard.core.contract import CHANCE, Game, Outcome
from freightyard.games import all_games, game_named
from freightyard.terminal.boards import board_of, draw, legal_words, status
from freightyard.terminal.play import final_scores, shown_names

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")


def shown(what: object) -> str:
    console = Console(file=io.StringIO(), width=110)
    console.print(what)
    text: str = console.file.getvalue()  # type: ignore[attr-defined]
    return text


def test_every_game_has_a_board() -> None:
    assert all(board_of(game.name) is not None for game in all_games())


@pytest.mark.parametrize(
    ("game", "name"),
    [
        pytest.param(game, name, marks=[pytest.mark.deep] if number else [], id=f"{game.name}-{name}")
        for game in all_games()
        for number, name in enumerate(game.editions)
    ],
)
def test_board_is_drawn_for_every_seat_in_every_phase(game: Game, name: str) -> None:
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


def test_a_letter_stays_with_the_word_of_its_kind_where_a_line_ends() -> None:
    game = game_named("freight-train")
    view = game.start(seats=2).view(None)
    for width in range(40, 120):
        console = Console(file=io.StringIO(), width=width)
        console.print(draw(view, NAMES[:2]))
        text: str = console.file.getvalue()  # type: ignore[attr-defined]
        words = text.partition("main yard")[0].split()
        assert all(f"{kind.letter}={kind.name.replace(' ', '-')}" in words for kind in view.edition.data.kinds)  # type: ignore[attr-defined]


def test_what_can_be_typed_is_not_offered_when_the_game_is_over() -> None:
    game, dice = game_named("freight-cars"), Dice(3)
    state = game.start(seats=2)
    while state.to_act() is not None:
        state.play(random_move(state, dice))
    text = shown(draw(state.view(None), NAMES[:2]))
    assert "take CARD" not in text
    assert "claim " not in text
    assert " from " in text  # what each corporation brought


def test_players_who_share_a_name_are_numbered_and_bots_have_one_name_a_level() -> None:
    assert shown_names(["me", "greedy", "medium", "hard:2"]) == ("me", "Driver 1", "Driver 2", "hard:2")
    assert shown_names(["me", "random", "me"]) == ("me 1", "Random", "me 2")


@pytest.mark.parametrize(
    ("outcome", "line"),
    [
        (Outcome((12, 9), (0,), "fc.win"), ""),
        (Outcome((9, 9), (1,), "fc.win", "cars shipped", (6, 8)), "Tie decided by cars shipped: Bo 8, Ann 6."),
        (Outcome((9, 9), (0, 1), "fc.win", "cars shipped"), "Cars shipped are equal, too."),
    ],
)
def test_the_final_scores_say_what_decided_a_tie(outcome: Outcome, line: str) -> None:
    rows = [row.strip() for row in shown(final_scores(outcome, NAMES[:2])).splitlines()]
    assert rows[2:] == ([line] if line else [])
    assert rows[0].startswith(f"Ann  {outcome.scores[0]}")
