"""What still stands after moves were taken back."""

from freightyard.table import UNDO, Event, Standing, log_lines, standing_moves


def events(*texts: str) -> list[Event]:
    return [Event(0, text) for text in texts]


def test_a_move_that_was_taken_back_does_not_stand() -> None:
    happened = events("a", "b", UNDO, "c", "d", UNDO, UNDO, "e")
    assert Standing(happened).plies == [0, 7]
    assert standing_moves(happened) == ["a", "e"]


def test_each_event_says_which_move_it_takes_back() -> None:
    standing = Standing()
    assert [standing.follow(ply, text) for ply, text in enumerate(["a", "b", UNDO, UNDO], 50)] == [None, None, 51, 50]
    assert not standing.reaches_back


def test_a_move_before_the_first_event_that_was_taken_back_is_noticed() -> None:
    standing = Standing(events("a", UNDO, UNDO, "b"), start=7)
    assert standing.reaches_back
    assert standing.plies == [10]
    assert not Standing(events("a", UNDO, "b"), start=7).reaches_back


def test_the_log_keeps_what_was_taken_back_and_marks_it() -> None:
    lines = log_lines(7, [(0, UNDO), (0, "a"), (1, "b"), (1, UNDO)])  # the first takes back what is not shown
    assert [(line.ply, line.seat, line.text, line.undone) for line in lines] == [
        (7, 0, UNDO, False),
        (8, 0, "a", False),
        (9, 1, "b", True),
        (10, 1, UNDO, False),
    ]
