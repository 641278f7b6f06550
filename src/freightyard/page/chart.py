"""The points of a game, turn by turn, as lines that differ in colour, dashes and mark; every turn is a link to its moment."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from freightyard.core.title import POINTS as UNIT
from freightyard.page import table_sentences as say
from freightyard.page.contract import Player, TurnScores
from freightyard.page.history import turns_played
from freightyard.page.markup import esc, minus
from freightyard.page.players import SEAT_TINTS, disc, names_of

LEFT: Final = 44
TOP: Final = 14
BOTTOM: Final = 42
LINE: Final = 19  # between two names
_MOST_LINKS: Final = 300
# A mark a seat, drawn around its point.
# The shapes that the style sheet gives the seats (`.d1`, `.d2`, …), about the end of a line.
MARKS: Final = (
    "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z",
    "M-4-4h8v8h-8z",
    "M0-5.5L5.5 0 0 5.5-5.5 0z",
    "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0zM-2.2 0a2.2 2.2 0 1 1 4.4 0a2.2 2.2 0 1 1-4.4 0z",
    "M-1.5-4.5h3v3h3v3h-3v3h-3v-3h-3v-3h3z",
    "M-5-4H5L0 5z",
    "M-4 4V0a4 4 0 1 1 8 0v4z",
    "M-4-4h4a4 4 0 1 1 0 8h-4z",
    "M-4 4V0a4 4 0 0 1 4-4h4v4a4 4 0 0 1-4 4z",
)


class Frame(NamedTuple):
    """The size of a picture."""

    kind: str
    width: int
    height: int
    right: int  # for the names at the ends of the lines
    letters: int  # of a name


WIDE: Final = Frame("wide", 760, 330, 130, 12)
NARROW: Final = Frame("narrow", 380, 300, 126, 12)  # for phones, where the wide one would be cut or too small to read


def chart(history: Sequence[TurnScores], players: Sequence[Player], home: str, unit: tuple[str, str] = UNIT) -> str:
    """The chart, and the same as a table. `home`: the address whose moments are linked to; `unit`: the game's word for points."""
    if len(history) < 2:
        return f'<p class="sub">{say.NO_TURNS}</p>'
    names = names_of(players)
    pictures = f"{_picture(history, names, home, WIDE, unit)}{_picture(history, names, home, NARROW, unit)}"
    figure = f'<figure class="chart" tabindex="0" aria-label="{esc(say.over_time(unit))}">{pictures}</figure>'
    return f"{figure}{_table(history, names, home, unit)}"


class _Scale:
    """Where a turn and a number of points lie in the picture."""

    def __init__(self, history: Sequence[TurnScores], frame: Frame) -> None:
        self.frame = frame
        points = [score for standing in history for score in standing.scores]
        self.step = _step(max(0, *points) - min(0, *points))
        self.low = min(0, *points) // self.step * self.step
        self.high = max(-(-max(points) // self.step) * self.step, self.low + self.step)
        self.last = max(1, len(history) - 1)

    def x(self, index: float) -> float:
        return LEFT + (self.frame.width - LEFT - self.frame.right) * index / self.last

    def y(self, points: float) -> float:
        return TOP + (self.frame.height - TOP - BOTTOM) * (self.high - points) / (self.high - self.low)


def _step(span: int) -> int:
    """The distance of the lines of the grid: a round number that makes five of them or so."""
    size = 1
    while True:
        for factor in (1, 2, 5):
            if size * factor * 6 >= span:
                return size * factor
        size *= 10


def _picture(history: Sequence[TurnScores], names: Sequence[str], home: str, frame: Frame, unit: tuple[str, str]) -> str:
    scale = _Scale(history, frame)
    ends = ", ".join([f"{name} {points}" for name, points in zip(names, history[-1].scores, strict=True)])
    label = say.chart_label(turns_played(history), ends, unit)
    lines = "".join([_line(history, scale, seat) for seat in range(len(names))])
    return (
        f'<svg class="{frame.kind}" viewBox="0 0 {frame.width} {frame.height}"><g role="img" aria-label="{esc(label)}">'
        f"{_grid(history, scale)}{lines}{_labels(history, scale, names)}</g>"
        f'<g aria-hidden="true">{_links(history, names, home, frame)}</g></svg>'
    )


def _grid(history: Sequence[TurnScores], scale: _Scale) -> str:
    found, frame = [], scale.frame
    for points in range(scale.low, scale.high + 1, scale.step):
        y = scale.y(points)
        kind = "zero" if points == 0 else "grid"
        found.append(
            f'<path class="{kind}" d="M{LEFT} {y:.1f}H{frame.width - frame.right}"/>'
            f'<text class="tick" x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{minus(points)}</text>'
        )
    every, last, below = _step(len(history)), len(history) - 1, frame.height - 24
    for index in [*[index for index in range(0, last, every) if last - index >= every / 2], last]:
        what = say.END if _is_end(history, index) else history[index].turn
        found.append(f'<text class="tick" x="{scale.x(index):.1f}" y="{below}" text-anchor="middle">{what}</text>')
    middle = (LEFT + frame.width - frame.right) / 2
    words = say.turns_in_all(turns_played(history))  # the end is no turn of its own, though it has a place on the axis
    return "".join(found) + f'<text class="tick" x="{middle:.0f}" y="{frame.height - 6}" text-anchor="middle">{words}</text>'


def _line(history: Sequence[TurnScores], scale: _Scale, seat: int) -> str:
    points = [(scale.x(index), scale.y(standing.scores[seat])) for index, standing in enumerate(history)]
    path = "L".join([f"{x:.1f} {y:.1f}" for x, y in points])
    x, y = points[-1]
    kind = f"t{seat % SEAT_TINTS + 1}"
    mark = MARKS[seat % len(MARKS)]
    return f'<path class="line {kind}" d="M{path}"/><path class="mark {kind}" d="{mark}" transform="translate({x:.1f} {y:.1f})"/>'


def _labels(history: Sequence[TurnScores], scale: _Scale, names: Sequence[str]) -> str:
    """The names at the ends of the lines, kept apart from each other."""
    frame = scale.frame
    ends = {seat: scale.y(score) for seat, score in enumerate(history[-1].scores)}
    places = apart(ends, TOP, frame.height - BOTTOM)
    return "".join(
        [
            f'<text class="end" x="{frame.width - frame.right + 12}" y="{place + 5:.1f}"><tspan class="points">'
            f"{minus(history[-1].scores[seat])}</tspan> {esc(short(names[seat], frame.letters))}</text>"
            for seat, place in places.items()
        ]
    )


def apart(ends: Mapping[int, float], top: float, bottom: float) -> dict[int, float]:
    """Where the names at the ends of lines stand so that none covers another: each as near to its line as the others let it."""
    order = sorted(ends, key=lambda seat: ends[seat])
    places, free = {}, float(top)
    for seat in order:
        places[seat] = max(free, ends[seat])
        free = places[seat] + LINE
    limit = float(bottom)
    for seat in reversed(order):
        places[seat] = min(limit, places[seat])
        limit = places[seat] - LINE
    return places


def short(name: str, letters: int) -> str:
    """A name, cut to so many letters."""
    return name if len(name) <= letters else f"{name[: letters - 1]}…"


def _links(history: Sequence[TurnScores], names: Sequence[str], home: str, frame: Frame) -> str:
    """A band a turn, to point at and to follow. The table below offers the same to those who use keys."""
    if len(history) > _MOST_LINKS:
        history = [standing for index, standing in enumerate(history) if index % (len(history) // _MOST_LINKS + 1) == 0]
    wide = (frame.width - LEFT - frame.right) / len(history)
    found = []
    for index, standing in enumerate(history):
        when = say.AT_END if _is_end(history, index) else say.after_turn(standing.turn)
        told = f"{when}: {_told(standing, names)}"
        place = f'x="{LEFT + index * wide:.1f}" y="{TOP}" width="{wide:.1f}" height="{frame.height - TOP - BOTTOM}"'
        found.append(
            f'<a href="{esc(home)}/at/{standing.ply}" tabindex="-1" aria-label="{esc(told)}"><title>{esc(told)}</title>'
            f'<rect class="band" {place}/></a>'
        )
    return "".join(found)


def _is_end(history: Sequence[TurnScores], index: int) -> bool:
    """Whether this is what was counted after the last turn, which is no turn of its own."""
    return index > 0 and history[index - 1].turn == history[index].turn


def _told(standing: TurnScores, names: Sequence[str]) -> str:
    return ", ".join([f"{name} {minus(points)}" for name, points in zip(names, standing.scores, strict=True)])


def _table(history: Sequence[TurnScores], names: Sequence[str], home: str, unit: tuple[str, str]) -> str:
    heads = "".join([f'<th scope="col">{disc(seat)}{esc(name)}</th>' for seat, name in enumerate(names)])
    rows = "".join(
        [
            f'<tr><th scope="row"><a href="{esc(home)}/at/{standing.ply}">'
            f"{say.END if _is_end(history, index) else standing.turn}</a></th>"
            f"{''.join([f'<td>{minus(points)}</td>' for points in standing.scores])}</tr>"
            for index, standing in enumerate(history)
        ]
    )
    label = esc(say.by_turn(unit))
    return (
        f'<details class="turnwise"><summary>{say.TURN_BY_TURN}</summary><div class="scroll" tabindex="0" role="group" '
        f'aria-label="{label}"><table class="sheet"><thead><tr><th scope="col">{say.TURN}</th>{heads}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div></details>"
    )
