"""Set-up, the sequence of play, and the Trains Leave card's place: ft.setup to ft.marker-by-day."""

from collections import Counter

import pytest

from freightyard.core.chance import Stream
from freightyard.core.checks import random_move
from freightyard.core.contract import CHANCE
from freightyard.games.freight_train.rules import GAME
from freightyard.games.freight_train.rules.state import State
from tests.games.freight_train.positions import at, drive, field, legal, part, play


def set_up(edition: str, seats: int, *options: str, seed: str = "1") -> State:
    state = GAME.start(GAME.edition(edition), seats, options)
    rng = Stream(seed)
    while state.to_act() == CHANCE:
        state.play(state.draw(rng))
    return state


@pytest.mark.parametrize(
    ("edition", "seats", "cars", "locomotives"),
    [
        ("whitewind-1993", 2, 9, 7),
        ("whitewind-1993", 3, 12, 6),
        ("whitewind-1993", 4, 14, 5),
        ("whitewind-1993", 5, 16, 5),
        ("whitewind-nl", 2, 9, 7),
        ("whitewind-nl", 3, 12, 6),
        ("whitewind-nl", 4, 14, 5),
        ("whitewind-nl", 5, 16, 5),
        ("mayfair-1996", 2, 9, 7),
        ("mayfair-1996", 3, 12, 6),
        ("mayfair-1996", 4, 16, 5),
        ("mayfair-1996", 5, 16, 5),
    ],
)
def test_setup_lays_25_cars_and_deals_12_to_each(edition: str, seats: int, cars: int, locomotives: int) -> None:
    state = set_up(edition, seats)
    assert len(state.pieces()) == 11 + 1
    assert all(count == cars for name, count in state.pieces().items() if name != "caboose")
    assert [len(siding) for siding in part(state, "main").split("/")] == [5] * 5
    for seat in range(1, seats + 1):
        assert [len(siding) for siding in field(state, seat, "yard").split("/")] == [6, 6]
        assert field(state, seat, "points") == "5"
        assert field(state, seat, "locomotives") == str(locomotives)
    deck = sum(state.view(None).board.deck.values())
    assert deck == 11 * cars - 25 - 12 * seats


def test_setup_draws_every_car_by_what_is_left_of_its_kind() -> None:
    state = at("day 1 round 1 turns 0 first 1 seat 1 | phase laying | leave out | main TTT/-/-/-/-")
    weights = {state.edition.vocabulary.text(move): weight for move, weight in state.chances()}
    assert weights["draw tank"] == 6
    assert weights["draw box"] == 9
    assert "draw trains-leave" not in weights


@pytest.mark.parametrize(("day", "part_of", "cars"), [(1, 2, 50), (2, 3, 74), (3, 4, 74)])
@pytest.mark.parametrize("edition", GAME.editions)
def test_day_end_card_lies_in_the_bottom_part_rounded_down(edition: str, day: int, part_of: int, cars: int) -> None:
    assert cars_above(edition, day, cars) == cars - cars // part_of


def test_day_end_card_comes_after_at_least_half_of_the_cars_on_day_1() -> None:
    # Three players with twelve cars of each kind: 132 less 25 and 36 are 71 in the deck.
    state = set_up("whitewind-nl", 3)
    assert sum(state.view(None).board.deck.values()) == 71
    assert part(state, "leave") == "36"


@pytest.mark.parametrize(("day", "part_of", "cars"), [(1, 2, 50), (2, 3, 74), (3, 4, 74)])
@pytest.mark.parametrize("edition", [f"{name}@1" for name in GAME.editions])
def test_day_end_card_of_revision_1_lies_in_the_bottom_part_rounded_up(edition: str, day: int, part_of: int, cars: int) -> None:
    assert cars_above(edition, day, cars) == cars - -(-cars // part_of)


def cars_above(edition: str, day: int, cars: int) -> int:
    """The cars above the part with the card when a day has begun, with so many in the deck."""
    full = "AAAAA/BBBBB/CCCCC/KKKKK"
    if day == 1:
        dealt = "ABCKGH/HPRSTP"
        state = at(f"phase dealing | leave out | main {full}/GGGGG | 1 yard {dealt} | 2 yard {dealt[:-1]}", edition=edition)
        play(state, "draw tank")
    else:
        state = at(f"day {day} | phase laying | leave out | main {full}/GGGG", edition=edition)
        play(state, "draw gondola")
    deck = sum(state.view(None).board.deck.values())
    assert deck == cars
    return int(part(state, "leave"))


def test_day_end_card_is_never_drawn_above_its_part_and_always_in_the_last_place() -> None:
    above = at("phase filling 1 | leave 1 | main -/-/T/T/T")
    assert "draw trains-leave" not in legal(above)
    within = play(above, "draw tank")
    weights = dict(within.chances())
    card = within.edition.vocabulary.parse("draw trains-leave")
    assert weights[card] == 1
    assert sum(weights.values()) == sum(within.view(None).board.deck.values()) + 1


def test_day_end_card_is_equally_likely_at_every_place_of_its_part() -> None:
    # Four tank cars are left, and the card: it comes as the first, second, … or last with the same odds.
    places: Counter[int] = Counter()
    rng = Stream("places")
    last = at(
        "phase filling 1 | leave 0 | 1 locomotives 9 trains A9,B9,C9,K9,G9,H9,O9 yard PPPPPPPP/PRRRRRRR | "
        "2 yard RRSSSSSS/SSSTTTTT"
    )
    card = last.edition.vocabulary.parse("draw trains-leave")
    for _ in range(3000):
        state = last.clone()
        drawn = 0
        while (move := state.draw(rng)) != card:
            state.play(move)
            drawn += 1
        places[drawn] += 1
    assert sorted(places) == [0, 1, 2, 3, 4]
    assert all(abs(count - 600) < 110 for count in places.values())  # five standard deviations


def test_marker_first_holder_is_drawn_at_random() -> None:
    state = GAME.start(GAME.edition("mayfair-1996"), 4)
    assert state.to_act() == CHANCE
    assert legal(state) == ["first 1", "first 2", "first 3", "first 4"]
    assert {weight for _, weight in state.chances()} == {1}
    play(state, "first 3")
    drive(state)
    assert state.to_act() == 2


def order_of_turns(state: State, turns: int) -> list[int]:
    """Who has the next turns, when everybody always does the first thing that moves no card."""
    seats: list[int] = []
    while len(seats) < turns:
        actor = state.to_act()
        assert actor is not None
        seats.append(actor + 1)
        play(state, "rearrange")
    return seats


EMPTY_YARDS = "main TTTTT/-/TTT/-/- | 1 points 50 | 2 points 50 | 3 points 50"


def test_marker_passes_left_at_the_end_of_each_round() -> None:
    state = at("day 1 first 2 seat 2 | " + EMPTY_YARDS, edition="whitewind-1993")
    assert order_of_turns(state, 9) == [2, 3, 1, 3, 1, 2, 1, 2, 3]


def test_marker_passes_left_after_a_days_last_round_too() -> None:
    state = at("day 1 first 2 seat 1 | phase turn | leave out | " + EMPTY_YARDS, edition="whitewind-1993")
    play(state, "rearrange")
    assert part(state, "phase") == "leaving"
    drive(state)
    assert state.to_act() == 2


def test_clockwise_goes_round_without_end_and_the_same_seat_begins_every_day() -> None:
    state = at("options clockwise | day 1 first 2 seat 2 | " + EMPTY_YARDS, edition="whitewind-1993")
    assert order_of_turns(state, 7) == [2, 3, 1, 2, 3, 1, 2]
    last = at("options clockwise | day 1 first 2 seat 1 | leave out | " + EMPTY_YARDS, edition="whitewind-1993")
    play(last, "rearrange")
    drive(last)
    assert last.to_act() == 1


def test_clockwise_counts_a_round_from_the_days_first_player() -> None:
    state = at("options clockwise | day 1 first 2 seat 3 | leave out | " + EMPTY_YARDS, edition="whitewind-1993")
    play(state, "rearrange")
    assert state.to_act() == 0  # seat 1 has not played in this round yet
    play(state, "rearrange")
    assert part(state, "phase") == "leaving"


def test_marker_by_day_starts_every_round_with_the_same_player() -> None:
    state = at("options marker-by-day | day 1 first 2 seat 2 | " + EMPTY_YARDS, edition="whitewind-nl")
    assert order_of_turns(state, 6) == [2, 3, 1, 2, 3, 1]


def test_marker_by_day_passes_left_at_the_end_of_the_day() -> None:
    state = at("options marker-by-day | day 1 first 2 seat 1 | leave out | " + EMPTY_YARDS, edition="whitewind-nl")
    play(state, "rearrange")
    drive(state)
    assert state.to_act() == 2


def test_setup_and_everything_after_it_is_the_same_for_the_same_stream() -> None:
    def game() -> str:
        state, rng = GAME.start(GAME.edition("mayfair-1996"), 3), Stream("same")
        for _ in range(300):
            state.play(random_move(state, rng))
        return state.text()

    assert game() == game()
