"""Why a move is not legal: one function a verb, each with the rule it cites. Building is in refuse_building.py."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from freightyard.core.errors import IllegalMove
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
from freightyard.games.freight.rules.sections import section, towns_at
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
    ROLLING: ("fr.round", "a new round begins, and the cities with few markers are rolled for", (ROLL,)),
    NAMING: ("fr.build-city", "the tile of the new city is being drawn", (TILE,)),
    FOUNDING: ("fr.build-city", "the first marker of the new city is being rolled", (ROLL,)),
    RESTOCKING: ("fr.family-supply", "the cities of the network are being rolled up", (ROLL,)),
    BIDDING: ("fr.auction", "a place in the turn order is auctioned: open, raise or pass", (OPEN, RAISE, PASS, LOAN)),
    STARTING: ("fr.locomotive-start", "put your locomotive on a city of your first track", (LOCOMOTIVE,)),
    CHOOSING: ("fr.build-city", "choose the tile of the new city, or take one at random", (TILE, RANDOM)),
    SHIPPING: ("fr.turn", "building is over, and your train is shipping", (GO, LOAD, DELIVER, LOAN, REPAY, DONE)),
    OWING: ("fr.interest", "you cannot pay the interest without a loan", (LOAN,)),
    SELLING: ("fr.interest", "you cannot pay the interest: auction a section of your track", (SELL, TO, LOAN)),
    PAIRING: ("fr.section", "say to which other city you sell the track", (TO, SELL)),
    BUYING: ("fr.section", "a section of track is auctioned: raise or pass", (RAISE, PASS, LOAN)),
    SUPPLYING: ("fr.supply", "put a marker from box 1 on a city of your network", (PUT,)),
    SHIFTING: ("fr.supply", "move a marker from box 2 to box 1", (SHIFT,)),
    FILLING: ("fr.supply", "put a marker into box 2", (FILL,)),
    REPAYING: ("fr.repay", "the game is over but for last repayments", (REPAY, DONE)),
}
_WHILE_BUILDING: Final = (BUILD, UPGRADE, BRIDGING, CITY, TILE, RANDOM, WAGON)
_IN_THE_MIDDLE: Final = (STARTING, CHOOSING, NAMING, FOUNDING)  # of building, with something to be finished before it goes on
_NOT_SELLING: Final[Reason] = ("fr.section", "track is sold only when the interest cannot be paid otherwise")
_NO_BOXES: Final[Reason] = ("fr.family", "there are no boxes in this game: the cities of your network are rolled up")


def refuse(s: "State", move: int) -> IllegalMove | None:
    """Why the move is not legal now, or None if it is."""
    if move in s.legal():
        return None
    edition = s.rules.edition
    verb = edition.verbs[move]
    slug, reason = _wrong_moment(s, verb, move) or REFUSE[verb](s, move)
    return IllegalMove(edition.vocabulary.text(move), slug, reason)


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
    return "fr.move", "your train must end its way in a city"


def refuse_loan(s: "State", move: int) -> Reason:
    if s.phase == REPAYING:
        return "fr.loan", "there are no new loans before the scoring"
    if s.phase < BIDDING:
        return "fr.loan", "a loan is taken at an own decision, and nobody decides now"
    most = s.rules.first_limit if s.round == 1 else s.rules.limit
    return "fr.loan", f"you have taken {_count(s.took[s.asked], 'loan')} in this round, and {most} is the most"


def refuse_repay(s: "State", move: int) -> Reason:
    if s.phase != BUILDING and not (s.phase == SHIPPING and s.rules.repay_any_time):
        if s.rules.repay_any_time:
            return "fr.family", "loans are repaid while you build or ship, and before the scoring"
        return "fr.repay", "loans are repaid in your own building phase, and before the scoring"
    if s.entry != IN_CITY:
        return "fr.family", "loans are repaid in a city, and your train is on its way"
    if not s.loans[s.asked]:
        return "fr.repay", "you have no loan"
    return "fr.repay", f"a loan is repaid with {s.rules.amount}, and you have {s.cash[s.asked]}"


def refuse_random(s: "State", move: int) -> Reason:
    return "fr.build-city", "no new city waits for its tile"


def refuse_raise(s: "State", move: int) -> Reason:
    slug = "fr.section" if s.phase == BUYING else "fr.auction"
    if s.phase not in (BIDDING, BUYING):
        return slug, "nothing is auctioned now"
    if s.bid == NO_BID:
        return slug, "there is no bid to raise: open the bidding"
    return slug, f"a raise bids {s.bid + 1}, and you have {s.cash[s.asked]}"


def refuse_pass(s: "State", move: int) -> Reason:
    return "fr.auction", "nothing is auctioned now"


def refuse_open(s: "State", move: int) -> Reason:
    if not s.rules.auction:
        return "fr.family", "the turn order is never auctioned in this game"
    if s.phase != BIDDING:
        return "fr.auction", "no place in the turn order is auctioned now"
    if s.bid != NO_BID:
        return "fr.auction", f"the bid is {s.bid}: raise it by 1 or pass"
    return "fr.auction", f"a bid of {move - s.rules.open} needs as much cash, and you have {s.cash[s.asked]}"


def refuse_tile(s: "State", move: int) -> Reason:
    if s.phase == BUILDING:
        return "fr.build-city", "no new city waits for its tile"
    name = s.rules.edition.data.city_tiles[move - s.rules.tile]
    return "fr.city-tile", f"a city has the tile {name} already"


def refuse_locomotive(s: "State", move: int) -> Reason:
    if s.phase != STARTING:
        return "fr.locomotive-start", "a locomotive is put on the map once, after the first track"
    name = s.rules.edition.grid.names[move - s.rules.locomotive]
    return "fr.locomotive-start", f"{name} is no city connected to your first track"


def refuse_go(s: "State", move: int) -> Reason:
    rules = s.rules
    there = move - rules.go
    name = rules.edition.grid.names[there]
    if s.phase == BUILDING:
        return "fr.turn", "say done first: the train moves after building"
    if not rules.points_move:
        if s.used == rules.runs:
            return "fr.family-run", f"a train makes at most {_count(rules.runs, 'run')} in a turn"
        if not s.cell[there] >> TOWN:
            return "fr.family-run", f"a run ends in a city, and {name} is none"
        return "fr.family-run", f"no run over your own track ends in {name}"
    seat = s.actor
    here = s.locomotive[seat]
    edge = next((edge for edge in range(6) if rules.nb[here * 6 + edge] == there), None)
    if edge is None:
        return "fr.move", f"{name} does not lie next to your train"
    if edge == s.entry:
        return "fr.move", "a train turns back only in a city"
    if not exits(s, here, s.entry) >> edge & 1:
        return "fr.move", f"the track under your train does not lead to {name}"
    entry = (edge + 3) % 6
    cell = s.cell[there]
    if not cell >> TOWN and not open_to(cell, entry):
        return "fr.move", f"no track on {name} meets your way"
    price = points_price(s, rules.step)
    if not cell >> TOWN and owner_at(cell, entry) != seat:
        price += rules.toll
    if price > s.cash[seat]:
        return "fr.move", f"that step costs {price}, and you have {s.cash[seat]}"
    return "fr.move", "no city could be reached from there with the points, tolls and cash at hand"


def refuse_load(s: "State", move: int) -> Reason:
    colour = move - s.rules.load
    if s.phase == BUILDING:
        return "fr.turn", "say done first: cubes are loaded after building"
    if s.entry != IN_CITY:
        return "fr.load", "cubes are loaded in a city"
    if s.loading == FINISHED:
        return "fr.load", "there is one loading in a visit, and it is over"
    seat = s.actor
    name = s.rules.edition.data.colours[colour].name
    town = (s.cell[s.locomotive[seat]] >> TOWN) - 1
    if not s.rules.supplies[s.tiles[town]][colour]:
        return "fr.load", f"this city does not supply {name}"
    if not s.marks[town * COLOURS + colour]:
        return "fr.load", f"this city has no {name} cube"
    if sum(s.cargo[seat * COLOURS : seat * COLOURS + COLOURS]) == s.wagons[seat] * s.rules.slots:
        return "fr.load", "all slots of your wagons are taken"
    return "fr.load", _points_reason(s, load_points(s))


def refuse_deliver(s: "State", move: int) -> Reason:
    colour = move - s.rules.deliver
    if s.phase == BUILDING:
        return "fr.turn", "say done first: cubes are delivered after building"
    if s.entry != IN_CITY:
        return "fr.deliver", "cubes are delivered in a city"
    if s.delivering == FINISHED:
        return "fr.deliver", "there is one delivery in a visit, and it is over"
    name = s.rules.edition.data.colours[colour].name
    if not s.cargo[s.actor * COLOURS + colour]:
        return "fr.deliver", f"you have no {name} cube"
    town = (s.cell[s.locomotive[s.actor]] >> TOWN) - 1
    if s.rules.supplies[s.tiles[town]][colour]:
        return "fr.pay", f"this city does not show {name} as demand"
    return "fr.deliver", _points_reason(s, deliver_points(s))


def _points_reason(s: "State", points: int) -> str:
    price = points_price(s, points)
    return f"that takes {_count(points, 'point')}, which cost {price} beyond the free ones, and you have {s.cash[s.actor]}"


def refuse_sell(s: "State", move: int) -> Reason:
    if not s.rules.loan_sells:
        return "fr.family", "track is never sold in this game"
    if s.phase == PAIRING:
        return "fr.section", f"you sell track from {_town(s, s.town)}: say to which other city"
    if s.phase != SELLING:
        return _NOT_SELLING
    piece = move - s.rules.sell
    if s.rules.sells_between and s.cell[piece >> 1] >> TOWN:
        return "fr.section", f"your track does not join {s.rules.edition.grid.names[piece >> 1]} to another city"
    if not piece_edges(s, piece) or piece_owner(s, piece) != s.actor:
        return "fr.section", "that is not your track"
    pieces = section(s, s.actor, piece)
    towns = towns_at(s, pieces)
    if s.rules.sells_between and towns & towns - 1:
        one, other = [town for town in range(len(s.cities)) if towns >> town & 1][:2]
        return "fr.section", f"name the cities that this track joins: sell {_town(s, one)}, then to {_town(s, other)}"
    first = piece_name(s, pieces[0]).replace("/", " ")
    return "fr.section", f"a piece of track is named by its first tile in the order of the hexes: sell {first}"


def refuse_to(s: "State", move: int) -> Reason:
    if s.phase == SELLING:
        return "fr.section", "name one of the two cities before, with sell"
    if s.phase != PAIRING:
        return _NOT_SELLING
    name = s.rules.edition.grid.names[move - s.rules.to]
    return "fr.section", f"your track does not join {_town(s, s.town)} and {name} without a city between"


def _town(s: "State", town: int) -> str:
    return s.rules.edition.grid.names[s.cities[town]]


def refuse_put(s: "State", move: int) -> Reason:
    if not s.rules.boxes:
        return _NO_BOXES
    if s.phase != SUPPLYING:
        return "fr.supply", "markers from box 1 are put on cities after the interest"
    number, colour = divmod(move - s.rules.put, COLOURS)
    name = s.rules.edition.grid.names[number]
    town = (s.cell[number] >> TOWN) - 1
    if town < 0 or not s.net[s.actor] >> town & 1:
        return "fr.supply", f"{name} is no city of your network"
    if s.total[town] >= s.rules.most_marks:
        return "fr.markers", f"the city on {name} has {s.rules.most_marks} markers"
    marker = marker_words(s.rules.edition.data)[2 * colour + (not s.rules.supplies[s.tiles[town]][colour])]
    return "fr.supply", f"box 1 has no {marker}, which that city shows"


def refuse_shift(s: "State", move: int) -> Reason:
    if not s.rules.boxes:
        return _NO_BOXES
    if s.phase != SHIFTING:
        return "fr.supply", "a marker moves from box 2 to box 1 after one was put on a city"
    return "fr.supply", f"box 2 has no {marker_words(s.rules.edition.data)[move - s.rules.shift]}"


def refuse_fill(s: "State", move: int) -> Reason:
    if not s.rules.boxes:
        return _NO_BOXES
    return "fr.supply", "box 2 is filled at the end of the supply step"


def refuse_roll(s: "State", move: int) -> Reason:
    if s.phase == MARKING:
        return "fr.markers", f"a number from 1 to {SHOWN} is drawn for each city; only the option rolled rolls instead"
    return "fr.round", "the colour die is not rolled now"


def refuse_leave(s: "State", move: int) -> Reason:
    if s.phase == MARKING:
        return "fr.markers", "with the option rolled the first markers are rolled"
    return "fr.markers", "a number is drawn for each city when the game is set up"


def refuse_order(s: "State", move: int) -> Reason:
    seat = move - s.rules.order
    if not s.rules.auction:
        return "fr.family", "the first seat starts, and no turn order is drawn"
    if s.phase != ORDERING:
        return "fr.first-order", "the first turn order is drawn before the first round"
    if seat >= s.rules.seats:
        return "fr.first-order", f"there is no seat {seat + 1}"
    return "fr.first-order", f"seat {seat + 1} has its place"


def refuse_place(s: "State", move: int) -> Reason:
    if s.phase != PLACING:
        return "fr.map", "the map is drawn before the game"
    number = move - s.rules.place
    name = s.rules.edition.grid.names[number]
    if number not in s.rules.zone:
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
