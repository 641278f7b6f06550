"""A review in real Chromium: asked for, waited for, read on a phone, and tried again from one of its moments."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from freightyard.core.record import write
from freightyard.games import game_named
from tests.browser.driving import connected
from tests.browser.looking import violations
from tests.review.games import end_of_a_game
from tests.server.running import Browser, Server

Window = Callable[..., Page]


def test_a_review_comes_while_one_waits_and_a_moment_is_tried_again(window: Window, server: Server) -> None:
    record = end_of_a_game(9)
    with Browser(server.url) as somebody:
        home = somebody.post("/import", text=write(record, game_named(record.game))).headers["location"]
    page = window(390, 844)
    page.goto(f"{server.url}{home}/end")
    page.get_by_role("link", name="Review mistakes and luck").click()
    page.get_by_role("button", name="Start the review").click()
    expect(page.get_by_role("heading", name="Luck and skill")).to_be_visible(timeout=120_000)
    expect(page.locator(".chart.shares svg.narrow")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    picture = page.locator(".moments img").first
    picture.scroll_into_view_if_needed()
    page.wait_for_function("[...document.querySelectorAll('.moments img')].some((img) => img.complete && img.naturalWidth)")
    assert violations(page) == []
    page.get_by_role("button", name="Retry this turn").first.click()  # nobody knows who this is yet
    page.get_by_label("Your name").fill("Ann")
    expect(page.get_by_label("The same as they came in that game")).to_be_checked()
    page.get_by_role("button", name="Make table").click()
    expect(page).to_have_url(re.compile(r"/t/\w+$"))
    connected(page)
    table = page.url
    page.goto(f"{server.url}{home}/review")
    expect(page.get_by_role("link", name=re.compile(r"From move \d+:"))).to_have_attribute("href", table.removeprefix(server.url))
    page.get_by_role("link", name="What if?").first.click()
    expect(page.get_by_label("Drawn anew")).to_be_checked()
