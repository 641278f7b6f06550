"""The line builder of Freight in real Chromium: by mouse, by a finger and by keys."""

import re
from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import Page, expect

from freightyard.core.contract import State as AnyState
from freightyard.core.record import read
from freightyard.games.freight.page.lines import Line, lines_to
from freightyard.games.freight.rules.state import State
from tests.browser.driving import connected, settled
from tests.browser.looking import accessible, fits
from tests.browser.staging import Stage, prepared
from tests.server.running import Server

Window = Callable[..., Page]
Table = Callable[..., tuple[Page, str]]


def may_build(state: AnyState) -> bool:
    """Whether the first seat is building, with money for some tiles."""
    return state.to_act() == 0 and state.view(0).board.phase == "building" and state.view(0).board.seats[0].cash >= 14


def may_build_on(state: AnyState) -> bool:
    """The same, with track to go on from."""
    return may_build(state) and any(piece.owner == 1 for piece in state.view(0).board.track)


def three_tiles(lines: Sequence[Line]) -> bool:
    return any(len(line.moves) == len(line.laid) == 3 for line in lines[:1])


def new_city(lines: Sequence[Line]) -> bool:
    return any(line.founds and not line.borrowed and len(line.laid) == 2 for line in lines)


def goal(state: AnyState, wanted: Callable[[Sequence[Line]], bool]) -> str:
    """A place that a line leads to as it is wanted, or ""."""
    assert isinstance(state, State)
    cities = {state.edition.grid.names[number] for number in state.cities}
    known = set(state.view(0).board.seats[0].cities)
    for number, name in enumerate(state.edition.grid.names):
        sought = state.rules.inside[number] and name not in known and (name in cities) == (wanted is three_tiles)
        if sought and wanted(lines_to(state.view(0), name).lines):
            return name
    return ""


@pytest.fixture(scope="module")
def places() -> dict[str, tuple[str, str]]:
    """The table and the place of each story."""
    return {}


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory, places: dict[str, tuple[str, str]]) -> Stage:
    stage = Stage(tmp_path_factory.mktemp("staged") / "yard.db")
    stories = (("three", "standard", three_tiles), ("keys", "family", three_tiles), ("founds", "standard", new_city))

    async def set_up() -> None:
        await stage.enter()
        for key, edition, wanted in stories:
            for seed in range(20):
                name = f"{key}-{seed}"
                try:
                    until = may_build_on if wanted is new_city else may_build
                    table = await stage.set_up(name, "freight", edition, until, bots=["greedy"] * 3, seed=name)
                except AssertionError:
                    continue
                if place := goal(table.truth(), wanted):
                    places[key] = (name, place)
                    break
            else:
                raise AssertionError(f"{key} never came")

    return prepared(stage, set_up)


@pytest.fixture
def table(window: Window, stage: Stage, server: Server, places: dict[str, tuple[str, str]]) -> Table:
    def opened(key: str, **options: object) -> tuple[Page, str]:
        name, place = places[key]
        page = window(**options)
        stage.sign_in(page, server)
        page.goto(f"/t/{name}")
        connected(page)
        page.wait_for_selector("html[data-turn]", state="attached")
        return page, place

    return opened


def moves(page: Page) -> tuple[str, ...]:
    return tuple(read(page.request.get(f"{page.url}/record").text()).moves)


def middle(page: Page, name: str) -> tuple[float, float]:
    """Where a hex of the map is, which is moved so that it can be seen."""
    page.locator("#map").focus()
    page.keyboard.press("9")
    box = page.locator(f'#map-cities [data-hex="{name}"] .town').bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.usual
def test_a_line_of_three_tiles_takes_two_clicks(table: Table) -> None:
    page, name = table("three")
    before = moves(page)
    purse = int(page.locator("#players .money b").first.inner_text())
    page.mouse.click(*middle(page, name))
    expect(page.locator("#line-title")).to_have_text(re.compile(f" {name}$"))
    expect(page.locator("#ghost .rail")).to_have_count(3)
    expect(page.locator("#line .line-facts")).to_contain_text(re.compile("straight|curve"))
    expect(page.locator('[data-line="build"]')).to_have_text(re.compile(r"^Build for \d+, leaves \d+$"))
    accessible(page)
    _, price, left = re.split(r"\D+", page.locator('[data-line="build"]').inner_text())
    assert purse - int(price) == int(left)
    page.locator('[data-line="build"]').click()
    settled(page)
    expect(page.locator("#line")).to_be_hidden()
    expect(page.locator("#ghost .rail")).to_have_count(0)
    expect(page.locator("#players .money b").first).to_have_text(left)
    built = moves(page)[len(before) :]
    assert len(built) == 3
    assert all(move.startswith(("build ", "bridge ", "upgrade ")) for move in built)
    page.locator("[data-reset]").click()  # one click, which can be had back
    settled(page)
    assert moves(page) == before
    expect(page.locator("#players .money b").first).to_have_text(str(purse))
    page.mouse.move(0, 0)  # it has come to lie where the click before was
    page.get_by_role("button", name="Redo 3 moves").click()
    settled(page)
    assert moves(page)[len(before) :] == built
    expect(page.locator("[data-reset]")).to_have_text("Undo 3 moves")
    page.locator("[data-undo]").click()  # the line is undone as it was built: at once
    settled(page)
    assert moves(page) == before
    expect(page.locator("#players .money b").first).to_have_text(str(purse))


@pytest.mark.parametrize(("width", "height"), [pytest.param(1366, 650, marks=pytest.mark.deep), (390, 844)])
def test_skipping_covers_neither_the_board_nor_its_buttons(table: Table, width: int, height: int) -> None:
    page, _ = table("founds", width=width, height=height)
    page.evaluate(
        """() => {
          document.querySelector(".skip-steps").hidden = false;
          document.querySelector("#prompt").removeAttribute("data-live");  // others are at it
          const buttons = document.querySelectorAll("#prompt .ask > button, #prompt .undoing, #prompt .action");
          for (const button of buttons) button.remove();
          document.querySelector("#ask").textContent = "Bartholomew is choosing what the new city supplies and wants.";
          if (document.querySelector(".note")) return;
          document.querySelector(".top .grow").innerHTML = "<div class=note><p>A tip.</p></div>";
        }"""
    )
    box = page.locator(".skip-steps").bounding_box()
    assert box is not None
    assert box["height"] < 60
    for selector in (".zoom", "#menu > summary", "h1", "#ask", ".note", "#scores", "#round header"):
        other = page.locator(selector).bounding_box()
        if other is None:  # the scores stand above the map on phones alone
            continue
        beside = box["x"] + box["width"] <= other["x"] or box["x"] >= other["x"] + other["width"]
        assert beside or box["y"] + box["height"] <= other["y"] or box["y"] >= other["y"] + other["height"], (
            selector,
            box,
            other,
        )


# A finger on the second of the lines.
FINGER_OVER = """() => document.querySelector('#line [data-choice="1"]').dispatchEvent(
  new PointerEvent('pointerover', { bubbles: true, pointerType: 'touch' }))"""


def test_other_lines_are_stepped_through_and_given_up(table: Table) -> None:
    page, place = table("keys")
    now = page.locator("#view").get_attribute("data-ply")
    cities = [city.get_attribute("data-hex") or "" for city in page.locator("#map-cities .city").all()]
    for name in [place, *cities]:
        page.mouse.click(*middle(page, name))
        page.wait_for_selector("#line:not([hidden]), #oops:not([hidden])")
        if page.locator("#line [data-choice]").count() > 1:
            break
    pressed = page.locator('#line [aria-pressed="true"]')
    expect(pressed).to_have_attribute("data-choice", "0")
    drawn = page.locator("#ghost").inner_html()
    page.locator("#line [data-choice]").nth(1).hover()  # it lies on the map while it is pointed at
    other = page.locator("#ghost").inner_html()
    page.locator('[data-line="next"]').hover()
    assert page.locator("#ghost").inner_html() == drawn
    page.evaluate(FINGER_OVER)  # which moves the row, and chooses none
    assert page.locator("#ghost").inner_html() == drawn
    page.locator('[data-line="next"]').click()
    assert page.locator("#ghost").inner_html() == other
    expect(pressed).to_have_attribute("data-choice", "1")
    assert page.locator("#ghost").inner_html() != drawn or "starts" in pressed.inner_text()
    page.mouse.click(*middle(page, name))  # another click on the place: the next one
    expect(pressed).not_to_have_attribute("data-choice", "1")
    page.keyboard.press("Escape")
    expect(page.locator("#line")).to_be_hidden()
    expect(page.locator("#ghost .rail")).to_have_count(0)
    assert page.locator("#view").get_attribute("data-ply") == now


@pytest.mark.usual
def test_a_line_by_keys_alone(table: Table) -> None:
    page, name = table("keys")
    before = moves(page)
    page.locator(f'#map-spots [data-hex="{name}"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator('[data-line="build"]')).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(f'#map [data-hex="{name}"]:focus')).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator('[data-line="build"]')).to_be_focused()
    page.keyboard.press("Enter")
    settled(page)
    expect(page.locator("#line")).to_be_hidden()
    assert len(moves(page)) == len(before) + 3


def test_found_a_city_lights_where_one_can_stand_and_asks_for_nothing_but_cities(table: Table) -> None:
    page, _ = table("founds", width=390, height=844, has_touch=True, is_mobile=True)
    if page.locator("#prompt").get_attribute("data-phase") != "building":
        page.locator("[data-word=random]").tap()
        settled(page)
    page.evaluate("for (const ring of document.querySelectorAll('#map-spots [data-city]')) delete ring.dataset.city")
    page.locator("[data-found]").tap()  # as where no track points at a hex that takes a city
    lit = page.locator("#map-spots .by-line")
    expect(lit.first).to_be_attached()
    expect(page.locator("#oops")).to_contain_text(re.compile("inside a triangle of cities and beside none"))
    names = {hexagon.get_attribute("data-hex") for hexagon in lit.all()}
    dark = next(spot for spot in page.locator("#map-spots .site").all() if spot.get_attribute("data-hex") not in names)
    dark.evaluate("(hexagon) => hexagon.dispatchEvent(new MouseEvent('click', {bubbles: true}))")
    expect(page.locator("#oops")).to_contain_text(re.compile("No new city here: it (would stand|must lie)|A new city needs"))
    expect(page.locator("#line")).to_be_hidden()
    lit.first.evaluate("(hexagon) => hexagon.dispatchEvent(new MouseEvent('click', {bubbles: true}))")
    expect(page.locator("#line-title")).to_have_text("Found a city on this hex")
    expect(page.locator('[data-line="build"]')).to_contain_text("ound a city for")
    panel = page.locator("#line").bounding_box()
    assert panel is not None
    for choice in page.locator("#line .line-choice").all()[:4]:  # without a swipe
        box = choice.bounding_box()
        assert box is not None
        assert panel["x"] <= box["x"]
        assert box["x"] + box["width"] <= panel["x"] + panel["width"]
    page.locator('[data-line="cancel"]').tap()
    expect(lit).to_have_count(0)  # nothing is founded any more


def test_a_city_is_founded_at_the_end_of_a_line_by_keys(table: Table) -> None:
    page, name = table("founds")
    before = moves(page)
    page.locator("#map-spots .line-to").first.focus()
    page.keyboard.press("x")  # hex by hex from here
    for _ in range(60):
        here = page.locator("#map-spots .cursor").get_attribute("data-hex") or ""
        if here == name:
            break
        (row, column), (to_row, to_column) = [(hexagon[0], int(hexagon[1:])) for hexagon in (here, name)]
        key = "ArrowDown" if row < to_row else "ArrowUp" if row > to_row else "ArrowRight" if column < to_column else "ArrowLeft"
        page.keyboard.press(key)
    expect(page.locator("#map-spots .cursor")).to_have_attribute("data-hex", name)
    page.keyboard.press("Enter")
    expect(page.locator('[data-line="build"]')).to_be_focused()
    for _ in range(6):
        if "found a city" in page.locator('[data-line="build"]').inner_text().lower():
            break
        page.keyboard.press("r")
    expect(page.locator("#ghost .town")).to_have_count(1)
    page.keyboard.press("Enter")
    settled(page)
    expect(page.locator("#prompt")).to_have_attribute("data-phase", "choosing")
    built = moves(page)[len(before) :]
    assert built[-1] == f"city {name}"
    assert len(built) > 1


@pytest.mark.usual
def test_a_line_with_a_finger_on_a_phone(table: Table) -> None:
    page, name = table("founds", width=390, height=844, has_touch=True, is_mobile=True)
    if page.locator("#prompt").get_attribute("data-phase") != "building":
        page.locator("[data-word=random]").tap()
        settled(page)
        expect(page.locator("#prompt")).to_have_attribute("data-phase", "building")
    cities = [city.get_attribute("data-hex") or "" for city in page.locator("#map-cities .city").all()]
    for name in cities:
        page.touchscreen.tap(*middle(page, name))
        page.wait_for_selector("#line:not([hidden]), #oops:not([hidden])")
        if page.locator("#line").is_visible():
            break
    expect(page.locator("#line")).to_be_visible()
    expect(page.locator("#here")).not_to_contain_text("Tap:")  # what it offered was done
    assert fits(page)
    line, desk = page.locator("#ghost .goal").bounding_box(), page.locator(".desk").bounding_box()
    assert line is not None
    assert desk is not None
    assert line["y"] + line["height"] <= desk["y"] + 2  # where it leads is not under the panel
    now = page.locator("#view").get_attribute("data-ply")
    page.locator('[data-line="build"]').tap()
    page.wait_for_selector(f'#view:not([data-ply="{now}"])')


def test_a_place_that_cannot_be_reached_says_why(table: Table) -> None:
    page, name = table("three")
    cities = [city.get_attribute("data-hex") or "" for city in page.locator("#map-cities .city").all()]
    for name in cities:
        page.mouse.click(*middle(page, name))
        page.wait_for_selector("#line:not([hidden]), #oops:not([hidden])")
        if page.locator("#oops").is_visible():
            break
        page.keyboard.press("Escape")
    expect(page.locator("#oops")).to_contain_text(
        re.compile("The cheapest line to .* costs|No line leads|in your network already")
    )
    expect(page.locator("#oops a")).to_have_attribute("href", re.compile("/manual/freight#fr"))
