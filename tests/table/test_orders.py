"""Orders ahead: forced moves, choosing at once, and what an undo does to them. For bids see `tests/games/freight`."""

import pytest

from freightyard.core.chance import Stream
from freightyard.core.contract import State
from freightyard.core.errors import IllegalMove
from freightyard.core.orders import Orders
from freightyard.core.title import ORDERS
from freightyard.games import game_named, part_of
from freightyard.table import Table
from freightyard.table.orders import SeatOrders, can_change, decide, state_ahead, with_choice

NONE = SeatOrders()
FREIGHT_CARS: Orders = part_of("freight-cars", ORDERS)


def new_table(game: str, seats: int, seed: str = "orders") -> Table:
    chosen = game_named(game)
    table = Table(chosen, chosen.edition(chosen.editions[0]), seats, seed=seed)
    table.commit(table.begin())
    return table


def asked_ahead(table: Table, seat: int, orders: SeatOrders = NONE) -> State:
    state = state_ahead(table, seat, orders, FREIGHT_CARS)
    assert state is not None
    return state


def choose(table: Table, seat: int, orders: SeatOrders, number: int) -> SeatOrders:
    """The seat takes one of the things that it is offered ahead."""
    made = with_choice(table, seat, orders, FREIGHT_CARS, asked_ahead(table, seat, orders).words()[number])
    assert made is not None
    return made


# --- choosing at once ---


def all_choose(table: Table, coming: list[int], pick: int = 0) -> int:
    """The eight start choices, made by seats that come in an order of theirs. How often the game waited for somebody who had come
    already, and would have to come again."""
    orders = {seat: SeatOrders() for seat in range(4)}
    for seat in coming:
        while state_ahead(table, seat, orders[seat], FREIGHT_CARS) is not None:
            orders[seat] = choose(table, seat, orders[seat], pick)
    again = 0
    while table.is_now(FREIGHT_CARS.blind):
        actor = table.to_act()
        assert actor is not None
        moves = decide(table, actor, orders[actor], FREIGHT_CARS).moves
        again += not moves
        table.commit(table.move(actor, table.ply, moves or table.view(actor).legal[:1]))
    return again


@pytest.mark.parametrize("coming", [[0, 1, 2, 3], [3, 1, 0, 2]])
def test_the_eight_start_choices_of_freight_cars_wait_for_each_other_once(coming: list[int]) -> None:
    table = new_table("freight-cars", 4)
    assert all_choose(table, coming) == 0, "everybody came once, and chose a corporation and a card"
    made = [event.text.split()[0] for event in table.events if event.seat >= 0]
    assert made == ["keep"] * 4 + ["discard"] * 4


@pytest.mark.parametrize("pick", [0, 1, 2])
def test_choices_ahead_lead_to_the_same_events_as_asking_each_time(pick: int) -> None:
    ahead, asked = new_table("freight-cars", 4), new_table("freight-cars", 4)
    all_choose(ahead, [2, 0, 3, 1], pick)
    while asked.is_now(FREIGHT_CARS.blind):
        seat = asked.to_act()
        assert seat is not None
        asked.commit(asked.move(seat, asked.ply, [asked.view(seat).legal[pick]]))
    assert ahead.events == asked.events


@pytest.mark.parametrize("seats", [2, 4])
def test_who_lists_tables_looks_as_far_as_all_choose_at_once_and_no_further(seats: int) -> None:
    table = new_table("freight-cars", seats)
    all_choose(table, list(range(seats)))
    last = [event.text.split()[0] for event in table.events].index("reveal")
    assert last < FREIGHT_CARS.blind_plies / 2, "with room for undone choices"
    assert Orders().blind_plies == 0, "of other games no table is opened for this"


def test_a_seat_is_shown_the_cards_that_it_is_dealt_whatever_the_others_choose_and_undo() -> None:
    table = new_table("freight-cars", 3)
    orders = choose(table, 2, SeatOrders(), 1)
    promised = asked_ahead(table, 2, orders).view(2).board.seats[2].hand
    first = table.view(0).legal[2]
    table.commit(table.move(0, table.ply, [first]))
    table.commit(table.take_back(0, table.ply))  # this adds two plies, by which draws are named later
    table.commit(table.move(0, table.ply, [table.view(0).legal[1]]))
    table.commit(table.move(1, table.ply, [table.view(1).legal[0]]))
    table.commit(table.move(2, table.ply, decide(table, 2, orders, FREIGHT_CARS).moves))
    assert table.view(2).board.seats[2].hand == promised
    assert all(card is not None for card in promised)


def test_what_a_seat_is_shown_ahead_does_not_depend_on_what_others_have_chosen_or_hold() -> None:
    """Not even by the words of the view: else somebody could look for the choices of others in it."""
    one, other = new_table("freight-cars", 3), new_table("freight-cars", 3)
    one.commit(one.move(0, one.ply, [one.view(0).legal[0]]))
    other.commit(other.move(0, other.ply, [other.view(0).legal[2]]))
    orders = choose(one, 2, SeatOrders(), 0)
    assert asked_ahead(one, 2, orders).view(2) == asked_ahead(other, 2, orders).view(2)


def test_only_what_is_offered_can_be_chosen_ahead() -> None:
    table = new_table("freight-cars", 3)
    foreign = table.view(0).legal[0]
    with pytest.raises(IllegalMove):
        with_choice(table, 2, SeatOrders(), FREIGHT_CARS, foreign)


def test_the_last_choice_can_be_changed_but_not_one_after_which_cards_were_shown() -> None:
    table = new_table("freight-cars", 3)
    kept = choose(table, 2, SeatOrders(), 0)
    assert not can_change(table, 2, kept, FREIGHT_CARS), "the freight cards were shown after it"
    done = choose(table, 2, kept, 0)
    assert state_ahead(table, 2, done, FREIGHT_CARS) is None
    assert can_change(table, 2, done, FREIGHT_CARS)


def test_choices_are_forgotten_when_they_are_made() -> None:
    table = new_table("freight-cars", 2)
    all_choose(table, [0, 1])
    assert decide(table, 0, SeatOrders(choices=("keep medley-lines",)), FREIGHT_CARS).orders == SeatOrders()


# --- forced moves ---


@pytest.mark.parametrize("game", ["freight-train", "freight-cars", "freight"])
def test_forced_moves_are_the_only_legal_ones_and_lead_where_asking_leads(game: str) -> None:
    """Random games in which one seat lets forced moves be made, and in which it is asked each time."""
    orders, part = SeatOrders(forced=True), part_of(game, ORDERS) or Orders()
    forced = 0
    tables = [new_table(game, 3, seed="forced") for _ in range(2)]
    for number, table in enumerate(tables):
        luck = Stream(f"forced {game}")
        while (seat := table.to_act()) is not None and table.ply < 900:
            moves = decide(table, seat, orders, part).moves if number else ()
            legal = table.view(seat).legal
            if moves:
                assert moves[0] == legal[0]
                assert len(legal) == 1
                forced += len(moves)
            else:
                moves = (legal[luck.below(len(legal))],) if len(legal) > 1 else (legal[0],)
            table.commit(table.move(seat, table.ply, moves))
    shared = min(len(table.events) for table in tables)
    assert tables[0].events[:shared] == tables[1].events[:shared]
    assert forced


def forced_after_a_choice(game: str) -> tuple[Table, int]:
    """A table at which a seat has just moved, can undo that, and has one legal move left."""
    for number in range(50):
        table, luck = new_table(game, 2, seed=f"undo {number}"), Stream(f"undo {number}")
        for _ in range(300):
            seat = table.to_act()
            if seat is None:
                break
            legal = table.view(seat).legal
            table.commit(table.move(seat, table.ply, [legal[luck.below(len(legal))]]))
            if table.to_act() == seat and table.can_take_back(seat) and len(table.view(seat).legal) == 1:
                return table, seat
    raise AssertionError("there is no such table")


def test_after_a_move_that_can_be_undone_no_forced_move_takes_that_away() -> None:
    table, seat = forced_after_a_choice("freight-train")
    orders, part = SeatOrders(forced=True), Orders()
    moves = decide(table, seat, orders, part).moves
    if moves:
        table.commit(table.move(seat, table.ply, moves))
    assert table.can_take_back(seat)
    table.commit(table.take_back(seat, table.ply))
    assert decide(table, seat, orders, part).moves == (), "who undid a move wants to look at it"


def test_nothing_is_forced_where_there_is_a_choice_or_another_is_asked() -> None:
    table = new_table("freight-train", 2)
    seat = table.to_act()
    assert seat is not None
    for asked in (0, 1):
        assert decide(table, asked, SeatOrders(forced=True), Orders()).moves == ()
