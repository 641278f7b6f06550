"""When a visitor's clocks stand still, as their own page shows it and as its forms send it."""

from collections.abc import Mapping
from datetime import date
from typing import Final

from freightyard.core.errors import BadSetup
from freightyard.page.pace_form import HolidayLine, HoursForm
from freightyard.server import sentences as say
from freightyard.server.services import Services
from freightyard.store.rows import Person
from freightyard.table.hours import Calendar, Holiday, Hours, days_taken, last_date, local_date

_DAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


async def hours_form(services: Services, visitor: Person | None) -> HoursForm | None:
    """The hours and holidays of a visitor; None for one without a name."""
    if visitor is None:
        return None
    now, allowance = services.now(), services.settings.holiday_days
    calendar = await services.store.calendars.of(visitor.key)
    hours = calendar.hours_at(now)
    today = local_date(now, hours)
    years = [today.year, *([today.year + 1] if today.month == 12 or days_taken(calendar, today.year + 1) else [])]
    recent = [holiday for holiday in calendar.holidays if local_date(holiday.until, hours).year >= today.year]
    return HoursForm(
        zone=hours.zone,
        chosen=bool(calendar.hours),
        night_from=hours.night_from,
        night_until=hours.night_until,
        days_off=hours.days_off,
        days=_DAYS,
        holidays=tuple([_line(holiday, calendar, now) for holiday in recent]),
        left=tuple([(year, max(0, allowance - days_taken(calendar, year))) for year in years]),
        allowance=allowance,
        today=today.isoformat(),
    )


def _line(holiday: Holiday, calendar: Calendar, now: float) -> HolidayLine:
    hours = calendar.hours_at(holiday.made_at)
    first, last = local_date(holiday.start, hours), last_date(holiday, hours)
    words = _words(first) if first == last else f"{_words(first)} to {_words(last)}"
    return HolidayLine(
        start=repr(holiday.start), words=words, running=holiday.start <= now < holiday.until, over=holiday.until <= now
    )


def _words(day: date) -> str:
    return f"{day.day} {day:%B %Y}"


def hours_in(fields: Mapping[str, str]) -> Hours:
    """The hours that were chosen."""
    try:
        night = [int(fields.get(name, "")) for name in ("night-from", "night-until")]
    except ValueError:
        raise BadSetup(say.BAD_HOURS) from None
    off = tuple([day for day in range(7) if fields.get(f"off-{day}") == "yes"])
    return Hours(zone=fields.get("zone", "").strip(), night_from=night[0], night_until=night[1], days_off=off)


def dates_in(fields: Mapping[str, str]) -> tuple[date, date]:
    """The first and the last day of a holiday that was entered."""
    try:
        first, last = [date.fromisoformat(fields.get(name, "")) for name in ("first", "last")]
    except ValueError:
        raise BadSetup(say.BAD_DATE) from None
    return first, last


def start_in(fields: Mapping[str, str]) -> float:
    """The holiday that was chosen."""
    try:
        return float(fields.get("start", ""))
    except ValueError:
        raise BadSetup(say.HOLIDAY_OVER) from None
