"""Strangers at the door: other seats, forged cookies, other sites, markup in names; and what every answer keeps from them."""

import sqlite3
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from freightyard.server.security import CSP
from tests.server.running import Browser, Server, serving

HTML = "<img src=x onerror=alert(1)>\"&'</script>"


def test_a_spectator_and_another_seat_can_neither_move_nor_take_back(ann: Browser, bob: Browser, eve: Browser) -> None:
    key = ann.new_table("freight-train", "me", "open")
    bob.post(f"/t/{key}/sit", name="Bob")
    with ann.socket(key) as one, bob.socket(key) as two, eve.socket(key) as three:
        for socket in (one, two, three):
            socket.update()
        assert three.seat is None
        assert three.moves == []
        mover, other = (one, two) if one.turn else (two, one)
        assert other.moves == []
        move = mover.moves[0]
        for thief in (three, other):
            for seat in (1, 2, 3, 99):
                if seat == thief.seat:
                    continue
                thief.send(move=[move], ply=thief.ply, seat=seat)
                assert "seat" in thief.oops()["oops"]
                thief.send(undo=True, ply=thief.ply, seat=seat)
                assert "seat" in thief.oops()["oops"]
                thief.send(why=move, seat=seat)
                assert "seat" in thief.oops()["oops"]
        other.send(move=[move], ply=other.ply, seat=other.seat)
        assert "'s turn" in other.oops()["oops"]
        assert [message for message in mover.quiet() if "here" not in message] == []


def test_forms_of_a_table_are_for_those_who_sit_there(ann: Browser, bob: Browser, eve: Browser) -> None:
    key = ann.new_table("freight-train", "me", "open")
    bob.post(f"/t/{key}/sit", name="Bob")
    for path in ("leave", "back", "begin", "rematch", "drop", "sit", "hint"):
        assert eve.post(f"/t/{key}/{path}", seat="1", name="Eve").status_code == 403
    eve.new_table("freight-train", "me", "open", name="Eve")  # now she is somebody
    for path in ("leave", "back", "begin", "rematch", "drop", "sit", "hint"):
        assert eve.post(f"/t/{key}/{path}", seat="1").status_code == 403


@pytest.mark.parametrize("forged", ["", "x", "a" * 43, "é" * 20, "a" * 10_000, "'; drop table people; --"])
def test_a_forged_cookie_is_nobody(ann: Browser, server: Server, forged: str) -> None:
    key = ann.new_table("freight-train", "me", "bot:random")
    headers = {b"cookie": b"freightyard=" + forged.encode(), b"origin": server.url.encode()}
    answer = httpx.get(f"{server.url}/t/{key}", headers=headers)
    assert answer.status_code == 200
    assert 'data-seat=""' in answer.text
    assert httpx.post(f"{server.url}/t/{key}/leave", headers=headers).status_code == 403


def test_a_cookie_that_was_signed_out_is_worth_nothing(ann: Browser, server: Server) -> None:
    key = ann.new_table("freight-train", "me", "bot:random")
    old = ann.cookie
    assert old is not None
    with ann.socket(key) as socket:
        socket.update()
        assert socket.seat == 1
        assert ann.post("/me/out").status_code == 303
        assert socket.closed() == 1008
    with Browser(server.url) as thief:
        thief.cookie = old
        assert 'data-seat=""' in thief.get(f"/t/{key}").text
        assert thief.post(f"/t/{key}/leave").status_code == 403
        with thief.socket(key) as socket:
            socket.update()
            assert socket.seat is None


def test_a_socket_that_has_said_nothing_yet_is_signed_out_too(ann: Browser) -> None:
    key = ann.new_table("freight-train", "me", "bot:random")
    with ann.socket(key, hello=False) as socket:
        socket.send(ping=1)
        socket.until(lambda message: "pong" in message)  # it was accepted, and is known to be Ann's
        assert ann.post("/me/out").status_code == 303
        assert socket.closed() == 1008


def test_a_link_moves_a_person_to_another_device_once(ann: Browser, bob: Browser, server: Server) -> None:
    key = ann.new_table("freight-train", "me", "bot:random")
    page = ann.post("/me/link").text
    token = page.split("/hello/", 1)[1].split('"', 1)[0].split("<", 1)[0]
    assert bob.get(f"/hello/{token}").status_code == 200
    assert bob.cookie is None
    assert bob.post(f"/hello/{token}").status_code == 303
    assert 'data-seat="1"' in bob.get(f"/t/{key}").text
    with Browser(server.url) as third:
        assert third.post(f"/hello/{token}").status_code == 404
    httpx.get(f"{server.url}//hello/{token}")
    assert token not in server.logged("/hello/", 4)
    with bob.socket(key) as socket:
        socket.update()
        ann.post("/me/out-elsewhere")
        assert socket.closed() == 1008


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:1"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"sec-fetch-site": "none"},
        {"origin": "OURS", "sec-fetch-site": "cross-site"},
        {"origin": "http://["},
    ],
)
def test_a_form_from_another_site_is_refused(ann: Browser, server: Server, headers: dict[str, str]) -> None:
    key = ann.new_table("freight-train", "me", "open")
    sent = {name: server.url if value == "OURS" else value for name, value in headers.items()}
    sent["cookie"] = f"freightyard={ann.cookie}"
    for path in (f"/t/{key}/leave", f"/t/{key}/drop", f"/t/{key}/begin", "/me/out", "/new", "/quick", "/me/name"):
        assert httpx.post(f"{server.url}{path}", headers=sent, data={"name": "Eve"}).status_code == 403, path
    assert ann.get(f"/t/{key}").status_code == 200


def test_a_form_of_ours_is_accepted_by_either_header(ann: Browser, server: Server) -> None:
    for headers in (
        {"origin": server.url},
        {"sec-fetch-site": "same-origin"},
        {"origin": server.url, "sec-fetch-site": "same-origin"},
    ):
        key = ann.new_table("freight-train", "me", "open")
        cookie = {"cookie": f"freightyard={ann.cookie}"}
        assert httpx.post(f"{server.url}/t/{key}/drop", headers={**headers, **cookie}).status_code == 303


@pytest.mark.parametrize("origin", [None, "http://evil.example", "null", "https://127.0.0.1:1", "http://[", "http://[::1"])
def test_a_socket_from_another_site_is_refused(ann: Browser, server: Server, origin: str | None) -> None:
    key = ann.new_table("freight-train", "me", "bot:random")
    address = f"{server.url.replace('http', 'ws')}/t/{key}/ws"
    headers = {"Cookie": f"freightyard={ann.cookie}"}
    with pytest.raises(InvalidStatus) as refused, connect(address, origin=origin, additional_headers=headers):  # type: ignore[arg-type]
        pass
    assert refused.value.response.status_code == 403


def test_names_and_chat_with_markup_stay_text(ann: Browser, bob: Browser, eve: Browser) -> None:
    key = ann.new_table("freight-train", "me", "open", name=HTML[:40])
    bob.post(f"/t/{key}/sit", name=HTML[:40])
    with bob.socket(key) as socket, eve.socket(key) as other:
        socket.update()
        other.update()
        socket.send(chat=HTML)
        assert other.until(lambda message: "chat" in message)["chat"]["text"] == HTML
        for _ in range(3):
            if socket.turn:
                socket.move(socket.moves[0])
                socket.update()
        shown = "".join(other.parts.values()) + "".join(socket.parts.values())
    pages = [browser.get(path).text for browser in (ann, eve) for path in (f"/t/{key}", f"/t/{key}/at/5", "/", "/me", "/records")]
    for text in (shown, *pages):
        assert "<img src=x" not in text
        assert "onerror=alert(1)>" not in text
    assert "&lt;img src=x" in shown
    assert "&lt;img src=x" in pages[0]


def test_names_are_one_line_of_visible_characters(ann: Browser, bob: Browser) -> None:
    key = ann.new_table("freight-train", "me", "open", "open")
    for bad in ("", "   ", "\u202e", "x" * 41, "\u200b\u200b"):
        assert bob.post(f"/t/{key}/sit", name=bad).status_code == 400
    assert bob.post(f"/t/{key}/sit", name="  B\u202eo\nb  ").status_code == 303
    assert "B o b" in ann.get(f"/t/{key}").text


def test_what_is_said_has_no_controls_and_keeps_its_direction(ann: Browser) -> None:
    key = ann.new_table("freight-train", "me", "bot:random")
    with ann.socket(key) as socket:
        socket.update()
        socket.send(chat="a\x07b \u202eevil\u2066 c\x9b31m")
        assert socket.until(lambda message: "chat" in message)["chat"]["text"] == "a b evil c 31m"
        socket.send(chat="\u202e\u200b")
        assert "message is empty" in socket.oops()["oops"]


def test_one_who_plays_two_seats_is_marked(ann: Browser, bob: Browser) -> None:
    key = ann.new_table("freight-train", "me", "open", "open")
    bob.post(f"/t/{key}/sit", name="Bob", seat="2")
    assert "same screen" not in ann.get(f"/t/{key}").text
    bob.post(f"/t/{key}/sit", name="Zoe", seat="3")
    for page in (ann.get(f"/t/{key}").text, bob.get(f"/t/{key}").text):
        assert page.count("plays at the same screen as Bob") == 1


def test_headers_of_every_answer(ann: Browser, eve: Browser) -> None:
    key = ann.new_table("freight-train", "me", "bot:random")
    table = (f"/t/{key}", f"/t/{key}/at/3", f"/t/{key}/moment/3")
    for path in ("/", "/new", "/manual", *table, "/nothing", "/t/nothing", "/health"):
        answer = eve.get(path)
        assert answer.headers["content-security-policy"] == CSP, path
        assert "unsafe" not in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "same-origin"
        assert answer.headers["cache-control"] == "no-store"
        assert "server" not in answer.headers
        assert "style=" not in answer.text
        assert " onclick=" not in answer.text
        assert "<script>" not in answer.text


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(server: Server, tmp_path: Path) -> None:
    with Browser(server.url) as browser:
        answer = browser.post("/me/name", name="Ann")
        words = answer.headers["set-cookie"].lower()
        assert "httponly" in words
        assert "samesite=lax" in words
        assert "secure" not in words
    with serving(tmp_path / "yard.db", "--https", errors=tmp_path / "log") as secure, Browser(secure.url) as browser:
        answer = browser.post("/me/name", name="Ann")
        assert "secure" in answer.headers["set-cookie"].lower()


def test_the_log_holds_no_secrets(server: Server, ann: Browser) -> None:
    key = ann.new_table("freight-cars", "me", "bot:random")
    with ann.socket(key) as socket:
        socket.update()
        socket.play("log", plies=80)
        socket.send(move=["deal nothing"], ply=socket.ply, seat=1)
    log = server.logged(f"/t/{key}/ws")  # the line of a socket is written when it is closed
    assert ann.cookie is not None
    assert ann.cookie not in log
    with sqlite3.connect(f"file:{server.errors.with_name('yard.db')}?mode=ro", uri=True) as database:
        seeds = [row[0] for row in database.execute("select seed from tables")]
    database.close()
    assert seeds
    for seed in seeds:
        assert seed not in log
    for line in log.splitlines():
        assert line.count("\n") == 0
        assert line.split(" ")[1] in ("debug", "info", "warning", "error"), line
