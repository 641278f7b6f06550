"""`freightyard bench`: the speed of the games beside other libraries."""

import argparse
import sys
import warnings
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import msgspec
from rich.console import Console
from rich.table import Table

from freightyard import build
from freightyard.commands.common import progress_bar, whole_number
from freightyard.core.errors import BadSetup
from freightyard.core.files import read_text
from freightyard.lab.bench.entries import OURS, BenchEntry, usual_games
from freightyard.lab.bench.measure import MEASURES, Measure, measure
from freightyard.lab.bench.plot import Bar, Panel, plot
from freightyard.lab.bench.report import (
    BenchRun,
    MeasuredRows,
    RatioChange,
    bench_run_of,
    compare,
    is_worse,
    measured_rows,
    plain,
    read_bench_run,
)


def _steps(only: str) -> list[BenchEntry]:
    """Steps of PettingZoo environments; none where PettingZoo is not installed."""
    if find_spec("pettingzoo") is None or find_spec("numpy") is None:
        return []
    from freightyard.adapters.bench import PEER, stepped

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what others warn about while they are made is none of our business
        return [BenchEntry(name, PEER if is_peer else OURS, run) for name, is_peer, run in stepped(only)]


# The lab knows no adapters, so what is measured of them is added here.
_MEASURES: Final = (
    *MEASURES,
    Measure("steps", "random steps of PettingZoo environments, observation and mask included", "steps/s", _steps),
)


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Register the command."""
    usual = ",".join(one.name for one in _MEASURES if one.usual)
    parser = subparsers.add_parser(
        "bench",
        help="measure the speed of the games beside other libraries",
        description="Measure the speed of every game beside other libraries (pip install 'freightyard[bench]' installs them), in "
        "interleaved rounds. Trust the ratios: rates depend on what else the machine is doing.",
        epilog="Measures: " + "; ".join(f"{one.name}: {one.title} ({one.unit})" for one in _MEASURES) + ".",
    )
    parser.add_argument(
        "--measure", metavar="WORDS", default=usual, help=f"what to measure, separated by commas, or all (default {usual})"
    )
    parser.add_argument("--rounds", type=whole_number(1, 1000), default=5, metavar="N", help="how many rounds (default 5)")
    parser.add_argument(
        "--milliseconds",
        type=whole_number(10, 60_000),
        default=300,
        metavar="MS",
        help="time for each entry in a round (default 300)",
    )
    parser.add_argument(
        "--only",
        metavar="WORD",
        default="",
        help="only games and editions whose name contains this word, and all other libraries",
    )
    parser.add_argument("--json", action="store_true", help="print JSON, with the value of every round")
    parser.add_argument("--plot", metavar="FILE", help="draw the result as SVG")
    parser.add_argument(
        "--against",
        metavar="FILE",
        help="compare with the JSON of an earlier run, by the ratios to other libraries; exit status 1 if anything is slower",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Measure, print, compare."""
    chosen = _chosen(args.measure)
    before = None if args.against is None else read_bench_run(read_text(args.against, BadSetup), args.against)
    if not usual_games(args.only):
        raise BadSetup(f"--only {args.only!r} fits no game or edition; `freightyard games` lists them")
    if args.plot is not None and not Path(args.plot).resolve().parent.is_dir():
        raise BadSetup(f"cannot write {args.plot}: its folder does not exist")
    result = bench_run_of([_measured(one, args) for one in chosen], args.milliseconds)
    changes = [] if before is None else compare(result, before)
    if args.json:
        document = plain(result)
        if before is not None:
            document["against"] = msgspec.to_builtins(changes)
        sys.stdout.write(msgspec.json.encode(document).decode() + "\n")
    else:
        _print(result, args.rounds)
        if before is not None:
            _print_changes(changes, result, before)
    if args.plot is not None:
        Path(args.plot).write_text(plot([_panel(found) for found in result.measures], _caption(result)), encoding="utf-8")
    return 1 if any(is_worse(change) for change in changes) else 0


def _chosen(words: str) -> list[Measure]:
    known = {one.name: one for one in _MEASURES}
    names = list(known) if words == "all" else [word.strip() for word in words.split(",")]
    for name in names:
        if name not in known:
            raise BadSetup(f"there is no measure {name!r}; the measures are {', '.join(known)}")
    return [one for one in _MEASURES if one.name in names]


def _measured(one: Measure, args: argparse.Namespace) -> MeasuredRows:
    entries = one.entries(args.only)
    rounds = one.rounds or args.rounds
    found = measured_rows(one, [])
    with progress_bar() as bar:
        task = bar.add_task(one.name, total=rounds, rate="")
        for rows in measure(entries, rounds, args.milliseconds / 1000) if entries else ():
            found = measured_rows(one, rows)
            bar.advance(task)
    return found


def _print(result: BenchRun, rounds: int) -> None:
    console = _console()
    for found in result.measures:
        if not found.rows:
            console.print(f"{found.title}: not available on this system", style="dim", markup=False)
            continue
        console.print(_table(found))
        console.print()
    console.print(
        f"One process, {build()}, medians of {rounds} rounds. × LIBRARY: our rate divided by the rate of that library's median "
        "game in the same round.",
        style="dim",
        markup=False,
    )
    if result.missing:
        names = ", ".join(result.missing)
        console.print(
            f"Not installed: {names}. To compare with them, pip install 'freightyard[bench]'.", style="dim", markup=False
        )


def _console() -> Console:
    """A terminal is as wide as it is; in a file or a pipe the rows stay whole."""
    return Console(width=None if sys.stdout.isatty() else 150)


def _table(found: MeasuredRows) -> Table:
    groups = found.groups
    table = Table(found.title, box=None, pad_edge=False, header_style="bold")
    table.add_column(found.unit, justify="right")
    table.add_column("lowest–highest", justify="right", style="dim")
    for group in groups:
        table.add_column(f"× {group}", justify="right")
    for row in found.rows:
        spread = f"{min(row.values):,.0f}–{max(row.values):,.0f}" if len(row.values) > 1 else ""
        ratios = [_ratio(row.ratio(group)) if group in row.ratios else "" for group in groups]
        table.add_row(row.name, f"{row.median:,.0f}", spread, *ratios, style="dim" if row.is_peer else "")
    return table


def _ratio(ratio: float) -> str:
    return f"{ratio:.0f}" if ratio >= 100 else f"{ratio:.1f}" if ratio >= 10 else f"{ratio:.2f}"


def _print_changes(changes: Sequence[RatioChange], now: BenchRun, before: BenchRun) -> None:
    console = _console()
    table = Table("ratio to the same library", box=None, pad_edge=False, header_style="bold")
    for column in ("before", "now", "change", "noise"):
        table.add_column(column, justify="right")
    table.add_column("")
    styles = {"slower": "red", "larger": "red", "faster": "green", "smaller": "green"}
    for change in changes:
        table.add_row(
            f"{change.measure}: {change.name}",
            f"× {_ratio(change.before)}",
            f"× {_ratio(change.now)}",
            f"{change.change - 1:+.0%}",
            f"±{change.noise:.0%}",
            change.verdict,
            style=styles.get(change.verdict, ""),
        )
    console.print()
    console.print(table)
    if now.build != before.build:
        console.print(f"The earlier run was {before.build}, this one is {now.build}.", style="dim", markup=False)
    for peer, version in now.peers.items():
        old = before.peers.get(peer, version)
        if old != version:
            console.print(f"{peer} was {old} then and is {version} now.", style="dim", markup=False)


def _panel(found: MeasuredRows) -> Panel:
    bars = [Bar(row.name, row.is_peer, row.median, min(row.values), max(row.values)) for row in found.rows]
    return Panel(found.title, found.unit, tuple(bars))


def _caption(result: BenchRun) -> str:
    versions = ", ".join(f"{peer} {version}" for peer, version in result.peers.items()) or "no peers"
    return f"freightyard {result.version}, {result.build}, Python {result.python}, {result.system}; {versions}"
