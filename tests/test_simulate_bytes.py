"""Same seed, same bytes: what `simulate --json` said in an earlier version, it says today.

A file is named after the game and the bots; `.revision-2` at the end of its name is the revision of the edition, and without it
the file is of revision 1. Bots learn, rules do not: where a bot plays better than it did, `played/` has the games as it played
them, and whoever plays the same moves today gets the same bytes.
"""

from pathlib import Path
from typing import final

import msgspec
import pytest

from freightyard.core.contract import CHANCE, View
from freightyard.core.editions import edition_word, of_revision
from freightyard.core.record import read
from freightyard.games import game_named
from freightyard.lab.match import Match, play_match
from tests.commands import run

FOLDER = Path(__file__).parent.joinpath("fixtures", "simulate")
PLAYED = sorted(FOLDER.glob("played/*.txt"))
LEARNT = sorted({path.stem.rpartition("-")[0] for path in PLAYED})  # of which game which bot
FILES = sorted(path for path in FOLDER.glob("*.json") if path.stem not in LEARNT)


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_simulate_says_the_same_bytes_as_ever(path: Path) -> None:
    played, _, revision = path.stem.partition(".revision-")
    game, _, bot = played.rpartition("-")
    edition = edition_word(of_revision(game_named(game), game_named(game).editions[0], int(revision or 1)))
    words = ["simulate", game, "--edition", edition, "--seats", f"{bot},{bot}", "--games", "2", "--seed", "5", "--json"]
    done = run(*words)
    assert done.returncode == 0
    assert done.stdout == path.read_bytes()


@final
class Repeater:
    """Plays what its seat played in a record."""

    def __init__(self, moves: list[str]) -> None:
        self._moves = iter(moves)

    def decide(self, view: View) -> str:
        words = next(self._moves)
        assert words in view.legal
        return words


@pytest.mark.parametrize("name", LEARNT)
def test_moves_of_a_bot_that_has_learnt_since_lead_to_the_same_bytes_as_ever(name: str) -> None:
    said = b""
    for path in PLAYED:
        if path.stem.rpartition("-")[0] == name:
            record = read(path.read_text())
            game = game_named(record.game)
            edition = of_revision(game, record.edition, record.revision)
            state = game.start(edition, record.seats, record.options)
            moves: list[list[str]] = [[] for _ in range(record.seats)]
            for words in record.moves:
                actor = state.to_act()
                assert actor is not None
                if actor != CHANCE:
                    moves[actor].append(words)
                state.play(edition.vocabulary.parse(words))
            seed = int(path.stem.rpartition("-")[2])
            match = Match(game=game, edition=edition, options=(), players=("greedy", "greedy"), seed=seed)
            said += msgspec.json.encode(play_match(match, seated=[Repeater(each) for each in moves]).row()) + b"\n"
    assert said == (FOLDER / f"{name}.json").read_bytes()
