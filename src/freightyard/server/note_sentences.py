"""What a table notes in its chat: what was agreed, who came and went, what its host did."""

from typing import Final

SOMEBODY: Final = "Somebody"


def bot_did_not_answer(name: str) -> str:
    return f"{name} did not answer, so a legal move was played for it."


def bot_failed(bot: str) -> str:
    return f"The bot {bot} has failed, so any legal move is played for it. The log of the server tells its host why."


# ---------- proposals ----------

ENDED: Final = "All agreed: the game is over without a winner."
PAUSED: Final = "All agreed: the clock is paused until one of the players goes on."


def what(kind: str, subject: str) -> str:
    """What is proposed, after "proposes"."""
    if kind == "replace":
        return f"to replace {subject} by a bot"
    if kind == "pause":
        return "to pause the clock"
    if kind == "back":
        return f"to go back to move {subject}"
    return f"to play at another pace: {subject}" if kind == "pace" else "to end the game without a winner"


def proposed(name: str, proposal: str) -> str:
    return f"{name} proposes {proposal}."


def went_back(alone: str, moves: int, ply: str) -> str:
    """`alone`: the name of who had to ask nobody. `ply`: the moment, as a replay counts them."""
    who = f"{alone} went back" if alone else "All agreed to go back"
    undone = "1 move is" if moves == 1 else f"{moves} moves are"
    return f"{who} to move {ply}: {undone} undone. What was drawn since may come again."


def not_back(ply: str) -> str:
    return f"The game cannot go back to move {ply} any more: that moment was undone."


def refused(name: str, proposal: str) -> str:
    return f"{name} said no to the proposal {proposal}."


def lapsed(proposal: str) -> str:
    return f"The proposal {proposal} has lapsed: not all answered in time."


def outvoted(subject: str) -> str:
    return f"The vote is over: {subject} keeps the seat."


def not_replaced(subject: str) -> str:
    return f"{subject} is back, so the vote is over."


def replaced(subject: str) -> str:
    return f"The others voted to replace {subject}: a bot plays on."


def paced(subject: str) -> str:
    return f"All agreed on another pace: {subject}. Everybody has the full time."


def resumed(name: str) -> str:
    return f"{name} ended the pause: the clock runs again."


# ---------- seats ----------


def gave_up(name: str) -> str:
    return f"{name} gave up the seat for good: a bot plays on."


def seat_offered(name: str) -> str:
    return f"A bot has played for {name} for days, so the host offers this seat to others."


def substitute(name: str, before: str) -> str:
    return f"{name} takes the seat of {before}."


# ---------- the host ----------


def muted(name: str) -> str:
    return f"The host muted {name} in the chat."


def unmuted(name: str) -> str:
    return f"{name} may write in the chat again."


def substitutes(*, allowed: bool) -> str:
    return (
        "The host lets anybody take the seat of a player who left."
        if allowed
        else "The host lets nobody take the seat of a player who left."
    )


def archived(days: int) -> str:
    return f"Nobody moved for {days} days, so the table was archived."


def woken(name: str) -> str:
    return f"{name} woke the table up: the game goes on."
