"""The points of a game, turn by turn, as lines that differ in colour, dashes and mark; every turn is a link to its moment."""

from collections.abc import Sequence
from typing import Final

from freightyard.page.contract import Player, TurnScores
from freightyard.page.markup import esc, minus
from freightyard.page.players import SEAT_TINTS, disc, names_of

_WIDTH: Final = 760
_HEIGHT: Final = 330
_LEFT: Final = 44
_RIGHT: Final = 130  # for the names at the ends of the lines
_TOP: Final = 14
_BOTTOM: Final = 42
_LINE: Final = 19  # between two names
_MOST_LINKS: Final = 300
# A mark a seat, drawn around its point.
_MARKS: Final = (
    "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z",
    "M-4-4h8v8h-8z",
    "M0-5L5 4H-5z",
    "M0-5.5L5.5 0 0 5.5-5.5 0z",
    "M-5-4H5L0 5z",
    "M-4-1.5h2.5V-4h3v2.5H4v3H1.5V4h-3V1.5H-4z",
)


def chart(history: Sequence[TurnScores], players: Sequence[Player], home: str) -> str:
    """The chart, and the same as a table. `home`: the address whose moments are linked to."""
    if len(history) < 2:
        return '<p class="sub">There is nothing to draw: no turn was finished.</p>'
    names = names_of(players)
    picture = _picture(history, names, home)
    return f'<figure class="chart" tabindex="0" aria-label="Points over time">{picture}</figure>{_table(history, names, home)}'


class _Scale:
    """Where a turn and a number of points lie in the picture."""

    def __init__(self, history: Sequence[TurnScores]) -> None:
        points = [score for standing in history for score in standing.scores]
        self.step = _step(max(0, *points) - min(0, *points))
        self.low = min(0, *points) // self.step * self.step
        self.high = max(-(-max(points) // self.step) * self.step, self.low + self.step)
        self.last = max(1, len(history) - 1)

    def x(self, index: float) -> float:
        return _LEFT + (_WIDTH - _LEFT - _RIGHT) * index / self.last

    def y(self, points: float) -> float:
        return _TOP + (_HEIGHT - _TOP - _BOTTOM) * (self.high - points) / (self.high - self.low)


def _step(span: int) -> int:
    """The distance of the lines of the grid: a round number that makes five of them or so."""
    size = 1
    while True:
        for factor in (1, 2, 5):
            if size * factor * 6 >= span:
                return size * factor
        size *= 10


def _picture(history: Sequence[TurnScores], names: Sequence[str], home: str) -> str:
    scale = _Scale(history)
    ends = ", ".join([f"{name} {points}" for name, points in zip(names, history[-1].scores, strict=True)])
    label = f"Points over {len(history) - 1} turns; at the end {ends}"
    lines = "".join([_line(history, scale, seat) for seat in range(len(names))])
    return (
        f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="group" aria-label="{esc(label)}">{_grid(history, scale)}{lines}'
        f"{_labels(history, scale, names)}{_links(history, names, home)}</svg>"
    )


def _grid(history: Sequence[TurnScores], scale: _Scale) -> str:
    found = []
    for points in range(scale.low, scale.high + 1, scale.step):
        y = scale.y(points)
        kind = "zero" if points == 0 else "grid"
        found.append(
            f'<path class="{kind}" d="M{_LEFT} {y:.1f}H{_WIDTH - _RIGHT}"/>'
            f'<text class="tick" x="{_LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{minus(points)}</text>'
        )
    every = _step(len(history))
    for index in range(0, len(history), every):
        found.append(
            f'<text class="tick" x="{scale.x(index):.1f}" y="{_HEIGHT - 24}" text-anchor="middle">{history[index].turn}</text>'
        )
    middle = (_LEFT + _WIDTH - _RIGHT) / 2
    return "".join(found) + f'<text class="tick" x="{middle:.0f}" y="{_HEIGHT - 6}" text-anchor="middle">turns</text>'


def _line(history: Sequence[TurnScores], scale: _Scale, seat: int) -> str:
    points = [(scale.x(index), scale.y(standing.scores[seat])) for index, standing in enumerate(history)]
    path = "L".join([f"{x:.1f} {y:.1f}" for x, y in points])
    x, y = points[-1]
    kind = f"t{seat % SEAT_TINTS + 1}"
    mark = _MARKS[seat % len(_MARKS)]
    return f'<path class="line {kind}" d="M{path}"/><path class="mark {kind}" d="{mark}" transform="translate({x:.1f} {y:.1f})"/>'


def _labels(history: Sequence[TurnScores], scale: _Scale, names: Sequence[str]) -> str:
    """The names at the ends of the lines, kept apart from each other."""
    order = sorted(range(len(names)), key=lambda seat: scale.y(history[-1].scores[seat]))
    places: dict[int, float] = {}
    free = float(_TOP)
    for seat in order:
        places[seat] = max(free, scale.y(history[-1].scores[seat]))
        free = places[seat] + _LINE
    over = max(0.0, free - _LINE - (_HEIGHT - _BOTTOM))  # too far down: all move up
    return "".join(
        [
            f'<text class="end" x="{_WIDTH - _RIGHT + 12}" y="{places[seat] - over + 5:.1f}"><tspan class="points">'
            f"{minus(history[-1].scores[seat])}</tspan> {esc(_short(names[seat]))}</text>"
            for seat in order
        ]
    )


def _short(name: str) -> str:
    return name if len(name) <= 12 else f"{name[:11]}…"


def _links(history: Sequence[TurnScores], names: Sequence[str], home: str) -> str:
    """A band a turn, to point at and to follow. The table below offers the same to those who use keys."""
    if len(history) > _MOST_LINKS:
        history = [standing for index, standing in enumerate(history) if index % (len(history) // _MOST_LINKS + 1) == 0]
    wide = (_WIDTH - _LEFT - _RIGHT) / len(history)
    found = []
    for index, standing in enumerate(history):
        told = f"After turn {standing.turn}: {_told(standing, names)}"
        place = f'x="{_LEFT + index * wide:.1f}" y="{_TOP}" width="{wide:.1f}" height="{_HEIGHT - _TOP - _BOTTOM}"'
        found.append(
            f'<a href="{esc(home)}/at/{standing.ply}" tabindex="-1" aria-label="{esc(told)}"><title>{esc(told)}</title>'
            f'<rect class="band" {place}/></a>'
        )
    return "".join(found)


def _told(standing: TurnScores, names: Sequence[str]) -> str:
    return ", ".join([f"{name} {minus(points)}" for name, points in zip(names, standing.scores, strict=True)])


def _table(history: Sequence[TurnScores], names: Sequence[str], home: str) -> str:
    heads = "".join([f'<th scope="col">{disc(seat)}{esc(name)}</th>' for seat, name in enumerate(names)])
    rows = "".join(
        [
            f'<tr><th scope="row"><a href="{esc(home)}/at/{standing.ply}">{standing.turn}</a></th>'
            f"{''.join([f'<td>{minus(points)}</td>' for points in standing.scores])}</tr>"
            for standing in history
        ]
    )
    return (
        '<details class="turnwise"><summary>Turn by turn</summary><div class="scroll" tabindex="0" role="group" '
        f'aria-label="Points turn by turn"><table class="sheet"><thead><tr><th scope="col">turn</th>{heads}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div></details>"
    )
