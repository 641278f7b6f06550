"""What all tests share."""

import asyncio
import os
import signal
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from pytest_rerunfailures import suspended_finalizers
from xdist.remote import Producer
from xdist.scheduler.loadscope import LoadScopeScheduling

from tests import extras, postgres
from tests.processor_time import ProcessorTime

# The machines are slow and uneven: no deadline, and the same examples every time.
settings.register_profile("house", deadline=None, derandomize=True, print_blob=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")


# These tests start browsers, servers and databases, all in real processes, on a machine that may be busy with something else.
# If one fails it is run once more, and the summary at the end tells of it. Everything else has one chance only.
BROWSER = "tests/browser/"
# The tests of a module share a server or a browser: they run in one process, so that it is started once.
TOGETHER = (BROWSER, "tests/offline/", "tests/server/", "tests/site/")
SECOND_CHANCE = (*TOGETHER, "tests/store/test_processes.py", "tests/lab/test_cluster.py", "tests/test_commands_lab.py")
SAMPLE = 16  # one of so many
# After so many seconds a test hangs: it fails and shows where, so that the others run and the run ends. No test is slow for that.
HANGS, HANGS_DEEP = 600, 7200


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--deep", action="store_true", help="run the long soaks too")
    parser.addoption(
        "--sample", action="store_true", help="one of sixteen tests that play many games, and the usual ones in browsers"
    )
    parser.addoption("--cpu", choices=["modules", "tests"], help="print the processor time of each, with that of what it started")


def pytest_configure(config: pytest.Config) -> None:
    if shown := config.getoption("--cpu"):
        config.pluginmanager.register(ProcessorTime(tests=shown == "tests"))
    if config.getoption("--deep"):
        os.environ.setdefault("YARD_TEST_CARDS", "")  # servers deal by chance, as they do for people


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--deep"):
        _deselect(config, items, [item for item in items if "deep" in item.keywords])
    if config.getoption("--sample"):
        many = [item for item in items if "many_games" in item.keywords]
        _deselect(config, items, [item for number, item in enumerate(many) if number % SAMPLE])
        if not any("tests/browser" in argument for argument in config.invocation_params.args):  # what is named runs whole
            _deselect(config, items, [item for item in items if item.nodeid.startswith(BROWSER) and "usual" not in item.keywords])
    items.sort(key=_turn)
    for item in items:
        if item.nodeid.startswith(SECOND_CHANCE):
            item.add_marker(pytest.mark.flaky(reruns=1))
        if item.path.suffix == ".md" and (reason := extras.missing(item.path)):
            item.add_marker(pytest.mark.skip(reason=reason))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """What is run once more begins anew: with a server and tables of its own, since the first run may have played there."""
    if getattr(item, "execution_count", 1) > 1:
        for node in [node for node in suspended_finalizers if isinstance(node, pytest.Module)]:
            finalizers, _ = suspended_finalizers.pop(node)
            while finalizers:
                finalizers.pop()()


@contextmanager
def _ends(item: pytest.Item) -> Iterator[None]:
    if not hasattr(signal, "SIGALRM"):
        yield
        return

    def fail(*_: object) -> None:
        pytest.fail(f"{item.nodeid} hangs")

    before = signal.signal(signal.SIGALRM, fail)
    signal.alarm(HANGS_DEEP if item.config.getoption("--deep") else HANGS)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None]:
    """A test that waits for what never comes does not keep the others from running."""
    with _ends(item):
        return (yield)


class ModulesTogether(LoadScopeScheduling):
    """Gives a process one test at a time, or all tests of a module that share what they start.

    Of our own, because xdist's groups (3.8) do nothing with pytest 9.2: they rename tests in a way that it does not see.
    """

    def _split_scope(self, nodeid: str) -> str:
        return nodeid.split("::")[0] if nodeid.startswith(TOGETHER) else nodeid


@pytest.hookimpl(optionalhook=True)  # there is none without xdist
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> ModulesTogether:
    return ModulesTogether(config, log)


def _turn(item: pytest.Item) -> int:
    """What takes long comes first, so that no process is left with it at the end: whole commands, then modules that share a
    server or a browser, then thousands of small tests, which fill every process to the last second."""
    if item.nodeid.startswith("tests/test_"):
        return 0
    return 1 if item.nodeid.startswith(TOGETHER) else 2


def _deselect(config: pytest.Config, items: list[pytest.Item], left_out: list[pytest.Item]) -> None:
    config.hook.pytest_deselected(items=left_out)
    gone = set(left_out)
    items[:] = [item for item in items if item not in gone]


def pytest_pycollect_makemodule(module_path: Path, parent: pytest.Collector) -> pytest.Module | None:
    """Tests of an extra that is not installed are skipped and say so, before their imports fail."""
    return extras.Skipped.from_parent(parent, path=module_path) if extras.missing(module_path) else None


@pytest.fixture
def deep(request: pytest.FixtureRequest) -> bool:
    """Whether the long soaks were asked for."""
    return bool(request.config.getoption("--deep"))


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """What tests marked with `anyio` run on."""
    return "asyncio"


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The address of a PostgreSQL server that this test run started."""
    reason = postgres.missing()
    if reason is not None:
        pytest.skip(reason)
    with postgres.running() as address:
        yield address


@pytest.fixture
def postgres_url(postgres_server: str) -> str:
    """The address of an empty PostgreSQL database."""
    asyncio.run(postgres.emptied(postgres_server))
    return postgres_server


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a new, empty database: every test that asks for it runs on each kind."""
    if request.param == "sqlite":
        return str(tmp_path / "yard.db")
    url: str = request.getfixturevalue("postgres_url")
    return url


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Why something had to be run once more is told in full, though the run is green."""
    for report in terminalreporter.stats.get("rerun", []):
        terminalreporter.section(f"run once more: {report.nodeid}")
        terminalreporter.write_line(report.longreprtext)
