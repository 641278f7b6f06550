"""A report of one or more runs of a game: one HTML file that needs nothing else, readable on paper."""

import platform
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

import altair
import jinja2
import msgspec
import polars as pl

from freightyard import __version__
from freightyard.core.contract import Game
from freightyard.lab import charts
from freightyard.lab import report_sentences as sentences
from freightyard.lab.charts import Chart
from freightyard.lab.compare import Comparison, amount, compare_runs
from freightyard.lab.errors import LabError
from freightyard.lab.measures import LENGTHS, Summary, summarise
from freightyard.lab.report_sentences import Sentences
from freightyard.lab.run import Run
from freightyard.lab.scalars import words_of
from freightyard.lab.stats import Estimate

# Sorts of tallies with a chart of their own: what the chart shows, and of which number of a thing.
_WORTH: Final = {
    "score": ("Where points come from", "points a game, all seats together"),
    "shipment": ("Shipments", "points a game, all seats together"),
    "city": ("Cities", "credits a game, all seats together"),
    "colour": ("Colours", "money for deliveries a game, all seats together"),
    "city tile": ("City tiles", "money for deliveries to it a game, all seats together"),
    "delivery": ("Deliveries", "money a game, all seats together"),
}
_OFTEN: Final = {
    "resource": ("Resources", "cars shipped a game, all seats together"),
    "track": ("Track", "pieces built a game, all seats together"),
    "bankrupt": ("Bankrupts", "seats a game"),
}
_VALUED: Final = {"city": "Cities claimed", "city tile": "Deliveries to a city tile", "corporation": "Corporations"}
_BESIDE: Final = ("city", "city tile")  # many short names: two charts of them stand side by side
_VALUED_RUNS: Final = 2  # a chart a run: with more of them nobody would compare them any more


class Section(msgspec.Struct, frozen=True):
    """A chapter of a report: sentences and charts."""

    title: str
    said: tuple[Sentences, ...]
    charts: tuple[Chart, ...]

    def rows(self) -> list[list[Chart]]:
        """The charts as they stand on the page: one or two side by side."""
        rows: list[list[Chart]] = []
        for chart in self.charts:
            beside = rows and len(rows[-1]) == 1 and chart.half and rows[-1][0].half and not chart.begins
            rows[-1].append(chart) if beside else rows.append([chart])
        return rows


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that a report says."""

    title: str
    runs: Mapping[str, Run]
    summaries: Mapping[str, Summary]
    comparisons: tuple[Comparison, ...]
    short: tuple[Sentences, ...]
    sections: tuple[Section, ...]

    def charts(self) -> list[Chart]:
        """All charts, each with a name of its own."""
        return [chart for section in self.sections for chart in section.charts]


def report_of(runs: Sequence[Run], title: str | None = None) -> Report:
    """The report of runs of the same game, the first of them held against each of the others."""
    if len({run.experiment.game.name for run in runs}) != 1:
        raise LabError("a report can only compare runs of the same game")
    named = _named(runs)
    frames = {name: run.frame(run.experiment.games) for name, run in named.items()}
    for name, frame in frames.items():
        if not frame.height:
            raise LabError(f"{name} has no games yet")
    summaries = {name: summarise(frame) for name, frame in frames.items()}
    first, *others = named.values()
    seats = len(first.experiment.players)
    comparisons = tuple(compare_runs(first, other) for other in others if len(other.experiment.players) == seats)
    game = first.experiment.game
    sections = [*_comparing(comparisons), *_playing(game, frames, summaries), *_worth(first.experiment.edition.raw, summaries)]
    return Report(
        title=title or f"{game.title}: {', '.join(named)}",
        runs=named,
        summaries=summaries,
        comparisons=comparisons,
        short=tuple(sentences.in_short(summaries)),
        sections=tuple(section for section in sections if section.charts or section.said),
    )


def write_html(report: Report, path: Path) -> None:
    """Write the report as one file."""
    loader = jinja2.PackageLoader("freightyard.lab", "templates")
    environment = jinja2.Environment(loader=loader, autoescape=True, trim_blocks=True, lstrip_blocks=True)
    environment.filters.update(amount=_amount, pm=_with_interval, gap=_gap, percent=sentences.percent)
    page = environment.get_template("report.html").render(
        report=report,
        lengths=[(name, words_of(name)) for name in LENGTHS],
        played_by=_played_by(report.runs),
        drawn_with=_drawn_with(),
        sections=report.sections,
    )
    _written(path, _kept_together(page).encode())


def _kept_together(page: str) -> str:
    """No line begins with a % of its own."""
    for unit in ("%", "pp"):
        page = page.replace(f" {unit}", f"\N{NO-BREAK SPACE}{unit}")
    return page


def write_charts(report: Report, folder: Path, form: str) -> list[Path]:
    """Write every chart into a file of its own, as svg or png."""
    paths = []
    for chart in report.charts():
        path = folder / f"{chart.name}.{form}"
        _written(path, chart.file(form))
        paths.append(path)
    return paths


def _written(path: Path, content: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    except OSError as reason:
        raise LabError(f"cannot write {path}: {(reason.strerror or str(reason)).lower()}") from None


def _named(runs: Sequence[Run]) -> dict[str, Run]:
    names = [run.experiment.name for run in runs]
    return {
        name if names.count(name) == 1 else f"{name} ({index})": run
        for index, (name, run) in enumerate(zip(names, runs, strict=True), 1)
    }


def _comparing(comparisons: Sequence[Comparison]) -> Iterator[Section]:
    for index, comparison in enumerate(comparisons, 1):
        chart = charts.differences_chart(comparison)
        title = f"{comparison.b} against {comparison.a}"
        yield Section(
            title, tuple(sentences.differences(comparison)), (msgspec.structs.replace(chart, name=f"differences-{index}"),)
        )


def _playing(game: Game, frames: Mapping[str, pl.DataFrame], summaries: Mapping[str, Summary]) -> Iterator[Section]:
    fair = "The line marks equal shares."
    pictures = [
        charts.wins_chart("wins-by-turn", "Wins by the order of first turns", fair, summaries, lambda one: one.places),
        charts.wins_chart("wins-by-seat", "Wins by seat", fair, summaries, lambda one: one.seats),
    ]
    several = {name: one for name, one in summaries.items() if len(one.bots) > 1}
    if several:
        pictures.append(charts.wins_chart("wins-by-bot", "Wins by bot", fair, several, lambda one: one.bots))
    yield Section("Who wins", tuple(sentences.who_wins(summaries)), tuple(pictures))
    spread = charts.values_histogram
    yield Section(
        "How it goes",
        tuple(sentences.how_it_goes(game, summaries)),
        (
            charts.scores_histogram(frames),
            spread("turns", "Turns", "How long games are.", frames, "turns"),
            spread("lead-changes", "Changes of the lead", "How many there are in a game.", frames, "lead-changes"),
            spread("led-from", "The lead for good", "How much of the game is over by then.", frames, "led-from", "%"),
            charts.bars(
                "verbs",
                "Verbs",
                "How often each is used.",
                summaries,
                "verb",
                lambda thing: thing.a_game,
                "uses a game, all seats",
            ),
        ),
    )


def _worth(raw: Mapping[str, Any], summaries: Mapping[str, Summary]) -> Iterator[Section]:
    sorts = {sort for one in summaries.values() for sort in one.things}
    few: list[Chart] = []
    many: list[Chart] = []
    for sort, (title, axis) in _WORTH.items():
        if sort in sorts:
            caption = sentences.letters_of(raw) if sort == "city tile" else ""
            beside = sort in _BESIDE and len(summaries) == 1
            chart = charts.bars(_slug(sort), title, caption, summaries, sort, lambda thing: thing.points_a_game, axis, beside)
            (many if sort in _VALUED else few).append(chart)
    for sort, (title, axis) in _OFTEN.items():
        if sort in sorts:
            few.append(charts.bars(_slug(sort), title, "", summaries, sort, lambda thing: thing.a_game, axis))
    for sort, title in _VALUED.items():
        for index, (name, one) in enumerate(summaries.items(), 1):
            if sort in one.things and len(summaries) <= _VALUED_RUNS:
                whose = f"{name}: wins" if len(summaries) > 1 else "Wins"
                caption = f"{whose} of the seats that had it; the line marks equal shares."
                many.append(charts.value_chart(f"wins-with-{_slug(sort)}-{index}", title, caption, one, sort, sort in _BESIDE))
    if many:
        many[0] = msgspec.structs.replace(many[0], begins=True)
    pictures = [*few, *many]
    yield Section("What things are worth", tuple(sentences.worth(summaries)), tuple(pictures))


def _slug(words: str) -> str:
    return words.replace(" ", "-")


def _played_by(runs: Mapping[str, Run]) -> list[str]:
    """Which rules and bots played; the code that plays need not be the one that writes the report."""
    return sorted(
        {f"freightyard {run.experiment.version}, rules and bots {run.experiment.code or 'unknown'}" for run in runs.values()}
    )


def _drawn_with() -> list[str]:
    parts = (
        ("freightyard", __version__),
        ("Python", platform.python_version()),
        ("polars", pl.__version__),
        ("altair", altair.__version__),
        ("vl-convert", version("vl-convert-python")),
    )
    return [f"{name} {number}" for name, number in parts]


def _amount(value: float, measure: str) -> str:
    return amount(measure, value)


def _with_interval(value: Estimate, measure: str = "") -> str:
    return f"{amount(measure, value.mean)} ({amount(measure, value.low)} to {amount(measure, value.high)})"


def _gap(value: Estimate, measure: str) -> str:
    low, high = amount(measure, value.low, True), amount(measure, value.high, True)
    return f"{amount(measure, value.mean, True)} ({low} to {high})"
