"""Before the first turn."""

import pytest

from freightyard.core.chance import Stream
from freightyard.core.checks import random_move
from freightyard.games.freight_cars.rules import GAME
from freightyard.games.freight_cars.rules.packing import counts_of
from freightyard.games.freight_cars.rules.sets import numbers
from freightyard.games.freight_cars.rules.state import State
from tests.games.freight_cars.positions import DEALT, EDITION, at, chance, drive, field, legal, of, part, play, refused


def set_up(seats: int, options: tuple[str, ...] = (), seed: str = "setup") -> State:
    state = GAME.start(EDITION, seats, options)
    rng = Stream(seed)
    while state.view(None).board.phase != "turn":
        state.play(random_move(state, rng))
    return state


@pytest.mark.parametrize(("seats", "deck", "revealed"), [(2, 30, 7), (3, 40, 6), (4, 50, 5)])
def test_setup_deals_two_cards_each_and_a_tableau_of_nine_from_decks_of_30_40_50(seats: int, deck: int, revealed: int) -> None:
    assert GAME.start(EDITION, seats).deck == deck
    state = set_up(seats)
    assert len([card for card in part(state, "tableau").split(",") if card != "-"]) == 9
    assert state.deck == deck - 3 * seats - revealed
    assert all(len(field(state, seat, "hand").split(",")) == 2 for seat in range(1, seats + 1))
    assert all(field(state, seat, "open") == "-" for seat in range(1, seats + 1))
    assert "-" not in part(state, "cities").split(",")
    assert len(part(state, "cities").split(",")) == 3
    assert all(len(field(state, seat, "offered").split(",")) == 2 for seat in range(1, seats + 1))


def test_setup_gives_every_player_sixteen_pieces_of_47_cells() -> None:
    counts = counts_of(GAME.start(EDITION, 2).free[0], 9)
    cells = [sum(row.count("x") for row in piece.shape) for piece in EDITION.data.pieces]
    assert sum(counts) == 16
    assert sum(count * size for count, size in zip(counts, cells, strict=True)) == 47


def test_setup_leaves_the_rest_of_the_cards_unseen_in_the_box() -> None:
    state = set_up(2)
    # 30 of the 50 cards are in the deck; which ones nobody knows, so any card that has not come up may be drawn.
    assert state.pool.bit_count() == 50 - 13
    play(state, "draw deck")
    assert len(chance(state)) == 37


def test_setup_draws_the_first_player_at_random_and_goes_on_clockwise() -> None:
    state = at("turns 0 seat 1 | phase first-seat", seats=3)
    assert chance(state) == {"first 1": 1, "first 2": 1, "first 3": 1}
    play(state, "first 3")
    assert state.to_act() == 2
    drive(play(state, "draw deck"))
    assert state.to_act() == 0


@pytest.mark.parametrize(("seats", "bottom"), [(2, 8), (3, 10), (4, 13)])
def test_end_card_lies_in_the_bottom_quarter_which_is_rounded_up(seats: int, bottom: int) -> None:
    start = GAME.start(EDITION, seats)
    assert start.deck - start.above == bottom
    state = set_up(seats)
    # Made before dealing: the cards dealt and revealed come from above.
    assert state.deck - state.above == bottom


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_end_card_is_equally_likely_at_every_place_of_the_bottom_quarter(seats: int) -> None:
    state = set_up(seats)
    above, places = state.above, state.deck - state.above + 1
    before = 1.0  # the chance that it has not come up yet
    for place in range(state.deck + 1):
        draws = play(state.clone(), "draw deck")
        weights = chance(draws)
        here = weights.get("reveal end-of-game", 0) / sum(weights.values())
        assert before * here == pytest.approx(0 if place < above else 1 / places)
        before *= 1 - here
        if state.deck:
            drive(play(state, "draw deck"), f"draw {EDITION.cards[numbers(state.pool)[0]]}")
    assert before == pytest.approx(0)


def test_end_card_leaves_the_other_cards_equally_likely() -> None:
    state = at("phase drawing | deck 3 above 0 end in-deck")
    weights = chance(state)
    end = weights.pop("reveal end-of-game")
    assert set(weights.values()) == {3}
    assert end * 4 == end + sum(weights.values())  # one card of four


def test_city_count_is_25_and_21_by_the_option() -> None:
    assert GAME.start(EDITION, 2).city_deck == 25
    assert GAME.start(EDITION, 2, ["cities=21"]).city_deck == 21
    # Which four are left out nobody knows: any of the 25 may come up.
    state = set_up(2, ("cities=21",))
    assert state.city_deck == 18
    assert state.city_pool.bit_count() == 22


def test_choose_a_corporation_before_freight_cards_are_dealt() -> None:
    state = GAME.start(EDITION, 2)
    drive(state, *(f"deal {word}" for word in EDITION.corporations[:6]))
    assert state.to_act() == 0
    assert legal(state) == ["keep anthracite-union", "keep cascade-timber", "keep permian-crude"]
    play(state, "keep cascade-timber", "keep valley-growers")
    assert field(state, 1, "corporation") == "cascade-timber"
    assert field(state, 1, "offered") == "anthracite-union,permian-crude"
    assert part(state, "phase") == "dealing"
    assert refused(state, "keep permian-crude") == ("fc.setup", "freight cards are being dealt")


def test_choose_the_freight_cards_before_tableau_and_cities_are_revealed() -> None:
    state = at(f"phase discarding | {DEALT} | 1 hand coal-1,coal-2,coal-3 | 2 hand oil-1,oil-2,oil-3")
    assert legal(state) == ["discard coal-1", "discard coal-2", "discard coal-3"]
    play(state, "discard coal-2")
    assert part(state, "tableau") == "-,-,-,-,-,-,-,-,-"  # not before all have chosen
    play(state, "discard oil-3")
    assert chance(state) == {"reveal coal-2": 1}
    play(state, "reveal coal-2", "reveal oil-3")
    assert part(state, "tableau") == "coal-2,oil-3,-,-,-,-,-,-,-"
    assert field(state, 1, "hand") == "coal-1,coal-3"
    assert part(state, "phase") == "revealing"


def test_choose_secretly_so_that_the_others_see_no_choice() -> None:
    state = at(
        "phase keeping | deck 30 above 22 end in-deck | tableau -,-,-,-,-,-,-,-,- | cities -,-,- "
        "| 1 corporation - offered anthracite-union,titan-haulage,medley-lines "
        "| 2 corporation - offered shuttle-express,permian-crude,harvest-homes"
    )
    keep = state.edition.vocabulary.parse("keep titan-haulage")
    assert state.seen(keep, 0) == "keep titan-haulage"
    assert state.seen(keep, 1) == state.seen(keep, None) == "keep ?"
    play(state, "keep titan-haulage")
    assert state.view(1).board.seats[0].corporation == "?"
    assert state.view(1).board.seats[0].offered == ("?", "?")
    assert state.view(0).board.seats[0].offered == ("anthracite-union", "medley-lines")
    assert of(state, "keep") == ["harvest-homes", "permian-crude", "shuttle-express"]
