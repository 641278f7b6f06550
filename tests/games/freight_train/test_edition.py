"""Editions are data: every number comes from them, and a changed copy is checked field by field."""

from typing import Any

import pytest

from freightyard.core.checks import check_game
from freightyard.core.editions import merged, parse_toml
from freightyard.core.errors import BadEdition
from freightyard.games.freight_train.rules import GAME
from freightyard.games.freight_train.rules.edition import rules_for
from freightyard.games.freight_train.rules.scoring import award


def changed(toml: str) -> Any:
    return GAME.edition_from(parse_toml(toml, "my.toml"), "my.toml")


def test_changed_copy_plays_with_other_awards_counts_and_names() -> None:
    edition = changed(
        """
        extends = "mayfair-1996"
        name = "my-edition"
        title = "My edition"
        points_at_start = 2
        kinds = [
          { letter = "X", name = "circus" }, { letter = "Y", name = "log" }, { letter = "Z", name = "milk" },
          { letter = "Q", name = "mail" }, { letter = "W", name = "grain" },
        ]
        seats = [
          { players = 2, cars_of_each_kind = 30, locomotives = 3 }, { players = 3, cars_of_each_kind = 30, locomotives = 2 },
        ]
        [award]
        longest = 4
        [main_yard]
        sidings = 4
        spaces = 6
        [own_yard]
        sidings = 3
        spaces = 5
        dealt = 2
        [action]
        take = 2
        load = 3
        [caboose]
        cards = 3
        factor = 3
        """
    )
    assert award(rules_for(edition, 2, ()), [5, 2]) == [4, 1]
    assert "put circus yard-3" in edition.vocabulary.texts
    assert edition.seat_counts == (2, 3)
    for seats in (2, 3):
        record = check_game(GAME, edition, seats, ["cabooses"], "changed", every=10)
        assert record.edition == "my-edition"
        assert record.edition_data is not None


def test_changed_copy_of_one_day_and_of_five_days_plays() -> None:
    day = "{ leave_in_bottom = 2, locomotive = true, yard_cars = 3, yard_points = 2 }"
    for days in (1, 5):
        edition = changed(f'extends = "whitewind-1993"\ndays = [{", ".join([day] * days)}]')
        check_game(GAME, edition, 2, (), "days", every=50)


def test_changed_copy_without_cards_dealt_to_yards_plays() -> None:
    edition = changed('extends = "whitewind-1993"\n[own_yard]\ndealt = 0')
    check_game(GAME, edition, 2, (), "nothing dealt", every=50)


@pytest.mark.parametrize(
    ("toml", "message"),
    [
        ("award.longest = 'x'", "award.longest is 'x', but must be a whole number"),
        ("award.longest = true", "award.longest is true, but must be a whole number"),
        ("award.longest = 4000", "award.longest is 4000, but must be a whole number of 999 or less"),
        (
            "award.longst = 4",
            "award: there is no field 'longst'; the fields are longest, second, two_tied, three_tied, more_tied, mixed",
        ),
        ("points_at_start = 1.5", "points_at_start is 1.5, but must be a whole number"),
        ("action.rearrange_empty = 1", "action.rearrange_empty is 1, but must be true or false"),
        ("action.rearrange_cost = 0", "action.rearrange_cost is 0, but must be a whole number of 1 or more"),
        ("action.take = 0", "action.take is 0, but must be a whole number of 1 or more"),
        ("action.take = 6", "action.take is 6, but must be at most 5"),
        ("action.load = 9", "action.load is 9, but must be at most 5"),
        ("own_yard.spaces = 13", "own_yard.spaces is 13, but must be a whole number of 12 or less"),
        ("own_yard.dealt = 9", "own_yard.dealt is 9, but must be at most own_yard.spaces, 8"),
        ("main_yard.empty_to_fill = 6", "main_yard.empty_to_fill is 6, but must be at most main_yard.sidings, 5"),
        ("sequence.default = 'zigzag'", "sequence.default is 'zigzag', but must be one of marker, marker-by-day, clockwise"),
        ("sequence.options = ['marker']", "sequence.options is 'marker', but must be another sequence than the default"),
        ("sequence.options = ['clockwise', 'clockwise']", "sequence.options is 'clockwise', but must be given only once"),
        ("kinds = [{ letter = 'AB', name = 'auto' }]", "kinds[0].letter is 'AB', but must be text: "),
        ("kinds = [{ letter = 'A' }]", "kinds[0].name is missing"),
        ("kinds = []", "kinds is [], but must be a list of length 1 or more"),
        ("kinds = 11", "kinds is 11, but must be a list"),
        (
            "kinds = [{ letter = 'A', name = 'auto' }, { letter = 'A', name = 'box' }]",
            "kinds: letter is 'A', but must be given only once",
        ),
        ("kinds = [{ letter = 'A', name = 'mixed' }]", "kinds: name is 'mixed', but must be a name that the moves do not use"),
        (
            "seats = [{ players = 2, cars_of_each_kind = 5, locomotives = 7 }]",
            "seats: cars_of_each_kind for 2 players is 5, but must be at least 6, to fill the main yard and 2 full yards",
        ),
        (
            "seats = [{ players = 2, cars_of_each_kind = 9, locomotives = 7 }, "
            "{ players = 4, cars_of_each_kind = 16, locomotives = 7 }]",
            "seats: players is [2, 4], but must be numbers in a row",
        ),
        ("days = []", "days is [], but must be a list of length 1 or more"),
        ('name = "mine\\n"', "name is 'mine\\n', but must be text: "),
        ("kinds = [{ letter = \"A\\n\", name = 'auto' }]", "kinds[0].letter is 'A\\n', but must be text: "),
        ("name = 'My Edition'", "name is 'My Edition', but must be text: "),
        ("extends = 'monopoly'", "extends is 'monopoly', but must be one of mayfair-1996, whitewind-1993, whitewind-nl"),
        ("extends = 5", "extends is 5, but must be one of"),
        ("colour = 'red'", "there is no field 'colour'; the fields are name, title"),
        ("award = 3", "award is 3, but must be a table"),
        ("= 3", "my.toml is not valid TOML"),
    ],
)
def test_wrong_edition_names_the_field_the_value_and_what_is_allowed(toml: str, message: str) -> None:
    text = toml if toml.startswith(("extends", "=")) else f"extends = 'mayfair-1996'\n{toml}"
    with pytest.raises(BadEdition) as caught:
        changed(text)
    said = str(caught.value)
    assert said.removeprefix("my.toml: ").startswith(message), said
    assert said.startswith("my.toml")
    assert "\n" not in said


def test_wrong_edition_without_a_base_says_what_is_missing() -> None:
    with pytest.raises(BadEdition, match=r"my.toml: name is missing"):
        changed("points_at_start = 5")


def test_edition_that_is_no_text_is_refused() -> None:
    with pytest.raises(BadEdition, match="it contains a character that is not valid text"):
        GAME.edition_from({**GAME.edition("mayfair-1996").raw, "title": "\ud800"}, "my.toml")


def test_changed_copy_never_passes_for_the_original() -> None:
    assert changed("extends = 'mayfair-1996'\naward.longest = 4").name == "mayfair-1996-changed"


def test_unknown_edition_lists_those_that_exist() -> None:
    with pytest.raises(
        BadEdition, match="freight-train has no edition 'x'; its editions are mayfair-1996, whitewind-1993, whitewind-nl"
    ):
        GAME.edition("x")


def test_tables_are_merged_and_lists_are_replaced() -> None:
    base = {"a": {"b": 1, "c": [1, 2]}, "d": 4}
    assert merged(base, {"a": {"c": [3]}}) == {"a": {"b": 1, "c": [3]}, "d": 4}
    assert base == {"a": {"b": 1, "c": [1, 2]}, "d": 4}


def test_dutch_rules_differ_from_the_english_only_where_they_say_so() -> None:
    english, dutch = GAME.edition("whitewind-1993").raw, GAME.edition("whitewind-nl").raw
    assert {key for key in english if english[key] != dutch[key]} == {"name", "title", "award", "sequence"}
