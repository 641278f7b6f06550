"""What a pair of eyes sees of a table: drawn once for all who share it, and sent as what has changed."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import final

import msgspec

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
    return _players(tuple(chairs), tuple(own), tuple(here))


@lru_cache(maxsize=4096)
def _players(chairs: tuple[Chair, ...], own: tuple[Seat, ...], here: tuple[Seat, ...]) -> tuple[Player, ...]:
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
    """A table as a pair of eyes sees it at one moment."""

    __slots__ = ("over", "parts", "ply", "scene", "turn", "view")

    def __init__(self, ply: int, scene: Scene, parts: Mapping[str, str]) -> None:
        view: View = scene.view
        self.ply = ply
        self.scene = scene
        self.view = view
        self.parts = parts
        self.over = view.outcome is not None
        self.turn = bool(view.legal)

    def frame(self, earlier: "Drawing | None", say: Sequence[str], more: Mapping[str, str] | None = None) -> str:
        """What a browser that shows an earlier drawing is sent, so that it shows this one; `more`: parts seldom sent."""
        parts = self.parts if more is None else {**self.parts, **more}
        if earlier is not None:
            old = earlier.parts
            parts = {name: markup for name, markup in parts.items() if old.get(name) != markup}
        view = self.view
        return wire.text(
            wire.Update(
                ply=self.ply,
                parts=parts,
                moves=view.legal,
                seat=None if view.seat is None else view.seat + 1,
                say=say,
                over=self.over,
                turn=self.turn,
            )
        )
