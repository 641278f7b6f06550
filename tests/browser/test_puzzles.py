"""The puzzle of the day in a browser: chosen from the list, missed, begun again, solved, and marked as solved."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from freightyard.core.puzzles import Puzzle, by_edition, puzzle_of
from freightyard.core.title import PUZZLES
from freightyard.games import all_games, game_named, part_of
from freightyard.table.puzzles import COSTS, PuzzleBoard
from tests.browser.driving import connected, settled
from tests.browser.looking import accessible
from tests.browser.test_lessons import LAPTOP, PHONE, SAID, SEND, WRONG, make
from tests.depth import deep_except

Window = Callable[..., Page]
FIRST = [of_edition[0] for game in all_games() for of_edition in by_edition(part_of(game.name, PUZZLES)).values()]


def day_of(page: Page, puzzle: Puzzle) -> None:
    """The list of a day on which this is the puzzle."""
    day = datetime.now(UTC).date()
    while puzzle_of(by_edition(part_of(puzzle.game, PUZZLES))[puzzle.edition], day) != puzzle:
        day -= timedelta(days=1)
    page.goto(f"/puzzles?day={day}")
    assert page.locator(f"form[action='{puzzle.address}']").count()


def begin(page: Page, puzzle: Puzzle) -> None:
    day_of(page, puzzle)
    page.locator(f"form[action='{puzzle.address}'] button").click()
    connected(page)
    page.wait_for_selector("#lesson[data-state=waits]")


@pytest.mark.usual
def test_a_puzzle_is_solved_and_the_list_remembers_it(window: Window) -> None:
    page = window(width=1366, height=650)
    begin(page, FIRST[0])
    for move in FIRST[0].answer:
        make(page, move)
    expect(page.locator(SAID)).to_contain_text("Solved.")
    day_of(page, FIRST[0])
    marked = page.locator("[data-solved]:visible")
    expect(marked).to_have_count(1)
    assert marked.get_attribute("data-solved") == FIRST[0].address


@pytest.mark.parametrize("size", deep_except(LAPTOP, among=(LAPTOP, PHONE)), ids=str)
@pytest.mark.parametrize("puzzle", deep_except(FIRST[0], among=FIRST), ids=lambda puzzle: f"{puzzle.game}-{puzzle.edition}")
def test_a_puzzle_is_missed_begun_again_solved_and_marked(window: Window, puzzle: Puzzle, size: tuple[int, int]) -> None:
    page = window(width=size[0], height=size[1])
    begin(page, puzzle)
    expect(page.locator(SAID)).to_have_text(puzzle.goal)
    assert page.evaluate(WRONG) == []
    accessible(page)
    board = PuzzleBoard(game_named(puzzle.game), puzzle)
    worse = next(worse for worse in puzzle.worse if board.judged(worse.moves) == (COSTS, worse))
    for move in worse.moves[:-1]:
        make(page, move)
    page.evaluate(SEND, worse.moves[-1])
    expect(page.locator("#oops")).to_contain_text("fewer of 100 games")
    if worse.moves[:-1]:
        page.get_by_role("button", name="Start again").click()
        connected(page)
        page.wait_for_selector("#lesson[data-state=waits]")
    for move in puzzle.answer:
        make(page, move)
    page.wait_for_selector("#lesson[data-state=ended]")
    if page.locator("#dialog[open]").count():
        page.locator("#dialog[open] form button").first.click()
    expect(page.locator(SAID)).to_contain_text("Solved.")
    page.locator("[data-lesson-next]").focus()
    page.keyboard.press("Enter")
    expect(page.locator(SAID)).to_contain_text("The next best plan, ")
    settled(page)
    accessible(page)
    page.get_by_role("button", name="All puzzles").click()
    page.wait_for_url("**/puzzles")
    day_of(page, puzzle)
    expect(page.locator(f"[data-solved='{puzzle.address}']")).to_be_visible()
    accessible(page)
