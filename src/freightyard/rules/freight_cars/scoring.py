"""What the end of a game is worth, and who has won."""

from typing import TYPE_CHECKING

from freightyard.rules.contract import Outcome
from freightyard.rules.freight_cars import bonuses
from freightyard.rules.freight_cars.phases import NONE, OVER

if TYPE_CHECKING:
    from freightyard.rules.freight_cars.state import State


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
    ranks = [(scores[seat], cars_shipped(s, seat), earned[seat]) for seat in range(s.rules.seats)]
    best = max(ranks)
    return Outcome(tuple(scores), tuple([seat for seat, rank in enumerate(ranks) if rank == best]), "fc.win")
