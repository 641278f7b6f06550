"""`freightyard lab`: experiments, comparisons and reports."""

import argparse
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from freightyard.commands.common import progress_bar, whole_number
from freightyard.core.setup import chosen_edition
from freightyard.games import all_games, game_named
from freightyard.lab.changes import fields, read_change
from freightyard.lab.errors import LabError, needed
from freightyard.lab.experiment import (
    MOST_GAMES,
    MOST_SEED,
    Experiment,
    Until,
    check_until,
    experiment_of,
    read_experiment,
    sheet_of,
)

if TYPE_CHECKING:
    from freightyard.lab.compare import Comparison
    from freightyard.lab.run import Progress, Run
    from freightyard.lab.workers import Executor

DESCRIPTION = """Change a rule and learn what it does. An experiment is a game, an edition with changes, bots on the seats and a
number of games; its results grow in a folder while it runs, and the same command goes on where it was interrupted."""
_RUN = """WHAT is an experiment.toml, or a game; the other words then say what to play. Equal experiments have equal results, byte
for byte, with any number of workers and on any machine."""
_COMPARE = """A and B are experiments (TOML files) or folders of runs. Games that are missing are played first. Both use the same
seeds, so that game n of A and game n of B share their luck."""


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Register the command and its own commands."""
    parser = subparsers.add_parser("lab", help="experiments, comparisons and reports", description=DESCRIPTION)
    inner = parser.add_subparsers(metavar="WHAT", required=True, parser_class=type(parser))
    _add_run(inner)
    _add_compare(inner)
    _add_report(inner)
    _add_fields(inner)


def _add_run(inner: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = inner.add_parser("run", help="play the games of an experiment", description=_RUN)
    parser.add_argument("what", metavar="WHAT", help=f"experiment.toml, or one of {', '.join(game.name for game in all_games())}")
    parser.add_argument("--edition", metavar="E", help="a built-in edition or a file (default: the game's usual one)")
    parser.add_argument(
        "--option", metavar="K[=V]", action="append", default=[], help="of the edition; may be given several times"
    )
    parser.add_argument(
        "--change", metavar="FIELD=VALUE", action="append", default=[], help="a change of the edition, such as award.longest=4"
    )
    parser.add_argument("--seats", metavar="BOTS", help="a bot a seat, such as greedy,random; or how many greedy ones")
    parser.add_argument("--rotate", action="store_true", help="the bots move on by one seat from game to game")
    parser.add_argument("--games", type=whole_number(1, MOST_GAMES), metavar="N", help="how many (default 1,000)")
    parser.add_argument("--until", metavar="MEASURE=X", help="stop when its interval is narrower than X, such as wins.1=0.02")
    parser.add_argument("--seed", type=whole_number(0, MOST_SEED), metavar="S", help="of the first game (default 1)")
    parser.add_argument("--name", help="in reports (default: the name of the file, or the game's)")
    parser.add_argument("--out", metavar="DIR", type=Path, help="where the results go (default runs/NAME)")
    parser.add_argument("--report", metavar="FILE", type=Path, help="write a report of the run as HTML")
    _add_workers(parser)
    parser.set_defaults(run=run)


def _add_compare(inner: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = inner.add_parser("compare", help="two experiments against each other", description=_COMPARE)
    parser.add_argument("a", metavar="A")
    parser.add_argument("b", metavar="B")
    parser.add_argument("--measure", action="append", default=[], metavar="M", help="what to compare, such as score or wins.1")
    parser.add_argument(
        "--games", type=whole_number(2, MOST_GAMES), metavar="N", help="how many of each (default: what they say)"
    )
    parser.add_argument("--apart", action="store_true", help="B gets other seeds than A: nothing is shared")
    parser.add_argument("--out", metavar="DIR", type=Path, default=Path("runs"), help="where the results go (default runs)")
    parser.add_argument("--report", metavar="FILE", type=Path, help="write a report of both as HTML")
    parser.add_argument("--json", action="store_true", help="for machines")
    _add_workers(parser)
    parser.set_defaults(run=run_compare)


def _add_report(inner: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = inner.add_parser(
        "report", help="a report of runs as one HTML file", description="A report of runs; each is held against the first."
    )
    parser.add_argument("runs", metavar="DIR", nargs="+", type=Path, help="the folder of a run")
    parser.add_argument("--title")
    parser.add_argument("--html", metavar="FILE", type=Path, default=Path("report.html"), help="default report.html")
    parser.add_argument("--charts", metavar="DIR", type=Path, help="write every chart into this folder too")
    parser.add_argument("--form", choices=("svg", "png"), default="svg", help="of those charts (default svg)")
    parser.set_defaults(run=run_report)


def _add_fields(inner: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = inner.add_parser(
        "fields", help="what can be changed in an edition", description="List the fields of an edition that --change can set."
    )
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("edition", metavar="EDITION", nargs="?", help="default: the game's usual one")
    parser.set_defaults(run=run_fields)


def _add_workers(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--workers", type=whole_number(1, 256), default=1, metavar="W", help="processes (default 1)")
    parser.add_argument("--ray", metavar="ADDRESS", help="play on a Ray cluster: its address, auto, or local to start one here")


def run(args: argparse.Namespace) -> int:
    """Play an experiment, and say how it went."""
    needed("polars", "lab")
    if args.report is not None:
        _drawing()
    experiment = _experiment(args)
    from freightyard.lab.run import Run

    this = Run(experiment, args.out or Path("runs") / experiment.name)
    with _players(args) as players, _watched(experiment) as progress:
        this.play(players, progress)
    this.experiment = msgspec.structs.replace(experiment, games=_finished_games(this))
    _tell(this)
    if args.report is not None:
        _write_report([this], None, args.report)
    return 0


def run_compare(args: argparse.Namespace) -> int:
    """Play what is missing of both, and hold the second against the first."""
    needed("polars", "lab")
    if args.report is not None:
        _drawing()
    from freightyard.lab.compare import compare_runs

    first = _run_named(args.a, args, None)
    second = _run_named(args.b, args, first)
    if first.folder.resolve() == second.folder.resolve() and first.experiment.fingerprint() != second.experiment.fingerprint():
        raise LabError(f"{args.a} and {args.b} have the same name; give one of them another with name = …")
    with _players(args) as players:
        for this in (first, second):
            with _watched(this.experiment) as progress:
                this.play(players, progress)
    comparison = compare_runs(first, second, args.measure)
    if args.json:
        sys.stdout.write(msgspec.json.encode(_plain(comparison)).decode() + "\n")
    else:
        _tell_comparison(comparison)
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
    console.print(f"{args.html} is written.")
    if args.charts is not None:
        paths = write_charts(report, args.charts, args.form)
        console.print(f"{len(paths)} charts are in {args.charts}.")
    return 0


def run_fields(args: argparse.Namespace) -> int:
    """List the fields of an edition."""
    edition = chosen_edition(game_named(args.game), args.edition)
    for name, value in fields(dict(edition.raw)):
        sys.stdout.write(f"{name} = {msgspec.json.encode(value).decode()}\n")
    return 0


def _experiment(args: argparse.Namespace) -> Experiment:
    if args.what.endswith(".toml"):
        given = [name for name in ("edition", "option", "change", "seats", "rotate") if getattr(args, name)]
        if given:
            raise LabError(f"--{given[0]} is for experiments without a file; write it into {args.what}")
        experiment = read_experiment(args.what)
        check_until(_until(args.until), experiment.players)
        wanted = {"games": args.games, "seed": args.seed, "name": args.name, "until": _until(args.until)}
        return msgspec.structs.replace(experiment, **{key: value for key, value in wanted.items() if value is not None})
    raw: dict[str, Any] = {
        "game": args.what,
        "edition": args.edition,
        "options": args.option,
        "change": dict(read_change(word) for word in args.change),
        "seats": _seats(args.seats),
        "rotate": args.rotate,
        "games": args.games,
        "seed": args.seed,
        "name": args.name,
    }
    sheet = sheet_of({key: value for key, value in raw.items() if value is not None}, "the command line")
    sheet = msgspec.structs.replace(sheet, until=_until(args.until))
    return experiment_of(sheet, args.what, Path())


def _seats(word: str | None) -> int | list[str] | None:
    if word is None:
        return None
    if word.isascii() and word.isdecimal() and len(word) < 3:
        return int(word)
    return [name.strip() for name in word.split(",")]


def _until(word: str | None) -> Until | None:
    if word is None:
        return None
    measure, _, width = word.partition("=")
    try:
        return Until(measure, float(width))
    except ValueError:
        raise LabError(f"--until is written MEASURE=WIDTH, such as wins.1=0.02, not {word!r}") from None


def _run_named(word: str, args: argparse.Namespace, first: "Run | None") -> "Run":
    """A run by its experiment's file or by its folder. Apart, the second gets the seeds after those of the first."""
    from freightyard.lab.run import Run, load_run

    if not word.endswith(".toml"):
        return load_run(Path(word))  # as many games as it has
    experiment = read_experiment(word)
    if args.games is not None:
        experiment = msgspec.structs.replace(experiment, games=args.games)
    if first is not None and args.apart:
        name = f"{experiment.name}-apart"
        seed = first.experiment.seed + max(first.experiment.games, experiment.games)
        experiment = msgspec.structs.replace(experiment, seed=seed, name=name)
    return Run(experiment, args.out / experiment.name)


@contextmanager
def _players(args: argparse.Namespace) -> "Iterator[Executor]":
    """Whoever plays the games."""
    from freightyard.lab.workers import processes

    if args.ray is None:
        yield processes(args.workers)
        return
    if args.ray == "local" or args.ray.startswith("127."):
        # Ray reads this when it is imported. Else it would talk over the machine's outer address even to itself.
        os.environ.setdefault("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")
    needed("ray", "ray")
    from freightyard.lab.cluster import on_cluster

    with on_cluster(args.ray) as players:
        yield players


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
    Console(soft_wrap=True, stderr=True).print(f"{path} is written.")


def _tell(this: "Run") -> None:
    from freightyard.lab.compare import amount
    from freightyard.lab.measures import summary_of
    from freightyard.lab.scalars import words_of

    one = summary_of(this)
    console = _console()
    played = f"{one.games:,} game{'s' if one.games != 1 else ''} in {this.folder}"
    console.print(f"[bold]{escape(this.experiment.name)}[/]: {escape(this.experiment.words())}; {escape(played)}")
    table = Table("", "wins", "95 %", "points", "lowest", "highest", box=None, pad_edge=False, header_style="bold")
    for place in (*one.seats, *one.places, *(one.bots if len(one.bots) > 1 else ())):
        interval = f"{place.wins.low * 100:.1f}–{place.wins.high * 100:.1f}"
        points = f"{place.score.mean:.1f}"
        table.add_row(
            escape(place.name), f"{place.wins.mean * 100:.1f} %", interval, points, str(place.lowest), str(place.highest)
        )
    console.print(table)
    for name, value in one.lengths.items():
        low, high = amount(name, value.low), amount(name, value.high)
        console.print(f"{words_of(name)}: {amount(name, value.mean)} ({low} to {high})", highlight=False)
    for skill in one.skill:
        console.print(
            f"{escape(skill.better)} ends above {escape(skill.other)} in {skill.above.mean * 100:.1f} % of their meetings"
        )
    console.print("Ended by: " + ", ".join(f"{slug} {count:,}" for slug, count in one.ended_by.items()))
    until = this.experiment.until
    if until is not None:
        width = this.interval(until, one.games).width
        found = "narrower than" if width < until.width else "still not narrower than"
        whose = escape(words_of(until.measure))
        told = f"After {one.games:,} games the interval of {whose} is {width:.3g} wide, {found} {until.width:g}."
        console.print(told, highlight=False)


def _tell_comparison(comparison: "Comparison") -> None:
    from freightyard.lab.compare import amount

    console = _console()
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("")
    for title in (comparison.a, comparison.b, "difference", "95 %", "effect", "luck"):
        table.add_column(escape(title), justify="right", no_wrap=title not in (comparison.a, comparison.b))
    for one in comparison.differences:
        name, gap = one.measure, one.difference
        row = (
            one.words,
            amount(name, one.a.mean),
            amount(name, one.b.mean),
            amount(name, gap.mean, True),
            f"{amount(name, gap.low, True)} to {amount(name, gap.high, True)}",
            f"{one.effect:+.2f}".replace("-", "−"),
            "< 0.1 %" if one.luck < 0.001 else f"{one.luck * 100:.1f} %",
        )
        table.add_row(*map(escape, row), style="bold" if one.shown else "")
    console.print(table)
    shared = "the same seeds" if comparison.paired else "different seeds"
    console.print(
        f"{comparison.games:,} games each, from {shared}. Luck: how often luck alone brings such a difference anywhere here; "
        "below 5 % it counts as shown. pp: percentage points.",
        style="dim",
        highlight=False,
    )
    console.print(escape(comparison.headline), style="bold", highlight=False)
    for finding in comparison.findings:
        console.print(f"- {escape(finding)}", highlight=False)


def _console() -> Console:
    """A terminal is as wide as it is; in a file or a pipe the rows stay whole."""
    return Console(width=None if sys.stdout.isatty() else 150)


def _plain(comparison: "Comparison") -> dict[str, Any]:
    rows = [
        {**msgspec.to_builtins(one), "shown": one.shown, "size": one.size, "words": one.words} for one in comparison.differences
    ]
    return {**msgspec.to_builtins(comparison), "differences": rows}
