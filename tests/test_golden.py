"""Golden records: finished games that must replay to the very same result, for ever. tools/golden.py makes new ones.

The name of a file says what it is for; its folder is the game.
"""

from pathlib import Path

import pytest

from freightyard.core.record import read, replay, write
from freightyard.games import all_games, game_named

FILES = sorted(Path(__file__).parent.joinpath("golden").glob("*/*.txt"))


def test_every_revision_of_every_edition_and_seat_count_has_a_golden_record() -> None:
    records = [read(path.read_text()) for path in FILES]
    found = {(record.game, record.edition, record.revision, record.seats) for record in records}
    wanted = {
        (game.name, name, revision, seats)
        for game in all_games()
        for name in game.editions
        for revision in range(1, game.edition(name).revision + 1)
        for seats in game.edition(name).seat_counts
    }
    assert wanted - found == set()


@pytest.mark.parametrize("path", FILES, ids=[f"{path.parent.name}-{path.stem}" for path in FILES])
def test_golden_record_replays_to_its_result(path: Path) -> None:
    text = path.read_text()
    record = read(text)
    game = game_named(record.game)
    state = replay(record, game)
    assert state.outcome() == record.outcome
    assert record.outcome is not None
    assert write(record, game) == text
