"""Tables at which somebody does not come any more: replaced by a vote, archived, woken up. The time is handed in."""

import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from html import unescape

import msgspec
import pytest

from freightyard.page.strip import strip_part
from freightyard.server.errors import Forbidden
from freightyard.server.live import hosting, proposals, seating
from freightyard.server.live.room import Room
from freightyard.server.live.strips import strip_for
from freightyard.server.live.timekeeper import check_clock
from freightyard.server.live.voting import is_paused
from freightyard.server.log import Log
from freightyard.server.services import Services
from freightyard.server.settings import Settings
from freightyard.store import Store, open_store
from freightyard.store.rows import ARCHIVED, RUNNING, Chair, Person
from freightyard.table.pace import NO_LIMIT, PACES, pace_words
from tests.store.play import append_of, row, seated

pytestmark = pytest.mark.anyio

DAY = 86_400.0
PEOPLE = [Person(name.lower(), name) for name in ("Ann", "Bob", "Cy")]
VOTES = msgspec.structs.replace(PACES["days-1"], at_zero="vote")


class Time:
    """What a server takes for the time."""

    def __init__(self) -> None:
        self.now = 1000.0 * DAY

    def __call__(self) -> float:
        return self.now


@asynccontextmanager
async def table(
    database: str, time: Time, people: Sequence[Person] = PEOPLE, **settings: float
) -> AsyncIterator[tuple[Room, Services]]:
    """A running table of Ann, its host, Bob and Cy."""
    store: Store = await open_store(database)
    kept = row("t1", chairs=[Chair(person.key, called=person.name) for person in people], at=time.now, made_by=people[0].key)
    await store.tables.add(kept)
    assert await store.tables.begin("t1")
    first = seated(kept)
    await store.moves.append(append_of("t1", first, first.begin(), at=time.now))
    services = Services(Settings(bot_processes=0, **settings), store, Log("none"), build="", now=time)  # type: ignore[arg-type]
    room = await services.hub.room("t1")
    assert room is not None
    try:
        yield room, services
    finally:
        await services.close()


def who_acts(room: Room) -> tuple[int, list[Person]]:
    """The seat that is to act, and the others at the table."""
    seat = room.table.to_act()
    assert seat is not None
    return seat, [person for number, person in enumerate(PEOPLE) if number != seat]


async def told(services: Services) -> list[str]:
    return [line.text for line in await services.store.chat.lines("t1", 100)]


async def test_the_others_replace_somebody_who_does_not_come_and_a_substitute_takes_the_seat(database: str) -> None:
    time = Time()
    async with table(database, time) as (room, services):
        seat, others = who_acts(room)
        late, eve = PEOPLE[seat], Person("eve", "Eve")
        with pytest.raises(Forbidden, match="still has time"):
            await proposals.propose(room, others[0], "replace", seat)
        time.now += 15 * DAY
        with pytest.raises(Forbidden, match="replace yourself"):
            await proposals.propose(room, late, "replace", seat)
        with pytest.raises(Forbidden, match="only those who have a seat"):
            await proposals.propose(room, eve, "replace", seat)
        await proposals.propose(room, others[0], "replace", seat)
        with pytest.raises(Forbidden, match="not asked"):
            await proposals.answer(room, late, 1, yes=False)
        assert room.row.chairs[seat].person == late.key, "one of two is no majority"
        await proposals.answer(room, others[1], 1, yes=True)
        assert room.row.chairs[seat] == Chair(bot="driver", called=late.name)
        assert room.proposals == []
        assert (await told(services))[-1] == f"The others voted to replace {late.name}: a bot plays on."
        host = next(person for person in PEOPLE if person.key == room.row.made_by)
        assert host != late
        with pytest.raises(Forbidden, match="nobody"):
            await hosting.substitute(room, eve, seat, "Eve")
        await hosting.set_terms(room, host, level=None, substitutes=True)
        await hosting.substitute(room, eve, seat, "Eve")
        assert room.row.chairs[seat] == Chair("eve", called="Eve")


async def test_the_host_offers_the_seat_of_somebody_for_whom_a_bot_has_played_for_days(database: str) -> None:
    time = Time()
    store = await open_store(database)
    ann, bob, cy = people = [(await store.people.new(name, time.now))[0] for name in ("Ann", "Bob", "Cy")]
    await store.close()
    async with table(database, time, people) as (room, services):
        await seating.leave(room, bob, 1, "medium")
        time.now += 2 * DAY
        with pytest.raises(Forbidden, match="Bob was here in the last days"):
            await hosting.offer_seat(room, ann, 1)
        assert above_board(room, ann) == above_board(room, cy) == ""
        time.now += 2 * DAY
        await proposals.read_away(room)
        assert "A bot has played for Bob for 4 days. Offer Bob's seat to others" in above_board(room, ann)
        assert "A bot has played for Bob for 4 days. Propose to replace Bob" in above_board(room, cy), "who is no host asks"
        with pytest.raises(Forbidden, match="only the host"):
            await hosting.offer_seat(room, cy, 1)
        for seat in (0, 5):
            with pytest.raises(Forbidden, match=r"nobody sits there|there is no seat"):
                await hosting.offer_seat(room, ann, seat)
        await services.store.people.seen(bob.key, time.now)
        with pytest.raises(Forbidden, match="Bob was here"):
            await hosting.offer_seat(room, ann, 1)
        time.now += 4 * DAY
        await proposals.propose(room, cy, "replace", 1)
        await hosting.offer_seat(room, ann, 1)
        assert room.row.chairs[1] == Chair(bot="medium", called="Bob")
        assert room.proposals == [], "the question is settled"
        assert "so the host offers this seat to others." in " ".join(await told(services))
        eve = Person("eve", "Eve")
        assert "Take the seat" in above_board(room, eve)
        await hosting.substitute(room, eve, 1, "Eve")
        assert room.row.chairs[1] == Chair("eve", called="Eve")


async def test_where_a_vote_was_chosen_with_the_pace_the_host_asks_the_others(database: str) -> None:
    time = Time()
    store = await open_store(database)
    ann, bob, cy = people = [(await store.people.new(name, time.now))[0] for name in ("Ann", "Bob", "Cy")]
    await store.close()
    async with table(database, time, people) as (room, _):
        async with room.lock:
            await room.timekeeper.set_pace(msgspec.structs.replace(PACES["days-7"], at_zero="vote"))
        await seating.leave(room, bob, 1, "medium")
        time.now += 4 * DAY
        with pytest.raises(Forbidden, match="only a vote of the others"):
            await hosting.offer_seat(room, ann, 1)
        assert "Propose to replace Bob" in above_board(room, ann)
        await proposals.propose(room, ann, "replace", 1)
        assert "Ann proposes to replace Bob" in above_board(room, cy), "it is asked though it is not Bob's turn"
        await proposals.answer(room, cy, 1, yes=True)
        assert room.row.chairs[1].left


def above_board(room: Room, person: Person) -> str:
    """What stands in the strip for a person, without its tags."""
    words = re.sub(r"<[^>]*>", " ", strip_part(strip_for(room, room.broadcast.viewer(person))))
    return unescape(" ".join(words.split()))


async def test_a_vote_is_over_when_who_was_late_has_moved(database: str) -> None:
    time = Time()
    async with table(database, time) as (room, services):
        seat, others = who_acts(room)
        time.now += 15 * DAY
        await proposals.propose(room, others[0], "replace", seat)
        await room.move(PEOPLE[seat], seat, room.table.ply, [room.table.view(seat).legal[0]])
        with pytest.raises(Forbidden, match="not asked any more"):
            await proposals.answer(room, others[1], 1, yes=True)
        assert room.row.chairs[seat].person == PEOPLE[seat].key
        assert (await told(services))[-1] == f"{PEOPLE[seat].name} is back, so the vote is over."


async def test_what_nobody_answers_lapses_with_the_hourly_clean_up(database: str) -> None:
    time = Time()
    async with table(database, time, silent_days=0) as (room, services):
        await proposals.propose(room, PEOPLE[0], "end")
        time.now += 6 * DAY
        await services.hub.clean_up()
        assert len(room.proposals) == 1
        time.now += 2 * DAY
        await services.hub.clean_up()
        assert room.proposals == []
        assert "has lapsed" in (await told(services))[-1]


async def test_a_table_in_which_nobody_moves_is_archived_and_woken_up_by_one_of_its_people(database: str) -> None:
    time = Time()
    async with table(database, time, silent_days=60) as (room, services):
        time.now += 59 * DAY
        await services.hub.clean_up()
        assert room.row.phase == RUNNING
        time.now += 2 * DAY
        await services.hub.clean_up()
        await room.read_chairs()
        assert room.row.phase == ARCHIVED
        seat, _ = who_acts(room)
        with pytest.raises(Forbidden, match="wake it up first"):
            await room.move(PEOPLE[seat], seat, room.table.ply, [room.table.view(seat).legal[0]])
        with pytest.raises(Forbidden, match="do not sit"):
            await hosting.wake(room, Person("eve", "Eve"))
        await hosting.wake(room, PEOPLE[1])
        assert room.row.phase == RUNNING
        with pytest.raises(Forbidden, match="not archived"):
            await hosting.wake(room, PEOPLE[1])
        await room.move(PEOPLE[seat], seat, room.table.ply, [room.table.view(seat).legal[0]])
        assert await told(services) == [
            "Nobody moved for 60 days, so the table was archived.",
            "Bob woke the table up: the game goes on.",
        ]
        await services.hub.clean_up()
        assert room.row.phase == RUNNING, "its time begins anew"


async def test_a_pause_needs_all_and_one_ends_it_and_nobody_gains_or_loses_time(database: str) -> None:
    time = Time()
    async with table(database, time) as (room, services):
        seat, others = who_acts(room)
        with pytest.raises(Forbidden, match="no clock"):
            await proposals.propose(room, PEOPLE[0], "pause")
        async with room.lock:
            await room.timekeeper.set_pace(VOTES)
        time.now = (room.row.due_at or 0.0) + 60  # somebody is late
        await check_clock(room)
        await proposals.propose(room, others[0], "pause")
        await proposals.answer(room, others[1], 1, yes=True)
        assert room.row.due_at is None
        assert not is_paused(room.row)
        await proposals.answer(room, PEOPLE[seat], 1, yes=True)
        assert is_paused(room.row)
        assert (await told(services))[-1].startswith("All agreed: the clock is paused")
        with pytest.raises(Forbidden, match="paused already"):
            await proposals.propose(room, others[0], "pause")
        with pytest.raises(Forbidden, match="still has time"):
            await proposals.propose(room, others[0], "replace", seat)
        with pytest.raises(Forbidden, match="sit at this table"):
            await proposals.resume(room, Person("eve", "Eve"))
        time.now += 20 * DAY
        await services.hub.keep_time()
        await proposals.resume(room, others[0])
        assert not is_paused(room.row)
        with pytest.raises(Forbidden, match="not paused"):
            await proposals.resume(room, others[0])
        await proposals.propose(room, others[0], "replace", seat)  # who was late before is late again
        assert "ended the pause" in " ".join(await told(services))


async def test_all_agree_on_another_pace_and_nobody_is_late_then(database: str) -> None:
    time = Time()
    async with table(database, time, silent_days=60) as (room, services):
        seat, others = who_acts(room)
        with pytest.raises(Forbidden, match="already"):
            await proposals.propose(room, PEOPLE[0], "pace", pace="any")
        with pytest.raises(Forbidden, match="nothing like this"):
            await proposals.propose(room, PEOPLE[0], "pace", pace="weeks")
        await proposals.propose(room, PEOPLE[0], "pace", pace="days-1")
        await proposals.answer(room, PEOPLE[1], 1, yes=True)
        assert room.row.pace is None
        await proposals.answer(room, PEOPLE[2], 1, yes=True)
        assert pace_words(room.timekeeper.pace or NO_LIMIT) == "1 day a turn"
        assert room.row.due_at is not None
        assert (await told(services))[-1].startswith("All agreed on another pace: 1 day a turn.")
        time.now = room.row.due_at + DAY
        await check_clock(room)
        with pytest.raises(Forbidden, match=r"you can propose to replace .* in 2 days"):
            await proposals.propose(room, others[0], "replace", seat)
        time.now += 2 * DAY
        await proposals.propose(room, others[0], "replace", seat)
        await proposals.propose(room, others[0], "pace", pace="days-7")
        for person in (others[1], PEOPLE[seat]):
            await proposals.answer(room, person, 3, yes=True)
        assert room.timekeeper.overdue() is None
        assert room.proposals == [], "who has time again is not replaced"
        time.now += 100 * DAY  # nobody comes, and nothing happens at zero but that the table says so
        await services.hub.clean_up()
        await room.read_chairs()
        assert room.row.phase == ARCHIVED
        await hosting.wake(room, others[0])
        assert room.row.due_at is not None
        assert room.row.due_at > time.now, "nobody is late at a table that was asleep"
