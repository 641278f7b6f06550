"""What was learnt against the judge alone: python -m tools.learnt GAME [--edition E] [--seats N].

    python -m tools.learnt freight-cars --think 0.02cpu --games 200 --seed 200000

One hard bot with what was learnt sits among hard bots without it, once on each seat with the same cards; all think equally long.
With --keep FILE the games played so far are kept there, and the same command goes on.
"""

import argparse
import sys
from pathlib import Path
from typing import Final

import msgspec

from freightyard.bots.learnt import learnings_of
from freightyard.games import game_named
from freightyard.lab.learning.contest import played_by
from freightyard.lab.learning.players import Player
from freightyard.lab.pool import executor_for
from freightyard.lab.stats import share

SEED: Final = 200_000  # far from what was learnt from


def main(arguments: list[str] | None = None) -> int:
    """Play, and say what came of it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--edition", help="default: the first one")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--think", default="0.02cpu", help="of both, as after hard: (default 0.02cpu)")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--keep", type=Path, metavar="FILE")
    args = parser.parse_args(arguments)
    game = game_named(args.game)
    edition = game.edition(args.edition or game.editions[0])
    learning = [one for one in learnings_of(game.name) if edition.name in one.editions and one.seats == args.seats]
    if not learning:
        sys.stderr.write(f"nothing was learnt for {edition.name} with {args.seats} seats\n")
        return 2
    new, old = (Player(game=game, name=f"hard:{args.think}", learning=one) for one in (learning[0], None))
    parts: list[float] = msgspec.json.decode(args.keep.read_bytes()) if args.keep and args.keep.exists() else []
    numbers = range(len(parts), args.games)
    with executor_for(args.workers) as executor:
        for part in played_by(new, old, (edition,), args.seats, args.seed, numbers, executor):
            parts.append(part)
            if args.keep:
                args.keep.write_bytes(msgspec.json.encode(parts))
    found = share(sum(parts), len(parts))
    sys.stdout.write(
        f"{edition.name}, {args.seats} seats, {args.think}: {found.mean:.1%} of {len(parts)} "
        f"({found.low:.0%}–{found.high:.0%}), equal is {1 / args.seats:.0%}\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
