"""What a viewer sees of a table: kept up to date, and sent as what has changed."""

from collections.abc import Mapping, Sequence
from typing import final

from msgspec import UNSET, UnsetType

from freightyard.page.contract import Scene
from freightyard.page.edits import Differences, Edits
from freightyard.server.live.viewer import Viewer
from freightyard.server.wire import messages


@final
class RenderedView:
    """A table as a viewer sees it, kept up to date: every part but the log, which a page has from elsewhere."""

    __slots__ = ("news", "parts", "scene", "sheets", "viewer")

    def __init__(self, viewer: Viewer, scene: Scene, sheets: int, parts: dict[str, str]) -> None:
        self.viewer = viewer
        self.scene = scene  # to whose moment it is up to date
        self.sheets = sheets  # how many score sheets there are
        self.parts = parts
        # The parts that changed since those who look were last told, with what all of them have instead; None: not all the same.
        self.news: dict[str, str | None] = {}

    def update(self, scene: Scene, sheets: int, changes: Mapping[str, str]) -> None:
        """To the scene of a later moment, in which these parts may look another way."""
        self.scene = scene
        self.sheets = sheets
        parts, news = self.parts, self.news
        for name, markup in changes.items():
            old = parts.get(name)
            if old is not markup and old != markup:
                parts[name] = markup
                news.setdefault(name, old)

    def shown_whole(self) -> None:
        """Somebody is shown all of it before the others are told the news: now they have different things."""
        self.news = dict.fromkeys(self.news)

    def changed(self, differences: Differences) -> dict[str, str | Edits]:
        """What those are sent of the news who were told all before."""
        parts = self.parts
        return {name: differences.between(old, parts[name]) for name, old in self.news.items()}

    def frame(self, ply: int, parts: Mapping[str, str | Edits], say: Sequence[str] = (), *, whole: bool = False) -> bytes:
        """What a browser is sent so that it shows this: the parts that it needs; the `whole` of it if it may show anything."""
        view = self.scene.view
        through: int | UnsetType | None = UNSET
        own: list[int] | UnsetType = UNSET
        if whole:
            through = None if view.seat is None else view.seat + 1
            own = [seat + 1 for seat in self.viewer.own_seats]
        over = view.outcome is not None
        return messages.frame(messages.Update(ply=ply, parts=parts, moves=view.legal, seat=through, own=own, say=say, over=over))
