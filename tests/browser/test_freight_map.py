"""The map of Freight in real Chromium: what it shows and lights, how it moves, and that nothing else does.

A page is looked at in as many ways as it can be, since opening one costs more than all that is asked of it.
"""

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from freightyard.core.contract import State
from freightyard.games.freight.page.reading import Reading
from freightyard.games.freight.page.spots import spots_layer
from freightyard.games.freight.page.ways import trips
from freightyard.page.contract import Player, Scene
from tests.browser.driving import connected, settled
from tests.browser.staging import Stage, prepared
from tests.browser.test_freight_dialogues import asks
from tests.depth import deep_except
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


def can_deliver(state: State) -> bool:
    """Whether the first seat ships and can go to a city that takes a cube of its cargo."""
    if not asks("shipping", "go")(state):
        return False
    players = tuple([Player(number, f"Ann {number}") for number in range(state.seats)])
    return any(trip.deliveries for trip in trips(Reading(Scene(view=state.view(0), players=players, own_seats=(0,)))))


def three_trips(state: State) -> bool:
    """Whether the first seat ships and has so many trips to choose from that the log gives way to them."""
    if not asks("shipping", "go")(state):
        return False
    players = tuple([Player(number, f"Ann {number}") for number in range(state.seats)])
    return len({trip.city for trip in trips(Reading(Scene(view=state.view(0), players=players, own_seats=(0,))))}) >= 3


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
        await stage.set_up("still", "freight", "family", asks("shipping", "done"), bots=["greedy"] * 3, seed="still")
        await stage.set_up("short", "freight", "standard", short_of_money, bots=["random"] * 3, seed="short 0")
        await stage.set_up("moving", "freight", "standard", can_deliver, bots=["greedy"] * 3, seed="map")
        await stage.set_up("panel", "freight", "standard", asks("building", "loan"), bots=["greedy"] * 4, seed="map")
        await stage.set_up("bids", "freight", "standard", asks("bidding", "pass"), bots=["greedy"] * 5, seed="map")
        await stage.set_up("five", "freight", "standard", three_trips, bots=["greedy"] * 5, seed="map")
        await stage.set_up("turn", "freight", "standard", asks("supplying", "put"), bots=["greedy"] * 3, seed="map")

    return prepared(stage, set_up)


@pytest.fixture
def look(window: Window, stage: Stage, server: Server) -> Callable[..., Page]:
    def at(path: str, size: tuple[int, int] = LAPTOP, **options: object) -> Page:
        page = window(*size, **options)
        stage.sign_in(page, server)
        page.goto(path)
        if "/at/" not in path:
            connected(page)
        return page

    return at


@pytest.mark.parametrize("size", deep_except(PHONE, among=(LAPTOP, PHONE)))
@pytest.mark.usual
def test_the_whole_map_is_all_of_it_at_a_table_and_in_its_replay(look: Callable[..., Page], size: tuple[int, int]) -> None:
    page = look("/t/shipping", size)
    assert page.locator("#map-cities .city").count() == 9
    # a tip lies over nothing that is needed to ship
    expect(page.locator(".note.tip")).to_contain_text("Your goal")
    expect(page.locator("#trips li").first).to_be_visible()
    assert not page.evaluate(COVERS)
    before = page.evaluate(PLACES)
    page.get_by_role("button", name="Next").click()
    expect(page.locator(".note.tip")).not_to_contain_text("Your goal")
    assert not page.evaluate(COVERS)
    assert page.evaluate(PLACES) == before  # no board moves because of a tip
    page.locator('[data-zoom="in"]').click()
    page.locator('[data-zoom="whole"]').click()
    assert page.evaluate(HIDDEN) == []
    page.set_viewport_size({"width": size[0] - 20, "height": size[1]})
    page.wait_for_function(f"() => ({HIDDEN})().length === 0")
    # where the map was left at the table is not where a replay opens
    for _ in range(4):
        page.locator('[data-zoom="in"]').click()
    assert page.evaluate(HIDDEN) != []
    page.goto("/t/shipping/at/0")
    assert page.locator("#map-cities .city").count() == 0
    assert page.evaluate(FITS, "#map-ground .land")
    page.locator('[data-step="last"]').first.click()
    expect(page.locator("#map-cities .city")).to_have_count(9)
    assert page.evaluate(HIDDEN) == []
    page.reload()
    expect(page.locator("#map-cities .city")).to_have_count(9)
    assert page.evaluate(HIDDEN) == []


# Whether a note lies over the desk, where one decides, or over the zoom buttons.
COVERS = """() => {
  const note = document.querySelector('.note').getBoundingClientRect();
  return [...document.querySelectorAll('#prompt, #trips, .zoom button')].map((each) => each.getBoundingClientRect()).some((box) =>
    box.right > note.left && box.left < note.right && box.bottom > note.top && box.top < note.bottom);
}"""
# Where the large things of the page lie.
PLACES = """() => [...document.querySelectorAll('.mapframe, #world, #round, #players')].map((each) => {
  const { x, y, width, height } = each.getBoundingClientRect();
  return [x, y, width, height].map(Math.round);
})"""


# --- the second click of a double click ---


def ply(page: Page) -> int:
    return int(page.locator("#view").get_attribute("data-ply") or 0)


def click_twice(page: Page, button: Locator) -> None:
    """A double click whose second half comes when the board has gone on, and before anybody could read what lies there: a tenth
    of a second later, by the time that the clicks themselves tell, however slow the machine is."""
    box = button.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    mouse, now = page.context.new_cdp_session(page), time.time()

    def click(at: float) -> None:
        for kind in ("mousePressed", "mouseReleased"):
            event = {"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1, "timestamp": at}
            mouse.send("Input.dispatchMouseEvent", event)

    moment = page.locator("#prompt").element_handle()
    page.mouse.move(x, y)
    click(now)
    page.wait_for_function("(old) => !old.isConnected || document.querySelector('.plan')", arg=moment)
    # wherever the layout has put them, a button lies under the pointer now
    page.evaluate(UNDER_POINTER, [x, y])
    click(now + 0.1)
    mouse.detach()


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


@pytest.mark.usual
def test_whoever_cannot_pay_the_interest_is_asked_before_the_track_is_sold(look: Callable[..., Page]) -> None:
    page = look("/t/short")
    before = ply(page)
    done = page.locator('#prompt [data-word="done"]')
    expect(done).to_contain_text("a section of your track will be auctioned")
    click_twice(page, done)  # which does not answer the question that it opens
    expect(page.locator(".plan p")).to_contain_text(re.compile("a section of your track will be auctioned.*Finish shipping"))
    page.wait_for_timeout(300)  # nothing was sent that could still be answered
    assert ply(page) == before
    page.keyboard.press("Escape")
    expect(page.locator("#prompt")).to_have_attribute("data-phase", "shipping")
    page.mouse.move(0, 0)
    done.click()
    page.keyboard.press("Enter")  # the question has the focus: keys are no double clicks
    settled(page)
    expect(page.locator("#prompt")).to_have_attribute("data-phase", "selling")


# --- what is shown first ---


def advice_to_build(*hexes: str) -> dict[str, object]:
    """A hint as the server gives it: track on these hexes."""
    plan = [f"build {name} straight 0" for name in hexes]
    words, why = f"Build track on {' and '.join(hexes)}", "It pays."
    return {"move": plan[0], "words": words, "why": why, "plan": plan, "rest": [[words, why]] * len(plan), "together": 1}


def test_a_hint_that_names_a_hex_marks_it_and_takes_the_ring_of_the_tip_away(look: Callable[..., Page]) -> None:
    page = look("/t/new")
    expect(page.locator(".tipped").first).to_be_attached()
    page.get_by_role("button", name="Next").click()
    expect(page.locator(".note.tip")).to_contain_text("Click a")
    named = {site.get_attribute("data-hex") or "" for site in page.locator("#map-spots .site").all()[:2]}
    page.route("**/hint", lambda route: route.fulfill(json=advice_to_build(*sorted(named))))  # whatever a bot would like better
    page.locator("[data-ask-hint]").click()
    expect(page.locator(".note.advice b")).to_contain_text("Build track on")
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
    site = page.locator("#map-spots .site[data-city]").first
    site.focus()
    page.keyboard.press("Enter")
    page.locator('#bench [data-verb="city"]').click()
    expect(page.locator("[data-build]")).to_contain_text(f"Found {site.get_attribute('data-city')} for 5")
    page.keyboard.press("Escape")
    # a button tells where cities can be founded, and looks at one
    page.locator("[data-found]").click()
    if page.locator("#map-spots .site[data-city]").count() > 1:
        expect(page.locator("#map")).to_have_class(re.compile("founding"))
        site.focus()
        page.keyboard.press("Enter")
    expect(page.locator("[data-build]")).to_contain_text("Found ")
    page.keyboard.press("Escape")
    # and the button that builds it stays within the bench
    page.locator("#map-spots .site").first.focus()
    page.keyboard.press("Enter")
    page.locator("[data-build]").evaluate("(button) => { button.textContent = 'Build for 13, leaves 114'; }")
    for width, height in (LAPTOP, (1024, 768), PHONE):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(WITHIN_BENCH), width


WITHIN_BENCH = """() => {
  const bench = document.querySelector('#bench'), box = bench.getBoundingClientRect();
  const room = box.right - parseFloat(getComputedStyle(bench).paddingRight);
  return document.querySelector('[data-build]').getBoundingClientRect().right <= room + 1;
}"""


# --- a phone ---

INSIDE = """() => {
  const map = document.querySelector('#map').getBoundingClientRect();
  const [left, top, wide, high] = document.querySelector('#map-trains').dataset.network.split(' ').map(Number);
  const ground = document.querySelector('#map-ground');
  const at = (x, y) => new DOMPoint(x, y).matrixTransform(ground.getScreenCTM());
  const middle = at(left + wide / 2, top + high / 2);
  return middle.x > map.left && middle.x < map.right && middle.y > map.top && middle.y < map.bottom;
}"""


MIDDLES = """(cities) => cities.map((city) => {
  const { x, y, width, height } = city.getBoundingClientRect();
  return [y + height / 2, x + width / 2];
})"""


BUBBLE_COVERS = """() => {
  const rect = (element) => element.getBoundingClientRect(), here = rect(document.querySelector('#here'));
  const meet = (box) => box.left < here.right && box.right > here.left && box.top < here.bottom && box.bottom > here.top;
  return here.width > 0 && [...document.querySelectorAll('#ghost > .hx, #ghost > .goal')].map(rect).some(meet);
}"""


READ = """() => {
  const rect = (element) => element.getBoundingClientRect();
  const map = rect(document.querySelector('#map')), foot = rect(document.querySelector('.desk')).top;
  const cities = [...document.querySelectorAll('#map-cities .city .town')].map(rect);
  const beside = ({ left, right }) => left >= map.left && right <= map.right;
  const seen = cities.filter((box) => beside(box) && box.top >= map.top && box.bottom <= foot);
  return [Math.min(...cities.map((box) => box.width)), seen.length];
}"""


def test_a_phone_opens_the_map_where_most_cities_can_be_read(look: Callable[..., Page]) -> None:
    page = look("/t/new", PHONE, has_touch=True, is_mobile=True)
    assert page.locator("#map-trains").get_attribute("data-network") is None
    wide, seen = page.evaluate(READ)
    assert wide >= 40, "a city with its name and six colours cannot be read"
    assert seen >= 4
    overview = page.locator("#mini").bounding_box()  # where the others are
    assert overview is not None
    expect(page.locator('[data-zoom="in"]')).to_be_visible()
    assert "10 money" in page.locator("#scores").inner_text()
    page.get_by_role("button", name="Next").click()
    expect(page.locator(".note.tip")).to_contain_text("Each city has cubes (square) to take")
    expect(page.locator(".note.tip")).to_contain_text("Tap a")  # a finger is told so
    expect(page.locator("#ends")).to_contain_text("Ends when somebody has")
    before = page.locator("#world").get_attribute("transform")
    y, x = min(at for at in page.locator("#map-cities .city").evaluate_all(MIDDLES) if at[0] > 200 and 60 < at[1] < 290)
    page.touchscreen.tap(x, y)
    expect(page.locator("#line")).to_be_visible()
    assert page.locator("#world").get_attribute("transform") == before, "what is in sight is not moved"
    panel = page.locator("#line").bounding_box()
    assert panel is not None
    assert panel["height"] <= PHONE[1] / 4, "the map stays in sight"
    head = page.locator(".mapframe").bounding_box()
    buttons = [page.locator(".zoom").bounding_box(), page.locator("#map").bounding_box()]
    page.locator("[data-legend]").tap()
    expect(page.locator("#legend")).to_contain_text("disk: pays 5")
    legend = page.locator("#legend").bounding_box()
    assert head is not None
    assert legend is not None
    assert legend["y"] < head["y"] + head["height"] / 2
    assert [page.locator(".zoom").bounding_box(), page.locator("#map").bounding_box()] == buttons, "the legend moves nothing"
    page.locator("#legend").tap()
    expect(page.locator("#legend")).to_be_hidden()
    expect(page.locator("#here")).to_be_visible()
    assert not page.evaluate(BUBBLE_COVERS), "what is told of a city lies over the line to it"
    page.locator('[data-line="cancel"]').tap()
    expect(page.locator("#here")).to_be_hidden()  # a finger points at nothing any more
    page.get_by_role("button", name="Hide tips").click()
    page.reload()
    connected(page)
    page.locator('[data-zoom="whole"]').tap()
    page.wait_for_function(f"() => ({HIDDEN})().length === 0")
    assert page.locator("#mini").bounding_box() == overview  # it stays where it is, whatever is in sight
    page.mouse.move(200, 300)
    for far in (900, 900):  # it cannot be dragged out of its frame
        page.mouse.down()
        page.mouse.move(200, far, steps=4)
        page.mouse.up()
        page.mouse.move(200, 300)
    assert page.evaluate(f"() => ({HIDDEN})().length < document.querySelectorAll('#map-cities .city').length")


def test_a_phone_comes_back_to_the_own_network_after_the_turn(look: Callable[..., Page]) -> None:
    page = look("/t/ending", PHONE)
    page.locator('[data-zoom="in"]').click()
    for _ in range(12):
        page.locator("#map").focus()
        page.keyboard.press("Shift+ArrowRight")
    assert not page.evaluate(INSIDE)
    # a tap on the overview moves there too
    expect(page.locator("#mini")).to_be_visible()
    frame = page.locator("#mini .sight").bounding_box()
    page.locator("#mini").click(position={"x": 20, "y": 20})
    assert page.locator("#mini .sight").bounding_box() != frame
    page.locator('#prompt [data-word="done"]').click()
    if page.locator(".plan .go").count():
        page.mouse.move(0, 0)
        page.locator(".plan .go").click()
    settled(page)
    page.wait_for_function(INSIDE)


def test_a_map_that_shows_everything_holds_still_when_the_turn_is_over(look: Callable[..., Page]) -> None:
    page = look("/t/still")
    cities = page.locator("#map-cities")
    busy = cities.get_attribute("data-busy") or ""
    left, top, wide, high = map(int, busy.split())
    cities.evaluate("(layer, box) => { layer.dataset.busy = box; }", f"{left - 200} {top - 200} {wide + 400} {high + 400}")
    page.locator('[data-zoom="whole"]').click()  # smaller than it would have to be
    cities.evaluate("(layer, box) => { layer.dataset.busy = box; }", busy)
    shown = page.locator("#world").get_attribute("transform")
    page.locator('#prompt [data-word="done"]').click()
    if page.locator(".plan .go").count():
        page.mouse.move(0, 0)
        page.locator(".plan .go").click()
    settled(page)
    expect(page.locator('#prompt [data-word="done"]')).to_have_count(0)
    assert page.locator("#world").get_attribute("transform") == shown


def test_a_train_between_cities_lights_no_hex_to_stay_on(look: Callable[..., Page]) -> None:
    page = look("/t/moving")
    page.mouse.move(0, 0)
    steps = page.locator("#map-spots .spot.step.can")
    assert steps.count()
    assert {step.evaluate("(hex) => getComputedStyle(hex).stroke") for step in steps.all()} == {"none"}


# --- what matters now, the legend, sizes ---

ALL_IN_ONE_SCREEN = """() => {
  const page = document.documentElement, rect = (selector) => document.querySelector(selector).getBoundingClientRect();
  const parts = ['#map', '#prompt', '#players', '#log > li'];
  const lost = parts.filter((each) => rect(each).top >= innerHeight - 20 || rect(each).width < 100);
  return [page.scrollHeight <= innerHeight + 1, page.scrollWidth <= innerWidth, lost];
}"""


def test_a_window_from_560_pixels_shows_everything_at_once(look: Callable[..., Page]) -> None:
    page = look("/t/joining")
    for width, height in ((1366, 650), (1024, 560), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(ALL_IN_ONE_SCREEN) == [True, True, []], (width, height)
    page.set_viewport_size({"width": 1366, "height": 650})
    page.locator("#menu > summary").click()
    menu = page.locator("#menu .sheetlet")
    assert menu.evaluate("menu => menu.scrollHeight <= menu.clientHeight && menu.getBoundingClientRect().bottom <= innerHeight")
    page.keyboard.press("Escape")
    page.set_viewport_size({"width": 1920, "height": 1080})
    # the legend takes a place of its own: it lies over neither the map nor anything else
    page.locator("[data-legend]").click()
    legend, map_ = page.locator("#legend").bounding_box(), page.locator("#map").bounding_box()
    assert legend is not None
    assert map_ is not None
    assert legend["y"] >= map_["y"] + map_["height"] - 1
    expect(page.locator("#legend")).to_contain_text("disk: pays 5")
    page.locator("[data-legend]").click()
    expect(page.locator("#legend")).to_be_hidden()
    # what matters now: what is offered and the own network are in sight, and larger than with all of the map
    page.locator('[data-zoom="whole"]').click()
    small = page.locator("#map-cities .town").first.bounding_box()
    page.keyboard.press("0")
    large = page.locator("#map-cities .town").first.bounding_box()
    assert small is not None
    assert large is not None
    assert large["width"] > small["width"]
    assert page.evaluate(FITS, "#map-spots .site")
    # a left hand has the desk on its side
    page.evaluate("document.documentElement.dataset.leftHanded = ''")
    desk, map_ = page.locator(".desk").bounding_box(), page.locator("#map").bounding_box()
    assert desk is not None
    assert map_ is not None
    assert desk["x"] + desk["width"] <= map_["x"]


def test_a_phone_on_its_side_shows_the_map_beside_the_desk(look: Callable[..., Page]) -> None:
    page = look("/t/shipping", (844, 390), has_touch=True, is_mobile=True)
    page.get_by_role("button", name="Hide tips").click()
    map_, prompt = page.locator("#map").bounding_box(), page.locator("#prompt").bounding_box()
    assert map_ is not None
    assert prompt is not None
    assert map_["y"] + map_["height"] <= 390
    assert map_["height"] > 300
    assert prompt["x"] >= map_["x"] + map_["width"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


# --- who wants what ---


def lit(page: Page) -> int:
    return page.locator("#glow path.over").count()


@pytest.mark.usual
def test_cubes_and_cities_light_each_other_by_mouse_keys_and_fingers(look: Callable[..., Page]) -> None:
    page = look("/t/shipping", has_touch=True)
    page.get_by_role("button", name="Hide tips").click()
    cube = page.locator("#round .mk.cube").first
    letter = cube.get_attribute("data-mk") or ""
    cities = page.locator("#map-cities .city").evaluate_all("(cities) => cities.map((city) => city.dataset.tile)")
    wanting = sum(letter not in tile for tile in cities)
    cube.hover()
    assert lit(page) == wanting
    expect(page.locator("#here")).to_contain_text("pays")
    page.mouse.move(5, 5)
    assert lit(page) == 0
    expect(page.locator("#here")).to_be_empty()
    cube.focus()  # the first of the boxes, by Tab
    assert lit(page) == wanting
    page.keyboard.press("ArrowRight")
    expect(page.locator("#round .mk").nth(1)).to_be_focused()
    city = page.locator("#map-cities .city").first
    city.focus()
    tile = city.get_attribute("data-tile") or ""
    glowing = page.locator("#round .mk.cube.glow").evaluate_all("(cubes) => cubes.map((cube) => cube.dataset.mk)")
    cubes = page.locator("#round .mk.cube").evaluate_all("(cubes) => cubes.map((cube) => cube.dataset.mk)")
    assert glowing == [each for each in cubes if each not in tile]
    page.locator("#players h2").click()
    assert page.locator(".mk.glow").count() == 0
    cube.tap()
    assert lit(page) == wanting


# --- nothing else moves, and what moves ---

SHIFTS = """() => {
  window.shifts = [];
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) for (const { node } of entry.sources) {
    const element = node?.nodeType === 1 ? node : node?.parentElement;
    if (element?.isConnected && !element.closest('.talk, .desk')) window.shifts.push(element.id || element.className.toString());
  } }).observe({ type: 'layout-shift' });
}"""


@pytest.mark.usual
def test_nothing_but_the_desk_and_the_log_moves_during_a_turn(look: Callable[..., Page]) -> None:
    page = look("/t/turn")
    page.get_by_role("button", name="Hide tips").click()
    before = page.evaluate(PLACES)
    page.evaluate(SHIFTS)
    page.locator('#prompt [data-word^="put"]').first.click()
    page.locator("#map-spots .can").first.focus()
    page.keyboard.press("Enter")
    settled(page)
    for verb in ("shift", "fill"):
        page.mouse.move(0, 0)
        page.locator(f'#prompt [data-word^="{verb}"]').first.click()
        if page.locator(".plan .go").count():
            page.locator(".plan .go").click()
        settled(page)
    page.wait_for_selector("html[data-turn]", state="attached")  # the others have had their turns
    assert page.evaluate(PLACES) == before
    assert page.evaluate("window.shifts") == []


def test_a_train_runs_along_its_track_and_a_cube_hops_off(look: Callable[..., Page]) -> None:
    page = look("/t/moving", reduced_motion="no-preference")
    page.get_by_role("button", name="Hide tips").click()
    page.evaluate(ANIMATED)
    page.locator("#trips .move[data-batch*=deliver]").first.click()
    page.wait_for_function("() => window.moved && document.getAnimations().length === 0")
    moved = page.evaluate("window.moved")
    train = next(frames for kind, frames in moved if kind.startswith("loco"))
    assert len(train) > 2  # not straight from city to city
    assert any(kind == "city" for kind, _ in moved)  # a cube, as it is drawn on cities
    assert page.locator("#motion > *").count() == 0


ANIMATED = """() => {
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, timing) {
    if (this.closest('#map')) (window.moved ??= []).push([this.getAttribute('class') ?? '', frames]);
    return animate.call(this, frames, timing);
  };
}"""


# Whether a button or the overview lies over a city or a place that is lit, and whether anything lies over what is advised.
LIES_OVER = """() => {
  const shown = (each) => each.getClientRects().length && getComputedStyle(each).visibility !== 'hidden';
  const rects = (selector) => [...document.querySelectorAll(selector)].filter(shown).map((each) => each.getBoundingClientRect());
  const beside = (one, other) => one.right <= other.left + 1 || one.left >= other.right - 1;
  const meet = (one, other) => !beside(one, other) && one.bottom > other.top + 1 && one.top < other.bottom - 1;
  const [map] = rects('#map');
  const within = (box) => box.left >= map.left - 1 && box.right <= map.right + 1;
  const covered = (over, under) => rects(over).some((each) => under.some((box) => meet(box, each)));
  return {
    hexes: covered('.zoom button, #mini', rects('#map-cities .town, #map-spots :is(.can, .site)').filter(within)),
    advice: covered('.zoom button, #mini, .note, .desk', rects('#advice-marks *')),
  };
}"""


@pytest.mark.usual
def test_on_a_phone_nothing_lies_over_cities_and_what_is_advised_is_seen(look: Callable[..., Page]) -> None:
    page = look("/t/joining", PHONE, has_touch=True, is_mobile=True)
    page.get_by_role("button", name="Hide tips").tap()
    assert not any(page.evaluate(LIES_OVER).values())
    for _ in range(4):  # wherever the map is moved to
        page.locator("#map").focus()
        page.keyboard.press("Shift+ArrowRight")
        assert not any(page.evaluate(LIES_OVER).values())
    page.get_by_role("button", name="Hint", exact=True).tap()
    expect(page.locator(".note.advice")).to_be_visible()
    assert page.locator("#advice-marks *").count()
    assert not any(page.evaluate(LIES_OVER).values())


# How high the desk is, how low its lowest button, and whether what is pressed is in sight.
DESK = """() => {
  const shown = [...document.querySelectorAll('.desk button')].filter((each) => each.checkVisibility());
  const boxes = shown.map((each) => each.getBoundingClientRect());
  const go = document.querySelector('[data-build]:not(:disabled), #prompt .forth')?.getBoundingClientRect();
  return [document.querySelector('.desk').offsetHeight, Math.min(...boxes.map((box) => box.height)), go.bottom <= innerHeight];
}"""


@pytest.mark.usual
def test_on_a_phone_the_desk_leaves_three_quarters_to_the_map_while_one_builds(look: Callable[..., Page]) -> None:
    for table in ("panel", "joining"):
        page = look(f"/t/{table}", PHONE, has_touch=True, is_mobile=True)
        page.get_by_role("button", name="Hide tips").tap()
        for place in ("", "#map-spots .site", "#map-cities .city"):
            for each in page.locator(place).all()[:8] if place else [None]:
                if each is not None:
                    name = each.get_attribute("data-hex")
                    page.locator(f'#map-spots [data-hex="{name}"], #map-cities [data-hex="{name}"]').first.focus()
                    page.keyboard.press("Enter")
                    expect(page.locator(":is(#bench, #line, .toast):not([hidden])").first).to_be_visible()
                high, least, seen = page.evaluate(DESK)
                assert high <= PHONE[1] / 4 + 1, (table, place)
                assert least >= 40, (table, place)
                assert seen
                page.keyboard.press("Escape")


# Which of the desk's buttons and fields cannot be seen and clicked where they are.
LOST = """(selector) => [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility()).filter((each) => {
  const { x, y, width, height } = each.getBoundingClientRect();
  const there = document.elementFromPoint(x + width / 2, y + height / 2);
  return !there || !(each.contains(there) || there.contains(each));
}).map((each) => each.outerHTML)"""


@pytest.mark.parametrize("size", [LAPTOP, PHONE])
def test_bids_ahead_are_seen_when_they_are_unfolded_with_five_players(look: Callable[..., Page], size: tuple[int, int]) -> None:
    page = look("/t/bids", size)
    page.get_by_role("button", name="Hide tips").click()
    page.locator("#orders summary").click()
    page.wait_for_function(f"() => ({LOST})('#orders :is(input, button)').length === 0")


def test_five_players_leave_room_for_the_desk_while_one_ships(look: Callable[..., Page]) -> None:
    page = look("/t/five", (1366, 650))
    page.get_by_role("button", name="Hide tips").click()
    assert page.evaluate(LOST, "#prompt button") == []


# Whether a toast lies over a heading, the sentence of the prompt, a tip or the scores.
TOAST = """async () => {
  const { name } = performance.getEntriesByType('resource').find((each) => /[/]dom[.][^/]*js/.test(each.name));
  (await import(name)).toast('The cheapest line to Usk costs 21, and you have 6', '/manual/freight');
  const toast = document.querySelector('#oops').getBoundingClientRect();
  const read = [...document.querySelectorAll('h1, h2, h3, #ask, .note, .scores li, #trips li')];
  const shown = read.filter((each) => each.checkVisibility());
  return shown.filter((each) => {
    const box = each.getBoundingClientRect();
    return box.left < toast.right && box.right > toast.left && box.top < toast.bottom && box.bottom > toast.top;
  }).map((each) => each.outerHTML);
}"""


@pytest.mark.parametrize("size", [LAPTOP, PHONE])
@pytest.mark.parametrize("path", ["/t/five", "/t/five/at/30"])
@pytest.mark.usual
def test_a_toast_lies_over_nothing_that_has_to_be_read(look: Callable[..., Page], path: str, size: tuple[int, int]) -> None:
    page = look(path, size)
    assert page.evaluate(TOAST) == []


IN_SIGHT = """() => {
  const map = document.querySelector('#map').getBoundingClientRect();
  const foot = document.querySelector('.desk').getBoundingClientRect().top;
  const train = document.querySelector('#map-trains [data-loco="1"]');
  return [train, ...document.querySelectorAll('#map-spots [data-go]')].every((each) => {
    const box = each.getBoundingClientRect();
    return box.left >= map.left && box.right <= map.right && box.top >= map.top && box.bottom <= Math.min(map.bottom, foot);
  });
}"""
AWAY = "() => sessionStorage.setItem('map /t/moving', JSON.stringify([3, -500, -1900]))"


def test_on_a_phone_the_train_and_where_it_can_go_are_in_sight_when_it_ships(look: Callable[..., Page]) -> None:
    page = look("/t/moving", PHONE, has_touch=True, is_mobile=True)
    page.get_by_role("button", name="Hide tips").tap()
    page.evaluate(AWAY)  # as whoever built left the map
    page.reload()
    connected(page)
    page.wait_for_function(IN_SIGHT)
    trips = page.locator("#trips ul")
    trips.evaluate(MANY_CUBES)
    assert trips.evaluate("(list) => list.scrollWidth <= list.clientWidth")
    assert page.locator(".desk").evaluate("(desk) => desk.scrollWidth <= desk.clientWidth")


# A trip of a train with five cubes.
MANY_CUBES = """(list) => list.insertAdjacentHTML("afterbegin", `<li data-way="x"><b class="to">Linden <small>u10</small></b>
  <span class="sub">1 run</span><b class="brings">pays 20</b><span class="ways-go">
  <button class="move pays">Go, deliver</button><button class="move">Go</button></span><span class="ways-all">
  <span>Keeps a black cube: it pays only 1 here</span><button class="move">Go, deliver all for 21</button>
  </span></li>`)"""
OVER_CITIES = """() => {
  const line = document.querySelector('#here').getBoundingClientRect();
  return [...document.querySelectorAll('#map-cities .town')].map((town) => town.getBoundingClientRect()).filter((box) =>
    box.left < line.right && box.right > line.left && box.top < line.bottom && box.bottom > line.top).length;
}"""


def test_on_a_phone_what_is_said_of_a_city_finds_a_place_between_the_cities(look: Callable[..., Page]) -> None:
    page = look("/t/building", PHONE, has_touch=True, is_mobile=True)
    page.get_by_role("button", name="Hide tips").tap()
    page.locator('[data-zoom="whole"]').tap()
    for city in page.locator("#map-cities .city").all():
        city.focus()
        expect(page.locator("#here")).to_be_visible()
        assert not page.evaluate(OVER_CITIES), city.get_attribute("data-name")


def test_frames_around_cities_are_explained_where_a_marker_is_pointed_at(look: Callable[..., Page]) -> None:
    page = look("/t/shipping")
    page.get_by_role("button", name="Hide tips").click()
    page.locator("#round .mk.cube").first.hover()
    expect(page.locator("#here")).to_contain_text(re.compile(r"\((framed|dashed)\)"))
    explained = re.compile(r"^(Red|Blue|Green|Yellow|Black|White) cube: (framed|dashed) cities pay \d")
    box = page.locator("#map-cities .city rect:not(.empty)").first.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert lit(page)
    expect(page.locator("#here")).to_contain_text(explained)
    box = page.locator("#map-cities .city rect.empty").first.bounding_box()  # no cube lies there
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator("#here")).to_contain_text("pays")
    expect(page.locator("#here")).not_to_contain_text(explained)


def test_the_badge_of_a_city_is_told_in_words_and_leads_to_its_trip(look: Callable[..., Page]) -> None:
    page = look("/t/moving")
    page.get_by_role("button", name="Hide tips").click()
    page.locator('[data-zoom="whole"]').click()
    badge = page.locator("#map-ways .flag").first
    box = badge.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator("#here")).to_contain_text(re.compile(r"show the way; \d (run|step)"))
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator(f'#trips li.on[data-way="{badge.get_attribute("data-way")}"]')).to_have_count(1)
