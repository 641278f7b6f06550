"""The land behind the map, the legend below it, and what the page tells the client of the cities."""

import re

from freightyard.games.freight.page.atlas import cities_layer, ground_layer, radius_of
from freightyard.games.freight.page.legend import legend_part
from freightyard.games.freight.page.terrain import terrain
from freightyard.games.freight.rules import GAME
from freightyard.games.freight.rules.position import City
from tests.games.freight.positions import building, seat
from tests.games.freight.test_page import parts
from tests.page.markup import read

STANDARD = GAME.edition("standard")


def test_the_land_follows_from_the_first_city_alone() -> None:
    assert terrain("n14", 8) == terrain("n14", 8)
    assert terrain("n14", 8) != terrain("n15", 8)
    state = building(seat(cash=30, at="n14"), track="n15/s0/1 n13/s0/1")
    before = parts(state)["map-ground"]
    state.play(state.edition.vocabulary.parse("city n12"))
    assert parts(state)["map-ground"] == before


def test_there_is_no_land_before_there_is_a_city() -> None:
    assert 'class="terrain"' not in ground_layer(STANDARD, 3, None)
    assert 'class="terrain"' in ground_layer(STANDARD, 3, "n14")


def test_woods_and_hills_stay_on_the_surface() -> None:
    """Nothing is cut off at the coast: a river alone reaches it, and has the colour of the sea."""
    for seats in (2, 4, 6):
        radius = radius_of(STANDARD, seats)
        for first in STANDARD.grid.names[::37]:
            for kind in ("trees", "hills"):
                found = re.search(rf'class="{kind}" d="([^"]*)"', terrain(first, radius))
                assert found is not None
                for x, y in re.findall(r"M(-?\d+) (-?\d+)", found[1]):
                    row = round(int(y) / 60)
                    column = round((int(x) - 35 * row) / 70)
                    assert max(abs(column), abs(row), abs(column + row)) <= radius + 1, (seats, first, kind)


def test_the_land_is_no_track_and_can_be_neither_clicked_nor_heard() -> None:
    layer = ground_layer(STANDARD, 3, "n14")
    assert 'aria-hidden="true"' in layer
    for thing in read(layer):
        kinds = thing.attributes.get("class", "").split()
        assert not {"rail", "tick", "bed", "span", "spot", "town"} & set(kinds)
        assert not thing.words


def test_the_legend_tells_the_prices_of_its_edition() -> None:
    shipping = STANDARD.data.shipping
    words = " ".join(thing.text for thing in read(legend_part(STANDARD)) if thing.tag == "li")
    assert "cube: load here" in words
    assert f"disk: pays {shipping.demanded}" in words
    assert f"dotted: pays {shipping.not_demanded}" in words


def test_the_client_is_told_what_cities_supply_and_hold() -> None:
    layer = cities_layer(STANDARD, 3, (City("n14", "rbg", "rbY"), City("n18", None, "")), ())
    cities = [thing.attributes for thing in read(layer) if thing.attributes.get("class") == "city"]
    assert [(city["data-hex"], city["data-tile"], city["data-marks"]) for city in cities] == [
        ("n14", "rbg", "rbY"),
        ("n18", "", ""),
    ]
