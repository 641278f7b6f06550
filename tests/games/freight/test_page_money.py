"""What the page of Freight says about money before it is spent: nothing is a surprise."""

import re

from freightyard.games.freight.rules.city_names import names_on
from freightyard.games.freight.rules.state import State
from freightyard.page.prompt import asked
from tests.games.freight.positions import (
    CITIES,
    LINE,
    building,
    family,
    family_shipping,
    family_text,
    play,
    seat,
    shipping,
    standard,
    text,
)
from tests.games.freight.test_page import EMPTY, parts, plain, whole_game

FAR = f"{LINE} n13/s0/1 n12/s0/1 n11/s0/1 n10/s0/1 n9/s0/1"  # from n8 over n14 to n18


def ticks(state: State) -> list[tuple[str, str, str]]:
    """The cubes that can be delivered: the move, what it pays, whether it is ticked."""
    return re.findall(r'data-word="(deliver \w+)" data-tick="(\d+)"[^>]*aria-pressed="(\w+)"', parts(state)["prompt"])


def test_cubes_that_pay_little_are_not_ticked_at_first() -> None:
    state = shipping(seat(cash=9, wagons=2, cargo="rrbg", at="n18"))  # a red and a blue disk there, and green wanted without one
    assert ticks(state) == [
        ("deliver red", "5", "true"),
        ("deliver red", "5", "true"),
        ("deliver blue", "5", "true"),
        ("deliver green", "1", "false"),
    ]
    assert "Deliver for 15</button>" in parts(state)["prompt"]
    assert play(state, "deliver red", "deliver red", "deliver blue").cash[0] == 9 + 15


def test_what_was_paid_in_full_in_this_visit_still_is() -> None:
    state = play(shipping(seat(cash=9, cargo="rr", at="n18")), "deliver red")
    assert ticks(state) == [("deliver red", "5", "true")]
    assert play(state, "deliver red").cash[0] == 9 + 10


def test_a_delivery_for_little_alone_has_to_be_ticked() -> None:
    prompt = parts(family_shipping(seat(cash=9, cargo="g", at="n18")))["prompt"]
    assert re.search(r"data-deliver disabled>Choose cubes to deliver<", prompt)


def test_the_sentence_of_shipping_is_as_short_whatever_is_in_the_wagons() -> None:
    for cargo in ("r", "rr"):
        prompt = parts(family_shipping(seat(cash=9, wagons=2, cargo=cargo, at="n14")))["prompt"]
        assert asked(prompt) == "Ship: load and deliver cubes. Money: 9."


def test_what_was_loaded_or_delivered_leaves_its_row_where_it_was() -> None:
    full = plain(parts(shipping(seat(cash=9, cargo="rr", at="n14"), used=2, loading="open"))["prompt"])
    assert "Load your wagons are full" in full
    bare = plain(parts(shipping(seat(cash=9, at="n14"), used=2, loading="open", cities=EMPTY))["prompt"])
    assert "Load nothing left to load" in bare
    delivered = plain(parts(shipping(seat(cash=9, at="n18"), used=2, delivering="open"))["prompt"])
    assert "You have nothing left that this city takes." in delivered
    assert "Deliver" not in delivered  # no label without a button
    assert "Deliver" not in plain(parts(shipping(seat(cash=9, at="n18"), used=2))["prompt"])


def test_a_cube_that_can_be_delivered_no_more_says_so() -> None:
    trip = "trip used 2 loading no delivering no paid -"
    state = family(family_text("shipping", seat(at="n14"), seat(), track=LINE, extra=f"last 2 | {trip}"))
    assert loads(state) == [("load red", "too late"), ("load blue", "too late"), ("load green", "none")]


def test_a_city_that_is_too_dear_says_why() -> None:
    trips = parts(shipping(seat(cash=0, at="n18"), track=FAR, used=3))["trips"]
    assert trips.count('class="dear"') == 1
    assert "10 steps, 3 for extra action points: too dear, you have 0" in plain(trips)
    toll = parts(shipping(seat(cash=1, at="n14"), seat(), track="n15/s0/2 n16/s0/2 n17/s0/2"))["trips"]
    assert "4 steps, toll 3: too dear, you have 1" in plain(toll)
    assert "dear" not in parts(shipping(seat(cash=9, at="n18"), track=FAR, used=3))["trips"]


def test_a_city_that_is_a_run_too_far_says_so() -> None:
    far = family_shipping(seat(at="n18"), track=FAR, used=1)
    assert "2 runs away, and you have 1 left" in plain(parts(far)["trips"])


def test_without_a_run_no_city_is_said_to_be_in_reach() -> None:
    state = play(family_shipping(seat(at="n18"), track=FAR), "go n14", "go n18")
    assert parts(state)["trips"] == '<div id="trips" data-part hidden></div>'


def loads(state: State) -> list[tuple[str, str]]:
    """The places for cubes to load: the move, and what is written there."""
    found = r'class="move cube load[^>]*data-(?:word|why)="(load \w+)".*?<small>([^<]*)</small>'
    return re.findall(found, parts(state)["prompt"])


def test_a_cube_says_what_it_brings_before_it_is_loaded() -> None:
    state = shipping(seat(cash=9, at="n14"))  # n18 wants red and blue and has disks for them; no green cube is here
    assert loads(state) == [("load red", "pays 5"), ("load blue", "pays 5"), ("load green", "none")]
    assert f"Load a red cube, 1 here: {names_on(state.view(0).board)['n18']} pays 5" in parts(state)["prompt"]
    alone = shipping(seat(cash=9, at="n14"), track="n15/s0/1")
    assert loads(alone) == [("load red", "unwanted"), ("load blue", "unwanted"), ("load green", "none")]


def test_a_cube_promises_only_what_can_be_earned_in_this_turn() -> None:
    city = names_on(shipping(seat(at="n14")).view(0).board)["n18"]
    no_run = family_shipping(seat(at="n14"), used=2)
    assert loads(no_run) == [("load red", f"for {city}"), ("load blue", f"for {city}"), ("load green", "none")]
    assert f"Load a red cube, 1 here: {city} wants it, too far for this turn" in parts(no_run)["prompt"]
    assert loads(family_shipping(seat(at="n14"), used=1))[0] == ("load red", "pays 5")
    # 2 points to load, 4 to go, 2 to deliver: beyond the 10 free ones each costs 1
    for used, cash, note in ((2, 0, "pays 5"), (3, 0, f"for {city}"), (3, 1, "pays 5"), (8, 5, f"for {city}"), (8, 6, "pays 5")):
        assert loads(shipping(seat(cash=cash, at="n14"), used=used))[0] == ("load red", note), (used, cash)


def test_cubes_to_load_stay_where_they_are_when_one_is_loaded() -> None:
    state = play(shipping(seat(cash=9, at="n14")), "load red", "load blue")
    assert [word for word, _ in loads(state)] == ["load red", "load blue", "load green"]
    assert 'data-word="load' not in parts(state)["prompt"]


def test_delivering_at_a_loss_is_said_before() -> None:
    green = seat(cash=9, cargo="g", at="n14")  # pays 1 in n18, and after four steps the free points are gone
    shown = plain(parts(shipping(green, used=6))["trips"])
    assert "4 steps; pay 2 for extra action points to deliver. No gain: costs 2, pays 1." in shown
    assert "No gain" not in plain(parts(shipping(green))["trips"])


def test_a_trip_that_gains_nothing_is_not_the_main_choice() -> None:
    # eleven points are used of ten: four steps cost 4 and delivering 2, which pays 5; with three fewer it gains 2
    red = seat(cash=9, cargo="r", at="n14")
    losing, gaining = parts(shipping(red, used=11)), parts(shipping(red, used=7))
    assert "No gain: costs 6, pays 5." in plain(losing["trips"])
    assert 'class="move pays"' not in losing["trips"]
    assert 'class="flag pays"' not in losing["map-ways"]
    assert 'class="move pays"' in gaining["trips"]
    assert 'class="flag pays"' in gaining["map-ways"]


def test_whoever_brings_about_the_end_is_told_before() -> None:
    seen = 0
    for state in whole_game("family", 3, "greedy", "sum"):
        actor = state.to_act()
        if actor is None or actor < 0:
            continue
        board = state.view(actor).board
        if board.phase == "shipping":
            ends = board.last is None and len(board.seats[actor].cities) >= 6
            assert ("everybody else has one more turn, then the game is over" in parts(state)["prompt"]) == ends
            assert ("after this turn everybody else has one more" in parts(state)["round"]) == ends
            seen += ends
    assert seen


def test_a_trip_says_when_delivering_at_its_end_cannot_be_paid() -> None:
    trips = parts(shipping(seat(cash=1, cargo="r", at="n14"), used=6))["trips"]
    assert "4 steps. Delivering there costs 2 more, and you would have 1." in plain(trips)


def test_a_trip_warns_when_it_takes_the_interest() -> None:
    trips = parts(shipping(seat(cash=4, loans=3, at="n14"), used=8))["trips"]
    assert "Leaves 2 for 3 interest." in plain(trips)
    assert "interest" not in plain(parts(shipping(seat(cash=9, loans=3, at="n14"), used=8))["trips"])


def test_a_step_says_what_it_costs() -> None:
    spots = parts(shipping(seat(cash=9, at="n14"), seat(), track="n15/s0/2 n16/s0/2 n17/s0/2", used=10))["map-spots"]
    assert "go one step: 1 for the extra action point, toll 1 to Ann 2" in spots
    free = parts(shipping(seat(cash=9, at="n14")))["map-spots"]
    assert "go one step" in free
    assert "toll" not in free


def test_what_is_bought_says_when_too_little_is_left_for_the_interest() -> None:
    prompt = parts(building(seat(cash=10, loans=6, took=1, at="n14"), track=LINE))["prompt"]
    assert "leaves 5 for 6 interest" in plain(prompt)  # a wagon
    assert "leaves 0 for 5 interest" in plain(prompt)  # a loan repaid
    assert 'data-interest="6"' in prompt
    assert "interest" not in plain(parts(building(seat(cash=30, loans=2, took=1, at="n14"), track=LINE))["prompt"]).replace(
        "1 interest a round", ""
    )


def test_the_end_of_building_says_what_the_train_has_to_earn() -> None:
    prompt = plain(parts(building(seat(cash=1, loans=3, took=1, at="n14"), track=LINE))["prompt"])
    assert "then earn 2 more for interest" in prompt


def test_who_cannot_pay_hears_what_will_be_sold() -> None:
    prompt = parts(shipping(seat(cash=0, loans=2, took=1, at="n14")))["prompt"]
    asked = re.findall(r'data-ask="([^"]*)"[^>]* data-warn', prompt)
    assert len(asked) == 1
    assert "a section of your track will be auctioned: " in asked[0]
    assert "n14 to" in asked[0]
    assert "for which the bank bids 3. Finish shipping?" in asked[0]


def test_who_cannot_pay_hears_what_a_loan_counts() -> None:
    prompt = parts(shipping(seat(cash=0, loans=2, at="n14")))["prompt"]
    assert "you will have to take a loan (+10; −15 points until you repay 10). Finish shipping?" in prompt


def test_loans_are_in_the_score_as_they_will_count() -> None:
    state = standard(text("building", seat(cash=9, loans=2, at="n14"), seat(), track=LINE, cities=CITIES))
    players = plain(parts(state)["players"])
    assert "−30 2 loans" in players
    assert "−11" in players  # 9, and 10 for two cities
