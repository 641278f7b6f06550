"""What moves do: one function a verb, in the order of the verbs' numbers. What chance does is in setup.py."""

from typing import TYPE_CHECKING, Final

from freightyard.core.flat import ALONE, first_from, member
from freightyard.core.vectors import i64
from freightyard.games.freight.rules import setup
from freightyard.games.freight.rules.data import COLOURS
from freightyard.games.freight.rules.edition import (
    BRIDGING,
    BUILD,
    CITY,
    DELIVER,
    DONE,
    FILL,
    GO,
    LEAVE,
    LOAD,
    LOAN,
    OPEN,
    ORDER,
    PASS,
    PLACE,
    PUT,
    RAISE,
    RANDOM,
    REPAY,
    ROLL,
    SELL,
    SHIFT,
    TILE,
    TO,
    UPGRADE,
    WAGON,
)
from freightyard.games.freight.rules.hexes import (
    AXES,
    AXIS_MASK,
    BRIDGE,
    FIRST_SWITCH,
    OPPOSITE,
    SHAPE_MASK,
    SHAPE_SORT,
    SHAPES,
    SWITCHES,
)
from freightyard.games.freight.rules.network import TOWN, lay_bridge, lay_city, lay_tile, lay_upgrade
from freightyard.games.freight.rules.phases import (
    BUILDING,
    CHOOSING,
    FILLING,
    NAMING,
    NOBODY,
    OWING,
    PAIRING,
    REPAYING,
    SHIFTING,
    STARTING,
)
from freightyard.games.freight.rules.rounds import (
    after_building,
    ask_next,
    ask_to_repay,
    charge_interest,
    end_turn,
    get_from_bank,
    pay_bank,
    settle,
    start_sale,
    turn_of,
)
from freightyard.games.freight.rules.sections import between, head_of, touched_by
from freightyard.games.freight.rules.shipping import IN_CITY, owner_at, points_price

if TYPE_CHECKING:
    from freightyard.games.freight.rules.state import State

# How far loading, or delivering, has come in this visit.
NOT_YET: Final = 0
GOING_ON: Final = 1
FINISHED: Final = 2


def play(s: "State", move: i64) -> None:
    """Play a move. The verbs in the order in which games have them most: compiled, this is quicker than a table of functions."""
    verb: i64 = s.rules.verbs[move]
    if verb == PASS:
        pass_(s)
    elif verb == DONE:
        done(s)
    elif verb == LOAN:
        loan(s)
    elif verb == BUILD:
        build(s, move)
    elif verb == RAISE:
        raise_(s)
    elif verb == ROLL:
        setup.roll(s, move)
    elif verb == SELL:
        sell(s, move)
    elif verb == GO:
        go(s, move)
    elif verb == LOAD:
        load(s, move)
    elif verb == PLACE:
        setup.place(s, move)
    elif verb == TILE:
        setup.tile(s, move)
    elif verb == OPEN:
        open_(s, move)
    elif verb == LEAVE:
        setup.leave(s, move)
    elif verb == DELIVER:
        deliver(s, move)
    else:
        _play_rarer(s, move, verb)


def _play_rarer(s: "State", move: i64, verb: i64) -> None:
    """The same with the other verbs."""
    if verb == REPAY:
        repay(s)
    elif verb == UPGRADE:
        upgrade(s, move)
    elif verb == BRIDGING:
        bridge(s, move)
    elif verb == PUT:
        put(s, move)
    elif verb == SHIFT:
        shift(s, move)
    elif verb == FILL:
        fill(s, move)
    elif verb == CITY:
        city(s, move)
    elif verb == WAGON:
        wagon(s)
    elif verb == ORDER:
        setup.order(s, move)
    elif verb == TO:
        to(s, move)
    elif verb == RANDOM:
        random(s)
    else:
        locomotive(s, move)


# --- any time ---


def done(s: "State") -> None:
    """`fr.turn`: building is over, or shipping is, or a seat's last repayments are."""
    if s.phase == BUILDING:
        after_building(s)
    elif s.phase == REPAYING:
        ask_to_repay(s, turn_of(s, s.asked) + 1)
    else:
        end_visit(s)
        s.used = 0
        charge_interest(s)


def loan(s: "State") -> None:
    """`fr.loan`: money from the bank for a loan marker."""
    seat = s.asked
    get_from_bank(s, seat, s.rules.amount)
    s.loans[seat] += 1
    s.took[seat] += 1
    if s.phase == OWING:
        settle(s)


def repay(s: "State") -> None:
    """`fr.repay`: a loan marker goes back with its money."""
    seat = s.asked
    pay_bank(s, seat, s.rules.amount)
    s.loans[seat] -= 1
    if s.phase == REPAYING:
        ask_to_repay(s, turn_of(s, seat))


# --- auctions ---


def open_(s: "State", move: i64) -> None:
    """`fr.auction`: the first bid for a place."""
    s.bid = move - s.rules.open
    s.bidder = s.asked
    ask_next(s)


def raise_(s: "State") -> None:
    """`fr.auction`, `fr.section`: one more than the last bid."""
    s.bid += 1
    s.bidder = s.asked
    ask_next(s)


def pass_(s: "State") -> None:
    """`fr.auction`, `fr.section`: who passes is out of this auction."""
    s.passed |= ALONE[s.asked]
    ask_next(s)


def sell(s: "State", move: i64) -> None:
    """`fr.section`: a connected piece, named by its first, is put up for auction; or a city is named, and the other one next."""
    piece = move - s.rules.sell
    town = s.cell[piece >> 1] >> TOWN
    if town:
        s.town = town - 1
        s.phase = PAIRING
    else:
        start_sale(s, piece)


def to(s: "State", move: i64) -> None:
    """`fr.section`: all track between the two cities is put up for auction."""
    town = (s.cell[move - s.rules.to] >> TOWN) - 1
    sale = between(s.town, town)
    s.town = 0
    start_sale(s, sale)


# --- building ---


def build(s: "State", move: i64) -> None:
    """`fr.build-track`: a straight, a curve or a switch on an empty hex."""
    number = (move - s.rules.build) // SHAPES
    shape = move - s.rules.build - number * SHAPES
    pay_bank(s, s.actor, s.rules.price[SHAPE_SORT[shape]])
    lay_tile(s, s.actor, number, SHAPE_MASK[shape])
    if s.locomotive[s.actor] == NOBODY:
        start_locomotive(s, number * 2)


def upgrade(s: "State", move: i64) -> None:
    """`fr.build-track`: a simple tile turns into a switch; it keeps its edges and returns to the supply."""
    number = (move - s.rules.upgrade) // SWITCHES
    shape = move - s.rules.upgrade - number * SWITCHES
    pay_bank(s, s.actor, s.rules.upgrade_price)
    lay_upgrade(s, s.actor, number, SHAPE_MASK[FIRST_SWITCH + shape])
    if s.locomotive[s.actor] == NOBODY:
        start_locomotive(s, number * 2)  # of a seat that has bought track and builds for the first time


def bridge(s: "State", move: i64) -> None:
    """`fr.bridge`: straight over a tile with track."""
    number = (move - s.rules.bridging) // AXES
    axis = move - s.rules.bridging - number * AXES
    pay_bank(s, s.actor, s.rules.price[BRIDGE])
    lay_bridge(s, s.actor, number, AXIS_MASK[axis])
    if s.locomotive[s.actor] == NOBODY:
        start_locomotive(s, number * 2 + 1)


def start_locomotive(s: "State", piece: i64) -> None:
    """`fr.locomotive-start`: after the first track the locomotive is put on a city connected to it, by choice if several.

    Track that was bought may lead to no city, and so may a position that somebody wrote; then the locomotive waits.
    """
    seat = s.actor
    net = s.net[seat]
    towns = towns_of_track(s, piece) if s.rules.locomotive_on_track else net
    if not towns:
        return
    if towns & (towns - 1):
        s.phase = STARTING
        s.sale = piece if towns != net else NOBODY
        return
    s.locomotive[seat] = s.cities[member(towns, 0)]


def towns_of_track(s: "State", piece: i64) -> i64:
    """`fr.locomotive-start`: the cities, a bit each, connected to a piece of track: those that it touches; if it touches none,
    those of the own track that it hangs together with."""
    towns = s.touches[s.actor][first_from(s.own[s.actor], piece)]
    return towns or touched_by(s, s.actor, head_of(s, s.actor, piece))


def locomotive(s: "State", move: i64) -> None:
    """`fr.locomotive-start`: the chosen city."""
    s.locomotive[s.actor] = move - s.rules.locomotive
    s.sale = NOBODY
    s.phase = BUILDING


def city(s: "State", move: i64) -> None:
    """`fr.build-city`: the place of a new city; its tile comes next."""
    pay_bank(s, s.actor, s.rules.city_price)
    lay_city(s, move - s.rules.city)
    s.town = len(s.cities) - 1
    s.phase = CHOOSING


def random(s: "State") -> None:
    """`fr.build-city`: the tile of a new city is drawn."""
    s.phase = NAMING


def wagon(s: "State") -> None:
    """`fr.wagon`: one more."""
    pay_bank(s, s.actor, s.rules.wagon_price)
    s.wagons[s.actor] += 1


# --- shipping ---


def go(s: "State", move: i64) -> None:
    """`fr.move`: a step, paid at once; `fr.family-run`: a whole run."""
    rules = s.rules
    seat = s.actor
    there = move - rules.go
    end_visit(s)
    if rules.points_move:
        pay_bank(s, seat, points_price(s, rules.step))
        s.used += rules.step
        cell = s.cell[there]
        if cell >> TOWN:
            s.entry = IN_CITY
        else:
            here = s.locomotive[seat] * 6
            edge: i64
            for edge in range(6):
                if rules.nb[here + edge] == there:
                    s.entry = OPPOSITE[edge]
                    break
            pay_toll(s, seat, owner_at(cell, s.entry))
    else:
        s.used += 1
    s.locomotive[seat] = there


def pay_toll(s: "State", seat: i64, owner: i64) -> None:
    """`fr.move`: a tile of another player's or the bank's track costs a toll to its owner, each time it is entered."""
    if owner == seat:
        return
    if owner < s.rules.seats:
        s.cash[seat] -= s.rules.toll
        s.cash[owner] += s.rules.toll
    else:
        pay_bank(s, seat, s.rules.toll)


def end_visit(s: "State") -> None:
    """`fr.load`: a visit is the stay between two moves."""
    s.loading = NOT_YET
    s.delivering = NOT_YET
    s.paid = 0


def load_points(s: "State") -> i64:
    """`fr.load`: the points for loading the next cube: the first of a visit pays for all, less if something was delivered."""
    if s.loading == GOING_ON:
        return 0
    return s.rules.load_points if s.delivering == NOT_YET else s.rules.second_load


def deliver_points(s: "State") -> i64:
    """`fr.deliver`: the points for delivering the next cube: the first of a visit pays for all, less if something was loaded."""
    if s.delivering == GOING_ON:
        return 0
    return s.rules.deliver_points if s.loading == NOT_YET else s.rules.second_deliver


def load(s: "State", move: i64) -> None:
    """`fr.load`: a cube leaves the city's markers for a free slot."""
    seat = s.actor
    colour = move - s.rules.load
    points = load_points(s)
    pay_bank(s, seat, points_price(s, points))
    s.used += points
    s.loading = GOING_ON
    if s.delivering:
        s.delivering = FINISHED
    setup.add_markers(s, (s.cell[s.locomotive[seat]] >> TOWN) - 1, colour, -1)
    s.cargo[seat * COLOURS + colour] += 1


def deliver(s: "State", move: i64) -> None:
    """`fr.deliver`, `fr.pay`: a cube is paid, and the first of a colour with a disk takes one disk away.

    The cubes of one delivery are paid together: those of the same colour that follow get the same price.
    """
    seat = s.actor
    colour = move - s.rules.deliver
    points = deliver_points(s)
    pay_bank(s, seat, points_price(s, points))
    s.used += points
    s.delivering = GOING_ON
    if s.loading:
        s.loading = FINISHED
    town = (s.cell[s.locomotive[seat]] >> TOWN) - 1
    s.cargo[seat * COLOURS + colour] -= 1
    if not s.paid >> colour & 1 and s.marks[town * COLOURS + colour]:
        s.paid |= ALONE[colour]
        setup.add_markers(s, town, colour, -1)
    get_from_bank(s, seat, s.rules.demanded if s.paid >> colour & 1 else s.rules.not_demanded)


# --- supply ---


def put(s: "State", move: i64) -> None:
    """`fr.supply`: a marker from box 1 to a city; its tile tells whether it is a cube or a disk."""
    number = (move - s.rules.put) // COLOURS
    colour = move - s.rules.put - number * COLOURS
    town = (s.cell[number] >> TOWN) - 1
    s.box1[2 * colour + 1 - (s.rules.supplied[s.tiles[town]] >> colour & 1)] -= 1
    setup.add_markers(s, town, colour, 1)
    s.phase = SHIFTING


def shift(s: "State", move: i64) -> None:
    """`fr.supply`: a marker from box 2 to box 1."""
    marker = move - s.rules.shift
    s.box2[marker] -= 1
    s.box1[marker] += 1
    s.phase = FILLING


def fill(s: "State", move: i64) -> None:
    """`fr.supply`: any marker into box 2; the turn is over."""
    s.box2[move - s.rules.fill] += 1
    end_turn(s)
