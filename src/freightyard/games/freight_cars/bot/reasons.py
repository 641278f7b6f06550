"""Why a plan in Freight Cars is a good one, in a sentence."""

from freightyard.games.freight_cars.rules.bonuses import words_of
from freightyard.games.freight_cars.rules.edition import DECLINE, DISCARD, DONE, DRAW_DECK, KEEP, LAY, LOAD, TAKE
from freightyard.games.freight_cars.rules.packing import pieces_in
from freightyard.games.freight_cars.rules.phases import NONE
from freightyard.games.freight_cars.rules.state import State


def reason(s: State, moves: list[int]) -> str:
    """The reason for the moves, as things stand."""
    edition = s.rules.edition
    first = moves[0]
    verb = edition.verbs[first]
    seat = s.actor
    cars = len(s.trains[seat])
    if verb == KEEP:
        return f"It pays {words_of(edition.data.corporations[first - edition.keep])}, which seems the easiest to earn."
    if verb == DISCARD:
        return f"Of the cards that you were dealt {edition.cards[first - edition.discard]} fits your plans least."
    if verb == DRAW_DECK:
        return "No card that lies open is worth as much as an unknown one."
    if verb == TAKE:
        card = first - edition.take
        fits = s.rules.packing.loadable(1 << card, s.free[seat]) != 0
        use = "you can load it with the pieces that you have" if fits else "you can load it after your next shipment"
        return f"It carries {edition.data.freight[card].resource}{_wanted(s, card)}, and {use}."
    if verb == LOAD:
        after = s.clone()
        for move in moves:
            after.play(move)
        left = pieces_in(after.free[seat])
        worth = s.rules.credits[min(cars, len(s.rules.credits) - 1)]
        card = first - edition.load
        train = "The train then has 1 car" if cars == 0 else f"The train then has {cars + 1} cars"
        wanted = _wanted(s, card, "; it carries what ")
        stay = "1 piece stays" if left == 1 else f"{left} pieces stay"
        return f"{train} and is worth {_credits(worth)} by its length; {stay} free{wanted}."
    if verb == LAY:
        return "So the card takes few pieces, and the small ones stay free for the next."
    if first == DECLINE:
        return "Nothing is left that could be shipped."
    after = s.clone()
    for move in moves:
        after.play(move)
    earned = after.credits[seat] - s.credits[seat]
    claimed = (after.claimed[seat] & ~s.claimed[seat]).bit_count()
    cities = "" if not claimed else " with a city" if claimed == 1 else f" with {claimed} cities"
    if moves[-1] != DONE:
        return "The shipment is worth more with these cars."
    return f"The shipment earns {_credits(earned)} now{cities}, and its pieces come back for the next cars."


def _credits(count: int) -> str:
    return "1 credit" if count == 1 else f"{count} credits"


def _wanted(s: State, card: int, words: str = ", which ") -> str:
    """The first city in the row that asks for what a card carries."""
    good = s.rules.good[card]
    for city in s.cities:
        if city != NONE and s.rules.demand[city] & good * 127:
            return f"{words}{s.rules.edition.data.cities[city].name} wants"
    return ""
