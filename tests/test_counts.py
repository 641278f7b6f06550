"""The counts files: every line `depth: number` must still be true. tools/counts.py writes a new one.

A file that does not say its edition's revision is of revision 1.
"""

from pathlib import Path

import pytest

from freightyard.core.counts import count
from freightyard.core.editions import of_revision
from freightyard.games import game_named

FILES = sorted(Path(__file__).parent.joinpath("counts").glob("*/*.txt"))


def test_there_are_counts_for_every_game() -> None:
    assert len({path.parent.name for path in FILES}) >= 1


@pytest.mark.parametrize("path", FILES, ids=[f"{path.parent.name}-{path.stem}" for path in FILES])
def test_counts_are_unchanged(path: Path, deep: bool) -> None:
    fields = dict(line.split(": ", 1) for line in path.read_text().splitlines())
    game = game_named(fields["game"])
    state = game.position(of_revision(game, fields["edition"], int(fields.get("revision", 1))), fields["position"])
    depths = [int(key) for key in fields if key.isdecimal()]
    assert depths
    for depth in depths:
        expected = int(fields[str(depth)])
        if expected <= 60_000 or deep:
            assert count(state, depth) == expected, f"depth {depth}"
