"""Bidding ahead: up to how much for each place of the coming turn order, or for the section that is for sale.

An order bids as little as it can: it opens at 0, and raises by 1 as long as its limit allows. When it stops is in README.md.
"""

from typing import Final, final

import msgspec

from freightyard.core.contract import View
from freightyard.core.errors import BadSetup
from freightyard.core.orders import Limit, Offer, Orders, Play, Stop
from freightyard.games.freight.page.sentences import orders as say
from freightyard.games.freight.rules.edition import Edition, Rules, rules_for
from freightyard.games.freight.rules.position import Board

_PASS: Final = ("-", "pass")


class PlaceBids(msgspec.Struct, frozen=True, tag="places"):
    """Up to how much for each place, counted from 1, in the auction of a round; a place that is missing is passed. `bidders` and
    `tiles` are as they were when it was given: how many bid, and how many tiles everybody had on the map."""

    round: int
    bidders: int
    tiles: tuple[int, ...]
    limits: dict[int, int]


class SaleBid(msgspec.Struct, frozen=True, tag="sale"):
    """Up to how much for the section that is for sale in a turn; None: pass."""

    turn: int
    sale: str
    limit: int | None


_decode: Final = msgspec.json.Decoder(PlaceBids | SaleBid).decode


@final
class FreightOrders(Orders):
    """Bids for places (`fr.auction`) and for a section (`fr.section`)."""

    def offer(self, view: View, given: str) -> Offer | None:
        board: Board = view.board
        order = _decode(given) if given else None
        if _in_sale(view):
            value = order.limit if isinstance(order, SaleBid) else None
            limit = Limit(say.THIS_SECTION, _cash(view), value)
            return Offer(say.SALE_TITLE, say.SALE_NOTE, (limit,), say.PASS_SALE)
        places = _places(view)
        if not places:
            return None
        values = order.limits if isinstance(order, PlaceBids) else {}
        most = _most(view)
        limits = tuple([Limit(say.place(place), most, values.get(place)) for place in places])
        ahead = board.phase != "bidding"
        return Offer(say.next_title(board.round + 1) if ahead else say.AUCTION_TITLE, say.PLACES_NOTE, limits, say.PASS_PLACES)

    def give(self, view: View, words: str) -> str:
        board: Board = view.board
        in_sale = _in_sale(view)
        places = (1,) if in_sale else _places(view)
        if not places:
            raise BadSetup(say.NOTHING_TO_BID_FOR)
        limits = _limits(words, places, _rules(view).opening_max)
        if board.phase in ("bidding", "buying") and any(limit > _cash(view) for limit in limits.values()):
            raise BadSetup(say.too_little(_cash(view)))
        if in_sale and board.auction is not None:
            return _encode(SaleBid(view.turn, board.auction.sale or "", limits.get(1)))
        return _encode(PlaceBids(_round(board), len(board.order), _tiles(board), limits))

    def tell(self, view: View, given: str) -> str:
        order = _decode(given)
        if isinstance(order, SaleBid):
            return say.sale_order(order.limit)
        return say.places_order(sorted(order.limits.items()), order.round if order.round > view.board.round else None)

    def answer(self, view: View, given: str) -> Play | Stop | None:
        order = _decode(given)
        return _answer_sale(view, order) if isinstance(order, SaleBid) else _answer_places(view, order)


def _answer_sale(view: View, order: SaleBid) -> Play | Stop | None:
    board: Board = view.board
    if not _in_sale(view) or view.turn != order.turn or board.auction is None or board.auction.sale != order.sale:
        return Stop()
    if view.to_act != view.seat:
        return None
    bid = (board.auction.bid or 0) + 1
    return _raise(view, bid) if order.limit is not None and bid <= order.limit else Play("pass")


def _answer_places(view: View, order: PlaceBids) -> Play | Stop | None:
    board: Board = view.board
    if view.outcome is not None or board.round > order.round or _is_out(view):
        return Stop()
    if len(board.order) != order.bidders:
        return Stop(say.STOPPED_BANKRUPT)
    if any(now < was for now, was in zip(_tiles(board), order.tiles, strict=True)):
        return Stop(say.STOPPED_SALE)
    if board.round < order.round or board.phase == "rolling":
        return None
    auction, seat = board.auction, (view.seat or 0) + 1
    if board.phase != "bidding" or auction is None or seat in auction.places:
        return Stop()  # the places are taken
    place = len(auction.places) + 1
    dear = [limit for wanted, limit in order.limits.items() if wanted >= place and limit > _cash(view)]
    if dear:
        return Stop(say.stopped_cash(_cash(view), max(dear)))
    if view.to_act != view.seat:
        return None
    limit = order.limits.get(place)
    if auction.bid is None:
        return Play("pass" if limit is None else "open 0")
    return _raise(view, auction.bid + 1) if limit is not None and auction.bid < limit else Play("pass")


def _raise(view: View, bid: int) -> Play | Stop:
    return Play("raise") if "raise" in view.legal else Stop(say.stopped_cash(_cash(view), bid))


def _in_sale(view: View) -> bool:
    """`fr.section`: whether the seat of the view may still bid for a section."""
    board: Board = view.board
    seat = (view.seat or 0) + 1
    return (
        board.phase == "buying"
        and board.auction is not None
        and seat != board.seat
        and seat in board.order
        and seat not in board.auction.passed
    )


def _places(view: View) -> tuple[int, ...]:
    """`fr.auction`: the places for which the seat of the view can bid in the auction that runs or comes next."""
    board, rules = view.board, _rules(view)
    if not rules.auction or view.outcome is not None or _is_out(view) or board.phase in ("repaying", "over"):
        return ()
    count = len(board.order)
    if board.phase in ("bidding", "rolling"):
        taken = () if board.auction is None else board.auction.places
        return () if (view.seat or 0) + 1 in taken else tuple(range(len(taken) + 1, count))
    return tuple(range(1, count)) if 0 < board.round < rules.rounds else ()


def _round(board: Board) -> int:
    """The round of the auction that runs or comes next."""
    return board.round if board.phase in ("bidding", "rolling") else board.round + 1


def _limits(words: str, places: tuple[int, ...], most: int) -> dict[int, int]:
    """The limits that words say, place by place; places that they leave out are passed."""
    found = words.replace(",", " ").split()
    if not found or len(found) > len(places):
        raise BadSetup(say.how_to_say(len(places), most))
    limits: dict[int, int] = {}
    for place, word in zip(places, found, strict=False):
        if word.lower() in _PASS:
            continue
        if not (word.isascii() and word.isdigit() and len(word) < 4 and int(word) <= most):
            raise BadSetup(say.how_to_say(len(places), most))
        limits[place] = int(word)
    return limits


def _most(view: View) -> int:
    """The highest limit that makes sense: what the seat has while it bids; before, as much as can be bid at all."""
    return _cash(view) if view.board.phase in ("bidding", "buying") else _rules(view).opening_max


def _cash(view: View) -> int:
    board: Board = view.board
    return board.seats[view.seat or 0].cash


def _is_out(view: View) -> bool:
    board: Board = view.board
    return view.seat is None or view.seat + 1 not in board.order


def _tiles(board: Board) -> tuple[int, ...]:
    """How many tiles everybody has on the map: who has less than before has sold some."""
    owners = [tile.owner for tile in board.track] + [bridge.owner for bridge in board.bridges]
    return tuple([owners.count(seat) for seat in range(1, len(board.seats) + 1)])


def _rules(view: View) -> Rules:
    edition: Edition = view.edition  # type: ignore[assignment]  # a view of Freight has its edition
    return rules_for(edition, view.seats, view.options)


def _encode(order: PlaceBids | SaleBid) -> str:
    return msgspec.json.encode(order).decode()


ORDERS: Final = FreightOrders()
