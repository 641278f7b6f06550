"""The Freight Train board in words, for those who listen to it."""

from freightyard.core.contract import View
from freightyard.core.text_board import Section, counted, listed
from freightyard.games.freight_train.rules.edition import Edition
from freightyard.games.freight_train.rules.position import Board, SeatBoard


def sections(view: View, names: tuple[str, ...]) -> tuple[Section, ...]:
    """Where the day stands, the main yard, what the seat has, and all players. Nothing in this game is hidden."""
    board: Board = view.board
    edition: Edition = view.edition  # type: ignore[assignment]  # a view of Freight Train has its edition
    kinds = {kind.letter: kind.name.replace(" ", "-") for kind in edition.data.kinds}  # as they are typed in moves
    found = [Section("day", "The day", _day(board, edition)), Section("main", "Main yard, open ends first", _main(board, kinds))]
    if board.hand:
        who = "You" if view.seat is not None and board.seat == view.seat + 1 else names[(board.seat or 1) - 1]
        found.append(Section("taken", "Cars to place", (f"{who} took {_cars(board.hand, kinds)}.",), own=who == "You"))
    if view.seat is not None:
        found.append(Section("own", "Your yard and trains", _own(board.seats[view.seat], kinds), own=True))
    found.append(_players(board, kinds, view.seat, names))
    return tuple(found)


def _day(board: Board, edition: Edition) -> tuple[str, ...]:
    if board.phase == "over":
        return ("The game is over.",)
    deck = sum(board.deck.values())
    if board.leave is None:
        card = "The Trains Leave card is drawn: the day ends after this round."
    elif board.leave:
        card = f"The Trains Leave card comes after {counted(board.leave, 'more car')} at the earliest."
    else:
        card = "The Trains Leave card can come at any time."
    found = [f"Day {board.day} of {len(edition.data.days)}, round {board.round}.", f"{counted(deck, 'car')} in the deck.", card]
    if "cabooses" in board.options:
        found.append(f"{counted(board.cabooses, 'caboose')} left.")
    return tuple(found)


def _main(board: Board, kinds: dict[str, str]) -> tuple[str, ...]:
    return tuple([f"Siding {number}: {_siding(cars, kinds)}." for number, cars in enumerate(board.main, 1)])


def _siding(cars: str, kinds: dict[str, str]) -> str:
    """`tank first, then box and coal`: the open end, where cars leave, comes first."""
    if not cars:
        return "empty"
    first, *others = [kinds[letter] for letter in cars]
    return f"{first} first, then {listed(others)}" if others else first


def _own(at: SeatBoard, kinds: dict[str, str]) -> tuple[str, ...]:
    found = [f"You have {counted(at.points, 'point')}."]
    found += [f"Yard siding {number}: {_siding(cars, kinds)}." for number, cars in enumerate(at.yard, 1)]
    found += [f"{name[:1].upper()}{name[1:]}." for name in _trains(at, kinds)] or ["You have no train yet."]
    return (*found, f"{_free(at)}{'; you have called one today' if at.called else ''}.")


def _free(at: SeatBoard) -> str:
    return "No free locomotive" if not at.free else counted(at.free, "free locomotive")


def _trains(at: SeatBoard, kinds: dict[str, str]) -> list[str]:
    found = [
        f"{kinds[train.kind]} train with {counted(train.cars, 'car')}{', closed by a caboose' if train.closed else ''}"
        for train in at.trains
    ]
    if at.mixed:
        closed = ", closed by a caboose" if at.mixed_closed else ""
        found.append(f"mixed train with {counted(len(at.mixed), 'car')}: {_cars(at.mixed, kinds)}{closed}")
    return found


def _cars(letters: str, kinds: dict[str, str]) -> str:
    return listed([kinds[letter] for letter in letters])


def _players(board: Board, kinds: dict[str, str], viewer: int | None, names: tuple[str, ...]) -> Section:
    rows = []
    for seat, at in enumerate(board.seats):
        yard = "; ".join([f"siding {number} {_cars(cars, kinds)}" for number, cars in enumerate(at.yard, 1) if cars])
        trains = "; ".join(_trains(at, kinds))
        name = f"{names[seat]} (you)" if seat == viewer else names[seat]
        acts = ", whose turn it is" if board.phase != "over" and board.seat == seat + 1 else ""
        rows.append((f"{name}{acts}", str(at.points), yard or "empty", trains or "none", str(at.free)))
    return Section("players", "Players", columns=("player", "points", "yard", "trains", "free locomotives"), rows=tuple(rows))
