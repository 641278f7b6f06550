"""Twin games: two games of Freight Cars that are the same to everybody but one seat, and differ in what that seat holds.

Whatever the server sends to the others must be the same for both, byte by byte. That is a stronger proof than to look for the
names of hidden cards: it also finds what follows from them.
"""

from freightyard.core.chance import Stream
from freightyard.core.contract import CHANCE, Move, Seat, State
from freightyard.games import game_named
from freightyard.server.live.editions import raw_text
from freightyard.store import Store
from freightyard.store.rows import Append, Chair, Person, TableRow
from freightyard.table import TURN, Event, Mark

GAME = game_named("freight-cars")
EDITION = GAME.edition(GAME.editions[0])
TEXTS = EDITION.vocabulary.texts


class Twin:
    """One of both games: the truth, and what is to be kept of it."""

    def __init__(self, seats: int) -> None:
        self.state: State = GAME.start(EDITION, seats)
        self.events: list[Event] = []
        self.seen: list[tuple[str, ...]] = []
        self.marks: list[Mark] = []

    def play(self, move: Move) -> None:
        state, actor = self.state, self.state.to_act()
        assert actor is not None
        self.seen.append(tuple(state.seen(move, connection) for connection in (*range(state.seats), None)))
        self.events.append(Event(actor, TEXTS[move]))
        turns = state.turns
        state.play(move)
        if state.turns != turns:
            self.marks.append(Mark(len(self.events), TURN, state.text()))

    async def keep(self, store: Store, key: str, people: list[Person], *, public: bool = False) -> None:
        """Keep the game as a server would have."""
        chairs = tuple(Chair(person.key, called=person.name) for person in people)
        await store.tables.add(
            TableRow(
                key=key, game=GAME.name, edition=EDITION.name, raw=raw_text(EDITION), options=(), seed="the same for both",
                public=public, made_by=None, made_at=1.0, chairs=chairs, moved_at=1.0,
            )
        )  # fmt: skip
        assert await store.tables.begin(key)
        await store.moves.append(
            Append(
                table=key, ply=0, events=tuple(self.events), seen=tuple(self.seen), marks=tuple(self.marks),
                to_act=self.state.to_act(), at=2.0,
            )
        )  # fmt: skip


def twins(secret: Seat, seats: int, plies: int) -> tuple[Twin, Twin]:
    """Two games that only the secret seat can tell apart, in which it holds other cards. A seat is to act."""
    others = [connection for connection in (*range(seats), None) if connection != secret]
    for number in range(10_000):
        one, other = Twin(seats), Twin(seats)
        luck = Stream(f"twins {number}")
        while len(one.events) < plies or one.state.to_act() == CHANCE:
            pair = _next(one.state, other.state, others, luck)
            if pair is None:
                break
            one.play(pair[0])
            other.play(pair[1])
        else:
            if _differ(one.state, other.state, secret):
                return one, other
    raise AssertionError("there are no such twins")


def _differ(one: State, other: State, secret: Seat) -> bool:
    """Whether the seat holds other cards of both sorts: a corporation and a hand."""
    mine, yours = (state.view(secret).board.seats[secret] for state in (one, other))
    return bool(mine.hand != yours.hand and mine.corporation != yours.corporation)


def _moves(state: State) -> list[Move]:
    return [move for move, _ in state.chances()] if state.to_act() == CHANCE else state.legal()


def _next(one: State, other: State, others: list[int | None], luck: Stream) -> tuple[Move, Move] | None:
    """A move of each that looks the same to the others. Chance may do another thing in each; a seat does the same if it can."""
    moves, rest = _moves(one), _moves(other)
    for _ in range(20):
        move = moves[luck.below(len(moves))]
        if one.to_act() != CHANCE or luck.below(3) == 0:
            again = move if move in rest else rest[luck.below(len(rest))]
        else:
            again = rest[luck.below(len(rest))]
        if [one.seen(move, connection) for connection in others] != [other.seen(again, connection) for connection in others]:
            continue
        ahead, read_only = one.clone(), other.clone()
        ahead.play(move)
        read_only.play(again)
        if all(ahead.view(connection) == read_only.view(connection) for connection in others):
            return move, again
    return None
