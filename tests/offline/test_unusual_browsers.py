"""The site of files where something is missing: scripts, WebAssembly, https, a place to keep things, a network. And where
there is more than one: tabs, versions."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect, sync_playwright

from freightyard.page import offline_sentences as say
from tests.chromium import launch
from tests.offline.conftest import built, served
from tests.offline.test_site import MOST, ply, turn

PLAIN = "plain.test"  # a name that is not this computer's: without https its pages have no service worker and no cache
TABLE = "app.html?go=/play%3Fgame=freight-cars%26seats=me,medium%26seed=1"


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = launch(playwright, f"--host-resolver-rules=MAP {PLAIN} 127.0.0.1")
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def base(site: Path) -> Iterator[str]:
    with served(site) as address:
        yield address


@pytest.fixture
def window(chromium: Browser, base: str) -> Iterator[Callable[..., Page]]:
    """A browser that was never here."""
    contexts: list[BrowserContext] = []

    def opened(address: str = base, **options: object) -> Page:
        context = chromium.new_context(base_url=address, reduced_motion="reduce", **options)  # type: ignore[arg-type]
        context.set_default_timeout(MOST)
        contexts.append(context)
        return context.new_page()

    yield opened
    for context in contexts:
        context.close()


def status(page: Page) -> str:
    return page.locator("#loading [role=status]").text_content() or ""


@pytest.mark.parametrize(
    ("missing", "sentence"), [("WebAssembly", say.NO_ASSEMBLY), ("DecompressionStream", say.OLD), ("indexedDB", say.OLD)]
)
def test_a_browser_that_cannot_play_is_told_why(window: Callable[..., Page], missing: str, sentence: str) -> None:
    page = window()
    page.add_init_script(f"delete globalThis.{missing}; delete Window.prototype.{missing};")
    page.goto(TABLE)
    expect(page.locator("#loading [role=status]")).to_have_text(sentence)
    expect(page.locator("progress")).to_have_count(0)


def test_without_scripts_every_page_says_what_playing_needs(window: Callable[..., Page]) -> None:
    page = window(java_script_enabled=False)
    for name in ("index.html", "app.html", "manual-freight.html"):
        page.goto(name)
        expect(page.locator(".new-version")).to_have_text(say.NO_SCRIPT)


def test_a_browser_without_modules_is_told_that_it_is_too_old(window: Callable[..., Page], site: Path) -> None:
    page = window(java_script_enabled=False)  # as such a browser sees the page
    page.goto("index.html")
    assert page.locator("script[nomodule]").count() == 1
    (script,) = site.glob("s/*/offline/static/old_browser.js")
    other = window()
    other.goto("index.html")
    other.evaluate(script.read_text(encoding="utf-8"))
    expect(other.locator(".new-version")).to_have_text(say.OLD)


def test_who_has_never_played_here_and_has_no_network_is_told_so(window: Callable[..., Page]) -> None:
    page = window()
    page.goto("index.html")
    page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
    page.reload()
    page.context.set_offline(True)
    page.goto(TABLE)
    expect(page.locator("#loading [role=status]")).to_have_text(say.NETWORK)


def test_the_lobby_of_files_asks_no_server(window: Callable[..., Page]) -> None:
    page = window()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("index.html")
    page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
    asked.clear()
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_timeout(300)
    assert asked == []


@pytest.mark.deep
def test_over_plain_http_one_plays_too(window: Callable[..., Page], base: str) -> None:
    page = window(base.replace("127.0.0.1", PLAIN))
    page.goto(TABLE)
    assert page.evaluate("[isSecureContext, 'serviceWorker' in navigator]") == [False, False]
    turn(page)
    page.reload()
    turn(page)


def changed(page: Page, file: str, old: str, new: str) -> None:
    """Let a file of the site be another one for this browser."""

    def serve(route: Route) -> None:
        text = route.fetch().text()
        assert old in text
        route.fulfill(body=text.replace(old, new), content_type="text/javascript")

    page.context.route(f"**/{file}", serve)


@pytest.mark.deep
def test_a_browser_that_keeps_nothing_says_so_and_plays(window: Callable[..., Page]) -> None:
    page = window(service_workers="block")
    changed(
        page, "keep.js", 'indexedDB.open("freightyard", 1)', '(() => { throw new DOMException("no", "InvalidStateError"); })()'
    )
    page.goto(TABLE)
    turn(page)
    expect(page.locator(".new-version")).to_have_text(say.NOTHING_KEPT)


@pytest.mark.deep
def test_a_full_disk_is_told_and_loses_nothing(window: Callable[..., Page]) -> None:
    page = window(service_workers="block")
    full = "if (globalThis.full) throw new DOMException('full', 'QuotaExceededError');"
    changed(page, "keep.js", "  if (memory) return writeMemory", f"  {full}\n  if (memory) return writeMemory")
    page.goto(TABLE)
    turn(page)
    worker = next(worker for worker in page.workers if worker.url.endswith("/worker.js"))
    before = ply(page)
    worker.evaluate("globalThis.full = true")
    assert page.evaluate("freightyard.request('/play?game=freight').then((answer) => answer.status)") == 503
    assert ply(page) == before
    worker.evaluate("globalThis.full = false")
    page.reload()
    turn(page)
    assert ply(page) == before


@pytest.mark.deep
def test_two_tabs_at_one_table_show_the_same(window: Callable[..., Page]) -> None:
    one = window()
    one.goto(TABLE)
    turn(one)
    two = one.context.new_page()
    two.goto(one.url)
    turn(two)
    before = ply(one)
    for _ in range(3):
        one.locator("#view .can:not(.arrange)").locator("visible=true").first.click()
        if one.locator(".plan .go").count():
            one.locator(".plan .go").first.click()
        one.wait_for_function("() => !document.documentElement.classList.contains('sent')")
        turn(one)
    assert ply(one) > before
    two.wait_for_function(f"() => Number(document.querySelector('#view').dataset.ply) >= {ply(one)}")


@pytest.mark.deep
def test_a_tab_that_is_closed_in_the_middle_of_a_move_leaves_a_table_that_goes_on(window: Callable[..., Page]) -> None:
    page = window()
    page.goto(TABLE)
    turn(page)
    address, before = page.url, ply(page)
    for _ in range(4):
        page.locator("#view .can:not(.arrange)").locator("visible=true").first.click()
        if page.locator(".plan .go").count():
            page.locator(".plan .go").first.click(no_wait_after=True)
        context = page.context
        page.close()
        page = context.new_page()
        page.goto(address)
        turn(page)
        assert ply(page) >= before
        before = ply(page)
    home = page.locator("#view").get_attribute("data-home")
    text: str = page.evaluate(f"freightyard.request('{home}/record').then((answer) => answer.text())")
    assert text.startswith("Freightyard record") or "game" in text


@pytest.mark.deep
def test_a_new_version_comes_in_the_background_and_is_used_when_one_says_so(
    window: Callable[..., Page], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = built(tmp_path / "site")
    old = json.loads(next(folder.glob("s/*/runtime.json")).read_text())["build"]
    with served(folder) as address:
        page = window(address)
        page.goto("index.html")
        page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
        page.goto(TABLE)
        turn(page)
        table = page.url
        from freightyard.offline import build

        sources = build._sources
        monkeypatch.setattr(build, "_sources", lambda: {**sources(), "freightyard/newer.py": b"newer = True\n"})
        built(folder)
        page.goto("index.html")
        expect(page.locator(".new-version")).to_contain_text("A new version")
        assert f"s/{old}/" in page.content()
        with page.expect_navigation():
            page.get_by_role("button", name="Use it now").click()
        expect(page.locator(".new-version")).to_have_count(0)
        assert f"s/{old}/" not in page.content()
    page.goto(table)  # there is no network any more, and what runs the new version is here
    turn(page)
