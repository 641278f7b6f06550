"""Plays and writes the studies in docs/studies: `python -m tools.studies --workers 2`.

Results go to runs/studies and are kept: interrupted, it goes on where it stopped. `--games` plays fewer games than the
experiments say; `--report` plays nothing and writes the reports of what is there.
"""

import argparse
import sys
from pathlib import Path

import msgspec

from freightyard.lab.experiment import Experiment, read_experiment
from freightyard.lab.report import report_of, write_html
from freightyard.lab.run import Run
from freightyard.lab.workers import processes

STUDIES = {
    "freight-train-editions": ("The three editions of Freight Train", ("mayfair-1996", "whitewind-1993", "whitewind-nl")),
    "cabooses": ("Freight Train with cabooses and without", ("without", "with")),
    "freight-first-turn": ("What the first turn is worth in Freight", ("standard", "family")),
    "freight-cars": ("Freight Cars: three greedy players", ("three-seats",)),
}
FOLDER = Path("docs") / "studies"


def main() -> None:
    """Play what is missing, then write the reports."""
    parser = argparse.ArgumentParser(description="Play the studies and write their reports.")
    parser.add_argument("studies", nargs="*", metavar="STUDY", default=list(STUDIES), help=f"some of {', '.join(STUDIES)}")
    parser.add_argument("--runs", type=Path, default=Path("runs") / "studies")
    parser.add_argument("--games", type=int, help="fewer than the experiments say")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--report", action="store_true", help="only write the reports of what is there")
    args = parser.parse_args()
    for study in args.studies:
        title, names = STUDIES[study]
        runs = [run_of(read_experiment(str(FOLDER / study / f"{name}.toml")), args.runs) for name in names]
        if not args.report:
            for run in runs:
                wanted = min(run.experiment.games, args.games or run.experiment.games)
                run.experiment = msgspec.structs.replace(run.experiment, games=wanted)
                run.play(processes(args.workers), lambda done, _, name=run.experiment.name: say(f"\r{name}: {done:,}"))  # type: ignore[misc]
        games = min(whole_games(run) for run in runs)
        for run in runs:
            run.experiment = msgspec.structs.replace(run.experiment, games=games)
        write_html(report_of(runs, title), FOLDER / study / "report.html")
        say(f"\r{study}: {games:,} games of each\n")


def run_of(experiment: Experiment, folder: Path) -> Run:
    """The run of an experiment. Studies that play the same games share them."""
    return Run(experiment, folder / f"{experiment.game.name}-{experiment.fingerprint()}")


def whole_games(run: Run) -> int:
    """How many games there are from the first on without a gap."""
    numbers = run.frame(run.experiment.games)["number"].to_list()
    return next((place for place, number in enumerate(numbers) if number != place + 1), len(numbers))


def say(text: str) -> None:
    """On the terminal, at once."""
    sys.stdout.write(text)
    sys.stdout.flush()


if __name__ == "__main__":
    main()
