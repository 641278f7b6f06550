"""What the strip above a board says: what those who sit there are asked, who could be replaced, which seat is free, and why a
game stands still. And what the menu says of it."""

from collections.abc import Sequence
from typing import Final

ASKED: Final = "What is asked at this table"
AGREE: Final = "Agree"
REFUSE: Final = "No"
CHANGE: Final = ("Change to no", "Change to yes")  # after a yes, after a no
YOUR_ANSWER: Final = ("You agreed.", "You said no.")
WAKE: Final = "Wake up the table"
PLAY_AGAIN: Final = "Play again"
REPLAY: Final = "Replay move by move"
TO_REVIEW: Final = "Back to the review"
PLAYED_THEN: Final = "What was played"
SHOW_BEST: Final = "Show the best plan"
RETRY_ENDS: Final = "At the end of the turn you see whether it is better."
COMPARING: Final = "The bots compare it with what was played…"
TRY_AGAIN: Final = "Try again"
PLAY_ON: Final = "Play on"
TAKE_SEAT: Final = "Take the seat"
PAUSED: Final = "The clock is paused: nobody's time runs."
RESUME: Final = "End the pause"
YOUR_NAME: Final = "Your name"
ENDED: Final = "The players ended this game by agreement. It has no winner."
ENDED_TAG: Final = "ended by agreement"
ARCHIVED_TAG: Final = "archived"
ARCHIVED: Final = "Nobody moved for a long time, so this table was archived. One of its players can wake it up."
ARCHIVED_YOURS: Final = "Nobody moved for a long time, so this table was archived. You can go on where you stopped."

PROPOSE_END: Final = ("Propose to end the game", "If all agree, the game is over without a winner")
PROPOSE_END_SURE: Final = "Ask the others to end the game without a winner?"
END_ALONE: Final = ("End the game", "The game is over without a winner")
END_ALONE_SURE: Final = "End the game without a winner?"
PROPOSE_PAUSE: Final = ("Propose to pause the clock", "If all agree, nobody's time runs until one of you goes on")
PROPOSE_BACK: Final = ("Propose to go back to here", "If all agree, everything since this moment is undone")
PROPOSE_BACK_SURE: Final = "Ask the others to undo everything since this moment, also what was drawn or rolled?"
BACK_ALONE: Final = ("Go back to here", "Everything since this moment is undone")
BACK_ALONE_SURE: Final = "Undo everything since this moment, also what the bots did and what was drawn or rolled?"
LOOK_BACK: Final = "See that moment"
GO_BACK: Final = ("Go back further", "Choose an earlier moment to go on from")
PROPOSE_PACE: Final = "Propose another pace"
PROPOSE: Final = "Propose this pace"
PAUSE_ALONE: Final = ("Pause the clock", "Your time does not run until you go on")
PACE_ALONE: Final = ("Another pace", "Change to this pace")
GIVE_UP: Final = ("Give up my seat", "A bot plays on, and you cannot come back to this seat")
GIVE_UP_SURE: Final = "Give up your seat for good? A bot plays on, or somebody who takes the seat."
HOST_MENU: Final = "You are the host"
ALLOW_SUBSTITUTES: Final = ("Offer free seats to others", "Anybody may take the seat of a player who left for good")
FORBID_SUBSTITUTES: Final = ("Offer free seats to nobody", "A bot plays on the seats of players who left for good")


def proposes(name: str, kind: str, subject: str) -> str:
    if kind == "replace":
        return f"{name} proposes to replace {subject}: a bot plays on."
    if kind == "pace":
        return f"{name} proposes another pace: {subject}."
    if kind == "pause":
        return f"{name} proposes to pause the clock."
    if kind == "back":
        return f"{name} proposes to go back to move {subject}: all that happened since is undone, also what was drawn or rolled."
    return f"{name} proposes to end the game without a winner."


def retry_of(turn: int) -> str:
    """At a table where a turn is tried again."""
    return f"Retry of turn {turn}"


def votes(yes: Sequence[str], waiting: Sequence[str]) -> str:
    words = [f"Yes: {', '.join(yes)}."] if yes else []
    if waiting:
        words.append(f"Waiting for {', '.join(waiting)}.")
    return " ".join(words)


def does_not_come(name: str, days: int) -> str:
    """`days`: for which they have not moved, where there is no clock."""
    return f"{name} has not moved for {days} days." if days else f"{name}'s time is up."


def bot_has_played(name: str, days: int) -> str:
    return f"A bot has played for {name} for {days} days."


def offer_seat(name: str) -> str:
    return f"Offer {name}'s seat to others"


def offer_seat_sure(name: str) -> str:
    return f"Offer {name}'s seat to others? {name} loses it for good. A bot plays until somebody takes it."


def replace(name: str) -> str:
    return f"Propose to replace {name}"


def free_seat(name: str) -> str:
    return f"{name} has left, and a bot plays. You can take the seat, with all that belongs to it."


def mute(name: str) -> str:
    return f"Mute {name} in the chat"


def unmute(name: str) -> str:
    return f"Let {name} write in the chat again"
