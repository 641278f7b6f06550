"""The legend: what a square, a disk and a dotted outline mean. It is opened and closed below the map, and covers nothing."""

from functools import lru_cache

from freightyard.games.freight.page.marks import marker, swatch
from freightyard.games.freight.page.sentences import map as on_map
from freightyard.games.freight.rules.edition import Edition


@lru_cache(maxsize=32)
def legend_part(edition: Edition) -> str:
    """The pictures of the map, each with what it means. It never changes in a game, so it stays open or closed."""
    first, second = edition.letters[0], edition.letters[1]
    shipping = edition.data.shipping
    badge, badge_means = on_map.badge(by_points=edition.data.flow.movement == "points")
    entries = (
        (marker(edition, first), on_map.LOAD_HERE),
        (marker(edition, first, 0), on_map.NONE_NOW),
        (marker(edition, second.upper()), on_map.disk_pays(shipping.demanded)),
        (marker(edition, second.upper(), 0), on_map.dotted_pays(shipping.not_demanded)),
        (marker(edition, second.upper(), 2), on_map.SEVERAL),
        (swatch(1), on_map.TRACK),
        (f'<b class="badge">{badge}</b>', badge_means),
        ('<i class="mk-frame"></i>', on_map.WANTS_FULL.format(price=shipping.demanded)),
        ('<i class="mk-frame little"></i>', on_map.WANTS_LITTLE.format(price=shipping.not_demanded)),
    )
    items = "".join([f'<li><span aria-hidden="true">{picture}</span>{words}</li>' for picture, words in entries])
    return f'<ul id="legend" data-part class="legend" aria-label="{on_map.LEGEND}" hidden>{items}</ul>'
