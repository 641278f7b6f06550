"""Those who listen in this process to what changes at tables."""

import logging
from collections.abc import Callable

from freightyard.store.rows import News

_log = logging.getLogger(__name__)

Hear = Callable[[News], None]


class Listeners:
    """Those who listen in this process."""

    def __init__(self) -> None:
        self._hear: list[Hear] = []

    def add(self, hear: Hear) -> Callable[[], None]:
        """Somebody listens, until what this returns is called."""
        self._hear.append(hear)

        def stop() -> None:
            if hear in self._hear:
                self._hear.remove(hear)

        return stop

    def tell(self, news: News) -> None:
        for hear in tuple(self._hear):
            try:
                hear(news)
            except Exception:  # what was kept is kept, whatever a listener makes of it
                _log.exception("a listener failed on %s", news)
