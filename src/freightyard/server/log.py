"""The log: one line a request or event, to standard error, made of names and values.

No line holds a seed, a cookie, a token or what a player may not know: callers give keys, counts and the names of errors only.
"""

import logging
import sys
import time
from asyncio import CancelledError
from datetime import UTC, datetime
from typing import Final, TextIO, final

from freightyard.core.errors import FreightyardError
from freightyard.server.rates import TokenBucket
from freightyard.store.errors import StoreError

_WARNINGS: Final = 1.0  # a second, of libraries: they warn of every request that is none, and whoever likes can send thousands
LEVELS: Final = ("debug", "info", "warning", "error", "none")


class BadLevel(FreightyardError):
    """A level that there is not."""


@final
class Log:
    """Writes log lines of a level or above to a stream, standard error by default."""

    def __init__(self, level: str = "info", stream: TextIO | None = None) -> None:
        if level not in LEVELS:
            raise BadLevel(f"the log level must be one of {', '.join(LEVELS)}, not {level!r}")
        self._least = LEVELS.index(level)
        self.debugs = level == "debug"  # whether it is worth the while to make debug lines
        self._stream = stream

    def debug(self, event: str, **values: object) -> None:
        self._line(0, event, values)

    def info(self, event: str, **values: object) -> None:
        self._line(1, event, values)

    def warning(self, event: str, **values: object) -> None:
        self._line(2, event, values)

    def error(self, event: str, **values: object) -> None:
        self._line(3, event, values)

    def failure(self, event: str, error: BaseException, **values: object) -> None:
        """Something that should not happen: what kind of error, and where. Not its text, which may hold anything; but what is
        wrong with the database is a sentence for the host."""
        places = []
        trace = error.__traceback__
        while trace is not None:
            code = trace.tb_frame.f_code
            places.append(f"{code.co_filename.rpartition('/')[2]}:{trace.tb_lineno}:{code.co_name}")
            trace = trace.tb_next
        said = {"said": str(error)} if isinstance(error, StoreError) else {}
        self._line(3, event, {**values, "error": type(error).__name__, **said, "at": " ".join(places[-8:])})

    def _line(self, level: int, event: str, values: dict[str, object]) -> None:
        if level < self._least:
            return
        now = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        words = [now, LEVELS[level], _word(event), *(f"{name}={_word(value)}" for name, value in values.items())]
        stream = self._stream or sys.stderr
        stream.write(" ".join(words) + "\n")
        stream.flush()


@final
class LibraryHandler(logging.Handler):
    """Writes what libraries log by way of `logging` as our lines, without the text of errors."""

    def __init__(self, log: Log) -> None:
        super().__init__(logging.WARNING)
        self._log = log
        self._warnings = TokenBucket(_WARNINGS, 10 * _WARNINGS)

    def emit(self, record: logging.LogRecord) -> None:
        if record.levelno < logging.ERROR and not self._warnings.take(time.monotonic()):
            return
        said = {"by": record.name, "said": record.getMessage().strip()}
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, CancelledError):
            self._log.debug("library cancelled", **said)  # whoever asked has gone, and the connection that was used is closed
        elif error is not None:
            self._log.failure("library failed", error, **said)
        elif record.levelno >= logging.ERROR:
            self._log.error("library", **said)
        else:
            self._log.warning("library", **said)


def capture_libraries(log: Log) -> None:
    """Make our log the only handler of `logging`."""
    logging.basicConfig(handlers=[LibraryHandler(log)], level=logging.WARNING, force=True)


def _word(value: object) -> str:
    """A value on one line, in quotes if it could be mistaken for something else."""
    word = f"{value:.1f}" if isinstance(value, float) else str(value)
    if word and word.isascii() and word.isprintable() and not set(word) & set(' "=\\'):
        return word
    return '"' + word.encode("unicode_escape").decode().replace('"', '\\"')[:500] + '"'
