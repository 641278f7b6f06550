"""What a program is told that watches a public table: what a spectator sees, and what a spectator was told of each move."""

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, final

from freightyard.bots.protocol import view_data
from freightyard.core.board_text import position_of
from freightyard.core.contract import CHANCE
from freightyard.page.contract import LogEntry
from freightyard.page.players import names_of
from freightyard.server.api.messages import Moved, Seated, Seen, Watched, encode
from freightyard.server.live.room import Room
from freightyard.server.live.viewer import players_of
from freightyard.store.rows import CHAIRS, ENDED, MISSED, MOVE, OPEN, OVER, News, TableRow

if TYPE_CHECKING:
    from freightyard.server.services import Services


@final
class SpectatorFeed:
    """The lines of one stream of a table."""

    def __init__(self, services: "Services", key: str) -> None:
        self.changed = asyncio.Event()
        self._services = services
        self._key = key
        self._ply = -1  # at which the last line showed the table
        self._told: TableRow | None = None
        self._over = False
        self._look = True
        self._news_ply = 0  # to which there was news
        self._read_row = True

    def hear(self, news: News) -> None:
        if news.what == MISSED or (news.table == self._key and news.what in (MOVE, CHAIRS)):
            self._look = True
            self._news_ply = max(self._news_ply, news.ply)
            self._read_row |= news.what != MOVE
            self.changed.set()

    def close(self) -> None:
        self._look = False

    async def next(self) -> Sequence[bytes] | None:
        if self._over:
            return None
        if not self._look:
            return ()
        async with self._services.gate.program():
            self._look, row, self._read_row = False, self._read_row, False
            try:
                return await self._lines(row=row)
            except BaseException:
                self._look = self._read_row = True
                raise

    async def _lines(self, *, row: bool) -> Sequence[bytes] | None:
        found = await self._services.hub.row(self._key)
        if found is None or not found.public:
            return None
        if found.phase == OPEN:
            return self._whole(found)
        room = await self._services.hub.room(self._key)
        if room is None:
            return None
        async with room.lock:
            await room.follow(self._news_ply, row=row)
            lines = self._of_game(room)
        self._over = room.row.phase in (OVER, ENDED)
        return lines

    def _of_game(self, room: Room) -> Sequence[bytes]:
        """How the table looks: what has happened, if that can be told from where it was shown last; else the whole of it."""
        since, self._ply = self._ply, room.table.ply
        same = self._told is not None and (self._told.phase, self._told.chairs) == (room.row.phase, room.row.chairs)
        if same and since == room.table.ply:
            return ()
        entries = room.broadcast.events.entries(None, since) if since >= 0 else ()
        lines: list[bytes] = []
        view = room.table.view(None)
        if since >= 0 and len(entries) == room.table.ply - since and entries:
            moves = tuple([_seen(entry) for entry in entries])
            data, position = view_data(view), position_of(view.board)
            lines.append(encode(Moved(table=self._key, ply=self._ply, moves=moves, view=data, position=position)))
        elif same:
            self._told = None
        lines += self._whole(room.row, room)
        return lines

    def _whole(self, row: TableRow, room: Room | None = None) -> Sequence[bytes]:
        """The table, if it is not as it was told: another phase, or others at it."""
        told, self._told = self._told, row
        if told is not None and (told.phase, told.chairs) == (row.phase, row.chairs):
            return ()
        return (encode(watched(row, room)),)


def _seen(entry: LogEntry) -> Seen:
    return Seen(ply=entry.ply, seat=None if entry.seat == CHANCE else entry.seat + 1, text=entry.text)


def watched(row: TableRow, room: Room | None = None) -> Watched:
    """A table as everybody may see it; without a `room` it is a line in a list."""
    view = None if room is None else room.table.view(None)
    names = names_of(players_of(row.chairs, ()))
    return Watched(
        table=row.key,
        game=row.game,
        edition=row.edition,
        options=row.options,
        phase=row.phase,
        players=tuple(
            [
                Seated(seat=seat + 1, name=None if chair.free else names[seat], bot=chair.bot is not None or chair.bot_account)
                for seat, chair in enumerate(row.chairs)
            ]
        ),
        ply=row.ply if room is None else room.table.ply,
        at=row.moved_at,
        view=None if view is None else view_data(view),
        position=None if view is None else position_of(view.board),
    )
