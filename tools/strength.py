"""Plays the ladders that docs/results/bots.md tells of, and prints its tables: `python -m tools.strength --minutes 60`.

Games go to runs/strength, a folder a ladder, and stay: the same command again goes on where it stopped; `--table` only prints.
Bots think by processor time, so that a busy machine gives nearly the same answers as a free one. `--clock` plays a few games by
the clock instead and tells how long the turns were; that should run while the machine is busy with something else.
"""

import argparse
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import msgspec

from freightyard.core.contract import Game
from freightyard.games import all_games, game_named
from freightyard.lab.ladder import Ladder, LadderGame, line_up, play_ladder
from freightyard.lab.ladder_file import RESULTS, append, read_results
from freightyard.lab.pool import Executor, executor_for
from freightyard.lab.standings import standings

SEED: Final = 1000
THINKING: Final = ("hard:1cpu", "hard:0.1cpu")
# Games of Freight Train are long; of the others so many times as many are played.
SHORT: Final = {"freight-train": 1, "freight-cars": 3, "freight": 2}
# Who, against whom, at the most seats or with two, and the games that are wanted. One number is for Freight Train, and the other
# games have more. Where there are several numbers, they are for all games: a ladder is looked at after so many, and goes on
# to the next number only if the interval still holds an even share.
PAIRS: Final = (
    (*THINKING, False, (12, 20, 32, 64, 128)),
    ("hard:1cpu", "greedy", False, (12,)),
    ("hard:0.2cpu", "greedy", False, (20,)),
    ("hard:0.2cpu", "greedy", True, (24,)),
    ("greedy", "random", False, (40,)),
    ("greedy", "random", True, (40,)),
)
CLOCK: Final = (("hard:1", "hard:0.2", False, (6,)),)

Pairs = Iterable[tuple[str, str, bool, tuple[int, ...]]]


def main() -> None:
    """Play what is missing for so many minutes, then print the tables."""
    parser = argparse.ArgumentParser(description="Play the bots' ladders and print their tables.")
    parser.add_argument("--runs", type=Path, default=Path("runs") / "strength")
    parser.add_argument("--minutes", type=float, default=60.0, help="no game begins after so many (default 60)")
    parser.add_argument("--edition", action="append", help="only this edition; may be given several times")
    parser.add_argument("--bots", help="only ladders of these two, such as hard:1cpu,greedy")
    parser.add_argument("--games", type=int, default=1000, help="no more than so many in a ladder")
    parser.add_argument("--workers", type=int, default=1, help="games that are played at one time (default 1)")
    parser.add_argument("--clock", action="store_true", help="play by the clock")
    parser.add_argument("--table", action="store_true", help="only print the tables of what is there")
    args = parser.parse_args()
    if not args.table:
        pairs = [pair for pair in (CLOCK if args.clock else PAIRS) if args.bots in (None, ",".join(pair[:2]))]
        with executor_for(args.workers) as executor:
            play(args.runs, time.monotonic() + 60 * args.minutes, args.edition, pairs, args.games, executor)
    for line in (*table(args.runs), "", *clock_table(args.runs)):
        sys.stdout.write(f"{line}\n")


def play(folder: Path, end: float, editions: list[str] | None, pairs: Pairs, games: int, executor: Executor) -> None:
    """Every ladder in turn, until it is whole or the time is over."""
    for bot, other, most, looks in pairs:
        for game in all_games():
            for name in game.editions:
                if editions and name not in editions:
                    continue
                ladder = ladder_of(game, name, bot, other, most)
                path = folder / f"{name}-{ladder.seats}-{bot}-{other}".replace(":", "") / RESULTS
                path.parent.mkdir(parents=True, exist_ok=True)
                played = read_results(path, ladder)
                several = len(looks) > 1
                wanted = min(games, looks[-1] if several else looks[0] * SHORT[game.name])
                stops = sorted({min(look, wanted) for look in looks} | {wanted}) if several else [wanted]
                for stop in stops:
                    if len(played) >= stop:
                        continue
                    if several and len(played) in looks and is_decided(ladder, played):
                        break
                    done = {one.number for one in played}
                    missing = [number for number in range(stop) if number not in done]
                    for one in play_ladder(ladder, missing, executor):
                        append(path, ladder, one)
                        played.append(one)
                        sys.stderr.write(f"\r{path.parent.name}: {len(played)} ")
                        if time.monotonic() >= end:
                            return


def is_decided(ladder: Ladder, played: list[LadderGame]) -> bool:
    """Whether the first bot is better or worse than an even share, by the interval."""
    one = next(one for one in standings(ladder, played) if one.bot == ladder.bots[0])
    return one.low > one.fair or one.high < one.fair


def ladder_of(game: Game, edition_name: str, bot: str, other: str, most: bool) -> Ladder:
    """One bot against another, or among as many of it as there are other seats."""
    edition = game.edition(edition_name)
    seats = edition.seat_counts[-1 if most else 0]
    bots = line_up([bot, other], edition, seats)
    return Ladder(game=game, edition=edition, options=(), seats=seats, bots=bots, seed=SEED)


def found(folder: Path) -> Iterator[tuple[Ladder, list[LadderGame]]]:
    """The ladders that have games, in the order in which they are told of."""
    order = [(bot, other, most) for bot, other, most, _ in (*PAIRS, *CLOCK)]
    ladders: list[tuple[int, int, Ladder, list[LadderGame]]] = []
    names = [name for game in all_games() for name in game.editions]
    for path in folder.glob(f"*/{RESULTS}"):
        head = msgspec.json.decode(path.read_bytes().splitlines()[0])
        game = game_named(head["ladder"])
        edition = game.edition(head["edition"])
        ladder = Ladder(game=game, edition=edition, options=(), seats=head["seats"], bots=tuple(head["bots"]), seed=head["seed"])
        played = read_results(path, ladder)
        if played:
            pair = (ladder.bots[0], ladder.bots[-1], ladder.seats > 2)
            ladders.append((order.index(pair), names.index(edition.name), ladder, played))
    ladders.sort(key=lambda one: one[:2])
    for _, _, ladder, played in ladders:
        yield ladder, played


def table(folder: Path) -> Iterable[str]:
    """A line for each ladder in Markdown, told of its first bot."""
    yield "| edition | seats | who | against | n | wins | 95 % | × fair | points | of the others | playouts a turn |"
    yield "|---|---|---|---|---|---|---|---|---|---|---|"
    for ladder, played in found(folder):
        if not is_by_clock(ladder):
            yield row(ladder, played)


def is_by_clock(ladder: Ladder) -> bool:
    return ladder.bots in [pair[:2] for pair in CLOCK]


def clock_table(folder: Path) -> Iterable[str]:
    """How long turns took where bots think by the clock, a line for each bot."""
    yield "| edition | who | turns | late | longest turn | of its budget | on the processor in the mean |"
    yield "|---|---|---|---|---|---|---|"
    for ladder, played in found(folder):
        if is_by_clock(ladder):
            for one in sorted(standings(ladder, played), key=lambda one: ladder.bots.index(one.bot)):
                budget = float(one.bot.partition(":")[2])
                cells = (
                    ladder.edition.name,
                    one.bot,
                    str(one.turns),
                    str(one.late),
                    f"{one.slowest:.2f} s",
                    f"{one.slowest / budget:.0%}",
                    f"{one.processor:.2f} of {one.seconds:.2f} s",
                )
                yield f"| {' | '.join(cells)} |"


def row(ladder: Ladder, played: list[LadderGame]) -> str:
    """What a ladder says of its first bot."""
    by_name = {one.bot: one for one in standings(ladder, played)}
    one = by_name[ladder.bots[0]]
    other = by_name[ladder.bots[-1]]
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
