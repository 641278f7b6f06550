"""A better plan is drawn on the board: what it takes, loads and builds, in its order."""

import re

from freightyard.core.title import LESSONS
from freightyard.games import game_named, part_of
from freightyard.games.freight_cars.page.picture import placed
from freightyard.page.show import state_picture

# Of exercises, whose last step with moves is a whole plan.
MARK = re.compile(r'r="[^"]*" fill="#0c6b58" stroke="#ffffff"')


def drawn(game: str, name: str, plan: tuple[str, ...]) -> str:
    lesson = next(lesson for lesson in part_of(game, LESSONS) if lesson.name == name)
    rules = game_named(game)
    state = rules.position(rules.edition(lesson.edition), lesson.position)
    return state_picture(state, plan=plan)


def plan_of(game: str, name: str) -> tuple[str, ...]:
    lesson = next(lesson for lesson in part_of(game, LESSONS) if lesson.name == name)
    return next(step.moves for step in lesson.steps if step.moves)


def test_cars_bear_their_numbers() -> None:
    plan = plan_of("freight-train", "three-in-a-tie")
    takes = [move for move in plan if move.split()[0] in ("take", "load")]
    assert takes
    assert len(MARK.findall(drawn("freight-train", "three-in-a-tie", plan))) == len(takes)
    assert not MARK.search(drawn("freight-train", "three-in-a-tie", ()))


def test_a_siding_that_is_filled_is_framed() -> None:
    frame = 'stroke="#0c6b58" stroke-width="4"'
    assert frame in drawn("freight-train", "three-in-a-tie", ("fill 3",))
    assert frame not in drawn("freight-train", "three-in-a-tie", ("call",))


def test_pieces_lie_where_they_are_laid() -> None:
    assert placed(["xxx", "xx."], [["xx", "x."], ["x."], ["x", "x"]]) == [[(0, 0), (0, 1), (1, 0)], [(0, 2)], [(1, 1), (2, 1)]]
    plan = plan_of("freight-cars", "nasty-bed")
    laid = [move for move in plan if move.startswith("lay ")]
    assert laid
    assert len(MARK.findall(drawn("freight-cars", "nasty-bed", plan))) == len(laid) + 1  # and the card


def test_track_and_the_way_of_the_train_are_drawn() -> None:
    plan = plan_of("freight", "switch")
    assert "stroke-dasharray" in drawn("freight", "switch", plan).replace(drawn("freight", "switch", ()), "")
    assert drawn("freight", "switch", plan) != drawn("freight", "switch", ())
