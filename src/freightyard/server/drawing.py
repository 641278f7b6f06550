"""What a pair of eyes sees of a table: drawn once for all who share it, and sent as what has changed."""

from collections.abc import Mapping, Sequence
from typing import final

import msgspec
from msgspec import UNSET, UnsetType

from freightyard.page.contract import Player, Scene
from freightyard.rules.contract import Seat, View
from freightyard.server import wire
from freightyard.table import Chair


class Eyes(msgspec.Struct, frozen=True):
    """Through which seat somebody looks (None: as a spectator), and which seats are theirs."""

    seat: Seat | None
    own: tuple[Seat, ...]

    @property
    def told(self) -> Seat | None:
        """Whose log they read. A page keeps the lines of its log, so people who share a screen read what a spectator may."""
        return self.seat if len(self.own) == 1 else None


def eyes_of(chairs: Sequence[Chair], actor: Seat | None, person: str | None) -> Eyes:
    """How a person looks at a table. Who has several seats looks through the one that acts, or through the one of them that sits
    closest before it: most likely the last that acted, so that people who share a screen see nobody else's secrets."""
    own = tuple([seat for seat, chair in enumerate(chairs) if person is not None and chair.person == person])
    if not own:
        return Eyes(None, ())
    if actor is None or actor < 0 or len(own) == 1:
        return Eyes(own[0], own)
    return Eyes(max((seat for seat in own if seat <= actor), default=own[-1]), own)


def players_of(chairs: Sequence[Chair], own: Sequence[Seat], here: Sequence[Seat]) -> tuple[Player, ...]:
    """Who sits on the seats, as everybody may know it."""
    return tuple(
        Player(
            seat=seat,
            name=chair.called or chair.name if chair.person is not None else chair.name,
            bot=chair.bot,
            person=chair.person is not None,
            here=chair.bot is not None or seat in here,
            you=seat in own,
        )
        for seat, chair in enumerate(chairs)
    )


@final
class Drawing:
    """A table as a pair of eyes sees it at one moment: every part but the log, which a page has from elsewhere."""

    __slots__ = ("_before", "_fresh", "parts", "ply", "scene", "sheets", "view")

    def __init__(self, ply: int, scene: Scene, sheets: int, changes: Mapping[str, str], before: "Drawing | None" = None) -> None:
        """All parts, or the changes since an earlier drawing."""
        self.ply = ply
        self.scene = scene
        self.sheets = sheets  # how many score sheets there were
        self.view: View = scene.view
        self._before = before
        self._fresh = changes if before is None else _other_than(before.parts, changes)
        self.parts: Mapping[str, str] = changes if before is None else {**before.parts, **changes}

    def changed(self, earlier: "Drawing") -> Mapping[str, str]:
        """The parts that a browser which shows an earlier drawing does not have."""
        return self._fresh if earlier is self._before else _other_than(earlier.parts, self.parts)

    def settle(self) -> None:
        """Everybody has been shown it: what was before can be forgotten."""
        self._before = None

    def frame(self, parts: Mapping[str, str], say: Sequence[str], *, seat: bool) -> str:
        """What a browser is sent so that it shows this drawing: the parts that it needs, and the `seat` if it may be another."""
        view = self.view
        through: int | UnsetType | None = UNSET
        if seat:
            through = None if view.seat is None else view.seat + 1
        return wire.text(
            wire.Update(ply=self.ply, parts=parts, moves=view.legal, seat=through, say=say, over=view.outcome is not None)
        )


def _other_than(old: Mapping[str, str], parts: Mapping[str, str]) -> dict[str, str]:
    """The parts that differ from the old ones."""
    return {name: markup for name, markup in parts.items() if old.get(name) is not markup and old.get(name) != markup}
