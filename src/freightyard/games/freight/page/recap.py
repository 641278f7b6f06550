"""What changed in Freight since somebody's last turn: rounds, bids, the lead, cities, track, loans, wagons."""

from collections.abc import Iterator, Sequence

from freightyard.core.contract import View
from freightyard.games.freight.page.marks import swatch
from freightyard.games.freight.page.panels import worth
from freightyard.games.freight.page.sentences import recap as say
from freightyard.games.freight.rules.city_names import names_on
from freightyard.games.freight.rules.edition import Rules, rules_for
from freightyard.games.freight.rules.position import Board
from freightyard.page.contract import Change, Recap
from freightyard.page.markup import esc
from freightyard.page.players import disc
from freightyard.page.recap import lead_change, named


def recap(before: View, now: View, names: Sequence[str]) -> Recap:
    """From one moment to a later one."""
    then: Board = before.board
    board: Board = now.board
    rules = rules_for(now.edition, now.seats, now.options)  # type: ignore[arg-type]  # a view of Freight has its edition
    changes = [*_bid(then, board, names), *_lead(before, now, names), *_end(rules, then, board, names)]
    changes += [*_round(rules, then, board, names), *_cities(then, board), *_seats(then, board, now.seat, names)]
    return Recap(tuple(changes), tuple(_marks(then, board, now.seat)), tuple(_new_track(then, board)))


def _bid(before: Board, now: Board, names: Sequence[str]) -> Iterator[Change]:
    """`fr.auction`: who bids most now; the bank's own bid begins a sale and is nobody's."""
    auction = now.auction
    if auction is None or auction.bid is None or not auction.bidder or auction == before.auction:
        return
    words = say.bids(auction.bid, len(auction.places) + 1) if auction.sale is None else say.bids_for_track(auction.bid)
    yield named(auction.bidder - 1, names, words)


def _lead(before: View, now: View, names: Sequence[str]) -> Iterator[Change]:
    points = worth(now)
    leader = lead_change(worth(before), points)
    if leader is not None and now.board.round:
        yield named(leader, names, say.leads(points[leader]))


def _end(rules: Rules, before: Board, now: Board, names: Sequence[str]) -> Iterator[Change]:
    """`fr.family-end`, `fr.bankrupt`."""
    if now.last is not None and before.last is None:
        yield named(now.last - 1, names, say.last_turns(rules.end_at_cities))
    for seat, (then, at) in enumerate(zip(before.seats, now.seats, strict=True)):
        if at.out and not then.out:
            yield named(seat, names, say.bankrupt())


def _round(rules: Rules, before: Board, now: Board, names: Sequence[str]) -> Iterator[Change]:
    order = [seat - 1 for seat in now.order]
    if now.round != before.round:
        words = say.round_began(now.round, rules.rounds, at_most=bool(rules.end_at_cities))
        yield Change(words)
    if order and now.order != before.order and now.auction is None:
        words = say.order([names[seat] for seat in order])
        shown = " ".join([f"{disc(seat)}{esc(names[seat])}" for seat in order])
        yield Change(words, f"{say.ORDER}: {shown}")


def _cities(before: Board, now: Board) -> Iterator[Change]:
    known, names = {city.hex for city in before.cities}, names_on(now)
    fresh = [names[city.hex] for city in now.cities if city.hex not in known]
    if fresh:
        yield Change(say.new_cities(fresh))


def _seats(before: Board, now: Board, own: int | None, names: Sequence[str]) -> Iterator[Change]:
    """What others have now: track, connected cities, loans, wagons."""
    known = {piece.hex: piece for piece in before.track}
    for seat, (then, at) in enumerate(zip(before.seats, now.seats, strict=True)):
        if seat == own:
            continue
        built = sum(piece.owner == seat + 1 and known.get(piece.hex) != piece for piece in now.track)
        has = [say.cities(len(at.cities))] if len(at.cities) > len(then.cities) else []
        if at.loans != then.loans:
            has.append(say.loans(at.loans))
        if at.wagons > then.wagons:
            has.append(say.wagons(at.wagons))
        if built or has:
            words = say.built_and_has(built, has)
            yield named(seat, names, words, f"{swatch(seat + 1) if built else ''}{esc(words)}")


def _new_track(before: Board, now: Board) -> Iterator[str]:
    """The hexes with track or a bridge that was not there, or that is another tile or somebody else's now."""
    pieces, bridges = set(before.track), set(before.bridges)
    yield from [piece.hex for piece in now.track if piece not in pieces]
    yield from [over.hex for over in now.bridges if over not in bridges]


def _marks(before: Board, now: Board, own: int | None) -> Iterator[str]:
    """Cities that are new or have other markers, and the trains of others that moved."""
    known = {city.hex: city for city in before.cities}
    yield from [f'#map-cities [data-hex="{city.hex}"]' for city in now.cities if known.get(city.hex) != city]
    for seat, (then, at) in enumerate(zip(before.seats, now.seats, strict=True)):
        if seat != own and at.locomotive is not None and at.locomotive != then.locomotive:
            yield f'#map-trains [data-loco="{seat + 1}"]'
