"""The table: a row of events, and the state that they lead to.

Asking for something makes a `Step` and changes nothing; `commit` makes it happen. Between the two a caller can store the step,
and drop it if somebody else was faster. Who sits on the seats is no matter of the table: whoever keeps it knows.
"""

from collections.abc import Iterable, Sequence
from typing import Final, final

import msgspec

from freightyard.core.chance import Stream
from freightyard.core.contract import CHANCE, Edition, Game, Move, Outcome, Seat, State, View, check_seat
from freightyard.core.record import Record, record_of
from freightyard.table.errors import NothingToTakeBack, NotYourTurn, StalePly, TableError
from freightyard.table.events import UNDO, Event, LogLine, Mark, Seen
from freightyard.table.standing import Standing, log_lines, standing_moves
from freightyard.table.step import Step, StepMaker

MOST_MOVES: Final = 200  # in one batch: more than any turn has


@final
class Table:
    """A game in progress."""

    def __init__(
        self,
        game: Game,
        edition: Edition,
        seats: int,
        options: Iterable[str] = (),
        *,
        seed: str,
        mark: Mark | None = None,
        first: State | None = None,
    ) -> None:
        """A table before its first event, or at a mark. The seed is the secret of the cards: keep it from the players.
        `first`: the position at which it began, if not at the beginning of the game.

        A table that goes on from a mark knows nothing of what was before: its log begins there, and it writes no record.
        """
        self.game = game
        self.seats = seats
        self._seed = seed
        self._first = game.start(edition, seats, options) if first is None else first
        self._begun_elsewhere = first is not None
        self._start = 0 if mark is None else mark.ply
        self._state = self._first.clone() if mark is None else game.position(edition, mark.text)
        self._events: list[Event] = []  # from the start on
        self._seen: list[Seen] = []  # of each event
        self._standing = Standing()
        self._returns: tuple[State, ...] = ()
        self._open: View | None = None  # the spectator's view of this moment, where nothing is hidden from anybody

    # --- what is ---

    @property
    def ply(self) -> int:
        """How many events there were."""
        return self._start + len(self._events)

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened since the table's start: the truth, not for players' eyes."""
        return tuple(self._events)

    def to_act(self) -> Seat | None:
        """The seat that is to act, CHANCE before the first cards are drawn, None when the game is over."""
        return self._state.to_act()

    def outcome(self) -> Outcome | None:
        return self._state.outcome()

    def view(self, seat: Seat | None) -> View:
        """What a seat or a spectator may know."""
        if self.game.secrets:
            return self._state.view(seat)
        check_seat(self._state, seat)
        if self._open is None:
            self._open = self._state.view(None)
        if seat is None:
            return self._open
        if seat != self._open.to_act:
            return msgspec.structs.replace(self._open, seat=seat)
        texts = self._state.edition.vocabulary.texts
        return msgspec.structs.replace(self._open, seat=seat, legal=tuple([texts[move] for move in self._state.legal()]))

    def log(self, seat: Seat | None) -> list[LogLine]:
        """What happened, as a seat or a spectator saw it, with the moves that were taken back."""
        check_seat(self._state, seat)
        column = self.seats if seat is None else seat
        seen = [seen[column] for seen in self._seen]
        return log_lines(self._start, [(event.seat, text) for event, text in zip(self._events, seen, strict=True)])

    def record(self, players: Sequence[str] = ()) -> Record:
        """The game so far, whole truth included: for when it is over, or for one who may know everything. `players` are the names
        of those who sit there."""
        if self._start:
            raise TableError("a table that went on from a mark cannot write down what was before")
        return record_of(
            self._first,
            standing_moves(self._events),
            self.outcome(),
            players=players,
            start=self._first.text() if self._begun_elsewhere else None,
        )

    def truth(self) -> State:
        """A copy of the state, secrets included: for the host who keeps the table, never for a player or a bot."""
        return self._state.clone()

    def can_take_back(self, seat: Seat) -> bool:
        """Whether this seat's own move was the last thing that happened, and showed nobody a secret."""
        return bool(self._returns) and self._events[self._standing.plies[-1] - self._start].seat == seat

    # --- what happens ---

    def begin(self) -> Step:
        """The cards that are drawn before anybody acts, if any."""
        return self._drawn_on(StepMaker(self._state.clone(), self.ply), ())

    def move(self, seat: Seat, ply: int, texts: Sequence[str]) -> Step:
        """One or more moves of a seat, all or none of them, and the cards that come up after. Refused moves raise."""
        self._check_ply(ply)
        check_seat(self._state, seat)
        if not 0 < len(texts) <= MOST_MOVES:
            raise TableError(f"send 1 to {MOST_MOVES} moves at once, not {len(texts)}")
        maker = StepMaker(self._state.clone(), self.ply)
        state = maker.state
        returns = self._returns if self.can_take_back(seat) else ()
        for text in texts:
            self._check_turn(state, seat, maker.events)
            move = self._legal(state, text)
            returns = self._returns_after(returns, state, move)
            maker.play(seat, move)
        return self._drawn_on(maker, returns)

    def take_back(self, seat: Seat, ply: int) -> Step:
        """The seat's last move undone: its own, with no card drawn and nobody's answer since."""
        self._check_ply(ply)
        if not self.can_take_back(seat):
            raise NothingToTakeBack(
                "you can undo only your own last move, and only until a card is drawn or shown or another player moves"
            )
        seen = (UNDO,) * (self.seats + 1)
        before = self._returns[-1].clone()
        return Step(ply, (Event(seat, UNDO),), (seen,), before, self._returns[:-1])

    def commit(self, step: Step) -> None:
        """Make a step happen."""
        if step.ply != self.ply:
            raise StalePly(f"the step was made at ply {step.ply}, and the table is at {self.ply}")
        for event, seen in zip(step.events, step.seen, strict=True):
            self._standing.follow(self.ply, event.text)
            self._events.append(event)
            self._seen.append(seen)
        self._state = step.state
        self._returns = step.returns
        self._open = None

    def restore(self, events: Iterable[Event]) -> None:
        """Bring a new table to where these events, which it once made, lead. Nothing is drawn anew."""
        for event in events:
            if event.text == UNDO:
                self.commit(self.take_back(event.seat, self.ply))
                continue
            maker = StepMaker(self._state.clone(), self.ply)
            if maker.state.to_act() != event.seat:
                raise TableError(f"event {self.ply} of the table is of another seat than it should be")
            move = self._legal(maker.state, event.text)
            earlier = self._returns if self.can_take_back(event.seat) else ()
            returns = () if event.seat == CHANCE else self._returns_after(earlier, maker.state, move)
            maker.play(event.seat, move)
            self.commit(maker.step(returns))

    # --- inside ---

    def _check_ply(self, ply: int) -> None:
        if ply != self.ply:
            raise StalePly(f"the game is at ply {self.ply}, not {ply}: look at the board again")

    def _check_turn(self, state: State, seat: Seat, before: list[Event]) -> None:
        actor = state.to_act()
        if actor == seat:
            return
        if actor is None:
            raise NotYourTurn("the game is over")
        if actor == CHANCE and before:
            raise NotYourTurn(f"cards are drawn after {before[-1].text!r}: wait to see them, then send the other moves")
        raise NotYourTurn("cards are being drawn" if actor == CHANCE else f"it is seat {actor + 1}'s turn")

    def _legal(self, state: State, text: str) -> Move:
        move = state.edition.vocabulary.parse_strictly(text)
        refusal = state.refuse(move)
        if refusal is not None:
            raise refusal
        return move

    def _returns_after(self, returns: tuple[State, ...], state: State, move: Move) -> tuple[State, ...]:
        """The states to which a seat may go back once it has made this move."""
        if state.reveals(move):
            return ()  # what others have seen cannot be unseen
        if returns and returns[-1].turns != state.turns:
            returns = ()  # only the moves of this turn
        return (*returns, state.clone())

    def _drawn_on(self, maker: StepMaker, returns: tuple[State, ...]) -> Step:
        """Let chance act until a seat is to act. Every draw has a stream of its own, named by its ply, so that a table that is
        brought back from its events draws the same cards."""
        while maker.state.to_act() == CHANCE:
            maker.play(CHANCE, maker.state.draw(Stream(f"{self._seed}/{maker.ply}")))
            returns = ()
        return maker.step(returns)
