"""What a turn cost: found by search, by what the seat could know, and named only where it is clear."""

import pytest

from freightyard.bots.levels import judge_of
from freightyard.core.chance import Stream
from freightyard.core.contract import State
from freightyard.games import game_named
from freightyard.review.calibration import calibration_for
from freightyard.review.shares import guesses, means
from freightyard.review.spans import Course, Span
from freightyard.review.turns import Verdict, Weigher, label_of
from tests.review.games import played


@pytest.mark.parametrize(
    ("lost", "error", "label"),
    [
        (0.04, 0.0, ""),
        (0.05, 0.01, "slip"),
        (0.10, 0.03, "mistake"),
        (0.15, 0.05, "blunder"),
        (0.20, 0.09, ""),  # it may well be nothing
        (0.0, 0.0, ""),
    ],
)
def test_a_loss_is_named_only_where_it_is_clear_of_its_error(lost: float, error: float, label: str) -> None:
    assert label_of(lost, error) == label


def weighed(name: str, state: State, span: Span, moves: list[int]) -> Verdict:
    game = game_named(name)
    judge = judge_of(game)
    assert judge is not None
    weigher = Weigher(game, judge, calibration_for(state.edition, state.seats), 32, 48)
    return weigher.weigh(state, span.actor, moves, means(guesses(judge, state, 8, 1)), "seed")


def test_what_others_hold_does_not_matter() -> None:
    """Two truths that look the same to a seat are judged the same."""
    name, game = "freight-cars", game_named("freight-cars")
    course = Course(played(name, "", "easy", "easy", seed=3), game)
    place = next(number for number, span in enumerate(course.spans) if span.choices and span.turn > 8)
    span, truth = course.spans[place], course.states[place]
    other = game.imagine(truth.view(span.actor), Stream("another truth"))
    assert other != truth
    judge = judge_of(game)
    assert judge is not None
    weigher = Weigher(game, judge, calibration_for(truth.edition, 2), 16, 24)
    guess = [0.5, 0.5]
    moves = course.moves(span)
    assert weigher.weigh(truth, span.actor, moves, guess, "s") == weigher.weigh(other, span.actor, moves, guess, "s")


def test_wasting_a_turn_is_found_and_the_better_plan_is_legal() -> None:
    """Freight Train, with trains to be built: who pays a point to rearrange and puts the cars back in the first order offered."""
    game = game_named("freight-train")
    course = Course(played("freight-train", "", "medium", "medium", seed=2), game)
    found: list[float] = []
    for number, span in enumerate(course.spans):
        state = course.states[number].clone()
        if span.actor < 0 or "rearrange" not in state.words() or len(found) == 4:
            continue
        moves, turn = [state.edition.vocabulary.parse("rearrange")], state.turns
        state.play(moves[0])
        while state.turns == turn and state.to_act() == span.actor:
            moves.append(state.legal()[0])
            state.play(moves[-1])
        verdict = weighed("freight-train", course.states[number], span, moves)
        found.append(verdict.lost)
        if verdict.better:
            after = course.states[number].clone()
            for text in verdict.better:
                assert text in after.words()
                after.say(text)
            assert verdict.why
    assert max(found) > 0.05
    assert sum(found) / len(found) > 0.02


@pytest.mark.parametrize(("lost", "label"), [(0.146, "blunder"), (0.144, "mistake"), (0.096, "mistake"), (0.046, "slip")])
def test_the_label_fits_the_percent_that_is_shown(lost: float, label: str) -> None:
    """15 % is always a blunder, also in a review of an earlier version, which called 14.6 % a mistake."""
    kept = Verdict(lost=lost, error=0.0, label="mistake", better=("fill 1",), why="", playouts=1)
    assert kept.shown == label
    assert label_of(lost, 0.0) == label


def test_the_two_shares_of_which_a_loss_is_the_difference_are_kept() -> None:
    """The best plan wins that much more often than what was played: both can be told."""
    game, name = game_named("freight-train"), "freight-train"
    course = Course(played(name, "", "random", "medium", seed=2), game)
    places = [number for number, span in enumerate(course.spans) if span.actor == 0 and span.choices][:6]
    found = [weighed(name, course.states[place], course.spans[place], course.moves(course.spans[place])) for place in places]
    worse = [verdict for verdict in found if verdict.lost > 0]
    assert worse
    for verdict in worse:
        assert verdict.played is not None
        assert 0 <= verdict.played <= verdict.played + verdict.lost <= 1
