"""What those who look at an open table are shown: drawn once for all who share it, and sent as what has changed."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, final

import msgspec

from freightyard.core.contract import Seat
from freightyard.page.contract import LogEntry, Player, Scene
from freightyard.page.parts import log_part, news_part, older_part
from freightyard.page.table import sentences, table_changes, table_parts
from freightyard.server.live.event_log import EventLog
from freightyard.server.live.rendered import RenderedView
from freightyard.server.live.viewer import Viewer, eyes_of, players_of
from freightyard.server.wire.connection import Connection
from freightyard.store.contract import Person, StoredEvent

if TYPE_CHECKING:
    from freightyard.server.live.room import Room


@final
class Broadcaster:
    """What is shown of one room."""

    def __init__(self, room: "Room") -> None:
        self.story = EventLog(len(room.row.chairs))
        self.here: tuple[Seat, ...] = ()  # the seats whose people look at the table, as everybody was told
        self._room = room
        self._moment = 0  # counts whatever makes a table look another way
        self._sights: dict[Viewer, RenderedView] = {}
        self._eyes: dict[str | None, Viewer] = {}  # of people with one seat or none
        self._players: tuple[Player, ...] | None = None

    def begin(self, events: Sequence[StoredEvent]) -> None:
        """The table was brought back, with its latest events."""
        self.story = EventLog(len(self._room.table.chairs))
        self.story.add_all(events)
        self.reseat()

    def reseat(self, here: tuple[Seat, ...] | None = None) -> None:
        """Somebody sat down or got up, came or went."""
        if here is not None:
            self.here = here
        self._players = None
        self._eyes.clear()
        self._moment += 1

    def show(self, connection: Connection, *, behind: bool) -> None:
        """Show somebody everything; one who is behind more of the log, whose last lines may not lead up to those on the page."""
        sight = connection.sight = self.sight(self.viewer(connection.person))
        more = {"older": older_part(self._room.board, sight.scene, self.log(sight.viewer))} if behind else {}
        connection.send(self._whole(sight, more))

    def viewer(self, person: Person | None) -> Viewer:
        """How a person looks at the table now."""
        key = None if person is None else person.key
        viewer = self._eyes.get(key)
        if viewer is None:
            viewer = eyes_of(self._room.table.chairs, self._room.table.to_act(), key)
            if len(viewer.own_seats) < 2:  # who shares a screen looks through one seat after the other
                self._eyes[key] = viewer
        return viewer

    def sight(self, viewer: Viewer) -> RenderedView:
        """The table as these eyes see it now: drawn once for all who share them."""
        room = self._room
        sight = self._sights.get(viewer)
        if sight is None:
            scene = self._scene(viewer)
            parts = table_parts(room.board, scene, room.sheets)
            sight = self._sights[viewer] = RenderedView(viewer, self._moment, scene, len(room.sheets), parts)
        elif sight.moment != self._moment:
            scene = self._scene(viewer)
            changes = table_changes(room.board, scene, sight.scene, room.sheets, sight.sheets)
            sight.go_on(self._moment, scene, len(room.sheets), changes)
        return sight

    def page(self, viewer: Viewer) -> tuple[Scene, Mapping[str, str]]:
        """The table for a new page: everything that is drawn."""
        sight = self.sight(viewer)
        return sight.scene, {**sight.parts, "log": log_part(self._room.board, sight.scene, self.log(viewer))}

    def log(self, viewer: Viewer, since: int = 0) -> Sequence[LogEntry]:
        """The latest events, from a ply on, as these eyes were told of them."""
        return self.story.entries(self._ear(viewer), since)

    def publish(self, since: int) -> None:
        """Show everybody what is new since a ply."""
        self._moment += 1
        ply = self._room.table.ply
        news: dict[Seat | None, tuple[str, list[str]]] = {}
        sights: dict[Viewer, tuple[RenderedView, bytes]] = {}
        shared: dict[tuple[object, ...], bytes] = {}
        for connection in self._room.connections:
            viewer = self.viewer(connection.person)
            known = sights.get(viewer)
            if known is None:
                sight = self.sight(viewer)
                ear = self._ear(viewer)
                told = news.get(ear)
                if told is None:
                    told = news[ear] = self._news(viewer, sight.scene, since)
                known = sights[viewer] = (sight, self._frame(ply, sight, ear, told, shared))
            sight, frame = known
            connection.send(frame if connection.sight is sight else self._whole(sight))
            connection.sight = sight
        for sight, _ in sights.values():
            sight.news = {}
        self._sights = {viewer: sight for viewer, (sight, _) in sights.items()}  # the others are drawn anew if anybody needs them

    # --- inside ---

    def _scene(self, viewer: Viewer) -> Scene:
        """What the board is drawn from for one who looks through a seat, or as a spectator."""
        table, seat = self._room.table, viewer.seat
        view = table.view(seat)
        stands_in = seat is not None and table.chairs[seat].bot is not None
        if stands_in:  # whoever left looks on
            view = msgspec.structs.replace(view, legal=())
        if self._players is None:
            self._players = players_of(table.chairs, self.here)
        can_take_back = seat is not None and not stands_in and table.can_take_back(seat)
        return Scene(view, self._players, viewer.own_seats, can_take_back, home=self._room.home)

    def _whole(self, sight: RenderedView, more: Mapping[str, str] = MappingProxyType({})) -> bytes:
        """What a browser is sent that may show anything: everything that is drawn, and `more` parts."""
        _, parts = self.page(sight.viewer)
        return sight.frame(self._room.table.ply, {**parts, **more}, whole=True)

    def _frame(
        self,
        ply: int,
        sight: RenderedView,
        ear: Seat | None,
        told: tuple[str, list[str]],
        shared: dict[tuple[object, ...], bytes],
    ) -> bytes:
        """What those are sent who were told all before. Most who look on are sent the same: it is written once for them."""
        log, said = told
        if sight.scene.view.legal:
            return sight.frame(ply, {**sight.news, "log": log}, said)
        same = (ear, *map(id, sight.news.values()))  # as long as it is news, a part lives and has its id
        frame = shared.get(same)
        if frame is None:
            frame = shared[same] = sight.frame(ply, {**sight.news, "log": log}, said)
        return frame

    def _ear(self, viewer: Viewer) -> Seat | None:
        """Through whom they are told what happened: where nothing is hidden, all are told what a spectator is."""
        return viewer.told if self._room.game.secrets else None

    def _news(self, viewer: Viewer, scene: Scene, since: int) -> tuple[str, list[str]]:
        """What happened since a ply, as these eyes are told: the lines of the log that changed, and sentences to be spoken."""
        names = [player.name for player in scene.players]
        said = sentences(self._room.board, self._room.edition, names, self.log(viewer, since))
        return news_part(self._room.board, scene, self.log(viewer), self.story.touched(since)), said
