"""A lesson in a browser: one thing at a time, by mouse and by keys, and nothing of it lies over what is to be clicked."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from freightyard.core.lessons import Lesson
from freightyard.core.title import LESSONS
from freightyard.games import all_games, part_of
from tests.browser.driving import connected, settled
from tests.browser.looking import accessible
from tests.depth import deep_except

Window = Callable[..., Page]
FIRST = [part_of(game.name, LESSONS)[0] for game in all_games() if part_of(game.name, LESSONS)]
TRAINS = next(lesson for lesson in FIRST if lesson.game == "freight-train")
LAPTOP, PHONE = (1366, 650), (390, 844)
SAID = "#lesson .said > p:not([hidden])"

SEND = """async (move) => {
  const client = [...document.scripts].map((script) => script.src).find((source) => source.endsWith('/page/static/client.js'));
  (await import(client)).send([move]);
}"""
# What lies over the panel's own buttons, or runs out of its sides.
WRONG = """() => [...document.querySelectorAll('#lesson, #lesson button')].filter((element) => {
  if (!element.checkVisibility()) return false;
  const box = element.getBoundingClientRect();
  if (box.left < 0 || box.right > innerWidth || box.top < 0 || box.bottom > innerHeight) return true;
  return !document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)?.closest('#lesson');
}).map((element) => element.outerHTML)"""

BOARD_TOP = "() => Math.round(document.getElementById('view').getBoundingClientRect().top + scrollY)"
# Buttons of the panel that are too small to hit.
SMALL = """() => [...document.querySelectorAll('#lesson button')].filter((element) => {
  return element.checkVisibility() && element.getBoundingClientRect().height < 24;
}).map((element) => element.outerHTML)"""


def begin(page: Page, lesson: Lesson) -> None:
    page.goto("/learn")
    page.locator(f"form[action='{lesson.address}'] button").click()
    connected(page)
    page.wait_for_selector("#lesson")


def turn_to(page: Page, step: int) -> None:
    """Read on to a step, counted from 0. A score sheet that has come, or comes, is read, too."""
    wanted = f"{SAID}[data-step='{step + 1}']"
    for _ in range(1200):
        if page.locator("#dialog[open]").count():
            page.locator("#dialog[open] form button").first.click()
        elif page.locator(wanted).count() and page.evaluate(WRONG) == []:
            return
        elif not page.locator(wanted).count() and page.locator("[data-lesson-next]:visible").count():
            page.locator("[data-lesson-next]").dispatch_event("click")
        else:
            page.wait_for_timeout(50)
    raise AssertionError(f"step {step + 1} never came, or lies under something: {page.evaluate(WRONG)}")


def make(page: Page, move: str) -> None:
    """Make a move. One that was chosen while an older moment was shown is refused, and made anew."""
    before = page.locator("#view").get_attribute("data-ply")
    for _ in range(3):
        page.evaluate(SEND, move)
        settled(page)
        if page.locator("#view").get_attribute("data-ply") != before:
            return
    raise AssertionError(f"{move} was refused: {page.locator('#oops').inner_text()}")


@pytest.mark.usual
def test_a_lesson_is_followed_by_mouse_and_keys(window: Window) -> None:
    page = window(width=1366, height=650)
    begin(page, TRAINS)
    expect(page.locator(SAID)).to_have_text(TRAINS.steps[0].say)
    assert page.locator(".taught").count() == 1
    assert page.locator(".note.tip").count() == 0  # the lesson says what to do
    accessible(page)
    page.locator("[data-lesson-next]").focus()
    for step in (1, 2, 3):
        page.keyboard.press("Enter")
        expect(page.locator(SAID)).to_have_text(TRAINS.steps[step].say)
    assert "#lesson" in page.evaluate("'#' + (document.activeElement.id || document.activeElement.closest('[id]').id)")
    expect(page.locator("#say")).to_contain_text("Dig it out")
    page.locator("#main-5 .can").first.click()
    expect(page.locator("#oops")).to_contain_text("You could take that one.")
    for _ in range(3):
        page.locator("#main-2 .can").first.click()
        settled(page)
    turn_to(page, 4)
    page.locator("[data-undo]").click()
    expect(page.locator(SAID)).to_contain_text("Good. Go on.")
    page.locator("#main-2 .can").first.click()
    turn_to(page, 4)


@pytest.mark.parametrize("size", deep_except(LAPTOP, among=(LAPTOP, PHONE)), ids=str)
@pytest.mark.parametrize("lesson", FIRST, ids=lambda lesson: lesson.game)
def test_every_step_can_be_read_and_left_and_axe_finds_nothing(window: Window, lesson: Lesson, size: tuple[int, int]) -> None:
    page = window(width=size[0], height=size[1])
    begin(page, lesson)
    tops = set()
    places: dict[str, set[float]] = {"back": set(), "next": set()}
    for number, step in enumerate(lesson.steps):
        turn_to(page, number)
        tops.add(page.evaluate(BOARD_TOP))
        for name, found in places.items():
            button = page.locator(f"[data-lesson-{name}]:visible")
            if button.count():
                found.add(round(button.evaluate("button => button.getBoundingClientRect().left")))
        assert page.locator(".taught").count() > 0 or not step.look, step.look
        if number in (0, len(lesson.steps) - 1):
            accessible(page)
        for move in step.moves:
            make(page, move)
    assert len(tops) == 1, "whatever is said, the board stays where it is"
    assert all(len(found) == 1 for found in places.values()), f"Back and Next keep their places: {places}"
    assert page.evaluate(SMALL) == []
    page.get_by_role("button", name="Play on from here").click()
    connected(page)
    assert page.locator("#lesson").count() == 0
    page.wait_for_selector("html[data-turn]")


def test_a_lesson_that_was_followed_to_its_end_is_marked_on_the_list(window: Window) -> None:
    page = window(width=1366, height=650)
    begin(page, TRAINS)
    for number, step in enumerate(TRAINS.steps):
        turn_to(page, number)
        for move in step.moves:
            make(page, move)
    page.get_by_role("button", name="Leave lesson").click()
    expect(page.locator(f"form[action='{TRAINS.address}']")).to_contain_text("Done")
    expect(page.get_by_role("button", name=re.compile(f"Again ?: {TRAINS.title}"))).to_be_visible()
    expect(page.locator("[data-solved]:visible")).to_have_count(2)  # that it is done, and the word of its button


def test_on_a_phone_a_lesson_begins_where_its_first_sentence_points(window: Window) -> None:
    page = window(*PHONE)
    begin(page, next(lesson for lesson in FIRST if lesson.game == "freight-train"))
    trains, panel = page.locator("#trains.taught").bounding_box(), page.locator("#lesson").bounding_box()
    assert trains is not None
    assert panel is not None
    assert 0 <= trains["y"] < trains["y"] + trains["height"] <= panel["y"]
