"""Writes what the pages for bot authors say field by field: docs/boards.md from the boards of the games, and the lists of fields
in docs/bot-protocol.md from the messages.

    python -m tools.bot_pages

A test asserts that both are as they would be written now.
"""

import ast
import re
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from freightyard.bots import protocol
from freightyard.games import BUILT_IN
from tools.docstrings import comments_of

ROOT: Final = Path(__file__).parents[1]
BOARDS: Final = ROOT / "docs" / "boards.md"
PROTOCOL: Final = ROOT / "docs" / "bot-protocol.md"
_FROM_A_BOT: Final = ("Moves", "Thinking", "Decline")
_WIDTH: Final = 100
_LIST: Final = re.compile(r"<!-- fields of (\w+) -->\n.*?<!-- end of fields -->", re.DOTALL)
_HEAD: Final = """# Boards, field by field

What `view.board` is in each game, in Python and in the lines of the [protocol](bot-protocol.md).
Seats, days and sidings are counted from 1; lists begin with seat 1. In Python a board is a frozen
class, which your editor knows if you say so:

```python
from freightyard.boards import FreightTrainView


class MyBot:
    games = "freight-train"

    def decide(self, view: FreightTrainView) -> str:
        return view.legal[0 if view.board.day == 3 else -1]
```

This page is written from the source by `python -m tools.bot_pages`.
"""


def boards_page() -> str:
    """The page of the boards."""
    parts = [_HEAD]
    for title in BUILT_IN:
        name = title.game.title
        alias = name.replace(" ", "")
        parts.append(f"\n## {name}\n\n`freightyard.boards.{alias}Board`, and `{alias}View` for a view with one.\n")
        source = Path(ROOT, "src", *title.package.split("."), "rules", "position.py")
        for class_name, words, fields in reversed(list(_classes(source))):
            parts.append(f"\n### {name}: {class_name}\n\n{_wrapped(words, '')}\n\n")
            parts += [_line(field, f"`{kind}`", told) for field, kind, told in fields]
    return "".join(parts)


def protocol_page(text: str) -> str:
    """The page of the protocol with its lists of fields as they are now."""
    return _LIST.sub(lambda found: f"<!-- fields of {found[1]} -->\n\n{_fields_of(found[1])}\n<!-- end of fields -->", text)


def _fields_of(name: str) -> str:
    part = protocol.schema()["$defs"][name]
    required, ours = part.get("required", []), name in _FROM_A_BOT  # what we send always has all its fields
    lines = []
    for field, told in part["properties"].items():
        words = told.get("description") or next((one["description"] for one in told.get("anyOf", ()) if "description" in one), "")
        kind = _kind(told) if field in required or not ours else f"{_kind(told)}, may be left out"
        if field == "type":
            kind, words = "text", f"`{told['enum'][0]}`"
        lines.append(_line(field, kind, words))
    return "".join(lines)


def _kind(told: Mapping[str, Any]) -> str:
    """The type of a field of a JSON schema, in a word or two."""
    if "allOf" in told:
        return _kind(told["allOf"][0])
    if "anyOf" in told:
        return " or ".join([_kind(one) for one in told["anyOf"]])
    if "$ref" in told:
        return f"`{told['$ref'].rpartition('/')[2]}`"
    if told.get("type") == "array":
        return f"list of {_kind(told.get('items', {}))}"
    words = {"string": "text", "integer": "whole number", "number": "number", "boolean": "true or false", "object": "object"}
    return words.get(told.get("type", ""), "null" if told.get("type") == "null" else "data")


def _classes(source: Path) -> Iterator[tuple[str, str, list[tuple[str, str, str]]]]:
    """The structs of a file: name, docstring, and its fields with their types and comments."""
    comments = comments_of(source)
    for node in ast.parse(source.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef):
            fields = [
                (ast.unparse(one.target), ast.unparse(one.annotation).replace("Words", "tuple[str, ...]"), comments[one.lineno])
                for one in node.body
                if isinstance(one, ast.AnnAssign)
            ]
            yield node.name, " ".join((ast.get_docstring(node) or "").split()), fields


def _line(field: str, kind: str, told: str) -> str:
    return _wrapped(f"- **`{field}`** ({kind}){': ' if told else ''}{told}", "  ") + "\n"


def _wrapped(words: str, indent: str) -> str:
    return "\n".join(textwrap.wrap(words, _WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False))


def main() -> None:
    """Write both."""
    BOARDS.write_text(boards_page(), encoding="utf-8")
    PROTOCOL.write_text(protocol_page(PROTOCOL.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
