"""What becomes of a proposal: who is asked, when it has passed, when it is over."""

import msgspec
import pytest

from freightyard.server.live.voting import (
    AGREED,
    AWAY_SECONDS,
    BACK,
    END,
    LAPSE_SECONDS,
    LAPSED,
    LATE_LIVE_SECONDS,
    LATE_SECONDS,
    PATIENCE_SECONDS,
    REFUSED,
    REPLACE,
    VOID,
    away_for,
    decide_at,
    does_not_come,
    has_passed,
    may_answer,
    may_be_away,
    subject,
    waited_for,
)
from freightyard.store.rows import ENDED, RUNNING, Chair, ClockEvent, Proposal, TableRow
from freightyard.table.clock import Clock, clock_text
from freightyard.table.hours import Calendar, Holiday
from freightyard.table.pace import PACES, pace_text
from tests.store.play import row

ANN, BOB, CY = Chair("ann", called="Ann"), Chair("bob", called="Bob"), Chair("cy", called="Cy")
BOT, STAND_IN = Chair(bot="medium"), Chair("cy", "medium", "Cy")
NOW = 1_000_000.0
VOTES = pace_text(msgspec.structs.replace(PACES["days-1"], at_zero="vote"))


def table(*chairs: Chair, **fields: object) -> TableRow:
    return msgspec.structs.replace(row("t1", chairs=chairs, at=NOW), **{"phase": RUNNING, "to_act": 0, **fields})


def asked(kind: str = END, seat: int | None = None, **answers: bool) -> Proposal:
    return Proposal(number=1, kind=kind, seat=seat, made_by="ann", at=NOW, answers=answers)


def result(held: TableRow, proposal: Proposal, now: float = NOW, away: frozenset[int] = frozenset()) -> str | None:
    decision = decide_at(now, away)(held, proposal)
    return None if decision is None else decision.result


def test_all_who_play_themselves_must_agree_to_end_a_game() -> None:
    held = table(ANN, BOB, CY, BOT)
    assert waited_for(held, asked()) == ["ann", "bob", "cy"]
    assert result(held, asked(ann=True, bob=True)) is None
    decision = decide_at(NOW, frozenset())(held, asked(ann=True, bob=True, cy=True))
    assert decision is not None
    assert decision.result == AGREED
    assert decision.ended


def test_all_must_agree_to_go_back_and_it_is_done_before_it_is_told() -> None:
    held, back = table(ANN, BOB, BOT), msgspec.structs.replace(asked(BACK, ann=True), data="57")
    assert not has_passed(held, back)
    both = msgspec.structs.replace(back, answers={"ann": True, "bob": True})
    assert has_passed(held, both)
    assert result(held, both) is None, "the room goes back first"
    assert result(held, msgspec.structs.replace(back, answers={"ann": True, "bob": False})) == REFUSED
    assert subject(held, back) == "57"


def test_one_no_is_enough_against_it_also_of_somebody_for_whom_a_bot_plays() -> None:
    held = table(ANN, BOB, STAND_IN)
    assert result(held, asked(ann=True, bob=False)) == REFUSED
    assert result(held, asked(ann=True, cy=False)) == REFUSED
    assert result(held, asked(ann=True, bob=True)) == AGREED, "nobody waits for who has let a bot play"


def test_somebody_with_two_seats_has_one_vote() -> None:
    held = table(ANN, Chair("ann", called="Ada"), BOB)
    assert waited_for(held, asked()) == ["ann", "bob"]
    assert result(held, asked(ann=True)) is None


def test_the_answer_of_somebody_without_a_seat_counts_for_nothing() -> None:
    held = table(ANN, BOB)
    assert not may_answer(held, asked(), "eve")
    assert not may_answer(held, asked(), None)
    assert result(held, asked(ann=True, eve=False)) is None
    assert not has_passed(held, asked(ann=True, eve=True))


@pytest.mark.parametrize(
    ("answers", "passed", "told"),
    [
        ({"ann": True}, False, None),
        ({"ann": True, "cy": True}, True, None),  # two of three: it is done first, and told then
        ({"ann": True, "cy": False, "dee": False}, False, REFUSED),
        ({"ann": True, "bob": False}, False, None),  # nobody votes about themselves
    ],
)
def test_more_than_half_of_the_others_replace_somebody_whose_time_is_over(
    answers: dict[str, bool], passed: bool, told: str | None
) -> None:
    held = table(ANN, BOB, CY, Chair("dee", called="Dee"), to_act=1, due_at=NOW - 1, clock=clock_text(clock(1)), pace=VOTES)
    proposal = asked(REPLACE, 1, **answers)
    assert has_passed(held, proposal) == passed
    assert result(held, proposal) == told


def test_two_of_four_are_no_majority() -> None:
    held = table(ANN, BOB, CY, Chair("dee", called="Dee"), Chair("eli", called="Eli"), to_act=1)
    assert not has_passed(held, asked(REPLACE, 1, ann=True, cy=True))
    assert has_passed(held, asked(REPLACE, 1, ann=True, cy=True, dee=True))


def test_a_vote_about_somebody_is_over_when_they_are_back() -> None:
    late = table(ANN, BOB, to_act=1, due_at=NOW - 1, clock=clock_text(clock(1)), pace=VOTES)
    assert result(late, asked(REPLACE, 1)) is None
    moved = msgspec.structs.replace(late, to_act=0, due_at=NOW + 100, clock=clock_text(clock(0)))
    assert result(moved, asked(REPLACE, 1, ann=True)) == VOID


def test_who_may_be_replaced() -> None:
    assert not does_not_come(table(ANN, BOB, to_act=1), 1, NOW + PATIENCE_SECONDS), "without a clock they may take long"
    assert does_not_come(table(ANN, BOB, to_act=1), 1, NOW + PATIENCE_SECONDS + 1), "but not for ever"
    assert not does_not_come(table(ANN, BOB, to_act=0), 1, NOW + PATIENCE_SECONDS + 1), "it is not their turn"
    dealt_with = table(ANN, BOB, to_act=1, clock=clock_text(msgspec.structs.replace(clock(1), zero=NOW)), pace=VOTES)
    assert does_not_come(dealt_with, 1, NOW)
    assert not does_not_come(table(ANN, STAND_IN), 1, NOW)
    assert does_not_come(table(ANN, STAND_IN), 1, NOW, away=True), "for days, while a bot plays"
    assert not does_not_come(table(ANN, BOT, to_act=1), 1, NOW + PATIENCE_SECONDS + 1), "there is nobody"


@pytest.mark.parametrize(("name", "seconds"), [("days-1", LATE_SECONDS), ("live-2", LATE_LIVE_SECONDS)])
def test_where_the_table_only_says_so_it_waits_before_the_others_may_vote(name: str, seconds: float) -> None:
    held = table(ANN, BOB, to_act=1, due_at=NOW, clock=clock_text(clock(1)), pace=pace_text(PACES[name]))
    assert not does_not_come(held, 1, NOW + seconds - 1)
    assert does_not_come(held, 1, NOW + seconds)
    paused = msgspec.structs.replace(held, clock=clock_text(msgspec.structs.replace(clock(1), paused=True)))
    assert not does_not_come(paused, 1, NOW + seconds)
    assert not does_not_come(held, 0, NOW + seconds), "who is not to act keeps nobody waiting"


def test_for_how_long_a_bot_has_played_for_somebody() -> None:
    held, day = table(ANN, STAND_IN, BOB), 86_400.0
    seen = NOW - 10 * day
    usual = Calendar()
    assert away_for(held, 1, seen, [], usual, NOW) == 10 * day, "who leaves lets a bot play from then on"
    taken = [fact(1, "zero", NOW - 4 * day), fact(1, "chair", NOW - 4 * day, '{"bot":true}')]
    assert away_for(held, 1, seen, taken, usual, NOW) == 4 * day, "they had time until then"
    assert away_for(held, 1, seen, [fact(2, "zero", NOW - 8 * day), *taken], usual, NOW) == 4 * day, "that was somebody else"
    assert away_for(held, 1, NOW - day, taken, usual, NOW) == day, "they were here since"
    assert away_for(held, 0, seen, [], usual, NOW) == 0, "no bot plays for them"


def test_a_holiday_takes_nobodys_seat() -> None:
    held, day = table(ANN, STAND_IN), 86_400.0
    holidays = (Holiday(NOW - 8 * day, NOW - 5 * day, 0.0), Holiday(NOW - 6 * day, NOW + day, 0.0))
    away = away_for(held, 1, NOW - 10 * day, [], Calendar(holidays=holidays), NOW)
    assert away == 2 * day < AWAY_SECONDS


def test_whose_turns_are_played_by_a_bot_again_and_again_may_be_away_too() -> None:
    pace = pace_text(msgspec.structs.replace(PACES["days-1"], at_zero="turn"))
    held = table(ANN, BOB, BOT, clock=clock_text(clock(0)), pace=pace)
    assert [may_be_away(held, seat) for seat in range(3)] == [True, True, False]
    assert [may_be_away(table(ANN, STAND_IN, BOT), seat) for seat in range(3)] == [False, True, False]
    assert away_for(held, 1, NOW - 9, [fact(1, "zero", NOW - 5)], Calendar(), NOW) == 5
    assert does_not_come(held, 1, NOW, away=True)


def fact(seat: int, kind: str, at: float, data: str = "{}") -> ClockEvent:
    return ClockEvent(ply=1, at=at, kind=kind, seat=seat, data=data)


def test_what_nobody_decides_lapses_and_what_is_over_is_void() -> None:
    held = table(ANN, BOB)
    assert result(held, asked(ann=True), NOW + LAPSE_SECONDS) is None
    assert result(held, asked(ann=True), NOW + LAPSE_SECONDS + 1) == LAPSED
    assert result(msgspec.structs.replace(held, phase=ENDED), asked(ann=True)) == VOID


def test_a_replacement_that_was_done_and_not_told_is_told_but_a_seat_that_was_given_up_is_not() -> None:
    left = Chair(bot="medium", called="Bob")
    held = table(ANN, left, CY)
    assert result(held, asked(REPLACE, 1, ann=True, cy=True)) == AGREED
    assert result(held, asked(REPLACE, 1, ann=True)) == VOID


def clock(seat: int) -> Clock:
    return Clock(at=NOW, seat=seat, banks=(0.0, 0.0))
