"""Tables and records as lines of a list: nothing in them that is not for everybody's eyes."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Final

import msgspec

from freightyard.core.contract import Edition
from freightyard.core.errors import FreightyardError
from freightyard.core.lessons import lesson_at
from freightyard.core.puzzles import is_puzzle
from freightyard.games import all_games, find_title
from freightyard.page.boards import unit_of
from freightyard.page.document import Visit
from freightyard.page.edition_words import option_words
from freightyard.page.players import named_player, names_of
from freightyard.page.site import RecordLine, SeatLine, TableLine
from freightyard.server import sentences as say
from freightyard.server.live.editions import stored_edition
from freightyard.server.live.viewer import players_of
from freightyard.server.live.waiting_tables import waits_for
from freightyard.server.services import Services
from freightyard.server.site.forms import AnyRequest
from freightyard.server.site.page_context import nobody_waits, offer_to
from freightyard.store.rows import OPEN, RUNNING, KeptRecord, Person, TableRow
from freightyard.table import read_pace
from freightyard.table.clock import read_clock
from freightyard.table.pace import brief_words

MOST_OF_MINE: Final = 200  # tables of one person that are looked at
_SPANS: Final = ((60.0, "minute"), (3600.0, "hour"), (86400.0, "day"))
_ORDER: Final = {RUNNING: 1, OPEN: 2}  # then those that are over, or stand still


async def visit_of(services: Services, request: AnyRequest, visitor: Person | None) -> Visit:
    """What the head of every document of the site tells: who looks at it, and at how many tables it is their turn."""
    return visit_with(services, request, visitor, await tables_of(services, visitor))


def visit_with(services: Services, request: AnyRequest, visitor: Person | None, mine: Sequence[TableLine]) -> Visit:
    """The same, where the visitor's tables were looked up already."""
    return Visit(
        build=services.build,
        name=None if visitor is None else visitor.name,
        waiting=sum(line.your_turn for line in mine),
        path=request.url.path,
        offline=services.settings.offline,
        offline_site="/offline/index.html" if services.settings.offline_site else "",
    )


async def tables_of(services: Services, person: Person | None) -> tuple[TableLine, ...]:
    """The tables of a person: first those at which it is their turn, or somebody waits for their answer, and of these those
    that have waited longest."""
    return await lines_of(services, person, await rows_of(services, person))


async def rows_of(services: Services, person: Person | None) -> list[TableRow]:
    """The tables of a person as they are kept."""
    return [] if person is None else await services.store.tables.of_person(person.key, MOST_OF_MINE)


async def lines_of(services: Services, person: Person | None, rows: list[TableRow]) -> tuple[TableLine, ...]:
    """The same as lines, in their order."""
    if person is None:
        return ()
    now = services.now()
    if services.settings.offline:  # nobody else has a link
        rows = [msgspec.structs.replace(row, public=True) for row in rows]
    unread = await services.store.chat.unread(person.key, [row.key for row in rows])
    waits = [await waits_for(services, row, person) for row in rows]
    found = [
        (table_line(row, person, now, unread.get(row.key, 0), waits=waiting), row.moved_at)
        for row, waiting in zip(rows, waits, strict=True)
    ]

    def order(each: tuple[TableLine, float]) -> tuple[int, float]:
        line, moved_at = each
        return (0, moved_at) if line.your_turn or line.offered_by else (_ORDER.get(line.phase, 3), -moved_at)

    return tuple([line for line, _ in sorted(found, key=order)])


def table_line(row: TableRow, person: Person | None, now: float, unread: int = 0, *, waits: bool = False) -> TableLine:
    """A table in a list, as a person sees it, who has not read so many lines of its chat. `waits`: it waits for them."""
    installed = find_title(row.game) is not None
    edition = _edition(row)
    return TableLine(
        href=f"/t/{row.key}",
        game=_game_title(row.game),
        edition=row.edition if edition is None else edition.title,
        options=row.options if edition is None else option_words(edition, row.options),
        seats=_seats(row, person, installed=installed),
        offered_by=offer_to(row, person),
        phase=row.phase,
        your_turn=waits,
        lesson=_lesson(row),
        when=ago(now, row.moved_at),
        at=exactly(row.moved_at),
        waited=span_words(now - row.moved_at),
        public=row.public,
        level=row.level,
        unread=unread,
        seat_to_take=_has_seat_for(row, person),
        installed=installed,
        unit=unit_of(row.game),
        pace="" if (pace := read_pace(row.pace)) is None or nobody_waits(row, pace) else brief_words(pace),
        **({} if waits and not _acts(row, person) else _time(row, now)),  # nobody's time runs who may choose ahead
    )


def _lesson(row: TableRow) -> str:
    """What somebody learns at a table, if it was made for that."""
    found = lesson_at(row.branch)
    return "" if found is None else say.PUZZLE_LINE if is_puzzle(found[1]) else say.LESSON_LINE


def _has_seat_for(row: TableRow, person: Person | None) -> bool:
    """Whether somebody can take the seat of a player who has left the running game."""
    free = row.phase == RUNNING and bool(row.substitutes) and any(chair.left for chair in row.chairs)
    return free and not any(chair.belongs_to(person) for chair in row.chairs)


def _acts(row: TableRow, person: Person | None) -> bool:
    """Whether a table waits for no other move than a person's."""
    return any(chair.belongs_to(person) and row.to_act == seat for seat, chair in enumerate(row.chairs))


def _time(row: TableRow, now: float) -> dict[str, Any]:
    """Until when a turn has time."""
    if row.phase != RUNNING or row.clock is None:
        return {}
    clock = read_clock(row.clock)
    if clock.zero is not None and clock.runs:
        return {"time": say.overdue(ago(now, clock.zero)), "late": True}
    if row.due_at is None or row.due_at <= now:
        return {"time": say.PAUSED} if clock.paused else {}
    return {"time": say.until(datetime.fromtimestamp(row.due_at, UTC)), "due": exactly(row.due_at)}


def _seats(row: TableRow, person: Person | None, *, installed: bool) -> tuple[SeatLine, ...]:
    """Who sits at a table."""
    names = names_of(players_of(row.chairs, ()))
    return tuple(
        SeatLine(
            name=None if chair.free else names[seat],
            bot=chair.bot is not None or chair.bot_account,
            you=chair.belongs_to(person),
            held=chair.held,
            to_act=row.phase == RUNNING and row.to_act == seat and installed,
            score=row.scores[seat] if seat < len(row.scores) else None,
            won=seat in row.winners,
        )
        for seat, chair in enumerate(row.chairs)
    )


def _record_seats(record: KeptRecord) -> tuple[SeatLine, ...]:
    """Who played a game that was imported."""
    players = tuple([named_player(seat, name) for seat, name in enumerate(record.players)])
    return tuple(
        SeatLine(
            name=name,
            bot=player.bot is not None or player.program,
            score=record.scores[seat] if seat < len(record.scores) else None,
            won=seat in record.winners,
        )
        for seat, (player, name) in enumerate(zip(players, names_of(players), strict=True))
    )


def record_line(record: KeptRecord, row: TableRow | None, now: float) -> RecordLine:
    """A record in a list; `row`: the table that it comes from, if it was not imported."""
    game = next((game for game in all_games() if game.name == record.game), None)
    edition = game.edition(record.edition) if game is not None and record.edition in game.editions else None
    options = _options_in(record.text) if row is None else row.options
    home = f"/r/{record.key}" if row is None else f"/t/{record.key}"
    return RecordLine(
        href=home if row is None else f"{home}/at/{row.ply}",
        text=f"{home}/record",
        game=_game_title(record.game),
        edition=record.edition if edition is None else edition.title,
        options=options if edition is None else option_words(edition, options),
        seats=_record_seats(record) if row is None else _seats(row, None, installed=game is not None),
        unit=unit_of(record.game),
        when=ago(now, record.at),
        at=exactly(record.at),
        imported=row is None,
    )


def ago(now: float, then: float) -> str:
    """How long ago something was, in words."""
    span = span_words(now - then)
    return f"{span} ago" if span else "just now"


def span_words(seconds: float) -> str:
    """A span of time in words, such as `3 hours`; empty for less than a minute."""
    said = ""
    for span, word in _SPANS:
        number = int(max(0.0, seconds) / span)
        if number:
            said = f"{number} {word}" if number == 1 else f"{number} {word}s"
    return said


def exactly(then: float) -> str:
    """The same for programs."""
    return datetime.fromtimestamp(then, UTC).isoformat(timespec="seconds")


def _game_title(name: str) -> str:
    return next((game.title for game in all_games() if game.name == name), name)


def _edition(row: TableRow) -> Edition | None:
    """The edition of a table; None if this version of ours cannot read it, which must not take the whole list away."""
    try:
        return stored_edition(row.game, row.edition, row.raw)
    except FreightyardError:
        return None


def _options_in(text: str) -> tuple[str, ...]:
    """The options that the head of a record names, without reading its moves."""
    head = text.partition("\n\n")[0]
    return next((tuple(line.split()[1:]) for line in head.splitlines() if line.startswith("options:")), ())
