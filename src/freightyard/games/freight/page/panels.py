"""What stands beside the map: the round and the order of turns, the boxes, and everybody's purse, debt, wagons and cities."""

from typing import NamedTuple

from freightyard.core.contract import View
from freightyard.games.freight.page.marks import marker, swatch
from freightyard.games.freight.page.reading import Reading
from freightyard.games.freight.page.sentences import panels as words
from freightyard.games.freight.rules.edition import Edition
from freightyard.games.freight.rules.hexes import SORTS
from freightyard.games.freight.rules.position import Board, SeatBoard
from freightyard.page.markup import esc, minus, panel
from freightyard.page.players import chip, disc, who
from freightyard.page.sheet import signed


def worth(view: View) -> list[int]:
    """Everybody's points as things stand (`fr.score`), a loan that can still be repaid included: so that repaying it brings what
    is said of it, whoever has the money for it or not. The outcome's own points once it is over."""
    if view.outcome is not None:
        return list(view.outcome.scores)
    board: Board = view.board
    points = [_counted(view, at).points for at in board.seats]
    lowest = min([0, *[points[seat - 1] for seat in board.order]])
    bankrupts = max([at.out for at in board.seats], default=0)
    # `fr.bankrupt`: behind all others, who failed earlier behind who failed later
    return [lowest - (bankrupts - at.out + 1) if at.out else score for at, score in zip(board.seats, points, strict=True)]


class Counted(NamedTuple):
    """`fr.score`: what a seat has, as it counts."""

    money: int
    loans: int
    cities: int

    @property
    def points(self) -> int:
        return self.money + self.loans + self.cities


def _counted(view: View, at: SeatBoard) -> Counted:
    edition: Edition = view.edition  # type: ignore[assignment]  # a view of Freight has its edition
    score = edition.data.score
    return Counted(money=at.cash * score.money, loans=at.loans * score.loan, cities=len(at.cities) * score.city)


# --- the round ---


def round_part(reading: Reading) -> str:
    """Which round it is, who comes when, and what lies in the boxes."""
    board, rules = reading.board, reading.rules
    body = _rounds(reading) + _order(reading)
    if rules.boxes:  # empty or not: what lies around them stays where it is
        body += _boxes(reading)
    if rules.end_at_cities:
        body += f'<p class="sub">{_last_words(reading)}</p>'
    title = words.SET_UP if board.round == 0 else words.round_title(board.round)
    sub = words.of_rounds(rules.rounds, at_most=bool(rules.end_at_cities))
    return panel("round", title, body, sub=sub if board.round else "")


def ends_part(reading: Reading) -> str:
    """`fr.family-end`: the same in a few words, above the map of a phone, where the round lies out of sight."""
    board, needed = reading.board, reading.rules.end_at_cities
    if not (needed and board.round) or reading.scene.view.outcome is not None:
        return '<p id="ends" data-part hidden></p>'
    most = max([len(at.cities) for at in board.seats])
    if board.last is not None:
        said = words.LAST_TURNS
    elif most >= needed:
        said = words.ends_soon(esc(reading.seat_name(_has_enough(board, needed))), needed)
    else:
        said = words.ends_at(needed, most)
    return f'<p id="ends" class="ends sub" data-part>{said}</p>'


def _rounds(reading: Reading) -> str:
    """The round track; a long one is a bar, since thirty dots would say less."""
    now, most = reading.board.round, reading.rules.rounds
    if most > 12:
        value = f'min="0" max="{most}" value="{now}" aria-label="{words.ROUNDS}"'
        return f'<meter class="rounds" {value}>{words.round_of(now, most)}</meter>'
    dots = [
        f'<li class="{"past" if number < now else "current" if number == now else "to-come"}">{number}</li>'
        for number in range(1, most + 1)
    ]
    return f'<ol class="rounds" aria-label="{words.round_of(now, most)}">{"".join(dots)}</ol>'


def _order(reading: Reading) -> str:
    """The order of turns, who has it now; while it is auctioned, the places that are taken already."""
    board = reading.board
    if not board.order:
        return ""
    bidding = board.auction is not None and board.auction.sale is None
    turn = 0 if bidding or board.phase in ("over", "repaying") else board.seat
    items = []
    for seat in board.order:
        now = ' class="current" aria-current="true"' if seat == turn else ""
        items.append(f"<li{now}>{disc(seat - 1)}<span>{esc(reading.seat_name(seat))}</span></li>")
    title = words.OLD_ORDER if bidding else words.TURN_ORDER
    return f'<div class="order"><span class="sub">{title}</span><ol>{"".join(items)}</ol></div>'


def _boxes(reading: Reading) -> str:
    """`fr.boxes`: what comes onto the map next, and after that. A marker that is missing keeps its place."""
    rows = []
    size = len(reading.board.seats)
    for number, box in enumerate(reading.board.boxes, 1):
        markers = "".join([marker(reading.edition, letter) for letter in box])
        markers += '<i class="slot-free" aria-hidden="true"></i>' * (size - len(box))
        title = f'title="{words.BOX_TITLES[number - 1]}"'
        rows.append(f'<div class="box" {title}><span class="sub">{words.box(number)}</span>{markers}</div>')
    return f'<div class="boxes" role="group" aria-label="{words.BOXES}"><p class="sub">{words.BOXES}</p>{"".join(rows)}</div>'


def _last_words(reading: Reading) -> str:
    """`fr.family-end`: how near the end is."""
    needed, last = reading.rules.end_at_cities, reading.board.last
    if last is not None and reading.scene.view.outcome is not None:
        return words.ended(esc(reading.seat_name(last)), needed)
    if last is not None:
        return words.last_turns(esc(reading.seat_name(last)), needed)
    if ready := _has_enough(reading.board, needed):
        return words.about_to_end(esc(reading.seat_name(ready)), needed)
    return words.until_end(needed, max((len(at.cities) for at in reading.board.seats), default=0))


def _has_enough(board: Board, needed: int) -> int:
    """The seat that has so many cities, or 0."""
    return next((seat for seat, at in enumerate(board.seats, 1) if len(at.cities) >= needed), 0)


# --- players ---


def players_part(reading: Reading) -> str:
    """Everybody in the order of the seats."""
    scene, board = reading.scene, reading.board
    points = worth(reading.scene.view)
    standing = [points[seat] for seat, at in enumerate(board.seats) if not at.out]
    best = max(standing, default=0)
    over = scene.view.outcome is not None
    entries = []
    for player, at, worth_now in zip(scene.players, board.seats, points, strict=True):
        owner = player.seat + 1
        extra = swatch(owner) + chip(worth_now, leads=worth_now == best and not at.out and bool(board.round))
        acts = scene.view.to_act == player.seat
        line = who(player, reading.names[player.seat], acting=acts, extra=extra)
        own = player.seat in reading.scene.own_seats
        facts = f'<p class="sub">{words.BANKRUPT}</p>' if at.out else _facts(reading, at, own=own)
        entries.append(f'<li class="player{" out" if at.out else ""}"{" data-acts" if acts else ""}>{line}{facts}</li>')
    sub = words.POINTS if over else words.POINTS_NOW
    body = f'<ul class="players">{"".join(entries)}</ul>{_how_loans_count(reading)}'
    return panel("players", words.PLAYERS, body, sub=sub, more=' tabindex="0"')


def _how_loans_count(reading: Reading) -> str:
    """What the numbers before the loans come from. It is there from the first round on, so that nothing moves when somebody
    borrows."""
    if not reading.board.round:
        return ""
    amount, loan = reading.rules.amount, reading.edition.data.score.loan
    if reading.scene.view.outcome is None:
        return f'<p class="sub loans-count">{words.loans_count(amount, -loan)}</p>'
    if not any(at.loans for at in reading.board.seats):
        return ""
    return f'<p class="sub loans-count">{words.loan_counted(-loan)}</p>'


def _facts(reading: Reading, at: SeatBoard, *, own: bool) -> str:
    """Money, loans and cities as they count (`fr.score`), so that they add up to the points beside the name; and wagons. How many
    tiles are left concerns only who builds with them."""
    counted = _counted(reading.scene.view, at)
    facts = f'<span class="fact money"><b>{minus(counted.money)}</b> {words.MONEY}</span>'
    if at.loans:
        facts += f'<span class="fact debt"><b>{minus(counted.loans)}</b> {words.loans(at.loans)}</span>'
    if at.cities:
        facts += f'<span class="fact"><b>{signed(counted.cities)}</b> {words.cities(len(at.cities))}</span>'
    stock = f'<div class="purse stock"><span class="fact">{words.TILES_LEFT}</span>{_stock(at)}</div>' if own else ""
    return f'<div class="purse">{facts}{wagons(reading, at)}</div>{stock}'


def wagons(reading: Reading, at: SeatBoard) -> str:
    """A player's wagons with the cubes in them."""
    slots = reading.rules.slots
    cubes = [marker(reading.edition, letter) for letter in at.cargo]
    cubes += ['<i class="slot-free"></i>'] * (at.wagons * slots - len(cubes))
    cars = "".join(
        [f'<span class="wagon">{"".join(cubes[first : first + slots])}</span>' for first in range(0, len(cubes), slots)]
    )
    said = words.wagons(at.wagons, len(at.cargo))
    return f'<span class="wagons"><span class="vh">{said}: </span>{cars}</span>'


def _stock(at: SeatBoard) -> str:
    """The tiles that are left."""
    parts = []
    for name, left in zip(SORTS, at.supply, strict=False):
        picture = f'<i class="sort s-{name}" aria-hidden="true"></i>'
        parts.append(
            f'<span title="{words.stock_title(name)}">{picture}{left}<span class="vh"> {words.stock_said(name)} </span></span>'
        )
    return "".join(parts)
