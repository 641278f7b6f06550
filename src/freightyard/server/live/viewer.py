"""Who looks at a table, and who sits there."""

from collections.abc import Sequence

import msgspec

from freightyard.core.bot_names import bot_title, bot_word
from freightyard.core.contract import Seat
from freightyard.page.contract import Player
from freightyard.store.rows import Chair


class Viewer(msgspec.Struct, frozen=True):
    """Through which seat somebody looks (None: as a spectator), and which seats are theirs. `covered`: several people share the
    screen, and the one whose seat it is has not said that they hold it: only what everybody may know is sent there."""

    seat: Seat | None
    own_seats: tuple[Seat, ...]
    covered: bool = False

    @property
    def told(self) -> Seat | None:
        """Whose log they read. A page keeps the lines of its log, so people who share a screen read what a spectator may."""
        return self.seat if len(self.own_seats) == 1 else None


def viewer_of(chairs: Sequence[Chair], actor: Seat | None, person: str | None) -> Viewer:
    """How a person looks at a table. Who has several seats looks through the one that acts, or through the one of them that sits
    closest before it: most likely the last that acted, so that people who share a screen see nobody else's secrets."""
    own = tuple([seat for seat, chair in enumerate(chairs) if person is not None and chair.person == person and not chair.held])
    if not own:
        return Viewer(None, ())
    if actor is None or actor < 0 or len(own) == 1:
        return Viewer(own[0], own)
    return Viewer(max((seat for seat in own if seat <= actor), default=own[-1]), own)


def players_of(chairs: Sequence[Chair], here: Sequence[Seat], *, timed: bool = False) -> tuple[Player, ...]:
    """Who sits on the seats, as everybody may know it; `timed`: at a table with a clock."""
    people = [chair.person for chair in chairs]
    players: list[Player] = []
    for seat, chair in enumerate(chairs):
        first = seat if chair.person is None else people.index(chair.person)
        players.append(
            Player(
                seat=seat,
                name=_called(chair),
                bot=None if chair.bot is None else bot_word(chair.bot),
                person=chair.person is not None,
                here=chair.bot is not None or seat in here,
                beside=None if first == seat else _called(chairs[first]),
                timed=timed and chair.person is not None,
                program=chair.bot_account,
                before=chair.called if chair.left else None,
            )
        )
    return tuple(players)


def _called(chair: Chair) -> str:
    if chair.person is not None:
        return chair.name_of_person
    return chair.name if chair.bot is None else bot_title(chair.bot)
