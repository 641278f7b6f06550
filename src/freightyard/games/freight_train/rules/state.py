"""The state of a Freight Train game: its fields, its copies, and the doors to what it may do."""

from typing import Any, final

from freightyard.core import states
from freightyard.core.chance import Dice, Rng
from freightyard.core.contract import CHANCE, Move, Outcome, Seat, Sheet, View, check_seat, view_of
from freightyard.core.errors import IllegalMove
from freightyard.core.notebook import html_of
from freightyard.games.freight_train.rules.board import board_of
from freightyard.games.freight_train.rules.edition import DRAW, PUT, TAKE, Edition, Rules
from freightyard.games.freight_train.rules.legal import LEGAL, legal_placing, legal_rearranging, legal_turn
from freightyard.games.freight_train.rules.phases import FIRST_SEAT, OUT, OVER, PLACING, REARRANGING, TURN
from freightyard.games.freight_train.rules.play import PLAY, draw, drawn, odds, put, take
from freightyard.games.freight_train.rules.position import write
from freightyard.games.freight_train.rules.refuse import refuse
from freightyard.games.freight_train.rules.scoring import outcome, sheet
from freightyard.games.freight_train.rules.sidings import kinds_on


@final
class State:
    """The truth at one moment."""

    __slots__ = (
        "actor",
        "cabooses",
        "called",
        "closed",
        "day",
        "deck",
        "deck_cars",
        "filling",
        "first",
        "free",
        "hand",
        "idle",
        "leave",
        "locomotives",
        "main",
        "mixed",
        "phase",
        "points",
        "round",
        "rules",
        "running",
        "single",
        "trains",
        "turns",
        "yards",
    )

    def __init__(
        self,
        rules: Rules,
        day: int,
        round: int,  # noqa: A002  (the rulebook's word)
        turns: int,
        first: int,
        actor: int,
        phase: int,
        idle: bool,
        filling: int,
        leave: int,
        deck_cars: int,
        cabooses: int,
        main: list[int],
        hand: list[int],
        deck: list[int],
        yards: list[int],
        trains: list[int],
        running: list[int],
        single: list[int],
        mixed: list[int],
        closed: list[int],
        locomotives: list[int],
        free: list[int],
        points: list[int],
        called: list[bool],
    ) -> None:
        self.rules = rules
        self.day = day  # from 0
        self.round = round  # of the day, from 1
        self.turns = turns  # finished so far
        self.first = first  # the seat that begins the round
        self.actor = actor  # the seat whose turn it is
        self.phase = phase
        self.idle = idle  # all turns of this round so far were free passes without filling
        self.filling = filling  # the siding of the main yard that is being filled
        self.leave = leave  # cars above the part with the Trains Leave card; OUT when it is not in the deck
        self.deck_cars = deck_cars
        self.cabooses = cabooses  # left in the pile
        self.main = main  # a siding each
        self.hand = hand  # kinds lying before the player
        self.deck = deck  # cars of each kind: nobody knows their order
        self.yards = yards  # the sidings of seat 0, then of seat 1, …
        self.trains = trains  # cars in the train of each kind of seat 0, then of seat 1, …
        self.running = running  # a bit a kind that has a train, for each seat
        self.single = single  # a bit a kind whose train has one car, for each seat
        self.mixed = mixed  # a bit a kind, for each seat
        self.closed = closed  # a bit a kind, and one for the mixed train, for each seat
        self.locomotives = locomotives
        self.free = free  # those without a car
        self.points = points
        self.called = called  # a locomotive today

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
            self.day,
            self.round,
            self.turns,
            self.first,
            self.actor,
            self.phase,
            self.idle,
            self.filling,
            self.leave,
            self.deck_cars,
            self.cabooses,
            self.main[:],
            self.hand[:],
            self.deck[:],
            self.yards[:],
            self.trains[:],
            self.running[:],
            self.single[:],
            self.mixed[:],
            self.closed[:],
            self.locomotives[:],
            self.free[:],
            self.points[:],
            self.called[:],
        )

    def to_act(self) -> Seat | None:
        if self.phase >= TURN:
            return self.actor if self.phase != OVER else None
        return CHANCE

    def legal(self) -> list[Move]:
        phase = self.phase
        # The commonest are called by their names: where this is compiled, the way through the table costs more than the work.
        if phase == REARRANGING:
            return legal_rearranging(self)
        if phase == PLACING:
            return legal_placing(self)
        if phase == TURN:
            return legal_turn(self)
        return LEGAL[phase](self)

    def words(self) -> list[str]:
        return states.words(self)

    def chances(self) -> list[tuple[Move, int]]:
        return odds(self) if self.phase < TURN else []

    def draw(self, rng: Rng) -> Move:
        return drawn(self, rng)

    def refuse(self, move: Move) -> IllegalMove | None:
        return refuse(self, move)

    def play(self, move: Move) -> None:
        verb = self.rules.verbs[move]
        if verb == PUT:
            put(self, move)
        elif verb == DRAW:
            draw(self, move)
        elif verb == TAKE:
            take(self, move)
        else:
            PLAY[verb](self, move)

    def say(self, text: str) -> str:
        return states.say(self, text)

    def deal(self, rng: Rng) -> Seat | None:
        return states.deal(self, rng)

    def playout(self, dice: Dice) -> int:
        decisions = 0
        while True:
            phase = self.phase
            if phase < TURN:
                self.play(drawn(self, dice))
            elif phase == OVER:
                return decisions
            else:
                moves = self.legal()
                self.play(moves[dice.below(len(moves))])
                decisions += 1

    def view(self, seat: Seat | None) -> View:
        return view_of(self, seat, board_of(self))

    def seen(self, move: Move, seat: Seat | None) -> str:
        check_seat(self, seat)
        return self.rules.edition.vocabulary.texts[move]

    def reveals(self, move: Move) -> bool:  # nothing is hidden in this game
        return False

    def text(self) -> str:
        return write(board_of(self))

    def pieces(self) -> dict[str, int]:
        counts = self.deck[:]
        for siding in self.main + self.yards:
            for kind in kinds_on(siding):
                counts[kind] += 1
        for kind in self.hand:
            counts[kind] += 1
        kinds = self.rules.kinds
        for index, cars in enumerate(self.trains):
            counts[index % kinds] += cars
        for mixed in self.mixed:
            for kind in range(kinds):
                counts[kind] += mixed >> kind & 1
        closed = sum([bits.bit_count() for bits in self.closed])
        pieces = {kind.name: counts[index] for index, kind in enumerate(self.rules.edition.data.kinds)}
        return pieces | {"caboose": self.cabooses + closed}

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
        from freightyard.games.freight_train.rules import GAME  # it makes states, so it is loaded after them

        return GAME.position, (self.edition, self.text())

    def _repr_html_(self) -> str:
        return html_of(self)


def first_state(rules: Rules) -> State:
    """`ft.setup`: everything in the box; the first seat is drawn, then the yards are laid out and dealt."""
    seats = rules.seats
    return State(
        rules,
        day=0,
        round=1,
        turns=0,
        first=0,
        actor=0,
        phase=FIRST_SEAT,
        idle=True,
        filling=0,
        leave=OUT,
        deck_cars=rules.cars * rules.kinds,
        cabooses=rules.caboose_cards,
        main=[0] * rules.main_sidings,
        hand=[],
        deck=[rules.cars] * rules.kinds,
        yards=[0] * (seats * rules.yard_sidings),
        trains=[0] * (seats * rules.kinds),
        running=[0] * seats,
        single=[0] * seats,
        mixed=[0] * seats,
        closed=[0] * seats,
        locomotives=[rules.locomotives] * seats,
        free=[rules.locomotives] * seats,
        points=[rules.points] * seats,
        called=[False] * seats,
    )
