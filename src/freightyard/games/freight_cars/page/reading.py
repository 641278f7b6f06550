"""What a scene of Freight Cars offers: the board, the edition, whose things are drawn large, and what can be clicked."""

from collections.abc import Sequence

import msgspec

from freightyard.games.freight_cars.page.pictures import Pictures, pictures_of
from freightyard.games.freight_cars.rules.bonuses import Ledger, bonus
from freightyard.games.freight_cars.rules.edition import Edition
from freightyard.games.freight_cars.rules.packing import supply_of
from freightyard.games.freight_cars.rules.position import HIDDEN, Board, SeatBoard, Shipment
from freightyard.games.freight_cars.rules.rules import Rules, rules_for
from freightyard.page.clicks import Clicks
from freightyard.page.contract import Scene
from freightyard.page.players import names_of


class Reading:
    """A scene, read once for all parts. `focus`: the seat whose train and hand are drawn large; `own`: the one who looks sits
    there; `mine`: so, and it is now, so that packings can be tried; `covered`: several people share the screen, and secret
    cards lie face down until they are held; `loads`: that seat can still load
    cards before the game ends; `fits`: the cards that it could fill with its free pieces."""

    __slots__ = (
        "at",
        "board",
        "clicks",
        "covered",
        "edition",
        "fits",
        "focus",
        "loads",
        "mine",
        "names",
        "own",
        "pictures",
        "rules",
        "scene",
    )

    def __init__(self, scene: Scene) -> None:
        view = scene.view
        board: Board = view.board
        edition: Edition = view.edition  # type: ignore[assignment]  # a view of Freight Cars has its edition
        self.scene = scene
        self.board = board
        self.edition = edition
        self.rules: Rules = rules_for(edition, view.seats, view.options)
        self.pictures: Pictures = pictures_of(edition)
        self.clicks = Clicks(scene)
        self.names = names_of(scene.players)
        self.focus = board.seat - 1 if view.seat is None else view.seat
        self.at: SeatBoard = board.seats[self.focus]
        self.own = view.seat is not None and view.seat in scene.own_seats
        self.mine = self.own and not scene.replay and view.outcome is None
        self.covered = self.own and view.outcome is None and len(scene.own_seats) > 1
        self.loads = _can_still_load(board, self.focus)
        self.fits = self._fitting() if self.mine else frozenset()

    def _fitting(self) -> frozenset[str]:
        edition, board, at = self.edition, self.board, self.at
        number = edition.card_number
        cards = 0
        hand = (*at.hand, *at.open) if self.loads and board.phase != "discarding" else ()
        tableau = (
            board.tableau if board.end in ("in-deck", "revealed") else ()
        )  # in a last turn a card that is taken comes too late
        for word in (*tableau, *hand):
            if word is not None and word != HIDDEN:
                cards |= 1 << number[word]
        supply = supply_of([at.free[piece.name] for piece in edition.data.pieces])
        found = edition.packing.loadable(cards, supply)
        return frozenset([word for word in edition.cards if found >> number[word] & 1]) if found else frozenset()

    def bonus_of(self, city: str) -> int:
        """`fc.bonus`: what the own corporation pays at the end for serving a city. Where several people share the screen it is
        nobody's business: the cities would tell the corporation."""
        if not self.mine or self.covered:
            return 0
        return bonus_now(self.edition, self.at, city) - bonus_now(self.edition, self.at)

    def gain_of(self, cards: Sequence[str], cities: Sequence[str] = ()) -> int:
        """`fc.bonus`: what the own corporation pays at the end for a shipment, which others must not learn: see `bonus_of`."""
        if not self.mine or self.covered or not cards:
            return 0
        shipment = Shipment(tuple(cards), sum(self.at.free.values()))
        after = msgspec.structs.replace(self.at, shipments=(*self.at.shipments, shipment))
        return bonus_now(self.edition, after, *cities) - bonus_now(self.edition, self.at)

    @property
    def owner(self) -> str | None:
        """Whose things are drawn large, None if it is the one who looks. People who share a screen are called by their names.
        Not escaped."""
        return None if self.own and len(self.scene.own_seats) == 1 else self.names[self.focus]


def _can_still_load(board: Board, seat: int) -> bool:
    """`fc.end`: whether a seat has a turn now or later. The last turns begin to the left of the one who turned up the card."""
    if board.end != "final-turns":
        return board.end != "final-shipping" and board.phase != "over"
    first = board.revealer or 1  # the seat after it, counted from 0
    seats = len(board.seats)
    return (seat - first) % seats >= (board.seat - 1 - first) % seats


def credits_of(board: Board) -> list[int]:
    """What everybody has, with the bonuses that are known."""
    return [at.credits + (at.bonus or 0) for at in board.seats]


def bonus_now(edition: Edition, at: SeatBoard, *more: str) -> int:
    """What a corporation that is known would pay as things stand, or if `more` cities were served."""
    if at.corporation is None or at.corporation == HIDDEN:
        return 0
    cards, cities = edition.card_number, edition.city_number
    shipments = [sum([1 << cards[word] for word in shipment.cards]) for shipment in at.shipments]
    ledger = Ledger(
        edition,
        shipments,
        [shipment.spare for shipment in at.shipments],
        sum([1 << cities[word] for word in (*at.cities, *more)]),
    )
    return bonus(edition.data.corporations[edition.corporation_number[at.corporation]], ledger)
