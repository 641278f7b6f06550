"""The board of Freight Train on screens of several sizes: what is needed is to be seen, and nothing lies over it."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from freightyard.core.contract import State
from tests.browser.driving import TURN, connected, settled
from tests.browser.staging import Stage, When, opened, prepared
from tests.server.running import Server

Window = Callable[..., Page]
LAPTOPS = ((1366, 650), (1366, 768), (1366, 900), (1440, 900))
TABLES = ("four", "five")

# Parts of the board whose boxes overlap.
OVERLAPS = """() => {
  const boxes = ['#main-yard', '#own-yard', '#prompt', '#trains', '#types', '#day', '#players', '.talk']
    .map((selector) => [selector, document.querySelector(selector).getBoundingClientRect()]);
  const found = [];
  boxes.forEach(([name, a], index) => boxes.slice(index + 1).forEach(([other, b]) => {
    const beside = a.left >= b.right - 1 || b.left >= a.right - 1 || a.top >= b.bottom - 1 || b.top >= a.bottom - 1;
    if (!beside) found.push(`${name} ${other}`);
  }));
  return found;
}"""
# Things that are cut off by the window or by the panel around them.
CUT = """(selector) => [...document.querySelectorAll(selector)].filter((element) => {
  const box = element.getBoundingClientRect();
  const panel = element.closest('.panel, .prompt').getBoundingClientRect();
  if (!element.getClientRects().length) return false;
  const right = Math.min(innerWidth, panel.right) + 1, bottom = Math.min(innerHeight, panel.bottom) + 1;
  return box.bottom > bottom || box.right > right || box.top < panel.top - 1;
}).map((element) => element.textContent.trim().slice(0, 40) || element.className)"""
# What a click in the middle of a thing would hit instead of it.
HIDDEN = """(selector) => [...document.querySelectorAll(selector)].filter((element) => {
  const box = element.getBoundingClientRect();
  const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return element.getClientRects().length && there && !element.contains(there) && !there.contains(element);
}).map((element) => element.outerHTML.slice(0, 90))"""


def turn_of(day: int, round_: int) -> When:
    def reached(state: State) -> bool:
        board = state.view(0).board
        return bool(state.to_act() == 0 and board.day == day and board.round >= round_ and board.phase == "turn")

    return reached


def full_yard(state: State) -> bool:
    """Another player has a siding that is full."""
    board = state.view(0).board
    return bool(state.to_act() == 0 and board.phase == "turn" and any(len(row) == 8 for row in board.seats[1].yard))


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Stage:
    """Tables in the middle of a game."""
    stage = Stage(tmp_path_factory.mktemp("staged") / "yard.db")

    async def set_up() -> None:
        await stage.enter()
        kinds = (("four", 4, turn_of(2, 5)), ("five", 5, turn_of(2, 4)), ("full", 2, full_yard))
        for key, seats, until in (
            *kinds,
            ("play-four", 4, turn_of(2, 5)),
            ("play-five", 5, turn_of(2, 4)),
            ("asked", 4, turn_of(2, 5)),
        ):
            seed = key.removeprefix("play-").replace("asked", "four")
            await stage.set_up(key, "freight-train", "mayfair-1996", until, bots=["greedy"] * seats, seed=seed)

    return prepared(stage, set_up)


@pytest.fixture(scope="module")
def server(chromium: Browser, stage: Stage, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with opened(stage, tmp_path_factory.mktemp("log")) as running:
        yield running


@pytest.fixture
def sit(window: Window, stage: Stage, server: Server) -> Callable[..., Page]:
    def opened_table(key: str, width: int, height: int, *, tips: bool = False) -> Page:
        page = window(width, height)
        page.context.add_cookies([{"name": "freightyard", "value": stage.secret, "url": server.url}])
        if not tips:
            page.add_init_script("localStorage.setItem('guide:freight-train', 'done')")
        page.goto(f"/t/{key}")
        connected(page)
        page.wait_for_selector(TURN)
        return page

    return opened_table


@pytest.mark.parametrize("table", TABLES)
def test_on_a_laptop_nothing_lies_over_the_yards_in_any_part_of_a_turn(sit: Callable[..., Page], table: str) -> None:
    page = sit(f"play-{table}", 1366, 650)

    def everything(where: str) -> None:
        for width, height in LAPTOPS:
            page.set_viewport_size({"width": width, "height": height})
            size = f"{where}, {width}×{height}"
            assert page.evaluate(OVERLAPS) == [], size
            assert page.evaluate(CUT, "#main-yard .car, #own-yard .car, #own-yard .rails, #prompt button, #prompt .car") == [], (
                size
            )
            assert page.evaluate(HIDDEN, "#own-yard .car:not(.choosing *), #prompt .car, #prompt .action") == [], size

    everything("at the start")
    page.locator("#main-yard .car.can").first.click()
    page.wait_for_selector("#prompt[data-phase=taking]")
    everything("taking")
    while not page.locator("#prompt[data-phase=placing]").count():
        page.locator("#main-yard .car.can").first.click()
        settled(page)
    everything("placing")
    page.locator(".tray .can").first.click()
    everything("choosing a place")
    for _ in range(3):
        if page.locator("html.choosing").count():
            page.keyboard.press("Escape")
        page.locator("[data-undo]").click()
        settled(page)
    page.wait_for_selector(TURN)
    page.locator(".action.arrange").click()
    everything("rearranging")


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize(("width", "height"), LAPTOPS)
def test_on_a_laptop_every_player_is_to_be_seen(sit: Callable[..., Page], table: str, width: int, height: int) -> None:
    page = sit(table, width, height)
    assert page.evaluate(CUT, "#players .who, #players .mini, #players .yardlane, #types .type, .say") == []
    assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0


@pytest.mark.parametrize(("width", "height"), [*LAPTOPS, (1280, 720), (390, 844)])
def test_a_full_siding_of_another_player_is_one_line(sit: Callable[..., Page], width: int, height: int) -> None:
    page = sit("full", width, height)
    for large in (False, True):
        if large:
            page.locator("#rival-2 summary").click()
        heights = "(lanes) => lanes.map((lane) => new Set([...lane.querySelectorAll('.pic')].map((car) => car.offsetTop)).size)"
        lines = page.locator("#rival-2 .yardlane").evaluate_all(heights)
        assert max(lines) == 1, f"large: {large}"
        wide = page.locator("#rival-2 .yardlane").evaluate_all(
            "(lanes) => lanes.map((lane) => lane.scrollWidth - lane.clientWidth)"
        )
        assert max(wide) <= 0, f"large: {large}"


@pytest.mark.parametrize("table", TABLES)
def test_on_a_phone_everything_can_be_brought_out_from_under_the_prompt(sit: Callable[..., Page], table: str) -> None:
    page = sit(table, 390, 844, tips=True)
    expect(page.locator(".note.tip")).to_be_visible()
    hidden = """(selector) => [...document.querySelectorAll(selector)].filter((element) => {
      element.scrollIntoView({ block: 'end' });
      const box = element.getBoundingClientRect();
      const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      return !there || !(element.contains(there) || there.contains(element)) || there.closest('.prompt, .note');
    }).map((element) => element.outerHTML.slice(0, 90))"""
    assert (
        page.evaluate(hidden, "#main-yard .car, #own-yard .car, #trains .train, #types .type, .yardlane .pic, #players .who")
        == []
    )
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate(CUT, "#prompt button:not([hidden]), .yardlane .pic") == []
    boxes = page.evaluate("['#prompt', '.note'].map((name) => document.querySelector(name).getBoundingClientRect().toJSON())")
    assert boxes[1]["bottom"] <= boxes[0]["top"]


def test_a_car_behind_another_says_which_one_must_go_first(sit: Callable[..., Page]) -> None:
    page = sit("asked", 1366, 650)
    track = page.locator("#main-yard .track", has=page.locator("span.car")).first
    first = (track.locator("button.car").get_attribute("title") or "").partition(",")[0]
    track.locator("span.car").last.click()
    expect(page.locator("#oops")).to_contain_text(f"The {first} must go first")
    expect(page.locator("#oops")).to_contain_text("open end")
    page.locator("#own-yard span.car").first.click()
    expect(page.locator("#oops")).to_contain_text("must go first: you can only load")
    while not page.locator("#prompt[data-phase=placing]").count():
        page.locator("#main-yard .car.can").first.click()
        settled(page)
    page.locator("#main-yard span.car").first.click()  # none of its siding can go now
    expect(page.locator("#oops")).to_contain_text("put the 3 cars you took", ignore_case=True)


def test_arrow_down_goes_to_the_next_siding_however_short_it_is(sit: Callable[..., Page]) -> None:
    page = sit("four", 1366, 650)
    can = page.locator("#main-yard .can")  # one a siding: its first car, or the siding itself if it can be filled
    words = [each.get_attribute("data-word") for each in can.all()]
    ends = [each.bounding_box() for each in can.all()]
    assert len({box["x"] for box in ends if box}) > 1, "the open ends are not below each other"
    can.first.focus()
    for word in words[1:]:
        page.keyboard.press("ArrowDown")
        assert page.evaluate("document.activeElement.dataset.word") == word
    for word in reversed(words[:-1]):
        page.keyboard.press("ArrowUp")
        assert page.evaluate("document.activeElement.dataset.word") == word


def test_escape_closes_the_menu_and_cancels_nothing_else(sit: Callable[..., Page]) -> None:
    page = sit("four", 1366, 650)
    page.locator(".action.arrange").click()
    expect(page.locator(".plan")).to_be_visible()
    page.locator("#menu summary").click()
    expect(page.locator("#menu[open]")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("#menu[open]")).to_have_count(0)
    expect(page.locator(".plan")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".plan")).to_have_count(0)
