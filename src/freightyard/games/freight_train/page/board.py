"""The board of Freight Train."""

from collections.abc import Mapping, Sequence
from typing import Final, final

from freightyard.core.contract import View
from freightyard.games.freight_train.page import status, yards
from freightyard.games.freight_train.page.moment import SharedParts, moment_of
from freightyard.games.freight_train.page.prompt import ends, prompt, waiting, waits
from freightyard.games.freight_train.page.sentences import phrase, story
from freightyard.games.freight_train.page.step import BoardChange, step_between
from freightyard.games.freight_train.rules.position import Board
from freightyard.page.contract import Scene
from freightyard.page.parts import Clicks, no_answer

__all__ = ["answer", "arrange", "changes", "ends", "files", "parts", "phrase", "scores", "story"]

answer = no_answer

_COLUMNS: Final = (
    ("c1", ("main-yard", "own-yard", "prompt")),
    ("c2", ("trains", "types")),
    ("c3", ("day", "players", "talk")),
)


def files() -> tuple[str, ...]:
    """The look of cars and yards, and what moves and arranges them."""
    return ("pictures.css", "freight_train.css", "freight_train.js", "tips.js")


@final
class _Look:
    """How one pair of eyes looks at a moment. The yard and the trains that are drawn large are those of `focus`."""

    __slots__ = ("clicks", "focus", "moment", "own", "scene")

    def __init__(self, scene: Scene, moment: SharedParts, focus: int) -> None:
        self.scene = scene
        self.moment = moment
        self.focus = focus
        self.own = scene.view.seat == focus and focus in scene.own_seats
        self.clicks = Clicks(scene)

    def whose(self) -> str:
        return "Your" if self.own else _genitive(self.moment.names[self.focus])

    def main_yard(self) -> Mapping[str, str]:
        moment = self.moment
        return yards.main_yard(moment.kinds, moment.board.main, moment.rules.main_spaces, self.clicks)

    def own_yard(self) -> str:
        moment, focus = self.moment, self.focus
        yard = moment.board.seats[focus].yard
        return yards.own_yard(moment.kinds, yard, moment.rules.yard_spaces, focus, f"{self.whose()} yard", self.clicks)

    def trains(self) -> str:
        moment, focus = self.moment, self.focus
        holding = moment.board.hand if self.clicks.acting else ""
        at = moment.board.seats[focus]
        return yards.trains(moment.kinds, at, focus, f"{self.whose()} trains", self.clicks, holding=holding)

    def prompt(self) -> str:
        moment = self.moment
        if waits(self.scene, self.clicks):
            return moment.once("prompt", _waiting)
        return prompt(self.scene, moment.rules, moment.kinds, moment.board, self.clicks)

    def rival(self, seat: int) -> str:
        return status.no_rival(seat) if seat == self.focus else self.moment.rival(seat)


def _waiting(moment: SharedParts, _: int) -> str:
    return waiting(moment.scene, moment.rules, moment.kinds, moment.board)


def parts(scene: Scene) -> Mapping[str, str]:
    """Every part of the board."""
    moment = moment_of(scene)
    look = _Look(scene, moment, _focus(scene))
    found = {"scores": moment.scores()}
    found.update(look.main_yard())
    found["own-yard"] = look.own_yard()
    found["prompt"] = look.prompt()
    found["trains"] = look.trains()
    found.update(status.types_heads(moment.names, look.focus, look.own))
    for number in range(len(moment.stands.categories)):
        _put_category(found, moment, number, look.focus)
    found["day"] = moment.day()
    for seat in range(len(moment.board.seats)):
        found[f"who-{seat + 1}"] = moment.who(seat)
        found[f"rival-{seat + 1}"] = look.rival(seat)
    return found


def changes(scene: Scene, before: Scene) -> Mapping[str, str]:
    """The parts that a move can have changed: most of a table looks as it did before."""
    view, old = scene.view, before.view
    focus = _focus(scene)
    if (
        (scene.players is not before.players and scene.players != before.players)
        or scene.own_seats != before.own_seats
        or scene.replay != before.replay
        or view.seat != old.seat
        or view.outcome != old.outcome
        or view.options != old.options
        or view.edition is not old.edition
        or focus != _focus(before)
    ):
        return parts(scene)
    moment = moment_of(scene)
    step = step_between(moment.rules, view, old)
    look = _Look(scene, moment, focus)
    found = _common(moment, step)
    found["prompt"] = look.prompt()
    relit = view.legal != old.legal
    if view.legal and (relit or step.main):
        found.update(look.main_yard())
    elif relit:  # nothing is lit any more
        for number in range(len(moment.board.main)):
            found[f"main-{number + 1}"] = moment.siding(number)
    else:
        for number in step.main:
            found[f"main-{number + 1}"] = moment.siding(number)
    if relit or focus in step.seats:
        found["own-yard"] = look.own_yard()
        found["trains"] = look.trains()
    for seat in step.seats:
        found[f"rival-{seat + 1}"] = look.rival(seat)
    for number in step.categories:
        _put_category(found, moment, number, focus)
    return found


def _common(moment: SharedParts, step: BoardChange) -> dict[str, str]:
    """What a move changed for everybody alike."""
    found: dict[str, str] = {}
    if step.scores:
        found["scores"] = moment.scores()
    if step.day:
        found["day"] = moment.day()
    for seat in step.lines:
        found[f"who-{seat + 1}"] = moment.who(seat)
    return found


def _put_category(found: dict[str, str], moment: SharedParts, number: int, focus: int) -> None:
    """`ft.award`: in each category the own length, who leads, and the cars left in the deck; everybody's lengths on demand. A
    tile and a row of the table are a part each."""
    stands = moment.stands
    category = stands.categories[number]
    found[f"type-{category.letter}"] = status.tile(moment.kinds, category, focus, stands.left[number])
    found[f"lengths-{category.letter}"] = status.lengths(moment.kinds, category)


def scores(view: View) -> Sequence[int]:
    """The points of all."""
    board: Board = view.board
    return [at.points for at in board.seats]


def arrange(parts: Mapping[str, str]) -> str:
    """Three columns: yards and prompt, trains and standings, players and talk."""
    parts = {
        **parts,
        "main-yard": yards.whole_main_yard(parts),
        "types": status.all_types(parts),
        "players": status.all_players(parts),
    }
    columns = "".join(f'<div class="col {name}">{"".join(parts[part] for part in column)}</div>' for name, column in _COLUMNS)
    return parts["scores"] + columns


def _focus(scene: Scene) -> int:
    """The seat whose yard and trains are drawn large."""
    if scene.view.seat is not None:
        return scene.view.seat
    board: Board = scene.view.board
    return board.seat - 1 if board.seat else 0


def _genitive(name: str) -> str:
    return f"{name}’" if name.endswith("s") else f"{name}’s"
