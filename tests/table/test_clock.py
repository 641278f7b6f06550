"""The clock of a table: whose time runs, how much is left, and that nobody ever has more of it than they should."""

from datetime import UTC, date, datetime
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from freightyard.core.errors import BadSetup
from freightyard.store.rows import ClockEvent
from freightyard.table import clock as clocks
from freightyard.table.clock import Clock, clock_text, read_clock
from freightyard.table.hours import USUAL, Calendar, Holiday, Hours, counted, days_taken, moment_after, new_holiday
from freightyard.table.pace import DAY, PACES, Pace, brief_words, check_pace, pace_text, pace_words, read_pace
from tests.table.recount import Moved, counting, recount

MONDAY = datetime(2026, 3, 2, 12, tzinfo=UTC).timestamp()
HOUR = 3600.0
ZONES = [
    "UTC",
    "Europe/Berlin",
    "America/New_York",
    "America/Havana",  # summer begins at midnight: that day has no 0:00
    "Australia/Lord_Howe",  # half an hour
    "Asia/Kathmandu",
    "Asia/Beirut",
    "Africa/Casablanca",
    "Pacific/Chatham",
    "America/St_Johns",
]
LIVE = Pace(speed="live", turn=60, bank=300, increment=10)
DAYS = PACES["days-2"]


def later(clock: Clock, pace: Pace, seconds: float) -> float:
    left = clocks.remaining(clock, pace, USUAL, clock.at + seconds)
    assert left is not None
    return left


# --- rules of the clock ---


def test_a_turn_takes_from_its_own_time_first_then_from_the_bank() -> None:
    clock = clocks.start(LIVE, 2, 0.0, 0)
    clock = clocks.hand_over(clock, LIVE, USUAL, 50.0, 1)
    assert clock.banks == (310.0, 300.0)
    clock = clocks.hand_over(clock, LIVE, USUAL, 50.0 + 100.0, 0)
    assert clock.banks == (310.0, 270.0)  # 40 seconds more than its own, and 10 for having played


def test_small_decisions_and_undone_moves_of_a_turn_give_no_time_back() -> None:
    clock = clocks.start(LIVE, 2, 0.0, 0)
    for at in (5.0, 6.0, 7.0):
        clock = clocks.hand_over(clock, LIVE, USUAL, at, 0, undone=at == 6.0)
    assert later(clock, LIVE, 3.0) == 350.0


def test_undoing_the_move_that_ended_a_turn_goes_on_with_that_turn() -> None:
    clock = clocks.start(LIVE, 2, 0.0, 0)
    for _ in range(20):  # whoever ends and undoes the turn again and again gains nothing
        clock = clocks.hand_over(clock, LIVE, USUAL, clock.at + 4.0, 1)
        clock = clocks.hand_over(clock, LIVE, USUAL, clock.at + 1.0, 0, undone=True)
    assert clock.used == 80.0
    assert clock.banks == (300.0, 300.0)


def test_a_pause_gives_no_time_back_however_often_it_is_asked_for() -> None:
    clock = clocks.start(LIVE, 2, 0.0, 0)
    for _ in range(10):
        clock = clocks.pause(clock, LIVE, USUAL, clock.at + 10.0)
        clock = clocks.pause(clock, LIVE, USUAL, clock.at + 10.0)
        assert clocks.due_at(clock, LIVE, USUAL) is None
        assert later(clock, LIVE, 10_000.0) == later(clock, LIVE, 0.0)
        clock = clocks.resume(clock, LIVE, USUAL, clock.at + 10.0)
        clock = clocks.resume(clock, LIVE, USUAL, clock.at)
    assert clock.used == 100.0
    assert clocks.due_at(clock, LIVE, USUAL) == clock.at + 260.0


def test_nothing_runs_out_while_a_table_pauses() -> None:
    paused = clocks.pause(clocks.start(LIVE, 2, 0.0, 0), LIVE, USUAL, 10.0)
    assert clocks.run_out(paused, LIVE, USUAL, 10_000.0) == paused
    assert clocks.overdue_since(paused, LIVE, USUAL, 10_000.0) is None


def test_a_time_runs_out_once_a_turn() -> None:
    clock = clocks.start(LIVE, 2, 0.0, 0)
    assert clocks.run_out(clock, LIVE, USUAL, 359.0) == clock
    over = clocks.run_out(clock, LIVE, USUAL, 400.0)
    assert over.zero == 360.0
    assert clocks.due_at(over, LIVE, USUAL) is None
    assert clocks.run_out(over, LIVE, USUAL, 500.0) == over
    assert clocks.overdue_since(over, LIVE, USUAL, 500.0) == 360.0
    assert clocks.due_at(clocks.hand_over(over, LIVE, USUAL, 500.0, 1), LIVE, USUAL) == 860.0


def test_no_time_runs_while_a_bot_plays_and_what_was_used_stays_used() -> None:
    clock = clocks.start(LIVE, 2, 0.0, 0)
    clock = clocks.set_bot(clock, LIVE, USUAL, 30.0, 0, bot=True)
    assert clocks.due_at(clock, LIVE, USUAL) is None
    clock = clocks.set_bot(clock, LIVE, USUAL, 5000.0, 0, bot=False)
    assert clock.used == 30.0
    assert clocks.due_at(clock, LIVE, USUAL) == 5330.0


def test_a_bot_saves_no_time_but_leaves_enough_to_play_on() -> None:
    pace = Pace(speed="live", bank=100, increment=10)
    clock = clocks.run_out(clocks.start(pace, 2, 0.0, 0), pace, USUAL, 200.0)
    clock = clocks.set_bot(clock, pace, USUAL, 200.0, 0, bot=True)
    assert clocks.hand_over(clock, pace, USUAL, 201.0, 1).banks[0] == 10.0
    saved = clocks.set_bot(clocks.start(pace, 2, 0.0, 0), pace, USUAL, 40.0, 0, bot=True)
    assert clocks.hand_over(saved, pace, USUAL, 41.0, 1).banks[0] == 60.0


def test_another_pace_forgets_every_delay() -> None:
    clock = clocks.run_out(clocks.start(LIVE, 2, MONDAY, 0), LIVE, USUAL, MONDAY + 9 * DAY)
    weeks = clocks.change_pace(clock, DAYS, MONDAY + 9 * DAY)
    assert clocks.remaining(weeks, DAYS, USUAL, weeks.at) == 2 * DAY
    assert clocks.overdue_since(weeks, DAYS, USUAL, weeks.at) is None
    again = clocks.change_pace(clocks.advance(weeks, DAYS, USUAL, weeks.at + DAY), LIVE, weeks.at + DAY)
    assert later(again, LIVE, 0.0) == 360.0


def test_another_person_on_a_seat_does_not_inherit_a_delay() -> None:
    clock = clocks.run_out(clocks.start(LIVE, 2, 0.0, 0), LIVE, USUAL, 1000.0)
    clock = clocks.replace_person(clock, LIVE, USUAL, 1000.0, 0)
    assert later(clock, LIVE, 0.0) == 360.0


def test_a_machine_whose_clock_is_set_back_gives_nobody_time() -> None:
    clock = clocks.hand_over(clocks.start(LIVE, 2, 1000.0, 0), LIVE, USUAL, 1050.0, 1)
    back = clocks.advance(clock, LIVE, USUAL, 500.0)
    assert (back.at, back.used) == (1050.0, 0.0)


# --- hours and holidays ---


def test_nights_and_weekends_do_not_count_where_the_person_is() -> None:
    berlin = Calendar(((0.0, Hours(zone="Europe/Berlin")),))
    friday = datetime(2026, 3, 6, 21, tzinfo=UTC).timestamp()  # 22:00 there
    assert counted(berlin, DAYS, friday, friday + 2 * HOUR) == HOUR
    monday = datetime(2026, 3, 9, 6, tzinfo=UTC).timestamp()  # 7:00 there
    assert counted(berlin, DAYS, friday, monday) == HOUR
    assert moment_after(berlin, DAYS, friday, 2 * HOUR) == monday + HOUR


def test_every_second_counts_at_a_live_table() -> None:
    away = Calendar((), (Holiday(0.0, 1e10, 0.0),))
    assert counted(away, LIVE, MONDAY, MONDAY + 30 * DAY) == 30 * DAY


def test_other_hours_never_reach_back() -> None:
    always = Hours(night_from=0, night_until=0, days_off=())
    calendar = Calendar(((0.0, always), (MONDAY, Hours(night_from=12, night_until=0))))
    assert counted(calendar, DAYS, MONDAY - HOUR, MONDAY + HOUR) == HOUR


def test_a_holiday_stops_the_clock_and_disqualifies_nobody() -> None:
    clock = clocks.start(DAYS, 2, MONDAY, 0)
    before = clocks.due_at(clock, DAYS, USUAL)
    assert before is not None
    away = Calendar((), (Holiday(MONDAY + HOUR, MONDAY + 10 * DAY, MONDAY),))
    after = clocks.due_at(clock, DAYS, away)
    assert after is not None
    assert after > MONDAY + 10 * DAY
    for day in range(11):
        assert clocks.run_out(clock, DAYS, away, MONDAY + day * DAY) == clock
    assert clocks.run_out(clock, DAYS, away, after).zero == after


def test_a_holiday_cannot_begin_in_the_past_or_overlap_another() -> None:
    with pytest.raises(BadSetup, match="past"):
        new_holiday(USUAL, date(2026, 3, 1), date(2026, 3, 4), MONDAY, 30)
    today = new_holiday(USUAL, date(2026, 3, 2), date(2026, 3, 4), MONDAY, 30)
    assert today.start == MONDAY  # not this morning
    with pytest.raises(BadSetup, match="already"):
        new_holiday(Calendar((), (today,)), date(2026, 3, 4), date(2026, 3, 5), MONDAY, 30)


def test_cancelling_and_entering_holidays_again_does_not_stretch_the_allowance() -> None:
    taken: list[Holiday] = []
    now = MONDAY
    while days_taken(Calendar((), tuple(taken)), 2026) < 5:
        day = datetime.fromtimestamp(now, UTC).date()
        holiday = new_holiday(Calendar((), tuple(taken)), day, day, now, 5)
        now += 2 * HOUR
        taken.append(Holiday(holiday.start, min(now, holiday.until), holiday.made_at))
    tomorrow = date(2026, 3, 7)
    with pytest.raises(BadSetup, match="0 holiday days left in 2026"):
        new_holiday(Calendar((), tuple(taken)), tomorrow, tomorrow, now, 5)


def test_a_holiday_over_new_year_counts_in_both_years() -> None:
    december = datetime(2026, 12, 20, tzinfo=UTC).timestamp()
    holiday = new_holiday(USUAL, date(2026, 12, 30), date(2027, 1, 3), december, 3)
    calendar = Calendar((), (holiday,))
    assert (days_taken(calendar, 2026), days_taken(calendar, 2027)) == (2, 3)
    with pytest.raises(BadSetup, match="1 holiday day left in 2026"):
        new_holiday(calendar, date(2026, 12, 22), date(2026, 12, 23), december, 3)


def test_a_day_on_which_summer_time_ends_is_one_day_of_the_allowance() -> None:
    berlin = Calendar(((0.0, Hours(zone="Europe/Berlin")),))
    holiday = new_holiday(berlin, date(2026, 10, 25), date(2026, 10, 25), MONDAY, 1)
    assert holiday.until - holiday.start == 25 * HOUR
    assert days_taken(Calendar(berlin.hours, (holiday,)), 2026) == 1


# --- paces ---


def test_usual_paces_can_be_played_stored_and_said() -> None:
    for pace in PACES.values():
        check_pace(pace)
        assert read_pace(pace_text(pace)) == pace
    assert len({pace_words(pace) for pace in PACES.values()}) == len(PACES)
    assert pace_words(PACES["days-1"]) == "1 day a turn"
    assert brief_words(PACES["days-3"]) == "3 days a turn without nights and weekends"
    assert brief_words(Pace(speed="days", turn=DAY, nights=True, weekends=True)) == "1 day a turn"
    assert brief_words(PACES["any"]) == "Days or weeks, no time limit"


@pytest.mark.parametrize(
    "pace",
    [
        Pace(speed="days"),
        Pace(speed="days", turn=DAY + 1),
        Pace(speed="days", turn=8 * DAY),
        Pace(speed="any", turn=60),
        Pace(speed="live", bank=600),
        Pace(speed="live", turn=60, increment=5),
        Pace(speed="live", turn=-60),
        Pace(speed="live", turn=10**6),
    ],
)
def test_a_pace_that_nobody_can_play_at_is_refused(pace: Pace) -> None:
    with pytest.raises(BadSetup):
        check_pace(pace)


# --- whatever happens ---

PACE = st.one_of(
    st.sampled_from(list(PACES.values())),
    st.builds(
        Pace, speed=st.just("days"), turn=st.sampled_from([DAY, 2 * DAY, 7 * DAY]), nights=st.booleans(), weekends=st.booleans()
    ),
    st.builds(Pace, speed=st.just("live"), turn=st.integers(1, 600), bank=st.integers(1, 3600), increment=st.integers(0, 60)),
)
HOURS = st.builds(
    Hours,
    zone=st.sampled_from(ZONES),
    night_from=st.integers(18, 23),
    night_until=st.integers(0, 6),
    days_off=st.sampled_from([(), (4,), (5, 6)]),
)
MOMENT = st.floats(datetime(2025, 1, 1, tzinfo=UTC).timestamp(), datetime(2027, 1, 1, tzinfo=UTC).timestamp())
# The weeks at whose end the clocks of some zones are put forward or back.
CHANGING = st.sampled_from(
    [datetime(2026, *day, tzinfo=UTC).timestamp() for day in ((3, 5), (3, 26), (4, 2), (10, 22), (10, 29))]
)


@st.composite
def calendars(draw: st.DrawFn, start: float) -> Calendar:
    changes = sorted(draw(st.lists(st.floats(0, 20 * DAY), max_size=2)))
    hours = tuple([(start + since, draw(HOURS)) for since in [-DAY, *changes]])
    holidays = []
    for begin, length in draw(st.lists(st.tuples(st.floats(0, 20 * DAY), st.floats(0, 5 * DAY)), max_size=2)):
        holidays.append(Holiday(start + begin, start + begin + length, start))
    return Calendar(hours, tuple(sorted(holidays, key=lambda holiday: holiday.start)))


@given(st.data(), PACE, st.one_of(MOMENT, CHANGING), st.floats(0, 12 * DAY))
@settings(max_examples=150, deadline=None)
def test_time_counts_as_a_clock_on_the_wall_says(data: Any, pace: Pace, start: float, length: float) -> None:
    calendar = data.draw(calendars(start))
    seconds = counted(calendar, pace, start, start + length)
    assert seconds == pytest.approx(counting(calendar, pace, start, start + length), abs=1e-3)
    middle = start + length * data.draw(st.floats(0, 1))
    parts = counted(calendar, pace, start, middle) + counted(calendar, pace, middle, start + length)
    assert parts == pytest.approx(seconds, abs=1e-3)
    when = moment_after(calendar, pace, start, seconds)
    assert counted(calendar, pace, start, when) == pytest.approx(seconds, abs=1e-3)
    assert when <= start + length + 1e-3 or not seconds


FACTS = st.lists(
    st.tuples(
        st.sampled_from(
            ["wait", "move", "move", "move", "same", "undo", "pause", "resume", "leave", "back", "zero", "pace", "person", "lost"]
        ),
        st.integers(0, 2),
        st.floats(0, 1),
    ),
    min_size=1,
    max_size=30,
)


class Story:
    """A table at which anything happens: its clock, and everything that is stored of it. It is stored and read between any two
    facts, as when a server restarts."""

    def __init__(self, pace: Pace, start: float, calendars: dict[str, Calendar]) -> None:
        self.pace = pace
        self.calendars = calendars
        self.people = ["ann", "bob", "cid"]
        self.now = start
        self.moves: list[Moved] = []
        self.facts: list[ClockEvent] = []
        self.clock = clocks.start(pace, 3, start, 0)
        self.can_undo: int | None = None
        self.turns = [0, 0, 0]  # that each seat has ended
        self.note("begin", data={"pace": pace, "people": list(self.people), "bots": []})

    @property
    def calendar(self) -> Calendar:
        return USUAL if self.clock.seat is None else self.calendars.get(self.people[self.clock.seat], USUAL)

    def note(self, kind: str, seat: int | None = None, data: dict[str, Any] | None = None) -> None:
        text = msgspec.json.encode(data or {}).decode()
        self.facts.append(ClockEvent(ply=len(self.moves), at=self.now, kind=kind, seat=seat, data=text))

    def moved(self, seat: int, *, undone: bool = False) -> None:
        self.moves.append(Moved(len(self.moves), self.now, seat, undone))
        self.clock = clocks.hand_over(self.clock, self.pace, self.calendar, self.now, seat, undone=undone)

    def chair(self, seat: int, *, bot: bool) -> None:
        self.clock = clocks.set_bot(self.clock, self.pace, self.calendar, self.now, seat, bot=bot)
        self.note("chair", seat, {"person": self.people[seat], "bot": bot, "lent": False})

    def happen(self, what: str, which: int) -> None:
        actor = self.clock.seat
        assert actor is not None
        if what == "move":
            self.can_undo = actor
            self.turns[actor] += 1
            self.moved((actor + 1 + which % 2) % 3)
        elif what == "same":
            self.moved(actor)
            self.can_undo = None
        elif what == "undo" and self.can_undo is not None:
            self.turns[self.can_undo] -= 1
            self.moved(self.can_undo, undone=True)
            self.can_undo = None
        elif what in ("pause", "resume"):
            turn = clocks.pause if what == "pause" else clocks.resume
            self.clock = turn(self.clock, self.pace, self.calendar, self.now)
            self.note(what)
        elif what in ("leave", "back"):
            self.chair(which, bot=what == "leave")
        elif what == "zero":
            self.clock = clocks.run_out(self.clock, self.pace, self.calendar, self.now)
        elif what == "pace":
            self.clock = clocks.change_pace(self.clock, self.pace, self.now)
            self.note("pace", data={"pace": self.pace, "people": list(self.people), "bots": list(self.clock.bots)})
            self.can_undo, self.turns = None, [0, 0, 0]
        elif what == "person":
            self.clock = clocks.replace_person(self.clock, self.pace, self.calendar, self.now, which)
            self.people[which] += "'"
            bot = which in self.clock.bots
            self.note("chair", which, {"person": self.people[which], "bot": bot, "lent": False})
            self.turns[which] = 0
            if self.can_undo == which:
                self.can_undo = None
        elif what == "lost":  # the way to the seat: its player comes back by a link of the host, with another calendar
            self.clock = clocks.advance(self.clock, self.pace, self.calendar, self.now)
            self.people[which] += "*"
            bot = which in self.clock.bots
            self.note("chair", which, {"person": self.people[which], "bot": bot, "lent": False, "same": True})


@given(st.data(), PACE.filter(lambda pace: pace.limited), st.one_of(MOMENT, CHANGING), FACTS)
@settings(max_examples=200, deadline=None)
def test_whatever_happens_each_clock_equals_a_recount_and_nobody_gains_time(
    data: Any, pace: Pace, start: float, facts: list[tuple[str, int, float]]
) -> None:
    people = {name: data.draw(calendars(start)) for name in ("ann", "bob", "cid")}
    story = Story(pace, start, people)
    longest = DAY if pace.speed == "days" else 300.0
    for what, which, wait in facts:
        actor, before = story.clock.seat, clocks.remaining(story.clock, pace, story.calendar, story.now)
        story.now += wait * longest
        assert actor is not None
        assert before is not None
        left = clocks.remaining(story.clock, pace, story.calendar, story.now)
        assert left is not None
        assert left <= before + 1e-3  # time only goes
        ended, banks = story.clock.ended, story.clock.banks
        story.happen(what, which)
        story.clock = read_clock(clock_text(story.clock))
        if what not in ("move", "undo", "pace", "person"):
            after = clocks.remaining(story.clock, pace, story.calendar, story.now)
            assert after is not None
            assert after <= left + 1e-3
        if story.clock.seat != actor and what == "undo":
            assert ended is not None
            assert story.clock.seat == ended.seat
            assert story.clock.used == ended.used
        if what != "pace":
            for seat, bank in enumerate(story.clock.banks):
                gained = pace.increment if what == "move" and seat == actor else 0
                # Who goes on with a turn has the bank of its beginning, and what was used since.
                anew = (what == "person" and seat == which) or (what == "undo" and ended is not None and seat == ended.seat)
                assert anew or bank <= banks[seat] + gained + 1e-6
                assert bank <= pace.bank + pace.increment * story.turns[seat] + 1e-6
    times = recount(story.moves, story.facts, people, story.now, first=0)
    assert times is not None
    assert times.seat == story.clock.seat
    assert times.used == pytest.approx(clocks.spent(story.clock, pace, story.calendar, story.now), abs=1e-2)
    assert times.banks == pytest.approx(story.clock.banks, abs=1e-2)
