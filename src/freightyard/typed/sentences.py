"""What is answered to those who type: plain sentences, each understood without the one before it."""

from collections.abc import Sequence
from typing import Final

from freightyard.core.text_board import counted, listed

NOTHING_NEW: Final = "Nothing has happened since your last turn."
NO_MOVES_YET: Final = "Nothing has happened yet."
NO_LEGAL: Final = "You have no move now: it is not your turn."
OVER: Final = "The game is over."
HIDDEN_POSITION: Final = "the position would show hidden cards: you can read it when the game is over"
WHAT_TO_FIND: Final = "name what you look for, such as: find {example}"
LOOKING_ON: Final = "You are looking on: you have no seat at this table."
NO_CLOCK: Final = "no time is kept here"
NO_CHAT: Final = "there is no chat at the terminal"
NO_HINTS: Final = "no bot knows this game, so there are no hints"
NO_PLANS: Final = "in this game every move is made by itself: there is nothing to plan"
PLAN_IN_TURN: Final = "you can plan when it is your turn"
DRAWING: Final = "Cards are being drawn."
HELP_FIRST: Final = (
    "Type a move, such as one that moves lists. You may shorten each word if only one legal move fits. "
    "Put a semicolon between several moves: if one of them is not legal, none is played."
)


def help_line(usage: str, what: str) -> str:
    return f"{usage}: {what}."


def known_as(aliases: Sequence[str]) -> str:
    return f"You can also type {listed(list(aliases))}."


def no_command(word: str) -> str:
    return f"there is no command {word[:40]!r}: type help to list them"


def only_at(where: str, usage: str) -> str:
    return f"{usage} works only at the terminal" if where == "terminal" else f"{usage} works only in the browser"


def you_can_type(verbs: Sequence[str]) -> str:
    return f"Moves begin with {listed(list(verbs))}."


def number_of_moves(number: int) -> str:
    return f"{counted(number, 'legal move')}."


def moves_of(verb: str, number: int) -> str:
    return f"{verb}: {counted(number, 'move')}; type moves {verb} to list them."


def more_moves(number: int) -> str:
    return f"And {counted(number, 'more move')}: type more of the words to see fewer."


def no_such_moves(words: str) -> str:
    return f"no legal move begins with {words[:60]!r}"


def no_part(name: str, parts: Sequence[str]) -> str:
    return f"the board has no part {name[:40]!r}; its parts are {listed(list(parts))}"


def not_found(thing: str) -> str:
    return f"Nothing on the board is called {thing[:40]!r}."


def more_found(number: int) -> str:
    return f"And {counted(number, 'more place')}."


def heading(title: str, line: str) -> str:
    return f"{title}: {line}"


def leads(names: Sequence[str], score: str) -> str:
    return f"{names[0]} leads with {score}." if len(names) == 1 else f"{listed(list(names))} lead with {score} each."


def won(winners: str) -> str:
    return f"The game is over: {winners}."


def has(name: str, score: str) -> str:
    return f"{name}: {score}."


def sits(seat: int, name: str, tags: Sequence[str]) -> str:
    about = f" ({', '.join(tags)})" if tags else ""
    return f"Seat {seat}: {name}{about}."


def turn_of(name: str, *, you: bool) -> str:
    return "It is your turn." if you else f"It is {name}’s turn."


def last_move(ago: str) -> str:
    return f"The last move was made {ago} ago."


def table_opened(ago: str) -> str:
    return f"The table was opened {ago} ago."


def are_legal(moves: Sequence[str]) -> str:
    return f"{listed(list(moves))} {'is' if len(moves) == 1 else 'are'} legal"


def more_legal(number: int) -> str:
    return f"{number} more"


def name_a_move(example: str) -> str:
    return f"name a move, such as: why {example}"


def no_rule(name: str, rules: Sequence[str]) -> str:
    return f"no rule is called {name[:40]!r}; the rules are {', '.join(rules)}"


def rule(name: str, words: str) -> str:
    return f"{name}: {words}"


def rule_names(names: Sequence[str]) -> str:
    return f"The rules are {', '.join(names)}. Type rule and a name."


def hint(words: str, moves: str, why: str) -> str:
    return f"{words} Type {moves}. {why}"


def duration(seconds: float) -> str:
    """`40 seconds`, `3 minutes`, `2 hours`, `5 days`: as exact as somebody who waits wants it."""
    whole = max(0, int(seconds))
    for size, noun in ((86_400, "day"), (3_600, "hour"), (60, "minute")):
        if whole >= size:
            return counted(whole // size, noun)
    return counted(whole, "second")


FORCED_HOW: Final = "Type forced on, or forced off."


def forced(*, on: bool) -> str:
    return "Forced moves are played for you." if on else "Forced moves are not played for you."


def ordered(told: str, stopped: str) -> str:
    """What somebody has ordered, or why their order stopped."""
    if told:
        return f"Your order: {told}"
    return f"Your order stopped: {stopped}" if stopped else "You have given no order."
