"""The charts of a report: drawn without a browser, as SVG or PNG. Every chart gets small tables, never whole runs."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from io import BytesIO, StringIO
from math import floor, sqrt
from typing import Any, Final

import altair as alt
import msgspec
import polars as pl

from freightyard.lab.compare import Comparison, amount
from freightyard.lab.measures import Place, Summary, Thing
from freightyard.lab.scalars import values_of

_WIDTH: Final = 700  # of a whole chart with its labels, so that letters are of one size on all of them
_HALF: Final = 340  # of one of two charts side by side
# Whoever opens a chart has other fonts than whoever drew it. Letters of the widest usual font take so much, and get it.
_LETTER: Final = 6.8
_GAP: Final = 14
# Apart in colour, in lightness and so on grey paper too.
_COLOURS: Final = ("#1b4965", "#e07a1f", "#7fb069", "#9d4edd", "#c1121f", "#5fa8d3")
_BARS_AT_MOST: Final = 30
_FEW: Final = 6

Rows = list[dict[str, Any]]


class Chart(msgspec.Struct, frozen=True):
    """A picture with what it shows in a sentence. `half`: two of them stand side by side; one that `begins` is on the left."""

    name: str
    title: str
    caption: str
    picture: Any
    half: bool = False
    begins: bool = False

    def svg(self) -> str:
        """As text, to be put into a page that has its title."""
        page = StringIO()
        self.picture.save(page, format="svg")
        return page.getvalue()

    def file(self, form: str) -> bytes:
        """As a file of its own, svg or png, with its title in it and sharp on paper."""
        title = alt.TitleParams(self.title, subtitle=self.caption, anchor="start", fontSize=13, subtitleFontSize=11)
        titled = self.picture.properties(title=title)
        if form == "svg":
            page = StringIO()
            titled.save(page, format="svg")
            return page.getvalue().encode()
        file = BytesIO()
        titled.save(file, format="png", scale_factor=2)
        return file.getvalue()


def wins_chart(
    name: str, title: str, caption: str, summaries: Mapping[str, Summary], who: Callable[[Summary], Sequence[Place]]
) -> Chart:
    """The share of wins with its interval, and a line where luck alone would put everybody."""
    rows = [
        {"run": run, "who": place.name, "wins": place.wins.mean, "low": place.wins.low, "high": place.wins.high}
        for run, summary in summaries.items()
        for place in who(summary)
    ]
    base = alt.Chart(_data(rows))
    y = alt.Y("who:N", title=None, sort=None, axis=_labels([str(row["who"]) for row in rows]))
    offset = alt.YOffset("run:N", sort=list(summaries))
    colour = _by_run(summaries)
    x = alt.X(
        "wins:Q",
        title="share of wins",
        axis=alt.Axis(format="%", tickCount=5, labelOverlap=True, labelSeparation=_GAP),
        scale=alt.Scale(zero=False, padding=12),
    )
    bars = base.mark_rule(strokeWidth=3).encode(
        x=alt.X("low:Q", title="share of wins"), x2="high:Q", y=y, yOffset=offset, color=colour
    )
    dots = base.mark_point(size=70, filled=True, opacity=1).encode(x=x, y=y, yOffset=offset, color=colour)
    fair = sorted({summary.fair for summary in summaries.values()})
    line = alt.Chart(_data([{"fair": value} for value in fair])).mark_rule(strokeDash=[4, 3], color="#666").encode(x="fair:Q")
    height = max(60, 16 * len(rows) + 24)
    return Chart(name, title, caption, _finished(line + bars + dots, height, _HALF), half=True)


def histogram(
    name: str,
    title: str,
    caption: str,
    frames: Mapping[str, pl.DataFrame],
    values: Callable[[pl.DataFrame], Sequence[float]],
    form: str = "",
    of: str = "games",
) -> Chart:
    """How often a number comes up, as steps: one line a run."""
    samples = {run: list(values(frame)) for run, frame in frames.items()}
    step = _step([value for sample in samples.values() for value in sample])
    # Whole numbers that have a step each stand in its middle, above their tick.
    shift = -0.5 if step == 1 else 0.0
    rows: Rows = []
    for run, sample in samples.items():
        counts = Counter(floor(value / step) for value in sample)
        low, high = min(counts, default=0), max(counts, default=0)
        rows.append({"run": run, "x": low * step + shift, "share": 0.0})
        for number in range(low, high + 1):
            rows.append({"run": run, "x": number * step + shift, "share": counts[number] / len(sample)})
        rows.append({"run": run, "x": (high + 1) * step + shift, "share": 0.0})
    ticks = alt.Axis(
        tickMinStep=1 if step >= 1 else alt.Undefined,
        format=form or (",d" if step >= 1 else ""),
        tickCount=6,
        labelOverlap=True,
        labelSeparation=_GAP,
    )
    picture = (
        alt.Chart(_data(rows))
        .mark_area(interpolate="step-after", line=True, opacity=0.18)
        .encode(
            x=alt.X("x:Q", title=None, axis=ticks, scale=alt.Scale(zero=False, nice=False)),
            y=alt.Y(
                "share:Q",
                title=f"share of {of}",
                axis=alt.Axis(format="%", tickCount=5, labelOverlap=True, labelSeparation=_GAP),
                stack=None,
            ),
            color=_by_run(frames),
        )
    )
    return Chart(name, title, caption, _finished(picture, 140, _HALF), half=True)


def values_histogram(
    name: str, title: str, caption: str, frames: Mapping[str, pl.DataFrame], measure: str, form: str = ""
) -> Chart:
    """How a measure of single games is spread."""
    return histogram(name, title, caption, frames, lambda frame: [v for v in values_of(frame, measure) if v is not None], form)


def scores_histogram(frames: Mapping[str, pl.DataFrame]) -> Chart:
    """How the points of single seats are spread."""
    caption = "Of every seat at the end."
    return histogram("points", "Points", caption, frames, lambda frame: frame["scores"].explode().to_list(), of="seats")


def bars(
    name: str,
    title: str,
    caption: str,
    summaries: Mapping[str, Summary],
    sort: str,
    value: Callable[[Thing], float],
    axis: str,
    half: bool = False,
) -> Chart:
    """What each thing of a sort was worth, the most first. A few of them need half the width."""
    rows: Rows = [
        {"run": run, "name": thing.name, "value": value(thing)}
        for run, summary in summaries.items()
        for thing in summary.things.get(sort, ())
    ]
    total: Counter[str] = Counter()
    for row in rows:
        total[row["name"]] += abs(row["value"])
    order = [entry for entry, _ in sorted(total.items(), key=lambda item: (-item[1], item[0]))][:_BARS_AT_MOST]
    rows = [row for row in rows if row["name"] in order]
    picture = (
        alt.Chart(_data(rows))
        .mark_bar()
        .encode(
            x=alt.X("value:Q", title=axis, axis=alt.Axis(tickCount=6, labelOverlap=True, labelSeparation=_GAP)),
            y=alt.Y("name:N", title=None, sort=order, axis=_labels(order)),
            yOffset=alt.YOffset("run:N", sort=list(summaries)),
            color=_by_run(summaries),
        )
    )
    half = half or len(order) <= _FEW
    height = max(50, len(order) * max(15, 8 * len(summaries) + 6))
    return Chart(name, title, caption, _finished(picture, height, _HALF if half else _WIDTH), half=half)


def value_chart(name: str, title: str, caption: str, summary: Summary, sort: str, half: bool = False) -> Chart:
    """Whether those who had a thing won more than their share: a dot with its interval for each thing."""
    things = [thing for thing in summary.things.get(sort, ()) if thing.wins is not None]
    things = sorted(things, key=lambda thing: -thing.had)[:_BARS_AT_MOST]
    things.sort(key=lambda thing: -(thing.wins.mean if thing.wins else 0))
    order = [thing.name for thing in things]
    rows = [
        {"name": thing.name, "wins": thing.wins.mean, "low": thing.wins.low, "high": thing.wins.high}
        for thing in things
        if thing.wins is not None
    ]
    base = alt.Chart(_data(rows))
    y = alt.Y("name:N", title=None, sort=order, axis=_labels(order))
    rules = base.mark_rule(strokeWidth=3, color=_COLOURS[0]).encode(
        x=alt.X("low:Q", title="wins of those who had it"), x2="high:Q", y=y
    )
    x = alt.X(
        "wins:Q",
        axis=alt.Axis(format="%", tickCount=5, labelOverlap=True, labelSeparation=_GAP),
        scale=alt.Scale(zero=False, padding=12),
    )
    dots = base.mark_point(size=60, filled=True, opacity=1, color=_COLOURS[0]).encode(x=x, y=y)
    line = alt.Chart(_data([{"fair": summary.fair}])).mark_rule(strokeDash=[4, 3], color="#666").encode(x="fair:Q")
    return Chart(
        name, title, caption, _finished(line + rules + dots, max(60, 15 * len(rows)), _HALF if half else _WIDTH), half=half
    )


def differences_chart(comparison: Comparison) -> Chart:
    """Every difference in standard deviations of a single game, with its interval: what lies across 0 is not shown."""
    rows: Rows = []
    for one in comparison.differences:
        spread = sqrt((one.a.spread**2 + one.b.spread**2) / 2) or 1.0
        reach = (one.difference.low / spread, one.difference.high / spread)
        rows.append(
            {
                "what": one.words,
                "effect": one.effect,
                "low": reach[0],
                "high": reach[1],
                "shown": "shown" if one.shown else "not shown",
                "told": amount(one.measure, one.difference.mean, True),
            }
        )
    order = [row["what"] for row in rows]
    base = alt.Chart(_data(rows))
    y = alt.Y("what:N", title=None, sort=order, axis=_labels(order))
    scale = alt.Scale(domain=["shown", "not shown"], range=[_COLOURS[1], "#999"])
    colour = alt.Color("shown:N", title=None, scale=scale, legend=_legend(["not shown"]))
    axis = "difference in standard deviations of a game"
    ticks = alt.Axis(tickCount=7, labelOverlap=True, labelSeparation=_GAP)
    x = alt.X("effect:Q", title=axis, axis=ticks, scale=alt.Scale(zero=True, padding=40))  # room for the numbers
    rules = base.mark_rule(strokeWidth=3).encode(x=alt.X("low:Q", title=axis), x2="high:Q", y=y, color=colour)
    dots = base.mark_point(size=60, filled=True, opacity=1).encode(x=x, y=y, color=colour)
    texts = base.mark_text(align="left", dx=7, fontSize=10, color="#333").encode(x="high:Q", y=y, text="told:N")
    zero = alt.Chart(_data([{"zero": 0}])).mark_rule(strokeDash=[4, 3], color="#666").encode(x="zero:Q")
    caption = (
        f"{comparison.b} less {comparison.a}, over {comparison.games:,} games each; the numbers are the differences themselves."
    )
    return Chart("differences", "Differences", caption, _finished(zero + rules + dots + texts, 22 * len(rows)))


def _finished(picture: Any, height: int, width: int = _WIDTH) -> Any:
    return (
        picture.properties(width=width, height=height, autosize=alt.AutoSizeParams(type="fit-x", contains="padding"))
        .configure(
            font="Helvetica, Arial, sans-serif", background="white", padding={"left": 4, "right": 12, "top": 4, "bottom": 4}
        )
        .configure_view(stroke=None)
        .configure_axis(labelFontSize=11, titleFontSize=11, titleFontWeight="normal", gridColor="#e6e6e6", labelLimit=320)
        .configure_axisY(grid=False)
    )


def _labels(names: Sequence[str]) -> alt.Axis:
    """An axis with room for its labels in any font."""
    room = min(320.0, 10 + _LETTER * max(map(len, names), default=0))
    return alt.Axis(minExtent=room, maxExtent=room)


def _by_run(runs: Mapping[str, Any]) -> alt.Color:
    names = list(runs)
    colours = [_COLOURS[number % len(_COLOURS)] for number in range(len(names))]
    legend = _legend(names) if len(names) > 1 else None
    return alt.Color("run:N", title=None, scale=alt.Scale(domain=names, range=colours), legend=legend)


def _legend(names: Sequence[str]) -> alt.Legend:
    longest = max(map(len, names))
    columns = max(1, int(_HALF // (_LETTER * longest + 2 * _GAP)))
    return alt.Legend(
        orient="top",
        columns=columns,
        columnPadding=_GAP + longest,
        labelFontSize=11,
        labelLimit=300,
        symbolType="square",
        symbolOpacity=1,
        symbolStrokeWidth=0,
    )


def _data(rows: Rows) -> alt.InlineData:
    return alt.InlineData(values=rows)


def _step(values: Sequence[float]) -> float:
    """A round width that makes some thirty steps of the range, leaving the few far out aside."""
    ordered = sorted(values)
    aside = len(ordered) // 100
    reach = ordered[-1 - aside] - ordered[aside]
    whole = all(value == int(value) for value in values)
    wanted = reach / 30 or 1.0
    power = 1.0
    while power > wanted:
        power /= 10
    while power * 10 <= wanted:
        power *= 10
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= wanted)
    return max(1.0, float(round(step))) if whole else step
