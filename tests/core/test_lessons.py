"""Lessons as data: where the moves of a table lead in one, what it objects to, and which files are refused."""

from pathlib import Path

import pytest

from freightyard.core.lessons import BadLesson, Lesson, Step, Try, lesson_at, objection, place_of, read_lessons

LESSON = Lesson(
    game="some-game",
    name="first",
    title="First",
    about="About it.",
    edition="usual",
    position="start",
    steps=(
        Step(say="Welcome."),
        Step(
            say="Take two.",
            moves=("take 1", "take 2"),
            any_order=True,
            wrong="Take one and two.",
            tries=(Try(move="take 3", say="Not three."),),
            reply=("answer",),
        ),
        Step(say="Lay it.", moves=("lay x high",), also=(("turn", "lay x low"),), words=2, wrong="Lay x."),
        Step(say="Done."),
    ),
)
WHOLE = """
title = "First"
about = "About it."
edition = "usual"
position = "start"
[[steps]]
say = "Do it."
moves = ["go"]
wrong = "Go."
[[steps]]
say = "Done."
"""


def test_a_lesson_shows_what_is_read_together_with_the_step_that_waits() -> None:
    place = place_of(LESSON, [])
    assert place is not None
    assert (place.first, place.last, place.expected) == (0, 1, ("take 1", "take 2"))


def test_any_order_will_do_where_the_lesson_says_so() -> None:
    place = place_of(LESSON, ["take 2"])
    assert place is not None
    assert place.expected == ("take 1",)
    assert objection(LESSON, ["take 2"], ["take 1"]) is None


def test_the_others_answer_when_a_step_is_done_and_an_undone_move_leads_back() -> None:
    done = place_of(LESSON, ["take 2", "take 1"])
    assert done is not None
    assert done.reply == "answer"
    assert place_of(LESSON, ["take 2"]) == place_of(LESSON, ["take 2"])


def test_only_so_many_words_of_a_move_matter_and_every_way_leads_on() -> None:
    for way in (["lay x anywhere"], ["turn", "lay x anywhere"]):
        end = place_of(LESSON, ["take 1", "take 2", "answer", *way])
        assert end is not None
        assert end.ended


def test_a_move_that_is_not_expected_is_answered_by_the_lesson() -> None:
    assert objection(LESSON, [], ["take 3"]) == "Not three."
    assert objection(LESSON, [], ["take 1", "take 1"]) == "Take one and two."
    assert objection(LESSON, ["take 1", "take 2", "answer", "lay x high"], ["go"]) == ""  # it is over
    assert place_of(LESSON, ["take 9"]) is None


def test_the_address_of_a_lesson_names_it_and_no_other_address_does() -> None:
    assert lesson_at(LESSON.address) == ("some-game", "first")
    assert lesson_at("/t/abc/at/4") is None
    assert lesson_at(None) is None


@pytest.mark.parametrize(
    ("change", "to", "words"),
    [
        ('title = "First"', "", "title"),
        ('wrong = "Go."', "", "step 1 does not say what is wrong"),
        ('say = "Done."', 'say = "Done."\nwrong = "No."', "step 2 expects no moves"),
        ('say = "Done."', 'say = "Done."\nmoves = ["go"]\nwrong = "No."', "the last step"),
        ('moves = ["go"]', 'moves = ["go"]\nhint = "x"', "hint"),
        ("[[steps]]", "[[steps", "TOML"),
    ],
)
def test_a_file_with_a_mistake_is_refused_in_a_sentence(tmp_path: Path, change: str, to: str, words: str) -> None:
    (tmp_path / "first.toml").write_text(WHOLE)
    assert [lesson.title for lesson in read_lessons("some-game", tmp_path)] == ["First"]
    (tmp_path / "first.toml").write_text(WHOLE.replace(change, to, 1))
    with pytest.raises(BadLesson, match=words):
        read_lessons("some-game", tmp_path)
