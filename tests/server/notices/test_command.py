"""`freightyard notices`, beside a server that runs."""

import asyncio
from pathlib import Path

import pytest

from freightyard.cli import main
from freightyard.store import open_store
from freightyard.store.notice_rows import FAILED, TURN, WEBHOOK, Channel, Delivery
from freightyard.store.outbox import Result
from tests.notice_receivers import Hooks, hooks
from tests.server.running import serving


async def prepared(database: str, receiver: Hooks) -> str:
    """A channel, and a notice to it that was given up; the key of the channel."""
    store = await open_store(database, beside=True)
    person, _ = await store.people.new("Ann")
    address = {"url": f"http://{receiver.place}/ann", "style": "json"}
    made = Channel(key="", kind=WEBHOOK, person=person.key, name="my hook", address=address, confirmed_at=1.0)
    channel = await store.channels.add(made)
    now = 4_000_000_000.0  # later than the server looks
    delivery = Delivery(
        key="k", kind=TURN, table="t", person=person.key, channel=channel.key, lane="x", topic="t", at=now, due_at=now
    )
    await store.outbox.deliver([delivery], now)
    await store.outbox.finish([Result(delivery=delivery, state=FAILED, reason="Nobody answered.")], now)
    await store.close()
    return channel.key


def test_the_host_sees_what_failed_and_sends_a_test(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = str(tmp_path / "yard.db")
    with hooks() as receiver:
        with serving(database, "--allow-webhook-hosts", receiver.place, errors=tmp_path / "log"):
            key = asyncio.run(prepared(database, receiver))
            assert main(["notices", "--database", database]) == 0
            said = capsys.readouterr().out
            assert f"turn to webhook {key} (my hook), 1 try: Nobody answered." in said
            assert main(["notices", "test", key, "--database", database]) == 0
            assert "The test has arrived." in capsys.readouterr().out
            assert b'"kind":"test"' in receiver.last("/ann")[1]
            assert main(["notices", "test", "nobody", "--database", database]) == 2
            assert "there is no channel 'nobody'" in capsys.readouterr().err
            receiver.status = 410
            assert main(["notices", "test", key, "--database", database]) == 1
            assert "The test has not arrived: " in capsys.readouterr().out
        assert main(["notices", "pause", "--database", database]) == 0
        assert main(["notices", "--database", database]) == 0
        assert "Notices are paused" in capsys.readouterr().out
        assert main(["notices", "resume", "--database", database]) == 0
        assert main(["notices", "--database", database]) == 0
        assert "paused" not in capsys.readouterr().out.rpartition("again.")[2]
