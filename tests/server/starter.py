"""Servers and commands that start at once: a process that has imported everything forks for each of them.

Most of the processor time of their start is the import of what they stand on. A run of all tests starts hundreds. `python -m
freightyard` itself is started by tests/server/test_serve.py and by some of the tests of commands.
"""

import atexit
import importlib
import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, ClassVar, Final, Self

_FDS: Final = 4  # what comes with a request: standard input, output and error, and where to report


class Started:
    """A command of freightyard in a process of its own; with what `subprocess.Popen` offers for one, as far as tests need it."""

    def __init__(self, pid: int, stdout: IO[str], report: IO[bytes]) -> None:
        self.pid = pid
        self.stdout = stdout
        self._report = report
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """Its status, if it has ended."""
        with suppress(subprocess.TimeoutExpired):
            self.wait(0)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        if self.returncode is None:
            if not select.select([self._report], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired("freightyard", timeout or 0)
            self.returncode = os.waitstatus_to_exitcode(int(self._report.readline()))
            self._report.close()
        return self.returncode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def communicate(self) -> None:
        self.wait()
        self.stdout.close()


class Starter:
    """The process that forks. There is one for each process of tests, from the first server on; and one more for each other
    place from which modules are imported."""

    _started: ClassVar[dict[str | None, Self]] = {}

    def __init__(self) -> None:
        self._ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.server.starter", str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                cwd=Path(__file__).parents[2],
            )
        atexit.register(self.close)

    @classmethod
    def here(cls) -> Self:
        path = os.environ.get("PYTHONPATH")
        if path not in cls._started:
            cls._started[path] = cls()
        return cls._started[path]

    def start(self, arguments: Sequence[str], errors: IO[bytes], module: str = "freightyard.cli") -> Started:
        """Run freightyard, or the `main` of another module, with these arguments, its errors going to a file."""
        output, its_output = os.pipe()
        nothing = os.open(os.devnull, os.O_RDONLY)
        try:
            pid, reports = self._fork(module, arguments, os.environ, Path.cwd(), (nothing, its_output, errors.fileno()))
        finally:
            os.close(its_output)
            os.close(nothing)
        return Started(pid, os.fdopen(output, "r"), reports)

    def run(
        self, arguments: Sequence[str], *, stdin: bytes, environment: Mapping[str, str], folder: Path
    ) -> subprocess.CompletedProcess[bytes]:
        """Run freightyard with these arguments to its end, as `subprocess.run` does."""
        with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
            given.write(stdin)
            given.seek(0)
            files = given.fileno(), output.fileno(), errors.fileno()
            _, reports = self._fork("freightyard.cli", arguments, environment, folder, files)
            with reports:
                status = os.waitstatus_to_exitcode(int(reports.readline()))
            output.seek(0)
            errors.seek(0)
            return subprocess.CompletedProcess(list(arguments), status, output.read(), errors.read())

    def _fork(
        self, module: str, arguments: Sequence[str], environment: Mapping[str, str], folder: Path, files: tuple[int, int, int]
    ) -> tuple[int, IO[bytes]]:
        """The number of the new process, and where it is told how it ended."""
        report, its_report = os.pipe()
        request = json.dumps([module, list(arguments), dict(environment), str(folder)])
        socket.send_fds(self._ours, [request.encode()], [*files, its_report])
        os.close(its_report)
        reports = os.fdopen(report, "rb", buffering=0)
        return int(reports.readline()), reports

    def close(self) -> None:
        self._ours.close()
        self._process.wait()


def _serve_requests(requests: socket.socket) -> None:
    """Fork for each request until the tests are gone."""
    import freightyard.cli
    import freightyard.server.serve  # noqa: F401

    while True:
        request, fds, _, _ = socket.recv_fds(requests, 1 << 20, _FDS)
        if not request:
            return
        if os.fork() == 0:
            requests.close()
            _report_on(*json.loads(request), *fds)
        for fd in fds:
            os.close(fd)
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass


def _report_on(module: str, arguments: list[str], environment: dict[str, str], folder: str, *fds: int) -> None:
    """Fork once more: tell the number of the process, and how it ended."""
    *files, report = fds
    pid = os.fork()
    if pid == 0:
        os.close(report)
        _run(module, arguments, environment, folder, files)
    os.write(report, f"{pid}\n".encode())
    for fd in files:
        os.close(fd)
    os.write(report, f"{os.waitpid(pid, 0)[1]}\n".encode())
    os._exit(0)


def _run(module: str, arguments: list[str], environment: dict[str, str], folder: str, files: list[int]) -> None:
    main = importlib.import_module(module).main
    for number, fd in enumerate(files):
        os.dup2(fd, number)
        os.close(fd)
    sys.stdin, sys.stdout, sys.stderr = os.fdopen(0), os.fdopen(1, "w"), os.fdopen(2, "w", buffering=1)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    time.tzset()
    status = 1
    try:
        status = main(arguments)
    except SystemExit as ended:
        status = ended.code if isinstance(ended.code, int) else 1
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        with suppress(OSError, ValueError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(status)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _serve_requests(socket.socket(fileno=int(sys.argv[1])))
