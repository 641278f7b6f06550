"""The page around a board: what it is told besides the game, for a table and for a stored record."""

from typing import Final

from freightyard.core.contract import Seat
from freightyard.core.record import Record
from freightyard.page import table_sentences as page_say
from freightyard.page.contract import ChatEntry, NextTable, PageContext, Preview
from freightyard.page.history import record_players
from freightyard.page.players import names_of
from freightyard.server.live import seat_returns, seating
from freightyard.server.live.create import default_bot
from freightyard.server.live.editions import stored_game
from freightyard.server.live.lesson_keeper import lessons_of
from freightyard.server.live.room import Room
from freightyard.server.live.viewer import players_of
from freightyard.server.live.voting import is_paused
from freightyard.server.services import Services
from freightyard.server.site.card_facts import cards_of, record_cards
from freightyard.server.site.forms import AnyRequest
from freightyard.server.site.responses import absolute_url
from freightyard.server.site.seat_choices import bots_of
from freightyard.store.notice_rows import CHANNEL_KINDS
from freightyard.store.rows import ENDED, OPEN, OVER, RUNNING, Person, TableRow
from freightyard.table.pace import LIVE, NO_LIMIT, PACES, Pace, all_words, pace_words
from freightyard.typed.commands import COMMANDS, TERMINAL

_MOST_WRITERS: Final = 8  # without a seat, whom a menu lists


async def table_context(request: AnyRequest, room: Room, visitor: Person | None) -> PageContext:
    """The page around a table, for a visitor."""
    services = room.services
    later = await seating.find_rematch(room) if room.row.phase in (OVER, ENDED) else None
    return PageContext(
        title=room.game.title,
        home=room.home,
        link=absolute_url(services, request, room.home),
        ply=room.table.ply,
        build=services.build,
        name=None if visitor is None else visitor.name,
        actions=_actions(room, visitor),
        sitting=_sitting(room, visitor),
        mutes=_mutes(room, visitor),
        mutes_writers=await _mutes_writers(room, visitor),
        ended=room.row.phase == ENDED,
        paces=_paces(room, visitor),
        returns=seat_returns.seats_to_return(room, visitor),
        notice=await seat_returns.notice_for(room, visitor, room.services.now()),
        keep=any(chair.belongs_to(visitor) for chair in room.row.chairs),
        tell=await _offers_notices(room, visitor),
        with_others=len({chair.person for chair in room.row.chairs if chair.person is not None}) > 1 or room.row.phase == OPEN,
        rematch=None if later is None else NextTable(f"/t/{later.key}", offer_to(later, visitor)),
        chat=[ChatEntry(line.seat, line.name, line.text, line.number, line.audience) for line in room.chat.for_person(visitor)],
        read=None if visitor is None else await services.store.chat.read_up_to(room.key, visitor.key),
        branch=None if room.lesson.lesson is not None else room.row.branch,
        cards=await cards_of(room, visitor),
        pace="" if (pace := room.timekeeper.pace) is None or nobody_waits(room.row, pace) else all_words(pace),
        preview=table_preview(request, room, room.table.ply),
        bots=_bots(room, visitor),
        usual_bot=default_bot(room.game),
        live=True,
        lesson=room.lesson.lesson is not None,
        learn=f"/learn#{room.row.game}" if lessons_of(room.row.game) else "",
        commands=[command.name for command in COMMANDS if command.here != TERMINAL],
    )


def _bots(room: Room, visitor: Person | None) -> tuple[tuple[str, str], ...]:
    """The bots that the host of a table can choose for its open seats."""
    if visitor is None or room.row.phase != OPEN or room.row.made_by != visitor.key:
        return ()
    return bots_of(room.game, room.services.settings.bots)


def table_preview(request: AnyRequest, room: Room, ply: int) -> Preview:
    """What other programs show beside the link of a table at a ply."""
    row = room.row
    names = names_of(players_of(row.chairs, ()))
    if row.phase == OPEN:
        seated = [name for name, chair in zip(names, row.chairs, strict=True) if not chair.waits]
        words = page_say.preview_waits(seated, len(names) - len(seated))
    elif row.phase == OVER:
        words = page_say.preview_over(names, row.scores, row.winners)
    else:
        words = page_say.preview_plays(names)
    return _preview(room.services, request, room.home, ply, words)


def _preview(services: Services, request: AnyRequest, home: str, ply: int, words: str) -> Preview:
    url = absolute_url(services, request, request.url.path)
    return Preview(url, absolute_url(services, request, f"{home}/preview/{ply}.png"), words)


def record_context(
    services: Services, request: AnyRequest, key: str, record: Record, ply: int, visitor: Person | None
) -> PageContext:
    """The page around a stored record, for a visitor."""
    names, outcome = names_of(record_players(record)), record.outcome
    words = page_say.preview_plays(names) if outcome is None else page_say.preview_over(names, outcome.scores, outcome.winners)
    return PageContext(
        title=stored_game(record.game).title,
        preview=_preview(services, request, f"/r/{key}", ply, words),
        home=f"/r/{key}",
        link=absolute_url(services, request, f"/r/{key}"),
        cards=record_cards(record, services.settings),
        ply=ply,
        build=services.build,
        name=None if visitor is None else visitor.name,
    )


def _actions(room: Room, person: Person | None) -> frozenset[str]:
    """What a person may do with a table, besides playing."""
    row, chairs = room.row, room.row.chairs
    if room.lesson.lesson is not None:
        return frozenset()  # its panel has all that can be done there
    own = [chair for chair in chairs if chair.belongs_to(person)]
    host = person is not None and row.made_by == person.key
    actions: set[str] = set()
    if row.phase == OPEN:
        if any(chair.waits and chair.person is None for chair in chairs) and offer_to(row, person) is None:
            actions.add("sit")
        if own:
            actions.add("leave")
        if host:
            actions |= {"drop", "release", "remove", "hold"}
            if not any(chair.held for chair in chairs):
                actions.add("begin")
    elif row.phase == RUNNING:
        if any(chair.bot is None for chair in own):
            actions.add("leave")
        if any(chair.bot is not None for chair in own):
            actions.add("back")
        if own:
            actions |= {"give-up", "end" if _alone(room) else "propose-end"}
        if own and row.clock is not None and not is_paused(row):
            actions.add("pause" if _alone(room) else "propose-pause")
        if host and (not _alone(room) or any(chair.left for chair in chairs)):  # a seat that somebody may leave, or has left
            actions.add("forbid-substitutes" if row.substitutes else "allow-substitutes")
    elif own and row.phase in (OVER, ENDED):
        actions.add("rematch")
    return frozenset(actions)


def _alone(room: Room) -> bool:
    """Whether one person plays against bots: then there is nobody to agree with."""
    return len({chair.person for chair in room.row.chairs} - {None}) < 2


def nobody_waits(row: TableRow, pace: Pace) -> bool:
    """Whether one person plays against bots without a limit: nothing is said of a pace then."""
    people = {chair.person for chair in row.chairs} - {None}
    return row.phase != OPEN and len(people) < 2 and not pace.limited and not any(chair.left for chair in row.chairs)


async def _offers_notices(room: Room, person: Person | None) -> tuple[str, ...]:
    """How a person could be told of their turns, where a turn may take days; nothing if somebody tells them already."""
    pace = room.timekeeper.pace
    if person is None or room.row.phase not in (OPEN, RUNNING) or (pace is not None and pace.speed == LIVE):
        return ()
    if not any(chair.belongs_to(person) for chair in room.row.chairs):
        return ()
    if {chair.person for chair in room.row.chairs} <= {person.key, None} and room.row.phase == RUNNING:
        return ()  # bots do not keep anybody waiting
    kinds = tuple([kind for kind in CHANNEL_KINDS if not room.services.notices.missing(kind)])
    return () if kinds and await room.services.store.channels.of_person(person.key) else kinds


def _paces(room: Room, person: Person | None) -> tuple[tuple[str, str], ...]:
    """The paces that a player may propose: their names, and what they are. Who plays against bots without a limit needs none."""
    if room.row.phase != RUNNING or not any(chair.belongs_to(person) for chair in room.row.chairs):
        return ()
    now = room.timekeeper.pace or NO_LIMIT
    if _alone(room) and not now.limited:
        return ()
    return tuple((name, pace_words(pace)) for name, pace in PACES.items() if pace_words(pace) != pace_words(now))


def _mutes(room: Room, person: Person | None) -> tuple[tuple[Seat, str, bool], ...]:
    """Whom the host may mute in the chat: their seats and names, and whether they are muted now."""
    if person is None or person.key != room.row.made_by:
        return ()
    found: dict[str, tuple[Seat, str, bool]] = {}
    for seat, chair in enumerate(room.row.chairs):
        if chair.person not in (None, person.key) and not chair.held:
            found.setdefault(chair.person or "", (seat, chair.called or "", chair.person in room.chat.muted))
    return tuple(found.values())


async def _mutes_writers(room: Room, person: Person | None) -> tuple[tuple[int, str, bool], ...]:
    """The same of those without a seat who wrote what the host may read: the last line of each."""
    if person is None or person.key != room.row.made_by:
        return ()
    seated = {person.key, *[chair.person for chair in room.row.chairs]}
    found = await room.services.store.chat.writers(room.key, _MOST_WRITERS)
    readable = [each for each in found if each.person not in seated and room.chat.may_be_read_by(each.audience, person)]
    return tuple((each.number, each.name, each.person in room.chat.muted) for each in readable)


def offer_to(row: TableRow, person: Person | None) -> str | None:
    """Who wants to play again with a person for whom a seat is held at a table; None if none is."""
    if row.phase != OPEN or not any(chair.held and person is not None and chair.person == person.key for chair in row.chairs):
        return None
    seated = [chair for chair in row.chairs if chair.person is not None and not chair.held]
    host = next((chair for chair in seated if chair.person == row.made_by), seated[0] if seated else None)
    return "Somebody" if host is None else host.called or "Somebody"


def _sitting(room: Room, person: Person | None) -> tuple[tuple[Seat, str], ...]:
    """The seats on which a person sits and plays, and who they are called there."""
    if person is None:
        return ()
    return tuple(
        (seat, chair.called or person.name)
        for seat, chair in enumerate(room.row.chairs)
        if chair.belongs_to(person) and chair.bot is None
    )
