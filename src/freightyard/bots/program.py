"""A program that speaks lines over standard input and output: started when it is first asked, ended with this process.

What it writes to standard error goes to where ours goes, for its author to read. A program that hangs is killed, with all that it
has started; one that has ended is waited for, so that nothing is left of it.
"""

import atexit
import contextlib
import ctypes
import os
import queue
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, final

from freightyard.bots.protocol import MOST_BYTES
from freightyard.core.errors import FreightyardError

_WAITING: Final = 256  # lines of a program that nobody has read yet: after them it has to wait
_LEAVING: Final = 2.0  # seconds that a program has to end by itself once its input has ended
_DEATH_OF_PARENT: Final = 1  # PR_SET_PDEATHSIG of Linux
_END: Final = b""


class ProgramFailed(FreightyardError):
    """A program did not answer as it should. `words`: what it did, without its name; `what`: without anything that it wrote."""

    def __init__(self, words: str, what: str, name: str = "") -> None:
        super().__init__(f"{name}{words}")
        self.words = words
        self.what = what


@final
class Program:
    """One running program."""

    def __init__(self, words: list[str]) -> None:
        """Start it. Raises OSError."""
        self.name = words[0]
        self.lock = threading.RLock()  # held by whoever asks it and waits for the answer
        self._process = subprocess.Popen(  # noqa: S603  (what its user named)
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,  # Ctrl-C is for us; and whatever it starts can be ended with it
            preexec_fn=_end_with_parent(),
        )
        self._lines: queue.Queue[bytes] = queue.Queue(_WAITING)
        self._to_write: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._stopped = False
        threading.Thread(target=self._read, daemon=True).start()
        threading.Thread(target=self._write, daemon=True).start()

    @property
    def runs(self) -> bool:
        """Whether it has not ended."""
        return not self._stopped and self._process.poll() is None

    def send(self, line: bytes) -> None:
        """Send a line. A program that does not read makes nobody wait."""
        self._to_write.put(line)

    def next_line(self, deadline: float, seconds: float) -> bytes:
        """Its next line. Raises ProgramFailed if it has ended, or if none comes until the deadline, so many `seconds` after the
        question."""
        try:
            line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            raise ProgramFailed(f"gave no answer within {seconds:g} seconds", f"no answer within {seconds:g} seconds") from None
        if line != _END:
            return line
        self._lines.put(_END)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_LEAVING)
        raise ProgramFailed(_ended(self._process.returncode), "it ended")

    def close(self) -> None:
        """Let it end by itself, or end it."""
        self.begin_to_close()
        self.wait_and_kill(time.monotonic() + _LEAVING)

    def begin_to_close(self) -> None:
        """Its input ends."""
        self._to_write.put(_END)

    def wait_and_kill(self, deadline: float) -> None:
        """Wait for its end until a moment, then end it."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(max(0.0, deadline - time.monotonic()))
        self.kill()

    def kill(self) -> None:
        """End it now, with all that it has started."""
        self._stopped = True
        self._to_write.put(_END)
        if hasattr(os, "killpg"):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._process.wait()

    def _read(self) -> None:
        """In a thread: its lines, until it closes its output."""
        output = self._process.stdout
        assert output is not None  # noqa: S101  (a pipe was asked for)
        with output, contextlib.suppress(OSError, ValueError):
            while not self._stopped and (line := output.readline(MOST_BYTES + 2)):
                self._put(line)
        self._put(_END)

    def _put(self, line: bytes) -> None:
        while not self._stopped:
            with contextlib.suppress(queue.Full):
                self._lines.put(line, timeout=0.2)
                return

    def _write(self) -> None:
        """In a thread: what it is sent, until nobody has any more."""
        pipe = self._process.stdin
        assert pipe is not None  # noqa: S101  (a pipe was asked for)
        with contextlib.suppress(OSError, ValueError):
            while (line := self._to_write.get()) != _END:
                pipe.write(line)
                pipe.flush()
        with contextlib.suppress(OSError, ValueError):
            pipe.close()


def _ended(status: int | None) -> str:
    """How a program ended, in words."""
    if status is None:
        return "closed its output"
    if status < 0:
        with contextlib.suppress(ValueError):
            return f"was ended by {signal.Signals(-status).name}"
    return f"ended with the status {status}"


def _end_with_parent() -> Callable[[], None] | None:
    """On Linux a program ends when this process is killed, too. It is bound to the thread that starts it, so that is done in the
    first one alone."""
    if not sys.platform.startswith("linux") or threading.current_thread() is not threading.main_thread():
        return None
    try:
        prctl = ctypes.CDLL(None).prctl
    except (OSError, AttributeError):
        return None

    def bind() -> None:
        prctl(_DEATH_OF_PARENT, signal.SIGKILL)

    return bind


# --- one program of a command in a process ---

_running: dict[tuple[str, ...], Program] = {}
_guard = threading.Lock()


def program_for(words: list[str]) -> Program:
    """The program of a command that runs in this process, started if it does not. Raises ProgramFailed."""
    with _guard:
        known = _running.get(tuple(words))
        if known is not None and known.runs:
            return known
        if known is not None:
            known.kill()
        try:
            started = _running[tuple(words)] = Program(words)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise ProgramFailed(f"cannot be started: {reason}", "it cannot be started") from None
        return started


def missing_program(words: list[str]) -> str | None:
    """Why a command cannot be a program, in a sentence without its subject; None if it can."""
    if shutil.which(words[0]) is not None:
        return None
    if not Path(words[0]).exists():
        return "there is no such program"
    return "it is a folder" if Path(words[0]).is_dir() else f"it may not be executed; try chmod +x {words[0]}"


def close_programs() -> None:
    """End all programs of this process."""
    with _guard:
        programs = list(_running.values())
        _running.clear()
    for program in programs:
        program.begin_to_close()
    deadline = time.monotonic() + _LEAVING
    for program in programs:
        program.wait_and_kill(deadline)


def _forget() -> None:
    """A fork of this process has none of its programs: they are its parent's."""
    global _guard  # another thread may have held it
    _guard = threading.Lock()
    _running.clear()


atexit.register(close_programs)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)
