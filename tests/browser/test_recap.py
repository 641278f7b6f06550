"""Coming back to a table: the strip that tells what is new, marks on the board, stepping through it; going on elsewhere."""

import re
import sqlite3
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from freightyard.core.contract import State
from tests.browser.driving import connected
from tests.browser.listening import LISTEN
from tests.browser.looking import BOXES, COVERED, accessible
from tests.browser.staging import Stage, prepared
from tests.server.running import Server

Window = Callable[..., Page]
GAMES = (("freight-train", "whitewind-1993", 9), ("freight-cars", "quick-simple-fun-2021", 30), ("freight", "family", 9))
DESKTOP, PHONE = (1366, 650), (390, 844)
STRIP = ".note.recap"
DAY = 86_400


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Stage:
    """Tables at which it is Ann's turn, three days after Bob's last move."""
    stage = Stage(tmp_path_factory.mktemp("staged") / "yard.db")

    async def set_up() -> None:
        await stage.enter()
        bob, stage.bob = await stage.guest("Bob")  # type: ignore[attr-defined]
        for game, edition, turns in GAMES:

            def later(state: State, turns: int = turns) -> bool:
                return state.turns >= turns and state.to_act() == 0 and len(state.legal()) > 1

            for number in range(5 if game == "freight-train" else 1):
                key = f"{game}{number or ''}".replace("-", "")
                await stage.set_up(key, game, edition, later, bots=["greedy"] * 3, guest=bob)

    prepared(stage, set_up)
    with sqlite3.connect(stage.database) as database:
        database.execute("UPDATE events SET at = ?", (time.time() - 3 * DAY - 60,))
        database.execute("UPDATE tables SET moved_at = ?", (time.time() - 3 * DAY,))
    return stage


@pytest.fixture
def look(window: Window, stage: Stage, server: Server) -> Callable[..., Page]:
    """Ann's page, or somebody else's by their secret; `None` for a spectator. What is spoken is kept, and there are no tips."""

    def at(key: str, size: tuple[int, int] = DESKTOP, *, secret: str | None = "", **options: object) -> Page:
        page = window(*size, **options)
        page.add_init_script(LISTEN)
        if secret is not None:
            page.context.add_cookies([{"name": "freightyard", "value": secret or stage.secret, "url": server.url}])
        page.goto(f"/t/{key}")
        connected(page)
        return page

    return at


def spoken(page: Page) -> list[str]:
    return [words for _, words in page.evaluate("window.spoken") if words.startswith("Since")]


@pytest.mark.parametrize(
    ("game", "size"),
    [
        ("freight-train", DESKTOP),
        ("freight-cars", PHONE),
        ("freight", PHONE),
        pytest.param("freight-train", PHONE, marks=pytest.mark.deep),
        pytest.param("freight-cars", DESKTOP, marks=pytest.mark.deep),
        pytest.param("freight", DESKTOP, marks=pytest.mark.deep),
    ],
)
def test_the_strip_tells_and_marks_what_is_new_and_neither_moves_nor_covers_the_board(
    look: Callable[..., Page], game: str, size: tuple[int, int]
) -> None:
    page = look(game.replace("-", ""), size)
    strip = page.locator(STRIP)
    expect(strip).to_contain_text("Since your last turn, 3 days ago")
    expect(page.locator("#view .fresh").first).to_be_attached()
    assert page.locator("#view .fresh[data-fresh]").evaluate_all(
        "all => all.every((thing) => thing.getAttribute('aria-description') || thing.querySelector('.fresh-words'))"
    )
    strip.evaluate("(note) => { note.hidden = true; note.style.display = 'none'; }")
    before = page.evaluate(BOXES)
    strip.evaluate("(note) => { note.hidden = false; note.style.display = ''; }")
    assert page.evaluate(BOXES) == before, "something moved"
    assert page.evaluate(COVERED) == [], "something is covered"
    page.evaluate("scrollTo(0, 0)")
    box = strip.bounding_box()
    assert box is not None
    assert box["height"] <= 60, "one line on a phone, and as high as the bar elsewhere"
    strip.get_by_role("button", name="More").click()
    expect(page.locator(".recap-more .log li").first).to_contain_text("Bob")
    inside = page.locator(".recap-more").bounding_box()
    assert inside is not None
    assert inside["x"] >= 0
    assert inside["x"] + inside["width"] <= size[0]
    strip.get_by_role("button", name="Less").click()
    expect(page.locator(".recap-more")).to_have_count(0)
    strip.get_by_role("button", name="Close what is new").click()
    expect(strip).to_have_count(0)
    expect(page.locator("#view .fresh")).to_have_count(0)


@pytest.mark.usual
def test_it_is_spoken_once_and_comes_back_silently_until_it_is_closed(look: Callable[..., Page]) -> None:
    page = look("freighttrain")
    expect(page.locator(STRIP)).to_be_visible()
    (words,) = spoken(page)
    assert words.startswith("Since your last turn, 3 days ago: Bob 1 ")
    assert "Bob 1 drew level in stock" in words
    page.reload()
    expect(page.locator(STRIP)).to_be_visible()  # it is days old, and nothing was done about it
    assert spoken(page) == []
    page.get_by_role("button", name="Close what is new").click()
    page.reload()
    connected(page)
    page.wait_for_load_state("networkidle")
    expect(page.locator(STRIP)).to_have_count(0)


def test_the_strip_is_accessible(look: Callable[..., Page]) -> None:
    page = look("freightcars")
    page.get_by_role("button", name="More").click()
    accessible(page, "recap")


def test_it_is_stepped_through_on_the_board_and_what_comes_meanwhile_waits(look: Callable[..., Page], stage: Stage) -> None:
    page = look("freighttrain1")
    view = page.locator("#view")
    now = view.get_attribute("data-ply")
    boxes, legal = page.evaluate(BOXES), page.locator("#view .can").count()
    strip = page.locator(STRIP)
    strip.get_by_role("button", name="Step", exact=True).click()
    expect(strip).to_contain_text(re.compile(r"^1 of \d"))
    expect(view).to_have_attribute("data-replay", "")
    expect(view).not_to_have_attribute("data-ply", now or "")
    assert page.locator("#prompt").evaluate("(prompt) => prompt.inert")
    assert page.locator("#main-yard .can, #view .fresh").count() == 0
    strip.get_by_role("button", name="The turn before").click()
    expect(strip).to_contain_text("0 of")
    expect(strip.get_by_role("button", name="The turn before")).to_be_disabled()
    first = int(view.get_attribute("data-ply") or 0)
    recap = page.request.get("/t/freighttrain1/recap").json()
    expect(view).to_have_attribute("data-ply", str(recap["since"]))
    assert first <= int(now or 0)
    page.keyboard.press("Escape")
    expect(view).to_have_attribute("data-ply", now or "")
    assert view.get_attribute("data-replay") is None
    assert page.evaluate(BOXES) == boxes
    assert page.locator("#view .can").count() == legal
    assert page.locator("#view .fresh").count()
    # Ann plays on another device meanwhile: it waits until she looks at the present.
    other = look("freighttrain1")
    strip.get_by_role("button", name="Step", exact=True).click()
    expect(strip).to_contain_text("1 of")
    other.locator("#main-yard .can").first.click()
    other.wait_for_function("now => Number(document.querySelector('#view').dataset.ply) > now", arg=int(now or 0))
    expect(page.locator("#log li").first).to_contain_text("Ann")  # the log goes on
    other.close()
    expect(view).not_to_have_attribute("data-ply", str(int(now or 0) + 1))
    strip.get_by_role("button", name="Back to now").click()
    expect(view).to_have_attribute("data-ply", str(int(now or 0) + 1))
    expect(page.locator("[data-undo]")).to_be_visible()


def test_it_goes_when_one_acts_and_with_it_the_marks(look: Callable[..., Page]) -> None:
    page = look("freighttrain2")
    expect(page.locator(STRIP)).to_be_visible()
    page.locator("#main-yard .can").first.click()
    expect(page.locator(STRIP)).to_have_count(0)
    expect(page.locator("#view .fresh")).to_have_count(0)
    page.locator("[data-undo]").click()
    page.wait_for_function("() => !document.documentElement.classList.contains('sent')")
    expect(page.locator(STRIP)).to_have_count(0)


def test_who_follows_sees_no_strip_and_who_looked_away_does(look: Callable[..., Page], stage: Stage) -> None:
    bob = look("freighttrain3", secret=stage.bob)  # type: ignore[attr-defined]
    eve = look("freighttrain3", secret=None)
    ann = look("freighttrain3")
    expect(eve.locator(STRIP)).to_have_count(0)  # she has never looked before
    away = eve.context.new_page()
    away.goto("about:blank")
    eve.goto("/about")
    ann.locator('[data-word="call"]').click()
    ann.locator(".plan .go").click()
    bob.wait_for_selector("html[data-turn]")
    expect(bob.locator(STRIP)).to_have_count(0)  # he saw it
    eve.goto("/t/freighttrain3")
    expect(eve.locator(STRIP)).to_contain_text("Since you last looked")
    expect(eve.locator(STRIP)).to_contain_text("Ann")
    assert len(spoken(eve)) == 1
    ann.goto("/about")
    bob.locator('[data-word="call"]').click()
    bob.locator(".plan .go").click()
    bob.wait_for_function("() => !document.documentElement.classList.contains('sent')")
    ann.goto("/t/freighttrain3")
    expect(ann.locator(STRIP)).to_contain_text("Since your last turn")  # it happened while her page was closed
    assert len(spoken(ann)) == 1


@pytest.mark.usual
def test_after_a_turn_the_next_table_is_offered_or_gone_to_or_neither(look: Callable[..., Page]) -> None:
    page = look("freighttrain4")
    page.locator('[data-word="call"]').click()
    page.locator(".plan .go").click()
    note = page.locator(".note.next")
    expect(note).to_contain_text(re.compile(r"It is your turn at \d other tables\."))
    note.get_by_role("button", name="Next table").click()
    expect(page).to_have_url(re.compile(r"/t/(?!freighttrain4)\w+$"))
    page.goto("/t/freighttrain4")
    connected(page)
    for offered in (1, 0):  # closed, it is not offered again after the next turn
        page.locator("[data-undo]").click()
        page.locator('[data-word="call"]').click()
        page.locator(".plan .go").click()
        page.wait_for_load_state("networkidle")
        expect(note).to_have_count(offered)
        if offered:
            note.get_by_role("button").last.click()
            expect(note).to_have_count(0)
    page.evaluate("localStorage.setItem('next-table', 'off')")
    page.goto("/t/freighttrain4")
    connected(page)
    expect(page.locator("[data-undo]")).to_be_visible()
    page.locator("[data-undo]").click()
    page.locator('[data-word="call"]').click()
    page.locator(".plan .go").click()
    page.wait_for_load_state("networkidle")
    expect(page.locator(".note.next")).to_have_count(0)
    page.evaluate("localStorage.setItem('next-table', 'go')")
    page.locator("[data-undo]").click()
    page.locator('[data-word="call"]').click()
    page.locator(".plan .go").click()
    expect(page.locator(".note.next")).to_contain_text("Going to the next table")
    expect(page).to_have_url(re.compile(r"/t/(?!freighttrain4)\w+$"))
