"""Plays and writes the studies in docs/studies: `python -m tools.studies --workers 2`.

    docs/studies/STUDY/*.toml          the experiments
    docs/studies/STUDY/report.html     the report
    docs/studies/STUDY/results.json    its numbers, and which games they rest on
    docs/studies/README.in.md          what we read in them; every figure is taken from the results
    docs/studies/README.md             the same with the figures

Games go to runs/studies and are kept: interrupted, it goes on where it stopped. `--games` plays fewer games than the
experiments say; `--report` plays nothing and writes the reports of what is there; `--text` writes README.md alone.
"""

import argparse
import sys
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec

from freightyard.lab.compare import Comparison
from freightyard.lab.experiment import Experiment, read_experiment
from freightyard.lab.measures import Summary
from freightyard.lab.pool import executor_for
from freightyard.lab.report import report_of, write_html
from freightyard.lab.run import Progress, Run, load_run
from tools.study_text import written

STUDIES: Final = {
    "freight-train-editions": ("The three editions of Freight Train", ("mayfair-1996", "whitewind-1993", "whitewind-nl")),
    "cabooses": ("Freight Train with cabooses and without", ("without", "with")),
    "freight-first-turn": ("What the first turn is worth in Freight", ("standard", "family")),
    "freight-cars": ("Freight Cars: three greedy players", ("three-seats",)),
}
FOLDER: Final = Path("docs") / "studies"


class StudyRun(msgspec.Struct, frozen=True, kw_only=True):
    """A run of a study. `sha256`: of its games.parquet, which whoever repeats it gets too."""

    name: str
    command: str
    version: str
    code: str
    sha256: str
    summary: Summary


class Results(msgspec.Struct, frozen=True, kw_only=True):
    """What a study found."""

    title: str
    games: int
    runs: dict[str, StudyRun]  # by the names of their files
    comparisons: tuple[Comparison, ...]  # of the first run with each of the others


def main() -> None:
    """Play what is missing, then write the reports and the text."""
    parser = argparse.ArgumentParser(description="Play the studies and write their reports.")
    parser.add_argument("studies", nargs="*", metavar="STUDY", default=list(STUDIES), help=f"some of {', '.join(STUDIES)}")
    parser.add_argument("--runs", type=Path, default=Path("runs") / "studies")
    parser.add_argument("--games", type=int, help="fewer than the experiments say")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--report", action="store_true", help="play nothing, only write the reports of what is there")
    parser.add_argument("--text", action="store_true", help="only write the text of results that are there")
    args = parser.parse_args()
    for study in [] if args.text else args.studies:
        title, names = STUDIES[study]
        chosen = kept_run if args.report else run_of
        runs = {name: chosen(read_experiment(str(FOLDER / study / f"{name}.toml")), args.runs) for name in names}
        if not args.report:
            with executor_for(args.workers) as executor:
                for run in runs.values():
                    wanted = min(run.experiment.games, args.games or run.experiment.games)
                    run.experiment = msgspec.structs.replace(run.experiment, games=wanted)
                    run.play(executor, progress(run.experiment.name))
        games = min(whole_games(run) for run in runs.values())
        for run in runs.values():
            run.experiment = msgspec.structs.replace(run.experiment, games=games)
        write_study(study, title, runs, games)
        say(f"\r{study}: {games:,} games of each\n")
    write_text()


def progress(name: str) -> Progress:
    """Says how many games of a run are there."""
    return lambda done, _: say(f"\r{name}: {done:,}")


def run_of(experiment: Experiment, folder: Path) -> Run:
    """The run of an experiment. Studies that play the same games share them."""
    return Run(experiment, folder / f"{experiment.game.name}-{experiment.fingerprint()}")


def kept_run(experiment: Experiment, folder: Path) -> Run:
    """The run of an experiment that has the most games, whichever rules and bots played it: the report names them."""
    wanted = {key: value for key, value in msgspec.to_builtins(experiment.facts()).items() if key not in ("freightyard", "code")}
    found = []
    for manifest in folder.glob(f"{experiment.game.name}-*/experiment.json"):
        run = load_run(manifest.parent)
        facts = msgspec.to_builtins(run.experiment.facts())
        if {key: facts[key] for key in wanted} == wanted:
            found.append(run)
    if not found:
        raise SystemExit(f"no games of {experiment.name} are in {folder}")
    best = max(found, key=whole_games)
    best.experiment = msgspec.structs.replace(best.experiment, name=experiment.name)  # studies may share the games
    return best


def whole_games(run: Run) -> int:
    """How many games there are from the first on without a gap."""
    numbers = run.frame(run.experiment.games)["number"].to_list()
    return next((place for place, number in enumerate(numbers) if number != place + 1), len(numbers))


def write_study(study: str, title: str, runs: dict[str, Run], games: int) -> None:
    """Its report, and its numbers."""
    report = report_of(list(runs.values()), title)
    write_html(report, FOLDER / study / "report.html")
    played = {
        file: StudyRun(
            name=run.experiment.name,
            command=run.experiment.command(),
            version=run.experiment.version,
            code=run.experiment.code,
            sha256=digest(run.folder / "games.parquet"),
            summary=summary,
        )
        for (file, run), summary in zip(runs.items(), report.summaries.values(), strict=True)
    }
    results = Results(title=title, games=games, runs=played, comparisons=report.comparisons)
    content = msgspec.json.format(msgspec.json.encode(results), indent=1)
    (FOLDER / study / "results.json").write_bytes(content + b"\n")


def digest(path: Path) -> str:
    """Of a whole file; empty while a run is not finished."""
    return sha256(path.read_bytes()).hexdigest() if path.exists() else ""


def results_of(study: str, folder: Path = FOLDER) -> Results:
    """What a study found, from its file."""
    return msgspec.json.decode((folder / study / "results.json").read_bytes(), type=Results)


def write_text() -> None:
    """README.md from what we say and what was found, if every study has found something."""
    if not all((FOLDER / study / "results.json").exists() for study in STUDIES):
        return
    results = {study: results_of(study) for study in STUDIES}
    text = written((FOLDER / "README.in.md").read_text(encoding="utf-8"), results)
    (FOLDER / "README.md").write_text(text, encoding="utf-8")


def say(text: str) -> None:
    """On the terminal, at once."""
    sys.stdout.write(text)
    sys.stdout.flush()


if __name__ == "__main__":
    main()
