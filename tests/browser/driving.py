"""Hands on a page: what a person does with a mouse or with keys."""

from collections.abc import Callable
from typing import Literal

from playwright.sync_api import Error, Locator, Page

from freightyard.core.chance import Stream

LIVE = "#view .can, .plan .go, #dialog[open], #sheets[data-over]"
TURN = "#prompt[data-phase=turn]"
ARROWS = ("ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft")


def agree(page: Page) -> None:
    """Say yes where a page asks before it sends a form."""
    page.locator("dialog.sure .go").click()


def new_table(
    page: Page,
    *seats: str,
    game: str = "freight-train",
    edition: str = "whitewind-1993",
    name: str = "Ann",
    friend: str = "Friend",
    public: bool = False,
) -> str:
    """Make a table by the site's own form, and look at it. Its address."""
    fields = {f"seat-{number}": seat for number, seat in enumerate(seats, 1)}
    called = {f"called-{number}": f"{friend} {number}" for number, seat in enumerate(seats, 1) if seat == "here"}
    page.goto("/")
    base = page.url.rstrip("/")
    answer = page.request.post(
        f"{base}/new",
        form={"game": game, "edition": edition, "name": name, "public": "yes" if public else "no", **fields, **called},
        headers={"origin": base},
        max_redirects=0,
    )
    assert answer.status == 303, answer.text()
    address = answer.headers["location"]
    page.goto(address)
    return address


def connected(page: Page) -> None:
    page.wait_for_selector("#net[data-ok]")


def first_turn(page: Page, *, edition: str = "whitewind-1993") -> None:
    """A table against a bot, when it is the player's turn."""
    new_table(page, "me", "bot:greedy", edition=edition)
    connected(page)
    page.wait_for_selector(TURN)


def is_over(page: Page) -> bool:
    return page.locator("#sheets[data-over]").count() > 0


def settled(page: Page) -> None:
    """Wait until the page has an answer to what was sent."""
    page.wait_for_function("() => !document.documentElement.classList.contains('sent')")


def press(thing: Locator, by: Literal["click", "tap"] = "click") -> None:
    """Click something. Nothing is clicked if it was drawn anew since it was looked for: the next look finds what is there."""
    try:
        for element in thing.element_handles():
            element.click() if by == "click" else element.tap()
    except Error as error:
        if "not attached" not in str(error):
            raise


def click_on(page: Page, luck: Stream) -> str:
    """One click on something that is lit. A sheet is closed, a plan is confirmed, a car that was picked is put somewhere."""
    page.wait_for_selector(LIVE, state="attached")
    page.mouse.move(0, 0)  # a click at the same place as the one before is no second half of a double click
    for selector in ("#dialog[open] form button", ".plan .go"):
        if page.locator(selector).count():
            page.locator(selector).first.click()
            settled(page)
            return selector
    if is_over(page):
        return ""
    picked = page.locator("html.choosing").count()
    lit = page.locator("#view .can[data-place]" if picked else "#view .can:not(.arrange)").locator("visible=true").all()
    if not lit and not picked:
        lit = page.locator("#view .can.arrange").locator("visible=true").all()  # where nothing else is possible
    if not lit:
        return ""
    choice = lit[luck.below(len(lit))]
    word = next((element.get_attribute("data-word") for element in choice.element_handles()), "") or ""
    press(choice)
    settled(page)
    return word


def play_until(
    page: Page, done: Callable[[Page], bool], hand: Callable[[Page, Stream], str], seed: str, most: int = 6000
) -> None:
    luck = Stream(seed)
    for _ in range(most):
        if done(page):
            return
        hand(page, luck)
    raise AssertionError("the game does not come to its end")


FOCUS = """() => {
  const here = document.activeElement;
  return {
    can: here?.matches('#view .can') ?? false,
    place: here?.matches('#view .can[data-place]') ?? false,
    plan: here?.matches('.plan .go') ?? false,
    word: here?.getAttribute('data-word') ?? '',
  };
}"""


def keys_on(page: Page, luck: Stream) -> str:
    """One decision by keys alone: arrows to something lit, Enter."""
    page.wait_for_selector(LIVE, state="attached")
    if page.locator("#dialog[open]").count():
        page.keyboard.press("Escape")
        page.wait_for_selector("#dialog[open]", state="detached")
        return "sheet"
    if is_over(page):
        return ""
    if page.evaluate(FOCUS)["plan"]:
        page.keyboard.press("Enter")
        settled(page)
        return "plan"
    if page.locator("html.arranging").count():  # as the yard is
        for _ in range(60):
            if page.evaluate(FOCUS)["plan"]:
                break
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        settled(page)
        return "plan"
    picked = page.locator("html.choosing").count() > 0
    only = not page.locator("#view .can:not(.arrange)").count()
    for attempt in range(60):
        focus = page.evaluate(FOCUS)
        if focus["plan"] or (focus["place"] if picked else focus["can"] and (only or focus["word"] != "rearrange")):
            page.keyboard.press("Enter")
            settled(page)
            return str(focus["word"])
        page.keyboard.press(ARROWS[luck.below(4)] if attempt % 20 != 19 else "Tab")
        if picked and attempt == 40:  # no place in reach of the arrows: another car
            page.keyboard.press("Escape")
            picked = False
    return ""
