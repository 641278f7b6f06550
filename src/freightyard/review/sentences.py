"""What a review says."""

from typing import Final

from freightyard.page.table_sentences import REVIEW as REVIEW
from freightyard.review.turns import BLUNDER, MISTAKE, SLIP

OVER_TIME: Final = "Share of the win over the game"
LUCK_AND_SKILL: Final = "Luck and skill"
TURNING_POINTS: Final = "Turning points"
BETTER: Final = "What could have been better"
LUCKY: Final = "Luckiest moments"
GOOD: Final = "Best moments"
ALL_TURNS: Final = "All turns"
SHOW_ALL: Final = "Show every turn"
HOW_TO_READ: Final = "How to read this"
NOTHING: Final = "Nothing stands out."
NO_ERRORS: Final = "No slip, mistake or blunder that is clear of the doubt."
CHANCE: Final = "Cards and dice"
COLUMNS: Final = ("Player", "At the start", "Cards and dice", "Own turns", "Others’ turns", "Result")
TURN_COLUMNS: Final = ("Turn", "Player", "Share after it", "Change", "Lost", "")
SHARE: Final = "share of the win"
LABELS: Final = {SLIP: "Slip", MISTAKE: "Mistake", BLUNDER: "Blunder"}
ABOUT_EQUAL: Final = "About equal to the best plan found"
AS_GOOD: Final = "As good as any plan found"
READING: Final = (
    "A share of the win is the chance to win, counted so that all players together have 100 %. The computer plays on from the "
    "moment many times, with all cards that were not drawn yet drawn anew, and its guess is corrected by hundreds of finished "
    "games between equal players. The pale band shows how sure it is: 95 times in 100 the share lies within it.",
    "Luck is what cards and dice changed of your share. Own turns is what you changed yourself, against the quick play of the "
    "Driver, a bot that looks no turn ahead: above zero you played better than it would have. The parts add up to the result "
    "less the share at the start.",
    "For each turn the bots look for the best plan with what the player could know then, without the cards of others. "
    "A slip cuts the chance to win by at least 5 points of 100, a mistake by 10, a blunder by 15, and only what is clear of the "
    "doubt is named.",
)
OPEN: Final = "Open this moment"
PLAN_DRAWN: Final = "Green on the board: the better plan."
RETRY: Final = "Retry this turn"
RETRY_TITLE: Final = "A new table that starts at this moment, against bots; the same cards and dice come as in this game"
WHAT_IF: Final = "What if? Play on from here"
WHAT_IF_TITLE: Final = "A new table that starts at this moment, with bots or with friends by its link"
PARTS: Final = {"own": "Own turns", "chance": "Cards and dice", "others": "Others’ turns"}
BARS_READING: Final = "To the right of the middle: what a seat gained of the win, to the left: what it lost."
TO_SUMMARY: Final = "Game summary"
OFFER: Final = (
    "Bots look back at this game: how likely everybody was to win at each moment, what was luck and what was skill, and which "
    "turns could have been better. That takes them a minute or more."
)
MAKE: Final = "Review this game"
WORKING: Final = "The bots are looking back at this game…"
FAILED: Final = "The bots could not finish the review. You can ask them again."
LOOK_AGAIN: Final = "See whether the review is ready"
NOT_FITTED: Final = "Nothing was fitted for this game, so the shares are rough guesses."


def fitted_to(edition: str) -> str:
    """The shares were fitted to another edition."""
    return f"The shares were fitted to games of the edition {edition}, which may differ from this one."


def percent(share: float) -> str:
    """A share in whole percent."""
    return f"{round(share * 100)} %"


def signed(change: float) -> str:
    """A change of a share in whole percent."""
    number = round(change * 100)
    return f"{'+' if number > 0 else '−' if number < 0 else ''}{abs(number)} %"


def with_error(change: float, error: float) -> str:
    """The same, and how far it may be off: 95 times in 100 it is not further."""
    off = round(error * 200)
    return signed(change) if off == 0 else f"{signed(change)} ± {off}"


def bar_label(name: str, parts: list[tuple[str, float]], start: float, result: float) -> str:
    """The bar of a seat for who cannot see it."""
    told = ", ".join([f"{PARTS[kind]} {signed(value)}" for kind, value in parts])
    return f"{name}: from {percent(start)} to {percent(result)}. {told}."


def at_turn(turn: int, name: str) -> str:
    """When, and whose doing."""
    return f"Turn {turn}: {name}"


def from_to(name: str, before: float, after: float) -> str:
    """What became of a share."""
    return f"{name}’s {SHARE}: {percent(before)} → {percent(after)}"


def cost(label: str, lost: float, error: float) -> str:
    """What a turn cost."""
    off = round(error * 200)
    doubt = f", give or take {off}" if off else ""
    points = round(lost * 100)
    return f"{LABELS[label]}: it cut the chance to win by about {points} {'point' if points == 1 else 'points'} of 100{doubt}"


def could_not_know(name: str) -> str:
    """The turn cost more than the share that the seat had in truth."""
    return f"{name} could not know how things really stood: by what could be known then, there was more to lose."


def better(plan: str) -> str:
    """The best plan that was found."""
    return f"Better: {plan[:1].lower()}{plan[1:]}" if plan else ""


def winners(names: list[str]) -> str:
    """Who won."""
    if len(names) == 1:
        return f"{names[0]} won."
    return f"{', '.join(names[:-1])} and {names[-1]} shared the win."


def title(game: str) -> str:
    """Of the whole page."""
    return f"{REVIEW}: {game}"


def chart_label(ends: str) -> str:
    """The chart for who cannot see it."""
    return f"{OVER_TIME}. At the end: {ends}."
