"""Hands on the board of Freight Train: cars that are dragged, clicked twice, or sent by keys; by mouse and by finger."""

from typing import Literal

from playwright.sync_api import Locator, Page

from freightyard.core.chance import Stream
from tests.browser.driving import FOCUS, LIVE, click_on, is_over, keys_on, press, settled

Kind = Literal["mouse", "touch"]


def cars_of(source: str) -> str:
    """The selector of the car that a move takes up: `take 2`, `load 1`; or of one in the hand: `put tank`, or `planned`, whose
    place is."""
    if source == "planned":
        return ".tray .car.sent-on"
    place = ".tray .car:not(.sent-on)" if source.startswith("put ") else ".rails button.car"
    return f'#view {place}[data-word="{source}"]'


def car_of(page: Page, source: str) -> Locator:
    return page.locator(cars_of(source)).first


def zone_of(page: Page, kind: str, place: str) -> Locator:
    """Where a car of this kind, a word of moves, is dropped to go to a place. Some are to be seen only while it is held."""
    if place.startswith("yard-"):
        return page.locator(f'#own-yard [data-drop="{place}"] .rails')
    name = kind if place == "train" else place
    train = page.locator(f'#trains li[data-drop="{name}"] .loco')
    if train.count():
        return train
    return page.locator(f'#trains .start[data-drop="{place}"]')


def middle(thing: Locator) -> tuple[float, float]:
    box = thing.bounding_box()
    assert box is not None, thing
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


# The middle of the car of this number, when it is in sight and nothing moves. In one go: a car can be drawn anew at any time.
REACH = """([selector, number]) => {
  if (document.getAnimations().some((each) => each.effect.getComputedTiming().iterations === 1)) return null;
  const car = document.querySelectorAll(selector)[number];
  car?.scrollIntoViewIfNeeded();
  const box = car?.getBoundingClientRect();
  return box?.width ? [box.x + box.width / 2, box.y + box.height / 2] : null;
}"""


def reach(page: Page, cars: str, number: int = 0) -> tuple[float, float]:
    """Where a car can be taken hold of."""
    x, y = page.wait_for_function(REACH, arg=[cars, number]).json_value()
    return x, y


class Pointer:
    """A mouse or a finger that presses, moves and lets go."""

    def __init__(self, page: Page, kind: Kind = "mouse") -> None:
        self.page = page
        self.fingers = page.context.new_cdp_session(page) if kind == "touch" else None
        self.at = (0.0, 0.0)

    def down(self, x: float, y: float) -> None:
        self.at = (x, y)
        if self.fingers is None:
            self.page.mouse.move(x, y)
            self.page.mouse.down()
        else:
            self.fingers.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})

    def move(self, x: float, y: float, steps: int = 4) -> None:
        (left, top), self.at = self.at, (x, y)
        for step in range(1, steps + 1):
            here = {"x": left + (x - left) * step / steps, "y": top + (y - top) * step / steps}
            if self.fingers is None:
                self.page.mouse.move(here["x"], here["y"])
            else:
                self.fingers.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [here]})

    def up(self) -> None:
        if self.fingers is None:
            self.page.mouse.up()
        else:
            self.fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def drag(page: Page, source: str, kind: str, place: str, by: Kind = "mouse") -> None:
    """Drag a car to a place, be it that it may not go there."""
    pointer = Pointer(page, by)
    x, y = reach(page, cars_of(source))
    pointer.down(x, y)
    pointer.move(x + 12, y + 12)
    page.wait_for_selector("html.dragging.holding")
    zone = zone_of(page, kind, place)
    bring_near(page, pointer, zone)
    pointer.move(*middle(zone))
    pointer.up()
    page.wait_for_selector("html:not(.dragging)")
    settled(page)


def bring_near(page: Page, pointer: Pointer, zone: Locator) -> None:
    """Hold the car at the edge of the window until the place has come into sight, as one does on a phone."""
    height = (page.viewport_size or {"height": 0})["height"]
    for _ in range(400):
        _, y = middle(zone)
        foot = page.evaluate("document.querySelector('#prompt').getBoundingClientRect().top")
        low = foot if page.evaluate("matchMedia('(max-width: 700px)').matches") else height
        if low == height:
            return
        if 100 <= y <= low - 70:
            pointer.move(pointer.at[0], low / 2, 1)  # away from the edge, and the page stands still
            page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
            return
        pointer.move(pointer.at[0], 20 if y < 100 else low - 12, 1)
        page.evaluate("() => new Promise(requestAnimationFrame)")
    raise AssertionError("the place does not come into sight")


def twice(page: Page, source: str, by: Kind = "mouse") -> None:
    """Two quick clicks, or taps, at the same place."""
    x, y = reach(page, cars_of(source))
    if by == "mouse":
        page.mouse.dblclick(x, y)
    else:
        pointer = Pointer(page, by)
        for _ in range(2):
            pointer.down(x, y)
            pointer.up()
    settled(page)


# ---------- whole games: one decision at a time, by chance ----------


def drags_on(page: Page, luck: Stream) -> str:
    """One thing that a mouse does: mostly a car of a yard is dragged to a place that glows, else something is clicked."""
    page.wait_for_selector(LIVE, state="attached")
    cars = "#view .rails button.car.can"
    many = page.locator(cars).count()
    if page.locator("#dialog[open], .plan .go, html.choosing").count() or is_over(page) or not many or not luck.below(4):
        done = click_on(page, luck)
        planned(page)  # what follows from a click may be sent later, and meanwhile nothing can be dragged
        return done
    pointer = Pointer(page)
    x, y = reach(page, cars, luck.below(many))
    pointer.down(x, y)
    pointer.move(x + 12, y + 12)
    page.wait_for_selector("html.dragging.holding")
    places = page.locator('#own-yard [data-hold="yes"], #trains [data-hold="yes"], #trains [data-hold="mixes"]').all()
    seen = [place for place in places if place.is_visible()]
    if seen:  # or the board has gone on meanwhile, and nothing is held any more
        pointer.move(*middle(seen[luck.below(len(seen))]))
    pointer.up()
    page.wait_for_selector("html:not(.dragging)")
    return planned(page)


def planned(page: Page) -> str:
    """Wait until a plan was checked, and what follows from it was made."""
    settled(page)
    page.wait_for_load_state("networkidle")
    settled(page)
    return "plan"


def taps_on(page: Page, luck: Stream) -> str:
    """One thing that a finger does: something lit is tapped, a car of a yard sometimes twice."""
    page.wait_for_selector(LIVE, state="attached")
    for selector in ("#dialog[open] form button", ".plan .go"):
        if page.locator(selector).count():
            page.locator(selector).first.tap()
            return planned(page)
    if is_over(page):
        return ""
    cars = page.locator("#view .rails button.car.can")
    if cars.count() and not page.locator("html.choosing").count() and luck.below(3):
        twice(page, cars.nth(luck.below(cars.count())).get_attribute("data-word") or "", "touch")
        return planned(page)
    lit = page.locator("#view .can[data-place]" if page.locator("html.choosing").count() else "#view .can:not(.arrange)").all()
    lit = [thing for thing in lit if thing.is_visible()] or page.locator(
        "#view .can.arrange"
    ).all()  # if nothing else is possible
    if lit:
        press(lit[luck.below(len(lit))], "tap")
    return planned(page)


def keys_and_letters(page: Page, luck: Stream) -> str:
    """One decision by keys alone. A car that has the focus is often sent to its place by a letter or a digit."""
    page.wait_for_selector(LIVE, state="attached")
    focus = page.evaluate(FOCUS)
    if focus["can"] and focus["word"].startswith(("take ", "load ")) and luck.below(3):
        page.keyboard.press("ttm12"[luck.below(5)])
        return planned(page)
    done = keys_on(page, luck)
    planned(page)
    return done
