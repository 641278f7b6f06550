"""What a page may know of the cards of a game. Nothing of it is secret."""

import msgspec

OPEN, SEALED, ADDED, WITHHELD, NOTHING = "open", "sealed", "added", "withheld", "nothing"  # what a seat has done for the cards


class SeatCards(msgspec.Struct, frozen=True, kw_only=True):
    """What one seat has done for the cards, as everybody may know it."""

    name: str  # people's own words: always escaped
    state: str
    seal: str | None = None
    mine: bool = False  # a seat of the one who looks


class Cards(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of the cards of a game."""

    dealt: str | None  # one of core.proof.WAYS; None: it is not known
    commitment: str | None = None
    seats: tuple[SeatCards, ...] = ()
    closed: bool = False  # nobody can seal anything any more
    begun: bool = False
    over: bool = False
    taken_over: int = 0  # moves of another game
    rules: str | None = None  # where the reader's own browser has the rules: an address, or nothing if it is this page
