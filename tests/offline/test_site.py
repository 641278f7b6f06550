"""The site of files in Chromium, with the network cut once it has come: playing, closing, handing on, saving. One browser and one
site for all; without npm, pip or Chromium these tests are skipped."""

import re
from collections.abc import Callable, Iterator
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
from tests.browser.driving import is_over, settled
from tests.browser.freight_hands import Hands
from tests.browser.looking import fits, violations
from tests.chromium import launch
from tests.commands import run
from tests.offline.conftest import served
from tests.offline.test_browser_server import BOT, played_again

# Whether this browser has kept the list of its tables, which the lobby shows without Python.
LISTED: Final = """() => new Promise((told) => {
  const opening = indexedDB.open("freightyard");
  opening.onsuccess = () => {
    const asking = opening.result.transaction("texts").objectStore("texts").get("lobby");
    asking.onsuccess = () => { opening.result.close(); told(Boolean(asking.result)); };
  };
})"""
# Where to click next: on one of what is lit, by a number; a sheet is closed, a plan is confirmed, bots are told to go on.
NEXT: Final = """(number) => {
  const middle = (thing) => {
    thing.scrollIntoView({ block: "nearest", inline: "nearest" });
    const { x, y, width, height } = thing.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  const root = document.documentElement;
  const asked = document.querySelector("#dialog[open] form button, .plan .go");
  if (root.matches(".sent")) return null;
  if (asked) return middle(asked);
  if (document.querySelector("#sheets[data-over]")) return "over";
  const skip = document.querySelector(".skip-steps:not([hidden])");
  if (!root.matches("[data-turn]")) return skip && middle(skip);
  const lit = document.querySelectorAll(root.matches(".choosing") ? "#view .can[data-place]" : "#view .can:not(.arrange)");
  const seen = [...lit].filter((thing) => thing.getClientRects().length);
  return seen.length ? middle(seen[number % seen.length]) : null;
}"""
MOST: Final = 180_000  # milliseconds: on a busy machine Python starts slowly
LATE: Final = 4  # turns before the end


@pytest.fixture(scope="module")
def context(site: Path) -> Iterator[BrowserContext]:
    """A browser that was at the site once, opened a table there, and has been without a network since."""
    with sync_playwright() as playwright, ExitStack() as network:
        base = network.enter_context(served(site))
        chromium = launch(playwright)
        context = chromium.new_context(base_url=base, viewport={"width": 1366, "height": 650}, reduced_motion="reduce")
        context.set_default_timeout(MOST)
        context.add_init_script("localStorage.setItem('motion', 'fast')")  # bots wait less
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
        page.wait_for_function(LISTED)
        page.close()
        network.close()
        yield context
        chromium.close()
        assert all(url.startswith((base, "blob:")) for url in asked)  # no request ever left for another host


@pytest.fixture
def opened(context: BrowserContext) -> Iterator[Callable[[], Page]]:
    """Opens a tab; whatever goes wrong in it fails the test."""
    pages: list[Page] = []
    wrong: list[str] = []

    def open_one() -> Page:
        pages.append(context.new_page())
        pages[-1].on("pageerror", lambda error: wrong.append(str(error)))
        return pages[-1]

    yield open_one
    for page in pages:
        page.close()
    assert not wrong


@pytest.fixture
def page(opened: Callable[[], Page]) -> Page:
    return opened()


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
    return list(turns.values())[-LATE]


class _OfflineHands(Hands):
    """Hands that read the record where the page has it."""

    def record(self) -> str:
        home = "document.querySelector('#view').dataset.home"
        text: str = self.page.evaluate(f"freightyard.request({home} + '/record').then((answer) => answer.text())")
        return text


def click_through(page: Page, most: int = 1000) -> None:
    """Click on what is lit, anything, until the game is over or so many clicks were made. One look for each click: a game of
    Freight Train has hundreds of them."""
    luck = Stream("a hand")
    for _ in range(most):
        place = page.wait_for_function(NEXT, arg=luck.below(10**6)).json_value()
        if place == "over":
            return
        page.mouse.move(0, 0)  # a click at the same place as the one before is no second half of a double click
        page.mouse.click(*place)


def play_to_the_end(page: Page, game: str) -> None:
    turn(page)
    if game == "freight":
        _OfflineHands(page, seat=int(page.locator("#view").get_attribute("data-seat") or 1) - 1).play()
    elif game == "freight-cars":
        freight_cars_hands.play_on(page)
    else:
        click_through(page)
    assert is_over(page), "the game does not come to its end"


def check_record(page: Page, folder: Path, seed: str) -> None:
    """Save the record of a game that is over as a file, and replay that at the terminal. The cards and the bots were those of the
    seed: a browser's Python plays what any other does."""
    page.goto(f"app.html?go={page.locator('#view').get_attribute('data-home')}/end")
    with page.expect_download() as saving:
        page.get_by_role("link", name="Download record").click()
    path = folder / "game.txt"
    saving.value.save_as(path)
    done = run("replay", str(path))
    assert not done.returncode, done.stderr
    text = path.read_text(encoding="utf-8")
    assert read(text).outcome is not None
    assert played_again(text, seed) == text


@pytest.mark.deep
def test_a_position_is_played_to_its_end_and_the_game_again(page: Page) -> None:
    page.goto(f"app.html?go=/play%3Fgame=freight-cars%26position={quote(quote(late_position('freight-cars')))}")
    play_to_the_end(page, "freight-cars")
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


def test_a_whole_game_with_a_hint_a_reload_and_a_closed_tab(page: Page, opened: Callable[[], Page], tmp_path: Path) -> None:
    page.goto(f"app.html?go=/play%3Fgame=freight-train%26seats=me,{BOT}%26seed=1")
    turn(page)
    page.locator("[data-ask-hint]").click()
    expect(page.locator(".note.advice")).to_be_visible(timeout=MOST)
    assert page.locator(".advised").count()
    assert violations(page) == []
    click_through(page, 40)
    settled(page)
    turn(page)
    before, home = ply(page), page.locator("#view").get_attribute("data-home")
    assert before > 40
    page.set_viewport_size({"width": 390, "height": 844})
    page.reload()
    turn(page)
    assert ply(page) >= before  # the last click may have been sent just before
    before = ply(page)
    assert fits(page)
    assert violations(page) == []
    page.close()
    page = opened()
    page.goto("index.html")
    page.locator(f'#mine a.to[href*="{home}"]').click()
    turn(page)
    assert ply(page) == before
    click_through(page)
    assert is_over(page)
    assert violations(page) == []
    check_record(page, tmp_path, "1")


@pytest.mark.parametrize(
    ("game", "edition"),
    [
        ("freight-cars", "quick-simple-fun-2021"),
        ("freight", "family"),
        pytest.param("freight", "standard", marks=pytest.mark.deep),
        pytest.param("freight-train", "whitewind-1993", marks=pytest.mark.deep),
    ],
)
def test_a_whole_game_by_clicks(page: Page, tmp_path: Path, game: str, edition: str) -> None:
    page.goto(f"app.html?go=/play%3Fgame={game}%26edition={edition}%26seats=me,{BOT}%26seed=1")
    play_to_the_end(page, game)
    check_record(page, tmp_path, "1")


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
