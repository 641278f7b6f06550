"""Shipping and the demand of cities."""

import pytest

from tests.games.freight_cars.positions import SIX, TRAIN, at, chance, field, legal, of, part, play, refused


@pytest.mark.parametrize(("cars", "credits_"), [(1, 1), (2, 3), (3, 6), (4, 10), (5, 15), (6, 15)])
def test_ship_earns_credits_by_length_and_more_than_five_earn_the_last_entry(cars: int, credits_: int) -> None:
    state = at(f"1 train {SIX}")
    cards = [car.split("=")[0] for car in SIX.split(",")]
    play(state, *(f"ship {card}" for card in cards[:cars]), "done")
    assert field(state, 1, "credits") == str(credits_)
    assert len(field(state, 1, "shipped").split("/")[0].split("+")) == cars
    assert state.to_act() == 1


def test_ship_needs_a_car_and_takes_any_of_the_train_once() -> None:
    state = at(f"1 train {TRAIN}")
    assert of(state, "ship") == ["coal-1", "coal-3", "lumber-1", "oil-1", "produce-1"]
    play(state, "ship lumber-1")
    assert of(state, "ship") == ["coal-3", "oil-1", "produce-1"]
    assert refused(state, "ship lumber-1") == ("fc.ship", "lumber #1 is already in the shipment")
    assert (
        refused(state, "ship coal-1")[1]
        == "cars are shipped from the front of the train to its end: coal #1 stands before one you chose"
    )
    assert refused(state, "ship oil-2") == ("fc.ship", "oil #2 is not in your train: you can ship only loaded cars")
    assert refused(at(), "ship coal-1") == ("fc.ship", "coal #1 is not in your train: you can ship only loaded cars")


def test_ship_gives_the_pieces_back_and_leaves_the_other_cars_loaded() -> None:
    state = at(f"1 train {TRAIN}")
    assert state.view(None).board.seats[0].free["I2"] == 0
    play(state, "ship lumber-1", "ship coal-3", "done")
    assert field(state, 1, "train") == "coal-1=I2+I4,oil-1=L3+L3,produce-1=I2+T4"
    assert state.view(None).board.seats[0].free == {
        "I1": 2,
        "I2": 1,
        "I3": 2,
        "L3": 1,
        "I4": 0,
        "O4": 1,
        "T4": 0,
        "L4": 2,
        "S4": 1,
    }


def test_ship_notes_the_pieces_that_were_left_over() -> None:
    # Five cars with two pieces each leave six of sixteen.
    assert field(play(at(f"1 train {TRAIN}"), "ship coal-1", "done"), 1, "shipped") == "coal-1/6"


def test_demand_of_new_orleans_is_met_by_four_cars_for_10_and_3() -> None:
    state = at("cities new-orleans,boston,miami | 1 train coal-1=I4+I2,lumber-1=S4+I2,oil-1=L3+L3,produce-1=T4+I2")
    play(state, "ship coal-1", "ship lumber-1", "ship oil-1", "ship produce-1", "claim new-orleans", "done")
    assert field(state, 1, "credits") == "13"
    assert field(state, 1, "cities") == "new-orleans"


def test_demand_counts_each_car_for_one_city_only() -> None:
    # Atlanta and New Orleans both want coal and lumber.
    both = "cities new-orleans,atlanta,miami"
    state = at(f"{both} | 1 train coal-1=I4+I2,lumber-1=S4+I2,oil-1=L3+L3")
    play(state, "ship coal-1", "ship lumber-1", "ship oil-1")
    assert of(state, "claim") == ["atlanta", "new-orleans"]
    play(state, "claim new-orleans")
    assert legal(state) == ["done"]
    reason = "Atlanta wants 1 coal car, and your shipment has none left"
    assert refused(state, "claim atlanta") == ("fc.demand", reason)
    state = at(f"{both} | 1 train coal-1=I4+I2,lumber-1=S4+I2,coal-3=L4+I3,lumber-2=I3+L4")
    play(state, "ship coal-1", "ship lumber-1", "ship coal-3", "ship lumber-2", "claim new-orleans", "claim atlanta", "done")
    assert field(state, 1, "credits") == str(10 + 3 + 4)


def test_demand_for_a_resource_twice_needs_two_cars() -> None:
    one = play(at("1 train lumber-1=S4+I2"), "ship lumber-1")
    assert of(one, "claim") == []
    assert refused(one, "claim miami")[1] == "Miami wants 2 lumber cars, and your shipment has only 1"
    two = play(at("1 train lumber-1=S4+I2,lumber-2=I3+L4"), "ship lumber-1", "ship lumber-2")
    assert of(two, "claim") == ["miami"]


def test_demand_is_optional_and_need_not_match_the_train_exactly() -> None:
    state = play(at("1 train lumber-1=S4+I2,lumber-2=I3+L4,oil-1=L3+L3"), "ship lumber-1", "ship lumber-2", "ship oil-1")
    assert legal(state) == ["claim miami", "done"]
    play(state, "done")
    assert field(state, 1, "cities") == "-"
    assert field(state, 1, "credits") == "6"


def test_demand_is_made_on_the_cities_that_lay_there_and_then_they_are_replaced() -> None:
    state = at("1 train lumber-1=S4+I2,lumber-2=I3+L4")
    play(state, "ship lumber-1", "ship lumber-2", "claim miami")
    assert part(state, "cities") == "denver,boston,miami"
    play(state, "done")
    assert part(state, "phase") == "restocking"
    assert state.to_act() == -1
    assert set(chance(state).values()) == {1}
    play(state, "reveal houston")
    assert part(state, "cities") == "denver,boston,houston"
    assert part(state, "city-deck") == "9"
    assert (state.to_act(), state.turns) == (1, 1)


@pytest.mark.parametrize("deck", ["city-deck 0", "deck 5 above 0 end final-turns 2"])
def test_demand_is_not_replaced_from_an_empty_deck_or_in_the_final_phase(deck: str) -> None:
    state = at(f"{deck} | 1 train lumber-1=S4+I2,lumber-2=I3+L4")
    play(state, "ship lumber-1", "ship lumber-2", "claim miami", "done")
    assert part(state, "cities") == "denver,boston,-"
    assert state.to_act() == 1


def test_demand_is_refused_before_a_car_is_shipped_and_for_what_is_not_there() -> None:
    state = at("1 train lumber-1=S4+I2,lumber-2=I3+L4")
    assert refused(state, "claim miami") == ("fc.demand", "cities are served by a shipment: ship a car first")
    play(state, "ship lumber-1", "ship lumber-2")
    assert refused(state, "claim houston") == ("fc.demand", "Houston is not face up")
    play(state, "claim miami")
    assert refused(state, "claim miami") == ("fc.demand", "this shipment already serves Miami")
    assert refused(state, "ship lumber-1") == ("fc.ship", "lumber #1 is already in the shipment")


def test_demand_is_claimed_in_the_order_of_the_row_and_after_the_cars() -> None:
    state = at(f"cities new-orleans,portland,miami | 1 train {SIX}")
    play(state, "ship coal-1", "ship lumber-1", "ship oil-1", "ship produce-1", "claim portland")
    reason = "cities are served in the order of the row: New Orleans stands before one you chose"
    assert refused(state, "claim new-orleans") == ("fc.demand", reason)
    assert refused(state, "ship lumber-2") == ("fc.demand", "cars are added before cities are served")
