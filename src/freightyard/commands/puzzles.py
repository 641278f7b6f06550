"""`freightyard puzzles`: positions in which one plan is clearly best."""

import argparse
import sys
from datetime import date
from pathlib import Path

from freightyard.bots import make_bot
from freightyard.commands.common import add_game, chosen_game, chosen_players, progress_bar, whole_number
from freightyard.core.chance import Stream
from freightyard.core.errors import BadSetup
from freightyard.core.files import read_text
from freightyard.core.puzzles import BadPuzzle, read_puzzle_file
from freightyard.games import game_named
from freightyard.lab.pool import executor_for
from freightyard.puzzles.making import LARGE, MARGIN, SMALL, Wanted, make_puzzles, puzzle_file
from freightyard.table.puzzles import check_puzzle

DESCRIPTION = f"""Let bots play, and keep the positions in which one plan is clearly best: two budgets must name the same plan,
by at least {MARGIN:.0%} of the win, which must be clear of its error. The same seed gives the same file on any machine and with
any number of workers."""


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Register the command."""
    about = "find puzzles in games between bots, and check a file of puzzles"
    parser = subparsers.add_parser("puzzles", help=about, description=f"{about[0].upper()}{about[1:]}.")
    verbs = parser.add_subparsers(metavar="COMMAND", required=True)
    make = verbs.add_parser("make", help="find puzzles in games between bots", description=DESCRIPTION.replace("%", "%%"))
    add_game(make)
    make.add_argument("--to", metavar="FILE", type=Path, help="the file to write (default: GAME-EDITION-puzzles.toml here)")
    make.add_argument("--puzzles", type=whole_number(1, 1000), default=40, metavar="N", help="how many (default 40)")
    make.add_argument(
        "--games", type=whole_number(1, 100_000), default=400, metavar="N", help="look into so many games at most (default 400)"
    )
    make.add_argument(
        "--seats",
        default="medium,medium",
        metavar="BOTS",
        help="a bot for each seat, or a number of medium bots (default medium,medium)",
    )
    make.add_argument("--seed", type=whole_number(0, 2**53), default=1, metavar="S", help="seed of the first game (default 1)")
    make.add_argument("--workers", type=whole_number(1, 256), default=1, metavar="W", help="processes to use (default 1)")
    make.add_argument(
        "--budgets",
        metavar="SMALL,LARGE",
        type=_budgets,
        default=(SMALL, LARGE),
        help=f"futures in which plans are compared, by either budget (default {SMALL},{LARGE})",
    )
    make.add_argument(
        "--near",
        type=whole_number(1, 1000),
        default=0,
        metavar="TURNS",
        help="only where a playout ends within so many turns: near the end of a game or of a day, where the search is quick",
    )
    make.add_argument(
        "--without",
        action="append",
        default=[],
        metavar="THEME",
        help='no puzzles with this theme, such as "The end of a day"; can be said several times',
    )
    make.add_argument(
        "--since",
        type=_day,
        default=date.min,
        metavar="DAY",
        help="the first day on which they may be the puzzle of the day, such as 2026-12-01: earlier days keep theirs",
    )
    make.set_defaults(run=run_make)
    check = verbs.add_parser(
        "check",
        help="check the puzzles of a file by the rules",
        description="Check that all plans of each puzzle are legal where it begins, and that its answer solves it.",
    )
    check.add_argument("game", metavar="GAME", help="the game of the puzzles")
    check.add_argument("file", metavar="FILE", help="a file that `freightyard puzzles make` wrote, or your own")
    check.set_defaults(run=run_check)


def _budgets(word: str) -> tuple[int, int]:
    small, comma, large = word.partition(",")
    if not (comma and small.isascii() and small.isdecimal() and large.isascii() and large.isdecimal()):
        raise argparse.ArgumentTypeError(f"must be two numbers such as {SMALL},{LARGE}, not {word!r}")
    found = int(small), int(large)
    if not 10 <= found[0] < found[1] <= 100_000:
        raise argparse.ArgumentTypeError("must be two numbers from 10 to 100000, the smaller one first")
    return found


def _day(word: str) -> date:
    try:
        return date.fromisoformat(word)
    except ValueError:
        raise argparse.ArgumentTypeError(f"must be a day such as 2026-12-01, not {word!r}") from None


def run_make(args: argparse.Namespace) -> int:
    """Find puzzles, and write them into a file."""
    game, edition, options = chosen_game(args)
    players = chosen_players(args.seats, edition, "medium")
    for name in sorted(set(players)):
        make_bot(name, game, Stream(""))  # refused now, not after the first game
    path = args.to or Path(f"{game.name}-{edition.name}-puzzles.toml")
    if path.parent != Path() and not path.parent.is_dir():
        raise BadSetup(f"cannot write {path}: there is no folder {path.parent}")
    wanted = Wanted(
        game=game.name,
        edition=args.edition or edition.name,
        options=options,
        players=players,
        puzzles=args.puzzles,
        games=args.games,
        seed=args.seed,
        budgets=args.budgets,
        near=args.near,
        without=tuple(args.without),
        since=args.since,
    )
    with executor_for(args.workers) as executor, progress_bar() as bar:
        task = bar.add_task(f"{game.title}: puzzles", total=args.puzzles, rate="")
        made = make_puzzles(wanted, executor, lambda found, games: bar.update(task, completed=found, rate=f"in {games} games,"))
    try:
        path.write_text(puzzle_file(made), encoding="utf-8")
    except OSError as reason:
        raise BadSetup(f"cannot write {path}: {(reason.strerror or str(reason)).lower()}") from None
    one = made.searched
    lines = (
        f"{path}: {len(made.puzzles)} puzzles of {game.title}, from {one.games} games with {one.positions:,} positions",
        f"One plan stood out in {one.looked:,}; the small budget agreed in {one.small:,}, the large one in {one.kept:,}; it "
        f"named another plan in {one.other:,}, and was not sure in {one.close:,}.",
    )
    sys.stdout.write("\n".join(lines) + "\n")
    return 0


def run_check(args: argparse.Namespace) -> int:
    """Check a file."""
    game = game_named(args.game)
    puzzles = read_puzzle_file(game.name, read_text(args.file, BadPuzzle), args.file)
    for puzzle in puzzles:
        check_puzzle(game, puzzle)
    sys.stdout.write(f"{args.file}: {len(puzzles)} puzzles of {game.title}, all as the rules want them\n")
    return 0
