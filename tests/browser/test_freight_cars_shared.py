"""Freight Cars at a screen that several people share: cards lie face down, and the device is handed on."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.driving import settled
from tests.browser.freight_cars_hands import Window, at_table, called, loadable, my_turn_with, phase_of, staged, sure
from tests.browser.looking import violations
from tests.browser.staging import Stage, opened
from tests.server.running import Server

TABLES = ("hand-on", "drew", "look")


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Stage:
    tables = {name: (my_turn_with(load=True), "shared") for name in TABLES}
    return staged(tmp_path_factory, {**tables, "keeping": (phase_of(0, "keeping"), "shared")}, seats=(0, 1))


@pytest.fixture(scope="module")
def server(chromium: Browser, stage: Stage, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with opened(stage, tmp_path_factory.mktemp("log")) as running:
        yield running


def named(card: str, text: str) -> bool:
    """Whether a text names a card; `coal #1` is not named by `coal #10`."""
    return re.search(rf"\b{card}\b", text) is not None


def open_hand(page: Page, name: str) -> None:
    """Take the shared device, when it is handed to this player. Their cards are sent only then."""
    button = page.locator("[data-open-hand]")
    expect(button).to_have_text(f"{name}, show my board")
    button.click()
    expect(button).to_be_hidden()
    expect(page.locator("#hand .back").first).to_be_attached()
    page.mouse.move(0, 0)  # what comes to lie there is not meant by a second click


def shared_turn(page: Page, stage: Stage, server: Server, table: str) -> None:
    """Two people at one screen, when the first of them has the turn and the device."""
    at_table(page, stage, server, table)
    open_hand(page, "Ann 1")


@pytest.mark.usual
def test_a_shared_screen_is_handed_on_before_the_next_hand_can_be_seen_or_played(
    window: Window, stage: Stage, server: Server
) -> None:
    page = window(390, 844)
    shared_turn(page, stage, server, "hand-on")
    expect(page.locator("#h-hand")).to_have_text("Ann 1’s hand")
    sure(page, page.locator('#prompt [data-word="draw deck"]'))
    expect(page.locator("#pass-says")).to_have_text("Pass the device to Ann 2.")
    expect(page.locator("#prompt")).to_be_hidden()
    expect(page.locator("#hand .card.down").first).to_be_attached()
    expect(page.locator("#hand [data-car]:has(.back), #hand .face")).to_have_count(0)  # they are not in the page either
    page.keyboard.down("p")
    expect(page.locator("html.peek")).to_have_count(0)
    page.keyboard.up("p")
    page.locator("#tableau .card").first.click()
    expect(page.locator(".plan")).to_have_count(0)
    assert violations(page) == []
    open_hand(page, "Ann 2")
    expect(page.locator("#hand .back").first).to_be_visible()
    page.locator("[data-peek]").hover()
    page.mouse.down()
    expect(page.locator("#hand .card .face").first).to_be_visible()
    page.mouse.up()
    page.reload()  # whoever loads the page anew says again who they are
    expect(page.locator("#pass-says")).to_have_text("Pass the device to Ann 2.")
    open_hand(page, "Ann 2")
    expect(page.locator("#hand .back").first).to_be_visible()


def test_who_drew_a_card_at_a_shared_screen_can_see_it_before_handing_on(window: Window, stage: Stage, server: Server) -> None:
    page = window()
    shared_turn(page, stage, server, "drew")
    before = {card.get_attribute("data-car") for card in page.locator("#hand [data-car]").all()}
    sure(page, page.locator('#prompt [data-word="draw deck"]'))
    held = page.locator("[data-drawn]")
    expect(held).to_have_text("Hold to see the card you drew")
    card = page.locator("#drawn-card")
    expect(card).to_be_hidden()
    held.hover()
    page.mouse.down()
    expect(card).to_be_visible()
    name = card.inner_text()
    page.mouse.up()
    expect(card).to_be_hidden()
    open_hand(page, "Ann 2")
    expect(held).to_be_hidden()
    assert not named(name, page.locator("#view").text_content() or "")
    sure(page, page.locator("#tableau .card.can").first)
    open_hand(page, "Ann 1")
    after = {card.get_attribute("data-car") for card in page.locator("#hand [data-car]").all()}
    assert {called(card or "") for card in after - before} == {name}


def test_a_face_down_card_is_shown_in_the_workshop_only_after_a_question(window: Window, stage: Stage, server: Server) -> None:
    page = window(390, 844)
    shared_turn(page, stage, server, "look")
    card = loadable(page).first
    name = called(card.get_attribute("data-plan") or "")
    card.click()
    expect(page.locator("#workshop")).to_be_hidden()
    question = page.locator(".plan")
    expect(question).to_contain_text("This shows the card to everybody who looks at the screen.")
    question.get_by_role("button", name="Cancel").click()
    expect(page.locator("#workshop")).to_be_hidden()
    assert not named(name, page.locator("#view").inner_text())
    card.hover()
    expect(page.locator(".lit")).to_have_count(0)  # its good would light cities
    card.click()
    question.get_by_role("button", name="Show it").click()
    expect(page.locator("#shop-card")).to_have_text(name)


def test_packings_at_a_shared_screen_do_not_name_the_other_cards(window: Window, stage: Stage, server: Server) -> None:
    page = window()
    shared_turn(page, stage, server, "look")
    cards = page.locator("#hand [data-plan]:has(.back)")
    expect(cards.nth(1)).to_be_attached()  # the hand comes after the device was taken
    names = [card.get_attribute("data-plan") or "" for card in cards.all()]
    offer = {"lays": ["i1 x"], "fits": 3, "of": 50}
    offers = [{**offer, "keeps": names[1:2], "loses": []}, {**offer, "keeps": [], "loses": names[1:2]}]
    page.route("**/ask", lambda route: route.fulfill(json={"offers": offers}))  # whatever the pieces leave possible
    cards.first.click()
    page.get_by_role("button", name="Show it").click()
    page.locator('[data-shop="pack"]').click()
    expect(page.locator(".offer").nth(0)).to_contain_text("you can still load card 2")
    expect(page.locator(".offer").nth(1)).to_contain_text("you can no longer load card 2")
    assert not named(called(names[1]), page.locator("#workshop").inner_text())


@pytest.mark.usual
def test_secrets_stay_face_down_on_a_shared_screen_until_held(window: Window, stage: Stage, server: Server) -> None:
    page = window()
    shared_turn(page, stage, server, "keeping")
    face, back = page.locator("#hand .corp .face").first, page.locator("#hand .corp .back").first
    expect(face).to_be_hidden()
    expect(back).to_be_visible()
    tops = page.locator("#hand .corp").evaluate_all("(all) => all.map((corp) => corp.offsetHeight)")
    assert len(tops) > 1
    assert len(set(tops)) == 1, "the height of a back tells what is on the other side"
    page.locator("[data-peek]").click()
    expect(page.locator("#oops")).to_have_text("Hold the button down to see your cards.")
    page.locator("[data-peek]").hover()
    page.mouse.down()
    expect(face).to_be_visible()
    page.mouse.up()
    expect(face).to_be_hidden()
    page.keyboard.down("p")
    expect(face).to_be_visible()
    page.keyboard.up("p")
    expect(face).to_be_hidden()
    name = face.locator(".name").text_content() or "?"
    page.locator("#hand .corp").first.click()
    assert name not in (page.locator("#prompt").text_content() or "")
    page.locator(".plan .go").click()
    settled(page)
    page.wait_for_selector('#view[data-seat="2"]', state="attached")
    assert name not in (page.locator("#view").inner_text())
    assert name not in (page.locator("#say").text_content() or "")
