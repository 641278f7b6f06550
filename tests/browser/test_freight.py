"""Freight in real Chromium: whole games by clicks, building by keys, the map by mouse and fingers."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import connected, new_table
from tests.browser.freight_hands import Fingers, Hands, Keys
from tests.browser.looking import accessible, fits
from tests.server.running import until as until_so

Window = Callable[..., Page]


def table(page: Page, *seats: str, edition: str = "standard", hand: type[Hands] = Hands) -> Hands:
    new_table(page, *(seats or ("me", "bot:greedy")), game="freight", edition=edition)
    connected(page)
    return hand(page)


def until(hands: Hands, selector: str, most: int = 60) -> None:
    """Play until the page shows something."""
    for _ in range(most):
        hands.page.wait_for_selector("html[data-turn]", state="attached")
        if hands.page.locator(selector).count():
            return
        hands.move(hands.wish())
    raise AssertionError(f"{selector} never came")


def matrix(page: Page) -> str:
    return page.locator("#world").get_attribute("transform") or ""


def scale(transform: str) -> float:
    return float(re.findall(r"scale\(([\d.]+)\)", transform)[0])


def ply(page: Page) -> str:
    return page.locator("#view").get_attribute("data-ply") or ""


WORDS = {
    "standard": {"loan", "build", "go", "load", "put", "shift", "fill", "done"},
    "family": {"loan", "build", "go", "load", "done"},
}


@pytest.mark.deep
@pytest.mark.parametrize("hand", [Hands, Fingers, Keys])
@pytest.mark.parametrize("edition", ["standard", "family"])
def test_a_whole_game(window: Window, edition: str, hand: type[Hands]) -> None:
    size = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True} if hand is Fingers else {}
    page = window(reduced_motion="no-preference", **size)  # the trains glide
    hands = table(page, edition=edition, hand=hand)
    hands.play()
    expect(page.locator("#ask")).to_contain_text("The game is over")
    expect(page.locator("#dialog[open] caption")).to_have_text("Final score")
    assert set(hands.done) >= WORDS[edition]
    if edition == "standard":
        assert {"pass", "open", "raise"} & set(hands.done)  # the auction
    else:
        assert page.locator(".boxes").count() == 0


def test_building_by_keys_alone(window: Window) -> None:
    page = window()
    hands = table(page, edition="family")
    hands.move("loan")
    page.locator("#map").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#map-spots .site:focus")).to_have_count(1)
    first = page.locator("#map-spots .site:focus").get_attribute("data-hex")
    page.keyboard.press("ArrowDown")
    hexagon = page.locator("#map [data-hex]:focus").get_attribute("data-hex")
    assert hexagon not in (None, first)  # the first one is in the uppermost row
    for key in ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"] * 10:  # past cities that can only be looked at
        page.keyboard.press(key)
        if page.locator("#map-spots .site:focus").count():
            break
    name = page.locator("#map-spots .site:focus").get_attribute("data-hex") or ""
    page.keyboard.press("Enter")
    expect(page.locator("#bench")).to_be_visible()
    expect(page.locator("#bench-hex")).to_have_text(name)
    expect(page.locator("#ghost .rail")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("#bench")).to_be_hidden()
    expect(page.locator("#ghost .rail")).to_have_count(0)
    page.keyboard.press("Enter")
    pressed = page.locator('#bench [aria-pressed="true"]')
    for _ in range(12):  # from the straight to a curve: how many tiles lie between depends on the place
        page.keyboard.press("ArrowRight")
        if (pressed.get_attribute("data-tail") or "").startswith("curve"):
            break
    expect(pressed).to_have_attribute("data-tail", re.compile("^curve"))
    before = pressed.get_attribute("data-tail")
    page.keyboard.press("r")
    expect(pressed).not_to_have_attribute("data-tail", before or "")
    tail = pressed.get_attribute("data-tail")
    expect(page.locator("[data-build]")).to_have_text("Build for 3, leaves 7")
    page.keyboard.press("Enter")
    expect(page.locator("#players .money b").first).to_have_text("7")
    assert f"build {name} {tail}" in hands.page.request.get(f"{page.url}/record").text()
    expect(page.locator("#map-spots .site:focus")).to_have_count(1)  # the line can go on at once
    page.locator("#prompt .can").first.focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#map [data-hex]:focus")).to_have_count(1)  # from the buttons to the map


@pytest.mark.usual
def test_the_map_by_keys_mouse_and_fingers(window: Window) -> None:
    page = window(has_touch=True)
    table(page)
    page.wait_for_selector("html[data-turn]", state="attached")
    now = ply(page)
    start = matrix(page)
    box = page.locator("#map").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.keyboard.press("+")
    assert matrix(page) != start
    page.keyboard.press("0")
    assert matrix(page) == start
    page.locator('[data-zoom="out"]').click()
    assert matrix(page) != start
    page.locator('[data-zoom="whole"]').click()
    assert matrix(page) == start
    page.mouse.move(x, y)
    page.mouse.wheel(0, -300)
    page.wait_for_function("start => document.querySelector('#world').getAttribute('transform') !== start", arg=start)
    assert scale(matrix(page)) > scale(start)
    zoomed = matrix(page)
    page.mouse.down()
    page.mouse.move(x + 80, y + 40, steps=4)
    page.mouse.up()
    assert matrix(page) != zoomed
    moved = matrix(page)
    page.reload()
    connected(page)
    assert matrix(page) == moved  # the map stays as it was left
    page.keyboard.press("0")
    fingers = page.context.new_cdp_session(page)
    for kind, far in (("touchStart", 40), ("touchMove", 60), ("touchMove", 120)):
        points = [{"x": x - far, "y": y, "id": 0}, {"x": x + far, "y": y, "id": 1}]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    until_so(lambda: scale(matrix(page)) > 1.5 * scale(start), "the map is larger")
    assert ply(page) == now  # nothing of this was a move


@pytest.mark.usual
def test_building_on_a_phone_with_a_finger(window: Window) -> None:
    page = window(360, 740, has_touch=True, is_mobile=True)
    hands = table(page, edition="family")
    hands.move("loan")
    page.touchscreen.tap(*hands.middle(page.locator("#map-spots .site").first))
    expect(page.locator("#bench")).to_be_visible()
    name = page.locator("#bench-hex").inner_text()
    shown, desk = page.locator("#ghost .hx").bounding_box(), page.locator(".desk").bounding_box()
    assert shown is not None
    assert desk is not None
    assert shown["y"] + shown["height"] <= desk["y"] + 2  # what is built is not under the bench
    page.locator("#bench [data-verb]:visible").last.tap()
    page.locator("[data-build]").tap()
    expect(page.locator("#players .money b").first).not_to_have_text("10")
    assert f"build {name} " in page.request.get(f"{page.url}/record").text()


@pytest.mark.parametrize(("width", "height"), [(360, 740), pytest.param(1280, 800, marks=pytest.mark.deep)])
def test_a_hex_that_has_the_focus_lies_under_nothing_else(window: Window, width: int, height: int) -> None:
    page = window(width, height)
    hands = table(page, edition="family")
    hands.move("loan")
    page.locator('[data-zoom="in"]').click()  # now most hexes are out of sight
    lit = page.locator("#map-spots .site").all()
    assert len(lit) > 5
    for hexagon in lit:
        hands.middle(hexagon)


@pytest.mark.usual
def test_a_way_is_shown_with_its_price_before_one_goes(window: Window) -> None:
    page = window()
    hands = table(page)
    until(hands, "#trips li")
    line = page.locator("#trips li:not(.other)").last
    city = line.get_attribute("data-way")
    line.hover()
    expect(page.locator(f'.way.on[data-way="{city}"]:not(.under)')).to_have_count(1)
    expect(line.locator(".sub")).to_contain_text("step")
    page.locator(f'#map-spots [data-go="{city}"]').focus()
    page.keyboard.press("Enter")
    expect(line.locator("button").first).to_be_focused()
    before = ply(page)
    page.keyboard.press("Enter")
    page.wait_for_selector(f'#view:not([data-ply="{before}"])')
    train = page.locator('#map-trains [data-loco="1"]').get_attribute("aria-label") or ""
    assert train.endswith(f" {city}")


@pytest.mark.usual
def test_a_spectator_sees_the_map_and_can_click_nothing(window: Window) -> None:
    ann, eve = window(), window()
    hands = table(ann)
    eve.goto(ann.url)
    connected(eve)
    until(hands, "#map-track .rail")
    expect(eve.locator("#map-track .rail").first).to_be_attached()
    expect(eve.locator("#view")).to_have_attribute("data-ply", ply(ann))
    assert eve.locator(".spot, [data-word], [data-verb], [data-batch]").count() == 0


def test_two_at_one_screen_take_turns(window: Window) -> None:
    page = window()
    new_table(page, "me", "here", game="freight", edition="family")
    connected(page)
    expect(page.locator("#view")).to_have_attribute("data-seat", "1")
    for seat in (1, 2):
        hands = Hands(page, seat=seat - 1)
        expect(page.locator("#view")).to_have_attribute("data-seat", str(seat))
        hands.move("loan")
        while page.locator("#view").get_attribute("data-seat") == str(seat):
            hands.move(hands.wish())
    expect(page.locator("#view")).to_have_attribute("data-seat", "1")


def test_the_last_tip_does_not_come_after_a_turn_in_which_nothing_was_done(window: Window) -> None:
    page = window()
    hands = table(page, edition="family")
    page.get_by_role("button", name="Next").click()
    now = ply(page)
    hands.move("done")
    page.wait_for_selector(f'html[data-turn] #view:not([data-ply="{now}"])', state="attached")
    expect(page.locator("#prompt")).to_have_attribute("data-phase", "building")
    assert "That was a turn" not in page.locator("body").inner_text()
    hands.move("loan")
    while page.locator('#view[data-seat="1"] #prompt[data-phase="building"]').count():
        hands.move(hands.wish())  # a line from city to city
    for _ in range(20):
        if page.locator(".note.tip", has_text="That was a turn").count():
            return
        page.wait_for_selector("html[data-turn]", state="attached")
        hands.move(hands.wish())
    raise AssertionError("the last tip never came")


@pytest.mark.parametrize("selector", [".bids, .bidders", "#map-spots .site", "#bench:not([hidden])", "#trips li", ".cubes .cube"])
def test_axe_finds_nothing_and_nothing_scrolls_sideways(window: Window, selector: str) -> None:
    page = window(reduced_motion="reduce")
    hands = table(page)
    if "bench" in selector:
        until(hands, "#map-spots .site")
        hands.spot(page.locator("#map-spots .site").first.get_attribute("data-hex") or "")
    else:
        until(hands, selector)
    accessible(page)
    for width in (360, 768):
        page.set_viewport_size({"width": width, "height": 740})
        assert fits(page)
