"""`freightyard lab`: experiments, comparisons and reports."""

import argparse
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from rich.console import Console
from rich.markup import escape

from freightyard.commands import lab_outliers
from freightyard.commands.common import progress_bar, whole_number
from freightyard.commands.lab_experiments import experiment_from, run_named
from freightyard.commands.lab_tables import plain, print_comparison, print_run
from freightyard.core.setup import chosen_edition
from freightyard.games import all_games, game_named
from freightyard.lab.changes import fields
from freightyard.lab.errors import LabError, needed
from freightyard.lab.experiment import MOST_GAMES, MOST_SEED, Experiment
from freightyard.lab.pool import Executor, executor_for

if TYPE_CHECKING:
    from freightyard.lab.run import Progress, Run

DESCRIPTION = """Change a rule and measure what it does. An experiment is a game, an edition with changes, a bot for each seat and
a number of games. Results are saved in a folder while it runs; if it is interrupted, the same command continues."""
_RUN = """Play an experiment: either a file experiment.toml, or a game with the options below. The same experiment gives the same
results, byte for byte, on any machine and with any number of workers."""
_COMPARE = """Compare two experiments, each given as a TOML file or as the folder of a run. Missing games are played first. Both
use the same seeds, so that game n of A and game n of B start with the same luck."""


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Register the command and its own commands."""
    parser = subparsers.add_parser("lab", help="change a rule and measure what it does", description=DESCRIPTION)
    inner = parser.add_subparsers(metavar="WHAT", required=True, parser_class=type(parser))
    _add_run(inner)
    _add_compare(inner)
    _add_report(inner)
    _add_fields(inner)
    lab_outliers.add(inner)


def _add_run(inner: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = inner.add_parser("run", help="play the games of an experiment", description=_RUN)
    parser.add_argument(
        "what", metavar="WHAT", help=f"a file such as experiment.toml, or a game: {', '.join(game.name for game in all_games())}"
    )
    parser.add_argument(
        "--edition", metavar="E", help="a built-in edition or a file (default: the first edition that `freightyard games` lists)"
    )
    parser.add_argument(
        "--option", metavar="K[=V]", action="append", default=[], help="an option of the edition; may be repeated"
    )
    parser.add_argument(
        "--change",
        metavar="FIELD=VALUE",
        action="append",
        default=[],
        help="change a field of the edition, such as award.longest=4; may be repeated",
    )
    parser.add_argument(
        "--seats",
        metavar="BOTS",
        help="a bot for each seat, such as driver,random, or a number of greedy bots (greedy is an older name of driver)",
    )
    parser.add_argument("--rotate", action="store_true", help="move the bots on by one seat after every game")
    parser.add_argument("--games", type=whole_number(1, MOST_GAMES), metavar="N", help="how many games (default 1,000)")
    parser.add_argument(
        "--until", metavar="MEASURE=X", help="stop when the 95 %% interval of a measure is narrower than X, such as wins.1=0.02"
    )
    parser.add_argument("--seed", type=whole_number(0, MOST_SEED), metavar="S", help="seed of the first game (default 1)")
    parser.add_argument("--name", help="name of the experiment in reports (default: that of the file or the game)")
    parser.add_argument("--out", metavar="DIR", type=Path, help="folder for the results (default runs/NAME)")
    parser.add_argument("--report", metavar="FILE", type=Path, help="also write a report as HTML")
    _add_workers(parser)
    parser.set_defaults(run=run)


def _add_compare(inner: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = inner.add_parser("compare", help="compare two experiments", description=_COMPARE)
    parser.add_argument("a", metavar="A", help="an experiment.toml, or the folder of a run")
    parser.add_argument("b", metavar="B", help="another one")
    parser.add_argument(
        "--measure",
        action="append",
        default=[],
        metavar="M",
        help="what to compare, such as score or wins.1; may be repeated (default: the usual measures)",
    )
    parser.add_argument(
        "--games", type=whole_number(2, MOST_GAMES), metavar="N", help="games of each (default: what the experiments say)"
    )
    parser.add_argument("--apart", action="store_true", help="play B with other seeds than A")
    parser.add_argument("--out", metavar="DIR", type=Path, default=Path("runs"), help="folder for the results (default runs)")
    parser.add_argument("--report", metavar="FILE", type=Path, help="also write a report of both as HTML")
    parser.add_argument("--json", action="store_true", help="print JSON")
    _add_workers(parser)
    parser.set_defaults(run=run_compare)


def _add_report(inner: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = inner.add_parser(
        "report",
        help="write a report of runs as one HTML file",
        description="Write a report of one or more runs as one HTML file. Every other run is compared with the first.",
    )
    parser.add_argument("runs", metavar="DIR", nargs="+", type=Path, help="the folder of a run")
    parser.add_argument("--title", help="title of the report")
    parser.add_argument(
        "--html", metavar="FILE", type=Path, default=Path("report.html"), help="the file to write (default report.html)"
    )
    parser.add_argument("--charts", metavar="DIR", type=Path, help="also write every chart into this folder")
    parser.add_argument("--form", choices=("svg", "png"), default="svg", help="format of those charts (default svg)")
    parser.set_defaults(run=run_report)


def _add_fields(inner: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = inner.add_parser(
        "fields",
        help="list what can be changed in an edition",
        description="List the fields of an edition that --change can set, with their values.",
    )
    parser.add_argument("game", metavar="GAME", help="its name, as `freightyard games` lists it")
    parser.add_argument("edition", metavar="EDITION", nargs="?", help="its name (default: the first of the game)")
    parser.set_defaults(run=run_fields)


def _add_workers(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--workers", type=whole_number(1, 256), default=1, metavar="W", help="processes to use (default 1)")
    parser.add_argument(
        "--ray",
        metavar="ADDRESS",
        help="play on a Ray cluster: its address, auto to find it, or local to start one on this machine",
    )


def run(args: argparse.Namespace) -> int:
    """Play an experiment, and say how it went."""
    needed("polars", "lab")
    if args.report is not None:
        _drawing()
    experiment = experiment_from(args)
    from freightyard.lab.run import Run

    this = Run(experiment, args.out or Path("runs") / experiment.name)
    with _executor(args) as executor, _watched(experiment) as progress:
        this.play(executor, progress)
    this.experiment = msgspec.structs.replace(experiment, games=_finished_games(this))
    print_run(this)
    if args.report is not None:
        _write_report([this], None, args.report)
    return 0


def run_compare(args: argparse.Namespace) -> int:
    """Play what is missing of both, and hold the second against the first."""
    needed("polars", "lab")
    if args.report is not None:
        _drawing()
    from freightyard.lab.compare import compare_runs

    first = run_named(args.a, args, None)
    second = run_named(args.b, args, first)
    if first.folder.resolve() == second.folder.resolve() and first.experiment.fingerprint() != second.experiment.fingerprint():
        raise LabError(f'{args.a} and {args.b} have the same name; give one of them another name with name = "…" in its file')
    with _executor(args) as executor:
        for this in (first, second):
            with _watched(this.experiment) as progress:
                this.play(executor, progress)
    comparison = compare_runs(first, second, args.measure)
    if args.json:
        sys.stdout.write(msgspec.json.encode(plain(comparison)).decode() + "\n")
    else:
        print_comparison(comparison)
    if args.report is not None:
        _write_report([first, second], None, args.report)
    return 0


def run_report(args: argparse.Namespace) -> int:
    """Write a report."""
    needed("polars", "lab")
    _drawing()
    from freightyard.lab.report import report_of, write_charts, write_html
    from freightyard.lab.run import load_run

    report = report_of([load_run(folder) for folder in args.runs], args.title)
    write_html(report, args.html)
    console = Console(soft_wrap=True)
    console.print(f"Wrote {args.html}.")
    if args.charts is not None:
        paths = write_charts(report, args.charts, args.form)
        console.print(f"Wrote {len(paths)} charts to {args.charts}.")
    return 0


def run_fields(args: argparse.Namespace) -> int:
    """List the fields of an edition."""
    edition = chosen_edition(game_named(args.game), args.edition)
    for name, value in fields(dict(edition.raw)):
        sys.stdout.write(f"{name} = {msgspec.json.encode(value).decode()}\n")
    return 0


@contextmanager
def _executor(args: argparse.Namespace) -> Iterator[Executor]:
    """Whoever plays the games."""
    if args.ray is None:
        with executor_for(args.workers) as executor:
            yield executor
        return
    if args.ray == "local" or args.ray.startswith("127."):
        # Ray reads this when it is imported. Else it would talk over the machine's outer address even to itself.
        os.environ.setdefault("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")
    needed("ray", "ray")
    from freightyard.lab.cluster import on_cluster

    with on_cluster(args.ray) as executor:
        yield executor


@contextmanager
def _watched(experiment: Experiment) -> "Iterator[Progress]":
    """A bar with rate and remaining time, if a person watches."""
    with progress_bar() as bar:
        task = bar.add_task(escape(experiment.name), total=experiment.games, rate="")
        seen = False

        def progress(done: int, wanted: int) -> None:
            nonlocal seen
            if not seen:
                # What was there before was not played now: it must not count as speed.
                bar.reset(task, total=wanted, completed=done)
                seen = True
            speed = bar.tasks[0].speed
            bar.update(task, completed=done, total=wanted, rate=f"{speed:,.1f} games/s" if speed else "")

        yield progress


def _finished_games(this: "Run") -> int:
    from freightyard.lab.run import load_run

    return load_run(this.folder).experiment.games


def _drawing() -> None:
    needed("altair", "lab")
    needed("vl_convert", "lab")


def _write_report(runs: "list[Run]", title: str | None, path: Path) -> None:
    from freightyard.lab.report import report_of, write_html

    write_html(report_of(runs, title), path)
    Console(soft_wrap=True, stderr=True).print(f"Wrote {path}.")
