"""Reading markup in tests, and clicking through it as the client does."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from html.parser import HTMLParser
from typing import Final

VOID: Final = frozenset(("area", "br", "circle", "col", "hr", "img", "input", "link", "meta", "path", "rect"))


class Thing:
    """An element: its tag, its attributes, and the text in it."""

    def __init__(self, tag: str, attributes: dict[str, str]) -> None:
        self.tag = tag
        self.attributes = attributes
        self.text = ""

    @property
    def words(self) -> list[str]:
        return [words for words in self.attributes.get("data-word", "").split("|") if words]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.things: list[Thing] = []
        self.open: list[Thing] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(set(names)) == len(names), f"an attribute is given twice: {self.get_starttag_text()}"
        thing = Thing(tag, {name: value or "" for name, value in attrs})
        self.things.append(thing)
        text = self.get_starttag_text() or ""
        if tag not in VOID and not text.endswith("/>"):
            self.open.append(thing)

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        assert self.open, f"</{tag}> closes nothing"
        assert self.open[-1].tag == tag, f"</{tag}> closes <{self.open[-1].tag}>"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        for thing in self.open:
            thing.text += data


def read(markup: str) -> list[Thing]:
    """All elements, in order. Tags that do not match are an error."""
    reader = _Reader()
    reader.feed(markup)
    reader.close()
    assert not reader.open, f"<{reader.open[-1].tag}> is never closed"
    return reader.things


@lru_cache(maxsize=2000)
def _part(markup: str) -> tuple[Thing, ...]:
    return tuple(read(markup))


def read_parts(parts: Mapping[str, str]) -> list[Thing]:
    """All elements of all parts. A move changes few parts, and one that was read before is not read again: reading is nearly
    all that such a test does. The things are shared, so nobody may change them."""
    return [thing for markup in parts.values() for thing in _part(markup)]


def sayable(things: Sequence[Thing], moves: Sequence[str]) -> set[str]:
    """The moves that can be made by clicks, one thing after another."""
    found = set(moves) & _on_a_map(things)
    seen = {""}
    waiting = [""]
    clickable = [thing for thing in things if thing.words]
    while waiting:
        said = waiting.pop()
        for words in [words for thing in clickable for words in _meaning(thing, said)]:
            if words in moves:
                found.add(words)
            elif words not in seen:
                seen.add(words)
                waiting.append(words)
    return found


def _on_a_map(things: Sequence[Thing]) -> set[str]:
    """A hex is picked, then a picture of what is to lie there: its verb comes before the hex, the rest after it."""
    sites = [thing.attributes["data-hex"] for thing in things if "site" in thing.attributes.get("class", "").split()]
    pictures = [thing.attributes for thing in things if "data-verb" in thing.attributes]
    return {f"{at['data-verb']} {site} {at['data-tail']}".strip() for at in pictures for site in sites}


def _meaning(thing: Thing, said: str) -> Iterator[str]:
    """What a click says: nothing if it could mean several moves. A place never begins anew."""
    on = [words for words in thing.words if words != said and (not said or words.startswith(f"{said} "))]
    if not on and "data-place" not in thing.attributes:
        on = thing.words
    if len(on) == 1:
        yield on[0]
