"""The review of a finished game: everybody's share of the win all game long, where it came from, and what turns cost.

Equal records, budgets and seeds give equal reviews.
"""

from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from freightyard.bots.contract import Judge
from freightyard.bots.levels import judge_of
from freightyard.core.contract import CHANCE, Game, Seat
from freightyard.core.errors import BadRecord
from freightyard.core.record import Record
from freightyard.review.calibration import Calibration, calibration_for
from freightyard.review.luck import Parts, parts
from freightyard.review.shares import Shares, actor_of, error_of_sum, guesses, means, shares_of, won
from freightyard.review.spans import Course, Span
from freightyard.review.turns import Verdict, Weigher

PLAYOUTS: Final = 48  # behind each share, at least
MOST_PLAYOUTS: Final = 160  # and at most: more would hardly make it surer
IN_ALL: Final = 6000  # behind all shares together: a short game takes more for each
SEARCH: Final = 96  # playouts to find a plan by, in a span
DUEL: Final = 96  # futures in which the best plan and what was played meet, at most
POINTED_OUT: Final = 5  # turning points, lucky moments, good moments
SHARP: Final = 2.0  # standard errors: what changed by less is not pointed out

Progress = Callable[[int, int], None]  # how many steps are done, and of how many


class Budget(msgspec.Struct, frozen=True):
    """How long to think about a game: playouts, so that a review is the same on any machine."""

    playouts: int = PLAYOUTS
    search: int = SEARCH
    duel: int = DUEL
    most: int = MOST_PLAYOUTS
    in_all: int = IN_ALL

    def times(self, factor: float) -> "Budget":
        """A larger or a smaller one."""
        return Budget(*[max(4, round(value * factor)) for value in msgspec.structs.astuple(self)])

    def each(self, moments: int) -> int:
        """Playouts behind each of so many shares."""
        return max(self.playouts, min(self.most, self.in_all // moments))


class Moment(msgspec.Struct, frozen=True):
    """The share of every seat at a ply, with standard errors."""

    ply: int
    turn: int  # that begins or goes on there, counted from 1
    shares: tuple[float, ...]
    errors: tuple[float, ...]


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """Moves in a row by a seat or by chance, and what they changed."""

    start: int  # plies
    end: int
    actor: int  # a seat, or -1 for chance
    turn: int
    moves: tuple[str, ...]
    changed: tuple[float, ...]  # the share of every seat
    error: float  # the largest standard error of these
    verdict: Verdict | None = None  # of what a seat chose; None: chance, or nothing to choose


class Review(msgspec.Struct, frozen=True, kw_only=True):
    """All that is known about a finished game when one looks back. Numbers in lists of changes are places in `changes`."""

    game: str
    edition: str
    seats: int
    calibrated_on: str  # the edition that the shares were fitted to; empty: none, they are guesses
    turns: int
    winners: tuple[Seat, ...]
    moments: tuple[Moment, ...]
    changes: tuple[Change, ...]  # one fewer than moments
    parts: tuple[Parts, ...]  # of each seat
    turning: tuple[int, ...]  # where most was won and lost, in the order of the game
    lucky: tuple[int, ...]  # what chance did for one seat more than for the others, the most first
    good: tuple[int, ...]  # turns that gained most against quick play, the best first
    bad: tuple[int, ...]  # slips, mistakes and blunders, the worst first
    playouts: int


def review(record: Record, game: Game, budget: Budget | None = None, progress: Progress | None = None) -> Review:
    """Look back at a game. A record without an end is refused: its cards may still be secret."""
    work = Work(record, game, budget or Budget())
    while work.done < work.steps:
        work.step()
        if progress is not None:
            progress(work.done, work.steps)
    return work.result()


class Work:
    """A review in the making, step by step."""

    def __init__(self, record: Record, game: Game, budget: Budget) -> None:
        if record.outcome is None:
            raise BadRecord("only a finished game can be reviewed, and this record ends before the game does")
        judge = judge_of(game)
        if judge is None:
            raise BadRecord(f"{game.title} brings no bot that could judge its positions, so it cannot be reviewed")
        self._judge: Judge = judge
        self._course = Course(record, game)
        self.spans = self._course.spans
        self._game = game
        self._each = budget.each(len(self._course.states))
        self._seed = 1
        first = self._course.states[0]
        self._fitted: Calibration = calibration_for(first.edition, first.seats)
        self._weigher = Weigher(game, judge, self._fitted, budget.search, budget.duel)
        self._guesses: list[list[float]] = []
        self.shares: list[Shares] = []  # before each span, and after the last
        self._verdicts: list[Verdict | None] = []
        self._playouts = 0
        self.done = 0
        self.steps = 2 * len(self._course.spans) + 1

    @property
    def looking(self) -> bool:
        """Whether there are moments left to look at; spans are weighed when there are none."""
        return len(self.shares) <= len(self.spans)

    def step(self) -> None:
        """Look at one more moment, or weigh one more span."""
        if self.looking:
            self._look(len(self.shares))
        else:
            self._verdicts.append(self._weigh(len(self._verdicts)))
        self.done += 1

    def _look(self, number: int) -> None:
        state = self._course.states[number]
        seats = state.seats
        outcome = state.outcome()
        if outcome is not None:
            found = Shares(won(outcome, seats))
            guess = list(found.values)
        elif number == 0 and self._course.record.start is None:
            # Before the first card all seats are alike.
            found = Shares((1 / seats,) * seats)
            guess = list(found.values)
        else:
            rows = guesses(self._judge, state, self._each, self._seed)
            guess = means(rows)
            found = shares_of(rows, actor_of(state), state.turns, self._fitted)
            self._playouts += len(rows)
        self._guesses.append(guess)
        self.shares.append(found)

    def _weigh(self, number: int) -> Verdict | None:
        course = self._course
        span = course.spans[number]
        if span.actor == CHANCE or not span.choices:
            return None
        seed = f"{self._seed}/{span.start}"
        found = self._weigher.weigh(course.states[number], span.actor, course.moves(span), self._guesses[number], seed)
        self._playouts += found.playouts
        return found

    def result(self) -> Review:
        """The review, when all steps are done."""
        course, shares = self._course, self.shares
        first, last = course.states[0], course.states[-1]
        outcome = last.outcome()
        changes = tuple([self._change(number, span) for number, span in enumerate(course.spans)])
        return Review(
            game=first.edition.game,
            edition=first.edition.name,
            seats=first.seats,
            calibrated_on=self._fitted.edition if self._fitted.games else "",
            turns=last.turns,
            winners=outcome.winners if outcome is not None else (),
            moments=tuple([self._moment(number) for number in range(len(shares))]),
            changes=changes,
            parts=tuple([parts(course.spans, shares, seat) for seat in range(first.seats)]),
            turning=turning_points(changes),
            lucky=lucky(changes),
            good=good(changes),
            bad=bad(changes),
            playouts=self._playouts,
        )

    def _moment(self, number: int) -> Moment:
        spans, shares = self._course.spans, self.shares[number]
        span = spans[min(number, len(spans) - 1)]
        ply = span.start if number < len(spans) else span.end
        return Moment(ply, span.turn, shares.values, shares.errors())

    def _change(self, number: int, span: Span) -> Change:
        before, after = self.shares[number], self.shares[number + 1]
        seats = range(len(before.values))
        return Change(
            start=span.start,
            end=span.end,
            actor=span.actor,
            turn=span.turn,
            moves=self._course.record.moves[span.start : span.end],
            changed=tuple([after.values[seat] - before.values[seat] for seat in seats]),
            error=max(error_of_sum(((1.0, after), (-1.0, before)), seat) for seat in seats),
            verdict=self._verdicts[number],
        )


def turning_points(changes: Sequence[Change]) -> tuple[int, ...]:
    """Where somebody's share changed most, in the order of the game."""
    return tuple(sorted(_most(changes, lambda change: max(map(abs, change.changed)))))


def lucky(changes: Sequence[Change]) -> tuple[int, ...]:
    """Where chance helped a seat most."""
    return _most(changes, lambda change: max(change.changed) if change.actor == CHANCE else 0.0)


def good(changes: Sequence[Change]) -> tuple[int, ...]:
    """Turns that gained most, and after which nothing better was found that is clear of its error."""
    return _most(changes, lambda change: change.changed[change.actor] if _well_played(change) else 0.0)


def bad(changes: Sequence[Change]) -> tuple[int, ...]:
    """Slips, mistakes and blunders, the worst first."""
    found = [(-change.verdict.lost, number) for number, change in enumerate(changes) if change.verdict and change.verdict.label]
    return tuple([number for _, number in sorted(found)])


def _well_played(change: Change) -> bool:
    return change.verdict is not None and not change.verdict.label


def _most(changes: Sequence[Change], size: Callable[[Change], float]) -> tuple[int, ...]:
    """The changes of the largest size that is clear of its error, the largest first."""
    sizes = [(-size(change), number) for number, change in enumerate(changes)]
    clear = [(minus, number) for minus, number in sizes if -minus > SHARP * changes[number].error and -minus >= 0.01]
    return tuple([number for _, number in sorted(clear)[:POINTED_OUT]])
