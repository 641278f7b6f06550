"""What those who sit at a table decide together: to end the game, to go back in it, to change its pace, to pause, to replace who
does not come.

A vote is decided in the store, under the lock of the table (`voting.py` says how). What is wanted of the room, another player,
another pace or an earlier moment, is done first and told then: whoever finds it done, after a crash between the two, tells it.
"""

import msgspec

from freightyard.core.contract import Seat
from freightyard.server import note_sentences as notes
from freightyard.server import sentences as say
from freightyard.server.errors import Forbidden, LostRace
from freightyard.server.live import go_back
from freightyard.server.live.create import default_bot
from freightyard.server.live.room import Room
from freightyard.server.live.voting import (
    AGREED,
    AWAY_SECONDS,
    BACK,
    END,
    PACE,
    PAUSE,
    REPLACE,
    VOID,
    away_for,
    decide_at,
    does_not_come,
    has_passed,
    is_paused,
    late_since,
    may_answer,
    may_be_away,
    name_of,
    own_seat,
    patience,
    subject,
    waited_for,
)
from freightyard.store.rows import RUNNING, Chair, Decision, Person, Proposal, is_bot_account
from freightyard.table.errors import TableError
from freightyard.table.hours import USUAL
from freightyard.table.pace import DAYS, NO_LIMIT, PACES, check_pace, pace_text, read_pace


async def propose(
    room: Room, person: Person, kind: str, seat: Seat | None = None, pace: str = "", ply: int | None = None
) -> None:
    """Somebody who has a seat asks the others. `pace`: the name of one of `PACES`. `ply`: the moment to go back to."""
    row, now = room.row, room.services.now()
    if row.phase != RUNNING:
        raise Forbidden(say.NOT_RUNNING)
    if own_seat(row, person.key) is None:
        raise Forbidden(say.PLAYERS_PROPOSE)
    await read_away(room)
    away = room.away
    if kind == REPLACE:
        if seat is None or not 0 <= seat < len(row.chairs) or row.chairs[seat].person is None:
            raise Forbidden(say.NOBODY_TO_REPLACE)
        if row.chairs[seat].person == person.key:
            raise Forbidden(say.NOT_YOURSELF)
        if not does_not_come(row, seat, now, away=seat in away):
            name, since = row.chairs[seat].called or notes.SOMEBODY, late_since(row, seat, now)
            raise Forbidden(
                say.still_has_time(name) if since is None else say.asked_too_soon(name, patience(row) - (now - since))
            )
    elif kind != REPLACE:
        seat = None
    data = _new_pace(room, pace) if kind == PACE else ""
    if kind == PAUSE and (row.clock is None or is_paused(row)):
        raise Forbidden(say.PAUSED_ALREADY if is_paused(row) else say.NO_CLOCK)
    if kind == BACK:
        if ply is None or room.lesson.lesson is not None:
            raise Forbidden(say.NO_SUCH_PROPOSAL)
        data = str((await go_back.way_back(room, ply)).ply)
    if kind not in (END, REPLACE, PACE, PAUSE, BACK):
        raise Forbidden(say.NO_SUCH_PROPOSAL)
    asked = Proposal(number=0, kind=kind, seat=seat, data=data, made_by=person.key, at=now, answers={person.key: True})
    note = notes.proposed(name_of(row, person.key), notes.what(kind, subject(row, asked)))
    if not await room.services.store.proposals.make(room.key, asked, note, decide_at(now, away)):
        raise Forbidden(say.ASKED_ALREADY)
    await settle(room)


def _new_pace(room: Room, name: str) -> str:
    """The pace of a name as it is stored. What happens at the end of a time, and which hours do not count, stays as it is."""
    now = room.timekeeper.pace or NO_LIMIT
    if name not in PACES:
        raise Forbidden(say.NO_SUCH_PROPOSAL)
    pace = PACES[name]
    if pace.limited:
        pace = msgspec.structs.replace(pace, at_zero=now.at_zero)
    if pace.speed == DAYS:
        pace = msgspec.structs.replace(pace, nights=now.nights, weekends=now.weekends)
    if pace == now:
        raise Forbidden(say.SAME_PACE)
    check_pace(pace)
    return pace_text(pace)


async def answer(room: Room, person: Person, number: int, *, yes: bool) -> None:
    """Somebody who is asked answers."""
    proposal = next((each for each in room.proposals if each.number == number), None)
    if proposal is None:
        raise Forbidden(say.NOT_ASKED_NOW)
    if not may_answer(room.row, proposal, person.key):
        raise Forbidden(say.YOU_ARE_NOT_ASKED)
    now = room.services.now()
    await read_away(room)
    decide = decide_at(now, room.away)
    answered = await room.services.store.proposals.answer(room.key, number, person.key, yes=yes, at=now, decide=decide)
    await settle(room)
    if not answered:
        raise Forbidden(say.NOT_ASKED_NOW)


async def settle(room: Room) -> None:
    """Decide what can be decided, do what was agreed, and show everybody how things stand."""
    store, now = room.services.store, room.services.now()
    await read_away(room)
    async with room.lock:
        agreed: Proposal | None = None
        while True:
            await store.proposals.reconsider(room.key, now, decide_at(now, room.away))
            await room.read_row()
            passed = [each for each in await store.proposals.open(room.key) if each.kind != END and has_passed(room.row, each)]
            if not passed or passed[0] == agreed:
                break
            agreed = passed[0]  # one by one: what was agreed may settle another question
            try:
                await _carry_out(room, agreed, now)
            except LostRace:
                agreed = None  # somebody moved meanwhile, at another process: that is read, and undone too
        await room.read_proposals()
    room.wake_bots()


async def _carry_out(room: Room, proposal: Proposal, now: float) -> None:
    """Do what was agreed, then say so. The caller holds the lock of the room."""
    note, result = "", AGREED
    if proposal.kind == BACK:
        note, result = await _go_back(room, proposal)
    elif proposal.kind == REPLACE and proposal.seat is not None:
        chair = room.row.chairs[proposal.seat]
        await room.chairs.change(proposal.seat, chair, Chair(bot=default_bot(room.game), called=chair.called))
        note = notes.replaced(chair.called or notes.SOMEBODY)
        await pass_on_host(room, chair.person)
    elif proposal.kind == PACE:
        await room.timekeeper.set_pace(read_pace(proposal.data) or NO_LIMIT)
        note = notes.paced(subject(room.row, proposal))
    elif proposal.kind == PAUSE:
        await room.timekeeper.pause()
        note = notes.PAUSED
    await room.services.store.proposals.close(room.key, proposal.number, Decision(result=result, note=note), now)


async def _go_back(room: Room, proposal: Proposal) -> tuple[str, str]:
    """The game goes back; what the table is told, and what came of the proposal. The caller holds the lock."""
    ply, seat = int(proposal.data), own_seat(room.row, proposal.made_by)
    alone = name_of(room.row, proposal.made_by) if waited_for(room.row, proposal) == [proposal.made_by] else ""
    moves = await go_back.undone_back_to(room, ply)
    if moves:  # it was done, and nobody has told it
        return notes.went_back(alone, moves, proposal.data), AGREED
    try:
        way = await go_back.way_back(room, ply)
    except TableError:
        return notes.not_back(proposal.data), VOID
    await go_back.go_back(room, seat or 0, way)
    return notes.went_back(alone, way.moves, proposal.data), AGREED


async def resume(room: Room, person: Person) -> None:
    """Somebody who has a seat lets time run again, from where it stood. One is enough: nobody gains time by it."""
    async with room.lock:
        if own_seat(room.row, person.key) is None:
            raise Forbidden(say.NOT_AT_TABLE)
        if room.row.phase != RUNNING or not is_paused(room.row):
            raise Forbidden(say.NOT_PAUSED)
        await room.timekeeper.resume()
        await room.note(notes.resumed(name_of(room.row, person.key)))
    room.wake_bots()


async def pass_on_host(room: Room, person: str | None) -> None:
    """Whoever hosted a table and has no seat there any more hands it on to the first who has, and who can see to it: that is no
    bot account. The caller holds the lock."""
    seated = [chair.person for chair in room.row.chairs if chair.person is not None and not chair.held]
    seated = [key for key in seated if not is_bot_account(key)]
    if person is not None and room.row.made_by == person and seated and person not in seated:
        await room.chairs.set_host(seated[0])


async def read_away(room: Room) -> None:
    """Read which people have not been here for days, while a bot played for them, and show it to the others."""
    row, store, now = room.row, room.services.store, room.services.now()
    people = {seat: chair.person for seat, chair in enumerate(row.chairs) if chair.person and may_be_away(row, seat)}
    seen = await store.people.seen_at(set(people.values())) if people else {}
    long_ago = {seat: person for seat, person in people.items() if seen.get(person, 0.0) < now - AWAY_SECONDS}
    away: dict[Seat, float] = {}
    if long_ago:
        facts = await store.clocks.events(room.key)
        calendars = await store.calendars.of_all(set(long_ago.values()))
        for seat, person in long_ago.items():
            seconds = away_for(row, seat, seen.get(person, 0.0), facts, calendars.get(person, USUAL), now)
            if seconds > AWAY_SECONDS:
                away[seat] = seconds
    if away.keys() != room.away.keys():
        room.broadcast.reseat()  # what stands above the board is drawn anew
    room.away = away
