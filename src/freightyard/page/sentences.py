"""What every table says: the prompt and the log as they are drawn, and `CLIENT`, what the client says.

`sentence(name, values)` in `static/sentences.js` finds a sentence of the client by its name; `{value}` stands for a value. The
sentences of a game are in its own `page/sentences.py`.
"""

from typing import Final

CLIENT: Final = {
    "away": "away",
    "cancel": "Cancel",
    "close hint": "Close the hint",
    "connected": "connected",
    "copied": "Link copied.",
    "end turn": "End turn",
    "end turn?": "{move}. End your turn?",
    "here": "here",
    "hide tips": "Hide tips",
    "hint": "Hint",
    "hint failed": "The hint could not be loaded. Please try again.",
    "look up": "Show the rule",
    "more lines": "And {number} more lines, in the list of answers.",
    "moment failed": "This moment could not be loaded. Please try again.",
    "no connection": "No connection to the server. Reconnecting…",
    "no sheets": "No points have been counted yet.",
    "not sent": "The server cannot be reached. Your move was not made.",
    "pause": "Pause (space)",
    "play": "Play the moves (space)",
    "put and end turn?": "Put the {thing} {to} and end your turn?",
    "reconnecting": "reconnecting…",
    "skip": "Skip",
    "skip title": "Show the present at once (Escape)",
    "tip": "Tip",
    "tip next": "Next",
    "tip read": "Got it",
    "thinking": "Thinking…",
    "yes": "Yes",
}

# ---------- the prompt ----------

WHAT_TO_DO: Final = "What to do"
UNDO: Final = "Undo"
CANCEL: Final = "Cancel"
HINT: Final = "Hint"
HINT_TITLE: Final = "See what a bot would do, and why"
PLAY_AGAIN: Final = "Play again"
SCORE_SHEETS: Final = "Score sheets"
SUMMARY: Final = "Game summary"
REPLAY: Final = "Replay"


def addressed(name: str, ask: str) -> str:
    """What is asked of one of those who share a screen: `Fleur, your turn: take 3 cars`. Both are markup."""
    return f"{name}, {ask[:1].lower()}{ask[1:]}" if ask[1:2].islower() else f"{name}: {ask}"


def take_seat_back(name: str) -> str:
    """What somebody reads for whom a bot plays; `name` only where several share a screen."""
    return f"Take {genitive(name)} seat back" if name else "Take my seat back"


def genitive(name: str) -> str:
    return f"{name}’" if name.endswith("s") else f"{name}’s"


def best_move(story: str) -> str:
    """What a bot would do, told as the log tells it."""
    return f"Best move found: {story}."


# ---------- the log ----------

LOG: Final = "Log"
EARLIER_LOG: Final = "Earlier log"
UNDID: Final = "undoes the last move"
SHOW_MOMENT: Final = "Show this moment"
EARLIER_MOVES: Final = "Earlier moves: replay"
