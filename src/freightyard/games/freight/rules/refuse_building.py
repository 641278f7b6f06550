"""Why nothing can be built so: one function a verb, each with the rule it cites."""

from typing import TYPE_CHECKING

from freightyard.core.flat import count_of, first_from
from freightyard.core.vectors import i64, vec
from freightyard.games.freight.rules.hexes import (
    AXES,
    AXIS_MASK,
    BRIDGE,
    FIRST_SWITCH,
    SHAPE_MASK,
    SHAPE_SORT,
    SHAPES,
    SORTS,
    SWITCH,
    SWITCHES,
)
from freightyard.games.freight.rules.network import ABOVE, OWNER, TOWN, front_of, over_of, sites
from freightyard.games.freight.rules.phases import NOBODY

if TYPE_CHECKING:
    from freightyard.games.freight.rules.state import State

Reason = tuple[str, str]  # the slug and the sentence


def refuse_wagon(s: "State", move: int) -> Reason:
    if s.wagons[s.actor] >= s.rules.wagon_most:
        return "fr.wagon", f"you have {s.wagons[s.actor]} wagons, and more are not allowed"
    return "fr.wagon", _price_reason(s, "a wagon", s.rules.wagon_price)


def refuse_build(s: "State", move: int) -> Reason:
    number, shape = divmod(move - s.rules.build, SHAPES)
    sort = SHAPE_SORT[shape]
    name = s.rules.edition.grid.names[number]
    if not s.rules.inside[number]:
        return "fr.map", f"{name} is not on the map for {s.rules.seats} players"
    if s.cell[number] >> TOWN:
        return "fr.build-track", f"{name} is a city"
    if s.cell[number]:
        return "fr.build-track", f"there is already track on {name}"
    return (
        _out_of_reach(s, front_of(s, s.actor), number)
        or _off_surface(s, number, SHAPE_MASK[shape])
        or _turned_away(s, front_of(s, s.actor), number, SHAPE_MASK[shape])
        or _not_in_stock(s, sort)
        or _too_dear(s, "fr.build-track", f"a {SORTS[sort]}", s.rules.price[sort])
        or _blockade()
    )


def refuse_upgrade(s: "State", move: int) -> Reason:
    number, shape = divmod(move - s.rules.upgrade, SWITCHES)
    edges = SHAPE_MASK[FIRST_SWITCH + shape]
    name = s.rules.edition.grid.names[number]
    cell = s.cell[number]
    if not cell & 63 or cell >> OWNER & 7 != s.actor:
        return "fr.build-track", f"you have no tile on {name} to upgrade"
    old = cell & 63
    if count_of(old) > 2:
        return "fr.build-track", f"the tile on {name} is already a switch"
    if old & ~edges:
        return "fr.build-track", "an upgrade keeps the legs of the tile and adds one"
    if edges & cell >> ABOVE & 63:
        return "fr.build-track", "the new leg would meet the bridge above"
    return (
        _off_surface(s, number, edges)
        or _not_in_stock(s, SWITCH)
        or _too_dear(s, "fr.build-track", "an upgrade", s.rules.upgrade_price)
        or _blockade()
    )


def refuse_bridge(s: "State", move: int) -> Reason:
    number, axis = divmod(move - s.rules.bridging, AXES)
    edges = AXIS_MASK[axis]
    name = s.rules.edition.grid.names[number]
    cell = s.cell[number]
    if cell >> TOWN or not cell:
        return "fr.bridge", f"a bridge goes over track, and there is none on {name}"
    if cell >> ABOVE & 63:
        return "fr.bridge", f"there is already a bridge over {name}"
    if cell & edges:
        return "fr.bridge", f"the track on {name} uses an edge that the bridge needs"
    return (
        _out_of_reach(s, over_of(s, s.actor), number)
        or _off_surface(s, number, edges)
        or _turned_away(s, over_of(s, s.actor), number, edges)
        or _not_in_stock(s, BRIDGE)
        or _too_dear(s, "fr.build-track", "a bridge", s.rules.price[BRIDGE])
        or _blockade()
    )


def refuse_city(s: "State", move: int) -> Reason:
    number = move - s.rules.city
    name = s.rules.edition.grid.names[number]
    if len(s.cities) >= s.rules.tiles:
        return "fr.build-city", "all city tiles are used"
    if s.cell[number] or not s.rules.inside[number]:
        return "fr.build-city", f"{name} is not an empty hex of the map"
    for edge in range(6):
        if s.cell[s.rules.nb[number * 6 + edge]] >> TOWN and s.rules.nb[number * 6 + edge] < s.rules.hexes:
            return "fr.build-city", f"{name} is next to a city"
    if not sites(s)[number]:
        return "fr.build-city", f"a new city lies between the others, and {name} is outside"
    if not _faced(front_of(s, s.actor), number):
        return "fr.build-city", f"none of your track points into {name}"
    return _too_dear(s, "fr.build-city", "a city", s.rules.city_price) or _blockade()


def _faced(entries: vec[i64], number: int) -> int:
    """The edges of a hex that the network faces."""
    index = first_from(entries, number << 6)
    return entries[index] & 63 if index < len(entries) and entries[index] >> 6 == number else 0


def _off_surface(s: "State", number: int, edges: int) -> Reason | None:
    if edges & ~s.rules.inside[number]:
        return "fr.map", "track may not point off the map"
    return None


def _out_of_reach(s: "State", entries: vec[i64], number: int) -> Reason | None:
    """A hex on which no tile could meet the network, however it is turned."""
    if _faced(entries, number):
        return None
    if not s.own[s.actor] and s.locomotive[s.actor] != NOBODY:
        return "fr.connected", "you have no track left: build again from any city"
    if not s.own[s.actor]:
        return "fr.connected", "your first track must touch a city"
    return "fr.connected", "new track must meet your own track or a city of your network"


def _turned_away(s: "State", entries: vec[i64], number: int, edges: int) -> Reason | None:
    if _faced(entries, number) & edges:
        return None
    if not s.own[s.actor]:
        return "fr.connected", "turned this way it does not touch a city"
    return "fr.connected", "turned this way it does not meet your track or a city of your network"


def _not_in_stock(s: "State", sort: int) -> Reason | None:
    if s.stock[s.actor * 4 + sort]:
        return None
    return "fr.start", f"you have no {SORTS[sort]} tiles left"


def _too_dear(s: "State", slug: str, what: str, price: int) -> Reason | None:
    if s.cash[s.actor] >= price:
        return None
    return slug, _price_reason(s, what, price)


def _price_reason(s: "State", what: str, price: int) -> str:
    return f"{what} costs {price}, and you have {s.cash[s.actor]}"


def _blockade() -> Reason:
    return "fr.no-blockade", "another player would have no place left for new track"
