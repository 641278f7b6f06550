"""A bot's plan as advice: what the log would tell of it (`takes a car; calls a locomotive`) as one says it to a player."""

import re
from typing import Final

# The verbs of the boards' logs, as they tell what somebody did and as one advises it.
_VERBS: Final = {
    "auctions": "auction",
    "builds": "build",
    "buys": "buy",
    "calls": "call",
    "cannot act and passes": "pass",
    "cannot draw, load or ship": "skip your turn",
    "closes": "close",
    "delivers": "deliver",
    "discards": "discard",
    "draws": "draw",
    "ends": "end",
    "fills": "fill",
    "finishes": "finish",
    "founds": "found",
    "goes": "go",
    "has to auction": "auction",
    "keeps": "keep",
    "lets": "let",
    "loads": "load",
    "moves": "move",
    "opens": "open",
    "passes": "pass",
    "pays": "pay",
    "places": "place",
    "puts": "put",
    "raises": "raise",
    "repays": "repay",
    "runs": "run",
    "sends": "send",
    "serves": "serve",
    "ships": "ship",
    "takes": "take",
    "upgrades": "upgrade",
}
_TOLD: Final = re.compile(rf"(^|; |, | and |\. Next turn: )({'|'.join(sorted(_VERBS, key=len, reverse=True))})\b")
_OTHERWISE: Final = "Best move found: {story}."


def advice(story: str) -> str:
    """`Take coal 1.` for the story `takes coal 1`. A board whose log has verbs of its own is quoted as it is."""
    if _TOLD.match(story) is None:
        return _OTHERWISE.format(story=story.removesuffix("."))
    said = _TOLD.sub(lambda found: found[1] + _VERBS[found[2]], story)
    return f"{said[:1].upper()}{said[1:].removesuffix('.')}."
