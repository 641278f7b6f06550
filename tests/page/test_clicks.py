"""In every position of many games, of every game, edition and number of seats: what is legal can be clicked, and nothing else.

By default a handful of games a game; with `--deep` fifty.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest

from freightyard.core.contract import State
from freightyard.games import all_games, game_named
from freightyard.page.boards import board_for
from freightyard.page.table import table_parts
from tests.games.playing import between_bots
from tests.page.markup import read_parts, sayable
from tests.page.scenes import scene_of

pytestmark = pytest.mark.many_games

FEW, MANY = 4, 50
CLICKABLE = ("data-word", "data-verb", "data-batch", "site")  # a part without any of these has nothing to click
OPTIONS = {
    "mayfair-1996": (("cabooses",), ()),
    "whitewind-1993": (("clockwise",), ()),
    "whitewind-nl": (("marker-by-day",), ()),
    "quick-simple-fun-2021": (("cities=21",), ()),
}


class Played(NamedTuple):
    """A game to be played: by random bots, and every fourth by greedy ones, who come to positions that random ones do not."""

    game: str
    edition: str
    options: tuple[str, ...]
    seats: int
    bot: str
    number: int


def _played(game: str, number: int) -> Played:
    found = game_named(game)
    edition = found.editions[number % len(found.editions)]
    counts = found.edition(edition).seat_counts
    options = OPTIONS.get(edition, ((),))
    turn = number // len(found.editions)
    return Played(
        game,
        edition,
        options[turn % len(options)],
        counts[turn % len(counts)],
        "greedy" if number % 4 == 3 else "random",
        number,
    )


CASES = [
    pytest.param(played, id=f"{played.game}-{number}", marks=[pytest.mark.deep] if number >= FEW else [])
    for game in all_games()
    for number in range(MANY)
    for played in [_played(game.name, number)]
]


def positions(played: Played) -> Iterator[State]:
    """Every position in which somebody acts, and the last. The state changes when the next one is asked for."""
    game = game_named(played.game)
    state = game.start(game.edition(played.edition), played.seats, played.options)
    return between_bots(game, state, played.bot, f"clicks {played.number}")


@pytest.mark.parametrize("played", CASES)
def test_what_is_legal_can_be_clicked_and_nothing_else(played: Played, record_property: Callable[[str, object], None]) -> None:
    board = board_for(played.game)
    count = moves = 0
    ids: set[str] | None = None
    for state in positions(played):
        scene = scene_of(state)
        parts = table_parts(board, scene, [])
        things = read_parts({name: markup for name, markup in parts.items() if any(mark in markup for mark in CLICKABLE)})
        legal = scene.view.legal
        assert sayable(things, legal) == set(legal)
        beginnings = {" ".join(words[:length]) for words in [move.split(" ") for move in legal] for length in range(1, 6)}
        for thing in things:
            if "data-word" in thing.attributes:
                assert set(thing.words) <= beginnings, thing.attributes
                assert thing.tag == "button" or thing.attributes["role"] == "button"
        for batch in {thing.attributes["data-batch"] for thing in things if "data-batch" in thing.attributes}:
            _all_legal(state, batch.split("|"))
        assert ids is None or set(parts) == ids
        ids = set(parts)
        count += 1
        moves += len(legal)
    record_property("positions", count)
    record_property("moves", moves)
    assert count > 20


def _all_legal(state: State, batch: list[str]) -> None:
    """Several moves that one click sends are legal one after the other."""
    after = state.clone()
    for text in batch:
        move = after.edition.vocabulary.parse(text)
        assert after.refuse(move) is None, (batch, text)
        after.play(move)
