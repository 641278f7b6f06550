"""Puzzles at a real server: the page of a day, and a table on which the answer is found, missed or asked for."""

import re
from datetime import UTC, date, datetime

import pytest

from freightyard.core.puzzles import Puzzle, by_edition, puzzle_of
from freightyard.core.title import PUZZLES
from freightyard.games import all_games, game_named, part_of
from freightyard.page.lesson_sentences import puzzle_costs
from freightyard.server.site.puzzles import puzzles_on
from freightyard.table.puzzles import COSTS, PuzzleBoard
from tests.server.running import Browser, Socket
from tests.server.test_lessons import at, begin

ALL = [puzzle for game in all_games() for puzzle in part_of(game.name, PUZZLES)]
FIRST = [of_edition[0] for game in all_games() for of_edition in by_edition(part_of(game.name, PUZZLES)).values()]
TRAINS = next(puzzle for puzzle in FIRST if puzzle.game == "freight-train")


def play(socket: Socket, moves: tuple[str, ...]) -> None:
    for move in moves:
        socket.move(move)
        assert "oops" not in socket.update()


@pytest.mark.parametrize("puzzle", FIRST, ids=lambda puzzle: f"{puzzle.game}/{puzzle.edition}")
def test_a_puzzle_is_solved_on_the_board_and_played_on(ann: Browser, puzzle: Puzzle) -> None:
    key = begin(ann, puzzle.lesson)
    page = ann.get(f"/t/{key}").text
    assert puzzle.goal in page
    assert puzzle.why not in page
    with ann.socket(key) as socket:
        socket.update()
        play(socket, puzzle.answer)
        at(socket, 2, "ended")
        assert "Solved." in socket.parts["lesson"]
        assert re.search(r"would win about \d+ fewer of 100 games\.", socket.parts["lesson"])
        if socket.moves:  # the turn goes on
            socket.move(socket.moves[0])
            assert "puzzle is over" in socket.oops()["oops"]
        else:
            assert not [told for told in socket.quiet() if "ply" in told]  # the bots rest
    answer = ann.post(f"/t/{key}/lesson/play-on")
    assert answer.status_code == 303, answer.text
    assert 'id="lesson"' not in ann.get(answer.headers["location"]).text


def test_a_worse_plan_is_answered_with_what_it_costs_and_can_be_undone(ann: Browser) -> None:
    puzzle, worse = next(
        (puzzle, worse)
        for puzzle in ALL
        for worse in puzzle.worse
        if len(worse.moves) > 1 and PuzzleBoard(game_named(puzzle.game), puzzle).judged(worse.moves)[0] == COSTS
    )
    with ann.socket(begin(ann, puzzle.lesson)) as socket:
        socket.update()
        play(socket, worse.moves[:-1])
        assert "Start again" in socket.parts["lesson"]
        socket.move(worse.moves[-1])
        assert socket.oops()["oops"].rstrip(".") == puzzle_costs(worse.cost)
        ply = socket.ply
        socket.send(undo=True, ply=ply, seat=socket.seat)
        socket.update()
        assert socket.ply > ply  # what was undone is kept, too


def test_bots_weigh_a_plan_that_nobody_has_looked_at(ann: Browser) -> None:
    """All that a puzzle knows of a plan is taken from it: so it must be weighed now."""
    puzzle = next(puzzle for puzzle in ALL if puzzle.game == "freight-train" and len(puzzle.worse[0].moves) > 1)
    board = PuzzleBoard(game_named(puzzle.game), puzzle)
    moves = _another(board)
    with ann.socket(begin(ann, puzzle.lesson)) as socket:
        socket.update()
        play(socket, moves[:-1])
        socket.move(moves[-1])
        told = socket.oops()["oops"]
        assert told.startswith("That would win about "), told
        assert "fewer of 100 games. Undo, and look" in told


def _another(board: PuzzleBoard) -> tuple[str, ...]:
    """Three cars of one siding, each where it may go: a plan that the puzzle does not list."""
    for turn in range(50):
        state, moves = board.first.clone(), []
        number = turn
        while not board.turn_over(state):
            legal = [move for move in state.legal() if not state.edition.vocabulary.text(move).startswith(("fill", "call"))]
            move = legal[number % len(legal)]
            number //= len(legal)
            moves.append(state.edition.vocabulary.text(move))
            state.play(move)
        if board.judged(moves)[0] == "unknown":
            return tuple(moves)
    raise AssertionError("the puzzle lists every plan")


def test_the_answer_is_shown_on_the_board_when_asked_for(ann: Browser, bob: Browser) -> None:
    key = begin(ann, TRAINS.lesson)
    bob.new_table("freight-train", "me", "bot:random", name="Bob")
    assert bob.post(f"/t/{key}/lesson/answer").status_code == 403
    answer = ann.post(f"/t/{key}/lesson/answer")
    assert answer.status_code == 303, answer.text
    page = ann.get(answer.headers["location"]).text
    assert 'data-state="ended"' in page
    assert "The answer: " in page
    assert "Solved." not in page
    assert ann.post(f"{answer.headers['location']}/lesson/leave").headers["location"] == "/puzzles"
    lesson = begin(ann, part_of("freight-train", "lessons")[0])
    assert "Only a puzzle" in ann.post(f"/t/{lesson}/lesson/answer").text


def test_nobody_sees_the_other_hands_or_the_answer(ann: Browser, bob: Browser) -> None:
    puzzle = next(puzzle for puzzle in FIRST if puzzle.game == "freight-cars")
    key = begin(ann, puzzle.lesson)
    for reader in (ann, bob):
        page = reader.get(f"/t/{key}").text
        assert puzzle.position not in page
        assert puzzle.why not in page
    with ann.socket(key) as socket:
        socket.update()
        board = PuzzleBoard(game_named(puzzle.game), puzzle)
        assert socket.seat == board.solver + 1


def test_the_page_has_a_puzzle_of_every_game_each_day_and_earlier_ones(ann: Browser) -> None:
    today = datetime.now(UTC).date()
    page = ann.get("/puzzles").text
    for line in puzzles_on(today):
        assert f'action="{line.address}"' in page
        assert line.goal in page
    assert "Today: " in page
    earlier = ann.get("/puzzles?day=2026-01-02").text
    assert "Friday, 2 January 2026" in earlier
    for puzzles in (by_edition(part_of(game.name, PUZZLES)).values() for game in all_games()):
        for of_edition in puzzles:
            puzzle = puzzle_of(of_edition, date(2026, 1, 2))
            assert puzzle is not None
            assert f'action="{puzzle.address}"' in earlier
    for wrong in ("9999-12-31", "nonsense"):  # what has not come yet is not shown
        assert "Today: " in ann.get(f"/puzzles?day={wrong}").text
    assert 'href="/puzzles"' in ann.get("/").text
    assert 'href="/puzzles"' in ann.get("/learn").text
