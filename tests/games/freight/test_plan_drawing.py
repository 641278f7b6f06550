"""A hint's plan as the map draws it: track and cities that it would build, and the way of the train."""

import pytest

from freightyard.core.errors import BadSetup, FreightyardError
from freightyard.core.lessons import Lesson
from freightyard.core.title import LESSONS
from freightyard.games import game_named, part_of
from freightyard.games.freight.page.board import answer
from freightyard.table.lessons import lesson_table
from freightyard.table.table import Table


def lesson(name: str) -> tuple[Lesson, Table]:
    found = next(each for each in part_of("freight", LESSONS) if each.name == name)
    return found, lesson_table(game_named("freight"), found)


def drawn(table: Table, *moves: str) -> dict[str, object]:
    found = answer(table.view(0), "plan", ",".join(moves))
    assert isinstance(found, dict)
    return found


def test_track_that_a_plan_would_build_is_drawn_tile_by_tile() -> None:
    found, table = lesson("switch")
    drawing = drawn(table, *found.steps[0].moves)
    assert drawing["owner"] == 1
    assert [piece["hex"] for piece in drawing["pieces"]] == ["l16", "k16"]  # type: ignore[attr-defined]
    assert drawing["way"] == ""


def test_the_way_of_a_train_is_drawn_by_steps_and_by_runs() -> None:
    found, table = lesson("toll")
    drawing = drawn(table, *found.steps[0].moves)
    assert drawing["pieces"] == []
    assert str(drawing["way"]).count("Q") == 5
    found, table = lesson("both-ways")
    moves = [move for step in found.steps for move in step.moves]
    there_and_back = drawn(table, *moves)
    assert str(there_and_back["way"]).count("Q") == 6  # over track that the plan itself builds
    assert len(there_and_back["pieces"]) == 2  # type: ignore[arg-type]


def test_nothing_is_drawn_beyond_what_the_rules_allow() -> None:
    _, table = lesson("switch")
    assert drawn(table, "build s14 straight 0", "upgrade l16 switch-right 0")["pieces"] == []
    with pytest.raises(FreightyardError):
        drawn(table, "nonsense")
    with pytest.raises(BadSetup):
        answer(table.view(1), "plan", "done")
