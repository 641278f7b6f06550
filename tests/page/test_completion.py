"""What the client suggests while a line is typed: its own tests are JavaScript."""

import shutil
import subprocess
from pathlib import Path

import pytest


def test_suggestions_are_few_and_lead_to_legal_moves() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node on this machine")
    tests = Path(__file__).with_name("completion.test.mjs")
    done = subprocess.run([node, "--test", str(tests)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
