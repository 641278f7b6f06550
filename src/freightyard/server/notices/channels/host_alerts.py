"""Alerts for the server's host, by Apprise: to whatever addresses are in a file of the host's own. Needs the extra `apprise`."""

import asyncio
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from freightyard.core.errors import FreightyardError
from freightyard.server.notices import channel_sentences as say
from freightyard.server.notices.channels.plain import one_line, shortened
from freightyard.server.notices.contract import DeliveryFailed
from freightyard.server.notices.daemon_thread import in_daemon_thread

SECONDS: Final = 30.0
_TITLE: Final = 200  # characters
_TEXT: Final = 3000


def available() -> str | None:
    """Why there can be no alerts. None if there can."""
    return None if find_spec("apprise") else say.NO_APPRISE


class HostAlerts:
    """Tells the host what only the host can mend."""

    def __init__(self, file: Path, seconds: float = SECONDS) -> None:
        """`file`: addresses of Apprise, one on each line, or its YAML. Raises FreightyardError if there is no such file."""
        if not file.is_file():
            raise FreightyardError(f"There is no file {file} with addresses for Apprise.")
        self._file = file
        self._seconds = seconds
        self._busy = False

    async def send(self, title: str, text: str) -> None:
        """Returns when all addresses took it. Raises DeliveryFailed."""
        if self._busy:
            raise DeliveryFailed(say.APPRISE_SLOW, again=True)  # one that hangs is enough
        short, long = shortened(one_line(title), _TITLE), shortened("\n".join(map(one_line, text.splitlines())), _TEXT)
        self._busy = True
        try:
            async with asyncio.timeout(self._seconds):
                failure = await in_daemon_thread(lambda: self._sent(short, long), "apprise")
        except TimeoutError as error:
            raise DeliveryFailed(say.APPRISE_SLOW, again=True) from error
        if failure:
            raise DeliveryFailed(failure, again=True)

    def _sent(self, title: str, text: str) -> str:
        """What went wrong, if anything did. Apprise waits where it stands."""
        try:
            return self._send(title, text)
        except Exception:  # Apprise has a hundred services, and each raises what it likes
            return say.APPRISE_FAILED
        finally:
            self._busy = False

    def _send(self, title: str, text: str) -> str:
        import apprise

        config = apprise.AppriseConfig()
        config.add(str(self._file))
        services = apprise.Apprise()
        services.add(config)
        if not len(services):
            return say.APPRISE_EMPTY
        return "" if services.notify(body=text, title=title, body_format=apprise.NotifyFormat.TEXT) else say.APPRISE_FAILED
