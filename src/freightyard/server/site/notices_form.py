"""What the page about notices shows: a person's channels, their choices, their tables."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Final

from litestar import Response

from freightyard.page.notices import ChannelLine, KindRow, NoticesForm, TableNotices, notices_page
from freightyard.server import notice_page_sentences as say
from freightyard.server.notices.contract import CHOICES, MAIL, NEVER, PUSH, WEBHOOK, Channel
from freightyard.server.services import Services
from freightyard.server.site.forms import NO_PROBLEMS, AnyRequest
from freightyard.server.site.listings import ago, table_line, visit_with
from freightyard.server.site.responses import html
from freightyard.store.rows import OPEN, RUNNING, Person, TableRow

MOST_CHANNELS: Final = 10  # of a person
MOST_OF_TABLE: Final = 3
_MOST_TABLES: Final = 50  # that are listed: those where something happens
_QUIET: Final = (22, 8)  # what is offered to somebody who has no quiet hours


async def notices_answer(
    services: Services,
    request: AnyRequest,
    person: Person,
    problems: Mapping[str, str] = NO_PROBLEMS,
    typed: Mapping[str, str] = NO_PROBLEMS,
    *,
    said: str | None = None,
    failed: str | None = None,
    secret: str | None = None,
) -> Response[str]:
    """The page as an answer; `problems` by the names of fields."""
    store, now = services.store, services.now()
    rows = await store.tables.of_person(person.key, 200)
    channels = await store.channels.of_person(person.key)
    settings = await store.notice_settings.of(person.key)
    hours = (await store.calendars.of(person.key)).hours_at(now)
    quiet = settings.quiet_from is not None and settings.quiet_until is not None
    form = NoticesForm(
        channels=tuple([channel_line(channel, now) for channel in channels]),
        rows=tuple([KindRow(kind, say.KINDS[kind], settings.time_of(kind)) for kind in CHOICES]),
        times=tuple(say.TIMES.items()),
        quiet=quiet,
        quiet_from=_QUIET[0] if settings.quiet_from is None else settings.quiet_from,
        quiet_until=_QUIET[1] if settings.quiet_until is None else settings.quiet_until,
        digest_hour=settings.digest_hour,
        zone=hours.zone,
        tables=await _tables(services, _alive(rows), person, now),
        styles=tuple(say.STYLES.items()),
        missing={kind: words for kind in (PUSH, MAIL, WEBHOOK) if (words := services.notices.missing(kind))},
        push_key=services.notices.push_key,
        full=len(channels) >= MOST_CHANNELS,
    )
    visit = visit_with(services, request, person, [table_line(row, person, now) for row in rows])
    return html(notices_page(visit, form, problems, typed, said=said, failed=failed, secret=secret), problems)


def _alive(rows: list[TableRow]) -> list[TableRow]:
    return [row for row in rows if row.phase in (OPEN, RUNNING)][:_MOST_TABLES]


async def _tables(services: Services, rows: list[TableRow], person: Person, now: float) -> tuple[TableNotices, ...]:
    store = services.store
    choices = await store.notice_settings.of_tables([person.key], [row.key for row in rows])
    channels = await store.channels.of_all((), [row.key for row in rows if row.made_by == person.key])
    found = []
    for row in rows:
        line = table_line(row, person, now)
        own = tuple([channel_line(channel, now) for channel in channels if channel.table == row.key])
        found.append(
            TableNotices(
                key=row.key,
                title=line.game,
                players=", ".join([seat.name for seat in line.seats if seat.name is not None and not seat.you]),
                muted=choices.get((person.key, row.key)) == NEVER,
                hosted=row.made_by == person.key,
                channels=own,
                full=len(own) >= MOST_OF_TABLE,
            )
        )
    return tuple(found)


def channel_line(channel: Channel, now: float) -> ChannelLine:
    """A channel in a list, with how it does."""
    state, words = _state(channel, now)
    return ChannelLine(
        key=channel.key,
        kind=channel.kind,
        what=what_of(channel),
        name=channel.name or channel.address.get("address", ""),
        state=state,
        words=words,
        browser=browser_key(channel.address.get("endpoint", "")) if channel.kind == PUSH else "",
    )


def what_of(channel: Channel) -> str:
    """What kind of channel it is, as people call it."""
    if channel.kind == WEBHOOK:
        return say.HOOKS.get(channel.address.get("style", ""), say.HOOKS["json"])
    return say.BROWSER if channel.kind == PUSH else say.MAIL


def browser_key(endpoint: str) -> str:
    """By this a browser finds itself in the list: see push.js."""
    return sha256(endpoint.encode()).hexdigest()[:16]


def _state(channel: Channel, now: float) -> tuple[str, str]:
    if channel.confirmed_at is None:
        return "waiting", say.unsent(channel.failure) if channel.failure else say.WAITING
    if channel.off_at is not None:
        return "off", say.turned_off(channel.failure) if channel.failure else say.OFF
    if channel.failure:
        return "failing", say.failing(channel.failure)
    return "arrives", say.READY if channel.told_at is None else say.arrives(ago(now, channel.told_at))
