"""The documentation: every public name is described, pages are easy to read, and the site builds without a broken link."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tools.docstrings import DOCUMENTED, comments_of, modules_of, undescribed

ROOT = Path(__file__).parents[1]
PAGES = [path for path in sorted((ROOT / "docs").rglob("*.md")) if path.name != "README.in.md"]
WIDTH = 100
# What a page loads when it is read: scripts, styles and pictures. Links that a reader may follow are no matter.
LOADED = re.compile(r"""<(?:script|img|iframe|source)\b[^>]*\bsrc="?(https?:[^"\s>]+)|<link\b[^>]*\bhref="?(https?:[^"\s>]+)""")


@pytest.mark.parametrize("package", DOCUMENTED)
def test_every_public_name_is_described(package: str) -> None:
    assert [str(finding) for finding in undescribed([package])] == []


def written(folder: Path, **modules: str) -> Path:
    """A package of these modules."""
    package = folder / "house" / "room"
    package.mkdir(parents=True)
    for inside in (package.parent, package):
        (inside / "__init__.py").write_text('"""A package."""\n', encoding="utf-8")
    for name, text in modules.items():
        (package / f"{name}.py").write_text(text, encoding="utf-8")
    return folder


def names(folder: Path) -> list[str]:
    return [finding.name.removeprefix("house.room.") for finding in undescribed(["house.room"], folder)]


def test_modules_classes_functions_methods_and_properties_need_a_docstring(tmp_path: Path) -> None:
    text = "class Yard:\n    def sort(self): ...\n    @property\n    def full(self): ...\n    def _own(self): ...\n"
    text += "def couple(): ...\ndef _own(): ...\n"
    assert names(written(tmp_path, cars=text)) == ["cars", "cars.Yard", "cars.Yard.sort", "cars.Yard.full", "cars.couple"]


def test_a_constant_or_a_field_needs_a_comment_or_a_docstring_or_its_name_in_that_of_its_class(tmp_path: Path) -> None:
    text = '''"""Cars."""

MOST = 5
LEAST = 1  # car
TEXT = "#"  # noqa: S105
# These two belong together.
LONG = 7
SHORT = 2

WIDE = 3
"""It has a docstring."""


class Car:
    """A car of a `kind`."""

    kind: str
    weight: int
    load: int  # in tons
    _own: int
'''
    assert names(written(tmp_path, cars=text)) == ["cars.MOST", "cars.TEXT", "cars.Car.weight"]


def test_what_a_base_class_describes_need_not_be_described_again(tmp_path: Path) -> None:
    base = '"""Bases."""\n\nclass Base:\n    """A base."""\n\n    def go(self):\n        """Go."""\n'
    text = '"""Cars."""\n\nclass Car(Base):\n    """A car."""\n\n    def go(self): ...\n    def stop(self): ...\n'
    more = '"""More."""\n\nclass Tank(cars.Car):\n    """A tank car."""\n\n    def go(self): ...\n'
    assert names(written(tmp_path, base=base, cars=text, more=more)) == ["cars.Car.stop"]


def test_what_a_package_hands_on_is_described_where_it_is_defined(tmp_path: Path) -> None:
    folder = written(tmp_path, cars='"""Cars."""\n\ndef couple(): ...\ndef _own(): ...\n')
    door = folder / "house" / "__init__.py"
    door.write_text('"""The door."""\nfrom house.room.cars import couple as join, _own\n__all__ = ["join"]\n', encoding="utf-8")
    assert [finding.name for finding in undescribed(["house"], folder)] == ["house.room.cars.couple"]


def test_the_front_door_stands_for_itself_and_a_package_for_all_its_public_modules(tmp_path: Path) -> None:
    folder = written(tmp_path, cars="", _own="")
    assert modules_of("house", folder) == ["house"]
    assert modules_of("house.room", folder) == ["house.room", "house.room.cars"]
    with pytest.raises(FileNotFoundError, match=r"there is no package house\.attic"):
        modules_of("house.attic", folder)


def test_a_comment_of_several_lines_is_read_as_one(tmp_path: Path) -> None:
    path = tmp_path / "cars.py"
    path.write_text("# One.\nA = 1\n# Two,\n# and three.\nB = 2\n\nC = 3\n", encoding="utf-8")
    assert [comments_of(path)[line] for line in (2, 5, 7)] == ["One.", "Two, and three.", ""]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_no_line_of_a_page_is_too_long_to_read(page: Path) -> None:
    lines = page.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if len(line) > WIDTH and not line.startswith("|")] == []


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built as strictly as `./yard docs` does."""
    if not os.environ.get("YARD_SKIPS_NO_EXTRA"):
        for module in ("mkdocs", "material", "mkdocstrings"):
            pytest.importorskip(module, reason="pip install 'freightyard[docs]'")
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)],
        cwd=ROOT, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return folder


def test_the_site_builds_without_a_broken_link_and_has_a_page_for_every_module(site: Path) -> None:
    for package in DOCUMENTED:
        for module in modules_of(package):
            assert (site / "reference" / f"{module}.html").is_file()
    for path in sorted((ROOT / "src/freightyard/games").glob("*/README.md")):
        assert (site / "games" / f"{path.parent.name.replace('_', '-')}.html").is_file()


def test_a_page_of_the_site_loads_nothing_from_elsewhere(site: Path) -> None:
    for page in sorted(site.rglob("*.html")):
        assert LOADED.findall(page.read_text(encoding="utf-8")) == [], page
    for style in sorted(site.rglob("*.css")):
        assert not re.search(r"@import|url\(.?https?:", style.read_text(encoding="utf-8")), style
