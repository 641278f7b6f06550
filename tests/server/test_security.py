"""Strangers at the door: other seats, forged cookies, other sites, broken and too many messages, markup in names."""

import contextlib
import socket as sockets
import sqlite3
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import msgspec
import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
from websockets.sync.client import connect

from freightyard.server.rates import TokenBucket
from freightyard.server.security import CSP
from freightyard.server.wire import messages
from tests.server.running import WAIT, Browser, Server, Socket, serving, tell

HTML = "<img src=x onerror=alert(1)>\"&'</script>"


@pytest.fixture
def slow_server(tmp_path: Path) -> Iterator[Server]:
    """A server with its usual limits."""
    with serving(tmp_path / "yard.db", "--rate", "20", errors=tmp_path / "log") as running:
        yield running


# --- who may do what ---


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
        assert "is to act" in other.oops()["oops"]
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
    assert token not in server.logged("/hello/", 3)
    with bob.socket(key) as socket:
        socket.update()
        ann.post("/me/out-elsewhere")
        assert socket.closed() == 1008


# --- other sites ---


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


@pytest.mark.parametrize("origin", [None, "http://evil.example", "null", "https://127.0.0.1:1"])
def test_a_socket_from_another_site_is_refused(ann: Browser, server: Server, origin: str | None) -> None:
    key = ann.new_table("freight-train", "me", "bot:random")
    address = f"{server.url.replace('http', 'ws')}/t/{key}/ws"
    headers = {"Cookie": f"freightyard={ann.cookie}"}
    with pytest.raises(InvalidStatus) as refused, connect(address, origin=origin, additional_headers=headers):  # type: ignore[arg-type]
        pass
    assert refused.value.response.status_code == 403


# --- what is sent to us ---


@pytest.mark.parametrize(
    "frame",
    [
        "",
        "{}",
        "[]",
        "null",
        "nonsense",
        '{"move":"take 1","ply":1,"seat":1}',
        '{"move":[],"ply":1,"seat":1}',
        '{"move":["take 1"],"ply":-1,"seat":1}',
        '{"move":["take 1"],"ply":1e99,"seat":1}',
        '{"move":["take 1"],"ply":1,"seat":0}',
        '{"move":["take 1"],"seat":1}',
        '{"move":["take 1"],"ply":1}',
        '{"undo":true,"move":["take 1"],"ply":1,"seat":1}',
        '{"hello":{"ply":0,"build":"' + "x" * 100 + '"}}',
        '{"unknown":1}',
        '{"why":"' + "x" * 300 + '","seat":1}',
        '{"chat":' + "[" * 8000,
        "[" * 16_000,
        '{"a":' * 2500 + "1" + "}" * 2500,
        '{"chat":"\\ud800"}',
        b"\x00\x01\x02",
    ],
)
def test_a_broken_message_is_answered_with_a_sentence_and_many_end_the_socket(ann: Browser, frame: str | bytes) -> None:
    key = ann.new_table("freight-train", "me", "bot:random")
    with ann.socket(key) as socket:
        socket.update()
        socket.connection.send(frame)
        sentence = socket.oops()["oops"]
        assert "Traceback" not in sentence
        assert len(sentence) < 200
        socket.send(ping=7)
        socket.until(lambda message: message.get("pong") == 7)
        with contextlib.suppress(ConnectionClosed):
            for _ in range(200):
                socket.connection.send(frame)
        assert socket.closed() == 1008


def test_a_message_that_is_too_large_ends_the_socket(ann: Browser) -> None:
    key = ann.new_table("freight-train", "me", "bot:random")
    with ann.socket(key) as socket:
        socket.update()
        socket.send(chat="x" * 20_000)
        assert socket.closed() == 1009


def test_hello_comes_first(ann: Browser) -> None:
    key = ann.new_table("freight-train", "me", "bot:random")
    with ann.socket(key, hello=False) as socket:
        socket.send(chat="hi")
        assert "hello" in socket.oops()["oops"]
        socket.send(hello={"ply": 0, "build": "000000000000"})
        assert socket.until(lambda message: message.get("reload"))


def test_a_form_that_is_too_large_is_refused(server: Server) -> None:
    for path in ("/new", "/quick", "/me/name", "/t/abc/sit"):
        answer = httpx.post(f"{server.url}{path}", headers={"origin": server.url}, content=b"name=" + b"x" * 2_000_000)
        assert answer.status_code in (404, 413, 422)


def test_broken_http_is_answered_without_a_trace(server: Server, eve: Browser) -> None:
    for path in (
        "/t/%00",
        "/t/%ff%fe",
        "/t/" + "a" * 5000,
        "/t/..%2f..%2fetc%2fpasswd",
        "/t/a/at/-1",
        "/t/a/at/99999999999999999999",
    ):
        answer = eve.get(path)
        assert 400 <= answer.status_code < 500
        assert "Traceback" not in answer.text
    host, port = server.url.removeprefix("http://").split(":")
    for raw in (
        b"GARBAGE\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: \xff\xfe\r\n\r\n",
        b"POST /new HTTP/1.1\r\nContent-Length: -5\r\n\r\n",
    ):
        with sockets.create_connection((host, int(port)), timeout=WAIT) as raw_socket:
            raw_socket.sendall(raw)
            raw_socket.shutdown(sockets.SHUT_WR)
            answer_bytes = raw_socket.recv(100_000)
        assert b"Traceback" not in answer_bytes
    assert eve.get("/health").status_code == 200


# --- too much ---


def test_a_bucket_lets_through_what_it_should() -> None:
    bucket = TokenBucket(10.0, 20.0)
    assert sum(bucket.take(100.0) for _ in range(50)) == 20
    assert sum(bucket.take(100.0 + number / 100) for number in range(1, 101)) == 10
    assert sum(bucket.take(200.0) for _ in range(50)) == 20


def test_a_flood_from_one_client_ends_its_socket_and_others_play_on(slow_server: Server) -> None:
    with Browser(slow_server.url) as ann, Browser(slow_server.url) as eve:
        key = ann.new_table("freight-train", "me", "bot:random", "bot:random")
        other = eve.new_table("freight-train", "me", "bot:random", name="Eve")
        closed: list[int | None] = []
        answered: list[int] = []
        stop = threading.Event()

        def flood() -> None:
            """Messages as fast as they go; when let go, come back at once and start anew."""
            while not stop.is_set():
                try:
                    with eve.socket(other) as socket:
                        with contextlib.suppress(ConnectionClosed):  # in the midst of it
                            for _ in range(2000):
                                socket.connection.send('{"ping":1}')
                        closed.append(socket.closed())
                        answered.append(sum("pong" in frame for frame in socket.frames))
                except (InvalidHandshake, OSError):
                    pass

        with ann.socket(key) as quiet:
            quiet.update()
            waits = play_slowly(quiet, 12)
            thread = threading.Thread(target=flood)
            thread.start()
            try:
                flooded = play_slowly(quiet, 12)
            finally:
                stop.set()
                thread.join()
        tell(f"a move took {1000 * max(waits):.0f} ms at most, and {1000 * max(flooded):.0f} ms beside a flood")
    assert 1008 in closed
    # How long the others wait depends on the machine; that so little of a flood is worked on does not.
    assert max(answered) < 200, "of 2000 messages a socket is answered a second's or two's worth, and is let go"


def play_slowly(socket: Socket, moves: int) -> list[float]:
    """Some moves, as a person makes them; how long each took to be shown."""
    waits: list[float] = []
    while len(waits) < moves:
        socket.await_turn()
        time.sleep(0.1)
        began, ply = time.perf_counter(), socket.ply
        socket.move(socket.moves[0])
        while socket.ply == ply:
            socket.update()
        waits.append(time.perf_counter() - began)
    return waits


def test_too_many_requests_are_turned_away(tmp_path: Path) -> None:
    # So few are allowed that even a slow machine asks too often.
    with (
        serving(tmp_path / "yard.db", "--rate", "1", errors=tmp_path / "log") as server,
        httpx.Client(base_url=server.url) as client,
    ):
        statuses = [client.get("/health").status_code for _ in range(100)]
    assert 429 in statuses
    assert statuses[0] == 200


def test_who_makes_too_many_tables_is_turned_away_and_can_still_look(tmp_path: Path) -> None:
    with serving(tmp_path / "yard.db", "--rate", "4", errors=tmp_path / "log") as server, Browser(server.url) as eve:
        statuses = [eve.post("/quick", game="freight-train", name="Eve").status_code for _ in range(40)]
        assert statuses[0] == 303
        assert 429 in statuses
        assert eve.get("/about").status_code == 200


# --- what is sent by us ---


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


def test_a_message_is_read_strictly() -> None:
    assert messages.read('{"ping":1}').ping == 1
    for bad in ('{"ping":1,"chat":"x"}', '{"ping":null}', '{"ping":1,"extra":2}', "\ud800"):
        with pytest.raises(messages.BadMessage):
            messages.read(bad)
    assert msgspec.json.decode(messages.RELOAD[2:]) == {"reload": True}  # after the head of the frame
