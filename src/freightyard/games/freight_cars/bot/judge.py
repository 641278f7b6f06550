"""Freight Cars for bots: plans, playouts to the end of the game, and the shares of the win."""

from typing import Final, final

from freightyard.bots.plans import Plan, by_worth, share_won, win_shares
from freightyard.core.chance import Dice
from freightyard.games.freight_cars.bot.notes import Notes
from freightyard.games.freight_cars.bot.planning import Look
from freightyard.games.freight_cars.bot.reasons import reason
from freightyard.games.freight_cars.rules.edition import DECLINE, DONE, DRAW_DECK
from freightyard.games.freight_cars.rules.phases import (
    DISCARDING,
    IN_DECK,
    INSTEAD,
    KEEPING,
    LAST_SHIPPING,
    NONE,
    OVER,
    SHIPPING,
    TURN,
)
from freightyard.games.freight_cars.rules.play import CARD
from freightyard.games.freight_cars.rules.state import State

DEPTH: Final = 4  # plans below one that are worth learning about: a turn is one small action, and two of them belong together


@final
class FreightCarsJudge:
    """Freight Cars, for bots."""

    __slots__ = ("notes",)

    def __init__(self) -> None:
        self.notes = Notes()

    def __reduce__(self) -> str:
        return "JUDGE"  # there is one; copies of bots share it, with what it has worked out

    @property
    def planner(self) -> int:
        return 300

    @property
    def secrets(self) -> bool:
        return True

    def depth(self, s: State) -> int:
        return DEPTH

    def plans(self, s: State, most: int) -> list[Plan]:
        look = Look(self.notes, s, s.actor)
        edition = s.rules.edition
        first = look.quick()
        found = [Plan(1.0, first)]
        if most == 1:
            return found
        phase = s.phase
        if phase in (KEEPING, DISCARDING):
            for move in s.legal():
                if move != first[0]:
                    worth = (
                        1.0 if phase == KEEPING else look.worth(first[0] - edition.discard) - look.worth(move - edition.discard)
                    )
                    found.append(Plan(min(1.0, worth), [move]))
        elif phase in (TURN, LAST_SHIPPING, INSTEAD):
            self._actions(look, found)
        elif phase == SHIPPING:
            found.append(Plan(0.5, [DONE]))
            others: list[int] = []
            look.claim(others, s.carried)
            found.append(Plan(0.6, others))
        found.sort(key=by_worth)
        return _different(found)[:most]

    def _actions(self, look: Look, found: list[Plan]) -> None:
        """Everything that the seat might do in its turn."""
        s = look.s
        seat = look.seat
        edition = s.rules.edition
        if look.cards and s.phase != INSTEAD:
            found.append(Plan(0.9, look.shipping(look.cards)))
            for car in s.trains[seat]:
                if look.cards.bit_count() > 1:
                    found.append(Plan(-3.0, look.shipping(look.cards & ~(1 << (car & CARD)))))
        if s.phase == LAST_SHIPPING:
            found.append(Plan(-9.0, [DECLINE]))
            return
        up = look.face_up()
        fitting = s.rules.packing.loadable(up, s.free[seat])
        for card in s.tableau:
            if card != NONE and not look.has_smaller(card, up, fitting):
                worth = min(0.0, look.worth(card) / 4 - 1.0)
                found.append(Plan(worth if fitting >> card & 1 else worth - 1.0, [edition.take + card]))
        if s.phase == INSTEAD:
            return
        if s.deck > 0 or s.stage == IN_DECK:
            found.append(Plan(-3.0, [DRAW_DECK]))
        cards = s.rules.packing.loadable(s.hands[seat], s.free[seat])
        while cards:
            low = cards & -cards
            cards ^= low
            card = low.bit_length() - 1
            shape = s.rules.packing.shapes[card]
            usual = look.filling(card)
            worth = min(0.5, look.worth(card) / 4)
            for way in self.notes.ways(shape, s.free[seat], card)[:3]:
                lays = self.notes.lays(shape, 0, way, edition.lay)
                found.append(Plan(worth if way == usual else worth - 2.0, [edition.load + card, *lays]))

    def variants(self, s: State, base: Plan) -> list[Plan]:
        return []

    def playout(self, s: State, dice: Dice, turns: int) -> int:
        first = s.turns
        last = first + turns
        while s.phase != OVER and s.turns < last:
            if s.phase < KEEPING:
                s.play(s.draw(dice))
            else:
                for move in Look(self.notes, s, s.actor).quick():
                    s.play(move)
        return s.turns - first

    def shares(self, s: State) -> list[float]:
        points = self._points(s)
        margins = win_shares(points, 6.0)
        if s.phase != OVER:
            return margins
        # Who wins one imagined game is mostly luck; by how much he is ahead tells more about the plan that led there.
        return [0.25 * share_won(points, seat) + 0.75 * margins[seat] for seat in range(len(points))]

    def expected(self, s: State, seat: int) -> float:
        return share_won(self._points(s), seat) if s.phase == OVER else self.shares(s)[seat]

    def _points(self, s: State) -> list[float]:
        """Credits and bonuses; more cars shipped break a tie."""
        books = self.notes.books_of(s.rules.edition)
        points: list[float] = []
        for seat in range(s.rules.seats):
            cars = 0
            for shipment in s.shipments[seat]:
                cars += shipment.bit_count()
            points.append(s.credits[seat] + books.pays(s, seat, 0, 0, 0) + cars / 100)
        return points

    def point_share(self, s: State) -> float:
        return 0.02

    def part(self, s: State) -> float:
        return 1.0

    def reason(self, s: State, moves: list[int]) -> str:
        return reason(s, moves)


def _different(plans: list[Plan]) -> list[Plan]:
    """The plans, each once."""
    kept: list[Plan] = []
    seen: list[list[int]] = []
    for plan in plans:
        if plan.moves not in seen:
            seen.append(plan.moves)
            kept.append(plan)
    return kept


JUDGE: Final = FreightCarsJudge()
