"""The README of a game describes its positions in full."""

import re
from importlib import import_module

import pytest

from freightyard.games import titles

# Sections and fields of positions that are easily forgotten, because most positions do without them.
RARE = {
    "freight": ("options rolled", "out 1", "sale k8/bridge", "sale k7/m9", "pairing k7", "starting k8"),
    "freight-train": ("options cabooses", "cabooses 6", "turn idle", "filling 2", "called"),
    "freight-cars": ("options cities=21", "aside", "claims miami"),
}


@pytest.mark.parametrize("title", titles(), ids=str)
def test_positions_are_described_in_full(title) -> None:  # type: ignore[no-untyped-def]
    text = title.file("README.md").read_text(encoding="utf-8")
    phases = import_module(f"{title.package}.rules.phases").NAMES
    prose = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    described = {words.split()[0] for words in re.findall(r"`([^`]+)`", prose)}
    assert set(phases) <= described, set(phases) - described
    for words in RARE[title.name]:
        assert words in text, words


def test_readmes_claim_nothing_that_is_false() -> None:
    told = {title.name: title.file("README.md").read_text(encoding="utf-8") for title in titles()}
    assert "nothing turns more sharply" not in told["freight"]
    assert "a forfeit would be such evidence" not in told["freight-cars"]
