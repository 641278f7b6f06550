"""The part of a form that chooses a pace, and that of one's own page with hours and holidays: plain values for templates."""

from collections.abc import Mapping

import msgspec

Choices = tuple[tuple[str, str], ...]  # values and their words


class PaceForm(msgspec.Struct, frozen=True, kw_only=True):
    """What can be chosen as a pace, and what was."""

    days: Choices
    live: Choices
    zeros: Choices
    values: Mapping[str, str]  # by the names of the fields


class HolidayLine(msgspec.Struct, frozen=True, kw_only=True):
    """Some days on which somebody's clocks stand still."""

    start: str  # which one it is
    words: str
    running: bool = False
    over: bool = False


class HoursForm(msgspec.Struct, frozen=True, kw_only=True):
    """When somebody's clocks stand still."""

    zone: str
    chosen: bool  # by themselves or their browser
    night_from: int
    night_until: int
    days_off: tuple[int, ...]
    days: tuple[str, ...]  # the names of the days of a week
    holidays: tuple[HolidayLine, ...] = ()
    left: tuple[tuple[int, int], ...] = ()  # years, and how many days of the allowance are left in each
    allowance: int = 0
    today: str = ""  # as a field for dates has it
