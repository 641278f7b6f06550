"""The board of Freight Train."""

from collections.abc import Mapping, Sequence
from typing import Final, final

from freightyard.core.contract import View
from freightyard.core.errors import BadSetup
from freightyard.games.freight_train.page import status, yards
from freightyard.games.freight_train.page.board_change import BoardChange
from freightyard.games.freight_train.page.log_sentences import advise, phrase, story
from freightyard.games.freight_train.page.prompt import ends, prompt, waiting, waits
from freightyard.games.freight_train.page.sentences import CLIENT, YOUR, genitive, trains_of, yard_of
from freightyard.games.freight_train.page.shared_parts import SharedParts, shared_parts
from freightyard.games.freight_train.page.turn_plan import TurnPlan, in_order_of_taking, turn_plan
from freightyard.games.freight_train.rules.position import Board
from freightyard.page.clicks import Clicks
from freightyard.page.contract import Scene

__all__ = ["advise", "answer", "arrange", "changes", "client_sentences", "ends", "files", "order_of_advice", "parts", "phrase",
           "scores", "story"]  # fmt: skip

_COLUMNS: Final = (
    ("c1", ("main-yard", "own-yard", "prompt")),
    ("c2", ("trains", "types")),
    ("c3", ("day", "players", "talk")),
)


def files() -> tuple[str, ...]:
    """The look of cars and yards, and what moves and arranges them."""
    return (
        "pictures.css",
        "freight_train.css",
        "layout.css",
        "freight_train.js",
        "tips.js",
        "hint_drawing.js",
        "hint_drawing.css",
    )


@final
class _Look:
    """How one viewer sees a moment. The yard and the trains that are drawn large are those of `focus`."""

    __slots__ = ("clicks", "focus", "own", "scene", "shared")

    def __init__(self, scene: Scene, shared: SharedParts, focus: int) -> None:
        self.scene = scene
        self.shared = shared
        self.focus = focus
        self.own = scene.view.seat == focus and focus in scene.own_seats
        self.clicks = Clicks(scene)

    def whose(self) -> str:
        return YOUR if self.own else genitive(self.shared.names[self.focus])

    def main_yard(self) -> Mapping[str, str]:
        shared = self.shared
        return yards.main_yard(shared.kinds, shared.board.main, shared.rules.main_spaces, self.clicks)

    def own_yard(self) -> str:
        shared, focus = self.shared, self.focus
        yard = shared.board.seats[focus].yard
        rules = shared.rules
        room = yards.yard_words(rules, yard, shared.board.day, over=shared.over)
        owner, cost = yard_of(self.whose()), rules.rearrange_cost
        return yards.own_yard(shared.kinds, yard, rules.yard_spaces, focus, owner, self.clicks, room=room, cost=cost)

    def trains(self) -> str:
        shared, focus = self.shared, self.focus
        holding = shared.board.hand if self.clicks.acting else ""
        at = shared.board.seats[focus]
        rivals = shared.ahead.best_others(focus)
        return yards.trains(shared.kinds, at, focus, trains_of(self.whose()), self.clicks, holding=holding, rivals=rivals)

    def prompt(self) -> str:
        shared = self.shared
        if waits(self.scene, self.clicks):
            return shared.once("prompt", _waiting)
        return prompt(self.scene, shared.rules, shared.kinds, shared.board, self.clicks)

    def rival(self, seat: int) -> str:
        return status.no_rival(seat) if seat == self.focus else self.shared.rival(seat)


def _waiting(shared: SharedParts, _: int) -> str:
    return waiting(shared.names, shared.acts, shared.rules, shared.kinds, shared.board)


def client_sentences() -> Mapping[str, str]:
    """What the client of this board says."""
    return CLIENT


def answer(view: View, topic: str, words: str) -> TurnPlan:
    """Where the cars of this turn could go, given what its player has planned."""
    if topic != "plan":
        raise BadSetup("this board can be asked about the plan of a turn only")
    return turn_plan(view, words)


def order_of_advice(view: View, plan: Sequence[str]) -> Sequence[str]:
    """Cars are named in the order in which they are taken."""
    return in_order_of_taking(view, plan)


def parts(scene: Scene) -> Mapping[str, str]:
    """Every part of the board."""
    shared = shared_parts(scene)
    look = _Look(scene, shared, _focus(scene))
    found = {"scores": shared.scores()}
    found["today"] = shared.today()
    found.update(look.main_yard())
    found["own-yard"] = look.own_yard()
    found["prompt"] = look.prompt()
    found["trains"] = look.trains()
    found.update(status.types_heads(shared.names, look.focus, look.own))
    for number in range(len(shared.ahead.categories)):
        _put_category(found, shared, number, look.focus)
    found["lengths-yard"] = status.yards(shared.rules, shared.board)
    found.update(status.awards(shared.rules, shared.board.day))
    found["day"] = shared.day()
    found["players-of"] = status.players_note(over=shared.over)
    for seat in range(len(shared.board.seats)):
        found[f"who-{seat + 1}"] = shared.who(seat)
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
    shared = shared_parts(scene)
    change = shared.change_from(shared_parts(before))
    look = _Look(scene, shared, focus)
    found = _common(shared, change)
    found["prompt"] = look.prompt()
    relit = view.legal != old.legal
    if view.legal and (relit or change.main):
        found.update(look.main_yard())
    elif relit:  # nothing is lit any more
        for number in range(len(shared.board.main)):
            found[f"main-{number + 1}"] = shared.siding(number)
    else:
        for number in change.main:
            found[f"main-{number + 1}"] = shared.siding(number)
    if relit or focus in change.seats:
        found["own-yard"] = look.own_yard()
    if relit or focus in change.seats or change.categories:
        found["trains"] = look.trains()
    for seat in change.seats:
        found[f"rival-{seat + 1}"] = look.rival(seat)
    for number in change.categories:
        _put_category(found, shared, number, focus)
    return found


def _common(shared: SharedParts, change: BoardChange) -> dict[str, str]:
    """What a move changed for everybody alike."""
    found: dict[str, str] = {}
    if change.scores:
        found["scores"] = shared.scores()
    if change.day:
        found["day"] = shared.day()
        found["today"] = shared.today()
        found.update(status.awards(shared.rules, shared.board.day))
    if change.day or change.seats:
        found["lengths-yard"] = status.yards(shared.rules, shared.board)
    for seat in change.lines:
        found[f"who-{seat + 1}"] = shared.who(seat)
    return found


def _put_category(found: dict[str, str], shared: SharedParts, number: int, focus: int) -> None:
    """`ft.award`: in each category the own length, who leads, and the cars left in the deck; everybody's lengths on demand. A
    tile and a row of the table are a part each."""
    ahead = shared.ahead
    category = ahead.categories[number]
    found[f"type-{category.letter}"] = status.tile(shared.kinds, category, focus, ahead.in_deck[number])
    found[f"lengths-{category.letter}"] = status.lengths(shared.kinds, category)


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
