"""The part of a desktop that shows notices: a service on a D-Bus of its own, to which a real Chromium hands them, and a hand that
clicks them."""

import os
import shutil
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec
from jeepney import DBusAddress, new_error, new_method_return, new_signal
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import DBusConnection, open_dbus_connection
from jeepney.low_level import HeaderFields, MessageType

from tests.server.running import until

_NAME: Final = "org.freedesktop.Notifications"
_PATH: Final = "/org/freedesktop/Notifications"


class Shown(msgspec.Struct, frozen=True):
    """A notice on the desktop."""

    number: int
    title: str
    body: str


class Desk:
    """What is shown, the newest last. A notice that replaces another keeps its number."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.shown: list[Shown] = []
        self._connection: DBusConnection = open_dbus_connection(bus=address)
        self._connection.send_and_get_reply(message_bus.RequestName(_NAME))
        self._ends = False
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def notice(self, title: str, times: int = 1) -> Shown:
        """The newest with this title, when it was shown so often."""
        until(lambda: sum(each.title == title for each in self.shown) >= times, f"{title!r} is on the desktop {times} times")
        return next(each for each in reversed(self.shown) if each.title == title)

    def click(self, notice: Shown) -> None:
        emitter = DBusAddress(_PATH, interface=_NAME)
        self._connection.send(new_signal(emitter, "ActionInvoked", "us", (notice.number, "default")))

    def close(self) -> None:
        self._ends = True
        self._thread.join()
        self._connection.close()

    def _serve(self) -> None:
        while not self._ends:
            try:
                message = self._connection.receive(timeout=0.2)
            except TimeoutError:
                continue
            if message.header.message_type is not MessageType.method_call:
                continue
            member = message.header.fields.get(HeaderFields.member)
            if member == "GetCapabilities":
                answer = new_method_return(message, "as", (["actions", "body"],))
            elif member == "GetServerInformation":
                answer = new_method_return(message, "ssss", ("Desk", "Tests", "1", "1.2"))
            elif member == "Notify":
                _, replaces, _, title, body, *_ = message.body
                self.shown.append(Shown(replaces or len(self.shown) + 1, title, body))
                answer = new_method_return(message, "u", (self.shown[-1].number,))
            elif member == "CloseNotification":
                answer = new_method_return(message)
            else:
                answer = new_error(message, "org.freedesktop.DBus.Error.UnknownMethod")
            self._connection.send(answer)


@contextmanager
def desk(folder: Path) -> Iterator[Desk]:
    """A desktop of its own, without a screen."""
    daemon = shutil.which("dbus-daemon")
    assert daemon is not None
    socket = folder / "bus"
    address = f"unix:path={socket}"
    process = subprocess.Popen(
        [daemon, "--session", "--nofork", f"--address={address}"], stderr=subprocess.DEVNULL, env={**os.environ}
    )
    try:
        until(socket.exists, "the bus runs")
        found = Desk(address)
        try:
            yield found
        finally:
            found.close()
    finally:
        process.terminate()
        process.wait(20)
