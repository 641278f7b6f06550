"""The card set, and what is found wrong with a changed one."""

from collections import Counter
from typing import Any

import pytest

from freightyard.core.editions import merged, typed
from freightyard.core.errors import BadEdition
from freightyard.games.freight_cars.rules import GAME
from freightyard.games.freight_cars.rules.bonuses import KINDS, words_of
from freightyard.games.freight_cars.rules.check import problems
from freightyard.games.freight_cars.rules.data import Data
from tests.games.freight_cars.positions import EDITION


def test_cards_are_50_21_25_and_16_pieces() -> None:
    data = EDITION.data
    assert Counter(card.resource for card in data.freight) == dict.fromkeys(data.resources, 10)
    assert (len(data.resources), len(data.freight), len(data.corporations), len(data.cities)) == (5, 50, 21, 25)
    assert sum(piece.count for piece in data.pieces) == 16
    assert problems(data) == []


def test_cities_want_two_or_three_resources_for_3_to_7_credits() -> None:
    cities = EDITION.data.cities
    assert {len(city.wants) for city in cities} == {2, 3}
    assert sum(len(city.wants) == 2 for city in cities) > len(cities) / 2
    assert {city.credits for city in cities} == {3, 4, 5, 6, 7}
    assert {"New Orleans", "Boston", "Cincinnati"} <= {city.name for city in cities}
    assert next(city for city in cities if city.name == "New Orleans").credits == 3


def test_corporations_are_of_every_kind_and_say_what_they_pay_for() -> None:
    assert {by.bonus for by in EDITION.data.corporations} == set(KINDS)
    said = [words_of(by) for by in EDITION.data.corporations]
    assert "2 credits for each coal car shipped" in said
    assert "4 credits for each set of one coal and one steel shipped" in said
    assert not [words for words in said if "None" in words or "{" in words]


def changed(**changes: Any) -> list[str]:
    return problems(typed(merged(EDITION.raw, changes), Data, "test"))


def without(key: str, *numbers: int) -> list[Any]:
    return [value for number, value in enumerate(EDITION.raw[key]) if number not in numbers]


def with_card(**fields: Any) -> list[Any]:
    return [EDITION.raw["freight"][0] | fields, *EDITION.raw["freight"][1:]]


def with_corporation(**fields: Any) -> list[Any]:
    return [{"name": "Newcomer", "pays": 1} | fields, *EDITION.raw["corporations"][1:]]


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"freight": without("freight", 3)}, "there are 49 freight cards, but box.freight says 50"),
        ({"freight": without("freight", 3)}, "there are 9 coal cards, but box.of_each_resource says 10"),
        ({"corporations": without("corporations", 0)}, "there are 20 corporations, but box.corporations says 21"),
        ({"cities": without("cities", 0)}, "there are 24 cities, but box.cities says 25"),
        ({"pieces": without("pieces", 0)}, "there are 14 pieces, but box.pieces says 16"),
        ({"freight": with_card(name="coal-2")}, "the freight card 'coal-2' is there 2 times, but must be there only once"),
        (
            {"freight": with_card(shape=["xx", "xx", "xx", "xx"])},
            "the freight cards coal-1 and coal-5 are duplicates: the same resource and the same shape",
        ),
        (
            {"freight": with_card(shape=["x.x.x"])},
            "nobody can fill the freight card coal-1, not even with all the pieces of a player",
        ),
        ({"freight": with_card(shape=["..."])}, "the freight card coal-1 has 0 cells, but must have 1 to 16"),
        ({"freight": with_card(shape=["xxx", "xx"])}, "the rows of the freight card coal-1 have different lengths"),
        (
            {"freight": with_card(resource="gold")},
            "the freight card coal-1 has the resource 'gold', but must have one of coal, lumber, oil, produce, steel",
        ),
        ({"freight": with_card(name="deck")}, "the freight card 'deck' has the name of the deck"),
        (
            {"corporations": with_corporation(bonus="luck")},
            "the corporation Newcomer has the unknown bonus 'luck'; known are: goods, partners",
        ),
        (
            {"corporations": with_corporation(bonus="goods")},
            "the corporation Newcomer lacks the field 'resource', which the bonus 'goods' needs",
        ),
        (
            {"corporations": with_corporation(bonus="cities", least=2)},
            "the corporation Newcomer has the field 'least', which the bonus 'cities' does not use",
        ),
        (
            {"corporations": with_corporation(bonus="region", region="moon")},
            "the corporation Newcomer pays for the region 'moon', but the cities are in midwest",
        ),
        ({"corporations": with_corporation(bonus="goods", resource="gold")}, "the corporation Newcomer pays for 'gold'"),
        (
            {"corporations": with_corporation(bonus="partners", resources=["oil"])},
            "the corporation Newcomer needs two or more different resources, not oil",
        ),
        (
            {"corporations": with_corporation(bonus="different", size=6)},
            "the corporation Newcomer wants 6 different resources, but there are 5",
        ),
        ({"setup": {"cards_kept": 4}}, "setup.cards_kept is 4, but must be at most setup.cards_dealt, 3"),
        ({"setup": {"corporations_dealt": 6}}, "4 players are dealt 6 corporations each, but there are 21"),
        (
            {"setup": {"end_in_bottom": 1}},
            "the set-up for 2 players takes 13 cards of the deck, but only 0 lie above the part with the End of Game card",
        ),
        ({"city_counts": [26]}, "city_counts has 26, but must have numbers from 3 to 25"),
        (
            {"seats": [{"players": 2, "deck": 51, "revealed": 7}]},
            "the deck for 2 players has 51 cards, but there are 50 freight cards",
        ),
        (
            {"seats": [{"players": 2, "deck": 30, "revealed": 7}, {"players": 4, "deck": 50, "revealed": 7}]},
            "must be numbers in a row",
        ),
    ],
)
def test_wrong_cards_are_found(changes: dict[str, Any], problem: str) -> None:
    assert any(found.startswith(problem) or problem in found for found in changed(**changes)), changed(**changes)


def test_a_city_with_an_unknown_resource_is_found() -> None:
    cities = [EDITION.raw["cities"][0] | {"wants": ["gold"]}, *EDITION.raw["cities"][1:]]
    assert changed(cities=cities) == [
        "the city Los Angeles wants 'gold', but must want some of coal, lumber, oil, produce, steel"
    ]


def test_an_edition_that_cannot_be_played_is_refused_with_the_first_problem() -> None:
    short = {"extends": "quick-simple-fun-2021", "name": "mine", "freight": without("freight", 3)}
    with pytest.raises(BadEdition, match=r"^mine: there are 49 freight cards, but box\.freight says 50$"):
        GAME.edition_from(short, "mine")
    vague = {"extends": "quick-simple-fun-2021", "cities": [EDITION.raw["cities"][0] | {"credits": "many"}]}
    with pytest.raises(BadEdition, match=r"^mine: cities\[0\]\.credits is 'many', but must be a whole number"):
        GAME.edition_from(vague, "mine")


def test_an_edition_may_change_numbers_alone() -> None:
    edition = GAME.edition_from({"extends": "quick-simple-fun-2021", "name": "mine", "credits": [2, 4]}, "mine")
    assert not edition.built_in
    assert edition.vocabulary.texts == EDITION.vocabulary.texts
    assert GAME.start(edition, 3).rules.credits == [2, 4]


def test_a_piece_hangs_together() -> None:
    raw = merged(EDITION.raw, {})
    raw["pieces"] = [dict(piece) for piece in raw["pieces"]]
    raw["pieces"][0]["shape"] = ["x......x"]
    found = problems(typed(raw, Data, "mine"))
    assert f"the piece {raw['pieces'][0]['name']} is in several parts, but must hang together" in found
