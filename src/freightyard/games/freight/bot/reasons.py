"""Why a plan in Freight is a good one: all that a bot says about this game, and when it says it."""

from collections.abc import Mapping, Sequence
from typing import Final

from freightyard.core.flat import count_of, find
from freightyard.games.freight.rules.city_names import called, names_at
from freightyard.games.freight.rules.data import COLOURS
from freightyard.games.freight.rules.edition import DONE, LOAN, PASS, RAISE, REPAY, WAGON
from freightyard.games.freight.rules.phases import (
    BIDDING,
    BUILDING,
    BUYING,
    CHOOSING,
    FILLING,
    NOBODY,
    PAIRING,
    SELLING,
    SHIFTING,
    SHIPPING,
    STARTING,
    SUPPLYING,
)
from freightyard.games.freight.rules.state import State

# `{value}` stands for a value.
SENTENCES: Final[Mapping[str, str]] = {
    "loan": "What the money buys should earn more than the interest.",
    "pass": "Going earlier is not worth the money.",
    "raise": "Going earlier is worth more than {bid}: you reach the goods before the others.",
    "open": "Going earlier costs little, and you reach the goods before the others.",
    "buy": "The track is worth its price to you.",
    "buy-not": "The track is not worth its price to you.",
    "start": "Your first trip pays best from this city.",
    "tile": "A city supplying {colours} trades best with your others.",
    "random-tile": "Any tile will do here.",
    "cube": "You can carry a {colour} cube from there to a city of yours that wants it.",
    "disk": "With a {colour} disk the city pays the full price for the {colour} cubes that you bring.",
    "box": "Later it is the marker that your cities can use best.",
    "too-late": "You earn nothing with it any more: this is the last round.",
    "sale": "This sale costs you the fewest cities.",
    "sale-of-shortest": "It is your shortest section, so you lose least.",
    "repay-at-the-end": "A loan counts −{loan} until you repay it, and repaying costs {amount}.",
    "nothing": "There is nothing better to do.",
    "build-nothing": "Nothing that you could build now would earn its price.",
    "build-no-last-city": "Nothing that you could build now would earn its price, though one more city would end the game.",
    "wagon": "One more wagon carries {slots} more cubes on every trip, and there are enough turns left to earn its price.",
    "repay": "It saves the interest. And a loan counts −{loan} until you repay it, which costs {amount}.",
    "city": "A new city, {city}: {price}{loan}. It counts {points} points and trades with your others.",
    "city-with-track": "A new city, {city}, and its track: {price}{loan}. It counts {points} points and trades with your others.",
    "first-line": "A line between {cities}: {price}{loan}. They trade with each other and count {points} points.",
    "line": "The line to {cities}: {price}{loan}. It brings goods to trade and {points} points.",
    "prepare": "It prepares your next line: {price}{loan}.",
    "with-loan": ", with a loan",
    "with-loans": ", with {count} loans",
    "ends": "{what}. It ends the game: after this turn all others have one last turn.",
    "deliver": "The trip delivers {cubes} for {earned} and ends in {city}.",
    "deliver-at-a-cost": "The trip delivers {cubes} for {earned}, costs {spent} and ends in {city}.",
    "deliver-at-a-loss": "The trip delivers {cubes} for {earned} and costs {spent}, but in {city} your next turn begins better.",
    "one-cube": "1 cube",
    "cubes": "{count} cubes",
    "load": "You can deliver these cubes next turn at a better price.",
    "stay": "No trip pays any more this turn.",
    "move": "From {city} your next turn begins better.",
    "and": " and ",
}


def reason(s: State, moves: list[int]) -> str:
    """The reason for the moves, as things stand."""
    first = moves[0]
    phase = s.phase
    if phase == BUILDING:
        return _building(s, moves)
    if phase == SHIPPING:
        return _shipping(s, moves)
    if first == LOAN:
        return SENTENCES["loan"]
    if phase == BIDDING:
        return SENTENCES["pass" if first == PASS else "raise" if first == RAISE else "open"].format(bid=s.bid + 1)
    if phase == BUYING:
        return SENTENCES["buy" if first == RAISE else "buy-not"]
    if phase == STARTING:
        return SENTENCES["start"]
    if phase == CHOOSING:
        return _tile(s, first)
    if phase in (SUPPLYING, SHIFTING, FILLING) and s.round >= s.rules.rounds:
        return SENTENCES["too-late"]
    if phase == SUPPLYING:
        number, colour = divmod(first - s.rules.put, COLOURS)
        town = find(s.cities, number)
        name = s.rules.edition.data.colours[colour].name
        return SENTENCES["cube" if s.rules.supplies[s.tiles[town]][colour] else "disk"].format(colour=name)
    if phase in (SHIFTING, FILLING):
        return SENTENCES["box"]
    if phase in (SELLING, PAIRING):
        return SENTENCES["sale" if s.rules.sells_between else "sale-of-shortest"]
    return _repaying(s, "repay-at-the-end") if first == REPAY else SENTENCES["nothing"]


def _repaying(s: State, name: str) -> str:
    """What a loan counts as long as it is not repaid, and what repaying it costs."""
    data = s.rules.edition.data
    return SENTENCES[name].format(loan=-data.score.loan, amount=data.loan.amount)


def _tile(s: State, move: int) -> str:
    rules = s.rules
    if move < rules.tile:
        return SENTENCES["random-tile"]
    names = [colour.name for colour in rules.edition.data.colours]
    supplied = [names[colour] for colour in range(COLOURS) if rules.supplies[move - rules.tile][colour]]
    return SENTENCES["tile"].format(colours=_listed(supplied))


def _building(s: State, moves: list[int]) -> str:
    seat = s.actor
    rules = s.rules
    first = moves[0]
    if first == DONE:
        end = rules.end_at_cities  # `fr.family-end`: who leads may want to end it at a loss
        one_more = end and s.last == NOBODY and count_of(s.net[seat]) == end - 1
        return SENTENCES["build-no-last-city" if one_more else "build-nothing"]
    if first == WAGON:
        return SENTENCES["wagon"].format(slots=rules.slots)
    if first == REPAY:
        return _repaying(s, "repay")
    after = s.clone()
    for move in moves:
        after.play(move)
    price = s.cash[seat] + rules.amount * (after.loans[seat] - s.loans[seat]) - after.cash[seat]
    loans = after.loans[seat] - s.loans[seat]
    loan = SENTENCES["with-loan" if loans == 1 else "with-loans"].format(count=loans) if loans > 0 else ""
    sentence = _built(s, after, price, loan)
    end = rules.end_at_cities
    if end and s.last == NOBODY and count_of(s.net[seat]) < end <= count_of(after.net[seat]):  # `fr.family-end`
        return SENTENCES["ends"].format(what=sentence.partition(". ")[0])
    return sentence


def _built(s: State, after: State, price: int, loan: str) -> str:
    """What was built for a price, and what it is good for."""
    seat = s.actor
    rules = s.rules
    new = [town for town in range(len(after.cities)) if after.net[seat] >> town & 1 and not s.net[seat] >> town & 1]
    names = rules.edition.grid.names
    cities_called = names_at(after)
    points = rules.edition.data.score.city
    if len(after.cities) > len(s.cities):
        name = "city-with-track" if price > rules.city_price else "city"
        return SENTENCES[name].format(city=called(cities_called, names[after.cities[-1]]), loan=loan, price=price, points=points)
    if new:
        cities = _listed([called(cities_called, names[after.cities[town]]) for town in new])
        name = "first-line" if not s.own[seat] and len(new) > 1 else "line"
        return SENTENCES[name].format(cities=cities, loan=loan, price=price, points=points * len(new))
    return SENTENCES["prepare"].format(loan=loan, price=price) if price else SENTENCES["loan"]


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
        cash, used = after.cash[seat], after.used
        after.play(move)
        if rules.deliver <= move < rules.deliver + COLOURS:
            delivered += 1
            extra = max(0, after.used - rules.free_points) - max(0, used - rules.free_points) if rules.points_move else 0
            earned += after.cash[seat] - cash + extra * rules.extra_point
        elif rules.load <= move < rules.load + COLOURS:
            loaded += 1
    name = called(names_at(after), rules.edition.grid.names[after.locomotive[seat]])
    if delivered:
        cubes = SENTENCES["one-cube" if delivered == 1 else "cubes"].format(count=delivered)
        spent = s.cash[seat] + earned - after.cash[seat]
        sentence = SENTENCES["deliver-at-a-loss" if spent >= earned else "deliver-at-a-cost" if spent else "deliver"]
        return sentence.format(cubes=cubes, earned=earned, spent=spent, city=name)
    if loaded:
        return SENTENCES["load"]
    return SENTENCES["stay"] if moves[0] == DONE else SENTENCES["move"].format(city=name)


def _listed(words: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return SENTENCES["and"].join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
