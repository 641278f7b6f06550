"""Rearranging a yard: by drag, by taps, by keys."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import TURN, connected, first_turn

Window = Callable[..., Page]


def yard(page: Page) -> list[str]:
    """The letters of both sidings, from the open end."""
    return ["".join(rails.locator(".car").all_inner_texts()) for rails in page.locator("#own-yard .rails").all()]


def begin(page: Page) -> list[str]:
    first_turn(page)
    before = yard(page)
    page.locator(".action.arrange").click()
    expect(page.locator(".plan")).to_contain_text("Drag the cars")
    expect(page.locator(".plan")).to_contain_text("This costs 1 point and ends your turn.")
    expect(page.locator(".plan .go")).to_have_text("Done: pay 1 point and end your turn")
    return before


def finish(page: Page, wanted: list[str]) -> None:
    assert yard(page) == wanted
    page.get_by_role("button", name="Done").click()
    expect(page.locator("html.arranging")).to_have_count(0)
    page.wait_for_selector(".lines :text('pays to rearrange')", state="attached")
    assert yard(page) == wanted
    page.reload()
    assert yard(page) == wanted


def test_by_drag(window: Window) -> None:
    page = window()
    first, second = begin(page)
    car = page.locator("#own-yard .rails").nth(0).locator(".car").first.bounding_box()
    last = page.locator("#own-yard .rails").nth(1).locator(".car").last.bounding_box()
    assert car is not None
    assert last is not None
    page.mouse.move(car["x"] + 20, car["y"] + 25)
    page.mouse.down()
    page.mouse.move(car["x"] + 120, car["y"] + 40, steps=6)
    page.mouse.move(last["x"] + last["width"] - 4, last["y"] + 25, steps=6)
    page.mouse.up()
    finish(page, [first[1:], second + first[0]])


def test_by_dragging_with_a_finger(window: Window) -> None:
    page = window(390, 844, has_touch=True, is_mobile=True)
    first, second = begin(page)
    car = page.locator("#own-yard .rails").nth(0).locator(".car").first
    car.scroll_into_view_if_needed()
    box, last = car.bounding_box(), page.locator("#own-yard .rails").nth(1).locator(".car").last.bounding_box()
    assert box is not None
    assert last is not None
    start, end = (box["x"] + 15, box["y"] + 20), (last["x"] + last["width"] - 4, last["y"] + 20)
    scrolled = page.evaluate("scrollY")
    fingers = page.context.new_cdp_session(page)
    for kind, part in (("touchStart", 0.0), *[("touchMove", step / 8) for step in range(1, 9)]):
        point = {"x": start[0] + (end[0] - start[0]) * part, "y": start[1] + (end[1] - start[1]) * part}
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert page.evaluate("scrollY") == scrolled  # dragging a car never scrolls the page
    finish(page, [first[1:], second + first[0]])


def test_by_keys(window: Window) -> None:
    page = window()
    first, second = begin(page)
    page.keyboard.press("Enter")  # picks up the first car
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    finish(page, [first[1:], second[0] + first[0] + second[1:]])


@pytest.mark.usual
def test_by_taps_on_a_phone(window: Window) -> None:
    page = window(390, 844, has_touch=True)
    first, second = begin(page)
    page.locator("#own-yard .rails").nth(1).locator(".car").first.tap()
    page.locator("#own-yard .rails").nth(0).locator(".car").nth(2).tap()
    finish(page, [first[:2] + second[0] + first[2:], second[1:]])


def test_giving_up_changes_nothing(window: Window) -> None:
    page = window()
    before = begin(page)
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Escape")
    expect(page.locator(".plan")).to_have_count(0)
    assert yard(page) == before
    page.locator("#main-yard .can").first.click()
    expect(page.locator(".tray .car")).to_have_count(1)


MUTE = """(() => {
  const Real = WebSocket;
  window.sockets = [];
  window.WebSocket = class extends Real {
    constructor(address) {
      super(address);
      window.sockets.push(this);
      this.addEventListener("message", (event) => { this.told ||= event.data.includes('"parts"'); });
    }
    send(text) { if (!(window.mute && text.includes('"move"'))) super.send(text); }
  };
})()"""


def shown_anew(page: Page) -> None:
    """Wait until the page is connected again and has been told what the table is like."""
    page.wait_for_function("() => window.sockets.length > 1 && window.sockets.at(-1).told")
    connected(page)


def test_an_order_that_never_arrived_is_not_shown(window: Window) -> None:
    page = window()
    page.add_init_script(MUTE)
    before = begin(page)
    for _ in range(5):  # cars that look alike can change places unseen
        page.keyboard.press("Shift+ArrowRight")
        if yard(page) != before:
            break
    assert yard(page) != before
    page.evaluate("window.mute = true")
    page.get_by_role("button", name="Done").click()
    page.evaluate("window.mute = false; window.sockets.at(-1).close()")
    shown_anew(page)
    page.wait_for_selector(TURN)
    assert yard(page) == before
    page.locator("#main-yard .can").first.click()
    expect(page.locator(".tray .car")).to_have_count(1)


@pytest.mark.usual
def test_a_lost_connection_leaves_the_new_order_in_hand(window: Window) -> None:
    page = window()
    page.add_init_script(MUTE)
    first, second = begin(page)
    page.keyboard.press("Shift+ArrowRight")
    page.evaluate("window.sockets.at(-1).close()")
    shown_anew(page)
    finish(page, [first[1] + first[0] + first[2:], second])
