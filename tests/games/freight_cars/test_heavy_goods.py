"""The edition heavy-goods, and the option that it offers."""

from collections import Counter

import pytest

from freightyard.core.chance import Stream
from freightyard.core.checks import random_move
from freightyard.core.editions import merged, typed
from freightyard.core.errors import BadSetup
from freightyard.games.freight_cars.rules import GAME
from freightyard.games.freight_cars.rules.check import problems
from freightyard.games.freight_cars.rules.data import Data
from freightyard.games.freight_cars.rules.state import State
from tests.games.playing import field, play

HEAVY = GAME.edition("heavy-goods")
OLD = GAME.edition("quick-simple-fun-2021")
HEAD_START = ("head-start",)


def before_the_first_turn(seats: int, options: tuple[str, ...]) -> State:
    state = GAME.start(HEAVY, seats, options)
    rng = Stream("head start")
    while state.view(None).board.phase != "first-seat":
        state.play(random_move(state, rng))
    return state


def test_it_keeps_what_is_known_of_the_cards() -> None:
    data = HEAVY.data
    assert Counter(card.resource for card in data.freight) == dict.fromkeys(data.resources, 10)
    assert (len(data.resources), len(data.freight), len(data.corporations), len(data.cities)) == (5, 50, 21, 25)
    assert (data.city_counts, data.credits, data.pieces, data.setup) == (
        OLD.data.city_counts,
        OLD.data.credits,
        OLD.data.pieces,
        OLD.data.setup,
    )
    assert problems(data) == []
    cities = {city.name: city for city in data.cities}
    assert (len(cities["New Orleans"].wants), cities["New Orleans"].credits) == (2, 3)
    assert {"Boston", "Cincinnati"} <= set(cities)
    assert {len(city.wants) for city in data.cities} == {2, 3}
    assert sum(len(city.wants) == 2 for city in data.cities) > len(cities) / 2


def test_goods_with_larger_cards_are_worth_more_to_cities() -> None:
    data = HEAVY.data
    cells = {good: sum(card.cells for card in data.freight if card.resource == good) for good in data.resources}
    pays = {
        good: max(city.credits for city in data.cities if len(city.wants) == 2 and good in city.wants) for good in data.resources
    }
    lightest_first = sorted(data.resources, key=lambda good: cells[good])
    assert lightest_first == ["produce", "lumber", "oil", "coal", "steel"]
    assert [pays[good] for good in lightest_first] == sorted(pays.values())
    assert pays["steel"] > pays["coal"] > pays["oil"]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_head_start_gives_credits_by_the_order_of_first_turns(seats: int) -> None:
    given = next(row.head_start for row in HEAVY.data.seats if row.players == seats)
    assert list(given) == sorted(set(given)), "the later, the more"
    assert given[0] == 0
    state = play(before_the_first_turn(seats, HEAD_START), "first 2")
    order = [(1 + later) % seats for later in range(seats)]
    assert tuple(state.credits[seat] for seat in order) == given
    assert field(state, order[-1] + 1, "credits") == str(given[-1])
    assert GAME.position(HEAVY, state.text()).text() == state.text()


def test_head_start_is_off_unless_it_is_chosen() -> None:
    assert play(before_the_first_turn(3, ()), "first 2").credits == [0, 0, 0]
    with pytest.raises(BadSetup, match="head-start"):
        GAME.start(OLD, 2, HEAD_START)


def test_head_start_is_a_line_of_the_final_score() -> None:
    for options, rows in ((HEAD_START, 4), ((), 3)):
        state = GAME.start(HEAVY, 3, options)
        rng = Stream("to the end")
        first = -1
        while state.to_act() is not None:
            move = random_move(state, rng)
            if HEAVY.vocabulary.texts[move].startswith("first "):
                first = move - HEAVY.first
            state.play(move)
        sheet, outcome = state.sheet(), state.outcome()
        assert sheet is not None
        assert outcome is not None
        assert len(sheet.rows) == rows
        assert sheet.totals == outcome.scores
        if options:
            row = sheet.rows[0]
            assert (row.label, row.slug) == ("head start", "fc.head-start")
            given = HEAVY.data.seats[1].head_start
            assert row.points == tuple(given[(seat - first) % 3] for seat in range(3))


def test_head_start_needs_a_number_for_each_player() -> None:
    seats = [row | {"head_start": [0, 1]} for row in OLD.raw["seats"]]
    found = problems(typed(merged(OLD.raw, {"seats": seats}), Data, "test"))
    assert found == [
        f"the head start for {players} players has 2 numbers, but must have one for each player" for players in (3, 4)
    ]
