"""Packages of games as pip leaves them in a folder: their modules, and the metadata with the entry point."""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Final

EXAMPLE: Final = Path(__file__).parents[1] / "examples" / "shunting"
TIMEOUT: Final = 300


def install_example(folder: Path) -> None:
    """The example game, as its pyproject.toml says."""
    project = tomllib.loads((EXAMPLE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    shutil.copytree(EXAMPLE / "src", folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    ((name, place),) = project["entry-points"]["freightyard.games"].items()
    add_metadata(folder, project["name"], name, place)


def install(folder: Path, package: str, files: dict[str, str], place: str = "TITLE") -> None:
    """A package of these files, by their paths; `place`: what its entry point names in it."""
    for path, text in files.items():
        file = folder / package / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    add_metadata(folder, package, package, f"{package}:{place}")


def add_metadata(folder: Path, project: str, name: str, place: str) -> None:
    """What tells Python of an installed package."""
    info = folder / f"{project.replace('-', '_')}-1.0.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project}\nVersion: 1.0.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[freightyard.games]\n{name} = {place}\n", encoding="utf-8")


def python_path(folder: Path) -> str:
    """The search path of a process that has what is installed in a folder, besides what this one has."""
    return os.pathsep.join([str(folder), *([known] if (known := os.environ.get("PYTHONPATH")) else [])])


def run(folder: Path, *arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    """Python with these arguments, and with what is installed in a folder."""
    return subprocess.run(
        [sys.executable, *arguments],
        env={**os.environ, "PYTHONPATH": python_path(folder)},
        input=text,
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )


def freightyard(folder: Path, *arguments: str, text: str = "") -> str:
    """What a command says that must succeed without a word of warning."""
    done = run(folder, "-m", "freightyard", *arguments, text=text)
    assert done.returncode == 0, done.stderr
    assert done.stderr == "", done.stderr
    return done.stdout
