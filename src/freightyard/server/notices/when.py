"""When somebody is told of something: at once, later, in a digest, or not at all. Pure: everything is handed in."""

from datetime import datetime, timedelta
from typing import Final

import msgspec

from freightyard.store.notice_rows import DAILY, NEVER, Channel, NoticeSettings
from freightyard.table.hours import USUAL, Calendar, Hours, zone_of
from freightyard.table.pace import DAYS, Pace

PRESENT_SECONDS: Final = 12.0  # for so long it counts that somebody was seen at a table
LOOK_AGAIN_SECONDS: Final = 2.0  # whether they are still there

_NIGHTS: Final = Pace(speed=DAYS, turn=86_400, nights=False, weekends=True)  # a pace at which quiet hours do not count


class Reader(msgspec.Struct, frozen=True, kw_only=True):
    """Whom something is for, and what is known of them: a person, or, with `channels` of its own only, a table."""

    settings: NoticeSettings = NoticeSettings()
    choice: str = ""  # for this table, if it is another than for all
    calendar: Calendar = USUAL
    seen_at: float | None = None  # when they last had the table before their eyes
    told_at: float | None = None  # when they were last told something about this table
    channels: tuple[Channel, ...] = ()


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """What becomes of something that is due: told by channels, put off until a moment, or, with neither, dropped."""

    channels: tuple[Channel, ...] = ()
    until: float | None = None
    gathered: bool = False  # put off until the next digest


DROP: Final = Decision()


def decide(kind: str, at: float, reader: Reader, now: float, gap: float) -> Decision:
    """What becomes of something that happened at a moment and is due now. `gap`: the time between two notices of one table."""
    time = reader.choice or reader.settings.time_of(kind)
    channels = tuple([channel for channel in reader.channels if channel.takes(kind)])
    if time == NEVER or not channels:
        return DROP
    if reader.seen_at is not None:
        if reader.seen_at > at and now - reader.seen_at < PRESENT_SECONDS:
            return DROP  # they have it before their eyes
        if now - reader.seen_at < PRESENT_SECONDS:  # they had the table before their eyes a moment ago: is it so still?
            return Decision(until=now + LOOK_AGAIN_SECONDS)
    if time == DAILY:
        return Decision(until=next_digest(reader.settings, reader.calendar, now), gathered=True)
    quiet = quiet_until(reader.settings, reader.calendar, now)
    if quiet is not None:
        return Decision(until=quiet)
    if reader.told_at is not None and reader.told_at + gap > now:
        return Decision(until=reader.told_at + gap)
    return Decision(channels=channels)


def quiet_until(settings: NoticeSettings, calendar: Calendar, now: float) -> float | None:
    """Until when somebody is not to be disturbed; None if they may be."""
    if settings.quiet_from is None or settings.quiet_until is None or settings.quiet_from == settings.quiet_until:
        return None
    night = Hours(zone=calendar.hours_at(now).zone, night_from=settings.quiet_from, night_until=settings.quiet_until, days_off=())
    return Calendar(hours=((0.0, night),)).rests_until(_NIGHTS, now)


def next_digest(settings: NoticeSettings, calendar: Calendar, now: float) -> float:
    """When somebody's next digest is due."""
    wall = datetime.fromtimestamp(now, zone_of(calendar.hours_at(now).zone))
    due = wall.replace(hour=settings.digest_hour, minute=0, second=0, microsecond=0)
    if due.timestamp() <= now:
        due = (due + timedelta(days=1)).replace(hour=settings.digest_hour)
    return due.timestamp()
