"""Everybody's time at a table, counted again from what happened: another way than `table/clock.py` goes.

The clock folds one fact after the other into a state. Here a list of turns is made first, each with its stretches of time, and
counted quarter of an hour by quarter of an hour at the end. Nothing of `clock.py` or of the counting in `hours.py` is used.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import pairwise
from zoneinfo import ZoneInfo

import msgspec

from freightyard.core.contract import CHANCE
from freightyard.store.rows import ClockEvent, StoredEvent
from freightyard.table import UNDO, Pace, Table
from freightyard.table.hours import Calendar, Hours

_QUARTER = 900


class Moved(msgspec.Struct, frozen=True):
    """A move: when, who was to act after it, and whether it took one back."""

    ply: int
    at: float
    to_act: int | None
    undone: bool = False


class Turn(msgspec.Struct):
    """A turn of a seat: the stretches in which its person's time ran, and by whose hours they count."""

    seat: int
    person: str | None
    stretches: list[tuple[float, float, str | None]]
    ended_by: str = ""  # person or bot; nobody if it still runs, or an undo took it away
    undone: bool = False


class FullBank(msgspec.Struct):
    """A seat was given to another person, with all the time that the pace gives."""

    seat: int


class Times(msgspec.Struct, frozen=True):
    """What was counted: the seconds of the turn that runs, and what every seat had in the bank when it began."""

    seat: int | None
    used: float
    banks: tuple[float, ...]


def moves_of(table: Table, events: Sequence[StoredEvent]) -> list[Moved]:
    """The moves of a table, which is replayed for it from its beginning."""
    found = []
    for stored in events:
        table.restore([stored.event])
        actor = table.to_act()
        assert stored.at is not None
        if actor != CHANCE:  # which takes no time, and nobody's turn
            found.append(Moved(stored.ply, stored.at, actor, stored.event.text == UNDO))
    return found


class Recount:
    """The story of a table, told again."""

    def __init__(self, calendars: Mapping[str, Calendar], first: int | None) -> None:
        self.calendars = calendars
        self.pace: Pace | None = None
        self.entries: list[Turn | FullBank] = []
        self.people: list[str | None] = []
        self.bots: set[int] = set()
        self.paused = False
        self.actor = first
        self.last = 0.0

    def run(self, until: float) -> None:
        """Time goes on."""
        runs = self.pace is not None and self.actor is not None and not self.paused and self.actor not in self.bots
        if runs and until > self.last:
            self.turns[-1].stretches.append((self.last, until, self.turns[-1].person))
        self.last = max(self.last, until)

    @property
    def turns(self) -> list[Turn]:
        """Those that no undo took away."""
        return [entry for entry in self.entries if isinstance(entry, Turn) and not entry.undone]

    def move(self, move: Moved) -> None:
        before, self.actor = self.actor, move.to_act
        if self.pace is None or move.to_act == before:
            return
        turns = self.turns
        if before is not None:
            turns[-1].ended_by = "bot" if before in self.bots else "person"
        if move.undone and before is not None:
            turns[-1].ended_by = ""
            turns[-1].undone = True
            earlier = turns[-2] if len(turns) > 1 else None
            if earlier and earlier.seat == move.to_act and earlier.person == self.people[earlier.seat] and earlier.ended_by:
                earlier.ended_by = ""  # it goes on
                return
        if move.to_act is not None:
            self.entries.append(Turn(move.to_act, self.people[move.to_act], []))

    def fact(self, fact: ClockEvent) -> None:
        data = msgspec.json.decode(fact.data)
        if fact.kind in ("begin", "pace"):
            pace = msgspec.convert(data["pace"], Pace)
            self.entries, self.pace = [], pace if pace.limited else None
            if self.pace is None:
                self.paused = False
                return
            self.people, self.bots = data["people"], set(data["bots"])
            if self.actor is not None:
                self.entries.append(Turn(self.actor, self.people[self.actor], []))
        elif fact.kind in ("pause", "resume"):
            self.paused = fact.kind == "pause"
        elif fact.kind == "chair" and fact.seat is not None:
            if data.get("same"):  # the player is the one before, by another name to us
                self.people[fact.seat] = data["person"]
                for turn in self.turns:
                    turn.person = data["person"] if turn.seat == fact.seat else turn.person
            elif data["person"] != self.people[fact.seat]:
                self.people[fact.seat] = data["person"]
                self.entries.append(FullBank(fact.seat))
                if fact.seat == self.actor:
                    self.turns[-1].undone = True
                    self.entries.append(Turn(fact.seat, data["person"], []))
            self.bots = self.bots | {fact.seat} if data["bot"] else self.bots - {fact.seat}

    def times(self) -> Times | None:
        """What everybody has now."""
        pace = self.pace
        if pace is None:
            return None
        banks = [float(pace.bank)] * len(self.people)
        for entry in self.entries:
            seat = entry.seat
            if isinstance(entry, FullBank):
                banks[seat] = float(pace.bank)
            elif entry.ended_by or entry.undone:
                over = max(0.0, self.seconds(entry) - pace.turn)
                banks[seat] = max(0.0, banks[seat] - over)
                if entry.ended_by == "person":
                    banks[seat] += pace.increment
                elif entry.ended_by == "bot":
                    banks[seat] = max(banks[seat], float(min(pace.increment, pace.bank)))
        used = 0.0 if self.actor is None else self.seconds(self.turns[-1])
        return Times(self.actor, used, tuple(banks))

    def seconds(self, turn: Turn) -> float:
        """How much of a turn counted."""
        assert self.pace is not None
        usual = Calendar()
        return sum(
            counting(self.calendars.get(person or "", usual), self.pace, begin, end) for begin, end, person in turn.stretches
        )


def recount(
    moves: Sequence[Moved], facts: Sequence[ClockEvent], calendars: Mapping[str, Calendar], now: float, first: int | None = None
) -> Times | None:
    """Everybody's time now; None if the table has no clock. `first`: who is to act before the first move."""
    order: list[tuple[tuple[int, int, int], Moved | ClockEvent]] = []
    order += [((move.ply, 1, 0), move) for move in moves]
    order += [((fact.ply, 0, number), fact) for number, fact in enumerate(facts)]
    story = Recount(calendars, first)
    for _, found in sorted(order, key=lambda item: item[0]):
        story.run(found.at)
        if isinstance(found, Moved):
            story.move(found)
        else:
            story.fact(found)
    story.run(now)
    return story.times()


def counting(calendar: Calendar, pace: Pace, begin: float, end: float) -> float:
    """The seconds that count from one moment to another: no clock of the world changes within a quarter of an hour."""
    if pace.speed != "days":
        return end - begin
    cuts = {begin, end}
    cuts |= {since for since, _ in calendar.hours}
    cuts |= {moment for holiday in calendar.holidays for moment in (holiday.start, holiday.until)}
    cuts |= {float(quarter) for quarter in range(int(begin // _QUARTER) * _QUARTER, int(end) + 1, _QUARTER)}
    places = sorted(cut for cut in cuts if begin <= cut <= end)
    total = 0.0
    for start, stop in pairwise(places):
        middle = (start + stop) / 2
        if not any(holiday.start <= middle < holiday.until for holiday in calendar.holidays):
            valid = [hours for since, hours in calendar.hours if since <= middle]
            if not _resting(valid[-1] if valid else Hours(), pace, middle):
                total += stop - start
    return total


def _resting(hours: Hours, pace: Pace, moment: float) -> bool:
    wall = datetime.fromtimestamp(moment, ZoneInfo(hours.zone))
    night = {(hours.night_from + hour) % 24 for hour in range((hours.night_until - hours.night_from) % 24)}
    return (wall.hour in night and not pace.nights) or (wall.weekday() in hours.days_off and not pace.weekends)
