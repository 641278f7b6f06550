"""What the end of a day is worth: one function a scoring rule, and a sheet that shows how every point came about."""

from typing import TYPE_CHECKING

from freightyard.core.contract import Outcome, Sheet, SheetRow
from freightyard.games.freight_train.rules.phases import LEAVING, OVER
from freightyard.games.freight_train.rules.sidings import cars_in

if TYPE_CHECKING:
    from freightyard.games.freight_train.rules.edition import Rules
    from freightyard.games.freight_train.rules.state import State


def award(rules: "Rules", lengths: list[int]) -> list[int]:
    """`ft.award`: what the trains of one category earn. 0 cars are no train."""
    points = [0] * len(lengths)
    longest = max(lengths)
    if longest == 0:
        return points
    tied = lengths.count(longest)
    for seat, length in enumerate(lengths):
        if length == longest:
            points[seat] = rules.awards[tied]
    if tied == 1:
        # Only one alone at the top leaves a second place, and a tie for it earns nothing.
        second = max([length for length in lengths if length != longest], default=0)
        if second and lengths.count(second) == 1:
            points[lengths.index(second)] = rules.second
    return points


def yard_award(rules: "Rules", day: int, cars: int) -> int:
    """`ft.yard-award`: what the cars in a yard earn or cost at the end of a day."""
    return cars // rules.yard_cars[day] * rules.yard_points[day]


def category(s: "State", kind: int) -> list[int]:
    """The length of every seat's train in a category; the one after the last kind is the mixed train."""
    kinds = s.rules.kinds
    if kind == kinds:
        return [mixed.bit_count() for mixed in s.mixed]
    return s.trains[kind::kinds]


def category_points(s: "State", kind: int) -> list[int]:
    """What a category earns: ranks and ties first, then each closed train is doubled (`ft.award`, `ft.caboose`)."""
    points = award(s.rules, category(s, kind))
    for seat, closed in enumerate(s.closed):
        if closed >> kind & 1:
            points[seat] *= s.rules.caboose_factor
    return points


def categories(rules: "Rules") -> int:
    """`ft.mixed`: the kinds, and the mixed train where it scores."""
    return rules.kinds + 1 if rules.mixed_scores else rules.kinds


def yard_lengths(s: "State") -> list[int]:
    """The cars in every seat's yard."""
    sidings = s.rules.yard_sidings
    cars = [cars_in(siding) for siding in s.yards]
    return [sum(cars[first : first + sidings]) for first in range(0, len(cars), sidings)]


def score_day(s: "State") -> list[int]:
    """What the day earns each seat: trains, then yards."""
    totals = [yard_award(s.rules, s.day, cars) for cars in yard_lengths(s)]
    for kind in range(categories(s.rules)):
        for seat, points in enumerate(category_points(s, kind)):
            totals[seat] += points
    return totals


def sheet(s: "State") -> Sheet | None:
    """The score sheet of the day, when the trains are leaving."""
    return day_sheet(s) if s.phase == LEAVING else None


def day_sheet(s: "State") -> Sheet:
    """The score sheet of the day as it stands: a row a category, the yards last."""
    names = [kind.name for kind in s.rules.edition.data.kinds] + ["mixed"]
    rows = []
    for kind in range(categories(s.rules)):
        marks = [f" ×{s.rules.caboose_factor}" if closed >> kind & 1 else "" for closed in s.closed]
        amounts = [f"{_cars(cars)}{mark}" if cars else "" for cars, mark in zip(category(s, kind), marks, strict=True)]
        rows.append(SheetRow(names[kind], "ft.award", tuple(amounts), tuple(category_points(s, kind))))
    yards = yard_lengths(s)
    earned = tuple(yard_award(s.rules, s.day, cars) for cars in yards)
    rows.append(SheetRow("yard", "ft.yard-award", tuple(_cars(cars) if cars else "" for cars in yards), earned))
    return Sheet(f"Day {s.day + 1}", tuple(rows), tuple(score_day(s)))


def _cars(number: int) -> str:
    """Not the number alone: points stand beside it."""
    return "1 car" if number == 1 else f"{number} cars"


def outcome(s: "State") -> Outcome | None:
    """`ft.win`: most points after the last day; a tie is a shared win."""
    if s.phase != OVER:
        return None
    best = max(s.points)
    return Outcome(tuple(s.points), tuple(seat for seat, points in enumerate(s.points) if points == best), "ft.win")
