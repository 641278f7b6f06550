"""The kit notices what is wrong with a part of a game, and says so."""

from collections.abc import Callable
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest

from freightyard import kit
from freightyard.bots.plans import Plan
from freightyard.core.chance import Stream
from freightyard.core.checks import check_game
from freightyard.core.contract import Game, State
from freightyard.core.errors import BadPosition
from freightyard.core.lessons import BadLesson, Lesson, Step
from freightyard.core.record import read
from freightyard.core.rows import Row
from freightyard.core.title import BOT, LESSONS, OBSERVATION, PAGE, RULES, TERMINAL, Title
from freightyard.games import titles
from tests.packages import EXAMPLE
from tests.test_golden import FILES

HERE = "the test"


@pytest.fixture
def title(monkeypatch: pytest.MonkeyPatch) -> Title:
    monkeypatch.syspath_prepend(str(EXAMPLE / "src"))
    found: Title = import_module("freightyard_shunting").TITLE
    return found


@pytest.fixture
def state(title: Title) -> State:
    state = title.game.start()
    state.deal(Stream("kit"))
    return state


def changed(part: Any, **functions: Callable[..., object]) -> Any:
    """A part with some of its functions replaced."""
    names = [name for name in dir(part) if not name.startswith("_")]
    return SimpleNamespace(**{name: getattr(part, name) for name in names} | functions)


@pytest.mark.parametrize("built_in", titles(), ids=lambda title: title.name)
def test_the_built_in_games_pass(built_in: Title) -> None:
    kit.check_parts(built_in)
    shortest = min((path for path in FILES if path.parent.name == built_in.name), key=lambda path: path.stat().st_size)
    kit.check_along(built_in, read(shortest.read_text(encoding="utf-8")))


def test_a_part_that_lacks_a_function(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLE / "src"))
    with pytest.raises(AssertionError, match="the part 'page' of shunting has no answer, arrange, changes"):
        kit.check_parts(Title("shunting", "freightyard_shunting", page="page.words"))


def test_a_lesson_that_does_not_go_as_it_says(title: Title, monkeypatch: pytest.MonkeyPatch) -> None:
    game, start = title.game, title.game.start()
    start.deal(Stream("kit"))
    steps = (Step(say="Go.", moves=("shunt 99 99",), wrong="Go."), Step(say="Done."))
    edition, position = game.editions[0], start.text()
    lesson = Lesson(game=title.name, name="wrong", title="Wrong", about="It is.", edition=edition, position=position, steps=steps)
    monkeypatch.setattr(Title, "load", lambda self, part: {LESSONS: (lesson,), RULES: game}.get(part))
    monkeypatch.setattr(kit, "check_parts", lambda title: None)
    with pytest.raises(BadLesson, match="the lesson wrong of shunting, step 1"):
        kit.check_title(title)


@pytest.mark.parametrize(
    ("plans", "sentence"),
    [
        (lambda s, most: [], "the judge has 0 plans"),
        (lambda s, most: [Plan(0.0, [])], "a plan has no move"),
        (lambda s, most: [Plan(0.0, [0])], "has 'pass', which is not legal then"),
    ],
)
def test_a_judge_without_legal_plans(title: Title, state: State, plans: Callable[..., object], sentence: str) -> None:
    with pytest.raises(AssertionError, match=sentence):
        kit.check_judge(changed(title.load(BOT), plans=plans), state, HERE)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('id="yard"', 'id="other"', "the part 'yard' does not begin with an element of this id"),
        ("data-part", "data-piece", "does not say that it is one"),
        ('data-word="shunt 1"', "", "these moves cannot be clicked: shunt 1 2"),
        ('data-word="', 'data-word="dance 7|', "something can be clicked that begins no legal move: 'dance 7'"),
        ('"to" type="button" data-word="', '"to" data-nothing="', "these moves cannot be clicked: shunt"),
    ],
)
def test_a_board_with_a_mistake(title: Title, state: State, old: str, new: str, sentence: str) -> None:
    board = title.load(PAGE)

    def parts(scene: Any) -> dict[str, str]:
        return {name: markup.replace(old, new) for name, markup in board.parts(scene).items()}

    mistaken = changed(board, parts=parts)
    kit.check_board(board, state, HERE)
    with pytest.raises(AssertionError, match=sentence):
        kit.check_board(mistaken, state, HERE)


def test_an_observation_beyond_its_bounds(title: Title, state: State) -> None:
    part = title.load(OBSERVATION)
    kit.check_observation(part, state, HERE)

    def longer(s: State, seat: int, row: Row) -> None:
        part.observe(s, seat, row)
        row.number(1)

    for mistaken, sentence in (
        (lambda s, seat, row: row.number(7), "an observation has 1 numbers, its layout"),
        (longer, "an observation has more than the [0-9]+ numbers of its layout"),
    ):
        with pytest.raises(AssertionError, match=sentence):
            kit.check_observation(changed(part, observe=mistaken), state, HERE)

    def seven(s: State, seat: int, row: Row) -> None:
        row.number(7)
        for _ in range(part.layout(s.edition, s.seats).size - 1):
            row.number(0)

    with pytest.raises(AssertionError, match="'to act' of an observation is 7, not 0 to 1"):
        kit.check_observation(changed(part, observe=seven), state, HERE)


def test_a_terminal_that_shows_nothing(title: Title, state: State) -> None:
    with pytest.raises(AssertionError, match="seat 0 sees nothing at the terminal"):
        kit.check_terminal(changed(title.load(TERMINAL), draw=lambda view, names: ""), state, HERE)


def test_a_rule_that_the_readme_does_not_tell(state: State) -> None:
    with pytest.raises(AssertionError, match=r"the README does not tell sh\.deal"):
        kit.check_slugs(state, {"sh.take": "", "sh.stuck": "", "sh.shunt": ""}, HERE)


@pytest.mark.parametrize("error", [KeyError("x"), BadPosition("no")])
def test_a_position_that_makes_the_rules_crash(title: Title, error: Exception) -> None:
    game: Game = title.game
    record = check_game(game, game.edition("standard"), 2, every=50)

    def position(edition: object, text: str) -> State:
        raise error

    if isinstance(error, BadPosition):
        kit.check_wrong_positions(changed(game, position=position), record)
        return
    with pytest.raises(AssertionError, match=r"a position is answered with KeyError\('x'\) instead of BadPosition"):
        kit.check_wrong_positions(changed(game, position=position), record)
