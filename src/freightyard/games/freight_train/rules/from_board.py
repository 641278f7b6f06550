"""From a board back to a state. Nothing in Freight Train is hidden but the order of the deck, which nobody knows and
which the state does not hold; so what a seat may know is the whole board, and to imagine is to rebuild."""

from freightyard.core.contract import check_seats, read_options
from freightyard.core.errors import BadPosition
from freightyard.games.freight_train.rules.edition import Edition, Rules, rules_for
from freightyard.games.freight_train.rules.phases import (
    COUPLING,
    DEALING,
    FILLING,
    FIRST_SEAT,
    LAYING,
    LEAVING,
    LOADING,
    NAMES,
    OUT,
    OVER,
    PLACING,
    REARRANGING,
    TAKING,
    TURN,
)
from freightyard.games.freight_train.rules.position import Board, SeatBoard
from freightyard.games.freight_train.rules.sidings import cars_in, siding_of
from freightyard.games.freight_train.rules.state import State


def state_of(edition: Edition, board: Board) -> State:
    """The state that a board describes, or BadPosition."""
    rules = rules_for(edition, check_seats(edition, len(board.seats)), read_options(edition, board.options))
    phase = NAMES.index(board.phase)
    main = [_siding(edition, cars, rules.main_spaces, "the main yard") for cars in board.main]
    _same(len(main), rules.main_sidings, "sidings of the main yard")
    hand = [_kind(edition, letter) for letter in board.hand]
    seats = rules.seats
    trains = [0] * (seats * rules.kinds)
    yards: list[int] = []
    mixed = [0] * seats
    closed = [0] * seats
    running = [0] * seats
    single = [0] * seats
    for seat, at in enumerate(board.seats):
        where = f"the yard of seat {seat + 1}"
        yards += [_siding(edition, cars, rules.yard_spaces, where) for cars in at.yard]
        _same(len(at.yard), rules.yard_sidings, f"sidings of {where}")
        _trains(rules, seat, at, trains, mixed, closed)
        for kind, cars in enumerate(trains[seat * rules.kinds : (seat + 1) * rules.kinds]):
            running[seat] |= (cars > 0) << kind
            single[seat] |= (cars == 1) << kind
    if board.day > rules.days:
        raise BadPosition(f"{edition.name} has {rules.days} days, not {board.day}")
    if (board.first is None) != (phase == FIRST_SEAT) or (board.seat is None) != (phase == FIRST_SEAT):
        raise BadPosition("the first seat is written '-' before it is drawn, and only then")
    first = (board.first or 1) - 1
    actor = (board.seat or 1) - 1
    state = State(
        rules,
        day=board.day - 1,
        round=board.round,
        turns=board.turns,
        first=first,
        actor=actor,
        phase=phase,
        idle=board.idle or (phase == TURN and actor == first) or phase < FILLING or phase == LEAVING,
        filling=_filling(rules, phase, board),
        leave=OUT if board.leave is None else board.leave,
        deck_cars=0,
        cabooses=board.cabooses,
        main=main,
        hand=hand,
        deck=[],
        yards=yards,
        trains=trains,
        running=running,
        single=single,
        mixed=mixed,
        closed=closed,
        locomotives=[at.locomotives for at in board.seats],
        free=[at.locomotives - len(at.trains) - bool(at.mixed) for at in board.seats],
        points=[at.points for at in board.seats],
        called=[at.called for at in board.seats],
    )
    _add_deck(state)
    _check_phase(state)
    return state


def _trains(rules: Rules, seat: int, at: SeatBoard, trains: list[int], mixed: list[int], closed: list[int]) -> None:
    """The trains of one seat into the flat lists of a state."""
    base = seat * rules.kinds
    for train in at.trains:
        kind = _kind(rules.edition, train.kind)
        if trains[base + kind]:
            raise BadPosition(f"seat {seat + 1} has two trains of kind {train.kind}")
        trains[base + kind] = train.cars
        closed[seat] |= train.closed << kind
    for letter in at.mixed:
        bit = 1 << _kind(rules.edition, letter)
        if mixed[seat] & bit:
            raise BadPosition(f"the mixed train of seat {seat + 1} has two cars of kind {letter}")
        mixed[seat] |= bit
    if at.mixed_closed and not at.mixed:
        raise BadPosition(f"the mixed train of seat {seat + 1} is closed and has no car")
    closed[seat] |= at.mixed_closed << rules.kinds
    if at.locomotives < len(at.trains) + bool(at.mixed):
        raise BadPosition(f"seat {seat + 1} has more trains than its {at.locomotives} locomotives")


def _filling(rules: Rules, phase: int, board: Board) -> int:
    """Which siding gets the next card: written while a siding is filled, known from the yards while they are laid out."""
    if phase == FILLING:
        filling = (board.filling or 1) - 1
        if filling >= rules.main_sidings or len(board.main[filling]) == rules.main_spaces:
            raise BadPosition(f"siding {filling + 1} of the main yard cannot be filled")
        return filling
    if phase == LAYING:
        lengths, full, where = [len(cars) for cars in board.main], rules.main_spaces, "main yard"
    elif phase == DEALING:
        lengths, full, where = [len(cars) for at in board.seats for cars in at.yard], rules.dealt, "yards"
    else:
        return 0
    laid = next((number for number, cars in enumerate(lengths) if cars < full), len(lengths))
    if laid == len(lengths) or any(lengths[laid + 1 :]):
        raise BadPosition(f"the {where} cannot be laid out so: they are filled siding by siding, and not full yet")
    return laid


def _add_deck(s: State) -> None:
    """The deck is the cars that are nowhere else."""
    s.deck = [0] * s.rules.kinds
    for kind, cars in enumerate(list(s.pieces().values())[: s.rules.kinds]):
        name = s.rules.edition.data.kinds[kind].name
        if cars > s.rules.cars:
            raise BadPosition(f"the position has {cars} {name} cars, and there are {s.rules.cars}")
        s.deck[kind] = s.rules.cars - cars
    s.deck_cars = sum(s.deck)
    if s.leave > s.deck_cars:
        raise BadPosition(f"{s.leave} cars cannot lie above the Trains Leave card in a deck of {s.deck_cars}")
    if s.cabooses + sum(bits.bit_count() for bits in s.closed) != s.rules.caboose_cards:
        raise BadPosition(f"the cabooses in the pile and on trains are not {s.rules.caboose_cards}")


def _check_phase(s: State) -> None:
    """What must hold in a phase, so that the position can be played on."""
    cars = len(s.hand)
    most = s.rules.yard_sidings * s.rules.yard_spaces
    least, limit = {
        TAKING: (1, s.rules.take_cars - 1),
        PLACING: (1, s.rules.take_cars),
        LOADING: (1, s.rules.load_most - 1),
        COUPLING: (1, s.rules.load_most),
        REARRANGING: (1, most),
    }.get(s.phase, (0, 0))
    if not least <= cars <= limit:
        raise BadPosition(f"{cars} cars cannot lie before the player in the phase {NAMES[s.phase]}")
    if s.phase == REARRANGING and cars > _room_to_rearrange(s):
        raise BadPosition(f"{cars} cars cannot go back into the yard of seat {s.actor + 1} siding by siding")
    if s.phase in (FIRST_SEAT, LAYING, DEALING, OVER) and s.leave != OUT:
        raise BadPosition(f"the Trains Leave card is out of the deck in the phase {NAMES[s.phase]}")
    if s.phase < FILLING:
        _check_set_up(s)
    if s.phase == FILLING and s.deck_cars == 0 and s.leave == OUT:
        raise BadPosition("a siding cannot be filled from an empty deck")
    if s.phase == OVER and s.day + 1 != s.rules.days:
        raise BadPosition(f"the game is over after day {s.rules.days}, not {s.day + 1}")
    if TURN <= s.phase < OVER and not s.legal():
        raise BadPosition("nothing is legal in this position: the cars before the player cannot all be placed")


def _room_to_rearrange(s: State) -> int:
    """The spaces on the last siding of the yard that has a car, and on those after it: sidings are filled in order."""
    sidings = s.rules.yard_sidings
    cars = [cars_in(siding) for siding in s.yards[s.actor * sidings : (s.actor + 1) * sidings]]
    last = max([number for number, count in enumerate(cars) if count], default=0)
    return (sidings - last) * s.rules.yard_spaces - cars[last]


def _check_set_up(s: State) -> None:
    """Before the first turn of a day nothing is on trains, and what is not laid out yet is empty."""
    phase = NAMES[s.phase]
    if any(s.trains) or any(s.mixed):
        raise BadPosition(f"there are no trains yet in the phase {phase}")
    if s.phase != LAYING and s.day:
        raise BadPosition(f"the phase {phase} is on day 1 only")
    if s.phase != DEALING and s.day == 0 and any(s.yards):
        raise BadPosition(f"the yards of the players are empty in the phase {phase}")
    if s.phase == FIRST_SEAT and any(s.main):
        raise BadPosition(f"the main yard is empty in the phase {phase}")
    if s.phase == DEALING and any(cars_in(siding) < s.rules.main_spaces for siding in s.main):
        raise BadPosition(f"the main yard is full in the phase {phase}")
    if s.phase == DEALING and any(cars_in(siding) > s.rules.dealt for siding in s.yards):
        raise BadPosition(f"no siding has more than {s.rules.dealt} cars in the phase {phase}")


def _siding(edition: Edition, cars: str, spaces: int, where: str) -> int:
    if len(cars) > spaces:
        raise BadPosition(f"a siding of {where} has {spaces} spaces, not {len(cars)}")
    return siding_of([_kind(edition, letter) for letter in cars])


def _kind(edition: Edition, letter: str) -> int:
    kind = edition.letters.find(letter)
    if kind < 0 or len(letter) != 1:
        raise BadPosition(f"{edition.name} has no kind of car {letter!r}; it has {edition.letters}")
    return kind


def _same(found: int, wanted: int, what: str) -> None:
    if found != wanted:
        raise BadPosition(f"there are {wanted} {what}, not {found}")
