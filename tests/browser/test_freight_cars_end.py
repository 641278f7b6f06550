"""The end of Freight Cars in a real browser: what can no longer be done is not offered, and the page says why."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from freightyard.core.contract import State
from tests.browser.driving import connected
from tests.browser.freight_cars_hands import EDITION
from tests.browser.staging import Stage, opened, prepared
from tests.server.running import Server

Window = Callable[..., Page]


def last_shipping(state: State) -> bool:
    """The first seat may ship for the last time, and still has a card in its hand."""
    board = state.view(0).board
    return state.to_act() == 0 and board.phase == "last-shipping" and bool(board.seats[0].hand or board.seats[0].open)


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Stage:
    stage = Stage(tmp_path_factory.mktemp("staged") / "yard.db")

    async def set_up() -> None:
        await stage.enter()
        await stage.set_up("lastcars", "freight-cars", EDITION, last_shipping, bots=["random"] * 2, seed="end of cars")

    return prepared(stage, set_up)


@pytest.fixture(scope="module")
def server(chromium: Browser, stage: Stage, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with opened(stage, tmp_path_factory.mktemp("log")) as running:
        yield running


@pytest.fixture
def page(window: Window, stage: Stage, server: Server) -> Page:
    page = window(390, 844)
    page.context.add_cookies([{"name": "freightyard", "value": stage.secret, "url": server.url}])
    page.goto("/t/lastcars")
    connected(page)
    return page


def test_the_workshop_of_the_final_shipping_says_that_nothing_can_be_loaded(page: Page) -> None:
    expect(page.locator(".card .fit, .has-plan")).to_have_count(0)
    page.locator("#hand [data-plan]").first.click()
    go = page.locator('[data-shop="load"]')
    expect(go).to_have_text("No more loading: the game is ending.")
    expect(go).to_be_disabled()


def test_finishing_is_asked_in_a_whole_sentence(page: Page) -> None:
    page.locator('#prompt [data-word="decline"]').click()
    expect(page.locator(".plan p")).to_contain_text("Ship nothing and finish?")
    expect(page.locator(".plan .go")).to_have_text("Finish")
