"""Changes of an edition by dotted names: `award.longest = 4`, `seats.2.locomotives = 8`, `kinds.tank.letter = "X"`.

A part of a name is a key of a table or names an entry of a list: by its `name` where entries have one, by its `players`
where the list depends on the number of players, and else by its place, counted from 1.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from difflib import get_close_matches
from typing import Any, Final

from freightyard.core.contract import Edition, Game
from freightyard.core.errors import BadEdition

_KEPT: Final = ("name", "title", "revision", "extends")  # what says which edition it is, not how it plays
_MOST_NAME: Final = 60


def changed(game: Game, edition: Edition, changes: Mapping[str, Any]) -> Edition:
    """The edition with the changes made. It has a name of its own, so that it never passes for the original."""
    if not changes:
        return edition
    raw = deepcopy(dict(edition.raw))
    for field, value in changes.items():
        _set(raw, field, value, edition.name)
    raw["name"] = _name(edition.name, changes)
    raw["title"] = f"{edition.title}, changed"[:_MOST_NAME]
    return game.edition_from(raw, f"{edition.name} with changes")


def flat(table: Mapping[str, Any], before: str = "") -> dict[str, Any]:
    """The changes in a TOML table by their dotted names; TOML itself takes `award.longest = 4` for a table in a table."""
    result: dict[str, Any] = {}
    for key, value in table.items():
        name = f"{before}{key}"
        if isinstance(value, dict):
            result |= flat(value, f"{name}.")
        else:
            result[name] = value
    return result


def read_change(word: str) -> tuple[str, Any]:
    """A change as the command line writes it: `award.longest=4`. What is no TOML value is taken as text."""
    field, equals, value = word.partition("=")
    if not equals or not field.strip() or not value.strip():
        raise BadEdition(f"a change must be FIELD=VALUE, such as award.longest=4, not {word!r}")
    try:
        return field.strip(), tomllib.loads(f"value = {value}")["value"]
    except tomllib.TOMLDecodeError:
        return field.strip(), value.strip()


def fields(raw: Any, before: str = "") -> Iterator[tuple[str, Any]]:
    """Every field that can be changed, by its dotted name, with its value. Lists of plain values are one field."""
    if isinstance(raw, dict):
        for key, value in raw.items():
            if before or key not in _KEPT:
                yield from fields(value, f"{before}{key}.")
    elif _has_parts(raw):
        for number, entry in enumerate(raw):
            yield from fields(entry, f"{before}{_entry_name(entry, number)}.")
    else:
        yield before.removesuffix("."), raw


def _has_parts(value: Any) -> bool:
    return isinstance(value, list | tuple) and len(value) > 0 and all(isinstance(entry, dict) for entry in value)


def _entry_name(entry: Mapping[str, Any], number: int) -> str:
    if "players" in entry:
        return str(entry["players"])
    if "name" in entry:
        return _word(str(entry["name"]))
    return str(number + 1)


def _word(name: str) -> str:
    return "-".join(re.findall(r"[a-z0-9]+", name.lower().replace("'", "")))


def _set(raw: dict[str, Any], field: str, value: Any, source: str) -> None:
    parts = field.split(".")
    if parts[0] in _KEPT:
        raise BadEdition(f"{parts[0]} identifies the edition and cannot be changed")
    here: Any = raw
    for part in parts[:-1]:
        here = _inside(here, part)
        if here is None:
            raise BadEdition(_unknown(raw, field, source))
    last = parts[-1]
    if isinstance(here, dict) and last in here:
        if isinstance(here[last], dict) or _has_parts(here[last]):
            names = [name for name, _ in fields(raw) if name.startswith(f"{field}.")]
            raise BadEdition(f"{field} of {source} is a group; change one of its fields: {_listed(names)}")
        here[last] = value
    elif isinstance(here, list) and not _has_parts(here) and last.isdecimal() and 1 <= int(last) <= len(here):
        here[int(last) - 1] = value
    else:
        raise BadEdition(_unknown(raw, field, source))


def _inside(here: Any, part: str) -> Any:
    if isinstance(here, dict):
        return here.get(part)
    if _has_parts(here):
        return next((entry for number, entry in enumerate(here) if _entry_name(entry, number) == part), None)
    return None


def _unknown(raw: Mapping[str, Any], field: str, source: str) -> str:
    names = [name for name, _ in fields(raw)]
    last = field.rpartition(".")[2]
    near = [name for name in names if name.rpartition(".")[2] == last]
    near += [name for name in get_close_matches(field, names, n=4, cutoff=0.6) if name not in near]
    near = near or [name for name in names if last in name or name.startswith(field.partition(".")[0] + ".")]
    hint = f"; similar fields are {_listed(near)}" if near else f"; its fields are {_listed(list(raw))}"
    return f"{source} has no field {field!r}{hint}"


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names[:8]) + (", …" if len(names) > 8 else "")


def _name(name: str, changes: Mapping[str, Any]) -> str:
    """`mayfair-1996-longest-4`; where that would be too long, `mayfair-1996-changed`."""
    told = "-".join(_word(f"{field.rpartition('.')[2]} {value}") for field, value in changes.items())
    full = f"{name}-{told}" if told else f"{name}-changed"
    return full if len(full) <= _MOST_NAME else f"{name[: _MOST_NAME - 8]}-changed"
