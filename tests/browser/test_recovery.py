"""A seat that is not lost: the note at the table, the recovery link on a second device, a link that the host makes."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import agree, connected, new_table
from tests.browser.looking import accessible, fits

NOTE = ".note.keep-seat"
SIZES = ((1366, 650), (390, 844))


def hide_tips(page: Page) -> None:
    page.evaluate("localStorage.setItem('guide:freight-train', 'done')")
    page.reload()
    connected(page)


def sit_down(page: Page, address: str, name: str) -> None:
    page.goto(address)
    page.locator("li.free input[name=name]").first.fill(name)
    page.locator("li.free button").first.click()
    connected(page)


def recovery_link(page: Page) -> str:
    page.goto("/me/recovery")
    return page.input_value("#secret-link")


def test_a_note_tells_once_of_the_link_at_a_table_with_others(window: Callable[..., Page]) -> None:
    ann, bob = window(*SIZES[0]), window(*SIZES[1])
    address = new_table(ann, "me", "open")
    expect(ann.get_by_role("link", name="Save your recovery link")).to_be_visible()
    expect(ann.locator(".note")).to_have_count(0)  # there is no room for one here: the line says it
    sit_down(bob, address, "Bob")
    for page in (ann, bob):
        expect(page.locator(".note.tip")).to_be_visible()  # the tips come first
        hide_tips(page)
        expect(page.locator(NOTE)).to_contain_text("Keep your seat: save your recovery link.")
        accessible(page, "note")
    with ann.context.expect_page() as opened:
        ann.locator(NOTE).get_by_role("button", name="Show my link").click()
    expect(opened.value.locator("h2").first).to_have_text("Keep this link. Whoever has it can play as you.")
    bob.locator(NOTE).get_by_role("button", name="Do not show this again").click()
    for page in (ann, bob):
        expect(page.locator(NOTE)).to_have_count(0)
        page.reload()
        connected(page)
        page.locator("#menu summary").first.click()
        expect(page.get_by_role("link", name="Keep my seat: recovery link")).to_be_visible()
        expect(page.locator(NOTE)).to_have_count(0)
    alone = window()
    new_table(alone, "me", "bot:random")
    hide_tips(alone)
    expect(alone.locator("[data-keep-seat]")).to_have_count(0)  # against bots there is nobody to keep a seat from


def test_the_link_signs_in_on_a_second_device(window: Callable[..., Page]) -> None:
    ann = window()
    address = new_table(ann, "me", "bot:random")
    link = recovery_link(ann)
    accessible(ann, "recovery")
    assert ann.locator(".keep .qr").evaluate("image => image.complete && image.naturalWidth > 100")
    for width, height in SIZES:
        second = window(width, height)
        second.goto(link)
        expect(second).to_have_url(re.compile(r"/sign-in$"))  # the code does not stay in the address
        expect(second.locator("main button:visible")).to_have_count(1)
        expect(second.get_by_role("button", name="Sign in", exact=True)).to_be_focused()
        accessible(second, "sign in")
        assert fits(second)
        second.keyboard.press("Enter")
        expect(second.get_by_role("status").first).to_have_text("You are signed in on this device.")
        accessible(second, "me")
        assert fits(second)
        second.goto(address)
        expect(second.locator("#view")).to_have_attribute("data-seat", "1")
        assert recovery_link(second) == link
        assert fits(second)
        accessible(second, "recovery")


def test_a_link_is_pasted_too_and_never_replaces_somebody_unasked(window: Callable[..., Page]) -> None:
    ann, zoe = window(), window(*SIZES[1])
    for page, name in ((ann, "Ann"), (zoe, "Zoe")):
        page.goto("/me")
        page.fill("#name", name)
        page.get_by_role("button", name="Save name").click()
    link = recovery_link(ann)
    zoe.goto("/sign-in")
    zoe.get_by_label("Paste the link here").fill("not a link")
    zoe.get_by_role("button", name="Sign in", exact=True).click()
    expect(zoe.get_by_role("alert").first).to_contain_text("This is not a recovery link")
    accessible(zoe, "wrong code")
    zoe.get_by_label("Paste the link here").fill(f" {link} ")
    zoe.get_by_role("button", name="Sign in", exact=True).click()
    expect(zoe.locator("h1")).to_have_text("Sign in as Ann?")
    accessible(zoe, "replace")
    assert fits(zoe)
    zoe.get_by_role("link", name="Stay Zoe").click()
    expect(zoe.locator("h1")).to_have_text("Zoe")
    zoe.goto(link)
    zoe.get_by_role("button", name="Sign in", exact=True).click()
    zoe.get_by_role("button", name="Sign in as Ann").click()
    expect(zoe.locator("h1")).to_have_text("Ann")


@pytest.mark.usual
def test_a_host_gives_a_seat_back_from_the_menu_and_its_old_person_is_told(window: Callable[..., Page]) -> None:
    ann, bob, lost = window(), window(*SIZES[1]), window(*SIZES[1])
    address = new_table(ann, "me", "open")
    sit_down(bob, address, "Bob")
    hide_tips(ann)
    ann.locator("#menu summary").first.click()
    ann.get_by_text("New link for a lost player").click()
    accessible(ann, "menu")
    ann.get_by_role("button", name="New link for Bob").click()
    accessible(ann, "the question")
    agree(ann)
    link = ann.input_value("#secret-link")
    accessible(ann, "link for a seat")
    hide_tips(bob)
    expect(bob.locator(".note.seat")).to_contain_text("Ann made a new link to your seat.")
    expect(bob.locator(".note.seat").get_by_role("button", name="Cancel the link")).to_be_visible()
    accessible(bob, "a link waits")
    lost.goto(link)
    expect(lost.locator("h1")).to_have_text("Take your seat again?")
    accessible(lost, "return")
    assert fits(lost)
    lost.get_by_role("button", name="Take the seat").click()
    expect(lost.locator("#view")).to_have_attribute("data-seat", "2")
    expect(bob.locator("#view")).to_have_attribute("data-seat", "")  # his page loads anew, without the seat
    expect(bob.locator(".note.seat")).to_contain_text("You had a seat here.")
    expect(bob.locator("#chat .note-line").last).to_contain_text("Bob's seat was taken by the link that Ann made.")
