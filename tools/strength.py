"""Plays the ladders that docs/bots.md tells of, and prints its table: `python -m tools.strength --minutes 60`.

Games go to runs/strength, a folder a ladder, and stay: the same command again goes on where it stopped; `--table` only prints.
Bots think by processor time, so that a busy machine gives nearly the same answers as a free one.
"""

import argparse
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import msgspec

from freightyard.lab.ladder import RESULTS, Ladder, Played, append, line_up, play_ladder, read_results, standings
from freightyard.rules.catalog import GAMES, game_named
from freightyard.rules.contract import Game

SEED: Final = 1000
# Who, against whom, at the most seats or with two, and the games that are wanted.
PAIRS: Final = (
    ("hard:0.2cpu", "greedy", False, 20),
    ("hard:0.2cpu", "greedy", True, 20),
    ("hard:1cpu", "greedy", False, 12),
    ("hard:1cpu", "hard:0.1cpu", False, 16),
)


def main() -> None:
    """Play what is missing for so many minutes, then print the table."""
    parser = argparse.ArgumentParser(description="Play the bots' ladders and print their table.")
    parser.add_argument("--runs", type=Path, default=Path("runs") / "strength")
    parser.add_argument("--minutes", type=float, default=60.0, help="no game begins after so many (default 60)")
    parser.add_argument("--table", action="store_true", help="only print the table of what is there")
    args = parser.parse_args()
    if not args.table:
        play(args.runs, time.monotonic() + 60 * args.minutes)
    for line in table(args.runs):
        sys.stdout.write(f"{line}\n")


def play(folder: Path, end: float) -> None:
    """Every ladder in turn, until it is whole or the time is over."""
    for bot, other, most, wanted in PAIRS:
        for game in GAMES:
            for name in game.editions:
                ladder = ladder_of(game, name, bot, other, most)
                path = folder / f"{name}-{ladder.seats}-{bot}-{other}".replace(":", "") / RESULTS
                path.parent.mkdir(parents=True, exist_ok=True)
                done = len(read_results(path, ladder))
                for number in range(done, wanted):
                    if time.monotonic() >= end:
                        return
                    for played in play_ladder(ladder, [number], 1):
                        append(path, ladder, played)
                    sys.stderr.write(f"\r{path.parent.name}: {number + 1} ")


def ladder_of(game: Game, edition_name: str, bot: str, other: str, most: bool) -> Ladder:
    """One bot against another, or among as many of it as there are other seats."""
    edition = game.edition(edition_name)
    seats = edition.seat_counts[-1 if most else 0]
    bots = line_up([bot, other], edition, seats)
    return Ladder(game=game, edition=edition, options=(), seats=seats, bots=bots, seed=SEED)


def table(folder: Path) -> Iterable[str]:
    """A line for each ladder in Markdown, told of its first bot."""
    yield "| edition | seats | who | against | n | wins | 95 % | × fair | points | of the others | playouts a turn |"
    yield "|---|---|---|---|---|---|---|---|---|---|---|"
    for path in sorted(folder.glob(f"*/{RESULTS}")):
        head = msgspec.json.decode(path.read_bytes().splitlines()[0])
        game = game_named(head["ladder"])
        bots = tuple(head["bots"])
        ladder = Ladder(
            game=game, edition=game.edition(head["edition"]), options=(), seats=head["seats"], bots=bots, seed=head["seed"]
        )
        played = read_results(path, ladder)
        if played:
            yield row(ladder, played)


def row(ladder: Ladder, played: list[Played]) -> str:
    """What a ladder says of its first bot."""
    found = {one.bot: one for one in standings(ladder, played)}
    one = found[ladder.bots[0]]
    other = found[ladder.bots[-1]]
    cells = (
        ladder.edition.name,
        str(ladder.seats),
        one.bot,
        other.bot,
        str(one.games),
        f"{one.share:.0%}",
        f"{one.low:.0%}–{one.high:.0%}",
        f"{one.share / one.fair:.1f}",
        f"{one.score:.0f}",
        f"{other.score:.0f}",
        f"{one.playouts:,.0f}",
    )
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    main()
