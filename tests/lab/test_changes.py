"""Changes of editions by dotted names."""

from typing import Any

import pytest

from freightyard.core.errors import BadEdition
from freightyard.games import all_games, game_named
from freightyard.lab.changes import changed, fields, flat, read_change


def change(game: str, **changes: Any) -> Any:
    edition = game_named(game).edition(game_named(game).editions[0])
    return changed(game_named(game), edition, {name.replace("__", "."): value for name, value in changes.items()})


def test_a_field_is_changed_and_nothing_else() -> None:
    before = game_named("freight-train").edition("mayfair-1996")
    after = change("freight-train", award__longest=4)
    assert after.data.award.longest == 4
    assert before.raw["award"]["longest"] == 3
    left = {name: value for name, value in fields(dict(after.raw)) if name != "award.longest"}
    assert left == {name: value for name, value in fields(dict(before.raw)) if name != "award.longest"}


def test_a_changed_edition_never_keeps_the_name() -> None:
    edition = change("freight-train", award__longest=4)
    assert edition.name == "mayfair-1996-longest-4"
    assert not edition.built_in
    many = change("freight-cars", credits=[1, 2, 3, 4, 5], setup__cities_revealed=4, setup__end_in_bottom=3, setup__cards_dealt=4)
    assert many.name == "quick-simple-fun-2021-changed"
    assert many.title.endswith(", changed")


def test_without_changes_the_edition_is_itself() -> None:
    edition = game_named("freight").edition("family")
    assert changed(game_named("freight"), edition, {}) is edition


def test_entries_of_lists_go_by_players_by_name_and_by_place() -> None:
    assert change("freight-train", seats__3__locomotives=9).data.seats[1].locomotives == 9
    edition = game_named("freight-train").edition("mayfair-1996")
    named = changed(game_named("freight-train"), edition, {"kinds.auto-rack.letter": "X"})
    assert named.vocabulary is not None
    assert dict(named.raw)["kinds"][0]["letter"] == "X"
    assert change("freight-train", days__2__yard_points=1).data.days[1].yard_points == 1
    assert change("freight-cars", credits__1=2).data.credits[0] == 2


@pytest.mark.parametrize(
    ("game", "field", "value", "said"),
    [
        ("freight", "track.straight", 2, "similar fields are start.straight, price.straight"),
        ("freight-train", "award.longst", 4, "similar fields are award.longest"),
        ("freight-train", "award", 4, "is a group; change one of its fields: award.longest"),
        ("freight-train", "seats.9.locomotives", 4, "seats.2.locomotives"),
        ("freight-train", "zzz", 4, "its fields are name"),
        ("freight-train", "name", "other", "cannot be changed"),
        ("freight-train", "award.longest", "four", "award.longest is 'four', but must be a whole number"),
        ("freight-train", "award.longest", 4000, "award.longest is 4000"),
        ("freight-cars", "credits.9", 4, "has no field 'credits.9'"),
    ],
)
def test_a_wrong_change_gets_one_sentence(game: str, field: str, value: Any, said: str) -> None:
    edition = game_named(game).edition(game_named(game).editions[0])
    with pytest.raises(BadEdition) as error:
        changed(game_named(game), edition, {field: value})
    assert said in str(error.value)


def test_every_field_can_be_set_to_what_it_is() -> None:
    for game in all_games():
        for name in game.editions:
            edition = game.edition(name)
            listed = dict(fields(dict(edition.raw)))
            assert len(listed) > 20
            same = changed(game, edition, listed)
            assert dict(fields(dict(same.raw))) == listed


def test_changes_are_read_from_toml_tables_and_from_words() -> None:
    assert flat({"award": {"longest": 4, "second": 2}, "points_at_start": 6}) == {
        "award.longest": 4,
        "award.second": 2,
        "points_at_start": 6,
    }
    assert read_change("award.longest=4") == ("award.longest", 4)
    assert read_change("flow.order=clockwise") == ("flow.order", "clockwise")
    assert read_change("award.mixed=false") == ("award.mixed", False)
    assert read_change("credits=[1, 2]") == ("credits", [1, 2])
    for word in ("award.longest", "=4", "award.longest="):
        with pytest.raises(BadEdition, match="FIELD=VALUE"):
            read_change(word)
