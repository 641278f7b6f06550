"""`freightyard bench`: our rates beside the peers' that are installed."""

import argparse
import sys

import msgspec
from rich.console import Console
from rich.table import Table

from freightyard import build
from freightyard.commands.common import progress_bar, whole_number
from freightyard.lab.bench import Rate, entries, measure
from freightyard.rules.errors import BadSetup


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Register the command."""
    parser = subparsers.add_parser(
        "bench",
        help="our rates beside the peers' that are installed",
        description="Random playouts of every game, interleaved with those of the peers that are installed "
        "(pip install 'freightyard[bench]'). Trust the ratios: times depend on what else the machine is doing.",
    )
    parser.add_argument("--rounds", type=whole_number(1, 1000), default=5, metavar="N", help="repetitions (default 5)")
    parser.add_argument("--milliseconds", type=whole_number(10, 60_000), default=500, metavar="MS", help="of each in a round")
    parser.add_argument("--only", metavar="WORD", default="", help="only our games whose name has this word; peers always")
    parser.add_argument("--json", action="store_true", help="for machines")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Measure and print."""
    chosen = [entry for entry in entries() if entry.is_peer or args.only in entry.name]
    if all(entry.is_peer for entry in chosen):
        raise BadSetup(f"no game has {args.only!r} in its name")
    rates: list[Rate] = []
    with progress_bar() as bar:
        task = bar.add_task("rounds", total=args.rounds, rate="")
        for so_far in measure(chosen, args.rounds, args.milliseconds / 1000):
            rates = so_far
            bar.advance(task)
    if args.json:
        sys.stdout.write(msgspec.json.encode([rate.row() for rate in rates]).decode() + "\n")
    else:
        _print(rates, args.rounds)
    return 0


def _print(rates: list[Rate], rounds: int) -> None:
    peers = [rate.name for rate in rates if rate.is_peer]
    console = Console()
    table = Table("random playouts", box=None, pad_edge=False, header_style="bold")
    table.add_column("decisions/s", justify="right")
    table.add_column("lowest–highest", justify="right", style="dim")
    for peer in peers:
        table.add_column(f"× {peer}", justify="right")
    for rate in rates:
        spread = f"{min(rate.rates):,.0f}–{max(rate.rates):,.0f}"
        ratios = [f"{rate.ratios[peer]:.1f}" if peer in rate.ratios else "" for peer in peers]
        table.add_row(rate.name, f"{rate.median:,.0f}", spread, *ratios)
    console.print(table)
    console.print(
        f"One process, {build()}, median of {rounds} rounds; × is the median of the ratios within a round.", style="dim"
    )
    if not peers:
        console.print("No peer is installed: pip install 'freightyard[bench]' brings some.", style="dim", markup=False)
