"""Files of strangers: whatever is in them, they are refused in one sentence before they cost anything."""

import tomllib
from pathlib import Path

import pytest

import freightyard
from freightyard.core.editions import parse_toml, parse_toml_file
from freightyard.core.errors import BadEdition, BadRecord
from freightyard.core.record import read
from freightyard.lab.errors import LabError
from freightyard.lab.experiment import read_experiment

LONG = ".".join("a" * 5000)
LONG_QUOTED = ".".join(['"a"', "'b'"] * 2500)


@pytest.mark.parametrize(
    "text",
    [
        f"{LONG} = 1",
        f"{LONG_QUOTED} = 1",
        f"[{LONG}]",
        f"[[ {LONG.replace('.', ' . ')} ]]",
        f"x = {{ {LONG} = 1 }}",
        # Within what only looks like a string, or after what only looks like the end of one.
        f"x = {{ y = '''\n\" ''', {LONG} = 1, z = '\" ' }}",
        f'x = {{ y = """a"""", {LONG} = 1, z = "b" }}',
        f"# it's a comment\n{LONG} = 1 # isn't it",
    ],
)
def test_a_key_of_thousands_of_parts_is_not_read(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(_: str) -> None:
        raise AssertionError("it is read")

    monkeypatch.setattr(tomllib, "loads", never)
    with pytest.raises(BadEdition, match=r"^x\.toml has a key of more than 16 parts"):
        parse_toml(text, "x.toml")


@pytest.mark.parametrize("text", ["a = " + "9" * 5000, "a = " + "[" * 50_000, "a = " + "{a=" * 50_000])
def test_what_python_cannot_read_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(BadEdition, match=r"^x\.toml is not valid TOML"):
        parse_toml(text, "x.toml")


def test_what_is_no_long_key_is_read() -> None:
    dots = ".".join("a" * 5000)
    text = (
        f"a.b.c.\"d\" = 1\nx = \"{dots}\" # {dots}\ny = '{dots}'\nz = '''\n{dots}\n'''\nshape = ['x.x.', '....']\nt = [1.5, 2.5]"
    )
    assert parse_toml(text, "x.toml")["z"] == f"{dots}\n"


def test_no_more_of_a_file_is_read_than_it_may_have(tmp_path: Path) -> None:
    large = tmp_path / "large.toml"
    large.write_text("a = 1\n" * 100_000)
    with pytest.raises(BadEdition, match=r"large\.toml is too large: the limit is 200 kilobytes"):
        parse_toml_file(large)
    with pytest.raises(BadEdition, match="too large"):
        freightyard.game("freight-train").start(str(large))
    with pytest.raises(LabError, match="too large"):
        read_experiment(str(large))
    if Path("/dev/zero").exists():  # it never ends
        with pytest.raises(LabError, match="too large"):
            read_experiment("/dev/zero")


@pytest.mark.parametrize("field", ["player 1", "seed", "edition", "game", "options"])
def test_a_record_names_nothing_at_great_length(field: str) -> None:
    head = {"game": "freight-train", "edition": "mayfair-1996", "revision": "1", "seats": "2", "player 1": "a", "player 2": "b"}
    head[field] = "a" * 1_000_000
    text = "\n".join(
        ["freightyard record 1", *(f"{name}: {value}" for name, value in head.items()), "", "end: unfinished after 0 plies\n"]
    )
    with pytest.raises(BadRecord, match=f"'{field}' has 1000001 characters, and 500 are allowed") as refused:
        read(text)
    assert len(str(refused.value)) < 200
