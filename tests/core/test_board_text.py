"""Boards as position texts, for games that do not write their own."""

import msgspec
import pytest

from freightyard.core.board_text import read_board, write_board
from freightyard.core.errors import BadPosition


class Seat(msgspec.Struct, frozen=True):
    points: int
    hand: str = ""
    out: bool = False


class Board(msgspec.Struct, frozen=True):
    turn: int
    name: str
    heaps: tuple[int, ...]
    yard: tuple[str, ...]
    seats: tuple[Seat, ...]
    ready: bool = False
    last: int | None = None
    options: tuple[str, ...] = ()


BOARD = Board(3, "", (1, 0, 2), ("B1", "", "T2T3"), (Seat(-4), Seat(0, "K", out=True)), ready=True, last=2)
TEXT = "turn 3 | name - | heaps 1 0 2 | yard B1 - T2T3 | 1 points -4 | 2 points 0 hand K out true | ready true | last 2"


def test_a_board_is_written_and_read_back() -> None:
    assert write_board(BOARD) == TEXT
    assert read_board(Board, TEXT) == BOARD


def test_what_has_its_default_is_left_out() -> None:
    plain = Board(0, "x", (), (), ())
    assert write_board(plain) == "turn 0 | name x"
    assert read_board(Board, write_board(plain)) == plain


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("turn 3", "turn three", "the position: turn is 'three', but must be a whole number"),
        ("turn 3 | ", "", "the position: turn is missing"),
        ("turn 3", "turn 3 4", "the section 'turn' must have one word, not 2"),
        ("turn 3", "turn 3 | turn 3", "the position has the section 'turn' twice"),
        ("turn 3", "turn 3 | moon 1", "this game has no section 'moon'"),
        ("heaps 1 0 2", "heaps 1 x 2", r"the position: heaps\[1\] is 'x', but must be a whole number"),
        (
            "1 points -4",
            "1 points -4 cash 3",
            "section 1 must have a value after each of points, hand, out, not 'points -4 cash 3'",
        ),
        ("1 points -4", "1 points", "section 1 must have a value after each"),
        ("1 points -4", "1 points -4 points 5", "section 1 must have a value after each"),
        ("1 points -4", "1 hand K", r"the position: seats\[0\].points is missing"),
    ],
)
def test_what_cannot_be_read_is_said_in_a_sentence(old: str, new: str, sentence: str) -> None:
    with pytest.raises(BadPosition, match=sentence):
        read_board(Board, TEXT.replace(old, new))


@pytest.mark.parametrize("word", ["two words", "a|b", "-", "a\nb"])
def test_words_that_could_not_be_read_back_are_not_written(word: str) -> None:
    with pytest.raises(ValueError, match="cannot be a word of a position"):
        write_board(Board(0, word, (), (), ()))
