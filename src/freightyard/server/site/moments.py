"""Moments of a game: a table or a stored record at an earlier ply.

Of a running game one sees what one knew oneself at that moment, and nothing else. When a game is over nothing is hidden any more:
everybody may look through any seat, or through all of them at once.
"""

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from freightyard.core.contract import Edition, Seat, Sheet, State, actor_word
from freightyard.core.record import Record, edition_of, first_state, read
from freightyard.page import table_sentences as page_say
from freightyard.page.boards import board_for, view_of_all
from freightyard.page.contract import LogEntry, Player, Scene
from freightyard.page.history import record_players
from freightyard.page.players import names_of, without_stand_ins
from freightyard.page.replay import ALL, BackWords, ReplayBar, turn_words
from freightyard.page.table import page_parts, sentences
from freightyard.server import sentences as say
from freightyard.server.live import restore
from freightyard.server.live.editions import stored_game
from freightyard.server.live.event_log import SHOWN
from freightyard.server.live.room import Room
from freightyard.server.live.turn_facts import TurnFacts, facts_of_events
from freightyard.server.live.viewer import players_of, viewer_of
from freightyard.store.rows import ENDED, OVER, Person
from freightyard.table import TURN, log_lines
from freightyard.table.errors import TableError


class Moment(msgspec.Struct, frozen=True, kw_only=True):
    """A game at one ply, ready to be drawn."""

    game: str
    ply: int
    edition: Edition
    scene: Scene
    log: Sequence[LogEntry]
    sheets: Sequence[Sheet]
    turn: tuple[int, int]  # which turn it belongs to, and how many there are
    ends: bool  # whether the move that led here ended that turn
    eyes: str  # through whose it is seen, as the address names them; empty where nobody may choose

    def parts(self) -> dict[str, str]:
        """The parts of the page, drawn."""
        return page_parts(board_for(self.game), self.scene, self.log, self.sheets)

    def message(self) -> dict[str, object]:
        """What the client is sent when it asks for this moment: the parts, and the event that led here in words."""
        return {
            "ply": self.ply,
            "parts": self.parts(),
            "say": self.happened() or ([] if self.ply else [page_say.GAME_STARTS]),
            "to_act": actor_word(self.scene.view.to_act),
            "turn": turn_words(self.turn, ended=self.ends),
            "eyes": self.eyes,
        }

    def bar(self, last: int, turns: Sequence[int], back: BackWords | None = None) -> ReplayBar:
        """The bar below it; `last` is the latest ply, `turns` are the plies at which a turn is over. `back`: how the game can go
        back to it."""
        names = names_of(self.scene.players)
        viewers = [(ALL, page_say.EVERYBODY), *[(str(seat), name) for seat, name in enumerate(names, 1)]] if self.eyes else ()
        return ReplayBar(
            last=last,
            turns=turns,
            turn=self.turn,
            happened=self.happened(),
            eyes=self.eyes,
            viewers=viewers,
            play_on=bool(self.eyes) and self.scene.view.to_act is not None,
            back=back,
        )

    def happened(self) -> list[str]:
        """The event that led here in words."""
        names = names_of(self.scene.players)
        return sentences(board_for(self.game), self.edition, names, self.log[-1:], self.scene.view)


async def table_moment(room: Room, visitor: Person | None, ply: int, chosen: str | None) -> Moment:
    """A moment of a table as a visitor may see it; `chosen`: whose eyes they want, which counts when the game is over."""
    store, row = room.services.store, room.row
    state = await room.state_at(ply)
    viewer = viewer_of(row.chairs, state.to_act(), None if visitor is None else visitor.key)
    eyes = ""
    seat = viewer.told  # people who share a screen see each other's hands only when the game is over: the past is not covered
    if row.phase in (OVER, ENDED):
        eyes = _eyes_named(chosen, state.seats) or (ALL if viewer.seat is None else str(viewer.seat + 1))
        seat = None if eyes == ALL else int(eyes) - 1
    start = max(0, ply - SHOWN)
    column = state.seats if seat is None else seat
    events = await store.moves.events(row.key, start, ply)
    seen = [(stored.event.seat, stored.event.text if eyes == ALL else stored.seen[column]) for stored in events]
    facts = await facts_of_events(store, row, events)
    marks = await restore.standing_sheets(store, row.key, ply)
    latest = await store.moves.marks(row.key, ply, 1)
    ends = bool(latest) and latest[0].kind == TURN and latest[0].ply == ply
    players = without_stand_ins(players_of(row.chairs, range(state.seats)))
    return Moment(
        game=row.game,
        ply=ply,
        edition=room.edition,
        scene=_scene(state, seat, players, room.home, viewer.own_seats, everybody=eyes == ALL),
        log=[
            LogEntry(line.ply, line.seat, line.text, line.undone, *fact)
            for line, fact in zip(log_lines(start, seen), facts, strict=True)
        ],
        sheets=restore.sheets_at(row, marks),
        turn=_turn(state, room.table.truth(), ends=ends),
        ends=ends,
        eyes=eyes,
    )


def record_moment(key: str, record: Record, ply: int, chosen: str | None) -> tuple[Moment, list[int]]:
    """A moment of a stored record, and the plies at which a turn is over."""
    if not 0 <= ply <= len(record.moves):
        raise TableError(say.no_move(len(record.moves), ply))
    game = stored_game(record.game)
    eyes = _eyes_named(chosen, record.seats) or ALL
    seat = None if eyes == ALL else int(eyes) - 1
    state = first_state(record, game)
    facts, parse = TurnFacts(state), state.edition.vocabulary.parse
    shown, turns, sheets, log = state.clone(), [], [], []
    for number, text in enumerate(record.moves):
        before, actor = state.turns, state.to_act()
        told = text if seat is None else state.seen(parse(text), seat)
        fact = facts.play(text)
        if ply - SHOWN <= number < ply:
            log.append(LogEntry(number, -1 if actor is None else actor, told, False, *fact))
        if state.turns != before:
            turns.append(number + 1)
        if number < ply:
            sheet = state.sheet()
            if sheet is not None:
                sheets.append(sheet)
            if number + 1 == ply:
                shown = state.clone()
    players = without_stand_ins(record_players(record))
    now = Moment(
        game=record.game,
        ply=ply,
        edition=edition_of(record, game),
        scene=_scene(shown, seat, players, f"/r/{key}", everybody=eyes == ALL),
        log=log,
        sheets=sheets,
        turn=_turn(shown, state, ends=ply in turns),
        ends=ply in turns,
        eyes=eyes,
    )
    return now, turns


@lru_cache(maxsize=32)
def parsed(text: str) -> Record:
    """The record in a text, which was verified before it was stored."""
    return read(text)


def _turn(state: State, last: State, *, ends: bool) -> tuple[int, int]:
    """The number of the turn that a state belongs to, and of how many so far. The move that `ends` a turn belongs to it, and what
    is counted after the last turn to that one."""
    turns = max(1, last.turns if last.to_act() is None else last.turns + 1)
    return min(turns, max(1, state.turns) if ends else state.turns + 1), turns


def _scene(
    state: State,
    seat: Seat | None,
    players: tuple[Player, ...],
    home: str,
    own: tuple[Seat, ...] = (),
    *,
    everybody: bool = False,
) -> Scene:
    """A board of the past: to look at, not to play."""
    view = view_of_all(state) if everybody else state.view(seat)
    return Scene(view=view, players=players, own_seats=own, replay=True, home=home)


def _eyes_named(word: str | None, seats: int) -> str | None:
    """The eyes that `?seat=2` or `?seat=all` names, if there are such."""
    if word == ALL:
        return ALL
    number = int(word) if word is not None and word.isascii() and word.isdecimal() and len(word) < 3 else 0
    return str(number) if 0 < number <= seats else None
