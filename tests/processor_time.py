"""`pytest --cpu`: the processor time of every test module, with that of the servers and browsers that it started."""

import os
from collections import defaultdict
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any, Final

import pytest

_TICKS: Final = os.sysconf("SC_CLK_TCK")
_FIRST: Final = "(start, imports and collection)"
_LAST: Final = "(end)"


class ProcessorTime:
    """Counts in every process of the run, and prints the sums at the end.

    What a process used until it was killed is missing if its parent was killed too. A server's end counts for the last test
    of its module.
    """

    def __init__(self, *, tests: bool) -> None:
        self.tests = tests  # whether each test is listed, not each module
        self.seconds: dict[str, float] = defaultdict(float)
        self._before = 0.0

    def _count(self, what: str) -> None:
        now = used()
        self.seconds[what] += max(0.0, now - self._before)
        self._before = now

    @pytest.hookimpl(trylast=True)
    def pytest_collection_finish(self) -> None:
        self._count(_FIRST)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        result = yield
        self._count(item.nodeid if self.tests else item.nodeid.split("::")[0])
        return result

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if not session.config.getoption("numprocesses", None):  # its children, the workers, count for themselves
            self._count(_LAST)
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput["seconds"] = dict(self.seconds)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        for what, seconds in getattr(node, "workeroutput", {}).get("seconds", {}).items():
            self.seconds[what] += seconds

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        terminalreporter.section(f"processor time: {sum(self.seconds.values()):.0f} s")
        for what, seconds in sorted(self.seconds.items(), key=lambda pair: -pair[1]):
            if seconds >= 0.5:
                terminalreporter.write_line(f"{seconds:7.1f}s {what}")


def used() -> float:
    """The seconds that this process and all that descend from it have used."""
    times: dict[int, int] = {}
    children: dict[int, list[int]] = defaultdict(list)
    for pid, parent, ticks in _processes():
        times[pid] = ticks
        children[parent].append(pid)
    sum_, ours = 0, [os.getpid()]
    while ours:
        pid = ours.pop()
        sum_ += times.get(pid, 0)
        ours += children[pid]
    return sum_ / _TICKS


def _processes() -> Iterator[tuple[int, int, int]]:
    """Of all processes that are there: its number, its parent's, and its time with that of its children that have ended."""
    for file in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = file.read_text(errors="replace").rpartition(")")[2].split()
        except OSError:
            continue  # it has ended meanwhile
        yield int(file.parent.name), int(fields[1]), sum(map(int, fields[11:15]))
