"""The site in a real browser: nothing for axe to find, no sideways scrolling on a phone, every form without JavaScript."""

import re
from collections.abc import Iterator
from typing import Literal

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import BrowserContext, expect, sync_playwright

from freightyard.games import all_games
from tests.browser.looking import fits, violations
from tests.chromium import launch, program
from tests.server.running import Server

PERSONAL = ("/", "/new", "/me", "/hello/abc")  # they show somebody who is known something else
PAGES = (
    *PERSONAL,
    *("/new?game=freight-cars", "/records", "/records?game=freight", "/about", "/nope", "/manual", "/learn"),
    *(f"/manual/{game.name}" for game in all_games()),
)
# What there is depends on the width, and the scheme changes colours alone.
LOOKS: tuple[tuple[int, Literal["light", "dark"]], ...] = ((375, "dark"), (1280, "light"))
PATIENCE = 60_000  # milliseconds for what should happen at once: the machine may be busy with other tests
expect.set_options(timeout=PATIENCE)
TABLE = re.compile("/t/[a-z0-9]+$")

pytestmark = pytest.mark.skipif(program() is None, reason="there is no Chromium on this machine")


@pytest.fixture(scope="module")
def chromium() -> Iterator[Chromium]:
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def signed_in(chromium: Chromium, server: Server) -> str:
    """The cookie of somebody with a table on which it is their turn, one that waits for players, and a long name."""
    context = visitor(chromium, server)
    page = context.new_page()
    page.goto("/")
    page.get_by_label("Your name").fill("Ottilie of the long and winding sidings")
    page.get_by_role("button", name="Play against bots at Freight Train").click()
    page.wait_for_url(TABLE)
    page.goto("/new?game=freight")
    page.get_by_label("Seat 4", exact=True).select_option("open")
    page.get_by_role("button", name="Make table").click()
    page.wait_for_url(TABLE)
    cookie = next(cookie for cookie in context.cookies() if cookie.get("name") == "freightyard")
    context.close()
    return str(cookie.get("value"))


def visitor(chromium: Chromium, server: Server, cookie: str | None = None, **options: object) -> BrowserContext:
    context = chromium.new_context(base_url=server.url, reduced_motion="reduce", **options)  # type: ignore[arg-type]
    context.set_default_timeout(PATIENCE)
    if cookie is not None:
        context.add_cookies([{"name": "freightyard", "value": cookie, "url": server.url}])
    return context


@pytest.mark.parametrize("known", [False, True])
def test_every_page_is_accessible_and_fits(chromium: Chromium, server: Server, signed_in: str, known: bool) -> None:
    context = visitor(chromium, server, signed_in if known else None)
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if message.type in ("error", "warning") else None)
    for path in PERSONAL if known else PAGES:
        page.goto(path)
        for width, scheme in LOOKS:
            page.set_viewport_size({"width": width, "height": 800})
            page.emulate_media(color_scheme=scheme)
            assert violations(page) == [], f"{path} {width} {scheme}"
            assert fits(page), f"{path} {width} scrolls sideways"
    assert [text for text in complaints if "404" not in text] == []
    context.close()


def test_a_newcomer_is_at_a_table_after_one_click(chromium: Chromium, server: Server) -> None:
    context = visitor(chromium, server)
    page = context.new_page()
    page.goto("/")
    page.get_by_role("button", name="Play against bots at Freight Train").click()
    page.wait_for_url(TABLE)
    expect(page.locator("#prompt")).to_be_visible()
    context.close()


def test_a_form_with_mistakes_is_accessible(chromium: Chromium, server: Server) -> None:
    context = visitor(chromium, server)
    page = context.new_page()
    page.goto("/new")
    page.get_by_label("Your name").fill("\u200b")
    page.get_by_label("Seat 2", exact=True).select_option("here")
    page.get_by_role("button", name="Make table").click()
    expect(page.get_by_label("Your name")).to_have_attribute("aria-describedby", "problem-name")
    expect(page.get_by_text("Please enter a name.")).to_have_count(2)
    assert violations(page) == []
    context.close()


def test_everything_works_without_javascript(chromium: Chromium, server: Server) -> None:
    context = visitor(chromium, server, java_script_enabled=False)
    page = context.new_page()
    page.goto("/")
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Play against bots at Freight Cars").click()
    page.wait_for_url(TABLE)
    address = page.url
    page.goto("/")
    page.get_by_label("Link of a table").fill(address)
    page.get_by_role("button", name="Open table").click()
    page.wait_for_url(address)
    page.goto("/new")
    page.get_by_role("link", name="Freight Train").click()
    page.wait_for_url(re.compile("game=freight-train"))
    expect(page.get_by_label("clockwise")).to_be_hidden()
    page.get_by_label("White Wind, 1993", exact=True).check()
    page.get_by_label("clockwise").check()
    page.get_by_label("Seat 2", exact=True).select_option("here")
    page.get_by_label("Name of the player on seat 2").fill("Bea")
    page.get_by_role("button", name="Make table").click()
    page.wait_for_url(TABLE)
    page.goto("/me")
    page.get_by_role("button", name="Make a link").click()
    link = page.get_by_label("Link for another device").input_value()
    other = visitor(chromium, server, java_script_enabled=False)
    there = other.new_page()
    there.goto(link)
    there.get_by_role("button", name="Sign in").click()
    expect(there.get_by_role("heading", level=1)).to_have_text("Ann")
    page.goto("/me")
    page.get_by_role("button", name="Sign out other devices").click()
    expect(page.get_by_text("All your other devices were signed out.")).to_be_visible()
    there.goto("/")
    expect(there.get_by_label("Your name")).to_be_visible()
    page.get_by_role("button", name="Sign out on this device").click()
    expect(page.get_by_label("Your name")).to_be_visible()
    other.close()
    context.close()


def test_a_link_is_copied(chromium: Chromium, server: Server, signed_in: str) -> None:
    context = visitor(chromium, server, signed_in, permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto("/me")
    page.get_by_role("button", name="Make a link").click()
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == page.get_by_label("Link for another device").input_value()
    context.close()


def test_a_refusal_leads_to_its_rule(chromium: Chromium, server: Server) -> None:
    context = visitor(chromium, server, viewport={"width": 375, "height": 800})
    page = context.new_page()
    page.goto("/manual/freight-train#ft.take-three")
    expect(page.locator('[id="ft.take-three"]')).to_be_in_viewport()
    context.close()


def test_the_lobby_keeps_up_with_what_happens(chromium: Chromium, server: Server, signed_in: str) -> None:
    watching = visitor(chromium, server)
    page = watching.new_page()
    page.goto("/")
    page.get_by_label("Your name").fill("half a na")
    making = visitor(chromium, server, signed_in)
    other = making.new_page()
    other.goto("/new?game=freight-cars")
    other.get_by_role("button", name="Make table").click()
    other.wait_for_url(TABLE)
    link = page.locator(f'#open a[href="{other.url.removeprefix(server.url)}"]')
    expect(link).to_be_visible()
    assert page.get_by_label("Your name").input_value() == "half a na", "what is being typed stays"
    making.close()
    watching.close()
