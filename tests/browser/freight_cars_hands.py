"""Hands on the board of Freight Cars, by clicks, by taps and by keys, and tables that are staged for them."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page

from freightyard.core.contract import State
from tests.browser.driving import connected, is_over, new_table, settled
from tests.browser.staging import Stage, When, prepared
from tests.server.running import Server

EDITION = "quick-simple-fun-2021"
GAME = "freight-cars"
Window = Callable[..., Page]
Press = Callable[[Locator], None]

# --- staged tables ---


def my_turn_with(*, cars: int = 0, load: bool = False) -> When:
    """The first seat begins a turn with a train of so many cars, and perhaps a card that it can load."""

    def so(state: State) -> bool:
        if state.to_act() != 0:
            return False
        view = state.view(0)
        board = view.board
        if board.phase != "turn" or len(board.seats[0].train) < cars:
            return False
        return not load or any(move.startswith("load ") for move in view.legal)

    return so


def phase_of(seat: int, phase: str) -> When:
    """It is this seat's turn in a phase."""
    return lambda state: state.to_act() == seat and state.view(seat).board.phase == phase


def staged(
    factory: pytest.TempPathFactory, tables: dict[str, tuple[When, str]], *, seats: tuple[int, ...] = (0,), bots: int = 2
) -> Stage:
    """A database with a table for each name: when it is so far, and the seed of its cards."""
    stage = Stage(factory.mktemp("staged") / "yard.db")

    async def set_up() -> None:
        await stage.enter()
        for name, (when, seed) in tables.items():
            await stage.set_up(name, GAME, EDITION, when, bots=["random"] * bots, seed=seed, seats=seats)

    return prepared(stage, set_up)


def at_table(page: Page, stage: Stage, server: Server, table: str, secret: str = "") -> Page:
    """Look at a staged table as the one who sits there."""
    page.context.add_cookies([{"name": "freightyard", "value": secret or stage.secret, "url": server.url}])
    page.goto(f"/t/{table}")
    connected(page)
    return page


# --- hands ---


def cars_table(page: Page, *seats: str) -> str:
    """A new table, connected. Its address."""
    address = new_table(page, *seats, game=GAME, edition=EDITION)
    connected(page)
    return address


def by_mouse(thing: Locator) -> None:
    thing.click()


def by_touch(thing: Locator) -> None:
    thing.tap()


def by_keys(thing: Locator) -> None:
    """Reach something with Tab and arrow keys alone, and press Enter."""
    page = thing.page
    element = thing.element_handle()
    seen: list[str] = []
    for step in range(120):
        way = page.evaluate(_WAY, element)
        if way == "here":
            page.keyboard.press("Enter")
            return
        stuck = len(seen) > 1 and seen[-1] == seen[-2]
        page.keyboard.press("Tab" if not way or stuck or step % 9 == 8 else way)
        seen.append(page.evaluate("() => document.activeElement?.outerHTML.slice(0, 200) ?? ''"))
    raise AssertionError(f"no keys lead to {thing}")


# Which key leads nearer to a thing from what has the focus: nothing if only Tab can.
_WAY = """(thing) => {
  const here = document.activeElement;
  if (here === thing) return "here";
  if (!here?.closest("#view [data-word], #view [data-why], .plan button") || !thing.matches(".can, .plan button")) return "";
  const a = here.getBoundingClientRect(), b = thing.getBoundingClientRect();
  const right = b.x + b.width / 2 - a.x - a.width / 2, down = b.y + b.height / 2 - a.y - a.height / 2;
  if (Math.abs(right) > Math.abs(down)) return right > 0 ? "ArrowRight" : "ArrowLeft";
  return down > 0 ? "ArrowDown" : "ArrowUp";
}"""


def sure(page: Page, thing: Locator, press: Press = by_mouse) -> None:
    """Press something that is asked about, and say yes."""
    press(thing)
    press(page.locator(".plan .go"))
    settled(page)


def my_turn(page: Page) -> str:
    """Wait until something is asked for: the phase, or nothing when the game is over."""
    page.wait_for_selector("#prompt[data-phase], #sheets[data-over]", state="attached")
    return "" if is_over(page) else page.locator("#prompt").get_attribute("data-phase") or ""


def set_up(page: Page, press: Press = by_mouse) -> None:
    """Choose a corporation and put a card aside, until the first turn."""
    while (phase := my_turn(page)) in ("keeping", "discarding"):
        before = page.locator("#view").get_attribute("data-ply")
        sure(page, page.locator("#hand .corp.can" if phase == "keeping" else "#hand .card.can").first, press)
        page.wait_for_function("before => document.querySelector('#view').dataset.ply !== before", arg=before)


def called(card: str) -> str:
    """What the page calls a card: `coal #3` for `coal-3`."""
    return card.replace("-", " #")


def loadable(page: Page) -> Locator:
    return page.locator('#hand [data-word^="load "]')


def load_filled(page: Page, card: Locator, press: Press = by_mouse) -> str:
    """Load a card as the workshop fills it."""
    name = card.get_attribute("data-plan") or ""
    if page.locator("#workshop").is_hidden() or page.locator("#shop-card").text_content() != called(name):
        press(card)
    press(page.locator('[data-shop="fill"]'))
    page.wait_for_selector('[data-shop="load"]:not(:disabled)')
    press(page.locator('[data-shop="load"]'))
    settled(page)
    return name


def ship_all(page: Page, press: Press = by_mouse) -> None:
    """Ship the whole train."""
    press(page.locator("[data-ship-all]"))
    press(page.locator('[data-slip="go"]'))
    settled(page)


def play_on(page: Page, press: Press = by_mouse, most: int = 400) -> list[str]:
    """Play until the game is over; what was done."""
    done: list[str] = []
    for _ in range(most):
        phase = my_turn(page)
        if not phase:
            return done
        before = page.locator("#view").get_attribute("data-ply")
        train = page.locator("#train [data-ship]").count()
        if phase in ("keeping", "discarding"):
            set_up(page, press)
            continue
        if phase == "last-shipping":
            done.append("ship" if train else "decline")
            if train:
                ship_all(page, press)
            else:
                press(page.locator('#prompt [data-word="decline"]'))  # nothing is lost by it, and nothing is asked
                settled(page)
        elif phase == "turn" and train >= 3:
            done.append("ship")
            ship_all(page, press)
        elif phase == "turn" and loadable(page).count():
            done.append("load")
            load_filled(page, loadable(page).first, press)
        else:
            done.append("take")
            fitting = page.locator("#tableau .card.can:has(.fit)")
            sure(page, fitting.first if fitting.count() else page.locator("#tableau .card.can").first, press)
        page.wait_for_function("before => document.querySelector('#view').dataset.ply !== before", arg=before)
    raise AssertionError("the game does not come to its end")
