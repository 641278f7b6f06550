"""The pace of a table: how much time a turn has, when it does not count, and what happens when it is over.

A table stores its `Pace` as JSON (`pace_text`, `read_pace`); None there is a table of the first versions, which has no clock.
`PACES` are the usual ones by name, for forms and filters; `pace_words` says one in words. `Timekeeper.set_pace(pace)` changes it.
"""

from typing import Final, Literal

import msgspec

from freightyard.core.errors import BadSetup

Speed = Literal["live", "days", "any"]
AtZero = Literal["say", "turn", "seat", "vote"]

LIVE: Final[Speed] = "live"  # everybody is here: every second counts
DAYS: Final[Speed] = "days"  # days a turn: nights, weekends and holidays need not count
ANY: Final[Speed] = "any"  # no limit at all

SAY: Final[AtZero] = "say"  # what happens when the time is over: the table only says so
PLAY_TURN: Final[AtZero] = "turn"  # a bot plays this turn
TAKE_SEAT: Final[AtZero] = "seat"  # a bot takes the seat until its person is back
VOTE: Final[AtZero] = "vote"  # the others may replace the player

DAY: Final = 86_400
_LONGEST_TURN: Final = 7 * DAY
_LONGEST_LIVE: Final = 3 * 3600
ALARM: Final = 0.8  # the part of the time after which a page warns


class Pace(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How much time people have, in seconds. A turn first takes from its own time, then from its player's bank."""

    speed: Speed = ANY
    turn: int = 0  # that every turn has
    bank: int = 0  # that everybody has for the whole game
    increment: int = 0  # that goes into the bank after every turn
    nights: bool = False  # whether they count; at a live table they always do
    weekends: bool = False
    at_zero: AtZero = SAY

    @property
    def limited(self) -> bool:
        """Whether a turn can last too long."""
        return self.turn > 0 or self.bank > 0

    @property
    def rests(self) -> bool:
        """Whether there are hours at which a clock stands still: at least somebody's holidays, if days are counted."""
        return self.speed == DAYS


def check_pace(pace: Pace) -> None:
    """Refuse a pace that nobody can play at."""
    if min(pace.turn, pace.bank, pace.increment) < 0:
        raise BadSetup("a time must not be negative")
    if pace.speed == ANY and (pace.limited or pace.increment):
        raise BadSetup("a table without a limit has no times")
    if pace.speed == DAYS and not (0 < pace.turn <= _LONGEST_TURN and not pace.turn % DAY):
        raise BadSetup("a turn has 1 to 7 days")
    if pace.speed == DAYS and (pace.bank or pace.increment):
        raise BadSetup("only a live table has a bank")
    if pace.speed == LIVE and max(pace.turn, pace.bank, pace.increment) > _LONGEST_LIVE:
        raise BadSetup("a live table has at most 3 hours a turn, and 3 hours in a bank")
    if pace.increment and not pace.bank:
        raise BadSetup("time is added to a bank: give the players one")
    if pace.bank and not pace.turn and not pace.increment:
        raise BadSetup("a bank alone runs dry: add some seconds after every turn")


NO_LIMIT: Final = Pace()
PACES: Final[dict[str, Pace]] = {
    "any": NO_LIMIT,
    "live": Pace(speed=LIVE),
    "live-2": Pace(speed=LIVE, turn=120),
    "live-5": Pace(speed=LIVE, turn=300),
    "live-bank": Pace(speed=LIVE, bank=1200, increment=30),
    "days-1": Pace(speed=DAYS, turn=DAY),
    "days-2": Pace(speed=DAYS, turn=2 * DAY),
    "days-3": Pace(speed=DAYS, turn=3 * DAY),
    "days-7": Pace(speed=DAYS, turn=7 * DAY),
}


def pace_text(pace: Pace) -> str:
    """A pace as it is stored."""
    return msgspec.json.encode(pace).decode()


def read_pace(text: str | None) -> Pace | None:
    """A pace that was stored; None for a table of the first versions."""
    return None if text is None else msgspec.json.decode(text, type=Pace)


# --- in words ---


def pace_words(pace: Pace) -> str:
    """A pace as somebody would say it: "2 days a turn"."""
    if pace.speed == ANY:
        return "Days or weeks, no time limit"
    if pace.speed == DAYS:
        return f"{duration(pace.turn)} a turn"
    times = []
    if pace.turn:
        times.append(f"{duration(pace.turn)} a turn")
    if pace.bank:
        times.append(f"{duration(pace.bank)} each")
    if pace.increment:
        times.append(f"{duration(pace.increment)} more after every turn")
    return ", ".join(["Live", *times] if times else ["Live", "no time limit"])


def brief_words(pace: Pace) -> str:
    """A pace for a list, with what of every week does not count: a turn lasts longer than its days then."""
    resting = [*([] if pace.nights else ["nights"]), *([] if pace.weekends else ["weekends"])]
    return f"{pace_words(pace)} without {' and '.join(resting)}" if pace.speed == DAYS and resting else pace_words(pace)


def rest_words(pace: Pace) -> str:
    """What does not count, as a sentence; nothing where every hour does."""
    if pace.speed != DAYS:
        return ""
    resting = [*([] if pace.nights else ["nights"]), *([] if pace.weekends else ["weekends"]), "holidays"]
    names = resting[0] if len(resting) == 1 else f"{', '.join(resting[:-1])} and {resting[-1]}"
    return f"{names[:1].upper()}{names[1:]} do not count."


ZERO_WORDS: Final[dict[AtZero, str]] = {
    SAY: "The table says so, and waits.",
    PLAY_TURN: "A bot plays this turn.",
    TAKE_SEAT: "A bot takes the seat until its player is back.",
    VOTE: "The others may vote to replace the player.",
}


def zero_words(pace: Pace) -> str:
    """What happens when a turn's time is over; nothing where it cannot be."""
    return ZERO_WORDS[pace.at_zero] if pace.limited else ""


def all_words(pace: Pace) -> str:
    """A pace with everything that belongs to it, in sentences."""
    zero = zero_words(pace)
    ends = f"When time is up: {zero[:1].lower()}{zero[1:]}" if zero else ""
    return " ".join([part for part in (f"{pace_words(pace)}.", rest_words(pace), ends) if part])


_UNITS: Final = ((DAY, "day"), (3600, "hour"), (60, "minute"), (1, "second"))


def duration(seconds: float) -> str:
    """A time in its two largest units: "2 days", "1 hour 20 minutes", "45 seconds"."""
    left = max(0, round(seconds))
    if left == 0:
        return "0 seconds"
    for place, (size, unit) in enumerate(_UNITS):
        if left >= size:
            number, rest = divmod(left, size)
            words = f"{number} {unit}{'' if number == 1 else 's'}"
            if place + 1 < len(_UNITS):
                smaller, name = _UNITS[place + 1]
                if rest // smaller:
                    words += f" {rest // smaller} {name}{'' if rest // smaller == 1 else 's'}"
            return words
    raise AssertionError
