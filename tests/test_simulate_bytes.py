"""Same seed, same bytes: what `simulate --json` said in an earlier version, it says today.

A file is named after the game and the bots; `.revision-2` at the end of its name is the revision of the edition, and without it
the file is of revision 1.
"""

import subprocess
import sys
from pathlib import Path

import pytest

from freightyard.core.editions import edition_word, of_revision
from freightyard.games import game_named

FILES = sorted(Path(__file__).parent.joinpath("fixtures", "simulate").glob("*.json"))


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_simulate_says_the_same_bytes_as_ever(path: Path) -> None:
    played, _, revision = path.stem.partition(".revision-")
    game, _, bot = played.rpartition("-")
    edition = edition_word(of_revision(game_named(game), game_named(game).editions[0], int(revision or 1)))
    words = ["simulate", game, "--edition", edition, "--seats", f"{bot},{bot}", "--games", "2", "--seed", "5", "--json"]
    done = subprocess.run([sys.executable, "-m", "freightyard", *words], capture_output=True, check=True)
    assert done.stdout == path.read_bytes()
