"""A greedy Freight Cars player: loads what it can, ships when waiting no longer pays, and minds its corporation."""

from collections.abc import Iterable
from typing import Final, final

from freightyard.rules.chance import Rng
from freightyard.rules.contract import View
from freightyard.rules.freight_cars.bonuses import Ledger, bonus
from freightyard.rules.freight_cars.data import City, Corporation
from freightyard.rules.freight_cars.edition import Edition
from freightyard.rules.freight_cars.packing import supply_of
from freightyard.rules.freight_cars.position import Board, SeatBoard

_EASE: Final = 0.25  # what a cell less is worth: a small card leaves pieces for the next
_HOPE: Final = 0.5  # what a resource that no city wants now is worth for cities to come


@final
class GreedyFreightCars:
    """Decides by what its seat may know."""

    __slots__ = ("_rng",)

    def __init__(self, rng: Rng) -> None:
        self._rng = rng

    def decide(self, view: View) -> str:
        """One of view.legal."""
        if len(view.legal) == 1:
            return view.legal[0]
        board = view.board
        assert isinstance(board, Board)  # noqa: S101  (the bot is made for this game alone)
        assert isinstance(view.edition, Edition)  # noqa: S101
        assert view.seat is not None  # noqa: S101
        if board.phase == "keeping":
            # In a balanced set every corporation is worth about the same before the cards are known.
            return view.legal[self._rng.below(len(view.legal))]
        table = _Table(view.edition, board, board.seats[view.seat])
        if board.phase == "discarding":
            return min(view.legal, key=lambda move: table.worth(_thing(move)))
        if board.phase == "loading":
            # Large pieces first: the small ones fit everywhere later.
            return max(view.legal, key=lambda move: move.count("x"))
        if board.phase in ("shipping", "claiming"):
            return table.rest_of_shipment(view.legal)
        return table.action(view.legal)


@final
class _Table:
    """The board as one seat thinks about it."""

    __slots__ = ("at", "board", "by", "cards", "cities", "edition", "shipped")

    def __init__(self, edition: Edition, board: Board, at: SeatBoard) -> None:
        self.edition = edition
        self.board = board
        self.at = at
        self.by: Corporation | None = None
        if at.corporation is not None:
            self.by = edition.data.corporations[edition.corporation_number[at.corporation]]
        self.shipped = [self._set(shipment.cards) for shipment in at.shipments]
        self.cards = [car.card for car in at.train]
        self.cities = sum(1 << edition.city_number[word] for word in at.cities)

    def action(self, legal: Iterable[str]) -> str:
        """The action of a turn: load, or ship, or get a card that can be loaded."""
        moves = list(legal)
        ships = _of(moves, "ship")
        if "decline" in moves:
            return ships[0] if ships else "decline"
        loads = _of(moves, "load")
        takes = _of(moves, "take")
        room = len(self.cards) < len(self.edition.data.credits)
        fitting = [move for move in takes if self._fits(_thing(move))]
        if ships and not (room and (loads or fitting)):
            return ships[0]
        if self.board.end != "in-deck":
            # The last turn: what is loaded now can still be shipped in the final round.
            return self._best(loads) if loads and room else (ships or moves)[0]
        if ships and self._rate(self.cards) > self._rate_with(loads or fitting):
            return ships[0]
        if loads:
            return self._best(loads)
        return self._best(fitting or takes) if takes else moves[0]

    def rest_of_shipment(self, legal: Iterable[str]) -> str:
        """All cars, then the cities that are worth most together."""
        moves = list(legal)
        ships = _of(moves, "ship")
        if ships:
            return ships[0]
        goods = self._goods(self.board.shipping)
        for word in self.board.claims:
            for resource in self._city(word).wants:
                goods[resource] -= 1
        claims = [_thing(move) for move in _of(moves, "claim")]
        best = self._best_claims(goods, claims)[1]
        return f"claim {best[0]}" if best else "done"

    def worth(self, card: str) -> float:
        """What a card is worth beside those in the train."""
        data = self.edition.data.freight[self.edition.card_number[card]]
        gain = self._bonus([*self.cards, card], 0) - self._bonus(self.cards, 0)
        return gain + self._demand(data.resource) - _EASE * data.cells

    def _best(self, moves: list[str]) -> str:
        return max(moves, key=lambda move: self.worth(_thing(move)))

    def _rate(self, cards: list[str]) -> float:
        """What a shipment earns for each turn that it took: a turn to draw each card, one to load it, and one to ship."""
        table = self.edition.data.credits
        goods = self._goods(cards)
        faces = [word for word in self.board.cities if word is not None]
        value, cities = self._best_claims(goods, faces)
        claimed = sum(1 << self.edition.city_number[word] for word in cities)
        earned = table[min(len(cards), len(table)) - 1] + value
        earned += self._bonus(cards, claimed) - self._bonus([], claimed)
        return earned / (2 * len(cards) + 1)

    def _rate_with(self, moves: list[str]) -> float:
        return max((self._rate([*self.cards, _thing(move)]) for move in moves), default=0.0)

    def _bonus(self, cards: list[str], cities: int) -> int:
        """What the corporation would pay if these cards were shipped together now and these cities claimed."""
        if self.by is None:
            return 0
        shipments = [*self.shipped, self._set(cards)] if cards else self.shipped
        spares = [shipment.spare for shipment in self.at.shipments]
        if cards:
            spares.append(sum(self.at.free.values()))
        return bonus(self.by, Ledger(self.edition, shipments, spares, self.cities | cities))

    def _best_claims(self, goods: dict[str, int], words: list[str]) -> tuple[float, list[str]]:
        """The set of cities that is worth most, of those that the goods can serve together."""
        if not words:
            return 0.0, []
        word, rest = words[0], words[1:]
        best = self._best_claims(goods, rest)
        wants = self._city(word).wants
        if all(goods.get(resource, 0) >= wants.count(resource) for resource in wants):
            left = dict(goods)
            for resource in wants:
                left[resource] -= 1
            value, chosen = self._best_claims(left, rest)
            value += self._city_worth(word)
            if value > best[0]:
                best = value, [word, *chosen]
        return best

    def _city_worth(self, word: str) -> float:
        number = self.edition.city_number[word]
        return self._city(word).credits + self._bonus([], 1 << number) - self._bonus([], 0)

    def _demand(self, resource: str) -> float:
        """What the cities give for one more car with this resource."""
        have = self._goods(self.cards).get(resource, 0)
        best = _HOPE
        for word in self.board.cities:
            if word is not None:
                wants = self._city(word).wants
                if wants.count(resource) > have:
                    best = max(best, self._city_worth(word) / len(wants))
        return best

    def _fits(self, card: str) -> bool:
        free = supply_of([self.at.free[piece.name] for piece in self.edition.data.pieces])
        bit = 1 << self.edition.card_number[card]
        return self.edition.packing.loadable(bit, free) != 0

    def _goods(self, cards: Iterable[str]) -> dict[str, int]:
        goods: dict[str, int] = {}
        for card in cards:
            resource = self.edition.data.freight[self.edition.card_number[card]].resource
            goods[resource] = goods.get(resource, 0) + 1
        return goods

    def _city(self, word: str) -> City:
        return self.edition.data.cities[self.edition.city_number[word]]

    def _set(self, cards: Iterable[str]) -> int:
        return sum(1 << self.edition.card_number[card] for card in cards)


def _of(moves: Iterable[str], verb: str) -> list[str]:
    return [move for move in moves if move.startswith(f"{verb} ") and move != "draw deck"]


def _thing(move: str) -> str:
    """What a move of two words is about."""
    return move.split()[1]
