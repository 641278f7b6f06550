"""Freight Cars in numbers, for what bots have learnt: what each seat has, what it can still earn, and how long the game lasts."""

from typing import Final, final

from freightyard.games.freight_cars.bot.bonus import CAR
from freightyard.games.freight_cars.bot.judge import JUDGE
from freightyard.games.freight_cars.bot.planning import CELLS, Look, cells_in
from freightyard.games.freight_cars.rules.phases import FINAL_TURNS, IN_DECK, LAST_SHIPPING, NONE, REVEALED
from freightyard.games.freight_cars.rules.state import State

PART: Final = 4  # of a credit: worths are rounded to a quarter
LOOK_AHEAD: Final = 3  # turns of each seat in a playout
TURNS: Final = 40  # turns of a seat after which nobody looks
_NAMES: Final = (
    "points",  # credits and bonus
    "bonus",
    "hope",  # points, and what can still be earned in the turns that are left
    "ship",  # what the train earns if it leaves now
    "cars",
    "next",  # what the best card of the hand adds to that
    "second",
    "open",  # what the best open card adds
    "loadable",  # cards of the hand
    "hand",
    "offered",  # open cards that can be loaded
    "room",  # cells that the free pieces cover
    "pieces",
    "shipments",
    "shipped",  # cars
    "cities",
    "served",  # cities that the train could claim
    "kind",  # of the corporation
    "turns",  # that the seat will still have
    "turn",  # how many seats are before it; 0: it is to act
)


@final
class FreightCarsFeatures:
    """What is to be known of a seat."""

    __slots__ = ()

    @property
    def names(self) -> tuple[str, ...]:
        return _NAMES

    @property
    def against(self) -> tuple[str, ...]:
        return ("points", "hope", "ship", "cars", "room", "turns")

    @property
    def won(self) -> float:
        return 0.0

    def stage(self, s: State) -> int:
        """From 0 at the beginning to 256 at the end."""
        if s.stage != IN_DECK:
            return 256
        whole = s.rules.deck
        return 256 - 256 * max(0, s.deck) // (whole + s.rules.seats)

    def turns(self, s: State) -> int:
        """How many turns a playout goes on before the position is looked at."""
        return LOOK_AHEAD * s.rules.seats

    def breaks(self, s: State) -> bool:
        """Playouts go on to the start of a turn."""
        return False

    def rows(self, s: State) -> list[list[int]]:
        """A row of whole numbers for each seat."""
        found: list[list[int]] = []
        for seat in range(s.rules.seats):
            found.append(row_of(s, seat))
        return found


def row_of(s: State, seat: int) -> list[int]:
    """What is to be known of one seat, in the order of the names."""
    rules = s.rules
    look = Look(JUDGE.notes, s, seat)
    books = look.books
    seats = rules.seats
    away = (seat - s.actor) % seats
    turns = _turns(s, look, away)
    shipped = 0
    for shipment in s.shipments[seat]:
        shipped += shipment.bit_count()
    now = books.pays(s, seat, 0, 0, 0)
    count = look.cards.bit_count()
    ship = look.shipment(look.cards, look.goods, look.spare) if turns >= 0 else 0.0
    free = s.free[seat]
    loadable = rules.packing.loadable(s.hands[seat], free)
    up = 0
    for card in s.tableau:
        if card != NONE:
            up |= 1 << card
    offered = rules.packing.loadable(up, free)
    table = rules.credits
    length = len(table)
    best = 0.0
    second = 0.0
    full = count >= length
    cards = loadable
    while cards:
        low = cards & -cards
        cards ^= low
        gain = look.with_card(low.bit_length() - 1) - ship
        if gain > best:
            second = best
            best = gain
        elif gain > second:
            second = gain
    most = 0.0
    cards = offered
    while cards:
        low = cards & -cards
        cards ^= low
        gain = look.with_card(low.bit_length() - 1) - ship
        if gain > most:
            most = gain
    room = cells_in(free, books.piece_cells)
    later = books.later
    last = len(later) - 1
    in_hand = loadable.bit_count()
    hope = ship
    if turns > 0:
        hope = ship + later[min(last, max(0, turns - 1 + in_hand))]
        more = room // CELLS + (1 if loadable or offered else 0)
        for cars in range(1, min(more, length - count) + 1):
            spent = 2 * cars - min(cars, in_hand)
            if spent > turns:
                break
            left = max(0, turns + in_hand - 2 * cars - 1)
            gain = best if in_hand else most
            then = ship + gain + table[count + cars - 1] - table[count] + CAR * (cars - 1) + later[min(last, left)]
            if then > hope:
                hope = then
    points = s.credits[seat] + now
    corporation = s.corporation[seat]
    return [
        points * PART,
        now * PART,
        int((points + hope) * PART),
        int(ship * PART),
        count,
        0 if full else int(best * PART),
        0 if full else int(second * PART),
        0 if full else int(most * PART),
        in_hand,
        s.hands[seat].bit_count(),
        offered.bit_count(),
        room,
        look.spare,
        len(s.shipments[seat]),
        shipped,
        s.claimed[seat].bit_count(),
        look.best_cities(look.goods, 0).bit_count(),
        books.terms[corporation].kind if corporation >= 0 else 13,
        turns,
        away,
    ]


def _turns(s: State, look: Look, away: int) -> int:
    """The turns that a seat will still have; below 0 if its train cannot leave any more."""
    if s.stage == IN_DECK:
        return min(TURNS, look.turns_left())
    if s.stage == REVEALED:
        return 2 if away == 0 else 1
    still = away <= (s.revealer - s.actor) % s.rules.seats
    if s.stage == FINAL_TURNS:
        return 1 if still else 0
    return 0 if still and s.phase == LAST_SHIPPING else -1


FEATURES: Final = FreightCarsFeatures()
