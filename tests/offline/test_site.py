"""The site of files in Chromium, with the network cut once it has come: playing, closing, handing on, saving. One browser and one
site for all; without npm, pip or Chromium these tests are skipped."""

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Final
from urllib.parse import quote

import pytest
from playwright.sync_api import BrowserContext, Page, expect, sync_playwright

from freightyard.bots import bot_stream, make_bot
from freightyard.core.chance import Stream
from freightyard.core.record import read, verify
from freightyard.games import game_named
from freightyard.table import Table
from tests.browser import freight_cars_hands
from tests.browser.driving import click_on, is_over
from tests.browser.freight_hands import Hands
from tests.browser.looking import fits, violations
from tests.chromium import launch
from tests.offline.conftest import served
from tests.offline.test_browser_server import played_again

# Whether this browser has kept the list of its tables, which the lobby shows without Python.
LISTED: Final = """() => new Promise((told) => {
  const opening = indexedDB.open("freightyard");
  opening.onsuccess = () => {
    const asking = opening.result.transaction("texts").objectStore("texts").get("lobby");
    asking.onsuccess = () => { opening.result.close(); told(Boolean(asking.result)); };
  };
})"""
MOST: Final = 180_000  # milliseconds: on a busy machine Python starts slowly
LATE: Final = {"freight-train": 6, "freight-cars": 4, "freight": 3}  # turns before the end


@pytest.fixture(scope="module")
def context(site: Path) -> Iterator[BrowserContext]:
    """A browser that was at the site once, opened a table there, and has been without a network since."""
    with sync_playwright() as playwright, ExitStack() as network:
        base = network.enter_context(served(site))
        chromium = launch(playwright)
        context = chromium.new_context(base_url=base, viewport={"width": 1366, "height": 650}, reduced_motion="reduce")
        context.set_default_timeout(MOST)
        asked: list[str] = []
        context.on("request", lambda request: asked.append(request.url))
        page = context.new_page()
        page.goto("index.html")
        page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
        assert not any("/runtime/" in url for url in asked)  # who only reads need not wait for Python
        page.locator("button[value=freight-train]").click()
        turn(page)
        page.wait_for_function(
            "caches.open('freightyard-runtime').then((cache) => cache.keys()).then((keys) => keys.length >= 7)"
        )
        assert all(url.startswith((base, "blob:")) for url in asked)  # no request leaves for another host
        page.wait_for_function(LISTED)
        page.close()
        network.close()
        yield context
        chromium.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    yield page
    page.close()
    assert not wrong


def turn(page: Page) -> None:
    """Wait until it is the player's turn, or the game is over."""
    page.wait_for_selector("html[data-turn], #sheets[data-over]", state="attached")


def ply(page: Page) -> int:
    return int(page.locator("#view").get_attribute("data-ply") or 0)


def late_position(name: str) -> str:
    """A position of a game that bots have played nearly to its end, with somebody to act."""
    game = game_named(name)
    table = Table(game, game.edition(game.editions[0]), 2, seed="late")
    bots = [make_bot("medium", game, bot_stream("late", seat)) for seat in range(2)]
    table.commit(table.begin())
    turns: dict[int, str] = {}
    while (actor := table.to_act()) is not None:
        turns.setdefault(table.truth().turns, table.truth().text())
        table.commit(table.move(actor, table.ply, [bots[actor].decide(table.view(actor))]))
    return list(turns.values())[-LATE[name]]


class _OfflineHands(Hands):
    """Hands that read the record where the page has it."""

    def record(self) -> str:
        home = "document.querySelector('#view').dataset.home"
        text: str = self.page.evaluate(f"freightyard.request({home} + '/record').then((answer) => answer.text())")
        return text


def play_to_the_end(page: Page, game: str) -> None:
    turn(page)
    if game == "freight":
        _OfflineHands(page, seat=int(page.locator("#view").get_attribute("data-seat") or 1) - 1).play()
        return
    if game == "freight-cars":
        freight_cars_hands.play_on(page)
        return
    luck = Stream("a hand")
    for _ in range(2000):
        if is_over(page):
            return
        click_on(page, luck)
        turn(page)
    raise AssertionError("the game does not come to its end")


@pytest.mark.deep
@pytest.mark.parametrize("game", ["freight-train", "freight-cars", "freight"])
def test_a_game_is_played_to_its_end_by_clicks(page: Page, game: str) -> None:
    page.goto(f"app.html?go=/play%3Fgame={game}%26position={quote(quote(late_position(game)))}")
    play_to_the_end(page, game)
    home = page.locator("#view").get_attribute("data-home")
    page.goto(f"app.html?go={home}/record")
    text = page.locator("main pre").text_content() or ""
    verify(text, game_named)
    assert read(text).outcome is not None
    page.goto(f"app.html?go={home}/end")
    page.get_by_role("button", name="Play again").click()
    page.wait_for_url(lambda url: "/t/" in url and str(home) not in url)
    turn(page)
    assert page.locator("#sheets[data-over]").count() == 0


def test_a_game_goes_on_after_a_reload_and_hints_help(page: Page, tmp_path: Path) -> None:
    page.goto("index.html")
    page.locator("#mine a.to").first.click()
    turn(page)
    page.locator("[data-ask-hint]").click()
    expect(page.locator(".note.advice")).to_be_visible(timeout=MOST)
    assert page.locator(".advised").count()
    luck = Stream("some clicks")
    for _ in range(6):
        click_on(page, luck)
    page.wait_for_function("() => !document.documentElement.classList.contains('sent')")
    turn(page)
    before = ply(page)
    assert violations(page) == []
    page.reload()
    turn(page)
    assert ply(page) >= before > 0
    page.set_viewport_size({"width": 390, "height": 844})
    assert fits(page)
    assert violations(page) == []
    home = page.locator("#view").get_attribute("data-home")
    page.goto(f"app.html?go={home}/record")
    with page.expect_download() as saving:
        page.get_by_role("link", name="Save as a file").click()
    path = tmp_path / "game.txt"
    saving.value.save_as(path)
    done = subprocess.run([sys.executable, "-m", "freightyard", "replay", str(path)], capture_output=True, check=False)
    assert not done.returncode, done.stderr


def test_people_at_one_phone_do_not_see_each_other_s_cards(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("new-freight-cars.html")
    assert violations(page) == []
    if page.locator("#name").count():
        page.locator("#name").fill("Ann")
    page.locator("#seat-2").select_option("here")
    page.locator("#called-2").fill("Bob")
    page.locator("#seat-3").select_option("none")
    page.get_by_role("button", name="Make table").click()
    page.wait_for_selector("[data-open-hand]")
    expect(page.locator("#hand .face")).to_have_count(0)
    page.locator("[data-open-hand]").click()
    expect(page.locator("[data-open-hand]")).to_be_hidden()
    assert fits(page)
    assert violations(page) == []


def test_manual_and_lobby_need_no_python(page: Page) -> None:
    workers: list[str] = []
    page.on("worker", lambda worker: workers.append(worker.url))
    for name in ("index.html", "manual.html", "manual-freight.html"):
        page.goto(name)
        expect(page.locator("h1").first).to_be_attached()
        assert violations(page) == []
    assert not workers


def test_a_record_is_imported_and_replayed(page: Page) -> None:
    golden = next(Path("tests/golden").rglob("*freight*train*.txt"), None) or next(Path("tests/golden").rglob("*.txt"))
    page.goto("import.html")
    page.locator("input[type=file]").set_input_files(golden)
    page.locator("main form button").first.click()
    page.wait_for_selector("#scrub")
    page.locator("[data-step=back]").click()
    page.wait_for_function("() => /at\\/\\d+/.test(location.search)")
    assert page.url.count("app.html?go=/r/") == 1
    page.goto(re.sub(r"/at/.*", "/end", page.url))
    with page.expect_download() as saving:
        page.get_by_role("link", name="Download record").click()
    assert saving.value.path().read_text(encoding="utf-8") == golden.read_text(encoding="utf-8")


@pytest.mark.deep
@pytest.mark.parametrize("game", ["freight-train", "freight-cars", "freight"])
def test_a_whole_game_by_clicks(page: Page, game: str) -> None:
    page.goto(f"app.html?go=/play%3Fgame={game}%26seats=me,medium%26seed=1")
    play_to_the_end(page, game)
    home = page.locator("#view").get_attribute("data-home")
    text: str = page.evaluate(f"freightyard.request('{home}/record').then((answer) => answer.text())")
    assert played_again(text, "1") == text  # a browser's Python plays what any other does


@pytest.mark.deep
def test_a_lesson_is_given_without_a_network_and_its_hint_is_drawn(page: Page) -> None:
    page.goto("learn.html")
    page.locator("form:has-text('Your first trains') button").click()
    turn(page)
    expect(page.locator("#lesson .said > p:not([hidden])")).to_contain_text("Your goal")
    while page.locator("[data-lesson-next]:visible").count():
        page.locator("[data-lesson-next]").click()
    page.locator("#main-5 .can").first.click()
    expect(page.locator("#oops")).to_contain_text("You could take that one.")
    page.locator("[data-ask-hint]").click()
    expect(page.locator("#main-2 .hint-number")).to_have_count(3)
    page.get_by_role("button", name="Play this").click()
    expect(page.locator("#lesson .said > p:not([hidden])")).to_contain_text("All three are of use")
    page.get_by_role("button", name="Leave lesson").click()
    page.wait_for_selector("text=Start the lesson")
