"""Moving, loading, delivering, and what they cost and pay."""

from tests.games.freight.positions import LINE, legal, play, refused, seat, shipping, standard, text


def test_move_ten_points_are_free_and_each_further_costs_one() -> None:
    state = shipping(seat(cash=3, at="n14"), used=8)
    play(state, "go n15", "go n16")
    assert (state.used, state.cash[0]) == (10, 3)
    play(state, "go n17")
    assert (state.used, state.cash[0], state.bank) == (11, 2, -2)


def test_move_costs_a_toll_to_the_owner_of_the_tile_each_time() -> None:
    state = shipping(seat(cash=9, at="n14"), seat(cash=1, at="n18"), track="n15/s0/1 n16/s0/2 n17/s0/2")
    play(state, "go n15")
    assert list(state.cash) == [9, 1]
    play(state, "go n16", "go n17", "go n18")
    assert list(state.cash) == [7, 3]
    play(state, "go n17")
    assert list(state.cash) == [6, 4]


def test_move_toll_for_track_of_the_bank_goes_to_the_bank() -> None:
    state = shipping(seat(cash=9, at="n14"), track="n15/s0/bank n16/s0/bank n17/s0/1")
    bank = state.bank
    play(state, "go n15", "go n16", "go n17", "go n18")
    assert state.cash[0] == 7
    assert state.bank == bank + 2


def test_move_beyond_ten_points_on_foreign_track_pays_both() -> None:
    state = shipping(seat(cash=9, at="n14"), seat(at="n18"), track="n15/s0/2 n16/s0/2 n17/s0/2", used=10)
    play(state, "go n15")
    assert list(state.cash) == [7, 1]


def test_move_goes_straight_through_plain_track_and_does_not_turn_back() -> None:
    state = play(shipping(seat(at="n14")), "go n15")
    assert legal(state, "go") == {"go n16"}
    assert refused(state, "go n14") == "fr.move: a train turns back only in a city"
    assert refused(state, "done") == "fr.move: your train is on the way: go on to a city first"


def test_move_leaves_a_switch_by_either_of_the_other_legs() -> None:
    # n16 is {0, 2, 3}: straight on to n18, or down to the left towards r14.
    track = "n15/s0/1 n16/l0/1 n17/s0/1 o15/s2/1 p14/c5/1 q14/s1/1"
    state = play(shipping(seat(at="n14"), track=track), "go n15", "go n16")
    assert legal(state, "go") == {"go n17", "go o15"}
    # Coming from n17 the legs 2 and 3 are open.
    back = play(shipping(seat(at="n18"), track=track), "go n17", "go n16")
    assert legal(back, "go") == {"go n15", "go o15"}


def test_move_may_leave_a_city_by_any_side_and_turn_back_there() -> None:
    state = shipping(seat(cash=20, at="n14"), track=f"{LINE} n13/s0/1 n12/s0/1 n11/s0/1 n10/s0/1 n9/s0/1")
    assert legal(state, "go") == {"go n15", "go n13"}
    play(state, "go n15", "go n16", "go n17", "go n18")
    assert legal(state, "go") == {"go n17"}


def test_move_is_offered_only_if_a_city_can_still_be_reached() -> None:
    # Four steps to n18. With 8 points used and no money, two are too few.
    assert legal(shipping(seat(cash=0, at="n14"), used=8), "go") == set()
    assert legal(shipping(seat(cash=1, at="n14"), used=8), "go") == set()
    assert legal(shipping(seat(cash=2, at="n14"), used=8), "go") == {"go n15"}
    assert legal(shipping(seat(cash=0, at="n14"), used=6), "go") == {"go n15"}


def test_move_counts_tolls_and_points_together() -> None:
    track = "n15/s0/1 n16/s0/2 n17/s0/2"
    other = seat(at="n18")
    assert legal(shipping(seat(cash=1, at="n14"), other, track=track), "go") == set()
    assert legal(shipping(seat(cash=2, at="n14"), other, track=track), "go") == {"go n15"}
    assert legal(shipping(seat(cash=2, at="n14"), other, track=track, used=7), "go") == set()
    assert legal(shipping(seat(cash=3, at="n14"), other, track=track, used=7), "go") == {"go n15"}


def test_move_takes_the_longer_own_way_when_the_short_one_costs_tolls() -> None:
    # From n16 straight on over seat 2's n17 to n18, or round over own track: o16 p16 p17 o18 to n18.
    track = "n15/s0/1 n16/r3/1 n17/s0/2 o16/s1/1 p16/r1/1"
    state = shipping(seat(cash=0, at="n14"), seat(at="n18"), track=track)
    assert legal(state, "go") == set()  # the own way ends at p16
    own = "n15/s0/1 n16/r3/1 n17/s0/2 o16/c4/1 o17/c3/1"  # o16 {4, 0}, o17 {3, 5}: up into n18
    assert legal(shipping(seat(cash=0, at="n14"), seat(at="n18"), track=own), "go") == {"go n15"}
    on_the_way = play(shipping(seat(cash=0, at="n14"), seat(at="n18"), track=own), "go n15", "go n16")
    assert legal(on_the_way, "go") == {"go o16"}
    assert refused(on_the_way, "go n17") == "fr.move: that step costs 1, and you have 0"


def test_move_not_into_a_dead_end_or_a_closed_side() -> None:
    state = shipping(seat(cash=50, at="n14"), track="n15/s0/1 n16/s0/1")
    assert legal(state, "go") == set()
    assert refused(state, "go n15").startswith("fr.move: from there your action points and your money would not")
    assert refused(state, "go n13") == "fr.move: no track on n13 leads on from here"
    assert refused(state, "go n16") == "fr.move: n16 is not next to your train"


def test_move_staying_is_legal_and_points_are_paid_from_earnings_too() -> None:
    assert "done" in legal(shipping(seat(at="n14")))
    # 9 points used: the delivery takes 2, one beyond the free ones, paid before the 5 are earned.
    poor = shipping(seat(cash=0, at="n18", cargo="r"), used=9)
    assert legal(poor, "deliver") == set()
    assert refused(poor, "deliver red").startswith("fr.deliver: that takes 2 action points; the extra ones cost 1")
    state = play(shipping(seat(cash=1, at="n18", cargo="r"), used=9), "deliver red")
    assert state.cash[0] == 5
    play(state, "go n17")
    assert state.cash[0] == 4


def test_move_loan_on_the_way_is_legal() -> None:
    state = shipping(seat(cash=0, at="n14"), used=8)
    assert legal(state, "go") == set()
    play(state, "loan")
    assert legal(state, "go") == {"go n15"}


# --- load and deliver ---


def test_load_any_number_of_cubes_for_two_points() -> None:
    state = play(shipping(seat(at="n14")), "load red", "load blue")
    assert state.used == 2
    board = state.view(0).board
    assert board.seats[0].cargo == "rb"
    assert board.cities[0].markers == "Y"  # loaded cubes leave the city's markers


def test_load_one_cube_a_slot_and_two_slots_a_wagon() -> None:
    state = play(shipping(seat(at="n14", cargo="w")), "load red")
    assert refused(state, "load blue") == "fr.load: your wagons are full"
    play(shipping(seat(at="n14", cargo="w", wagons=2)), "load red", "load blue")


def test_load_only_supplied_cubes_that_are_there() -> None:
    state = shipping(seat(at="n14"))
    assert legal(state, "load") == {"load red", "load blue"}
    assert refused(state, "load yellow") == "fr.load: this city does not supply yellow"
    assert refused(state, "load green") == "fr.load: this city has no green cube now"


def test_load_and_deliver_in_one_visit_cost_three_in_either_order() -> None:
    state = play(shipping(seat(at="n14", cargo="y")), "load red")
    assert state.used == 2
    play(state, "deliver yellow")
    assert state.used == 3
    other = play(shipping(seat(at="n14", cargo="yk")), "deliver yellow", "deliver black")
    assert other.used == 2
    play(other, "load red", "load blue")
    assert other.used == 3


def test_load_once_and_deliver_once_a_visit() -> None:
    state = play(shipping(seat(at="n14", cargo="yk", wagons=3)), "load red", "deliver yellow")
    assert refused(state, "load blue") == "fr.load: you load once a visit, and you have done so"
    play(state, "deliver black")  # the delivery goes on
    other = play(shipping(seat(at="n14", cargo="yk", wagons=3)), "deliver yellow", "load red")
    assert refused(other, "deliver black") == "fr.deliver: you deliver once a visit, and you have done so"


def test_load_a_new_visit_begins_after_moving() -> None:
    state = play(shipping(seat(cash=9, at="n14")), "load red", "go n15", "go n16", "go n17", "go n18", "deliver red")
    assert state.used == 2 + 4 + 2
    play(state, "load yellow")
    assert state.used == 9


def test_load_not_on_the_way() -> None:
    state = play(shipping(seat(at="n14", cargo="y")), "go n15")
    assert refused(state, "load red") == "fr.load: cubes are loaded only in a city: go on to one"
    assert refused(state, "deliver yellow") == "fr.deliver: cubes are delivered only in a city: go on to one"


def test_deliver_only_where_the_colour_is_shown_as_demand() -> None:
    state = shipping(seat(at="n14", cargo="rw"))
    assert legal(state, "deliver") == {"deliver white"}
    assert refused(state, "deliver red") == "fr.pay: this city does not want red: it supplies it"
    assert refused(state, "deliver black") == "fr.deliver: there is no black cube in your wagons"


def test_pay_five_for_each_cube_of_a_demanded_colour_and_one_without_a_disk() -> None:
    state = play(shipping(seat(at="n14", cargo="yw")), "deliver yellow", "deliver white")
    assert state.cash[0] == 5 + 1
    assert state.view(0).board.cities[0].markers == "rb"


def test_pay_several_cubes_of_a_colour_together_for_one_disk() -> None:
    cities = "n14/rbg/rYYK n18/ykw/ykRB r10/rby/rbGK j14/rbk/bkGY r14/gyk/gyRB n8/bgw/bgRY"
    state = shipping(seat(at="n14", cargo="yyykk", wagons=3), cities=cities)
    play(state, "deliver yellow", "deliver black", "deliver yellow", "deliver yellow", "deliver black")
    assert state.cash[0] == 25
    assert state.view(0).board.cities[0].markers == "rY"  # one yellow and one black disk less


def test_pay_one_disk_left_pays_all_cubes_of_that_delivery() -> None:
    state = play(shipping(seat(at="n14", cargo="yy")), "deliver yellow", "deliver yellow")
    assert state.cash[0] == 10
    assert state.view(0).board.cities[0].markers == "rb"


def test_pay_a_later_delivery_without_a_disk_earns_one() -> None:
    state = play(shipping(seat(cash=20, at="n14", cargo="yy")), "deliver yellow")
    play(state, "go n15", "go n16", "go n17", "go n18", "go n17", "go n16", "go n15", "go n14")
    cash = state.cash[0]
    play(state, "deliver yellow")
    assert state.cash[0] == cash - 2 + 1  # two points beyond the free ones


def test_deliver_cubes_are_kept_from_turn_to_turn() -> None:
    state = play(shipping(seat(at="n14")), "load red", "done", "put red n14", "shift red cube", "fill red cube")
    assert state.view(0).board.seats[0].cargo == "r"


def test_turn_skips_shipping_without_a_locomotive() -> None:
    state = play(standard(text("building", seat(), seat())), "done")
    assert state.to_act() == 1
