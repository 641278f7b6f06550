"""Fit the shares of the win that a review shows, and check them: python -m tools.calibrate [GAME …].

    python -m tools.calibrate                        fit all games, write src/freightyard/review/fitted/GAME.json
    python -m tools.calibrate freight --seats 3      fit these anew, the rest of the file stays
    python -m tools.calibrate --check freight-cars   play other games, print what was said and what came of it by deciles
    python -m tools.calibrate --keep FOLDER          what was seen of each game stays there, so one can stop and go on

The same seed gives the same bytes on any machine. Games for a check have other seeds than those that were fitted to.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from freightyard.core.contract import Edition, Game
from freightyard.games import BUILT_IN, game_named
from freightyard.lab.pool import Executor, executor_for
from freightyard.review import calibration
from freightyard.review.calibration import Calibrations, calibration_for
from freightyard.review.fitting import BOT, MANY, MOMENTS, PLAYOUTS, Check, GameSamples, check, fit, samples_of, worst_of

FOLDER: Final = Path(calibration.__file__).parent / "fitted"
GAMES: Final = 600  # of each rule set, to fit to
OTHERS: Final = {  # with more of them where that was needed, with fewer where a game and its playouts take long
    **{(edition, seats): 2000 for edition in ("mayfair-1996", "whitewind-1993", "whitewind-nl") for seats in (3, 4)},
    **{("heavy-goods", seats): games for seats, games in ((3, 400), (4, 120))},
    **{("standard", seats): games for seats, games in ((2, 1000), (3, 300), (4, 120), (5, 120), (6, 120))},
    **{("family", seats): games for seats, games in ((3, 120), (4, 120), (5, 120), (6, 120))},
}
CHECK_SEED: Final = 2_000_000  # far from those that are fitted to


def main(arguments: list[str] | None = None) -> int:
    """Fit or check."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="GAME", default=[title.name for title in BUILT_IN])
    parser.add_argument("--check", action="store_true", help="check what was fitted, on other games")
    parser.add_argument("--edition", help="only this edition")
    parser.add_argument("--seats", type=int, help="only with so many seats")
    parser.add_argument("--games", type=int, help="of each rule set (default: 600 to fit for most, 1000 to check)")
    parser.add_argument("--seed", type=int, default=1, help="of the first game (default 1)")
    parser.add_argument(
        "--keep", type=Path, metavar="FOLDER", help="keep what was seen of each game here, and take what is there"
    )
    parser.add_argument("--workers", type=int, default=1, help="processes to use (default 1)")
    parser.add_argument("--json", action="store_true", help="print a check as JSON, one line a rule set")
    args = parser.parse_args(arguments)
    with executor_for(args.workers) as executor:
        for name in args.names:
            game = game_named(name)
            if args.check:
                _check(game, args, executor)
            else:
                _fit(game, args, executor)
    return 0


def _wanted(game: Game, args: argparse.Namespace) -> Iterator[tuple[Edition, int]]:
    """Every edition with every number of seats."""
    for name in game.editions:
        edition = game.edition(name)
        for seats in edition.seat_counts:
            if args.edition in (None, name) and args.seats in (None, seats):
                yield edition, seats


def games_to_fit(edition: str, seats: int) -> int:
    """How many games of a rule set are fitted to."""
    return OTHERS.get((edition, seats), GAMES)


def _fit(game: Game, args: argparse.Namespace, executor: Executor) -> None:
    path = FOLDER / f"{game.name}.json"
    known = msgspec.json.decode(path.read_bytes(), type=Calibrations).fitted if path.exists() else ()
    found = {(one.edition, one.seats): one for one in known}
    for edition, seats in _wanted(game, args):
        seeds = range(args.seed, args.seed + (args.games or games_to_fit(edition.name, seats)))
        last = fit(edition, seats, _samples(game, edition, seats, seeds, executor, args.keep))
        found[edition.name, seats] = last
        told = f"slopes {last.slopes}, order {last.order}, sharp {last.sharp}, bend {last.bend}"
        sys.stderr.write(f"{game.name} {edition.name}, {seats} seats: {told}\n")
    made = Calibrations(
        game=game.name,
        bot=BOT,
        playouts=PLAYOUTS,
        moments=MOMENTS,
        seed=args.seed,
        fitted=tuple([found[name, seats] for name in game.editions for seats in game.edition(name).seat_counts]),
    )
    path.write_bytes(msgspec.json.format(msgspec.json.encode(made), indent=1) + b"\n")


def _check(game: Game, args: argparse.Namespace, executor: Executor) -> None:
    for edition, seats in _wanted(game, args):
        seeds = range(CHECK_SEED + args.seed, CHECK_SEED + args.seed + (args.games or 1000))
        found = check(calibration_for(edition, seats), _samples(game, edition, seats, seeds, executor, args.keep))
        if args.json:
            row = {"game": game.name, "edition": edition.name, "seats": seats, **msgspec.structs.asdict(found)}
            sys.stdout.write(msgspec.json.encode(row).decode() + "\n")
        else:
            sys.stdout.write(f"{game.title}, {edition.name}, {seats} seats: {words(found)}")
        sys.stdout.flush()


def _samples(game: Game, edition: Edition, seats: int, seeds: range, executor: Executor, keep: Path | None) -> list[GameSamples]:
    """What is seen of these games; of those that were looked at before, what is kept."""
    if keep is None:
        return list(samples_of(game, edition, seats, seeds, executor))
    keep.mkdir(parents=True, exist_ok=True)
    path = keep / f"{game.name}-{edition.name}-{seats}-{seeds.start}.jsonl"
    lines = path.read_bytes().splitlines(keepends=True) if path.exists() else []
    if lines and not lines[-1].endswith(b"\n"):  # it was stopped while it wrote
        lines.pop()
        path.write_bytes(b"".join(lines))
    found = [msgspec.json.decode(line, type=GameSamples) for line in lines[: len(seeds)]]
    with path.open("ab", buffering=0) as file:
        for one in samples_of(game, edition, seats, seeds[len(lines) :], executor):
            file.write(msgspec.json.encode(one) + b"\n")
            found.append(one)
    return found


def words(found: Check) -> str:
    """A check as a table."""
    lines = [
        f"{found.games} games, {found.moments} moments; log loss {found.log_loss:.3f}, of the judge's own guess "
        f"{found.raw_log_loss:.3f}, of equal shares {found.even_log_loss:.3f}",
        "  share         moments    said     won   missed",
    ]
    for one in found.deciles:
        told = f"{one.said:7.1%} {one.won:7.1%} {100 * (one.said - one.won):+6.1f} ± {100 * one.error:.1f}" if one.moments else ""
        lines.append(f"  {one.low:4.0%} to {one.high:4.0%} {one.moments:8,} {told}")
    worst = worst_of(found)
    if worst is not None:
        missed = f"{100 * abs(worst.said - worst.won):.1f} ± {100 * worst.error:.1f} points"
        lines.append(f"  worst of the tenths with {MANY} moments: {missed}, at {worst.low:.0%} to {worst.high:.0%}")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main())
