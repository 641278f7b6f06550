"""Measures and reports."""

import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from freightyard.lab.errors import LabError
from freightyard.lab.experiment import experiment_of, spec_of
from freightyard.lab.measures import summary_of
from freightyard.lab.pool import InProcess
from freightyard.lab.report import report_of, write_charts, write_html
from freightyard.lab.run import Run


def run(folder: Path, **choices: Any) -> Run:
    raw = {"game": "freight-cars", "seats": ["greedy", "random"], "rotate": True, "games": 8, **choices}
    this = Run(experiment_of(spec_of(raw, "a test"), "cars", Path()), folder / str(raw.get("name", "run")))
    this.play(InProcess())
    return this


def test_a_summary_counts_what_there_is(tmp_path: Path) -> None:
    this = run(tmp_path)
    one = summary_of(this)
    assert one.games == 8
    assert sum(place.wins.mean for place in one.seats) == pytest.approx(1)
    assert sum(place.wins.mean for place in one.places) == pytest.approx(1)
    greedy, random = one.bots
    assert (greedy.name, random.name) == ("greedy", "random")
    assert greedy.wins.mean > 0.8
    (skill,) = one.skill
    assert (skill.better, skill.other) == ("greedy", "random")
    assert skill.above.mean > 0.8
    assert sum(one.ended_by.values()) == 8
    kept = sum(thing.a_game for thing in one.things["corporation"])
    assert kept == pytest.approx(2)
    assert sum(thing.a_game for thing in one.things["corporation offered"]) == pytest.approx(6)
    totals = sum(thing.points_a_game for thing in one.things["score"])
    assert totals == pytest.approx(2 * one.lengths["score"].mean)
    assert one.lengths["choices"].mean > 1


def test_every_game_has_its_own_things(tmp_path: Path) -> None:
    train = summary_of(run(tmp_path, game="freight-train", name="train", games=2))
    assert {"score", "verb", "day end"} <= set(train.things)
    assert sum(thing.a_game for thing in train.things["day end"]) == pytest.approx(3)
    freight = summary_of(run(tmp_path, game="freight", name="freight", games=2, seats=["greedy", "greedy"]))
    assert {"colour", "city tile", "track", "delivery", "score", "verb"} <= set(freight.things)
    money = [sum(thing.points_a_game for thing in freight.things[sort]) for sort in ("colour", "city tile", "delivery")]
    assert money[0] == pytest.approx(money[1])
    assert money[0] == pytest.approx(money[2])
    assert not freight.skill


def test_a_report_is_one_file_that_needs_nothing_else(tmp_path: Path) -> None:
    usual = run(tmp_path, name="usual")
    dear = run(tmp_path, name="<dear & co>", change={"credits": [2, 4, 8, 12, 18]})
    report = report_of([usual, dear])
    path = tmp_path / "out" / "report.html"
    write_html(report, path)
    page = path.read_text()
    assert page.count("<svg") == len(report.charts()) >= 12
    links = re.findall(r"(?:src|href)=\"([^\"#][^\"]*)\"", page)
    assert links == []
    addresses = set(re.findall(r"https?://[^\s\"'<]+", page))
    assert addresses <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}  # names, not places to fetch from
    assert "<script" not in page
    assert "<dear & co>" not in page
    assert "&lt;dear &amp; co&gt;" in page
    assert report.comparisons[0].verdict.split(":")[0].replace("<dear & co>", "") in page.replace("&lt;dear &amp; co&gt;", "")
    assert "freightyard lab run freight-cars --edition quick-simple-fun-2021 --change &#39;credits=[2,4,8,12,18]&#39;" in page
    assert "seeds\n1 to 8" in page
    assert f"rules and bots {usual.experiment.code}." in page
    assert all(finding in unescape(page).replace("\N{NO-BREAK SPACE}", " ") for finding in report.comparisons[0].findings)
    again = tmp_path / "again.html"
    write_html(report_of([usual, dear]), again)
    assert again.read_bytes() == path.read_bytes()


def test_charts_stand_alone_or_in_pairs(tmp_path: Path) -> None:
    report = report_of([run(tmp_path)])
    rows = [row for section in report.sections for row in section.rows()]
    assert [chart for row in rows for chart in row] == report.charts()
    assert {len(row) for row in rows} == {1, 2}
    assert all(chart.half for row in rows if len(row) == 2 for chart in row)
    city = next(row for row in rows if row[0].name == "city")
    assert [chart.name for chart in city] == ["city", "wins-with-city-1"]


def test_a_report_says_first_what_to_know(tmp_path: Path) -> None:
    (alone,) = report_of([run(tmp_path)]).short
    assert not alone.who
    assert alone.words.startswith("Who has the first turn wins ")
    assert "Points come from: shipments" in alone.words
    assert "Who keeps " in alone.words
    both = report_of([run(tmp_path), run(tmp_path, name="other", games=4)]).short
    assert [said.who for said in both] == ["cars", "other"]


def test_charts_are_files_of_their_own(tmp_path: Path) -> None:
    report = report_of([run(tmp_path)])
    for form, magic in (("svg", b"<svg"), ("png", b"\x89PNG")):
        paths = write_charts(report, tmp_path / form, form)
        assert len({path.name for path in paths}) == len(paths) > 8
        assert all(path.read_bytes().startswith(magic) for path in paths)
    assert ">Wins by seat<" in (tmp_path / "svg" / "wins-by-seat.svg").read_text()


def test_what_cannot_be_reported_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LabError, match="runs of the same game"):
        report_of([run(tmp_path, name="a", games=2), run(tmp_path, name="b", game="freight-train", games=2)])
    empty = Run(run(tmp_path, name="c", games=2).experiment, tmp_path / "nothing")
    with pytest.raises(LabError, match="has no games yet"):
        report_of([empty])
    (tmp_path / "file").write_text("")
    with pytest.raises(LabError, match="cannot write"):
        write_html(report_of([run(tmp_path, name="d", games=2)]), tmp_path / "file" / "report.html")
