"""Why a plan in Freight is a good one, in a sentence."""

from freightyard.games.freight.rules.data import COLOURS
from freightyard.games.freight.rules.edition import DONE, LOAN, PASS, RAISE, REPAY, WAGON
from freightyard.games.freight.rules.phases import (
    BIDDING,
    BUILDING,
    BUYING,
    CHOOSING,
    FILLING,
    PAIRING,
    SELLING,
    SHIFTING,
    SHIPPING,
    STARTING,
    SUPPLYING,
)
from freightyard.games.freight.rules.state import State


def reason(s: State, moves: list[int]) -> str:
    """The reason for the moves, as things stand."""
    first = moves[0]
    phase = s.phase
    if phase == BUILDING:
        return _building(s, moves)
    if phase == SHIPPING:
        return _shipping(s, moves)
    if first == LOAN:
        return "The money is needed now, and what it buys should earn more than the interest."
    if phase == BIDDING:
        if first == PASS:
            return "An earlier place in the turn order is not worth the money."
        if first == RAISE:
            return f"The earlier place is worth more than {s.bid + 1}: you reach the goods before the others do."
        return "An earlier place in the turn order lets you reach the goods before the others do, and it costs little."
    if phase == BUYING:
        return "The track is worth its price to you." if first == RAISE else "The track is not worth its price to you."
    if phase == STARTING:
        return "From this city the first trip pays best."
    if phase == CHOOSING:
        return "This tile asks for what your other cities supply and supplies what they ask for."
    if phase == SUPPLYING:
        number, colour = divmod(first - s.rules.put, COLOURS)
        town = s.cities.index(number)
        name = s.rules.edition.data.colours[colour].name
        if s.rules.supplies[s.tiles[town]][colour]:
            return f"A {name} cube there can be carried to a city of your network that asks for it."
        return f"A {name} disk there makes the city pay the full price for the {name} cubes that you can bring."
    if phase in (SHIFTING, FILLING):
        return "This is the marker that your network can use best when it comes out of the boxes."
    if phase in (SELLING, PAIRING) and s.rules.sells_between:
        return "It costs you the fewest cities."
    if phase == SELLING:
        return "It is the shortest of your sections, so you lose least."
    return "A loan that is left costs more than it takes to repay it." if first == REPAY else "There is nothing better to do."


def _building(s: State, moves: list[int]) -> str:
    seat = s.actor
    first = moves[0]
    if first == DONE:
        return "Nothing that you could build now would earn its price."
    if first == WAGON:
        return "One more wagon carries two more cubes on every trip, and there are turns enough left for that to pay."
    if first == REPAY:
        return "A loan repaid now costs no more interest, and it would cost more at the end."
    after = s.clone()
    for move in moves:
        after.play(move)
    price = s.cash[seat] + s.rules.amount * (after.loans[seat] - s.loans[seat]) - after.cash[seat]
    new = [town for town in range(len(after.cities)) if after.net[seat] >> town & 1 and not s.net[seat] >> town & 1]
    names = s.rules.edition.grid.names
    loan = " with a loan" if after.loans[seat] > s.loans[seat] else ""
    if len(after.cities) > len(s.cities):
        name = names[after.cities[-1]]
        return f"A city of your own choice at {name} costs {price}{loan}, counts at the end and trades with the others."
    if not new:
        return f"It prepares your next line for {price}{loan}." if price else "The money is needed for what comes next."
    cities = " and ".join([names[after.cities[town]] for town in new])
    return f"For {price}{loan} the line joins {cities} to your network, which counts at the end and has goods to trade."


def _shipping(s: State, moves: list[int]) -> str:
    seat = s.actor
    rules = s.rules
    after = s.clone()
    earned = 0
    delivered = 0
    loaded = 0
    for move in moves:
        if move == DONE:
            break
        before = after.cash[seat]
        after.play(move)
        if rules.deliver <= move < rules.deliver + COLOURS:
            delivered += 1
            earned += after.cash[seat] - before
        elif rules.load <= move < rules.load + COLOURS:
            loaded += 1
    name = rules.edition.grid.names[after.locomotive[seat]]
    if delivered:
        cubes = "1 cube" if delivered == 1 else f"{delivered} cubes"
        return f"The trip delivers {cubes} for {earned} and ends in {name}, from where you can go on."
    if loaded:
        return "The cubes that are loaded now can be delivered next turn at a better price."
    if moves[0] == DONE:
        return f"There is nothing to earn in this turn, so the train stays in {name}."
    return f"In {name} the train stands better for the next turn."
