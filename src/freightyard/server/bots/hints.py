"""Hints: what a bot would do in somebody's place, and why."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple, final
from weakref import WeakKeyDictionary

import msgspec

from freightyard.core.contract import CHANCE, Seat, View
from freightyard.page.advice import advice
from freightyard.page.log import name_places
from freightyard.server import sentences as say
from freightyard.server.bots.pool import BotFailed
from freightyard.server.bots.process import Advice
from freightyard.server.bots.turns import payer_of, question
from freightyard.server.errors import Forbidden
from freightyard.store.rows import Person
from freightyard.table import Standing

if TYPE_CHECKING:
    from freightyard.server.live.room import Room

ADVISER: Final = "hard:0.5"


class Hint(msgspec.Struct, frozen=True):
    """A hint as the page shows it: the first move, the bot's plan in words, and its reason; the whole plan as it is typed.
    `rest`: words and reason of what is left of the plan after its first move, its second and so on, for who follows it.
    `together`: how many of its moves can be played at once, before a card is drawn or somebody else acts; `ends`: whether the
    turn is over then."""

    move: str
    words: str
    why: str
    plan: tuple[str, ...]
    rest: tuple[tuple[str, str], ...]
    together: int
    ends: bool


async def hint_for(room: "Room", person: Person | None) -> Hint:
    """Ask a bot what it would do on the person's seat, from what that seat knows."""
    seat = _advised_seat(room, person)
    # While all choose at once, a seat is asked ahead: then what it has chosen already counts as played.
    asked = msgspec.structs.replace(question(room, seat, ADVISER), view=room.orders.view_for(seat))
    chosen = [(seat, move) for move in room.orders.of(seat).choices]
    earlier, moves = _EARLIER.setdefault(room, _Earlier()), _moves_so_far(room) + chosen
    expected = _expected(room, asked.view)
    found = Advice(expected, "") if expected else earlier.going_on(seat, moves)
    if found is None:
        try:
            found = await room.services.bot_pool.advise(asked, payer=payer_of(room))
        except BotFailed:
            earlier.failed += 1
            raise Forbidden(say.NO_HINT if earlier.failed == 1 else say.NO_HINTS_NOW) from None
        earlier.failed = 0
        if hasattr(room.board, "order_of_advice"):
            found = Advice(tuple(room.board.order_of_advice(asked.view, found.plan)), found.sentence)
        earlier.remember(moves, found)
    (words, why), *rest = [_said(room, asked.view, _left(found, done)) for done in range(len(found.plan))]
    return Hint(found.plan[0], words, why, found.plan, tuple(rest), *_together(room, seat, found.plan))


def _expected(room: "Room", view: View) -> tuple[str, ...]:
    """What the lesson of a table expects, if it has one: first what is legal now, where any order will do."""
    expected = room.lesson.expected()
    if not expected:
        return ()
    first = next((move for move in expected if move in view.legal), None)
    if first is None:
        raise Forbidden(say.LESSON_UNDO)
    place = expected.index(first)
    return (first, *expected[:place], *expected[place + 1 :])


def _together(room: "Room", seat: Seat, plan: Sequence[str]) -> tuple[int, bool]:
    """How many moves of a plan a seat can make at once, and whether they end its turn."""
    state, count = room.table.truth(), 0
    turns = state.turns
    for text in plan:
        if state.to_act() != seat:
            break
        move = state.edition.vocabulary.parse(text)
        if state.refuse(move) is not None:
            break
        state.play(move)
        count += 1
    while state.to_act() == CHANCE:  # such as the dice at the end of a turn: whatever comes, it is over then, or is not
        state.play(state.chances()[0][0])
    return max(1, count), state.turns > turns


def _said(room: "Room", view: View, found: Advice) -> tuple[str, str]:
    """A plan in words, and why it is good."""
    return name_places(room.board, view, advice(room.board, view.edition, found.plan)), found.sentence


def _left(known: Advice, done: int) -> Advice:
    """What is left of advice after so many of its moves."""
    return Advice(known.plan[done:], (known.sentence, *known.later)[done] if known.later else known.sentence, known.later[done:])


class _Given(NamedTuple):
    """Advice, and the moves that had been made when it was given."""

    moves: list[tuple[Seat, str]]
    advice: Advice


@final
class _Earlier:
    """The latest advice at a table. Whoever asks again, has followed some of it or undone it, is told the same plan: a bot that
    thinks by the clock may like another one better, and would seem to contradict itself."""

    def __init__(self) -> None:
        self._given: list[_Given] = []
        self.failed = 0  # how often in succession there was no advice

    def going_on(self, seat: Seat, moves: list[tuple[Seat, str]]) -> Advice | None:
        """What is left of a plan if nothing but its moves was made since."""
        for given, known in reversed(self._given):
            done = len(moves) - len(given)
            followed = [(seat, move) for move in known.plan[: max(0, done)]]
            if 0 <= done < len(known.plan) and moves == given + followed:
                return _left(known, done)
        return None

    def remember(self, moves: list[tuple[Seat, str]], advice: Advice) -> None:
        self._given = [*self._given[1 - _REMEMBERED :], _Given(moves, advice)]


_REMEMBERED: Final = 8  # pieces of advice at a table: enough for one turn and what is undone in it
_EARLIER: Final[WeakKeyDictionary["Room", _Earlier]] = WeakKeyDictionary()


def _moves_so_far(room: "Room") -> list[tuple[Seat, str]]:
    """The moves that stand, as far back as this process knows them."""
    events = room.table.events
    start = room.table.ply - len(events)
    return [(events[ply - start].seat, events[ply - start].text) for ply in Standing(events, start).plies]


def _advised_seat(room: "Room", person: Person | None) -> Seat:
    """The seat that may have a hint: it is to act, and nobody is at the table who could mind."""
    chairs = room.row.chairs
    if person is None or all(chair.person != person.key for chair in chairs):
        raise Forbidden(say.NOT_AT_TABLE)
    if sum(chair.person is not None for chair in chairs) > 1:
        raise Forbidden(say.BOTS_ONLY_HINTS)
    seat = next(seat for seat, chair in enumerate(chairs) if chair.person == person.key)
    if room.orders.view_for(seat).to_act != seat or chairs[seat].bot is not None:
        raise Forbidden(say.NOT_YOUR_TURN)
    return seat
