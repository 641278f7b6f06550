"""The client's modules: their types are checked where the compiler is, and every file that the page names is there."""

import re
import shutil
import subprocess
from importlib.resources import files
from pathlib import Path

import pytest

from freightyard.page.freight_train.cars import PICTURES

ROOT = Path(__file__).parents[2]
STATIC = files("freightyard.page").joinpath("static")


def test_types_of_the_client() -> None:
    local = ROOT / "node_modules" / ".bin" / "tsc"
    compiler = str(local) if local.exists() else shutil.which("tsc")
    if compiler is None:
        pytest.skip("no TypeScript compiler here: npm install typescript")
    done = subprocess.run([compiler, "-p", str(ROOT)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_every_picture_of_the_style_sheet_is_there() -> None:
    style = STATIC.joinpath("style.css").read_text(encoding="utf-8")
    for path in re.findall(r"url\(([^)]+)\)", style):
        assert STATIC.joinpath(path).is_file(), path
    for name in (*PICTURES, "other", "caboose", *[f"loco{seat}" for seat in range(1, 10)]):
        assert f".p-{name} {{ background-image: url(cars/{name}.svg); }}" in style


def test_every_module_is_there_and_nothing_comes_from_elsewhere() -> None:
    for entry in STATIC.iterdir():
        if not entry.name.endswith(".js"):
            continue
        text = entry.read_text(encoding="utf-8")
        for path in re.findall(r'from "([^"]+)"', text):
            assert path.startswith("./")
            assert STATIC.joinpath(path).is_file(), path
        assert "http:" not in text
        assert "https:/" not in text
        assert "innerHTML" not in text or entry.name in (
            "parts.js",
            "around.js",
            "arrange.js",
        )  # drawn by our own boards
