"""For the reference pages: a constant or a field is described by its comment, where it has no docstring of its own."""

from functools import cache
from pathlib import Path
from typing import Any, Final

import griffe

from tools.docstrings import comments_of

_comments: Final = cache(comments_of)


class DocsComments(griffe.Extension):  # type: ignore[misc,unused-ignore]
    """Makes the comment on an attribute, or above it, its docstring."""

    def on_attribute_instance(self, *, attr: griffe.Attribute, **_: Any) -> None:
        """Called for every attribute as its module is read."""
        if attr.docstring is not None or attr.lineno is None or not isinstance(attr.filepath, Path):
            return
        comments = _comments(attr.filepath)
        words = comments.get(attr.lineno) or comments.get(attr.endlineno or attr.lineno)
        if words:
            first = words.split()[0]
            sentence = f"{words[0].upper()}{words[1:]}" if first.isalpha() else words  # to_act() stays as it is
            attr.docstring = griffe.Docstring(sentence.rstrip(".") + ".", lineno=attr.lineno, parent=attr)
