"""Hands on the map of Freight: they do what a greedy player would, by clicks on what the page shows."""

from playwright.sync_api import Locator, Page

from freightyard.bots import make_bot
from freightyard.core.chance import Stream
from freightyard.core.contract import View
from freightyard.core.record import first_state, read
from freightyard.games.freight.rules import GAME
from tests.browser.driving import is_over, settled

# Whether a click in the middle of a hex reaches it, and not a button that lies over the map.
UNCOVERED = """(hexagon) => {
  const { x, y, width, height } = hexagon.getBoundingClientRect();
  return document.elementFromPoint(x + width / 2, y + height / 2) === hexagon;
}"""
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
        answer = self.page.request.get(f"{self.page.url}/record")
        assert answer.ok, answer.text()
        record = read(answer.text())
        if self._played == 0:
            self._state = first_state(record, GAME)  # type: ignore[assignment]  # a record of Freight begins with its state
        for text in record.moves[self._played :]:
            self._state.play(self._state.edition.vocabulary.parse(text))
        self._played = len(record.moves)
        return self._state.view(self.seat)

    def wish(self) -> str:
        return self._bot.decide(self.view())

    def move(self, text: str) -> None:
        """A move, by clicks; a way is gone at once if the page offers it."""
        verb, *rest = text.split(" ")
        self.done.append(verb)
        before = self.page.locator("#view").get_attribute("data-ply")
        self.page.mouse.move(0, 0)  # the next click at the same place is no second half of a double click
        if verb in ON_BENCH:
            self.spot(rest[0])
            self.page.locator(f'#bench [data-verb="{verb}"][data-tail="{" ".join(rest[1:])}"]').click()
            self.page.locator("[data-build]").click()
        elif verb == "go" and self.page.locator(f'#trips [data-batch^="{text}|"]').count():
            self.page.locator(f'#trips [data-batch^="{text}|"]').first.click()
        elif verb in ("go", "locomotive"):
            self.spot(rest[0])
            if self.page.locator(f'#trips [data-batch="{text}"]').count():
                self.page.locator(f'#trips [data-batch="{text}"]').click()
        elif verb == "deliver":
            self.deliver(text)
        elif verb == "put":
            self.page.locator(f'#prompt [data-word="put {rest[0]}"]').first.click()
            self.spot(rest[1])
        else:
            self.page.locator(f'#prompt [data-word="{text}"]').click()
        if self.page.locator(".plan .go").count():
            self.page.mouse.move(0, 0)
            self.page.locator(".plan .go").click()
        settled(self.page)
        self.page.wait_for_selector(f'#view:not([data-ply="{before}"])')

    def deliver(self, text: str) -> None:
        """Tick one cube of a colour and no others, and deliver it."""
        for cube in self.page.locator('#prompt [data-tick][aria-pressed="true"]').all():
            cube.click()
        self.page.locator(f'#prompt [data-tick][data-word="{text}"]').first.click()
        self.page.locator("#prompt [data-deliver]").click()

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
