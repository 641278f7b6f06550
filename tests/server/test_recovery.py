"""A seat that is not lost: recovery links and the links that a host makes, over a real server."""

import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.running import Browser, Server, serving, until

GAME = "freight-train"
BAD = "This is not a recovery link, or a newer one was made since."


def recovery_link(browser: Browser) -> str:
    """The link, as the visitor's own page shows it."""
    page = browser.get("/me/recovery").text
    found = re.search(r'id="secret-link"[^>]*value="([^"]+)"', page)
    assert found, page
    return found[1]


def code_of(link: str) -> str:
    return link.rpartition("#")[2]


def with_name(browser: Browser, name: str) -> Browser:
    assert browser.post("/me/name", name=name).status_code == 303
    return browser


def name_of(browser: Browser) -> str:
    found = re.search(r'id="name" name="name" value="([^"]*)"', browser.get("/me").text)
    assert found
    return found[1]


@pytest.fixture
def other(server: Server) -> Iterator[Browser]:
    """Another device, on which nobody is signed in."""
    with Browser(server.url) as browser:
        yield browser


# --- the recovery link ---


def test_the_link_signs_in_on_another_device_with_all_tables_again_and_again(
    ann: Browser, other: Browser, server: Server
) -> None:
    key = ann.new_table(GAME, "me", "open")
    link = recovery_link(ann)
    assert re.fullmatch(re.escape(server.url) + "/sign-in#[A-Za-z0-9_-]{32}", link)
    for _ in range(2):
        answer = other.post("/sign-in", code=link)
        assert (answer.status_code, answer.headers["location"]) == (303, "/me?said=hello")
        assert name_of(other) == "Ann"
        assert f"/t/{key}" in other.get("/me").text
        assert other.cookie != ann.cookie, "each device has a secret of its own"
        assert recovery_link(other) == link, "the new device can show it too"
        other.post("/me/out")


def test_looking_at_the_link_signs_nobody_in_and_the_page_is_for_nobody_else(ann: Browser, other: Browser) -> None:
    with_name(ann, "Ann")
    code = code_of(recovery_link(ann))
    for path in ("/sign-in", f"/sign-in?code={code}", f"/sign-in/{code}"):
        answer = other.get(path)
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers["referrer-policy"] == "same-origin"
        assert other.cookie is None
    page = ann.get("/me/recovery")
    assert page.headers["cache-control"] == "no-store"
    assert "Keep this link. Whoever has it can play as you." in page.text
    assert other.get("/me/recovery").headers["location"] == "/me"
    assert other.post("/me/recovery").headers["location"] == "/me"


def test_no_code_is_written_down_or_sent_in_an_address(ann: Browser, other: Browser, server: Server) -> None:
    with_name(ann, "Ann")
    code = code_of(recovery_link(ann))
    page = ann.get("/me/recovery").text
    addresses = re.findall(r'(?:src|href|action)="([^"]*)"', page)
    assert not [address for address in addresses if code in address and not address.startswith("data:")]
    before = server.log().count("/sign-in")
    other.post("/sign-in", code=code)
    other.post("/sign-in", code=f"{code}x")
    ann.post("/me/recovery")
    assert code not in server.logged("/sign-in", before + 2)


def test_a_new_link_revokes_the_old_one_and_can_sign_out_the_others(ann: Browser, other: Browser, server: Server) -> None:
    with_name(ann, "Ann")
    old = recovery_link(ann)
    other.post("/sign-in", code=old)
    answer = ann.post("/me/recovery")
    assert "The old one does not work any more." in answer.text
    new = recovery_link(ann)
    assert new != old
    assert new in answer.text
    assert name_of(other) == "Ann", "devices stay signed in unless they are signed out"
    assert "This device cannot show your link" in other.get("/me/recovery").text
    with Browser(server.url) as third:
        refused = third.post("/sign-in", code=old)
        assert refused.status_code == 422
        assert BAD in refused.text
        assert third.cookie is None
    assert "your other devices were signed out" in ann.post("/me/recovery", out="yes").text
    assert "Choose a name" in other.get("/me").text


@pytest.mark.parametrize("wrong", ["", "x", "#", "' OR 1=1 --", "é" * 900, "A" * 32, "https://example.org/sign-in#"])
def test_a_wrong_code_is_refused_with_one_sentence(other: Browser, wrong: str) -> None:
    answer = other.post("/sign-in", code=wrong)
    assert answer.status_code == 422
    assert answer.text.count(BAD) == 1
    assert other.cookie is None


def test_a_link_on_a_device_of_the_same_person_changes_nothing_but_can_be_shown_there(ann: Browser, other: Browser) -> None:
    with_name(ann, "Ann")
    other.post("/sign-in", code=recovery_link(ann))
    ann.post("/me/recovery")
    cookie = other.cookie
    answer = other.post("/sign-in", code=recovery_link(ann))
    assert answer.headers["location"] == "/me?said=already"
    assert other.cookie == cookie
    assert recovery_link(other) == recovery_link(ann)


def test_who_is_signed_in_on_a_device_is_replaced_only_after_a_question(ann: Browser, bob: Browser, server: Server) -> None:
    with_name(ann, "Ann")
    with_name(bob, "Bob")
    link, cookie = recovery_link(ann), bob.cookie
    answer = bob.post("/sign-in", code=link)
    assert answer.status_code == 200
    assert "Sign in as Ann?" in answer.text
    assert "<strong>Bob</strong> is signed in" in answer.text
    assert (bob.cookie, name_of(bob)) == (cookie, "Bob")
    replaced = re.search(r'name="replace" value="([^"]+)"', answer.text)
    assert replaced
    assert bob.post("/sign-in", code=link, replace="somebody else").status_code == 200
    assert bob.cookie == cookie
    assert bob.post("/sign-in", code=link, replace=replaced[1]).status_code == 303
    assert name_of(bob) == "Ann"
    with Browser(server.url) as thief:
        assert cookie is not None
        thief.cookie = cookie
        assert "Choose a name" in thief.get("/me").text, "what was in the old cookie is worth nothing any more"


def test_another_site_can_neither_sign_in_nor_replace_a_link(ann: Browser, server: Server) -> None:
    with_name(ann, "Ann")
    link = recovery_link(ann)
    with Browser(server.url, origin="https://example.org") as elsewhere:
        assert ann.cookie is not None
        elsewhere.cookie = ann.cookie
        for path in ("/sign-in", "/me/recovery", "/sign-in/passkey", "/me/passkeys", "/me/passkeys/remove"):
            assert elsewhere.post(path, code=link).status_code == 403
    assert recovery_link(ann) == link


def test_whoever_tries_codes_is_told_to_wait(tmp_path: Path) -> None:
    with serving(tmp_path / "yard.db", "--rate", "4", errors=tmp_path / "log") as server, Browser(server.url) as eve:
        answers = [eve.post("/sign-in", code=f"guess {number}") for number in range(6)]
        assert [answer.status_code for answer in answers[:2]] == [422, 422]
        assert answers[-1].status_code == 429
        assert "attempts to sign in: wait" in answers[-1].text


def test_somebody_of_an_older_version_has_no_link_until_they_make_one(ann: Browser, server: Server) -> None:
    with_name(ann, "Ann of old")
    with sqlite3.connect(server.database, timeout=30) as database:
        key = database.execute("SELECT key FROM people WHERE name = 'Ann of old'").fetchone()[0]
        database.execute("UPDATE people SET recovery = NULL WHERE key = ?", (key,))
        database.execute("UPDATE secrets SET recovery = NULL WHERE person = ?", (key,))
    database.close()
    assert "You have no recovery link yet" in ann.get("/me/recovery").text
    ann.post("/me/recovery")
    assert recovery_link(ann)


def test_a_one_use_link_to_another_device_lets_it_show_the_recovery_link(ann: Browser, other: Browser) -> None:
    with_name(ann, "Ann")
    token = ann.post("/me/link").text.split("/hello/", 1)[1].split('"', 1)[0]
    assert other.post(f"/hello/{token}").status_code == 303
    assert recovery_link(other) == recovery_link(ann)


def test_a_link_of_one_process_signs_in_on_another(postgres_url: str, tmp_path: Path) -> None:
    with (
        serving(postgres_url, errors=tmp_path / "log1") as one,
        serving(postgres_url, errors=tmp_path / "log2") as two,
        Browser(one.url) as ann,
        Browser(two.url) as other,
        Browser(two.url) as bob,
    ):
        key = ann.new_table(GAME, "me", "open")
        bob.post(f"/t/{key}/sit", name="Bob")
        other.post("/sign-in", code=code_of(recovery_link(ann)))
        assert 'data-seat="1"' in other.get(f"/t/{key}").text
        with bob.socket(key) as socket:  # the seat goes to another device on the other process: his pages load anew
            socket.update()
            link = seat_link(ann, key, 2)
            with Browser(one.url) as newcomer:
                assert newcomer.post(f"/t/{key}/return", code=link).status_code == 303
                socket.until(lambda message: message.get("reload"))
                assert 'data-seat="2"' in newcomer.get(f"/t/{key}").text
        assert 'data-seat=""' in bob.get(f"/t/{key}").text
        for server in (one, two):
            assert code_of(link) not in server.log()


# --- the link that a host makes ---


def seat_link(host: Browser, key: str, seat: int) -> str:
    answer = host.post(f"/t/{key}/seat-link", seat=str(seat))
    assert answer.status_code == 200, answer.text
    found = re.search(r'id="secret-link"[^>]*value="([^"]+)"', answer.text)
    assert found, answer.text
    return found[1]


def table_of(ann: Browser, bob: Browser) -> str:
    """A table of Ann's at which Bob sits on seat 2."""
    key = ann.new_table(GAME, "me", "open")
    assert bob.post(f"/t/{key}/sit", name="Bob").status_code == 303
    return key


def test_the_host_gives_a_seat_back_by_a_link_and_everybody_is_told(
    ann: Browser, bob: Browser, other: Browser, server: Server
) -> None:
    key = table_of(ann, bob)
    with bob.socket(key) as old, ann.socket(key) as host:
        old.update()
        host.update()
        assert old.seat == 2
        link = seat_link(ann, key, 2)
        assert link.startswith(f"{server.url}/t/{key}/return#")
        made = host.until(lambda message: "chat" in message)["chat"]
        assert (made["name"], made["seat"]) == ("", None)
        assert made["text"] == "Ann made a new link to Bob's seat. Whoever opens it plays there."
        assert "Ann made a new link to your seat." in bob.get(f"/t/{key}").text
        assert other.get(f"/t/{key}/return").status_code == 200
        assert other.cookie is None, "looking at the link does not use it"
        answer = other.post(f"/t/{key}/return", code=link)
        assert (answer.status_code, answer.headers["location"]) == (303, f"/t/{key}")
        used = host.until(lambda message: "chat" in message and "taken by" in message["chat"]["text"])["chat"]
        assert used["text"].startswith("Bob's seat was taken by the link that Ann made.")
        old.until(lambda message: message.get("reload"))
        old.send(move=["x"], ply=0, seat=2)
        assert "seat 2 is not yours" in old.oops()["oops"]
    assert 'data-seat="2"' in other.get(f"/t/{key}").text
    assert name_of(other) == "Bob"
    lost = bob.get(f"/t/{key}").text
    assert 'data-seat=""' in lost
    assert "You had a seat here. Ann made a new link to it" in lost
    assert "You had a seat here" not in ann.get(f"/t/{key}").text + other.get(f"/t/{key}").text
    assert code_of(link) not in server.logged(f"/t/{key}/return", 2)


def test_a_link_to_a_seat_works_once_until_it_is_replaced_or_too_old(
    ann: Browser, bob: Browser, other: Browser, server: Server
) -> None:
    key = table_of(ann, bob)

    def refused(link: str) -> None:
        answer = other.post(f"/t/{key}/return", code=link)
        assert answer.status_code == 422
        assert "This link was used already, is too old or was replaced." in answer.text
        assert other.cookie is None

    first = seat_link(ann, key, 2)
    late = seat_link(ann, key, 2)
    refused(first)
    with sqlite3.connect(server.database, timeout=30) as database:
        assert database.execute("UPDATE seat_links SET until = 1 WHERE table_key = ?", (key,)).rowcount == 1
    database.close()
    refused(late)
    for wrong in ("", "x", "A" * 32):
        refused(wrong)
    good = seat_link(ann, key, 2)
    assert bob.post(f"/t/{key}/return", code=good).status_code == 303  # himself: he came back in the same browser
    assert 'data-seat="2"' in bob.get(f"/t/{key}").text
    assert "Bob came back by the link that Ann made." in ann.get(f"/t/{key}").text
    refused(good)
    waiting = seat_link(ann, key, 2)
    assert eve_cannot_cancel(other, key)
    assert bob.post(f"/t/{key}/seat-link/cancel", seat="2").status_code == 303
    refused(waiting)
    assert "Bob cancelled the new link to their seat." in ann.get(f"/t/{key}").text


def eve_cannot_cancel(eve: Browser, key: str) -> bool:
    return eve.post(f"/t/{key}/seat-link/cancel", seat="2").status_code == 403


def test_only_the_host_makes_links_and_only_to_seats_of_other_people(ann: Browser, bob: Browser, eve: Browser) -> None:
    key = table_of(ann, bob)
    with_name(eve, "Bob")  # a name is no password
    for stranger in (bob, eve):
        answer = stranger.post(f"/t/{key}/seat-link", seat="1")
        assert answer.status_code == 403
        assert "only the host" in answer.text.lower()
    for seat, why in (("1", "this is your own seat"), ("3", "no seat 3"), ("", "no seat 0")):
        answer = ann.post(f"/t/{key}/seat-link", seat=seat)
        assert answer.status_code == 403
        assert why in answer.text.lower()
    bots = ann.new_table(GAME, "me", "bot:random")
    assert "no player on this seat" in ann.post(f"/t/{bots}/seat-link", seat="2").text
    waiting = ann.new_table(GAME, "me", "open")
    assert ann.post(f"/t/{waiting}/seat-link", seat="2").status_code == 403
    assert "New link for Bob" in ann.get(f"/t/{key}").text
    for page in (bob.get(f"/t/{key}").text, eve.get(f"/t/{key}").text, ann.get(f"/t/{bots}").text):
        assert "New link for" not in page


def test_who_sits_at_the_table_cannot_take_the_seat_of_another_by_a_link(ann: Browser, bob: Browser) -> None:
    key = table_of(ann, bob)
    link = seat_link(ann, key, 2)
    answer = ann.post(f"/t/{key}/return", code=link)
    assert answer.status_code == 403
    assert "You have a seat at this table already" in answer.text
    assert 'data-seat="2"' in bob.get(f"/t/{key}").text


def test_somebody_who_is_known_keeps_their_name_and_plays_on_the_seat(ann: Browser, bob: Browser, other: Browser) -> None:
    key = table_of(ann, bob)
    with_name(other, "Bobby")
    assert other.post(f"/t/{key}/return", code=seat_link(ann, key, 2)).status_code == 303
    assert name_of(other) == "Bobby"
    with other.socket(key) as socket:
        socket.update()
        assert socket.seat == 2
    until(lambda: 'data-seat=""' in bob.get(f"/t/{key}").text, "the old device only looks on")


def test_names_in_notices_are_text(ann: Browser, bob: Browser, other: Browser) -> None:
    name = "<i>Zoe&Co</i>"
    key = ann.new_table(GAME, "me", "open", name=name)
    bob.post(f"/t/{key}/sit", name=name)
    seat_link(ann, key, 2)
    for page in (bob.get(f"/t/{key}").text, ann.get(f"/t/{key}").text):
        assert "<i>Zoe" not in page
    assert ann.post(f"/t/{key}/seat-link", seat="2").text.count("<i>Zoe") == 0
    with_name(other, name)
    with_name(ann, "Ann")
    assert "<i>Zoe" not in ann.post("/sign-in", code=recovery_link(other)).text
