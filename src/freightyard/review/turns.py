"""What a turn cost: what was played is held against the best plan that a search finds with what the seat could know then.

The bots' own race of plans looks for the best plan, the one that was played among them. Whatever wins such a race was also lucky
in it; so the winner and what was played meet again in futures that neither has seen, both the same ones, and only that counts.
"""

from collections.abc import Sequence
from typing import Final, final

import msgspec

from freightyard.bots.contract import Judge
from freightyard.bots.plans import Plan
from freightyard.bots.search.race import Race
from freightyard.core.chance import Stream
from freightyard.core.contract import Game, Seat, State
from freightyard.review.calibration import Calibration, calibrated, for_losses
from freightyard.review.shares import error_of

SLIP: Final = "slip"
MISTAKE: Final = "mistake"
BLUNDER: Final = "blunder"
BOUNDS: Final = ((0.15, BLUNDER), (0.10, MISTAKE), (0.05, SLIP))  # of the share that was lost
CLEAR: Final = 2.5  # standard errors: a game has many turns, and one in a hundred would seem to be wrong by luck alone
_PLANS: Final = 32
_WEIGHT: Final = 6.0  # of the judge's own guess, in playouts, as the hard bot has it
_STEPS: Final = 12  # plans in a turn, one after the other
_FIRST: Final = 24  # futures that both plans meet at least
_TURNS: Final = 1000
_FUTURES: Final = 96  # imagined truths are used again after so many


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """What is thought of a span of a seat."""

    lost: float  # of the share of the win, against the best plan that was found; 0 if that is what was played
    error: float  # the standard error of that
    label: str  # slip, mistake or blunder; empty where the loss is none, small or not sure
    better: tuple[str, ...]  # the best plan in words; none: what was played is as good as anything that was found
    why: str  # it is better
    playouts: int
    played: float | None = None  # the share with what was played, as `lost` is counted; None in reviews of earlier versions

    @property
    def shown(self) -> str:
        """The label that fits the loss as it is shown, in whole percent; empty where there is none."""
        return label_of(self.lost, 0.0) if self.label else ""


@final
class Weigher:
    """Weighs the spans of one game."""

    __slots__ = ("_duel", "_fitted", "_game", "_judge", "_search")

    def __init__(self, game: Game, judge: Judge, fitted: Calibration, search: int, duel: int) -> None:
        """`search`: playouts to find a plan by; `duel`: futures at most in which it meets what was played."""
        self._game = game
        self._judge = judge
        self._fitted = for_losses(fitted)
        self._search = search
        self._duel = duel

    def weigh(self, state: State, seat: Seat, moves: Sequence[int], guess: Sequence[float], seed: str) -> Verdict:
        """A span that began in this state. `guess`: what the judge thinks of everybody there."""
        luck = Stream(seed)
        imagined = Futures(self._game, self._judge, state, seat, luck)
        best, playouts = self._best(imagined, seat, list(moves), luck)
        if best == list(moves):
            return Verdict(lost=0.0, error=0.0, label="", better=(), why="", playouts=playouts)
        fresh = Futures(self._game, self._judge, state, seat, luck)
        race = self._race(fresh, seat, [Plan(0.0, best), Plan(0.0, list(moves))], luck)
        better, played = race.runners
        lost = error = 0.0
        while len(played.results) < self._duel:
            for _ in range(_FIRST):
                fresh.serve(race, len(played.results))
                race.step(better)
                race.step(played)
            lost, error = difference(self._fitted, guess, seat, better.results, played.results, state.turns)
            if lost + CLEAR * error < BOUNDS[-1][0]:
                break  # it will not come to a label
        playouts += race.playouts
        texts = state.edition.vocabulary.texts
        if lost <= 0:
            return Verdict(lost=0.0, error=error, label="", better=(), why="", playouts=playouts)
        return Verdict(
            lost=lost,
            error=error,
            label=label_of(lost, error),
            better=tuple([texts[move] for move in best]),
            why=self._judge.reason(fresh.first, best),
            playouts=playouts,
            played=share_with(self._fitted, guess, seat, sum(played.results) / len(played.results), state.turns),
        )

    def _best(self, imagined: "Futures", seat: Seat, moves: list[int], luck: Stream) -> tuple[list[int], int]:
        """The moves of the best plan up to the end of the span, or what was played; and the playouts that it took."""
        found: list[int] = []
        rest: list[int] | None = moves
        now = imagined
        turns, playouts = now.first.turns, 0
        for _ in range(_STEPS):
            plans = self._judge.plans(now.first, _PLANS)
            if rest is not None and all(plan.moves != rest for plan in plans):
                plans.append(Plan(plans[0].worth, rest))
            if len(plans) == 1:
                chosen = plans[0].moves
            else:
                race = self._race(now, seat, plans, luck)
                while race.wants() and race.playouts < self._search:
                    runner = race.next_runner()
                    now.serve(race, len(runner.results))
                    race.step(runner)
                playouts += race.playouts
                chosen = race.choice().plan.moves
            found += chosen
            if rest is not None:
                rest = rest[len(chosen) :] if rest[: len(chosen)] == chosen else None
            if rest == []:
                break
            after = now.first.clone()
            for move in chosen:
                after.play(move)
            if self._judge.secrets or after.to_act() != seat or after.turns != turns:
                break
            now = Futures(self._game, self._judge, after, seat, luck)
        return found, playouts

    def _race(self, imagined: "Futures", seat: Seat, plans: list[Plan], luck: Stream) -> Race:
        judge, first = self._judge, imagined.first
        race = Race(judge, seat, plans, luck.below(1 << 30), _TURNS, judge.point_share(first), _WEIGHT, judge.depth(first))
        race.futures = imagined.known[:1]
        return race


def difference(
    fitted: Calibration, guess: Sequence[float], seat: Seat, better: Sequence[float], played: Sequence[float], turns: int
) -> tuple[float, float]:
    """What of the share of the win the one plan is worth more than the other, and the standard error of that."""
    high, low = sum(better) / len(better), sum(played) / len(played)
    lost = share_with(fitted, guess, seat, high, turns) - share_with(fitted, guess, seat, low, turns)
    apart = [one - other for one, other in zip(better, played, strict=True)]
    middle = (high + low) / 2
    rise = share_with(fitted, guess, seat, middle + 0.01, turns) - share_with(fitted, guess, seat, middle - 0.01, turns)
    return lost, rise / 0.02 * error_of(apart)


def share_with(fitted: Calibration, guess: Sequence[float], seat: Seat, own: float, turns: int) -> float:
    """The calibrated share if the judge's guess of this seat were another one, and those of the others in proportion."""
    own = min(1.0, max(0.0, own))
    others = max(1e-9, 1.0 - guess[seat])
    moved = [own if other == seat else value * (1.0 - own) / others for other, value in enumerate(guess)]
    return calibrated(moved, seat, float(turns), fitted)[seat]


@final
class Futures:
    """Truths that fit what a seat knows in a state. Where nothing is hidden they are all the same."""

    def __init__(self, game: Game, judge: Judge, state: State, seat: Seat, luck: Stream) -> None:
        self._secrets = judge.secrets
        self._luck = luck
        self._imaginer = game.imaginer(state.view(seat)) if judge.secrets else None
        self.first = state.clone() if self._imaginer is None else self._imaginer.state(luck)
        self.known = [self.first]

    def serve(self, race: Race, number: int) -> None:
        """See to it that the race has a future of this number."""
        while len(race.futures) <= number:
            race.futures.append(self._future(len(race.futures)))

    def _future(self, number: int) -> State:
        if self._imaginer is None:
            return self.first
        while len(self.known) <= number % _FUTURES:
            self.known.append(self._imaginer.state(self._luck))
        return self.known[number % _FUTURES]


def label_of(lost: float, error: float) -> str:
    """What a loss is called, where it is clear of its own error. It counts in whole percent, as people read it."""
    if lost > CLEAR * error:
        for bound, label in BOUNDS:
            if round(lost, 2) >= bound:
                return label
    return ""
