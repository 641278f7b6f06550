"""What everybody sees alike of one moment of a table: worked out and drawn once, for one viewer after the other."""

from collections.abc import Callable
from typing import final

from freightyard.core.contract import Seat
from freightyard.games.freight_train.page import status, yards
from freightyard.games.freight_train.page.board_change import BoardChange, board_change, changed_seats, has_trains
from freightyard.games.freight_train.page.cars import Kinds, kinds_of
from freightyard.games.freight_train.page.longest_trains import LongestTrains, longest_trains, rules_of, with_other_deck
from freightyard.games.freight_train.rules.edition import CLOCKWISE, Rules
from freightyard.games.freight_train.rules.position import Board
from freightyard.page.contract import Player, Scene
from freightyard.page.players import names_of, scores_line


@final
class SharedParts:
    """What is drawn from a board without asking who looks at it."""

    __slots__ = ("_ahead", "_before", "_change", "_drawn", "acts", "board", "kinds", "names", "over", "players", "rules")

    def __init__(self, scene: Scene) -> None:
        view = scene.view
        board: Board = view.board
        rules = rules_of(view)
        self.board = board
        self.players: tuple[Player, ...] = scene.players
        self.acts: Seat | None = view.to_act
        self.over = view.outcome is not None
        self.rules: Rules = rules
        self.kinds: Kinds = kinds_of(rules.edition)
        self.names: tuple[str, ...] = names_of(scene.players)
        self._drawn: dict[str, str] = {}
        self._ahead: LongestTrains | None = None
        self._before: SharedParts | None = None  # the moment from which _change leads here
        self._change: BoardChange | None = None

    @property
    def ahead(self) -> LongestTrains:
        """Who is ahead."""
        found = self._ahead
        if found is None:
            found = self._ahead = longest_trains(self.rules, self.board)
        return found

    def change_from(self, before: "SharedParts") -> BoardChange:
        """What changed since an earlier moment of this table: one viewer after the other asks for it. Neither is of its end."""
        change = self._change
        if change is None or self._before is not before:
            seats = changed_seats(self.board, before.board)
            if self._ahead is None and not seats and self.board.day == before.board.day:
                self._ahead = with_other_deck(before.ahead, self.board)
            turned = self.acts != before.acts
            change = board_change(self.board, before.board, seats, self.ahead, before.ahead, turned=turned)
            self._before, self._change = before, change
            before._before = before._change = None  # or every moment would keep all those before it
        return change

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

    def today(self) -> str:
        return self.once("today", _today)

    def scores(self) -> str:
        return self.once("scores", _scores)


def _who(shared: SharedParts, seat: Seat) -> str:
    points = [at.points for at in shared.board.seats]
    best = max(points)
    flags = (
        shared.rules.sequence != CLOCKWISE and not shared.over and shared.board.first == seat + 1,
        points[seat] == best > min(points),
        shared.acts == seat,
        has_trains(shared.board, seat),
    )
    earns = None if shared.over else shared.ahead.earnings[seat]
    return status.who_line(shared.players[seat], shared.names[seat], points[seat], earns, flags)


def _rival(shared: SharedParts, seat: Seat) -> str:
    return status.rival(shared.kinds, shared.board.seats[seat], seat)


def _siding(shared: SharedParts, number: int) -> str:
    return yards.main_siding(shared.kinds, number + 1, shared.board.main[number], shared.rules.main_spaces)


def _day(shared: SharedParts, _: int) -> str:
    return status.day(shared.rules, shared.board, shared.names, over=shared.over)


def _today(shared: SharedParts, _: int) -> str:
    return status.today(shared.board, over=shared.over)


def _scores(shared: SharedParts, _: int) -> str:
    return scores_line(shared.players, tuple([at.points for at in shared.board.seats]), shared.acts)


def shared_parts(scene: Scene) -> SharedParts:
    """What is shared by all who look at the moment of a scene."""
    found = scene.cache.kept
    if not isinstance(found, SharedParts):
        found = scene.cache.kept = SharedParts(scene)
    return found
