"""The review of a finished game, as a value, as a page, and as a command."""

import re
from pathlib import Path

import msgspec
import pytest

from freightyard.core.errors import BadRecord
from freightyard.core.record import Record, write
from freightyard.games import game_named
from freightyard.page.markup import esc
from freightyard.review import sentences as say
from freightyard.review.page import review_page
from freightyard.review.review import Budget, Review, review
from tests.commands import refused, run
from tests.review.games import played

QUICK = Budget(4, 8, 24, 4)


def unfinished(record: Record) -> Record:
    return msgspec.structs.replace(record, moves=record.moves[:40], outcome=None)


@pytest.fixture(scope="module")
def cars() -> Review:
    return review(played("freight-cars", "", "easy", "medium"), game_named("freight-cars"), QUICK)


def test_a_running_game_is_refused(tmp_path: Path) -> None:
    record, game = unfinished(played("freight-cars")), game_named("freight-cars")
    with pytest.raises(BadRecord, match="only a finished game can be reviewed"):
        review(record, game, QUICK)
    file = tmp_path / "running.txt"
    file.write_text(write(record, game), encoding="utf-8")
    said = refused("review", str(file))
    assert "only a finished game can be reviewed" in said
    assert list(tmp_path.iterdir()) == [file]


def test_equal_records_give_equal_reviews(cars: Review) -> None:
    assert review(played("freight-cars", "", "easy", "medium"), game_named("freight-cars"), QUICK) == cars


def test_a_review_has_a_share_before_and_after_every_change(cars: Review) -> None:
    assert len(cars.moments) == len(cars.changes) + 1
    for number, change in enumerate(cars.changes):
        before, after = cars.moments[number], cars.moments[number + 1]
        assert (before.ply, after.ply) == (change.start, change.end)
        for seat in range(cars.seats):
            assert after.shares[seat] - before.shares[seat] == pytest.approx(change.changed[seat])
    assert sorted(cars.turning) == list(cars.turning)
    assert all(cars.changes[number].actor < 0 for number in cars.lucky)
    assert all(cars.changes[number].actor >= 0 for number in (*cars.good, *cars.bad))
    losses = [change.verdict.lost for change in (cars.changes[number] for number in cars.bad) if change.verdict]
    assert losses == sorted(losses, reverse=True)


def test_what_chance_did_is_lucky_only_for_whom_it_helped(cars: Review) -> None:
    assert all(max(cars.changes[number].changed) > 0 for number in cars.lucky)


def test_a_short_game_gets_more_playouts_for_each_share() -> None:
    assert Budget().each(1000) == Budget().playouts
    assert Budget().each(60) == 100
    assert Budget().each(3) == Budget().most
    assert Budget().times(2).each(60) == 200


def test_progress_is_told_step_by_step() -> None:
    told: list[tuple[int, int]] = []
    review(played("freight-cars"), game_named("freight-cars"), QUICK, lambda done, of: told.append((done, of)))
    assert [done for done, _ in told] == list(range(1, told[-1][1] + 1))


@pytest.mark.parametrize(("name", "edition"), [("freight-train", ""), ("freight-cars", ""), ("freight", "family")])
def test_the_page_needs_nothing_from_outside(name: str, edition: str) -> None:
    record, game = played(name, edition, "easy", "medium"), game_named(name)
    page = review_page(review(record, game, Budget(2, 2, 24, 2)), record, game)
    for heading in (say.OVER_TIME, say.LUCK_AND_SKILL, say.TURNING_POINTS, say.BETTER, say.LUCKY, say.GOOD, say.HOW_TO_READ):
        assert f"<h2>{heading}</h2>" in page
    assert page.index(say.TURNING_POINTS) < page.index(say.BETTER) < page.index(say.LUCKY)
    assert not re.search(r'(?:src|href)="(?!data:|#)', page)
    assert "<script" not in page
    assert esc("Driver") in page


def test_the_command_writes_a_page_and_prints_json(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(write(played("freight-cars"), game_named("freight-cars")), encoding="utf-8")
    done = run("review", str(file), "--effort", "10", "--json", "--to", str(tmp_path / "r.html"), cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    found = msgspec.json.decode(done.stdout, type=Review)
    assert found.game == "freight-cars"
    assert (tmp_path / "r.html").read_text(encoding="utf-8").startswith("<!doctype html>")


def test_the_command_asks_for_a_page(tmp_path: Path) -> None:
    assert "--to must name a file that ends in .html" in refused("review", "game.txt", "--to", "r.pdf", cwd=tmp_path)
