"""A receiver that fails, hangs or is away gets what is still so later, and nobody else waits for it."""

import asyncio

import pytest

from freightyard.server.notices.deliverer import CLAIM_SECONDS
from freightyard.store.notice_rows import FAILED
from tests.server.notices.receivers import receiving
from tests.server.notices.yard import DELAY, yard

pytestmark = pytest.mark.anyio

HOUR = 3600.0


async def test_what_a_killed_process_has_claimed_is_sent_by_another_with_the_same_key(database: str) -> None:
    async with yard(database) as made:
        killed, other = made.process(), made.process()
        room = await made.table(killed)
        await made.channel(made.actor(room))
        made.now += DELAY
        hung = asyncio.Event()

        async def hang(_writer: asyncio.StreamWriter) -> None:
            hung.set()
            await asyncio.sleep(60)

        made.receiver.reply = hang
        await killed.notices.look()
        await hung.wait()
        await made.look(other)
        assert len(made.receiver.requests) == 1
        made.receiver.reply = b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
        await made.wait(CLAIM_SECONDS, other)
        first, second = made.receiver.requests
        assert first.headers["idempotency-key"] == second.headers["idempotency-key"]
        assert first.body == second.body


async def test_a_receiver_that_fails_is_tried_again_ever_later_and_given_up_with_a_reason(file: str) -> None:
    async with yard(file) as made:
        services = made.process()
        room = await made.table(services)
        ann = made.actor(room)
        channel = await made.channel(ann)
        made.receiver.reply = b"HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n"
        await made.wait(DELAY)
        tries = []
        for _ in range(30):
            tries.append(len(made.told()))
            await made.wait(HOUR)
        assert sum(tries) == 11
        assert tries[-1] == 0
        (failure,) = await services.notices.failures_of(ann.key)
        assert (failure.delivery.state, failure.channel) == (FAILED, ann.name)
        kept = await made.store.channels.get(channel.key)
        assert kept is not None
        assert failure.delivery.reason
        assert kept.failure == failure.delivery.reason
        # The next turn is tried again, and when it arrives nothing is wrong any more.
        made.receiver.reply = b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
        await made.end_turn(room)
        await made.end_turn(room)
        await made.wait(DELAY)
        assert [name for name, _ in made.told()] == [ann.name]
        kept = await made.store.channels.get(channel.key)
        assert kept is not None
        assert (kept.failure, kept.failed_at) == ("", None)


async def test_a_channel_that_is_gone_is_turned_off(database: str) -> None:
    async with yard(database) as made:
        services = made.process()
        room = await made.table(services)
        channel = await made.channel(made.actor(room))
        made.receiver.reply = b"HTTP/1.1 410 Gone\r\nContent-Length: 0\r\n\r\n"
        await made.wait(DELAY)
        kept = await made.store.channels.get(channel.key)
        assert kept is not None
        assert kept.failure
        assert not kept.used


async def test_a_receiver_that_hangs_delays_nobody_else_and_gets_it_later(file: str) -> None:
    async with yard(file) as made:
        services = made.process()
        given_up = asyncio.Event()

        async def hang(_writer: asyncio.StreamWriter) -> None:
            await given_up.wait()  # then the connection ends without an answer

        rooms = [await made.table(services, f"x{number}") for number in range(14)]
        slow, quick = made.actor(rooms[0]), next(person for person in made.people if person != made.actor(rooms[0]))
        async with receiving(hang) as hangs:
            other = made.process(webhook_hosts=(f"127.0.0.1:{made.receiver.port}", f"localhost:{hangs.port}"))
            await made.channel(quick)
            channel = await made.channel(slow)
            address = {**channel.address, "url": f"http://localhost:{hangs.port}/{slow.name}"}
            assert await made.store.channels.change(channel.key, address=address)
            for room in rooms[:4]:
                await made.end_turn(room)
            made.now += DELAY
            await other.notices.look()
            async with asyncio.timeout(60):
                while len(made.receiver.requests) < 4:
                    await asyncio.sleep(0.01)
                assert {name for name, _ in made.told()} == {quick.name}
                while len(waiting := await made.store.outbox.waiting(100)) > 10:  # until it is written down
                    await asyncio.sleep(0.01)
            assert [each.delivery.tries for each in waiting] == [0] * 10  # none of the others had to be over first
            # More than go to one host at once hang: who is to be told next elsewhere does not wait for them either.
            await made.end_turn(rooms[4])
            made.now += DELAY
            await other.notices.look()
            async with asyncio.timeout(60):
                while not made.receiver.requests:
                    await asyncio.sleep(0.01)
            assert [name for name, _ in made.told()] == [quick.name]
            hangs.reply = b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
            given_up.set()
            await other.notices.settle()
            await made.wait(60, other)
            counts = await made.store.outbox.counts(made.now, 0.0)
            assert (counts["sent"], counts["withdrawn"]) == (5 + 9, 1)  # of one table the turn was over meanwhile
            assert await made.store.outbox.waiting(100) == []


async def test_a_receiver_that_was_away_for_ten_minutes_gets_it_later(file: str) -> None:
    async with yard(file) as made:
        services = made.process()
        room = await made.table(services)
        async with receiving() as away:
            port = away.port
        back = made.process(webhook_hosts=(f"127.0.0.1:{port}",))
        await made.channel(made.actor(room), port=port)
        await made.wait(DELAY, back)
        for _ in range(10):
            await made.wait(60, back)
        (waits,) = await made.store.outbox.waiting(10)
        assert waits.delivery.reason
        server = await asyncio.start_server(made.receiver.serve, "127.0.0.1", port)
        await made.wait(HOUR, back)
        server.close()
        assert [name for name, _ in made.told()] == [made.actor(room).name]


async def test_receivers_that_fail_or_are_away_delay_nobody_else(file: str) -> None:
    """For ten minutes one answers 500 and one is not there, for more turns than go to one host at once."""
    refusal = b"HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n"
    async with yard(file) as made, receiving(refusal) as fails:
        services = made.process()
        rooms = [await made.table(services, f"x{number}") for number in range(20)]
        unlucky = made.actor(rooms[0])
        lucky = next(person for person in made.people if person != unlucky)
        async with receiving() as away:
            gone = away.port
        hosts = tuple(
            [
                f"{name}:{port}"
                for name, port in (("127.0.0.1", made.receiver.port), ("localhost", fails.port), ("127.0.0.1", gone))
            ]
        )
        server = made.process(webhook_hosts=hosts)
        for port in (fails.port, gone):
            channel = await made.channel(unlucky, port=port)
            where = {fails.port: "localhost", gone: "127.0.0.1"}[port]
            assert await made.store.channels.change(
                channel.key, address={**channel.address, "url": f"http://{where}:{port}/late"}
            )
        await made.channel(lucky)
        mine = [room for room in rooms if made.actor(room) == unlucky]
        assert len(mine) > 10
        await made.wait(DELAY, server)
        assert [name for name, _ in made.told()] == [lucky.name] * (len(rooms) - len(mine))
        for room in mine[:10]:  # a minute each
            await made.end_turn(room)
            await made.wait(DELAY, server)
            assert [name for name, _ in made.told()] == [lucky.name], "at once, whatever happens elsewhere"
            await made.wait(60 - DELAY, server)
        fails.reply = b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
        fails.requests.clear()
        back = await asyncio.start_server(made.receiver.serve, "127.0.0.1", gone)
        await made.wait(HOUR, server)
        back.close()
        late = len(mine) - 10
        assert len(fails.requests) == late, "what is still so, and nothing else"
        assert made.told() == [("late", fails.requests[0].json["title"])] * late
