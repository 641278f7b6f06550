"""Freight's greedy player and its money: interest, extra points, loans, and the first line."""

import pytest

from freightyard.bots import make_bot
from freightyard.core.chance import Stream
from freightyard.games.freight.bot.judge import JUDGE
from freightyard.games.freight.rules import GAME
from freightyard.games.freight.rules.state import State
from tests.games.freight.positions import CITIES, LINE, building, family, family_text, seat, shipping, standard, text


def played(state: State, phase: str) -> list[str]:
    """What the greedy player does until the phase is over."""
    bot = make_bot("medium", GAME, Stream("money"))
    words = []
    while state.view(0).board.phase == phase:
        words.append(bot.decide(state.view(0)))
        state.play(state.edition.vocabulary.parse(words[-1]))
    return words


def test_train_does_not_load_with_the_money_for_the_interest() -> None:
    """One of the two points for loading would cost 1, and the cubes would earn 5 each in the next turn."""
    state = shipping(seat(cash=2, loans=2, took=1, at="n18"), used=9)
    assert played(state, "shipping") == ["done"]
    assert state.view(None).board.phase == "supplying"
    richer = shipping(seat(cash=3, loans=2, took=1, at="n18"), used=9)
    assert played(richer, "shipping") == ["load yellow", "load black", "done"]


def test_train_does_not_load_for_a_loan_in_need() -> None:
    state = shipping(seat(cash=2, loans=2, took=0, at="n18"), used=9)
    assert played(state, "shipping") == ["done"]


def test_cubes_are_sold_cheaply_rather_than_track() -> None:
    """n14 would pay 5 for the green cube, but not in this turn any more."""
    cities = CITIES.replace("n14/rbg/rbY", "n14/rbw/rbG")
    state = shipping(seat(loans=1, took=1, cargo="g", at="n18"), cities=cities, used=8)
    assert played(state, "shipping") == ["deliver green", "done"]
    assert state.view(None).board.phase == "supplying"
    richer = shipping(seat(cash=1, loans=1, took=1, cargo="g", at="n18"), cities=cities, used=8)
    assert "deliver green" not in played(richer, "shipping")


# From n14 to n18, with a branch to q13.
FORK = "n15/s0/1 n16/l0/1 n17/s0/1 o15/s2/1 p14/s2/1"


@pytest.mark.parametrize(
    ("cargo", "steps"), [("g", ["go n16", "go o15", "go p14", "go q13"]), ("r", ["go n16", "go n17", "go n18"])]
)
def test_train_between_two_cities_goes_where_its_cubes_are_paid(cargo: str, steps: list[str]) -> None:
    """As for a hint in the middle of a trip, or for whoever takes over a seat there."""
    state = shipping(seat(cargo=cargo, at="n15/3"), track=FORK, cities=CITIES.replace("r10/", "q13/"), used=1)
    words = played(state, "shipping")
    assert words[: len(steps)] == steps
    assert words[len(steps)].startswith("deliver")


# Maps of real games. One tile joins two cities that trade both ways: o15 and p16 in the first, r15 and r17 in the second.
OPENINGS = {
    "o15 p16": "q13/byw/RbKw n12/rby/rbGK v10/ykw/RByk p16/rbk/rbGY n22/gyk/RgkW "
    "u8/gkw/RgYw g20/rgk/rBgY o15/rgw/gYKw i21/bgy/gyKW",
    "r15 r17": "o11/rgy/gyKW t12/gyw/ByKw j19/rbg/bgKW s9/byw/RbGy r15/ryw/rBGy m21/bgk/gYkW "
    "u6/rbk/rGkW k11/gyk/BykW r17/bkw/RbGk",
}


@pytest.mark.parametrize(("joined", "cities"), OPENINGS.items())
def test_first_line_is_one_tile_between_two_cities_that_trade_rather_than_five_or_six(joined: str, cities: str) -> None:
    state = standard(text("building", seat(), seat(), seat(), round=1, turns=0, cities=cities))
    words = [state.edition.vocabulary.text(move) for move in first_line(state)]
    assert len(words) == 1
    state.play(state.edition.vocabulary.parse("loan"))
    state.play(state.edition.vocabulary.parse(words[0]))
    names = state.edition.grid.names
    assert {names[state.cities[town]] for town in range(len(state.cities)) if state.net[0] >> town & 1} == set(joined.split())


def first_line(state: State) -> list[int]:
    """The line that the greedy player lays first."""
    after = state.clone()
    while True:
        moves = JUDGE.plans(after, 1)[0].moves
        if after.edition.vocabulary.text(moves[0]) != "loan":
            return moves
        after.play(moves[0])


def test_six_tiles_are_not_worth_a_second_loan() -> None:
    """The first loan is everybody's; a line that takes a second one must earn its interest as well."""
    state = standard(text("building", seat(), seat(), seat(), round=1, turns=0, cities=OPENINGS["o15 p16"]))
    assert len(first_line(state)) < 3


def test_hard_does_not_think_about_loans_that_cannot_bring_back_what_they_cost() -> None:
    """A city of one's own for 8 counts 5 and trades a little; the loan costs its interest to the end, and 15 there."""
    for number in (2, 6, 9):
        state = building(seat(cash=4, loans=1, at="n14"), track=LINE)
        late = standard(state.text().replace("round 2", f"round {number}"))
        words = [late.edition.vocabulary.text(plan.moves[0]) for plan in JUDGE.plans(late, 32)]
        assert "loan" not in words
        assert "done" in words


def test_hard_still_thinks_about_a_loan_for_the_first_line() -> None:
    state = standard(text("building", seat(), seat(), round=1, turns=0))
    assert "loan" in [state.edition.vocabulary.text(plan.moves[0]) for plan in JUDGE.plans(state, 32)]


def test_empty_train_goes_towards_cubes_that_are_further_away_than_a_turn() -> None:
    """All cities near j17 are full of disks; n18, three runs away, has a yellow cube for l20 and a black one for j17."""
    cities = "t12/bgk/RbkW q9/gyk/RgkW l20/rgk/BBYY s9/rbk/rbGY m15/rby/KKWW j17/rgy/KKWW k18/bkw/RGGY n18/ykw/GGyk"
    track = "j18/c1/1 k16/s2/1 k17/c4/2 k19/s0/2 k20/c1/2 l15/c5/1 l17/s2/2 l18/c4/1 l19/s0/1 m16/c3/2 m19/s2/2 m20/c2/1 n19/c3/1"
    trip = "trip used 0 loading no delivering no paid -"
    poor = seat(cash=4, loans=4, wagons=2, at="j17")
    state = family(family_text("shipping", poor, seat(wagons=3, at="j17"), extra=trip, round=10, cities=cities, track=track))
    words = played(state, "shipping")
    assert [step for step in words if step.startswith("go")] == ["go k18", "go l20"]


WEST = "p17/byw/GyKw q8/rbk/YYWW o9/rgk/YYWW j16/gyk/BBWW p13/bgk/RbgY m11/rkw/BBGG l14/rbw/GGYY"
WEST_TRACK = "j15/c0/2 k14/c5/2 k15/s2/1 l12/c0/1 l13/s0/1 m10/c0/2 m12/s0/2 m13/c3/2 n9/c5/2 n10/s2/1 p8/c5/1 p9/c2/2"


@pytest.mark.parametrize(("cargo", "steps"), [("rrrkkk", ["go o9", "go m11"]), ("kkkkkk", ["go o9", "go m11"])])
def test_full_train_goes_towards_a_city_that_pays_for_what_it_carries(cargo: str, steps: list[str]) -> None:
    """j16 alone takes red cubes, and l14 black ones, further than two runs from q8. The train had stood there to the end of the
    game, and borrowed for the interest turn after turn."""
    trip = "trip used 0 loading no delivering no paid -"
    full = seat(cash=6, loans=3, wagons=3, cargo=cargo, at="q8")
    state = family(family_text("shipping", full, seat(wagons=3, at="q8"), extra=trip, round=13, cities=WEST, track=WEST_TRACK))
    words = played(state, "shipping")
    assert [step for step in words if step.startswith("go")] == steps


def test_full_train_that_nobody_pays_stays() -> None:
    """Every city of the line that it can reach supplies black cubes itself."""
    trip = "trip used 0 loading no delivering no paid -"
    full = seat(cash=6, loans=3, wagons=1, cargo="kk", at="q8")
    track = "p8/c5/1 p9/c2/2"
    state = family(family_text("shipping", full, seat(wagons=3, at="q8"), extra=trip, round=13, cities=WEST, track=track))
    assert [step for step in played(state, "shipping") if step.startswith("go")] == []


SOUTH = (
    "k16/rgy/BBKK s12/rbk/bYkW n19/rbw/rbGY o10/byk/RbkW n14/rgw/BYKK i18/ryk/BBWW k18/bgw/KKKK",
    "i19/c1/2 j17/s2/1 j18/s1/1 j19/c2/2 k17/s0/2 l15/s2/1 l16/c2/2 m14/c5/1 m15/s2/2",
)


@pytest.mark.parametrize(("cash", "loans", "steps"), [(0, 6, ["go k16", "go i18"]), (20, 6, [])])
def test_train_that_owes_more_than_it_has_goes_where_its_few_cubes_are_paid(cash: int, loans: int, steps: list[str]) -> None:
    """k18 alone takes red cubes; it is three runs away. Who can pay the interest waits for new cubes."""
    trip = "trip used 0 loading no delivering no paid -"
    poor = seat(cash=cash, loans=loans, wagons=2, cargo="rrr", at="n14")
    cities, track = SOUTH
    state = family(family_text("shipping", poor, seat(wagons=3, at="n14"), extra=trip, round=16, cities=cities, track=track))
    words = played(state, "shipping")
    assert [step for step in words if step.startswith("go")] == steps


# Six players, all of whose cities are full of disks; the fifth has five cities and one line of 18 to another one.
CLOGGED = (
    "round 9 turns 52 seat 5 acts 5 | phase building | order 1 2 3 4 5 6 | cities v13/rbw/rGKw f18/rbk/YWWW t15/rby/rGyW "
    "p17/ryk/rBkW o5/gyk/RBgy r4/byw/GyKw l24/bkw/GYkw d16/bgw/YYKK v10/rgk/rBkW f12/byk/RRRW g25/gkw/BYkw v8/rbg/rgYW "
    "r9/rgw/rBgY t12/rgy/gyKW j23/ykw/BGkw e14/ryw/GGGK e17/rkw/BYYY f15/bgy/RRRW h11/gyw/RBBK g13/bgk/RRWW | track d13/c0/5 "
    "d14/c1/5 d15/c0/1 d17/c1/2 d18/c0/6 d19/c1/6 e12/c5/5 e13/c0/1 e15/c5/2 e16/c0/3 e18/c1/3 e19/c2/6 f11/c0/6 f13/c3/3 "
    "f14/c4/3 f16/c3/4 f17/c4/4 g10/c5/6 g11/c5/5 g12/c4/5 g14/c3/2 g15/c2/5 g17/s2/6 h10/c4/6 h12/s0/6 h13/s0/6 h14/s0/6 "
    "h15/s0/6 h16/c3/6 i11/c4/5 i12/s0/5 i13/c3/5 | bridges h14/2/5 | boxes -/- | 1 cash 31 loans 0 took 0 wagons 3 cargo - at "
    "f12 | 2 cash 19 loans 0 took 0 wagons 3 cargo - at f15 | 3 cash 18 loans 0 took 0 wagons 3 cargo b at f12 | 4 cash 24 "
    "loans 0 took 0 wagons 3 cargo - at f15 | 5 cash 5 loans 4 took 0 wagons 3 cargo - at g13 | 6 cash 9 loans 1 took 0 wagons 3 "
    "cargo - at f18"
)


@pytest.mark.parametrize(
    ("purse", "moves"),
    [
        ("cash 5 loans 4 took 0", ["loan", "done"]),  # for the line of the next turn
        ("cash 12 loans 5 took 0", ["loan", "build"]),
        ("cash 18 loans 6 took 1", ["build"]),
        ("cash 5 loans 2 took 0", ["done"]),  # few loans are not worth a third
    ],
)
def test_who_earns_nothing_and_borrows_for_the_interest_borrows_for_a_line_instead(purse: str, moves: list[str]) -> None:
    state = family(CLOGGED.replace("cash 5 loans 4 took 0", purse))
    found: list[str] = []
    while state.view(4).board.phase == "building" and len(found) < len(moves):
        move = JUDGE.plans(state, 1)[0].moves[0]
        found.append(state.edition.vocabulary.text(move).split()[0])
        state.play(move)
    assert found == moves
