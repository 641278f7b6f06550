"""`freightyard puzzles` as a person uses it."""

from importlib.resources import files
from pathlib import Path

import pytest

from tests.commands import refused, run

BUNDLED = Path(str(files("freightyard.games.freight_cars.puzzles").joinpath("quick-simple-fun-2021.toml")))


def test_help_says_what_a_puzzle_is_and_what_can_be_chosen() -> None:
    said = run("puzzles", "make", "--help").stdout.decode()
    for word in (
        "two budgets",
        "--puzzles",
        "--games",
        "--seats",
        "--seed",
        "--workers",
        "--budgets",
        "--near",
        "--without",
        "--since",
        "--to",
    ):
        assert word in said


def test_a_file_of_puzzles_is_checked(tmp_path: Path) -> None:
    done = run("puzzles", "check", "freight-cars", str(BUNDLED))
    assert done.returncode == 0, done.stderr
    assert b"all as the rules want them" in done.stdout
    broken = tmp_path / "mine.toml"
    broken.write_text(BUNDLED.read_text(encoding="utf-8").replace("answer = [", 'answer = ["decline", ', 1), encoding="utf-8")
    assert "cannot be played" in refused("puzzles", "check", "freight-cars", str(broken))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--budgets", "20"), "two numbers"),
        (("--since", "tomorrow"), "a day such as 2026-12-01"),
        (("--budgets", "40,20"), "the smaller one first"),
        (("--seats", "medium"), "2"),
        (("--seats", "deep-blue,medium"), "there is no bot"),
        (("--edition", "nothing"), "nothing"),
        (("--to", "nowhere/puzzles.toml"), "there is no folder nowhere"),
    ],
)
def test_what_cannot_be_made_is_refused_before_the_first_game(words: tuple[str, ...], said: str) -> None:
    assert said in refused("puzzles", "make", "freight-cars", *words)


def test_puzzles_are_written_into_a_file_and_what_was_searched_is_told(tmp_path: Path) -> None:
    words = ("--games", "1", "--near", "3", "--budgets", "10,20", "--since", "2026-12-01")
    done = run("puzzles", "make", "freight-cars", *words, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert b"from 1 games with" in done.stdout
    text = (tmp_path / "freight-cars-quick-simple-fun-2021-puzzles.toml").read_text(encoding="utf-8")
    assert "--games 1 --seed 1 --budgets 10,20 --near 3 --since 2026-12-01" in text
    assert "\nsince = 2026-12-01\n" in text
    assert 'edition = "quick-simple-fun-2021"' in text
