"""The manual: every rule has one place in it, what the house decided is marked, and every link leads somewhere."""

import re
import sys
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

from freightyard.core.contract import Game
from freightyard.core.manual import rule_lines
from freightyard.core.title import Title
from freightyard.games import all_games, game_named, title_named
from freightyard.page import manual
from freightyard.page.document import Visit, shown
from freightyard.page.manual import BadManual, Book, Chapter, chapter_of, manual_page, manuals_page, part, word

VISIT = Visit(build="x")
SLUG = re.compile(r"[a-z]{2}\.[a-z]+(-[a-z]+)*")
EVERY_GAME = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)

# The rules in which the rulebooks leave something open or contradict each other.
RULINGS = {
    "freight-train": (
        "day-end-card clockwise marker-by-day fill one-action take-three rearrange stuck mixed caboose "
        "trains-leave yard-award win"
    ),
    "freight-cars": "end-card city-count head-start choose draw ship demand forfeit end win",
    "freight": (
        "city-tile map start tracks boxes auction loan build-track connected locomotive-start bridge no-blockade "
        "build-city move load interest section bankrupt supply score family family-run family-end family-cap"
    ),
}


class Page(HTMLParser):
    """What a page has: ids, links, and the rules around each paragraph of a ruling."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.ruled: set[str] = set()
        self.attributes: set[str] = set()
        self.open: list[tuple[str, str]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self.attributes |= values.keys()
        if "id" in values:
            self.ids.append(values["id"])
        if "href" in values:
            self.links.append(values["href"])
        if tag not in ("meta", "link", "br", "input"):
            self.open.append((tag, values.get("id", "")))
        if values.get("class") == "ruling":
            self.ruled |= {name for _, name in self.open if SLUG.fullmatch(name)}

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop()[0] == tag, f"</{tag}> at {self.getpos()} closes something else"


@EVERY_GAME
def test_every_rule_has_one_anchor_and_every_anchor_is_a_rule(game: Game) -> None:
    page = Page(manual_page(game, VISIT))
    assert len(page.ids) == len(set(page.ids))
    assert [name for name in page.ids if "." in name] == [
        rule.anchor for entry in chapter_of(game.name).contents for rule in entry.rules
    ]
    assert {name for name in page.ids if "." in name} == set(rule_lines(title_named(game.name)))


@EVERY_GAME
def test_what_the_house_decided_is_marked(game: Game) -> None:
    page = Page(manual_page(game, VISIT))
    prefix = next(iter(rule_lines(title_named(game.name)))).partition(".")[0]
    assert {name for name in page.ruled if "." in name} == {f"{prefix}.{name}" for name in RULINGS[game.name].split()}


@EVERY_GAME
def test_every_link_leads_somewhere(game: Game) -> None:
    page = Page(manual_page(game, VISIT))
    pages = {"/", "/new", "/records", "/learn", "/manual", "/about", *(f"/manual/{other.name}" for other in all_games())}
    pages.add("/manifest.webmanifest")
    for link in page.links:
        assert link in pages or link.startswith("/s/x/") or link.removeprefix("#") in page.ids, link
    for link in Page(manuals_page(VISIT)).links:
        path, _, anchor = link.partition("#")
        if anchor and path:
            assert anchor in Page(manual_page(game_named(path.removeprefix("/manual/")), VISIT)).ids


@EVERY_GAME
def test_no_style_or_script_stands_in_the_page(game: Game) -> None:
    text = manual_page(game, VISIT)
    assert "style" not in Page(text).attributes
    assert not any(name.startswith("on") for name in Page(text).attributes)
    assert not re.search(r"<script(?![^>]* src=)|<style", text)


def test_numbers_come_from_the_editions() -> None:
    text = str(chapter_of("freight-train").text)
    book = Book(title_named("freight-train"))
    for path in ("seats[].cars_of_each_kind", "seats[].locomotives", "kinds[].name"):
        for cell in book.cells(path, {}):
            assert f"<td>{cell}</td>" in text
    assert "9 / 12 / 16 / 16" in text
    assert "9 / 12 / 14 / 16" in text


def test_an_example_of_awards_is_what_the_rules_give() -> None:
    text = str(chapter_of("freight-train").text)
    assert "<td>6 cars <b>+3</b></td><td>4 cars <b>+1</b></td><td>2 cars</td><td>–</td>" in text
    assert "<td>2 cars</td>" * 4 in text


def test_a_book_refuses_what_is_not_so() -> None:
    book = Book(title_named("freight-train"))
    book.open_chapter("a", "A")
    with pytest.raises(BadManual, match="has no rule"):
        book.tell("ft.nothing", "Nothing")
    book.tell("ft.setup", "Set-up")
    with pytest.raises(BadManual, match="told twice"):
        book.tell("ft.setup", "Set-up")
    with pytest.raises(BadManual, match="does not tell"):
        book.contents()
    with pytest.raises(BadManual, match="the editions differ"):
        book.num("award.mixed")
    with pytest.raises(BadManual, match="have no"):
        book.num("award.shortest")
    with pytest.raises(BadManual, match="no edition offers"):
        book.with_option("wings")


def test_a_book_refuses_a_link_to_a_rule_that_is_not_there() -> None:
    book = Book(title_named("freight-cars"))
    book.open_chapter("a", "A")
    for slug in rule_lines(title_named(book.game.name)):
        book.tell(slug, slug)
    assert book.contents()[0].rules[0].anchor == "fc.setup"
    book.cite("fc.nothing")
    with pytest.raises(BadManual, match=r"wrongly cites fc\.nothing"):
        book.contents()


def test_numbers_as_words() -> None:
    assert [word(0), word(5), word(47)] == ["no", "five", "47"]
    assert [part(2), part(4), part(7)] == ["half", "quarter", "7th part"]
    assert [shown(True), shown([1, -2]), shown(["a", "b"]), shown([]), shown(-15)] == ["yes", "1 / −2", "a, b", "–", "−15"]


@pytest.fixture
def somebody_elses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], Chapter]]:
    """The manual of a game from a package that brings nothing but rules and this README."""

    def chapter(readme: str) -> Chapter:
        package = tmp_path / "somebody_elses_game"
        package.mkdir()
        (package / "__init__.py").touch()
        (package / "rules.py").write_text("from freightyard.games.freight_train.rules import GAME", encoding="utf-8")
        if readme:
            (package / "README.md").write_text(readme, encoding="utf-8")
        monkeypatch.syspath_prepend(tmp_path)
        title = Title("freight-train", "somebody_elses_game")
        monkeypatch.setattr(manual, "title_named", lambda _: title)
        return chapter_of.__wrapped__(title.name)

    yield chapter
    for name in ("somebody_elses_game", "somebody_elses_game.rules"):
        sys.modules.pop(name, None)


def test_a_game_without_a_manual_is_told_by_its_readme(somebody_elses: Callable[[str], Chapter]) -> None:
    chapter = somebody_elses("| rule | words | where |\n|---|---|---|\n| `sh.take-one` | Take <one> `car`. | `legal` |\n")
    assert [(entry.anchor, [rule.title for rule in entry.rules]) for entry in chapter.contents] == [
        ("rules", ["Take one"]),
        ("editions", []),
    ]
    page = Page(str(chapter.text))
    assert page.ids == ["rules", "sh.take-one", "editions"]
    assert "<p>Take &lt;one&gt; car.</p>" in str(chapter.text)


def test_a_game_without_any_words_has_a_page_too(somebody_elses: Callable[[str], Chapter]) -> None:
    chapter = somebody_elses("")
    assert [entry.anchor for entry in chapter.contents] == ["rules", "editions"]
    assert "brings no rules in words" in str(chapter.text)
