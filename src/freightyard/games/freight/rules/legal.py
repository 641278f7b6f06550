"""What may be done: one function a phase, in the order of play."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from freightyard.games.freight.rules.data import COLOURS
from freightyard.games.freight.rules.edition import DONE, LOAN, MARKERS, PASS, RAISE, RANDOM, REPAY, UNKNOWN, WAGON
from freightyard.games.freight.rules.hexes import AXES, BRIDGE, CURVE, SHAPES, STRAIGHT, SWITCH, SWITCHES
from freightyard.games.freight.rules.network import ABOVE, TOWN, front_of, has_place, last_place, over_of, sites
from freightyard.games.freight.rules.phases import BIDDING, NOBODY
from freightyard.games.freight.rules.play import FINISHED, PLAY, deliver_points, load_points, towns_of_track
from freightyard.games.freight.rules.rounds import NO_BID, may_borrow, puts
from freightyard.games.freight.rules.sections import joined, joined_to, sections, towns_at
from freightyard.games.freight.rules.setup import chance_moves
from freightyard.games.freight.rules.shipping import IN_CITY, points_price, run_ends, steps

if TYPE_CHECKING:
    from mypy_extensions import i64

    from freightyard.games.freight.rules.edition import Rules
    from freightyard.games.freight.rules.state import State


def legal_bidding(s: "State") -> list[int]:
    """`fr.auction`: open, raise or pass; a loan may come before (`fr.loan`)."""
    moves: list[int] = [PASS]
    if s.bid == NO_BID:
        moves += s.rules.opens[: openings(s)]
    elif s.cash[s.asked] > s.bid:
        moves.append(RAISE)
    return with_loan(s, moves)


def openings(s: "State") -> "i64":
    """`fr.auction`: how many first bids a seat may choose from: nothing, 1, …"""
    cash: i64 = s.cash[s.asked]
    most: i64 = s.rules.opening_max
    return (min(most, cash)) + 1


def legal_building(s: "State") -> list[int]:
    """`fr.build-track`: all that the money and the supply allow, or done."""
    moves: list[int] = []
    sorts = tile_sorts(s)
    if sorts:
        table = s.rules.builds_of(sorts)
        for code in front_of(s, s.actor):
            known = table[code]
            moves += known if known is not UNKNOWN else s.rules.builds_at(sorts, code)
    improvements(s, moves)
    for other in s.order:
        if other != s.actor:
            last = last_place(s, other)
            if last >= 0:
                moves = not_blocking(s, moves, other, last)
    purchases(s, moves)
    return moves


def tile_sorts(s: "State") -> "i64":
    """`fr.build-track`: the sorts of tiles, a bit each, that the actor has and can pay."""
    rules = s.rules
    cash: i64 = s.cash[s.actor]
    first: i64 = s.actor * 4
    sorts: i64 = 0
    if cash >= rules.price[STRAIGHT] and s.stock[first]:
        sorts = 1
    if cash >= rules.price[CURVE] and s.stock[first + CURVE]:
        sorts |= 1 << CURVE
    if cash >= rules.price[SWITCH] and s.stock[first + SWITCH]:
        sorts |= 1 << SWITCH
    return sorts


def improvements(s: "State", moves: list[int]) -> None:
    """Upgrades, bridges and cities, `fr.no-blockade` not looked at yet."""
    seat: i64 = s.actor
    rules = s.rules
    cash: i64 = s.cash[seat]
    first: i64 = seat * 4
    if cash >= rules.upgrade_price and s.stock[first + SWITCH]:
        upgrades = rules.upgrades
        entry: i64
        for entry in s.simple[seat]:
            cell: i64 = s.cell[entry >> 6]
            entry = entry << 6 | cell >> ABOVE & 63
            made = upgrades.get(entry)
            moves += made if made is not None else rules.upgrades_at(entry)
    if cash >= rules.price[BRIDGE] and s.stock[first + BRIDGE]:
        for code in over_of(s, seat):
            moves += rules.bridges_at(code, s.cell[code >> 6] & 63)
    if cash >= rules.city_price and len(s.cities) < rules.tiles and s.own[seat]:
        cities(s, moves)


def cities(s: "State", moves: list[int]) -> None:
    """`fr.build-city`: inside the hull, not next to a city, on an empty hex that an own track points into."""
    free = sites(s)
    code: i64
    for code in s.front[s.actor]:
        if free[code >> 6]:
            moves.append(s.rules.city + (code >> 6))


def purchases(s: "State", moves: list[int]) -> None:
    """`fr.wagon`, `fr.loan`, `fr.repay`: what else money is for in the building phase; or done."""
    seat: i64 = s.actor
    rules = s.rules
    if s.cash[seat] >= rules.wagon_price and s.wagons[seat] < rules.wagon_most:
        moves.append(WAGON)
    if may_borrow(s, seat):
        moves.append(LOAN)
    if may_repay(s, seat):
        moves.append(REPAY)
    moves.append(DONE)


def not_blocking(s: "State", moves: list[int], other: int, last: "i64") -> list[int]:
    """`fr.no-blockade`: those of the moves that leave another player a place, who has one on this hex only. Whatever is placed
    takes away places on its own hex alone."""
    left: list[int] = []
    for move in moves:
        if hex_of(s.rules, move) != last or not blocks(s, move, other):
            left.append(move)
    return left


def hex_of(rules: "Rules", move: "i64") -> "i64":
    """The hex on which a move of building places something."""
    if move < rules.upgrade:
        return (move - rules.build) // SHAPES
    if move < rules.bridging:
        return (move - rules.upgrade) // SWITCHES
    if move < rules.city:
        return (move - rules.bridging) // AXES
    return move - rules.city


def blocks(s: "State", move: int, other: int) -> bool:
    """`fr.no-blockade`: whether another player, who has a place for track, would have none after this move."""
    after = s.clone()
    PLAY[s.rules.edition.verbs[move]](after, move)
    return not has_place(after, other)


def may_repay(s: "State", seat: "i64") -> bool:
    """`fr.repay`: a loan and the money for it."""
    return s.loans[seat] > 0 and s.cash[seat] >= s.rules.amount


def with_loan(s: "State", moves: list[int]) -> list[int]:
    """`fr.loan`: at any own decision of the round a loan may be taken first."""
    if may_borrow(s, s.asked):
        moves.append(LOAN)
    return moves


def legal_starting(s: "State") -> list[int]:
    """`fr.locomotive-start`: a city connected to the first track."""
    towns = s.net[s.actor] if s.sale == NOBODY else towns_of_track(s, s.sale)
    moves: list[int] = [s.rules.locomotive + s.cities[town] for town in range(len(s.cities)) if towns >> town & 1]
    return with_loan(s, moves)


def legal_choosing(s: "State") -> list[int]:
    """`fr.build-city`: any unused tile, or one at random."""
    return with_loan(s, [RANDOM] + [s.rules.tile + tile for tile in range(s.rules.tiles) if tile not in s.tiles])


def legal_shipping(s: "State") -> list[int]:
    """`fr.move`: go on; in a city load, deliver, or be done. `fr.family`: loans may be repaid here too."""
    moves: list[int] = []
    rules = s.rules
    seat: i64 = s.actor
    if rules.points_move:
        steps(s, moves)
    elif s.used < rules.runs:
        for number in run_ends(s):
            moves.append(rules.go + number)
    if s.entry == IN_CITY:
        loads(s, moves)
        deliveries(s, moves)
        moves.append(DONE)
    if may_borrow(s, seat):
        moves.append(LOAN)
    # On the way the money may be needed to reach the city.
    if rules.repay_any_time and s.entry == IN_CITY and may_repay(s, seat):
        moves.append(REPAY)
    return moves


def loads(s: "State", moves: list[int]) -> None:
    """`fr.load`: cubes of the city, if a slot is free and the points can be paid; one loading a visit."""
    rules = s.rules
    seat: i64 = s.actor
    if s.loading == FINISHED or s.cash[seat] < points_price(s, load_points(s)):
        return
    slots: i64 = s.wagons[seat] * rules.slots
    for index in range(seat * COLOURS, seat * COLOURS + COLOURS):
        slots -= s.cargo[index]
    if slots == 0:
        return
    town: i64 = (s.cell[s.locomotive[seat]] >> TOWN) - 1
    supplies = rules.supplies[s.tiles[town]]
    for colour in range(COLOURS):
        if supplies[colour] and s.marks[town * COLOURS + colour]:
            moves.append(rules.load + colour)


def deliveries(s: "State", moves: list[int]) -> None:
    """`fr.deliver`: cubes of the colours that the city demands, if the points can be paid; one delivery a visit."""
    seat: i64 = s.actor
    if s.delivering == FINISHED or s.cash[seat] < points_price(s, deliver_points(s)):
        return
    town: i64 = (s.cell[s.locomotive[seat]] >> TOWN) - 1
    supplies = s.rules.supplies[s.tiles[town]]
    for colour in range(COLOURS):
        if s.cargo[seat * COLOURS + colour] and not supplies[colour]:
            moves.append(s.rules.deliver + colour)


def legal_owing(s: "State") -> list[int]:
    """`fr.interest`: the loan that pays the interest."""
    return [LOAN]


def legal_selling(s: "State") -> list[int]:
    """`fr.section`: the first of two cities that own track joins; track that touches fewer is named by its first piece."""
    seat: i64 = s.actor
    if not s.rules.sells_between:
        return [s.rules.sell + pieces[0] for pieces in sections(s, seat)]
    moves: list[int] = []
    towns = joined(s, seat)
    for town in range(len(s.cities)):
        if towns >> town & 1:
            moves.append(s.rules.sell + s.cities[town] * 2)
    for pieces in sections(s, seat):
        touched = towns_at(s, pieces)
        if touched & (touched - 1) == 0:
            moves.append(s.rules.sell + pieces[0])
    return moves


def legal_pairing(s: "State") -> list[int]:
    """`fr.section`: the other of two cities that own track joins without a city between."""
    towns = joined_to(s, s.actor, s.town)
    return [s.rules.to + s.cities[town] for town in range(len(s.cities)) if towns >> town & 1]


def legal_buying(s: "State") -> list[int]:
    """`fr.section`: raise or pass; a loan may come before (`fr.loan`)."""
    moves: list[int] = [PASS]
    if s.cash[s.asked] > s.bid:
        moves.append(RAISE)
    return with_loan(s, moves)


def legal_supplying(s: "State") -> list[int]:
    """`fr.supply`: a marker from box 1 to a city."""
    moves: list[int] = []
    puts(s, moves)
    return with_loan(s, moves)


def legal_shifting(s: "State") -> list[int]:
    """`fr.supply`: any marker of box 2."""
    return with_loan(s, [s.rules.shift + marker for marker in range(MARKERS) if s.box2[marker]])


def legal_filling(s: "State") -> list[int]:
    """`fr.supply`: any marker at all."""
    return with_loan(s, list(range(s.rules.fill, s.rules.fill + MARKERS)))


def legal_repaying(s: "State") -> list[int]:
    """`fr.repay`: once more before the scoring."""
    return [REPAY, DONE]


def legal_over(s: "State") -> list[int]:
    """Nothing: the game is over."""
    return []


LEGAL: Final[tuple[Callable[["State"], list[int]], ...]] = (
    *(chance_moves,) * BIDDING,
    legal_bidding,
    legal_building,
    legal_starting,
    legal_choosing,
    legal_shipping,
    legal_owing,
    legal_selling,
    legal_pairing,
    legal_buying,
    legal_supplying,
    legal_shifting,
    legal_filling,
    legal_repaying,
    legal_over,
)
