"""From a board back to a state, and imagining what a seat cannot know."""

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from freightyard.core.contract import check_seats, read_options
from freightyard.core.errors import BadPosition
from freightyard.games.freight_cars.rules.edition import Edition
from freightyard.games.freight_cars.rules.imagine import Hidden, Imaginer
from freightyard.games.freight_cars.rules.packing import MASK, Shape, counts_of, supply_of
from freightyard.games.freight_cars.rules.phases import NAMES, NONE, STAGES
from freightyard.games.freight_cars.rules.play import CARD, CARD_BITS
from freightyard.games.freight_cars.rules.position import HIDDEN, Board, Car, Loading, Shipment
from freightyard.games.freight_cars.rules.rules import Rules, rules_for
from freightyard.games.freight_cars.rules.sets import set_of
from freightyard.games.freight_cars.rules.state import State
from freightyard.games.freight_cars.rules.validate import check_decks, check_phase, check_setting_up


def imaginer_of(edition: Edition, board: Board) -> Imaginer:
    """What makes truths that fit a board: `fc.choose` and `fc.draw` hide some of it. One is built and checked; what is hidden
    in it then goes back to the pools."""
    seen_cards, seen_corporations = _seen_cards(board), _seen_corporations(board)
    cards = [word for word in edition.cards if word not in seen_cards]
    corporations = [word for word in edition.corporations if word not in seen_corporations]
    some_cards, some_corporations = iter(cards), iter(corporations)
    seats = [
        msgspec.structs.replace(
            at,
            corporation=_next(some_corporations) if at.corporation == HIDDEN else at.corporation,
            offered=_filled_in(at.offered, some_corporations),
            aside=_filled_in(at.aside, some_cards),
            hand=_filled_in(at.hand, some_cards),
        )
        for at in board.seats
    ]
    known = state_of(edition, msgspec.structs.replace(board, seats=tuple(seats)))
    known.pool = unknown = set_of([edition.card_number[word] for word in cards])
    known.corporation_pool = unknown_corporations = set_of([edition.corporation_number[word] for word in corporations])
    hidden = []
    for seat, at in enumerate(board.seats):
        if at.corporation == HIDDEN:
            known.corporation[seat] = NONE
        known.dealt[seat] &= ~unknown_corporations
        known.aside[seat] &= ~unknown
        known.hands[seat] &= ~unknown
        hidden.append(Hidden(at.corporation == HIDDEN, *[words.count(HIDDEN) for words in (at.offered, at.aside, at.hand)]))
    return Imaginer(known, hidden)


def _filled_in(words: Iterable[str], unknown: Iterator[str]) -> tuple[str, ...]:
    """The words, with the next unknown one wherever something is hidden."""
    return tuple([_next(unknown) if word == HIDDEN else word for word in words])


def _next(unknown: Iterator[str]) -> str:
    for word in unknown:
        return word
    raise BadPosition("more cards are hidden than there are")


def _seen_cards(board: Board) -> set[str | None]:
    """The freight cards whose place the board shows."""
    seen: set[str | None] = set(board.tableau)
    if board.loading is not None:
        seen.add(board.loading.card)
    for at in board.seats:
        seen.update(at.hand, at.open, at.aside, [car.card for car in at.train])
        for shipment in at.shipments:
            seen.update(shipment.cards)
    return seen


def _seen_corporations(board: Board) -> set[str | None]:
    seen: set[str | None] = set()
    for at in board.seats:
        seen.update(at.offered, [at.corporation])
    return seen


def state_of(edition: Edition, board: Board) -> State:
    """The state that a board without secrets describes, or BadPosition."""
    rules = rules_for(edition, check_seats(edition, len(board.seats)), read_options(edition, board.options))
    places = _Places(edition)
    phase = NAMES.index(board.phase)
    tableau = [places.card(word) for word in board.tableau]
    cities = [places.city(word) for word in board.cities]
    _same(len(tableau), rules.tableau, "places of the tableau")
    _same(len(cities), rules.city_places, "places for cities")
    card, filled, used = NONE, 0, 0
    if board.loading is not None:
        card, filled, used = _loading(rules, places, board.loading)
    trains: list[list[int]] = []
    free: list[int] = []
    for seat, at in enumerate(board.seats):
        train = [_loaded(rules, places, car) for car in at.train]
        on_cars = [car >> CARD_BITS for car in train]
        if seat == board.seat - 1:
            on_cars.append(used)
        trains.append(train)
        free.append(_free(rules, seat, on_cars))
    shipments = [[places.card_set(shipment.cards) for shipment in at.shipments] for at in board.seats]
    state = State(
        rules,
        phase=phase,
        stage=STAGES.index(board.end),
        turns=board.turns,
        actor=board.seat - 1,
        revealer=NONE if board.revealer is None else board.revealer - 1,
        deck=board.deck,
        above=board.above,
        city_deck=board.city_deck,
        card=card,
        filled=filled,
        used=used,
        shipping=0,
        claims=0,
        carried=0,
        pool=0,
        tableau=tableau,
        city_pool=0,
        cities=cities,
        corporation_pool=0,
        dealt=[places.corporation_set(at.offered) for at in board.seats],
        corporation=[places.corporation(at.corporation) for at in board.seats],
        aside=[places.card_set(at.aside) for at in board.seats],
        hands=[places.card_set(at.hand) for at in board.seats],
        open=[places.card_set(at.open) for at in board.seats],
        trains=trains,
        shipments=shipments,
        spares=[[shipment.spare for shipment in at.shipments] for at in board.seats],
        claimed=[places.city_set(at.cities) for at in board.seats],
        free=free,
        credits=[at.credits for at in board.seats],
    )
    for seat in range(rules.seats):
        state.hands[seat] |= state.open[seat]
    state.pool = places.left_cards()
    state.city_pool = places.left_cities()
    state.corporation_pool = places.left_corporations()
    _add_shipment(state, board)
    for seat, at in enumerate(board.seats):
        for shipment in at.shipments:
            _check_spare(rules, seat, shipment)
    check_decks(state)
    check_setting_up(state)
    check_phase(state)
    return state


class _Places:
    """Reads the names of cards, each of which can be in one place only."""

    def __init__(self, edition: Edition) -> None:
        self._cards = dict(edition.card_number)
        self._cities = dict(edition.city_number)
        self._corporations = dict(edition.corporation_number)
        self._edition = edition

    def card(self, word: str | None) -> int:
        return self._one(word, self._cards, self._edition.card_number, "freight card")

    def city(self, word: str | None) -> int:
        return self._one(word, self._cities, self._edition.city_number, "city")

    def corporation(self, word: str | None) -> int:
        return self._one(word, self._corporations, self._edition.corporation_number, "corporation")

    def card_set(self, words: Iterable[str]) -> int:
        return sum([1 << self.card(word) for word in words])

    def city_set(self, words: Iterable[str]) -> int:
        return sum([1 << self.city(word) for word in words])

    def corporation_set(self, words: Iterable[str]) -> int:
        return sum([1 << self.corporation(word) for word in words])

    def left_cards(self) -> int:
        return set_of(self._cards.values())

    def left_cities(self) -> int:
        return set_of(self._cities.values())

    def left_corporations(self) -> int:
        return set_of(self._corporations.values())

    def _one(self, word: str | None, left: dict[str, int], known: Mapping[str, int], what: str) -> int:
        if word is None:
            return NONE
        if word not in known:
            raise BadPosition(f"{self._edition.name} has no {what} {word[:40]!r}")
        if word not in left:
            raise BadPosition(f"the {what} {word} stands in two places")
        return left.pop(word)


def _loading(rules: Rules, places: _Places, loading: Loading) -> tuple[int, int, int]:
    card = places.card(loading.card)
    shape = rules.packing.shapes[card]
    if tuple(row.replace("o", "x") for row in loading.rows) != shape.rows:
        raise BadPosition(f"the rows of {loading.card} are {'/'.join(shape.rows)}, with o for cells that are filled")
    filled = sum([1 << number for number, (row, column) in enumerate(shape.cells) if loading.rows[row][column] == "o"])
    used = _supply(rules.edition, loading.pieces)
    cells = [sum(row.count("x") for row in piece.shape) for piece in rules.edition.data.pieces]
    covered = sum([count * cells[kind] for kind, count in enumerate(counts_of(used, rules.packing.kinds))])
    if covered != filled.bit_count():
        raise BadPosition(f"the pieces on {loading.card} have {covered} cells, and {filled.bit_count()} are filled")
    if not _laid(shape, filled, used):
        raise BadPosition(f"the pieces {', '.join(loading.pieces) or '-'} cannot have been laid on {loading.card} so")
    return card, filled, used


def _laid(shape: Shape, filled: int, used: int, covered: int = 0) -> bool:
    """Whether these pieces, each laid on the first open cell, cover these cells."""
    if covered == filled:
        return used == 0
    cell = shape.first_open(covered)
    for unit, mask in zip(shape.units[cell], shape.masks[cell], strict=True):
        fits = not mask & covered and not mask & ~filled
        if fits and used & MASK * unit and _laid(shape, filled, used - unit, covered | mask):
            return True
    return False


def _loaded(rules: Rules, places: _Places, car: Car) -> int:
    card, load = places.card(car.card), _supply(rules.edition, car.pieces)
    if load not in rules.packing.shapes[card].fillings():
        raise BadPosition(f"the pieces {', '.join(car.pieces)} do not fill {car.card}")
    return load << CARD_BITS | card


def _supply(edition: Edition, pieces: Iterable[str]) -> int:
    counts = [0] * edition.packing.kinds
    for name in pieces:
        if name not in edition.kind_number:
            raise BadPosition(f"{edition.name} has no piece {name[:40]!r}; it has {', '.join(edition.kind_number)}")
        kind = edition.kind_number[name]
        counts[kind] += 1
        if counts[kind] > edition.data.pieces[kind].count:
            raise BadPosition(f"a player has {edition.data.pieces[kind].count} pieces {name}, not more")
    return supply_of(counts)


def _free(rules: Rules, seat: int, on_cars: Iterable[int]) -> int:
    """The pieces that are on no car."""
    kinds = rules.packing.kinds
    counts = counts_of(rules.pieces, kinds)
    for supply in on_cars:
        for kind, count in enumerate(counts_of(supply, kinds)):
            counts[kind] -= count
            if counts[kind] < 0:
                raise BadPosition(
                    f"seat {seat + 1} has more pieces {rules.edition.data.pieces[kind].name} on cars than there are"
                )
    return supply_of(counts)


def _check_spare(rules: Rules, seat: int, shipment: Shipment) -> None:
    """`fc.ship`: the pieces on the cars that went were not left over, and a car takes no fewer than of the largest pieces."""
    pieces = rules.edition.data.pieces
    largest = max([sum(row.count("x") for row in piece.shape) for piece in pieces])
    cells = [len(rules.packing.shapes[rules.edition.card_number[card]].cells) for card in shipment.cards]
    most = sum([piece.count for piece in pieces]) - sum([-(-count // largest) for count in cells])
    if shipment.spare > most:
        cards, spare = "+".join(shipment.cards), shipment.spare
        raise BadPosition(f"at most {most} pieces of seat {seat + 1} were left over when {cards} was shipped, not {spare}")


def _add_shipment(s: State, board: Board) -> None:
    """The shipment that is being made up: cars of the train, and cities that they can serve."""
    edition = s.rules.edition
    in_train = {edition.cards[car & CARD]: car & CARD for car in s.trains[s.actor]}
    for word in board.shipping:
        if word not in in_train:
            raise BadPosition(f"{word[:40]} is shipped and is not in the train of seat {s.actor + 1}")
        card = in_train.pop(word)
        s.shipping |= 1 << card
        s.carried += s.rules.good[card]
    face_up = {edition.cities[city]: city for city in s.cities if city != NONE}
    for word in board.claims:
        if word not in face_up:
            raise BadPosition(f"{word[:40]} is claimed and is not face up")
        city = face_up.pop(word)
        if ((s.carried | s.rules.guard) - s.rules.demand[city]) & s.rules.guard != s.rules.guard:
            raise BadPosition(f"the shipment cannot serve {word} and the other cities that it claims")
        s.claims |= 1 << city
        s.carried -= s.rules.demand[city]


def _same(found: int, wanted: int, what: str) -> None:
    if found != wanted:
        raise BadPosition(f"there are {wanted} {what}, not {found}")
