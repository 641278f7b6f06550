"""Everything that somebody wants to know is told once, where and when they want it, and nothing that is not so any more."""

import json
from collections.abc import Sequence

import msgspec
import pytest

from freightyard.core.contract import Game
from freightyard.core.lessons import Lesson
from freightyard.core.title import LESSONS
from freightyard.games import game_named, part_of
from freightyard.server.live import hosting, seating
from freightyard.server.live.create import create_table
from freightyard.server.live.lesson_tables import create_lesson_table
from freightyard.server.notices.notices import PAUSED
from freightyard.store import open_store
from freightyard.store.notice_rows import (
    AT_ONCE,
    CHAT,
    DAILY,
    MAIL,
    NEVER,
    OVER,
    REMINDER,
    TURN,
    Channel,
    NoticeSettings,
)  # fmt: skip
from freightyard.store.rows import RUNNING, Chair, Person
from freightyard.table import Pace
from freightyard.table.hours import Hours
from tests.server.notices.test_web_push import Browser
from tests.server.notices.yard import DELAY, EDITION, GAME, Yard, yard

pytestmark = pytest.mark.anyio

TITLE = "Freight Train with {}"
HOUR, DAY = 3600.0, 86_400.0
DAYS = Pace(speed="days", turn=2 * 86_400, nights=True, weekends=True)


async def both(made: Yard) -> None:
    """Ann and Bob have a channel each."""
    for person in made.people:
        await made.channel(person)


async def test_a_turn_is_told_once_to_each_channel_of_whoever_is_to_act(database: str) -> None:
    async with yard(database) as made:
        one, other = made.process(), made.process()
        room = await made.table(one)
        await both(made)
        phone = await made.channel(made.actor(room))
        await made.wait(DELAY - 1)
        assert made.told() == []  # they may play at once
        await made.wait(1, one, other)
        ann, bob = made.actor(room), next(person for person in made.people if person != made.actor(room))
        headline = f"Your turn – {TITLE.format(bob.name)}"
        assert made.told() == [(ann.name, headline), (ann.name, headline)]
        await made.wait(HOUR, one, other)
        assert made.told() == []
        assert await made.store.channels.remove(phone.key, ann.key)
        await made.end_turn(room)
        await made.wait(DELAY)
        assert made.told() == [(bob.name, f"Your turn – {TITLE.format(ann.name)}")]


async def test_all_are_told_who_choose_at_once_and_of_each_choice_once(database: str) -> None:
    async with yard(database) as made:
        services = made.process(notice_gap=0.0)
        room = await made.table(services, pace=DAYS, game=game_named("freight-cars"))
        await both(made)
        await made.wait(DELAY)
        bodies = {request.target[1:]: request.json["text"] for request in made.receiver.requests}
        assert made.told() == [("Ann", "Your turn – Freight Cars with Bob"), ("Bob", "Your turn – Freight Cars with Ann")]
        ann, bob = made.people
        assert "There is time until" in bodies["Ann"]
        assert "until" not in bodies["Bob"], "nobody's time runs who may choose ahead"

        async def choose(seat: int) -> None:
            view = room.orders.view_for(seat)
            await room.move(made.people[seat], seat, room.table.ply, [view.legal[0]])

        await choose(1)
        await made.store.notice_settings.put(bob.key, NoticeSettings(quiet_from=0, quiet_until=23))
        await made.wait(HOUR)
        assert made.told() == []
        await choose(1)  # while it is quiet: he has made both, and is told of neither
        await made.wait(DAY)
        assert made.told() == []
        await choose(0)  # what Bob has chosen follows at once, and Ann is asked for her second choice
        assert room.orders.waited_for() == (0,)
        await made.wait(DELAY)
        assert made.told() == [], "whoever moves goes on moving"
        await made.store.notice_settings.put(bob.key, NoticeSettings())
        await choose(0)
        assert not room.orders.waited_for()
        await made.wait(DELAY)
        assert [name for name, _ in made.told()] == [name for name in [made.actor(room).name] if name != ann.name]


async def test_whoever_is_asked_after_their_order_has_acted_is_told(file: str) -> None:
    """An order moves for its person, who need not be there: they have not moved, and do not go on moving."""
    async with yard(file) as made:
        room = await made.table(made.process(notice_gap=0.0), game=game_named("freight"))
        await both(made)

        async def auction(bidder: Person | None) -> None:
            """All pass; somebody's order bids for them."""
            while room.table.view(None).board.phase == "bidding":
                assert made.actor(room) != bidder
                await room.move(made.actor(room), room.table.to_act() or 0, room.table.ply, ["pass"])

        await auction(None)
        buyer = made.actor(room)  # of the next auction's place: the other one is asked first there
        await room.orders.give(buyer, made.people.index(buyer), "0")
        await made.end_turn(room)
        await made.end_turn(room)
        await auction(buyer)
        assert made.actor(room) == buyer, "the order has won the first turn"
        await made.wait(DELAY)
        assert [name for name, _ in made.told()] == [buyer.name]


async def test_a_turn_that_is_over_is_not_told(file: str) -> None:
    async with yard(file) as made:
        services = made.process()
        room = await made.table(services)
        await both(made)
        first = made.actor(room)
        await made.end_turn(room)
        await made.wait(DELAY)
        assert [name for name, _ in made.told()] == [made.actor(room).name]
        assert made.actor(room) != first
        # Nor is one that could not be sent before it was over.
        made.receiver.reply = b"HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n"
        await made.wait(60)
        await made.end_turn(room)
        await made.wait(DELAY)
        assert len(made.told()) == 1
        made.receiver.reply = b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
        await made.end_turn(room)
        await made.wait(60)
        assert [name for name, _ in made.told()] == [made.actor(room).name]


async def test_whoever_has_the_table_before_their_eyes_is_not_told(database: str) -> None:
    async with yard(database) as made:
        here, there = made.process(), made.process()
        room = await made.table(here)
        await both(made)
        eyes = made.watch(room, made.actor(room))
        await here.notices.look()
        for _ in range(3):
            await made.wait(5, here, there)
        assert made.told() == []
        await made.end_turn(room)
        made.watch(room, made.actor(room), visible=False)
        await made.wait(DELAY, here, there)
        assert [name for name, _ in made.told()] == [made.actor(room).name]  # a page behind others is none that one sees
        await made.end_turn(room)
        room.connections.discard(eyes)
        await made.wait(60, here, there)
        assert [name for name, _ in made.told()] == [made.actor(room).name]


async def test_what_a_killed_process_saw_does_not_count_for_long(file: str) -> None:
    async with yard(file) as made:
        killed, other = made.process(), made.process()
        room = await made.table(killed)
        await both(made)
        made.watch(room, next(person for person in made.people if person != made.actor(room)))
        await killed.notices.look()  # the last that it did
        await made.end_turn(room)
        await made.wait(DELAY, other)
        assert made.told() == []
        for _ in range(6):
            await made.wait(2, other)
        assert [name for name, _ in made.told()] == [made.actor(room).name]


async def test_there_is_a_minute_between_two_notices_of_one_table(file: str) -> None:
    async with yard(file) as made:
        services = made.process()
        room = await made.table(services)
        other = await made.table(services, "t2")
        await both(made)
        await made.wait(DELAY)
        assert len(made.told()) == 2
        await made.end_turn(room)
        await made.end_turn(room)  # it is the turn of the same person again
        await made.wait(DELAY)
        assert made.told() == []
        await made.end_turn(other)
        await made.wait(DELAY)
        assert [name for name, _ in made.told()] == [made.actor(other).name]  # another person's minute
        await made.wait(54)
        assert [name for name, _ in made.told()] == [made.actor(room).name]


async def test_a_table_can_be_silenced_and_a_kind_too(file: str) -> None:
    async with yard(file) as made:
        services = made.process()
        room = await made.table(services)
        await both(made)
        await made.store.notice_settings.put_table(made.actor(room).key, "t1", NEVER)
        await made.wait(DELAY)
        assert made.told() == []
        await made.end_turn(room)
        await made.store.notice_settings.put(made.actor(room).key, NoticeSettings(times={TURN: NEVER}))
        await made.wait(DELAY)
        assert made.told() == []


async def test_a_digest_has_what_is_still_so_once_a_day(database: str) -> None:
    async with yard(database) as made:
        services = made.process()
        room, over = await made.table(services), await made.table(services, "t2")
        await both(made)
        ann = made.actor(room)
        quiet = await made.channel(ann)
        assert await made.store.channels.change(quiet.key, kinds=(CHAT,))  # it is not for turns, in a digest neither
        settings = NoticeSettings(times={TURN: DAILY, CHAT: DAILY, OVER: NEVER}, digest_hour=18)
        for person in made.people:
            await made.store.notice_settings.put(person.key, settings)
        await made.wait(DELAY)
        await made.end_turn(over)
        await made.end_turn(over)  # the hand-over of which Ann was to be told is not so any more; the latest is
        await made.wait(30)
        assert made.told() == []
        await made.wait(6 * HOUR)
        ((name, headline),) = [each for each in made.told() if each[0] == ann.name]
        assert (name, headline) == (ann.name, "Your games today: 2 things to know")
        await made.wait(DAY)
        assert made.told() == []


async def test_nothing_is_told_in_quiet_hours(file: str) -> None:
    async with yard(file) as made:
        services = made.process()
        room = await made.table(services)
        await both(made)
        ann = made.actor(room)
        await made.store.calendars.set_hours(ann.key, Hours(zone="Asia/Tokyo"), made.now)  # it is 21:00 there
        await made.store.notice_settings.put(ann.key, NoticeSettings(quiet_from=21, quiet_until=8))
        await made.wait(DELAY)
        await made.wait(10 * HOUR)
        assert made.told() == []
        await made.wait(HOUR)
        assert [name for name, _ in made.told()] == [ann.name]


async def test_a_reminder_comes_when_most_of_the_time_is_gone(file: str) -> None:
    async with yard(file) as made:
        services = made.process()
        room = await made.table(services, pace=DAYS)
        await both(made)
        ann = made.actor(room)
        await made.wait(DELAY)
        assert len(made.told()) == 1
        await made.wait(1.59 * DAY)
        assert made.told() == []
        await made.wait(0.02 * DAY)
        assert [name for name, _ in made.told()] == [ann.name]
        await made.wait(0.3 * DAY)
        assert made.told() == []
        # Another pace begins with full time.
        await made.end_turn(room)
        await made.wait(DELAY)
        made.told()
        async with room.lock:
            await room.timekeeper.set_pace(Pace(speed="days", turn=86_400, nights=True, weekends=True))
        await made.wait(0.79 * DAY)
        assert made.told() == []
        await made.wait(0.02 * DAY)
        assert [headline[:24] for _, headline in made.told()] == ["Your time is running out"]


async def test_chat_is_one_notice_without_its_words(database: str) -> None:
    async with yard(database) as made:
        services = made.process()
        room = await made.table(services)
        await both(made)
        ann, bob = made.people
        settings = NoticeSettings(times={CHAT: AT_ONCE, TURN: NEVER})
        for person in made.people:
            await made.store.notice_settings.put(person.key, settings)
        for text in ("I hold the red caboose", "and more"):
            await room.chat.say(ann, text)
        await made.wait(30)
        (request,) = made.receiver.requests
        assert made.told() == [(bob.name, f"Ann wrote 2 messages – {TITLE.format('Ann')}")]
        assert b"caboose" not in request.body
        await room.chat.say(ann, "read at once")
        await made.store.chat.set_read("t1", bob.key, 3)
        await made.wait(120)
        assert made.told() == []


async def test_the_end_and_the_offer_of_another_game_are_told(file: str) -> None:
    async with yard(file) as made:
        services = made.process(notice_gap=0.0)
        room = await made.table(services)
        await both(made)
        ann, bob = made.people
        await made.play_on(room)
        await made.wait(DELAY)
        assert [headline.split(" – ")[0] for _, headline in made.told()] == ["The game is over"] * 2
        await seating.rematch(room, ann)
        await made.wait(1)
        assert made.told() == [(bob.name, f"Ann wants to play again – {TITLE.format('Ann')}")]


async def test_whoever_has_played_with_the_host_is_told_that_a_seat_is_held_for_their_name(database: str) -> None:
    async with yard(database) as made:
        services = made.process()
        await made.table(services)
        await made.store.people.rename(made.people[1].key, "Bob")
        stranger = (await made.store.people.new("bob", made.now))[0]
        made.people.append(stranger)
        await both(made)
        ann, bob, _ = made.people
        await made.store.notice_settings.put(ann.key, NoticeSettings(times={TURN: NEVER}))
        await made.store.notice_settings.put(bob.key, NoticeSettings(times={TURN: NEVER}))
        chairs = [Chair(ann.key, called="Ann"), Chair(called="BOB", held=True), Chair()]
        await create_table(services, GAME, EDITION, (), chairs, made_by=ann, public=False, key="t2")
        await made.wait(1)
        assert made.told() == [("Bob", "Ann invites you – Freight Train with Ann")]
        # The same for a seat that is held later; but not if it is held no more before anybody was told.
        chairs = [Chair(ann.key, called="Ann"), Chair(), Chair()]
        for key in ("t3", "t4"):
            await create_table(services, GAME, EDITION, (), chairs, made_by=ann, public=False, key=key)
            room = await services.hub.room(key)
            assert room is not None
            await hosting.hold_for(room, ann, 1, "bob")
        assert room is not None
        await seating.release(room, ann, 1)
        await made.wait(1)
        (request,) = made.receiver.requests
        assert made.told() == [("Bob", "Ann invites you – Freight Train with Ann")]
        assert request.json["url"].endswith("/t/t3")


def lesson_of(game: Game) -> Lesson:
    lessons: Sequence[Lesson] = part_of(game.name, LESSONS) or ()
    return lessons[0]


async def test_a_push_tells_at_how_many_tables_it_is_somebodys_turn(database: str) -> None:
    async with yard(database) as made:
        services = made.process()
        rooms = [await made.table(services, f"t{number}") for number in range(3)]
        ann, bob = made.actor(rooms[0]), next(person for person in made.people if person != made.actor(rooms[0]))
        await made.end_turn(rooms[2])
        learnt = await create_lesson_table(services, lesson_of(GAME), ann)  # in which it is her turn, but nobody waits
        assert (row := await made.store.tables.get(learnt.key)) is not None
        assert (row.phase, row.chairs[row.to_act or 0].person) == (RUNNING, ann.key)
        browsers = {}
        for person in (ann, bob):
            browsers[person.name] = browser = Browser()
            channel = browser.channel(f"http://127.0.0.1:{made.receiver.port}/{person.name}")
            mine = msgspec.structs.replace(channel, key="", person=person.key, confirmed_at=made.now)
            await made.store.channels.add(mine)
        await made.wait(DELAY)
        found = [(request.target, request.body) for request in made.receiver.requests]
        read = sorted((to, json.loads(browsers[to.lstrip("/")].read(body))["waiting"]) for to, body in found)
        assert read == sorted([(f"/{ann.name}", 2), (f"/{ann.name}", 2), (f"/{bob.name}", 1)])


async def test_a_table_has_channels_of_its_own_that_name_who_is_to_act(file: str) -> None:
    async with yard(file) as made:
        services = made.process()
        room = await made.table(services)
        await made.channel(made.people[0], table="t1")
        await made.wait(DELAY)
        actor = made.actor(room).name
        (request,) = made.receiver.requests
        assert made.told() == [("t1", f"{actor}, your turn – Freight Train with Ann and Bob")]
        assert request.json["who"] == actor
        await made.end_turn(room)
        await made.wait(DELAY)
        assert made.told() == []
        await made.wait(60)
        assert made.told() == [("t1", f"{made.actor(room).name}, your turn – Freight Train with Ann and Bob")]


async def test_nothing_is_sent_to_an_address_that_nobody_has_confirmed(file: str) -> None:
    async with yard(file) as made:
        services = made.process()
        room = await made.table(services)
        channel = await made.channel(made.actor(room))
        mail = Channel(key="", kind=MAIL, person=made.actor(room).key, name="post", address={"address": "ann@example.org"})
        post = await made.store.channels.add(mail)
        await made.store.channels.turn_off(channel.token, made.now)
        await made.wait(DELAY)
        assert made.told() == []
        assert await made.store.outbox.waiting(10) == []
        assert (await made.store.channels.confirm(post.confirm, made.now)) is not None
        assert await made.store.channels.by_token(post.token) is not None


async def test_what_waits_outlives_the_server(file: str) -> None:
    async with yard(file) as made:
        services = made.process()
        room = await made.table(services)
        await both(made)
        await services.hub.close()
        await made.store.close()
        made.store = await open_store(file)
        made.processes.clear()
        made.process()
        await made.wait(HOUR)
        assert [name for name, _ in made.told()] == [made.actor(room).name]


async def test_nothing_is_sent_while_the_host_pauses(file: str) -> None:
    async with yard(file) as made:
        services = made.process()
        room = await made.table(services)
        await both(made)
        await made.store.host_values.put(PAUSED, "1")
        await made.wait(HOUR)
        assert made.told() == []
        await made.store.host_values.forget(PAUSED)
        await made.wait(DELAY, made.process())  # one that does not know yet how it was
        assert [name for name, _ in made.told()] == [made.actor(room).name]


def test_kinds_and_times_are_known() -> None:
    assert NoticeSettings().time_of(REMINDER) == AT_ONCE
