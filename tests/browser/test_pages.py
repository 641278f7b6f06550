"""Every page, light and dark, wide and narrow: nothing that axe-core objects to, and no sideways scrolling."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PATIENCE
from tests.browser.driving import connected, first_turn, new_table
from tests.browser.looking import accessible, fits

Window = Callable[..., Page]
LONG = "Ottilie von der Langen Rangierbahnstraße"[:40]  # no name is longer


def turn(page: Page) -> None:
    first_turn(page, edition="mayfair-1996")


def choosing(page: Page) -> None:
    turn(page)
    for number in range(1, 4):
        page.locator("#main-yard .can").first.click()
        expect(page.locator(".tray .car")).to_have_count(number)
    page.locator(".tray .can").first.click()
    page.wait_for_selector("html.choosing")


def planning(page: Page) -> None:
    turn(page)
    page.locator('[data-word="call"]').click()
    page.wait_for_selector(".plan")


def arranging(page: Page) -> None:
    turn(page)
    page.locator(".action.arrange").click()
    page.wait_for_selector("html.arranging")


def menu(page: Page) -> None:
    turn(page)
    page.locator("#menu summary").click()


def settings(page: Page) -> None:
    turn(page)
    page.locator("[data-settings]").click()


def advice(page: Page) -> None:
    turn(page)
    page.locator("[data-ask-hint]").click()
    page.wait_for_selector(".advice")


def sheets(page: Page) -> None:
    menu(page)
    page.get_by_role("button", name="Score sheets").click()


def watching(page: Page) -> None:
    new_table(page, "bot:greedy", "bot:random", "bot:greedy", "bot:greedy", "bot:greedy", public=True)
    connected(page)
    page.wait_for_selector("#sheets[data-over]", state="attached", timeout=5 * PATIENCE)  # five bots play a whole game
    if not page.locator("#dialog[open]").count():
        page.locator("#menu summary").click()
        page.get_by_role("button", name="Score sheets").first.click()
    page.wait_for_selector("#dialog[open]")


def replay(page: Page) -> None:
    turn(page)
    page.goto(f"{page.url}/at/40")


def waiting(page: Page) -> None:
    new_table(page, "me", "open", "open")
    connected(page)


def coming(page: Page) -> None:
    """The table of somebody else, with a seat that is free."""
    address = new_table(page, "me", "open")
    page.context.clear_cookies()
    page.goto(address)
    expect(page.get_by_role("button", name="Sit here")).to_be_visible()


def long_names(page: Page) -> None:
    """Somebody else's table, where everybody is called as long as may be and has talked."""
    address = new_table(page, "me", "here", name=LONG, friend=LONG[:38])
    connected(page)
    page.locator("#chat-text").fill("A long line. " * 30)
    page.locator("#chat-text").press("Enter")
    expect(page.locator("#chat li")).to_have_count(1)
    page.context.clear_cookies()
    page.goto(address)
    connected(page)
    expect(page.locator("#own-yard h2")).to_contain_text(LONG[:20])


def ending(page: Page) -> None:
    watching(page)
    page.goto(f"{page.url}/end")


def record_of_it(page: Page) -> None:
    watching(page)
    page.goto("/records")
    expect(page.get_by_text("medium 1", exact=True).first).to_be_visible()


def plain(page: Page) -> None:
    new_table(page, "me", "bot:greedy", game="freight-cars", edition="quick-simple-fun-2021")
    connected(page)


def at(path: str) -> Callable[[Page], None]:
    def go(page: Page) -> None:
        page.goto(path)

    return go


PAGES: dict[str, Callable[[Page], None]] = {
    "turn": turn,
    "choosing": choosing,
    "planning": planning,
    "arranging": arranging,
    "menu": menu,
    "settings": settings,
    "sheets": sheets,
    "advice": advice,
    "watching": watching,
    "replay": replay,
    "waiting": waiting,
    "coming": coming,
    "long names": long_names,
    "ending": ending,
    "a record": record_of_it,
    "plain": plain,
    "lobby": at("/"),
    "new": at("/new"),
    "me": at("/me"),
    "records": at("/records"),
    "about": at("/about"),
    "manuals": at("/manual"),
    "manual": at("/manual/freight-train"),
    "no such page": at("/t/nothing"),
}


@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing_light_or_dark_and_nothing_scrolls_sideways(window: Window, name: str) -> None:
    page = window(360, 740, reduced_motion="reduce")
    PAGES[name](page)
    for width, height in ((360, 740), (768, 1024), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        assert fits(page)
        if width == 768:
            continue  # what axe could object to is there in the narrow page or in the wide one
        accessible(page, f"{width}")


def test_replay_goes_by_keys_and_the_address_names_the_moment(window: Window) -> None:
    page = window()
    turn(page)
    last = int(page.locator("#view").get_attribute("data-ply") or 0)
    cars = page.locator("#main-yard .car").count()
    page.goto(f"{page.url}/at/{last}")
    page.keyboard.press("ArrowLeft")
    page.wait_for_url(re.compile(f"/at/{last - 1}$"))
    expect(page.locator("#where")).to_have_text(f"move {last - 1} of {last}")
    expect(page.locator("#view")).to_have_attribute("data-ply", str(last - 1))
    page.keyboard.press("Home")
    page.wait_for_url(re.compile("/at/0$"))
    expect(page.locator("#main-yard .car")).to_have_count(0)
    page.locator('[data-step="last"]').click()
    expect(page.locator("#main-yard .car")).to_have_count(cars)
    page.reload()
    expect(page.locator("#where")).to_have_text(f"move {last} of {last}")
