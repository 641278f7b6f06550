"""`freightyard ladder`: bots against each other in all seat orders."""

import argparse
import sys
from pathlib import Path
from typing import Final

import msgspec
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from freightyard.bots import make_bot
from freightyard.commands.common import add_game, chosen_game, progress_bar, whole_number
from freightyard.core.bot_names import split_names
from freightyard.core.chance import Stream
from freightyard.core.errors import BadSetup
from freightyard.lab.ladder import Ladder, LadderGame, line_up, play_ladder
from freightyard.lab.ladder_file import RESULTS, append, read_results
from freightyard.lab.ladder_plot import Bar, plot
from freightyard.lab.pool import executor_for
from freightyard.lab.standings import BotStanding, standings

_WIDE: Final = 120  # columns where nobody watches: the table is kept in files
DESCRIPTION: Final = """Let bots play each other in all seat orders, each order with the same cards. The table shows for each bot
its share of the wins with a 95 % interval, that share divided by an equal share, its mean score, its rating (needs pip install
'freightyard[lab]'), its mean turn in seconds, the processor time in it, its slowest turn, the turns that took a fifth longer than
allowed, and its playouts a turn. With --out the games are saved with a plot; if the ladder is interrupted, the same command
continues, and a larger --games adds games. If there are fewer bots than seats, the last one takes all seats that are left:
--bots hard,driver --seats 5 is one hard bot against four drivers. On a busy machine, take hard:0.2cpu instead of hard:0.2:
it thinks for 0.2 seconds of processor time."""


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Register the command."""
    parser = subparsers.add_parser("ladder", help="let bots play each other in all seat orders", description=DESCRIPTION)
    add_game(parser)
    parser.add_argument(
        "--seats", type=whole_number(1, 99), metavar="N", help="how many seats (default: the fewest of the edition)"
    )
    parser.add_argument(
        "--bots",
        default="planner,driver",
        metavar="BOTS",
        help="such as hard:0.2,driver,random (default planner,driver)",
    )
    parser.add_argument(
        "--games", type=whole_number(1, 1_000_000), default=100, metavar="N", help="how many games in all (default 100)"
    )
    parser.add_argument("--seed", type=whole_number(0, 2**53), default=1, metavar="S", help="seed of the first games (default 1)")
    parser.add_argument("--workers", type=whole_number(1, 256), default=1, metavar="W", help="processes to use (default 1)")
    parser.add_argument("--out", metavar="DIR", type=Path, help=f"save the games in DIR/{RESULTS} and a plot in DIR/ladder.svg")
    parser.add_argument("--json", action="store_true", help="print one line of JSON for each bot")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play what is missing, then print and draw."""
    game, edition, options = chosen_game(args)
    seats = args.seats or edition.seat_counts[0]
    names = split_names(args.bots)
    for name in names:
        make_bot(name, game, Stream("check"))  # raises for a stranger
    ladder = Ladder(game=game, edition=edition, options=options, seats=seats, bots=line_up(names, edition, seats), seed=args.seed)
    path = None
    played: list[LadderGame] = []
    if args.out is not None:
        path = _folder(args.out) / RESULTS
        played = read_results(path, ladder)
    done = {one.number for one in played}
    missing = [number for number in range(args.games) if number not in done]
    try:
        with executor_for(args.workers) as executor, progress_bar() as bar:
            task = bar.add_task(game.title, total=args.games, completed=args.games - len(missing), rate="")
            for one in play_ladder(ladder, missing, executor):
                played.append(one)
                if path is not None:
                    append(path, ladder, one)
                bar.advance(task)
    finally:
        # Whoever interrupts a long ladder still wants to see what was played.
        if played:
            _tell(ladder, played, args)
    return 0


def _folder(folder: Path) -> Path:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as reason:
        raise BadSetup(f"cannot write results to {folder}: {(reason.strerror or str(reason)).lower()}") from None
    return folder


def _tell(ladder: Ladder, played: list[LadderGame], args: argparse.Namespace) -> None:
    found = standings(ladder, played)
    if args.out is not None:
        (args.out / "ladder.svg").write_text(_drawn(ladder, found, len(played)), encoding="utf-8")
    if args.json:
        for one in found:
            sys.stdout.write(msgspec.json.encode(one).decode() + "\n")
        return
    console = Console(width=None if sys.stdout.isatty() else _WIDE)
    console.print(f"[bold]{escape(_title(ladder))}[/]: {len(played):,} games in all seat orders, seed {ladder.seed}")
    table = Table("bot", box=None, pad_edge=False, header_style="bold")
    for name in ("games", "wins", "95 %", "× equal", "score", "rating", "turn", "processor", "slowest", "late", "playouts"):
        table.add_column(name, justify="right")
    for one in found:
        rating = "" if one.rating is None else f"{one.rating:.1f} ± {one.deviation:.1f}"
        table.add_row(
            one.bot,
            f"{one.games:,}",
            f"{one.share:.1%}",
            f"{one.low:.1%}–{one.high:.1%}",
            f"{one.share / one.fair:.2f}",
            f"{one.score:.1f}",
            rating,
            f"{one.seconds:.3f} s",
            f"{one.processor:.3f} s",
            f"{one.slowest:.2f} s",
            f"{one.late} of {one.turns:,}" if one.playouts else "",
            f"{one.playouts:,.0f}" if one.playouts else "",
        )
    console.print(table)
    if found and found[0].rating is None:
        console.print("To get ratings, pip install 'freightyard[lab]'.", style="dim", markup=False)


def _title(ladder: Ladder) -> str:
    options = f" with {', '.join(ladder.options)}" if ladder.options else ""
    return f"{ladder.game.title}, {ladder.edition.title}{options}, {ladder.seats} seats"


def _drawn(ladder: Ladder, found: list[BotStanding], games: int) -> str:
    bars = []
    for one in found:
        rating = "" if one.rating is None else f", rating {one.rating:.1f}"
        bars.append(Bar(one.bot, one.share, one.low, one.high, f"{one.share:.1%}{rating}"))
    caption = f"Share of the wins for each seat, {games:,} games in all seat orders, 95 % intervals. Dashed line: equal shares."
    return plot(_title(ladder), caption, bars, 1 / ladder.seats)
