"""How strong the levels are, on one scale: python -m tools.level_scale --minutes 60.

For every edition, with two seats: each level against the one below it, in all seat orders, from seed 20000. Old hand goes by the
clock; here it thinks as long by processor time, so that a busy machine does not make it weaker. The numbers of games are fixed
before: many where a game takes no time, few where it takes minutes. If the tool is interrupted, or its minutes are over, the next
run plays what is missing. It prints each level's share of the wins against the one below, with a 95 % interval, and where it
stands on a scale of the edition.
"""

import argparse
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import log, log10, sqrt
from pathlib import Path
from typing import Final

from freightyard.core.bot_names import DRIVER, LEVELS, OLD_HAND
from freightyard.games import all_games
from freightyard.lab.ladder import Ladder, LadderGame, play_ladder
from freightyard.lab.ladder_file import RESULTS, append, read_results
from freightyard.lab.pool import executor_for
from freightyard.lab.standings import share_of, standings

SEED: Final = 20_000
OLD_HAND_BY_PROCESSOR: Final = "hard:3cpu"
NAMES: Final = ("random", *[OLD_HAND_BY_PROCESSOR if level.name == OLD_HAND else level.name for level in LEVELS])
POINTS: Final = 400.0  # of the scale, for ten to one
MIDDLE: Final = 1500.0
GAMES: Final = (60, 300, 300, 100, 20)  # of each level but the first against the one below


def main() -> None:
    """Play what is missing for so many minutes, then print the table."""
    parser = argparse.ArgumentParser(description="Play each level against the one below, and rate them on one scale.")
    parser.add_argument("--runs", type=Path, default=Path("runs") / "levels")
    parser.add_argument("--minutes", type=float, default=60.0, help="no game begins after so many (default 60)")
    parser.add_argument("--edition", action="append", help="only this edition; may be given several times")
    parser.add_argument("--step", type=int, action="append", help="only this step, counted from 1; may be given several times")
    parser.add_argument("--workers", type=int, default=1, help="games that are played at one time (default 1)")
    parser.add_argument("--table", action="store_true", help="only print the table of what is there")
    args = parser.parse_args()
    if not args.table:
        end = time.monotonic() + 60 * args.minutes
        with executor_for(args.workers) as executor:
            for ladder, games, path in steps(args.runs, args.edition, args.step):
                path.parent.mkdir(parents=True, exist_ok=True)
                done = {one.number for one in read_results(path, ladder)}
                for one in play_ladder(ladder, [number for number in range(games) if number not in done], executor):
                    append(path, ladder, one)
                    if time.monotonic() >= end:
                        break
                if time.monotonic() >= end:
                    break
    for line in table(args.runs):
        sys.stdout.write(f"{line}\n")


def steps(folder: Path, editions: list[str] | None = None, only: list[int] | None = None) -> Iterator[tuple[Ladder, int, Path]]:
    """Each level against the one below it, the quickest games first: what to play, how many games, and where they are kept."""
    for step, ((below, level), games) in enumerate(zip(pairwise(NAMES), GAMES, strict=True), 1):
        for game in all_games():
            for name in game.editions:
                if (editions and name not in editions) or (only and step not in only):
                    continue
                edition = game.edition(name)
                ladder = Ladder(game=game, edition=edition, options=(), seats=2, bots=(level, below), seed=SEED)
                yield ladder, games, folder / f"{name}-{step}" / RESULTS


def table(folder: Path) -> Iterable[str]:
    """A line for each level of each edition in Markdown."""
    yield "| edition | level | against the one below | 95 % | games | on the scale | turn |"
    yield "|---|---|---|---|---|---|---|"
    for edition in dict.fromkeys(ladder.edition.name for ladder, _, _ in steps(folder)):
        found = [(ladder, read_results(path, ladder)) for ladder, _, path in steps(folder, [edition])]
        rated = scale([(ladder.bots, played) for ladder, played in found if played])
        for ladder, played in found:
            for one in standings(ladder, played) if played else ():
                if one.bot == ladder.bots[0]:
                    points, reach = rated[one.bot]
                    cells = (edition, one.bot, f"{one.share:.0%}", f"{one.low:.0%}–{one.high:.0%}", f"{one.games}")
                    place = f"{points:.0f} ± {reach:.0f}" if reach else f"{points:.0f}"
                    yield f"| {' | '.join([*cells, place, f'{one.processor:.3f} s'])} |"


def scale(pairs: Sequence[tuple[Sequence[str], Sequence[LadderGame]]]) -> dict[str, tuple[float, float]]:
    """Where the levels stand on one scale, and how far from there the truth may be, 95 times in 100; the driver stands at 1,500.

    The scale is that of chess: 100 points more win 64 % of the games, 200 win 76 %. Where each level plays only against its
    neighbours, the model of Bradley and Terry is the sum of the steps. openskill's ratings begin in the middle and move with each
    game, so a level with a dozen games would not have arrived. Half a win is added to each side, so that no step is endless.
    """
    steps_up: dict[str, tuple[str, float, float]] = {}
    for (level, below), played in pairs:
        wins = 0.5 + sum([share_of(one, level) for one in played])
        losses = 1.0 + len(played) - wins
        steps_up[level] = (below, POINTS * log10(wins / losses), (POINTS / log(10)) ** 2 * (1 / wins + 1 / losses))
    found = {DRIVER: (MIDDLE, 0.0)}
    for level, (below, step, spread) in steps_up.items():  # up from the driver
        if below in found:
            found[level] = (found[below][0] + step, found[below][1] + spread)
    for level, (below, step, spread) in reversed(steps_up.items()):  # and down
        if level in found and below not in found:
            found[below] = (found[level][0] - step, found[level][1] + spread)
    return {level: (points, 1.96 * sqrt(spread)) for level, (points, spread) in found.items()}


if __name__ == "__main__":
    main()
