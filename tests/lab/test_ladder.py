"""The ladder: all seat orders, honest intervals, and results that outlive an interruption."""

import json
import sys
import time
from pathlib import Path

import pytest

from freightyard.core.errors import BadSetup
from freightyard.games.freight_cars.rules import GAME
from freightyard.lab.ladder import Ladder, LadderGame, line_up, orders, play_ladder
from freightyard.lab.ladder_file import RESULTS, append, read_results
from freightyard.lab.pool import InProcess, executor_for
from freightyard.lab.standings import rated, share_of, standings
from tests.commands import refused, run

EDITION = GAME.edition(GAME.editions[0])
FIXTURES = Path(__file__).parents[1] / "fixtures" / "lab"  # written by version 0.1.0


def ladder(*bots: str, seats: int = 2) -> Ladder:
    return Ladder(game=GAME, edition=EDITION, options=(), seats=seats, bots=bots, seed=5)


def played(number: int, players: tuple[str, ...], scores: tuple[int, ...], winners: tuple[int, ...]) -> LadderGame:
    slowest = (0.1,) * len(players)
    return LadderGame(number=number, seed=1, players=players, scores=scores, winners=winners, slowest=slowest)


def test_last_bot_takes_the_seats_that_are_left() -> None:
    assert line_up(["hard", "greedy"], EDITION, 4) == ("hard", "greedy", "greedy", "greedy")


def test_ladder_of_one_bot_is_none() -> None:
    with pytest.raises(BadSetup, match="two different bots"):
        line_up(["greedy", "greedy"], EDITION, 2)


def test_every_order_of_seats_is_played_once() -> None:
    assert orders(("a", "b"), 2) == (("a", "b"), ("b", "a"))
    assert len(orders(("a", "b", "c"), 3)) == 6
    assert sorted(orders(("a", "b", "b", "b"), 4)) == sorted(
        [("a", "b", "b", "b"), ("b", "a", "b", "b"), ("b", "b", "a", "b"), ("b", "b", "b", "a")]
    )


def test_more_bots_than_seats_meet_in_all_combinations() -> None:
    assert {frozenset(order) for order in orders(("a", "b", "c"), 2)} == {
        frozenset("ab"),
        frozenset("ac"),
        frozenset("bc"),
    }


def test_all_orders_meet_the_same_cards() -> None:
    matches = [ladder("greedy", "random").match(number) for number in range(4)]
    assert [match.seed for match in matches] == [5, 5, 6, 6]
    assert [match.players for match in matches[:2]] == [("greedy", "random"), ("random", "greedy")]


def test_shared_win_counts_in_parts() -> None:
    assert share_of(played(0, ("a", "b", "b"), (9, 9, 1), (0, 1)), "a") == 0.5
    assert share_of(played(0, ("a", "b", "b"), (9, 9, 1), (0, 1)), "b") == 0.25


def test_interval_is_wide_for_few_games_and_stays_within_bounds() -> None:
    few = standings(ladder("a", "b"), [played(number, ("a", "b"), (2, 1), (0,)) for number in range(10)])
    assert 0.7 < few[0].low < 0.75
    assert few[0].high == 1.0
    even = standings(ladder("a", "b"), [played(number, ("a", "b"), (2, 1), (number % 2,)) for number in range(100)])
    assert even[0].low == pytest.approx(0.4038, abs=1e-4)
    assert even[0].high == pytest.approx(0.5962, abs=1e-4)


def test_rating_of_the_winner_is_higher_whatever_the_seats() -> None:
    games = [played(number, ("b", "a", "b"), (1, 5, 2), (1,)) for number in range(10)]
    ratings = rated(games)
    assert ratings is not None
    assert ratings["a"][0] > ratings["b"][0] + 5


def test_standings_are_told_without_openskill_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    found = standings(ladder("a", "b"), [played(0, ("a", "b"), (1, 2), (1,))])
    assert [(one.bot, one.share, one.rating) for one in found] == [("b", 1.0, None), ("a", 0.0, None)]


def test_workers_change_no_result() -> None:
    one = ladder("greedy", "random")

    def results(workers: int) -> list[tuple[int, ...]]:
        with executor_for(workers) as executor:
            return [game.scores for game in play_ladder(one, range(6), executor)]

    assert results(1) == results(2)


def test_work_is_told_beside_the_time_that_people_wait() -> None:
    one = ladder("hard:0.001cpu", "greedy")
    [game] = play_ladder(one, [0], InProcess())
    assert all(turns > 5 for turns in game.turns)
    assert all(seconds > 0 for seconds in game.seconds)
    assert all(work > 0 for work in game.processor)
    # Nobody is promised an end who asks for processor time, so there is nothing to be late for.
    assert game.late == game.overspent == (0, 0)
    hard = next(standing for standing in standings(one, [game]) if standing.bot == "hard:0.001cpu")
    assert hard.processor == pytest.approx(game.processor[0] / game.turns[0])


def test_late_turn_is_told_with_its_cause(monkeypatch: pytest.MonkeyPatch) -> None:
    # A clock on which every look is a second later, while the processor's own clock stands still: the process had to wait.
    ticks = iter(range(10**9))
    monkeypatch.setattr(time, "perf_counter", lambda: float(next(ticks)))
    monkeypatch.setattr(time, "thread_time", lambda: 0.0)
    one = ladder("hard:0.02", "greedy")
    [game] = play_ladder(one, [0], InProcess())
    assert game.late[0] > 5
    assert game.overspent[0] == 0


def test_interrupted_ladder_goes_on_where_it_stopped(tmp_path: Path) -> None:
    one = ladder("greedy", "random")
    path = tmp_path / RESULTS
    for game in play_ladder(one, range(3), InProcess()):
        append(path, one, game)
    with path.open("ab") as file:
        file.write(b'{"number":3,"seed":6,"pla')  # the power went off
    assert [game.number for game in read_results(path, one)] == [0, 1, 2]
    assert path.read_bytes().endswith(b"}\n")
    with pytest.raises(BadSetup, match="has the games of another ladder"):
        read_results(path, ladder("greedy", "easy"))
    path.write_text("poems\n")
    with pytest.raises(BadSetup, match="is not a file of ladder results"):
        read_results(path, one)


def test_results_of_the_last_version_are_read_and_go_on(tmp_path: Path) -> None:
    path = tmp_path / RESULTS
    path.write_bytes((FIXTURES / "ladder.jsonl").read_bytes())
    one = ladder("greedy", "random")
    old = read_results(path, one)
    assert [(game.number, game.scores) for game in old[:2]] == [(0, (28, 2)), (1, (6, 22))]
    assert len(old) == 6
    again = list(play_ladder(one, range(6), InProcess()))
    assert [(game.players, game.scores, game.winners, game.turns) for game in again] == [
        (game.players, game.scores, game.winners, game.turns) for game in old
    ]
    append(path, one, next(play_ladder(one, [6], InProcess())))
    assert [game.number for game in read_results(path, one)] == list(range(7))


def test_game_of_the_last_version_in_which_a_bot_failed_is_played_again(tmp_path: Path) -> None:
    path = tmp_path / RESULTS
    path.write_text((FIXTURES / "ladder.jsonl").read_text().replace('"failures":0', '"failures":3', 1))
    assert [game.number for game in read_results(path, ladder("greedy", "random"))] == [1, 2, 3, 4, 5]


def test_command_prints_keeps_draws_and_goes_on(tmp_path: Path) -> None:
    words = ("ladder", "freight-cars", "--bots", "greedy,random", "--out", str(tmp_path))
    first = run(*words, "--games", "4")
    assert first.returncode == 0, first.stderr
    assert b"greedy" in first.stdout
    assert b"95 %" in first.stdout
    kept = (tmp_path / RESULTS).read_bytes()
    assert kept.count(b"\n") == 5
    svg = (tmp_path / "ladder.svg").read_text()
    assert svg.startswith("<svg")
    assert "greedy" in svg
    rows = [json.loads(line) for line in run(*words, "--games", "6", "--json").stdout.splitlines()]
    assert [(row["bot"], row["games"]) for row in rows] == [("greedy", 6), ("random", 6)]
    assert (tmp_path / RESULTS).read_bytes().startswith(kept)


def test_command_refuses_what_cannot_be_played(tmp_path: Path) -> None:
    assert "two different bots" in refused("ladder", "freight-cars", "--bots", "greedy")
    assert "there is no bot 'hal'" in refused("ladder", "freight-cars", "--bots", "greedy,hal")
    assert "is for 2 to 4 players, not 5" in refused("ladder", "freight-cars", "--bots", "greedy,random", "--seats", "5")
    (tmp_path / "file").write_text("")
    assert "cannot write results" in refused("ladder", "freight-cars", "--bots", "greedy,random", "--out", str(tmp_path / "file"))
