"""Games of medium bots that went quite another way than their others: somebody had a hole in their plans."""

from statistics import median

import pytest

from freightyard.games import game_named
from freightyard.lab.match import Match, Result, play_match

GAMES = 10_000
RULE_SETS = [
    ("freight-train", "mayfair-1996", 2),
    ("freight-train", "mayfair-1996", 3),
    ("freight-train", "mayfair-1996", 5),
    ("freight-train", "whitewind-1993", 2),
    ("freight-train", "whitewind-nl", 2),
    ("freight-cars", "quick-simple-fun-2021", 2),
    ("freight-cars", "quick-simple-fun-2021", 4),
    ("freight", "standard", 2),
    ("freight", "standard", 4),
]


def played(name: str, edition: str, seats: int, seed: int) -> Result:
    game = game_named(name)
    return play_match(Match(game=game, edition=game.edition(edition), options=(), players=("medium",) * seats, seed=seed))


def outliers(results: list[Result]) -> list[Result]:
    """The games that took more than twice as many turns as usual, or twice as many moves in a turn, or whose winner has less than
    a third of the usual points."""
    turns = median(result.turns for result in results)
    moves = median(result.decisions / result.turns for result in results)
    points = median(max(result.outcome.scores) for result in results)
    return [
        result
        for result in results
        if result.turns > 2 * turns or result.decisions / result.turns > 2 * moves or max(result.outcome.scores) < points / 3
    ]


@pytest.mark.parametrize(("seats", "seed"), [(2, 7000080), (2, 7001192), (2, 7001482), (3, 7000995)])
def test_nobody_passes_for_points_until_none_are_left(seats: int, seed: int) -> None:
    """Here two paid in turn for more than a hundred turns, since neither wanted the last cars of the main yard."""
    result = played("freight-train", "mayfair-1996", seats, seed)
    assert result.turns < 110
    assert min(result.outcome.scores) > 30


@pytest.mark.deep
@pytest.mark.parametrize(("name", "edition", "seats"), RULE_SETS)
def test_at_most_one_game_in_a_thousand_is_an_outlier(name: str, edition: str, seats: int) -> None:
    found = outliers([played(name, edition, seats, seed) for seed in range(20_000_000, 20_000_000 + GAMES)])
    assert len(found) <= GAMES // 1000, [(result.match.seed, result.turns, result.outcome.scores) for result in found]
