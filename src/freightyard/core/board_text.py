"""Boards as position texts, and back, for games that do not write their own.

A board is a frozen struct. Each field is a section, `name value`; a tuple of words is `name word word`, with `-` for an empty
one. A tuple of structs, such as what every player has, is a section each: `1 train 2 coal 7 | 2 train 0 coal 8`. A field that
has its default is left out, and so is an empty tuple.
"""

from typing import Any, TypeVar

import msgspec
from msgspec.inspect import StructType, VarTupleType, type_info

from freightyard.core.editions import explain
from freightyard.core.errors import BadPosition
from freightyard.core.notation import Sections

B = TypeVar("B")


def position_of(board: Any) -> str:
    """Any game's board as a position text, as far as whoever sees the board may know it: `?` is what they may not."""
    write = getattr(board, "text", None)
    if callable(write):
        return str(write())
    return write_board(board) if isinstance(board, msgspec.Struct) else ""


def write_board(board: msgspec.Struct) -> str:
    """The board as a position text."""
    sections: list[str] = []
    for name, value in _told(board):
        if isinstance(value, tuple) and value and isinstance(value[0], msgspec.Struct):
            sections += [" ".join([str(number), *_pairs(each)]) for number, each in enumerate(value, 1)]
        elif isinstance(value, tuple):
            sections.append(" ".join([name, *map(_word, value)]))
        else:
            sections.append(f"{name} {_word(value)}")
    return " | ".join(sections)


def read_board(kind: type[B], text: str) -> B:
    """The board of this class in a position text, or BadPosition."""
    info = type_info(kind)
    if not isinstance(info, StructType):
        raise TypeError(f"{kind.__name__} is not a msgspec.Struct")
    sections = Sections(text)
    found: dict[str, Any] = {}
    for field in info.fields:
        if isinstance(field.type, VarTupleType) and isinstance(field.type.item_type, StructType):
            found[field.name] = _numbered(sections, [inner.name for inner in field.type.item_type.fields])
        elif sections.has(field.name):
            words = ["" if word == "-" else word for word in sections.take(field.name)]
            if not isinstance(field.type, VarTupleType) and len(words) != 1:
                raise BadPosition(f"the section {field.name!r} must have one word, not {len(words)}")
            found[field.name] = words if isinstance(field.type, VarTupleType) else words[0]
        elif isinstance(field.type, VarTupleType) and field.required:
            found[field.name] = []
    sections.finish()
    try:
        return msgspec.convert(found, kind, strict=False)
    except msgspec.ValidationError as error:
        raise BadPosition(f"the position: {explain(str(error), found, kind)}") from None


def _numbered(sections: Sections, known: list[str]) -> list[dict[str, str]]:
    """The sections 1, 2, … of names and values."""
    found: list[dict[str, str]] = []
    while sections.has(str(len(found) + 1)):
        words = sections.take(str(len(found) + 1))
        names = words[::2]
        if len(words) % 2 or len(set(names)) < len(names) or not set(names) <= set(known):
            raise BadPosition(
                f"section {len(found) + 1} must have a value after each of {', '.join(known)}, not {' '.join(words)!r}"
            )
        found.append({name: "" if word == "-" else word for name, word in zip(names, words[1::2], strict=True)})
    return found


def _told(struct: msgspec.Struct) -> list[tuple[str, Any]]:
    """The fields that say something."""
    fields = [(field, getattr(struct, field.name)) for field in msgspec.structs.fields(struct)]
    return [(field.name, value) for field, value in fields if value != (() if field.required else field.default)]


def _pairs(struct: msgspec.Struct) -> list[str]:
    return [word for name, value in _told(struct) for word in (name, _word(value))]


def _word(value: object) -> str:
    word = str(value).lower() if isinstance(value, bool) else str(value)
    if any(sign.isspace() or sign == "|" for sign in word) or word == "-":
        raise ValueError(f"{word!r} cannot be a word of a position")
    return word or "-"
