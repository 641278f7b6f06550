"""Bids ahead: what orders do in auctions and sales, when they stop, and that they lead where asking each time leads."""

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from freightyard.bots import make_bot
from freightyard.core.chance import Stream
from freightyard.core.contract import State, View
from freightyard.core.errors import BadSetup
from freightyard.core.orders import Play, Stop
from freightyard.games.freight.orders import ORDERS
from freightyard.games.freight.rules import GAME
from tools.hand_overs import A_ROUND, AHEAD, ASKED, keen, play, thrifty


def states(seed: str, bot: str = "medium", seats: int = 4) -> Iterator[State]:
    """The moments of a game of bots at which a seat is to act."""
    state, luck = GAME.start("standard", seats), Stream(seed)
    bots = [make_bot(bot, GAME, Stream(f"{seed} {seat}")) for seat in range(seats)]
    while (actor := state.deal(luck)) is not None:
        yield state
        state.say(bots[actor].decide(state.view(actor)))


def auction(at_round: int = 2) -> State:
    """The first moment of the auction of a round."""
    return next(state.clone() for state in states("auction") if _is_auction(state, at_round))


def _is_auction(state: State, at_round: int) -> bool:
    board = state.view(None).board
    return board.phase == "bidding" and board.round == at_round and not board.auction.places and board.auction.bid is None


def a_sale() -> State:
    """A moment at which a seat is asked to bid for a section."""
    for number in range(400):
        for state in states(f"sale {number}", "random"):
            if state.view(None).board.phase == "buying" and "raise" in state.words():
                return state.clone()
    raise AssertionError("nobody had to sell")


def asked(state: State) -> View:
    actor = state.to_act()
    assert actor is not None
    return state.view(actor)


def answer(view: View, words: str) -> object:
    return ORDERS.answer(view, ORDERS.give(view, words))


# --- hand-overs, and the same outcomes ---


@pytest.mark.parametrize("number", range(2))
def test_one_order_a_round_and_orders_ahead_save_hand_overs(number: int) -> None:
    seed = f"hand-overs {number}"
    each, a_round, ahead = (play(seed, thrifty, way) for way in (ASKED, A_ROUND, AHEAD))
    assert each.events == a_round.events == ahead.events
    assert each.hand_overs > 115
    assert a_round.hand_overs <= 80
    assert ahead.hand_overs <= 55


@given(seed=st.integers(0, 10_000), taste=st.integers(0, 10_000))
@settings(max_examples=4, deadline=None)
def test_the_same_intentions_lead_to_the_same_events(seed: int, taste: int) -> None:
    """Given as an order a round, given along with the turn before, and asked each time."""
    each, a_round, ahead = (play(f"same {seed}", keen(str(taste)), way, "greedy") for way in (ASKED, A_ROUND, AHEAD))
    assert a_round.events == each.events
    assert ahead.events == each.events
    assert a_round.hand_overs < each.hand_overs


# --- what an order does ---


def test_an_order_opens_at_nothing_and_raises_up_to_its_limit() -> None:
    state = auction()
    first = asked(state)
    assert answer(first, "4 2") == Play("open 0")
    assert answer(first, "- 2") == answer(first, "pass") == Play("pass")
    state.say("open 2")
    second = asked(state)
    assert answer(second, "3") == Play("raise")
    assert answer(second, "2") == Play("pass")


def test_a_limit_is_for_its_own_place() -> None:
    state = auction()
    waiting = state.view(None).board.order[0] - 1  # is asked last
    order = ORDERS.give(state.view(waiting), "0 3 -")
    for words in ("open 1", "pass", "pass"):
        assert ORDERS.answer(state.view(waiting), order) is None
        state.say(words)
    assert state.to_act() == waiting
    assert ORDERS.answer(state.view(waiting), order) == Play("pass")
    state.say("pass")  # the first place is gone
    while state.to_act() != waiting:
        state.say("open 2" if "open 2" in state.words() else "pass")
    assert ORDERS.answer(state.view(waiting), order) == Play("raise")


def test_who_has_a_place_needs_no_order_any_more() -> None:
    state = auction()
    winner = asked(state).seat
    assert winner is not None
    order = ORDERS.give(state.view(winner), "2 2 2")
    for words in ("open 0", "pass", "pass", "pass"):
        state.say(words)
    assert ORDERS.answer(state.view(winner), order) == Stop()
    assert ORDERS.offer(state.view(winner), "") is None


def test_an_order_for_the_next_round_waits_until_its_auction() -> None:
    seat, order, given_in = 1, "", 0
    for state in states("ahead"):
        view = state.view(seat)
        if not order:
            if view.board.phase == "building" and view.to_act != seat:
                order, given_in = ORDERS.give(view, "0 0 0"), view.board.round
            continue
        found = ORDERS.answer(view, order)
        if view.board.round == given_in:
            assert found is None
        else:
            assert found is None if view.to_act != seat else isinstance(found, Play)
            if view.to_act == seat:
                break
    assert order


def test_the_last_round_and_the_family_game_have_no_auction_to_bid_for() -> None:
    family = GAME.start("family", 4)
    family.deal(Stream("family"))
    assert ORDERS.offer(asked(family), "") is None
    with pytest.raises(BadSetup, match="nothing to bid for"):
        ORDERS.give(asked(family), "4")
    *_, last = (state.clone() for state in states("last") if state.view(None).board.phase == "shipping")
    assert ORDERS.offer(asked(last), "") is None


def test_a_sale_is_bid_for_up_to_a_limit() -> None:
    state = a_sale()
    view = asked(state)
    bid = view.board.auction.bid
    assert answer(view, str(bid + 1)) == Play("raise")
    assert answer(view, str(bid)) == answer(view, "pass") == Play("pass")
    order = ORDERS.give(view, "pass")
    while state.view(None).board.phase == "buying":
        state.say("pass")
    assert ORDERS.answer(state.view(view.seat), order) == Stop()


# --- when it stops ---


def test_an_order_stops_if_its_limit_cannot_be_paid() -> None:
    state = auction()
    poor = asked(state)
    cash = poor.board.seats[poor.seat].cash
    with pytest.raises(BadSetup, match=f"You have {cash}: a limit can be {cash} at most"):
        ORDERS.give(poor, f"{cash + 1}")
    before = next(found for found in states("auction") if found.view(None).board.phase == "supplying")
    order = ORDERS.give(before.view(poor.seat), "99")
    assert ORDERS.answer(poor, order) == Stop(f"you have {cash}, too little for your limit of 99.")


def test_an_order_stops_if_a_player_goes_bankrupt_or_track_is_sold() -> None:
    stopped = set()
    for number in range(200):
        orders: dict[int, str] = {}
        for state in states(f"bankrupt {number}", "random"):
            for seat in range(4):
                view = state.view(seat)
                if seat in orders:
                    found = ORDERS.answer(view, orders[seat])
                    if isinstance(found, Stop):
                        stopped.add(found.why)
                        del orders[seat]
                elif ORDERS.offer(view, "") is not None and view.board.phase != "buying":
                    orders[seat] = ORDERS.give(view, "0 0 0" if len(view.board.order) > 3 and not view.board.auction else "0")
        if len([why for why in stopped if "bankrupt" in why or "sold" in why]) == 2:
            return
    raise AssertionError(stopped)


@pytest.mark.parametrize("words", ["4 2 1 0", "x", "-1", "1.5", "100", "1 x", "²", "9999999999"])
def test_what_is_no_limit_is_refused_with_what_would_be_right(words: str) -> None:
    with pytest.raises(BadSetup, match="Say up to 3 limits from 0 to"):
        ORDERS.give(asked(auction()), words)


def test_an_order_is_told_as_a_player_would_say_it() -> None:
    view = asked(auction())
    assert ORDERS.tell(view, ORDERS.give(view, "4 2")) == "Up to 4 for first place, else up to 2 for second, else pass."
    assert ORDERS.tell(view, ORDERS.give(view, "pass")) == "Pass from here on."
