"""Those who listen in this process to what changes at tables."""

import logging
from collections.abc import Callable

from freightyard.store.rows import News

_log = logging.getLogger(__name__)

Hear = Callable[[News], None]


class Listeners:
    """Those who listen in this process."""

    def __init__(self) -> None:
        self._hear: list[tuple[Hear, bool]] = []  # and whether they are told only of what this process has stored

    def add(self, hear: Hear, *, ours: bool = False) -> Callable[[], None]:
        """Somebody listens, until what this returns is called. `ours`: only to what this process has stored."""
        entry = (hear, ours)
        self._hear.append(entry)

        def stop() -> None:
            if entry in self._hear:
                self._hear.remove(entry)

        return stop

    def tell(self, news: News, *, from_elsewhere: bool = False) -> None:
        for hear, ours in tuple(self._hear):
            if ours and from_elsewhere:
                continue
            try:
                hear(news)
            except Exception:  # what was kept is kept, whatever a listener makes of it
                _log.exception("a listener failed on %s", news)
