"""What notices say. Every word is made from what all at the table may know: its title, names, whose turn it is and until when.

Nothing here is handed a position, a card or an order: so none can be told.
"""

from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256
from typing import Final

import msgspec

from freightyard.core.text_board import listed
from freightyard.games import all_games
from freightyard.page.players import names_of
from freightyard.server.live.viewer import players_of
from freightyard.server.notices.contract import (
    CHAT,
    CONFIRM,
    DIGEST,
    INVITATION,
    MAIL,
    OVER,
    REMINDER,
    TEST,
    TURN,
    Channel,
    Notice,
)
from freightyard.store.notice_rows import Delivery
from freightyard.store.rows import ENDED, TableRow
from freightyard.table.hours import zone_of

SETTINGS_PATH: Final = "/notices"
_TOPIC_LETTERS: Final = 32  # that a push service takes
_SAME_TOPIC: Final = {TURN: "turn", REMINDER: "turn", OVER: "turn"}  # the newest of these is what counts
HOST_SAYS: Final = "Freightyard"


class TableFacts(msgspec.Struct, frozen=True, kw_only=True):
    """What all at a table may know of it."""

    key: str
    game: str  # its title
    names: tuple[str, ...]  # empty where nobody sits yet
    people: tuple[str | None, ...]  # whose seats they are
    to_act: int | None
    due_at: float | None
    winners: tuple[int, ...]
    agreed: bool  # the game was ended by agreement
    made_by: str | None


def facts_of(row: TableRow) -> TableFacts:
    """What notices are made of: a selection, so that the rest of a row cannot be told."""
    return TableFacts(
        key=row.key,
        game=next((game.title for game in all_games() if game.name == row.game), row.game),
        names=tuple(
            [
                "" if chair.free or (chair.held and chair.person is None and chair.called is None) else name
                for chair, name in zip(row.chairs, names_of(players_of(row.chairs, ())), strict=True)
            ]
        ),
        people=tuple([chair.person for chair in row.chairs]),
        to_act=row.to_act,
        due_at=row.due_at,
        winners=row.winners,
        agreed=row.phase == ENDED,
        made_by=row.made_by,
    )


class ReaderFacts(msgspec.Struct, frozen=True, kw_only=True):
    """What a notice needs to know of its reader."""

    person: str = ""
    name: str = ""  # by which a seat is held for them
    zone: str = "UTC"
    writers: tuple[str, ...] = ()  # of what they have not read
    unread: int = 0
    waiting: int | None = None  # at how many tables it is their turn, if that is told


def topic_of(table: str, kind: str) -> str:
    """What a newer notice takes the place of."""
    return sha256(f"{table}/{_SAME_TOPIC.get(kind, kind)}".encode()).hexdigest()[:_TOPIC_LETTERS]


def title_of(table: TableFacts, person: str = "", called: str = "") -> str:
    """How a table is called to somebody: by its game and the others who play. `called`: the name for which a seat is held."""
    seats = [(name, owner) for name, owner in zip(table.names, table.people, strict=True) if not person or owner != person]
    others = [name for name, owner in seats if name and (owner is not None or name.casefold() != called.casefold())]
    return f"{table.game} with {listed(others)}" if others else table.game


def notice_of(delivery: Delivery, channel: Channel, table: TableFacts | None, reader: ReaderFacts, url: str) -> Notice:
    """What is sent to a channel. `url` is the address of the server."""
    own = channel.table is None
    person = delivery.person if own else ""
    title = "" if table is None else title_of(table, person, reader.name if own else "")
    head, text = _words(delivery, table, reader, title, own=own)
    target = url + (SETTINGS_PATH if table is None else f"/t/{table.key}")
    if delivery.kind == CONFIRM:
        target = f"{url}{SETTINGS_PATH}/confirm/{channel.confirm}"
    elif delivery.kind == DIGEST:
        target = f"{url}/me"
    return Notice(
        key=delivery.key,
        topic=delivery.topic,
        kind=delivery.kind,
        title=head,
        text=text,
        url=target,
        table_title=title,
        mention=_mentioned(table, person) if delivery.kind in (TURN, REMINDER) and table is not None else "",
        unsubscribe=f"{url}{SETTINGS_PATH}/off/{channel.token}" if channel.kind == MAIL and delivery.kind != CONFIRM else "",
        lines=delivery.lines,
        waiting=reader.waiting if own else None,
        expires_at=table.due_at if delivery.kind == REMINDER and table is not None else None,
    )


def line_of(kind: str, table: TableFacts, reader: ReaderFacts) -> str:
    """A line of a digest."""
    title = title_of(table, reader.person, reader.name)
    if kind in (TURN, REMINDER):
        return f"Your turn: {title}{_until(table, reader, ', until ')}."
    if kind == CHAT:
        return f"{_messages(reader)}: {title}."
    if kind == OVER:
        return f"The game is over: {title}. {_result(table)}"
    return f"{_host(table)} holds a seat for you: {title}."


def _words(delivery: Delivery, table: TableFacts | None, reader: ReaderFacts, title: str, *, own: bool) -> tuple[str, str]:
    """A headline and some sentences."""
    kind = delivery.kind
    if kind == TEST:
        return "Freightyard can reach you here", "This is a test. Notices about your games will arrive here."
    if kind == CONFIRM:
        return (
            "Confirm your address",
            "Somebody entered this address for notices about their games. Was it you? Then open the link and confirm it. "
            "If not, do nothing: nothing more will be sent.",
        )
    if kind == DIGEST:
        many = len(delivery.lines)
        return f"Your games today: {many} {'thing' if many == 1 else 'things'} to know", "What happened at your tables:"
    if table is None:
        return HOST_SAYS, ""
    if kind == TURN:
        who = "Your turn" if own else f"{_actor(table)}, your turn"
        return (
            f"{who} – {title}",
            f"{'It is your turn' if own else f'It is the turn of {_actor(table)}'}.{_deadline(table, reader)}",
        )
    if kind == REMINDER:
        who = "Your time is running out" if own else f"{_actor(table)}, your time is running out"
        return f"{who} – {title}", f"Most of the time for this turn is gone.{_deadline(table, reader)}"
    if kind == CHAT:
        return f"{_messages(reader)} – {title}", "Open the table to read and answer."
    if kind == OVER:
        return f"The game is over – {title}", _result(table)
    if kind == INVITATION:
        return f"{_host(table)} invites you – {title}", "A seat is held for you. Open the table to take it."
    return f"{_host(table)} wants to play again – {title}", "A seat is held for you. Open the table to take it or to decline."


def _actor(table: TableFacts) -> str:
    return "" if table.to_act is None or not 0 <= table.to_act < len(table.names) else table.names[table.to_act]


def _mentioned(table: TableFacts, person: str) -> str:
    """Who is called: the reader, or at a table's own channels who is to act. Where all choose at once, these may be two."""
    own = [name for name, owner in zip(table.names, table.people, strict=True) if person and owner == person]
    return _actor(table) if not own or _actor(table) in own else own[0]


def _host(table: TableFacts) -> str:
    names = [name for name, owner in zip(table.names, table.people, strict=True) if owner is not None and owner == table.made_by]
    return names[0] if names else "Somebody"


def _result(table: TableFacts) -> str:
    if table.agreed:
        return "All agreed to end it without a winner."
    winners = [table.names[seat] for seat in table.winners if 0 <= seat < len(table.names)]
    return f"{listed(winners)} won." if winners else "Nobody won."


def _messages(reader: ReaderFacts) -> str:
    writers = _some(reader.writers)
    if reader.unread <= 1:
        return f"{writers} wrote a message"
    return f"{writers} wrote {reader.unread} messages"


def _some(names: Sequence[str]) -> str:
    found = list(dict.fromkeys(names))
    return listed(found[:2] if len(found) <= 2 else [found[0], "others"]) if found else "Somebody"


def _deadline(table: TableFacts, reader: ReaderFacts) -> str:
    return _until(table, reader, " There is time until ", ".")


def _until(table: TableFacts, reader: ReaderFacts, before: str, after: str = "") -> str:
    """The time that is left, on the clock on the reader's wall. Where all choose at once, only the time of one of them runs."""
    acts = None if table.to_act is None or not 0 <= table.to_act < len(table.people) else table.people[table.to_act]
    if table.due_at is None or reader.person not in ("", acts):
        return ""
    wall = datetime.fromtimestamp(table.due_at, zone_of(reader.zone))
    day = f"{wall:%A}, {wall.day} {wall:%B}, {wall:%H:%M}"
    return f"{before}{day} ({reader.zone.rpartition('/')[2].replace('_', ' ')} time){after}"


__all__ = ["INVITATION", "ReaderFacts", "TableFacts", "facts_of", "line_of", "notice_of", "title_of", "topic_of"]
