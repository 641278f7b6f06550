"""What counts in the end."""

from typing import TYPE_CHECKING, Final

from freightyard.core.contract import Outcome, Sheet, SheetRow
from freightyard.core.flat import count_of
from freightyard.games.freight.rules.phases import ENDINGS, OVER

if TYPE_CHECKING:
    from freightyard.games.freight.rules.state import State

_ORDINALS: Final = ("first", "second", "third", "fourth", "fifth")


def cities_connected(s: "State", seat: int) -> int:
    """The cities in the network of a seat."""
    return count_of(s.net[seat])


def points(s: "State", seat: int) -> int:
    """`fr.score`: money, loans and cities of a seat that is not bankrupt, as they stand."""
    worth = s.rules.edition.data.score
    return s.cash[seat] * worth.money + s.loans[seat] * worth.loan + cities_connected(s, seat) * worth.city


def final_points(s: "State") -> list[int]:
    """`fr.score`, `fr.bankrupt`: bankrupt seats rank behind all others, an earlier one behind a later one.

    So that the points alone tell the ranks, the last to go bankrupt has one less than the lowest of the others, or less than
    nothing if they all have something; and so on.
    """
    scores = [points(s, seat) for seat in range(s.rules.seats)]
    lowest = min([0] + [scores[seat] for seat in s.order])
    bankrupts = s.rules.seats - len(s.order)
    for seat in range(s.rules.seats):
        if s.out[seat]:
            scores[seat] = lowest - (bankrupts - s.out[seat] + 1)
    return scores


def outcome(s: "State") -> Outcome | None:
    """`fr.score`: most points wins; a tie is a shared win."""
    if s.phase != OVER:
        return None
    scores = final_points(s)
    best = max(scores)
    winners = tuple(seat for seat, score in enumerate(scores) if score == best)
    return Outcome(tuple(scores), winners, ENDINGS[s.ending])


def _times(count: int, each: int) -> str:
    """`2 × −15`: so that the points beside it can be worked out."""
    return str(count) if each == 1 or not count else f"{count} × {each}".replace("-", "−")


def sheet(s: "State") -> Sheet | None:
    """What the game is worth in the end: money, loans, cities; and what being bankrupt costs."""
    if s.phase != OVER:
        return None
    worth = s.rules.edition.data.score
    seats = range(s.rules.seats)
    totals = final_points(s)
    counted = (
        ("money", s.cash, worth.money),
        ("loans", s.loans, worth.loan),
        ("cities", [cities_connected(s, seat) for seat in seats], worth.city),
    )
    rows = [
        SheetRow(label, "fr.score", tuple(_times(had[seat], each) for seat in seats), tuple(had[seat] * each for seat in seats))
        for label, had, each in counted
    ]
    if len(s.order) < s.rules.seats:
        rows.append(
            SheetRow(
                "bankrupt",
                "fr.bankrupt",
                tuple(f"{_ORDINALS[s.out[seat] - 1]} to go" if s.out[seat] else "" for seat in seats),
                tuple(totals[seat] - points(s, seat) for seat in seats),
            )
        )
    return Sheet("Final score", tuple(rows), tuple(totals))
