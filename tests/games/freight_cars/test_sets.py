"""Sets of cards as numbers, and the ways to fill large shapes, against what plain Python finds."""

import pytest

from freightyard.core.chance import Dice, Stream
from freightyard.games.freight_cars.rules.data import MOST_CARDS
from freightyard.games.freight_cars.rules.packing import Packing
from freightyard.games.freight_cars.rules.sets import ALONE, add_moves, nth, numbers, set_of, size

HALF = 1 << MOST_CARDS // 2
ANY = [Stream(str(seed)) for seed in range(200)]
SETS = [0, 1, (1 << MOST_CARDS) - 1, 1 << MOST_CARDS - 1, *[any_.below(HALF) * HALF + any_.below(HALF) for any_ in ANY]]


@pytest.mark.parametrize("cards", SETS)
def test_a_set_is_counted_and_listed_from_its_lowest_card(cards: int) -> None:
    members = [card for card in range(MOST_CARDS) if cards >> card & 1]
    assert size(cards) == len(members)
    assert numbers(cards) == members
    assert [nth(cards, place) for place in range(len(members))] == members
    assert set_of(members) == cards == sum([ALONE[card] for card in members])
    moves = [7]
    add_moves(cards, 100, moves)
    assert moves == [7, *[100 + card for card in members]]


def test_shapes_too_large_for_the_list_of_ways_are_filled_all_the_same() -> None:
    packing = Packing([(["xx"], 7), (["x"], 2)], [["xxxx"] * 4, ["xx"]])
    large, small = packing.shapes
    filled, supply = 0, packing.full
    while filled != large.full:
        lays = large.lays(filled, supply)
        assert lays == [
            number
            for number, lay in enumerate(packing.lays)
            if (mask := large.covered(filled, number))
            and supply >= lay.unit
            and supply & 7 * lay.unit
            and large.can_fill(filled | mask, supply - lay.unit)
        ]
        assert {large.ways(filled).any_lay(supply, Dice(seed)) for seed in range(1, 40)} == set(lays)
        number = lays[filled % len(lays)]
        filled |= large.covered(filled, number)
        supply -= packing.lays[number].unit
    assert supply == 0
    assert large.can_fill(large.full, 0)
    assert packing.loadable(3, packing.full) == 3
    assert packing.loadable(3, packing.full - 1) == 2  # a domino fewer, and the large one cannot be filled
    assert large.ways(large.full ^ 3) is small.ways(0)  # the same cells are left to fill
