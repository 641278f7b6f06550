"""A review in real Chromium: asked for, waited for, read on a phone, and tried again from one of its moments."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from freightyard.core.record import write
from freightyard.games import game_named
from tests.review.games import end_of_a_game
from tests.server.running import Browser, Server

Window = Callable[..., Page]


def test_a_review_comes_while_one_waits_and_a_moment_is_tried_again(window: Window, server: Server) -> None:
    record = end_of_a_game()
    with Browser(server.url) as somebody:
        home = somebody.post("/import", text=write(record, game_named(record.game))).headers["location"]
    page = window(390, 844)
    page.goto(f"{server.url}{home}/end")
    page.get_by_role("link", name="Review", exact=True).click()
    page.get_by_role("button", name="Review this game").click()
    expect(page.get_by_role("heading", name="Luck and skill")).to_be_visible(timeout=120_000)
    expect(page.locator(".chart.shares svg.narrow")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    picture = page.locator(".moments img").first
    picture.scroll_into_view_if_needed()
    page.wait_for_function("[...document.querySelectorAll('.moments img')].some((img) => img.complete && img.naturalWidth)")
    page.get_by_role("link", name="Try it again from here").first.click()
    expect(page).to_have_url(re.compile(rf"{home}/play/\d+$"))
    expect(page.locator("form[method=post]").first).to_be_visible()
