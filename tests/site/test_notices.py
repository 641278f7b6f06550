"""The page about notices, its forms and its links, over a real server that really sends."""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import msgspec
import pytest

from freightyard.server.notice_page_sentences import DONE, WAITING
from freightyard.server.site.notices_form import channel_line
from freightyard.server.user_agents import browser_name
from freightyard.store.notice_rows import MAIL, Channel
from tests.notice_receivers import Hooks, Mailbox, hooks, mailbox, new_subscription
from tests.server.running import Browser, Server, serving
from tests.site.reading import Document


@pytest.fixture(scope="module")
def hook() -> Iterator[Hooks]:
    with hooks() as receiver:
        yield receiver


@pytest.fixture(scope="module")
def mails() -> Iterator[Mailbox]:
    with mailbox() as box:
        yield box


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, hook: Hooks, mails: Mailbox) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("notices")
    options = (
        "--smtp",
        f"smtp+plain://127.0.0.1:{mails.port}",
        "--mail-from",
        "yard@example.org",
        "--url",
        "https://yard.example.org",
    )
    with serving(
        folder / "yard.db", "--log", "debug", *options, "--allow-webhook-hosts", hook.place, errors=folder / "log"
    ) as running:
        yield running


def subscription(place: str, path: str, before: str = "") -> bytes:
    """What a browser sends that has subscribed."""
    return msgspec.json.encode({"subscription": new_subscription(f"http://{place}{path}")[0], "before": before})


def states(browser: Browser) -> list[tuple[str, str]]:
    """The channels that are listed: how each does, and its key."""
    return re.findall(r'<li class="(\w+)".*?name="key" value="(\w+)"', browser.get("/notices").text, re.DOTALL)


def said(browser: Browser, answer: httpx.Response) -> str:
    """What the page says after a form was accepted."""
    assert answer.status_code == 303, answer.text
    return Document(browser.get(answer.headers["location"]).text).text


def test_somebody_without_a_name_chooses_one_first(ann: Browser) -> None:
    answer = ann.get("/notices")
    assert (answer.status_code, answer.headers["location"]) == (303, "/me")
    assert ann.post("/notices/mail", address="ann@example.org").status_code == 403


def test_a_browser_subscribes_is_tested_and_is_silent_once_it_signs_out(
    ann: Browser, bob: Browser, hook: Hooks, server: Server
) -> None:
    ann.post("/me/name", name="Ann")
    assert "You are told nothing yet." in ann.get("/notices").text
    assert ann.post_json("/notices/push", subscription(hook.place, "/push/a")).status_code == 200
    ((state, key),) = states(ann)
    assert state == "arrives"
    assert DONE["test"] in said(ann, ann.post("/notices/test", key=key))
    headers, body = hook.last("/push/a")
    assert headers["content-encoding"] == "aes128gcm"
    assert b"test" not in body.lower(), "what is sent is encrypted"
    moved = ann.post_json("/notices/push", subscription(hook.place, "/push/b", before=f"http://{hook.place}/push/a"))
    assert moved.status_code == 200
    ((_, other),) = states(ann)
    assert other != key, "the browser's old address is gone"
    hook.status = 410
    failed = ann.post("/notices/test", key=other)
    hook.status = 201
    assert "The test did not arrive" in Document(failed.text).text
    assert states(ann)[0][0] in ("off", "failing")
    assert ann.post("/notices/on", key=other).status_code == 303
    assert states(ann)[0][0] == "arrives"
    link = Document(ann.post("/me/link").text).fields["device-link"]
    bob.post(urlsplit(link).path)
    assert len(states(bob)) == 1, "another device of Ann sees the same list"
    ann.post("/me/out")
    assert states(bob) == [], "the device that signed out is told nothing any more"
    assert "/push/" not in server.log(), "no address of a browser is written down"


def test_a_subscription_that_is_none_is_refused(ann: Browser, hook: Hooks) -> None:
    ann.post("/me/name", name="Ann")
    for body in (b"", b"{", b"[]", b'{"subscription": {"endpoint": "x"}}', subscription("192.168.1.1", "/x")):
        assert ann.post_json("/notices/push", body).status_code == 400, body
    foreign = {"origin": "https://elsewhere.example", "content-type": "text/plain"}
    cookie = {"cookie": f"freightyard={ann.cookie}"}
    answer = httpx.post(f"{ann.url}/notices/push", content=subscription(hook.place, "/push/x"), headers=foreign | cookie)
    assert answer.status_code == 403
    assert states(ann) == []


def test_an_address_is_confirmed_by_a_button_and_turned_off_by_one_post(ann: Browser, mails: Mailbox, server: Server) -> None:
    ann.post("/me/name", name="Ann")
    refused = ann.post("/notices/mail", address="no address")
    assert refused.status_code == 422
    assert "e-mail address" in Document(refused.text).problems["address"]
    count = len(mails.mails)
    assert DONE["mail"] in said(ann, ann.post("/notices/mail", address="ann@example.org"))
    assert "in your list already" in ann.post("/notices/mail", address="ann@example.org").text
    ((state, key),) = states(ann)
    assert state == "waiting"
    confirm = mails.link(count + 1, "/notices/confirm/")
    with Browser(server.url) as stranger:  # whoever reads the mail is nobody here, and stays nobody
        assert "Send notices to your address?" in stranger.get(confirm).text
        assert states(ann)[0][0] == "waiting", "looking at a link confirms nothing"
        assert "Your address is confirmed" in stranger.post(confirm).text
        assert stranger.cookie is None
        assert stranger.post("/notices/confirm/nothing").status_code == 404
    assert states(ann) == [("arrives", key)]
    assert DONE["test"] in said(ann, ann.post("/notices/test", key=key))
    mail = mails.mail(count + 2)
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    off = urlsplit(mail["List-Unsubscribe"].strip(" <>\r\n")).path
    assert off.startswith("/notices/off/")
    page = httpx.get(f"{server.url}{off}", headers={"accept": "text/html"})
    assert "a…@example.org" in page.text
    assert "ann@example.org" not in page.text
    assert states(ann)[0][0] == "arrives", "looking at a link stops nothing"
    once = httpx.post(f"{server.url}{off}", content=b"List-Unsubscribe=One-Click")  # no cookie, and from nowhere
    assert once.status_code == 200
    assert states(ann)[0][0] == "off"
    assert httpx.post(f"{server.url}/notices/off/nothing").status_code == 404
    assert DONE["on"] in said(ann, ann.post("/notices/on", key=key))
    assert states(ann)[0][0] == "arrives"
    log = server.logged("/notices/off/", 3)
    for secret in (confirm.rpartition("/")[2], off.rpartition("/")[2], "ann@example.org"):
        assert secret not in log


def test_an_address_that_the_mail_with_the_link_did_not_reach_is_said_to_be_so() -> None:
    mail = Channel(key="m", kind=MAIL, person="ann", address={"address": "ann@example.org"})
    assert channel_line(mail, 0.0).words == WAITING
    failed = msgspec.structs.replace(mail, failure="The mail server could not be reached.")
    line = channel_line(failed, 0.0)
    assert "was not sent yet. The mail server could not be reached." in line.words
    assert line.state == "waiting"  # so there is a button to send it again


def test_only_three_mails_a_day_go_to_an_address(ann: Browser, bob: Browser, mails: Mailbox) -> None:
    for number, browser in enumerate((ann, bob, ann)):
        browser.post("/me/name", name="Somebody")
        answer = browser.post("/notices/mail", address=f"victim+{number}@example.org") if number < 2 else None
        if answer is None:
            answer = ann.post("/notices/again", key=states(ann)[0][1])
        assert answer.status_code == 303
    refused = bob.post("/notices/again", key=states(bob)[0][1])
    assert refused.status_code == 429
    assert "Enough mails were sent to this address" in refused.text


def test_the_secret_of_a_webhook_is_shown_once_and_signs(ann: Browser, hook: Hooks) -> None:
    ann.post("/me/name", name="Ann")
    refused = ann.post("/notices/webhook", style="json", url="https://10.0.0.1/x")
    assert refused.status_code == 422
    assert Document(refused.text).problems["webhook"]
    added = ann.post("/notices/webhook", style="json", url=f"http://{hook.place}/json")
    secret = Document(added.text).fields["hook-secret"]
    assert secret.startswith("whsec_")
    assert secret not in ann.get("/notices").text
    ((_, key),) = states(ann)
    assert DONE["test"] in said(ann, ann.post("/notices/test", key=key))
    headers, body = hook.last("/json")
    assert headers["webhook-signature"].startswith("v1,")
    assert msgspec.json.decode(body)["kind"] == "test"
    assert DONE["removed"] in said(ann, ann.post("/notices/remove", key=key))
    assert states(ann) == []
    assert ann.post("/notices/test", key=key).status_code == 403


def test_a_channel_is_its_persons_alone_and_there_are_ten(ann: Browser, bob: Browser, hook: Hooks) -> None:
    ann.post("/me/name", name="Ann")
    bob.post("/me/name", name="Bob")
    for number in range(10):
        answer = ann.post("/notices/webhook", style="ntfy", url=f"http://{hook.place}/topic{number}")
        assert answer.status_code == 303, answer.text
    assert "You have as many as there can be." in ann.get("/notices").text
    assert ann.post("/notices/webhook", style="ntfy", url=f"http://{hook.place}/more").status_code == 422
    assert ann.post_json("/notices/push", subscription(hook.place, "/push/more")).status_code == 400
    for path in ("test", "remove", "on", "again"):
        assert bob.post(f"/notices/{path}", key=states(ann)[0][1]).status_code == 403
    assert len(states(ann)) == 10


def test_what_one_is_told_of_quiet_hours_and_the_digest(ann: Browser) -> None:
    ann.post("/me/name", name="Ann")
    page = Document(ann.get("/notices").text)
    assert {("turn", "at once"), ("chat", "daily")} <= page.checked
    chosen = {"turn": "at once", "reminder": "never", "chat": "never", "invitation": "daily", "over": "daily", "rematch": "never"}
    hours = {"quiet": "yes", "quiet-from": "21", "quiet-until": "9", "digest-hour": "18"}
    assert DONE["times"] in said(ann, ann.post("/notices/times", **chosen, **hours))
    page = Document(ann.get("/notices").text)
    assert set(chosen.items()) | {("quiet", "yes")} <= page.checked
    assert {name: page.fields[name] for name in ("quiet-from", "quiet-until", "digest-hour")} == {
        "quiet-from": "21", "quiet-until": "9", "digest-hour": "18",
    }  # fmt: skip
    for bad in ({"turn": "sometimes"}, {"quiet-from": "24"}, {"quiet-from": "9"}, {"digest-hour": ""}):
        answer = ann.post("/notices/times", **{**chosen, **hours, **bad})
        assert answer.status_code == 422, bad
        assert Document(answer.text).problems["times"]


def test_a_table_is_muted_and_its_host_gives_it_a_channel(ann: Browser, bob: Browser, hook: Hooks) -> None:
    key = ann.new_table("freight-train", "me", "open", name="Ann")
    bob.post(f"/t/{key}/sit", name="Bob")
    for browser, muted in ((ann, True), (bob, True), (bob, False)):
        answer = browser.post("/notices/mute", table=key, muted="yes" if muted else "no")
        assert DONE["muted" if muted else "unmuted"] in said(browser, answer)
    assert "Unmute" in ann.get("/notices").text
    assert "Unmute" not in bob.get("/notices").text
    with Browser(ann.url) as eve:
        eve.post("/me/name", name="Eve")
        assert eve.post("/notices/mute", table=key, muted="yes").status_code == 403
    hosted = {"style": "ntfy", "url": f"http://{hook.place}/club", "table": key}
    assert bob.post("/notices/webhook", **hosted).status_code == 403
    refused = ann.post("/notices/webhook", **hosted, mentions="Ann")
    assert "line for each player" in Document(refused.text).problems[f"table-{key}"]
    assert DONE["webhook"] in said(ann, ann.post("/notices/webhook", **hosted))
    assert "Channel for everybody at this table (1)" in Document(ann.get("/notices").text).text
    ((_, channel),) = states(ann)
    assert bob.post("/notices/remove", key=channel).status_code == 403
    assert DONE["test"] in said(ann, ann.post("/notices/test", key=channel))
    assert msgspec.json.decode(hook.last("/")[1])["topic"] == "club"
    assert ann.post("/notices/remove", key=channel).status_code == 303
    assert states(ann) == []


def test_a_host_who_turns_notices_off_is_said_so_once(tmp_path: Path) -> None:
    with serving(tmp_path / "yard.db", "--no-notices", errors=tmp_path / "log") as running, Browser(running.url) as ann:
        key = ann.new_table("freight-train", "me", "open", name="Ann")
        assert ann.get("/notices").text.count("The host of this server has turned notices off.") == 1
        assert ann.post_json("/notices/push", subscription("localhost", "/x")).status_code == 400
        assert ann.post("/notices/webhook", style="ntfy", url="https://ntfy.example.org/x").status_code == 422
        assert "data-offer-line" not in ann.get(f"/t/{key}").text, "what cannot be had is not offered"


def test_the_app_can_be_installed_and_its_worker_has_the_whole_site(ann: Browser) -> None:
    page = ann.get("/").text
    assert '<link rel="manifest" href="/manifest.webmanifest">' in page
    manifest = ann.get("/manifest.webmanifest")
    assert manifest.headers["content-type"] == "application/manifest+json"
    told = manifest.json()
    assert (told["name"], told["display"], told["start_url"]) == ("Freightyard", "standalone", "/")
    for icon in told["icons"]:
        picture = ann.get(icon["src"])
        assert picture.headers["content-type"] == "image/png"
        assert icon["sizes"] == "x".join(str(int.from_bytes(picture.content[at : at + 4])) for at in (16, 20))
    worker = ann.get("/service_worker.js")
    assert worker.headers["content-type"].startswith("text/javascript")
    assert worker.headers["cache-control"] == "no-cache"
    assert worker.headers["content-security-policy"].startswith("default-src 'none'; script-src 'self'; connect-src 'self'")
    setup = msgspec.json.decode(worker.text.partition("const SETUP = ")[2].partition(";\n")[0])
    assert ann.get(f"/s/{setup['build']}/page/static/worker/push.js").status_code == 200


@pytest.mark.parametrize(
    ("user_agent", "name"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"),
        ("Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36", "Chrome on Android"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605 Version/18.5 Safari/604.1", "Safari on iPhone"),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0", "Edge on Windows"),
        ("curl/8", "Browser"),
    ],
)
def test_what_a_browser_is_called(user_agent: str, name: str) -> None:
    assert browser_name(user_agent) == name
