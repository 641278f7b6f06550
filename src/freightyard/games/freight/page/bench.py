"""The bench: the tiles that can be built now, as small pictures. The client shows those that fit the hex that was picked."""

from functools import lru_cache
from typing import Final

from freightyard.games.freight.page.marks import owner_class
from freightyard.games.freight.page.reading import Reading
from freightyard.games.freight.page.sentences import lines as on_lines
from freightyard.games.freight.page.sentences import map as on_map
from freightyard.games.freight.page.shapes import bridge, hexagon, tile
from freightyard.games.freight.rules.edition import Rules
from freightyard.games.freight.rules.hexes import AXIS_MASK, BRIDGE, EDGES_OF, SHAPE_MASK, SHAPE_SORT, SHAPE_WORDS

_SORT = dict(zip(SHAPE_WORDS, SHAPE_SORT, strict=True))
_MASK = dict(zip(SHAPE_WORDS, SHAPE_MASK, strict=True))

# The lines that lead to a place. What they are the client asks the server for; it fills this in.
LINE: Final = (
    '<section id="line" hidden aria-labelledby="line-title">'
    '<div class="bench-head"><h2 id="line-title"></h2>'
    f'<button class="quiet" type="button" data-line="next" title="{on_lines.NEXT_LINE}" aria-label="{on_lines.NEXT_LINE}">'
    f"{on_lines.NEXT} <kbd>R</kbd></button>"
    f'<button class="quiet" type="button" data-line="cancel">{on_lines.CANCEL} <kbd>Esc</kbd></button></div>'
    '<ul class="line-facts"></ul><p class="line-warning"></p>'
    '<div class="bench-foot"><button class="go" type="button" data-line="build"></button></div>'
    f'<div class="line-choices" role="group" aria-label="{on_lines.ALTERNATIVES}"></div></section>'
)


def bench_part(reading: Reading) -> str:
    """What can be built anywhere, by verb and tail."""
    tails = tuple((verb, tuple(found)) for verb, found in reading.tails.items() if verb in ("build", "upgrade", "bridge", "city"))
    return _bench(reading.rules, reading.board.seat, tails)


@lru_cache(maxsize=256)
def _bench(rules: Rules, owner: int, tails: tuple[tuple[str, tuple[str, ...]], ...]) -> str:
    if not tails:
        return '<div id="bench" data-part hidden></div>'
    groups: dict[tuple[str, int], list[str]] = {}
    for verb, found in tails:
        for tail in sorted(found, key=_by_shape):
            title, price = _sort(rules, verb, tail)
            groups.setdefault((title, price), []).append(_picture(verb, tail, owner))
    body = "".join(
        f'<div class="sorts" data-price="{price}" role="group" aria-label="{on_map.group_label(title, price)}">'
        f'<b class="label"><span>{title}</span><span class="price">{price}</span></b>'
        f'<div class="tiles">{"".join(pictures)}</div></div>'
        for (title, price), pictures in groups.items()
    )
    return (
        f'<section id="bench" data-part hidden aria-label="{on_map.BENCH}">'
        f'<div class="bench-head"><h2>{on_map.BUILD_ON} <span id="bench-hex"></span></h2>'
        f'<button class="quiet" type="button" data-turn>{on_map.TURN} <kbd>R</kbd></button>'
        f'<button class="quiet" type="button" data-close>{on_map.CANCEL} <kbd>Esc</kbd></button></div>'
        f'<div class="sortlist">{body}</div>'
        f'<div class="bench-foot"><button class="go" type="button" data-build disabled>{on_map.BUILD}</button></div></section>'
    )


def _by_shape(tail: str) -> int:
    return SHAPE_WORDS.index(tail) if tail in SHAPE_WORDS else 0


def _sort(rules: Rules, verb: str, tail: str) -> tuple[str, int]:
    """What a picture is called, and its price."""
    if verb == "build":
        return on_map.SORTS[_SORT[tail]], rules.price[_SORT[tail]]
    if verb == "upgrade":
        return on_map.UPGRADE, rules.upgrade_price
    if verb == "bridge":
        return on_map.BRIDGE, rules.price[BRIDGE]
    return on_map.NEW_CITY, rules.city_price


def _picture(verb: str, tail: str, owner: int) -> str:
    kind = owner_class(owner)
    if verb == "city":
        mask = 0
        drawn = '<path class="town" d="M0-24l21 12v24L0 24-21 12v-24z"/><path class="plus" d="M-9 0h18M0-9v18"/>'
        label = on_map.NEW_CITY_LABEL
    else:
        line = bridge(int(tail), 0, 0) if verb == "bridge" else tile(tail, 0, 0)
        under = "span" if verb == "bridge" else "bed"
        drawn = f'<path class="{under}" d="{line}"/><path class="rail {kind}" d="{line}"/><path class="tick {kind}" d="{line}"/>'
        mask = AXIS_MASK[int(tail)] if verb == "bridge" else _MASK[tail]
        name = "bridge" if verb == "bridge" else tail.partition("-")[0].partition(" ")[0]
        label = on_map.tile_label(name, [on_map.SIDES[edge] for edge in EDGES_OF[mask]])
    return (
        f'<button class="tile" type="button" data-verb="{verb}" data-tail="{tail}" data-mask="{mask}" '
        f'title="{label}" aria-label="{label}" aria-pressed="false">'
        f'<svg viewBox="-38 -43 76 86" aria-hidden="true"><path class="hx" d="{hexagon(0, 0)}"/><g>{drawn}</g></svg></button>'
    )
