"""The pace of a table as people meet it: chosen in a form, shown beside the names, and what one sees when time is up."""

import os
import time
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from freightyard.games import game_named
from freightyard.server.live.create import create_table
from freightyard.server.log import Log
from freightyard.server.services import Services
from freightyard.server.settings import Settings
from freightyard.store import open_store
from freightyard.store.rows import Chair
from freightyard.table import PACES, Pace, pace_text
from freightyard.table.pace import DAY
from tests.browser.driving import new_table
from tests.browser.looking import accessible, fits
from tests.browser.staging import Stage, opened, prepared
from tests.server.running import Server

Window = Callable[..., Page]
SIZES = [(390, 844), pytest.param(1366, 650, marks=pytest.mark.deep)]
TABLES = {
    "late": (Pace(speed="days", turn=DAY, nights=True, weekends=True), 3 * DAY),
    "taken": (Pace(speed="days", turn=DAY, nights=True, weekends=True, at_zero="seat"), 3 * DAY),
    "soon": (Pace(speed="days", turn=DAY, nights=True, weekends=True), 0.85 * DAY),
    "live": (Pace(speed="live", turn=60, bank=1800, increment=10), 0),
    "calm": (PACES["days-3"], 0),
}
STAGE: list[Stage] = []


@pytest.fixture(scope="module")
def server(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with tables of Ann and Bob at several paces, at some of which somebody is late."""
    folder = tmp_path_factory.mktemp("paces")
    stage = Stage(folder / "yard.db")

    async def set_up() -> None:
        await stage.enter()
        bob, _ = await stage.guest("Bob")
        store = await open_store(str(stage.database))
        game = game_named("freight-train")
        for key, (pace, ago) in TABLES.items():
            then = time.time() - ago
            services = Services(
                Settings(bot_processes=0, cards="staged", cards_of_secret_games=True), store, Log("none"), build="",
                now=partial(float, then),
            )  # fmt: skip
            host = await store.people.by_secret(stage.secret)
            chairs = [Chair(stage.person, called="Ann"), Chair(bob, called="Bob")]
            await create_table(
                services, game, game.edition("mayfair-1996"), (), chairs, made_by=host, public=True, key=key, pace=pace_text(pace)
            )
            await services.hub.close()
        await store.close()

    STAGE[:] = [stage]
    with opened(prepared(stage, set_up), folder) as running:
        yield running


def entered(window: Window, server: Server, width: int, height: int) -> Page:
    page = window(width, height, timezone_id="Europe/Berlin")
    page.context.add_cookies([{"name": "freightyard", "value": STAGE[0].secret, "url": server.url}])
    return page


def picture(page: Page, name: str) -> None:
    folder = os.environ.get("YARD_PICTURES")
    if folder:
        width = (page.viewport_size or {"width": 0})["width"]
        page.screenshot(path=Path(folder) / f"{name}-{width}.png")


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.usual
def test_a_pace_is_chosen_with_a_table_and_told_before_the_game(window: Window, width: int, height: int) -> None:
    page = window(width, height, timezone_id="Europe/Berlin")
    page.goto("/new?game=freight-train")
    expect(page.locator(".limits")).to_be_hidden()
    page.locator("#pace").select_option("own")
    expect(page.locator(".own-times")).to_be_visible()
    page.locator("#pace").select_option("days-2")
    expect(page.locator(".own-times")).to_be_hidden()
    page.locator("#at-zero").select_option("turn")
    page.get_by_label("Weekends count too").check()
    page.locator(".field.pace").scroll_into_view_if_needed()
    assert fits(page)
    accessible(page)
    picture(page, "new")
    page.get_by_label("Your name").fill("Cleo")
    page.get_by_role("button", name="Make table").click()
    pace = page.locator("p.pace")
    expect(pace).to_contain_text("2 days a turn. Nights and holidays do not count. When time is up: a bot plays this turn.")
    # The title is whole. Waited for: a waiting page may load itself anew, and what runs in it then is cut off.
    page.wait_for_function("(head => head && head.scrollWidth <= head.clientWidth)(document.querySelector('.top h1'))")
    picture(page, "waiting")
    page.goto("/")
    expect(page.locator(".tables li").filter(has_text="2 days a turn").first).to_be_visible()
    picture(page, "lobby")


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.usual
def test_times_are_shown_beside_the_names(window: Window, server: Server, width: int, height: int) -> None:
    page = entered(window, server, width, height)
    shown = page.locator("#players [data-time]" if width > 900 else "[data-time]").filter(visible=True)
    for key, words in (("live", ":"), ("calm", "until "), ("soon", "until "), ("late", "overdue since")):
        page.goto(f"/t/{key}")
        expect(shown.filter(has_text=words).first).to_be_visible()
        assert fits(page)
        picture(page, key)
        if key in ("calm", "soon"):  # days that do not count are told, where there are any
            why = shown.filter(has_text=words).first.get_attribute("data-why")
            assert why == ("Nights, weekends and holidays do not count." if key == "calm" else None)
        if key == "calm":
            page.locator("#menu > summary").click()
            page.set_viewport_size({"width": min(width, 360), "height": height})
            box = page.locator("#menu .sheetlet")
            expect(box.locator(".pace")).to_contain_text("When time is up")
            assert box.evaluate("box => box.scrollWidth <= box.clientWidth")
            picture(page, "menu")
            page.set_viewport_size({"width": width, "height": height})
    accessible(page)
    assert page.locator("[aria-live] [data-time]").count() == 0  # nobody hears a clock tick
    page.goto("/t/taken")
    expect(page.locator("#players .stand")).to_have_count(1)
    expect(page.locator("#chat")).to_contain_text("time is up. A bot plays on until they are back.")
    picture(page, "taken")
    page.goto("/")
    expect(page.locator(".time-left.late").first).to_contain_text("time was up")
    calm = page.locator(".tables li").filter(has_text="3 days a turn without nights and weekends").locator("time.time-left")
    expect(calm.first).to_contain_text("until ")
    expect(calm.first).not_to_contain_text("UTC")  # the clock of this browser
    picture(page, "lobby-late")


def test_what_stands_above_a_board_covers_nothing_and_fits(window: Window, server: Server) -> None:
    """A row above the board, as where somebody can be replaced: the own sidings stay above the prompt, and a phone is wide enough
    for its form; a narrow place says only that somebody is overdue."""
    row = (
        "<li><p>Bob has left, and a bot plays. You can take the seat, with all that belongs to it.</p>"
        '<form><input placeholder="Your name"><button class="go">Take the seat</button></form></li>'
    )
    page = entered(window, server, 1366, 650)
    page.goto("/t/late")
    page.wait_for_selector("#players .time[data-is=over]")
    page.evaluate("row => { document.querySelector('#strip').innerHTML = row }", row)
    own, prompt = page.locator(".own").first.bounding_box(), page.locator("#prompt").bounding_box()
    assert own is not None
    assert prompt is not None
    assert own["y"] + own["height"] <= prompt["y"]
    home = page.url
    new_table(page, "me", "bot:random", game="freight-cars", edition="quick-simple-fun-2021")
    page.evaluate("row => { document.querySelector('#strip').innerHTML = row }", row)
    deck, panel = page.locator(".pile").first.bounding_box(), page.locator("#tableau").bounding_box()
    assert deck is not None
    assert panel is not None
    assert deck["y"] + deck["height"] <= min(650, panel["y"] + panel["height"])
    page.goto(home)
    page.wait_for_selector("#players .time[data-is=over]")
    page.evaluate("row => { document.querySelector('#strip').innerHTML = row }", row)
    page.set_viewport_size({"width": 390, "height": 844})
    assert fits(page)
    page.set_viewport_size({"width": 240, "height": 844})
    page.reload()
    expect(page.locator(".time[data-is=over]").filter(visible=True).first).to_have_text("overdue")


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_hours_and_holidays_are_kept_on_ones_own_page(window: Window, width: int, height: int) -> None:
    page = window(width, height, timezone_id="Europe/Berlin")
    page.goto("/me")
    page.get_by_role("textbox", name="Your name").fill("Dora")
    page.get_by_role("button", name="Save name").click()
    expect(page.get_by_label("Time zone")).to_have_value("Europe/Berlin")  # what the browser says is offered
    page.get_by_label("Night from").select_option("22")
    page.get_by_role("button", name="Save hours").click()
    expect(page.locator(".said")).to_contain_text("Your hours were saved")
    expect(page.get_by_label("Night from")).to_have_value("22")
    first = date.today() + timedelta(days=3)
    for days, told in ((40, "holiday days left"), (4, "Your holiday was saved")):
        page.locator("#first").fill(first.isoformat())
        page.locator("#last").fill((first + timedelta(days=days)).isoformat())
        page.get_by_role("button", name="Add holiday").click()
        expect(page.locator("main")).to_contain_text(told)
    expect(page.locator(".holidays li")).to_have_count(1)
    page.locator("#hours").scroll_into_view_if_needed()
    assert fits(page)
    accessible(page)
    picture(page, "me")
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator(".said")).to_contain_text("cancelled")
    expect(page.locator(".holidays li")).to_have_count(0)
