"""The judge of Freight Train: cars that the next seat needs are thought about, and the first plan stays the greedy one."""

from freightyard.bots.greedy import JUDGES
from freightyard.bots.greedy.freight_train import deny
from freightyard.bots.greedy.freight_train_words import reason
from freightyard.bots.plans import Plan
from freightyard.rules.chance import Stream
from freightyard.rules.contract import CHANCE
from freightyard.rules.freight_train import GAME
from freightyard.rules.freight_train.edition import TAKE
from freightyard.rules.freight_train.phases import TURN
from freightyard.rules.freight_train.sidings import MASK
from freightyard.rules.freight_train.state import State

JUDGE = JUDGES["freight-train"]


def positions(count: int) -> list[State]:
    """Turns of greedy games, some rounds into the first day."""
    found = []
    for seed in range(count):
        state = GAME.start(GAME.edition("mayfair-1996"), 2)
        chance = Stream(f"{seed}")
        while state.turns < 7 or state.phase != TURN:
            state.play(state.draw(chance) if state.to_act() == CHANCE else JUDGE.plans(state, 1)[0].moves[0])
        found.append(state)
    return found


def open_kinds(state: State) -> list[int]:
    """The kind at the open end of each siding of the main yard; -1 where it is empty."""
    return [(siding & MASK) - 1 for siding in state.main]


def test_car_that_the_next_seat_needs_is_thought_about_earlier() -> None:
    compared = 0
    for state in positions(12):
        rival = (state.actor + 1) % 2
        kinds = open_kinds(state)
        gains = [Plan(1.0, [TAKE + siding]) for siding, kind in enumerate(kinds) if kind >= 0]
        plans = [Plan(5.0, []), *gains]
        deny(state, plans)
        assert plans[0].worth == 5.0
        needed = [plan.worth for plan in gains if state.trains[rival * state.rules.kinds + kinds[plan.moves[0] - TAKE]]]
        others = [plan.worth for plan in gains if plan.worth not in needed]
        assert all(worth >= 1.0 for worth in needed)
        if needed and others:
            compared += 1
            assert max(needed) > 1.0
    assert compared > 3


def test_first_plan_of_many_is_the_greedy_one_and_promises_most() -> None:
    for state in positions(6):
        plans = JUDGE.plans(state, 16)
        assert plans[0].moves == JUDGE.plans(state, 1)[0].moves
        assert all(plan.worth <= plans[0].worth + 1e-9 for plan in plans[1:8])


def test_reason_names_a_car_that_the_next_player_does_not_get() -> None:
    told = [reason(state, plan.moves) for state in positions(12) for plan in JUDGE.plans(state, 16)]
    assert any("the next player's" in sentence for sentence in told)
    assert any("the next player's" not in sentence for sentence in told)
    assert all(sentence.endswith(".") for sentence in told)
