"""A cell of Python in a page of the documentation: it is run as a terminal runs it, and the names stay for the next one."""

import ast
import io
import linecache
import sys
import traceback
from contextlib import redirect_stderr, redirect_stdout
from typing import Any, final

_FILE = "<cell>"


@final
class Cells:
    """The cells of one page."""

    def __init__(self) -> None:
        self._names: dict[str, Any] = {"__name__": "__main__"}

    def run(self, text: str) -> str:
        """What running it prints: values too, as a terminal does, and what went wrong."""
        out = io.StringIO()
        linecache.cache[_FILE] = (len(text), None, text.splitlines(keepends=True), _FILE)
        with redirect_stdout(out), redirect_stderr(out):
            try:
                for statement in ast.parse(text, _FILE).body:
                    exec(compile(ast.Interactive([statement]), _FILE, "single"), self._names)  # noqa: S102  (the reader's own)
            except BaseException as error:
                out.write(_told(error))
        return out.getvalue()


def _told(error: BaseException) -> str:
    """An error with the lines of the cell that led to it; not with the lines of the library, which the reader did not write."""
    if isinstance(error, SyntaxError):
        error.__traceback__ = None
        return "".join(traceback.format_exception_only(error))
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == _FILE]
    return "".join(
        ["Traceback (most recent call last):\n", *traceback.format_list(frames), *traceback.format_exception_only(error)]
    )


_CELLS = Cells()


def run(text: str) -> str:
    """Run a cell of the page."""
    sys.displayhook = sys.__displayhook__
    return _CELLS.run(text)
