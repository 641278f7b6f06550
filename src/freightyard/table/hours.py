"""The hours of people: when their clocks stand still at a table of days: at night, at weekends, on holidays.

A moment is at night or at a weekend by what a clock on the person's wall says then, in their own time zone. Hours are valid from
a moment on, and a change never reaches back.
"""

from collections.abc import Iterable, Iterator
from datetime import date, datetime, time, timedelta
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

import msgspec

from freightyard.core.errors import BadSetup
from freightyard.table.pace import Pace

FOREVER: Final = float("inf")
_LONGEST_NIGHT: Final = 12
_MOST_DAYS_OFF: Final = 2
_DAY: Final = timedelta(days=1)


class Hours(msgspec.Struct, frozen=True, kw_only=True):
    """A person's week: their time zone, their night in full hours (it may pass midnight), and their days off (Monday is 0)."""

    zone: str = "UTC"
    night_from: int = 23
    night_until: int = 7
    days_off: tuple[int, ...] = (5, 6)

    def rest_at(self, moment: float, *, nights: bool, weekends: bool) -> bool:
        """Whether a moment is at night, where nights do not count, or on a day off, where weekends do not."""
        wall = datetime.fromtimestamp(moment, zone_of(self.zone))
        if not weekends and wall.weekday() in self.days_off:
            return True
        if nights:
            return False
        if self.night_from <= self.night_until:
            return self.night_from <= wall.hour < self.night_until
        return wall.hour >= self.night_from or wall.hour < self.night_until


def check_hours(hours: Hours) -> None:
    """Refuse hours that are none, or at which a clock would hardly run."""
    if hours.zone not in zones():
        raise BadSetup(f"there is no time zone {hours.zone!r}: write it like Europe/Berlin")
    if not (0 <= hours.night_from < 24 and 0 <= hours.night_until < 24):
        raise BadSetup("a night begins and ends at a full hour from 0 to 23")
    if (hours.night_until - hours.night_from) % 24 > _LONGEST_NIGHT:
        raise BadSetup(f"a night has at most {_LONGEST_NIGHT} hours")
    if len(set(hours.days_off)) > _MOST_DAYS_OFF or not set(hours.days_off) <= set(range(7)):
        raise BadSetup(f"a week has at most {_MOST_DAYS_OFF} days off")


class Holiday(msgspec.Struct, frozen=True):
    """Some days on which a person's clocks stand still."""

    start: float
    until: float
    made_at: float


class Calendar(msgspec.Struct, frozen=True):
    """All hours of a person: each since a moment, in order, and their holidays. Before the first, the usual hours."""

    hours: tuple[tuple[float, Hours], ...] = ()
    holidays: tuple[Holiday, ...] = ()

    def hours_at(self, moment: float) -> Hours:
        """The hours that are valid at a moment."""
        found = Hours()
        for since, hours in self.hours:
            if since <= moment:
                found = hours
        return found

    def rests_until(self, pace: Pace, moment: float) -> float | None:
        """Until when a clock stands still that stands still at a moment; None if it runs."""
        start = next(running(self, pace, moment))[0]
        return start if start > moment else None


USUAL: Final = Calendar()


@lru_cache(maxsize=1)
def zones() -> frozenset[str]:
    """The names of all time zones: of the machine, or of the package `tzdata`."""
    return frozenset(available_timezones()) - {"localtime"}


@lru_cache(maxsize=1024)
def zone_of(name: str) -> ZoneInfo:
    """A time zone; UTC if the machine does not know it any more."""
    try:
        return ZoneInfo(name)
    except (OSError, ValueError, KeyError):
        return ZoneInfo("UTC")


# --- when a clock runs ---


def running(calendar: Calendar, pace: Pace, start: float) -> Iterator[tuple[float, float]]:
    """The stretches of time that count, from a moment on, in order and without end."""
    if not pace.rests:
        yield start, FOREVER
        return
    holidays = _merged((max(start, holiday.start), holiday.until) for holiday in calendar.holidays if holiday.until > start)
    for begin, end in _by_hours(calendar, pace, start):
        for stop, go_on in holidays:
            if stop >= end:
                break
            if go_on <= begin:
                continue
            if begin < stop:
                yield begin, stop
            begin = go_on
            if begin >= end:
                break
        if begin < end:
            yield begin, end


def counted(calendar: Calendar, pace: Pace, start: float, end: float) -> float:
    """How many seconds count from one moment to another."""
    seconds = 0.0
    for begin, stop in running(calendar, pace, start):
        if begin >= end:
            break
        seconds += min(stop, end) - begin
    return seconds


def moment_after(calendar: Calendar, pace: Pace, start: float, seconds: float) -> float:
    """When so many seconds have counted."""
    left = seconds
    for begin, stop in running(calendar, pace, start):
        if left <= stop - begin:
            return begin + left
        left -= stop - begin
    raise AssertionError("time does not end")


def _by_hours(calendar: Calendar, pace: Pace, start: float) -> Iterator[tuple[float, float]]:
    """The stretches outside nights and days off."""
    changes = [since for since, _ in calendar.hours if since > start]
    for begin, end in zip([start, *changes], [*changes, FOREVER], strict=True):
        hours = calendar.hours_at(begin)
        if pace.nights and (pace.weekends or not hours.days_off):
            yield begin, end
            continue
        edges = _edges(hours, begin)
        place = begin
        for edge in edges:
            stop = min(edge, end)
            # Between two edges nothing changes: what is so in their middle is so all the time.
            if place < stop and not hours.rest_at((place + stop) / 2, nights=pace.nights, weekends=pace.weekends):
                yield place, stop
            place = max(place, stop)
            if place >= end:
                break


def _edges(hours: Hours, start: float) -> Iterator[float]:
    """All moments from a start on at which a night or a day may begin or end, in order. An hour that comes twice when summer ends
    has two; for one that is left out when it begins, the moment of the change."""
    zone = zone_of(hours.zone)
    day = datetime.fromtimestamp(start, zone).date() - _DAY
    while True:
        found = set()
        for hour in {0, hours.night_from, hours.night_until}:
            for fold in (0, 1):
                found.add(datetime.combine(day, time(hour, fold=fold), zone).timestamp())
        yield from sorted(edge for edge in found if edge > start)
        day += _DAY


def _merged(stretches: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
    """Stretches of time as few that do not touch, in order."""
    merged: list[tuple[float, float]] = []
    for begin, end in sorted(stretches):
        if merged and begin <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(end, merged[-1][1])
        else:
            merged.append((begin, end))
    return merged


# --- holidays ---


def dates_of(holiday: Holiday, calendar: Calendar) -> set[date]:
    """The dates of which a holiday has a part, where its person was when they entered it."""
    if holiday.until <= holiday.start:
        return set()
    zone = zone_of(calendar.hours_at(holiday.made_at).zone)
    day = datetime.fromtimestamp(holiday.start, zone).date()
    last = datetime.fromtimestamp(holiday.until, zone) - timedelta(microseconds=1)
    dates = set()
    while day <= last.date():
        dates.add(day)
        day += _DAY
    return dates


def days_taken(calendar: Calendar, year: int) -> int:
    """How many days of a year are holidays of this person: each date once."""
    taken: set[date] = set()
    for holiday in calendar.holidays:
        taken |= dates_of(holiday, calendar)
    return sum(day.year == year for day in taken)


def new_holiday(calendar: Calendar, first: date, last: date, now: float, allowance: int) -> Holiday:
    """A holiday from one date to another, both included. Refuses the past, what overlaps, and more than a year's allowance."""
    zone = zone_of(calendar.hours_at(now).zone)
    today = datetime.fromtimestamp(now, zone).date()
    if first < today:
        raise BadSetup("a holiday cannot begin in the past")
    if last < first:
        raise BadSetup("a holiday ends after it begins")
    if last.year > today.year + 1:
        raise BadSetup("a holiday ends this year or the next")
    start = max(now, _midnight(first, zone))
    holiday = Holiday(start, _midnight(last + _DAY, zone), now)
    for other in calendar.holidays:
        if other.start < holiday.until and holiday.start < other.until:
            raise BadSetup("you have a holiday then already")
    planned = Calendar(calendar.hours, (*calendar.holidays, holiday))
    for year in range(first.year, last.year + 1):
        left = allowance - days_taken(calendar, year)
        if days_taken(planned, year) > allowance:
            raise BadSetup(f"you have {left} holiday {'day' if left == 1 else 'days'} left in {year}")
    return holiday


def _midnight(day: date, zone: ZoneInfo) -> float:
    return datetime.combine(day, time(0), zone).timestamp()


def last_date(holiday: Holiday, hours: Hours) -> date:
    """The last day of a holiday."""
    return (datetime.fromtimestamp(holiday.until, zone_of(hours.zone)) - timedelta(microseconds=1)).date()


def local_date(moment: float, hours: Hours) -> date:
    """The date on somebody's wall at a moment."""
    return datetime.fromtimestamp(moment, zone_of(hours.zone)).date()
