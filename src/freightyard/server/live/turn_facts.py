"""What the words of an event do not say: to which turn it belongs, and what everybody won or lost by it in the open."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple, final

from freightyard.core.contract import State
from freightyard.core.errors import FreightyardError
from freightyard.core.tally import PurseWatch
from freightyard.core.title import WATCH
from freightyard.games import part_of
from freightyard.server.live.editions import first_state_of, stored_edition, stored_game
from freightyard.store.rows import StoredEvent, TableRow
from freightyard.table import UNDO, Event, Standing

if TYPE_CHECKING:
    from freightyard.store import Store


class TurnFact(NamedTuple):
    """Of one event."""

    turn: int = -1  # how many turns were over before it; -1 if that is not known
    gains: tuple[int, ...] = ()  # of every seat; empty if nobody won or lost anything


UNKNOWN: Final = TurnFact()
_MARKS: Final = 3  # how many marks are tried before the first move: what led to one may have been taken back after it


@final
class TurnFacts:
    """Follows a state of its own from event to event."""

    def __init__(self, state: State) -> None:
        self.state = state
        self._watch = _purse_watch(state.edition.game)
        self._purses = self._counted()

    def play(self, text: str) -> TurnFact:
        """A move that is legal, as it happened."""
        state = self.state
        turn, before = state.turns, self._purses
        state.play(state.edition.vocabulary.parse(text))
        self._purses = after = self._counted()
        gains = () if after == before else tuple([now - then for now, then in zip(after, before, strict=True)])
        return TurnFact(turn, gains)

    def _counted(self) -> tuple[int, ...]:
        return () if self._watch is None else tuple(self._watch.purses(self.state))


def facts_of_step(before: State, events: Sequence[Event], after: State) -> list[TurnFact]:
    """Of the events of one step, from a state (which is changed) to another."""
    if events[0].text == UNDO:
        return [TurnFact(after.turns)] * len(events)
    facts = TurnFacts(before)
    return [facts.play(event.text) for event in events]


async def facts_of_events(
    store: "Store", row: TableRow, events: Sequence[StoredEvent], before: State | None = None
) -> list[TurnFact]:
    """Of stored events that follow each other. None is known if the rules of today do not lead there any more. From the state
    before them, which is changed, they can be told without reading what led to it, unless one of them takes back an earlier move.
    """
    if not events:
        return []
    if before is not None:
        try:
            found = _walked(before, [stored.event for stored in events])
        except FreightyardError:
            return [UNKNOWN] * len(events)
        if found is not None:
            return found
    first = events[0].ply
    game, edition = stored_game(row.game), stored_edition(row.game, row.edition, row.raw)
    marks = await store.moves.marks(row.key, first, _MARKS)
    for mark in (*marks, None):
        start = 0 if mark is None else mark.ply
        earlier = await store.moves.events(row.key, start, first) if start < first else []
        try:
            state = first_state_of(row) if mark is None else game.position(edition, mark.text)
            found = _walked(state, [stored.event for stored in (*earlier, *events)])
        except FreightyardError:
            break
        if found is not None:
            return found[len(earlier) :]
    return [UNKNOWN] * len(events)


def _walked(state: State, events: Sequence[Event]) -> list[TurnFact] | None:
    """None if a move was taken back that is not among the events."""
    standing = Standing(events)
    if standing.reaches_back:
        return None
    facts, stands, found = TurnFacts(state), frozenset(standing.plies), []
    for ply, event in enumerate(events):
        if ply not in stands:  # it was taken back, or takes something back
            found.append(TurnFact(facts.state.turns))
            continue
        refusal = state.refuse(state.edition.vocabulary.parse_strictly(event.text))
        if refusal is not None:
            raise refusal
        found.append(facts.play(event.text))
    return found


def _purse_watch(game: str) -> PurseWatch | None:
    watch = part_of(game, WATCH)
    return watch() if hasattr(watch, "purses") else None
