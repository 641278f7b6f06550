"""Why a move is not legal: one function a verb, each with the rule it cites. Building is in refuse_building.py."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from freightyard.core.errors import IllegalMove
from freightyard.games.freight.rules.city_names import names_at, with_names
from freightyard.games.freight.rules.data import COLOURS, SHOWN
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
    LOCOMOTIVE,
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
    marker_words,
)
from freightyard.games.freight.rules.network import TOWN, piece_edges, piece_owner
from freightyard.games.freight.rules.phases import (
    BIDDING,
    BOXING,
    BUILDING,
    BUYING,
    CHOOSING,
    FILLING,
    FOUNDING,
    MARKING,
    NAMING,
    ORDERING,
    OVER,
    OWING,
    PAIRING,
    PLACING,
    REPAYING,
    RESTOCKING,
    ROLLING,
    SELLING,
    SHIFTING,
    SHIPPING,
    STARTING,
    SUPPLYING,
    TILING,
)
from freightyard.games.freight.rules.play import FINISHED, deliver_points, load_points
from freightyard.games.freight.rules.position import piece_name
from freightyard.games.freight.rules.refuse_building import (
    Reason,
    refuse_bridge,
    refuse_build,
    refuse_city,
    refuse_upgrade,
    refuse_wagon,
)
from freightyard.games.freight.rules.rounds import NO_BID
from freightyard.games.freight.rules.sections import head_of, touched_by
from freightyard.games.freight.rules.shipping import IN_CITY, exits, open_to, owner_at, points_price

if TYPE_CHECKING:
    from freightyard.games.freight.rules.state import State

# What goes on in a phase, the rule that says so, and the verbs that belong to it.
_NOW: Final[dict[int, tuple[str, str, tuple[int, ...]]]] = {
    PLACING: ("fr.map", "the cities of the map are being placed", (PLACE,)),
    TILING: ("fr.city-tile", "the cities are getting their tiles", (TILE,)),
    MARKING: ("fr.markers", "the cities are getting their first markers", (LEAVE, ROLL)),
    BOXING: ("fr.boxes", "the boxes are getting their first cubes", (ROLL,)),
    ORDERING: ("fr.first-order", "the first turn order is being drawn", (ORDER,)),
    ROLLING: ("fr.round", "a new round begins: the die is rolled for the cities with few markers", (ROLL,)),
    NAMING: ("fr.build-city", "the tile of the new city is being drawn", (TILE,)),
    FOUNDING: ("fr.build-city", "the first marker of the new city is being rolled", (ROLL,)),
    RESTOCKING: ("fr.family-supply", "the die is rolled for the cities of the network", (ROLL,)),
    BIDDING: ("fr.auction", "a place in the turn order is auctioned now: bid or pass", (OPEN, RAISE, PASS, LOAN)),
    STARTING: ("fr.locomotive-start", "choose first in which city your locomotive starts", (LOCOMOTIVE,)),
    CHOOSING: ("fr.build-city", "choose first what the new city supplies, or draw its tile at random", (TILE, RANDOM)),
    SHIPPING: ("fr.turn", "building is over for this turn: you are shipping", (GO, LOAD, DELIVER, LOAN, REPAY, DONE)),
    OWING: ("fr.interest", "take a loan first: you cannot pay the interest without one", (LOAN,)),
    SELLING: ("fr.interest", "you cannot pay the interest: auction a section of your track", (SELL, TO, LOAN)),
    PAIRING: ("fr.section", "choose the second city of the track that you sell", (TO, SELL)),
    BUYING: ("fr.section", "a section of track is auctioned now: raise or pass", (RAISE, PASS, LOAN)),
    SUPPLYING: ("fr.supply", "put a marker from box 1 on a city of your network", (PUT,)),
    SHIFTING: ("fr.supply", "move a marker from box 2 to box 1", (SHIFT,)),
    FILLING: ("fr.supply", "put a marker into box 2", (FILL,)),
    REPAYING: ("fr.repay", "only loans can be repaid now, before the scoring", (REPAY, DONE)),
}
_WHILE_BUILDING: Final = (BUILD, UPGRADE, BRIDGING, CITY, TILE, RANDOM, WAGON)
_IN_THE_MIDDLE: Final = (STARTING, CHOOSING, NAMING, FOUNDING)  # of building, with something to be finished before it goes on
_NOT_SELLING: Final[Reason] = ("fr.section", "you sell track only when you cannot pay the interest and may not take a loan")
_NO_BOXES: Final[Reason] = ("fr.family", "there are no boxes in these rules: the die supplies the cities of your network")


def refuse(s: "State", move: int) -> IllegalMove | None:
    """Why the move is not legal now, or None if it is."""
    if move in s.legal():
        return None
    edition = s.rules.edition
    verb = edition.verbs[move]
    slug, reason = _wrong_moment(s, verb, move) or REFUSE[verb](s, move)
    return IllegalMove(edition.vocabulary.text(move), slug, with_names(names_at(s), reason))


def _wrong_moment(s: "State", verb: int, move: int) -> Reason | None:
    """A move that its verb rules out in this phase, whatever else it says."""
    if s.phase == OVER:
        return "fr.score", "the game is over"
    if s.phase == BUILDING:
        return None
    slug, event, verbs = _NOW[s.phase]
    if verb in verbs or (s.phase == SHIPPING and verb not in _WHILE_BUILDING):
        return None  # what comes later, or never in a turn, its own function tells
    if verb == LOAN or (verb == REPAY and s.phase not in _IN_THE_MIDDLE):
        return REFUSE[verb](s, move)
    return slug, event


def refuse_done(s: "State", move: int) -> Reason:
    return "fr.move", "your train is on the way: go on to a city first"


def refuse_loan(s: "State", move: int) -> Reason:
    if s.phase == REPAYING:
        return "fr.loan", "there are no more loans: you can only repay before the scoring"
    if s.phase < BIDDING:
        return "fr.loan", "you can take a loan only when a decision is yours"
    most = s.rules.first_limit if s.round == 1 else s.rules.limit
    return "fr.loan", f"you may take {_count(most, 'loan')} this round, and you have taken {s.took[s.asked]}"


def refuse_repay(s: "State", move: int) -> Reason:
    if s.phase != BUILDING and not (s.phase == SHIPPING and s.rules.repay_any_time):
        if s.rules.repay_any_time:
            return "fr.family", "you repay loans while you build or ship, and before the scoring"
        return "fr.repay", "you repay loans while you build, and before the scoring"
    if s.entry != IN_CITY:
        return "fr.family", "your train is on the way: go on to a city, then repay"
    if not s.loans[s.asked]:
        return "fr.repay", "you have no loan to repay"
    return "fr.repay", f"repaying a loan costs {s.rules.amount}, and you have {s.cash[s.asked]}"


def refuse_random(s: "State", move: int) -> Reason:
    return "fr.build-city", "you choose a tile only for a city that you have just founded"


def refuse_raise(s: "State", move: int) -> Reason:
    slug = "fr.section" if s.phase == BUYING else "fr.auction"
    if s.phase not in (BIDDING, BUYING):
        return slug, "nothing is auctioned now"
    if s.bid == NO_BID:
        return slug, "there is no bid to raise yet: open the bidding"
    return slug, f"the next bid is {s.bid + 1}, and you have {s.cash[s.asked]}"


def refuse_pass(s: "State", move: int) -> Reason:
    return "fr.auction", "nothing is auctioned now"


def refuse_open(s: "State", move: int) -> Reason:
    if not s.rules.auction:
        return "fr.family", "the turn order is never auctioned in these rules"
    if s.phase != BIDDING:
        return "fr.auction", "no place in the turn order is auctioned now"
    if s.bid != NO_BID:
        return "fr.auction", f"the bid is {s.bid}: raise it by 1, or pass"
    return "fr.auction", f"you cannot bid {move - s.rules.open}: you have {s.cash[s.asked]}"


def refuse_tile(s: "State", move: int) -> Reason:
    if s.phase == BUILDING:
        return "fr.build-city", "you choose a tile only for a city that you have just founded"
    data = s.rules.edition.data
    one, two, three = [colour.name for colour in data.colours if colour.letter in data.city_tiles[move - s.rules.tile]]
    return "fr.city-tile", f"another city supplies {one}, {two} and {three} already"


def refuse_locomotive(s: "State", move: int) -> Reason:
    if s.phase != STARTING:
        return "fr.locomotive-start", "a locomotive is placed only once, after the first track"
    name = s.rules.edition.grid.names[move - s.rules.locomotive]
    return "fr.locomotive-start", f"your first track is not connected to a city on {name}"


def refuse_go(s: "State", move: int) -> Reason:
    rules = s.rules
    there = move - rules.go
    name = rules.edition.grid.names[there]
    if s.phase == BUILDING:
        return "fr.turn", "finish building first: the train moves after that"
    if not rules.points_move:
        if s.used == rules.runs:
            return "fr.family-run", f"no runs left: a train makes at most {_count(rules.runs, 'run')} a turn"
        if not s.cell[there] >> TOWN:
            return "fr.family-run", f"a run ends in a city, and there is none on {name}"
        return "fr.family-run", f"one run over your own track does not reach {name}"
    seat = s.actor
    here = s.locomotive[seat]
    edge = next((edge for edge in range(6) if rules.nb[here * 6 + edge] == there), None)
    if edge is None:
        return "fr.move", f"{name} is not next to your train"
    if edge == s.entry:
        return "fr.move", "a train turns back only in a city"
    if not exits(s, here, s.entry) >> edge & 1:
        return "fr.move", f"the track under your train does not lead to {name}"
    entry = (edge + 3) % 6
    cell = s.cell[there]
    if not cell >> TOWN and not open_to(cell, entry):
        return "fr.move", f"no track on {name} leads on from here"
    price = points_price(s, rules.step)
    if not cell >> TOWN and owner_at(cell, entry) != seat:
        price += rules.toll
    if price > s.cash[seat]:
        return "fr.move", f"that step costs {price}, and you have {s.cash[seat]}"
    return "fr.move", "from there your action points and your money would not bring you to a city"


def refuse_load(s: "State", move: int) -> Reason:
    colour = move - s.rules.load
    if s.phase == BUILDING:
        return "fr.turn", "finish building first: cubes are loaded after that"
    if s.entry != IN_CITY:
        return "fr.load", "cubes are loaded only in a city: go on to one"
    if s.loading == FINISHED:
        return "fr.load", "you load once a visit, and you have done so"
    seat = s.actor
    name = s.rules.edition.data.colours[colour].name
    town = (s.cell[s.locomotive[seat]] >> TOWN) - 1
    if not s.rules.supplies[s.tiles[town]][colour]:
        return "fr.load", f"this city does not supply {name}"
    if not s.marks[town * COLOURS + colour]:
        return "fr.load", f"this city has no {name} cube now"
    if sum(s.cargo[seat * COLOURS : seat * COLOURS + COLOURS]) == s.wagons[seat] * s.rules.slots:
        return "fr.load", "your wagons are full"
    return "fr.load", _points_reason(s, load_points(s))


def refuse_deliver(s: "State", move: int) -> Reason:
    colour = move - s.rules.deliver
    if s.phase == BUILDING:
        return "fr.turn", "finish building first: cubes are delivered after that"
    if s.entry != IN_CITY:
        return "fr.deliver", "cubes are delivered only in a city: go on to one"
    if s.delivering == FINISHED:
        return "fr.deliver", "you deliver once a visit, and you have done so"
    name = s.rules.edition.data.colours[colour].name
    if not s.cargo[s.actor * COLOURS + colour]:
        return "fr.deliver", f"there is no {name} cube in your wagons"
    town = (s.cell[s.locomotive[s.actor]] >> TOWN) - 1
    if s.rules.supplies[s.tiles[town]][colour]:
        return "fr.pay", f"this city does not want {name}: it supplies it"
    return "fr.deliver", _points_reason(s, deliver_points(s))


def _points_reason(s: "State", points: int) -> str:
    price = points_price(s, points)
    return f"that takes {_count(points, 'action point')}; the extra ones cost {price}, and you have {s.cash[s.actor]}"


def refuse_sell(s: "State", move: int) -> Reason:
    if not s.rules.loan_sells:
        return "fr.family", "track is never sold in these rules"
    if s.phase == PAIRING:
        return "fr.section", f"you are selling track from {_town(s, s.town)}: choose the second city"
    if s.phase != SELLING:
        return _NOT_SELLING
    piece = move - s.rules.sell
    if s.rules.sells_between and s.cell[piece >> 1] >> TOWN:
        return "fr.section", f"your track does not connect {s.rules.edition.grid.names[piece >> 1]} with another city"
    if not piece_edges(s, piece) or piece_owner(s, piece) != s.actor:
        return "fr.section", "you have no track there"
    head = head_of(s, s.actor, piece)
    towns = touched_by(s, s.actor, head)
    if s.rules.sells_between and towns & towns - 1:
        one, other = [town for town in range(len(s.cities)) if towns >> town & 1][:2]
        return "fr.section", f"name the cities that this track connects: sell {_town(s, one)}, then to {_town(s, other)}"
    first = piece_name(s, head).replace("/", " ")
    return "fr.section", f"this track is named after its first tile: sell {first}"


def refuse_to(s: "State", move: int) -> Reason:
    if s.phase == SELLING:
        return "fr.section", "name the first of the two cities before, with sell"
    if s.phase != PAIRING:
        return _NOT_SELLING
    name = s.rules.edition.grid.names[move - s.rules.to]
    return "fr.section", f"your track does not connect {_town(s, s.town)} and {name} without a city between them"


def _town(s: "State", town: int) -> str:
    return s.rules.edition.grid.names[s.cities[town]]


def refuse_put(s: "State", move: int) -> Reason:
    if not s.rules.boxes:
        return _NO_BOXES
    if s.phase != SUPPLYING:
        return "fr.supply", "you put a marker from box 1 on a city after the interest is paid"
    number, colour = divmod(move - s.rules.put, COLOURS)
    name = s.rules.edition.grid.names[number]
    town = (s.cell[number] >> TOWN) - 1
    if town < 0 or not s.net[s.actor] >> town & 1:
        return "fr.supply", f"{name} is not a city of your network"
    if s.total[town] >= s.rules.most_marks:
        return "fr.markers", f"{name} is full: a city holds {s.rules.most_marks} markers"
    marker = marker_words(s.rules.edition.data)[2 * colour + (not s.rules.supplies[s.tiles[town]][colour])]
    return "fr.supply", f"box 1 has no {marker} for {name}"


def refuse_shift(s: "State", move: int) -> Reason:
    if not s.rules.boxes:
        return _NO_BOXES
    if s.phase != SHIFTING:
        return "fr.supply", "you move a marker from box 2 to box 1 after you put one on a city"
    return "fr.supply", f"box 2 has no {marker_words(s.rules.edition.data)[move - s.rules.shift]}"


def refuse_fill(s: "State", move: int) -> Reason:
    if not s.rules.boxes:
        return _NO_BOXES
    return "fr.supply", "you put a marker into box 2 at the end of your turn"


def refuse_roll(s: "State", move: int) -> Reason:
    if s.phase == MARKING:
        return "fr.markers", f"a number from 1 to {SHOWN} is drawn for each city; the die is rolled only with the option rolled"
    return "fr.round", "the colour die is not rolled now"


def refuse_leave(s: "State", move: int) -> Reason:
    if s.phase == MARKING:
        return "fr.markers", "with the option rolled the die decides the first markers"
    return "fr.markers", "a number is drawn for each city when the game is set up"


def refuse_order(s: "State", move: int) -> Reason:
    seat = move - s.rules.order
    if not s.rules.auction:
        return "fr.family", "the first seat starts, and no turn order is drawn"
    if s.phase != ORDERING:
        return "fr.first-order", "the first turn order is drawn before the first round"
    if seat >= s.rules.seats:
        return "fr.first-order", f"there is no seat {seat + 1}"
    return "fr.first-order", f"seat {seat + 1} already has its place"


def refuse_place(s: "State", move: int) -> Reason:
    if s.phase != PLACING:
        return "fr.map", "cities are placed only before the game starts"
    number = move - s.rules.place
    name = s.rules.edition.grid.names[number]
    grid = s.rules.edition.grid
    if not s.rules.zone[grid.row[number] + grid.radius] >> grid.column_bit(number) & 1:
        return "fr.map", f"{name} is too far from the middle for a city"
    return "fr.map", f"{name} has a city or lies next to one"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


REFUSE: Final[tuple[Callable[["State", int], Reason], ...]] = (
    refuse_done,
    refuse_loan,
    refuse_repay,
    refuse_wagon,
    refuse_random,
    refuse_raise,
    refuse_pass,
    refuse_open,
    refuse_build,
    refuse_upgrade,
    refuse_bridge,
    refuse_city,
    refuse_tile,
    refuse_locomotive,
    refuse_go,
    refuse_load,
    refuse_deliver,
    refuse_sell,
    refuse_to,
    refuse_put,
    refuse_shift,
    refuse_fill,
    refuse_roll,
    refuse_leave,
    refuse_order,
    refuse_place,
)
