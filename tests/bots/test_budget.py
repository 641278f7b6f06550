"""Budgets: by the turn, shared among its decisions, and never overdrawn. The clock is one that the tests turn."""

import pytest

from freightyard.bots import make_bot
from freightyard.bots.budget import Budget, TurnBudget, read_budget
from freightyard.bots.levels import style
from freightyard.bots.planner import PlanningBot
from freightyard.core.chance import Stream
from freightyard.core.contract import CHANCE, Game, View
from freightyard.core.title import BOT
from freightyard.games import all_games, title_named


class Clock:
    """A clock that moves only when it is told to, or by so much at every look."""

    def __init__(self, tick: float = 0.0) -> None:
        self.now = 100.0
        self.tick = tick

    def __call__(self) -> float:
        self.now += self.tick
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def seconds(much: float, clock: Clock) -> Budget:
    return Budget(seconds=much, clock=clock)


def first_choice(game: Game) -> View:
    """The first decision of a game in which there is something to choose and to race for."""
    state = game.start(game.edition(game.editions[0]), 2)
    chance = Stream("chance")
    while True:
        actor = state.to_act()
        if actor == CHANCE or len(state.legal()) == 1:
            state.play(state.draw(chance) if actor == CHANCE else state.legal()[0])
            continue
        assert actor is not None
        return state.view(actor)


def spend(turn_budget: TurnBudget, clock: Clock, playout: float) -> int:
    """Playouts of so many seconds each, until the turn_budget says no."""
    playouts = 0
    while turn_budget.more():
        clock.now += playout
        playouts += 1
    return playouts


def test_budget_is_read_from_words() -> None:
    assert read_budget("0.2").seconds == 0.2
    assert read_budget("500it").playouts == 500
    assert read_budget("0.2cpu").seconds == 0.2


def test_end_is_promised_by_the_clock_only() -> None:
    assert read_budget("0.2").promised
    assert not read_budget("0.2cpu").promised
    assert not read_budget("500it").promised


@pytest.mark.parametrize("playout", [0.0001, 0.01, 0.05, 0.099])
def test_decision_ends_before_its_time_is_over(clock: Clock, playout: float) -> None:
    turn_budget = TurnBudget(seconds(0.2, clock))
    began = clock.now
    turn_budget.open(1)
    turn_budget.allow(1.0)
    assert spend(turn_budget, clock, playout) >= 1
    turn_budget.close()
    assert clock.now - began <= 0.2


def test_decisions_of_a_turn_share_its_time(clock: Clock) -> None:
    turn_budget = TurnBudget(seconds(1.0, clock))
    began = clock.now
    for share in (0.4, 0.6, 0.5, 1.0, 1.0):
        turn_budget.open(7)
        turn_budget.allow(share)
        spend(turn_budget, clock, 0.01)
        turn_budget.close()
    assert clock.now - began <= 1.0
    assert clock.now - began > 0.7
    assert turn_budget.spent == pytest.approx(clock.now - began)


def test_new_turn_has_its_whole_budget_again(clock: Clock) -> None:
    turn_budget = TurnBudget(seconds(1.0, clock))
    counts = []
    for turn in (1, 2):
        turn_budget.open(turn)
        turn_budget.allow(1.0)
        counts.append(spend(turn_budget, clock, 0.01))
        turn_budget.close()
    assert counts[0] == counts[1] > 50


def test_stall_of_a_busy_machine_makes_the_next_decision_more_careful(clock: Clock) -> None:
    turn_budget = TurnBudget(seconds(1.0, clock))
    turn_budget.open(1)
    turn_budget.allow(1.0)
    assert turn_budget.more()
    clock.now += 0.3  # the machine was busy with something else
    spend(turn_budget, clock, 0.01)
    turn_budget.close()
    turn_budget.open(2)
    began = clock.now
    turn_budget.allow(1.0)
    spend(turn_budget, clock, 0.01)
    assert clock.now - began < 0.7
    assert clock.now - began > 0.4


def test_making_of_plans_is_spent(clock: Clock) -> None:
    turn_budget = TurnBudget(seconds(1.0, clock))
    began = clock.now
    turn_budget.open(1)
    clock.now += 0.5  # plans that take long to make
    turn_budget.allow(1.0)
    assert 10 < spend(turn_budget, clock, 0.01) < 25
    turn_budget.close()
    assert clock.now - began <= 1.0
    assert turn_budget.spent == pytest.approx(clock.now - began)


def test_stall_after_the_last_playout_is_feared_too(clock: Clock) -> None:
    turn_budget = TurnBudget(seconds(1.0, clock))
    turn_budget.open(1)
    turn_budget.allow(1.0)
    usual = spend(turn_budget, clock, 0.01)
    clock.now += 0.5
    turn_budget.close()
    turn_budget.open(2)
    turn_budget.allow(1.0)
    assert 0 < spend(turn_budget, clock, 0.01) < usual * 0.6


def test_something_is_thought_however_long_the_stalls(clock: Clock) -> None:
    turn_budget = TurnBudget(seconds(1.0, clock))
    for turn in range(5):
        turn_budget.open(turn)
        turn_budget.allow(1.0)
        assert spend(turn_budget, clock, 0.01) >= 7
        clock.now += 3.0
        turn_budget.close()


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_clock_is_looked_at_between_all_playouts(game: Game) -> None:
    # Every look takes a hundredth of the budget on this clock, so whoever plays out without looking would have more playouts.
    clock = Clock(tick=0.002)
    bot = PlanningBot(game, title_named(game.name).load(BOT), Stream("bot"), style("hard", seconds(0.2, clock)))
    began = clock.now
    bot.decide(first_choice(game))
    looks = round((clock.now - began) / clock.tick)
    assert bot.thought is not None
    assert 1 <= bot.thought.playouts < looks <= 100


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_slow_machine_has_its_move_in_time_too(game: Game) -> None:
    clock = Clock(tick=0.02)
    bot = PlanningBot(game, title_named(game.name).load(BOT), Stream("bot"), style("hard", seconds(0.2, clock)))
    view = first_choice(game)
    began = clock.now
    assert bot.decide(view) in view.legal
    assert clock.now - began <= 0.24


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_playouts_of_a_turn_are_shared_by_its_decisions(game: Game) -> None:
    state = game.start(game.edition(game.editions[0]), 2)
    chance = Stream("chance")
    bots = [make_bot("hard:20it", game, Stream(f"{seat}")) for seat in range(2)]
    spent: dict[tuple[int, int], int] = {}
    thoughts: dict[tuple[int, int], int] = {}
    for _ in range(160):
        actor = state.to_act()
        if actor is None:
            break
        if actor == CHANCE:
            state.play(state.draw(chance))
            continue
        before = bots[actor].thought
        view = state.view(actor)
        move = bots[actor].decide(view)
        thought = bots[actor].thought
        if thought is not None and thought is not before:
            spent[actor, view.turn] = spent.get((actor, view.turn), 0) + thought.playouts
            thoughts[actor, view.turn] = thoughts.get((actor, view.turn), 0) + 1
        state.play(state.edition.vocabulary.parse(move))
    assert max(thoughts.values()) > 1 or game.name == "freight-cars"
    # A decision has one playout at least, however little is left.
    assert all(count <= 20 + thoughts[key] for key, count in spent.items())
