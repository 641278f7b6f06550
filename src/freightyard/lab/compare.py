"""Two runs against each other: what differs, by how much, how sure that is, and what it means in plain words.

Where both were played from the same seeds (common random numbers), game n of the one is held against game n of the other: much
of the luck is the same in both and drops out of the difference.
"""

from collections.abc import Sequence
from math import sqrt
from typing import Final

import msgspec
import polars as pl

from freightyard.lab.errors import LabError
from freightyard.lab.run import Run
from freightyard.lab.scalars import Values, check_measure, values_of, words_of
from freightyard.lab.stats import Estimate, estimate, holm, mean, t_quantile, t_tail, variance

ALARM: Final = 0.05  # a difference that luck alone brings more rarely than this counts as shown
_EFFECTS: Final = ((0.2, "tiny"), (0.5, "small"), (0.8, "medium"))  # Cohen's steps; above them an effect is large
_COURSE: Final = ("seed", "players", "order", "scores", "winners", "ended_by", "plies", "decisions", "turns")
_NAMED: Final = 4  # differences that a verdict tells one by one


class Difference(msgspec.Struct, frozen=True):
    """One measure in both runs. `effect`: the difference in standard deviations of a single game. `luck`: the chance that luck
    alone brings such a difference in any of the measures that were looked at."""

    measure: str
    a: Estimate
    b: Estimate
    difference: Estimate
    effect: float
    luck: float

    @property
    def words(self) -> str:
        """What is measured."""
        return words_of(self.measure)

    @property
    def shown(self) -> bool:
        """Whether luck is no good explanation."""
        return self.luck < ALARM

    @property
    def size(self) -> str:
        """The effect in a word."""
        return next((word for bound, word in _EFFECTS if abs(self.effect) < bound), "large")


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """All differences between two runs. `equal`: games that had the same length and the same outcome in both. `headline`: what
    that comes to; `findings`: what is shown, one by one; `verdict`: the headline and the largest findings as one sentence."""

    a: str
    b: str
    games: int
    paired: bool
    equal: int
    differences: tuple[Difference, ...]
    headline: str
    findings: tuple[str, ...]
    verdict: str


def usual_measures(players: Sequence[str]) -> tuple[str, ...]:
    """What is compared if nobody says what."""
    seats = [f"wins.{seat}" for seat in range(1, len(players) + 1)]
    return (*seats, "first-wins.1", "score", "margin", "turns", "decisions", "choices", "lead-changes", "led-from")


def compare_runs(a: Run, b: Run, measures: Sequence[str] = ()) -> Comparison:
    """Hold B against A."""
    one, other = a.experiment, b.experiment
    if len(one.players) != len(other.players) or one.game.name != other.game.name:
        raise LabError(f"cannot compare {one.name} and {other.name}: they must be the same game with the same number of seats")
    chosen = tuple(check_measure(name, one.players) for name in measures) or usual_measures(one.players)
    for name in chosen:
        check_measure(name, other.players)
    names = (one.name, other.name) if one.name != other.name else (f"{one.name} (A)", f"{other.name} (B)")
    return compare_frames(a.frame(one.games), b.frame(other.games), names, chosen)


def compare_frames(a: pl.DataFrame, b: pl.DataFrame, names: tuple[str, str], measures: Sequence[str]) -> Comparison:
    """Hold one table of games against another; paired by number where the seeds are the same."""
    games = min(a.height, b.height)
    if games < 2:
        raise LabError("a comparison needs at least two games of each experiment")
    a, b = a.head(games), b.head(games)
    paired = a["seed"].equals(b["seed"])
    found = [_difference(name, values_of(a, name), values_of(b, name), paired) for name in measures]
    raised = holm([luck for _, luck in found])
    differences = tuple(msgspec.structs.replace(one, luck=luck) for (one, _), luck in zip(found, raised, strict=True))
    equal = sum(one == other for one, other in zip(a.select(_COURSE).iter_rows(), b.select(_COURSE).iter_rows(), strict=True))
    return Comparison(
        a=names[0],
        b=names[1],
        games=games,
        paired=paired,
        equal=equal,
        differences=differences,
        headline=_headline(names, games, equal, differences),
        findings=tuple(_finding(one) for one in differences if one.shown),
        verdict=_verdict(names, games, equal, differences),
    )


def _difference(name: str, a: Values, b: Values, paired: bool) -> tuple[Difference, float]:
    if paired:
        pairs = [(x, y) for x, y in zip(a, b, strict=True) if x is not None and y is not None]
        xs, ys = [x for x, _ in pairs], [y for _, y in pairs]
        gaps = [y - x for x, y in pairs]
        difference, freedom, error = estimate(gaps), len(gaps) - 1.0, sqrt(variance(gaps) / max(1, len(gaps)))
    else:
        xs, ys = [x for x in a if x is not None], [y for y in b if y is not None]
        difference, freedom, error = _welch(xs, ys)
    if error == 0:
        luck = 1.0 if difference.mean == 0 else 0.0
    else:
        luck = t_tail(difference.mean / error, freedom)
    spread = sqrt((variance(xs) + variance(ys)) / 2)
    effect = difference.mean / spread if spread else 0.0
    return Difference(name, estimate(xs), estimate(ys), difference, effect, luck), luck


def _welch(xs: Sequence[float], ys: Sequence[float]) -> tuple[Estimate, float, float]:
    """The difference of the means of two samples that have nothing to do with each other."""
    gap = mean(ys) - mean(xs)
    one, other = variance(xs) / max(1, len(xs)), variance(ys) / max(1, len(ys))
    error = sqrt(one + other)
    if error == 0 or min(len(xs), len(ys)) < 2:
        return Estimate(gap, gap, gap, 0.0, min(len(xs), len(ys))), 1.0, 0.0
    freedom = (one + other) ** 2 / (one**2 / (len(xs) - 1) + other**2 / (len(ys) - 1))
    reach = t_quantile(0.975, freedom) * error
    return Estimate(gap, gap - reach, gap + reach, sqrt(variance(xs) + variance(ys)), min(len(xs), len(ys))), freedom, error


def number(value: float, signed: bool = False) -> str:
    """A number with as many digits as help."""
    size = abs(value)
    digits = 0 if size >= 1000 else 1 if size >= 10 else 2 if size >= 0.1 or size == 0 else 3
    text = f"{value:{'+' if signed else ''},.{digits}f}"
    return text.replace("-", "−")


def amount(measure: str, value: float, signed: bool = False) -> str:
    """A value of a measure; shares of wins and of the game are percentages, and their differences percentage points."""
    if measure.startswith(("wins", "first-wins", "led-from")):
        return (f"{value * 100:+.1f} pp" if signed else f"{value * 100:.1f} %").replace("-", "−")
    return number(value, signed)


def _headline(names: tuple[str, str], games: int, equal: int, differences: Sequence[Difference]) -> str:
    shown = [one for one in differences if one.shown]
    if equal == games and not shown:
        return f"No difference at all: all {games:,} games went the same way in {names[0]} and in {names[1]}."
    if not shown:
        widest = next((one for one in differences if one.measure == "score"), differences[0])
        most = max(abs(widest.difference.low), abs(widest.difference.high))
        return (
            f"No difference shown: between {names[0]} and {names[1]}, {games:,} games each, "
            f"nothing differs more than luck explains. "
            f"If there is one, {widest.words} differ by less than {amount(widest.measure, most)}."
        )
    largest = max(shown, key=lambda one: abs(one.effect)).size
    weight = "though the effect is tiny" if largest == "tiny" else f"and the largest effect is {largest}"
    return f"{names[1]} plays differently from {names[0]}, {weight}."


def _verdict(names: tuple[str, str], games: int, equal: int, differences: Sequence[Difference]) -> str:
    headline = _headline(names, games, equal, differences)
    shown = sorted((one for one in differences if one.shown), key=lambda one: -abs(one.effect))
    if not shown:
        return headline
    told = "; ".join(_told(one) for one in shown[:_NAMED])
    more = len(shown) - _NAMED
    rest = f"; and {more} more measure{'s' if more > 1 else ''} differ{'' if more > 1 else 's'}" if more > 0 else ""
    return f"{headline[:-1]}: {told}{rest}."


def _told(one: Difference) -> str:
    name = one.measure
    way = "up" if one.difference.mean > 0 else "down"
    low, high = amount(name, one.difference.low, True), amount(name, one.difference.high, True)
    return (
        f"{one.words} {way} from {amount(name, one.a.mean)} to {amount(name, one.b.mean)} ({low} to {high}, a {one.size} effect)"
    )


def _finding(one: Difference) -> str:
    """A difference as a line of a list."""
    name, gap = one.measure, one.difference
    low, high = amount(name, gap.low, True), amount(name, gap.high, True)
    return (
        f"{one.words[:1].upper()}{one.words[1:]}: {amount(name, gap.mean, True)} ({low} to {high}), from "
        f"{amount(name, one.a.mean)} to {amount(name, one.b.mean)}; a {one.size} effect."
    )
