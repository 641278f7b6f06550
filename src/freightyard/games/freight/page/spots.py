"""The hexes that can be clicked now."""

from typing import Final

from freightyard.games.freight.page.atlas import layer, radius_of
from freightyard.games.freight.page.marks import marker_name
from freightyard.games.freight.page.reading import Reading
from freightyard.games.freight.page.sentences import map as on_map
from freightyard.games.freight.page.shapes import frame, hexagon, place, plate
from freightyard.games.freight.page.ways import Trip, cost_words, step_words, ways_on_map
from freightyard.games.freight.rules.city_names import city_names
from freightyard.games.freight.rules.hexes import OPPOSITE, SHAPE_MASK, SHAPE_WORDS
from freightyard.page.markup import esc

MASK_OF: Final = dict(zip(SHAPE_WORDS, SHAPE_MASK, strict=True))
ALL_EDGES: Final = 0b111111
_ONE_CITY: Final = ("starting", "supplying")  # the phases in which a city is chosen, and nothing else


def ways_layer(reading: Reading, found: list[Trip]) -> str:
    """Where the train can go."""
    return layer("ways", _box(reading), ways_on_map(reading, found), hidden=True)


def spots_layer(reading: Reading, found: list[Trip]) -> str:
    """A hex that a legal move names, or a city that the train can reach, as something to click."""
    far = {trip.city: trip for trip in found if trip.name == trip.city}
    towns = [city.hex for city in reading.board.cities]
    ends = _track_ends(reading) if "build" in reading.verbs else {}
    parts = []
    for name, beginnings in reading.spots.items():
        trip = far.pop(name, None)
        words = list(beginnings)
        if on_map.buildable(words[0].partition(" ")[0]):  # more is to be said than the client's words can tell: the bench asks
            joins = f' data-joins="{_joins(reading, ends, name)}"'
            parts.append(_spot(reading, name, "site can", joins + _new_city(reading, name, words), on_map.does(words)))
            if f"city {name}" in words:
                parts.append(_ring(reading, name))
        elif trip is not None:
            parts.append(_spot(reading, name, "far", f' data-word="{words[0]}"', _trip_words(reading, trip)))
        else:
            kind = "on-town" if name in towns else "step"
            words_at = f' data-word="{"|".join(words)}"'
            if words[0].startswith("put "):
                words_at += f' data-place="{name}"'  # for the marker that was chosen, or for none
            fitting = _fitting(reading, name, words)
            does = esc(step_words(reading, name)) if words[0].startswith("go ") else on_map.does(words, fitting)
            parts.append(_spot(reading, name, kind, words_at, does))
    for name, trip in far.items():
        parts.append(_spot(reading, name, "far can", "", _trip_words(reading, trip)))
    if reading.acting and reading.board.phase == "building":
        parts += [_spot(reading, name, "line-to", "", on_map.LINE_TO) for name in towns]
    if reading.acting and reading.board.phase in _ONE_CITY:
        refused = [_refused(reading, name) for name in towns if name not in reading.spots]
        parts = [f'<g class="offered">{"".join(parts)}</g>', *refused]  # a tip points at what is offered
    return layer("spots", _box(reading), "".join(parts))


def _fitting(reading: Reading, name: str, words: list[str]) -> list[str]:
    """What can be put on a city: `red cube` where it supplies red, `red disk` where it wants red."""
    town = next((city for city in reading.board.cities if city.hex == name and city.tile), None)
    if town is None or not words[0].startswith("put "):
        return []
    letters = {colour.name: colour.letter for colour in reading.edition.data.colours}
    put = [letters[word.split(" ")[1]] for word in words]
    return [marker_name(reading.edition, letter if letter in (town.tile or "") else letter.upper()) for letter in put]


def _refused(reading: Reading, name: str) -> str:
    """A city that cannot be chosen: a click on it asks why."""
    why = f'data-why="locomotive {name}"' if reading.board.phase == "starting" else f'data-place="{name}"'
    shape = plate(*place(reading.edition.grid, name))
    return f'<path class="spot on-town refused" d="{shape}" data-hex="{name}" {why}/>'


def _new_city(reading: Reading, name: str, words: list[str]) -> str:
    """What a city would be called that is founded on a hex, for the button that founds it."""
    if f"city {name}" not in words:
        return ""
    hexes = tuple([city.hex for city in reading.board.cities])
    return f' data-city="{city_names((*hexes, name))[name]}"'


def _ring(reading: Reading, name: str) -> str:
    """What tells a hex that takes a new city from the many that take track alone."""
    x, y = place(reading.edition.grid, name)
    return f'<circle class="ring" cx="{x}" cy="{y}" r="15"/>'


def _track_ends(reading: Reading) -> dict[str, int]:
    """For each hex that track of the player to act lies on, the edges at which it ends, a bit each; for each city all of them."""
    ends = {city.hex: ALL_EDGES for city in reading.board.cities}
    for piece in reading.board.track:
        if piece.owner == reading.board.seat:
            ends[piece.hex] = ends.get(piece.hex, 0) | MASK_OF[piece.tile]
    return ends


def _joins(reading: Reading, ends: dict[str, int], name: str) -> int:
    """The edges of a hex at which a tile would join a city or own track, a bit each."""
    grid, neighbours = reading.edition.grid, reading.rules.nb
    here = grid.index[name] * 6
    found = 0
    for edge in range(6):
        there = neighbours[here + edge]
        if there < grid.count and ends.get(grid.names[there], 0) >> OPPOSITE[edge] & 1:
            found |= 1 << edge
    return found


def _box(reading: Reading) -> str:
    return frame(radius_of(reading.edition, len(reading.board.seats)))


def _spot(reading: Reading, name: str, kind: str, click: str, does: str) -> str:
    """`does`: what a click on it does, which the client tells of a city besides what the city is."""
    x, y = place(reading.edition.grid, name)
    on_town = kind.startswith(("far", "on-town", "line-to"))
    shape = plate(x, y) if on_town else hexagon(x, y)
    way = f' data-go="{name}"' if kind.startswith("far") else ""
    told = f' data-does="{does}"' if on_town else ""
    said = f'tabindex="-1" role="button" aria-label="{on_map.labelled(reading.called(name), does)}"'
    return f'<path class="spot {kind}" d="{shape}" data-hex="{name}"{click}{way}{told} {said}/>'


def _trip_words(reading: Reading, trip: Trip) -> str:
    return esc(on_map.trip(cost_words(reading, trip), trip.brings))
