"""Freight Train: a turn is planned car by car, by drag, double click, touch and keys, and nothing illegal is ever planned."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from freightyard.core.contract import State
from freightyard.games.freight_train.page.turn_plan import TurnPlan, turn_plan
from freightyard.table import Table
from tests.browser.driving import TURN, connected, settled
from tests.browser.freight_train_hands import car_of, drag, twice
from tests.browser.staging import Stage, prepared
from tests.server.running import Server

Window = Callable[..., Page]
Sit = Callable[..., Page]
TABLES: dict[str, Table] = {}
TRAINS_AND_YARD = ("drag", "twice", "refused", "undo", "keys", "touch", "taps", "silent", "click", "shift", "again")


def can_take(state: State) -> bool:
    """A turn in which three cars can go to their own trains, and the yard has room."""
    board = state.view(0).board
    if (
        state.to_act() != 0
        or board.phase != "turn"
        or board.round < 3
        or not any(train.cars > 1 for train in board.seats[0].trains)
    ):
        return False
    places = turn_plan(state.view(0), "").places
    takes = [where for source, where in places.items() if source.startswith("take ")]
    return len(takes) > 2 and all(where["yard-1"] == where["train"] == "" for where in takes[:3])


def can_load(state: State) -> bool:
    board = state.view(0).board
    if state.to_act() != 0 or board.phase != "turn" or board.day < 2:
        return False
    places = turn_plan(state.view(0), "").places
    return len([source for source, where in places.items() if source.startswith("load ") and not where["train"]]) == 2


def can_begin_between(state: State) -> bool:
    """A turn in which a car can be taken whose train would stand above another one, and more than one locomotive is free."""
    board = state.view(0).board
    if state.to_act() != 0 or board.phase != "turn" or board.seats[0].free < 2 or not board.seats[0].trains:
        return False
    return _beginning(state) != ""


def _beginning(state: State) -> str:
    """The move that takes a car whose train would stand above another one."""
    kinds = [kind.letter for kind in state.edition.data.kinds]  # type: ignore[attr-defined]
    running = [kinds.index(train.kind) for train in state.view(0).board.seats[0].trains]
    for source, where in turn_plan(state.view(0), "").places.items():
        after = state.clone()
        after.play(after.edition.vocabulary.parse_strictly(source))
        kind = kinds.index(after.view(0).board.hand[-1])
        if source.startswith("take ") and not where["train"] and kind not in running and kind < max(running):
            return source
    return ""


def one_place_left(state: State) -> bool:
    """Two cars to place, and after one of the puts the other can go to one place only."""
    if state.to_act() != 0 or state.view(0).board.phase not in ("placing", "coupling") or len(state.view(0).board.hand) != 2:
        return False
    return bool(_forcing(state))


def _forcing(state: State) -> list[str]:
    found = []
    for move in state.legal():
        after = state.clone()
        after.play(move)
        if len(after.legal()) == 1 and after.view(0).legal:
            found.append(state.edition.vocabulary.text(move))
    return found


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Stage:
    stage = Stage(tmp_path_factory.mktemp("staged") / "yard.db")

    async def set_up() -> None:
        await stage.enter()
        for key, seed, until in (
            *((key, "planning", can_take) for key in TRAINS_AND_YARD),
            ("load", "planning", can_load),
            ("load-clicks", "planning", can_load),
            ("begin", "planning", can_begin_between),
            ("forced", "forced", one_place_left),
        ):
            TABLES[key] = await stage.set_up(
                key, "freight-train", "mayfair-1996", until, bots=["greedy", "greedy", "greedy"], seed=seed
            )

    return prepared(stage, set_up)


@pytest.fixture
def sit(window: Window, stage: Stage, server: Server) -> Sit:
    def opened_table(key: str, width: int = 1366, height: int = 650, *, confirm: bool = True, **options: object) -> Page:
        page = window(width, height, **options)
        stage.sign_in(page, server)
        page.add_init_script(
            f"localStorage.setItem('guide:freight-train', 'done'); localStorage.setItem('confirm', '{int(confirm)}')"
        )
        page.goto(f"/t/{key}")
        connected(page)
        return page

    return opened_table


def plan_of(key: str, *puts: str) -> TurnPlan:
    return turn_plan(TABLES[key].view(0), ";".join(puts))


def takes(key: str) -> list[tuple[str, str]]:
    """The moves that take a car, and the words of their kinds."""
    state = TABLES[key].truth()
    found = []
    for source in plan_of(key).places:
        if source.startswith(("take ", "load ")):
            after = state.clone()
            after.play(after.edition.vocabulary.parse_strictly(source))
            board = after.view(0).board
            kinds = state.edition.data.kinds  # type: ignore[attr-defined]
            found.append((source, next(kind.word for kind in kinds if kind.letter == board.hand[-1])))
    return found


def kind_at(page: Page, source: str) -> str:
    letter = car_of(page, source).get_attribute("data-car")
    kinds = (page.locator("#own-yard").get_attribute("data-kinds") or "").split("|")
    return next(pair.partition(" ")[2] for pair in kinds if pair[0] == letter)


def put_line(page: Page) -> str:
    return page.locator(".lines li").first.inner_text()


@pytest.mark.usual
def test_three_drags_and_a_confirmation_are_a_turn(sit: Sit) -> None:
    page = sit("drag")
    page.wait_for_selector(TURN)
    for number, (source, kind) in enumerate(takes("drag")[:3]):
        drag(page, source, kind, "train" if number < 2 else "yard-1")
        if number < 2:
            expect(page.locator(".planned-car")).to_have_count(number + 1)
            expect(page.locator(".tray .sent-on")).to_have_count(number + 1)
    expect(page.locator(".plan")).to_contain_text("and end your turn?")
    page.locator(".plan .go").click()
    page.wait_for_selector(".lines :text('into yard siding 1')", state="attached")
    expect(page.locator("#own-yard .sub")).not_to_have_text("")


def test_without_the_question_the_third_drag_ends_the_turn(sit: Sit) -> None:
    page = sit("silent", confirm=False)
    page.wait_for_selector(TURN)
    for source, kind in takes("silent")[:3]:
        drag(page, source, kind, "train")
    page.wait_for_selector(".lines li:has-text('Ann'):has-text('puts')", state="attached")
    expect(page.locator(".plan")).to_have_count(0)


def test_a_double_click_sends_a_car_to_the_train_of_its_kind_and_a_click_gives_the_plan_up(sit: Sit) -> None:
    page = sit("twice")
    page.wait_for_selector(TURN)
    source, _ = takes("twice")[0]
    twice(page, source)
    expect(page.locator("#trains .planned-car")).to_have_count(1)
    expect(page.locator(".tray .car")).to_have_count(1)
    page.mouse.move(0, 0)
    page.locator(".tray .car").click()
    expect(page.locator(".planned-car")).to_have_count(0)
    expect(page.locator(".tray .car.chosen")).to_have_count(1)
    expect(page.locator('#own-yard .track[data-hold="yes"]')).to_have_count(2)
    twice(page, car_source(page))
    expect(page.locator("#trains .planned-car")).to_have_count(1)


def car_source(page: Page) -> str:
    """The second car of the main yard that can be taken."""
    return page.locator("#main-yard button.car.can").nth(1).get_attribute("data-word") or ""


def test_a_click_on_a_place_plans_the_car_that_was_taken(sit: Sit) -> None:
    page = sit("click")
    page.wait_for_selector(TURN)
    page.locator("#main-yard button.car.can").first.click()
    expect(page.locator(".tray .car.chosen")).to_have_count(1)
    page.locator("#own-yard .track .rails").nth(1).click(position={"x": 8, "y": 8})
    expect(page.locator("#own-yard .planned-car")).to_have_count(1)
    mixes = page.locator('#trains li[data-hold="mixes"]')
    page.locator("#main-yard button.car.can").nth(1).click()
    expect(page.locator(".tray .car.chosen")).to_have_count(1)
    for row in mixes.all():
        expect(row.locator(".mixes")).to_be_visible()
    page.reload()
    page.wait_for_selector("#prompt[data-phase=taking]")
    expect(page.locator(".planned-car")).to_have_count(0)  # a plan is the page's own; the cars are taken
    expect(page.locator(".tray .car")).to_have_count(2)


def test_a_planned_car_is_dragged_elsewhere(sit: Sit) -> None:
    page = sit("again")
    page.wait_for_selector(TURN)
    source, kind = takes("again")[0]
    drag(page, source, kind, "train")
    expect(page.locator("#trains .planned-car")).to_have_count(1)
    drag(page, "planned", kind, "yard-2")
    expect(page.locator("#trains .planned-car")).to_have_count(0)
    expect(page.locator("#own-yard .planned-car")).to_have_count(1)
    expect(page.locator(".tray .car.sent-on")).to_have_count(1)


def test_undo_takes_a_planned_car_back(sit: Sit) -> None:
    page = sit("undo")
    page.wait_for_selector(TURN)
    before = page.locator("#main-yard .rails").all_inner_texts()
    for source, kind in takes("undo")[:2]:
        drag(page, source, kind, "train")
    expect(page.locator(".planned-car")).to_have_count(2)
    page.locator("[data-undo]").click()
    expect(page.locator(".planned-car")).to_have_count(1)
    page.locator("[data-undo]").click()
    expect(page.locator(".planned-car")).to_have_count(0)
    page.wait_for_selector(TURN)
    assert page.locator("#main-yard .rails").all_inner_texts() == before
    for source, kind in takes("undo")[:3]:
        drag(page, source, kind, "train")
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator(".tray .car")).to_have_count(1)
    expect(page.locator(".plan")).to_have_count(0)
    page.locator("[data-undo]").click()  # the two others were put down by one drag
    expect(page.locator(".tray .car")).to_have_count(3)
    expect(page.locator(".planned-car")).to_have_count(0)


@pytest.mark.usual
def test_a_drop_that_the_rules_refuse_says_why_and_nothing_is_taken(sit: Sit) -> None:
    page = sit("refused")
    page.wait_for_selector(TURN)
    source, place, why = next(
        (source, place, why)
        for source, places in plan_of("refused").places.items()
        for place, why in places.items()
        if why and source.startswith("take ") and place not in ("mixed", "train")
    )
    drag(page, source, kind_at(page, source), place)
    expect(page.locator("#oops")).to_contain_text(why, ignore_case=True)
    expect(page.locator(".tray .car, .planned-car")).to_have_count(0)
    drag(page, source, kind_at(page, source), "train")
    expect(page.locator("#oops")).to_be_hidden()
    expect(page.locator(".planned-car")).to_have_count(1)


def test_cars_of_the_own_yard_are_dragged_onto_trains_until_their_player_ends_the_turn(sit: Sit) -> None:
    page = sit("load")
    page.wait_for_selector(TURN)
    drag(page, "load 1", kind_at(page, "load 1"), "train")
    expect(page.locator(".plan")).to_have_text(
        re.compile(r"^End your turn with the [a-z ]+ car on (its own|a new) train\? Or load more first\.")
    )
    expect(page.locator("#trains .planned-car")).to_have_count(1)
    before = page.locator("#own-yard .car").count()
    twice(page, "load 2")
    expect(page.locator("#trains .planned-car")).to_have_count(2)
    expect(page.locator("#own-yard .car")).to_have_count(before - 1)
    page.locator(".plan .go").click()
    page.wait_for_selector(".lines li:has-text('Ann'):has-text('loads 2 cars'):has-text('puts')", state="attached")


def test_a_click_on_a_train_is_kept_when_another_car_is_loaded(sit: Sit) -> None:
    page = sit("load-clicks")
    page.wait_for_selector(TURN)
    car_of(page, "load 1").click()
    page.wait_for_selector("#trains .can:not(.close)")
    page.locator("#trains .can:not(.close)").first.click()
    expect(page.locator(".plan")).to_contain_text("Or load more first.")
    expect(page.locator("#trains .planned-car")).to_have_count(1)
    car_of(page, "load 2").click()
    expect(page.locator(".tray .car")).to_have_count(2)
    expect(page.locator("#trains .planned-car")).to_have_count(1)
    expect(page.locator(".plan")).to_have_count(0)
    page.wait_for_selector("#trains [data-hold=yes]")
    start = page.locator("#trains .start[data-drop=mixed]")  # it stands for the car that has no place yet, and looks so
    expect(start).to_have_attribute("aria-disabled", "false")
    assert start.evaluate("(button) => getComputedStyle(button).borderStyle") == "solid"
    start.click()
    expect(page.locator("#trains .planned-car")).to_have_count(2)
    expect(page.locator("#trains [data-begun] .mix")).to_have_count(1)
    assert page.locator("#trains [data-begun] .count").all_inner_texts() == ["1", "1"]
    expect(start).to_be_hidden()  # there is one mixed train only
    expect(page.locator(".plan")).to_contain_text("with these cars on their trains?")
    page.locator(".plan .go").click()
    page.wait_for_selector(".lines li:has-text('Ann'):has-text('loads 2 cars'):has-text('puts')", state="attached")


def test_a_planned_train_stands_where_it_will_stand_and_takes_a_locomotive(sit: Sit) -> None:
    page = sit("begin")
    page.wait_for_selector(TURN)
    free = TABLES["begin"].view(0).board.seats[0].free
    rows = page.locator("#trains li").count()
    source = _beginning(TABLES["begin"].truth())
    letter = car_of(page, source).get_attribute("data-car")
    expect(page.locator("#trains .sub")).to_contain_text(f", {free} free")
    twice(page, source)
    expect(page.locator("#trains .planned-car")).to_have_count(1)
    expect(page.locator("#trains .sub")).to_contain_text(f", {free - 1} free")
    assert page.locator("#trains li:visible").count() == rows
    where = "[...document.querySelectorAll('#trains li')].findIndex((row) => row.querySelector({}))"
    planned = page.evaluate(where.format("'.planned-car'"))
    for _ in range(2):  # the others wait in the yard
        more = page.locator("#main-yard .car.can").first
        more.wait_for()
        source = more.get_attribute("data-word") or ""
        drag(page, source, kind_at(page, source), "yard-1")
    page.locator(".plan .go").click()
    page.wait_for_selector(f"#trains [data-at^='s1t{letter}.']")
    assert page.evaluate(where.format(f"'[data-at^=\"s1t{letter}.\"]'")) == planned
    expect(page.locator("#trains .sub")).to_contain_text(f", {free - 1} free")


def test_by_keys(sit: Sit) -> None:
    page = sit("keys")
    page.wait_for_selector(TURN)
    for number in range(3):
        for key in ("ArrowDown", "ArrowDown", "ArrowUp", "ArrowUp"):  # a siding that can be filled may lie above
            if not page.evaluate("document.activeElement.matches('#main-yard .car.can')"):
                page.keyboard.press(key)
        page.keyboard.press("2" if number == 2 else "t")
        if number < 2:
            expect(page.locator(".planned-car")).to_have_count(number + 1)
    expect(page.locator(".plan")).to_contain_text("into yard siding 2 and end your turn?")
    page.wait_for_function("() => document.activeElement?.matches('.plan .go')")
    page.keyboard.press("Enter")
    page.wait_for_selector(".lines li:has-text('into yard siding 2')", state="attached")


@pytest.mark.usual
def test_by_fingers_on_a_phone(sit: Sit) -> None:
    page = sit("touch", 390, 844, has_touch=True, is_mobile=True)
    page.wait_for_selector(TURN)
    sources = takes("touch")
    twice(page, sources[0][0], "touch")
    expect(page.locator("#trains .planned-car")).to_have_count(1)
    drag(page, sources[1][0], sources[1][1], "train", "touch")  # the trains are further down: the page scrolls under the car
    expect(page.locator("#trains .planned-car")).to_have_count(2)
    drag(page, sources[2][0], sources[2][1], "yard-2", "touch")
    expect(page.locator(".plan")).to_contain_text("into yard siding 2 and end your turn?")
    page.wait_for_timeout(1000)  # Chromium takes a tap right after a finger was drawn away for the end of a fling
    page.locator(".plan .go").tap()
    page.wait_for_selector(".lines li:has-text('into yard siding 2')", state="attached")


def test_the_last_car_goes_by_itself_where_only_it_can_go(sit: Sit) -> None:
    page = sit("forced")
    moves = _forcing(TABLES["forced"].truth())
    kind, place = moves[0].split(" ")[1:]
    drag(page, f"put {kind}", kind, place)
    expect(page.locator(".plan")).to_contain_text("and end your turn?")
    page.get_by_role("button", name="Cancel").click()  # and only once
    expect(page.locator(".plan")).to_have_count(0)
    expect(page.locator(".tray .car")).to_have_count(1)
    settled(page)
    expect(page.locator(".plan")).to_have_count(0)


SHIFTS = """() => {
  window.shifts = [];
  const name = (node) => (node?.nodeType === 1 ? node : node?.parentElement)?.closest('[id]')?.id ?? 'nothing';
  const at = (box) => `${box.x},${box.y} ${box.width}x${box.height}`;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) for (const { node, previousRect, currentRect } of entry.sources) {
      window.shifts.push(`${name(node)} ${at(previousRect)} to ${at(currentRect)}`);
    }
  }).observe({ type: 'layout-shift', buffered: false });
}"""
ACTED_ON = ("main-", "own-yard", "trains", "prompt", "ask", "log", "older")  # what a player's own hands change


@pytest.mark.parametrize(("table", "width", "height"), [("shift", 1366, 650), ("taps", 390, 844)])
def test_nothing_shifts_in_a_turn_but_what_was_acted_on(sit: Sit, table: str, width: int, height: int) -> None:
    page = sit(table, width, height)
    page.wait_for_selector(TURN)
    page.evaluate(SHIFTS)
    twice(page, takes(table)[0][0])
    expect(page.locator(".planned-car")).to_have_count(1)
    page.mouse.move(0, 0)
    for number, place in enumerate(("yard-1", "yard-2"), 2):
        drag(page, page.locator("#main-yard button.car.can").first.get_attribute("data-word") or "", "any", place)
        if number == 2:
            expect(page.locator(".planned-car")).to_have_count(2)
    expect(page.locator(".plan")).to_contain_text("and end your turn?")
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert [line for line in page.evaluate("window.shifts") if not line.startswith(ACTED_ON)] == []
