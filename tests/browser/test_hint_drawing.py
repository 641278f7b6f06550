"""A hint is drawn on the board, and one button plays it."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from freightyard.core.lessons import Lesson
from freightyard.core.title import LESSONS
from freightyard.games import part_of
from tests.browser.driving import connected
from tests.browser.looking import violations
from tests.depth import deep_except

Window = Callable[..., Page]
# At a lesson the hint is what it expects: so everybody knows what is to be drawn.
DRAWN = {
    ("freight-train", "three-in-a-tie"): "#main-4 .rails .car .hint-number",
    ("freight-train", "last-turn"): '#trains [data-drop="tank"].hint-place',
    ("freight-cars", "nasty-bed"): '[data-plan="oil-10"] .hint-pieces path:nth-of-type(5)',
    ("freight", "switch"): "#advice-marks .rail.planned.o1 >> nth=1",
    ("freight", "toll"): "#advice-marks .way.planned:not(.under)",
}


def begin(page: Page, lesson: Lesson) -> None:
    page.goto("/learn")
    page.locator(f"form[action='{lesson.address}'] button").click()
    connected(page)
    page.wait_for_selector("html[data-turn]")


@pytest.mark.parametrize("which", deep_except(*list(DRAWN)[1:4], among=DRAWN), ids=str)
def test_a_hint_is_drawn_on_the_board_and_play_this_plays_it(window: Window, which: tuple[str, str]) -> None:
    game, name = which
    lesson = next(lesson for lesson in part_of(game, LESSONS) if lesson.name == name)
    page = window(width=1366, height=650)
    begin(page, lesson)
    page.locator("[data-ask-hint]").click()
    expect(page.locator(DRAWN[which])).to_be_attached()
    assert "%" not in page.locator(".note.advice").inner_text()
    assert violations(page, "color-contrast", "aria-hidden-focus", "button-name") == []
    ply = page.locator("#view").get_attribute("data-ply")
    page.get_by_role("button", name=re.compile("^Play (this|and end turn)$")).click()
    expect(page.locator("#view")).not_to_have_attribute("data-ply", ply or "")
    page.wait_for_selector("#lesson[data-state=ended]")  # the whole of it, in one go
    expect(page.locator(".hint-number, .hint-place, .hint-pieces, #advice-marks .planned")).to_have_count(0)
