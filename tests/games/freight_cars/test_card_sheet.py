"""The sheet of all cards."""

from xml.etree import ElementTree

from freightyard.games.freight_cars.page.card_sheet import sheet
from freightyard.games.freight_cars.rules import GAME
from freightyard.games.freight_cars.rules.edition import word_of
from freightyard.games.freight_cars.rules.names import spoken

EDITION = GAME.edition("quick-simple-fun-2021")
SVG = "{http://www.w3.org/2000/svg}"


def words(picture: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(picture).iter(f"{SVG}text")]  # noqa: S314  (our own text)


def test_sheet_shows_every_card_by_its_name() -> None:
    said = words(sheet(EDITION))
    called = [spoken(card) for card in EDITION.cards]
    assert [words for words in said if words in called] == called
    assert {word_of(word) for word in said} >= {*EDITION.cities, *EDITION.corporations}


def test_sheet_draws_every_cell_of_every_shape() -> None:
    root = ElementTree.fromstring(sheet(EDITION))  # noqa: S314
    cells = [element for element in root.iter(f"{SVG}rect") if element.get("fill-opacity")]
    pieces = sum(row.count("x") for piece in EDITION.data.pieces for row in piece.shape)
    assert len(cells) == sum(card.cells for card in EDITION.data.freight) + pieces


def test_sheet_escapes_what_people_wrote_and_loads_nothing() -> None:
    edition = GAME.edition_from({"extends": "quick-simple-fun-2021", "name": "mine", "title": '<script>"&'}, "mine")
    picture = sheet(edition)
    assert "<script" not in picture
    assert 'Freight Cars: <script>"&' in words(picture)
    assert "href" not in picture
    assert picture.count("http") == 1  # the name of the format
