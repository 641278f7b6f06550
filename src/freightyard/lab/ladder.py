"""Bots against each other in all seat orders: what to play, and what the results say.

The games of a ladder are numbered. Every order of the bots on the seats meets the same cards, one order after the other; so luck
with seats and cards is shared out evenly. A finished game is a line of a file, and a ladder that was interrupted goes on where it
stopped.
"""

import math
import multiprocessing
import signal
import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, permutations
from pathlib import Path
from typing import Any, Final

import msgspec

from freightyard.bots.guard import GuardedBot
from freightyard.core.contract import Edition, Game, Seat, View, check_seats
from freightyard.core.errors import BadSetup
from freightyard.lab.match import Match, play_match, seat_bots

RESULTS: Final = "results.jsonl"
GRACE: Final = 1.2  # a turn that takes longer than this times its budget is late
CONFIDENCE: Final = 1.959964  # standard deviations on each side of 95 %


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
        }


class Played(msgspec.Struct, frozen=True, kw_only=True):
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
    failures: int
    playouts: tuple[float, ...] = ()
    turns: tuple[int, ...] = ()  # in which a seat decided something
    late: tuple[int, ...] = ()  # of them, those that took more than a fifth longer than the budget
    overspent: tuple[int, ...] = ()  # of the late ones, those that took too long by processor time alone
    seconds: tuple[float, ...] = ()  # in all turns together
    processor: tuple[float, ...] = ()  # of them, those in which the bot was really at work

    def row(self) -> dict[str, Any]:
        """For the file, with seats counted from 1."""
        return {**msgspec.to_builtins(self), "winners": [seat + 1 for seat in self.winners]}


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """What the games say of one bot. Shares are of the wins a seat could have; `fair` is what chance alone would give."""

    bot: str
    games: int
    share: float
    low: float
    high: float
    fair: float
    score: float
    rating: float | None
    deviation: float | None
    slowest: float
    playouts: float
    turns: int
    late: int
    overspent: int
    seconds: float  # a turn, in the mean
    processor: float  # of them, those in which the bot was really at work
    failures: int


# --- what to play ---


def line_up(bots: Sequence[str], edition: Edition, seats: int) -> tuple[str, ...]:
    """The bots for so many seats: with fewer bots than seats the last one takes all seats that are left."""
    check_seats(edition, seats)
    if len(set(bots)) < 2:
        raise BadSetup("a ladder needs two different bots at least")
    return (*bots, *[bots[-1]] * (seats - len(bots)))


def orders(bots: Sequence[str], seats: int) -> list[tuple[str, ...]]:
    """Every order of bots on the seats, each once; whoever sits round the table in the same circle follows each other."""
    found: dict[tuple[str, ...], None] = {}
    for chosen in combinations(bots, seats):
        for rest in permutations(chosen[1:]):
            circle = (chosen[0], *rest)
            for turn in range(seats):
                found[circle[-turn:] + circle[:-turn]] = None
    return [order for order in found if len(set(order)) > 1]


def match_number(ladder: Ladder, number: int, ordered: Sequence[tuple[str, ...]]) -> Match:
    """The match that is game number so and so."""
    return Match(
        game=ladder.game,
        edition=ladder.edition,
        options=ladder.options,
        players=ordered[number % len(ordered)],
        seed=ladder.seed + number // len(ordered),
    )


# --- playing ---


class Timed:
    """A bot, its longest turn, and how much it searched."""

    def __init__(self, bot: GuardedBot) -> None:
        self._bot = bot
        self._turn = -1
        self._spent = 0.0
        self._worked = 0.0
        self._is_late = False
        self._is_overspent = False
        self._searched: dict[int, int] = {}  # playouts, by turn
        self.slowest = 0.0
        self.turns = 0
        self.late = 0
        self.overspent = 0
        self.seconds = 0.0
        self.processor = 0.0

    def decide(self, view: View) -> str:
        if view.turn != self._turn:
            self._turn = view.turn
            self._spent = 0.0
            self._worked = 0.0
            self._is_late = False
            self._is_overspent = False
            self.turns += 1
        before = self._bot.thought
        begin = time.perf_counter()
        begin_work = time.thread_time()
        move = self._bot.decide(view)
        worked = time.thread_time() - begin_work
        seconds = time.perf_counter() - begin
        self._spent += seconds
        self._worked += worked
        self.seconds += seconds
        self.processor += worked
        self.slowest = max(self.slowest, self._spent)
        thought = self._bot.thought
        if thought is not None and thought is not before and thought.playouts:
            self._searched[view.turn] = self._searched.get(view.turn, 0) + thought.playouts
        if thought is not None and thought.budget:
            if self._spent > thought.budget * GRACE and not self._is_late:
                self._is_late = True
                self.late += 1
            if self._worked > thought.budget * GRACE and not self._is_overspent:
                self._is_overspent = True
                self.overspent += 1
        return move

    @property
    def playouts(self) -> float:
        """A turn, in the mean."""
        return sum(self._searched.values()) / max(1, len(self._searched))

    @property
    def failures(self) -> int:
        return self._bot.failures


def play_number(ladder: Ladder, number: int, ordered: Sequence[tuple[str, ...]]) -> Played:
    """Play one game of the ladder."""
    match = match_number(ladder, number, ordered)
    timed = [Timed(bot) for bot in seat_bots(match.game, match.players, match.seed)]
    result = play_match(match, seated=timed)
    return Played(
        number=number,
        seed=match.seed,
        players=match.players,
        scores=result.outcome.scores,
        winners=result.outcome.winners,
        slowest=tuple([round(one.slowest, 4) for one in timed]),
        failures=sum([one.failures for one in timed]),
        playouts=tuple([round(one.playouts, 1) for one in timed]),
        turns=tuple([one.turns for one in timed]),
        late=tuple([one.late for one in timed]),
        overspent=tuple([one.overspent for one in timed]),
        seconds=tuple([round(one.seconds, 3) for one in timed]),
        processor=tuple([round(one.processor, 3) for one in timed]),
    )


def play_ladder(ladder: Ladder, numbers: Sequence[int], workers: int) -> Iterator[Played]:
    """Play these games, on one process or several; in the order of their numbers."""
    ordered = orders(ladder.bots, ladder.seats)
    if workers <= 1:
        for number in numbers:
            yield play_number(ladder, number, ordered)
        return
    pool = multiprocessing.get_context("spawn").Pool(workers, _begin, (ladder,))
    try:
        yield from pool.imap(_play, numbers)
    finally:
        pool.terminate()
        pool.join()


_ladder: Ladder  # of this worker process
_orders: list[tuple[str, ...]]


def _begin(ladder: Ladder) -> None:
    """In a new worker: keep the ladder, and leave Ctrl-C to the parent, which ends its workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    global _ladder, _orders
    _ladder = ladder
    _orders = orders(ladder.bots, ladder.seats)


def _play(number: int) -> Played:
    return play_number(_ladder, number, _orders)


# --- the file ---


def read_results(path: Path, ladder: Ladder) -> list[Played]:
    """The games that a file holds. A line that was cut off when the ladder was interrupted is taken out of the file."""
    if not path.exists():
        return []
    lines = path.read_bytes().splitlines(keepends=True)
    whole = [line for line in lines if line.endswith(b"\n")]
    if not whole:
        path.unlink()
        return []
    try:
        if msgspec.json.decode(whole[0]) != ladder.head():
            raise BadSetup(f"{path} holds the games of another ladder; choose another folder with --out")
        played = []
        for line in whole[1:]:
            row = msgspec.json.decode(line)
            row["winners"] = [seat - 1 for seat in row["winners"]]
            played.append(msgspec.convert(row, Played))
    except (msgspec.DecodeError, KeyError, TypeError):
        raise BadSetup(f"{path} is not a file of ladder results") from None
    if len(whole) < len(lines):
        half = path.with_suffix(".part")
        half.write_bytes(b"".join(whole))
        half.replace(path)
    return played


def append(path: Path, ladder: Ladder, played: Played) -> None:
    """Add a game to the file; the first one begins it."""
    with path.open("ab") as file:
        if file.tell() == 0:
            file.write(msgspec.json.encode(ladder.head()) + b"\n")
        file.write(msgspec.json.encode(played.row()) + b"\n")


# --- what the results say ---


def standings(ladder: Ladder, played: Iterable[Played]) -> list[Standing]:
    """A line for each bot, the best first."""
    games = sorted(played, key=lambda one: one.number)
    ratings = rated(games)
    found = []
    for bot in dict.fromkeys(ladder.bots):
        # Several seats of one game are not independent, so the game is what is counted.
        shares = [share_of(one, bot) for one in games if bot in one.players]
        if not shares:
            continue
        share = sum(shares) / len(shares)
        low, high = interval(share, len(shares))
        seats = [(one, seat) for one in games for seat, player in enumerate(one.players) if player == bot]
        rating = ratings.get(bot) if ratings is not None else None
        turns = sum([one.turns[seat] for one, seat in seats if one.turns])
        found.append(
            Standing(
                bot=bot,
                games=len(shares),
                share=share,
                low=low,
                high=high,
                fair=1 / ladder.seats,
                score=sum([one.scores[seat] for one, seat in seats]) / len(seats),
                rating=rating[0] if rating else None,
                deviation=rating[1] if rating else None,
                slowest=max([one.slowest[seat] for one, seat in seats]),
                playouts=sum([one.playouts[seat] for one, seat in seats if one.playouts]) / len(seats),
                turns=turns,
                late=sum([one.late[seat] for one, seat in seats if one.late]),
                overspent=sum([one.overspent[seat] for one, seat in seats if one.overspent]),
                seconds=sum([one.seconds[seat] for one, seat in seats if one.seconds]) / max(1, turns),
                processor=sum([one.processor[seat] for one, seat in seats if one.processor]) / max(1, turns),
                failures=sum([one.failures for one in games]),
            )
        )
    found.sort(key=lambda one: -one.share)
    return found


def share_of(played: Played, bot: str) -> float:
    """The part of the win that one seat of a bot had, in the mean of its seats; a shared win counts in parts."""
    seats = [seat for seat, player in enumerate(played.players) if player == bot]
    return sum([seat in played.winners for seat in seats]) / len(played.winners) / len(seats)


def interval(share: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share by Wilson's formula, which stays between 0 and 1 and is honest about few games."""
    square = CONFIDENCE * CONFIDENCE / games
    middle = (share + square / 2) / (1 + square)
    half = CONFIDENCE / (1 + square) * math.sqrt(share * (1 - share) / games + square / 4 / games)
    return max(0.0, middle - half), min(1.0, middle + half)


def rated(games: Iterable[Played]) -> dict[str, tuple[float, float]] | None:
    """Ratings by openskill's Plackett–Luce model, game by game; None where it is not installed."""
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        return None
    model = PlackettLuce()
    ratings: dict[str, Any] = {}
    for one in games:
        for bot in one.players:
            ratings.setdefault(bot, model.rating(name=bot))
        teams = [[ratings[bot]] for bot in one.players]
        # Ranks by score; winners stand before those who tied with them and lost the tie-break.
        ranks = [
            0.0 if seat in one.winners else 1.0 + sum([score > own for score in one.scores])
            for seat, own in enumerate(one.scores)
        ]
        after = model.rate(teams, ranks=ranks)
        for bot in dict.fromkeys(one.players):
            new = [team[0] for team, player in zip(after, one.players, strict=True) if player == bot]
            ratings[bot] = model.rating(
                mu=sum([rating.mu for rating in new]) / len(new), sigma=sum([rating.sigma for rating in new]) / len(new), name=bot
            )
    return {bot: (float(rating.mu), float(rating.sigma)) for bot, rating in ratings.items()}
