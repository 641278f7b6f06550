"""What stands beside the map: the round, the boxes, and what everybody has."""

from typing import Final

from freightyard.games.freight.page.sentences.words import loan_counts, plural

SET_UP: Final = "Setting up"
ROUNDS: Final = "Rounds"
TURN_ORDER: Final = "turn order"
OLD_ORDER: Final = "order was"
PLAYERS: Final = "Players"
POINTS: Final = "points"
POINTS_NOW: Final = "points now"
BANKRUPT: Final = "bankrupt and out of the game"
TILES_LEFT: Final = "tiles left"
MONEY: Final = "money"


def cash_now(cash: int) -> str:
    """Below the points, where there is little room."""
    return f"{cash} {MONEY}"


def round_title(number: int) -> str:
    return f"Round {number}"


def of_rounds(most: int, *, at_most: bool) -> str:
    return f"of {most} at most" if at_most else f"of {most}"


def round_of(number: int, most: int) -> str:
    return f"Round {number} of {most}"


BOXES: Final = "Supply, at the end of a turn"
BOX_TITLES: Final = (
    "Box 1: at the end of a turn a player puts one of these on a city that shows its colour",
    "Box 2: one of these moves up to box 1 then, and the player adds any cube or disk here",
)


def box(number: int) -> str:
    return ("box 1 → a city", "box 2 → box 1")[number - 1]


def last_turns(name: str, needed: int) -> str:
    return f"{name} has connected {plural(needed, 'city')}: everybody else has one more turn."


def ended(name: str, needed: int) -> str:
    return f"{name} connected {plural(needed, 'city')}, and everybody else had one more turn."


def about_to_end(name: str, needed: int) -> str:
    """Somebody has them, and has not ended the turn."""
    return f"{name} has {plural(needed, 'city')}: after this turn everybody else has one more."


def loans_count(amount: int, worth: int) -> str:
    return f"A loan: {loan_counts(amount, worth)}"


def loan_counted(worth: int) -> str:
    return f"A loan that was not repaid: −{worth}"


LAST_TURNS: Final = "The last turns: then the game is over."


def ends_soon(name: str, needed: int) -> str:
    """The same, once somebody has them."""
    return f"{name} has {plural(needed, 'city')}: one last turn for all others"


def ends_at(needed: int, most: int) -> str:
    """Where there is little room."""
    return f"Ends when somebody has {plural(needed, 'city')}; most so far: {most}"


def until_end(needed: int, most: int) -> str:
    return f"When somebody has connected {plural(needed, 'city')}, everybody else has one more turn. Most so far: {most}."


def loans(count: int) -> str:
    """After what they count: `1 loan`."""
    return plural(count, "loan")


def cities(count: int) -> str:
    """After the points that they count: `1 city`."""
    return plural(count, "city")


def wagons(count: int, cubes: int) -> str:
    return f"{plural(count, 'wagon')}, {plural(cubes, 'cube')}"


def stock_title(sort: str) -> str:
    return f"{sort} tiles left"


def stock_said(sort: str) -> str:
    return f"{sort} left"
