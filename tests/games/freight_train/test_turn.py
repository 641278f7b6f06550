"""A turn: ft.fill, ft.one-action, ft.take-three, ft.load, ft.rearrange, ft.call, ft.yard-entry, ft.stuck."""

import pytest

from freightyard.core.counts import count
from tests.games.freight_train.positions import at, drive, field, legal, part, play, refused

# The rulebooks' picture: cars A, B, C on siding 1, D and F on siding 2, E on siding 3. The letters here are ours.
PICTURE = "main ABC/KG/H/-/-"


def words(moves: list[str], verb: str) -> list[str]:
    return [move for move in moves if move.split()[0] == verb]


# --- ft.fill ---


def test_fill_needs_two_empty_sidings() -> None:
    assert "fill" in legal(at("main T/T/T/-/-"))
    assert "fill" not in legal(at("main T/T/T/T/-"))
    assert refused(at("main T/T/T/T/-"), "fill") == (
        "ft.fill",
        "you can fill only when two sidings are empty; only one is",
    )
    assert refused(at("main T/T/T/T/T"), "fill") == (
        "ft.fill",
        "you can fill only when two sidings are empty; none are",
    )


def test_fill_brings_five_cars_that_come_up_together() -> None:
    state = play(at("main T/-/T/-/-"), "fill")
    for kind in ("box", "ore", "stock", "tank"):
        play(state, f"draw {kind}")
        assert part(state, "phase") == "filling 2"
        assert state.to_act() == -1
    play(state, "draw hopper")
    assert part(state, "main") == "T/HTSOB/T/-/-"  # the first card lies against the bumper, on the right
    assert part(state, "phase") == "filled"


def test_fill_is_done_once_a_turn_and_before_the_action() -> None:
    state = play(at("main TTT/-/-/-/-"), "fill")
    drive(state)
    assert "fill" not in legal(state)
    assert refused(state, "fill") == ("ft.fill", "you can fill only one siding in a turn")
    assert refused(play(at("main TTT/-/-/-/-"), "take 1"), "fill") == (
        "ft.take-three",
        "take 2 more cars from the main yard first",
    )


def test_fill_is_never_an_obligation_while_an_action_is_possible() -> None:
    state = at("main TTT/-/-/-/-")
    assert {"fill", "take 1", "call"} <= set(legal(state))


# Everything but four tank cars is out of the deck.
ALMOST_EMPTY = "1 locomotives 9 trains A9,B9,C9,K9,G9,H9,O9 yard PPPPPPPP/PRRRRRRR | 2 yard RRSSSSSS/SSSTTTTT"
EMPTY = "main TTTT/-/-/-/- | 1 locomotives 9 trains A9,B9,C9,K9,G9,H9,O9 yard PPPPPPPP/PRRRRRRR | 2 yard RRSSSSSS/SSSTTTTT"


def test_fill_with_fewer_cars_than_spaces_stands_against_the_bumper() -> None:
    state = play(at("leave out | " + ALMOST_EMPTY), "fill", *["draw tank"] * 4)
    assert part(state, "main") == "TTTT/-/-/-/-"
    assert part(state, "phase") == "filled"


def test_fill_may_draw_a_deck_of_the_trains_leave_card_alone() -> None:
    state = at("leave 0 | " + EMPTY)
    assert "fill" in legal(state)
    play(state, "fill", "draw trains-leave")
    assert part(state, "main") == "TTTT/-/-/-/-"
    assert part(state, "leave") == "out"
    assert part(state, "phase") == "filled"


def test_fill_is_refused_with_an_empty_deck() -> None:
    state = at("leave out | " + EMPTY)
    assert "fill" not in legal(state)
    assert refused(state, "fill") == ("ft.fill", "the deck is empty")


def test_fill_draws_only_what_is_left() -> None:
    state = play(at("leave 4 | " + ALMOST_EMPTY), "fill")
    assert legal(state) == ["draw tank"]
    assert refused(state, "draw box") == ("ft.fill", "no box car is left in the deck")
    assert refused(state, "draw trains-leave") == (
        "ft.day-end-card",
        "4 cars must come before the Trains Leave card can",
    )
    play(state, "draw tank")
    assert refused(state, "take 1") == ("ft.fill", "a siding of the main yard is being filled")


# --- ft.one-action ---


def test_one_action_offers_every_action_and_nothing_else() -> None:
    state = at("options cabooses | cabooses 7 | main TTT/-/-/-/- | 1 yard B/O trains H2 mixed -")
    assert legal(state) == ["caboose hopper", "call", "fill", "load 1", "load 2", "rearrange", "take 1"]


@pytest.mark.parametrize("action", ["rearrange", "call", "caboose hopper"])
def test_one_action_ends_the_turn(action: str) -> None:
    state = at("options cabooses | cabooses 7 | main TTT/TT/-/-/- | 1 yard -/- trains H2 | 2 yard B/-")
    if action == "rearrange":
        state = at("main TTT/TT/-/-/- | 1 trains H2", edition="whitewind-1993")
    play(state, action)
    assert state.to_act() == 1
    assert state.turns == 1


def test_one_action_is_no_free_pass() -> None:
    for edition in ("whitewind-1993", "whitewind-nl", "mayfair-1996"):
        state = at("main TTT/TT/-/-/-", edition=edition)
        assert "pass" not in legal(state)
        assert refused(state, "pass") == ("ft.stuck", "you can pass only when no action is possible")


def test_one_action_needs_cars_before_they_can_be_put() -> None:
    assert refused(at("main TTT/-/-/-/-"), "put tank train") == (
        "ft.one-action",
        "you have no car to place: take or load some first",
    )


# --- ft.take-three ---


@pytest.mark.parametrize(
    ("takes", "main", "hand"),
    [
        (["take 1", "take 1", "take 1"], "-/KG/H/-/-", "ABC"),
        (["take 1", "take 2", "take 3"], "BC/G/-/-/-", "AKH"),
        (["take 2", "take 2", "take 3"], "ABC/-/-/-/-", "KGH"),
    ],
    ids=["three from one siding", "one from each of three", "two from one and one from another"],
)
def test_take_three_in_the_three_ways_of_the_rulebook(takes: list[str], main: str, hand: str) -> None:
    state = play(at(PICTURE), *takes)
    assert part(state, "main") == main
    assert part(state, "hand") == hand
    assert part(state, "phase") == "placing"


def test_take_three_takes_only_from_the_open_end() -> None:
    state = play(at(PICTURE), "take 1")
    assert part(state, "hand") == "A"
    assert part(state, "main") == "BC/KG/H/-/-"


def test_take_three_is_exactly_three() -> None:
    state = play(at(PICTURE), "take 1", "take 1")
    assert legal(state) == ["take 1", "take 2", "take 3"]
    assert refused(state, "put box train") == ("ft.take-three", "take 1 more car first")
    assert refused(state, "call") == ("ft.take-three", "take 1 more car from the main yard first")
    play(state, "take 1")
    assert refused(state, "take 2") == ("ft.take-three", "put the 3 cars you took on trains or into your yard")


def test_take_three_is_refused_with_two_cars_left() -> None:
    state = at("main T/-/B/-/-")
    assert words(legal(state), "take") == []
    assert refused(state, "take 1") == ("ft.take-three", "you take exactly 3 cars; the main yard has only 2")
    assert refused(state, "take 2") == ("ft.take-three", "siding 2 is empty")


def test_take_three_puts_them_in_any_order_on_trains_and_into_the_yard() -> None:
    state = play(at(PICTURE), "take 1", "take 1", "take 1")
    play(state, "put box yard-2", "put auto-rack train", "put coil-steel yard-2")
    assert field(state, 1, "yard") == "-/CB"
    assert field(state, 1, "trains") == "A1"
    assert state.to_act() == 1


def test_take_three_needs_a_place_for_all_three() -> None:
    # The yard is full and no locomotive is free: only box cars can be placed.
    full = "1 locomotives 1 trains B2 yard AAAAAAAA/CCCCCCCC"
    state = at(f"main BBT/BO/-/-/- | {full}")
    assert words(legal(state), "take") == ["take 1", "take 2"]
    play(state, "take 1", "take 1")
    assert legal(state) == ["take 2"]
    assert refused(state, "take 1") == (
        "ft.take-three",
        "if you took this car, you could not place all 3 cars",
    )


def test_take_three_is_not_offered_if_three_cannot_be_placed() -> None:
    state = at("main BBT/-/-/-/- | 1 locomotives 1 trains B2 yard AAAAAAAA/CCCCCCCC")
    assert words(legal(state), "take") == []
    one_space = at("main BBT/-/-/-/- | 1 locomotives 1 trains B2 yard AAAAAAAA/CCCCCCC")
    assert words(legal(one_space), "take") == ["take 1"]


def test_take_three_never_offers_a_place_that_leaves_another_car_without_one() -> None:
    # One space in the yard, one train: the tank car has only the space, so the box cars must go on their train.
    state = at("phase placing | hand BBT | 1 locomotives 1 trains B2 yard AAAAAAAA/CCCCCCC")
    assert legal(state) == ["put box train", "put tank yard-2"]
    assert refused(state, "put box yard-2") == ("ft.take-three", "the other cars would have no place to go")
    assert refused(state, "put box yard-1") == ("ft.yard-entry", "yard siding 1 is full")


def test_take_three_puts_only_what_was_taken() -> None:
    state = at("phase placing | hand BBT")
    assert refused(state, "put ore train") == ("ft.take-three", "you have no ore car to place")


# --- ft.load ---


def test_load_one_to_four_cars_from_the_open_ends_of_both_sidings() -> None:
    state = at("main PPPPP/-/S/S/S | 1 yard TTB/TTO")
    play(state, "load 1", "load 2", "load 2", "load 1")
    assert part(state, "hand") == "TTTT"
    assert part(state, "phase") == "coupling"
    assert words(legal(state), "load") == []
    assert refused(state, "load 1") == ("ft.load", "you can load at most 4 cars in a turn: put these on trains")
    play(state, *["put tank train"] * 4)
    assert field(state, 1, "trains") == "T4"
    assert field(state, 1, "yard") == "B/O"
    assert state.to_act() == 1


def test_load_may_stop_after_one() -> None:
    state = play(at("main PPPPP/-/S/S/S | 1 yard TTB/-"), "load 1", "put tank train")
    assert state.to_act() == 1


def test_load_takes_no_more_cars_after_the_first_is_put() -> None:
    state = play(at("1 yard TTB/-"), "load 1", "load 1", "put tank train")
    assert words(legal(state), "load") == []
    assert refused(state, "load 1") == ("ft.load", "you cannot load more once a car is on a train: put the rest on trains")
    assert refused(state, "call") == ("ft.load", "put the last car you loaded on a train")


def test_load_goes_onto_trains_only() -> None:
    state = play(at("1 yard TTB/-"), "load 1")
    assert not any("yard" in move for move in legal(state))
    assert refused(state, "put tank yard-1") == ("ft.load", "cars that you load go on trains, not back into your yard")
    assert refused(state, "call") == ("ft.load", "put the car you loaded on a train")


def test_load_offers_a_car_only_if_it_can_be_placed() -> None:
    state = at("1 locomotives 1 trains B2 yard TB/B")
    assert words(legal(state), "load") == ["load 2"]
    assert refused(state, "load 1") == ("ft.load", "none of your trains can take the tank car, and you cannot start a new one")
    assert refused(at("1 yard -/B"), "load 1") == ("ft.load", "yard siding 1 is empty")


def test_load_offers_a_car_only_if_it_can_be_placed_with_those_before_it() -> None:
    state = play(at("1 locomotives 2 trains B2 yard T/OB"), "load 1")
    # The one free locomotive takes the tank car; an ore car can join it only in a mixed train.
    assert "load 2" in legal(state)
    play(state, "load 2")
    assert legal(state) == ["load 2", "put ore mixed", "put ore train", "put tank mixed", "put tank train"]
    # With a mixed train that has both kinds, the one free locomotive is for either car, not for both.
    either = play(at("1 locomotives 3 trains B2 mixed ORT yard T/O"), "load 1")
    assert words(legal(either), "load") == []
    assert refused(either, "load 2") == (
        "ft.load",
        "your trains have no room for the ore car beside the cars you loaded",
    )


def test_load_puts_cars_in_any_order() -> None:
    # Only if the second car loaded goes first can both be placed: it turns the mixed train into a box train, and then the
    # tank car makes a mixed train of the single coil steel car.
    state = play(at("1 locomotives 2 trains C1 mixed B yard TB/-"), "load 1", "load 1")
    assert "put box mixed" in legal(state)
    play(state, "put box mixed", "put tank coil-steel")
    assert field(state, 1, "trains") == "B2"
    assert field(state, 1, "mixed") == "CT"


# --- ft.rearrange ---


def test_rearrange_costs_a_point_and_takes_up_the_whole_yard() -> None:
    state = play(at("1 yard TB/O"), "rearrange")
    assert field(state, 1, "points") == "4"
    assert part(state, "hand") == "TBO"
    assert field(state, 1, "yard") == "-/-"
    assert refused(state, "put tank train") == ("ft.rearrange", "cars that you rearrange go back into your yard")
    assert refused(state, "take 1") == ("ft.rearrange", "put the 3 cars back into your yard")


def test_rearrange_reaches_every_order_exactly_once() -> None:
    # Three different cars on two sidings: 3! orders, each cut at four places.
    state = play(at("1 yard TB/O"), "rearrange")
    ends = set()

    def walk(state: object, depth: int) -> None:
        for text in legal(state):  # type: ignore[arg-type]
            after = play(state.clone(), text)  # type: ignore[attr-defined]
            if depth == 1:
                ends.add(field(after, 1, "yard"))
            else:
                walk(after, depth - 1)

    walk(state, 3)
    assert len(ends) == 24
    assert count(state, 3) == 24


def test_rearrange_keeps_eight_a_siding_and_no_gaps() -> None:
    state = play(at("1 yard TTTTTTTT/BBBBBBBB"), "rearrange")
    for _ in range(7):
        play(state, "put tank yard-1")
    assert legal(state) == ["put box yard-1", "put tank yard-1"]
    assert refused(state, "put tank yard-2") == (
        "ft.rearrange",
        "the other cars would not fit into the remaining sidings",
    )
    play(state, "put box yard-1")
    assert refused(state, "put box yard-1") == ("ft.yard-entry", "yard siding 1 is full")
    play(state, "put tank yard-2", *["put box yard-2"] * 7)
    assert field(state, 1, "yard") == "BTTTTTTT/BBBBBBBT"
    assert state.to_act() == 1


def test_rearrange_fills_the_sidings_in_order() -> None:
    state = play(at("1 yard TB/O"), "rearrange", "put tank yard-2")
    assert refused(state, "put ore yard-1") == ("ft.rearrange", "fill the sidings in order: yard siding 1 is done")


def test_rearrange_unchanged_is_a_paid_pass() -> None:
    state = play(at("1 yard TB/O"), "rearrange", "put box yard-1", "put tank yard-1", "put ore yard-2")
    assert field(state, 1, "yard") == "TB/O"
    assert field(state, 1, "points") == "4"
    assert state.to_act() == 1


@pytest.mark.parametrize("edition", ["whitewind-1993", "whitewind-nl"])
def test_rearrange_with_an_empty_yard_is_a_paid_pass_in_the_white_wind_editions(edition: str) -> None:
    state = play(at("", edition=edition), "rearrange")
    assert field(state, 1, "points") == "4"
    assert state.to_act() == 1


def test_rearrange_with_an_empty_yard_is_forbidden_by_mayfair() -> None:
    state = at("")
    assert "rearrange" not in legal(state)
    assert refused(state, "rearrange") == ("ft.rearrange", "your yard is empty: there is nothing to rearrange")
    assert "rearrange" in legal(at("1 yard T/-"))


def test_rearrange_needs_a_point() -> None:
    for points in (0, -2):
        state = at(f"1 points {points} yard T/-")
        assert "rearrange" not in legal(state)
        assert refused(state, "rearrange") == ("ft.rearrange", f"rearranging costs 1 point; you have {points}")


# --- ft.call ---


def test_call_brings_a_locomotive_for_the_next_turn_and_moves_no_car() -> None:
    state = at("main TTT/-/-/-/- | 1 locomotives 2 trains B2,O2 yard T/- mixed -")
    assert words(legal(state), "load") == []
    play(state, "call")
    assert field(state, 1, "locomotives") == "3"
    assert state.to_act() == 1


def test_call_once_a_day_on_the_first_two_days() -> None:
    assert "call" in legal(at("day 1"))
    assert "call" in legal(at("day 2"))
    assert refused(at("day 3 | main TTT/-/-/-/-"), "call") == ("ft.call", "you cannot call a locomotive on day 3")
    assert refused(at("1 yard -/- called"), "call") == (
        "ft.call",
        "you have already called a locomotive today",
    )


def test_call_may_follow_filling() -> None:
    state = drive(play(at("main T/-/-/-/-"), "fill"))
    assert "call" in legal(state)
    play(state, "call")
    assert state.to_act() == 1


# --- ft.yard-entry ---


def test_yard_entry_pushes_the_others_back() -> None:
    # The rulebooks' picture: three cars enter, and those that stood there keep their order behind them.
    state = at("phase placing | hand ABC | 1 yard TO/HH")
    play(state, "put box yard-1", "put auto-rack yard-1", "put coil-steel yard-2")
    assert field(state, 1, "yard") == "ABTO/CHH"


def test_yard_entry_stops_at_eight_cars() -> None:
    state = at("phase placing | hand T | 1 yard AAAAAAAA/BBBBBBB")
    assert "put tank yard-1" not in legal(state)
    play(state, "put tank yard-2")
    assert field(state, 1, "yard") == "AAAAAAAA/TBBBBBBB"


# --- ft.stuck ---

STUCK = "points 0 locomotives 1 trains H2 yard TTTTTTTT/OOOOOOOO called"


def test_stuck_is_a_free_pass_only_if_nothing_else_is_legal() -> None:
    state = at(f"main PPP/S/S/S/- | 1 {STUCK} | 2 locomotives 7")
    assert legal(state) == ["pass"]
    play(state, "pass")
    assert state.to_act() == 1


def test_stuck_must_fill_first_if_that_is_possible() -> None:
    state = at(f"main PPP/S/S/-/- | 1 {STUCK} | 2 locomotives 7")
    assert legal(state) == ["fill"]
    assert refused(state, "pass") == ("ft.stuck", "no action is possible yet: fill a siding first")
    play(state, "fill", "draw box", "draw box", "draw box", "draw box", "draw box")
    assert legal(state) == ["pass"]


def test_stuck_round_of_all_players_ends_the_day() -> None:
    stuck_2 = "points 0 locomotives 1 trains R2 yard AAAAAAAA/BBBBBBBB called"
    state = at(f"main PPP/S/S/S/- | 1 {STUCK} | 2 {stuck_2}")
    play(state, "pass")
    assert part(state, "phase") == "turn idle"
    play(state, "pass")
    assert part(state, "phase") == "leaving"
    drive(state)
    assert part(state, "day").startswith("2 ")
    assert part(state, "leave") != "out"


def test_stuck_round_in_which_someone_filled_does_not_end_the_day() -> None:
    stuck_2 = "points 0 locomotives 1 trains R2 yard AAAAAAAA/BBBBBBBB called"
    state = at(f"main PPP/S/S/-/- | 1 {STUCK} | 2 {stuck_2}")
    play(state, "fill", *["draw coil-steel"] * 5, "pass", "pass")
    assert part(state, "phase") == "turn"
    assert part(state, "day").startswith("1 round 2 ")


def test_stuck_round_in_which_someone_acted_does_not_end_the_day() -> None:
    state = at(f"main PPP/S/S/S/- | 1 {STUCK} | 2 locomotives 7")
    play(state, "pass", "call")
    assert part(state, "phase") == "turn"
