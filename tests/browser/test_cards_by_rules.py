"""A game of a server is checked in the reader's own browser by the rules themselves: the site without a server has them there."""

import os
from pathlib import Path

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import expect

from tests.browser.test_cards import check, finished_by_bots
from tests.offline.conftest import built
from tests.server.running import CARDS, serving

MOST = 180_000  # milliseconds: on a busy machine Python starts slowly


@pytest.mark.deep
def test_what_was_left_to_draw_from_is_worked_out_in_this_browser(
    chromium: Chromium, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(os.environ, CARDS, "")
    with serving(tmp_path / "yard.db", "--offline-site", str(built(tmp_path / "site")), errors=tmp_path / "log") as server:
        page = chromium.new_context(base_url=server.url, reduced_motion="reduce").new_page()
        home = finished_by_bots(server, page)
        page.goto(f"{home}/end")
        told = check(page)
        assert told[0].startswith("True: all ")
        assert told[-2].endswith("is what the server says was left.")
        page.get_by_role("button", name="Check that by the rules, in this browser").click()
        page.wait_for_url("**/offline/app.html**")
        expect(page.get_by_role("button", name="Check every card in this browser")).to_be_visible(timeout=MOST)
        told = check(page)
        assert told[0].startswith("True: all ")
        assert told[-1].endswith("was worked out in this browser too.")
        expect(page.get_by_role("button", name="Check that by the rules")).to_have_count(0)
        page.context.close()
