"""The board of Freight Train."""

from collections.abc import Mapping, Sequence
from typing import Final, final

from freightyard.page.contract import Scene
from freightyard.page.freight_train import status, yards
from freightyard.page.freight_train.cars import kinds_of
from freightyard.page.freight_train.prompt import ends, prompt
from freightyard.page.freight_train.standing import rules_of, standing
from freightyard.page.freight_train.words import phrase, story
from freightyard.page.parts import Clicks, names_of, scores_part
from freightyard.rules.contract import View
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


@final
class _Look:
    """What is worked out of a scene before anything is drawn. The yard and the trains are those of the seat that looks, or of the
    one to act."""

    __slots__ = ("at", "board", "clicks", "focus", "kinds", "names", "own", "rules", "scene", "stands", "whose")

    def __init__(self, scene: Scene) -> None:
        view = scene.view
        board: Board = view.board
        focus = _focus(scene)
        self.scene = scene
        self.board = board
        self.rules = rules_of(view)
        self.kinds = kinds_of(self.rules.edition)
        self.clicks = Clicks(scene)
        self.focus = focus
        self.at = board.seats[focus]
        self.own = scene.players[focus].you and view.seat == focus
        self.names = names_of(scene.players)
        self.whose = "Your" if self.own else _genitive(self.names[focus])
        self.stands = standing(self.rules, board)

    def main_yard(self) -> Mapping[str, str]:
        return yards.main_yard(self.kinds, self.board.main, self.rules.main_spaces, self.clicks)

    def own_yard(self) -> str:
        return yards.own_yard(self.kinds, self.at.yard, self.rules.yard_spaces, self.focus, f"{self.whose} yard", self.clicks)

    def trains(self) -> str:
        holding = self.board.hand if self.clicks.acting else ""
        return yards.trains(self.kinds, self.at, self.focus, f"{self.whose} trains", self.clicks, holding=holding)

    def prompt(self) -> str:
        return prompt(self.scene, self.rules, self.kinds, self.board, self.clicks)

    def day(self) -> str:
        return status.day(self.rules, self.board, self.names, over=self.scene.view.outcome is not None)

    def scores(self) -> str:
        return scores_part(self.scene, [at.points for at in self.board.seats])

    def players(self, before: Board | None = None) -> Mapping[str, str]:
        return status.players(self.scene, self.rules, self.kinds, self.stands.now, self.focus, before)


def parts(scene: Scene) -> Mapping[str, str]:
    """Every part of the board."""
    look = _Look(scene)
    return {
        "scores": look.scores(),
        **look.main_yard(),
        "own-yard": look.own_yard(),
        "prompt": look.prompt(),
        "trains": look.trains(),
        **status.types_heads(look.names, look.focus, look.own),
        **status.types(look.kinds, look.stands, look.focus),
        "day": look.day(),
        **look.players(),
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
    board: Board = view.board
    was: Board = old.board
    relit = view.legal != old.legal
    found = {"prompt": look.prompt()}
    if relit or board.main != was.main:
        found.update(look.main_yard())
    if relit or look.at.yard != was.seats[look.focus].yard:
        found["own-yard"] = look.own_yard()
    if relit or look.at != was.seats[look.focus] or (look.clicks.acting and board.hand != was.hand):
        found["trains"] = look.trains()
    stands = standing(look.rules, was)
    if stands is not look.stands:
        found.update(status.types(look.kinds, look.stands, look.focus, stands))
    if view.to_act != old.to_act or board.seats != was.seats or board.first != was.first or stands.now != look.stands.now:
        found["scores"] = look.scores()
        found.update(look.players(was))
    if (board.leave, board.round, board.day, board.cabooses, board.first, board.deck) != (
        was.leave, was.round, was.day, was.cabooses, was.first, was.deck
    ):  # fmt: skip
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
