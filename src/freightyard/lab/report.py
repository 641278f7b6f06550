"""A report of one or more runs of a game: one HTML file that needs nothing else, readable on paper."""

import platform
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Final

import altair
import jinja2
import msgspec
import polars as pl

from freightyard import __version__, build
from freightyard.lab import charts
from freightyard.lab.charts import Chart
from freightyard.lab.compare import Comparison, amount, compare_runs, number
from freightyard.lab.errors import LabError
from freightyard.lab.measures import LENGTHS, Place, Summary, summarise
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
    "day end": ("How days end", "times a game"),
}
_VALUED: Final = {"corporation": "Corporations", "city": "Cities claimed", "city tile": "Deliveries to a city tile"}


class Section(msgspec.Struct, frozen=True):
    """A chapter of a report: sentences and charts."""

    title: str
    sentences: tuple[str, ...]
    charts: tuple[Chart, ...]


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that a report says."""

    title: str
    runs: Mapping[str, Run]
    summaries: Mapping[str, Summary]
    comparisons: tuple[Comparison, ...]
    sections: tuple[Section, ...]

    def charts(self) -> list[Chart]:
        """All charts, each with a name of its own."""
        return [chart for section in self.sections for chart in section.charts]


def report_of(runs: Sequence[Run], title: str | None = None) -> Report:
    """The report of runs of the same game, the first of them held against each of the others."""
    if len({run.experiment.game.name for run in runs}) != 1:
        raise LabError("a report is about runs of one game")
    named = _named(runs)
    frames = {name: run.frame(run.experiment.games) for name, run in named.items()}
    for name, frame in frames.items():
        if not frame.height:
            raise LabError(f"{name} has no games yet")
    summaries = {name: summarise(frame) for name, frame in frames.items()}
    first, *others = named.values()
    seats = len(first.experiment.players)
    comparisons = tuple(compare_runs(first, other) for other in others if len(other.experiment.players) == seats)
    sections = [*_comparing(comparisons), *_playing(frames, summaries), *_worth(summaries)]
    return Report(
        title=title or f"{first.experiment.game.title}: {', '.join(named)}",
        runs=named,
        summaries=summaries,
        comparisons=comparisons,
        sections=tuple(section for section in sections if section.charts or section.sentences),
    )


def write_html(report: Report, path: Path) -> None:
    """Write the report as one file."""
    loader = jinja2.PackageLoader("freightyard.lab", "templates")
    environment = jinja2.Environment(loader=loader, autoescape=True, trim_blocks=True, lstrip_blocks=True)
    environment.filters.update(amount=_amount, pm=_with_interval, percent=_percent)
    page = environment.get_template("report.html").render(
        report=report,
        lengths=[(name, words_of(name)) for name in LENGTHS],
        versions=_versions(),
        sections=[(section, [(chart, chart.svg()) for chart in section.charts]) for section in report.sections],
    )
    _written(path, page.encode())


def write_charts(report: Report, folder: Path, form: str) -> list[Path]:
    """Write every chart into a file of its own, as svg or png."""
    paths = []
    for chart in report.charts():
        path = folder / f"{chart.name}.{form}"
        _written(path, chart.png() if form == "png" else chart.svg().encode())
        paths.append(path)
    return paths


def _written(path: Path, content: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    except OSError as reason:
        raise LabError(f"{path} cannot be written: {(reason.strerror or str(reason)).lower()}") from None


def _named(runs: Sequence[Run]) -> dict[str, Run]:
    names = [run.experiment.name for run in runs]
    return {
        name if names.count(name) == 1 else f"{name} ({index})": run
        for index, (name, run) in enumerate(zip(names, runs, strict=True), 1)
    }


def _comparing(comparisons: Sequence[Comparison]) -> Iterator[Section]:
    for index, comparison in enumerate(comparisons, 1):
        chart = charts.differences_chart(comparison)
        how = (
            "Game by game from the same seeds, so that much of the luck is the same in both."
            if comparison.paired
            else "The seeds differ, so the games have nothing to do with each other."
        )
        title = f"{comparison.b} against {comparison.a}"
        yield Section(title, (how,), (msgspec.structs.replace(chart, name=f"differences-{index}"),))


def _playing(frames: Mapping[str, pl.DataFrame], summaries: Mapping[str, Summary]) -> Iterator[Section]:
    pictures = [
        charts.wins_chart("wins-by-seat", "Wins by seat", "The line is a fair share.", summaries, lambda one: one.seats),
        charts.wins_chart(
            "wins-by-turn",
            "Wins by the order of first turns",
            "Turn 1: the seat that had the first turn.",
            summaries,
            lambda one: one.places,
        ),
    ]
    several = {name: one for name, one in summaries.items() if len(one.bots) > 1}
    if several:
        pictures.append(
            charts.wins_chart("wins-by-bot", "Wins by bot", "The line is a fair share.", several, lambda one: one.bots)
        )
    yield Section("Who wins", tuple(_who_wins(summaries)), tuple(pictures))
    yield Section(
        "How it goes",
        tuple(_how_it_goes(summaries)),
        (
            charts.scores_histogram(frames),
            charts.values_histogram("turns", "Turns", "How long games are.", frames, "turns"),
            charts.values_histogram(
                "lead-changes", "Changes of the lead", "How often another seat takes the lead.", frames, "lead-changes"
            ),
            charts.bars(
                "verbs",
                "Verbs",
                "How often each is used.",
                summaries,
                "verb",
                lambda thing: thing.a_game,
                "uses a game, all seats together",
            ),
        ),
    )


def _who_wins(summaries: Mapping[str, Summary]) -> Iterator[str]:
    for name, one in summaries.items():
        before = f"{name}: " if len(summaries) > 1 else ""
        begins = one.places[0]
        yield f"{before}Who has the first turn wins {_percent(begins.wins)} of the games; {_judged(begins)}."
        best = max(one.seats, key=lambda place: place.wins.mean)
        worst = min(one.seats, key=lambda place: place.wins.mean)
        yield f"{before}By seat, wins go from {_percent(worst.wins)} ({worst.name}) to {_percent(best.wins)} ({best.name})."
        for skill in one.skill:
            share = max(0.0, 2 * skill.above.mean - 1)
            yield (
                f"{before}Luck against skill: {skill.better} ends above {skill.other} in {_percent(skill.above)} of their "
                f"meetings. "
                f"50 % would be luck alone, 100 % skill alone; this is {share * 100:.0f} % of the way."
            )
    if not any(one.skill for one in summaries.values()):
        yield "All seats were played by the same bot, so nothing is said about luck against skill."


def _judged(place: Place) -> str:
    fair = f"a fair share is {place.fair * 100:.1f} %"
    if place.wins.low <= place.fair <= place.wins.high:
        return f"{fair}, which luck explains"
    return f"{fair}, so beginning {'helps' if place.wins.mean > place.fair else 'hurts'}"


def _how_it_goes(summaries: Mapping[str, Summary]) -> Iterator[str]:
    for name, one in summaries.items():
        before = f"{name}: " if len(summaries) > 1 else ""
        at = one.lengths
        yield (
            f"{before}A game has {number(at['turns'].mean)} turns and {number(at['decisions'].mean)} decisions with "
            f"{number(at['choices'].mean)} legal moves each; the lead changes {number(at['lead-changes'].mean)} times, "
            f"and the winner takes it for good when {at['led-from'].mean * 100:.0f} % of the game is over."
        )
        ends = ", ".join(f"{slug} {count / one.games * 100:.1f} %" for slug, count in one.ended_by.items())
        yield f"{before}Games end by: {ends}."


def _worth(summaries: Mapping[str, Summary]) -> Iterator[Section]:
    sorts = {sort for one in summaries.values() for sort in one.things}
    pictures = []
    for sort, (title, axis) in _WORTH.items():
        if sort in sorts:
            pictures.append(charts.bars(_slug(sort), title, "", summaries, sort, lambda thing: thing.points_a_game, axis))
    for sort, (title, axis) in _OFTEN.items():
        if sort in sorts:
            pictures.append(charts.bars(_slug(sort), title, "", summaries, sort, lambda thing: thing.a_game, axis))
    for sort, title in _VALUED.items():
        for index, (name, one) in enumerate(summaries.items(), 1):
            if sort in one.things and len(summaries) <= 2:
                caption = f"{name}. Wins of the seats that had it, with the interval; the line is a fair share."
                pictures.append(charts.value_chart(f"wins-with-{_slug(sort)}-{index}", title, caption, one, sort))
    yield Section("What things are worth", (), tuple(pictures))


def _slug(words: str) -> str:
    return words.replace(" ", "-")


def _versions() -> list[tuple[str, str]]:
    return [
        ("freightyard", f"{__version__}, {build()}"),
        ("Python", platform.python_version()),
        ("polars", pl.__version__),
        ("altair", altair.__version__),
        ("vl-convert", version("vl-convert-python")),
    ]


def _percent(value: Estimate) -> str:
    return f"{value.mean * 100:.1f} % ({value.low * 100:.1f}–{value.high * 100:.1f})"


def _amount(value: float, measure: str) -> str:
    return amount(measure, value)


def _with_interval(value: Estimate, measure: str = "") -> str:
    return f"{amount(measure, value.mean)} ({amount(measure, value.low)} to {amount(measure, value.high)})"
