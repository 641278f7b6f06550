"""The run of an experiment: a folder of results that grows while games are played and goes on where it stopped.

    experiment.json     what is played, and everything that the results depend on
    part-….parquet      games as they come, a few seconds' worth each
    games.parquet       all games in the order of their numbers, when the run is finished

The same experiment gives the same games.parquet, byte for byte, however it was played: no time, no host, no worker is in it.
"""

import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, final

import msgspec
import polars as pl
from polars.exceptions import PolarsError

from freightyard.core.editions import of_revision
from freightyard.games import game_named
from freightyard.lab.errors import LabError
from freightyard.lab.experiment import Experiment, Until, experiment_of, play_number, spec_of
from freightyard.lab.game_row import GameRow
from freightyard.lab.pool import Executor
from freightyard.lab.scalars import values_of
from freightyard.lab.source_digest import digest_with
from freightyard.lab.stats import Estimate, estimate

SCHEMA: Final = pl.Schema(
    {
        "number": pl.Int64(),
        "seed": pl.Int64(),
        "players": pl.List(pl.String()),
        "order": pl.List(pl.Int8()),
        "scores": pl.List(pl.Int32()),
        "winners": pl.List(pl.Int8()),
        "ended_by": pl.String(),
        "plies": pl.Int32(),
        "decisions": pl.Int32(),
        "turns": pl.Int32(),
        "choices": pl.Int64(),
        "most_choices": pl.Int32(),
        "lead_changes": pl.Int32(),
        "led_from": pl.Int32(),
        "tallies": pl.List(
            pl.Struct({"sort": pl.String(), "name": pl.String(), "seat": pl.Int8(), "count": pl.Int32(), "points": pl.Int32()})
        ),
    }
)
_MANIFEST: Final = "experiment.json"
_GAMES: Final = "games.parquet"
_SECONDS: Final = 5.0  # between two parts: so much is lost at most when the machine dies
_MOST_ROWS: Final = 2000
_FIRST_LOOK: Final = 200  # games before the first look at an interval; looks are at fixed numbers, whoever plays

Progress = Callable[[int, int], None]  # games done, games wanted


@final
class Run:
    """The results of an experiment in a folder."""

    def __init__(self, experiment: Experiment, folder: Path) -> None:
        self.experiment = experiment
        self.folder = folder

    def play(self, executor: Executor, progress: Progress | None = None) -> pl.DataFrame:
        """Play what is missing. Interrupted, it keeps every game that is over."""
        self._claim_folder()
        progress = progress or _in_silence
        until = self.experiment.until
        if until is None:
            self._play_up_to(self.experiment.games, executor, progress)
            return self._finish(self.experiment.games)
        for wanted in looks(self.experiment.games):
            self._play_up_to(wanted, executor, progress)
            if self.interval(until, wanted).width < until.width:
                break
        return self._finish(wanted)

    def interval(self, until: Until, games: int) -> Estimate:
        """The measure that the run waits for, over its first games."""
        values = values_of(self.frame(games), until.measure)
        return estimate([value for value in values if value is not None])

    def frame(self, games: int | None = None) -> pl.DataFrame:
        """The games so far, in the order of their numbers; at most the first so many."""
        frames = [_read(path) for path in self._files()]
        frame = pl.concat(frames) if frames else pl.DataFrame(schema=SCHEMA)
        frame = frame.unique(subset="number", keep="first").sort("number")
        return frame if games is None else frame.filter(pl.col("number") <= games)

    def _files(self) -> list[Path]:
        whole = self.folder / _GAMES
        return [whole] * whole.exists() + sorted(self.folder.glob("part-*.parquet"))

    def _claim_folder(self) -> None:
        """Make the folder; refuse one that holds another experiment."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as reason:
            raise LabError(f"cannot write results to {self.folder}: {(reason.strerror or str(reason)).lower()}") from None
        path = self.folder / _MANIFEST
        if path.exists():
            old = _manifest(self.folder)["facts"]
            new = msgspec.to_builtins(self.experiment.facts())
            other = [key for key in new if old.get(key) != new[key]]
            if other and set(other) <= {"freightyard", "code"}:
                raise LabError(
                    f"{self.folder} has games of another version of the rules or bots; choose another folder with --out"
                )
            if other:
                raise LabError(
                    f"{self.folder} has another experiment (different: {', '.join(other)}); choose another folder with --out"
                )
        else:
            self._write_manifest(None)

    def _write_manifest(self, games: int | None) -> None:
        experiment = self.experiment
        manifest = {
            "name": experiment.name,
            "games": games,  # None until the run is finished
            "base": experiment.base,
            "changes": experiment.changes,
            "until": experiment.until,
            "command": experiment.command(),
            "facts": experiment.facts(),
        }
        half = self.folder / f"{_MANIFEST}.half"
        half.write_bytes(msgspec.json.format(msgspec.json.encode(manifest, order="sorted"), indent=2) + b"\n")
        half.replace(self.folder / _MANIFEST)

    def _play_up_to(self, games: int, executor: Executor, progress: Progress) -> None:
        here = {int(number) for path in self._files() for number in _read(path, ["number"])["number"]}
        missing = [number for number in range(1, games + 1) if number not in here]
        if missing and self.experiment.code != digest_with(self.experiment.game.name, self.experiment.players):
            raise LabError(f"{self.folder} was played with another version of the rules or bots, so no games can be added to it")
        done = games - len(missing)
        progress(done, games)
        waiting: list[GameRow] = []
        written = time.monotonic()
        try:
            play = partial(play_number, self.experiment)
            for _, row in executor.map_unordered(play, missing, lambda number: self.experiment.match(number).words()):
                waiting.append(row)
                done += 1
                progress(done, games)
                if len(waiting) >= _MOST_ROWS or time.monotonic() - written > _SECONDS:
                    self._write_part(waiting)
                    waiting, written = [], time.monotonic()
        finally:
            self._write_part(waiting)

    def _write_part(self, rows: Sequence[GameRow]) -> None:
        if rows:
            _write(frame_of(rows), self.folder / f"part-{min(row.number for row in rows):08d}.parquet")

    def _finish(self, games: int) -> pl.DataFrame:
        """One file of all games, and the parts are gone."""
        frame = self.frame(games)
        parts = sorted(self.folder.glob("part-*.parquet"))
        if parts or not (self.folder / _GAMES).exists():
            whole = self.frame() if self.experiment.until is None else frame
            _write(whole, self.folder / _GAMES)
            for path in parts:
                path.unlink()
        self._write_manifest(frame.height)
        return frame


def _in_silence(done: int, wanted: int) -> None:
    """For those who do not watch."""


def looks(most: int) -> list[int]:
    """After how many games a run looks whether its interval is narrow enough: the same for all, however they are played."""
    numbers = [min(most, _FIRST_LOOK)]
    while numbers[-1] < most:
        numbers.append(min(most, numbers[-1] * 5 // 4))
    return numbers


def frame_of(rows: Sequence[GameRow]) -> pl.DataFrame:
    """Rows as a table, in the order of their numbers."""
    ordered = sorted(rows, key=lambda row: row.number)
    return pl.DataFrame([msgspec.to_builtins(row) for row in ordered], schema=SCHEMA, orient="row")


def load_run(folder: Path) -> Run:
    """A run from its folder alone, as far as it has come."""
    manifest = _manifest(folder)
    facts = manifest["facts"]
    game = game_named(facts["game"])
    spec = spec_of({"game": game.name, "seats": facts["seats"], "rotate": facts["rotate"], "seed": facts["seed"]}, str(folder))
    plain = experiment_of(spec, manifest["name"], folder)
    edition = (
        of_revision(game, facts["edition"], facts["revision"])
        if facts["edition"] in game.editions
        else game.edition_from(facts["edition_data"], f"the edition in {folder}")
    )
    until = manifest.get("until")
    run = Run(
        msgspec.structs.replace(
            plain,
            edition=edition,
            options=tuple(facts["options"]),
            changes=manifest["changes"],
            base=manifest["base"],
            version=facts["freightyard"],
            code=facts.get("code", ""),
            until=None if until is None else Until(until["measure"], until["width"]),
        ),
        folder,
    )
    games = manifest["games"] or run.frame().height
    if not games:
        raise LabError(f"{folder} has no games yet")
    run.experiment = msgspec.structs.replace(run.experiment, games=games)
    return run


def _manifest(folder: Path) -> dict[str, Any]:
    path = folder / _MANIFEST
    try:
        manifest = msgspec.json.decode(path.read_bytes(), type=dict[str, Any])
        manifest["facts"]["game"], manifest["base"]
    except FileNotFoundError:
        raise LabError(f"{folder} is not the folder of a run: it has no {_MANIFEST}") from None
    except (OSError, msgspec.DecodeError, msgspec.ValidationError, KeyError, TypeError):
        raise LabError(f"cannot read {path}") from None
    return manifest


def _read(path: Path, columns: list[str] | None = None) -> pl.DataFrame:
    try:
        return pl.read_parquet(path, columns=columns)
    except (OSError, PolarsError):
        raise LabError(f"{path} is damaged; delete it, then run the experiment again to replay its games") from None


def _write(frame: pl.DataFrame, path: Path) -> None:
    """Write a file that appears under its name only when it is whole."""
    half = path.with_suffix(".half")
    frame.rechunk().write_parquet(half, compression="zstd", statistics=False)
    half.replace(path)
