"""What bots know of Shunting. Without a judge only the random bot plays a game."""

from typing import Final, final

from freightyard.bots.plans import Plan, by_worth, share_won, win_shares
from freightyard.core.chance import Dice
from freightyard_shunting.rules.edition import SHUNT, TAKE
from freightyard_shunting.rules.scoring import points_of
from freightyard_shunting.rules.state import State

_SCALE: Final = 3.0  # points that may still come and go


@final
class Judge:
    """Plans, quick playouts, and what a position is worth."""

    secrets: Final = False

    def depth(self, s: State) -> int:
        return 2

    def plans(self, s: State, most: int) -> list[Plan]:
        """Every way to play the rest of the turn, the best first."""
        found: list[Plan] = []
        _explore(s, s.actor, s.turns, [], found)
        return sorted(found, key=by_worth)[:most]

    def variants(self, s: State, base: Plan) -> list[Plan]:
        return []  # plans() tells all that there is

    def playout(self, s: State, dice: Dice, turns: int) -> int:
        """Take what can be taken, else do anything."""
        first = s.turns
        while s.to_act() is not None and s.turns < first + turns:
            moves = s.legal()
            takes = [move for move in moves if s.edition.moves[move][0] == TAKE]
            s.play(takes[0] if takes else moves[dice.below(len(moves))])
        return s.turns - first

    def shares(self, s: State) -> list[float]:
        return win_shares([_hopes(s, seat) for seat in range(s.seats)], _SCALE)

    def expected(self, s: State, seat: int) -> float:
        outcome = s.outcome()
        return self.shares(s)[seat] if outcome is None else share_won(outcome.scores, seat)

    def point_share(self, s: State) -> float:
        return 0.25 / _SCALE

    def part(self, s: State) -> float:
        return 1.0

    def reason(self, s: State, moves: list[int]) -> str:
        """Why the seat that acts might play these moves."""
        verbs = [s.edition.moves[move][0] for move in moves]
        if TAKE in verbs:
            return "It brings a car onto your train."
        return (
            "It brings your next car nearer to an open end."
            if SHUNT in verbs
            else "Anything else would cost more."
        )


def _explore(s: State, seat: int, turn: int, moves: list[int], found: list[Plan]) -> None:
    """Gather all plans that begin with these moves, which have been played already."""
    if s.turns != turn:
        others = [_hopes(s, other) for other in range(s.seats) if other != seat]
        found.append(Plan(_hopes(s, seat) - max(others), moves))
        return
    for move in s.legal():
        after = s.clone()
        after.play(move)
        _explore(after, seat, turn, [*moves, move], found)


def _hopes(s: State, seat: int) -> float:
    """The points of a seat, and something for a next car that is near an open end."""
    points = float(sum(points_of(s, seat)))
    wanted = seat * s.edition.data.cars + s.trains[seat]
    for siding in s.sidings:
        if wanted in siding and not s.over():
            points += s.edition.data.points.car / (1.5 + siding.index(wanted))
    return points


JUDGE: Final = Judge()
