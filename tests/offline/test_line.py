"""The line of a page to its worker: its own tests are JavaScript."""

import shutil
import subprocess
from pathlib import Path

import pytest


def test_what_is_said_before_a_table_is_open_is_heard() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node on this machine")
    tests = Path(__file__).with_name("line.test.mjs")
    done = subprocess.run([node, "--test", str(tests)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
