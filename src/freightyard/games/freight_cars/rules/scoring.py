"""What the end of a game is worth, and who has won."""

from typing import TYPE_CHECKING

from freightyard.core.contract import Outcome, Sheet, SheetRow
from freightyard.games.freight_cars.rules import bonuses
from freightyard.games.freight_cars.rules.data import Corporation
from freightyard.games.freight_cars.rules.phases import NONE, OVER

if TYPE_CHECKING:
    from freightyard.games.freight_cars.rules.state import State


def bonus(s: "State", seat: int) -> int:
    """`fc.bonus`: what the corporation of a seat pays, as things stand."""
    if s.corporation[seat] == NONE:
        return 0
    edition = s.rules.edition
    ledger = bonuses.Ledger(edition, s.shipments[seat], s.spares[seat], s.claimed[seat])
    return bonuses.bonus(edition.data.corporations[s.corporation[seat]], ledger)


def cars_shipped(s: "State", seat: int) -> int:
    """How many freight cars a seat has shipped."""
    return sum([shipment.bit_count() for shipment in s.shipments[seat]])


def outcome(s: "State") -> Outcome | None:
    """`fc.win`: most credits; then more cars shipped; then the higher bonus; then the win is shared."""
    if s.phase != OVER:
        return None
    earned = [bonus(s, seat) for seat in range(s.rules.seats)]
    scores = [s.credits[seat] + earned[seat] for seat in range(s.rules.seats)]
    shipped = [cars_shipped(s, seat) for seat in range(s.rules.seats)]
    ranks = list(zip(scores, shipped, earned, strict=True))
    best = max(ranks)
    winners = tuple([seat for seat, rank in enumerate(ranks) if rank == best])
    tied = [rank for rank in ranks if rank[0] == best[0]]
    if len(tied) == 1:
        return Outcome(tuple(scores), winners, "fc.win")
    if any(rank[1] < best[1] for rank in tied):
        return Outcome(tuple(scores), winners, "fc.win", "cars shipped", tuple(shipped))
    if any(rank[2] < best[2] for rank in tied):
        return Outcome(tuple(scores), winners, "fc.win", "corporation bonus", tuple(earned))
    return Outcome(tuple(scores), winners, "fc.win", "cars shipped and corporation bonus")


def sheet(s: "State") -> Sheet | None:
    """Where the credits of every seat came from, when the corporations are open: its head start, shipments, cities, the bonus."""
    if s.phase != OVER:
        return None
    seats = range(s.rules.seats)
    table = s.rules.credits
    shipped = [[table[min(cars.bit_count(), len(table)) - 1] for cars in s.shipments[seat]] for seat in seats]
    cities = s.rules.edition.data.cities
    claimed = [[city for number, city in enumerate(cities) if s.claimed[seat] >> number & 1] for seat in seats]
    companies = s.rules.edition.data.corporations
    paid = ["" if s.corporation[seat] == NONE else _bonus_words(companies[s.corporation[seat]], bonus(s, seat)) for seat in seats]
    rows: tuple[SheetRow, ...] = (
        SheetRow(
            "shipments",
            "fc.ship",
            tuple(_shipped_words(cars_shipped(s, seat), len(shipped[seat])) for seat in seats),
            tuple(sum(shipped[seat]) for seat in seats),
        ),
        SheetRow(
            "cities",
            "fc.demand",
            tuple(", ".join(sorted([city.name for city in claimed[seat]])) for seat in seats),
            tuple(sum([city.credits for city in claimed[seat]]) for seat in seats),
        ),
        SheetRow("corporation", "fc.bonus", tuple(paid), tuple(bonus(s, seat) for seat in seats)),
    )
    if any(s.rules.head_start):
        # Who was first is no longer known, but what shipments and cities do not explain was there before.
        before = tuple([s.credits[seat] - rows[0].points[seat] - rows[1].points[seat] for seat in seats])
        rows = (SheetRow("head start", "fc.head-start", ("",) * len(before), before), *rows)
    return Sheet("Final score", rows, tuple(sum([row.points[seat] for row in rows]) for seat in seats))


def _bonus_words(by: Corporation, paid: int) -> str:
    """`Anthracite Union: 2 credits for each coal car shipped, 3 × 2`, so that it can be worked out."""
    return f"{by.name}: {bonuses.words_of(by)}, {paid // by.pays} × {by.pays}"


def _shipped_words(cars: int, shipments: int) -> str:
    """`1 car`, `8 cars in 3 shipments`."""
    if not cars:
        return ""
    words = "1 car" if cars == 1 else f"{cars} cars"
    return f"{words} in {shipments} shipments" if shipments > 1 else f"{words} in 1 shipment"
