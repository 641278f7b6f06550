"""Orders ahead in real Chromium: the panel of Freight, the menu's switch, and choosing at once in Freight Cars."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from freightyard.core.contract import State
from tests.browser.driving import connected
from tests.browser.looking import accessible, fits
from tests.browser.staging import Stage, prepared
from tests.depth import deep_except
from tests.server.running import Server

Window = Callable[..., Page]
guest: list[str] = []


def other_builds(state: State) -> bool:
    """Whether the second seat builds in round 3, so that the first can only wait."""
    board = state.view(None).board
    return bool(board.round == 3 and board.phase == "building" and state.to_act() == 1)


def other_bids(state: State) -> bool:
    """Whether the second seat opens an auction, in which the first has money to bid."""
    board = state.view(None).board
    return bool(board.round > 1 and board.phase == "bidding" and state.to_act() == 1 and board.seats[0].cash > 2)


def start(state: State) -> bool:
    return state.to_act() == 0


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Stage:
    stage = Stage(tmp_path_factory.mktemp("staged") / "yard.db")

    async def set_up() -> None:
        await stage.enter()
        key, secret = await stage.guest("Bob")
        guest[:] = [secret]
        for name, until, seats in (("ahead", other_builds, 4), ("auction", other_bids, 2)):
            await stage.set_up(name, "freight", "standard", until, bots=["medium"] * seats, guest=key)
        for table in ("cars", "played"):
            await stage.set_up(table, "freight-cars", "quick-simple-fun-2021", start, bots=["greedy"] * 2, seats=(1,), guest=key)

    return prepared(stage, set_up)


def sit(page: Page, secret: str, address: str, server: Server) -> None:
    page.context.add_cookies([{"name": "freightyard", "value": secret, "url": server.url}])
    page.goto(address)
    connected(page)


@pytest.mark.parametrize("size", deep_except((390, 844), among=((1366, 650), (390, 844))))
@pytest.mark.usual
def test_a_bid_ahead_is_given_seen_changed_and_withdrawn(
    window: Window, stage: Stage, server: Server, size: tuple[int, int]
) -> None:
    page = window(*size)
    sit(page, stage.secret, "/t/ahead", server)
    panel = page.locator("#orders")
    panel.get_by_text("Bid ahead for round 4").click()
    expect(panel.get_by_label("First place")).to_be_visible()
    fits(page)
    accessible(page)
    panel.get_by_label("First place").fill("3")
    panel.get_by_role("button", name="Give order").click()
    expect(panel).to_contain_text("Your order: Round 4: up to 3 for first place, else pass.")
    page.reload()
    connected(page)
    expect(panel).to_contain_text("up to 3 for first place")
    fits(page)
    panel.get_by_text("Change the order").click()
    panel.get_by_role("button", name="Pass from here on").click()
    expect(panel).to_contain_text("Round 4: pass from here on.")
    panel.get_by_role("button", name="Withdraw").click()
    expect(panel).not_to_contain_text("Your order:")


def test_the_other_player_sees_nothing_of_it_until_it_bids(window: Window, stage: Stage, server: Server) -> None:
    ann, bob = window(), window(390, 844)
    sit(ann, stage.secret, "/t/auction", server)
    sit(bob, guest[0], "/t/auction", server)
    before = bob.locator("main").inner_html()
    ann.get_by_text("Bid for me up to a limit").click()
    ann.get_by_label("First place").fill("1")
    ann.get_by_label("First place").press("Enter")
    expect(ann.locator("#orders")).to_contain_text("Up to 1 for first place, else pass.")
    assert bob.locator("main").inner_html() == before
    bob.locator("#prompt [data-word='open 0']").click()
    expect(bob.locator("#prompt")).to_contain_text("Ann bids 1")  # it raised at once
    expect(ann.locator("#prompt")).to_contain_text("Bob is bidding")


def test_forced_moves_are_switched_in_the_menu_and_stay_so(window: Window, stage: Stage, server: Server) -> None:
    page = window()
    sit(page, stage.secret, "/t/ahead", server)
    page.locator("#menu > summary").click()
    page.get_by_label("Play forced moves for me").check()
    page.wait_for_function("() => document.querySelector('#forced input').hasAttribute('checked')")
    page.reload()
    connected(page)
    page.locator("#menu > summary").click()
    expect(page.get_by_label("Play forced moves for me")).to_be_checked()


@pytest.mark.usual
def test_both_choose_at_once_at_the_start_of_freight_cars(window: Window, stage: Stage, server: Server) -> None:
    second, first = window(390, 844), window()
    sit(second, stage.secret, "/t/cars", server)
    expect(second.locator("#prompt")).to_contain_text("Keep one corporation")
    sit(first, guest[0], "/t/cars", server)
    first.locator("#view .can[data-word^='keep ']").nth(1).click()
    for verb in ("keep", "discard"):
        second.locator(f"#view .can[data-word^='{verb} ']").first.click()
        second.locator(".plan .go").click()
        if verb == "keep":
            expect(second.locator("#prompt")).to_contain_text("Discard one card")
    expect(second.locator("#prompt")).to_contain_text("Waiting for Bob to choose.")
    fits(second)
    expect(first.locator(".planned")).to_have_count(1)  # what others choose leaves one's own choice as it is
    first.locator(".plan .go").click()
    expect(first.locator("#prompt")).to_contain_text("Discard one")
    first.locator("#view .can[data-word^='discard ']").first.click()
    first.locator(".plan .go").click()
    expect(second.locator("#prompt")).not_to_contain_text("choose")


def test_what_was_picked_stays_while_somebody_else_plays_their_choice(window: Window, stage: Stage, server: Server) -> None:
    """The first to choose moves the game on; the others are asked the same as before."""
    second, first = window(390, 844), window()
    sit(second, stage.secret, "/t/played", server)
    sit(first, guest[0], "/t/played", server)
    second.locator("#view .can[data-word^='keep ']").nth(1).click()
    picked = second.locator(".planned").get_attribute("data-word")
    before = second.locator("#view").get_attribute("data-ply")
    for verb in ("keep", "discard"):
        first.locator(f"#view .can[data-word^='{verb} ']").first.click()
        first.locator(".plan .go").click()
    expect(first.locator("#prompt")).to_contain_text("Waiting for")
    expect(second.locator("#view")).not_to_have_attribute("data-ply", before or "")
    expect(second.locator(".planned")).to_have_attribute("data-word", picked or "")
    second.locator(".plan .go").click()
    expect(second.locator("#prompt")).to_contain_text("Discard one card")
    second.locator("#view .can[data-word^='discard ']").first.click()
    second.locator(".plan .go").click()
    expect(second.locator("#prompt")).not_to_contain_text("Discard one card")
