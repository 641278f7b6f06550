"""The state of a game: its fields, its copies, and the doors to what it may do."""

from typing import final

from freightyard.core.chance import Dice, Rng
from freightyard.core.contract import CHANCE, Move, Outcome, Seat, Sheet, View, check_seat, view_of
from freightyard.core.errors import IllegalMove
from freightyard.core.notebook import html_of
from freightyard_shunting.rules import scoring
from freightyard_shunting.rules.edition import DEAL, NOWHERE, Edition
from freightyard_shunting.rules.play import PLAY
from freightyard_shunting.rules.position import board_of, write
from freightyard_shunting.rules.refuse import against


@final
class State:
    """The truth at one moment."""

    def __init__(self, edition: Edition, seats: int, options: tuple[str, ...]) -> None:
        self.edition = edition
        self.seats = seats
        self.options = options
        self.turns = 0  # that are over
        self.actor = 0  # the seat whose turn it is
        self.done = 0  # actions of this turn
        self.passed = 0  # players who passed in a row
        self.braked = NOWHERE
        self.deck = list(range(seats * edition.data.cars))  # cars to be dealt; nobody knows their order
        self.sidings: list[list[int]] = [[] for _ in range(edition.data.sidings)]  # from the open end to the bumper
        self.trains = [0] * seats  # how many cars: they come in the order of their numbers
        self.coal = list(edition.data.coal[:seats])

    def clone(self) -> "State":
        twin = State.__new__(State)
        twin.__dict__.update(self.__dict__)
        twin.deck = self.deck[:]
        twin.sidings = [siding[:] for siding in self.sidings]
        twin.trains = self.trains[:]
        twin.coal = self.coal[:]
        return twin

    def over(self) -> str:
        """The rule that has ended the game; empty while it goes on."""
        if self.edition.data.cars in self.trains:
            return "sh.complete"
        return "sh.stuck" if self.passed == self.seats else ""

    def to_act(self) -> Seat | None:
        if self.deck:
            return CHANCE
        return None if self.over() else self.actor

    def legal(self) -> list[Move]:
        # Few moves, so each is asked for. Where there are many, legal() finds them itself and the kit compares it with refuse().
        return [move for move in range(len(self.edition.moves)) if against(self, move) is None]

    def refuse(self, move: Move) -> IllegalMove | None:
        reason = against(self, move)
        return None if reason is None else IllegalMove(self.edition.vocabulary.text(move), *reason)

    def chances(self) -> list[tuple[Move, int]]:
        return [(self.edition.number[DEAL, car, 0], 1) for car in self.deck]

    def draw(self, rng: Rng) -> Move:
        return self.edition.number[DEAL, self.deck[rng.below(len(self.deck))], 0]

    def play(self, move: Move) -> None:
        verb, what, to = self.edition.moves[move]
        PLAY[verb](self, what, to)

    def playout(self, dice: Dice) -> int:
        decisions = 0
        while (actor := self.to_act()) is not None:
            if actor == CHANCE:
                self.play(self.draw(dice))
            else:
                moves = self.legal()
                self.play(moves[dice.below(len(moves))])
                decisions += 1
        return decisions

    def view(self, seat: Seat | None) -> View:
        return view_of(self, seat, board_of(self))

    def seen(self, move: Move, seat: Seat | None) -> str:
        check_seat(self, seat)
        return self.edition.vocabulary.text(move)

    def reveals(self, move: Move) -> bool:  # noqa: ARG002  (nothing is hidden)
        return False

    def text(self) -> str:
        return write(board_of(self))

    def pieces(self) -> dict[str, int]:
        size = self.edition.data.cars
        cars = self.deck + [car for siding in self.sidings for car in siding]
        counts = [sum(car // size == seat for car in cars) + self.trains[seat] for seat in range(self.seats)]
        return dict(zip(self.edition.data.kinds, counts, strict=False))

    def sheet(self) -> Sheet | None:
        return scoring.sheet(self) if self.over() else None

    def outcome(self) -> Outcome | None:
        return scoring.outcome(self) if self.over() else None

    def __repr__(self) -> str:
        return f"<shunting {self.edition.name}: {self.text()}>"

    def _repr_html_(self) -> str:
        return html_of(self)


def first_state(edition: Edition, seats: int, options: tuple[str, ...]) -> State:
    """`sh.deal`: all cars are in the deck."""
    return State(edition, seats, options)
