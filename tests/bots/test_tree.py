"""The tree below a plan: who is to move learns what does best for him, and a few playouts are quick ones."""

from typing import Any

from freightyard.bots.plans import Plan
from freightyard.bots.search.race import Race
from freightyard.bots.search.tree import NEW, Node, Path
from freightyard.core.chance import Dice
from freightyard.core.contract import CHANCE
from freightyard.games.freight_cars.bot.judge import JUDGE
from freightyard.games.freight_cars.rules import GAME
from freightyard.games.freight_cars.rules.phases import TURN
from freightyard.games.freight_cars.rules.state import State

SEATS = 3


def position(turn: int) -> State:
    """The beginning of a turn in a game of greedy players."""
    state = GAME.start(GAME.edition("quick-simple-fun-2021"), SEATS)
    dice = Dice(4)
    while state.turns < turn or state.phase != TURN:
        state.play(state.draw(dice) if state.to_act() == CHANCE else JUDGE.plans(state, 1)[0].moves[0])
    return state


def grown(state: State, times: int, shares: list[float], depth: int = 4) -> Node:
    """A tree that many playouts went through, all with the same end."""
    root = Node()
    for number in range(times):
        path = Path()
        path.follow(JUDGE, state.clone(), root, Dice(number), depth, 0.02)
        path.learn(shares)
    return root


def walk(node: Node) -> list[Node]:
    found = [node]
    for arm in (node.arms or {}).values():
        found += walk(arm.below)
    return found


def test_node_that_is_new_leaves_all_to_the_quick_playout() -> None:
    state = position(12)
    root = grown(state, NEW, [1.0, 0.0, 0.0])
    assert root.met == NEW
    assert root.arms is None


def test_first_thing_that_is_tried_is_the_plan_of_the_judge() -> None:
    state = position(12)
    root = grown(state, NEW + 1, [1.0, 0.0, 0.0])
    assert root.arms is not None
    assert next(iter(root.arms)) == tuple(JUDGE.plans(state, 1)[0].moves)


def test_more_plans_join_as_a_node_is_met_more_often() -> None:
    state = position(12)
    counts = [len(grown(state, times, [0.3, 0.4, 0.3]).arms or {}) for times in (NEW + 1, 40, 200)]
    assert counts[0] < counts[1] < counts[2] <= 12


def test_plan_that_does_best_for_its_seat_is_played_most() -> None:
    plans = [Plan(0.0, [1]), Plan(0.0, [2]), Plan(0.0, [3])]
    node = Node()
    for _ in range(300):
        node.met += 1
        plan, arm = node.choose(plans, 0.02)
        path = Path()
        path.nodes.append(node)
        path.arms.append(arm)
        path.seats.append(1)
        path.learn([0.9, 0.6, 0.0] if plan.moves == [3] else [0.9, 0.2, 0.5])
    assert node.arms is not None
    played = [node.arms[number,].played for number in (1, 2, 3)]
    assert played[2] > 200
    assert sum(played) == node.played == 300
    assert abs(node.total - (0.6 * played[2] + 0.2 * (played[0] + played[1]))) < 1e-6


def test_tree_is_no_deeper_than_it_may_be_and_counts_what_it_learnt() -> None:
    root = grown(position(12), 400, [0.5, 0.25, 0.25], depth=2)
    assert root.arms is not None
    below = [arm.below for arm in root.arms.values()]
    assert any(node.arms for node in below)
    for node in below:
        for arm in (node.arms or {}).values():
            assert arm.below.met == 0
    for node in walk(root):
        assert node.played == sum(arm.played for arm in (node.arms or {}).values())


def test_end_of_the_game_ends_the_way_through_a_tree() -> None:
    state = position(12)
    dice = Dice(1)
    JUDGE.playout(state, dice, 1000)
    while state.to_act() == CHANCE:
        state.play(state.draw(dice))
    assert state.to_act() is None
    assert grown(state, 20, [1.0, 0.0, 0.0]).arms is None


def test_same_dice_grow_the_same_tree() -> None:
    state = position(9)

    def race() -> Race:
        plans = JUDGE.plans(state, 32)
        race = Race(JUDGE, state.actor, plans, 5, 1000, 0.02, 6.0, JUDGE.depth(state))
        race.futures = [state] * 400
        for _ in range(400):
            race.step(race.next_runner())
        return race

    def told(node: Node) -> list[Any]:
        return [(key, arm.played, arm.total, told(arm.below)) for key, arm in (node.arms or {}).items()]

    one, other = race(), race()
    assert [runner.results for runner in one.runners] == [runner.results for runner in other.runners]
    assert [told(runner.below) for runner in one.runners] == [told(runner.below) for runner in other.runners]
    assert any(runner.below.arms for runner in one.runners)
    assert max(len(runner.results) for runner in one.runners) > NEW
