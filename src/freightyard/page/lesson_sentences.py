"""What the panel of a lesson says besides the lesson's own sentences, and the page on which lessons are listed."""

from typing import Final

LESSON: Final = "Lesson"
EXERCISE: Final = "Exercise"
NEXT: Final = "Next"
BACK: Final = "Back"
GO_ON: Final = "Good. Go on."
LEAVE: Final = "Leave lesson"
LEAVE_TITLE: Final = "back to the list of lessons"
PLAY_ON: Final = "Play on from here"
PLAY_ON_TITLE: Final = "This position becomes a game of your own, against easy bots"
ALL_LESSONS: Final = "All lessons"


def step_of(step: int | str, steps: int) -> str:
    return f"Step {step} of {steps}"


def next_one(title: str, kind: str) -> str:
    return f"Next {kind}: {title}"
