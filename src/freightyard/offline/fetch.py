"""The parts that run Python in a browser: Pyodide from npm and msgspec's wheel from PyPI, by name, kept in a folder."""

import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Final

import msgspec

from freightyard.core.errors import FreightyardError

_SECONDS: Final = 600


class CannotFetch(FreightyardError):
    """A part is missing, and cannot be had."""


class Pins(msgspec.Struct, frozen=True):
    """The versions that fit together."""

    pyodide: str
    python: str
    platform: str
    msgspec: str


def pins() -> Pins:
    """What `runtime.toml` says."""
    return msgspec.convert(tomllib.loads(files("freightyard.offline").joinpath("runtime.toml").read_text(encoding="utf-8")), Pins)


def cache_folder() -> Path:
    """Where fetched parts are kept for the next time."""
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "freightyard" / f"pyodide-{pins().pyodide}-msgspec-{pins().msgspec}"


def fetch(folder: Path) -> tuple[Path, Path]:
    """The folder of Pyodide and the wheel of msgspec, fetched if they are not there. Raises CannotFetch."""
    folder.mkdir(parents=True, exist_ok=True)
    return _pyodide(folder), _wheel(folder)


def _pyodide(folder: Path) -> Path:
    found = folder / "package"
    if (found / "pyodide.asm.wasm").is_file():
        return found
    npm, node = shutil.which("npm"), shutil.which("node")
    if npm is None or node is None:
        raise CannotFetch("npm and node are needed to build the site: install Node.js, then try again")
    name = f"pyodide@{pins().pyodide}"
    _run([npm, "pack", name, "--silent", "--pack-destination", str(folder)], f"npm cannot fetch {name}")
    with tarfile.open(folder / f"pyodide-{pins().pyodide}.tgz") as archive:
        archive.extractall(folder, filter="data")
    return found


def _wheel(folder: Path) -> Path:
    wheels = list(folder.glob("msgspec-*.whl"))
    if not wheels:
        name = f"msgspec=={pins().msgspec}"
        pip = _pip()
        wanted = ["--platform", pins().platform, "--python-version", pins().python, "--only-binary=:all:", "--no-deps"]
        _run(
            [*pip, "download", "--quiet", *wanted, "--dest", str(folder), name], f"pip cannot fetch {name} for {pins().platform}"
        )
        wheels = list(folder.glob("msgspec-*.whl"))
    return wheels[0]


def _pip() -> list[str]:
    """This environment's pip, or the machine's where it has none."""
    for python in (sys.executable, shutil.which("python3") or sys.executable):
        command = [python, "-m", "pip"]
        if subprocess.run([*command, "--version"], capture_output=True, check=False).returncode == 0:  # noqa: S603
            return command
    raise CannotFetch("pip is needed to fetch msgspec for the browser: install pip, then try again")


def _run(command: list[str], failed: str) -> None:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=_SECONDS)  # noqa: S603
    except (OSError, subprocess.TimeoutExpired) as error:
        raise CannotFetch(f"{failed}: {error}") from None
    if done.returncode:
        lines = [line for line in done.stderr.splitlines() if "ERR" in line.upper()] or done.stderr.splitlines() or [""]
        raise CannotFetch(f"{failed}: {lines[-1].strip()}")
