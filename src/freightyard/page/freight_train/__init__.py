"""The board of Freight Train."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, final

from freightyard.page.contract import Player, Scene
from freightyard.page.freight_train import status, yards
from freightyard.page.freight_train.cars import Kinds, kinds_of
from freightyard.page.freight_train.prompt import ends, prompt
from freightyard.page.freight_train.standing import rules_of, standing
from freightyard.page.freight_train.step import step_between
from freightyard.page.freight_train.words import phrase, story
from freightyard.page.parts import KEPT, Clicks, names_of, scores_part
from freightyard.rules.contract import View
from freightyard.rules.freight_train.edition import Rules
from freightyard.rules.freight_train.position import Board

__all__ = ["arrange", "changes", "ends", "files", "parts", "phrase", "scores", "story"]

_COLUMNS: Final = (
    ("c1", ("main-yard", "own-yard", "prompt")),
    ("c2", ("trains", "types")),
    ("c3", ("day", "players", "talk")),
)


def files() -> tuple[str, ...]:
    """None of its own: the common ones were made for it."""
    return ()


class _Eyes(NamedTuple):
    """What stays the same for one who looks at a table. The yard and the trains that are drawn large are those of `focus`."""

    rules: Rules
    kinds: Kinds
    names: tuple[str, ...]
    focus: int
    own: bool
    whose: str


@lru_cache(maxsize=KEPT)
def _eyes(rules: Rules, players: tuple[Player, ...], seat: int | None, focus: int) -> _Eyes:
    names = names_of(players)
    own = players[focus].you and seat == focus
    return _Eyes(rules, kinds_of(rules.edition), names, focus, own, "Your" if own else _genitive(names[focus]))


@final
class _Look:
    """What is worked out of a scene before anything is drawn."""

    __slots__ = ("at", "board", "clicks", "eyes", "scene", "stands")

    def __init__(self, scene: Scene) -> None:
        view = scene.view
        board: Board = view.board
        rules = rules_of(view)
        self.scene = scene
        self.board = board
        self.eyes = _eyes(rules, scene.players, view.seat, _focus(scene))
        self.clicks = Clicks(scene)
        self.at = board.seats[self.eyes.focus]
        self.stands = standing(rules, board)

    def main_yard(self) -> Mapping[str, str]:
        return yards.main_yard(self.eyes.kinds, self.board.main, self.eyes.rules.main_spaces, self.clicks)

    def own_yard(self) -> str:
        eyes = self.eyes
        return yards.own_yard(eyes.kinds, self.at.yard, eyes.rules.yard_spaces, eyes.focus, f"{eyes.whose} yard", self.clicks)

    def trains(self) -> str:
        eyes = self.eyes
        holding = self.board.hand if self.clicks.acting else ""
        return yards.trains(eyes.kinds, self.at, eyes.focus, f"{eyes.whose} trains", self.clicks, holding=holding)

    def prompt(self) -> str:
        return prompt(self.scene, self.eyes.rules, self.eyes.kinds, self.board, self.clicks)

    def day(self) -> str:
        return status.day(self.eyes.rules, self.board, self.eyes.names, over=self.scene.view.outcome is not None)

    def scores(self) -> str:
        return scores_part(self.scene, [at.points for at in self.board.seats])

    def players(self, lines: Sequence[int], rivals: Sequence[int]) -> Mapping[str, str]:
        eyes = self.eyes
        return status.players(self.scene, eyes.rules, eyes.kinds, self.stands.now, eyes.focus, lines, rivals)


def parts(scene: Scene) -> Mapping[str, str]:
    """Every part of the board."""
    look = _Look(scene)
    eyes = look.eyes
    seats = range(len(look.board.seats))
    return {
        "scores": look.scores(),
        **look.main_yard(),
        "own-yard": look.own_yard(),
        "prompt": look.prompt(),
        "trains": look.trains(),
        **status.types_heads(eyes.names, eyes.focus, eyes.own),
        **status.types(eyes.kinds, look.stands, eyes.focus),
        "day": look.day(),
        **look.players(seats, seats),
    }


def changes(scene: Scene, before: Scene) -> Mapping[str, str]:
    """The parts that a move can have changed: most of a table looks as it did before."""
    view, old = scene.view, before.view
    if (
        scene.players != before.players
        or scene.replay != before.replay
        or view.seat != old.seat
        or view.outcome != old.outcome
        or view.options != old.options
        or view.edition is not old.edition
        or _focus(scene) != _focus(before)
    ):
        return parts(scene)
    look = _Look(scene)
    step = step_between(look.eyes.rules, view, old)
    relit = view.legal != old.legal
    found = {"prompt": look.prompt()}
    if relit or step.main:
        found.update(look.main_yard())
    if relit or look.eyes.focus in step.seats:
        found["own-yard"] = look.own_yard()
        found["trains"] = look.trains()
    if step.categories:
        found.update(status.types(look.eyes.kinds, look.stands, look.eyes.focus, step.categories))
    if step.scores:
        found["scores"] = look.scores()
    if step.lines or step.seats:
        found.update(look.players(step.lines, step.seats))
    if step.day:
        found["day"] = look.day()
    return found


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
