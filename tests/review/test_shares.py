"""Shares of the win: calibrated, certain at the end, and divided into luck and skill without a rest."""

from collections.abc import Callable
from math import erf, exp, sin, sqrt

import msgspec
import pytest

from freightyard.bots.levels import judge_of
from freightyard.core.chance import Stream
from freightyard.core.contract import CHANCE
from freightyard.games import BUILT_IN, game_named
from freightyard.lab.pool import InProcess, executor_for
from freightyard.review.calibration import KNOTS, Calibration, calibrated, calibration_for, calibrations_of, for_losses
from freightyard.review.fitting import GameSamples, Sample, check, fit, samples_of
from freightyard.review.luck import parts
from freightyard.review.review import Budget, Work
from freightyard.review.shares import Shares, error_of_sum, guesses, means, shares_of
from freightyard.review.spans import Course
from tests.review.games import RULE_SETS, edition_of, played
from tools.calibrate import games_to_fit

QUICK = Budget(2, 4, 24, 2)


@pytest.mark.parametrize(("name", "edition", "seats"), RULE_SETS)
def test_every_edition_and_number_of_seats_has_a_calibration(name: str, edition: str, seats: int) -> None:
    fitted = calibration_for(edition_of(name, edition)[1], seats)
    assert (fitted.edition, fitted.seats) == (edition, seats)
    assert fitted.games > 0
    assert len(fitted.slopes) == KNOTS
    assert fitted.slopes[-1] > 0  # who is ahead near the end is likelier to win
    shares = calibrated([1 / seats] * seats, CHANCE, 0, fitted)
    assert shares == pytest.approx([1 / seats] * seats)


def test_a_changed_edition_takes_the_calibration_of_the_usual_one() -> None:
    game, edition = edition_of("freight-cars")
    changed = game.edition_from({**edition.raw, "name": "mine"}, "mine.toml")
    assert calibration_for(changed, 3) == calibration_for(edition, 3)


def test_without_a_calibration_the_guess_counts_as_it_is() -> None:
    fitted = calibration_for(edition_of("freight-cars")[1], 9)
    assert fitted.games == 0
    assert calibrated([0.5, 0.3, 0.2] + [0.0] * 6, 0, 5, fitted)[:3] == pytest.approx([0.5, 0.3, 0.2], abs=1e-3)


def test_a_fit_finds_the_slope_that_made_the_games() -> None:
    luck, edition = Stream("made up"), edition_of("freight-cars")[1]
    games = []
    for _ in range(3000):
        guess = (0.25 + luck.below(51) / 100,)
        odds = (guess[0] / (1 - guess[0])) ** 2.5
        won = luck.below(1_000_000) / 1_000_000 < odds / (1 + odds)
        sample = Sample((guess[0], 1 - guess[0]), CHANCE, luck.below(40), (1.0, 0.0) if won else (0.0, 1.0))
        games.append(GameSamples(40, (sample,)))
    fitted = fit(edition, 2, games)
    assert fitted.slopes == pytest.approx((2.5,) * KNOTS, abs=0.5)
    found = check(fitted, games)
    assert found.log_loss < found.raw_log_loss < found.even_log_loss
    assert all(abs(one.said - one.won) < 0.05 for one in found.deciles if one.moments >= 200)


def made_up_games(count: int, share: Callable[[float], float]) -> list[GameSamples]:
    """Games in which what a lead is worth is known: the share of who is ahead by so much in the logarithms of the guesses."""
    luck, games = Stream("made up"), []
    for _ in range(count):
        lead = (luck.below(4001) - 2000) / 1000
        won = luck.below(1_000_000) / 1_000_000 < share(lead)
        guess = 1 / (1 + exp(-lead))
        sample = Sample((guess, 1 - guess), CHANCE, luck.below(40), (1.0, 0.0) if won else (0.0, 1.0))
        games.append(GameSamples(40, (sample,)))
    return games


def test_a_fit_is_bent_where_a_bell_curve_decides() -> None:
    """A straight line through both ends is too sure in the middle, and not sure enough at the ends."""
    games = made_up_games(1500, lambda lead: (1 + erf(1.6 * lead / sqrt(2))) / 2)
    fitted = fit(edition_of("freight-cars")[1], 2, games)
    assert any(fitted.curve)
    for lead in (0.1, 0.4, 0.8, 1.4):
        guess = 1 / (1 + exp(-lead))
        said = calibrated([guess, 1 - guess], CHANCE, 20, fitted)[0]
        assert said == pytest.approx((1 + erf(1.6 * lead / sqrt(2))) / 2, abs=0.05)


def test_a_fit_stays_straight_where_a_softmax_decides() -> None:
    games = made_up_games(1500, lambda lead: 1 / (1 + exp(-2 * lead)))
    fitted = fit(edition_of("freight-cars")[1], 2, games)
    for lead in (0.1, 0.4, 0.8, 1.4):
        guess = 1 / (1 + exp(-lead))
        assert calibrated([guess, 1 - guess], CHANCE, 20, fitted)[0] == pytest.approx(1 / (1 + exp(-2 * lead)), abs=0.04)


def test_who_is_further_ahead_never_has_a_smaller_share() -> None:
    """Even where the games look as if a large lead were worth less than a small one."""
    games = made_up_games(400, lambda lead: 0.5 + 0.3 * sin(2.5 * lead))
    fitted = fit(edition_of("freight-cars")[1], 2, games)
    assert min(fitted.slopes) >= 0
    assert any(fitted.curve)
    said = [calibrated([guess / 100, 1 - guess / 100], CHANCE, 20, fitted)[0] for guess in range(1, 100)]
    assert said == sorted(said)


def test_equal_seeds_give_equal_fits_with_any_number_of_processes() -> None:
    game, edition = edition_of("freight-cars")
    alone = fit(edition, 2, list(samples_of(game, edition, 2, range(7, 11), InProcess())))
    with executor_for(2) as executor:
        assert fit(edition, 2, list(samples_of(game, edition, 2, range(7, 11), executor))) == alone


def test_the_files_say_how_they_were_made() -> None:
    for title in BUILT_IN:
        known = calibrations_of(title.name)
        assert known is not None
        assert known.bot == "medium"
        assert [(title.name, one.edition, one.seats) for one in known.fitted] == [
            one for one in RULE_SETS if one[0] == title.name
        ]
        for one in known.fitted:  # as the command would fit them
            assert one.games == games_to_fit(one.edition, one.seats)
            said = [
                calibrated([guess / 200, *[(1 - guess / 200) / (one.seats - 1)] * (one.seats - 1)], CHANCE, 0, one)
                for guess in range(1, 200)
            ]
            assert [shares[0] for shares in said] == sorted(shares[0] for shares in said)


def test_a_loss_at_the_beginning_is_not_flattened_by_the_noise_of_shares() -> None:
    fitted = Calibration(edition="e", seats=2, turns=10, slopes=(0.1, 0.9, 1.0, 1.5, 2.0), order=(0.0, 0.0))
    assert for_losses(fitted).slopes == (0.9, 0.9, 1.0, 1.5, 2.0)
    steep = msgspec.structs.replace(fitted, slopes=(1.2, 0.9, 1.0, 1.5, 2.0))
    assert for_losses(steep) == steep


def test_the_order_counts_from_the_seat_that_acts() -> None:
    fitted = Calibration(edition="e", seats=3, turns=10, slopes=(1.0,) * KNOTS, order=(0.5, 0.0, 0.0))
    shares = calibrated([1 / 3] * 3, 1, 0, fitted)
    assert shares[1] / shares[0] == pytest.approx(exp(0.5))
    assert shares[0] == shares[2]


def test_what_is_unsure_of_a_difference_is_told_by_playouts_that_met_the_same_dice() -> None:
    rows = ((0.2, -0.2), (-0.1, 0.1), (-0.1, 0.1))
    one, other = Shares((0.4, 0.6), rows), Shares((0.5, 0.5), rows)
    assert one.errors() == pytest.approx((0.1, 0.1))
    assert error_of_sum(((1.0, other), (-1.0, one)), 0) == 0.0
    assert error_of_sum(((1.0, other), (1.0, one)), 0) == pytest.approx(0.2)
    assert Shares((1.0, 0.0)).errors() == (0.0, 0.0)  # the result


def test_a_share_says_how_sure_it_is() -> None:
    """More playouts make it surer, and rows are about their mean."""
    game = game_named("freight-cars")
    judge = judge_of(game)
    assert judge is not None
    state = Course(played("freight-cars"), game).states[12]
    fitted = calibration_for(state.edition, 2)
    few, many = (shares_of(guesses(judge, state, count, 5), 0, state.turns, fitted) for count in (4, 64))
    assert many.errors()[0] < 0.6 * few.errors()[0]
    assert means(many.rows) == pytest.approx((0.0, 0.0), abs=1e-9)


def _deep(seats: int) -> list[pytest.MarkDecorator]:
    return [pytest.mark.deep] if seats > 3 else []


@pytest.mark.many_games
@pytest.mark.parametrize(("name", "edition", "seats"), [pytest.param(*rules, marks=_deep(rules[2])) for rules in RULE_SETS])
@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.deep)])
def test_luck_and_skill_add_up_to_the_result(name: str, edition: str, seats: int, seed: int) -> None:
    record = played(name, edition, *("easy", *["medium"] * (seats - 1)), seed=seed)
    work = Work(record, game_named(name), QUICK)
    while work.looking:
        work.step()
    shares, spans = work.shares, work.spans
    assert record.outcome is not None
    for seat in range(seats):
        found = parts(spans, shares, seat)
        assert found.start == pytest.approx(1 / seats)
        assert found.result == (1 / len(record.outcome.winners) if seat in record.outcome.winners else 0.0)
        assert abs(found.start + found.chance + found.own + found.others - found.result) < 1e-9
    for one in shares:
        assert sum(one.values) == pytest.approx(1.0)


@pytest.mark.parametrize("name", [title.name for title in BUILT_IN])
def test_spans_are_moves_in_a_row_of_one_seat_in_one_turn(name: str) -> None:
    record, game = played(name), game_named(name)
    course = Course(record, game)
    assert [span.start for span in course.spans[1:]] == [span.end for span in course.spans[:-1]]
    assert (course.spans[0].start, course.spans[-1].end) == (0, len(record))
    assert len(course.states) == len(course.spans) + 1
    state = course.states[0].clone()
    for before, span in zip(course.states, course.spans, strict=False):
        assert state == before
        turn = state.turns
        for number, move in enumerate(course.moves(span)):
            assert state.to_act() == span.actor
            assert (state.turns == turn) or not number
            state.play(move)
    assert state == course.states[-1]
