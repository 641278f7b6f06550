"""Commands as a person or a script gives them, each in a process of its own."""

import os
import subprocess
import sys
from pathlib import Path

from tests.server.starter import Starter


def run(*words: str, stdin: bytes = b"", cwd: Path | None = None, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """What a command says, and its status. Its process is forked from one that has imported freightyard already."""
    wide = {**os.environ, "COLUMNS": "120", **environment}
    return Starter.here().run(words, stdin=stdin, environment=wide, folder=cwd or Path.cwd())


def run_anew(*words: str, stdin: bytes = b"", cwd: Path | None = None, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """The same in a Python of its own, for what depends on how it starts: the seed of its hashes, its modules, its encoding."""
    return subprocess.run(
        [sys.executable, "-m", "freightyard", *words],
        input=stdin,
        capture_output=True,
        env={**os.environ, "COLUMNS": "120", **environment},
        cwd=cwd,
        check=False,
    )


def refused(*words: str, stdin: bytes = b"", cwd: Path | None = None) -> str:
    """The sentence with which a command is refused."""
    done = run(*words, stdin=stdin, cwd=cwd)
    said = done.stderr.decode()
    assert done.returncode == 2, (words, said, done.stdout)
    assert done.stdout == b""
    assert "Traceback" not in said
    assert said.count("\n") == 1
    assert said.startswith("freightyard")
    return said
