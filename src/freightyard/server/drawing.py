"""What a pair of eyes sees of a table: drawn once for all who share it, and sent as what has changed."""

from collections.abc import Mapping, Sequence
from typing import final

import msgspec
from msgspec import UNSET, UnsetType

from freightyard.page.contract import Player, Scene
from freightyard.rules.contract import Seat
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


def players_of(chairs: Sequence[Chair], here: Sequence[Seat]) -> tuple[Player, ...]:
    """Who sits on the seats, as everybody may know it."""
    return tuple(
        Player(
            seat=seat,
            name=chair.called or chair.name if chair.person is not None else chair.name,
            bot=chair.bot,
            person=chair.person is not None,
            here=chair.bot is not None or seat in here,
        )
        for seat, chair in enumerate(chairs)
    )


@final
class Sight:
    """A table as a pair of eyes sees it, kept up to date: every part but the log, which a page has from elsewhere."""

    __slots__ = ("eyes", "moment", "news", "parts", "scene", "sheets")

    def __init__(self, eyes: Eyes, moment: int, scene: Scene, sheets: int, parts: dict[str, str]) -> None:
        self.eyes = eyes
        self.moment = moment  # to which it is up to date
        self.scene = scene
        self.sheets = sheets  # how many score sheets there are
        self.parts = parts
        self.news: dict[str, str] = {}  # the parts that changed since those who look were last told

    def go_on(self, moment: int, scene: Scene, sheets: int, changes: Mapping[str, str]) -> None:
        """To a later moment, in which these parts may look another way."""
        self.moment = moment
        self.scene = scene
        self.sheets = sheets
        parts, news = self.parts, self.news
        for name, markup in changes.items():
            old = parts.get(name)
            if old is not markup and old != markup:
                parts[name] = news[name] = markup

    def frame(self, ply: int, parts: Mapping[str, str], say: Sequence[str] = (), *, whole: bool = False) -> bytes:
        """What a browser is sent so that it shows this: the parts that it needs; the `whole` of it if it may show anything."""
        view = self.scene.view
        through: int | UnsetType | None = UNSET
        own: list[int] | UnsetType = UNSET
        if whole:
            through = None if view.seat is None else view.seat + 1
            own = [seat + 1 for seat in self.eyes.own]
        over = view.outcome is not None
        return wire.frame(wire.Update(ply=ply, parts=parts, moves=view.legal, seat=through, own=own, say=say, over=over))
