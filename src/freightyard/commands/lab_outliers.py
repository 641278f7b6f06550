"""`freightyard lab outliers`: a watch over many games, for those that went quite another way than the others."""

import argparse
import sys
from collections.abc import Iterator

from freightyard.bots import make_bot
from freightyard.commands.common import progress_bar, whole_number
from freightyard.core.chance import Stream
from freightyard.core.contract import Edition, Game, check_seats
from freightyard.games import all_games, game_named
from freightyard.lab.match import Match
from freightyard.lab.outliers import ALLOWED, outliers, shape_of
from freightyard.lab.pool import executor_for
from freightyard.lab.simulate import simulate

_DESCRIPTION = """Play many games of one bot against itself, of every edition and every number of seats, and look for games that
went quite another way than the others: far more turns, moves in a turn or moves of one verb, or far fewer points. In such a game
the bot has a hole in its plans. The seeds of these games are printed, to look at with `freightyard simulate --records`. The
status is 1 if there is more than one in a thousand."""


def add(inner: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Register the command."""
    parser = inner.add_parser("outliers", help="look for games in which a bot went astray", description=_DESCRIPTION)
    parser.add_argument("game", metavar="GAME", nargs="?", help="its name (default: all games)")
    parser.add_argument("--edition", metavar="E", help="the name of an edition (default: all of the game)")
    parser.add_argument("--seats", type=whole_number(1, 99), metavar="N", help="how many seats (default: every number there is)")
    parser.add_argument("--bot", default="driver", metavar="BOT", help="who plays on all seats (default driver)")
    parser.add_argument(
        "--games", type=whole_number(1, 10_000_000), default=10_000, metavar="N", help="how many of each (default 10,000)"
    )
    parser.add_argument("--seed", type=whole_number(0, 2**53), default=1, metavar="S", help="seed of the first game (default 1)")
    parser.add_argument("--workers", type=whole_number(1, 256), default=1, metavar="W", help="processes to use (default 1)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play and tell of each rule set in turn."""
    status = 0
    with executor_for(args.workers) as executor:
        for game, edition, seats in list(_rule_sets(args)):
            make_bot(args.bot, game, Stream("check"))  # raises for a stranger
            match = Match(game=game, edition=edition, options=(), players=(args.bot,) * seats, seed=args.seed)
            title = f"{game.title}, {edition.title}, {seats} seats"
            with progress_bar() as bar:
                task = bar.add_task(title, total=args.games, rate="")
                shapes = []
                for result in simulate(match, args.games, executor):
                    shapes.append(shape_of(result))
                    bar.advance(task)
            found = outliers(shapes)
            sys.stdout.write(f"{title}: {len(found)} of {args.games:,} games went another way\n")
            for one in found:
                points = " : ".join(map(str, one.scores))
                sys.stdout.write(f"  seed {one.seed}: {points} points in {one.turns} turns; {'; '.join(one.why)}\n")
            sys.stdout.flush()
            if len(found) > ALLOWED * args.games:
                status = 1
    return status


def _rule_sets(args: argparse.Namespace) -> Iterator[tuple[Game, Edition, int]]:
    """What is played: each edition with each number of seats, or those that were asked for."""
    for game in all_games() if args.game is None else (game_named(args.game),):
        for name in game.editions if args.edition is None else (args.edition,):
            edition = game.edition(name)
            if args.seats is not None and args.game is not None:
                check_seats(edition, args.seats)
            for seats in edition.seat_counts:
                if args.seats in (None, seats):
                    yield game, edition, seats
