"""Editions are data: every number comes from them, and a changed copy is checked field by field."""

import pickle
from typing import Any

import pytest

from freightyard.core.checks import check_game
from freightyard.core.editions import merged, parse_toml
from freightyard.core.errors import BadEdition
from freightyard.games.freight.rules import GAME
from tests.games.freight.positions import LINE, STANDARD, legal, play, seat, text


def changed(toml: str) -> Any:
    return GAME.edition_from(parse_toml(toml, "my.toml"), "my.toml")


def test_changed_copy_plays_with_other_prices_counts_and_colours() -> None:
    edition = changed(
        """
        extends = "standard"
        name = "my-edition"
        title = "My edition"
        colours = [
          { letter = "a", name = "amber" }, { letter = "b", name = "blue" }, { letter = "c", name = "coral" },
          { letter = "d", name = "drab" }, { letter = "e", name = "ecru" }, { letter = "f", name = "fawn" },
        ]
        city_tiles = ["abc", "abd", "def", "bcd", "cde", "ace", "bdf", "acd"]
        seats = [ { players = 2, cities = 4, city_radius = 4, fixed_map = ["c6", "c9", "f6", "f9"] } ]
        [map]
        margin = 1
        [start]
        cash = 30
        wagons = 2
        [price]
        straight = 2
        curve = 4
        [shipping]
        free_points = 6
        extra_point = 2
        step = 2
        toll = 3
        [loan]
        amount = 7
        interest = 2
        [auction]
        opening_bid_max = 3
        [flow]
        rounds = 4
        [markers]
        most = 6
        roll_up_to = 3
        """
    )
    assert "load coral" in edition.vocabulary.texts
    assert "open 4" not in edition.vocabulary.texts
    assert edition.seat_counts == (2,)
    for seed in range(4):
        record = check_game(GAME, edition, 2, ("rolled",) if seed % 2 else (), f"changed {seed}", every=15)
        assert record.edition == "my-edition"
        assert record.edition_data is not None


def test_changed_copy_may_mix_the_rule_sets() -> None:
    edition = changed(
        """
        extends = "family"
        name = "mixture"
        [flow]
        order = "auction"
        supply = "boxes"
        rounds = 5
        insolvent = "sale"
        end_at_cities = 0
        """
    )
    check_game(GAME, edition, 3, (), "mixture", every=20)


def test_changed_copy_that_lets_loans_be_repaid_while_shipping_strands_no_train() -> None:
    edition = changed('extends = "standard"\nname = "mix"\n[flow]\nrepay = "turn"')
    line = text(
        "shipping",
        seat(cash=11, loans=1, took=1, at="n14"),
        seat(),
        extra="trip used 10 loading no delivering no paid -",
        track=LINE,
    )
    state = GAME.position(edition, line)
    assert "repay" in legal(state)
    play(state, "go n15")
    assert "repay" not in legal(state)
    assert [move for move in legal(state) if move != "loan"]


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ("[markers]\nrolled_at_start = 0", "markers.rolled_at_start is 0, but must be from 1 to 4"),
        ("[flow]\nend_at_cities = 2", "flow.end_at_cities is 2, but must be 0 where flow.order is auction"),
        (
            "[flow]\ninsolvent = 'loan'\n[loan]\ninterest = 3",
            "loan.interest is 3, but must be at most a fifth of loan.amount, 10",
        ),
        ("[price]\nstraight = 0", "price.straight is 0, but must be a whole number of 1 or more"),
        ("[price]\nstraigt = 3", "price: there is no field 'straigt'"),
        ("[flow]\norder = 'lottery'", "flow.order is 'lottery'"),
        ("[start]\nwagons = 9", "start.wagons is 9, but must be at most wagon.most, 3"),
        ("[map]\ngap_least = 4", "map.gap_least is 4, but must be at most map.gap_most, 3"),
        ("[markers]\nroll_up_to = 4", "markers.roll_up_to is 4, but must be below markers.most, 4"),
        ("[shipping]\nload_and_deliver = 1", "shipping.load_and_deliver is 1, but must be no less than"),
        ("city_tiles = ['rbg', 'rbg']", "city_tiles is 'bgr', but must be given only once"),
        ("city_tiles = ['rbx']", "city_tiles is 'rbx', but must be 3 different letters"),
        ("city_tiles = ['gbr']", "in the order of the colours"),
        ("seats = [{ players = 2, cities = 3, city_radius = 3, fixed_map = ['a1'] }]", "must be 3 different hexes"),
        (
            "seats = [{ players = 2, cities = 3, city_radius = 3, fixed_map = ['a1', 'f6', 'f9'] }]",
            "is 'a1', but must be a hex at most 3 from the middle",
        ),
        (
            "seats = [{ players = 2, cities = 3, city_radius = 3, fixed_map = ['f6', 'f7', 'f9'] }]",
            "without two cities side by side",
        ),
        (
            "seats = [{ players = 2, cities = 3, city_radius = 3, fixed_map = ['f6', 'f8', 'f4'] }]",
            "with an average gap within",
        ),
        ("seats = [{ players = 7, cities = 3, city_radius = 3, fixed_map = [] }]", "must be a whole number of 6 or less"),
    ],
)
def test_changed_copy_that_cannot_be_played_is_refused_with_the_field(change: str, complaint: str) -> None:
    with pytest.raises(BadEdition) as caught:
        changed(f"extends = 'standard'\nname = 'bad'\n{change}")
    assert complaint in str(caught.value)


def test_family_loan_that_does_not_bring_more_than_it_costs_is_refused() -> None:
    with pytest.raises(BadEdition, match=r"loan\.interest is 10"):
        changed("extends = 'family'\nname = 'bad'\n[loan]\ninterest = 10")


def test_editions_are_pickled_by_name_and_copies_by_their_data() -> None:
    assert pickle.loads(pickle.dumps(STANDARD)) is STANDARD  # noqa: S301  (our own bytes)
    copy = GAME.edition_from(merged(STANDARD.raw, {"name": "copy"}), "a copy")
    assert pickle.loads(pickle.dumps(copy)).raw == copy.raw  # noqa: S301


def test_family_edition_is_the_standard_one_but_for_what_differs() -> None:
    standard, family = STANDARD.raw, GAME.edition("family").raw
    differing = {key for key in standard if standard[key] != family[key]}
    assert differing == {"name", "title", "shipping", "flow"}
