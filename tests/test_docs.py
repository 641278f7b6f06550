"""The documentation: every public name is described, pages are easy to read, and the site builds without a broken link."""

import argparse
import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from freightyard.adapters.observation import layout_of
from freightyard.cli import parser
from freightyard.games import game_named
from tools.docstrings import DOCUMENTED, comments_of, modules_of, undescribed

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "freightyard"
GAMES = [path.parent for path in sorted(SOURCE.glob("games/*/README.md"))]
PAGES = [path for path in sorted((ROOT / "docs").rglob("*.md")) if path.name != "README.in.md"]
OWN_PAGES = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")]
GAME_PAGES = [game / "README.md" for game in GAMES]
WIDTH = 100
# A file or folder in backquotes: with a slash in it, and an ending or a slash at its end.
PATH = re.compile(r"`([\w*.-]+(?:/[\w*.-]+)*/(?:[\w*-]+\.(?:py|js|css|html|toml|md|svg|txt))?)`")
STEP = re.compile(r"^(\d+)\. (.*?)(?=^\d+\. |^\S)", re.MULTILINE | re.DOTALL)
# These are started by a socket that becomes ready, not by the function before them.
STARTED_BY_A_SOCKET = {"data_received", "_receive", "put"}
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


def test_a_field_may_be_described_in_its_type(tmp_path: Path) -> None:
    text = '"""A module."""\nclass Turn:\n    """A message."""\n'
    text += "    ply: Annotated[int, Meta(description='when')]\n    seat: Annotated[int, Meta(ge=1)]\n"
    assert names(written(tmp_path, cars=text)) == ["cars.Turn.seat"]


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


@pytest.mark.parametrize("page", [*PAGES, *OWN_PAGES, *GAME_PAGES], ids=lambda page: page.relative_to(ROOT).as_posix())
def test_no_line_of_a_page_is_too_long_to_read(page: Path) -> None:
    lines = page.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if len(line) > WIDTH and not line.startswith("|")] == []


def is_there(path: str, page: Path) -> bool:
    """Whether a path that a page names exists: from the top, in the package, beside the page or in a game; GAME is every game."""
    if "GAME" in path:
        return all(is_there(path.replace("GAME", game.name), page) for game in GAMES)
    pattern = path.replace("NAME", "*").rstrip("/")
    package = pattern.removesuffix(".py")  # a module may have become a package of the same name
    for folder in (ROOT, SOURCE, SOURCE / "server", page.parent, *GAMES, ROOT / "examples/shunting/src/freightyard_shunting"):
        if next(folder.glob(pattern), None) or (folder / package).is_dir():
            return True
    return False


@pytest.mark.parametrize(
    "page",
    [page for page in (*PAGES, *OWN_PAGES, *GAME_PAGES) if page.parent.name != "results" and page.name != "CHANGELOG.md"],
    ids=lambda page: page.relative_to(ROOT).as_posix(),
)
def test_every_file_that_a_page_names_exists(page: Path) -> None:
    made_by_the_reader = {
        "site/",
        "runs/",
        "games/my_game/",
        "src/freightyard/games/my_game/",
        "tests/games/my_game/",
        "editions/earlier/NAME-REVISION.toml",
    }
    named = set(PATH.findall(page.read_text(encoding="utf-8"))) - made_by_the_reader
    assert [path for path in sorted(named) if not is_there(path, page)] == []


def test_a_file_that_is_not_there_is_found_out() -> None:
    page = ROOT / "docs" / "architecture.md"
    assert PATH.findall("`page/parts.py`, `games/GAME/page/` and `send`") == ["page/parts.py", "games/GAME/page/"]
    assert not is_there("page/parts.py", page)
    assert not is_there("games/GAME/page/market.py", page)  # only one game has it
    assert is_there("games/GAME/page/board.py", page)


def code_of(path: Path, name: str) -> str:
    """The text of a function or method of a file; empty if it has none of that name."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".js":
        found = re.search(rf"^( *)(?:export )?(?:function )?{name}\([^;\n]*\{{\n.*?^\1\}}", text, re.MULTILINE | re.DOTALL)
        return found[0] if found else ""
    *outer, last = name.split(".")
    nodes: list[ast.stmt] = ast.parse(text).body
    for part in outer:
        nodes = next((node.body for node in nodes if isinstance(node, ast.ClassDef) and node.name == part), [])
    for node in nodes:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name == last:
            return ast.get_source_segment(text, node) or ""
    return ""


def lines_that_call(code: str, name: str) -> list[int]:
    """In which lines of a function's text another one is called. What is called first may stand last in its line."""
    return [number for number, line in enumerate(code.split("\n")) if number and re.search(rf"\b{name}\(", line)]


def way_of_a_move() -> list[list[tuple[str, str]]]:
    """The functions that each step names, with the file named before them."""
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    text = text.partition("## The way of a move")[2].partition("\n## ")[0]
    steps: list[list[tuple[str, str]]] = []
    for number, words in STEP.findall(text):
        assert int(number) == len(steps) + 1
        file, found = "", []
        for word in re.findall(r"`([^`]+)`", words):
            if "/" in word:
                file = word
            elif word != "Step":
                found.append((file, word))
        steps.append(found)
    return steps


def test_the_way_of_a_move_names_functions_that_exist_and_call_each_other_in_this_order() -> None:
    steps = way_of_a_move()
    assert 8 <= len(steps) <= 12
    assert all(steps)
    before: list[str] = []  # the functions so far
    last_call: dict[str, int] = {}  # in which line each of them made its latest call that is named
    for file, name in [function for step in steps for function in step]:
        game = file.replace("GAME", "freight_train")
        code = code_of(SOURCE / game, name)
        assert code, f"{file} has no {name}"
        short = name.rpartition(".")[2]
        calls = [(one, line) for one in before for line in lines_that_call(one, short)[:1]]
        assert calls or not before or short in STARTED_BY_A_SOCKET, f"nothing that is named before it calls {name}"
        if calls and short not in STARTED_BY_A_SOCKET:
            caller, line = calls[-1]
            assert line >= last_call.get(caller, 0), f"{name} is called earlier than told"
            last_call[caller] = line
        before.append(code)


def test_the_architecture_fits_on_three_screens() -> None:
    assert len((ROOT / "docs" / "architecture.md").read_text(encoding="utf-8").splitlines()) <= 120


@pytest.mark.parametrize("game", ["freight-train", "freight-cars", "freight"])
def test_the_adapters_page_has_the_sizes_of_actions_and_observations(game: str) -> None:
    edition = game_named(game).edition(game_named(game).editions[0])
    row = f"| {game_named(game).title} | {len(edition.vocabulary):,} | {layout_of(edition, 2).size:,} |"
    assert row in (ROOT / "docs" / "adapters.md").read_text(encoding="utf-8")


def test_the_hosting_page_names_every_option_of_the_server() -> None:
    page = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    (commands,) = [action for action in parser()._actions if isinstance(action, argparse._SubParsersAction)]
    options = [word for action in commands.choices["serve"]._actions for word in action.option_strings if word.startswith("--")]
    assert [option for option in options if f"`{option}" not in page and option != "--help"] == []


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


@pytest.mark.deep
def test_the_site_builds_without_a_broken_link_and_has_a_page_for_every_module(site: Path) -> None:
    for package in DOCUMENTED:
        for module in modules_of(package):
            assert (site / "reference" / f"{module}.html").is_file()
    for path in sorted((ROOT / "src/freightyard/games").glob("*/README.md")):
        assert (site / "games" / f"{path.parent.name.replace('_', '-')}.html").is_file()


@pytest.mark.deep
def test_a_page_of_the_site_loads_nothing_from_elsewhere(site: Path) -> None:
    for page in sorted(site.rglob("*.html")):
        assert LOADED.findall(page.read_text(encoding="utf-8")) == [], page
    for style in sorted(site.rglob("*.css")):
        assert not re.search(r"@import|url\(.?https?:", style.read_text(encoding="utf-8")), style
