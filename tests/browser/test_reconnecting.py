"""The server is killed in mid-game and started again: pages come back by themselves, and no accepted move is missing."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from freightyard.core.chance import Stream
from tests.browser.driving import click_on, connected, new_table
from tests.server.running import Server, serving

Window = Callable[..., Page]


@pytest.mark.usual
def test_a_killed_server_loses_nothing(window: Window, tmp_path: Path) -> None:
    database = tmp_path / "yard.db"
    with serving(database, "--log", "warning", errors=tmp_path / "log") as first:
        ann, bob = window(base=first.url), window(base=first.url)
        address = new_table(ann, "me", "open")
        bob.goto(address)
        bob.locator(".chairs input[name=name]").fill("Bob")
        bob.get_by_role("button", name="Sit here").click()
        for page in (ann, bob):
            page.wait_for_selector("#prompt")
            connected(page)
        luck = Stream("kill")
        for _ in range(2):
            acting = ann if ann.locator("#prompt[data-live]").count() else bob
            for _ in range(5):
                if acting.locator("#prompt[data-live]").count():
                    click_on(acting, luck)
        ply = max(int(page.locator("#view").get_attribute("data-ply") or 0) for page in (ann, bob))
        for page in (ann, bob):
            expect(page.locator("#view")).to_have_attribute("data-ply", str(ply))
        main = ann.locator("#main-yard .rails").all_inner_texts()
        first.kill()
        for page in (ann, bob):
            expect(page.locator("#net")).to_have_text("reconnecting…")
            expect(page.locator(".offline")).to_be_visible()
        port = first.url.rpartition(":")[2]
    with serving(database, "--log", "warning", "--port", port, errors=tmp_path / "log") as second:
        assert isinstance(second, Server)
        assert second.url == first.url
        for page in (ann, bob):
            connected(page)
            expect(page.locator(".offline")).to_have_count(0)
            expect(page.locator("#view")).to_have_attribute("data-ply", str(ply))
            assert page.locator("#main-yard .rails").all_inner_texts() == main
        acting = ann if ann.locator("#prompt[data-live]").count() else bob
        while int(acting.locator("#view").get_attribute("data-ply") or 0) == ply:
            click_on(acting, luck)
        waiting = bob if acting is ann else ann
        expect(waiting.locator("#view")).not_to_have_attribute("data-ply", re.compile(f"^{ply}$"))
