"""Real Chromium and a real server. Without Chromium these tests are skipped."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright

from tests.chromium import launch, program
from tests.server.running import Server, serving

PATIENCE = 60_000  # milliseconds for what should happen at once: the machine may be busy with other tests
expect.set_options(timeout=PATIENCE)


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
def server(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("browser")
    with serving(folder / "yard.db", "--log", "warning", errors=folder / "log") as running:
        yield running


@pytest.fixture
def window(chromium: Browser, server: Server) -> Iterator[Callable[..., Page]]:
    """A new window of somebody new; whatever goes wrong in it fails the test. Nothing moves in it, unless the test says
    `reduced_motion="no-preference"`: where something is in mid-move depends on how fast the machine is."""
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def complain(line: ConsoleMessage) -> None:
        # A connection that is lost and a page that is not there are what some tests are about.
        if line.type == "error" and "WebSocket" not in line.text and "status of 404" not in line.text:
            wrong.append(line.text)

    def opened(width: int = 1280, height: int = 800, base: str = server.url, **options: object) -> Page:
        context = chromium.new_context(
            viewport={"width": width, "height": height},
            base_url=base,
            **{"reduced_motion": "reduce", **options},  # type: ignore[arg-type]
        )
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", complain)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not wrong
