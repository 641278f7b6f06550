"""Commands that play many games: a killed worker costs nothing, Ctrl-C ends them at once, and a failing bot stops them."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.processes import children

# A program whose planning bots fail, and so do those of its workers, which begin by reading it.
BROKEN = """
import sys
from freightyard.bots.planner import PlanningBot
from freightyard.cli import main

def fail(self, view):
    {how}

PlanningBot.decide = fail
if __name__ == "__main__":
    sys.exit(main())
"""
# A program whose lab writes every game as soon as it is over.
EAGER = """
import sys
from freightyard.cli import main
from freightyard.lab import run

run._SECONDS = 0.0
if __name__ == "__main__":
    sys.exit(main())
"""
RAISES = "raise ZeroDivisionError('no cars left')"
CHEATS = "return 'take 99'"


def started(*words: str, cwd: Path, program: tuple[str, ...] = ("-m", "freightyard")) -> "subprocess.Popen[bytes]":
    # Whoever runs the tests in the background ignores interrupts, and children would inherit that.
    return subprocess.Popen(
        [sys.executable, *program, *words],
        cwd=cwd,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,  # a line that is read leaves the rest in the pipe, for communicate()
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def kill_a_worker(process: "subprocess.Popen[bytes]", is_playing: Callable[[], bool]) -> None:
    """SIGKILL for one of two workers, when games are being played."""
    deadline = time.monotonic() + 300
    while time.monotonic() < deadline:
        assert process.poll() is None, "it was over before a worker could be killed"
        workers = children(process.pid, "spawn_main")
        if len(workers) == 2 and is_playing():
            os.kill(workers[0], signal.SIGKILL)
            return
        time.sleep(0.01)
    raise AssertionError("nobody plays")


def finished(process: "subprocess.Popen[bytes]") -> tuple[bytes, str]:
    out, error = process.communicate(timeout=600)
    assert process.returncode == 0, error
    return out, error.decode()


def test_simulate_prints_the_same_bytes_though_a_worker_is_killed(tmp_path: Path) -> None:
    words = ("simulate", "freight-cars", "--games", "600", "--json")
    process = started(*words, "--workers", "2", cwd=tmp_path)
    assert process.stdout is not None
    first = process.stdout.readline()
    # The rest is more than a pipe holds, so it cannot be over before we read it.
    kill_a_worker(process, lambda: True)
    rest, error = finished(process)
    assert "a worker process died" in error
    assert first + rest == finished(started(*words, cwd=tmp_path))[0]


def test_ladder_keeps_the_same_games_though_a_worker_is_killed(tmp_path: Path) -> None:
    def games(folder: str) -> list[dict[str, object]]:
        timed = ("slowest", "seconds", "processor", "late", "overspent")  # no two runs have these in common
        rows = [json.loads(line) for line in (tmp_path / folder / "results.jsonl").read_text().splitlines()]
        return [{key: value for key, value in row.items() if key not in timed} for row in rows]

    words = ("ladder", "freight-cars", "--bots", "random,greedy", "--games", "200", "--json", "--out")
    process = started(*words, "killed", "--workers", "2", cwd=tmp_path)
    kill_a_worker(process, (tmp_path / "killed" / "results.jsonl").exists)
    _, error = finished(process)
    assert "a worker process died" in error
    finished(started(*words, "whole", cwd=tmp_path))
    assert games("killed") == games("whole")


def test_lab_writes_the_same_bytes_though_a_worker_is_killed(tmp_path: Path) -> None:
    (tmp_path / "eager.py").write_text(EAGER)
    words = ("lab", "run", "freight-cars", "--seats", "random,random", "--games", "160", "--out")
    process = started(*words, "killed", "--workers", "2", cwd=tmp_path, program=("eager.py",))
    kill_a_worker(process, lambda: any((tmp_path / "killed").glob("part-*.parquet")))
    _, error = finished(process)
    assert "a worker process died" in error
    finished(started(*words, "whole", cwd=tmp_path))
    for name in ("games.parquet", "experiment.json"):
        assert (tmp_path / "killed" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


def test_interrupt_ends_the_command_and_its_workers_without_a_word_more(tmp_path: Path) -> None:
    """Ctrl-C goes to all processes of a terminal, the workers included."""
    process = started("simulate", "freight-train", "--games", "100000", "--json", "--workers", "2", cwd=tmp_path)
    assert process.stdout is not None
    process.stdout.readline()
    workers = children(process.pid, "spawn_main")
    os.killpg(process.pid, signal.SIGINT)
    _, error = process.communicate(timeout=300)
    assert (process.returncode, error) == (130, b"freightyard: interrupted\n")
    assert not [pid for pid in workers if Path(f"/proc/{pid}").exists()]


@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.parametrize(
    "words",
    [
        pytest.param(("simulate", "freight-cars", "--json"), id="simulate"),
        pytest.param(("ladder", "freight-cars", "--json", "--out", "run"), id="ladder"),
        pytest.param(("lab", "run", "freight-cars", "--out", "run"), id="lab run"),
    ],
)
def test_bot_that_fails_stops_the_command_with_its_error(tmp_path: Path, words: tuple[str, ...], workers: str) -> None:
    (tmp_path / "broken.py").write_text(BROKEN.format(how=RAISES))
    players = "--bots" if words[0] == "ladder" else "--seats"
    process = started(
        *words, players, "random,greedy", "--games", "6", "--workers", workers, cwd=tmp_path, program=("broken.py",)
    )
    out, error = process.communicate(timeout=300)
    assert process.returncode == 2
    assert out == b""
    assert not list(tmp_path.glob("run/*.jsonl")) + list(tmp_path.glob("run/*.parquet"))
    *trace, sentence = error.decode().splitlines()
    assert trace[0] == "Traceback (most recent call last):"
    assert "in fail" in "".join(trace)
    assert re.fullmatch(
        r"freightyard: in the game of freight-cars quick-simple-fun-2021, (random, greedy|greedy, random), with the seed \d, "
        r"at ply \d+, the bot greedy on seat [12] failed with ZeroDivisionError: no cars left",
        sentence,
    )


def test_bot_that_cheats_stops_the_command_and_is_named(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text(BROKEN.format(how=CHEATS))
    process = started("simulate", "freight-cars", "--seats", "greedy,random", "--json", cwd=tmp_path, program=("broken.py",))
    out, error = process.communicate(timeout=300)
    assert (process.returncode, out) == (2, b"")
    [sentence] = error.decode().splitlines()
    assert sentence.endswith(
        "the bot greedy on seat 1 answered 'take 99', which is not legal; decide must return one of view.legal"
    )


def test_bot_that_fails_at_the_terminal_is_replaced_by_a_legal_move(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text(BROKEN.format(how=RAISES))
    words = ("play", "freight-cars", "--seats", "greedy,random", "--seed", "1")
    process = started(*words, cwd=tmp_path, program=("broken.py",))
    out, error = finished(process)
    assert b"wins" in out
    assert "the bot greedy failed; a legal move is played instead" in error
