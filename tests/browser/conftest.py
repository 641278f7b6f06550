"""Real Chromium and a real server. Without Chromium these tests are skipped."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, ViewportSize, expect, sync_playwright

from tests.browser.staging import Stage, opened
from tests.chromium import launch, program
from tests.server.running import Server

PATIENCE = 60_000  # milliseconds for what should happen at once: the machine may be busy with other tests
expect.set_options(timeout=PATIENCE)
# A lost connection, a server that is down, a page that is not there, a form that is refused: what some tests are about.
_EXPECTED = ("WebSocket", "ERR_CONNECTION_REFUSED", "status of 404", "status of 422")


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """The system's Chromium. A module's: while Playwright runs, no test in this process can start an event loop of its own."""
    if program() is None:
        pytest.skip("there is no Chromium on this machine")
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Stage:
    """An empty database. A module that begins with tables has a stage of its own instead."""
    return Stage(tmp_path_factory.mktemp("staged") / "yard.db")


@pytest.fixture(scope="module")
def server(chromium: Browser, stage: Stage, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with opened(stage, tmp_path_factory.mktemp("log")) as running:
        yield running


class Contexts:
    """Contexts that are used by one test after the other, so that not each of them loads all files of the client anew.
    Cookies and storage are emptied in between."""

    def __init__(self, chromium: Browser) -> None:
        self._chromium = chromium
        self._free: dict[str, list[BrowserContext]] = {}
        self._kinds: dict[BrowserContext, str] = {}

    def take(self, width: int, height: int, options: dict[str, object]) -> tuple[BrowserContext, Page]:
        kind = repr(sorted(options.items()))
        free = self._free.setdefault(kind, [])
        size: ViewportSize = {"width": width, "height": height}
        if free:
            context = free.pop()
            page = context.new_page()
            page.set_viewport_size(size)
        else:
            context = self._chromium.new_context(viewport=size, **options)  # type: ignore[arg-type]
            context.set_default_timeout(PATIENCE)
            self._kinds[context] = kind
            page = context.new_page()
        return context, page

    def give_back(self, context: BrowserContext, origin: str) -> None:
        context.clear_cookies()
        some = context.pages[0] if context.pages else context.new_page()
        context.new_cdp_session(some).send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
        for page in context.pages:
            page.close()
        self._free[self._kinds[context]].append(context)


@pytest.fixture(scope="module")
def contexts(chromium: Browser) -> Contexts:
    return Contexts(chromium)


@pytest.fixture
def window(contexts: Contexts, server: Server) -> Iterator[Callable[..., Page]]:
    """A new window of somebody new; whatever goes wrong in it fails the test. Nothing moves in it, unless the test says
    `reduced_motion="no-preference"`: where something is in mid-move depends on how fast the machine is. `alone`: what the test
    changes of its browser would not be undone for the next."""
    taken: list[tuple[BrowserContext, str, bool]] = []
    wrong: list[str] = []

    def complain(line: ConsoleMessage) -> None:
        if line.type == "error" and not any(words in line.text for words in _EXPECTED):
            wrong.append(f"{line.text} ({line.location['url']})")  # a refused resource is named there alone

    def opened(width: int = 1280, height: int = 800, base: str = server.url, *, alone: bool = False, **options: object) -> Page:
        context, page = contexts.take(width, height, {"base_url": base, "reduced_motion": "reduce", **options})
        taken.append((context, base, alone))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", complain)
        return page

    yield opened
    heard = list(wrong)  # before the pages are emptied: a script of a test finds no storage on a blank one
    for context, base, alone in taken:
        if alone:
            context.close()
        else:
            contexts.give_back(context, base)
    assert not heard
