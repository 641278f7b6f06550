"""The manual: the rules of a game in our words, an anchor a rule, with the editions side by side.

The text is a template that the game brings: `page/manual.html` in its folder. Numbers in it are read from the editions' data: `n`
and `num` give a number in which all editions agree (and fail where they do not), `compare` puts what differs side by side. A game
without a text of its own is told by the lines of its README.
"""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

import msgspec
from markupsafe import Markup

from freightyard.core.contract import Edition, Game, counts_words
from freightyard.core.manual import rule_lines
from freightyard.core.title import MANUAL, Title
from freightyard.games import BUILT_IN, all_games, left_out, part_of, title_named
from freightyard.page.assets import picture_sheets
from freightyard.page.document import ENVIRONMENT, Visit, shown, site_document

_SMALL: Final = tuple(
    "no one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen".split()  # noqa: SIM905
)
_PARTS: Final = {2: "half", 3: "third", 4: "quarter", 5: "fifth"}
_STEP: Final = re.compile(r"([a-z_]+)(\[(\d*)\])?")


class Entry(msgspec.Struct, frozen=True):
    """A line of the table of contents."""

    anchor: str
    title: str
    rules: tuple["Entry", ...] = ()


class Chapter(msgspec.Struct, frozen=True):
    """The manual of a game, drawn: its text and its table of contents."""

    game: Game
    text: Markup
    contents: tuple[Entry, ...]


class BadManual(Exception):
    """A mistake in the text of the manual. A test draws all of it, so no reader ever meets one."""


class Book:
    """What a manual's template asks and tells: numbers of the editions, and the rules that it has."""

    def __init__(self, title: Title) -> None:
        game = title.game
        self.game = game
        self.editions: tuple[Edition, ...] = tuple(game.edition(name) for name in game.editions)
        self._slugs = rule_lines(title)
        self._told: list[str] = []
        self._cited: set[str] = set()
        self._chapters: list[tuple[str, str, list[Entry]]] = []

    # --- what is told ---

    def open_chapter(self, anchor: str, title: str) -> str:
        """A chapter begins."""
        self._chapters.append((anchor, title, []))
        return ""

    def tell(self, slug: str, title: str) -> str:
        """A rule is told."""
        if slug not in self._slugs:
            raise BadManual(f"{self.game.name} has no rule {slug}")
        if slug in self._told:
            raise BadManual(f"{slug} is told twice")
        self._told.append(slug)
        self._chapters[-1][2].append(Entry(slug, title))
        return ""

    def cite(self, slug: str) -> str:
        """A rule is referred to."""
        self._cited.add(slug)
        return slug

    def contents(self) -> tuple[Entry, ...]:
        """The table of contents, once everything is told."""
        for slugs, wrong in (
            (set(self._slugs) - set(self._told), "does not tell"),
            (self._cited - set(self._told), "wrongly cites"),
        ):
            if slugs:
                raise BadManual(f"the manual of {self.game.name} {wrong} {', '.join(sorted(slugs))}")
        return tuple(Entry(anchor, title, tuple(rules)) for anchor, title, rules in self._chapters)

    # --- what the editions say ---

    def values(self, path: str) -> list[Any]:
        """What each edition's data say at a path such as `award.longest`, `days[0].yard_cars` or `seats[].locomotives`."""
        return [_at(_plain(edition), path) for edition in self.editions]

    def num(self, path: str) -> Any:
        """A value in which all editions agree."""
        values = self.values(path)
        if any(value != values[0] for value in values):
            raise BadManual(f"the editions differ in {path}: {values}; put it into a table")
        return values[0]

    def n(self, path: str) -> str:
        """A number in which all editions agree, as a word if it is a small one."""
        return word(self.num(path))

    def cells(self, path: str, words: Mapping[Any, str]) -> list[str]:
        """What the editions say, as a table shows it; `words` for some of the values."""
        return [words[value] if isinstance(value, str | int) and value in words else shown(value) for value in self.values(path)]

    def with_option(self, name: str) -> str:
        """The editions that offer an option."""
        titles = [edition.title for edition in self.editions if any(option.name == name for option in edition.options)]
        if not titles:
            raise BadManual(f"no edition offers the option {name}")
        return f"option of {' and '.join(titles)}"


def word(number: int) -> str:
    """A small number as a word."""
    return _SMALL[number] if 0 <= number < len(_SMALL) else str(number)


def part(number: int) -> str:
    """One of so many parts: half, third, quarter."""
    return _PARTS.get(number, f"{number}th part")


def _plain(edition: Edition) -> Any:
    """An edition's data as plain values."""
    return msgspec.to_builtins(_typed(edition))


def _typed(edition: Edition) -> Any:
    """An edition's typed data, if it keeps them as `data`; else those of its file, which may leave something to defaults."""
    return getattr(edition, "data", edition.raw)


def _at(value: Any, path: str) -> Any:
    for step in path.split("."):
        match = _STEP.fullmatch(step)
        if match is None:
            raise BadManual(f"{path!r} is no path")
        if isinstance(value, list | tuple):
            value = [_at(item, step) for item in value]
            continue
        try:
            value = value[match[1]]
            value = value[int(match[3])] if match[3] else value
        except (KeyError, IndexError, TypeError):
            raise BadManual(f"the data have no {path}") from None
    return value


@cache
def chapter_of(name: str) -> Chapter:
    """The manual of the game of this name: its own text, or else the rules of its README."""
    title = title_named(name)
    if title.file("page", "manual.html").is_file():
        try:
            return _chapter(title, f"games/{name}/manual.html")
        except Exception as error:
            if title in BUILT_IN:
                raise
            left_out(f"the game {name} runs without its manual.html", error)
    return _chapter(title, "manual/plain.html")


def _chapter(title: Title, template: str) -> Chapter:
    book = Book(title)
    text = ENVIRONMENT.get_template(template).render(
        book=book,
        data=[_typed(edition) for edition in book.editions],
        lines=rule_lines(title),
        n=book.n,
        num=book.num,
        word=word,
        part=part,
        pictures=part_of(title.name, MANUAL),
    )
    return Chapter(title.game, Markup(text), book.contents())  # noqa: S704  (a template that escapes has made it)


def manual_page(game: Game, visit: Visit) -> str:
    """The manual of one game."""
    return site_document("manual.html", visit, chapter=chapter_of(game.name), games=all_games(), sheets=picture_sheets(game.name))


def manuals_page(visit: Visit) -> str:
    """All manuals."""
    return site_document("manuals.html", visit, chapters=[chapter_of(game.name) for game in all_games()], seats_words=seats_words)


def seats_words(game: Game) -> str:
    """How many can play: 2 to 5."""
    return counts_words([count for name in game.editions for count in game.edition(name).seat_counts])
