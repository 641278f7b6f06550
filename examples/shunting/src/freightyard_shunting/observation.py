"""A state as a row of numbers, for programs that learn. Seats are counted from the observer on."""

from freightyard.core.observation import MANY, Layout, Part
from freightyard.core.rows import Row
from freightyard_shunting.rules.edition import Edition
from freightyard_shunting.rules.state import State


def layout(edition: Edition, seats: int) -> Layout:
    """The parts, in the order in which observe() writes them."""
    data = edition.data
    return Layout(
        [
            Part("to act", seats, 0, 1, "1 for the seat whose turn it is"),
            Part("done", 1, 0, data.actions, "actions of this turn"),
            Part("braked", data.sidings, 0, 1, "1 for the siding whose first car must stay"),
            Part("trains", seats, 0, data.cars, "cars on each train"),
            Part("coal", seats, 0, MANY, "coal of each seat"),
            Part(
                "yard",
                data.sidings * data.spaces,
                0,
                seats * data.cars,
                "from the open end: the car, own cars first; 0 for none",
            ),
        ]
    )


def observe(s: State, seat: int, row: Row) -> None:
    """Write what a seat sees: one call for each part."""
    data = s.edition.data
    order = [(seat + number) % s.seats for number in range(s.seats)]
    row.one_of(s.seats, order.index(s.actor))
    row.number(s.done)
    row.one_of(data.sidings, s.braked)
    row.numbers([s.trains[who] for who in order], 0, s.seats)
    row.numbers([s.coal[who] for who in order], 0, s.seats)
    for siding in s.sidings:
        cars = [order.index(car // data.cars) * data.cars + car % data.cars + 1 for car in siding]
        row.numbers(cars + [0] * (data.spaces - len(cars)), 0, data.spaces)
