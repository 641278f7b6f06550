"""The queue of steps in the client: its own tests are JavaScript, with a clock of theirs."""

import shutil
import subprocess
from pathlib import Path

import pytest


def test_steps_are_shown_one_after_the_other_and_none_is_late() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node on this machine")
    tests = Path(__file__).with_name("step_queue.test.mjs")
    done = subprocess.run([node, "--test", str(tests)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
