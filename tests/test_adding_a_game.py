"""docs/adding-a-game.md shows the files of the example as they are."""

import re
from pathlib import Path

import pytest

from tests.packages import EXAMPLE

PAGE = Path(__file__).parents[1] / "docs" / "adding-a-game.md"
SHOWN = re.findall(r"^<!-- (\S+) -->\n```\w*\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def test_code_is_shown() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert len(SHOWN) >= 20
    assert len(SHOWN) == text.count("<!-- ")
    assert text.count("```python") == sum(file.endswith(".py") for file, _ in SHOWN), "python that is no file of the example"


@pytest.mark.parametrize(("file", "code"), SHOWN, ids=[f"{number} {file}" for number, (file, _) in enumerate(SHOWN)])
def test_what_is_shown_is_in_the_file(file: str, code: str) -> None:
    assert code in (EXAMPLE / "src" / "freightyard_shunting" / file).read_text(encoding="utf-8")


def test_every_part_that_is_named_is_there() -> None:
    for name in re.findall(r"`((?:rules|page|editions)/[a-z_./]+\.[a-z]+|bot\.py)`", PAGE.read_text(encoding="utf-8")):
        known = [EXAMPLE / "src" / "freightyard_shunting" / name]
        known += [game / name for game in (PAGE.parents[1] / "src" / "freightyard" / "games").iterdir()]
        assert any(path.is_file() for path in known), name
