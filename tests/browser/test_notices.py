"""Notices in Chromium: a push is shown on the desktop and a click opens the table; the page about them; the open table."""

import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
import pytest
from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, Playwright, expect, sync_playwright

from freightyard.core.chance import Stream
from tests.browser.conftest import PATIENCE
from tests.browser.driving import agree, click_on, connected, new_table
from tests.browser.looking import accessible, fits
from tests.chromium import launch, program
from tests.notice_receivers import Hooks, decrypted, hooks, new_subscription
from tests.server.running import Browser as Person
from tests.server.running import Server, Socket, serving

Window = Callable[..., Page]
TURN = "html[data-turn]"
CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")  # the headless shell has no notices


@pytest.fixture(scope="module")
def hook() -> Iterator[Hooks]:
    with hooks() as receiver:
        yield receiver


@pytest.fixture(scope="module")
def server(hook: Hooks, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("notices")
    at_once = ("--notice-delay", "0", "--notice-gap", "0", "--allow-webhook-hosts", hook.place)
    with serving(folder / "yard.db", "--log", "warning", *at_once, errors=folder / "log") as running:
        yield running


# Chromium asks a service on the internet for a subscription; here it has one at once. Everything after that is real.
SUBSCRIBE = """
const made = MADE;
const kept = { ...made, toJSON: () => made, unsubscribe: async () => { localStorage.removeItem('subscribed'); return true; } };
PushManager.prototype.subscribe = async (options) => {
  if (!options.userVisibleOnly || !options.applicationServerKey) throw new TypeError('no key');
  localStorage.setItem('subscribed', '1');
  return kept;
};
PushManager.prototype.getSubscription = async () => (localStorage.getItem('subscribed') ? kept : null);
"""


class PushService:
    """Stands where the push service of a browser's maker stands: takes what the server sends, opens it as the browser would, and
    hands it to the browser's own service worker."""

    def __init__(self, hook: Hooks, page: Page) -> None:
        self.hook = hook
        self.subscription, self.keys = new_subscription(f"http://{hook.place}/push")
        self.page = page
        self.session: CDPSession = page.context.new_cdp_session(page)
        self.registrations: list[str] = []
        self.session.on("ServiceWorker.workerRegistrationUpdated", self._registered)
        self.session.send("ServiceWorker.enable")
        page.add_init_script(SUBSCRIBE.replace("MADE", msgspec.json.encode(self.subscription).decode()))

    def _registered(self, told: Any) -> None:
        self.registrations += [each["registrationId"] for each in told["registrations"]]

    def deliver(self, times: int) -> dict[str, Any]:
        """What the server sends, when it has sent so many, goes on to the browser."""
        _, body = self.hook.last("/push", times)
        found: dict[str, Any] = msgspec.json.decode(decrypted(body, self.keys))
        self.hand_on(found)
        return found

    def hand_on(self, opened: object) -> None:
        origin = "{0.scheme}://{0.netloc}".format(urlsplit(self.page.url))
        data = msgspec.json.encode(opened).decode()
        message = {"origin": origin, "registrationId": self.registrations[-1], "data": data}
        self.session.send("ServiceWorker.deliverPushMessage", message)


@pytest.fixture(scope="module")
def driver() -> Iterator[Playwright]:
    """Playwright, for two browsers: it cannot be started twice."""
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="module")
def chromium(driver: Playwright) -> Iterator[Browser]:
    if program() is None:
        pytest.skip("there is no Chromium on this machine")
    browser = launch(driver)
    yield browser
    browser.close()


@pytest.fixture
def desktop(driver: Playwright, server: Server, tmp_path: Path) -> Iterator[tuple[Any, BrowserContext]]:
    """A desktop, and a browser on it that may show notices."""
    pytest.importorskip("jeepney", reason="no library for D-Bus here")
    if CHROMIUM is None or shutil.which("dbus-daemon") is None:
        pytest.skip("only a whole Chromium on a desktop with D-Bus shows notices")
    from tests.browser.desk import desk

    with desk(tmp_path) as shown:
        context = driver.chromium.launch_persistent_context(
            tmp_path / "profile",
            executable_path=CHROMIUM,
            args=["--no-sandbox", "--disable-gpu"],
            base_url=server.url,
            viewport={"width": 1280, "height": 800},
            env={**os.environ, "DBUS_SESSION_BUS_ADDRESS": shown.address},
        )
        context.grant_permissions(["notifications"], origin=server.url)
        context.set_default_timeout(PATIENCE)
        yield shown, context
        context.close()


def shown_by(page: Page) -> list[list[str]]:
    """The notices that the browser shows: tags and addresses."""
    script = """async () => {
      const worker = await navigator.serviceWorker.ready;
      return (await worker.getNotifications()).map(({ tag, data }) => [tag, data.url]);
    }"""
    found: list[list[str]] = page.evaluate(script)
    return found


@pytest.mark.usual
def test_a_turn_is_pushed_and_shown_and_a_click_opens_the_table(
    desktop: tuple[Any, BrowserContext], hook: Hooks, server: Server
) -> None:
    desk, context = desktop
    ann = context.pages[0]
    service = PushService(hook, ann)
    ann.goto("/me")
    ann.fill("#name", "Ann")
    ann.get_by_role("button", name="Save name").click()
    ann.goto("/notices")
    ann.get_by_role("button", name="Tell me in this browser").click()
    expect(ann.get_by_role("status").first).to_contain_text("This browser tells you from now on.")
    expect(ann.locator("[data-this-browser]")).to_be_visible()
    expect(ann.locator("[data-push-state=on]")).to_be_visible()
    ann.get_by_role("button", name="Send a test").click()
    expect(ann.get_by_role("status").first).to_contain_text("The test was delivered.")
    test = service.deliver(1)
    desk.notice(test["title"])

    with Person(server.url) as bob, Person(server.url) as hers:
        hers.cookie = next(each["value"] for each in context.cookies() if each["name"] == "freightyard")
        key = hers.new_table("freight-train", "me", "open", edition="whitewind-1993", public="no", pace="days-1")
        bob.post(f"/t/{key}/sit", name="Bob")
        with bob.socket(key) as his:  # she looks at another page
            end_turn(his)
    path = f"/t/{key}"
    turn = service.deliver(2)
    assert (turn["url"], turn["kind"]) == (path, "turn")
    notice = desk.notice("Your turn – Freight Train with Bob")
    service.hand_on(turn)
    again = desk.notice(notice.title, 2)
    assert again.number == notice.number, "the newer one replaces it"
    assert [each for each in shown_by(ann) if each[1] == path] == [[turn["tag"], path]]
    with context.expect_page() as opened:
        desk.click(again)
    table = opened.value
    table.wait_for_url(f"**{path}")
    expect(table).to_have_title(re.compile("^Your turn – Freight Train: "))
    until_so(ann, lambda: all(each[1] != path for each in shown_by(ann)))

    service.hand_on(turn)
    third = desk.notice(notice.title, 3)
    desk.click(third)  # the table is open already
    until_so(ann, lambda: all(each[1] != path for each in shown_by(ann)))
    assert [urlsplit(page.url).path for page in context.pages].count(path) == 1
    service.hand_on({"withdraw": True, "tag": test["tag"]})
    until_so(ann, lambda: not shown_by(ann))

    ann.bring_to_front()
    ann.get_by_role("button", name="Remove").click()
    agree(ann)
    expect(ann.locator("[data-push-state=ready]")).to_be_visible()
    assert ann.evaluate("localStorage.getItem('subscribed')") is None


def end_turn(socket: Socket) -> None:
    """Make any legal moves until it is somebody else's turn."""
    socket.update()
    while socket.turn:
        before = socket.ply
        socket.move(socket.moves[0])
        while socket.ply == before:
            socket.update()


def until_so(page: Page, true: Callable[[], bool]) -> None:
    """Wait until something is so in a browser, which acts only while Playwright waits."""
    for _ in range(PATIENCE // 50):
        if true():
            return
        page.wait_for_timeout(50)
    raise AssertionError("waited in vain")


# What a browser says of itself, and what the page then says to its reader.
BROWSERS = {
    "insecure": ("Object.defineProperty(window, 'isSecureContext', { value: false })", "begins with https"),
    "denied": ("Object.defineProperty(Notification, 'permission', { value: 'denied' })", "You have forbidden notices"),
    "unsupported": ("delete window.PushManager", "This browser cannot receive notices."),
    "ios": (
        "delete window.PushManager; Object.defineProperty(navigator, 'userAgent', { value: 'iPhone' })",
        "Add to Home Screen",
    ),
    "ready": ("Object.defineProperty(Notification, 'permission', { value: 'default' })", "Tell me in this browser"),
}


def test_the_page_says_what_this_browser_can_do(window: Window, hook: Hooks) -> None:
    ann = window(390, 844)
    ann.goto("/me")
    ann.fill("#name", "Ann")
    ann.get_by_role("button", name="Save name").click()
    for state, (script, words) in BROWSERS.items():
        page = ann.context.new_page()
        page.add_init_script(script)
        page.goto("/notices")
        expect(page.locator("[data-push-state]:visible")).to_have_count(1)
        expect(page.locator(f"[data-push-state={state}]")).to_contain_text(words)
        page.close()
    ann.goto("/notices")
    expect(ann.locator("#add")).to_contain_text("This server sends no e-mail. Whoever runs it can set that up.")
    ann.get_by_text("Discord, Slack, Matrix, ntfy").click()
    ann.get_by_label("Service").select_option("Matrix")
    expect(ann.get_by_label("Access token")).to_be_visible()
    ann.get_by_label("Service").select_option("My own program (JSON)")
    expect(ann.get_by_label("Access token")).to_be_hidden()
    ann.get_by_label("Address of the webhook").fill(f"http://{hook.place}/ann")
    ann.get_by_role("button", name="Add webhook").click()
    expect(ann.get_by_label("Secret of the webhook")).to_have_value(re.compile("^whsec_"))
    ann.get_by_role("group", name="Chat at your tables").get_by_role("radio", name="Never").check()
    ann.get_by_label("Send nothing").check()
    accessible(ann, "notices")
    assert fits(ann)
    ann.set_viewport_size({"width": 1280, "height": 800})
    accessible(ann, "notices on a laptop")
    ann.get_by_role("button", name="Save", exact=True).click()
    expect(ann.get_by_role("group", name="Chat at your tables").get_by_role("radio", name="Never")).to_be_checked()
    expect(ann.get_by_label("Send nothing")).to_be_checked()


def test_an_open_table_says_whose_turn_it_is_and_offers_notices_once(window: Window) -> None:
    ann, bob = window(), window(390, 844)
    for page in (ann, bob):  # they have read the tips, which come first
        page.add_init_script("localStorage.setItem('keep-seat', 'shown'); localStorage.setItem('guide:freight-train', 'done')")
    address = new_table(ann, "me", "open", edition="whitewind-1993")
    expect(ann.get_by_role("link", name="Be told when it is your turn")).to_be_visible()
    accessible(ann, "waiting room")
    bob.goto(address)
    bob.get_by_placeholder("Your name").fill("Bob")
    bob.get_by_role("button", name="Sit here").click()
    for page in (ann, bob):
        page.wait_for_selector(f"#view[data-home='{address}']:not([data-waiting])")
        connected(page)
    acts, waits = (ann, bob) if ann.locator(TURN).count() else (bob, ann)
    expect(acts).to_have_title(re.compile("^Your turn – Freight Train: "))
    expect(waits).to_have_title(re.compile("^Freight Train: "))
    icon = "document.querySelector('link[rel=icon]').href.split('/').at(-1)"
    assert [page.evaluate(icon) for page in (acts, waits)] == ["icon_turn.svg", "icon.svg"]
    luck = Stream("offer")
    while acts.locator(TURN).count():
        click_on(acts, luck)
    expect(acts).to_have_title(re.compile("^Freight Train: "))
    assert acts.evaluate(icon) == "icon.svg"
    expect(waits).to_have_title(re.compile("^Your turn – "))
    offer = acts.get_by_role("note", name="Notices")
    expect(offer).to_contain_text("Be told when it is your turn")
    acts.get_by_role("button", name="Do not show this again").click()
    acts.reload()
    connected(acts)
    assert acts.evaluate("localStorage.getItem('notices-offer')") == "answered"
    expect(offer).to_have_count(0)
