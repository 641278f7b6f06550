"""A player that has learnt something new against the one before it: at equal numbers of playouts, with the seats rotated."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

import msgspec

from freightyard.core.contract import Edition
from freightyard.lab.learning.players import Player, seated
from freightyard.lab.match import Match, play_match
from freightyard.lab.pool import Executor, in_order
from freightyard.lab.stats import Estimate, share

LOOKS: Final = (0.25, 0.5, 1.0)  # parts of the games after which one may stop
CLEAR: Final = 0.99  # of the intervals at the looks before the last one
SURE: Final = 0.8  # and at the last one


class Contest(msgspec.Struct, frozen=True):
    """How a contest went: the part of the wins that the new player had, with an interval, and the part of an equal player."""

    games: int
    won: float
    fair: float
    low: float
    high: float
    stronger: bool


def contest(
    new: Player, old: Player, editions: Sequence[Edition], seats: int, first_seed: int, games: int, executor: Executor
) -> Iterator[Contest]:
    """What stands after each look; the last one is the result. One new player sits among old ones, once on each seat with the
    same cards. It is stronger if the interval at a look is above an equal share: 99 % while games are left, 80 % in the end.
    """
    won = 0.0
    played = 0
    for look in LOOKS:
        until = max(seats, round(games * look / seats) * seats)
        numbers = range(played, until)
        for part in played_by(new, old, editions, seats, first_seed, numbers, executor):
            won += part
            played += 1
        last = look == LOOKS[-1]
        found = _judged(won, played, 1 / seats, SURE if last else CLEAR)
        yield found
        if found.stronger or found.high < found.fair:
            return


def played_by(
    new: Player, old: Player, editions: Sequence[Edition], seats: int, first_seed: int, numbers: Sequence[int], executor: Executor
) -> Iterator[float]:
    """The part of the win that the new player had in each of these games, in their order."""
    return in_order(executor.map_unordered(partial(_play, new, old, tuple(editions), seats, first_seed), numbers))


def _judged(won: float, played: int, fair: float, confidence: float) -> Contest:
    found: Estimate = share(won, played, confidence)
    return Contest(played, found.mean, fair, found.low, found.high, found.low > fair)


def _play(new: Player, old: Player, editions: Sequence[Edition], seats: int, first_seed: int, number: int) -> float:
    place, deal = number % seats, number // seats
    edition, seed = editions[deal % len(editions)], first_seed + deal
    players = [new if seat == place else old for seat in range(seats)]
    match = Match(game=new.game, edition=edition, options=(), players=(new.name,) * seats, seed=seed)
    winners = play_match(match, seated=seated(players, seed)).outcome.winners
    return 1 / len(winners) if place in winners else 0.0
