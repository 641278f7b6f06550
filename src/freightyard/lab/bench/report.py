"""A run as data, and two runs beside each other."""

import os
import platform
import statistics
from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec

from freightyard import __version__, build
from freightyard.core.errors import BadSetup
from freightyard.lab.bench import peers
from freightyard.lab.bench.measure import BenchRow, Measure

FORMAT: Final = "freightyard bench 1"
LEAST_CHANGE: Final = 0.05  # below this nothing is said to have changed, however quiet the machine was


class MeasuredRows(msgspec.Struct, frozen=True):
    """The rows of one measure."""

    name: str
    title: str
    unit: str
    more_is_better: bool
    rows: tuple[BenchRow, ...]

    @property
    def groups(self) -> list[str]:
        """The peers that the rows are set in relation to."""
        return list(dict.fromkeys(group for row in self.rows if not row.is_peer for group in row.ratios))


class BenchRun(msgspec.Struct, frozen=True):
    """All that one run has found, and on what."""

    format: str
    version: str
    build: str
    python: str
    system: str
    cores: int
    milliseconds: int
    peers: dict[str, str]
    missing: tuple[str, ...]
    measures: tuple[MeasuredRows, ...]


class RatioChange(msgspec.Struct, frozen=True):
    """What became of one entry between two runs, by its ratio to the peers that both have. Above 1 is better."""

    measure: str
    name: str
    before: float
    now: float
    change: float
    noise: float
    verdict: str


def bench_run_of(found: Iterable[MeasuredRows], milliseconds: int) -> BenchRun:
    """The document of a run."""
    return BenchRun(
        FORMAT,
        __version__,
        build(),
        platform.python_version(),
        f"{platform.system()} {platform.machine()}",
        os.cpu_count() or 1,
        milliseconds,
        peers.installed(),
        tuple(peers.missing()),
        tuple(found),
    )


def measured_rows(measure: Measure, rows: Sequence[BenchRow]) -> MeasuredRows:
    """What one measure has found."""
    return MeasuredRows(measure.name, measure.title, measure.unit, measure.more_is_better, tuple(rows))


def plain(run: BenchRun) -> dict[str, Any]:
    """The document for machines: every round, and the medians for those who do not want to work them out."""
    document: dict[str, Any] = msgspec.to_builtins(run)
    for found, measured in zip(document["measures"], run.measures, strict=True):
        for row, rated in zip(found["rows"], measured.rows, strict=True):
            row["median"] = rated.median
            row["median_ratios"] = {group: round(rated.ratio(group), 4) for group in rated.ratios}
    return document


def read_bench_run(text: str, source: str) -> BenchRun:
    """A run from its JSON, or a sentence about what is wrong with it."""
    try:
        run = msgspec.json.decode(text, type=BenchRun)
    except (msgspec.DecodeError, RecursionError):
        raise BadSetup(f"{source} is not a result of `freightyard bench --json`") from None
    if run.format != FORMAT:
        raise BadSetup(f"{source} has the format {run.format[:40]!r}, but must have {FORMAT!r}")
    return run


def compare(now: BenchRun, before: BenchRun) -> list[RatioChange]:
    """What changed for each of our entries that both runs have measured beside the same peers."""
    earlier = {(found.name, row.name): row for found in before.measures for row in found.rows}
    changes = []
    for found in now.measures:
        for row in found.rows:
            old = earlier.get((found.name, row.name))
            if old is None or row.is_peer:
                continue
            common = [group for group in row.ratios if group in old.ratios]
            if common:
                changes.append(_change(found, row, old, common))
    if not changes:
        raise BadSetup("the two runs have no game and library in common, so they cannot be compared")
    return changes


def _change(found: MeasuredRows, row: BenchRow, old: BenchRow, common: Sequence[str]) -> RatioChange:
    now, before = _beside(row, common), _beside(old, common)
    middle, old_middle = statistics.median(now), statistics.median(before)
    change = middle / old_middle if found.more_is_better else old_middle / middle
    noise = max(LEAST_CHANGE, _spread(now) + _spread(before))
    verdict = "slower" if change < 1 / (1 + noise) else "faster" if change > 1 + noise else "same"
    if not found.more_is_better:
        verdict = {"slower": "larger", "faster": "smaller"}.get(verdict, verdict)
    return RatioChange(found.name, row.name, old_middle, middle, change, noise, verdict)


def _beside(row: BenchRow, groups: Sequence[str]) -> list[float]:
    """Round by round the geometric mean of the ratios to these peers."""
    return [statistics.geometric_mean(ratios) for ratios in zip(*[row.ratios[group] for group in groups], strict=True)]


def _spread(values: Sequence[float]) -> float:
    """Half of what lies between the lowest and the highest, as a part of the median: a busy machine must not raise alarms."""
    return (max(values) - min(values)) / 2 / statistics.median(values)


def is_worse(change: RatioChange) -> bool:
    """Whether somebody should look into it."""
    return change.verdict in ("slower", "larger")
