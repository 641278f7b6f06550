"""Finished games for the tests of reviews."""

from functools import cache

from freightyard.core.contract import Edition, Game
from freightyard.core.record import Record, record_of
from freightyard.games import BUILT_IN, game_named
from freightyard.lab.match import Match, play_match

# Every edition of every game with its fewest and its most seats, where a game of cheap bots is short enough.
RULE_SETS = [
    (title.name, name, seats)
    for title in BUILT_IN
    for name in title.game.editions
    for seats in title.game.edition(name).seat_counts
]


@cache
def played(name: str, edition: str = "", *players: str, seed: int = 1) -> Record:
    """A game between bots."""
    game = game_named(name)
    found = game.edition(edition or game.editions[0])
    return play_match(Match(game=game, edition=found, options=(), players=players or ("medium",) * 2, seed=seed)).record()


def edition_of(name: str, edition: str = "") -> tuple[Game, Edition]:
    """A game and one of its editions."""
    game = game_named(name)
    return game, game.edition(edition or game.editions[0])


def end_of_a_game(turns: int = 3) -> Record:
    """The last turns of a game, from a position: a review of them takes little."""
    whole = played("freight-cars")
    states = list(whole.states())
    turn = states[-1].turns - turns
    start = next(ply for ply, state in enumerate(states) if state.turns == turn and (state.to_act() or 0) >= 0)
    return record_of(states[start], whole.moves[start:], whole.outcome, players=("Ann", "medium"), start=states[start].text())
