"""Alerts for the host: a real Apprise, with a file of addresses, to receivers on this machine."""

import asyncio
from pathlib import Path

import pytest

from freightyard.core.errors import FreightyardError
from freightyard.server.notices import channel_sentences as say
from freightyard.server.notices import channels
from freightyard.server.notices.channels import host_alerts
from freightyard.server.notices.channels.host_alerts import HostAlerts
from freightyard.server.notices.contract import DeliveryFailed
from tests.server.notices.receivers import receiving

pytestmark = pytest.mark.filterwarnings("ignore:'imghdr' is deprecated")  # Apprise asks whether Python still has it


async def failure(alerts: HostAlerts) -> DeliveryFailed:
    with pytest.raises(DeliveryFailed) as failed:
        await alerts.send("Mail fails", "Nothing arrives.")
    return failed.value


async def _hang(writer: asyncio.StreamWriter) -> None:
    await asyncio.sleep(5)


def test_alert_goes_to_the_addresses_in_the_file(tmp_path: Path) -> None:
    async def run() -> None:
        file = tmp_path / "apprise.txt"
        async with receiving() as receiver:
            file.write_text(f"# of the host\njson://127.0.0.1:{receiver.port}/alerts\n")
            alerts = HostAlerts(file)
            await alerts.send("Mail\r\nfails", "The mail server\ncannot be reached.\u202e")
            assert receiver.request.target.startswith("/alerts")
            assert receiver.request.json["title"] == "Mail fails"
            assert receiver.request.json["message"].splitlines() == ["The mail server", "cannot be reached."]
            receiver.reply = b"HTTP/1.1 500 Oh\r\nContent-Length: 0\r\n\r\n"
            found = await failure(alerts)
            assert (found.reason, found.again) == (say.APPRISE_FAILED, True)
        file.write_text("nothing that Apprise knows\n")
        assert (await failure(alerts)).reason == say.APPRISE_EMPTY

    asyncio.run(run())


def test_server_does_not_wait_for_an_alert_that_hangs(tmp_path: Path) -> None:
    async def run() -> None:
        file = tmp_path / "apprise.txt"
        async with receiving(_hang) as receiver:
            file.write_text(f"json://127.0.0.1:{receiver.port}/alerts?rto=1\n")
            alerts = HostAlerts(file, seconds=0.2)
            ticks = 0

            async def tick() -> None:
                nonlocal ticks
                while True:
                    await asyncio.sleep(0.01)
                    ticks += 1

            ticking = asyncio.create_task(tick())
            assert (await failure(alerts)).reason == say.APPRISE_SLOW
            assert (await failure(alerts)).reason == say.APPRISE_SLOW  # no second thread while the first one hangs
            assert ticks > 0
            assert receiver.connections <= 1
            ticking.cancel()

    asyncio.run(run())


def test_missing_extras_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (channels, host_alerts):
        assert module.available() is None
        monkeypatch.setattr(module, "find_spec", lambda name: None)
    assert channels.available() == say.NO_EXTRA
    assert host_alerts.available() == say.NO_APPRISE


def test_file_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(FreightyardError):
        HostAlerts(tmp_path / "nothing.txt")
