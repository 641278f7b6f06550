"""Every page of a table, light and dark, wide and narrow: nothing that axe-core objects to, and no sideways scrolling. The
pages of the site are looked at in tests/site/test_browser.py."""

import re
from collections.abc import Callable
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from freightyard.core.contract import State
from tests.browser.driving import connected, new_table
from tests.browser.looking import fits, violations
from tests.browser.staging import Stage, prepared
from tests.server.running import Server

Window = Callable[..., Page]
Sit = Callable[[Page, str], None]  # as the person of the stage, at one of its tables
LONG = "Ottilie von der Langen Rangierbahnstraße"[:40]  # no name is longer


def own_turn(state: State) -> bool:
    return state.to_act() == 0 and state.view(0).board.phase == "turn"


def three_taken(state: State) -> bool:
    """All cars of the turn are in the hand."""
    board = state.view(0).board
    return state.to_act() == 0 and board.phase == "placing" and len(board.hand) == 3


def over(state: State) -> bool:
    return state.to_act() is None


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Stage:
    stage = Stage(tmp_path_factory.mktemp("staged") / "yard.db")

    async def set_up() -> None:
        await stage.enter()
        for key, until in (("turn", own_turn), ("taken", three_taken)):
            await stage.set_up(key, "freight-train", "mayfair-1996", until, bots=["greedy"] * 2)
        await stage.set_up("over", "freight-train", "whitewind-1993", over, bots=["greedy"] * 5)
        cars = "quick-simple-fun-2021"
        await stage.set_up("cars", "freight-cars", cars, lambda state: state.to_act() == 0, bots=["greedy"] * 2)

    return prepared(stage, set_up)


@pytest.fixture
def sit(stage: Stage, server: Server) -> Sit:
    def at_table(page: Page, key: str) -> None:
        stage.sign_in(page, server)
        page.goto(f"/t/{key}")
        connected(page)

    return at_table


def turn(page: Page, sit: Sit) -> None:
    sit(page, "turn")


def choosing(page: Page, sit: Sit) -> None:
    sit(page, "taken")
    page.locator(".tray .can").first.click()
    page.wait_for_selector("html.choosing")


def planning(page: Page, sit: Sit) -> None:
    turn(page, sit)
    page.locator('[data-word="call"]').click()
    page.wait_for_selector(".plan")


def arranging(page: Page, sit: Sit) -> None:
    turn(page, sit)
    page.locator(".action.arrange").click()
    page.wait_for_selector("html.arranging")


def menu(page: Page, sit: Sit) -> None:
    turn(page, sit)
    page.locator("#menu summary").click()


def settings(page: Page, sit: Sit) -> None:
    turn(page, sit)
    page.locator("[data-settings]").click()


def advice(page: Page, sit: Sit) -> None:
    turn(page, sit)
    page.locator("[data-ask-hint]").click()
    page.wait_for_selector(".advice")


def sheets(page: Page, sit: Sit) -> None:
    sit(page, "over")
    page.locator("#menu summary").click()
    page.locator("#menu [data-sheets]").click()
    page.wait_for_selector("#dialog[open]")


def replay(page: Page, sit: Sit) -> None:
    turn(page, sit)
    page.goto("/t/turn/at/40")


def waiting(page: Page, _: Sit) -> None:
    new_table(page, "me", "open", "open")
    connected(page)


def coming(page: Page, _: Sit) -> None:
    """The table of somebody else, with a seat that is free."""
    address = new_table(page, "me", "open")
    page.context.clear_cookies()
    page.goto(address)
    expect(page.get_by_role("button", name="Sit here")).to_be_visible()


def long_names(page: Page, _: Sit) -> None:
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


def records(page: Page, _: Sit) -> None:
    page.goto("/records")
    expect(page.locator(".tables li").first).to_be_visible()


def table_of(key: str) -> Callable[[Page, Sit], None]:
    return lambda page, sit: sit(page, key)


def at(path: str) -> Callable[[Page, Sit], None]:
    def go(page: Page, _: Sit) -> None:
        page.goto(path)

    return go


PAGES: dict[str, Callable[[Page, Sit], None]] = {
    "turn": turn,
    "choosing": choosing,
    "planning": planning,
    "arranging": arranging,
    "menu": menu,
    "settings": settings,
    "sheets": sheets,
    "advice": advice,
    "over": table_of("over"),
    "replay": replay,
    "waiting": waiting,
    "coming": coming,
    "long names": long_names,
    "ending": at("/t/over/end"),
    "cars": table_of("cars"),
    "records": records,
    "no such table": at("/t/nothing"),
}


USUAL = ("turn", "menu", "sheets", "long names")

# What there is depends on the width, and the scheme changes colours alone: a fourth look would find nothing else.
# The third is for what is on wide screens only, in the dark. There is little of it, so the deep run looks.
LOOKS: tuple[tuple[int, int, Literal["light", "dark"], tuple[str, ...]], ...] = (
    (360, 740, "dark", ()),
    (1280, 800, "light", ()),
    (1280, 800, "dark", ("color-contrast",)),
)


@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.usual] if name in USUAL else []) for name in PAGES])
def test_axe_finds_nothing_light_or_dark_and_nothing_scrolls_sideways(window: Window, sit: Sit, name: str, deep: bool) -> None:
    page = window(360, 740)
    PAGES[name](page, sit)
    for width, height, scheme, rules in LOOKS if deep else LOOKS[:2]:
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=scheme)
        assert fits(page), width
        assert violations(page, *rules) == [], f"{width} {scheme}"
    page.set_viewport_size({"width": 768, "height": 1024})
    assert fits(page)


@pytest.mark.usual
def test_replay_goes_by_keys_and_the_address_names_the_moment(window: Window, sit: Sit) -> None:
    page = window()
    turn(page, sit)
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
