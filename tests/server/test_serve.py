"""The command: what it refuses, what it prints, how it ends; and several processes behind one port."""

import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.server.running import WAIT, Browser, alive, play_together, serving, until


def freightyard(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "freightyard", *words],
        capture_output=True,
        text=True,
        timeout=WAIT,
        env={**os.environ, **environment},
        check=False,
    )


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("serve", "--port", "70000"), "must be a whole number from 0 to 65535"),
        (("serve", "--pace", "-1"), "must be a number of seconds"),
        (("serve", "--log", "loud"), "invalid choice"),
        (("serve", "--processes", "2"), "several processes need a database that they can share"),
        (("serve", "--database", "mysql://x/y", "--port", "0"), "there are no databases of the kind"),
        (("serve", "--database", "/dev/null/yard.db", "--port", "0"), "/dev/null"),
        (("serve", "--host", "256.0.0.1", "--port", "0"), "cannot listen on 256.0.0.1"),
        (("dance",), "invalid choice"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(words: tuple[str, ...], sentence: str) -> None:
    answer = freightyard(*words)
    assert answer.returncode == 2
    assert sentence in answer.stderr
    assert "Traceback" not in answer.stderr
    assert len(answer.stderr.splitlines()) == 1


def test_a_port_that_is_taken_is_refused(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        answer = freightyard("serve", "--port", str(taken.getsockname()[1]), "--database", str(tmp_path / "yard.db"))
    assert answer.returncode == 2
    assert "cannot listen on 127.0.0.1 port" in answer.stderr
    assert "Traceback" not in answer.stderr


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
    assert "closed" in said
    assert errors == ""
    assert (tmp_path / "freightyard" / "freightyard.db").exists()


def test_several_processes_behind_one_port(postgres_url: str, tmp_path: Path) -> None:
    with serving(postgres_url, "--processes", "2", "--rate", "1000", errors=tmp_path / "log") as server:
        for _ in range(600):
            try:
                if httpx.get(f"{server.url}/health", timeout=WAIT).status_code == 200:
                    break
            except httpx.TransportError:
                pass
        with Browser(server.url) as ann, Browser(server.url) as bob:
            key = ann.new_table("freight-train", "me", "open")
            bob.post(f"/t/{key}/sit", name="Bob")
            with ann.socket(key) as one, bob.socket(key) as two:
                one.update()
                two.update()
                play_together([one, two], "behind one port", plies=one.ply + 40)
        assert server.logged(" info open", 2).count(" info open") == 2
        children = [
            int(word) for word in Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split()
        ]
        assert server.stop() == 0
    until(lambda: not any(alive(pid) for pid in children), "the processes end")
    assert "Traceback" not in server.log()
