"""What `freightyard lab` found, as tables at the terminal."""

import sys
from typing import TYPE_CHECKING, Any

import msgspec
from rich.console import Console
from rich.markup import escape
from rich.table import Table

if TYPE_CHECKING:
    from freightyard.lab.compare import Comparison
    from freightyard.lab.run import Run


def print_run(this: "Run") -> None:
    """How an experiment went."""
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
            f"{escape(skill.better)} scores more than {escape(skill.other)} in {skill.above.mean * 100:.1f} % of their games"
        )
    console.print("Games by the rule that ended them: " + ", ".join(f"{slug} {count:,}" for slug, count in one.ended_by.items()))
    until = this.experiment.until
    if until is not None:
        width = this.interval(until, one.games).width
        found = "narrower than the goal," if width < until.width else "still wider than the goal,"
        whose = escape(words_of(until.measure))
        told = f"After {one.games:,} games the 95 % interval of {whose} is {width:.3g} wide: {found} {until.width:g}."
        console.print(told, highlight=False)


def print_comparison(comparison: "Comparison") -> None:
    """What differs between two runs."""
    from freightyard.lab.compare import amount

    console = _console()
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("")
    for title in (comparison.a, comparison.b, "difference", "95 %", "effect", "by chance"):
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
        f"{comparison.games:,} games each, from {shared}. By chance: how often equal rules would show such a difference in any "
        "row by luck alone; below 5 % the difference counts as real. pp: percentage points.",
        style="dim",
        highlight=False,
    )
    console.print(escape(comparison.headline), style="bold", highlight=False)
    for finding in comparison.findings:
        console.print(f"- {escape(finding)}", highlight=False)


def _console() -> Console:
    """A terminal is as wide as it is; in a file or a pipe the rows stay whole."""
    return Console(width=None if sys.stdout.isatty() else 150)


def plain(comparison: "Comparison") -> dict[str, Any]:
    """A comparison for machines."""
    rows = [
        {**msgspec.to_builtins(one), "shown": one.shown, "size": one.size, "words": one.words} for one in comparison.differences
    ]
    return {**msgspec.to_builtins(comparison), "differences": rows}
