"""The end of a day: ft.trains-leave, ft.award, ft.yard-award, ft.new-day, ft.win."""

import pytest

from freightyard.games.freight_train.rules.edition import built_in_edition, rules_for
from freightyard.games.freight_train.rules.scoring import award, day_sheet, yard_award
from tests.games.freight_train.positions import at, drive, field, legal, part, play

# --- ft.trains-leave ---


def test_trains_leave_card_is_replaced_when_drawn() -> None:
    state = play(at("leave 0 | main T/-/T/-/-"), "fill", "draw box", "draw trains-leave")
    assert part(state, "phase") == "filling 2"
    assert "draw trains-leave" not in legal(state)
    play(state, "draw box", "draw box", "draw box", "draw box")
    assert part(state, "main") == "T/BBBBB/T/-/-"  # five cars all the same
    assert part(state, "leave") == "out"


def test_trains_leave_lets_the_round_be_completed() -> None:
    # Seat 2 began the round and turns the card up; seats 3 and 1 still play, then the day ends.
    state = at("day 1 first 2 seat 2 | leave 0 | main TTTT/-/-/-/-", seats=3)
    play(state, "fill", "draw trains-leave", *["draw box"] * 5)
    assert state.to_act() == 1
    play(state, "call")
    assert state.to_act() == 2
    assert "fill" in legal(state)  # those after may still fill
    play(state, "call")
    assert state.to_act() == 0
    play(state, "call")
    assert part(state, "phase") == "leaving"
    assert legal(state) == ["leave"]


def test_trains_leave_on_the_last_players_turn_ends_the_day_after_the_action() -> None:
    state = at("day 1 first 2 seat 1 | leave 0 | main TTTT/-/-/-/-", seats=3)
    play(state, "fill", "draw trains-leave", *["draw box"] * 5)
    assert state.to_act() == 0
    play(state, "call")
    assert part(state, "phase") == "leaving"


# --- ft.award ---


def earned(*lengths: int, edition: str = "mayfair-1996") -> list[int]:
    rules = rules_for(built_in_edition(edition), len(lengths), ())
    return award(rules, list(lengths))


@pytest.mark.parametrize(
    ("lengths", "points"),
    [
        ((5, 3, 1), [3, 1, 0]),  # longest and second
        ((5, 0, 0), [3, 0, 0]),  # alone: three only
        ((0, 0, 0), [0, 0, 0]),  # nobody
        ((5, 5, 3), [2, 2, 0]),  # two tied for longest, nothing for second
        ((5, 5, 0), [2, 2, 0]),
        ((4, 4, 4), [1, 1, 1]),  # three tied
        ((4, 4, 4, 2), [1, 1, 1, 0]),  # … nothing for second
        ((4, 4, 4, 4), [0, 0, 0, 0]),  # four tied: nobody
        ((4, 4, 4, 4, 2), [0, 0, 0, 0, 0]),  # … the second longest neither
        ((4, 4, 4, 4, 4), [0, 0, 0, 0, 0]),
        ((5, 3, 3), [3, 0, 0]),  # a tie for second
        ((5, 3, 3, 2), [3, 0, 0, 0]),  # … leaves nothing for the third longest
        ((5, 3, 3, 3, 1), [3, 0, 0, 0, 0]),
        ((2, 7), [1, 3]),
        ((0, 0, 1, 0, 2), [0, 0, 1, 0, 3]),
    ],
)
def test_award_for_longest_and_second_with_all_ties(lengths: tuple[int, ...], points: list[int]) -> None:
    assert earned(*lengths) == points


def test_award_counts_eleven_categories_or_twelve() -> None:
    position = "phase leaving | leave out | 1 trains T2 mixed AB | 2 trains T1 mixed O"
    eleven = at(position.replace("O", "P"), edition="whitewind-1993")
    assert [row.label for row in day_sheet(eleven).rows].count("mixed") == 0
    assert len(day_sheet(eleven).rows) == 11 + 1
    for edition in ("whitewind-nl", "mayfair-1996"):
        twelve = at(position.replace("O", "P"), edition=edition)
        mixed = next(row for row in day_sheet(twelve).rows if row.label == "mixed")
        assert mixed.amounts == ("2 cars", "1 car")  # points stand beside it
        assert mixed.points == (3, 1)
        assert len(day_sheet(twelve).rows) == 12 + 1


def test_mixed_train_never_counts_in_a_kinds_category() -> None:
    state = at("phase leaving | leave out | 1 mixed T | 2 trains -", edition="whitewind-1993")
    play(state, "leave")
    assert field(state, 1, "points") == "5"


def test_award_by_hand_on_a_whole_day() -> None:
    state = at(
        "phase leaving | leave out | 1 trains T3,B2,O1 mixed ABC yard TTTBBBB/- | "
        "2 trains T3,B1 mixed AB yard O/- | 3 trains T2,R1",
        seats=3,
    )
    sheet = day_sheet(state)
    rows = {row.label: row.points for row in sheet.rows}
    assert rows["tank"] == (2, 2, 0)
    assert rows["box"] == (3, 1, 0)
    assert rows["ore"] == (3, 0, 0)
    assert rows["refrigerator"] == (0, 0, 3)
    assert rows["mixed"] == (3, 1, 0)
    assert rows["yard"] == (3, 0, 0)
    assert sheet.totals == (14, 4, 3)
    play(state, "leave")
    assert [field(state, seat, "points") for seat in (1, 2, 3)] == ["19", "9", "8"]


def test_caboose_doubles_after_ranks_and_ties() -> None:
    position = "options cabooses | cabooses 5 | phase leaving | leave out | 1 trains T3*,B2 | 2 trains T3,B1*"
    rows = {row.label: row for row in day_sheet(at(position)).rows}
    assert rows["tank"].points == (4, 2)  # tied: two each, then doubled
    assert rows["box"].points == (3, 2)  # second: one, then doubled
    assert rows["tank"].amounts == ("3 cars ×2", "3 cars")  # a caboose is no car


# --- ft.yard-award ---


@pytest.mark.parametrize(
    ("day", "cars", "points"),
    [(1, 7, 3), (1, 8, 4), (1, 1, 0), (1, 0, 0), (1, 16, 8), (2, 7, 0), (2, 16, 0), (3, 7, -7), (3, 1, -1), (3, 0, 0)],
)
def test_yard_award_is_half_then_nothing_then_a_loss(day: int, cars: int, points: int) -> None:
    for edition in ("whitewind-1993", "whitewind-nl", "mayfair-1996"):
        assert yard_award(rules_for(built_in_edition(edition), 2, ()), day - 1, cars) == points


def test_yard_award_counts_both_sidings_together() -> None:
    state = play(at("phase leaving | leave out | 1 yard TTT/BBBB | 2 yard T/B"), "leave")
    assert (field(state, 1, "points"), field(state, 2, "points")) == ("8", "6")


def test_yard_award_of_the_last_day_may_make_points_negative() -> None:
    state = play(at("day 3 | phase leaving | leave out | 1 points 2 yard TTTTTTTT/BBB | 2 points 0"), "leave")
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.scores == (-9, 0)


# --- ft.new-day ---


def test_new_day_returns_trains_and_main_yard_and_leaves_the_yards() -> None:
    state = at("phase leaving | leave out | main TTT/B/-/-/- | 1 trains O3 mixed AB yard TT/B | 2 trains H1")
    play(state, "leave")
    assert part(state, "phase") == "laying"
    assert part(state, "main") == "-/-/-/-/-"
    assert (field(state, 1, "yard"), field(state, 1, "trains"), field(state, 1, "mixed")) == ("TT/B", "-", "-")
    assert sum(state.view(None).board.deck.values()) == 99 - 3
    drive(state)
    assert [len(siding) for siding in part(state, "main").split("/")] == [5] * 5
    assert part(state, "day") == "2 round 1 turns 0 first 2 seat 2"


def test_new_day_gives_a_locomotive_to_those_who_did_not_call() -> None:
    state = at("phase leaving | leave out | 1 locomotives 8 called | 2 locomotives 7")
    play(state, "leave")
    assert (field(state, 1, "locomotives"), field(state, 2, "locomotives")) == ("8", "8")
    drive(state)
    assert "call" in legal(state)  # a new day, a new call


def test_new_day_after_the_second_gives_one_too_and_the_third_is_the_last() -> None:
    state = play(at("day 2 | phase leaving | leave out | 1 locomotives 8 | 2 locomotives 9 called"), "leave")
    assert (field(state, 1, "locomotives"), field(state, 2, "locomotives")) == ("9", "9")
    last = play(at("day 3 | phase leaving | leave out | 1 trains T2 yard B/-"), "leave")
    assert part(last, "phase") == "over"
    assert field(last, 1, "trains") == "T2"  # only the scoring


def test_new_day_brings_all_cabooses_back() -> None:
    state = at("options cabooses | cabooses 5 | phase leaving | leave out | 1 trains T2* mixed AB*")
    play(state, "leave")
    assert part(state, "cabooses") == "7"
    assert field(state, 1, "mixed") == "-"


def test_new_day_ended_by_a_stuck_round_takes_the_card_out_of_the_deck() -> None:
    state = play(at("phase leaving | leave 12 | 1 trains T2"), "leave")
    assert part(state, "leave") == "out"
    drive(state)
    assert int(part(state, "leave")) == 74 - 24


# --- ft.win ---


def test_win_goes_to_the_most_points_after_the_last_day() -> None:
    state = play(at("day 3 | phase leaving | leave out | 1 points 20 | 2 points 24"), "leave")
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.scores, outcome.winners, outcome.ended_by) == ((20, 24), (1,), "ft.win")
    assert state.to_act() is None
    assert state.refuse(state.edition.vocabulary.parse("take 1")).slug == "ft.win"  # type: ignore[union-attr]


def test_win_is_shared_by_a_tie() -> None:
    state = play(at("day 3 | phase leaving | leave out | 1 points 24 | 2 points 20 | 3 points 24"), "leave")
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.winners == (0, 2)
