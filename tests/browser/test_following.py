"""What the others did is shown step by step and can be skipped; whoever listens is told each event once, however it is shown."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from freightyard.core.contract import CHANCE, State
from freightyard.games import game_named
from tests.browser.driving import connected
from tests.browser.looking import NOTE_SHIFTS
from tests.browser.staging import Stage, When, prepared
from tests.server.running import Server

Window = Callable[..., Page]
TABLES = ("escapes", "clicking", "hiddentab", "replaced", "shifts", "lately")


def ends_the_day(state: State) -> bool:
    """Ann can call a locomotive, and with that the trains leave."""
    if state.to_act() != 0 or "call" not in state.view(0).legal:
        return False
    after = state.clone()
    after.say("call")
    while after.to_act() == CHANCE and after.sheet() is None:
        after.play(after.chances()[0][0])
    return after.sheet() is not None


def last_car(state: State) -> State | None:
    """The moment after Ann has put the only car that she holds somewhere, and chance has had its turn."""
    board = state.view(None).board
    if state.to_act() != 0 or board.phase != "placing" or len(board.hand) != 1:
        return None
    after = state.clone()
    after.play(after.legal()[0])
    while after.to_act() == CHANCE:
        after.play(after.chances()[0][0])
    return after


def ends_the_day_and_begins_the_next(state: State) -> bool:
    """Who is last in a round of two is the first in the next."""
    after = last_car(state)
    return after is not None and after.to_act() == 0 and after.view(None).board.day > state.view(None).board.day


def ends_the_game(state: State) -> bool:
    after = last_car(state)
    return after is not None and after.outcome() is not None


def turns_over(turns: int) -> When:
    """The middle of a game, when Ann is to act."""
    return lambda state: state.turns >= turns and state.to_act() == 0


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Stage:
    """Tables at which Ann can call a locomotive; then two bots act, as fast as they can."""
    stage = Stage(tmp_path_factory.mktemp("staged") / "yard.db")

    async def set_up() -> None:
        await stage.enter()
        for key in TABLES:
            await stage.set_up(
                key,
                "freight-train",
                "whitewind-1993",
                lambda state: state.turns >= 6 and state.to_act() == 0 and "call" in state.view(0).legal,
                bots=["greedy"] * 3,
                seed="following",
            )
        for game, turns in (("freight-train", 20), ("freight-cars", 20), ("freight", 10)):
            edition = game_named(game).editions[0]
            await stage.set_up(f"log{game}", game, edition, turns_over(turns), bots=["greedy"] * 3, seed="log")
        await stage.set_up("daysend", "freight-train", "whitewind-1993", ends_the_day, bots=["greedy"] * 3, seed="following")
        for key, until in (("dayends", ends_the_day_and_begins_the_next), ("gameends", ends_the_game)):
            await stage.set_up_somehow(key, "freight-train", "whitewind-1993", until, bots=["greedy"] * 2)

    return prepared(stage, set_up)


@pytest.fixture
def looking(window: Window, stage: Stage, server: Server) -> Callable[..., Page]:
    def look(key: str, motion: str, *, own: bool = True) -> Page:
        page = window(1366, 650, reduced_motion="no-preference")
        page.add_init_script(f"localStorage.setItem('motion', '{motion}'); localStorage.setItem('confirm', '0')")
        # All that was ever spoken, since a page keeps only the last of it.
        page.add_init_script(
            "addEventListener('DOMContentLoaded', () => { window.spoken = []; new MutationObserver((all) => {"
            " for (const one of all) for (const line of one.addedNodes) window.spoken.push(line.textContent); })"
            ".observe(document.querySelector('#say'), { childList: true }); })"
        )
        if own:
            stage.sign_in(page, server)
        page.goto(f"/t/{key}")
        connected(page)
        return page

    return look


def others_act(page: Page) -> None:
    """Ann calls a locomotive, and what the bots do waits."""
    page.locator('.action[data-word="call"]').click()
    expect(page.locator(".skip-steps")).to_be_visible()
    assert page.locator("#view .can").count() == 0, "nobody can act before what led to it was shown"


def at_present(page: Page, other: Page) -> None:
    """The page shows what another one does, on which nothing waits."""
    expect(other.locator("#prompt")).to_contain_text("Ann’s turn")
    expect(page.locator("#view")).to_have_attribute("data-ply", other.locator("#view").get_attribute("data-ply") or "")
    expect(page.locator(".skip-steps")).to_be_hidden()
    expect(page.locator("#prompt[data-live]")).to_be_visible()


def test_escape_shows_the_rest_at_once_and_each_event_is_told_once(looking: Callable[..., Page]) -> None:
    page, other = looking("escapes", "slow"), looking("escapes", "off", own=False)
    others_act(page)
    expect(other.locator("#prompt")).to_contain_text("Ann’s turn")  # nothing waits there
    assert page.locator("#view").get_attribute("data-ply") != other.locator("#view").get_attribute("data-ply")
    page.keyboard.press("Escape")
    at_present(page, other)
    told = other.evaluate("spoken")
    assert len(told) > 3
    assert [line for line in page.evaluate("spoken") if line in told] == told  # and tips, which the other page has not
    assert page.locator("#log").inner_html() == other.locator("#log").inner_html()


def test_a_click_on_the_board_shows_the_rest_and_hits_nothing_that_has_come_there(looking: Callable[..., Page]) -> None:
    page, other = looking("clicking", "slow"), looking("clicking", "off", own=False)
    others_act(page)
    expect(other.locator("#prompt")).to_contain_text("Ann’s turn")
    assert page.evaluate(FORM_IS_SENT), "a form is not sent if the click on its button replaces it"
    car = page.locator("#main-yard .car").first.bounding_box()
    assert car is not None
    page.mouse.click(car["x"] + car["width"] / 2, car["y"] + car["height"] / 2)
    at_present(page, other)
    expect(page.locator(".tray .car")).to_have_count(0)  # what lies there now was not meant
    page.mouse.move(0, 0)  # a click at the same place as the one before is no second half of a double click
    page.locator("#main-yard .car.can").first.click()
    expect(page.locator(".tray .car")).to_have_count(1)


FORM_IS_SENT = """() => {
  const form = document.createElement('form');
  let sent = false;
  form.innerHTML = '<button>Take my seat back</button>';
  form.addEventListener('submit', (event) => { event.preventDefault(); sent = true; });
  document.querySelector('#prompt').append(form);
  form.firstChild.click();
  form.remove();
  return sent;
}"""


def test_a_tab_that_nobody_sees_shows_everything_at_once(looking: Callable[..., Page]) -> None:
    page, other = looking("hiddentab", "slow"), looking("hiddentab", "off", own=False)
    others_act(page)
    page.evaluate(
        "() => { Object.defineProperty(document, 'hidden', { value: true, configurable: true });"
        " document.dispatchEvent(new Event('visibilitychange')); }"
    )
    at_present(page, other)


@pytest.mark.usual
def test_nothing_jumps_while_others_act(looking: Callable[..., Page]) -> None:
    """New lines of the log, and players whose lines get longer, push what lies below them aside: it slides. Slowly: where a busy
    machine paints no frame during a slide, the next one is measured from where it began, not from where it was seen to end."""
    page = looking("shifts", "slow")
    page.evaluate(NOTE_SHIFTS)
    lines = page.locator(".lines li").count()
    others_act(page)
    expect(page.locator("#prompt[data-live]")).to_be_visible()
    page.wait_for_function("before => document.querySelectorAll('.lines li').length >= before + 2", arg=lines)
    page.wait_for_function("() => !document.getAnimations().some((each) => each.effect.getComputedTiming().iterations === 1)")
    assert [(value, nodes) for value, acted_on, nodes in page.evaluate("shifts") if not acted_on] == []


def test_points_count_up_before_the_sheet_opens(looking: Callable[..., Page]) -> None:
    """The trains leave when Ann's turn is over. Her page moves slowly; whoever skips sees the sheet at once."""
    page, other = looking("daysend", "slow"), looking("daysend", "off", own=False)
    before = page.locator("#players .chip").all_text_contents()  # not what `innerText` makes of hidden words
    page.evaluate(
        """() => { window.counted = []; new MutationObserver(() => {
        const dialog = document.querySelector('#dialog');
        counted.push([document.querySelector('.counting') !== null, dialog.open,
                      [...document.querySelectorAll('#players .chip')].map((chip) => chip.firstChild.data)]);
        }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true }); }"""
    )
    page.locator('.action[data-word="call"]').click()
    expect(page.locator("#dialog")).to_be_visible()
    expect(other.locator("#dialog")).to_be_visible()
    after = page.locator("#players .chip").all_text_contents()
    assert after != before
    assert after == other.locator("#players .chip").all_text_contents()
    seen = page.evaluate("counted")
    assert any(counting for counting, _, _ in seen)
    assert not any(counting and shown for counting, shown, _ in seen), "the sheet comes after the counting"
    assert len({tuple(points) for counting, _, points in seen if counting}) > 2, "the numbers run"
    # the next day waits until the sheet is closed
    first = page.locator("#main-yard .car").first
    expect(first).to_be_hidden()
    page.locator("#dialog button").first.click()
    expect(page.locator("#dialog")).to_be_hidden()
    expect(first).to_be_visible()


def test_a_click_while_points_are_counted_brings_the_sheet_and_does_nothing_behind_it(looking: Callable[..., Page]) -> None:
    page = looking("dayends", "slow")
    page.locator(".tray .car.can").click()
    page.locator("#view .can[data-place]").first.click()
    page.wait_for_selector("#players .counting")
    page.locator("#own-yard .car.can").first.click()
    expect(page.locator("#dialog")).to_be_visible()
    expect(page.locator(".tray .car")).to_have_count(0)
    page.locator("#dialog button").first.click()
    expect(page.locator("#prompt[data-phase=turn] .action").first).to_be_visible()
    expect(page.locator(".tray .car")).to_have_count(0)


def test_trains_that_left_for_the_last_time_stay_on_the_board(looking: Callable[..., Page]) -> None:
    page = looking("gameends", "fast")
    page.locator(".tray .car.can").click()
    page.locator("#view .can[data-place]").first.click()
    expect(page.locator("#sheets[data-over]")).to_be_attached()
    expect(page.locator("#dialog")).to_be_visible()
    page.locator("#dialog button").first.click()
    for trains in ("#trains .train:has(.car)", "#players .minis"):
        assert page.locator(trains).count()
        for train in page.locator(trains).all():
            expect(train).to_be_visible()


def test_the_log_is_in_sight_on_a_desktop_and_its_turns_unfold(looking: Callable[..., Page]) -> None:
    for game in ("freight-train", "freight-cars", "freight"):
        page = looking(f"log{game}", "off")
        for width, height in ((1366, 650), (1920, 1080)):
            page.set_viewport_size({"width": width, "height": height})
            box = page.locator(".lines").bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= height, game
            line = page.locator("#log > li").first.bounding_box()
            assert line is not None
            assert box["height"] >= line["height"] >= 15, game
        turn = page.locator("#log details").first
        turn.locator("summary").click()
        expect(turn.locator("p").first).to_be_visible()
        assert page.locator("#log summary .disc").count() > 0, "whose turn it was is told by their colour too"
        page.close()


@pytest.mark.usual
def test_a_click_on_what_is_replaced_meanwhile_is_not_lost(looking: Callable[..., Page]) -> None:
    page = looking("replaced", "normal")
    page.evaluate(  # a motion that changes nothing until it has to be over
        """async () => {
        const module = [...document.scripts].find((script) => script.src.endsWith('/page/static/client.js')).src;
        const { motionBy } = await import(module.replace('client.js', 'follow.js'));
        motionBy((change, message, { signal }) => {
            window.moving = true;
            return new Promise((over) => signal.addEventListener('abort', over));
        });
        }"""
    )
    first, second = page.locator("#main-yard .car.can").nth(0), page.locator("#main-yard .car.can").nth(1)
    words = [car.get_attribute("data-word") for car in (first, second)]
    assert words[0] != words[1]
    second_box = second.bounding_box()
    assert second_box is not None
    first.click()
    page.wait_for_function("() => window.moving")  # the answer is there, and what it changes is held back
    expect(page.locator(".tray .car")).to_have_count(0)
    page.mouse.click(second_box["x"] + second_box["width"] / 2, second_box["y"] + second_box["height"] / 2)
    expect(page.locator(".tray .car")).to_have_count(2)


def test_on_a_phone_the_prompt_tells_what_the_others_did_until_one_acts(window: Window, stage: Stage, server: Server) -> None:
    page = window(390, 844)
    stage.sign_in(page, server)
    page.add_init_script("localStorage.setItem('guide:freight-train', 'done'); localStorage.setItem('motion', 'off')")
    page.goto("/t/lately")
    connected(page)
    page.locator('[data-word="call"]').click()
    page.locator(".plan .go").click()
    page.wait_for_selector(".log-turns:has-text('Ann calls a locomotive')")
    page.wait_for_selector("#prompt[data-live] > .lately:visible")
    told = page.locator(".lately > li")
    logged = page.locator(".log-turns > * > li").evaluate_all(
        "all => all.map((line) => line.querySelector('summary, :scope > span').textContent)"
    )
    own = next(number for number, words in enumerate(logged) if "calls a locomotive" in words and "Ann" in words)
    assert own > 0
    assert told.all_text_contents() == logged[: min(own, 2)][::-1], "in the log's words, the last one below"
    inside = "() => document.querySelector('#prompt').contains(document.querySelector('.lately'))"
    assert page.evaluate(inside), "it is part of the prompt, whose height the page below knows"
    heights = told.evaluate_all("all => all.map((line) => line.getBoundingClientRect().height)")
    assert max(heights) < 26, "a line for each turn"
    page.locator("#main-yard .can").first.click()
    expect(page.locator(".lately")).to_have_count(0)
