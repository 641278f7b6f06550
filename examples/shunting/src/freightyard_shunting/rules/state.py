"""The state of a game: its fields, and what is asked of it. `PlainState` has the rest."""

from typing import final

from freightyard.core.contract import CHANCE, Move, Outcome, Seat, Sheet
from freightyard.core.plain import PlainState, Reason
from freightyard_shunting.rules import scoring
from freightyard_shunting.rules.edition import DEAL, NOWHERE, Edition
from freightyard_shunting.rules.play import PLAY
from freightyard_shunting.rules.position import Board, board_of
from freightyard_shunting.rules.refuse import AGAINST


@final
class State(PlainState):
    """The truth at one moment."""

    def __init__(self, edition: Edition, seats: int, options: tuple[str, ...]) -> None:
        """`sh.deal`: at first all cars are in the deck."""
        self.edition: Edition = edition
        self.seats = seats
        self.options = options
        self.turns = 0  # that are over
        self.actor = 0  # the seat whose turn it is
        self.done = 0  # actions of this turn
        self.passed = 0  # players who passed in a row
        self.braked = NOWHERE
        self.deck = list(
            range(seats * edition.data.cars)
        )  # cars to be dealt; nobody knows their order
        self.sidings: list[list[int]] = [
            [] for _ in range(edition.data.sidings)
        ]  # from the open end to the bumper
        self.trains = [0] * seats  # how many cars: they come in the order of their numbers
        self.coal = list(edition.data.coal[:seats])

    def over(self) -> str:
        """The rule that has ended the game; empty while it goes on."""
        if self.edition.data.cars in self.trains:
            return "sh.complete"
        return "sh.stuck" if self.passed == self.seats else ""

    def to_act(self) -> Seat | None:
        if self.deck:
            return CHANCE
        return None if self.over() else self.actor

    def against(self, move: Move) -> Reason | None:
        verb, what, to = self.edition.moves[move]
        if self.deck and verb != DEAL:
            return "sh.deal", "the cars are being dealt"
        if ended_by := self.over():
            return ended_by, "the game is over"
        return AGAINST[verb](self, what, to)

    def play(self, move: Move) -> None:
        verb, what, to = self.edition.moves[move]
        PLAY[verb](self, what, to)

    def board(self) -> Board:
        return board_of(self)

    def pieces(self) -> dict[str, int]:
        size = self.edition.data.cars
        cars = self.deck + [car for siding in self.sidings for car in siding]
        counts = [
            sum(car // size == seat for car in cars) + self.trains[seat]
            for seat in range(self.seats)
        ]
        return dict(zip(self.edition.data.kinds, counts, strict=False))

    def sheet(self) -> Sheet | None:
        return scoring.sheet(self) if self.over() else None

    def outcome(self) -> Outcome | None:
        return scoring.outcome(self) if self.over() else None
