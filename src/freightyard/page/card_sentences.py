"""What pages say about the cards of a game: what they are drawn by, who added what, and whether that is true."""

from collections.abc import Sequence
from typing import Final

from freightyard.core.proof import AGAIN, BY_DEVICE, BY_LINK, BY_WORD

CARDS: Final = "The cards"
HOW: Final = "How this works"
COMMITMENT: Final = "Fingerprint of the server’s secret"
ADDED: Final = "Random bytes added by the players"
CHECK: Final = "Check every card in this browser"
CHECK_TITLE: Final = "This browser draws all cards again. It does not ask the server whether they are right."
TABLE_CARDS: Final = "Why cards and dice are fair"
MIXING: Final = "Mixing the cards"
MIXING_WHY: Final = "Every browser and bot sends the random bytes that it had sealed. The game begins in a moment."
BACK: Final = "Go to the table"
RECORD: Final = "Download the record"

WAITING: Final = (
    "This server has already fixed its secret for the cards: the fingerprint below belongs to it and to no other. Your browser "
    "adds random bytes of its own when you sit down. So neither the server nor a player can choose the cards."
)
RUNNING: Final = (
    "The cards follow from the server’s secret and from what everybody added. Both stay hidden until the game is over. Then "
    "anybody can draw every card again."
)
CHECKABLE: Final = "Nobody could choose the cards, and you can check that."
DETAILS: Final = "What the cards were drawn from"
OVER: Final = (
    "The cards follow from the server’s secret, which was fixed before anybody sat down, and from what the players added."
)

_STATES: Final = {
    "sealed": "has sealed random bytes",
    "added": "added random bytes",
    "withheld": "sealed random bytes and did not send them in time",
    "nothing": "added nothing",
    "open": "has sealed nothing yet",
}

_UNPROVED: Final = {
    BY_WORD: "These cards cannot be proved: they follow from a word that the host of this server chose.",
    BY_LINK: "These cards cannot be proved: they follow from a seed in the link by which this table was made.",
    AGAIN: "This game plays on from another one, and the cards and dice that came there come here again.",
    BY_DEVICE: "This game was dealt by the device on which it was played, so no server could have stacked the cards.",
    None: "These cards cannot be proved: the game was played elsewhere, or it began before this server could prove its cards.",
}


def unproved(dealt: str | None) -> str:
    """Why the cards cannot be proved."""
    return _UNPROVED.get(dealt, _UNPROVED[None])


def did(name: str, state: str) -> str:
    """What somebody has done for the cards; the name is not escaped."""
    return f"{name} {_STATES[state]}"


def taken_over(moves: int) -> str:
    """What is said of a game that plays on from another one."""
    return f"Its first {moves} moves are those of an earlier game. Their cards were drawn there, and are not checked here."


def waits_for(names: Sequence[str]) -> str:
    """Whose bytes are missing; the names are not escaped."""
    *others, last = names
    return f"Waiting for {', '.join(others)} and {last}" if others else f"Waiting for {last}"


# ---------- what the client says: `{…}` is filled in ----------

CLIENT: Final = {
    "cards checking": "Drawing every card again …",
    "cards true": "True: all {draws} draws of this game follow from the server’s secret and from the added bytes.",
    "cards false": "False: {why}",
    "cards failed": "The record could not be read. Try again.",
    "cards commitment": "the secret does not fit its fingerprint.",
    "cards promised": "the fingerprint is not the one that this browser was shown before the game.",
    "cards seal": "what seat {seat} added is not what it had sealed.",
    "cards unsealed": "seat {seat} is said to have added bytes that it had not sealed.",
    "cards list": "the seals are not those that this browser was shown before it sent its bytes.",
    "cards mine": "the bytes that this browser sent are not among those of the game.",
    "cards line": "the line “{name}” of the record cannot be read.",
    "cards draw": "move {move} is “{said}”, but the draw gives “{drawn}”.",
    "cards urn": "the server and the record do not agree about move {move}.",
    "cards seen": "The fingerprint and the seals are those that this browser was shown before the game, and its own bytes are "
    "among them.",
    "cards late": "The fingerprint and the seals are those that this browser was shown before the game. Its own bytes are not "
    "among the added ones: the server did not take them in time. If that happens again, do not play here.",
    "cards earlier": "The first {moves} moves are those of an earlier game. Their cards were not checked.",
    "cards unseen": "This browser added nothing, so it cannot tell whether the fingerprint was shown before the game. "
    "The browser of a player can.",
    "cards numbers": "Checked here: the secret, the seals, the bytes of every seat, and each of the {draws} draws.",
    "cards left": "What could be drawn each time is what the server says was left.",
    "cards rules": "Not checked here: that those pieces were the right ones by the rules. “freightyard verify”, run on your own "
    "computer with the downloaded record, checks that too.",
    "cards by rules": "Check that by the rules, in this browser",
    "cards own rules": "Which pieces were left follows from the record by the rules, and was worked out in this browser too.",
    "cards changed": "The fingerprint or the seals are not those of before, so this browser sends no bytes. Do not play here.",
}
