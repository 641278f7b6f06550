"""The client's modules: their types are checked where the compiler is, and every file that the page names is there."""

import re
import shutil
import subprocess
from pathlib import Path
from posixpath import dirname, normpath

import pytest

from freightyard.games import titles
from freightyard.games.freight_train.page.cars import PICTURES
from freightyard.page.assets import COMMON, assets, folder_of
from freightyard.page.boards import board_for
from freightyard.page.card_sentences import CLIENT as CARDS
from freightyard.page.players import SEAT_TINTS
from freightyard.page.sentences import CLIENT

ROOT = Path(__file__).parents[2]


def test_types_of_the_client() -> None:
    local = ROOT / "node_modules" / ".bin" / "tsc"
    compiler = str(local) if local.exists() else shutil.which("tsc")
    if compiler is None:
        pytest.skip("no TypeScript compiler here: npm install typescript")
    for project in ("tsconfig.json", "tsconfig.worker.json"):  # pages, and the worker that lives on without them
        done = subprocess.run([compiler, "-p", str(ROOT / project)], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout


def test_every_picture_of_the_style_sheets_is_there() -> None:
    sheets = {path: entry.read_text(encoding="utf-8") for path, entry in assets().items() if path.endswith(".css")}
    for path, style in sheets.items():
        for picture in re.findall(r"url\((?![\"']?data:)([^)]+)\)", style):
            assert normpath(f"{dirname(path)}/{picture}") in assets(), picture
    every = "\n".join(sheets.values())
    for name in (*PICTURES, "other", "caboose"):
        assert f".p-{name} {{ background-image: url(cars/{name}.svg); }}" in every
    for tint in range(1, SEAT_TINTS + 1):
        assert f".p-loco{tint} {{ background-image: url(locomotives/{tint}.svg); }}" in every


def test_the_signs_of_the_top_bar_share_their_class_with_nothing() -> None:
    """They are masks: a picture of the lobby that had their class would be a black box."""
    sheets = {path: entry.read_text(encoding="utf-8") for path, entry in assets().items() if path.endswith(".css")}
    assert [path for path, text in sheets.items() if re.search(r"\.sign\b(?!-)", text)] == [f"{COMMON}/settings.css"]


def test_what_all_tables_share_knows_no_game() -> None:
    words = re.compile(r"\b(cars?|sidings?|yards?|cubes?|freight[-_]\w+)\b", re.IGNORECASE)
    for path, entry in assets().items():
        if path.startswith(COMMON) and path.endswith((".js", ".css")):
            assert not words.findall(entry.read_text(encoding="utf-8")), path


def test_every_module_is_there_and_nothing_comes_from_elsewhere() -> None:
    for path, entry in assets().items():
        if not path.endswith(".js"):
            continue
        text = entry.read_text(encoding="utf-8")
        for module in re.findall(r'from "([^"]+)"', text):
            assert module.startswith(("./", "../"))
            assert normpath(f"{dirname(path)}/{module}") in assets(), module
        assert "http:" not in text
        assert "https:/" not in text
        drawn_by_our_boards = ("parts.js", "score_sheets.js", "arrange.js", "recap.js")
        assert "innerHTML" not in text or entry.name in drawn_by_our_boards


def test_every_sentence_of_the_client_is_there_and_said() -> None:
    said = {
        folder: {
            name
            for path, entry in assets().items()
            if path.startswith(f"{folder}/") and path.endswith(".js")
            for name in re.findall(r'\bsentence\("([^"]+)"', entry.read_text(encoding="utf-8"))
        }
        for folder in (COMMON, *(folder_of(title.name) for title in titles()))
    }
    assert said[COMMON] == set(CLIENT) | set(CARDS)
    for title in titles():
        own = set(board_for(title.name).client_sentences()) - set(CLIENT)  # it may say in its own words what all boards say
        assert said[folder_of(title.name)] - set(CLIENT) == own, title.name
