"""Playing in real Chromium: by clicks, by keys, two at a table, watching, taking back."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from freightyard.core.chance import Stream
from tests.browser.driving import TURN, click_on, connected, first_turn, new_table

Window = Callable[..., Page]


def ply(page: Page) -> int:
    return int(page.locator("#view").get_attribute("data-ply") or -1)


@pytest.mark.usual
def test_a_hint_lights_each_step_while_it_is_followed_and_goes_with_the_moment(window: Window) -> None:
    page = window()
    new_table(page, "me", "bot:greedy")
    page.wait_for_selector(TURN)
    before = ply(page)
    page.locator("[data-ask-hint]").click()
    expect(page.locator(".advice b")).to_have_text(re.compile(r"^[A-Z][a-z]*[^s\W] "))  # as one says it to the player
    assert page.locator(".advised.can").count() > 0
    page.reload()
    page.wait_for_selector(TURN)
    assert page.locator(".advice").count() == 0
    page.locator("[data-ask-hint]").click()
    page.wait_for_selector(".advice")
    words = page.locator(".advice b").inner_text()
    page.locator("#view .advised.can").first.click()
    page.wait_for_function(f"() => Number(document.querySelector('#view').dataset.ply) > {before}")
    expect(page.locator(".advice b")).not_to_have_text(words)  # what is left of it is told
    expect(page.locator(".advice b")).to_have_text(re.compile(r"^[A-Z][a-z]*[^s\W] .*\.$"))
    expect(page.locator("#view .advised").first).to_be_visible()
    page.get_by_role("button", name="Undo").click()  # something else is as good: with the next moment the hint is gone
    expect(page.locator(".advice")).to_have_count(0)
    expect(page.locator(".advised")).to_have_count(0)


@pytest.mark.usual
def test_two_browsers_at_one_table(window: Window) -> None:
    ann, bob = window(), window(390, 844)
    address = new_table(ann, "me", "open")
    expect(ann.locator(".chairs")).to_contain_text("Ann")
    bob.goto(address)
    bob.locator(".chairs input[name=name]").fill("<i>Bob</i>")
    bob.get_by_role("button", name="Sit here").click()
    bob.wait_for_selector("#prompt")
    ann.wait_for_selector("#prompt")
    luck = Stream("two")
    for page in (ann, bob):
        connected(page)
        expect(page.locator("#players strong").nth(1)).to_have_text("<i>Bob</i>")
        expect(page.locator('[data-here="1"]').first).to_have_attribute("data-is", "here")
        expect(page.locator('[data-here="2"]').first).to_have_attribute("data-is", "here")
    for _ in range(4):  # turns
        acting, waiting = (ann, bob) if ann.locator("#prompt[data-live]").count() else (bob, ann)
        while acting.locator("#prompt[data-live]").count():
            click_on(acting, luck)
        expect(waiting.locator("#prompt[data-live]")).to_have_count(1)
        expect(waiting.locator("#view")).to_have_attribute("data-ply", str(ply(acting)))
    ann.locator("#chat-text").fill("<b>hello</b> & welcome")
    ann.locator("#chat-text").press("Enter")
    for page in (ann, bob):
        expect(page.locator("#chat li")).to_have_text(re.compile("Ann.*<b>hello</b> & welcome"))
        assert page.locator("#chat b").count() == 0
    bob.close()
    expect(ann.locator('[data-here="2"]').first).to_have_attribute("data-is", "away")


def test_a_spectator_sees_everything_and_can_do_nothing(window: Window) -> None:
    ann, eve, dan = window(), window(), window()
    address = new_table(ann, "me", "bot:greedy")
    connected(ann)
    eve.goto(address)
    connected(eve)
    expect(eve.locator("#own-yard h2")).to_have_text("Ann’s yard")
    ann.wait_for_selector(TURN)
    ann.locator("#main-yard .can").first.click()
    ann.wait_for_selector("#prompt[data-phase=taking]")
    expect(eve.locator("#ask")).to_have_text("Ann is taking cars: 1 of 3.")
    expect(eve.locator(".tray .car")).to_have_count(1)
    assert eve.locator("#view [data-word], #view [data-why], #view [data-undo]").count() == 0
    assert eve.locator("#chat-text").count() == 0
    eve.get_by_role("link", name="Choose a name").click()
    eve.get_by_role("textbox", name="Your name").fill("Eve")
    eve.get_by_role("button", name="Save name").click()
    eve.goto(address)
    connected(eve)
    dan.goto(address)
    connected(dan)
    eve.locator("#chat-text").fill("hello")
    eve.locator("#chat-text").press("Enter")
    for spectator in (eve, dan):
        expect(spectator.locator("#chat li")).to_have_text(re.compile("Eve.*hello"))
    ann.locator("#chat-text").fill("welcome")  # which is all that a player reads while the game runs
    ann.locator("#chat-text").press("Enter")
    expect(dan.locator("#chat li")).to_have_count(2)
    expect(ann.locator("#chat li")).to_have_text([re.compile("Ann.*welcome")])
    ann.reload()
    expect(ann.locator("#chat li")).to_have_text([re.compile("Ann.*welcome")])


@pytest.mark.usual
def test_taking_back(window: Window) -> None:
    page = window(reduced_motion="no-preference")  # the cars glide
    first_turn(page)
    before = page.locator("#main-yard .rails").all_inner_texts()
    page.locator("#main-yard .can").nth(1).click()
    expect(page.locator(".tray .car")).to_have_count(1)
    assert page.locator("#main-yard .rails").all_inner_texts() != before
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".tray .car")).to_have_count(0)
    assert page.locator("#main-yard .rails").all_inner_texts() == before
    expect(page.locator(".lines .undone")).to_contain_text("takes a car from siding 2")


@pytest.mark.usual
def test_a_move_made_at_an_old_moment_is_refused(window: Window) -> None:
    page = window()
    first_turn(page)
    page.evaluate(
        "() => { const view = document.querySelector('#view'); view.dataset.ply = String(Number(view.dataset.ply) - 1) }"
    )
    page.locator("#main-yard .can").first.click()
    expect(page.locator("#oops")).to_be_visible()
    expect(page.locator(".tray .car")).to_have_count(0)
    page.locator("#main-yard .can").first.click()  # the page knows better now
    expect(page.locator(".tray .car")).to_have_count(1)


@pytest.mark.usual
def test_what_is_illegal_says_why_with_a_link_into_the_manual(window: Window) -> None:
    page = window()
    first_turn(page)
    page.locator('.action[data-why="fill"]').click()
    expect(page.locator("#oops")).to_contain_text("only when two sidings are empty")
    href = page.locator("#oops a").get_attribute("href") or ""
    page.goto(href)
    assert "#" in href
    expect(page.locator(f'[id="{href.partition("#")[2]}"]')).to_have_count(1)


def test_a_refusal_goes_when_something_else_is_done(window: Window) -> None:
    page = window()
    first_turn(page)
    page.locator('.action[data-why="fill"]').click()
    expect(page.locator("#oops")).to_be_visible()
    page.locator('[data-word="call"]').click()
    expect(page.locator(".plan")).to_be_visible()
    expect(page.locator("#oops")).to_be_hidden()


@pytest.mark.parametrize(
    ("width", "height"),
    [
        (1280, 720),
        pytest.param(1280, 800, marks=pytest.mark.deep),
        pytest.param(1440, 900, marks=pytest.mark.deep),
    ],
)
def test_however_much_is_said_there_is_room_to_say_more(window: Window, width: int, height: int) -> None:
    page = window(width, height)
    new_table(page, "me", "bot:greedy", "bot:greedy", "bot:greedy", "bot:greedy")
    connected(page)
    for number in range(1, 4):
        page.locator("#chat-text").fill("as long as a line may be " * 20)
        page.locator("#chat-text").press("Enter")
        expect(page.locator("#chat li")).to_have_count(number)
    expect(page.locator("#chat-text")).to_be_in_viewport(ratio=1)
    say, talk = page.locator(".say").bounding_box(), page.locator(".talk").bounding_box()
    assert say is not None
    assert talk is not None
    assert say["y"] + say["height"] <= talk["y"] + talk["height"]


def test_a_turn_is_confirmed_or_taken_back_word_by_word(window: Window) -> None:
    page = window()
    first_turn(page)
    at = ply(page)
    page.locator('[data-word="call"]').click()
    expect(page.locator(".plan")).to_contain_text("Call a locomotive")
    page.keyboard.press("Escape")
    expect(page.locator(".plan")).to_have_count(0)
    assert ply(page) == at
    page.locator('[data-word="call"]').click()
    page.get_by_role("button", name="End turn").click()
    expect(page.locator("#trains .sub")).to_contain_text("called today")
    assert ply(page) > at


def test_what_is_done_before_the_first_word_of_the_server_stays(window: Window) -> None:
    page = window(alone=True)  # its connections go another way
    first_turn(page)
    waits: list[Callable[[], None]] = []

    def hold_back(line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        line.on_message(server.send)
        server.on_message(lambda words: waits.append(lambda: line.send(words)))

    page.route_web_socket("**/ws", hold_back)
    page.reload()
    connected(page)
    kept = page.locator("#own-yard").element_handle()
    page.locator('[data-word="call"]').click()
    expect(page.locator(".plan .go")).to_be_visible()
    while not waits:
        page.wait_for_timeout(10)
    for told in waits:
        told()
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    expect(page.locator(".plan .go")).to_be_visible()
    assert kept is not None
    assert kept.evaluate("element => element.isConnected"), "what came with the page is not put there once more"


def test_without_the_question_a_turn_ends_at_once(window: Window) -> None:
    page = window()
    first_turn(page)
    page.locator("[data-settings]").click()
    page.get_by_label("Ask before a turn ends").uncheck()
    page.keyboard.press("Escape")
    page.locator('[data-word="call"]').click()
    expect(page.locator("#trains .sub")).to_contain_text("called today")


@pytest.mark.usual
def test_hot_seat_follows_the_seat_to_act(window: Window) -> None:
    page = window()
    new_table(page, "me", "here")
    connected(page)
    luck = Stream("hot")
    seats = set()
    for _ in range(3):
        page.wait_for_selector("#prompt[data-live]")
        seat = page.locator("#view").get_attribute("data-seat")
        seats.add(seat)
        while page.locator("#view").get_attribute("data-seat") == seat:
            click_on(page, luck)
        lines = [int(line.get_attribute("data-ply") or -1) for line in page.locator(".lines li").all()]
        assert lines == sorted(set(lines), reverse=True), "every line of the log is there once, the newest first"
    assert seats == {"1", "2"}
