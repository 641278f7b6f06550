"""Same seed, same bytes: what `simulate --json` said in an earlier version, it says today."""

import subprocess
import sys
from pathlib import Path

import pytest

FILES = sorted(Path(__file__).parent.joinpath("fixtures", "simulate").glob("*.json"))


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_simulate_says_the_same_bytes_as_ever(path: Path) -> None:
    game, _, bot = path.stem.rpartition("-")
    words = ["simulate", game, "--seats", f"{bot},{bot}", "--games", "2", "--seed", "5", "--json"]
    done = subprocess.run([sys.executable, "-m", "freightyard", *words], capture_output=True, check=True)
    assert done.stdout == path.read_bytes()
