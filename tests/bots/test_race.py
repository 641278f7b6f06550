"""The race of plans: on real positions, what is clearly better wins, and what is clearly worse drops out."""

from freightyard.bots.learnt import learnt_for
from freightyard.bots.plans import Plan, win_shares
from freightyard.bots.search.race import VARY, Race
from freightyard.core.chance import Dice
from freightyard.core.checks import random_move
from freightyard.core.contract import CHANCE
from freightyard.games.freight_train.bot.judge import JUDGE
from freightyard.games.freight_train.rules import GAME
from freightyard.games.freight_train.rules.phases import OUT, TURN
from freightyard.games.freight_train.rules.state import State


def position(seed: int) -> State:
    """A turn in the middle of the last day."""
    state = GAME.start(GAME.edition("mayfair-1996"), 2)
    dice = Dice(seed)
    while state.day < 2 or state.to_act() == CHANCE or state.hand or state.turns % 7:
        state.play(random_move(state, dice))
    return state


def race_of(state: State, plans: list[Plan], futures: int) -> Race:
    race = Race(JUDGE, state.actor, plans, 5, 1000, 0.0, 0.0)
    race.futures = [state] * futures
    while race.wants():
        runner = race.next_runner()
        if len(runner.results) == futures:
            break
        race.step(runner)
    return race


def last_turn(seed: int) -> State:
    """The very last turn of a game: what it earns is certain."""
    state = GAME.start(GAME.edition("mayfair-1996@1"), 2)
    dice = Dice(seed)
    while True:
        last = state.day == 2 and state.leave == OUT and state.phase == TURN and (state.actor + 1) % 2 == state.first
        if last and len(JUDGE.plans(state, 12)) > 3:
            return state
        state.play(random_move(state, dice))
        if state.to_act() is None:
            state = GAME.start(GAME.edition("mayfair-1996@1"), 2)


def earned(state: State, plan: Plan) -> float:
    """What a plan of the last turn brings: only its own cars and the scoring are left."""
    after = state.clone()
    for move in plan.moves:
        after.play(move)
    while after.to_act() is not None:
        after.play(random_move(after, Dice(1)))
    return JUDGE.shares(after)[state.actor]


def test_plan_that_earns_most_in_the_last_turn_wins_the_race() -> None:
    for seed in (1, 2, 3):
        state = last_turn(seed)
        plans = JUDGE.plans(state, 12)
        shares = [earned(state, plan) for plan in plans]
        race = race_of(state, sorted(plans, key=lambda plan: plan.worth), 60)  # the least promising first
        best = race.runners[race.best_index()]
        assert earned(state, best.plan) == max(earned(state, runner.plan) for runner in race.runners) >= max(shares)
        assert len(set(shares)) > 1


def test_all_plans_meet_the_same_futures() -> None:
    state = position(2)
    plan = JUDGE.plans(state, 1)[0]
    race = race_of(state, [plan, Plan(plan.worth, plan.moves[:])], 12)
    one, other = race.runners
    assert one.results[:10] == other.results[:10]


def test_race_leaves_its_positions_as_they_were() -> None:
    state = position(3)
    before = state.text()
    race_of(state, JUDGE.plans(state, 8), 10)
    assert state.text() == before


def test_plan_that_dropped_out_early_comes_back_if_there_is_time() -> None:
    state = position(2)
    race = Race(JUDGE, state.actor, [Plan(0.0, []) for _ in range(3)], 5, 1000, 0.0, 0.0)
    race.started = 3
    race.futures = [state]
    for runner, results in zip(race.runners, ([0.6, 0.5] * 8, [0.55, 0.5] * 8, [0.1, 0.0] * 8), strict=True):
        runner.results = results
        runner.total = sum(results)
        race._drop(runner)
    assert [runner.out for runner in race.runners] == [False, True, True]
    assert race.wants()
    assert [runner.out for runner in race.runners] == [False, False, True]  # the last one is too far behind
    for _ in range(200):  # the second goes on as before, and is out for good when that is certain
        for runner, more in zip(race.runners[:2], (0.55, 0.525), strict=True):
            runner.results = [*runner.results, more]
            runner.total += more
        race._drop(race.runners[1])
    assert not race.wants()


def test_shares_of_a_win_make_one() -> None:
    assert sum(win_shares([1.0, 5.0, -200.0], 3.0)) == 1.0
    assert win_shares([4.0, 4.0], 2.0) == [0.5, 0.5]


def test_plan_of_the_judge_is_played_if_nothing_is_known_to_be_better() -> None:
    state = position(2)
    plans = JUDGE.plans(state, 6)
    race = Race(JUDGE, state.actor, plans, 5, 1000, 0.0, 0.0)
    race.futures = [state] * 3
    assert race.choice().plan.moves == plans[0].moves
    for _ in range(3):
        race.step(race.runners[1])
        race.runners[1].total += 1  # one lucky result is no proof
        race.runners[1].results[-1] += 1
    race.started = 2
    assert race.best_index() == 1
    assert race.choice().plan.moves == plans[0].moves


def test_variants_of_the_best_plan_join_once_it_is_known_well() -> None:
    state = position(2)
    plan = JUDGE.plans(state, 1)[0]
    variants = [one.moves for one in JUDGE.variants(state, plan)]
    assert variants
    race = Race(JUDGE, state.actor, [plan, Plan(plan.worth, plan.moves[:])], 5, 1000, 0.0, 0.0)
    race.futures = [state] * 100
    while race.wants() and len(race.runners) == 2:
        race.step(race.next_runner())
    assert [runner.plan.moves for runner in race.runners[2:]] == variants
    assert len(race.runners[0].results) == VARY  # the two never differ, so neither drops out before
    joined = len(race.runners)
    while race.wants() and race.started < joined:
        race.step(race.next_runner())
    assert race.started == joined


def test_plan_that_won_early_is_varied_at_once() -> None:
    state = position(2)
    plan = JUDGE.plans(state, 1)[0]
    race = Race(JUDGE, state.actor, [plan], 5, 1000, 0.0, 0.0)
    race.futures = [state] * 10
    while race.started == 0:
        race.step(race.next_runner())
    assert race.wants()
    assert len(race.runners) > 1


def test_an_end_counts_by_who_won_as_far_as_the_features_say() -> None:
    state = last_turn(1)
    plans = JUDGE.plans(state, 4)
    while state.to_act() is not None:
        state.play(random_move(state, Dice(1)))
    race = Race(JUDGE, 0, plans, 5, 1000, 0.0, 0.0)
    judged = JUDGE.shares(state)
    certain = [JUDGE.expected(state, seat) for seat in range(2)]
    assert race._won(state, 0.0) == judged
    assert race._won(state, 1.0) == certain
    assert judged != certain


def test_playouts_stop_early_where_something_was_learnt() -> None:
    state = position(3)
    learnt = learnt_for(GAME.edition("mayfair-1996"), 2)
    assert learnt is not None
    plans = JUDGE.plans(state, 4)
    turns = learnt.features.turns(state)
    race = Race(JUDGE, state.actor, plans, 5, turns, 0.0, 0.0, 0, learnt)
    race.futures = [state] * 4
    for _ in range(4):
        race.step(race.next_runner())
    assert race.nodes <= 4 * (turns + 1)
    assert all(0 <= result <= 1 for runner in race.runners for result in runner.results)
