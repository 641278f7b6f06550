"""What was learnt: its arithmetic against a plain one, its files, and what the games bring."""

from math import exp

import pytest

from freightyard.bots import learnt
from freightyard.bots.learnt import FILE, BadValue, Learning, features_of, learnings_of, learnt_for, read_learnings
from freightyard.bots.search.value import LEAF, ONE, STAGES, Value
from freightyard.core.chance import Dice, Stream
from freightyard.core.checks import random_move
from freightyard.core.contract import CHANCE
from freightyard.core.title import Title
from freightyard.games import BUILT_IN, title_named

LEARNT = [title for title in BUILT_IN if features_of(title.name) is not None]


def number(rng: Stream, reach: int) -> int:
    return rng.below(2 * reach + 1) - reach


def said(tree: tuple[list[int], list[int], list[int]], row: list[int], at: int = 0) -> int:
    """What a tree says of a row."""
    asks, bounds, leaves = tree
    if at >= len(asks):
        return leaves[at - len(asks)]
    return said(tree, row, 2 * at + (2 if row[asks[at]] > bounds[at] else 1))


def plain(
    knots: list[list[int]], trees: list[tuple[list[int], list[int], list[int]]], rows: list[list[int]], stage: int
) -> list[float]:
    """The shares as one would write them down: column 1 counts as a lead, too."""
    full = [[*row, row[1] - max(other[1] for place, other in enumerate(rows) if place != seat)] for seat, row in enumerate(rows)]
    scores = []
    for row in full:
        place = stage * (len(knots) - 1)
        knot = min(place // STAGES, len(knots) - 2)
        way = place - knot * STAGES
        weights = [
            (one * (STAGES - way) + other * way) // STAGES for one, other in zip(knots[knot], knots[knot + 1], strict=True)
        ]
        score = sum(weight * value for weight, value in zip(weights, row, strict=True))
        score += sum(said(tree, [*row, stage]) for tree in trees) * (ONE // LEAF)
        scores.append(score / ONE)
    weights_of = [exp(max(-40.0, score - max(scores))) for score in scores]
    total = 0.0
    for weight in weights_of:
        total += weight
    return [weight / total for weight in weights_of]


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_shares_are_what_the_weights_and_trees_say(seats: int) -> None:
    rng = Stream(f"value {seats}")
    for _ in range(40):
        knots = [[number(rng, ONE // 50) for _ in range(4)] for _ in range(3)]
        trees = [
            ([rng.below(5) for _ in range(7)], [number(rng, 60) for _ in range(7)], [number(rng, LEAF) for _ in range(8)])
            for _ in range(rng.below(4))
        ]
        rows = [[number(rng, 80) for _ in range(3)] for _ in range(seats)]
        stage = rng.below(STAGES + 1)
        value = Value(
            [1], 5, [weight for knot in knots for weight in knot], 3,
            [ask for tree in trees for ask in tree[0]], [bound for tree in trees for bound in tree[1]],
            [leaf for tree in trees for leaf in tree[2]],
        )  # fmt: skip
        found = value.shares([row[:] for row in rows], stage)
        assert found == plain(knots, trees, rows, stage)
        assert sum(found) == pytest.approx(1)
        assert value.shares([row[:] for row in reversed(rows)], stage) == pytest.approx(found[::-1])


@pytest.mark.parametrize("title", LEARNT, ids=lambda title: title.name)
def test_what_was_learnt_fits_the_features_and_is_small(title: Title) -> None:
    file = title.file(*FILE)
    if file.is_file():
        assert len(file.read_bytes()) < 200_000
    game = title.game
    for one in learnings_of(title.name):
        edition = game.edition(one.editions[-1])
        assert set(one.editions) <= set(game.editions)
        assert one.seats in edition.seat_counts
        rng, dice = Stream(f"{one.editions} {one.seats}"), Dice(3)
        value = learnt_for(edition, one.seats)
        assert value is not None
        state = game.start(edition, one.seats)
        for _ in range(300):
            actor = state.to_act()
            if actor is None:
                break
            if actor != CHANCE:
                shares = value.shares(state)
                assert len(shares) == one.seats
                assert sum(shares) == pytest.approx(1)
            state.play(state.draw(rng) if actor == CHANCE else random_move(state, dice))


def test_a_rule_set_that_nothing_was_learnt_for_is_the_judges() -> None:
    game = title_named("freight-cars").game
    assert learnt_for(game.edition(game.editions[0]), 99) is None


def learning(**changes: object) -> Learning:
    features = features_of("freight-cars")
    assert features is not None
    wide = len(features.names) + len(features.against)
    fields: dict[str, object] = {
        "editions": ("quick-simple-fun-2021",),
        "seats": 2,
        "games": 1,
        "names": features.names,
        "against": features.against,
        "weights": ((0,) * wide,) * 2,
    }
    return Learning(**{**fields, **changes})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"names": ("points",)}, "look at other numbers than this version knows"),
        ({"weights": ((0,), (0,))}, "are not whole"),
        ({"depth": 1, "asks": (0,), "bounds": (), "leaves": (0, 0)}, "are not whole"),
        ({"depth": 1, "asks": (99,), "bounds": (0,), "leaves": (0, 0)}, "are not whole"),
    ],
)
def test_values_that_do_not_fit_are_refused(changes: dict[str, object], words: str) -> None:
    features = features_of("freight-cars")
    assert features is not None
    learning().value(features)
    with pytest.raises(BadValue, match=words):
        learning(**changes).value(features)


def test_a_file_that_is_none_is_refused() -> None:
    with pytest.raises(BadValue, match=r"my\.json is no file of learnt values"):
        read_learnings(b"[1, 2", "my.json")
    assert learnt.learnings_of("no-such-game") == ()
