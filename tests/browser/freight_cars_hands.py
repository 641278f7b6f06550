"""Hands on the board of Freight Cars: cards, pieces and cars, by clicks on what the page shows."""

from playwright.sync_api import Locator, Page

from tests.browser.driving import connected, is_over, new_table, settled

EDITION = "quick-simple-fun-2021"


def cars_table(page: Page, *seats: str) -> str:
    """A new table, connected. Its address."""
    address = new_table(page, *seats, game="freight-cars", edition=EDITION)
    connected(page)
    return address


def sure(page: Page, thing: Locator) -> None:
    """Click something that is asked about, and say yes."""
    thing.click()
    page.locator(".plan .go").click()
    settled(page)


def my_turn(page: Page) -> str:
    """Wait until something is asked for: the phase, or nothing when the game is over."""
    page.wait_for_selector("#prompt[data-phase], #sheets[data-over]", state="attached")
    return "" if is_over(page) else page.locator("#prompt").get_attribute("data-phase") or ""


def set_up(page: Page) -> None:
    """Choose a corporation and put a card aside, until the first turn."""
    while (phase := my_turn(page)) in ("keeping", "discarding"):
        before = page.locator("#view").get_attribute("data-ply")
        sure(page, page.locator("#hand .corp.can" if phase == "keeping" else "#hand .card.can").first)
        page.wait_for_function("before => document.querySelector('#view').dataset.ply !== before", arg=before)


def loadable(page: Page) -> Locator:
    return page.locator('#hand [data-word^="load "]')


def load_packed(page: Page, card: Locator) -> str:
    """Load a card with the first packing that is offered."""
    name = card.get_attribute("data-plan") or ""
    if page.locator("#workshop").is_hidden() or page.locator("#shop-card").text_content() != name.replace("-", " "):
        card.click()
    page.locator('[data-shop="pack"]').click()
    page.locator(".offer").first.click()
    page.locator('[data-shop="load"]').click()
    settled(page)
    return name


def ship(page: Page, cars: int) -> None:
    """Ship the first cars of the train."""
    for index in range(cars):
        page.locator("#train [data-ship]").nth(index).click()
    page.locator('[data-slip="go"]').click()
    settled(page)


def play_on(page: Page, most: int = 400) -> list[str]:
    """Play until the game is over; what was done."""
    done: list[str] = []
    for _ in range(most):
        phase = my_turn(page)
        if not phase:
            return done
        before = page.locator("#view").get_attribute("data-ply")
        train = page.locator("#train [data-ship]").count()
        if phase in ("keeping", "discarding"):
            set_up(page)
            continue
        if phase == "last-shipping":
            done.append("ship" if train else "decline")
            if train:
                ship(page, train)
            else:
                sure(page, page.locator('#prompt [data-word="decline"]'))
        elif phase == "turn" and train >= 3:
            done.append("ship")
            ship(page, train)
        elif phase == "turn" and loadable(page).count():
            done.append("load")
            load_packed(page, loadable(page).first)
        else:
            done.append("take")
            fitting = page.locator("#tableau .card.can:has(.fit)")
            sure(page, fitting.first if fitting.count() else page.locator("#tableau .card.can").first)
        page.wait_for_function("before => document.querySelector('#view').dataset.ply !== before", arg=before)
    raise AssertionError("the game does not come to its end")
