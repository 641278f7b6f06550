"""The tips of a first game, and hints: what they say when, and that they neither move nor cover the board."""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from freightyard.core.chance import Stream
from freightyard.core.contract import State
from freightyard.games import game_named
from tests.browser.driving import TURN, click_on, connected, new_table
from tests.browser.freight_cars_hands import set_up, sure
from tests.browser.looking import BOXES, COVERED
from tests.browser.staging import Stage, prepared
from tests.depth import deep_except
from tests.server.running import Server

Window = Callable[..., Page]
GAMES = ("freight-train", "freight-cars", "freight")
SIZES = ((1440, 900), (1366, 650), (1366, 560), (1280, 720), (1024, 768), (768, 1024), (390, 844))
TIP = ".note.tip"

# How much of the note must be scrolled to, where it ends, and where the board begins.
MEASURE = """() => {
  scrollTo(0, 0);
  const note = document.querySelector('.note');
  const [bottom, top] = [note.getBoundingClientRect().bottom, document.querySelector('#view').getBoundingClientRect().top];
  return [note.scrollHeight - note.clientHeight, bottom, top];
}"""


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Stage:
    """A table at which the player can do nothing but pass."""
    stage = Stage(tmp_path_factory.mktemp("staged") / "yard.db")

    def stuck(state: State) -> bool:
        return state.to_act() == 0 and tuple(state.view(0).legal) == ("pass",)

    async def set_up() -> None:
        await stage.enter()
        await stage.set_up("stuck", "freight-train", "mayfair-1996", stuck, bots=["random"] * 4, seed="stuck-17")

    return prepared(stage, set_up)


def table(page: Page, game: str) -> None:
    """A new table, when there is something to do."""
    new_table(page, "me", "bot:random", game=game, edition=game_named(game).editions[0])
    connected(page)
    page.wait_for_selector("html[data-turn]")


def play_turn(page: Page, luck: Stream) -> list[str]:
    """A turn of Freight Train by clicks, and what the tips said meanwhile."""
    page.wait_for_selector("#prompt[data-live]")
    said: list[str] = []
    while True:
        if page.locator(TIP).count():
            said.append(page.locator(f"{TIP} p").inner_text())
        if click_on(page, luck) == ".plan .go":  # the question before a turn ends
            return said


@pytest.mark.usual
def test_tips_tell_the_goal_first_then_a_turn_then_the_rest_and_never_come_back(window: Window) -> None:
    page = window()
    luck = Stream("tips")
    new_table(page, "me", "bot:random")
    connected(page)
    expect(page.locator(TIP)).to_contain_text("Your goal")  # whoever's turn it is
    page.get_by_role("button", name="Next", exact=True).click()
    expect(page.locator(TIP)).not_to_contain_text("Your goal")
    page.wait_for_selector(TURN)
    expect(page.locator(TIP)).to_contain_text("left end")
    page.locator("#main-yard .can").first.click()
    expect(page.locator(TIP)).to_contain_text("frees the one behind it")
    said = play_turn(page, luck)
    assert not [tip for tip in said if "goal" in tip or "left end" in tip], "every tip is shown once"
    assert any("You took these cars" in tip for tip in said)
    expect(page.locator(TIP)).to_contain_text("That was a turn")
    expect(page.locator("#own-yard")).to_have_class(re.compile(r"\btipped\b"))  # what it speaks of is framed
    page.wait_for_selector(TURN)  # others played, and it is still there to be read
    expect(page.locator(TIP)).to_contain_text("That was a turn")
    page.reload()
    connected(page)
    expect(page.locator(TIP)).to_contain_text("That was a turn")
    page.get_by_role("button", name="Got it").click()
    expect(page.locator(TIP)).to_have_count(0)
    assert play_turn(page, luck) == []
    page.reload()
    connected(page)
    page.wait_for_selector(TURN)
    expect(page.locator(TIP)).to_have_count(0)


def test_nobody_is_told_to_choose_a_place_while_the_end_of_the_turn_is_asked_about(window: Window) -> None:
    page = window()
    table(page, "freight-train")
    page.get_by_role("button", name="Next", exact=True).click()
    for taken in range(3):
        page.locator("#main-yard button.car.can").first.dblclick()
        expect(page.locator("#trains .planned-car, #trains .planned")).to_have_count((1, 2, 1)[taken])
    expect(page.locator(".plan")).to_contain_text("end your turn?")
    expect(page.locator(TIP)).to_have_count(0)
    page.locator(".plan .quiet").click()
    expect(page.locator(TIP)).to_contain_text("Put it on a train of its kind")


@pytest.mark.parametrize(("edition", "scores"), [("mayfair-1996", True), ("whitewind-1993", False)])
def test_the_goal_names_the_mixed_train_where_it_scores(window: Window, edition: str, scores: bool) -> None:
    page = window()
    new_table(page, "me", "bot:random", edition=edition)
    connected(page)
    expect(page.locator(TIP)).to_contain_text("Your goal")
    assert ("mixed train" in page.locator(TIP).inner_text()) == scores


def test_the_last_tip_goes_with_the_next_turn_if_nobody_closes_it(window: Window) -> None:
    page = window()
    luck = Stream("last")
    new_table(page, "me", "bot:random")
    connected(page)
    play_turn(page, luck)
    expect(page.locator(TIP)).to_contain_text("That was a turn")
    page.wait_for_selector(TURN)
    said = play_turn(page, luck)
    assert said
    assert all("That was a turn" in tip for tip in said)
    expect(page.locator(TIP)).to_have_count(0)


def test_what_was_a_turn_at_another_table_is_not_told_before_the_first_one_here(window: Window) -> None:
    page = window()
    new_table(page, "me", "bot:random")
    page.evaluate("localStorage.setItem('guide:freight-train', 'last /t/another')")
    page.reload()
    connected(page)
    page.wait_for_selector(TURN)
    expect(page.locator(TIP)).to_have_count(0)


def test_the_last_tip_goes_with_any_turn_though_it_came_with_a_shipment(window: Window) -> None:
    page = window()
    page.goto("/")
    page.evaluate("localStorage.setItem('guide:freight-cars', 'last')")
    new_table(page, "me", "bot:random", game="freight-cars", edition=game_named("freight-cars").editions[0])
    connected(page)
    set_up(page)
    page.wait_for_selector("html[data-turn]")
    expect(page.locator(TIP)).to_contain_text("When the End of Game card turns up")
    sure(page, page.locator("#tableau .card.can").first)
    expect(page.locator(TIP)).to_have_count(0)


def test_the_auction_before_a_first_turn_has_a_tip_of_its_own(window: Window) -> None:
    page = window()
    table(page, "freight")
    expect(page.locator(TIP)).to_contain_text("Your goal")
    page.get_by_role("button", name="Next", exact=True).click()
    expect(page.locator(TIP)).to_contain_text("Bid for a place in the turn order")


def test_choices_before_the_game_are_no_turn(window: Window) -> None:
    page = window()
    table(page, "freight-cars")
    expect(page.locator(TIP)).to_contain_text("Your goal")
    for verb in ("keep", "discard"):
        page.locator(f'#view .can[data-word^="{verb} "]').first.click()
        page.locator(".plan .go").click()
        page.wait_for_function(f"() => !document.querySelector('#view [data-word^=\"{verb} \"]')")
        assert not page.get_by_text("That was a turn").count()
    page.wait_for_selector("html[data-turn]")
    expect(page.locator(TIP)).to_contain_text("A turn is one action")


def test_a_pass_is_no_turn(window: Window, stage: Stage, server: Server) -> None:
    page = window()
    stage.sign_in(page, server)
    page.goto("/t/stuck")
    connected(page)
    expect(page.locator("#ask")).to_have_text("No action is possible: pass.")
    page.locator('[data-word="pass"]').click()
    page.locator(".plan .go").click()
    page.wait_for_function("() => !document.querySelector('[data-word=\"pass\"]')")
    assert page.evaluate("localStorage.getItem('guide:freight-train')").startswith("turn")
    assert not page.get_by_text("That was a turn").count()


@pytest.mark.parametrize("game", deep_except("freight-cars", among=GAMES))
@pytest.mark.usual
def test_tips_are_hidden_for_good_and_come_back_when_asked(window: Window, game: str) -> None:
    page = window()
    table(page, game)
    expect(page.locator(TIP)).to_contain_text(re.compile("goal"))
    assert page.locator(".tipped").count()
    page.get_by_role("button", name="Hide tips").click()
    expect(page.locator(TIP)).to_have_count(0)
    page.reload()
    connected(page)
    page.wait_for_selector("html[data-turn]")
    expect(page.locator(TIP)).to_have_count(0)
    page.locator("#menu summary").click()
    page.get_by_role("button", name="Show tips").click()
    expect(page.locator(TIP)).to_contain_text(re.compile("goal"))


def test_tips_are_silent_while_a_question_is_asked(window: Window) -> None:
    page = window()
    table(page, "freight-train")
    page.wait_for_selector(TURN)
    page.get_by_role("button", name="Next", exact=True).click()
    expect(page.locator(TIP)).to_contain_text("left end")
    page.locator(".action.arrange").click()
    expect(page.locator(".plan")).to_be_visible()
    expect(page.locator(TIP)).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator(TIP)).to_contain_text("left end")
    page.locator('[data-word="call"]').click()
    expect(page.locator(".plan")).to_contain_text("End your turn?")
    expect(page.locator(TIP)).to_have_count(0)


# Four cars on four trains, and two reasons
LONG_PLAN = (
    "Load 4 cars: 2 from yard siding 1, 2 from siding 2; put container on a mixed train, auto rack on an auto rack train,"
    " piggyback on a piggyback train, refrigerator on a refrigerator train."
    " Your mixed train then has 6 cars and is 2 cars behind the longest. Other trains of yours grow too."
)


@pytest.mark.parametrize("game", deep_except("freight-train", among=GAMES))
@pytest.mark.usual
def test_tips_and_hints_move_nothing_and_cover_nothing(window: Window, game: str) -> None:
    page = window()
    table(page, game)
    expect(page.locator(TIP)).to_be_visible()
    page.locator("[data-ask-hint]").click()
    expect(page.locator(".note.advice")).to_be_visible()
    hint = page.locator(".note.advice p").inner_text()
    sentences: dict[str, str] = json.loads(page.locator("#sentences").inner_text())
    longest = max((words for name, words in sentences.items() if name.startswith("tip ")), key=len)
    there = page.locator(".note")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        there.evaluate("(note) => { note.hidden = true; }")
        before = page.evaluate(BOXES)
        for words in (hint, longest, *([LONG_PLAN] if width >= 1280 else [])):
            there.evaluate("(note, words) => { note.hidden = false; note.querySelector('p').textContent = words; }", words)
            assert page.evaluate(BOXES) == before, f"something moved at {width}×{height}"
            assert page.evaluate(COVERED) == [], f"covered at {width}×{height}"
            more, bottom, top = page.evaluate(MEASURE)
            assert more <= 1 or width < 1000, f"a note that must be scrolled at {width}×{height}: {words}"
            assert bottom <= top or width <= 700, f"the note lies over the board at {width}×{height}"


# A long sentence, and more buttons beside it than it has room for.
CROWD = """(ask) => {
  ask.querySelector('p').textContent = 'Take 3 cars, load from your yard, or choose below. The main yard has fewer than 3 cars.';
  const undoing = '<button class="quiet">Undo</button><button class="quiet reset">Undo all of these moves</button>';
  ask.querySelector('p').insertAdjacentHTML('afterend', `<span class="undoing">${undoing}</span>`);
}"""


@pytest.mark.parametrize("game", ["freight-train", "freight-cars"])  # the third lays its buttons out by itself
def test_what_is_asked_is_never_squeezed_between_buttons(window: Window, game: str) -> None:
    page = window()
    table(page, game)
    page.wait_for_selector("#prompt[data-live]")
    page.locator("#prompt .ask").evaluate(CROWD)
    for width, height in ((1366, 650), (1181, 650), (1024, 768), (390, 844), (360, 740)):
        page.set_viewport_size({"width": width, "height": height})
        words = page.locator("#ask").bounding_box()
        assert words is not None
        assert words["width"] >= 160, f"{words['width']} at {width}×{height}"


def test_a_hint_takes_the_place_of_a_tip_and_gives_it_back(window: Window) -> None:
    page = window()
    table(page, "freight-train")
    page.wait_for_selector(TURN)
    expect(page.locator(TIP)).to_be_visible()
    page.locator("[data-ask-hint]").click()
    expect(page.locator(".note.advice")).to_be_visible()
    expect(page.locator(".note")).to_have_count(1)
    expect(page.locator(".advised")).not_to_have_count(0)
    expect(page.locator(".tipped")).to_have_count(0)  # one frame at a time
    page.get_by_role("button", name="Close the hint").click()
    expect(page.locator(".note")).to_have_text(re.compile("Your goal"))
