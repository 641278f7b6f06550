"""The studies in docs/studies: the text, the reports and the results say the same, and rest on the games that they name."""

from html import unescape
from pathlib import Path

import msgspec
import pytest

from freightyard.lab.experiment import read_experiment
from freightyard.lab.report_sentences import in_short
from tools.studies import STUDIES, Results, results_of
from tools.study_text import NotSo, written

FOLDER = Path(__file__).parents[1] / "docs" / "studies"


def results() -> dict[str, Results]:
    return {study: results_of(study, FOLDER) for study in STUDIES}


def test_every_figure_in_the_text_comes_from_the_results() -> None:
    assert written((FOLDER / "README.in.md").read_text(encoding="utf-8"), results()) == (FOLDER / "README.md").read_text("utf-8")


def test_a_sentence_that_the_results_do_not_bear_out_is_refused() -> None:
    text = "# Studies\n\n{{ so(study('cabooses').games < 0) -}}\n- Nobody plays.\n"
    with pytest.raises(NotSo, match="line 3 of the text does not hold any more"):
        written(text, results())


@pytest.mark.parametrize("study", STUDIES)
def test_the_results_are_those_of_the_experiments_and_of_all_their_games(study: str) -> None:
    found = results_of(study, FOLDER)
    assert tuple(found.runs) == STUDIES[study][1]
    for file, run in found.runs.items():
        experiment = read_experiment(str(FOLDER / study / f"{file}.toml"))
        assert found.games == experiment.games == run.summary.games == 10_000
        assert run.command == experiment.command()
        assert len(run.sha256) == 64
    assert all(comparison.paired and comparison.games == found.games for comparison in found.comparisons)


@pytest.mark.parametrize("study", STUDIES)
def test_the_report_tells_what_the_results_say(study: str) -> None:
    found = results_of(study, FOLDER)
    page = unescape((FOLDER / study / "report.html").read_text(encoding="utf-8")).replace("\N{NO-BREAK SPACE}", " ")
    for said in in_short({run.name: run.summary for run in found.runs.values()}):
        assert said.words in page
    for comparison in found.comparisons:
        assert comparison.headline in page
        assert all(finding in page for finding in comparison.findings)
    for run in found.runs.values():
        assert run.command in page
        assert f"freightyard {run.version}, rules and bots {run.code}" in page


def test_results_are_written_as_they_are_read() -> None:
    for found in results().values():
        assert msgspec.json.decode(msgspec.json.encode(found), type=Results) == found
