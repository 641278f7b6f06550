"""Editions as data: TOML to typed values, with errors that name the field, its value and what is allowed.

A file may say `extends = "NAME"` of a built-in edition of its game and hold only what differs.

When a change of the rules raises an edition's revision, the file as it was is kept in `editions/earlier`, so that old records
and running tables go on by the rules they began with. It is asked for by `NAME@REVISION`.
"""

import re
from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Final, NoReturn, TypeVar

import msgspec
from msgspec import Meta

from freightyard.core.contract import Edition, Game
from freightyard.core.errors import BadEdition, FreightyardError
from freightyard.core.files import MOST_OF_TOML, read_text, read_toml
from freightyard.core.lookup import game_called

T = TypeVar("T")

CHANGED: Final = "-changed"  # after the name of a changed copy of a built-in edition
_AT: Final = re.compile(r"^(?P<what>.*?)(?: - at `\$(?P<path>.*)`)?$", re.DOTALL)
_STEP: Final = re.compile(r"\.?([A-Za-z_][\w-]*)|\[(\d+)\]")
_EXPECTED: Final = re.compile(r"^Expected `(?P<type>\w+)(?: \| \w+)*`(?P<rest>.*)$", re.DOTALL)
_WORDS: Final = {
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "str": "text",
    "array": "a list",
    "object": "a table",
}
_PATTERNS: Final = {
    r"^[a-z0-9]+(-[a-z0-9]+)*\Z": "small letters and digits with single hyphens between, such as my-edition",
    r"^[a-z][a-z0-9]*([ -][a-z0-9]+)*\Z": "small letters and digits, words with a space or a hyphen between",
    r"^[a-z][a-z0-9]*(-[a-z0-9]+)*\Z": "small letters and digits with single hyphens between, beginning with a letter",
    r"^[A-Za-z][A-Za-z0-9 .'-]*\Z": "letters, digits, spaces, dots, apostrophes and hyphens, without accents",
    r"^[A-Z][A-Z0-9]{0,3}\Z": "one to four capital letters and digits",
    r"^[A-Z]\Z": "one capital letter",
    r"^[a-z]\Z": "one small letter",
    r"^[a-z]+\Z": "small letters",
    r"^[x.]{1,8}\Z": "one to eight of the characters x and .",
    r"^[^\x00-\x1f\x7f]+\Z": "one line of printable characters",
}


# What fields of editions often are.
Count = Annotated[int, Meta(ge=0, le=999)]
AtLeastOne = Annotated[int, Meta(ge=1, le=999)]
Points = Annotated[int, Meta(ge=-999, le=999)]
Slug = Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*\Z", max_length=60)]
Label = Annotated[str, Meta(pattern=r"^[^\x00-\x1f\x7f]+\Z", max_length=60)]


class Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of an edition file: a misspelt field is an error."""


def parse_toml(text: str, source: str) -> dict[str, Any]:
    """The plain data of a TOML text."""
    return read_toml(text, source, BadEdition)


def parse_toml_file(path: str | Path) -> dict[str, Any]:
    """The plain data of a TOML file. No more of it is read than an edition can have."""
    return parse_toml(read_text(path, BadEdition, MOST_OF_TOML), str(path))


def built_in_text(package: str, name: str) -> str:
    """The TOML of an edition that ships with its game, for reading or for copying; `NAME@REVISION`: as it was earlier."""
    path = ("editions", "earlier", f"{name.replace('@', '-')}.toml") if "@" in name else ("editions", f"{name}.toml")
    return files(package).joinpath(*path).read_text(encoding="utf-8")


def load_built_in(package: str, name: str) -> dict[str, Any]:
    """The plain data of an edition that ships with its game, with what it extends filled in."""
    return extended(parse_toml(built_in_text(package, name), f"{name}.toml"), package, (), name)


def is_built_in(package: str, built_in: tuple[str, ...], name: str) -> bool:
    """Whether an edition of this name ships with its game: one of today, or `NAME@REVISION` of one that was changed."""
    if name in built_in:
        return True
    stem, _, revision = name.partition("@")
    earlier = files(package).joinpath("editions", "earlier", f"{stem}-{revision}.toml")
    return stem in built_in and revision.isdecimal() and earlier.is_file()


def of_revision(game: Game, name: str, revision: int) -> Edition:
    """A built-in edition as it was at this revision, or BadEdition if the game has never had it or has forgotten it."""
    edition = game.edition(name)
    return edition if edition.revision == revision else game.edition(f"{name}@{revision}")


def extended(raw: Mapping[str, Any], package: str, built_in: tuple[str, ...], source: str) -> dict[str, Any]:
    """The data merged over the built-in edition that it extends, if it says so, and a name of its own if it has none.

    `built_in`: the names of the editions that ship with the game, which it may extend.
    """
    base = raw.get("extends")
    full = dict(raw)
    if base is not None:
        if not isinstance(base, str) or (built_in and not is_built_in(package, built_in, base)):
            refuse_field(source, "extends", base, f"one of {', '.join(built_in)}")
        rest = {key: value for key, value in raw.items() if key != "extends"}
        full = merged(load_built_in(package, base), rest)
    if full.get("name") in built_in:
        # A changed copy must not pass for the original in a record or a table of results.
        full["name"] += CHANGED
    return full


def merged(base: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """The base with the changes laid over it: tables are merged key by key, everything else is replaced."""
    result = dict(base)
    for key, value in changes.items():
        old = result.get(key)
        result[key] = merged(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return result


def same_edition(edition: Edition, other: object) -> bool:
    """Whether the other is an edition with the same data. A changed copy is never the same as a built-in one."""
    if other is edition:
        return True
    return isinstance(other, type(edition)) and other.built_in == edition.built_in and other.raw == edition.raw


def edition_word(edition: Edition) -> str:
    """The name by which a built-in edition is asked for: `NAME`, or `NAME@REVISION` if it has been changed since."""
    try:
        today = game_called(edition.game).edition(edition.name)
    except FreightyardError:  # a game that is not in the catalogue has no earlier editions that could be found
        return edition.name
    return edition.name if edition.revision == today.revision else f"{edition.name}@{edition.revision}"


def edition_choice(edition: Edition) -> str | dict[str, Any]:
    """What Game.start() and Game.position() take for this edition: its name, or the data of a changed copy."""
    return edition_word(edition) if edition.built_in else dict(edition.raw)


def edition_pasteable(edition: Edition) -> str:
    """An expression that makes an equal edition."""
    if edition.built_in:
        return f"freightyard.game({edition.game!r}).edition({edition_word(edition)!r})"
    return f"freightyard.game({edition.game!r}).edition_from({dict(edition.raw)!r}, {edition.name!r})"


def typed(raw: Mapping[str, Any], kind: type[T], source: str) -> T:
    """The data as a typed value, or BadEdition."""
    try:
        msgspec.json.encode(raw)  # what cannot be written, such as half a character, cannot be kept in a record
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as error:
        raise BadEdition(f"{source}: {explain(str(error), raw, kind)}") from None
    except UnicodeEncodeError:
        raise BadEdition(f"{source}: it contains a character that is not valid text") from None


def refuse_field(source: str, field: str, value: object, allowed: str) -> NoReturn:
    """Refuse a value that has the right type and is wrong all the same."""
    raise BadEdition(f"{source}: {field} is {_shown(value)}, but must be {allowed}")


def refuse_twice(source: str, lists: Mapping[str, Sequence[object]]) -> None:
    """Refuse values that are given twice; `lists`: the values of each field."""
    for field, values in lists.items():
        for value in values:
            if values.count(value) > 1:
                refuse_field(source, field, value, "given only once")


def refuse_gaps(source: str, players: Sequence[int]) -> None:
    """Refuse numbers of players with a number left out between them."""
    if list(players) != list(range(players[0], players[0] + len(players))):
        refuse_field(source, "seats: players", list(players), "numbers in a row, such as 2, 3, 4")


def explain(message: str, raw: Mapping[str, Any], kind: type) -> str:
    """What msgspec says of data that are not of a kind, as a sentence about the field, its value and what is allowed."""
    match = _AT.match(message)
    what, path = (match["what"], match["path"] or "") if match else (message, "")
    steps = [name or int(index) for name, index in _STEP.findall(path)]
    value, field = _look_up(raw, steps)
    unknown = re.match(r"Object contains unknown field `(.*)`", what)
    if unknown:
        allowed = ", ".join(_fields(kind, steps))
        return f"{field + ': ' if field else ''}there is no field {unknown[1]!r}; the fields are {allowed}"
    missing = re.match(r"Object missing required field `(.*)`", what)
    if missing:
        return f"{field + '.' if field else ''}{missing[1]} is missing"
    return f"{field} is {_shown(value)}, but must be {_allowed(what)}"


def _allowed(what: str) -> str:
    match = _EXPECTED.match(what)
    if not match:
        return what[:1].lower() + what[1:]
    words = _WORDS.get(match["type"], match["type"])
    rest = match["rest"].split(", got ")[0]
    for sign, meaning in ((">= ", " or more"), ("<= ", " or less")):
        if sign in rest:
            bound = rest.split(sign)[1]
            return f"{words} of {'length ' if 'length' in rest else ''}{bound}{meaning}"
    if " matching regex " in rest:
        pattern = rest.partition(" matching regex ")[2].strip("'\"").replace("\\\\", "\\")
        return f"{words}: {_PATTERNS.get(pattern, 'written like ' + pattern)}"
    return words + rest


def _look_up(raw: Any, steps: list[Any]) -> tuple[Any, str]:
    value, field = raw, ""
    for step in steps:
        field += f"[{step}]" if isinstance(step, int) else ("." if field else "") + step
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            return None, field
    return value, field


def _fields(kind: Any, steps: list[Any]) -> list[str]:
    """The names that a table of the data may have."""
    info = msgspec.inspect.type_info(kind)
    for step in steps:
        if isinstance(info, msgspec.inspect.StructType):
            info = next(field.type for field in info.fields if field.encode_name == step)
        elif isinstance(info, msgspec.inspect.ListType | msgspec.inspect.VarTupleType):
            info = info.item_type
    return [field.encode_name for field in info.fields] if isinstance(info, msgspec.inspect.StructType) else []


def _shown(value: object) -> str:
    text = "true" if value is True else "false" if value is False else repr(value)
    return text if len(text) <= 60 else text[:57] + "…"
