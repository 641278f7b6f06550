"""Which rules and bots played, told by a digest of their source."""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import freightyard
from freightyard.core.title import Title
from freightyard.games import freight_cars, titles
from freightyard.lab import source_digest as code
from freightyard.lab.source_digest import code_digest


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Freight Cars as the package of somebody else."""
    folder = tmp_path / "others_cars"
    shutil.copytree(Path(freight_cars.__file__).parent, folder, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    monkeypatch.syspath_prepend(str(tmp_path))
    known = {"others-cars": Title("others-cars", "others_cars"), "freight-cars": freight_cars.TITLE}
    monkeypatch.setattr(code, "title_named", known.__getitem__)
    yield folder
    sys.modules.pop("others_cars", None)


def digest() -> str:
    code_digest.cache_clear()
    found = code_digest("others-cars")
    code_digest.cache_clear()
    return found


def test_every_game_has_a_digest_of_its_own() -> None:
    assert len({code_digest(title.name) for title in titles()}) == len(titles())


@pytest.mark.parametrize("path", ["rules/scoring.py", "bot/judge.py", "editions/quick-simple-fun-2021.toml"])
def test_what_decides_a_game_changes_the_digest(copied: Path, path: str) -> None:
    before = digest()
    with (copied / path).open("a") as file:
        file.write("# a word more\n")
    assert digest() != before


@pytest.mark.parametrize("path", ["page/board.py", "terminal.py", "watch.py", "observation.py", "commands.py", "README.md"])
def test_what_only_shows_a_game_does_not(copied: Path, path: str) -> None:
    before = digest()
    with (copied / path).open("a") as file:
        file.write("# a word more\n")
    assert digest() == before


def test_the_place_of_the_package_and_the_ends_of_its_lines_do_not_matter(copied: Path) -> None:
    assert digest() == code_digest("freight-cars")
    path = copied / "rules" / "scoring.py"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert digest() == code_digest("freight-cars")


def test_platform_counts_as_far_as_it_decides(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, copied: Path) -> None:
    before = digest()
    source = Path(freightyard.__file__).parent
    shutil.copytree(source / "core", tmp_path / "freightyard.core")
    shutil.copytree(source / "bots", tmp_path / "freightyard.bots")
    monkeypatch.setattr(code, "files", lambda package: tmp_path / package)
    assert digest() == before
    with (tmp_path / "freightyard.bots" / "random.py").open("a") as file:
        file.write("# a word more\n")
    assert digest() != before
