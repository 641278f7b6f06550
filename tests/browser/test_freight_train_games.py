"""Games of Freight Train to their end, by mouse alone, by keys alone and by touch alone: the last round of each in every run, and
whole games with --deep."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from freightyard.core.chance import Stream
from freightyard.core.contract import State
from tests.browser.driving import LIVE, connected, is_over, new_table, play_until
from tests.browser.freight_train_hands import drags_on, keys_and_letters, taps_on
from tests.browser.staging import Stage, prepared
from tests.depth import deep_except
from tests.server.running import Server

Window = Callable[..., Page]
Hand = Callable[[Page, Stream], str]
WAYS: dict[str, tuple[Hand, dict[str, object]]] = {
    "mouse": (drags_on, {}),
    "keys": (keys_and_letters, {}),
    "touch": (taps_on, {"has_touch": True, "is_mobile": True, "width": 390, "height": 844}),
}


def last_round(day: int) -> Callable[[State], bool]:
    """The Trains Leave card has come, and a last turn of the person is left."""

    def reached(state: State) -> bool:
        board = state.view(0).board
        return bool(state.to_act() == 0 and board.day == day and board.leave is None and board.phase == "turn")

    return reached


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Stage:
    stage = Stage(tmp_path_factory.mktemp("staged") / "yard.db")

    async def set_up() -> None:
        await stage.enter()
        await stage.set_up("day-2", "freight-train", "whitewind-1993", last_round(2), bots=["greedy", "greedy"], seed="ending-1")
        for way in WAYS:
            await stage.set_up(way, "freight-train", "whitewind-1993", last_round(3), bots=["greedy", "greedy"], seed="ending-1")

    return prepared(stage, set_up)


def sheets_of(page: Page, hand: Hand, seed: str) -> set[str]:
    """Play to the end. The titles of the sheets that opened on the way."""
    found: set[str] = set()

    def watched(page: Page, luck: Stream) -> str:
        page.wait_for_selector(LIVE, state="attached")  # first: while others play, a day can end
        if page.locator("#dialog[open]").count():
            found.add(page.locator("#dialog caption").first.inner_text())
        return hand(page, luck)

    play_until(page, is_over, watched, seed)
    expect(page.locator("#ask")).to_contain_text("The game is over")
    return found


@pytest.mark.parametrize("way", deep_except("keys", among=WAYS))
def test_the_last_round(window: Window, stage: Stage, server: Server, way: str) -> None:
    hand, options = WAYS[way]
    page = window(**options)
    stage.sign_in(page, server)
    page.goto(f"/t/{way}")
    connected(page)
    sheets_of(page, hand, way)
    if not page.locator("#dialog[open]").count():  # it opens by itself, and the hand may have closed it already
        page.locator("#prompt [data-sheets]").click()
    expect(page.locator("#dialog[open]")).to_contain_text("win")
    assert page.locator("#dialog caption").all_inner_texts() == ["Whole game", "Day 3", "Day 2", "Day 1"]
    page.locator("#dialog form button").click()
    before = page.url
    page.get_by_role("button", name="Play again").click()
    expect(page).not_to_have_url(before)
    connected(page)
    assert not is_over(page)


@pytest.mark.usual
def test_at_the_end_of_a_day_the_trains_roll_out_and_then_the_sheet_opens(window: Window, stage: Stage, server: Server) -> None:
    page = window(1366, 650, reduced_motion="no-preference")
    stage.sign_in(page, server)
    page.goto("/t/day-2")
    connected(page)
    page.evaluate(
        """() => {
          window.seen = [];
          new MutationObserver(() => {
            if (document.querySelector('.rolling')) window.seen.push(document.querySelector('#dialog').open ? 'late' : 'rolling');
          }).observe(document.querySelector('#view'), { childList: true });
        }"""
    )
    luck = Stream("leaving")
    while not page.locator("#dialog[open]").count():
        drags_on(page, luck)
        page.wait_for_selector(LIVE, state="attached")
    expect(page.locator("#dialog caption").first).to_have_text("Day 2")
    assert set(page.evaluate("window.seen")) == {"rolling"}
    expect(page.locator(".rolling, .floating")).to_have_count(0)
    expect(page.locator("#day h2")).to_have_text("Day 3 of 3")


@pytest.mark.deep
@pytest.mark.parametrize("way", WAYS)
def test_a_whole_game(window: Window, way: str) -> None:
    hand, options = WAYS[way]
    page = window(**options)
    new_table(page, "me", "bot:greedy")
    connected(page)
    assert sheets_of(page, hand, way) >= {"Day 1", "Day 2"}
