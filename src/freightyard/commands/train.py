"""`freightyard train`: learn what positions are worth from games between equal bots."""

import argparse
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from rich.progress import Progress, TaskID

from freightyard.bots.budget import read_budget
from freightyard.bots.learnt import FILE, Learning, learnings_of, read_learnings
from freightyard.commands.common import progress_bar, whole_number
from freightyard.core.contract import Edition, Game, check_seats
from freightyard.core.errors import BadSetup
from freightyard.core.setup import chosen_edition
from freightyard.games import all_games, game_named
from freightyard.lab.pool import Executor, executor_for

if TYPE_CHECKING:
    from freightyard.lab.learning.training import Plan, Round

DESCRIPTION: Final = """Learn what positions are worth. Hard bots play each other, a value is fitted to what stood at the start of
their turns and to who won, and the bot that has learnt it plays the one before it, with the seats rotated, at equal playouts. If
it is stronger it is kept and plays the games of the next round; if not the value before stays. For each round a line tells how
far the shares are from what came of them (log loss) in games that nothing was fitted to: equal shares, the judge's own guess, the
same guess calibrated, and what was learnt. The same seed gives the same file. With --keep everything that was played stays, and
the same command goes on after an interruption. Needs pip install 'freightyard[train]'; playing with the result needs nothing."""


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Register the command."""
    parser = subparsers.add_parser("train", help="learn what positions are worth", description=DESCRIPTION)
    parser.add_argument("game", metavar="GAME", help=f"the game to learn: {', '.join(game.name for game in all_games())}")
    parser.add_argument(
        "--edition",
        metavar="E",
        help="only this built-in edition, or several that are alike, E,E, to be learnt together (default: each edition alone)",
    )
    parser.add_argument("--seats", type=whole_number(2, 99), metavar="N", help="only with so many seats (default: all numbers)")
    parser.add_argument(
        "--games", type=whole_number(5, 1_000_000), default=400, metavar="N", help="games of each round (default 400)"
    )
    parser.add_argument(
        "--contest", type=whole_number(8, 1_000_000), default=120, metavar="N", help="games of each contest (default 120)"
    )
    parser.add_argument("--rounds", type=whole_number(1, 99), default=2, metavar="R", help="how many rounds (default 2)")
    parser.add_argument("--think", default="60it", metavar="NUMBERit", help="playouts a turn of the players (default 60it)")
    parser.add_argument(
        "--contest-think", metavar="NUMBERit", help="playouts a turn in the contests (default: as many as --think says)"
    )
    parser.add_argument(
        "--anew", action="store_true", help="begin with the judge's guess, not with what Freightyard has learnt already"
    )
    parser.add_argument("--seed", type=whole_number(0, 2**31), default=1, metavar="S", help="seed of the first games (default 1)")
    parser.add_argument("--workers", type=whole_number(1, 256), default=1, metavar="W", help="processes to use (default 1)")
    parser.add_argument(
        "--keep", type=Path, default=Path("training"), metavar="FOLDER", help="where all that was played stays (default training)"
    )
    parser.add_argument("--out", type=Path, metavar="FILE", help="the file of what was learnt (default FOLDER/GAME-learnt.json)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Train every rule set that is asked for, and write down what was learnt after each."""
    if find_spec("numpy") is None:
        raise BadSetup("to fit values, pip install 'freightyard[train]'")
    for think in (args.think, args.contest_think or args.think):
        if not think.endswith("it"):
            raise BadSetup(f"players of a training think for a number of playouts, such as 60it, not for {think[:40]!r}")
        read_budget(think)
    from freightyard.lab.learning.games import parts_of
    from freightyard.lab.learning.training import Plan, merged, train

    game = game_named(args.game)
    parts_of(game)  # raises if there is nothing to learn with
    wanted = _wanted(game, args)
    out = args.out or args.keep / f"{game.name}-learnt.json"
    _make_folders(args.keep, out.parent)
    if out.exists():
        read_learnings(out.read_bytes(), str(out))  # raises now rather than in three hours
    with executor_for(args.workers) as executor:
        for editions, seats in wanted:
            plan = Plan(
                game=game,
                editions=editions,
                seats=seats,
                think=args.think,
                contest_think=args.contest_think or args.think,
                games=args.games,
                contest=args.contest,
                rounds=args.rounds,
                seed=args.seed,
            )
            best = _train(plan, None if args.anew else _before(game, editions, seats), args.keep, executor, train)
            if best is not None:
                merged(out, game, [best])
    if not out.exists():
        sys.stdout.write("Nothing that was learnt was stronger than what was known before, so nothing was written.\n")
        return 0
    sys.stdout.write(f"What was learnt is in {out}; in a source tree it belongs into games/{_folder(game)}/{'/'.join(FILE)}.\n")
    return 0


def _wanted(game: Game, args: argparse.Namespace) -> list[tuple[tuple[Edition, ...], int]]:
    """The editions that are learnt together, with every number of seats."""
    groups = [args.edition.split(",")] if args.edition else [[name] for name in game.editions]
    found = []
    for names in groups:
        editions = tuple([chosen_edition(game, name) for name in names])
        if not all(edition.name in game.editions for edition in editions):
            raise BadSetup(f"values are learnt for built-in editions of {game.name} alone: {', '.join(game.editions)}")
        counts = [seats for seats in editions[0].seat_counts if args.seats in (None, seats)]
        for edition in editions:
            for seats in counts or [args.seats]:
                check_seats(edition, seats)
        found += [(editions, seats) for seats in counts]
    return found


def _before(game: Game, editions: tuple[Edition, ...], seats: int) -> Learning | None:
    """What Freightyard has learnt of these editions already."""
    for one in learnings_of(game.name):
        if one.seats == seats and {edition.name for edition in editions} <= set(one.editions):
            return one
    return None


def _make_folders(*folders: Path) -> None:
    for folder in folders:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as reason:
            raise BadSetup(f"cannot write to {folder}: {(reason.strerror or str(reason)).lower()}") from None


def _folder(game: Game) -> str:
    return game.name.replace("-", "_")


def _train(plan: "Plan", before: Learning | None, folder: Path, executor: Executor, train: Any) -> Learning | None:
    best = before
    with progress_bar() as bar:
        tasks: dict[str, TaskID] = {}

        def step(what: str, done: int, whole: int) -> None:
            _show(bar, tasks, what, done, whole)

        for found, learning in train(plan, before, folder, executor, step):
            best = learning
            tasks.clear()
            sys.stdout.write(words(plan, found))
            sys.stdout.flush()
    return best


def _show(bar: Progress, tasks: dict[str, TaskID], what: str, done: int, whole: int) -> None:
    if what not in tasks:
        tasks[what] = bar.add_task(what, total=whole, rate="")
    bar.update(tasks[what], completed=done)


def words(plan: "Plan", found: "Round") -> str:
    """What came of a round, for people."""
    losses, met = found.losses, found.contest
    titles = " and ".join([edition.title for edition in plan.editions])
    return (
        f"{plan.game.title}, {titles}, {plan.seats} seats, round {found.number}: {found.games:,} games. "
        f"Log loss of {losses.positions:,} unseen positions: equal shares {losses.even:.3f}, the judge {losses.judge:.3f}, "
        f"calibrated {losses.calibrated:.3f}, learnt {losses.learnt:.3f}.\n"
        f"  Against the one before: {met.won:.1%} of {met.games} games ({met.low:.0%}–{met.high:.0%}, equal is {met.fair:.0%}): "
        f"{'kept' if found.kept else 'not kept'}.\n"
    )
