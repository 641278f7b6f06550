"""What a review says."""

from typing import Final

from freightyard.page.table_sentences import REVIEW as REVIEW
from freightyard.page.table_sentences import of_100_games
from freightyard.review.review import Change
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
MORE_ABOUT: Final = "How it is counted"
NOT_SURE: Final = "not sure"
SAME_AS_THEN: Final = "The same as in the game."
AS_GOOD_AS_THEN: Final = "About as good as what was played in the game."
BETTER_THAN_THEN: Final = "Better than in the game"
WORSE_THAN_THEN: Final = "Worse than in the game"
BEST_PLAN: Final = "That is the best plan that the review found."
NOTHING: Final = "Nothing stands out."
NO_ERRORS: Final = "No clear slip, mistake or blunder."
TURN: Final = "Turn"
PLAYER: Final = "Player"
TURN_COLUMNS: Final = (TURN, PLAYER, "Share then", "Change", "It cost")
KEY_BAND: Final = "how far it may be off"
KEY_RING: Final = "a slip, a mistake or a blunder"
SHARE: Final = "share of the win"
LABELS: Final = {SLIP: "Slip", MISTAKE: "Mistake", BLUNDER: "Blunder"}
ABOUT_EQUAL: Final = "About equal to the best plan found"
AS_GOOD: Final = "As good as any plan found"
READING: Final = (
    "The computer plays on from each moment many times, with all cards that were not drawn yet drawn anew, and its guess is "
    "corrected by hundreds of finished games between equal players. 95 times in 100 the true share lies within the pale band, "
    "or within the number after ±.",
    "Luck is what {chance} changed of a share. Own turns is what the player changed, against the quick play of the "
    "Driver, a bot that looks no turn ahead: above zero the player did better than it would have. The parts add up to "
    "the result less the share at the start. “Not sure” stands where it may be off by more than the number.",
    "For each turn the bots look for the best plan with what the player could know then, without the cards of others. Both "
    "plans meet the same imagined futures. So what a turn cost and what the line does are two things: after a blunder the line "
    "may rise, by luck.",
)
OPEN: Final = "Open this moment"
SHOWN_ABOVE: Final = "Shown above"
TWO_THINGS: Final = (
    "Change is what became of the share, luck among it. It cost: against the best plan found, with the same luck for both."
)
PLAN_DRAWN: Final = "Drawn green: the better plan."
ENLARGE: Final = "Open the picture large"
RETRY: Final = "Retry this turn"
RETRY_TITLE: Final = "Play it again against bots; the same cards and dice come. Then you see whether it was better"
WHAT_IF: Final = "What if? Play on from here"
WHAT_IF_TITLE: Final = "A new table that starts at this moment, with bots or with friends by its link"
BARS_READING: Final = "To the right of the middle: what a seat gained of the win, to the left: what it lost."
OFFER: Final = (
    "Bots look back at this game: how likely everybody was to win at each moment, what was luck and what was skill, and which "
    "turns could have been better. That takes from some seconds to some minutes; you will see how long."
)
MAKE: Final = "Start the review"
WORKING: Final = "The bots are looking back at this game…"
SECONDS_LEFT: Final = "About {count} seconds left."
MINUTES_LEFT: Final = "About {count} minutes left."
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
    if off > abs(round(change * 100)):
        return NOT_SURE
    return signed(change) if off == 0 else f"{signed(change)} ± {off}"


def bar_label(name: str, parts: list[tuple[str, float]], start: float, result: float) -> str:
    """The bar of a seat for who cannot see it."""
    told = ", ".join([f"{kind} {signed(value)}" for kind, value in parts])
    return f"{name}: from {percent(start)} to {percent(result)}. {told}."


def at_turn(turn: int, name: str) -> str:
    """When, and whose doing."""
    return f"Turn {turn}: {name}"


def from_to(name: str, before: float, after: float) -> str:
    """What became of a share."""
    return f"{name}’s {SHARE}: {percent(before)} → {percent(after)}"


def cost(label: str, lost: float, error: float) -> str:
    """What a turn cost."""
    return f"{LABELS[label]}: it wins {of_100_games(-lost, error)}"


def compared(lost: float, played: float | None) -> str:
    """The two shares of which that is the difference."""
    if played is None:
        return ""
    best, this = _two_shares(lost, played)
    return f"With the best plan {best} %, with this one {this} %."


def _two_shares(lost: float, played: float) -> tuple[int, int]:
    """With the best plan, and with what was played: in whole percent, and such that the reader's sum comes out."""
    best = round((played + lost) * 100)
    return best, best - round(lost * 100)


def reading(chance: str) -> tuple[str, ...]:
    """What one needs to know, shortest first."""
    return (
        "Share of the win: the chance to win. All players together have 100 %.",
        "Pale band, ±: how far that may be off.",
        "Each turn is compared with the best plan found: 5 fewer wins in 100 games are a slip, 10 a mistake, 15 a blunder. "
        "A ring on the line marks them.",
        f"Luck: what {chance.lower()} changed.",
    )


def parts_words(chance: str) -> dict[str, str]:
    """What the parts are called in a game with this kind of luck."""
    return {"own": "Own turns", "chance": chance, "others": "Others’ turns"}


def columns(chance: str) -> tuple[str, ...]:
    """The parts as columns of a table."""
    return (PLAYER, "At the start", chance, "Own turns", "Others’ turns", "Result")


def cheaper(lost: float) -> str:
    """What the best plan was worth more, in a review that did not keep more."""
    return f"It would win {of_100_games(lost)}."


def retry_verdict(change: Change, plan: tuple[str, ...], cost: float, error: float, clear: float) -> tuple[str, ...]:
    """Whether a plan was better than what was played; `cost`: what it is worth less. With the numbers of the review."""
    verdict = change.verdict
    gain = 0.0 if plan == change.moves else -cost
    if plan == change.moves:
        told = SAME_AS_THEN
    elif abs(gain) <= clear * error or not round(gain * 100):
        told = AS_GOOD_AS_THEN
        gain = 0.0
    else:
        told = f"{BETTER_THAN_THEN if gain > 0 else WORSE_THAN_THEN}: it wins {of_100_games(gain, error)}."
    if verdict is None or not verdict.label:
        return (told,)
    if plan == verdict.better:
        told = BEST_PLAN
    if verdict.played is None:
        return (told, f"The best plan found would win {of_100_games(verdict.lost)} than what was played then.")
    best, then = _two_shares(verdict.lost, verdict.played)
    mine = best if plan == verdict.better else min(100, max(0, then + round(gain * 100)))
    now = "In the game" if plan == change.moves else f"Now {mine} %, in the game"
    found = "" if plan == verdict.better else f", with the best plan found {best} %"
    return (told, f"{now} {then} %{found}.")


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
