"""The command: what it refuses, what it prints, how it ends; and several processes behind one port."""

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import pytest

from tests.commands import refused
from tests.depth import deep_except
from tests.server.running import WAIT, Browser, Server, alive, play_together, serving, until


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("serve", "--port", "70000"), "must be a whole number from 0 to 65535"),
        (("serve", "--pace", "-1"), "must be a number of seconds"),
        (("serve", "--log", "loud"), "invalid choice"),
        (("serve", "--processes", "65"), "must be a whole number from 1 to 64"),
        (("serve", "--database", "mysql://x/y", "--port", "0"), "'mysql' is not a kind of database here"),
        (("serve", "--database", "/dev/null/yard.db", "--port", "0"), "/dev/null"),
        (("serve", "--host", "256.0.0.1", "--port", "0"), "cannot listen on 256.0.0.1"),
        (("dance",), "invalid choice"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(words: tuple[str, ...], sentence: str) -> None:
    assert sentence in refused(*words)


def test_a_port_that_is_taken_is_refused(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        words = ("serve", "--port", str(taken.getsockname()[1]), "--database", str(tmp_path / "yard.db"))
        assert "cannot listen on 127.0.0.1 port" in refused(*words)


def test_freightyard_alone_serves_this_machine_and_keeps_what_was_played(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "freightyard", "--no-browser"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "XDG_DATA_HOME": str(tmp_path)},
    )
    assert process.stdout is not None
    found = re.search(r"http://127\.0\.0\.1:\d+", process.stdout.readline())
    assert found
    with Browser(found[0]) as ann:
        assert ann.get("/").status_code == 200
        answer = ann.post("/quick", game="freight-train", name="Ann")  # a table against bots is one click away
        assert answer.status_code == 303
        assert ann.get(answer.headers["location"]).status_code == 200
    process.send_signal(signal.SIGINT)
    said, errors = process.communicate(timeout=WAIT)
    assert process.returncode == 0
    assert "stopped" in said
    assert errors == ""
    assert (tmp_path / "freightyard" / "freightyard.db").exists()


@pytest.mark.parametrize(("level", "told"), [("debug", True), ("info", False)])
def test_the_level_debug_logs_the_messages_of_browsers_and_info_does_not(level: str, told: bool, tmp_path: Path) -> None:
    with serving(tmp_path / "yard.db", "--log", level, errors=tmp_path / "log") as server, Browser(server.url) as ann:
        key = ann.new_table("freight-train", "me", "bot:random")
        with ann.socket(key) as socket:
            socket.update()
            socket.send(chat="a word for Bob")
            socket.play("log", plies=80)
        log = server.logged(f"/t/{key}/ws")  # written when the socket is closed, after all its messages
    assert [f"debug message table={key} verb={verb}" in log for verb in ("hello", "chat", "move")] == [told] * 3
    assert "Bob" not in log  # what they say is nobody's business


@contextmanager
def two_processes(database: str, folder: Path) -> Iterator[Server]:
    with serving(database, "--processes", "2", errors=folder / "log") as server:
        server.logged(" info started", 2)
        yield server


def connections(server: Server) -> dict[int, int]:
    """How many sockets each of two processes has."""
    found: dict[int, int] = {}

    def both() -> bool:
        told = httpx.get(f"{server.url}/health", timeout=WAIT).json()  # by whichever process takes it
        found[told["process"]] = told["watchers"]
        return len(found) == 2

    until(both, "both processes answer")
    return found


def pages(server: Server, browser: Browser, key: str) -> list[str]:
    """The page of a table, asked for often enough to come from both processes: each time on a connection of its own."""
    headers = {"cookie": f"freightyard={browser.cookie}"}
    return [httpx.get(f"{server.url}/t/{key}", headers=headers, timeout=WAIT).text for _ in range(20)]


def test_several_processes_behind_one_port(database: str, tmp_path: Path) -> None:
    with two_processes(database, tmp_path) as server:
        with Browser(server.url) as ann, Browser(server.url) as bob:
            key = ann.new_table("freight-train", "me", "open")
            bob.post(f"/t/{key}/sit", name="Bob")
            with ann.socket(key) as one, bob.socket(key) as two:
                one.update()
                two.update()
                play_together([one, two], "behind one port", plies=one.ply + 40)
                shown = f'data-ply="{one.ply}"'
                until(lambda: all(shown in page for page in pages(server, ann, key)), "both processes know the last move")
        workers = list(connections(server))
        assert server.stop() == 0
    until(lambda: not any(alive(pid) for pid in workers), "the processes end")
    assert "Traceback" not in server.log()


def test_a_file_is_a_file_whatever_it_is_called(tmp_path: Path) -> None:
    """Processes that share a file tell each other the news: no database does it for them."""
    with two_processes(str(tmp_path / "postgres.db"), tmp_path) as server, Browser(server.url) as ann:
        key = ann.new_table("freight-train", "me", "here")
        pages(server, ann, key)  # so that the table is open in both
        with ann.socket(key) as socket:
            socket.update()
            socket.play("a name", plies=socket.ply + 5)
            shown = f'data-ply="{socket.ply}"'
            until(lambda: all(shown in page for page in pages(server, ann, key)), "both processes know the last move")


# Who gets a socket does not depend on the database.
@pytest.mark.parametrize("database", deep_except("sqlite", among=("sqlite", "postgres")), indirect=True)
def test_all_sockets_of_a_table_are_in_one_process(database: str, tmp_path: Path) -> None:
    with two_processes(database, tmp_path) as server, Browser(server.url) as ann, ExitStack() as sockets:
        before = connections(server)
        for _ in range(4):
            key = ann.new_table("freight-train", "me", "bot:greedy")
            for _ in range(5):
                sockets.enter_context(ann.socket(key)).update()
            now = connections(server)
            assert sorted(now[pid] - before[pid] for pid in now) == [0, 5]
            before = now


def test_a_process_that_dies_loses_no_move_and_is_replaced(tmp_path: Path) -> None:
    with two_processes(str(tmp_path / "yard.db"), tmp_path) as server, Browser(server.url) as ann:
        key = ann.new_table("freight-train", "me", "here")
        with ann.socket(key) as socket:
            socket.update()
            socket.play("before", plies=30)
            held = connections(server)
            charged = max(held, key=lambda pid: held[pid])
            os.kill(charged, signal.SIGKILL)
            socket.closed()
        server.logged(" info started", 3)
        assert charged not in connections(server)
        with ann.socket(key) as socket, ann.socket(key) as other:
            socket.update()
            other.update()
            assert socket.ply >= 30
            assert sorted(connections(server).values()) == [0, 2]
            socket.play("after", plies=60)


def test_processes_end_with_the_one_that_started_them(tmp_path: Path) -> None:
    with two_processes(str(tmp_path / "yard.db"), tmp_path) as server:
        workers = list(connections(server))
        server.kill()
        until(lambda: not any(alive(pid) for pid in workers), "the processes end")


def test_a_file_that_several_processes_share_is_shared_with_nobody_else(tmp_path: Path) -> None:
    file = str(tmp_path / "yard.db")
    with two_processes(file, tmp_path):
        assert "another freightyard is using" in refused("serve", "--database", file, "--port", "0")
