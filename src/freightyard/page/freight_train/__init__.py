"""The board of Freight Train."""

from collections.abc import Mapping, Sequence
from typing import Final

from freightyard.page.contract import Scene
from freightyard.page.freight_train import status, yards
from freightyard.page.freight_train.cars import kinds_of
from freightyard.page.freight_train.prompt import ends, prompt
from freightyard.page.freight_train.standing import rules_of, standing
from freightyard.page.freight_train.words import phrase, story
from freightyard.page.parts import Clicks, names_of, scores_part
from freightyard.rules.contract import View
from freightyard.rules.freight_train.position import Board

__all__ = ["arrange", "ends", "files", "parts", "phrase", "scores", "story"]

_COLUMNS: Final = (
    ("c1", ("main-yard", "own-yard", "prompt")),
    ("c2", ("trains", "types")),
    ("c3", ("day", "players", "talk")),
)


def files() -> tuple[str, ...]:
    """None of its own: the common ones were made for it."""
    return ()


def parts(scene: Scene) -> Mapping[str, str]:
    """Every part of the board. The yard and the trains are those of the seat that looks, or of the one to act."""
    view = scene.view
    board: Board = view.board
    rules = rules_of(view)
    kinds = kinds_of(rules.edition)
    clicks = Clicks(scene)
    focus = _focus(scene)
    at = board.seats[focus]
    own = scene.players[focus].you and view.seat == focus
    names = names_of(scene.players)
    whose = "Your" if own else _genitive(names[focus])
    holding = board.hand if clicks.acting else ""
    stands = standing(rules, board)
    return {
        "scores": scores_part(scene, [at.points for at in board.seats]),
        **yards.main_yard(kinds, board.main, rules.main_spaces, clicks),
        "own-yard": yards.own_yard(kinds, at.yard, rules.yard_spaces, focus, f"{whose} yard", clicks),
        "prompt": prompt(scene, rules, kinds, board, clicks),
        "trains": yards.trains(kinds, at, focus, f"{whose} trains", clicks, holding=holding),
        "types": status.types(kinds, stands.categories, stands.left, focus, own, names),
        "day": status.day(rules, board, names, over=scene.view.outcome is not None),
        **status.players(scene, rules, kinds, board, stands.now, focus),
    }


def scores(view: View) -> Sequence[int]:
    """The points of all."""
    board: Board = view.board
    return [at.points for at in board.seats]


def arrange(parts: Mapping[str, str]) -> str:
    """Three columns: yards and prompt, trains and standings, players and talk."""
    parts = {**parts, "main-yard": yards.whole_main_yard(parts), "players": status.all_players(parts)}
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
