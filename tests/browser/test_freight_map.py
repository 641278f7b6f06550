"""The map of Freight in real Chromium: all of the network when it is promised, a replay that opens fitted, warnings in time."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from freightyard.core.contract import State
from freightyard.games.freight.page.reading import Reading
from freightyard.games.freight.page.spots import spots_layer
from freightyard.page.contract import Player, Scene
from tests.browser.driving import connected, settled
from tests.browser.staging import Stage, opened, prepared
from tests.browser.test_freight_dialogues import asks
from tests.server.running import Server

Window = Callable[..., Page]
LAPTOP, PHONE = (1366, 650), (390, 844)

# The cities that are not wholly to be seen: cut off by the map's frame, or under the desk or the zoom buttons.
HIDDEN = """() => {
  const rect = (element) => element.getBoundingClientRect();
  const map = rect(document.querySelector('#map')), desk = document.querySelector('.desk');
  const over = [document.querySelector('.zoom'), ...(getComputedStyle(desk).position === 'fixed' ? [desk] : [])].map(rect);
  const beside = (one, other) => one.right <= other.left || one.left >= other.right;
  const meet = (one, other) => !beside(one, other) && one.bottom > other.top && one.top < other.bottom;
  return [...document.querySelectorAll('#map-cities .city')].filter((city) => {
    const box = rect(city.querySelector('.town'));
    const cut = box.left < map.left - 1 || box.right > map.right + 1 || box.top < map.top - 1 || box.bottom > map.bottom + 1;
    return cut || over.some((frame) => meet(box, frame));
  }).map((city) => city.dataset.hex);
}"""
FITS = """(selector) => {
  const map = document.querySelector('#map').getBoundingClientRect();
  const box = document.querySelector(selector).getBoundingClientRect();
  return box.left >= map.left - 1 && box.right <= map.right + 1 && box.top >= map.top - 1 && box.bottom <= map.bottom + 1;
}"""


def short_of_money(state: State) -> bool:
    """Whether the first seat ships and cannot pay the interest, with no loan left to take."""
    if not asks("shipping", "done")(state):
        return False
    at = state.view(0).board.seats[0]
    return at.cash < at.loans and "loan" not in state.view(0).legal


def has_a_gap(state: State) -> bool:
    """Whether the first seat builds, and a tile would close a gap: its two sides would join something."""
    if not asks("building", "build")(state):
        return False
    players = tuple([Player(number, f"Ann {number}") for number in range(state.seats)])
    reading = Reading(Scene(view=state.view(0), players=players, own_seats=(0,), home="/t/abc"))
    masks = re.findall(r'data-joins="(\d+)"', spots_layer(reading, []))
    return any(int(mask) in (9, 18, 36) for mask in masks)


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Stage:
    stage = Stage(tmp_path_factory.mktemp("staged") / "yard.db")

    async def set_up() -> None:
        await stage.enter()
        await stage.set_up("shipping", "freight", "standard", asks("shipping", "go"), bots=["greedy"] * 3, seed="map")
        await stage.set_up("building", "freight", "standard", asks("building", "loan"), bots=["greedy"] * 3, seed="map")
        await stage.set_up("new", "freight", "family", asks("building", "build"), bots=["greedy"] * 3, seed="map")
        await stage.set_up("joining", "freight", "standard", has_a_gap, bots=["greedy"] * 3, seed="map")
        await stage.set_up("ending", "freight", "family", asks("shipping", "done"), bots=["greedy"] * 3, seed="map")
        for seed in range(40):
            try:
                for key in ("short", "short-2"):
                    await stage.set_up(key, "freight", "standard", short_of_money, bots=["random"] * 3, seed=f"short {seed}")
            except AssertionError:
                continue
            break

    return prepared(stage, set_up)


@pytest.fixture(scope="module")
def server(chromium: Browser, stage: Stage, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with opened(stage, tmp_path_factory.mktemp("log")) as running:
        yield running


@pytest.fixture
def look(window: Window, stage: Stage, server: Server) -> Callable[..., Page]:
    def at(path: str, size: tuple[int, int] = LAPTOP) -> Page:
        page = window(*size)
        page.context.add_cookies([{"name": "freightyard", "value": stage.secret, "url": server.url}])
        page.goto(path)
        if "/at/" not in path:
            connected(page)
        return page

    return at


@pytest.mark.parametrize("size", [LAPTOP, PHONE])
def test_the_whole_network_is_all_of_it(look: Callable[..., Page], size: tuple[int, int]) -> None:
    page = look("/t/shipping", size)
    assert page.locator("#map-cities .city").count() == 9
    page.locator('[data-zoom="in"]').click()
    page.locator('[data-zoom="whole"]').click()
    assert page.evaluate(HIDDEN) == []
    page.set_viewport_size({"width": size[0] - 20, "height": size[1]})
    page.wait_for_function(f"() => ({HIDDEN})().length === 0")


@pytest.mark.parametrize("size", [LAPTOP, PHONE])
def test_a_replay_opens_fitted_and_stays_so(look: Callable[..., Page], size: tuple[int, int]) -> None:
    page = look("/t/shipping/at/0", size)
    assert page.locator("#map-cities .city").count() == 0
    assert page.evaluate(FITS, "#map-ground .land")
    page.locator('[data-step="last"]').first.click()
    expect(page.locator("#map-cities .city")).to_have_count(9)
    assert page.evaluate(HIDDEN) == []
    page.reload()
    expect(page.locator("#map-cities .city")).to_have_count(9)
    assert page.evaluate(HIDDEN) == []


def test_where_the_map_was_left_at_the_table_is_not_where_a_replay_opens(look: Callable[..., Page]) -> None:
    page = look("/t/shipping")
    for _ in range(4):
        page.locator('[data-zoom="in"]').click()
    assert page.evaluate(HIDDEN) != []
    last = page.locator("#view").get_attribute("data-ply")
    page.goto(f"/t/shipping/at/{last}")
    assert page.evaluate(HIDDEN) == []


def test_whoever_cannot_pay_the_interest_is_asked_before_the_track_is_sold(look: Callable[..., Page]) -> None:
    page = look("/t/short")
    done = page.locator('#prompt [data-word="done"]')
    expect(done).to_contain_text("a section of your track will be auctioned")
    done.click()
    expect(page.locator(".plan p")).to_contain_text("a section of your track will be auctioned. Finish shipping?")
    page.locator(".plan .quiet").click()
    expect(page.locator("#prompt")).to_have_attribute("data-phase", "shipping")
    done.click()
    page.locator(".plan .go").click()
    settled(page)
    expect(page.locator("#prompt")).to_have_attribute("data-phase", "selling")


# Whether a note lies over the desk, where one decides, or over the zoom buttons.
COVERS = """() => {
  const note = document.querySelector('.note').getBoundingClientRect();
  return [...document.querySelectorAll('#prompt, #trips, .zoom')].map((each) => each.getBoundingClientRect()).some((box) =>
    box.right > note.left && box.left < note.right && box.bottom > note.top && box.top < note.bottom);
}"""


@pytest.mark.parametrize("size", [LAPTOP, PHONE])
def test_a_tip_lies_over_nothing_that_is_needed_to_ship(look: Callable[..., Page], size: tuple[int, int]) -> None:
    page = look("/t/shipping", size)
    expect(page.locator(".note.tip")).to_contain_text("Your goal")
    expect(page.locator("#trips li").first).to_be_visible()
    assert not page.evaluate(COVERS)
    page.get_by_role("button", name="Next").click()
    expect(page.locator(".note.tip")).not_to_contain_text("Your goal")
    assert not page.evaluate(COVERS)
    page.locator('[data-zoom="whole"]').click()
    assert page.evaluate(HIDDEN) == []


# --- the second click of a double click ---


def ply(page: Page) -> int:
    return int(page.locator("#view").get_attribute("data-ply") or 0)


def click_twice(page: Page, button: Locator) -> None:
    """A double click whose second half comes when the board has gone on, and before anybody could read what lies there."""
    box = button.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    moment = page.locator("#prompt").element_handle()
    page.mouse.click(x, y)
    page.wait_for_function("(old) => !old.isConnected || document.querySelector('.plan')", arg=moment)
    # wherever the layout has put them, a button lies under the pointer now
    page.evaluate(UNDER_POINTER, [x, y])
    page.mouse.click(x, y)


UNDER_POINTER = """([x, y]) => {
  const button = document.querySelector('.plan .go') ?? document.querySelector('#prompt .action[data-word]');
  const [left, top] = [`${x - 40}px`, `${y - 20}px`];
  Object.assign(button.style, { position: 'fixed', left, top, width: '80px', height: '40px', zIndex: 99 });
}"""


def test_the_second_click_of_a_double_click_does_nothing_else(look: Callable[..., Page]) -> None:
    page = look("/t/building")
    before = ply(page)
    click_twice(page, page.locator('#prompt [data-word="loan"]'))
    expect(page.locator("#view")).to_have_attribute("data-ply", str(before + 1))
    page.mouse.move(0, 0)
    page.locator("#map-spots .site").first.focus()
    page.keyboard.press("Enter")
    click_twice(page, page.locator("[data-build]"))
    expect(page.locator("#view")).to_have_attribute("data-ply", str(before + 2))
    # who goes elsewhere and comes back means what is there now
    again = page.locator('#prompt [data-word="done"]')
    page.mouse.move(0, 0)
    again.click()
    settled(page)
    assert ply(page) > before + 2


def test_a_double_click_does_not_answer_the_question_that_it_opens(look: Callable[..., Page]) -> None:
    page = look("/t/short-2")
    before = ply(page)
    click_twice(page, page.locator('#prompt [data-word="done"]'))
    expect(page.locator(".plan .go")).to_be_visible()
    page.wait_for_timeout(300)  # nothing was sent that could still be answered
    assert ply(page) == before
    page.keyboard.press("Enter")  # the question has the focus: keys are no double clicks
    settled(page)
    page.wait_for_selector(f'#view:not([data-ply="{before}"])')


# --- what is shown first ---


def test_a_hint_that_names_a_hex_marks_it_and_takes_the_ring_of_the_tip_away(look: Callable[..., Page]) -> None:
    page = look("/t/new")
    expect(page.locator(".tipped").first).to_be_attached()
    page.locator("[data-ask-hint]").click()
    words = page.locator(".note.advice b").inner_text()
    named = set(re.findall(r"\b[a-z]{1,2}\d{1,2}\b", words))
    assert named
    marked = page.locator("#advice-marks .advised").evaluate_all("(marks) => marks.map((mark) => mark.dataset.hex)")
    assert named <= set(marked)
    expect(page.locator(".tipped")).to_have_count(0)
    page.get_by_role("button", name="Close the hint").click()
    expect(page.locator("#advice-marks .advised")).to_have_count(0)


def test_the_tile_that_joins_two_sides_is_chosen_first(look: Callable[..., Page]) -> None:
    page = look("/t/joining")
    joined = 0
    for spot in page.locator("#map-spots .site").all():
        joins = int(spot.get_attribute("data-joins") or 0)
        spot.focus()
        page.keyboard.press("Enter")
        masks = page.locator("#bench [data-verb]:not([hidden])").evaluate_all("(tiles) => tiles.map((tile) => tile.dataset.mask)")
        most = max((int(mask) & joins).bit_count() for mask in masks)
        chosen = int(page.locator("#bench [aria-pressed=true]").get_attribute("data-mask") or 0)
        if most >= 2:
            joined += 1
            assert (chosen & joins).bit_count() == most
        page.keyboard.press("Escape")
    assert joined


@pytest.mark.parametrize("size", [LAPTOP, (1024, 768), PHONE])
def test_the_button_that_builds_stays_within_the_bench(look: Callable[..., Page], size: tuple[int, int]) -> None:
    page = look("/t/joining", size)
    page.locator("#map-spots .site").first.focus()
    page.keyboard.press("Enter")
    page.locator("[data-build]").evaluate("(button) => { button.textContent = 'Build for 13, leaves 114'; }")
    assert page.evaluate(
        """() => {
          const bench = document.querySelector('#bench'), box = bench.getBoundingClientRect();
          const room = box.right - parseFloat(getComputedStyle(bench).paddingRight);
          return document.querySelector('[data-build]').getBoundingClientRect().right <= room + 1;
        }"""
    )


# --- a phone ---

INSIDE = """() => {
  const map = document.querySelector('#map').getBoundingClientRect();
  const [left, top, wide, high] = document.querySelector('#map-trains').dataset.network.split(' ').map(Number);
  const ground = document.querySelector('#map-ground');
  const at = (x, y) => new DOMPoint(x, y).matrixTransform(ground.getScreenCTM());
  const middle = at(left + wide / 2, top + high / 2);
  return middle.x > map.left && middle.x < map.right && middle.y > map.top && middle.y < map.bottom;
}"""


def test_a_phone_shows_all_of_the_map_until_something_on_it_is_ones_own(look: Callable[..., Page]) -> None:
    page = look("/t/new", PHONE)
    assert page.locator("#map-trains").get_attribute("data-network") is None
    page.get_by_role("button", name="Hide tips").click()
    page.reload()
    connected(page)
    page.wait_for_function(f"() => ({HIDDEN})().length === 0")


def test_a_phone_comes_back_to_the_own_network_after_the_turn(look: Callable[..., Page]) -> None:
    page = look("/t/ending", PHONE)
    page.locator('[data-zoom="in"]').click()
    for _ in range(12):
        page.locator("#map").focus()
        page.keyboard.press("Shift+ArrowRight")
    assert not page.evaluate(INSIDE)
    page.locator('#prompt [data-word="done"]').click()
    if page.locator(".plan .go").count():
        page.mouse.move(0, 0)
        page.locator(".plan .go").click()
    settled(page)
    page.wait_for_function(INSIDE)


def test_a_finger_is_told_to_tap(look: Callable[..., Page], window: Window, stage: Stage, server: Server) -> None:
    page = window(*PHONE, has_touch=True, is_mobile=True)
    page.context.add_cookies([{"name": "freightyard", "value": stage.secret, "url": server.url}])
    page.goto("/t/new")
    page.get_by_role("button", name="Next").click()
    expect(page.locator(".note.tip")).to_contain_text("Squares in a city are cubes to take")
    expect(page.locator(".note.tip")).to_contain_text("Tap a lit hex")
    laptop = look("/t/new")
    laptop.get_by_role("button", name="Next").click()
    expect(laptop.locator(".note.tip")).to_contain_text("Click a lit hex")
