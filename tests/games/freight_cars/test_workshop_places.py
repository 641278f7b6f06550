"""Where the workshop lays a piece that was clicked down: its own tests are JavaScript."""

import shutil
import subprocess
from pathlib import Path

import pytest


def test_a_lit_cell_takes_the_piece() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node on this machine")
    tests = Path(__file__).with_name("workshop_places.test.mjs")
    done = subprocess.run([node, "--test", str(tests)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
