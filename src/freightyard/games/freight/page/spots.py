"""The hexes that can be clicked now."""

from freightyard.games.freight.page.atlas import layer, radius_of
from freightyard.games.freight.page.reading import Reading
from freightyard.games.freight.page.shapes import frame, hexagon, place, plate
from freightyard.games.freight.page.ways import Trip, cost_words, ways_on_map
from freightyard.games.freight.rules.edition import Edition
from freightyard.page.markup import esc

_THINGS = {"build": "track", "upgrade": "a switch", "bridge": "a bridge", "city": "a city"}


def ways_layer(reading: Reading, found: list[Trip]) -> str:
    """Where the train can go."""
    return layer("ways", _box(reading), ways_on_map(reading, found), hidden=True)


def spots_layer(reading: Reading, found: list[Trip]) -> str:
    """A hex that a legal move names, or a city that the train can reach, as something to click."""
    edition = reading.edition
    far = {trip.city: trip for trip in found if trip.name == trip.city}
    towns = {city.hex for city in reading.board.cities}
    parts = []
    for name, beginnings in reading.spots.items():
        trip = far.pop(name, None)
        words = list(beginnings)
        if words[0].partition(" ")[0] in _THINGS:  # more is to be said than the client's words can tell: the bench asks
            parts.append(_spot(edition, name, "site can", "", _label(name, words)))
        elif trip is not None:
            parts.append(_spot(edition, name, "far", f' data-word="{words[0]}"', _trip_label(reading, trip)))
        else:
            kind = "on-town" if name in towns else "step"
            parts.append(_spot(edition, name, kind, f' data-word="{"|".join(words)}"', _label(name, words)))
    for name, trip in far.items():
        parts.append(_spot(edition, name, "far can", "", _trip_label(reading, trip)))
    return layer("spots", _box(reading), "".join(parts))


def _box(reading: Reading) -> str:
    return frame(radius_of(reading.edition, len(reading.board.seats)))


def _spot(edition: Edition, name: str, kind: str, click: str, label: str) -> str:
    x, y = place(edition.grid, name)
    shape = plate(x, y) if kind.startswith(("far", "on-town")) else hexagon(x, y)
    way = f' data-go="{name}"' if kind.startswith("far") else ""
    said = f'tabindex="-1" role="button" aria-label="{label}"'
    return f'<path class="spot {kind}" d="{shape}" data-hex="{name}"{click}{way} {said}/>'


def _label(name: str, beginnings: list[str]) -> str:
    verb = beginnings[0].partition(" ")[0]
    if verb in _THINGS:
        things = [_THINGS[beginning.partition(" ")[0]] for beginning in beginnings]
        return f"{name}: build {' or '.join(things)}"
    if verb == "locomotive":
        return f"{name}: your locomotive starts here"
    if verb == "sell":
        return f"{name}: sell track that leads here"
    if verb == "to":
        return f"{name}: sell the track to this city"
    if verb == "put":
        return f"{name}: put {' or '.join(beginning.split(' ')[1] for beginning in beginnings)} here"
    return f"{name}: go one step"


def _trip_label(reading: Reading, trip: Trip) -> str:
    brings = f"; delivering there brings {trip.brought}" if trip.brought else ""
    return esc(f"{trip.city}: go to this city, {cost_words(reading, trip)}{brings}")
