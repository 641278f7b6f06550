"""Moves in three parts."""

import numpy as np
import pytest

from freightyard.adapters.factored import Factors
from freightyard.adapters.vector import VectorGames
from freightyard.core.errors import BadSetup
from freightyard.games import all_games, game_named


@pytest.mark.parametrize("game", [game.name for game in all_games()])
def test_every_move_is_three_parts_and_no_two_are_the_same(game: str) -> None:
    chosen = game_named(game)
    for name in chosen.editions:
        factors = Factors(chosen.edition(name))
        assert all(factors.move(*row) == move for move, row in enumerate(factors.parts.tolist()))


def test_freight_has_verbs_hexes_and_shapes() -> None:
    edition = game_named("freight").edition("family")
    factors = Factors(edition)
    assert factors.sizes[:2] == (26, 548)
    assert factors.sizes[2] < 200
    verb, place, shape = factors.parts[edition.vocabulary.parse("build a14 straight 0")].tolist()
    assert (factors.verbs[verb], factors.places[place], factors.shapes[shape]) == ("build", "a14", "straight 0")
    with pytest.raises(BadSetup, match="no move consists of done, a14, none"):
        factors.move(factors.verbs.index("done"), place, 0)
    with pytest.raises(BadSetup, match="a move has three parts"):
        factors.mask([0], verb, place, shape)


@pytest.mark.parametrize("game", [game.name for game in all_games()])
def test_what_is_chosen_part_by_part_is_legal(game: str) -> None:
    games = VectorGames(game, count=2, seed=6)
    factors = Factors(games.setup.edition)
    dice = np.random.default_rng(1)
    for _ in range(40):
        moves = []
        for legal in games.legal:
            chosen: list[int] = []
            for _ in range(3):
                chosen.append(int(dice.choice(np.flatnonzero(factors.mask(legal, *chosen)))))
            moves.append(factors.move(*chosen))
        games.step(moves)  # an illegal one would be refused
