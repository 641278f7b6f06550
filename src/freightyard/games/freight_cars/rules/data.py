"""The data of an edition of Freight Cars, as its file writes them."""

from typing import Annotated, Final

from msgspec import Meta

from freightyard.core.editions import AtLeastOne, Count, Label, Slug, Strict
from freightyard.games.freight_cars.rules.packing import MOST_OF_A_KIND

MOST_CARDS: Final = 60  # a set of cards is a number with a bit each, and a machine word holds it

Credits = Annotated[int, Meta(ge=0, le=999)]
Title = Annotated[str, Meta(pattern=r"^[A-Za-z][A-Za-z0-9 .'-]*\Z", max_length=40)]
Rows = Annotated[tuple[Annotated[str, Meta(pattern=r"^[x.]{1,8}\Z")], ...], Meta(min_length=1, max_length=8)]


class Seats(Strict, frozen=True):
    """What depends on the number of players. `head_start`: for the option of that name, the credits at the start, in the order
    of the first turns."""

    players: Annotated[int, Meta(ge=2, le=9)]
    deck: AtLeastOne
    revealed: Count
    head_start: tuple[Credits, ...] = ()


class Piece(Strict, frozen=True):
    """A kind of freight piece, and how many of it a player has."""

    name: Annotated[str, Meta(pattern=r"^[A-Z][A-Z0-9]{0,3}\Z")]
    count: Annotated[int, Meta(ge=1, le=MOST_OF_A_KIND)]
    shape: Rows


class Freight(Strict, frozen=True):
    """A freight card."""

    name: Annotated[str, Meta(pattern=r"^[a-z][a-z0-9]*(-[a-z0-9]+)*\Z", max_length=30)]
    resource: str
    shape: Rows

    @property
    def cells(self) -> int:
        """How many cells are to be filled."""
        return sum(row.count("x") for row in self.shape)


class Corporation(Strict, frozen=True):
    """A corporation card. `bonus` names a function of bonuses.py; which of the other fields it needs is said there."""

    name: Title
    bonus: str
    pays: Credits
    resource: str | None = None
    resources: tuple[str, ...] | None = None
    region: str | None = None
    size: AtLeastOne | None = None
    least: Count | None = None
    most: Count | None = None


class City(Strict, frozen=True):
    """A city demand card."""

    name: Title
    region: Slug
    wants: Annotated[tuple[str, ...], Meta(min_length=1, max_length=9)]
    credits: Credits


class Box(Strict, frozen=True):
    """How many cards and pieces there should be; `cards check` counts them."""

    freight: AtLeastOne
    of_each_resource: Count
    corporations: AtLeastOne
    cities: AtLeastOne
    pieces: AtLeastOne


class Setup(Strict, frozen=True):
    """How a game begins."""

    corporations_dealt: AtLeastOne
    cards_dealt: AtLeastOne
    cards_kept: Count
    cities_revealed: AtLeastOne
    end_in_bottom: AtLeastOne


class Data(Strict, frozen=True):
    """An edition file."""

    name: Slug
    title: Label
    revision: AtLeastOne
    credits: Annotated[tuple[Credits, ...], Meta(min_length=1, max_length=20)]
    city_counts: Annotated[tuple[AtLeastOne, ...], Meta(min_length=1)]
    resources: Annotated[tuple[Annotated[str, Meta(pattern=r"^[a-z]+\Z", max_length=20)], ...], Meta(min_length=1, max_length=7)]
    seats: Annotated[tuple[Seats, ...], Meta(min_length=1)]
    pieces: Annotated[tuple[Piece, ...], Meta(min_length=1, max_length=12)]
    corporations: Annotated[tuple[Corporation, ...], Meta(min_length=1, max_length=MOST_CARDS)]
    cities: Annotated[tuple[City, ...], Meta(min_length=1, max_length=MOST_CARDS)]
    freight: Annotated[tuple[Freight, ...], Meta(min_length=1, max_length=MOST_CARDS)]
    box: Box
    setup: Setup
