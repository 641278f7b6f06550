"""A moment of a table as everybody sees it alike: worked out and drawn once, for one pair of eyes after the other."""

from collections.abc import Callable
from typing import Final, final

from freightyard.core.contract import Seat
from freightyard.games.freight_train.page import status, yards
from freightyard.games.freight_train.page.cars import Kinds, kinds_of
from freightyard.games.freight_train.page.standing import Standing, rules_of, standing
from freightyard.games.freight_train.rules.edition import CLOCKWISE, Rules
from freightyard.games.freight_train.rules.position import Board
from freightyard.page.contract import Player, Scene
from freightyard.page.parts import names_of, scores_part


@final
class SharedParts:
    """What is drawn from a board without asking who looks at it."""

    __slots__ = ("_drawn", "acts", "board", "kinds", "names", "over", "players", "rules", "scene")

    def __init__(self, scene: Scene) -> None:
        view = scene.view
        board: Board = view.board
        rules = rules_of(view)
        self.scene = scene  # of the first who looked
        self.board = board
        self.players: tuple[Player, ...] = scene.players
        self.acts: Seat | None = view.to_act
        self.over = view.outcome is not None
        self.rules: Rules = rules
        self.kinds: Kinds = kinds_of(rules.edition)
        self.names: tuple[str, ...] = names_of(scene.players)
        self._drawn: dict[str, str] = {}

    @property
    def stands(self) -> Standing:
        return standing(self.rules, self.board)

    def once(self, part: str, draw: "Callable[[SharedParts, int], str]", number: int = 0) -> str:
        """A part that looks the same to all who may ask for it: that of a seat or siding, if it has a `number`."""
        found = self._drawn.get(part)
        if found is None:
            found = self._drawn[part] = draw(self, number)
        return found

    def who(self, seat: Seat) -> str:
        """A player's line."""
        return self.once(f"who-{seat + 1}", _who, seat)

    def rival(self, seat: Seat) -> str:
        """A player's trains and yard, small."""
        return self.once(f"rival-{seat + 1}", _rival, seat)

    def siding(self, number: int) -> str:
        """A siding of the main yard, for those who cannot take from it."""
        return self.once(f"main-{number + 1}", _siding, number)

    def day(self) -> str:
        return self.once("day", _day)

    def scores(self) -> str:
        return self.once("scores", _scores)


def _who(moment: SharedParts, seat: Seat) -> str:
    points = [at.points for at in moment.board.seats]
    best = max(points)
    flags = (
        moment.rules.sequence != CLOCKWISE and not moment.over and moment.board.first == seat + 1,
        points[seat] == best > min(points),
        moment.acts == seat,
    )
    earns = None if moment.over else moment.stands.now[seat]
    return status.who_line(moment.players[seat], moment.names[seat], points[seat], earns, flags)


def _rival(moment: SharedParts, seat: Seat) -> str:
    return status.rival(moment.kinds, moment.board.seats[seat], seat)


def _siding(moment: SharedParts, number: int) -> str:
    return yards.main_siding(moment.kinds, number + 1, moment.board.main[number], moment.rules.main_spaces)


def _day(moment: SharedParts, _: int) -> str:
    return status.day(moment.rules, moment.board, moment.names, over=moment.over)


def _scores(moment: SharedParts, _: int) -> str:
    return scores_part(moment.scene, [at.points for at in moment.board.seats])


class _Latest:
    """The moment that was asked for last: all who look at a table ask for it one after the other."""

    __slots__ = ("moment",)

    def __init__(self) -> None:
        self.moment: SharedParts | None = None


_latest: Final = _Latest()


def moment_of(scene: Scene) -> SharedParts:
    """The moment of a scene."""
    moment = _latest.moment
    if moment is None or moment.board is not scene.view.board or moment.players is not scene.players:
        moment = _latest.moment = SharedParts(scene)
    return moment
