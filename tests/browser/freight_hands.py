"""Hands on the map of Freight: they do what a greedy player would, with a mouse, with a finger or with keys alone."""

from math import dist

from playwright.sync_api import Error, Locator, Page

from freightyard.bots import make_bot
from freightyard.core.chance import Stream
from freightyard.core.contract import View
from freightyard.core.record import first_state, read
from freightyard.games.freight.rules import GAME
from tests.browser.driving import ARROWS, is_over, settled

# Whether a click in the middle of a hex reaches it, and not a button that lies over the map.
UNCOVERED = """(hexagon) => {
  const { x, y, width, height } = hexagon.getBoundingClientRect();
  return document.elementFromPoint(x + width / 2, y + height / 2) === hexagon;
}"""
NEAR = 14  # pixels within which a second tap may be half of a double one
ON_BENCH = ("build", "upgrade", "bridge", "city")


class Hands:
    """A person at a table who knows, from the record that everybody may read, what a sensible player would do."""

    def __init__(self, page: Page, *, seat: int = 0, bot: str = "greedy") -> None:
        self.page = page
        self.seat = seat
        self.done: list[str] = []  # the verbs that were used
        self._bot = make_bot(bot, GAME, Stream("hands"))
        self._played = 0
        self._state = GAME.start(GAME.edition("standard"), 2)

    def play(self, most: int = 1000) -> None:
        """Until the game is over."""
        for _ in range(most):
            self.page.wait_for_selector("html[data-turn], #sheets[data-over]", state="attached")
            if is_over(self.page):
                return
            self.move(self.wish())
        raise AssertionError("the game does not come to its end")

    def view(self) -> View:
        """What the table is like, by its record."""
        record = read(self.record())
        if self._played == 0:
            self._state = first_state(record, GAME)  # type: ignore[assignment]  # a record of Freight begins with its state
        for text in record.moves[self._played :]:
            self._state.play(self._state.edition.vocabulary.parse(text))
        self._played = len(record.moves)
        return self._state.view(self.seat)

    def record(self) -> str:
        """The record of the game so far."""
        answer = self.page.request.get(f"{self.page.url}/record")
        assert answer.ok, answer.text()
        return answer.text()

    def wish(self) -> str:
        return self._bot.decide(self.view())

    def move(self, text: str) -> None:
        """A move, by clicks; a way is gone at once if the page offers it."""
        verb, *rest = text.split(" ")
        self.done.append(verb)
        before = self.page.locator("#view").get_attribute("data-ply")
        self.rest()
        if verb in ON_BENCH:
            self.spot(rest[0])
            self.lay(self.page.locator(f'#bench [data-verb="{verb}"][data-tail="{" ".join(rest[1:])}"]'))
        elif verb == "go" and self.page.locator(f'#trips [data-batch^="{text}|"]').count():
            self.press(self.page.locator(f'#trips [data-batch^="{text}|"]').first)
        elif verb == "go" and self.page.locator(f'#trips [data-batch="{text}"]').count():
            self.press(self.page.locator(f'#trips [data-batch="{text}"]').first)
        elif verb in ("go", "locomotive"):
            self.spot(rest[0])
        elif verb == "deliver":
            self.deliver(text)
        elif verb == "put":
            # a cube and a disk of one colour have the same word; only one of them goes to this city
            self.press(self.page.locator(f'#prompt [data-word="put {rest[0]}"][data-places~="{rest[1]}"]'))
            self.spot(rest[1])
        else:
            self.press(self.page.locator(f'#prompt [data-word="{text}"]'))
        if self.page.locator(".plan .go").count():
            self.rest()
            self.press(self.page.locator(".plan .go"))
        settled(self.page)
        try:
            self.page.wait_for_selector(f'#view:not([data-ply="{before}"])')
        except Error as error:
            seen = [self.page.locator(part).all_inner_texts() for part in ("#prompt", "#oops", "#bench", ".plan")]
            raise AssertionError(f"{text} was not made: {seen}") from error

    def lay(self, tile: Locator) -> None:
        """Choose a tile on the bench, and build it."""
        self.press(tile)
        self.press(self.page.locator("[data-build]"))

    def deliver(self, text: str) -> None:
        """Tick one cube of a colour and no others, and deliver it."""
        wanted = self.page.locator(f'#prompt [data-tick][data-word="{text}"]').first.element_handle()
        assert wanted is not None
        for cube in self.page.locator("#prompt [data-tick]").all():
            same = cube.evaluate("(cube, wanted) => cube === wanted", wanted)
            if (cube.get_attribute("aria-pressed") == "true") != same:
                self.press(cube)
        self.press(self.page.locator("#prompt [data-deliver]"))

    def rest(self) -> None:
        """The next click at the same place is no second half of a double click."""
        self.page.mouse.move(0, 0)

    def press(self, thing: Locator) -> None:
        thing.click()

    def spot(self, name: str) -> None:
        """Click a hex; if it is out of sight, move the map first."""
        self.page.mouse.click(*self.middle(self.page.locator(f'#map-spots [data-hex="{name}"]')))

    def middle(self, hexagon: Locator) -> tuple[float, float]:
        """Bring a hex into sight, and wait until nothing lies over its middle. Where that is."""
        hexagon.focus()
        self.page.wait_for_function(UNCOVERED, arg=hexagon.element_handle())
        box = hexagon.bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


class Fingers(Hands):
    """Hands that tap, and have no mouse. Nobody taps at the same place twice in the blink of an eye, and means two things."""

    _last = (-99.0, -99.0)

    def rest(self) -> None:
        pass

    def press(self, thing: Locator) -> None:
        thing.scroll_into_view_if_needed()
        box = thing.bounding_box()
        assert box is not None
        self._tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def spot(self, name: str) -> None:
        self._tap(*self.middle(self.page.locator(f'#map-spots [data-hex="{name}"]')))

    def _tap(self, x: float, y: float) -> None:
        if dist((x, y), self._last) < NEAR:
            self.page.wait_for_function("then => performance.now() > then", arg=self.page.evaluate("performance.now() + 520"))
        self.page.touchscreen.tap(x, y)
        self._last = (x, y)


class Keys(Hands):
    """Hands on a keyboard alone."""

    def rest(self) -> None:
        pass

    def press(self, thing: Locator) -> None:
        """Go to a button by Tab and arrows, and press it."""
        tried: dict[str, set[str]] = {}
        for _ in range(200):
            way, here = self.page.evaluate(TOWARDS, thing.element_handle())  # anew: it may have been drawn again on the way
            if way == "there":
                self.page.keyboard.press("Enter")
                return
            if here:  # the way that seems right, and if that led round and round, another one
                keys = tried.setdefault(here, set())
                if way in keys:
                    way = next((key for key in ARROWS if key not in keys), way)
                keys.add(way)
            self.page.keyboard.press(way)
        raise AssertionError(f"no key leads to {thing}")

    def lay(self, tile: Locator) -> None:
        self.press(tile)  # which builds it at once

    def spot(self, name: str) -> None:
        """Go to a hex of the map, one at a time, and press it."""
        for _ in range(60):
            way = self.page.evaluate(TAB, self.page.locator("#map").element_handle())
            if way == "there":
                break
            self.page.keyboard.press(way)
        assert way == "there"
        self.page.keyboard.press("Enter")
        self.page.keyboard.press("x")
        for _ in range(60):
            here = self.page.locator("#map-spots .cursor").get_attribute("data-hex") or ""
            if here == name:
                break
            (row, column), (to_row, to_column) = [(_row(hexagon), int(hexagon.lstrip(LETTERS))) for hexagon in (here, name)]
            if row != to_row:
                self.page.keyboard.press("ArrowDown" if row < to_row else "ArrowUp")
            else:
                self.page.keyboard.press("ArrowRight" if column < to_column else "ArrowLeft")
        assert here == name
        self.page.keyboard.press("Enter")


LETTERS = "abcdefghijklmnopqrstuvwxyz"


def _row(hexagon: str) -> int:
    letters = hexagon.rstrip("0123456789")
    return sum((LETTERS.index(letter) + 1) * 26**place for place, letter in enumerate(reversed(letters)))


# The key that leads from what has the focus to a part that has it next.
TAB = """(target) => {
  const here = document.activeElement;
  if (here === target) return "there";
  return here && target.compareDocumentPosition(here) & Node.DOCUMENT_POSITION_FOLLOWING ? "Shift+Tab" : "Tab";
}"""
# The key that leads from what has the focus to a button, an arrow where arrows go, else Tab; and what has the focus.
TOWARDS = """(target) => {
  const here = document.activeElement;
  if (here === target) return ["there", ""];
  const arrows = (thing) => thing.matches("#view :is([data-word], [data-why]), #bench [data-verb]");
  const back = here && target.compareDocumentPosition(here) & Node.DOCUMENT_POSITION_FOLLOWING;
  if (!here || !arrows(here) || !arrows(target) || here.closest("#map")) return [back ? "Shift+Tab" : "Tab", ""];
  const from = here.getBoundingClientRect(), to = target.getBoundingClientRect();
  const right = to.left + to.width / 2 - from.left - from.width / 2, down = to.top + to.height / 2 - from.top - from.height / 2;
  const on = down > 4 || (Math.abs(down) <= 4 && right > 0);
  if (here.matches("#bench [data-verb]")) return [on ? "ArrowRight" : "ArrowLeft", ""];
  const across = Math.abs(right) > Math.abs(down);
  return [across ? (right > 0 ? "ArrowRight" : "ArrowLeft") : (down > 0 ? "ArrowDown" : "ArrowUp"), here.outerHTML];
}"""
