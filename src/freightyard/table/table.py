"""The table: a row of events, and the state that they lead to.

Asking for something makes a `Step` and changes nothing; `commit` makes it happen. Between the two a caller can store the step,
and drop it if somebody else was faster. Who sits on the seats is no matter of the table: whoever keeps it knows.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from typing import Final, final

import msgspec

from freightyard.core.chance import Stream
from freightyard.core.contract import CHANCE, Edition, Game, Move, Outcome, Seat, State, View, check_seat
from freightyard.core.record import Record, record_of
from freightyard.table.errors import NothingToTakeBack, NotYourTurn, StalePly, TableError
from freightyard.table.events import TURN, UNDO, Event, LogLine, Mark, Seen
from freightyard.table.futures import next_future
from freightyard.table.standing import Standing, log_lines, standing_moves, state_at
from freightyard.table.step import Step, StepMaker

MOST_MOVES: Final = 200  # in one batch: more than any turn has


class Ahead(msgspec.Struct, frozen=True):
    """Where a seat is before the others have chosen: in the state in which it is asked next; or it is not, and this is the state
    after its last choice."""

    state: State
    asked: bool


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
        stood: int | None = None,
        taken_over: int = 0,
        futures: Sequence[str] = (),
    ) -> None:
        """A table before its first event, or at a mark. The seed is the secret of the cards: keep it from the players.
        `first`: the position at which it began, if not at the beginning of the game. `stood`: how many moves stood at the mark,
        if every card is to be drawn by the number of moves that stand before it, so that its record tells all
        (`core/proof.py`). `futures`: moves of chance that are to come after the first `taken_over` moves, which are those of
        another game (`futures.py`); such a table is always restored from its first event.

        A table that goes on from a mark knows nothing of what was before: its log begins there, and it writes no record.
        """
        self.game = game
        self.seats = seats
        self._seed = seed
        self._first = game.start(edition, seats, options) if first is None else first
        self._begun_elsewhere = first is not None
        self._mark = mark
        self._start = 0 if mark is None else mark.ply
        self._stood = stood
        self._taken_over = taken_over
        self._futures = tuple(futures)
        self._state = self._first.clone() if mark is None else game.position(edition, mark.text)
        self._events: list[Event] = []  # from the start on
        self._seen: list[Seen] = []  # of each event
        self._standing = Standing()
        self._joined: set[int] = set()  # plies of moves that were sent at once with the one before
        self._returns: tuple[State, ...] = ()
        self._turns: list[int] = [] if mark is not None and mark.kind != TURN else [self._start]  # the plies at which turns began
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

    @property
    def just_undone(self) -> bool:
        """Whether the last thing that happened was that somebody took a move back."""
        return bool(self._events) and self._events[-1].text == UNDO

    def redoable(self, seat: Seat) -> tuple[str, ...]:
        """The moves of its own that this seat undid last, in the order in which they were made: as long as nothing else has
        happened they can be made again. None if others moved among them, or something was drawn."""
        undone = 0
        while undone < len(self._events) and self._events[-1 - undone] == Event(seat, UNDO):
            undone += 1
        if not 0 < undone <= MOST_MOVES:
            return ()
        moves = [self._events[ply] for ply in Standing(self._events[:-undone]).plies[-undone:]]
        own = len(moves) == undone and all(move.seat == seat for move in moves)
        return tuple([move.text for move in moves]) if own else ()

    def is_now(self, question: Callable[[State], bool]) -> bool:
        """The answer to a question about the truth, which does not change it."""
        return question(self._state)

    def ahead(self, seat: Seat, choices: Sequence[str], blind: Callable[[State], bool]) -> Ahead | None:
        """What a seat is asked next, after those of its choices that are still to be played. It is known while the choices of the
        others are `blind`, so that whatever they choose makes no difference to it; else None. What is drawn on the way is what
        will be drawn."""
        if not blind(self._state):
            return None
        state, left, moves = self._state.clone(), list(choices), 0
        chosen: State | None = None
        drawn: list[str] = []
        while blind(state):
            actor = state.to_act()
            if actor == CHANCE:
                card = self._draw(state, moves, drawn)
                drawn.append(state.edition.vocabulary.text(card))
                state.play(card)
            elif actor != seat:
                state.play(state.legal()[0])
            else:
                words = state.words()
                text = next((text for text in left if text in words), None)
                if text is None:
                    return Ahead(state, asked=True)
                left.remove(text)
                state.play(state.edition.vocabulary.parse(text))
                chosen = state.clone()
            moves += 1
        return None if chosen is None else Ahead(chosen, asked=False)

    def takebacks(self, seat: Seat) -> int:
        """How many moves of its turn this seat can still take back."""
        return len(self._returns) if self.can_take_back(seat) else 0

    def undoes_turn(self, seat: Seat) -> bool:
        """Whether those are all moves of its turn: nobody else moved in it, and nothing was shown or drawn between them."""
        moves = self.takebacks(seat)
        over = self._state.turns - self._returns[0].turns if moves else 0  # it may have ended, and nobody has answered yet
        if not moves or over >= len(self._turns):
            return False
        began = self._turns[-1 - over]
        plies = self._standing.plies
        return sum(self._events[ply - self._start].seat != CHANCE for ply in plies[bisect_left(plies, began) :]) == moves

    # --- what happens ---

    def deal_by(self, seed: str) -> None:
        """The seed is another one: it is known only when the game begins, and nothing was drawn before."""
        self._seed = seed

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

    def take_back(self, seat: Seat, ply: int, *, together: bool = False) -> Step:
        """The seat's last move undone: its own, with no card drawn and nobody's answer since. `together`: with all moves that
        were sent at once with it, such as the tiles of a line of track."""
        self._check_ply(ply)
        if not self.can_take_back(seat):
            raise NothingToTakeBack(
                "you can undo only your own last move, and only until a card is drawn or shown or another player moves"
            )
        return self._undone(seat, self._sent_together() if together else 1)

    def _sent_together(self) -> int:
        """How many of the last moves were sent at once and can be undone."""
        count, standing = 1, self._standing.plies
        while count < len(self._returns) and standing[-count] in self._joined:
            count += 1
        return count

    def reset_turn(self, seat: Seat, ply: int) -> Step:
        """All moves of the seat's turn undone that can still be, in one step."""
        self._check_ply(ply)
        moves = self.takebacks(seat)
        if not moves:
            raise NothingToTakeBack(
                "there is nothing to reset: you can undo the moves of your turn only until a card is drawn or shown or another"
                " player moves"
            )
        return self._undone(seat, moves)

    def go_back(self, seat: Seat, ply: int, moves: int, before: State) -> Step:
        """The last moves undone, so many of them, whoever made them and whatever was drawn since: what all at the table agreed to
        and this seat asked for. `before`: the state to which that leads, since a table that went on from a mark may not know."""
        self._check_ply(ply)
        check_seat(self._state, seat)
        return self._all_undone(seat, moves, before, ())

    def commit(self, step: Step) -> None:
        """Make a step happen."""
        if step.ply != self.ply:
            raise StalePly(f"the step was made at ply {step.ply}, and the table is at {self.ply}")
        for number, (event, seen) in enumerate(zip(step.events, step.seen, strict=True)):
            if number and event.text != UNDO and event.seat == step.events[0].seat:
                self._joined.add(self.ply)
            self._standing.follow(self.ply, event.text)
            self._events.append(event)
            self._seen.append(seen)
        self._turns += [mark.ply for mark in step.marks if mark.kind == TURN]
        last = self._standing.plies[-1] if self._standing.plies else self._start - 1
        while len(self._turns) > 1 and self._turns[-1] > last + 1:
            self._turns.pop()  # what ended the turn before was undone
        self._state = step.state
        self._returns = step.returns
        self._open = None

    def restore(self, events: Iterable[Event]) -> None:
        """Bring a new table to where these events, which it once made, lead. Nothing is drawn anew."""
        happened = tuple(events)
        for number, event in enumerate(happened, 1):
            if event.text == UNDO:
                if self.can_take_back(event.seat):
                    self.commit(self.take_back(event.seat, self.ply))
                else:
                    self._follow_back(event, last=number == len(happened) or happened[number].text != UNDO)
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

    def _undone(self, seat: Seat, moves: int) -> Step:
        return self._all_undone(seat, moves, self._returns[-moves].clone(), self._returns[:-moves])

    def _all_undone(self, seat: Seat, moves: int, before: State, returns: tuple[State, ...]) -> Step:
        """The last moves undone, an event each: so whoever follows the events needs to know of no other kind."""
        seen = (UNDO,) * (self.seats + 1)
        return Step(self.ply, (Event(seat, UNDO),) * moves, (seen,) * moves, before, returns)

    def _follow_back(self, event: Event, *, last: bool) -> None:
        """A move undone that its seat alone could not undo. The state is worked out anew at the last of several in a row."""
        seen = (UNDO,) * (self.seats + 1)
        self.commit(Step(self.ply, (event,), (seen,), self._state, ()))
        if last:
            first = self._first if self._mark is None else self.game.position(self._state.edition, self._mark.text)
            state = state_at(first, self._events)
            if state is None:
                raise TableError("a move was undone that was made before this table went on from a mark")
            self._state = state

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
        """Let chance act until a seat is to act."""
        while maker.state.to_act() == CHANCE:
            drawn = [event.text for event in maker.events if event.seat == CHANCE]
            maker.play(CHANCE, self._draw(maker.state, len(maker.events), drawn))
            returns = ()
        return maker.step(returns)

    def _draw(self, state: State, moves: int, drawn: Sequence[str]) -> Move:
        """What chance draws in a state so many moves from now, `drawn` being among them."""
        if self._futures and not self._start:
            stood = [self._events[ply] for ply in self._standing.plies if ply >= self._taken_over]
            before = [event.text for event in stood if event.seat == CHANCE]
            move = next_future(self._futures, [*before, *drawn], state)
            if move is not None:
                return move
        return state.draw(Stream(self._draw_name(state, moves)))

    def _draw_name(self, state: State, moves: int) -> str:
        """Every draw has a stream of its own, named by its ply, so that a table that is brought back from its events draws the
        same cards; `moves`: how many there were since. Moves that were taken back do not count: a seat that chooses ahead is
        shown cards before they are dealt, and no undo may change them. Where nobody draws the cards again from the record, as at
        tables of earlier versions, they do count once the first turn is over."""
        if self._stood is not None:
            return f"{self._seed}/{self._stood + len(self._standing.plies) + moves}"
        number = self.ply if state.turns or self._start else len(self._standing.plies)
        return f"{self._seed}/{number + moves}"
