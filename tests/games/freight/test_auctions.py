"""The auction of the turn order, interest, the sale of sections, bankruptcy."""

import pytest

from freightyard.core.errors import NotAMove
from freightyard.games.freight.rules import GAME
from freightyard.games.freight.rules.state import State
from tests.games.freight.positions import LINE, STANDARD, legal, play, refused, seat, standard, text


def bidding(*players: str, acts: int, order: str, auction: str = "bid - by - passed - places -") -> State:
    return standard(text("bidding", *players, at=1, acts=acts, order=order, extra=f"auction {auction}", cities=MAP[len(players)]))


MAP = {
    2: "n14/rbg/rbY n18/ykw/ykRB r10/rby/rbGK j14/rbk/bkGY r14/gyk/gyRB n8/bgw/bgRY",
    3: "n14/rbg/rbY n18/ykw/ykRB r10/rby/rbGK j14/rbk/bkGY r14/gyk/gyRB n8/bgw/bgRY j18/rbw/- j20/rgy/- l20/rgk/-",
}


def test_auction_starts_with_the_last_and_goes_on_in_reverse_order() -> None:
    state = bidding(seat(cash=5), seat(cash=5), seat(cash=5), acts=1, order="2 3 1")
    play(state, "open 0")
    assert state.to_act() == 2
    play(state, "raise")
    assert state.to_act() == 1
    play(state, "raise")
    assert state.to_act() == 0
    play(state, "pass", "pass")
    # Seat 2 bid 2 and has the first place; the second is auctioned among seats 3 and 1, beginning with seat 1.
    assert list(state.cash) == [5, 3, 5]
    assert state.view(None).board.auction.places == (2,)
    assert state.to_act() == 0


def test_auction_winner_pays_the_bank_and_the_last_place_is_free() -> None:
    state = bidding(seat(cash=5), seat(cash=5), acts=2, order="1 2")
    bank = state.bank
    play(state, "open 3", "pass")
    assert list(state.cash) == [5, 2]
    assert state.bank == bank + 3
    assert list(state.order) == [1, 0]
    assert state.view(None).board.phase == "building"


def test_auction_without_bids_reverses_the_order() -> None:
    state = bidding(seat(), seat(), seat(), acts=1, order="2 3 1")
    play(state, "pass", "pass", "pass")
    assert state.view(None).board.auction.places == (1,)
    play(state, "pass", "pass")
    assert list(state.order) == [0, 2, 1]
    assert list(state.cash) == [0, 0, 0]


def test_auction_last_one_asked_may_still_open_at_nothing() -> None:
    state = bidding(seat(), seat(), seat(), acts=1, order="2 3 1")
    play(state, "pass", "pass")
    assert state.to_act() == 1
    play(state, "open 0")
    assert state.view(None).board.auction.places == (2,)


def test_auction_opening_is_at_most_the_cash() -> None:
    state = bidding(seat(cash=4), seat(cash=4), acts=2, order="1 2")
    assert legal(state, "open") == {f"open {bid}" for bid in range(5)}
    assert refused(state, "open 5") == "fr.auction: you cannot bid 5: you have 4"
    rich = bidding(seat(cash=40), seat(cash=40), acts=2, order="1 2")
    assert legal(rich, "open") == {f"open {bid}" for bid in range(41)}
    assert play(rich, "open 40").view(None).board.auction.bid == 40


def test_auction_opening_of_revision_1_is_at_most_ten() -> None:
    rich = bidding(seat(cash=40), seat(cash=40), acts=2, order="1 2")
    before = GAME.position(GAME.edition("standard@1"), rich.text())
    assert legal(before, "open") == {f"open {bid}" for bid in range(11)}
    with pytest.raises(NotAMove):
        before.edition.vocabulary.parse("open 11")


def test_auction_raises_by_exactly_one_within_the_cash() -> None:
    state = play(bidding(seat(cash=4), seat(cash=4), acts=2, order="1 2"), "open 4")
    assert refused(state, "raise") == "fr.auction: the next bid is 5, and you have 4"
    assert refused(state, "open 4") == "fr.auction: the bid is 4: raise it by 1, or pass"
    assert refused(bidding(seat(), seat(), acts=2, order="1 2"), "raise").startswith("fr.auction: there is no bid to raise")


def test_auction_bid_that_needs_a_loan() -> None:
    state = play(bidding(seat(cash=4), seat(cash=4), acts=2, order="1 2"), "open 4", "loan")
    assert state.to_act() == 0  # a loan is no bid
    play(state, "raise")
    assert state.cash[0] == 14
    play(state, "pass")
    assert list(state.cash) == [9, 4]
    assert list(state.loans) == [1, 0]
    assert refused(state, "loan").startswith("fr.loan")  # seat 1 begins its turn and has taken its loan of this round


def test_auction_who_passes_is_out_of_that_auction_only() -> None:
    state = bidding(seat(cash=9), seat(cash=9), seat(cash=9), acts=1, order="2 3 1")
    play(state, "pass", "open 0", "raise")
    assert state.to_act() == 2  # not seat 1 again
    play(state, "pass")
    assert state.to_act() == 0  # for the second place


def test_round_rolls_one_marker_for_each_city_with_two_or_fewer() -> None:
    cities = "n14/rbg/rb n18/ykw/ykRB r10/rby/- j14/rbk/bGY r14/gyk/R n8/bgw/bgRY"
    last = standard(text("building", seat(), seat(), at=2, order="1 2", cities=cities))
    play(last, "done")
    assert (last.round, last.view(None).board.town) == (3, "n14")
    play(last, "roll red")
    assert last.view(None).board.town == "r10"
    play(last, "roll green")
    assert last.view(None).board.town == "r14"
    play(last, "roll white")
    board = last.view(None).board
    assert [city.markers for city in board.cities] == ["rrb", "RByk", "G", "bGY", "RW", "RbgY"]
    assert (board.phase, last.to_act()) == ("bidding", 1)


def test_round_forgets_the_loans_of_the_last_one() -> None:
    state = play(standard(text("building", seat(took=1), seat(cash=1, loans=1, took=1), at=2)), "done")
    assert list(state.took) == [0, 0]


# --- interest ---


def test_interest_is_one_a_loan_paid_to_the_bank() -> None:
    state = standard(text("building", seat(cash=5, loans=3), seat()))
    bank = state.bank
    play(state, "done")
    assert state.cash[0] == 2
    assert state.bank == bank + 3


def test_interest_that_cannot_be_paid_forces_a_loan_if_permitted() -> None:
    state = play(standard(text("building", seat(cash=1, loans=3), seat())), "done")
    assert legal(state) == {"loan"}
    assert refused(state, "done") == "fr.interest: take a loan first: you cannot pay the interest without one"
    play(state, "loan")
    assert state.loans[0] == 4
    assert state.cash[0] == 8  # the amount was fixed before the loan
    assert state.to_act() == 1


def test_interest_without_a_loan_left_forces_a_sale() -> None:
    state = play(standard(text("building", seat(cash=1, loans=3, took=1, at="n14"), seat(), track=LINE)), "done", "done")
    assert legal(state) == {"sell n14", "sell n18"}
    assert refused(state, "loan").startswith("fr.loan")


# --- sections ---


def selling(one: str, two: str, track: str = LINE, bridges: str = "-", owed: int = 3) -> State:
    return standard(text("selling", one, two, track=track, bridges=bridges, extra=f"owed {owed}"))


SELLER = seat(cash=1, loans=3, took=1, at="n14")


# The line n14 to n18 with a branch at n16 to q13; seat 1's.
BRANCHED = "n15/s0/1 n16/l0/1 n17/s0/1 o15/s2/1 p14/s2/1"
WITH_Q13 = MAP[2].replace("r10/", "q13/")


def owned(state: State, owner: int | None) -> set[str]:
    return {tile.hex for tile in state.view(None).board.track if tile.owner == owner}


def test_section_is_all_track_between_two_cities_and_nothing_else_of_a_branched_piece() -> None:
    start = standard(text("selling", SELLER, seat(), track=BRANCHED, cities=WITH_Q13, extra="owed 3"))
    assert legal(start) == {"sell n14", "sell n18", "sell q13"}
    state = play(start.clone(), "sell n14")
    assert state.view(0).board.phase == "pairing"
    assert legal(state) == {"to n18", "to q13"}
    play(state, "to n18")
    assert (state.view(None).board.auction.sale, state.view(None).board.auction.bid) == ("n14/n18", 3)
    play(state, "pass")
    assert (owned(state, None), owned(state, 1)) == ({"n15", "n16", "n17"}, {"o15", "p14"})
    assert state.view(None).board.seats[0].cities == ("q13",)
    other = play(start.clone(), "sell q13", "to n14", "pass")
    assert (owned(other, None), owned(other, 1)) == ({"n15", "n16", "o15", "p14"}, {"n17"})


def test_section_is_the_same_whichever_city_is_named_first() -> None:
    one = play(selling(SELLER, seat(cash=9)), "sell n14", "to n18")
    other = play(selling(SELLER, seat(cash=9)), "sell n18", "to n14")
    assert one.text() == other.text()


def test_section_takes_every_way_between_the_two_cities() -> None:
    # A second line from n14 to n18, above the first one.
    second = "m15/c0/1 m16/s0/1 m17/s0/1 m18/c1/1"
    state = play(selling(seat(loans=3, took=1, at="n14"), seat(cash=9), track=f"{LINE} {second}"), "sell n14", "to n18")
    assert state.view(None).board.auction.bid == 7
    play(state, "pass")
    assert owned(state, 1) == set()


def test_section_takes_a_loop_through_which_a_train_comes_back() -> None:
    # At n16 a branch leads into a loop: a train that takes it turns back nowhere, and goes on to n18.
    loop = "o16/y0/1 o17/c1/1 p17/c2/1 q16/c3/1 q15/c4/1 p15/c5/1"
    state = play(selling(SELLER, seat(cash=9), track=f"n15/s0/1 n16/r3/1 n17/s0/1 {loop}"), "sell n14", "to n18")
    assert state.view(None).board.auction.bid == 9


def test_section_leaves_dead_ends_and_ends_at_the_next_city() -> None:
    # Beyond n18 the line goes on to n22; a dead end hangs on n16.
    cities = MAP[2].replace("r10/", "n22/")
    track = f"{BRANCHED.removesuffix(' p14/s2/1')} n19/s0/1 n20/s0/1 n21/s0/1 n13/s0/2"
    state = standard(text("selling", SELLER, seat(at="n14"), track=track, cities=cities, extra="owed 3"))
    assert legal(state) == {"sell n14", "sell n18", "sell n22"}
    assert refused(state, "sell n16") == "fr.section: name the cities that this track connects: sell n14, then to n18"
    assert refused(state, "sell n13") == "fr.section: you have no track there"
    assert refused(state, "sell j14") == "fr.section: your track does not connect Ludwell j14 with another city"
    assert refused(state, "to n18") == "fr.section: name the first of the two cities before, with sell"
    play(state, "sell n14")
    assert legal(state) == {"to n18"}
    assert (
        refused(state, "to n22")
        == "fr.section: your track does not connect Winmore n14 and Dovey n22 without a city between them"
    )
    assert refused(state, "sell n18") == "fr.section: you are selling track from Winmore n14: choose the second city"
    assert refused(state, "loan").startswith("fr.loan")
    play(state, "to n18", "pass")
    assert owned(state, 1) == {"o15", "n19", "n20", "n21"}


def test_section_of_track_that_touches_fewer_than_two_cities_is_a_connected_piece() -> None:
    # A piece at n14 with a dead end, and one that touches no city at all.
    track = "n15/s0/1 n16/l0/1 o15/s2/1 t10/s0/1 t11/s0/1"
    state = selling(SELLER, seat(at="n14"), track=track)
    assert legal(state) == {"sell n15", "sell t10"}
    assert refused(state, "sell n16").endswith("named after its first tile: sell n15")
    play(state, "sell n15")
    assert (state.view(None).board.auction.sale, state.view(None).board.auction.bid) == ("n15", 3)


def test_section_what_is_left_over_is_sold_as_a_connected_piece() -> None:
    seller = seat(cash=0, loans=9, took=1, at="n14")
    state = standard(text("selling", seller, seat(), track=BRANCHED, cities=WITH_Q13, extra="owed 9"))
    play(state, "sell n14", "to n18", "pass")
    assert legal(state) == {"sell o15"}
    play(state, "sell o15", "pass")
    assert state.view(None).board.seats[0].out == 1


def test_section_of_revision_1_is_a_connected_piece_with_its_dead_ends() -> None:
    # The line n14 to n18 with a branch at n16; another piece beyond n18; foreign track at n13.
    track = "n15/s0/1 n16/l0/1 n17/s0/1 o15/s2/1 n19/s0/1 n20/s0/1 n13/s0/2"
    position = text("selling", SELLER, seat(at="n14"), track=track, extra="owed 3")
    state = GAME.position(GAME.edition("standard@1"), position)
    assert legal(state) == {"sell n15", "sell n19"}
    assert refused(state, "sell n16").startswith("fr.section: this track is named after its first tile")
    assert refused(state, "sell n13") == "fr.section: you have no track there"
    play(state, "sell n15")
    assert state.view(None).board.auction.bid == 4
    # A position that was written then is still read by the rules of now, and the auction goes on as it began.
    assert GAME.position(STANDARD, state.text()).text() == state.text()


def test_section_bank_bids_one_a_tile_and_gets_it_if_nobody_raises() -> None:
    state = selling(SELLER, seat(cash=9))
    bank = state.bank
    play(state, "sell n14", "to n18")
    assert (state.to_act(), state.view(None).board.auction.bid) == (1, 3)
    play(state, "pass")
    assert state.cash[0] == 1 + 3 - 3  # the interest is paid from it at once
    assert state.bank == bank - 3 + 3
    assert {tile.owner for tile in state.view(None).board.track} == {None}
    assert list(state.stock[:4]) == [20, 20, 10, 3]  # the seller's tiles return to his supply
    assert state.view(None).board.seats[0].cities == ()


def test_section_goes_to_a_player_who_raises_and_has_the_tiles() -> None:
    state = play(selling(SELLER, seat(cash=9)), "sell n14", "to n18", "raise")
    assert list(state.cash) == [1 + 4 - 3, 5]
    assert {tile.owner for tile in state.view(None).board.track} == {2}
    assert list(state.stock[4:8]) == [17, 20, 10, 3]
    assert state.view(None).board.seats[1].cities == ("n14", "n18")


def test_section_is_not_offered_to_a_player_without_the_tiles() -> None:
    # Seat 2 has laid 18 of its 20 straight tiles: it lacks one for the three of the section.
    far = " ".join(f"{row}{column}/s0/2" for row, columns in (("s", range(7, 16)), ("t", range(7, 16))) for column in columns)
    state = selling(SELLER, seat(cash=50, at="r10"), track=f"{LINE} {far}")
    play(state, "sell n14", "to n18")
    assert state.view(None).board.phase != "buying"  # nobody could be asked: the bank has it
    assert {tile.owner for tile in state.view(None).board.track if tile.hex.startswith("n")} == {None}


def test_section_with_a_bridge_needs_a_bridge() -> None:
    track = "o14/s0/2 p14/s1/1 q14/s1/1 n19/s0/2 n20/s0/2 n21/s0/2 m19/s0/2"
    bridges = "o14/1/1 n19/1/2 n20/1/2 n21/1/2"
    state = play(selling(SELLER, seat(cash=50, at="n18"), track=track, bridges=bridges), "sell n14", "to r14")
    assert state.view(None).board.phase != "buying"
    fewer = play(selling(SELLER, seat(cash=50, at="n18"), track=track, bridges="o14/1/1 n19/1/2"), "sell n14", "to r14")
    assert fewer.view(None).board.auction.bid == 3
    play(fewer, "raise")
    assert fewer.view(None).board.bridges[-1].owner == 2


def test_section_raise_is_covered_by_cash_or_a_loan() -> None:
    state = play(selling(SELLER, seat(cash=3)), "sell n14", "to n18")
    assert refused(state, "raise") == "fr.section: the next bid is 4, and you have 3"
    play(state, "loan", "raise")
    assert state.cash[1] == 9


def test_section_bidders_are_asked_in_turn_order_without_the_seller() -> None:
    players = (seat(cash=9), seat(cash=1, loans=3, took=1, at="n14"), seat(cash=9))
    position = text(
        "selling", *players, at=2, order="3 2 1", cities=MAP[3], track=LINE.replace("/1", "/2"), extra="owed 3", boxes="rrr/rrr"
    )
    state = play(standard(position), "sell n14", "to n18")
    assert state.to_act() == 2
    play(state, "raise")
    assert state.to_act() == 0
    play(state, "raise")
    assert state.to_act() == 2
    play(state, "pass")
    assert list(state.cash) == [9 - 5, 1 + 5 - 3, 9]


def test_section_sales_go_on_until_the_interest_is_paid() -> None:
    state = selling(seat(cash=0, loans=3, took=1, at="n14"), seat(), track="n15/s0/1 n13/s0/1 m14/s1/1")
    play(state, "sell n15", "pass")
    assert state.view(None).board.phase == "selling"
    assert legal(state) == {"sell n13", "sell m14"}
    play(state, "sell n13", "pass", "sell m14", "pass")
    assert state.cash[0] == 0
    assert state.view(None).board.phase == "building"
    assert state.to_act() == 1


# --- bankruptcy ---


def test_bankrupt_who_has_nothing_left_to_sell() -> None:
    players = (seat(cash=1, loans=3, took=1), seat(cash=20), seat(cash=20))
    state = standard(text("building", *players, order="1 2 3", cities=MAP[3], boxes="rrr/rrr"))
    play(state, "done")
    board = state.view(None).board
    assert board.seats[0].out == 1
    assert (board.order, state.to_act(), state.turns) == ((2, 3), 1, 3)
    assert sum(state.cash) + state.bank == 0


def test_bankrupt_locomotive_and_cubes_leave_and_the_seat_is_passed_over() -> None:
    players = (seat(cash=0, loans=5, took=1, at="n14", cargo="yk"), seat(cash=20), seat(cash=20))
    position = text("building", *players, order="2 1 3", cities=MAP[3], track="n15/s0/1", boxes="rrr/rrr")
    state = play(standard(position), "done", "done", "sell n15", "pass", "pass")
    board = state.view(None).board
    assert (board.seats[0].locomotive, board.seats[0].cargo, board.seats[0].cash) == (None, "", 0)
    assert state.to_act() == 2
    play(state, "done")
    assert board.order == (2, 3)
    # In the next round only two bid, the last of the old order first.
    while state.to_act() == -1:
        state.play(state.legal()[0])
    assert state.to_act() == 2
    play(state, "pass", "pass")
    assert list(state.order) == [2, 1]


def test_bankrupt_all_but_one_ends_the_game_at_once() -> None:
    state = play(standard(text("building", seat(cash=1, loans=3, took=1), seat(cash=2, loans=9))), "done")
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.ended_by == "fr.bankrupt"
    assert outcome.winners == (1,)
    assert outcome.scores[0] < outcome.scores[1]
    assert state.to_act() is None


def test_bankrupt_ranks_behind_all_others_and_the_earlier_behind_the_later() -> None:
    position = text("repaying", seat(out=2), seat(cash=10, loans=9), seat(out=1), at=2, order="2", cities=MAP[3], boxes="rrr/rrr")
    state = play(standard(position.replace("| cities", "| ending fr.score | cities")), "done")
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.scores[2] < outcome.scores[0] < outcome.scores[1]


def test_bankrupt_never_ends_with_a_positive_score() -> None:
    players = (seat(cash=1, loans=3, took=1), seat(cash=30), seat(out=1))
    position = text("building", *players, order="1 2", cities=MAP[3], boxes="rrr/rrr")
    outcome = play(standard(position), "done").outcome()
    assert outcome is not None
    assert outcome.scores == (-1, 30, -2)
