"""Bots at several servers on one database: events arrive wherever the room is, and a batch is played once whoever gets it."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from freightyard.core.chance import Stream
from tests.server.programs import Program, new_token
from tests.server.running import Browser, Server, serving


@pytest.fixture
def two_servers(postgres_url: str, tmp_path: Path) -> Iterator[tuple[Server, Server]]:
    """Two server processes on one PostgreSQL."""
    with (
        serving(postgres_url, errors=tmp_path / "log1") as one,
        serving(postgres_url, errors=tmp_path / "log2") as two,
    ):
        yield one, two


def test_a_bot_listens_here_and_moves_there(two_servers: tuple[Server, Server]) -> None:
    one, two = two_servers
    with Browser(one.url) as ann, Browser(two.url) as bob:
        token, eye = new_token(ann, "Robo", "play"), new_token(ann, "Eye", "watch")
        key = bob.new_table("freight-train", "me", "open", name="Bob", public="yes")
        with (
            Program(one.url, token) as here,
            Program(two.url, token) as there,
            Program(one.url, eye) as watcher,
            here.stream() as lines,
            watcher.stream(f"/api/tables/{key}/watch") as seen,
        ):
            assert seen.of("table")["phase"] == "open"
            assert bob.post(f"/t/{key}/hold", seat="2", name="Robo").status_code == 303
            assert lines.of("invitation")["table"] == key
            assert there.post(f"/api/tables/{key}/accept").status_code == 200
            assert lines.of("start")["seat"] == 2
            assert seen.until(lambda message: message.get("phase") == "running")
            with bob.socket(key) as socket:
                socket.update()
                for _ in range(12):
                    if socket.turn:
                        socket.move(socket.moves[0])
                        socket.update()
                        continue
                    turn = lines.of("turn")
                    move = turn["view"]["legal"][0]
                    assert there.moves(key, turn["ply"], move).json()["again"] is False
                    assert here.moves(key, turn["ply"], move).json()["again"] is True, "the other process knows"
                    while socket.ply <= turn["ply"]:
                        socket.update()
                    assert seen.until(lambda message: message["type"] == "moved" and message["ply"] > turn["ply"])  # noqa: B023
            page = bob.get("/me").text
            assert "Robo" not in page.split('id="tokens"')[1], "it is not Bob's"
            with Browser(two.url) as owner:
                owner.cookie = ann.cookie or ""
                shown = owner.get("/me").text.split('data-sure="Revoke the token of Robo?')[1]
                owner.post("/me/tokens/revoke", key=shown.split('name="key" value="')[1].split('"')[0])
            assert lines.of("closing")["why"] == "the token of this stream was revoked", "whichever process was told"
            assert here.get("/api/me").status_code == 401


@pytest.mark.skipif(sys.platform != "linux", reason="several processes can share a file on Linux only")
@pytest.mark.parametrize("plies", [60, pytest.param(10**6, marks=pytest.mark.deep, id="to its end")])
def test_a_bot_plays_on_a_server_of_two_processes(tmp_path: Path, plies: int) -> None:
    """Its stream is at one of them, and every batch comes to either."""
    luck, log = Stream("either"), tmp_path / "log"
    with serving(tmp_path / "yard.db", "--processes", "2", errors=log) as server, Browser(server.url) as ann:
        server.logged("info started", 2)  # on a busy machine one starts much later than the other
        token = new_token(ann, "Robo", "play")
        with Program(server.url, token) as robo, robo.stream() as lines:
            key = robo.spar("freight-cars", "random", seed="two processes")
            while True:
                message = lines.until(lambda line: line["type"] in ("turn", "end"))
                assert message["table"] == key
                if message["type"] == "end" or message["ply"] >= plies:
                    break
                legal = message["view"]["legal"]
                move = legal[luck.below(len(legal))]
                for again in (False, True):
                    with Program(server.url, token) as elsewhere:
                        answer = elsewhere.moves(key, message["ply"], move).json()
                    assert (answer["type"], answer["again"]) == ("accepted", again)
            assert message["type"] == "turn" or len(message["outcome"]["scores"]) == 2
        assert "error" not in server.log()
