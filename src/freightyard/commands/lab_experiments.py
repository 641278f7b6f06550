"""What `freightyard lab` is asked to play: experiments from files or from words, and runs by their folders."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from freightyard.core.bot_names import split_names
from freightyard.lab.changes import read_change
from freightyard.lab.errors import LabError
from freightyard.lab.experiment import Experiment, Until, check_until, experiment_of, read_experiment, spec_of

if TYPE_CHECKING:
    from freightyard.lab.run import Run


def experiment_from(args: argparse.Namespace) -> Experiment:
    """The experiment of `lab run`: from a file, or from the other words."""
    if args.what.endswith(".toml"):
        given = [name for name in ("edition", "option", "change", "seats", "rotate") if getattr(args, name)]
        if given:
            raise LabError(f"--{given[0]} cannot be combined with a file; write it into {args.what}")
        experiment = read_experiment(args.what)
        check_until(_until(args.until), experiment.players)
        wanted = {"games": args.games, "seed": args.seed, "name": args.name, "until": _until(args.until)}
        return msgspec.structs.replace(experiment, **{key: value for key, value in wanted.items() if value is not None})
    raw: dict[str, Any] = {
        "game": args.what,
        "edition": args.edition,
        "options": args.option,
        "change": dict(read_change(word) for word in args.change),
        "seats": _seats(args.seats),
        "rotate": args.rotate,
        "games": args.games,
        "seed": args.seed,
        "name": args.name,
    }
    spec = spec_of({key: value for key, value in raw.items() if value is not None}, "the command line")
    spec = msgspec.structs.replace(spec, until=_until(args.until))
    return experiment_of(spec, args.what, Path())


def _seats(word: str | None) -> int | list[str] | None:
    if word is None:
        return None
    if word.isascii() and word.isdecimal() and len(word) < 3:
        return int(word)
    return split_names(word)


def _until(word: str | None) -> Until | None:
    if word is None:
        return None
    measure, _, width = word.partition("=")
    try:
        return Until(measure, float(width))
    except ValueError:
        raise LabError(f"--until must be MEASURE=WIDTH, such as wins.1=0.02, not {word!r}") from None


def run_named(word: str, args: argparse.Namespace, first: "Run | None") -> "Run":
    """A run by its experiment's file or by its folder. Apart, the second gets the seeds after those of the first."""
    from freightyard.lab.run import Run, load_run

    if not word.endswith(".toml"):
        return load_run(Path(word))  # as many games as it has
    experiment = read_experiment(word)
    if args.games is not None:
        experiment = msgspec.structs.replace(experiment, games=args.games)
    if first is not None and args.apart:
        name = f"{experiment.name}-apart"
        seed = first.experiment.seed + max(first.experiment.games, experiment.games)
        experiment = msgspec.structs.replace(experiment, seed=seed, name=name)
    return Run(experiment, args.out / experiment.name)
