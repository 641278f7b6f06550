"""Edits: whatever the texts, whoever has the old one gets the new one."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from freightyard.core.chance import Stream
from freightyard.page.edits import Differences, Edits, edited, edits

PIECES = ("<b>", "</b>", '<i class="pic p-box">', '<i class="pic p-tank">', "<", ">", "a", "b", "1", "→", "🚂", "Ann & 𝔅ob ")


def words(luck: Stream, most: int) -> str:
    return "".join([PIECES[luck.below(len(PIECES))] for _ in range(luck.below(most))])


def changed(luck: Stream, text: str) -> str:
    """A text with some places changed, and perhaps a piece moved elsewhere."""
    for _ in range(luck.below(4)):
        at, to = luck.below(len(text) + 1), luck.below(len(text) + 1)
        piece = text[at : at + luck.below(30)]
        text = text[:at] + words(luck, 3) + text[at + luck.below(12) :]
        if luck.below(2):
            text = text[:to] + piece + text[to:]
    return text


def cases(seed: str, count: int) -> list[tuple[str, Edits, str]]:
    luck, found = Stream(seed), []
    for number in range(count):
        old = words(luck, 120 if number % 3 else 6)
        new = changed(luck, old) if number % 5 else words(luck, 60)
        found.append((old, edits(old, new), new))
    return found


def test_edits_make_the_new_text_of_the_old_one() -> None:
    for old, made, new in cases("edits", 2000):
        assert edited(old, made) == new
    assert edits("same", "same") == (4,)
    assert edits("", "new") == (0, 0, 0, "new")


def test_what_stays_is_not_sent() -> None:
    cars = [f'<i data-car="B" data-at="m1.{number}" class="pic p-box" aria-hidden="true"><b>B</b></i>' for number in range(12)]
    one, two = "".join(cars), "".join([*cars[1:7], "<b>new</b>", *cars[7:]])
    assert edited(one, edits(one, two)) == two
    assert len(str(edits(one, two))) < 2 * len(cars[0]) < len(two) / 5
    longer = Differences().between(one, two)
    assert isinstance(longer, tuple)
    assert edited(one, longer) == two


def test_the_whole_is_sent_where_edits_would_not_be_shorter_or_have_no_base() -> None:
    differences = Differences()
    old, new = "<p>one</p>" * 60, "<b>quite other</b>" * 60
    assert differences.between(old, new) == new
    assert differences.between(None, new) == new
    assert differences.between("<p>1</p>", "<p>2</p>") == "<p>2</p>"


def test_edits_of_another_text_are_refused() -> None:
    with pytest.raises(ValueError, match="of 3 characters, not of 4"):
        edited("four", edits("old", "new"))


def test_the_client_makes_the_same_texts(tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node on this machine")
    kept = tmp_path / "edits.json"
    kept.write_text(json.dumps(cases("client", 400)), encoding="utf-8")
    tests = Path(__file__).with_name("edits.test.mjs")
    done = subprocess.run(
        [node, "--test", str(tests)], capture_output=True, text=True, check=False, env={**os.environ, "EDITS": str(kept)}
    )
    assert done.returncode == 0, done.stdout + done.stderr
