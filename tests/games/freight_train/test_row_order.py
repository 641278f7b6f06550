"""In which order a player's trains stand on the page: its own tests are JavaScript."""

import shutil
import subprocess
from pathlib import Path

import pytest


def test_rows_of_trains_stay_where_they_are() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node on this machine")
    tests = Path(__file__).with_name("row_order.test.mjs")
    done = subprocess.run([node, "--test", str(tests)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
