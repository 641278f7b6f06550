"""Every lesson of every game, played through by the rules."""

import re

import msgspec
import pytest

from freightyard.core.lessons import EXERCISE, LESSON, BadLesson, Lesson, sentences
from freightyard.core.title import LESSONS
from freightyard.games import all_games, game_named, part_of
from freightyard.table.lessons import check_lesson

ALL = [lesson for game in all_games() for lesson in part_of(game.name, LESSONS) or ()]


@pytest.mark.parametrize("lesson", ALL, ids=lambda lesson: f"{lesson.game}/{lesson.name}")
def test_every_move_that_a_lesson_expects_is_legal_and_every_step_is_reached(lesson: Lesson) -> None:
    check_lesson(game_named(lesson.game), lesson)


@pytest.mark.parametrize("game", ["freight-train", "freight-cars", "freight"])
def test_every_game_has_a_lesson_and_three_exercises(game: str) -> None:
    kinds = [lesson.kind for lesson in ALL if lesson.game == game]
    assert kinds[0] == LESSON
    assert kinds.count(EXERCISE) >= 3


@pytest.mark.parametrize("lesson", ALL, ids=lambda lesson: f"{lesson.game}/{lesson.name}")
def test_what_a_lesson_says_is_short_and_whole(lesson: Lesson) -> None:
    for said in sentences(lesson)[1:]:
        assert re.fullmatch(r"[A-Z0-9].*[.?]", said), said
        assert len(said) <= 300, said
        assert "%" not in said


def test_a_lesson_that_goes_wrong_says_where() -> None:
    lesson = ALL[0]
    step = next(step for step in lesson.steps if step.moves)
    broken = msgspec.structs.replace(step, moves=("take 9",), any_order=False, tries=())
    steps = tuple([broken if each is step else each for each in lesson.steps])
    with pytest.raises(BadLesson, match=f"step {lesson.steps.index(step) + 1}"):
        check_lesson(game_named(lesson.game), msgspec.structs.replace(lesson, steps=steps))
