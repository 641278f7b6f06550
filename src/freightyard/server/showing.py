"""What those who look at an open table are shown: drawn once for all who share it, and sent as what has changed."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, final

import msgspec

from freightyard.page.contract import LogEntry, Player, Scene
from freightyard.page.parts import log_part, news_part, older_part
from freightyard.page.table import sentences, table_changes, table_parts
from freightyard.rules.contract import Seat
from freightyard.server.drawing import Drawing, Eyes, eyes_of, players_of
from freightyard.server.story import Story
from freightyard.server.watcher import Watcher
from freightyard.store.contract import Person, StoredEvent

if TYPE_CHECKING:
    from freightyard.server.room import Room


@final
class Showing:
    """What is shown of one room."""

    def __init__(self, room: "Room") -> None:
        self.story = Story(len(room.row.chairs))
        self.here: tuple[Seat, ...] = ()  # the seats whose people look at the table, as everybody was told
        self._room = room
        self._drawn: dict[Eyes, Drawing] = {}  # of this moment
        self._before: dict[Eyes, Drawing] = {}  # of the moment before it, on which the next drawing goes on
        self._eyes: dict[str | None, Eyes] = {}  # of people with one seat or none
        self._players: dict[tuple[Seat, ...], tuple[Player, ...]] = {}  # by the seats of who looks

    def begin(self, events: Sequence[StoredEvent]) -> None:
        """The table was brought back, with its latest events."""
        self.story = Story(len(self._room.table.chairs))
        self.story.add_all(events)
        self.reseat()

    def reseat(self, here: tuple[Seat, ...] | None = None) -> None:
        """Somebody sat down or got up, came or went."""
        if here is not None:
            self.here = here
        self._players.clear()
        self._eyes.clear()
        self._outdated()

    def show(self, watcher: Watcher, *, behind: bool) -> None:
        """Show somebody everything; one who is behind more of the log, whose last lines may not lead up to those on the page."""
        eyes = self.eyes(watcher.person)
        drawing = watcher.drawing = self.draw(eyes)
        more = {"older": older_part(self._room.board, drawing.scene, self.log(eyes))} if behind else {}
        watcher.tell(self._whole(eyes, more))

    def eyes(self, person: Person | None) -> Eyes:
        """How a person looks at the table now."""
        key = None if person is None else person.key
        eyes = self._eyes.get(key)
        if eyes is None:
            eyes = eyes_of(self._room.table.chairs, self._room.table.to_act(), key)
            if len(eyes.own) < 2:  # who shares a screen looks through one seat after the other
                self._eyes[key] = eyes
        return eyes

    def scene(self, seat: Seat | None, own: tuple[Seat, ...]) -> Scene:
        """What the board is drawn from for one who looks through a seat, or as a spectator."""
        table = self._room.table
        view = table.view(seat)
        if seat is not None and table.chairs[seat].bot is not None:  # whoever left looks on
            view = msgspec.structs.replace(view, legal=())
        return Scene(
            view=view,
            players=self._cast(own),
            can_take_back=seat is not None and table.chairs[seat].bot is None and table.can_take_back(seat),
            home=self._room.home,
        )

    def draw(self, eyes: Eyes) -> Drawing:
        """The table as these eyes see it: drawn once for all who share them."""
        drawing = self._drawn.get(eyes)
        if drawing is None:
            scene = self.scene(eyes.seat, eyes.own)
            before = self._before.get(eyes)
            if before is None:
                changes = table_parts(self._room.board, scene, self._room.sheets)
            else:
                changes = table_changes(self._room.board, scene, before.scene, self._room.sheets, before.sheets)
            drawing = self._drawn[eyes] = Drawing(self._room.table.ply, scene, len(self._room.sheets), changes, before)
        return drawing

    def page(self, eyes: Eyes) -> tuple[Scene, Mapping[str, str]]:
        """The table for a new page: everything that is drawn."""
        drawing = self.draw(eyes)
        return drawing.scene, {**drawing.parts, "log": log_part(self._room.board, drawing.scene, self.log(eyes))}

    def _whole(self, eyes: Eyes, more: Mapping[str, str] = MappingProxyType({})) -> str:
        """What a browser is sent that may show anything: everything that is drawn, and `more` parts."""
        _, parts = self.page(eyes)
        return self.draw(eyes).frame({**parts, **more}, (), seat=True)

    def _cast(self, own: tuple[Seat, ...]) -> tuple[Player, ...]:
        """Who sits where, for one whose seats these are."""
        players = self._players.get(own)
        if players is None:
            players = self._players[own] = players_of(self._room.table.chairs, own, self.here)
        return players

    def _outdated(self) -> None:
        """What was drawn is of the moment before."""
        if self._drawn:
            self._before, self._drawn = self._drawn, {}

    def log(self, eyes: Eyes, since: int = 0) -> Sequence[LogEntry]:
        """The latest events, from a ply on, as these eyes were told of them."""
        return self.story.entries(self._ear(eyes), since)

    def _ear(self, eyes: Eyes) -> Seat | None:
        """Through whom they are told what happened: where nothing is hidden, all are told what a spectator is."""
        return eyes.told if self._room.game.secrets else None

    def publish(self, since: int) -> None:
        """Show everybody what is new since a ply."""
        self._outdated()
        news: dict[Seat | None, tuple[str, list[str]]] = {}
        frames: dict[object, str] = {}
        shown: list[tuple[Watcher, Drawing]] = []
        for watcher in self._room.watchers:
            eyes = self.eyes(watcher.person)
            drawing, earlier = self.draw(eyes), watcher.drawing
            frame = frames.get((id(earlier), id(drawing)))
            if frame is None:
                if earlier is None:
                    frame = self._whole(eyes)
                else:
                    ear = self._ear(eyes)
                    if ear not in news:
                        news[ear] = self._news(eyes, drawing.scene, since)
                    log, said = news[ear]
                    parts = drawing.changed(earlier)
                    other = earlier.view.seat != drawing.view.seat  # people who share a screen
                    seat = drawing.view.seat if other else None
                    # Most who look on are sent the same: it is written once for all of them.
                    same = (ear, other, seat, drawing.view.legal, *[(name, id(markup)) for name, markup in parts.items()])
                    frame = frames.get(same)
                    if frame is None:
                        frame = frames[same] = drawing.frame({**parts, "log": log}, said, seat=other)
                frames[id(earlier), id(drawing)] = frame
            watcher.tell(frame)
            shown.append((watcher, drawing))
        for watcher, drawing in shown:  # only now: an id names an object as long as it lives
            watcher.drawing = drawing
            drawing.settle()

    def _news(self, eyes: Eyes, scene: Scene, since: int) -> tuple[str, list[str]]:
        """What happened since a ply, as these eyes are told: the lines of the log that changed, and sentences to be spoken."""
        names = [player.name for player in scene.players]
        said = sentences(self._room.board, self._room.edition, names, self.log(eyes, since))
        return news_part(self._room.board, scene, self.log(eyes), self.story.touched(since)), said
