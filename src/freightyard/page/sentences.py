"""What the client says at every table: `sentence(name, values)` in `static/sentences.js` finds it by its name, `{value}` stands
for a value. The sentences of a game are in its own `page/sentences.py`."""

from typing import Final

CLIENT: Final = {
    "cancel": "Cancel",
    "close hint": "Close the hint",
    "copied": "Link copied.",
    "end turn": "End turn",
    "end turn?": "{move}. End your turn?",
    "hide tips": "Hide tips",
    "hint": "Hint",
    "hint failed": "The hint could not be loaded. Please try again.",
    "look up": "Show the rule",
    "moment failed": "This moment could not be loaded. Please try again.",
    "no connection": "No connection to the server. Reconnecting…",
    "no sheets": "No points have been counted yet.",
    "not sent": "The server cannot be reached. Your move was not made.",
    "tip": "Tip",
    "tip next": "Next",
    "tip read": "Got it",
    "thinking": "Thinking…",
    "yes": "Yes",
}
