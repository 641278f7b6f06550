"""Which tests are left out where an extra is missing."""

from pathlib import Path

import pytest

from tests import extras

ROOT = Path(__file__).parents[1]


@pytest.fixture(autouse=True)
def _nothing_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda module: None)


def test_without_an_extra_its_tests_are_skipped_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("YARD_SKIPS_NO_EXTRA", raising=False)
    assert extras.missing(ROOT / "tests/lab/test_run.py") == "there is no polars: pip install 'freightyard[lab]'"
    assert extras.missing(ROOT / "tests/test_ppo_training.py") == "there is no torch: pip install 'freightyard[train-rl]'"
    assert extras.missing(ROOT / "tests/test_docs.py") == ""


def test_where_all_extras_were_installed_only_tests_with_torch_are_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YARD_SKIPS_NO_EXTRA", "1")
    assert [name for name in extras._FILES if extras.missing(ROOT / name)] == ["tests/test_ppo_training.py"]


def test_every_file_that_needs_an_extra_is_there() -> None:
    assert [name for name in extras._FILES if not (ROOT / name).is_file()] == []
