"""What Freight Cars' positions are worth: cards for the train, pieces kept for the next card, and when to ship.

A shipment is measured by what it earns for each turn that it took: a turn to get each card, one to load it, one to ship. The
judge waits for one more car while that promises a better rate. It waits, too, while there is time for a train that is worth more
than this one and all that the turns after it could bring.
"""

from typing import Final, final

from freightyard.games.freight_cars.bot.bonus import CAR
from freightyard.games.freight_cars.bot.notes import Notes
from freightyard.games.freight_cars.rules.edition import DECLINE, DONE
from freightyard.games.freight_cars.rules.legal import legal_turn
from freightyard.games.freight_cars.rules.packing import BITS, MASK, pieces_in
from freightyard.games.freight_cars.rules.phases import (
    CLAIMING,
    DISCARDING,
    IN_DECK,
    INSTEAD,
    LAST_SHIPPING,
    LOADING,
    NONE,
    SHIPPING,
    TURN,
)
from freightyard.games.freight_cars.rules.play import CARD
from freightyard.games.freight_cars.rules.state import State

EASE: Final = 0.25  # what a cell less is worth: a small card leaves pieces for the next
HOPE: Final = 0.5  # what a resource that no city wants now is worth for cities to come
CELLS: Final = 8  # of a card as one chooses them
DRAWS: Final = 0.45  # of a turn: so often a card leaves the deck


@final
class Look:
    """How one seat sees a state, and what it would do."""

    __slots__ = ("bonus", "books", "cards", "goods", "notes", "s", "seat", "spare")

    def __init__(self, notes: Notes, s: State, seat: int) -> None:
        self.notes = notes
        self.books = notes.books_of(s.rules.edition)
        self.s = s
        self.seat = seat
        self.cards = 0  # in the train
        self.goods = 0  # that the train carries, as the rules count them
        for car in s.trains[seat]:
            self.cards |= 1 << (car & CARD)
            self.goods += s.rules.good[car & CARD]
        self.spare = pieces_in(s.free[seat])
        self.bonus = self.books.pays(s, seat, self.cards, 0, self.spare)

    # --- what things are worth ---

    def worth(self, card: int) -> float:
        """What a card is worth beside those in the train."""
        more = self.books.pays(self.s, self.seat, self.cards | 1 << card, 0, self.spare) - self.bonus
        return more + self.demand(card) - EASE * self.books.cells[card]

    def demand(self, card: int) -> float:
        """What the cities give for one more car with this resource."""
        s = self.s
        rules = s.rules
        good = rules.good[card]
        have = self.goods & good * 127
        best = HOPE
        for city in s.cities:
            if city != NONE:
                wants = rules.demand[city]
                if wants & good * 127 > have:
                    best = max(best, rules.city_credits[city] / _goods_in(wants))
        return best

    def shipment(self, cards: int, goods: int, spare: int) -> float:
        """What these cars earn if they are shipped now: their length, the best cities, and what the corporation adds."""
        count = cards.bit_count()
        if count == 0:
            return 0.0
        s = self.s
        table = s.rules.credits
        claimed = self.best_cities(goods, 0)
        earned = table[min(count, len(table)) - 1]
        for city in s.cities:
            if city != NONE and claimed >> city & 1:
                earned += s.rules.city_credits[city]
        before = self.books.pays(s, self.seat, 0, 0, 0)
        return earned + self.books.pays(s, self.seat, cards, claimed, spare) - before

    def best_cities(self, goods: int, first: int) -> int:
        """The face-up cities, from this place of the row on, that the goods can serve together and that are worth most."""
        return self._best_cities(goods, first)[1]

    def _best_cities(self, goods: int, first: int) -> tuple[float, int]:
        s = self.s
        if first == len(s.cities):
            return 0.0, 0
        value, chosen = self._best_cities(goods, first + 1)
        city = s.cities[first]
        if city != NONE and not s.claims >> city & 1:
            rules = s.rules
            if ((goods | rules.guard) - rules.demand[city]) & rules.guard == rules.guard:
                with_it, others = self._best_cities(goods - rules.demand[city], first + 1)
                with_it += rules.city_credits[city]
                with_it += self.books.pays(s, self.seat, 0, 1 << city, 0) - self.books.pays(s, self.seat, 0, 0, 0)
                if with_it > value:
                    return with_it, others | 1 << city
        return value, chosen

    def with_card(self, card: int) -> float:
        """What the train would earn with one more card."""
        return self.shipment(self.cards | 1 << card, self.goods + self.s.rules.good[card], self.spare)

    def turns_left(self) -> int:
        """The turns that the seat will still have, this one included, as likely as not."""
        s = self.s
        draws = s.above + (s.deck - s.above + 1) / 2
        return 1 + int(draws / (DRAWS * s.rules.seats))

    def waits(self, cards: int, in_hand: int) -> bool:
        """Whether the train should wait for one of these cards, and perhaps for others after it.

        What the corporation pays is not lost by waiting, nor are the turns that a card in the hand has taken.
        """
        s = self.s
        table = s.rules.credits
        later = self.books.later
        turns = self.turns_left()
        count = self.cards.bit_count()
        last = len(later) - 1
        now = self.shipment(self.cards, self.goods, self.spare)
        rate = now / (2 * count + 1)
        best = now + later[min(last, turns - 1 + in_hand)]
        room = cells_in(s.free[self.seat], self.books.piece_cells)
        while cards:
            low = cards & -cards
            cards ^= low
            card = low.bit_length() - 1
            then = self.with_card(card)
            if then / (2 * count + 3) >= rate:
                return True
            # Beside the credits for length: what is sure already, and what a car brings or is hoped to bring.
            beside = max(then - table[count], now - table[count - 1] + CAR)
            more = 1 + max(0, room - self.books.cells[card]) // CELLS
            for cars in range(1, min(more, len(table) - count) + 1):
                spent = 2 * cars - min(cars, in_hand)
                if spent > turns:
                    break
                # In the final round a train leaves without a turn.
                left = max(0, turns + in_hand - 2 * cars - 1)
                if beside + table[count + cars - 1] + CAR * (cars - 1) + later[min(last, left)] > best:
                    return True
        return False

    # --- choices ---

    def best_of(self, cards: int) -> int:
        """The card of a set that is worth most."""
        best = NONE
        best_value = -1000.0
        while cards:
            low = cards & -cards
            cards ^= low
            card = low.bit_length() - 1
            value = self.worth(card)
            if value > best_value:
                best = card
                best_value = value
        return best

    def has_smaller(self, card: int, up: int, fitting: int) -> bool:
        """Whether a card with the same good and fewer cells lies open that fits too and that the corporation likes as much."""
        books = self.books
        if books.likes_full(self.s.corporation[self.seat]):
            return False
        others = up & books.of_resource[self.s.rules.edition.resource_of[card]] & ~(1 << card)
        if fitting >> card & 1:
            others &= fitting
        pays = books.pays(self.s, self.seat, self.cards | 1 << card, 0, self.spare)
        while others:
            low = others & -others
            others ^= low
            smaller = books.cells[low.bit_length() - 1] < books.cells[card]
            if smaller and books.pays(self.s, self.seat, self.cards | low, 0, self.spare) >= pays:
                return True
        return False

    def face_up(self) -> int:
        """The cards of the tableau."""
        cards = 0
        for card in self.s.tableau:
            if card != NONE:
                cards |= 1 << card
        return cards

    def action(self) -> list[int]:
        """The whole action of a turn: load, or ship, or get a card that can be loaded."""
        s = self.s
        edition = s.rules.edition
        train = s.trains[self.seat]
        free = s.free[self.seat]
        packing = s.rules.packing
        if s.phase == LAST_SHIPPING:
            return self.shipping(self.cards) if train else [DECLINE]
        up = self.face_up()
        loadable = packing.loadable(s.hands[self.seat], free)
        if s.phase == INSTEAD:
            return [edition.take + self.best_of(packing.loadable(up, free) or up)]
        room = len(train) < len(s.rules.credits)
        fitting = packing.loadable(up, free)
        if train and not (room and (loadable or fitting)):
            return self.shipping(self.cards)
        if s.stage != IN_DECK:
            # The last turn: what is loaded now can still be shipped in the final round.
            if loadable and room:
                return self.loading(self.best_of(loadable))
            if train:
                return self.shipping(self.cards)
        if train and not self.waits(loadable or fitting, loadable.bit_count()):
            return self.shipping(self.cards)
        if loadable:
            return self.loading(self.best_of(loadable))
        if up:
            return [edition.take + self.best_of(fitting or up)]
        return legal_turn(s)[:1]

    def shipping(self, cards: int) -> list[int]:
        """Ship these cars and claim the cities that are worth most together."""
        s = self.s
        edition = s.rules.edition
        moves: list[int] = []
        goods = s.carried
        for car in s.trains[self.seat]:
            card = car & CARD
            if cards >> card & 1 and not s.shipping >> card & 1:
                moves.append(edition.ship + card)
                goods += s.rules.good[card]
        self.claim(moves, goods)
        return moves

    def claim(self, moves: list[int], goods: int) -> None:
        """Claim the cities that are worth most together, and go."""
        s = self.s
        first = 0
        for place, city in enumerate(s.cities):
            if city != NONE and s.claims >> city & 1:
                first = place + 1
        claimed = self.best_cities(goods, first)
        for city in s.cities:
            if city != NONE and claimed >> city & 1:
                moves.append(s.rules.edition.claim + city)
        moves.append(DONE)

    def rest_of_shipment(self) -> list[int]:
        """All cars that may still join the shipment, then the cities."""
        s = self.s
        moves: list[int] = []
        goods = s.carried
        if s.phase == SHIPPING:
            late: list[int] = []
            for car in reversed(s.trains[self.seat]):
                if s.shipping >> (car & CARD) & 1:
                    break
                late.append(car & CARD)
            for card in reversed(late):
                moves.append(s.rules.edition.ship + card)
                goods += s.rules.good[card]
        self.claim(moves, goods)
        return moves

    def loading(self, card: int) -> list[int]:
        """Load a card with the pieces that the next cards need least."""
        s = self.s
        filling = self.filling(card)
        return [s.rules.edition.load + card, *self.notes.lays(s.rules.packing.shapes[card], 0, filling, s.rules.edition.lay)]

    def filling(self, card: int) -> int:
        """The pieces for a card: of the ways with few pieces the one that leaves most cards loadable."""
        s = self.s
        free = s.free[self.seat]
        packing = s.rules.packing
        ways = self.notes.ways(packing.shapes[card], free, card)
        if len(ways) == 1:
            return ways[0]
        hand = s.hands[self.seat] & ~(1 << card)
        up = self.face_up()
        best = ways[0]
        best_value = -1
        for way in ways:
            left = packing.loadable(hand | up, free - way)
            value = 2 * (left & hand).bit_count() + (left & up).bit_count()
            if value > best_value:
                best = way
                best_value = value
        return best

    def rest_of_load(self) -> list[int]:
        """Fill what is open of the card that is being loaded, with few pieces."""
        s = self.s
        shape = s.rules.packing.shapes[s.card]
        free = s.free[self.seat]
        best = -1
        for way in shape.fillings(s.filled):
            if ((free | shape.guard) - way) & shape.guard == shape.guard and (best < 0 or pieces_in(way) < pieces_in(best)):
                best = way
        return self.notes.lays(shape, s.filled, best, s.rules.edition.lay)

    def quick(self) -> list[int]:
        """What to do in any phase, to the end of the turn."""
        s = self.s
        edition = s.rules.edition
        phase = s.phase
        if phase in (TURN, LAST_SHIPPING, INSTEAD):
            return self.action()
        if phase == LOADING:
            return self.rest_of_load()
        if phase in (SHIPPING, CLAIMING):
            return self.rest_of_shipment()
        if phase == DISCARDING:
            cards = s.hands[self.seat]
            worst = NONE
            worst_value = 1000.0
            while cards:
                low = cards & -cards
                cards ^= low
                value = self.worth(low.bit_length() - 1)
                if value < worst_value:
                    worst = low.bit_length() - 1
                    worst_value = value
            return [edition.discard + worst]
        return s.legal()[:1]


def cells_in(supply: int, piece_cells: list[int]) -> int:
    """How many cells the pieces of a supply cover."""
    cells = 0
    for kind in range(len(piece_cells)):
        cells += (supply >> BITS * kind & MASK) * piece_cells[kind]
    return cells


def _goods_in(goods: int) -> int:
    count = 0
    while goods:
        count += goods & 127
        goods >>= 8
    return count
