"""How often standard Freight hands over with four players: asked each time, with an order a round, with orders ahead.

    python -m tools.hand_overs                  20 games of each kind of bidder
    python -m tools.hand_overs --games 100

Bots of level medium make all moves but bids. Up to how much each seat bids for each place of each round is decided before, so all
ways of asking have the same intentions, and must lead to the same events. A hand-over is counted whenever the game waits for
another seat than it waited for before; what an order does waits for nobody.
"""

import argparse
import statistics
import sys
from collections.abc import Callable
from typing import Final

import msgspec

from freightyard.bots import make_bot
from freightyard.core.chance import Stream
from freightyard.core.contract import Seat, View
from freightyard.core.orders import Orders
from freightyard.core.title import ORDERS
from freightyard.games import game_named, part_of
from freightyard.table import Event, Table
from freightyard.table.orders import SeatOrders, decide

ASKED: Final = "asked each time"
A_ROUND: Final = "one order a round"
AHEAD: Final = "orders along with the turn before"
WAYS: Final = (ASKED, A_ROUND, AHEAD)

Limits = tuple[int | None, ...]  # for each place; None: pass
Intention = Callable[[int, Seat], Limits]  # of a round and a seat

_SEATS: Final = 4


class Played(msgspec.Struct, frozen=True):
    """A game that was played: what happened, how often it handed over, and how often to a bidder."""

    events: tuple[Event, ...]
    hand_overs: int
    to_bidders: int


def thrifty(_round: int, _seat: Seat) -> Limits:
    """As bots of level medium bid: they open at nothing, and never raise."""
    return (0, 0, 0)


def keen(seed: str) -> Intention:
    """Bidders who want a place more or less, each round anew: they raise up to 4, or pass."""

    def limits(round_: int, seat: Seat) -> Limits:
        luck = Stream(f"{seed}/{round_}/{seat}")
        return tuple([luck.below(6) - 1 if luck.below(4) else None for _ in range(_SEATS - 1)])

    def positive(round_: int, seat: Seat) -> Limits:
        return tuple([None if limit is None or limit < 0 else limit for limit in limits(round_, seat)])

    return positive


def play(seed: str, intention: Intention, way: str, bot: str = "medium") -> Played:
    """One game of standard Freight."""
    game = game_named("freight")
    part: Orders = part_of("freight", ORDERS)
    table = Table(game, game.edition("standard"), _SEATS, seed=seed)
    table.commit(table.begin())
    bots = [make_bot(bot, game, Stream(f"{seed}/bot {seat}")) for seat in range(_SEATS)]
    orders = [SeatOrders() for _ in range(_SEATS)]
    hand_overs, to_bidders, waited_for = 0, 0, -1
    while (seat := table.to_act()) is not None:
        view = table.view(seat)
        if way != ASKED:
            made = decide(table, seat, orders[seat], part)
            orders[seat] = made.orders
            if made.moves:
                table.commit(table.move(seat, table.ply, made.moves))
                continue
        bidding = view.board.phase == "bidding"
        if seat != waited_for:
            hand_overs, to_bidders, waited_for = hand_overs + 1, to_bidders + bidding, seat
        if bidding and way != ASKED:
            orders[seat] = _with_order(part, view, intention(view.board.round, seat))
            continue
        text = _answer(view, intention(view.board.round, seat)) if bidding else bots[seat].decide(view)
        turn = view.turn
        table.commit(table.move(seat, table.ply, [text]))
        view = table.view(seat)
        if way == AHEAD and view.turn != turn and part.offer(view, "") is not None and view.board.phase != "bidding":
            orders[seat] = _with_order(part, view, intention(view.board.round + 1, seat))
    return Played(table.events, hand_overs, to_bidders)


def _answer(view: View, limits: Limits) -> str:
    """What somebody with these limits says when they are asked. It is written without the code of orders, to compare with."""
    board = view.board
    limit, cash = limits[len(board.auction.places)], board.seats[view.seat].cash
    if limit is not None and limit > cash:
        limit = cash
    bid = board.auction.bid
    if limit is None or (bid is not None and bid + 1 > limit):
        return "pass"
    return "open 0" if bid is None else "raise"


def _with_order(part: Orders, view: View, limits: Limits) -> SeatOrders:
    """An order for the places that are left, as its person would give it: no limit above the cash of who bids already."""
    auction = view.board.auction
    left = list(limits[0 if auction is None else len(auction.places) : len(view.board.order) - 1])
    if auction is not None:
        cash = view.board.seats[view.seat].cash
        left = [None if limit is None else min(limit, cash) for limit in left]
    return SeatOrders(part.give(view, " ".join(["-" if limit is None else str(limit) for limit in left])))


def main() -> None:
    """Play, and print a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=20)
    count = parser.parse_args().games
    show = sys.stdout.write
    show("| bidders | asked | games | hand-overs (fewest–most) | of them to bidders |\n|---|---|---|---|---|\n")
    for name in ("open at 0, never raise", "raise up to 4"):
        first: list[tuple[Event, ...]] = []
        for way in WAYS:
            intentions = [thrifty if name.startswith("open") else keen(str(number)) for number in range(count)]
            games = [play(f"hand-overs {number}", intention, way) for number, intention in enumerate(intentions)]
            first = first or [game.events for game in games]
            if [game.events for game in games] != first:
                raise SystemExit("the same intentions led to other events")
            every, bids = [game.hand_overs for game in games], statistics.mean([game.to_bidders for game in games])
            show(f"| {name} | {way} | {count} | {statistics.mean(every):.0f} ({min(every)}–{max(every)}) | {bids:.0f} |\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
