"""Why a plan in Freight Cars is a good one: all that a bot says about this game, and when it says it."""

from collections.abc import Mapping
from typing import Final

from freightyard.games.freight_cars.rules.bonuses import words_of
from freightyard.games.freight_cars.rules.edition import DECLINE, DISCARD, DONE, DRAW_DECK, KEEP, LAY, LOAD, TAKE
from freightyard.games.freight_cars.rules.names import spoken
from freightyard.games.freight_cars.rules.packing import pieces_in
from freightyard.games.freight_cars.rules.phases import FINAL_TURNS, LAST_SHIPPING, NONE
from freightyard.games.freight_cars.rules.play import CARD
from freightyard.games.freight_cars.rules.rules import GOODS_BITS, GOODS_MASK
from freightyard.games.freight_cars.rules.scoring import bonus
from freightyard.games.freight_cars.rules.state import State

# `{value}` stands for a value.
SENTENCES: Final[Mapping[str, str]] = {
    "keep": "It pays {terms}, which looks easiest to earn.",
    "discard": "Of the cards that you were dealt, {card} fits your plans least.",
    "discard-largest": "It has {cells} cells, more than your other cards: filling it would take the most pieces.",
    "draw": "A card from the deck is likely to be worth more to you than any of the cards to take.",
    "take": "You can load it with your free pieces{longer}.",
    "take-wanted": "It carries {wanted}, and you can load it with your free pieces.",
    "take-for-later": "You can load it after your next shipment.",
    "longer": ", and a longer train earns more",
    "take-wanted-for-later": "It carries {wanted}, and you can load it after your next shipment.",
    "last-card": "On your last turn any card will do: it can no longer be loaded.",
    "all-wanted": "the {good} that {city} still wants",
    "half-wanted": "half of what {city} wants",
    "part-wanted": "1 of the {count} goods that {city} wants",
    "load": "Your train is then worth {credits} by its length; {pieces} left.",
    "load-wanted": "Your train is then worth {credits} by its length; {pieces} left. The car carries {wanted}.",
    "load-then": "Your train is then worth {credits} by its length; {pieces} left. Next turn you can load {card}: {wanted}.",
    "lay": "This takes few pieces, and the small ones stay free for the next card.",
    "decline": "There is nothing left to ship.",
    "ship": "The shipment earns {credits}{cities}, and you get the pieces back.",
    "last-shipment": "The shipment earns {credits}{cities}{later}.",
    "later": ", and {credits} more from your corporation",
    "ship-more": "The shipment is worth more with these cars.",
    "with-city": " with a city",
    "with-cities": " with {count} cities",
    "credit": "1 credit",
    "credits": "{count} credits",
    "piece": "1 piece is",
    "pieces": "{count} pieces are",
}


def reason(s: State, moves: list[int]) -> str:
    """The reason for the moves, as things stand."""
    edition = s.rules.edition
    first = moves[0]
    verb = edition.verbs[first]
    seat = s.actor
    if verb == KEEP:
        return SENTENCES["keep"].format(terms=words_of(edition.data.corporations[first - edition.keep]))
    if verb == DISCARD:
        return _discarding(s, first - edition.discard)
    if verb in (DRAW_DECK, TAKE) and s.stage == FINAL_TURNS:
        return SENTENCES["last-card"]
    if verb == DRAW_DECK:
        return SENTENCES["draw"]
    if verb == TAKE:
        card = first - edition.take
        wanted = _wanted(s, card, beside=s.hands[seat])
        later = "" if s.rules.packing.loadable(1 << card, s.free[seat]) else "-for-later"
        name = f"take-wanted{later}" if wanted else f"take{later}"
        longer = SENTENCES["longer"] if len(s.trains[seat]) < len(s.rules.credits) else ""
        return SENTENCES[name].format(wanted=wanted, longer=longer)
    if verb == LOAD:
        return _loading(s, moves)
    if verb == LAY:
        return SENTENCES["lay"]
    if first == DECLINE:
        return SENTENCES["decline"]
    if moves[-1] != DONE:
        return SENTENCES["ship-more"]
    after = s.clone()
    for move in moves:
        after.play(move)
    claimed = (after.claimed[seat] & ~s.claimed[seat]).bit_count()
    cities = "" if not claimed else SENTENCES["with-city" if claimed == 1 else "with-cities"].format(count=claimed)
    earned = _count("credit", after.credits[seat] - s.credits[seat])
    if s.phase != LAST_SHIPPING:
        return SENTENCES["ship"].format(credits=earned, cities=cities)
    more = bonus(after, seat) - bonus(s, seat)  # nothing else will come that could add to it
    later = SENTENCES["later"].format(credits=more) if more else ""
    return SENTENCES["last-shipment"].format(credits=earned, cities=cities, later=later)


def _discarding(s: State, card: int) -> str:
    """A card that is larger than all others needs no other reason."""
    freight = s.rules.edition.data.freight
    others = [freight[other].cells for other in range(len(freight)) if s.hands[s.actor] >> other & 1 and other != card]
    cells = freight[card].cells
    if others and cells > max(others):
        return SENTENCES["discard-largest"].format(cells=cells)
    return SENTENCES["discard"].format(card=spoken(s.rules.edition.cards[card]))


def _loading(s: State, moves: list[int]) -> str:
    seat = s.actor
    after = s.clone()
    for move in moves:
        after.play(move)
    worth = s.rules.credits[min(len(s.trains[seat]), len(s.rules.credits) - 1)]
    card = moves[0] - s.rules.edition.load
    credits_, left = _count("credit", worth), _count("piece", pieces_in(after.free[seat]))
    better = [] if _completes(s, card) else [other for other in range(len(s.rules.edition.cards)) if _better(s, other, card)]
    for other in better:  # another card of the hand makes a city whole: it comes next, if it still can
        if after.stage != FINAL_TURNS and s.rules.packing.loadable(1 << other, after.free[seat]):
            name = spoken(s.rules.edition.cards[other])
            return SENTENCES["load-then"].format(credits=credits_, pieces=left, card=name, wanted=_wanted(s, other))
    wanted = "" if better else _wanted(s, card)
    return SENTENCES["load-wanted" if wanted else "load"].format(credits=credits_, pieces=left, wanted=wanted)


def _better(s: State, other: int, card: int) -> bool:
    """Whether another card of the hand would make a city whole."""
    return other != card and bool(s.hands[s.actor] >> other & 1) and _completes(s, other)


def _completes(s: State, card: int) -> bool:
    """Whether a card carries the last good that some city still wants beside the train."""
    return _wanted(s, card).startswith("the ")


def _count(noun: str, count: int) -> str:
    return SENTENCES[noun if count == 1 else f"{noun}s"].format(count=count)


def _wanted(s: State, card: int, *, beside: int = 0) -> str:
    """How much of what a city wants a card would bring beside the train and `beside` other cards, a bit a card: the city that it
    makes whole, or else the first in the row, unless it is the last turn; nothing if none wants more of it."""
    data = s.rules.edition.data
    resource = data.resources.index(data.freight[card].resource)
    train = [0] * len(data.resources)
    for car in s.trains[s.actor]:
        train[data.resources.index(data.freight[car & CARD].resource)] += 1
    for held, freight in enumerate(data.freight):
        train[data.resources.index(freight.resource)] += beside >> held & 1
    found = ""
    for city in s.cities:
        if city == NONE:
            continue
        wants = [s.rules.demand[city] >> GOODS_BITS * one & GOODS_MASK for one in range(len(data.resources))]
        if wants[resource] <= train[resource]:
            continue
        missing = sum([max(0, wants[one] - train[one]) for one in range(len(wants))])
        name = "all-wanted" if missing == 1 else "half-wanted" if sum(wants) == 2 else "part-wanted"
        if missing == 1 or not (found or s.stage == FINAL_TURNS):
            found = SENTENCES[name].format(good=data.resources[resource], city=data.cities[city].name, count=sum(wants))
        if missing == 1:
            break
    return found
