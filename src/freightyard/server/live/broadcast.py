"""What those who look at an open table are shown: drawn once for all who share it, and sent as what has changed."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, final

import msgspec

from freightyard.core.contract import Seat
from freightyard.page.contract import LogEntry, MomentCache, Player, Scene
from freightyard.page.edits import Differences, Edits
from freightyard.page.lesson import lesson_part
from freightyard.page.log import UNDO, log_part, news_part, older_part
from freightyard.page.players import names_of, without_stand_ins
from freightyard.page.strip import stopped_prompt, strip_part
from freightyard.page.table import sentences, table_changes, table_parts
from freightyard.server.live.event_log import SHOWN, EventLog
from freightyard.server.live.rendered import RenderedView
from freightyard.server.live.strips import strip_for
from freightyard.server.live.turn_facts import TurnFact
from freightyard.server.live.viewer import Viewer, players_of, viewer_of
from freightyard.server.sentences import missed
from freightyard.server.wire.connection import NOBODY, Connection
from freightyard.store.rows import ARCHIVED, ENDED, Person, StoredEvent

if TYPE_CHECKING:
    from freightyard.server.live.room import Room


_MOST_MISSED: Final = 12  # sentences to somebody who comes back: nobody listens to more


@final
class _Frames:
    """What those are sent at a moment who were told all before. Most who look on are sent the same: it is written once."""

    def __init__(self, ply: int) -> None:
        self._ply = ply
        self._differences = Differences()
        self._changed: dict[Viewer, dict[str, str | Edits]] = {}
        self._written: dict[tuple[object, ...], bytes] = {}

    def frame(self, rendered: RenderedView, log: str, told: tuple[str | None, list[str]]) -> bytes:
        """For one who has these lines of the log and is told these others, and these sentences."""
        parts = self._changed.get(rendered.viewer)
        if parts is None:
            parts = self._changed[rendered.viewer] = rendered.changed(self._differences)
        lines, said = told
        view = rendered.scene.view
        same = (rendered.viewer if view.legal else None, log, lines, *said, *parts.items())
        frame = self._written.get(same)
        if frame is None:
            news = parts if lines is None else {**parts, "log": self._differences.between(log, lines)}
            frame = self._written[same] = rendered.frame(self._ply, news, said)
        return frame


@final
class Broadcaster:
    """What is shown of one room."""

    def __init__(self, room: "Room") -> None:
        self.events = EventLog(len(room.row.chairs))
        self.here: tuple[Seat, ...] = ()  # the seats whose people look at the table, as everybody was told
        self._room = room
        self._cache = MomentCache()  # of the moment that is shown: a new one for whatever makes the table look another way
        self._rendered: dict[Viewer, RenderedView] = {}
        self._viewers: dict[str | None, Viewer] = {}  # by their keys: people with one seat or none
        self._players: tuple[Player, ...] | None = None
        self._held: int | None = None  # the first ply of what a bot does in a row, until it is done
        self._held_at: dict[int, int] = {}  # the same, as it was at earlier plies: for who comes back

    def begin(self, events: Sequence[StoredEvent], facts: Sequence[TurnFact]) -> None:
        """The table was brought back, with its latest events."""
        self.events = EventLog(len(self._room.row.chairs))
        self.events.add_all(events, facts)
        self._held = None
        self._held_at.clear()
        self.reseat()

    def reseat(self, here: tuple[Seat, ...] | None = None) -> None:
        """Somebody sat down or got up, came or went."""
        if here is not None:
            self.here = here
        self._players = None
        self._viewers.clear()
        self._cache = MomentCache()

    def show(self, connection: Connection, *, since: int | None = None) -> None:
        """Show somebody everything; one whose page shows an earlier ply is also told what happened since, and sent more of the
        log, whose last lines may not lead up to those on the page."""
        rendered = self._render(self.viewer_before(connection.person, connection.holds))
        rendered.shown_whole()
        if since is None or since >= self._room.table.ply:
            self._send_whole(connection, rendered)
            return
        more = {"older": older_part(self._room.board, rendered.scene, self.log(rendered.viewer))}
        self._send_whole(connection, rendered, more, self._missed(rendered, since))

    def viewer(self, person: Person | None) -> Viewer:
        """How a person looks at the table now."""
        key = None if person is None else person.key
        viewer = self._viewers.get(key)
        if viewer is None:
            viewer = viewer_of(self._room.row.chairs, self._room.table.to_act(), key)
            if len(viewer.own_seats) < 2:  # who shares a screen looks through one seat after the other
                self._viewers[key] = viewer
        return viewer

    def viewer_before(self, person: Person | None, holds: Seat | None = NOBODY) -> Viewer:
        """How a person's screen looks at the table now. One that several people share and hand on (`holds` is not None) shows the
        secrets of the seat that holds it, and no others: who passes it on cannot find them in the page either."""
        viewer, room = self.viewer(person), self._room
        handed_on = room.game.secrets and getattr(room.board, "HANDED_ON", False) and room.table.to_act() is not None
        if holds is None or len(viewer.own_seats) < 2 or not handed_on or viewer.seat == holds:
            return viewer
        return msgspec.structs.replace(viewer, covered=True)

    def page(self, viewer: Viewer) -> tuple[Scene, Mapping[str, str]]:
        """The table for a new page: everything that is drawn."""
        rendered = self._render(viewer)
        return rendered.scene, {**rendered.parts, "log": log_part(self._room.board, rendered.scene, self.log(viewer))}

    def shown(self, connection: Connection) -> RenderedView:
        """What a browser may show now."""
        return self._render(self.viewer_before(connection.person, connection.holds))

    def log(self, viewer: Viewer, since: int = 0) -> Sequence[LogEntry]:
        """The latest events, from a ply on, as a viewer was told of them."""
        return self.events.entries(self._told_as(viewer), since)

    def publish(self, since: int) -> None:
        """Show everybody what is new since a ply."""
        self._cache = MomentCache()
        ply = self._room.table.ply
        untold, self._held = since if self._held is None else self._held, self._begun_by_bot()
        news: dict[Seat | None, tuple[str | None, list[str]]] = {}
        frames = _Frames(ply)
        shown: dict[Viewer, RenderedView] = {}
        for connection in self._room.connections:
            viewer = self.viewer_before(connection.person, connection.holds)
            rendered = shown.get(viewer)
            if rendered is None:
                rendered = shown[viewer] = self._render(viewer)
            told_as = self._told_as(viewer)
            told = news.get(told_as)
            if told is None:
                told = news[told_as] = self._news(viewer, rendered.scene, since, untold)
            if connection.rendered is not rendered:
                self._send_whole(connection, rendered, say=told[1])
                continue
            connection.send(frames.frame(rendered, connection.log, told))
            connection.log = told[0] or connection.log
        if self._held is not None:
            self._held_at[ply] = self._held
            if len(self._held_at) > 2 * SHOWN:
                del self._held_at[next(iter(self._held_at))]
        for rendered in shown.values():
            rendered.news = {}
        self._rendered = shown  # others are drawn anew if needed

    def show_again(self, person: str) -> None:
        """Show one person what changed for them alone: nobody else is sent anything."""
        self._cache = MomentCache()
        for connection in self._room.connections:
            if connection.key == person:
                self.show(connection)

    # --- inside ---

    def _render(self, viewer: Viewer) -> RenderedView:
        """The table as a viewer sees it now: drawn once for all who see the same."""
        room = self._room
        rendered = self._rendered.get(viewer)
        if rendered is None:
            scene = self._scene(viewer)
            parts = {**table_parts(room.board, scene, room.sheets), **self._around(viewer)}
            rendered = self._rendered[viewer] = RenderedView(viewer, scene, len(room.sheets), parts)
        elif rendered.scene.cache is not self._cache:
            scene = self._scene(viewer)
            changes = table_changes(room.board, scene, rendered.scene, room.sheets, rendered.sheets)
            rendered.update(scene, len(room.sheets), {**changes, **self._around(viewer)})
        return rendered

    def _around(self, viewer: Viewer) -> dict[str, str]:
        """The strip above the board, and the panel of a lesson; and the prompt, if the game stands still."""
        strip = strip_for(self._room, viewer)
        if not strip.stopped:
            lesson = self._room.lesson
            more = {} if lesson.lesson is None else {"lesson": lesson_part(lesson.sheet(viewer))}
            return {"strip": strip_part(strip), **more}
        again = bool(viewer.own_seats) and self._room.row.phase == ENDED
        return {"strip": strip_part(strip), "prompt": stopped_prompt(strip, again=again)}

    def _scene(self, viewer: Viewer) -> Scene:
        """What the board is drawn from for one who looks through a seat, or as a spectator."""
        table, chairs, seat, orders = self._room.table, self._room.row.chairs, viewer.seat, self._room.orders
        view = orders.view_for(seat)
        stands_in = seat is not None and chairs[seat].bot is not None
        if stands_in or self._room.row.phase in (ENDED, ARCHIVED):  # whoever left looks on
            view = msgspec.structs.replace(view, legal=())
        if viewer.covered:
            view = msgspec.structs.replace(table.view(None), seat=seat, legal=())
        if self._players is None:
            self._players = players_of(chairs, self.here, timed=self._room.row.clock is not None)
        players = without_stand_ins(self._players) if view.to_act is None else self._players
        still = self._room.row.phase in (ENDED, ARCHIVED) or view.to_act is None
        takebacks = 0 if seat is None or stands_in or still or viewer.covered else orders.takebacks(seat)
        return Scene(
            view,
            players,
            viewer.own_seats,
            takebacks > 0,
            takebacks,
            seat is not None and takebacks > 0 and orders.undoes_turn(seat),
            table.redoable(seat) if seat is not None and view.to_act == seat and view.legal else (),
            home=self._room.home,
            cache=self._cache,
            orders=None if seat is None else orders.sheet(seat),
            waited_for=orders.waited_for(),
        )

    def _send_whole(
        self,
        connection: Connection,
        rendered: RenderedView,
        more: Mapping[str, str] = MappingProxyType({}),
        say: Sequence[str] = (),
    ) -> None:
        """Send everything that is drawn, and `more` parts, to a browser that may show anything."""
        _, parts = self.page(rendered.viewer)
        connection.rendered, connection.log = rendered, parts["log"]
        connection.send(rendered.frame(self._room.table.ply, {**parts, **more}, say, whole=True))

    def _missed(self, rendered: RenderedView, since: int) -> list[str]:
        """What happened while somebody was not connected, in sentences to be spoken: of a long time the last ones."""
        told = self._spoken(rendered.viewer, rendered.scene, self._held_at.get(since, since))
        return told if len(told) <= _MOST_MISSED else [missed(len(told) - _MOST_MISSED), *told[-_MOST_MISSED:]]

    def _told_as(self, viewer: Viewer) -> Seat | None:
        """Through whom they are told what happened: where nothing is hidden, all are told what a spectator is."""
        return viewer.told if self._room.game.secrets else None

    def _begun_by_bot(self) -> int | None:
        """The first ply of what a bot is in the middle of; None if nobody is, or a person."""
        room, begun = self._room, None
        if room.bot_to_act() is not None:
            for entry in reversed(self.events.entries(None)):
                if entry.seat != room.table.to_act() or entry.text == UNDO or entry.undone:
                    break
                begun = entry.ply
        return begun

    def _spoken(self, viewer: Viewer, scene: Scene, since: int) -> list[str]:
        """What happened since a ply, in sentences. What a bot does in a row is told in one breath when it is done: nobody could
        listen to it step by step."""
        entries = self.log(viewer, since)
        if self._held is not None:
            entries = [entry for entry in entries if entry.ply < self._held]
        return sentences(self._room.board, self._room.edition, names_of(scene.players), entries, scene.view)

    def _news(self, viewer: Viewer, scene: Scene, since: int, untold: int) -> tuple[str | None, list[str]]:
        """What happened since a ply, as a viewer is told: the lines of the log that changed, and sentences about what it was not
        told before."""
        said = self._spoken(viewer, scene, untold)
        return news_part(self._room.board, scene, self.log(viewer), self.events.touched(since)), said
