"""The End of Game card, the final turns, the final shipping, bonuses and winners."""

import pytest

from freightyard.core.contract import Outcome
from freightyard.page.sheet import winner_words
from tests.games.freight_cars.positions import SIX, TRAIN, at, chance, drive, field, legal, part, play, refused

LAST = "deck 0 above 0 end in-deck"  # nothing is left in the deck but the End of Game card


def test_end_card_drawn_is_set_aside_and_the_next_card_is_drawn() -> None:
    state = play(at("turns 0 seat 2 | deck 3 above 0 end in-deck", seats=3), "draw deck", "reveal end-of-game")
    assert part(state, "deck") == "3 above 0 end revealed 2"
    assert "reveal end-of-game" not in chance(state)
    play(state, "draw coal-1")
    assert field(state, 2, "hand") == "coal-1"
    assert part(state, "deck") == "2 above 0 end final-turns 2"
    assert state.to_act() == 2


def test_end_card_that_replaces_a_card_is_itself_replaced() -> None:
    state = play(at("deck 3 above 0 end in-deck"), "take steel-2", "reveal end-of-game", "reveal coal-1")
    assert part(state, "tableau").startswith("coal-1,steel-3")
    assert part(state, "deck") == "2 above 0 end final-turns 1"


def test_end_leaves_the_place_empty_if_there_is_no_next_card() -> None:
    state = play(at(LAST), "take steel-2")
    assert chance(state) == {"reveal end-of-game": 1}
    play(state, "reveal end-of-game")
    assert part(state, "tableau").startswith("-,steel-3")
    assert state.to_act() == 1


def test_end_lets_the_drawer_take_a_face_up_card_instead() -> None:
    state = play(at(LAST), "draw deck", "reveal end-of-game")
    assert part(state, "phase") == "instead"
    assert state.to_act() == 0
    assert legal(state) == sorted(f"take steel-{number}" for number in range(2, 11))
    assert refused(state, "draw deck") == ("fc.end", "the deck is empty: take a face-up card instead")
    play(state, "take steel-5")
    assert field(state, 1, "open") == "steel-5"
    assert (state.to_act(), state.turns) == (1, 1)


def test_end_without_any_card_ends_the_turn() -> None:
    state = play(at(f"{LAST} | tableau -,-,-,-,-,-,-,-,- | 2 hand coal-1"), "draw deck", "reveal end-of-game")
    assert (state.to_act(), state.turns) == (1, 1)


def test_end_gives_every_player_one_full_turn_the_revealer_last() -> None:
    state = at("turns 7 seat 2 | deck 9 above 0 end in-deck", seats=3)
    drive(play(state, "draw deck"), "reveal end-of-game")
    order = []
    while part(state, "phase") == "turn":
        order.append(state.to_act())
        drive(play(state, "draw deck"))
    assert order == [2, 0, 1]
    assert part(state, "phase") == "last-shipping"
    assert state.turns == 7 + 1 + 3


def test_end_replaces_no_city_from_then_on() -> None:
    state = at("deck 9 above 0 end final-turns 2 | 1 train lumber-1=S4+I2,lumber-2=I3+L4")
    play(state, "ship lumber-1", "ship lumber-2", "claim miami", "done")
    assert part(state, "cities") == "denver,boston,-"
    assert part(state, "city-deck") == "10"


def test_final_shipping_goes_in_the_same_order_and_everyone_may_ship_or_decline() -> None:
    state = at(f"turns 9 seat 3 | phase last-shipping | deck 0 above 0 end final-shipping 2 | 3 train {TRAIN}", seats=3)
    assert legal(state) == ["decline", *(f"ship {card}" for card in ("coal-1", "coal-3", "lumber-1", "oil-1", "produce-1"))]
    assert refused(state, "take steel-2") == (
        "fc.final-shipping",
        "the final shipping has begun: you can only ship cars, or finish",
    )
    play(state, "ship coal-1", "ship lumber-1", "done")
    assert field(state, 3, "credits") == "3"
    order = []
    while state.to_act() != -1:
        order.append(state.to_act())
        assert legal(state) == ["decline"]
        play(state, "decline")
    assert order == [0, 1]
    assert state.turns == 9 + 3
    assert part(state, "phase") == "unmasking"


def test_final_shipping_is_the_only_time_to_decline() -> None:
    assert refused(at(), "decline") == ("fc.final-shipping", "you can decline only in the final shipping, after the last turns")


def test_bonus_is_paid_after_the_corporations_are_revealed() -> None:
    state = at(
        "turns 9 seat 2 | phase last-shipping | deck 0 above 0 end final-shipping 2 "
        "| 1 credits 20 shipped coal-1+coal-2/5 | 2 credits 7 shipped lumber-1/5"
    )
    assert refused(state, "reveal anthracite-union") == ("fc.bonus", "corporations stay secret until the final shipping is over")
    play(state, "decline")
    assert state.view(1).board.seats[0].corporation == "?"
    assert chance(state) == {"reveal anthracite-union": 1}
    play(state, "reveal anthracite-union")
    assert state.view(1).board.seats[0].corporation == "anthracite-union"
    assert state.view(1).board.seats[0].bonus == 4
    assert state.view(0).board.seats[1].corporation == "?"
    play(state, "reveal cascade-timber")
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.scores == (24, 9)
    assert (outcome.winners, outcome.ended_by) == ((0,), "fc.win")
    assert legal(state) == []


OVER = "turns 9 seat 1 | phase over | deck 0 above 0 end final-shipping 2"
# anthracite-union pays 2 for each coal car, cascade-timber 2 for each lumber car.


@pytest.mark.parametrize(
    ("seats", "scores", "winners", "words"),
    [
        ("1 credits 10 | 2 credits 9", (10, 9), (0,), "Ann wins with 10 credits"),
        (
            "1 credits 10 shipped oil-1/5 | 2 credits 10 shipped oil-2/5,oil-3/5",
            (10, 10),
            (1,),  # more cars
            "Bob wins with 10 credits (tie decided by cars shipped: Bob 2, Ann 1)",
        ),
        (
            "1 credits 8 shipped coal-1/5 | 2 credits 10 shipped oil-2/5",
            (10, 10),
            (0,),  # the higher bonus
            "Ann wins with 10 credits (tie decided by corporation bonus: Ann 2, Bob 0)",
        ),
        (
            "1 credits 8 shipped coal-1/5 | 2 credits 8 shipped lumber-2/5",
            (10, 10),
            (0, 1),  # shared
            "Ann and Bob share the win with 10 credits (cars shipped and corporation bonus are equal, too)",
        ),
        (
            "1 credits 8 shipped coal-1/5 | 2 credits 10 shipped oil-2+oil-3/5",
            (10, 10),
            (1,),  # cars come before the bonus
            "Bob wins with 10 credits (tie decided by cars shipped: Bob 2, Ann 1)",
        ),
    ],
)
def test_win_by_credits_then_cars_then_bonus_then_shared(
    seats: str, scores: tuple[int, ...], winners: tuple[int, ...], words: str
) -> None:
    outcome = at(f"{OVER} | {seats}").outcome()
    assert outcome is not None
    assert (outcome.scores, outcome.winners) == (scores, winners)
    assert winner_words(outcome, ("Ann", "Bob"), ("credit", "credits")) == words
    assert outcome == Outcome(outcome.scores, outcome.winners, "fc.win"), "records do not tell what decided a tie"


SHIPPED = "coal-1+coal-3+oil-1/2,coal-2+coal-4+coal-5+lumber-1/6,oil-2+produce-1/5,steel-1/9"  # 5 coal 2 oil 1 of the others


@pytest.mark.parametrize(
    ("corporation", "credits_"),
    [
        ("anthracite-union", 5 * 2),  # coal cars
        ("permian-crude", 2 * 2),  # oil cars
        ("blast-furnace-group", 1 * 4),  # coal with steel
        ("harvest-homes", 1 * 4),  # lumber with produce
        ("twin-star-logistics", (2 + 1) * 2),  # pairs
        ("triple-crown-freight", 1 * 4),  # threes
        ("tricolor-trading", 2 * 3),  # sets of three: coal, oil and each of two others; then coal, oil, and the third
        ("five-points-exchange", 1 * 8),  # sets of five
        ("one-track-holdings", 5 * 2),  # the resource shipped most
        ("longhaul-consolidated", 1 * 5),  # four or more cars
        ("shuttle-express", 4 * 2),  # shipments
        ("medley-lines", 0),  # three or more different resources
        ("metropolitan-transit", 4 * 4),  # cities
        ("pacific-rim-railways", 2 * 8),
        ("old-colony-carriers", 1 * 7),
        ("grand-central-partners", 2 * 9),  # three or more cars wanted
        ("titan-haulage", 0),  # eleven or more cells
        ("zero-slack-systems", 2 * 5),  # five or fewer pieces left over
    ],
)
def test_bonus_of_every_kind_of_corporation(corporation: str, credits_: int) -> None:
    cities = "los-angeles,portland,detroit,boston"
    mine = f"1 corporation {corporation} shipped {SHIPPED} cities {cities}"
    state = at(f"{OVER} | cities denver,-,- | {mine} | 2 corporation ironbound-steel")
    assert state.view(None).board.seats[0].bonus == credits_


def test_bonus_for_mixed_trains_and_heavy_cars() -> None:
    mixed = at(f"{OVER} | 1 corporation medley-lines shipped coal-1+oil-1+lumber-1+coal-2/3,coal-3+oil-2/2")
    assert mixed.view(None).board.seats[0].bonus == 4
    heavy = at(f"{OVER} | 1 corporation titan-haulage shipped coal-9+coal-10/3,coal-8/2")
    assert heavy.view(None).board.seats[0].bonus == 2 * 2


def test_a_game_that_is_over_refuses_everything() -> None:
    assert refused(at(f"{OVER} | 1 train {SIX}"), "ship coal-1") == ("fc.win", "the game is over")
