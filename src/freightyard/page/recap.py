"""Since your last turn: what the others did, turn by turn, and what it changed, from what one seat was told and saw.

It is made from the log of the seat and from two views of it, so it cannot tell what the seat may not know.
"""

from collections.abc import Collection, Sequence
from typing import Final

import msgspec

from freightyard.core.contract import CHANCE, Seat, View
from freightyard.page import sentences as say
from freightyard.page.boards import recap_for, unit_of
from freightyard.page.contract import BoardRenderer, Change, LogEntry, Recap, Scene
from freightyard.page.log import UNDO, turn_summaries
from freightyard.page.markup import esc
from freightyard.page.players import disc, names_of
from freightyard.page.table import sentences
from freightyard.page.table_sentences import points

MOST_SPOKEN: Final = 12  # sentences about what others did: nobody listens to more
_MOST_TURNS: Final = 40


class RecapTurn(msgspec.Struct, frozen=True):
    """A turn of somebody: the plies before and after it, and what they did, as markup."""

    start: int
    end: int
    line: str


class RecapPart(msgspec.Struct, frozen=True, kw_only=True):
    """What a page is sent of it. `spoken` is what happened, in sentences; `changed` what it changed, in plain words."""

    since: int  # the ply from which on it tells
    ply: int  # up to which
    title: str
    turns: Sequence[RecapTurn]
    changes: Sequence[str]  # markup
    spoken: Sequence[str]
    changed: Sequence[str]
    marks: Sequence[str]
    places: Sequence[str]
    age: int | None = None  # seconds since the last of it; None if that is not known
    acted: bool = False  # whether the one who looks has moved since then


class Span(msgspec.Struct, frozen=True):
    """From which ply on others have moved since somebody's own last move, and whether they have moved again since."""

    since: int
    acted: bool


def span_since(log: Sequence[LogEntry], own: Collection[Seat]) -> Span | None:
    """What came after the last move of these seats that somebody else answered. None if nobody did, or no such move is in the
    log: then there was no turn to come back from."""
    standing = [entry for entry in log if entry.text != UNDO and not entry.undone]
    others = [place for place, entry in enumerate(standing) if entry.seat != CHANCE and entry.seat not in own]
    if not others:
        return None
    mine = [place for place, entry in enumerate(standing) if entry.seat in own]
    before = [place for place in mine if place < others[-1]]
    if not before:
        return None
    first = next(place for place in others if place > before[-1])
    return Span(standing[first].ply, bool(mine) and mine[-1] > others[-1])


def recap_part(
    board: BoardRenderer,
    scene: Scene,
    before: View | None,
    log: Sequence[LogEntry],
    *,
    ply: int,
    span: Span,
    title: str,
    age: int | None = None,
) -> RecapPart | None:
    """The recap of a seat or a spectator, whose scene this is and who was told this log; `before`: their view at the beginning,
    if the rules of today still lead there. None if nothing is to be told."""
    entries = [
        entry
        for entry in log
        if entry.ply >= span.since and not entry.undone and entry.text != UNDO and entry.seat not in scene.own_seats
    ]
    turns = [RecapTurn(*turn) for turn in turn_summaries(board, scene, entries)]
    if not turns:
        return None
    names = names_of(scene.players)
    found = Recap() if before is None else changes_between(board, before, scene.view, names)
    spoken = sentences(board, scene.view.edition, names, entries, scene.view)
    if len(spoken) > MOST_SPOKEN:
        spoken = [say.missed(len(spoken) - MOST_SPOKEN), *spoken[-MOST_SPOKEN:]]
    return RecapPart(
        since=span.since,
        ply=ply,
        title=title,
        turns=turns[-_MOST_TURNS:],
        changes=[change.markup or esc(change.words) for change in found.changes],
        spoken=spoken,
        changed=[change.words for change in found.changes],
        marks=found.marks,
        places=found.places,
        age=age,
        acted=span.acted,
    )


def changes_between(board: BoardRenderer, before: View, now: View, names: Sequence[str]) -> Recap:
    """What changed, as the game tells it; of a game without such a part, everybody's points."""
    teller = recap_for(now.edition.game)
    if teller is not None:
        return teller.recap(before, now, names)
    return Recap(tuple(points_changed(board.scores(before), board.scores(now), names, unit_of(now.edition.game))))


def points_changed(before: Sequence[int], now: Sequence[int], names: Sequence[str], unit: tuple[str, str]) -> list[Change]:
    """Whose points changed, and by how much."""
    found = []
    for seat, (then, points_now) in enumerate(zip(before, now, strict=True)):
        if points_now != then:
            gained = f"{abs(points_now - then)} {points(abs(points_now - then), unit)}"
            words = say.won(gained) if points_now > then else say.lost(gained)
            found.append(named(seat, names, words))
    return found


def lead_change(before: Sequence[int], now: Sequence[int]) -> Seat | None:
    """Who is ahead of all others now, and was not before; None if nobody is."""
    seat = _leader(now)
    return None if seat is None or seat == _leader(before) else seat


def _leader(scores: Sequence[int]) -> Seat | None:
    best = max(scores)
    return scores.index(best) if best > 0 and list(scores).count(best) == 1 else None


def named(seat: Seat, names: Sequence[str], words: str, markup: str = "") -> Change:
    """A change that begins with who it is about: `Ann has 3 loans now`."""
    return Change(f"{names[seat]} {words}", f"{disc(seat)}<strong>{esc(names[seat])}</strong> {markup or esc(words)}")
