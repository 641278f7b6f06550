"""The answers of exercises are right: nothing else is as good, and whatever is as good is taken."""

from collections.abc import Iterator

import pytest

from freightyard.core.contract import State
from freightyard.core.lessons import Lesson, place_of
from freightyard.core.title import LESSONS
from freightyard.games import game_named, part_of
from freightyard.games.freight_cars.rules.edition import built_in_edition
from freightyard.games.freight_cars.rules.packing import counts_of


def exercise(game: str, name: str) -> tuple[Lesson, State]:
    found: Lesson = next(lesson for lesson in part_of(game, LESSONS) if lesson.name == name)
    rules = game_named(game)
    return found, rules.position(rules.edition(found.edition), found.position)


def turns(first: State, never: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], State]]:
    """Every different end of a turn, and moves that lead there."""
    texts = first.edition.vocabulary.texts
    seen: set[str] = set()
    waiting: list[tuple[tuple[str, ...], State]] = [((), first)]
    while waiting:
        moves, state = waiting.pop()
        key = state.text()
        if key in seen:
            continue
        seen.add(key)
        if state.to_act() != first.to_act() or state.turns != first.turns:
            yield moves, state
            continue
        for move in state.legal():
            if texts[move].split()[0] not in never:
                after = state.clone()
                after.play(move)
                waiting.append(((*moves, texts[move]), after))


@pytest.mark.parametrize("name", ["three-in-a-tie", "mixed-train", "last-turn"])
def test_no_turn_of_freight_train_earns_more_than_the_answer(name: str) -> None:
    lesson, first = exercise("freight-train", name)
    right: set[int] = set()
    wrong: set[int] = set()
    for moves, state in turns(first, ("rearrange", "fill")):
        state.play(state.edition.vocabulary.parse("leave"))
        (wrong if place_of(lesson, moves) is None else right).add(state.view(0).board.seats[0].points)
    assert len(right) == 1
    assert max(wrong) < min(right)


def test_every_way_to_the_city_with_the_money_at_hand_is_taken() -> None:
    lesson, first = exercise("freight", "switch")
    texts = first.edition.vocabulary.texts
    found = set()
    for one in first.legal():
        state = first.clone()
        state.play(one)
        if texts[one] in ("loan", "done") or state.to_act() != first.to_act():
            continue
        for two in state.legal():
            after = state.clone()
            after.play(two)
            if texts[two] != "loan" and "j16" in after.view(0).board.seats[0].cities:
                found.add((texts[one], texts[two]))
    assert found == set(lesson.steps[0].ways)


def pieces(lesson: Lesson, step: int) -> list[str]:
    return sorted(move.split()[1] for move in lesson.steps[step].moves if move.startswith("lay"))


def test_only_one_set_of_pieces_fills_the_nasty_bed_and_only_one_leaves_room_for_both() -> None:
    edition = built_in_edition("quick-simple-fun-2021")
    names = [piece.name.lower() for piece in edition.data.pieces]

    def sets(card: str, free: list[int]) -> list[list[int]]:
        shape = edition.packing.shapes[[each.name for each in edition.data.freight].index(card)]
        every = [counts_of(filling, len(names)) for filling in shape.fillings()]
        return [counts for counts in every if all(used <= left for used, left in zip(counts, free, strict=True))]

    def spelt(counts: list[int]) -> list[str]:
        return sorted(name for name, count in zip(names, counts, strict=True) for _ in range(count))

    def free_of(first: State) -> list[int]:
        used = [piece.lower() for car in first.view(0).board.seats[0].train for piece in car.pieces]
        return [piece.count - used.count(name) for piece, name in zip(edition.data.pieces, names, strict=True)]

    nasty, first = exercise("freight-cars", "nasty-bed")
    assert [spelt(counts) for counts in sets("oil-10", free_of(first))] == [pieces(nasty, 0)]
    both, first = exercise("freight-cars", "keep-the-right-pieces")
    free = free_of(first)
    pairs = [
        (spelt(one), spelt(two))
        for one in sets("coal-5", free)
        for two in sets("produce-7", [left - used for left, used in zip(free, one, strict=True)])
    ]
    assert pairs == [(pieces(both, 0), pieces(both, 1))]
