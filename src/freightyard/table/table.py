"""The table: a row of events, and the state that they lead to.

Everything that happens to the game is an event: a move of a seat, a move of chance, a move taken back. Events are only ever
added, so the number of events, the ply, names a moment for good, and undone moves stay in the log. Asking for something makes
a `Step` and changes nothing; `commit` makes it happen. Between the two a caller can store the step, and drop it if
somebody else was faster.
"""

from collections.abc import Iterable, Sequence
from typing import Final, final

import msgspec

from freightyard.rules.chance import Stream
from freightyard.rules.contract import CHANCE, Edition, Game, Outcome, Seat, State, View, check_seat
from freightyard.rules.record import Record, record_of
from freightyard.table.errors import NothingToTakeBack, NotYourTurn, StalePly, TableError

UNDO: Final = "undo"  # the text of an event that takes a move back
MOST_MOVES: Final = 200  # in one batch: more than any turn has


class Chair(msgspec.Struct, frozen=True):
    """Who sits on a seat: a person, a bot, a person for whom a bot stands in, or nobody yet."""

    person: str | None = None
    bot: str | None = None

    @property
    def name(self) -> str:
        """How the seat is called in records and on the page."""
        if self.person is not None:
            return f"{self.person} ({self.bot})" if self.bot else self.person
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


Seen = tuple[str, ...]  # an event as each seat sees it, and last as a spectator does


class Step(msgspec.Struct, frozen=True):
    """What would happen next: new events, and what they lead to. It is good for the ply at which it was made."""

    ply: int
    events: tuple[Event, ...]
    seen: tuple[Seen, ...]  # of each event
    state: State
    returns: tuple[State, ...]  # the states to which the last mover may go back, one a move
    undone: int | None = None  # the event that is taken back


@final
class Table:
    """A game in progress."""

    def __init__(self, game: Game, edition: Edition, chairs: Iterable[Chair], options: Iterable[str] = (), *, seed: str) -> None:
        """A new table before its first event. The seed is the secret of the cards: keep it where the players cannot see it."""
        self.game = game
        self.chairs = list(chairs)
        self._seed = seed
        self._first = game.start(edition, len(self.chairs), options)
        self._state = self._first.clone()
        self._events: list[Event] = []
        self._seen: list[Seen] = []  # of each event
        self._standing: list[int] = []  # the events that are moves and were not taken back
        self._undone: set[int] = set()
        self._returns: tuple[State, ...] = ()

    # --- what is ---

    @property
    def ply(self) -> int:
        """How many events there were."""
        return len(self._events)

    @property
    def seats(self) -> int:
        return len(self.chairs)

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened: the truth, not for players' eyes."""
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
        return self._state.view(seat)

    def log(self, seat: Seat | None) -> list[LogLine]:
        """What happened, as a seat or a spectator saw it, with the moves that were taken back."""
        check_seat(self._state, seat)
        column = self.seats if seat is None else seat
        return [LogLine(ply, event.seat, self._seen[ply][column], ply in self._undone) for ply, event in enumerate(self._events)]

    def record(self) -> Record:
        """The game so far, whole truth included: for when it is over, or for one who may know everything."""
        moves = [self._events[ply].text for ply in self._standing]
        return record_of(self._first, moves, self.outcome(), players=[chair.name for chair in self.chairs])

    def truth(self) -> State:
        """A copy of the state, secrets included: for the host who keeps the table, never for a player or a bot."""
        return self._state.clone()

    def can_take_back(self, seat: Seat) -> bool:
        """Whether this seat's own move was the last thing that happened, and showed nobody a secret."""
        return bool(self._returns) and self._events[self._standing[-1]].seat == seat

    # --- what happens ---

    def begin(self) -> Step:
        """The cards that are drawn before anybody acts, if any."""
        return self._drawn_on(self._state.clone(), [], [], ())

    def move(self, seat: Seat, ply: int, texts: Sequence[str]) -> Step:
        """One or more moves of a seat, all or none of them, and the cards that come up after. Refused moves raise."""
        self._check_ply(ply)
        check_seat(self._state, seat)
        if not 0 < len(texts) <= MOST_MOVES:
            raise TableError(f"one to {MOST_MOVES} moves are made at once, not {len(texts)}")
        state = self._state.clone()
        events: list[Event] = []
        seen: list[Seen] = []
        returns = self._returns if self.can_take_back(seat) else ()
        for text in texts:
            self._check_turn(state, seat, events)
            move = state.edition.vocabulary.parse(text)
            refusal = state.refuse(move)
            if refusal is not None:
                raise refusal
            if returns and returns[-1].turns != state.turns:
                returns = ()  # only the moves of this turn
            # What others have seen cannot be unseen, so a move that shows a secret stays.
            returns = () if state.reveals(move) else (*returns, state.clone())
            self._play(state, seat, move, events, seen)
        return self._drawn_on(state, events, seen, returns)

    def take_back(self, seat: Seat, ply: int) -> Step:
        """The seat's last move undone: its own, with no card drawn and nobody's answer since."""
        self._check_ply(ply)
        if not self.can_take_back(seat):
            raise NothingToTakeBack(
                "only your own last move can be taken back, until a card is drawn or shown or somebody answers"
            )
        seen = (UNDO,) * (self.seats + 1)
        before = self._returns[-1].clone()
        return Step(ply, (Event(seat, UNDO),), (seen,), before, self._returns[:-1], self._standing[-1])

    def commit(self, step: Step) -> None:
        """Make a step happen."""
        if step.ply != self.ply:
            raise StalePly(f"the step was made at ply {step.ply}, and the table is at {self.ply}")
        for event, seen in zip(step.events, step.seen, strict=True):
            if event.text == UNDO:
                self._standing.pop()
            else:
                self._standing.append(self.ply)
            self._events.append(event)
            self._seen.append(seen)
        if step.undone is not None:
            self._undone.add(step.undone)
        self._state = step.state
        self._returns = step.returns

    def restore(self, events: Iterable[Event]) -> None:
        """Bring a new table to where these events, which it once made, lead. Nothing is drawn anew."""
        for event in events:
            if event.text == UNDO:
                self.commit(self.take_back(event.seat, self.ply))
                continue
            state = self._state.clone()
            new: list[Event] = []
            seen: list[Seen] = []
            if state.to_act() != event.seat:
                raise TableError(f"event {self.ply} of the table is of another seat than it should be")
            move = state.edition.vocabulary.parse(event.text)
            refusal = state.refuse(move)
            if refusal is not None:
                raise refusal
            earlier = self._returns if self.can_take_back(event.seat) else ()
            if earlier and earlier[-1].turns != state.turns:
                earlier = ()
            returns = () if state.reveals(move) else (*earlier, state.clone())
            self._play(state, event.seat, move, new, seen)
            self.commit(Step(self.ply, tuple(new), tuple(seen), state, () if event.seat == CHANCE else returns))

    # --- who sits where ---

    def sit(self, seat: Seat, person: str) -> None:
        """A person takes an empty seat, or comes back to the own one: a bot that stood in gets up."""
        chair = self.chairs[seat]
        if chair.person not in (None, person) or (chair.person is None and chair.bot is not None):
            raise TableError(f"seat {seat + 1} is taken by {chair.name}")
        self.chairs[seat] = Chair(person)

    def leave(self, seat: Seat, bot: str) -> None:
        """A person goes; a bot plays on until the person is back."""
        chair = self.chairs[seat]
        if chair.person is None:
            raise TableError(f"nobody who could leave sits on seat {seat + 1}")
        self.chairs[seat] = Chair(chair.person, bot)

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

    def _play(self, state: State, seat: Seat, move: int, events: list[Event], seen: list[Seen]) -> None:
        seen.append(tuple([state.seen(move, watcher) for watcher in (*range(self.seats), None)]))
        events.append(Event(seat, state.edition.vocabulary.text(move)))
        state.play(move)

    def _drawn_on(self, state: State, events: list[Event], seen: list[Seen], returns: tuple[State, ...]) -> Step:
        """Let chance act until a seat is to act. Every draw has a stream of its own, named by its ply, so that a table that is
        brought back from its events draws the same cards."""
        while state.to_act() == CHANCE:
            move = state.draw(Stream(f"{self._seed}/{self.ply + len(events)}"))
            self._play(state, CHANCE, move, events, seen)
            returns = ()
        return Step(self.ply, tuple(events), tuple(seen), state, returns)
