"""What every table says: the prompt and the log as they are drawn, and `CLIENT`, what the client says.

`sentence(name, values)` in `static/sentences.js` finds a sentence of the client by its name; `{value}` stands for a value. The
sentences of a game are in its own `page/sentences.py`.
"""

from typing import Final

CLIENT: Final = {
    "among spectators": "spectators",
    "away": "away",
    "cancel": "Cancel",
    "close hint": "Close the hint",
    "play hint": "Play this",
    "play hint and end": "Play and end turn",
    "connected": "connected",
    "copied": "Link copied.",
    "end turn": "End turn",
    "end turn?": "{move}. End your turn?",
    "here": "here",
    "hide tips": "Hide tips",
    "hint": "Hint",
    "hint failed": "The hint could not be loaded. Please try again.",
    "keep seat": "Keep your seat: save your recovery link.",
    "keep seat hide": "Do not show this again",
    "keep seat show": "Show my link",
    "keep seat title": "Recovery link",
    "look up": "Show the rule",
    "more lines": "And {number} more lines, in the list of answers.",
    "moment failed": "This moment could not be loaded. Please try again.",
    "next going": "Going to the next table where it is your turn…",
    "next label": "Your other tables",
    "next one": "It is your turn at another table.",
    "next several": "It is your turn at {number} other tables.",
    "next stay": "Stay here",
    "next table": "Next table",
    "no connection": "No connection to the server. Reconnecting…",
    "no sheets": "No score sheet yet: it is made at the end of the game.",
    "not sent": "The server cannot be reached. Your move was not made.",
    "offer hide": "Do not show this again",
    "offer show": "Show me how",
    "offer title": "Notices",
    "order not sent": "The server cannot be reached. Your order was not given.",
    "pause": "Pause (space)",
    "play": "Play the moves (space)",
    "put and end turn?": "Put the {thing} {to} and end your turn?",
    "recap back": "The turn before",
    "recap close": "Close what is new",
    "recap failed": "What is new could not be loaded. Please try again.",
    "recap less": "Less",
    "recap more": "More",
    "recap new": "new since your last turn",
    "recap next": "The next turn",
    "recap now": "Back to now",
    "recap one": "1 turn",
    "recap several": "{number} turns",
    "recap start": "Your last turn: step on to see what came after it.",
    "recap see": "Show this turn on the board",
    "recap step": "Step",
    "recap where": "{number} of {turns}",
    "reconnecting": "reconnecting…",
    "seat note": "Your seat",
    "seat note hide": "Hide this",
    "skip": "Skip moves",
    "skip title": "Show the present at once (Escape)",
    "time holiday": "on holiday until {when}",
    "time left": "{time} left",
    "time lent": "a bot plays this turn",
    "time over": "overdue since {when}",
    "time over short": "overdue",
    "time paused": "paused, {time} left",
    "time until": "until {when}",
    "tip": "Tip",
    "tip lesson": "Learn it first",
    "tip next": "Next",
    "tip read": "Got it",
    "thinking": "Thinking…",
    "today": "today",
    "tomorrow": "tomorrow",
    "turn title": "Your turn – {table}",
    "yes": "Yes",
    "yesterday": "yesterday",
}

# ---------- the prompt ----------

WHAT_TO_DO: Final = "What to do"
UNDO: Final = "Undo"
CANCEL: Final = "Cancel"
HINT: Final = "Hint"
HINT_TITLE: Final = "See what a bot would do, and why"
PLAY_AGAIN: Final = "Play again"
SCORE_SHEETS: Final = "Score sheets"
SUMMARY: Final = "See points and chart"
REPLAY: Final = "Replay move by move"
REVIEW: Final = "Review mistakes and luck"


def addressed(name: str, ask: str) -> str:
    """What is asked of one of those who share a screen: `Fleur, your turn: take 3 cars`. Both are markup."""
    return f"{name}, {ask[:1].lower()}{ask[1:]}" if ask[1:2].islower() else f"{name}: {ask}"


def take_seat_back(name: str) -> str:
    """What somebody reads for whom a bot plays; `name` only where several share a screen."""
    return f"Take {genitive(name)} seat back" if name else "Take my seat back"


def genitive(name: str) -> str:
    return f"{name}’" if name.endswith("s") else f"{name}’s"


def reset(moves: int, turn: bool) -> str:
    """Beside *Undo*. `turn`: whether those are all moves of the turn."""
    return "Undo turn" if turn else f"Undo {moves} moves"


def reset_title(moves: int, turn: bool) -> str:
    return f"Undo all {moves} moves of your turn" if turn else f"Undo your last {moves} moves"


def redo(moves: int) -> str:
    """Once they were undone at once."""
    return f"Redo {moves} moves"


def best_move(story: str) -> str:
    """What a bot would do, told as the log tells it."""
    return f"Best move found: {story}."


# ---------- the log ----------

LOG: Final = "Log"
EARLIER_LOG: Final = "Earlier log"
SHOW_MOMENT: Final = "Show this moment"
EARLIER_MOVES: Final = "Earlier moves: replay"


def undid(moves: int) -> str:
    return "undoes the last move" if moves == 1 else f"undoes the last {moves} moves"


# ---------- since your last turn ----------

SINCE_TURN: Final = "Since your last turn"
SINCE_LOOK: Final = "Since you last looked"


def since_ago(title: str, ago: str) -> str:
    """`Since your last turn, 3 days ago`; `ago` may be empty."""
    return f"{title}, {ago} ago" if ago else title


def game_over(result: str) -> str:
    """The last line of a log."""
    return f"The game is over: {result}."


def missed(number: int) -> str:
    """Before the last sentences, to somebody who comes back after many moves."""
    return "One earlier turn is in the log." if number == 1 else f"{number} earlier turns are in the log."


def won(amount: str) -> str:
    return f"gained {amount}"


def lost(amount: str) -> str:
    return f"lost {amount}"
