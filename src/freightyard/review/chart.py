"""Everybody's share of the win over a game, with the doubt about it, as lines in the looks of the chart of points; and where the
shares came from, as a bar a seat."""

from collections.abc import Sequence
from typing import Final

from freightyard.page.boards import chance_of
from freightyard.page.chart import BOTTOM, LEFT, MARKS, NARROW, TOP, WIDE, Frame, apart, short
from freightyard.page.markup import esc
from freightyard.page.players import SEAT_TINTS, disc
from freightyard.review import sentences as say
from freightyard.review.review import Moment, Review

_BAND_KEY: Final = '<rect class="doubt t1" width="22" height="14"/><path class="line t1" d="M0 7h22"/>'
_RING_KEY: Final = '<path class="line t1" d="M0 7h22"/><circle class="erred" cx="11" cy="7" r="5"/>'


def shares_chart(review: Review, names: Sequence[str]) -> str:
    """The chart, for wide and for narrow screens."""
    pictures = f"{_picture(review, names, WIDE)}{_picture(review, names, NARROW)}"
    keys = f'<ul class="parts-keys">{_key(say.KEY_BAND, _BAND_KEY)}{_key(say.KEY_RING, _RING_KEY)}</ul>'
    return f'<figure class="chart shares" tabindex="0" aria-label="{say.OVER_TIME}">{pictures}</figure>{keys}'


def _key(words: str, shape: str) -> str:
    return f'<li><svg class="sample" width="22" height="14" aria-hidden="true">{shape}</svg>{words}</li>'


def parts_bars(review: Review, names: Sequence[str]) -> str:
    """One bar a seat: to the right what it gained by its turns, by chance and by the others, to the left what it lost."""
    words = say.parts_words(chance_of(review.game))
    parts = [[(kind, getattr(one, kind)) for kind in words] for one in review.parts]
    most = max([0.01, *[abs(sum(value for _, value in one if (value > 0) == up)) for one in parts for up in (True, False)]])
    rows = []
    for seat, (name, one, found) in enumerate(zip(names, review.parts, parts, strict=True)):
        label = esc(say.bar_label(name, [(words[kind], value) for kind, value in found], one.start, one.result))
        rows.append(
            f'<li><span class="who">{disc(seat)}{esc(name)}</span>'
            f'<svg class="parts-bar" role="img" aria-label="{label}" width="100%" height="30">{_bar(found, most)}</svg></li>'
        )
    keys = "".join([f'<li><svg width="22" height="14" aria-hidden="true">{_part(kind, 0, 100)}</svg>{called}</li>'
        for kind, called in words.items()])  # fmt: skip
    return f'<ul class="parts-keys">{keys}</ul><ul class="parts-bars">{"".join(rows)}</ul><p class="sub">{say.BARS_READING}</p>'


def _bar(parts: Sequence[tuple[str, float]], most: float) -> str:
    """Gains from the middle to the right, losses to the left; the middle is a line."""
    right = left = 50.0
    found = []
    for kind, value in parts:
        wide = 49.0 * abs(value) / most
        if value > 0:
            found.append(_part(kind, right, wide))
            right += wide
        else:
            left -= wide
            found.append(_part(kind, left, wide))
    return f'{"".join(found)}<rect class="middle" x="50%" width="2" height="100%"/>'


def _part(kind: str, x: float, wide: float) -> str:
    """Each kind has a colour, and lines of its own for those who do not tell colours apart."""
    lines = {
        "own": "",
        "chance": _lines(x, wide, "35%", "30%"),
        "others": _lines(x, wide, "15%", "12%") + _lines(x, wide, "73%", "12%"),
    }
    return f'<rect class="part {kind}" x="{x:.2f}%" width="{wide:.2f}%" height="100%"/>{lines[kind]}'


def _lines(x: float, wide: float, y: str, high: str) -> str:
    return f'<rect class="stripe" x="{x:.2f}%" width="{wide:.2f}%" y="{y}" height="{high}"/>'


def _picture(review: Review, names: Sequence[str], frame: Frame) -> str:
    moments = review.moments
    ends = ", ".join([f"{name} {say.percent(share)}" for name, share in zip(names, moments[-1].shares, strict=True)])
    seats = range(len(names))
    marks = "".join([_mark(review, number, frame) for number in review.bad])
    label = esc(say.chart_label(ends))
    return (
        f'<svg class="{frame.kind}" viewBox="0 0 {frame.width} {frame.height}" role="img" aria-label="{label}">'
        f"{_grid(moments, frame)}{''.join([_band(moments, seat, frame) for seat in seats])}"
        f"{''.join([_line(moments, seat, frame) for seat in seats])}{marks}{_labels(moments, names, frame)}</svg>"
    )


def _x(moments: Sequence[Moment], number: int, frame: Frame) -> float:
    return LEFT + (frame.width - LEFT - frame.right) * moments[number].ply / max(1, moments[-1].ply)


def _y(share: float, frame: Frame) -> float:
    return TOP + (frame.height - TOP - BOTTOM) * (1 - min(1.0, max(0.0, share)))


def _grid(moments: Sequence[Moment], frame: Frame) -> str:
    found = []
    for tenths in (0, 25, 50, 75, 100):
        y = _y(tenths / 100, frame)
        found.append(
            f'<path class="grid" d="M{LEFT} {y:.1f}H{frame.width - frame.right}"/>'
            f'<text class="tick" x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{tenths} %</text>'
        )
    every, last = max(5, -(-moments[-1].turn // 40) * 5), 0
    for number, moment in enumerate(moments):
        if moment.turn % every == 0 and moment.turn != last:
            last = moment.turn
            x = _x(moments, number, frame)
            found.append(f'<text class="tick" x="{x:.1f}" y="{frame.height - 24}" text-anchor="middle">{moment.turn}</text>')
    middle = (LEFT + frame.width - frame.right) / 2
    return "".join(found) + f'<text class="tick" x="{middle:.0f}" y="{frame.height - 6}" text-anchor="middle">{say.TURN}</text>'


def _band(moments: Sequence[Moment], seat: int, frame: Frame) -> str:
    upper = [(number, moment.shares[seat] + 2 * moment.errors[seat]) for number, moment in enumerate(moments)]
    lower = [(number, moment.shares[seat] - 2 * moment.errors[seat]) for number, moment in enumerate(moments)]
    points = [f"{_x(moments, number, frame):.1f} {_y(share, frame):.1f}" for number, share in [*upper, *reversed(lower)]]
    return f'<path class="doubt t{seat % SEAT_TINTS + 1}" d="M{"L".join(points)}z"/>'


def _line(moments: Sequence[Moment], seat: int, frame: Frame) -> str:
    points = [(_x(moments, number, frame), _y(moment.shares[seat], frame)) for number, moment in enumerate(moments)]
    path = "L".join([f"{x:.1f} {y:.1f}" for x, y in points])
    x, y = points[-1]
    kind, mark = f"t{seat % SEAT_TINTS + 1}", MARKS[seat % len(MARKS)]
    return f'<path class="line {kind}" d="M{path}"/><path class="mark {kind}" d="{mark}" transform="translate({x:.1f} {y:.1f})"/>'


def _mark(review: Review, number: int, frame: Frame) -> str:
    """A sign on the line of who erred."""
    change = review.changes[number]
    if change.verdict is None:
        return ""
    x, y = _x(review.moments, number, frame), _y(review.moments[number].shares[change.actor], frame)
    told = f"{say.TURN} {change.turn}: {say.LABELS[change.verdict.shown]}"
    return f'<circle class="erred" cx="{x:.1f}" cy="{y:.1f}" r="5"><title>{esc(told)}</title></circle>'


def _labels(moments: Sequence[Moment], names: Sequence[str], frame: Frame) -> str:
    """The names at the ends of the lines, kept apart from each other."""
    places = apart({seat: _y(share, frame) for seat, share in enumerate(moments[-1].shares)}, TOP, frame.height - BOTTOM)
    x = frame.width - frame.right + 12
    return "".join(
        [
            f'<text class="end" x="{x}" y="{place + 5:.1f}">{esc(short(names[seat], frame.letters))}</text>'
            for seat, place in places.items()
        ]
    )
