"""The greedy player of Freight: it plays legally, and the economy of the standard rules feeds it."""

import pytest

from freightyard.bots import make_bot
from freightyard.core.chance import Dice, Stream
from freightyard.core.contract import CHANCE
from freightyard.games.freight.bot.branches import branches
from freightyard.games.freight.bot.judge import JUDGE
from freightyard.games.freight.bot.track import lines
from freightyard.games.freight.bot.worth import is_last_turn, stuck, turns_left
from freightyard.games.freight.rules import GAME
from freightyard.games.freight.rules.phases import BUILDING
from freightyard.games.freight.rules.state import State
from freightyard.lab.match import Match, play_match
from tests.games.freight.positions import CITIES, LINE, building, family, family_text, play, seat, shipping, standard, text
from tests.games.freight.test_family import FIVE, NINE


def scores(edition: str, seats: int, games: int) -> list[int]:
    found: list[int] = []
    for seed in range(games):
        match = Match(game=GAME, edition=GAME.edition(edition), options=(), players=("greedy",) * seats, seed=seed)
        found += play_match(match).outcome.scores
    return found


@pytest.mark.parametrize(("seats", "games"), [(2, 8), (4, 4)])
def test_score_of_most_seats_of_standard_games_is_positive(seats: int, games: int) -> None:
    found = scores("standard", seats, games)
    assert sum(score > 0 for score in found) > len(found) * 0.75
    assert sum(found) / len(found) > 15


@pytest.mark.parametrize(("seats", "games"), [(2, 6), (4, 3)])
def test_family_games_end_without_deep_debts(seats: int, games: int) -> None:
    found = scores("family", seats, games)
    assert sum(score > 0 for score in found) > len(found) * 0.75
    assert min(found) > -60


@pytest.mark.parametrize(("edition", "most"), [("standard", 1000), ("family", 9)])
def test_playouts_of_the_family_game_look_three_rounds_ahead(edition: str, most: int) -> None:
    state = GAME.start(GAME.edition(edition), 3)
    turns = JUDGE.playout(state, Dice(3), 1000)
    assert turns == most or (edition == "standard" and state.to_act() is None)
    assert sum(JUDGE.shares(state)) == pytest.approx(1.0)


FULL = "n14/rbg/YK n18/ykw/RB r10/rby/rbGK j14/rbk/bkGY r14/gyk/gyRB n8/bgw/bgRY"  # the first two are joined by LINE


@pytest.mark.parametrize(
    ("cities", "cargo", "is_stuck"),
    [
        (FULL, "-", True),  # disks alone
        (FULL.replace("/YK", "/rYK"), "-", False),  # red is demanded at n18
        (FULL.replace("rbg/YK n18/ykw/RB", "rbg/gYK n18/gkw/RB"), "-", True),  # green is demanded nowhere in the network
        (FULL, "r", False),  # on board
    ],
)
def test_network_is_stuck_if_no_cube_has_a_city_to_go_to(cities: str, cargo: str, is_stuck: bool) -> None:
    state = building(seat(at="n14") if cargo == "-" else seat(at="n14", cargo=cargo), track=LINE, cities=cities)
    assert stuck(state, 0) is is_stuck


def test_family_player_who_is_stuck_builds_on_and_buys_no_wagon() -> None:
    bot = make_bot("greedy", GAME, Stream("stuck"))

    def choice(cities: str) -> str:
        words = family_text("building", seat(cash=12, at="n14"), seat(), track=LINE, cities=cities)
        return bot.decide(family(words).view(0)).split()[0]

    full = FULL.replace("/YK ", "/YYKK ").replace("/RB r10", "/RRBB r10")
    assert choice(full) == "build"
    assert choice(full.replace("/YYKK", "/rYKK")) == "wagon"


def test_family_player_in_his_last_turn_buys_nothing_for_later() -> None:
    words = family_text("building", seat(cash=12, at="n14"), seat(), track=LINE, cities=FULL.replace("/YK ", "/rYKK "))
    state = family(words)
    assert not is_last_turn(state)
    assert make_bot("greedy", GAME, Stream("last")).decide(state.view(0)) == "wagon"
    state.last = 1  # the other one has a sixth city
    assert is_last_turn(state)
    assert turns_left(state) == 1
    assert make_bot("greedy", GAME, Stream("last")).decide(state.view(0)) != "wagon"


def test_tree_grows_below_the_plans_of_the_family_game_alone() -> None:
    judge = JUDGE
    assert judge.depth(GAME.start(GAME.edition("family"), 2)) > 0
    assert judge.depth(GAME.start(GAME.edition("standard"), 2)) == 0


def test_family_plans_have_lines_between_cities_beside_new_cities() -> None:
    words = family_text("building", seat(cash=12), seat())
    vocabulary = GAME.edition("family").vocabulary
    plans = [[vocabulary.text(move) for move in plan.moves] for plan in JUDGE.plans(family(words), 32)]
    assert ["build n15 straight 0", "build n16 straight 0", "build n17 straight 0"] in plans
    assert any(moves[-1].startswith("city") for moves in plans)


def test_greedy_beats_random() -> None:
    players = ("greedy", "random", "random")
    for seed in range(3):
        result = play_match(Match(game=GAME, edition=GAME.edition("standard"), options=(), players=players, seed=seed))
        assert result.outcome.winners == (0,)


def test_greedy_repays_what_is_to_spare() -> None:
    bot = make_bot("greedy", GAME, Stream("repay"))
    poor_map = "n14/rbg/rbY n18/ykw/ykRB r10/rby/rbGK j14/rbk/bkGY r14/gyk/gyRB n8/bgw/bgRY"
    state = building(seat(cash=14, loans=1, wagons=3, at="n14"), track=LINE, cities=poor_map)
    last = standard(state.text().replace("round 2", "round 10"))
    assert bot.decide(last.view(0)) == "repay"


def test_greedy_delivers_where_it_is_paid() -> None:
    bot = make_bot("greedy", GAME, Stream("deliver"))
    assert bot.decide(shipping(seat(at="n14", cargo="y")).view(0)) == "deliver yellow"


def test_greedy_carries_goods_to_where_they_are_wanted() -> None:
    bot = make_bot("greedy", GAME, Stream("carry"))
    state = shipping(seat(at="n14"))  # n18 wants red and blue
    words = []
    while state.view(0).board.phase == "shipping":
        words.append(bot.decide(state.view(0)))
        state.play(state.edition.vocabulary.parse(words[-1]))
    assert words[:2] == ["load red", "load blue"]
    assert words[2:6] == ["go n15", "go n16", "go n17", "go n18"]
    assert state.cash[0] == 10


def test_greedy_sees_the_prices_of_the_edition_that_it_plays() -> None:
    """What it remembers of a map in one edition is not taken for another one's."""
    state = building(seat(cash=9, wagons=3, at="n14"), track=LINE)
    usual = make_bot("greedy", GAME, Stream("price")).decide(state.view(0))
    assert usual.startswith("build")
    raw = {"extends": "standard", "name": "dear", "price": {"straight": 30, "curve": 30, "city": 30, "switch": 50, "bridge": 50}}
    dear = GAME.position(GAME.edition_from(raw, "dear.toml"), state.text())
    assert make_bot("greedy", GAME, Stream("price")).decide(dear.view(0)) == "done"


def test_greedy_decides_in_every_phase() -> None:
    bot = make_bot("greedy", GAME, Stream("phases"))
    selling = standard(text("selling", seat(loans=2, took=1, at="n14"), seat(), track=f"{LINE} n13/s0/1", extra="owed 2"))
    assert bot.decide(selling.view(0)) == "sell n13"  # the shorter one
    bidding = standard(text("bidding", seat(), seat(), acts=1, order="2 1", extra="auction bid - by - passed - places -"))
    assert bot.decide(bidding.view(0)) == "open 0"


def test_greedy_sells_what_costs_the_fewest_cities_and_pays_the_interest() -> None:
    cities = CITIES.replace("r10/", "q13/")
    # From n14 to n18, with a branch to q13; a dead end at n14, which costs no city, and a longer one at n8, which costs one.
    track = "n15/s0/1 n16/l0/1 n17/s0/1 o15/s2/1 p14/s2/1"
    for rest, owed, moves in (
        (" n9/s0/1 n10/s0/1 n13/s0/1", 1, ["sell n13"]),
        (" n9/s0/1 n10/s0/1", 2, ["sell n9"]),
        ("", 3, ["sell n14", "to n18"]),
        ("", 4, ["sell n14", "to q13"]),
    ):
        bot = make_bot("greedy", GAME, Stream("sale"))
        seller = seat(loans=owed, took=1, at="n14")
        state = standard(text("selling", seller, seat(), track=track + rest, cities=cities, extra=f"owed {owed}"))
        made = []
        while state.view(None).board.phase in ("selling", "pairing"):
            made.append(bot.decide(state.view(0)))
            play(state, made[-1])
        assert made == moves
        assert state.view(None).board.phase == "buying"


def in_the_middle(seed: int, round_number: int) -> State:
    """A position of a greedy game in which somebody with track builds."""
    state = GAME.start(GAME.edition("standard"), 3)
    chance = Stream(f"{seed}")
    judge = JUDGE
    while state.round < round_number or state.phase != BUILDING:
        state.play(state.draw(chance) if state.to_act() == CHANCE else judge.plans(state, 1)[0].moves[0])
    return state


def test_branch_is_thought_about_and_costs_what_it_says_and_less_than_any_plain_line() -> None:
    found = 0
    for seed in range(8):
        state = in_the_middle(seed, 5)
        seat = state.actor
        state.cash[seat] = 30
        plain = lines(state, 30)
        for line in branches(state, plain, 30):
            found += 1
            after = state.clone()
            for move in line.moves:
                assert move in after.legal()
                after.play(move)
            assert after.cash[seat] == 30 - line.price
            assert after.net[seat] >> line.city & 1
            assert state.edition.vocabulary.text(line.moves[0]).startswith("upgrade")
            assert all(line.price < other.price for other in plain if other.city == line.city)
            assert line.moves in [tuple(plan.moves[: len(line.moves)]) for plan in JUDGE.plans(state, 99)]
        for poor in range(state.rules.upgrade_price):
            assert not branches(state, plain, poor)
    assert found


def test_opening_bid_is_nothing_since_it_can_be_raised() -> None:
    bidding = standard(text("bidding", seat(cash=9), seat(), acts=1, order="2 1", extra="auction bid - by - passed - places -"))
    words = [bidding.edition.vocabulary.text(plan.moves[0]) for plan in JUDGE.plans(bidding, 16)]
    assert words == ["open 0", "pass"]


@pytest.mark.parametrize(("round_", "loads_at_the_end"), [(2, True), (10, False)])
def test_in_the_last_turn_nothing_is_loaded_that_cannot_be_delivered(round_: int, loads_at_the_end: bool) -> None:
    bot = make_bot("greedy", GAME, Stream("idle"))
    state = standard(shipping(seat(at="n14", cargo="y")).text().replace("round 2", f"round {round_}"))
    words = []
    while state.view(0).board.phase == "shipping" and state.to_act() == 0:
        words.append(bot.decide(state.view(0)))
        state.play(state.edition.vocabulary.parse(words[-1]))
    assert [text for text in words if text.startswith("deliver")] == ["deliver yellow", "deliver red", "deliver blue"]
    after = words[words.index("deliver blue") + 1 :]
    assert any(text.startswith("load") for text in after) is loads_at_the_end


def test_advice_to_borrow_says_what_for() -> None:
    state = family(family_text("building", seat(), seat(), round=1, turns=0))
    hint = make_bot("greedy", GAME, Stream("what for")).hint(state.view(0))
    assert hint.plan[0] == "loan"
    assert any(move.startswith("build ") for move in hint.plan)
    assert "with a loan" in hint.sentence or "with 2 loans" in hint.sentence


def test_family_nobody_without_track_thinks_of_finishing_or_repaying() -> None:
    first = family(family_text("building", seat(cash=10, loans=1, took=1), seat(), round=1, turns=0))
    vocabulary = first.edition.vocabulary.texts
    assert not {"done", "repay"} & {vocabulary[plan.moves[0]] for plan in JUDGE.plans(first, 12)}
    later = family(family_text("building", seat(cash=10, loans=1, took=1, at="n14"), seat(), track=LINE))
    assert {"done", "repay"} <= {vocabulary[plan.moves[0]] for plan in JUDGE.plans(later, 12)}


def test_advice_to_build_says_that_it_ends_the_game() -> None:
    ends = "It ends the game: after this turn all others have one last turn."
    for last, said_of_it in (("", True), ("last 2", False)):
        state = family(family_text("building", seat(cash=15, at="n14"), seat(), track=FIVE, cities=NINE, extra=last))
        parse = state.edition.vocabulary.parse
        moves = [parse(f"build {name} straight 0") for name in ("n13", "n12", "n11", "n10", "n9")]
        assert JUDGE.reason(state, moves).endswith(ends) is said_of_it
        assert not JUDGE.reason(state, moves[:4]).endswith(ends)


def test_advice_to_build_nothing_says_that_one_more_city_would_end_the_game() -> None:
    four = FIVE.removesuffix(" q14/s1/1")
    for track, last, said_of_it in ((FIVE, "", True), (FIVE, "last 2", False), (four, "", False)):
        state = family(family_text("building", seat(cash=15, at="n14"), seat(), track=track, cities=NINE, extra=last))
        why = JUDGE.reason(state, [state.edition.vocabulary.parse("done")])
        assert why.startswith("Nothing that you could build now would earn its price")
        assert why.endswith("though one more city would end the game.") is said_of_it


def test_advice_where_to_put_a_marker_in_the_last_round_promises_nothing() -> None:
    for number, promise in ((9, "You can carry"), (10, "You earn nothing with it any more")):
        state = standard(text("supplying", seat(at="n14"), seat(), track=LINE, boxes="rr/rr", round=number))
        assert JUDGE.reason(state, [state.legal()[0]]).startswith(promise)
