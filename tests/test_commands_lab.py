"""`freightyard lab` as a person or a script uses it: in processes of their own."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import polars as pl

from tests.commands import refused, run, run_anew
from tests.packages import python_path
from tests.processes import children

CARS = 'game = "freight-cars"\nseats = ["random", "random"]\ngames = 12\n'


def test_run_plays_an_experiment_and_says_how_it_went(tmp_path: Path) -> None:
    (tmp_path / "cars.toml").write_text(CARS)
    done = run("lab", "run", "cars.toml", cwd=tmp_path)
    said = done.stdout.decode()
    assert done.returncode == 0, done.stderr
    assert "12 games in runs/cars" in said
    assert "seat 1" in said
    assert "turn 1" in said
    assert "Games by the rule that ended them: fc.win 12" in said
    assert pl.read_parquet(tmp_path / "runs" / "cars" / "games.parquet").height == 12
    words = ("lab", "run", "freight-cars", "--seats", "random,random", "--games", "12", "--out", "flags")
    flags = run_anew(*words, cwd=tmp_path, PYTHONHASHSEED="3")
    assert flags.returncode == 0, flags.stderr
    assert (tmp_path / "flags" / "games.parquet").read_bytes() == (tmp_path / "runs" / "cars" / "games.parquet").read_bytes()


def test_compare_prints_a_verdict_and_writes_a_report(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(CARS)
    (tmp_path / "b.toml").write_text(CARS + "change.credits = [9, 18, 27, 36, 45]\n")
    done = run("lab", "compare", "a.toml", "b.toml", "--report", "ab.html", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "b plays differently from a" in done.stdout.decode().replace("\n", " ")
    assert "<svg" in (tmp_path / "ab.html").read_text()
    again = json.loads(run("lab", "compare", "runs/a", "runs/b", "--measure", "score", "--json", cwd=tmp_path).stdout)
    assert again["paired"] is True
    assert [one["measure"] for one in again["differences"]] == ["score"]
    assert again["differences"][0]["shown"] is True
    null = json.loads(run("lab", "compare", "a.toml", "a.toml", "--apart", "--json", cwd=tmp_path).stdout)
    assert null["paired"] is False
    assert not any(one["shown"] for one in null["differences"])


def test_report_writes_a_page_and_its_charts(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(CARS)
    run("lab", "run", "a.toml", cwd=tmp_path)
    done = run("lab", "report", "runs/a", "--html", "r.html", "--charts", "c", "--form", "png", "--title", "T & Co", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "<title>T &amp; Co</title>" in (tmp_path / "r.html").read_text()
    assert len(list((tmp_path / "c").glob("*.png"))) > 8


def test_fields_lists_what_can_be_changed() -> None:
    said = run("lab", "fields", "freight").stdout.decode().splitlines()
    assert "price.straight = 3" in said
    assert "seats.3.cities = 9" in said
    assert not any(line.startswith("name") for line in said)


def _parts(folder: Path) -> list[Path]:
    """The games that a run has kept so far. What it is just writing has another name."""
    return sorted(folder.glob("part-*.parquet"))


def test_an_interrupted_run_keeps_its_games(tmp_path: Path) -> None:
    words = ["lab", "run", "freight-cars", "--seats", "random,random", "--games", "100000", "--out", "long"]
    for workers in ("1", "2"):
        # Whoever runs the tests in the background ignores interrupts, and children would inherit that.
        process = subprocess.Popen(
            [
                sys.executable,
                "-c",
                "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
                "if __name__ == '__main__':\n from freightyard.cli import main; raise SystemExit(main())",
                *words,
                "--workers",
                workers,
            ],
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ},
        )
        before = _parts(tmp_path / "long")
        deadline = time.monotonic() + 300
        while _parts(tmp_path / "long") == before and time.monotonic() < deadline and process.poll() is None:
            time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        _, error = process.communicate(timeout=300)
        assert process.returncode == 130, error
        assert error.decode().endswith("freightyard: interrupted\n")
        parts = [pl.read_parquet(path) for path in _parts(tmp_path / "long")]
        numbers = [number for part in parts for number in part["number"]]
        assert len(numbers) == len(set(numbers)) > 0
    assert not list((tmp_path / "long").glob("*.half"))


def test_bad_input_gets_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(CARS)
    for words, said in (
        (("lab", "run", "chess"), "chess"),
        (("lab", "run", "gone.toml"), "cannot read gone.toml"),
        (("lab", "run", "a.toml", "--seats", "3"), "--seats cannot be combined with a file"),
        (("lab", "run", "freight-train", "--change", "award.longst=4"), "award.longest"),
        (("lab", "run", "freight-train", "--change", "award.longest"), "FIELD=VALUE"),
        (("lab", "run", "freight-train", "--until", "wins.1"), "MEASURE=WIDTH"),
        (("lab", "run", "freight-train", "--until", "luck=1"), "there is no measure 'luck'"),
        (("lab", "run", "a.toml", "--until", "wins.3=1"), "must end in a seat from 1 to 2"),
        (("lab", "compare", "a.toml", "gone"), "not the folder of a run"),
        (("lab", "report", "gone"), "not the folder of a run"),
        (("lab", "fields", "freight", "gone"), "has no edition 'gone'"),
        (("lab",), "try freightyard lab --help"),
    ):
        assert said in refused(*words, cwd=tmp_path), words


def test_a_missing_extra_is_told_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "polars.py").write_text("raise ImportError('no polars', name='polars')\n")
    (tmp_path / "ray.py").write_text("raise ImportError('no ray', name='ray')\n")
    path = python_path(tmp_path)
    for words, said in (
        (("lab", "run", "freight-cars"), "freightyard: this needs polars; install it with pip install 'freightyard[lab]'\n"),
        (("lab", "compare", "a", "b"), "freightyard: this needs polars; install it with pip install 'freightyard[lab]'\n"),
    ):
        done = run_anew(*words, cwd=tmp_path, PYTHONPATH=path)
        assert (done.returncode, done.stderr.decode()) == (2, said)
    plain = run_anew("lab", "fields", "freight", PYTHONPATH=path)
    assert plain.returncode == 0


def test_workers_leave_when_their_parent_is_killed(tmp_path: Path) -> None:
    words = ["lab", "run", "freight-cars", "--seats", "random,random", "--games", "100000", "--out", "long", "--workers", "2"]
    process = subprocess.Popen([sys.executable, "-m", "freightyard", *words], cwd=tmp_path, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 300
    workers: list[int] = []
    while len(workers) < 2 and time.monotonic() < deadline:
        time.sleep(0.1)
        workers = children(process.pid, "spawn_main")
    while not _parts(tmp_path / "long") and time.monotonic() < deadline:
        time.sleep(0.1)
    process.kill()
    process.wait()
    while any(Path(f"/proc/{pid}").exists() for pid in workers) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert len(workers) == 2
    assert not [pid for pid in workers if Path(f"/proc/{pid}").exists()]
