"""`freightyard simulate`: bots play games by the thousand."""

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from freightyard.bots import make_bot
from freightyard.commands.common import add_game, chosen_game, chosen_players, make_folder, progress_bar, whole_number
from freightyard.core.chance import Stream
from freightyard.core.contract import Game, Outcome
from freightyard.lab.match import Match, Result
from freightyard.lab.pool import executor_for
from freightyard.lab.simulate import simulate, write_record

DESCRIPTION = """Let bots play many games. The same seed gives the same games on any machine and with any number of workers.
Game 1 has the seed S, game 2 the seed S + 1 and so on, so `--seed 12 --games 1` repeats the sixth game of `--seed 7`."""


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Register the command."""
    parser = subparsers.add_parser("simulate", help="let bots play many games", description=DESCRIPTION)
    add_game(parser)
    parser.add_argument(
        "--seats",
        default="2",
        metavar="BOTS",
        help="a bot for each seat, such as driver,random, or a number of random bots (default 2)",
    )
    parser.add_argument(
        "--games", type=whole_number(1, 10_000_000), default=100, metavar="N", help="how many games (default 100)"
    )
    parser.add_argument("--seed", type=whole_number(0, 2**53), default=1, metavar="S", help="seed of the first game (default 1)")
    parser.add_argument("--workers", type=whole_number(1, 256), default=1, metavar="W", help="processes to use (default 1)")
    parser.add_argument("--json", action="store_true", help="print one line of JSON for each game")
    parser.add_argument("--records", metavar="DIR", type=Path, help="write the record of every game into this folder")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play, and print as the games end."""
    game, edition, options = chosen_game(args)
    players = chosen_players(args.seats, edition, "random")
    _check_bots(game, players)
    match = Match(game=game, edition=edition, options=options, players=players, seed=args.seed)
    if args.records is not None:
        make_folder(args.records)
    with executor_for(args.workers) as executor:
        results = _watched(simulate(match, args.games, executor), args.games, game.title)
        _tell(match, _recorded(results, args.records), as_json=args.json)
    return 0


def _tell(match: Match, results: Iterator[Result], *, as_json: bool) -> None:
    """Every game as it ends for machines, or a summary for people."""
    if as_json:
        for result in results:
            sys.stdout.write(msgspec.json.encode(result.row()).decode() + "\n")
            sys.stdout.flush()
        return
    finished: list[GameSummary] = []
    try:
        for result in results:
            finished.append(GameSummary(result.outcome, result.turns, result.decisions, result.plies))
    finally:
        # Whoever interrupts a long run still wants to see what was played.
        if finished:
            _summarise(match, finished)


class GameSummary(NamedTuple):
    """What the summary needs of a game; its moves would fill the memory."""

    outcome: Outcome
    turns: int
    decisions: int
    plies: int


def _check_bots(game: Game, players: Iterable[str]) -> None:
    for name in players:
        make_bot(name, game, Stream("check"))  # raises for a stranger


def _watched(results: Iterator[Result], games: int, title: str) -> Iterator[Result]:
    with progress_bar() as bar:
        task = bar.add_task(title, total=games, rate="")
        for result in results:
            yield result
            speed = bar.tasks[0].speed
            bar.update(task, advance=1, rate=f"{speed:,.0f} games/s" if speed else "")


def _recorded(results: Iterator[Result], folder: Path | None) -> Iterator[Result]:
    for result in results:
        if folder is not None:
            write_record(result, folder)
        yield result


def _summarise(match: Match, results: list[GameSummary]) -> None:
    games = len(results)
    options = f" with {', '.join(match.options)}" if match.options else ""
    seeds = f"seed {match.seed}" if games == 1 else f"seeds {match.seed} to {match.seed + games - 1}"
    console = Console()
    console.print(f"[bold]{match.game.title}[/], {escape(match.edition.title)}{options}: {games:,} games, {seeds}")
    table = Table("seat", "bot", "wins", "mean score", "lowest", "highest", box=None, pad_edge=False, header_style="bold")
    for seat, player in enumerate(match.players):
        scores = [row.outcome.scores[seat] for row in results]
        # A shared win counts in parts, so that the shares of all seats make 1.
        won = sum(1 / len(row.outcome.winners) for row in results if seat in row.outcome.winners)
        mean = f"{sum(scores) / games:.1f}"
        table.add_row(str(seat + 1), player, f"{won / games:.1%}", mean, str(min(scores)), str(max(scores)))
    console.print(table)
    means = [sum(numbers) / games for numbers in zip(*((row.turns, row.decisions, row.plies) for row in results), strict=True)]
    console.print("On average a game has {:,.0f} turns, {:,.0f} decisions and {:,.0f} plies.".format(*means))
    ends = Counter(row.outcome.ended_by for row in results)
    console.print("Games by the rule that ended them: " + ", ".join(f"{slug} {count:,}" for slug, count in sorted(ends.items())))
