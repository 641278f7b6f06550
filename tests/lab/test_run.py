"""Runs of experiments: the same bytes however they are played, and nothing lost when they are interrupted."""

import os
import signal
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import polars as pl
import pytest

from freightyard.games import all_games
from freightyard.lab.errors import LabError
from freightyard.lab.experiment import Experiment, Until, experiment_of, play_number, read_experiment, spec_of
from freightyard.lab.match import play_match
from freightyard.lab.measures import summary_of
from freightyard.lab.pool import Executor, InProcess, Job, Played, ProcessPool, executor_for
from freightyard.lab.run import SCHEMA, Run, load_run, looks
from tests.processes import children

FIXTURES = Path(__file__).parents[1] / "fixtures" / "lab"


class Watched:
    """An executor that keeps its jobs and calls somebody after each of them."""

    def __init__(self, executor: Executor, after: Callable[[int], None]) -> None:
        self._executor = executor
        self._after = after
        self.jobs: list[Any] = []

    def map_unordered(
        self, play: Callable[[Job], Played], jobs: Iterable[Job], name: Callable[[Job], str] = str
    ) -> Iterator[tuple[int, Played]]:
        self.jobs = list(jobs)
        for place, played in self._executor.map_unordered(play, self.jobs, name):
            yield place, played
            self._after(place)


def experiment(**choices: Any) -> Experiment:
    raw = {"game": "freight-cars", "seats": ["random", "random"], "games": 30, **choices}
    return experiment_of(spec_of(raw, "a test"), "test", Path())


def test_one_worker_and_two_write_the_same_bytes(tmp_path: Path) -> None:
    for workers in (1, 2):
        with executor_for(workers) as executor:
            Run(experiment(), tmp_path / str(workers)).play(executor)
    for name in ("games.parquet", "experiment.json"):
        assert (tmp_path / "1" / name).read_bytes() == (tmp_path / "2" / name).read_bytes()
    assert sorted(path.name for path in (tmp_path / "1").iterdir()) == ["experiment.json", "games.parquet"]


def test_an_interrupted_run_keeps_its_games_and_goes_on(tmp_path: Path) -> None:
    def interrupted(place: int) -> None:
        if place == 10:
            raise KeyboardInterrupt

    run = Run(experiment(), tmp_path / "run")
    with pytest.raises(KeyboardInterrupt):
        run.play(Watched(InProcess(), interrupted))
    assert run.frame()["number"].to_list() == list(range(1, 12))
    assert load_run(tmp_path / "run").experiment.games == 11
    watched = Watched(InProcess(), lambda place: None)
    run.play(watched)
    assert watched.jobs == list(range(12, 31))
    Run(experiment(), tmp_path / "whole").play(InProcess())
    assert (tmp_path / "run" / "games.parquet").read_bytes() == (tmp_path / "whole" / "games.parquet").read_bytes()


def test_a_killed_worker_costs_nothing(tmp_path: Path) -> None:
    killed: list[int] = []

    def kill_one(place: int) -> None:
        if not killed:
            killed.append(_a_worker())
            os.kill(killed[0], signal.SIGKILL)

    run = Run(experiment(games=90), tmp_path / "killed")
    with ProcessPool(2) as pool:
        frame = run.play(Watched(pool, kill_one))
    assert killed
    assert frame["number"].to_list() == list(range(1, 91))
    Run(experiment(games=90), tmp_path / "whole").play(InProcess())
    assert (tmp_path / "killed" / "games.parquet").read_bytes() == (tmp_path / "whole" / "games.parquet").read_bytes()


def _a_worker() -> int:
    """A process that this one started to play games."""
    if not Path("/proc/self/stat").exists():
        pytest.skip("this machine does not list a process's children")
    return children(os.getpid(), "spawn_main")[0]


def test_more_games_are_added_to_those_that_are_there(tmp_path: Path) -> None:
    Run(experiment(games=5), tmp_path / "run").play(InProcess())
    frame = Run(experiment(games=9), tmp_path / "run").play(InProcess())
    assert frame["number"].to_list() == list(range(1, 10))
    assert Run(experiment(games=4), tmp_path / "run").play(InProcess()).height == 4


def test_a_folder_with_another_experiment_is_refused(tmp_path: Path) -> None:
    Run(experiment(games=2), tmp_path).play(InProcess())
    with pytest.raises(LabError, match=r"has another experiment \(different: seed\)"):
        Run(experiment(games=2, seed=5), tmp_path).play(InProcess())


def test_games_of_other_bots_are_kept_and_never_mixed_with_new_ones(tmp_path: Path) -> None:
    this = experiment(games=2)
    old = msgspec.structs.replace(this, code="0123456789ab")
    Run(old, tmp_path).frame()
    with pytest.raises(LabError, match="another version of the rules or bots, so no games"):
        Run(old, tmp_path).play(InProcess())
    # As if the games had been played before the bots were changed.
    Run(this, tmp_path / "run").play(InProcess())
    manifest = tmp_path / "run" / "experiment.json"
    manifest.write_text(manifest.read_text().replace(this.code, old.code))
    loaded = load_run(tmp_path / "run")
    assert (loaded.experiment.code, loaded.frame().height) == (old.code, 2)
    loaded.play(InProcess())  # nothing is missing
    with pytest.raises(LabError, match="has games of another version of the rules or bots"):
        Run(this, tmp_path / "run").play(InProcess())


def test_a_machine_with_other_rules_plays_nothing() -> None:
    other = msgspec.structs.replace(experiment(), code="0123456789ab")
    with pytest.raises(LabError, match="have different rules or bots"):
        play_number(other, 1)


def test_a_run_of_the_last_version_is_loaded_and_counts_what_ours_counts(tmp_path: Path) -> None:
    """tests/fixtures/lab/run was written by version 0.1.0, whose bots played other moves."""
    loaded = load_run(FIXTURES / "run")
    assert (loaded.experiment.version, loaded.experiment.code) == ("0.1.0", "dde5ea5fa275")
    assert loaded.experiment.changes == {"setup.cities_revealed": 4}
    assert summary_of(loaded).games == 12
    choices = {"seats": ["greedy", "random"], "rotate": True, "games": 12, "seed": 7, "change": {"setup": {"cities_revealed": 4}}}
    again = Run(experiment(**choices), tmp_path / "again").play(InProcess())
    assert again.schema == loaded.frame().schema
    assert scored(again) == scored(loaded.frame()) != set()


def scored(frame: pl.DataFrame) -> set[str]:
    """What points were counted for, by name."""
    tallies = frame["tallies"].explode().struct.unnest()
    return set(tallies.filter(pl.col("sort") == "score")["name"])


def test_damage_is_told(tmp_path: Path) -> None:
    with pytest.raises(LabError, match="not the folder of a run"):
        load_run(tmp_path)
    run = Run(experiment(games=2), tmp_path)
    run.play(InProcess())
    (tmp_path / "games.parquet").write_bytes(b"not a table")
    with pytest.raises(LabError, match="is damaged"):
        run.frame()
    (tmp_path / "experiment.json").write_text("{}")
    with pytest.raises(LabError, match="cannot read"):
        load_run(tmp_path)


def test_a_run_stops_when_its_interval_is_narrow_enough(tmp_path: Path) -> None:
    wanted = experiment(games=2000, until={"measure": "wins.1", "width": 0.12})
    for workers in (1, 2):
        with executor_for(workers) as executor:
            Run(wanted, tmp_path / str(workers)).play(executor)
    run = load_run(tmp_path / "1")
    assert run.experiment.games in looks(2000)[1:-1]
    assert run.interval(Until("wins.1", 0.12), run.experiment.games).width < 0.12
    before = looks(2000)[looks(2000).index(run.experiment.games) - 1]
    assert run.interval(Until("wins.1", 0.12), before).width >= 0.12
    assert (tmp_path / "1" / "games.parquet").read_bytes() == (tmp_path / "2" / "games.parquet").read_bytes()


def test_looks_are_at_the_same_numbers_for_all() -> None:
    assert looks(150) == [150]
    assert looks(1000)[:3] == [200, 250, 312]
    assert looks(1000)[-1] == 1000


def test_a_row_tells_the_game_that_simulate_plays(tmp_path: Path) -> None:
    for game in all_games():
        this = experiment(game=game.name, seed=7, games=2, seats=["greedy", "random"], rotate=True)
        frame = Run(this, tmp_path / game.name).play(InProcess())
        assert frame.schema == SCHEMA
        assert frame["players"].to_list() == [["greedy", "random"], ["random", "greedy"]]
        row = frame.row(1, named=True)
        result = play_match(this.match(2))
        assert (row["seed"], tuple(row["scores"])) == (8, result.outcome.scores)
        assert row["winners"] == [seat + 1 for seat in result.outcome.winners]
        assert (row["plies"], row["decisions"], row["turns"]) == (result.plies, result.decisions, result.turns)
        assert sorted(row["order"]) == [1, 2]
        verbs = sum(tally["count"] for tally in row["tallies"] if tally["sort"] == "verb")
        assert verbs == row["decisions"]
        earned = [sum(t["points"] for t in row["tallies"] if t["sort"] == "score" and t["seat"] == seat) for seat in (1, 2)]
        start = this.edition.raw.get("points_at_start", 0)
        costs = [count * this.edition.raw["action"]["rearrange_cost"] for count in _rearranged(row)] if start else [0, 0]
        assert [points + start - cost for points, cost in zip(earned, costs, strict=True)] == row["scores"]


def _rearranged(row: dict[str, Any]) -> list[int]:
    return [
        sum(
            tally["count"]
            for tally in row["tallies"]
            if (tally["sort"], tally["name"], tally["seat"]) == ("verb", "rearrange", seat)
        )
        for seat in (1, 2)
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("game = 'chess'", "chess"),
        ("game = 'freight-train'\nseats = 9", "for 2 to 5 players, not 9"),
        ("game = 'freight-train'\nseats = ['greedy', 'genius']", "there is no bot 'genius'"),
        ("game = 'freight-train'\nsets = 3", "unknown field 'sets'"),
        ("seats = 3", "misses the required field 'game'"),
        ("game = 'freight-train'\ngames = 0", "games must be from 1"),
        ("game = 'freight-train'\nseed = -1", "the seed must be from 0"),
        ("game = 'freight-train'\nuntil = { measure = 'luck', width = 1 }", "there is no measure 'luck'"),
        ("game = 'freight-train'\nuntil = { measure = 'wins.3', width = 1 }", "must end in a seat from 1 to 2"),
        ("game = 'freight-train'\nuntil = { measure = 'wins.1', width = 0 }", "must be above 0"),
        ("game = 'freight-train'\nedition = 'gone.toml'", "gone.toml: no such file"),
        ("game = freight", "not valid TOML"),
        ("game = 3", "'str'"),
    ],
)
def test_a_wrong_experiment_gets_one_sentence(tmp_path: Path, text: str, said: str) -> None:
    from freightyard.core.errors import FreightyardError

    path = tmp_path / "wrong.toml"
    path.write_text(text)
    with pytest.raises(FreightyardError) as error:
        read_experiment(str(path))
    assert said in str(error.value)
    assert "\n" not in str(error.value)


def test_an_experiment_reads_editions_beside_it_and_repeats_by_its_command(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('extends = "mayfair-1996"\nname = "mine"\n[award]\nlongest = 5\n')
    (tmp_path / "e.toml").write_text('game = "freight-train"\nedition = "mine.toml"\nchange.award.second = 2\nseats = 3\n')
    this = read_experiment(str(tmp_path / "e.toml"))
    assert (this.edition.raw["award"]["longest"], this.edition.raw["award"]["second"]) == (5, 2)
    assert this.players == ("greedy",) * 3
    assert "--change award.second=2" in this.command()
    assert this.name == "e"


def test_the_fingerprint_knows_what_matters() -> None:
    one = experiment()
    assert one.fingerprint() == experiment(games=99, name="other").fingerprint()
    for other in ({"seed": 2}, {"rotate": True}, {"seats": 3}, {"options": ["cities=21"]}, {"change": {"credits": [1, 2, 3]}}):
        assert experiment(**other).fingerprint() != one.fingerprint()


def test_a_run_is_loaded_as_it_was(tmp_path: Path) -> None:
    this = experiment(games=2, change={"setup": {"cities_revealed": 4}}, options=["cities=21"])
    Run(this, tmp_path).play(InProcess())
    loaded = load_run(tmp_path).experiment
    assert loaded.facts() == msgspec.to_builtins(this.facts())
    assert loaded.command() == this.command()
    assert isinstance(load_run(tmp_path).frame(), pl.DataFrame)
