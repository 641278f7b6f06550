"""Every refusal cites a rule of this game and says something a person can use."""

import pytest

from freightyard.core.chance import Dice
from freightyard.core.contract import CHANCE
from freightyard.games.freight.rules import GAME
from freightyard.games.freight.rules.phases import NAMES
from tests.games.freight.positions import (
    STANDARD,
    building,
    family_shipping,
    legal,
    play,
    refused,
    seat,
    shipping,
    standard,
    text,
)
from tests.games.freight.test_slugs import SLUGS

SOME = (
    "done loan repay wagon random raise pass|open 3|build n15 straight 0|build n22 curve 3|upgrade n16 switch-left 0|bridge n16 1"
    "|city o16|tile rbg|locomotive n14|go n15|go n18|load red|deliver yellow|sell n15|sell n15 bridge|sell n14|to n18|put red n14"
    "|shift red cube|fill white disk|roll red|leave 1|order 2|place n14"
)
MOVES = [*SOME.split("|")[0].split(), *SOME.split("|")[1:]]


@pytest.mark.parametrize(("edition", "seed"), [("standard", 5), ("standard", 6), ("family", 7)])
def test_every_verb_is_refused_with_a_rule_in_every_phase(edition: str, seed: int) -> None:
    state = GAME.start(GAME.edition(edition), 2)
    rng = Dice(seed)
    parse = state.edition.vocabulary.parse
    seen = set()
    while state.to_act() is not None:
        phase = state.view(None).board.phase
        if phase not in seen:
            seen.add(phase)
            for words in MOVES:
                refusal = state.refuse(parse(words))
                assert (refusal is None) == (parse(words) in state.legal())
                if refusal is not None:
                    assert refusal.slug in SLUGS, f"{words} in {phase}"
                    assert len(refusal.reason.split()) >= 4, f"{words} in {phase}"
                    assert "\n" not in refusal.reason
        moves = state.legal()
        state.play(state.draw(rng) if state.to_act() == CHANCE else moves[rng.below(len(moves))])
    assert all(refused(state, words).startswith("fr.score: the game is over") for words in MOVES)
    assert seen <= set(NAMES)
    assert len(seen) >= 8


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("go n15", "fr.turn: finish building first: the train moves after that"),
        ("load red", "fr.turn: finish building first: cubes are loaded after that"),
        ("deliver red", "fr.turn: finish building first: cubes are delivered after that"),
        ("raise", "fr.auction: nothing is auctioned now"),
        ("pass", "fr.auction: nothing is auctioned now"),
        ("open 0", "fr.auction: no place in the turn order is auctioned now"),
        ("sell n15", "fr.section: you sell track only when you cannot pay the interest and may not take a loan"),
        ("put red n14", "fr.supply: you put a marker from box 1 on a city after the interest is paid"),
        ("shift red cube", "fr.supply: you move a marker from box 2 to box 1 after you put one on a city"),
        ("fill red cube", "fr.supply: you put a marker into box 2 at the end of your turn"),
        ("roll red", "fr.round: the colour die is not rolled now"),
        ("leave 1", "fr.markers: a number is drawn for each city when the game is set up"),
        ("order 1", "fr.first-order: the first turn order is drawn before the first round"),
        ("place n14", "fr.map: cities are placed only before the game starts"),
        ("tile rbw", "fr.build-city: you choose a tile only for a city that you have just founded"),
        ("random", "fr.build-city: you choose a tile only for a city that you have just founded"),
        ("build n15 straight 0", "fr.build-track: there is already track on n15"),
        ("build n14 straight 0", "fr.build-track: Winmore n14 is a city"),
        ("build a14 straight 0", "fr.map: a14 is not on the map for 2 players"),
        ("build n19 straight 0", "fr.build-track: a straight costs 3, and you have 2"),
        ("upgrade n15 switch-left 0", "fr.build-track: an upgrade costs 3, and you have 2"),
        ("bridge o14 0", "fr.bridge: a bridge goes over track, and there is none on o14"),
    ],
)
def test_refusals_while_building(words: str, answer: str) -> None:
    state = building(seat(cash=2, at="n14"), track="n15/s0/1 n16/s0/1 n17/s0/1")
    assert refused(state, words) == answer


def test_refusals_in_the_auction_and_at_set_up() -> None:
    state = standard(text("bidding", seat(), seat(), acts=2, extra="auction bid - by - passed - places -"))
    assert refused(state, "build n15 straight 0").startswith("fr.auction: a place in the turn order is auctioned")
    assert refused(state, "repay").startswith("fr.repay")
    fresh = GAME.start(STANDARD, 2)
    assert refused(fresh, "done") == "fr.map: the cities of the map are being placed"
    assert refused(fresh, "loan") == "fr.loan: you can take a loan only when a decision is yours"
    rolling = standard(text("rolling n14", seat(), seat(), cities=FEW))
    assert refused(rolling, "pass").startswith("fr.round: a new round begins")


def test_refusals_while_shipping() -> None:
    state = shipping(seat(cash=2, at="n14"))
    assert refused(state, "build n19 straight 0") == "fr.turn: building is over for this turn: you are shipping"
    assert refused(state, "wagon") == "fr.turn: building is over for this turn: you are shipping"
    family = family_shipping(seat(cash=2, at="n14", loans=1))
    assert refused(family, "repay") == "fr.repay: repaying a loan costs 10, and you have 2"
    assert "loan" in legal(play(state, "load red"))


def test_refusals_of_turning_back_on_the_way_say_where_a_train_turns_back() -> None:
    state = play(shipping(seat(cash=2, at="n14")), "go n15")
    assert refused(state, "go n14") == "fr.move: a train turns back only in a city"
    assert refused(state, "go m15") == "fr.move: the track under your train does not lead to m15"
    play(state, "go n16", "go n17", "go n18")
    assert "go n17" in legal(state)


def test_refusals_to_a_seat_that_lost_its_track_do_not_speak_of_a_first_one() -> None:
    assert refused(building(seat(cash=9, at="n14")), "build t10 straight 0") == (
        "fr.connected: you have no track left: build again from any city"
    )
    assert refused(building(seat(cash=9)), "build t10 straight 0") == "fr.connected: your first track must touch a city"


def test_refusals_to_repay_in_the_middle_of_building_say_what_comes_before() -> None:
    cities = "n14/rbg/rbYK n16/ykw/ykRB r10/rby/rbGK j14/rbk/bkGY r14/gyk/gyRB n8/bgw/bgRY"
    starting = play(building(seat(cash=20, loans=1), cities=cities), "build n15 straight 0")
    assert refused(starting, "repay") == "fr.locomotive-start: choose first in which city your locomotive starts"
    assert "repay" in legal(play(starting, "locomotive n14"))
    choosing = play(building(seat(cash=20, loans=1, at="n14"), track="n15/s0/1"), "city n16")
    assert refused(choosing, "repay") == "fr.build-city: choose first what the new city supplies, or draw its tile at random"
    assert refused(shipping(seat(cash=20, loans=1, at="n14")), "repay").startswith("fr.repay: you repay loans while you build")


def test_refusals_of_repaying_on_the_way_where_loans_are_repaid_in_the_whole_turn() -> None:
    mixed = GAME.edition_from({"extends": "standard", "name": "mixed", "flow": {"repay": "turn"}}, "mixed")
    state = GAME.position(mixed, shipping(seat(cash=20, loans=1, at="n14")).text())
    assert "repay" in legal(state)
    assert refused(play(state, "go n15"), "repay") == "fr.family: your train is on the way: go on to a city, then repay"


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("put red n14", "fr.supply: you put a marker from box 1 on a city after the interest is paid"),
        ("shift red cube", "fr.supply: you move a marker from box 2 to box 1 after you put one on a city"),
        ("fill red cube", "fr.supply: you put a marker into box 2 at the end of your turn"),
        ("sell n15", "fr.section: you sell track only when you cannot pay the interest and may not take a loan"),
        ("to n18", "fr.section: you sell track only when you cannot pay the interest and may not take a loan"),
        ("open 3", "fr.auction: no place in the turn order is auctioned now"),
        ("raise", "fr.auction: nothing is auctioned now"),
        ("pass", "fr.auction: nothing is auctioned now"),
        ("locomotive n14", "fr.locomotive-start: a locomotive is placed only once, after the first track"),
        ("roll red", "fr.round: the colour die is not rolled now"),
        ("city o16", "fr.turn: building is over for this turn: you are shipping"),
    ],
)
def test_refusals_while_shipping_tell_when_else_a_move_comes(words: str, answer: str) -> None:
    assert refused(shipping(seat(cash=2, at="n14")), words) == answer


FEW = "n14/rbg/- n18/ykw/ykRB r10/rby/rbGK j14/rbk/bkGY r14/gyk/gyRB n8/bgw/bgRY"
