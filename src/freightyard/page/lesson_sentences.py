"""What the panel of a lesson says besides the lesson's own sentences, and the page on which lessons are listed."""

from typing import Final

from freightyard.page.table_sentences import of_100_games

LESSON: Final = "Lesson"
EXERCISE: Final = "Exercise"
NEXT: Final = "Next"
BACK: Final = "Back"
GO_ON: Final = "Good. Go on."
LEAVE: Final = "Leave lesson"
LEAVE_TITLE: Final = "back to the list of lessons"
PLAY_ON: Final = "Play on from here"
PLAY_ON_TITLE: Final = "This position becomes a game of your own, against easy bots"
NEW_GAME: Final = "Play against bots"
NEW_GAME_TITLE: Final = "A new game against the easiest bots"
PUZZLE: Final = "Puzzle"
AGAIN: Final = "Start again"
AGAIN_TITLE: Final = "The puzzle begins anew"
SHOW: Final = "Show the answer"
LEAVE_PUZZLE: Final = "Leave puzzle"
LEAVE_PUZZLE_TITLE: Final = "back to the list of puzzles"
ALL_PUZZLES: Final = "All puzzles"
DIFFICULTIES: Final = {1: "Easy", 2: "Medium", 3: "Hard"}


def step_of(step: int | str, steps: int) -> str:
    return f"Step {step} of {steps}"


def next_one(kind: str) -> str:
    return f"Next {kind}"


def puzzle_costs(cost: float) -> str:
    """Another plan was tried."""
    return f"That would win {of_100_games(-cost)}. Undo, and look for a better plan"


def puzzle_over(answer: str, why: str, other: str | None, margin: float) -> tuple[str, ...]:
    """A puzzle is over: what is said, one after the other. `answer`: the best plan in words, if it was not found; `other`: the
    next best one."""
    first = (f"The answer: {_inside(answer)}.", why) if answer else (f"Solved. {why}",)
    return first if other is None else (*first, f"The next best plan, {_inside(other)}, would win {of_100_games(-margin)}.")


def _inside(sentence: str) -> str:
    """A sentence within another one."""
    return sentence[:1].lower() + sentence[1:].rstrip(".!")
