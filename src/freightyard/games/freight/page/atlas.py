"""The map: layers of one picture, each a part of its own, so that laying a tile does not draw the cities anew.

A layer is an `svg` inside the `svg` of the map; all have the same `viewBox`. What does not change from move to move is kept,
since everybody who looks at a table sees the same map.
"""

from collections.abc import Sequence
from functools import lru_cache

from freightyard.games.freight.page.marks import colour_name, in_order, locomotive, marker_on_map, owner_class
from freightyard.games.freight.page.reading import Reading
from freightyard.games.freight.page.sentences import map as on_map
from freightyard.games.freight.page.shapes import CORNERS, bridge, coast, frame, ground, place, plate, tile
from freightyard.games.freight.page.terrain import terrain
from freightyard.games.freight.rules.city_names import city_names
from freightyard.games.freight.rules.edition import Edition
from freightyard.games.freight.rules.hexes import DIRECTIONS, OPPOSITE, SHAPE_MASK, SHAPE_WORDS, Grid
from freightyard.games.freight.rules.position import Bridge, City, Track
from freightyard.page.markup import esc

_FEW = 5  # so many tiles of a line in a row carry one number


def radius_of(edition: Edition, seats: int) -> int:
    """How far the surface reaches from its middle."""
    return next(row.city_radius for row in edition.data.seats if row.players == seats) + edition.data.map.margin


def layer(name: str, box: str, body: str, *, hidden: bool = False, attributes: str = "") -> str:
    """A layer of the map."""
    aria = ' aria-hidden="true"' if hidden else ""
    return f'<svg id="map-{name}" data-part class="layer l-{name}" viewBox="{box}"{aria}{attributes}>{body}</svg>'


@lru_cache(maxsize=128)
def ground_layer(edition: Edition, seats: int, first: str | None) -> str:
    """The surface, with the land that belongs to a map whose first city lies there."""
    radius = radius_of(edition, seats)
    grid = edition.grid
    land = "" if first is None else terrain(first, radius)
    body = f'<path class="land" d="{coast(grid, radius)}"/>{land}<path class="grid" d="{ground(grid, radius)}"/>'
    score, shipping = edition.data.score, edition.data.shipping
    numbers = {  # for the client: where hexes lie, and what counts how much
        "radius": radius,
        "middle": grid.radius,
        "money": score.money,
        "city": score.city,
        "loan": -score.loan,
        "demanded": shipping.demanded,
        "other": shipping.not_demanded,
        "amount": edition.data.loan.amount,
        "letters": edition.letters,
        "colours": " ".join([colour_name(edition, letter) for letter in edition.letters]),
        "boxes": int(edition.data.flow.supply == "boxes"),
    }
    told = "".join([f' data-{name}="{number}"' for name, number in numbers.items()])
    return layer("ground", frame(radius), body, hidden=True, attributes=told)


# --- track ---


@lru_cache(maxsize=512)
def track_layer(edition: Edition, seats: int, track: tuple[Track, ...], bridges: tuple[Bridge, ...]) -> str:
    """Everybody's track: a bed, a coloured line and a pattern for each owner, the bridges above, and numbers."""
    grid = edition.grid
    ground_lines: dict[int | None, str] = {}
    for piece in track:
        ground_lines[piece.owner] = ground_lines.get(piece.owner, "") + tile(piece.tile, *place(grid, piece.hex))
    above: dict[int | None, str] = {}
    for over in bridges:
        above[over.owner] = above.get(over.owner, "") + bridge(over.axis, *place(grid, over.hex))
    body = _lines(ground_lines, "bed") + _lines(above, "span")
    for owner, x, y in _numbers(grid, track, bridges):
        kind = owner_class(owner)
        text = "B" if owner is None else owner
        body += (
            f'<circle class="plate {kind}" cx="{x}" cy="{y}" r="9"/><text class="pt {kind}" x="{x}" y="{y + 4.5}">{text}</text>'
        )
    return layer("track", frame(radius_of(edition, seats)), body, hidden=True)


def _lines(by_owner: dict[int | None, str], under: str) -> str:
    owners = sorted(by_owner, key=lambda owner: owner or 0)
    parts = [f'<path class="{under}" d="{"".join([by_owner[owner] for owner in owners])}"/>'] if owners else []
    for owner in owners:
        kind, line = owner_class(owner), by_owner[owner]
        parts.append(f'<path class="rail {kind}" d="{line}"/><path class="tick {kind}" d="{line}"/>')
    return "".join(parts)


Piece = tuple[str, bool]  # a hex, and whether the bridge above it is meant


def stretches(grid: Grid, track: Sequence[Track], bridges: Sequence[Bridge]) -> list[tuple[int | None, list[Piece]]]:
    """Track of one owner that hangs together without passing a city (`fr.section`), with its owner; pieces in the map's order."""
    edges: dict[Piece, int] = {(piece.hex, False): _EDGES[piece.tile] for piece in track}
    owners: dict[Piece, int | None] = {(piece.hex, False): piece.owner for piece in track}
    for over in bridges:
        edges[over.hex, True] = 9 << over.axis
        owners[over.hex, True] = over.owner
    order = sorted(edges, key=lambda piece: (grid.index[piece[0]], piece[1]))
    done: set[Piece] = set()
    found = []
    for first in order:
        if first in done:
            continue
        done.add(first)
        pieces = [first]
        for here in pieces:
            for there in _joined(grid, edges, here):
                if owners[there] == owners[first] and there not in done:
                    done.add(there)
                    pieces.append(there)
        found.append((owners[first], sorted(pieces, key=lambda piece: (grid.index[piece[0]], piece[1]))))
    return found


_EDGES = dict(zip(SHAPE_WORDS, SHAPE_MASK, strict=True))


def _joined(grid: Grid, edges: dict[Piece, int], piece: Piece) -> list[Piece]:
    """The pieces whose edges meet those of this one."""
    number = grid.index[piece[0]]
    found = []
    for edge in range(6):
        if not edges[piece] >> edge & 1:
            continue
        column, row = DIRECTIONS[edge]
        there = grid.place.get((grid.column[number] + column, grid.row[number] + row))
        if there is None:
            continue
        for other in ((grid.names[there], False), (grid.names[there], True)):
            if edges.get(other, 0) >> OPPOSITE[edge] & 1:
                found.append(other)
    return found


def _numbers(grid: Grid, track: Sequence[Track], bridges: Sequence[Bridge]) -> list[tuple[int | None, int, int]]:
    """Where the number of the owner stands on the map: once on every short line, more often on a long one."""
    crossed = {over.hex for over in bridges}
    found = []
    for owner, pieces in stretches(grid, track, bridges):
        free = [name for name, above in pieces if not above and name not in crossed]
        for name in free[len(free[:_FEW]) // 2 :: _FEW]:
            found.append((owner, *place(grid, name)))
    return found


# --- cities ---


def cities_layer(edition: Edition, seats: int, cities: tuple[City, ...], track: tuple[Track, ...]) -> str:
    """The cities with what they supply and demand; and, for the client, the part of the map on which something is: all of it as
    long as cities are still being placed."""
    names = city_names(tuple([city.hex for city in cities]))
    body = "".join([_city(edition, city, names[city.hex]) for city in cities])
    whole = frame(radius_of(edition, seats))
    placed = len(cities) >= next(row.cities for row in edition.data.seats if row.players == seats)
    box = _busy(edition.grid, tuple([city.hex for city in cities]), tuple([piece.hex for piece in track])) if placed else whole
    return layer("cities", whole, body, attributes=f' data-busy="{box}"')


@lru_cache(maxsize=512)
def _busy(grid: Grid, cities: tuple[str, ...], track: tuple[str, ...]) -> str:
    points = [place(grid, name) for name in (*cities, *track)]
    left, right = min(x for x, _ in points) - 100, max(x for x, _ in points) + 100
    top, bottom = min(y for _, y in points) - 100, max(y for _, y in points) + 95
    return f"{left} {top} {right - left} {bottom - top}"


@lru_cache(maxsize=4096)
def _city(edition: Edition, city: City, name: str) -> str:
    return city_picture(edition, city, name, *place(edition.grid, city.hex))


def city_picture(edition: Edition, city: City, name: str, x: int, y: int) -> str:
    """A city with its middle at x, y: on the board and in the manual."""
    body = (
        f'<path class="town" d="{plate(x, y)}"/><text class="at" x="{x}" y="{y - 32}">{city.hex}</text>'
        f'<text class="name" x="{x}" y="{y - 19}">{name}</text>'
    )
    if city.tile is not None:
        for letters, height in zip(in_order(edition, city.tile), (-4, 20), strict=True):
            for index, letter in enumerate(letters):
                count = city.markers.count(letter)
                body += marker_on_map(edition, letter, count, x + 25 * (index - 1), y + height)
    data = f'data-hex="{city.hex}" data-tile="{city.tile or ""}" data-marks="{city.markers}"'
    said = (
        f'data-name="{name} {city.hex}" tabindex="-1" role="img" aria-label="{city_words(edition, city, f"{name} {city.hex}")}"'
    )
    return f'<g class="city" {data} {said}>{body}</g>'


def city_words(edition: Edition, city: City, called: str) -> str:
    """What can be taken in a city, and what it pays for."""
    if city.tile is None:
        return on_map.new_city(called)
    supplied, demanded = in_order(edition, city.tile)
    counts = [(city.markers.count(letter), colour_name(edition, letter)) for letter in supplied]
    take = [name if count == 1 else f"{count} {name}" for count, name in counts if count]
    disks = [(city.markers.count(letter), colour_name(edition, letter)) for letter in demanded]
    full = [name if count == 1 else on_map.disks(name, count) for count, name in disks if count]
    little = [colour_name(edition, letter) for letter in demanded if letter not in city.markers]
    shipping = edition.data.shipping
    return on_map.city(called, take, full, little, (shipping.demanded, shipping.not_demanded))


# --- trains ---


def trains_layer(reading: Reading) -> str:
    """The locomotives: in a city each stands at a corner of its own, on the way in the middle of its hex."""
    grid = reading.edition.grid
    towns = {city.hex for city in reading.board.cities}
    parts = []
    for seat, at in enumerate(reading.board.seats, 1):
        if at.locomotive is None:
            continue
        x, y = place(grid, at.locomotive)
        if at.locomotive in towns:
            right, down = CORNERS[seat % 6]
            x, y = x + right * 8 // 5, y + down * 8 // 5  # a little outside, so that no letter is covered
        parts.append(
            locomotive(seat, at.locomotive, x, y, on_map.train(esc(reading.seat_name(seat)), reading.called(at.locomotive)))
        )
    box = frame(radius_of(reading.edition, len(reading.board.seats)))
    return layer("trains", box, "".join(parts), attributes=_network(reading))


def _network(reading: Reading) -> str:
    """For the client, the part of the map on which the one who looks has something."""
    if reading.scene.view.seat is None:
        return ""
    at = reading.board.seats[reading.scene.view.seat]
    track = [piece.hex for piece in reading.board.track if piece.owner == reading.scene.view.seat + 1]
    hexes = (*at.cities, *track, *([at.locomotive] if at.locomotive else []))
    return f' data-network="{_busy(reading.edition.grid, hexes, ())}"' if hexes else ""
