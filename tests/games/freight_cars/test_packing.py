"""Packing, held against a packer that works in another way."""

from collections import Counter
from functools import cache

import pytest

from freightyard.core.chance import Dice
from freightyard.games.freight_cars.rules.packing import Shape, counts_of, supply_of
from freightyard.games.freight_cars.rules.state import State
from tests.games.freight_cars.positions import EDITION, at, play

Cells = frozenset[complex]


def every_way_to_hold(rows: tuple[str, ...]) -> set[Cells]:
    """A piece turned and flipped, as complex numbers; moved so that each of its cells in turn is at zero."""
    cells = [complex(column, row) for row, line in enumerate(rows) for column, mark in enumerate(line) if mark == "x"]
    turned = [
        [cell * 1j**quarter for cell in side] for side in (cells, [cell.conjugate() for cell in cells]) for quarter in range(4)
    ]
    return {
        frozenset(complex(round((cell - at).real), round((cell - at).imag)) for cell in side) for side in turned for at in side
    }


HOLDS = [every_way_to_hold(piece.shape) for piece in EDITION.data.pieces]


def reading(cell: complex) -> tuple[float, float]:
    return cell.imag, cell.real


@cache
def brute_force(cells: Cells, counts: tuple[int, ...]) -> bool:
    """Whether pieces of these counts fill the cells, working from the last cell backwards."""
    if not cells:
        return True
    last = max(cells, key=reading)
    for kind, count in enumerate(counts):
        if count:
            rest = (*counts[:kind], count - 1, *counts[kind + 1 :])
            for hold in HOLDS[kind]:
                covered = frozenset(cell + last for cell in hold)
                if covered <= cells and brute_force(cells - covered, rest):
                    return True
    return False


def brute_lays(cells: Cells, counts: tuple[int, ...]) -> Counter[tuple[int, Cells]]:
    """Every piece on the first open cell that leaves something fillable: its kind and the cells it covers."""
    first = min(cells, key=reading)
    found: Counter[tuple[int, Cells]] = Counter()
    for kind, count in enumerate(counts):
        if count:
            rest = (*counts[:kind], count - 1, *counts[kind + 1 :])
            for hold in HOLDS[kind]:
                covered = frozenset(cell + first for cell in hold)
                if covered <= cells and brute_force(cells - covered, rest):
                    found[kind, covered] += 1
    return found


def open_cells(shape: Shape, filled: int) -> Cells:
    return frozenset(complex(column, row) for number, (row, column) in enumerate(shape.cells) if not filled >> number & 1)


def our_lays(state: State) -> Counter[tuple[int, Cells]]:
    """The legal moves of a state in which a card is being loaded."""
    shape = EDITION.packing.shapes[state.card]
    found: Counter[tuple[int, Cells]] = Counter()
    for move in state.legal():
        number = move - EDITION.lay
        mask = shape.covered(state.filled, number)
        assert mask & state.filled == 0
        covered = open_cells(shape, state.filled) - open_cells(shape, state.filled | mask)
        found[EDITION.packing.lays[number].kind, covered] += 1
    return found


@pytest.mark.parametrize("card", EDITION.cards)
def test_load_agrees_with_brute_force_on_every_card_and_random_supplies(card: str) -> None:
    number = EDITION.card_number[card]
    dice = Dice(number + 1)
    shape = EDITION.packing.shapes[number]
    most = counts_of(EDITION.packing.full, EDITION.packing.kinds)
    loaded = 0
    for trial in range(30):
        counts = most if trial == 0 else [dice.below(count + 1) for count in most]
        state = at(f"tableau -,-,-,-,-,-,-,-,- | 1 hand {card}")
        state.free[0] = supply_of(counts)
        fillable = brute_force(open_cells(shape, 0), tuple(counts))
        assert (EDITION.load + number in state.legal()) == fillable
        if not fillable:
            continue
        loaded += 1
        play(state, f"load {card}")
        while state.card == number:
            free = tuple(counts_of(state.free[0], len(most)))
            assert our_lays(state) == brute_lays(open_cells(shape, state.filled), free)
            moves = state.legal()
            state.play(moves[dice.below(len(moves))])
    assert loaded


def test_load_reaches_every_set_of_pieces_that_fills_a_card() -> None:
    for shape in EDITION.packing.shapes:
        ways: dict[int, set[int]] = {0: {EDITION.packing.full}}
        ends: set[int] = set()
        while ways:
            filled = min(ways)
            for supply in ways.pop(filled):
                if filled == shape.full:
                    ends.add(EDITION.packing.full - supply)
                    continue
                for number in shape.lays(filled, supply):
                    unit = EDITION.packing.lays[number].unit
                    ways.setdefault(filled | shape.covered(filled, number), set()).add(supply - unit)
        assert sorted(ends) == shape.fillings()


def test_orientations_are_1_2_2_4_2_1_4_8_4() -> None:
    kinds = Counter(lay.kind for lay in EDITION.packing.lays)
    assert [kinds[kind] for kind in range(9)] == [1, 2, 2, 4, 2, 1, 4, 8, 4]


def test_cards_spread_from_easy_to_fiendish() -> None:
    ways = sorted(len(shape.fillings()) for shape in EDITION.packing.shapes)
    assert ways[0] <= 2
    assert ways[25] >= 12
    assert ways[-1] >= 80
    sizes = [card.cells for card in EDITION.data.freight]
    assert (min(sizes), max(sizes)) == (6, 12)
    # The shapes of a rectangle are few.
    assert sum("." not in "".join(card.shape) for card in EDITION.data.freight) <= 5
