"""Bots against each other in all seat orders: what to play, and playing it.

The games of a ladder are numbered. Every order of the bots on the seats meets the same cards, one order after the other; so luck
with seats and cards is shared out evenly. ladder_file.py keeps the games, standings.py says what they come to.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from itertools import combinations, permutations
from typing import Any

import msgspec

from freightyard.bots.digest import own_digests
from freightyard.core.contract import Edition, Game, Seat, check_seats
from freightyard.core.errors import BadSetup
from freightyard.lab.match import Match, play_match, seat_bots
from freightyard.lab.pool import Executor, in_order
from freightyard.lab.timed_bot import TimedBot


class Ladder(msgspec.Struct, frozen=True, kw_only=True):
    """What to play."""

    game: Game
    edition: Edition
    options: tuple[str, ...]
    seats: int
    bots: tuple[str, ...]
    seed: int

    def head(self) -> dict[str, Any]:
        """The first line of the file: what its games have in common."""
        return {
            "ladder": self.game.name,
            "edition": self.edition.name,
            "revision": self.edition.revision,
            "options": list(self.options),
            "seats": self.seats,
            "bots": list(self.bots),
            "seed": self.seed,
            **({"code": own} if (own := own_digests(self.bots)) else {}),  # another version of a bot is another ladder
        }

    def match(self, number: int) -> Match:
        """Game number so and so, counted from 0."""
        ordered = orders(self.bots, self.seats)
        return Match(
            game=self.game,
            edition=self.edition,
            options=self.options,
            players=ordered[number % len(ordered)],
            seed=self.seed + number // len(ordered),
        )


class LadderGame(msgspec.Struct, frozen=True, kw_only=True):
    """One game: the bot on each seat, how it ended, the longest turn of each seat in seconds, and its playouts a turn, in the
    mean of the turns in which it searched. Seats are counted from 0.

    Seconds are those of a clock on the wall, which is what people wait; on a busy machine much of it is waiting for the
    processor. So the processor time is told beside it: only what a bot spent too much of that is its own fault.
    """

    number: int
    seed: int
    players: tuple[str, ...]
    scores: tuple[int, ...]
    winners: tuple[Seat, ...]
    slowest: tuple[float, ...]
    playouts: tuple[float, ...] = ()
    turns: tuple[int, ...] = ()  # in which a seat decided something
    late: tuple[int, ...] = ()  # of them, those that took more than a fifth longer than the budget
    overspent: tuple[int, ...] = ()  # of the late ones, those that took too long by processor time alone
    seconds: tuple[float, ...] = ()  # in all turns together
    processor: tuple[float, ...] = ()  # of them, those in which the bot was really at work

    def row(self) -> dict[str, Any]:
        """For the file, with seats counted from 1."""
        return {**msgspec.to_builtins(self), "winners": [seat + 1 for seat in self.winners]}


def line_up(bots: Sequence[str], edition: Edition, seats: int) -> tuple[str, ...]:
    """The bots for so many seats: with fewer bots than seats the last one takes all seats that are left."""
    check_seats(edition, seats)
    if len(set(bots)) < 2:
        raise BadSetup("a ladder needs at least two different bots")
    return (*bots, *[bots[-1]] * (seats - len(bots)))


@lru_cache(maxsize=16)
def orders(bots: tuple[str, ...], seats: int) -> tuple[tuple[str, ...], ...]:
    """Every order of bots on the seats, each once; whoever sits round the table in the same circle follows each other."""
    found: dict[tuple[str, ...], None] = {}
    for chosen in combinations(bots, seats):
        for rest in permutations(chosen[1:]):
            circle = (chosen[0], *rest)
            for turn in range(seats):
                found[circle[-turn:] + circle[:-turn]] = None
    return tuple([order for order in found if len(set(order)) > 1])


def play_ladder(ladder: Ladder, numbers: Sequence[int], executor: Executor) -> Iterator[LadderGame]:
    """Play these games; in the order of their numbers, whoever plays them."""
    return in_order(executor.map_unordered(partial(_play, ladder), numbers, lambda number: ladder.match(number).words()))


def _play(ladder: Ladder, number: int) -> LadderGame:
    match = ladder.match(number)
    timed = [TimedBot(bot) for bot in seat_bots(match.game, match.players, match.seed)]
    result = play_match(match, seated=timed)
    return LadderGame(
        number=number,
        seed=match.seed,
        players=match.players,
        scores=result.outcome.scores,
        winners=result.outcome.winners,
        slowest=tuple([round(one.slowest, 4) for one in timed]),
        playouts=tuple([round(one.playouts, 1) for one in timed]),
        turns=tuple([one.turns for one in timed]),
        late=tuple([one.late for one in timed]),
        overspent=tuple([one.overspent for one in timed]),
        seconds=tuple([round(one.seconds, 3) for one in timed]),
        processor=tuple([round(one.processor, 3) for one in timed]),
    )
