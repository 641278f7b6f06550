"""A hand at a page, which counts what it does; and what a game says of itself to be counted."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from playwright.sync_api import Locator, Page

SEAT: Final = 0  # the seat whose turns are counted


@dataclass(frozen=True)
class Turn:
    """A turn of a recorded game: what a bot did in it. `state`: the truth when it began, to be looked at only."""

    seed: str
    ply: int
    moves: tuple[str, ...]
    state: Any


class Hand:
    """A mouse at a page. A click and a drag count one, a double click two; a press of a key counts one."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.count = 0

    def click(self, thing: Locator) -> None:
        self.page.mouse.move(0, 0)  # the next click at the same place is no second half of a double click
        thing.click()
        self.count += 1
        self.settle()

    def double_click(self, thing: Locator) -> None:
        self.page.mouse.move(0, 0)
        thing.dblclick()
        self.count += 2
        self.settle()

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)
        self.count += 1
        self.settle()

    def drag(self, thing: Locator, place: Callable[[], Locator]) -> None:
        """Drag a thing to a place, which may be to be seen only while the thing is held."""
        thing.hover()
        self.page.mouse.down()
        x, y = _middle(thing)
        self.page.mouse.move(x + 14, y + 10, steps=3)
        self.page.wait_for_selector("html.dragging.holding")
        self.page.mouse.move(*_middle(place()), steps=4)
        self.page.mouse.up()
        self.count += 1
        self.page.wait_for_selector("html:not(.dragging)")
        self.settle()

    def settle(self) -> None:
        """Wait until what was sent is answered."""
        self.page.wait_for_function("() => !document.documentElement.classList.contains('sent')")


def _middle(thing: Locator) -> tuple[float, float]:
    box = thing.bounding_box()
    if box is None:
        raise LookupError(f"{thing} is not to be seen")
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@dataclass(frozen=True)
class Counted:
    """A game whose turns are counted. `before` and `now` make a turn by hand, in the fewest gestures, the way it was done once
    and the way it is done now; both end with the turn. `counts`: whether a turn is one that they can make. `kind`: what the
    turn is, in a word or two."""

    game: str
    edition: str
    seats: int
    counts: Callable[[Turn], bool]
    kind: Callable[[Turn], str]
    before: Callable[[Hand, Turn], None]
    now: Callable[[Hand, Turn], None]
