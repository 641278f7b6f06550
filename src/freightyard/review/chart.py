"""Everybody's share of the win over a game, with the doubt about it, as lines in the looks of the chart of points."""

from collections.abc import Sequence

from freightyard.page.chart import BOTTOM, LEFT, LINE, MARKS, NARROW, TOP, WIDE, Frame, short
from freightyard.page.markup import esc
from freightyard.page.players import SEAT_TINTS
from freightyard.review import sentences as say
from freightyard.review.review import Moment, Review


def shares_chart(review: Review, names: Sequence[str]) -> str:
    """The chart, for wide and for narrow screens."""
    pictures = f"{_picture(review, names, WIDE)}{_picture(review, names, NARROW)}"
    return f'<figure class="chart shares" tabindex="0" aria-label="{say.OVER_TIME}">{pictures}</figure>'


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
    return (
        "".join(found)
        + f'<text class="tick" x="{middle:.0f}" y="{frame.height - 6}" text-anchor="middle">{say.TURN_COLUMNS[0]}</text>'
    )


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
    told = f"{say.TURN_COLUMNS[0]} {change.turn}: {say.LABELS[change.verdict.label]}"
    return f'<circle class="erred" cx="{x:.1f}" cy="{y:.1f}" r="5"><title>{esc(told)}</title></circle>'


def _labels(moments: Sequence[Moment], names: Sequence[str], frame: Frame) -> str:
    """The names at the ends of the lines, kept apart from each other."""
    shares = moments[-1].shares
    places, free = {}, 0.0
    for seat in sorted(range(len(names)), key=lambda seat: -shares[seat]):
        places[seat] = max(free, _y(shares[seat], frame))
        free = places[seat] + LINE
    over = max(0.0, free - LINE - (frame.height - BOTTOM))
    x = frame.width - frame.right + 12
    return "".join(
        [
            f'<text class="end" x="{x}" y="{place - over + 5:.1f}">{esc(short(names[seat], frame.letters))}</text>'
            for seat, place in places.items()
        ]
    )
