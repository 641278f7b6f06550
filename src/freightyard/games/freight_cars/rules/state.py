"""The state of a Freight Cars game: its fields, its copies, and the doors to what it may do."""

from typing import Any, final

from freightyard.core import states
from freightyard.core.chance import Dice, Rng
from freightyard.core.contract import CHANCE, Move, Outcome, Seat, Sheet, View, check_seat, view_of
from freightyard.core.errors import IllegalMove
from freightyard.core.notebook import html_of
from freightyard.games.freight_cars.rules.edition import DEAL, DISCARD, DRAW, KEEP, LOAD, Edition
from freightyard.games.freight_cars.rules.legal import LEGAL, legal_loading, legal_turn
from freightyard.games.freight_cars.rules.odds import drawn, odds
from freightyard.games.freight_cars.rules.packing import counts_of
from freightyard.games.freight_cars.rules.phases import IN_DECK, KEEPING, LOADING, NONE, OFFERING, OVER, TURN
from freightyard.games.freight_cars.rules.play import CARD, CARD_BITS, play
from freightyard.games.freight_cars.rules.playout import playout
from freightyard.games.freight_cars.rules.position import EVERYTHING, SPECTATOR, board_of, write
from freightyard.games.freight_cars.rules.refuse import refuse
from freightyard.games.freight_cars.rules.rules import Rules
from freightyard.games.freight_cars.rules.scoring import outcome, sheet
from freightyard.games.freight_cars.rules.sets import numbers


@final
class State:
    """The truth at one moment. Sets of cards are numbers with a bit a card."""

    __slots__ = (
        "above",
        "actor",
        "aside",
        "card",
        "carried",
        "cities",
        "city_deck",
        "city_pool",
        "claimed",
        "claims",
        "corporation",
        "corporation_pool",
        "credits",
        "dealt",
        "deck",
        "filled",
        "free",
        "hands",
        "open",
        "phase",
        "pool",
        "revealer",
        "rules",
        "shipments",
        "shipping",
        "spares",
        "stage",
        "tableau",
        "trains",
        "turns",
        "used",
    )

    def __init__(
        self,
        rules: Rules,
        phase: int,
        stage: int,
        turns: int,
        actor: int,
        revealer: int,
        deck: int,
        above: int,
        city_deck: int,
        card: int,
        filled: int,
        used: int,
        shipping: int,
        claims: int,
        carried: int,
        pool: int,
        tableau: list[int],
        city_pool: int,
        cities: list[int],
        corporation_pool: int,
        dealt: list[int],
        corporation: list[int],
        aside: list[int],
        hands: list[int],
        open: list[int],  # noqa: A002  (cards that lie open)
        trains: list[list[int]],
        shipments: list[list[int]],
        spares: list[list[int]],
        claimed: list[int],
        free: list[int],
        credits: list[int],  # noqa: A002  (the rulebook's word)
    ) -> None:
        self.rules = rules
        self.phase = phase
        self.stage = stage  # by the End of Game card
        self.turns = turns  # finished so far
        self.actor = actor  # the seat whose turn it is, or to which is dealt
        self.revealer = revealer  # of the End of Game card
        self.deck = deck  # cards left, the End of Game card not counted
        self.above = above  # of them above the part with the End of Game card
        self.city_deck = city_deck
        self.card = card  # the one that is being loaded
        self.filled = filled  # its cells, a bit each
        self.used = used  # the pieces on it, as a supply
        self.shipping = shipping  # cards of the shipment that is being made up
        self.claims = claims  # cities that it claims
        self.carried = carried  # its goods that serve no city yet
        self.pool = pool  # freight cards in deck or box: nobody knows which is where
        self.tableau = tableau  # a card a place, or NONE
        self.city_pool = city_pool
        self.cities = cities  # face up: a city a place, or NONE
        self.corporation_pool = corporation_pool
        self.dealt = dealt  # corporations offered to each seat and not kept
        self.corporation = corporation  # the one that each seat keeps
        self.aside = aside  # freight cards that a seat discards at the start, still face down
        self.hands = hands
        self.open = open  # those cards of a hand that everybody knows
        self.trains = trains  # loaded cars: the card, and above CARD_BITS the pieces on it
        self.shipments = shipments  # the cards of each
        self.spares = spares  # free pieces that were left over at each
        self.claimed = claimed  # cities
        self.free = free  # pieces, as a supply
        self.credits = credits  # without the corporation's bonus

    @property
    def edition(self) -> Edition:
        return self.rules.edition

    @property
    def options(self) -> tuple[str, ...]:
        return self.rules.options

    @property
    def seats(self) -> int:
        return self.rules.seats

    def clone(self) -> "State":
        return State(
            self.rules,
            self.phase,
            self.stage,
            self.turns,
            self.actor,
            self.revealer,
            self.deck,
            self.above,
            self.city_deck,
            self.card,
            self.filled,
            self.used,
            self.shipping,
            self.claims,
            self.carried,
            self.pool,
            self.tableau[:],
            self.city_pool,
            self.cities[:],
            self.corporation_pool,
            self.dealt[:],
            self.corporation[:],
            self.aside[:],
            self.hands[:],
            self.open[:],
            [train[:] for train in self.trains],
            [shipments[:] for shipments in self.shipments],
            [spares[:] for spares in self.spares],
            self.claimed[:],
            self.free[:],
            self.credits[:],
        )

    def to_act(self) -> Seat | None:
        if self.phase >= KEEPING:
            return self.actor if self.phase != OVER else None
        return CHANCE

    def legal(self) -> list[Move]:
        phase = self.phase
        # The commonest are called by their names: where this is compiled, the way through the table costs more than the work.
        if phase == TURN:
            return legal_turn(self)
        if phase == LOADING:
            return legal_loading(self)
        return LEGAL[phase](self)

    def words(self) -> list[str]:
        return states.words(self)

    def chances(self) -> list[tuple[Move, int]]:
        return odds(self) if self.phase < KEEPING else []

    def draw(self, rng: Rng) -> Move:
        return drawn(self, rng)

    def refuse(self, move: Move) -> IllegalMove | None:
        return refuse(self, move)

    def play(self, move: Move) -> None:
        play(self, move)

    def say(self, text: str) -> str:
        return states.say(self, text)

    def deal(self, rng: Rng) -> Seat | None:
        return states.deal(self, rng)

    def playout(self, dice: Dice) -> int:
        return playout(self, dice)

    def view(self, seat: Seat | None) -> View:
        return view_of(self, seat, board_of(self, SPECTATOR if seat is None else seat))

    def seen(self, move: Move, seat: Seat | None) -> str:
        """`fc.choose`, `fc.draw`: a card that goes face down from or to a seat is a `?` to all the others."""
        check_seat(self, seat)
        text = self.rules.edition.vocabulary.texts[move]
        if seat != self.actor and self.rules.edition.verbs[move] in (KEEP, DISCARD, DEAL, DRAW):
            return f"{text.split()[0]} ?"
        return text

    def reveals(self, move: Move) -> bool:
        edition = self.rules.edition
        if edition.verbs[move] != LOAD:
            return False
        return not self.open[self.actor] >> move - edition.load & 1  # a secret card of the hand comes to lie open

    def text(self) -> str:
        return write(board_of(self, EVERYTHING))

    def pieces(self) -> dict[str, int]:
        edition = self.rules.edition
        kinds = self.rules.packing.kinds
        cards = [0] * self.rules.cards
        cities = [0] * len(edition.cities)
        corporations = [0] * len(edition.corporations)
        counts = counts_of(self.used, kinds)
        for card in [*numbers(self.pool), *self.tableau, self.card]:
            if card != NONE:
                cards[card] += 1
        for city in [*numbers(self.city_pool), *self.cities]:
            if city != NONE:
                cities[city] += 1
        for number in [*numbers(self.corporation_pool), *self.corporation]:
            if number != NONE:
                corporations[number] += 1
        for seat in range(self.rules.seats):
            _add(cards, [self.hands[seat], self.aside[seat], *self.shipments[seat]])
            _add(cards, [1 << (car & CARD) for car in self.trains[seat]])
            _add(cities, [self.claimed[seat]])
            _add(corporations, [self.dealt[seat]])
            for supply in [self.free[seat], *[car >> CARD_BITS for car in self.trains[seat]]]:
                for kind, count in enumerate(counts_of(supply, kinds)):
                    counts[kind] += count
        pieces = dict(zip([piece.name for piece in edition.data.pieces], counts, strict=True))
        for names, found in ((edition.cards, cards), (edition.cities, cities), (edition.corporations, corporations)):
            pieces.update(zip(names, found, strict=True))
        return pieces

    def sheet(self) -> Sheet | None:
        return sheet(self)

    def outcome(self) -> Outcome | None:
        return outcome(self)

    def __repr__(self) -> str:
        return states.pasteable(self)

    def __eq__(self, other: object) -> bool:
        return states.same(self, other)

    def __copy__(self) -> "State":
        return self.clone()

    def __deepcopy__(self, _memo: dict[int, Any]) -> "State":
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        from freightyard.games.freight_cars.rules import GAME  # it makes states, so it is loaded after them

        return GAME.position, (self.edition, self.text())

    def _repr_html_(self) -> str:
        return html_of(self)


def _add(counts: list[int], sets: list[int]) -> None:
    """Count the cards of sets."""
    for cards in sets:
        for number in range(len(counts)):
            counts[number] += cards >> number & 1


def first_state(rules: Rules) -> State:
    """`fc.setup`: everything in the box, every player with all pieces; the corporations are dealt first."""
    seats = rules.seats
    return State(
        rules,
        phase=OFFERING,
        stage=IN_DECK,
        turns=0,
        actor=0,
        revealer=NONE,
        deck=rules.deck,
        above=rules.above,
        city_deck=rules.cities_used,
        card=NONE,
        filled=0,
        used=0,
        shipping=0,
        claims=0,
        carried=0,
        pool=rules.all_cards,
        tableau=[NONE] * rules.tableau,
        city_pool=rules.all_cities,
        cities=[NONE] * rules.city_places,
        corporation_pool=rules.all_corporations,
        dealt=[0] * seats,
        corporation=[NONE] * seats,
        aside=[0] * seats,
        hands=[0] * seats,
        open=[0] * seats,
        trains=[[] for _ in range(seats)],
        shipments=[[] for _ in range(seats)],
        spares=[[] for _ in range(seats)],
        claimed=[0] * seats,
        free=[rules.pieces] * seats,
        credits=[0] * seats,
    )
