"""The board of Freight: the map in layers, what is to be done now, and everybody's purse."""

from collections.abc import Mapping, Sequence
from typing import Final

from freightyard.core.contract import View
from freightyard.games.freight.page import line_answers
from freightyard.games.freight.page.atlas import cities_layer, ground_layer, track_layer, trains_layer
from freightyard.games.freight.page.bench import LINE, bench_part
from freightyard.games.freight.page.dialogues import trips_part
from freightyard.games.freight.page.legend import legend_part
from freightyard.games.freight.page.panels import ends_part, players_part, round_part, worth
from freightyard.games.freight.page.plan_drawing import plan_drawing
from freightyard.games.freight.page.prompt import ends, prompt
from freightyard.games.freight.page.reading import Reading
from freightyard.games.freight.page.sentences import CLIENT, advise, phrase, story
from freightyard.games.freight.page.sentences import map as on_map
from freightyard.games.freight.page.sentences.panels import cash_now
from freightyard.games.freight.page.spots import spots_layer, ways_layer
from freightyard.games.freight.page.ways import trips
from freightyard.games.freight.rules.city_names import names_on, with_names
from freightyard.page.clicks import Clicks
from freightyard.page.contract import Scene
from freightyard.page.players import scores_part

__all__ = [
    "advise", "answer", "arrange", "changes", "client_sentences", "ends", "files", "name_places", "parts", "phrase", "scores",
    "story",
]  # fmt: skip

_LAYERS: Final = ("map-ground", "map-track", "map-spots", "map-cities", "map-trains", "map-ways")  # from below to above
_FIT: Final = (  # a cross-hair, as on any map for "where I am"
    '<svg viewBox="0 0 16 16" width="18" height="18" aria-hidden="true">'
    '<path d="M8 0v4M8 12v4M0 8h4M12 8h4M12.5 8a4.5 4.5 0 1 1-9 0 4.5 4.5 0 0 1 9 0z" fill="none" stroke="currentColor" '
    'stroke-width="1.8"/><circle cx="8" cy="8" r="1.6" fill="currentColor"/></svg>'
)
_WHOLE: Final = (  # four corners
    '<svg viewBox="0 0 16 16" width="18" height="18" aria-hidden="true">'
    '<path d="M1 5V1h4M11 1h4v4M15 11v4h-4M5 15H1v-4" fill="none" stroke="currentColor" stroke-width="2"/></svg>'
)
_KEYS: Final = (
    ("in", "+", on_map.ZOOM_IN),
    ("out", "−", on_map.ZOOM_OUT),
    ("fit", _FIT, on_map.FIT),
    ("whole", _WHOLE, on_map.WHOLE),
)

_LEGEND_KEY: Final = (
    f'<button class="quiet" type="button" data-legend aria-expanded="false" aria-controls="legend" title="{on_map.LEGEND}" '
    f'aria-label="{on_map.LEGEND}">?</button>'
)


def files() -> tuple[str, ...]:
    """The look of the map, and its own client."""
    return (
        "pictures.css",
        "layout.css",
        "freight.css",
        "map.css",
        "freight.js",
        "tips.js",
        "hint_drawing.js",
        "hint_drawing.css",
    )


def client_sentences() -> Mapping[str, str]:
    """What the client of this board says."""
    return CLIENT


def parts(scene: Scene) -> Mapping[str, str]:
    """Every part of the board."""
    reading = Reading(scene)
    board, edition, seats = reading.board, reading.edition, len(reading.board.seats)
    found = trips(reading)
    clicks = Clicks(scene)
    return {
        "scores": scores_part(scene, worth(scene.view), [cash_now(at.cash) for at in board.seats]),
        "map-ground": ground_layer(edition, seats, board.cities[0].hex if board.cities else None),
        "map-track": track_layer(edition, seats, board.track, board.bridges),
        "map-ways": ways_layer(reading, found),
        "map-cities": cities_layer(edition, seats, board.cities, board.track),
        "map-trains": trains_layer(reading),
        "map-spots": spots_layer(reading, found),
        "legend": legend_part(edition),
        "prompt": prompt(reading, clicks),
        "bench": bench_part(reading),
        "trips": trips_part(reading, found),
        "round": round_part(reading),
        "ends": ends_part(reading),
        "players": players_part(reading),
    }


def changes(scene: Scene, before: Scene) -> Mapping[str, str]:
    """All parts: they are drawn from what is kept, so those that did not change cost little."""
    return parts(scene)


def name_places(view: View, words: str) -> str:
    """A sentence about hexes, with the names of the cities."""
    return with_names(names_on(view.board), words)


def answer(view: View, topic: str, words: str) -> object:
    """`line`: lines of track to the hex of this name; `plan`: what these moves would draw, a comma between them."""
    return plan_drawing(view, words.split(",")) if topic == "plan" else line_answers.answer(view, topic, words)


def scores(view: View) -> Sequence[int]:
    """Everybody's points as things stand."""
    return worth(view)


def arrange(parts: Mapping[str, str]) -> str:
    """The map with the round below it; beside it what to do now, the players and the talk."""
    layers = "".join([parts[name] for name in _LAYERS])
    keys = "".join(
        [
            f'<button class="quiet" type="button" data-zoom="{name}" title="{title}" aria-label="{title}">{sign}</button>'
            for name, sign, title in _KEYS
        ]
    )
    return (
        f'{parts["scores"]}<div class="desk">{parts["prompt"]}{parts.get("orders", "")}'
        f"{parts['bench']}{LINE}{parts['trips']}</div>"
        f'<section class="panel mapframe" aria-label="{on_map.MAP}">'
        f'{parts["ends"]}<div class="mapbox"><svg id="map" tabindex="0" data-own-keys role="group" aria-label="{on_map.HELP}">'
        f'<g id="world">{layers}'
        '<svg id="glow" class="layer" aria-hidden="true"></svg><svg id="motion" class="layer" aria-hidden="true"></svg>'
        '<svg id="ghost" class="layer" aria-hidden="true"></svg>'
        '<svg id="fresh-marks" class="layer" aria-hidden="true"></svg>'
        '<svg id="advice-marks" class="layer" aria-hidden="true"></svg></g></svg>'
        f'<div class="zoom">{keys}{_LEGEND_KEY}<svg id="mini" aria-hidden="true" hidden></svg></div>'
        f'<p id="here" class="here-hex"></p></div>{parts["legend"]}</section>'
        f'{parts["round"]}<div class="col side">{parts["players"]}{parts["talk"]}</div>'
    )
