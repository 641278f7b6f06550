"""Tests that need an extra: without it they are skipped with the reason. `./yard test` installs all extras but one and skips no
test of those."""

import os
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import pytest

_ROOT: Final = Path(__file__).parents[1]
# What an extra brings, and which files need it.
_MODULES: Final = {
    "lab": ("polars", "altair", "vl_convert", "openskill"),
    "ray": ("polars", "ray"),
    "pettingzoo": ("numpy", "pettingzoo"),
    "openspiel": ("numpy", "pyspiel"),
    "passkeys": ("webauthn",),
    "notices": ("aiosmtplib", "cryptography", "httpcore", "idna"),
    "apprise": ("apprise",),
    "train": ("numpy",),
    "train-rl": ("torch",),
}
# torch takes several GB on many machines, for one example: `./yard test` does not install it, and runs its tests where it is.
# What the example does without torch is tested always, by tests/test_ppo.py.
_NOT_INSTALLED: Final = ("train-rl",)
_FILES: Final = {
    "tests/lab/test_compare.py": ("lab",),
    "tests/lab/test_cluster.py": ("ray",),
    "tests/lab/test_ladder.py": ("lab",),
    "tests/lab/test_report.py": ("lab",),
    "tests/lab/test_run.py": ("lab",),
    "tests/lab/test_learning.py": ("train",),
    "tests/test_commands_lab.py": ("lab",),
    "tests/test_commands_workers.py": ("lab",),
    "tests/test_studies.py": ("lab",),
    "tests/adapters/test_bench.py": ("pettingzoo",),
    "tests/adapters/test_copies.py": ("pettingzoo",),
    "tests/adapters/test_environments.py": ("pettingzoo",),
    "tests/adapters/test_factored.py": ("pettingzoo",),
    "tests/adapters/test_openspiel.py": ("openspiel",),
    "tests/adapters/test_pettingzoo.py": ("pettingzoo",),
    "tests/adapters/test_processes.py": ("pettingzoo",),
    "tests/adapters/test_vector.py": ("pettingzoo",),
    "tests/test_examples.py": ("pettingzoo",),
    "tests/test_ppo.py": ("train",),
    "tests/test_ppo_training.py": ("train-rl",),
    "tests/test_example_game_studied.py": ("lab", "openspiel", "pettingzoo"),
    "tests/server/test_passkeys.py": ("passkeys",),
    "tests/browser/test_passkeys.py": ("passkeys",),
    "tests/browser/test_notices.py": ("notices",),
    "tests/site/test_notices.py": ("notices",),
    "tests/server/notices/test_command.py": ("notices",),
    "tests/server/notices/test_guard.py": ("notices",),
    "tests/server/notices/test_host_alerts.py": ("apprise", "notices"),
    "tests/server/notices/test_mail.py": ("notices",),
    "tests/server/notices/test_kills.py": ("notices",),
    "tests/server/notices/test_options.py": ("apprise",),
    "tests/server/notices/test_secrets.py": ("notices",),
    "tests/server/notices/test_telling.py": ("notices",),
    "tests/server/notices/test_web_push.py": ("notices",),
    "tests/server/notices/test_webhooks.py": ("notices",),
    "docs/adapters.md": ("pettingzoo", "openspiel"),
}


class Skipped(pytest.Module):
    """A file that is not even imported."""

    def collect(self) -> Iterable[pytest.Item | pytest.Collector]:
        pytest.skip(missing(self.path), allow_module_level=True)


def missing(path: Path) -> str:
    """Why the tests in a file cannot run here; empty if they can."""
    if not path.is_relative_to(_ROOT):
        return ""
    for extra in _FILES.get(path.relative_to(_ROOT).as_posix(), ()):
        if os.environ.get("YARD_SKIPS_NO_EXTRA") and extra not in _NOT_INSTALLED:
            continue  # it is imported, and fails
        for module in _MODULES[extra]:
            if find_spec(module) is None:
                return f"there is no {module}: pip install 'freightyard[{extra}]'"
    return ""
