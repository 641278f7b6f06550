"""Passkeys over a real server, with a key in software: what is signed, by whom, for which page, and how often."""

import json
import re
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from freightyard.server import passkeys
from freightyard.server.passkeys import relying_party
from tests.server.authenticator import Authenticator
from tests.server.running import Browser, Server, serving
from tests.server.test_recovery import name_of, recovery_link, with_name

UNKNOWN = "This passkey is not known here, or it took too long."


def local(url: str) -> str:
    """The same server by its name: a passkey belongs to a name, never to an address."""
    return url.replace("127.0.0.1", "localhost")


def at(server: Server) -> Browser:
    """A browser that calls the server localhost."""
    url = local(server.url)
    return Browser(server.url, host=url.removeprefix("http://"), origin=url)


@pytest.fixture
def ann(server: Server) -> Iterator[Browser]:
    with at(server) as browser:
        yield with_name(browser, "Ann")


@pytest.fixture
def other(server: Server) -> Iterator[Browser]:
    with at(server) as browser:
        yield browser


@pytest.fixture
def phone(server: Server) -> Authenticator:
    return Authenticator(local(server.url))


def options(browser: Browser, path: str) -> dict[str, Any]:
    answer = browser.post(path)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def added(browser: Browser, phone: Authenticator, name: str = "My phone") -> None:
    credential = phone.create(options(browser, "/me/passkeys/options"))
    answer = browser.post("/me/passkeys", credential=credential, name=name)
    assert (answer.status_code, answer.headers["location"]) == (303, "/me?said=passkey#keep")


def asked(browser: Browser) -> dict[str, Any]:
    return options(browser, "/sign-in/passkey/options")


def refused(browser: Browser, credential: str) -> None:
    answer = browser.post("/sign-in/passkey", credential=credential)
    assert answer.status_code == 422
    assert answer.text.count(UNKNOWN) == 1
    assert browser.cookie is None


def test_a_passkey_is_added_named_and_signs_in_on_another_device(ann: Browser, other: Browser, phone: Authenticator) -> None:
    key = ann.new_table("freight-train", "me", "open")
    wanted = options(ann, "/me/passkeys/options")
    assert wanted["rp"]["id"] == "localhost"
    assert wanted["authenticatorSelection"]["residentKey"] == "required"
    added(ann, phone, "  My <phone>  ")
    assert "My &lt;phone&gt;" in ann.get("/me").text
    wanted = asked(other)
    assert wanted.get("allowCredentials", []) == [], "nobody says who they are"
    answer = other.post("/sign-in/passkey", credential=phone.get(wanted))
    assert (answer.status_code, answer.headers["location"]) == (303, "/me?said=hello")
    assert name_of(other) == "Ann"
    assert f"/t/{key}" in other.get("/me").text
    assert other.cookie != ann.cookie
    assert "This device cannot show your link" in other.get("/me/recovery").text


def test_a_challenge_is_signed_once_and_for_its_purpose(ann: Browser, other: Browser, phone: Authenticator) -> None:
    added(ann, phone)
    first = asked(other)
    credential = phone.get(first)
    assert other.post("/sign-in/passkey", credential=credential).status_code == 303
    other.post("/me/out")
    refused(other, credential)
    refused(other, phone.get(first))
    second = Authenticator(phone.origin)
    wanted = options(ann, "/me/passkeys/options")
    refused(other, phone.get(wanted))  # that was for a new passkey of Ann's
    answer = ann.post("/me/passkeys", credential=second.create(wanted))
    assert answer.status_code == 400
    assert "The passkey could not be added." in answer.text
    with_name(other, "Bob")
    wanted = options(ann, "/me/passkeys/options")
    assert other.post("/me/passkeys", credential=second.create(wanted)).status_code == 400, "a challenge is one person's"


@pytest.mark.parametrize(("field", "value"), [("origin", "https://example.org"), ("host", "example.org"), ("user", b"somebody")])
def test_a_key_for_another_page_or_person_is_refused(
    ann: Browser, other: Browser, phone: Authenticator, field: str, value: str | bytes
) -> None:
    added(ann, phone)
    setattr(phone, field, value)
    refused(other, phone.get(asked(other)))
    if field != "user":
        liar = Authenticator(phone.origin, phone.host)
        credential = liar.create(options(ann, "/me/passkeys/options"))
        assert ann.post("/me/passkeys", credential=credential).status_code == 400


def test_a_forged_signature_a_copied_key_and_no_answer_at_all_are_refused(
    ann: Browser, other: Browser, phone: Authenticator
) -> None:
    added(ann, phone)
    forger = Authenticator(phone.origin)
    forger.id, forger.user = phone.id, phone.user
    refused(other, forger.get(asked(other)))
    phone.count = 5
    assert other.post("/sign-in/passkey", credential=phone.get(asked(other))).status_code == 303
    other.post("/me/out")
    phone.count = 2  # a copy that does not know how often the key was used
    refused(other, phone.get(asked(other)))
    good = json.loads(phone.get(asked(other)))
    for broken in (
        "",
        "x",
        "{}",
        "[]",
        "null",
        json.dumps({**good, "response": {}}),
        json.dumps({**good, "id": "é"}),
        "x" * 20_000,
    ):
        refused(other, broken)
    for broken in ("", "x", "{}", json.dumps({**good, "response": {"clientDataJSON": "%%"}})):
        answer = ann.post("/me/passkeys", credential=broken)
        assert answer.status_code == 400
        assert "The passkey could not be added." in answer.text
    assert name_of(ann) == "Ann"


def test_a_passkey_that_was_removed_signs_nobody_in(ann: Browser, other: Browser, phone: Authenticator) -> None:
    added(ann, phone)
    key = re.search(r'name="key" value="([^"]+)"', ann.get("/me").text)
    assert key
    with_name(other, "Bob")
    other.post("/me/passkeys/remove", key=key[1])
    assert key[1] in ann.get("/me").text, "others cannot remove it"
    other.post("/me/out")
    assert ann.post("/me/passkeys/remove", key=key[1]).headers["location"] == "/me?said=passkey-gone#keep"
    assert key[1] not in ann.get("/me").text
    refused(other, phone.get(asked(other)))


def test_a_passkey_is_added_once(ann: Browser, other: Browser, phone: Authenticator) -> None:
    added(ann, phone)
    wanted = options(ann, "/me/passkeys/options")
    assert len(wanted["excludeCredentials"]) == 1, "the browser is told which ones there are"
    with_name(other, "Bob")
    assert other.post("/me/passkeys", credential=phone.create(options(other, "/me/passkeys/options"))).status_code == 400


def test_who_is_signed_in_is_replaced_by_a_passkey_only_after_a_question(
    ann: Browser, other: Browser, phone: Authenticator
) -> None:
    added(ann, phone)
    with_name(other, "Bob")
    answer = other.post("/sign-in/passkey", credential=phone.get(asked(other)))
    assert "Sign in as Ann?" in answer.text
    assert name_of(other) == "Bob"
    token = re.search(r'name="token" value="([^"]+)"', answer.text)
    assert token
    assert other.post("/sign-in", token=token[1]).status_code == 303
    assert name_of(other) == "Ann"
    assert other.post("/sign-in", token=token[1]).status_code == 422


def test_a_challenge_of_one_process_is_signed_for_another(postgres_url: str, tmp_path: Path) -> None:
    with (
        serving(postgres_url, errors=tmp_path / "log1") as one,
        serving(postgres_url, errors=tmp_path / "log2") as two,
    ):
        headers = {"host": "localhost:8323", "origin": "http://localhost:8323"}
        phone = Authenticator("http://localhost:8323")
        with Browser(one.url, **headers) as ann, Browser(one.url, **headers) as asker, Browser(two.url, **headers) as other:
            with_name(ann, "Ann")
            wanted = options(ann, "/me/passkeys/options")
            with Browser(two.url, **headers) as same:
                assert ann.cookie is not None
                same.cookie = ann.cookie
                assert same.post("/me/passkeys", credential=phone.create(wanted), name="").status_code == 303
            credential = phone.get(asked(asker))
            assert other.post("/sign-in/passkey", credential=credential).status_code == 303
            assert name_of(other) == "Ann"
            refused(asker, credential)
            for server in (one, two):
                assert wanted["challenge"] not in server.log()


def test_at_an_address_that_can_have_no_passkeys_only_the_link_is_offered(server: Server) -> None:
    with Browser(server.url) as ann:  # by 127.0.0.1
        with_name(ann, "Ann")
        for page in (ann.get("/me").text, ann.get("/sign-in").text):
            assert "asskey" not in page
        assert recovery_link(ann)
        for path in ("/me/passkeys/options", "/me/passkeys", "/sign-in/passkey/options", "/sign-in/passkey"):
            assert ann.post(path, credential="{}").status_code == 403


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("https://yard.example", "yard.example"),
        ("https://yard.example:8443", "yard.example"),
        ("http://localhost:8323", "localhost"),
        ("http://yard.localhost", "yard.localhost"),
        ("http://yard.example", None),
        ("https://192.0.2.7", None),
        ("https://[2001:db8::1]", None),
        ("http://127.0.0.1:8323", None),
        ("https://", None),
        ("https://yard.example:port", None),
        ("https://[", None),
    ],
)
def test_passkeys_need_a_name_and_a_secure_page(origin: str, host: str | None) -> None:
    found = relying_party(origin)
    assert (None if found is None else (found.id, found.origin)) == (None if host is None else (host, origin))


def test_without_the_extra_there_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passkeys, "has_webauthn", lambda: False)
    assert relying_party("https://yard.example") is None


def test_a_challenge_is_forgotten_after_a_while(ann: Browser, other: Browser, phone: Authenticator, server: Server) -> None:
    added(ann, phone)
    wanted = asked(other)
    with sqlite3.connect(server.database, timeout=30) as database:
        assert database.execute("SELECT max(until) FROM challenges").fetchone()[0] < time.time() + 301
        database.execute("UPDATE challenges SET until = 1")
    database.close()
    refused(other, phone.get(wanted))
