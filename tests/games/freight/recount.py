"""Networks, reachable cities and scores once more, from a position text alone and by other means than the rules use.

Hexes are points in cube coordinates, track is a set of joints between half-edges, and everything is searched exhaustively over
small sets of Python objects: slow, and plain enough to be believed.
"""

from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations

Point = tuple[int, int, int]
Side = tuple[Point, Point]  # from a hex to its neighbour

AROUND: tuple[Point, ...] = ((1, -1, 0), (0, -1, 1), (-1, 0, 1), (-1, 1, 0), (0, 1, -1), (1, 0, -1))
LEGS = {"s": (0, 3), "c": (0, 2), "l": (0, 2, 3), "r": (0, 3, 4), "y": (0, 2, 4)}
NAMES = {"s": "straight", "c": "curve", "l": "switch-left", "r": "switch-right", "y": "switch-wye"}
SORTS = {"s": 0, "c": 1, "l": 2, "r": 2, "y": 2}  # straight, curve, switch
TURNS = {"s": 3, "c": 6, "l": 6, "r": 6, "y": 2}
RADIUS = {2: 8, 3: 10, 4: 11, 5: 12, 6: 13}  # of the surface, by players


def point(name: str) -> Point:
    letters = name.rstrip("0123456789")
    row = 0
    for letter in letters:
        row = row * 26 + ord(letter) - ord("a") + 1
    column, row = int(name[len(letters) :]) - 14, row - 14
    return (column, -column - row, row)


def name_of(hex_: Point) -> str:
    """The name of a hex; the rows of the largest surface go to aa."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    row = hex_[2] + 13
    return f"{letters[row] if row < 26 else 'aa'}{hex_[0] + 14}"


def beyond(hex_: Point, edge: int) -> Point:
    way = AROUND[edge % 6]
    return (hex_[0] + way[0], hex_[1] + way[1], hex_[2] + way[2])


def _tiles() -> list[tuple[str, set[int], int]]:
    """Every tile at every turn: its letter and the edges it joins."""
    return [(letter, {(leg + turn) % 6 for leg in LEGS[letter]}, turn) for letter in LEGS for turn in range(TURNS[letter])]


@dataclass(frozen=True)
class Piece:
    """A tile or a bridge: its hex, whose it is, and the neighbours it leads to."""

    hex: Point
    owner: str
    sides: frozenset[Point]

    @property
    def edges(self) -> set[int]:
        return {edge for edge in range(6) if beyond(self.hex, edge) in self.sides}


@dataclass
class Recount:
    """A position text taken apart."""

    text: str
    sections: dict[str, list[str]] = field(init=False)

    def __post_init__(self) -> None:
        self.sections = {words[0]: words[1:] for words in (section.split() for section in self.text.split("|"))}

    def words(self, name: str) -> list[list[str]]:
        return [word.split("/") for word in self.sections[name] if word != "-"]

    def seat(self, number: int) -> dict[str, str]:
        words = self.sections[str(number)]
        return dict(zip(words[::2], words[1::2], strict=True))

    @cached_property
    def cities(self) -> dict[Point, str]:
        return {point(name): name for name, _, _ in self.words("cities")}

    @cached_property
    def pieces(self) -> list[Piece]:
        found = []
        for name, code, owner in self.words("track"):
            legs = [leg + int(code[1]) for leg in LEGS[code[0]]]
            found.append(Piece(point(name), owner, frozenset(beyond(point(name), leg) for leg in legs)))
        for name, axis, owner in self.words("bridges"):
            ends = (int(axis), int(axis) + 3)
            found.append(Piece(point(name), owner, frozenset(beyond(point(name), leg) for leg in ends)))
        return found

    def joined(self, one: Piece, other: Piece) -> bool:
        return one.hex in other.sides and other.hex in one.sides

    def network(self, number: int) -> set[str]:
        """The cities of a seat: those that some piece of its track leads to."""
        own = [piece for piece in self.pieces if piece.owner == str(number)]
        return {name for city, name in self.cities.items() if any(city in piece.sides for piece in own)}

    def sections_of(self, number: int) -> list[set[Piece]]:
        """Own pieces that hang together, merged pair by pair."""
        groups = [{piece} for piece in self.pieces if piece.owner == str(number)]
        merged = True
        while merged:
            merged = False
            for one, other in combinations(groups, 2):
                if any(self.joined(a, b) for a in one for b in other):
                    one |= other
                    groups.remove(other)
                    merged = True
                    break
        return groups

    def cities_of(self, group: set[Piece]) -> set[str]:
        return {name for city, name in self.cities.items() if any(city in piece.sides for piece in group)}

    def between(self, number: int, one: str, other: str) -> set[Piece]:
        """All own pieces over which a train comes that goes from one city to the other over own track and through no city.

        Each place on the map, with the side by which a train comes in, is asked for itself whether the train can go on to the
        other city from there.
        """
        found = set()
        for hex_, source in self._on_own_track(number, [(point(one), beyond(point(one), edge)) for edge in range(6)]):
            piece = self.piece_to(hex_, source)
            assert piece is not None
            ahead = [(hex_, side) for side in piece.sides if side != source]
            ends = {way for _, way in ahead}
            for there, back in self._on_own_track(number, ahead):
                on = self.piece_to(there, back)
                assert on is not None
                ends |= on.sides - {back}
            if point(other) in ends:
                found.add(piece)
        return found

    def _on_own_track(self, number: int, sides: list[Side]) -> set[Side]:
        """The hexes with own track, and those it came from, of a train that leaves hexes by these sides."""
        found: set[Side] = set()
        while sides:
            source, hex_ = sides.pop()
            piece = None if hex_ in self.cities else self.piece_to(hex_, source)
            if piece is not None and piece.owner == str(number) and (hex_, source) not in found:
                found.add((hex_, source))
                sides += [(hex_, side) for side in piece.sides if side != source]
        return found

    def points(self, number: int) -> int:
        at = self.seat(number)
        return int(at["cash"]) - 15 * int(at["loans"]) + 5 * len(self.network(number))

    # --- building ---

    def on_surface(self, hex_: Point) -> bool:
        players = sum(name.isdigit() for name in self.sections)
        return max(abs(part) for part in hex_) <= RADIUS[players]

    def faced(self, number: int) -> dict[Point, set[int]]:
        """The edges of hexes at which new track of a seat may begin: at own track, at the cities of its network, or at any."""
        own = [piece for piece in self.pieces if piece.owner == str(number)]
        cities = [city for city, name in self.cities.items() if not own or name in self.network(number)]
        sides = [(piece.hex, side) for piece in own for side in piece.sides]
        sides += [(city, beyond(city, edge)) for city in cities for edge in range(6)]
        found: dict[Point, set[int]] = {}
        for source, hex_ in sides:
            found.setdefault(hex_, set()).update(edge for edge in range(6) if beyond(hex_, edge) == source)
        return found

    def inside(self, hex_: Point) -> set[int]:
        """The edges of a hex over which there is another one."""
        return {edge for edge in range(6) if self.on_surface(beyond(hex_, edge))}

    def places(self, number: int) -> dict[str, int]:
        """All track that a seat could lay, money and supply not counted: the move, and the sort of tile that it takes."""
        on: dict[Point, list[Piece]] = {}  # the tile, then the bridge
        for piece in self.pieces:
            on.setdefault(piece.hex, []).append(piece)
        found: dict[str, int] = {}
        for hex_, edges in self.faced(number).items():
            if hex_ in self.cities or not self.on_surface(hex_):
                continue
            if hex_ not in on:
                found |= self.tiles_on(hex_, edges)
            elif len(on[hex_]) == 1:
                found |= self.bridges_over(hex_, edges, on[hex_][0])
        for pieces in on.values():
            if pieces[0].owner == str(number):
                found |= self.switches_for(pieces)
        return found

    def tiles_on(self, hex_: Point, edges: set[int]) -> dict[str, int]:
        """Tiles on an empty hex that begin at one of these edges."""
        return {
            f"build {name_of(hex_)} {NAMES[letter]} {turn}": SORTS[letter]
            for letter, legs, turn in _tiles()
            if legs & edges and legs <= self.inside(hex_)
        }

    def bridges_over(self, hex_: Point, edges: set[int], tile: Piece) -> dict[str, int]:
        """Bridges over a tile that begin at one of these edges."""
        free = self.inside(hex_) - tile.edges
        return {f"bridge {name_of(hex_)} {axis}": 3 for axis in range(3) if {axis, axis + 3} & edges and {axis, axis + 3} <= free}

    def switches_for(self, pieces: list[Piece]) -> dict[str, int]:
        """Switches in the place of straight or curved track, beside the bridge over it."""
        tile, above = pieces[0].edges, {edge for piece in pieces[1:] for edge in piece.edges}
        hex_ = pieces[0].hex
        return {
            f"upgrade {name_of(hex_)} {NAMES[letter]} {turn}": 2
            for letter, legs, turn in _tiles()
            if len(tile) == 2 and tile < legs and not (legs - tile) & above and legs <= self.inside(hex_)
        }

    # --- the train ---

    def piece_to(self, hex_: Point, source: Point) -> Piece | None:
        return next((piece for piece in self.pieces if piece.hex == hex_ and source in piece.sides), None)

    def ways_on(self, hex_: Point, source: Point | None) -> list[Point]:
        """The next hexes of a train that came into a hex from another; from nowhere: it stands in a city."""
        if source is None:
            ways = [beyond(hex_, edge) for edge in range(6)]
        else:
            piece = self.piece_to(hex_, source)
            assert piece is not None
            ways = [side for side in piece.sides if side != source]
        return [way for way in ways if way in self.cities or self.piece_to(way, hex_) is not None]

    def reachable(self, number: int, used: int, free: int) -> dict[str, tuple[int, int]]:
        """For each city the least money, then the fewest steps: every place with every number of steps is looked at."""
        at = self.seat(number)
        name, _, entry = at["at"].partition("/")
        here = point(name)
        cash = int(at["cash"])
        source = beyond(here, int(entry)) if entry else None
        level: dict[tuple[Point, Point | None], int] = {(here, source): 0}
        best: dict[str, tuple[int, int]] = {}
        for steps in range(1, 400):
            extra = max(0, used + steps - free) - max(0, used - free)
            following: dict[tuple[Point, Point | None], int] = {}
            for (hex_, came), tolls in level.items():
                for way in self.ways_on(hex_, came):
                    city = self.cities.get(way)
                    piece = None if city else self.piece_to(way, hex_)
                    price = tolls + (1 if piece is not None and piece.owner != str(number) else 0)
                    if price + extra > cash:
                        continue
                    place = (way, None if city else hex_)
                    following[place] = min(price, following.get(place, price))
                    if city:
                        best[city] = min(best.get(city, (price + extra, steps)), (price + extra, steps))
            if not following or steps > free + cash:
                break
            level = following
        return best
