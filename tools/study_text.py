"""Fills in the text about the studies: figures come from the results, and a sentence that they do not bear out is refused.

In the text, `study("cabooses")` is a study, `.runs["with"].summary` the measures of a run, and `difference("cabooses", "score")`
what a comparison found. `so(condition)` writes nothing: it stands before a sentence, and no text is written if that is not so.
"""

from collections.abc import Mapping
from traceback import walk_tb
from typing import TYPE_CHECKING, Any

import jinja2

from freightyard.lab.compare import Difference, amount, number
from freightyard.lab.measures import Summary, Thing
from freightyard.lab.stats import Estimate

if TYPE_CHECKING:
    from tools.studies import Results


class NotSo(Exception):
    """A sentence says what the results do not."""


def written(text: str, results: "Mapping[str, Results]") -> str:
    """The text with its figures."""
    environment = jinja2.Environment(
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,  # noqa: S701  (Markdown from our own numbers)
    )
    environment.filters.update(percent=_percent, span=_span, number=number)

    def difference(study: str, measure: str, place: int = 0) -> Difference:
        return next(one for one in results[study].comparisons[place].differences if one.measure == measure)

    def change(one: Difference) -> str:
        return amount(one.measure, one.difference.mean, True)

    def interval(one: Difference) -> str:
        return f"{amount(one.measure, one.difference.low, True)} to {amount(one.measure, one.difference.high, True)}"

    def so(condition: Any) -> str:
        if not condition:
            raise NotSo
        return ""

    names = {
        "study": lambda name: results[name],
        "difference": difference,
        "change": change,
        "interval": interval,
        "thing": _thing,
        "kept": _kept,
        "never_kept": _never_kept,
        "so": so,
        "codes": sorted({(run.version, run.code) for one in results.values() for run in one.runs.values()}),
    }
    try:
        return environment.from_string(text).render(names)
    except NotSo as error:
        lines = [line for frame, line in walk_tb(error.__traceback__) if frame.f_code.co_filename == "<template>"]
        raise NotSo(f"line {lines[-1]} of the text does not hold any more: {text.splitlines()[lines[-1] - 1]}") from None


def _percent(value: Estimate | float, digits: int = 1) -> str:
    """A share."""
    return f"{(value.mean if isinstance(value, Estimate) else value) * 100:.{digits}f} %"


def _span(value: Estimate) -> str:
    """The interval of a share."""
    return f"{value.low * 100:.1f}–{value.high * 100:.1f}"


def _thing(summary: Summary, sort: str, name: str) -> Thing:
    return next(one for one in summary.things[sort] if one.name == name)


def _kept(summary: Summary) -> list[Thing]:
    """The corporations from the best to the worst, without those that hardly anybody keeps."""
    things = [one for one in summary.things["corporation"] if one.wins and one.wins.width < 0.1]
    return sorted(things, key=lambda one: -one.wins.mean if one.wins else 0.0)


def _never_kept(summary: Summary) -> list[str]:
    """The corporations that were offered and that nobody kept."""
    kept = {one.name for one in summary.things["corporation"]}
    return sorted(one.name for one in summary.things["corporation offered"] if one.name not in kept)
