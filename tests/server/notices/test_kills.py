"""Servers are killed while people play: whoever is to act is told all the same. The bench does it at length."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.postgres import missing

PATIENCE = "20"  # seconds that a notice may take, and people think: this asks whether it comes, the bench how fast
BENCH = Path(__file__).parents[3] / "bench" / "notices.py"


@pytest.mark.deep
@pytest.mark.parametrize("options", [(), ("--postgres",)], ids=["a file", "two processes"])
def test_every_hand_over_is_told_though_servers_are_killed(options: tuple[str, ...]) -> None:
    if options and missing():
        pytest.skip(str(missing()))
    words = [sys.executable, str(BENCH), "kills", "--kills", "4", "--tables", "8", "--bound", PATIENCE, *options]
    ended = subprocess.run(words, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr[-2000:]
    assert "that have to be told" in ended.stdout
