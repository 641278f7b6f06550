"""What the end is worth, and a sheet that shows how every point came about."""

from typing import TYPE_CHECKING

from freightyard.core.contract import Outcome, Sheet, SheetRow

if TYPE_CHECKING:
    from freightyard_shunting.rules.state import State


def points_of(s: "State", seat: int) -> tuple[int, int, int]:
    """`sh.score`: what a seat has now for its cars, for a complete train, for its coal."""
    worth = s.edition.data.points
    complete = s.trains[seat] == s.edition.data.cars
    return s.trains[seat] * worth.car, complete * worth.complete, s.coal[seat] * worth.coal


def sheet(s: "State") -> Sheet:
    """`sh.score`: a row for each thing that is worth points."""
    points = [points_of(s, seat) for seat in range(s.seats)]
    cars, complete, coal = zip(*points, strict=True)
    rows = (
        SheetRow("cars", "sh.score", tuple(str(train) for train in s.trains), cars),
        SheetRow(
            "complete train",
            "sh.complete",
            tuple("yes" if bonus else "" for bonus in complete),
            complete,
        ),
        SheetRow("coal left", "sh.score", tuple(str(coal) for coal in s.coal), coal),
    )
    return Sheet("The end", rows, tuple(sum(each) for each in points))


def outcome(s: "State") -> Outcome:
    """`sh.score`: the most points win; a tie is a shared win."""
    scores = tuple(sum(points_of(s, seat)) for seat in range(s.seats))
    return Outcome(
        scores, tuple(seat for seat, score in enumerate(scores) if score == max(scores)), s.over()
    )
