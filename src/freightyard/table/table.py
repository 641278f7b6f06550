"""The table: a row of events, and the state that they lead to.

Everything that happens to the game is an event: a move of a seat, a move of chance, a move taken back. Events are only ever
added, so the number of events, the ply, names a moment for good, and undone moves stay in the log. Asking for something makes
a `Step` and changes nothing; `commit` makes it happen. Between the two a caller can store the step, and drop it if
somebody else was faster.
"""

from collections.abc import Iterable, Sequence
from typing import Final, final

import msgspec

from freightyard.core.chance import Stream
from freightyard.core.contract import CHANCE, Edition, Game, Move, Outcome, Seat, State, View, check_seat
from freightyard.core.record import Record, record_of
from freightyard.table.errors import NothingToTakeBack, NotYourTurn, StalePly, TableError

UNDO: Final = "undo"  # the text of an event that takes a move back
TURN: Final = "turn"  # kinds of marks
SHEET: Final = "sheet"
MOST_MOVES: Final = 200  # in one batch: more than any turn has


class Chair(msgspec.Struct, frozen=True):
    """Who sits on a seat: a person, a bot, a person for whom a bot stands in, or nobody yet.

    `person` tells people apart; `called` is the name they go by at this seat, if it is another.
    """

    person: str | None = None
    bot: str | None = None
    called: str | None = None

    @property
    def name(self) -> str:
        """How the seat is called in records and on the page."""
        if self.person is not None:
            name = self.called or self.person
            return f"{name} ({self.bot})" if self.bot else name
        return self.bot or "nobody"


class Event(msgspec.Struct, frozen=True):
    """Something that happened: who did it (CHANCE for chance) and what, in words."""

    seat: Seat
    text: str


class LogLine(msgspec.Struct, frozen=True):
    """An event as one seat saw it."""

    ply: int
    seat: Seat
    text: str
    undone: bool


class Mark(msgspec.Struct, frozen=True):
    """A position worth keeping: of the moment at which a turn is over (`turn`), or at which points are counted (`sheet`)."""

    ply: int
    kind: str
    text: str


Seen = tuple[str, ...]  # an event as each seat sees it, and last as a spectator does


class Step(msgspec.Struct, frozen=True):
    """What would happen next: new events, and what they lead to. It is good for the ply at which it was made."""

    ply: int
    events: tuple[Event, ...]
    seen: tuple[Seen, ...]  # of each event
    state: State
    returns: tuple[State, ...]  # the states to which the last mover may go back, one a move
    marks: tuple[Mark, ...] = ()  # positions on the way


@final
class Table:
    """A game in progress."""

    def __init__(
        self,
        game: Game,
        edition: Edition,
        chairs: Iterable[Chair],
        options: Iterable[str] = (),
        *,
        seed: str,
        mark: Mark | None = None,
    ) -> None:
        """A table before its first event, or at a mark. The seed is the secret of the cards: keep it from the players.

        A table that goes on from a mark knows nothing of what was before: its log begins there, and it writes no record.
        """
        self.game = game
        self.chairs = list(chairs)
        self._seed = seed
        self._first = game.start(edition, len(self.chairs), options)
        self._start = 0 if mark is None else mark.ply
        self._state = self._first.clone() if mark is None else game.position(edition, mark.text)
        self._events: list[Event] = []  # from the start on
        self._seen: list[Seen] = []  # of each event
        self._standing: list[Event] = []  # the moves that were not taken back
        self._returns: tuple[State, ...] = ()
        self._open: View | None = None  # the spectator's view of this moment, where nothing is hidden from anybody

    # --- what is ---

    @property
    def ply(self) -> int:
        """How many events there were."""
        return self._start + len(self._events)

    @property
    def seats(self) -> int:
        return len(self.chairs)

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened since the table's start: the truth, not for players' eyes."""
        return tuple(self._events)

    def to_act(self) -> Seat | None:
        """The seat that is to act, CHANCE before the first cards are drawn, None when the game is over."""
        return self._state.to_act()

    def waiting_for_bot(self) -> str | None:
        """The bot that is to act, if one is."""
        actor = self.to_act()
        return None if actor is None or actor == CHANCE else self.chairs[actor].bot

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

    def record(self) -> Record:
        """The game so far, whole truth included: for when it is over, or for one who may know everything."""
        if self._start:
            raise TableError("a table that went on from a mark cannot write down what was before")
        moves = [event.text for event in self._standing]
        return record_of(self._first, moves, self.outcome(), players=[chair.name for chair in self.chairs])

    def truth(self) -> State:
        """A copy of the state, secrets included: for the host who keeps the table, never for a player or a bot."""
        return self._state.clone()

    def can_take_back(self, seat: Seat) -> bool:
        """Whether this seat's own move was the last thing that happened, and showed nobody a secret."""
        return bool(self._returns) and self._standing[-1].seat == seat

    # --- what happens ---

    def begin(self) -> Step:
        """The cards that are drawn before anybody acts, if any."""
        return self._drawn_on(_Way(self, self._state.clone()), ())

    def move(self, seat: Seat, ply: int, texts: Sequence[str]) -> Step:
        """One or more moves of a seat, all or none of them, and the cards that come up after. Refused moves raise."""
        self._check_ply(ply)
        check_seat(self._state, seat)
        if not 0 < len(texts) <= MOST_MOVES:
            raise TableError(f"one to {MOST_MOVES} moves are made at once, not {len(texts)}")
        way = _Way(self, self._state.clone())
        state = way.state
        returns = self._returns if self.can_take_back(seat) else ()
        for text in texts:
            self._check_turn(state, seat, way.events)
            move = self._legal(state, text)
            returns = self._returns_after(returns, state, move)
            way.play(seat, move)
        return self._drawn_on(way, returns)

    def take_back(self, seat: Seat, ply: int) -> Step:
        """The seat's last move undone: its own, with no card drawn and nobody's answer since."""
        self._check_ply(ply)
        if not self.can_take_back(seat):
            raise NothingToTakeBack(
                "only your own last move can be taken back, until a card is drawn or shown or somebody answers"
            )
        seen = (UNDO,) * (self.seats + 1)
        before = self._returns[-1].clone()
        return Step(ply, (Event(seat, UNDO),), (seen,), before, self._returns[:-1])

    def commit(self, step: Step) -> None:
        """Make a step happen."""
        if step.ply != self.ply:
            raise StalePly(f"the step was made at ply {step.ply}, and the table is at {self.ply}")
        for event, seen in zip(step.events, step.seen, strict=True):
            if event.text == UNDO:
                self._standing.pop()
            else:
                self._standing.append(event)
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
            way = _Way(self, self._state.clone())
            if way.state.to_act() != event.seat:
                raise TableError(f"event {self.ply} of the table is of another seat than it should be")
            move = self._legal(way.state, event.text)
            earlier = self._returns if self.can_take_back(event.seat) else ()
            returns = () if event.seat == CHANCE else self._returns_after(earlier, way.state, move)
            way.play(event.seat, move)
            self.commit(way.step(returns))

    # --- who sits where ---

    def sit(self, seat: Seat, person: str, called: str | None = None) -> None:
        """A person takes an empty seat, or comes back to the own one: a bot that stood in gets up."""
        chair = self.chairs[seat]
        if chair.person not in (None, person) or (chair.person is None and chair.bot is not None):
            raise TableError(f"seat {seat + 1} is taken by {chair.name}")
        self.chairs[seat] = Chair(person, called=called or chair.called)

    def leave(self, seat: Seat, bot: str) -> None:
        """A person goes; a bot plays on until the person is back."""
        chair = self.chairs[seat]
        if chair.person is None:
            raise TableError(f"nobody who could leave sits on seat {seat + 1}")
        self.chairs[seat] = Chair(chair.person, bot, chair.called)

    def rematch(self, seed: str) -> "Table":
        """A new table with the same players; whoever sat first sits last."""
        chairs = [*self.chairs[1:], self.chairs[0]]
        return Table(self.game, self._first.edition, chairs, self._first.options, seed=seed)

    # --- inside ---

    def _check_ply(self, ply: int) -> None:
        if ply != self.ply:
            raise StalePly(f"the table is at ply {self.ply}, not {ply}: look again")

    def _check_turn(self, state: State, seat: Seat, before: list[Event]) -> None:
        actor = state.to_act()
        if actor == seat:
            return
        if actor is None:
            raise NotYourTurn("the game is over")
        if actor == CHANCE and before:
            raise NotYourTurn(f"cards are drawn after {before[-1].text!r}: send the rest when you have seen them")
        raise NotYourTurn("cards are being drawn" if actor == CHANCE else f"seat {actor + 1} is to act")

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

    def _drawn_on(self, way: "_Way", returns: tuple[State, ...]) -> Step:
        """Let chance act until a seat is to act. Every draw has a stream of its own, named by its ply, so that a table that is
        brought back from its events draws the same cards."""
        while way.state.to_act() == CHANCE:
            way.play(CHANCE, way.state.draw(Stream(f"{self._seed}/{way.ply}")))
            returns = ()
        return way.step(returns)


@final
class _Way:
    """From the table's state to the next: what happens, as each seat sees it, and the marks on the way."""

    def __init__(self, table: Table, state: State) -> None:
        self.state = state
        self.start = table.ply
        self.events: list[Event] = []
        self._watchers = (*range(table.seats), None)
        self._seen: list[Seen] = []
        self._marks: list[Mark] = []

    @property
    def ply(self) -> int:
        return self.start + len(self.events)

    def play(self, seat: Seat, move: Move) -> None:
        state = self.state
        self._seen.append(tuple([state.seen(move, watcher) for watcher in self._watchers]))
        self.events.append(Event(seat, state.edition.vocabulary.text(move)))
        turns = state.turns
        state.play(move)
        if state.turns != turns:
            self._marks.append(Mark(self.ply, TURN, state.text()))
        if state.sheet() is not None:
            self._marks.append(Mark(self.ply, SHEET, state.text()))

    def step(self, returns: tuple[State, ...]) -> Step:
        return Step(self.start, tuple(self.events), tuple(self._seen), self.state, returns, tuple(self._marks))


def log_lines(start: int, told: Iterable[tuple[Seat, str]]) -> list[LogLine]:
    """Events from a ply on, as one seat was told of them, with those marked that were taken back later."""
    told = list(told)
    undone: set[int] = set()
    standing: list[int] = []
    for ply, (_, text) in enumerate(told, start):
        if text != UNDO:
            standing.append(ply)
        elif standing:  # what was taken back may have been before the start
            undone.add(standing.pop())
    return [LogLine(ply, seat, text, ply in undone) for ply, (seat, text) in enumerate(told, start)]


def state_at(first: State, events: Iterable[Event]) -> State | None:
    """The state to which events lead from a first one, which is not changed. None if a move before it was taken back."""
    standing: list[str] = []
    for event in events:
        if event.text != UNDO:
            standing.append(event.text)
        elif standing:
            standing.pop()
        else:
            return None
    state = first.clone()
    for text in standing:
        state.play(state.edition.vocabulary.parse(text))
    return state
