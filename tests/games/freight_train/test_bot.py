"""The judge of Freight Train: what is left of a kind, cars that the next seat needs, plans and their variants."""

import re

import pytest

from freightyard.bots.plans import Plan
from freightyard.core.chance import Stream
from freightyard.core.contract import CHANCE
from freightyard.games.freight_train.bot.judge import JUDGE, deny, taking
from freightyard.games.freight_train.bot.reasons import reason
from freightyard.games.freight_train.bot.worth import Worth
from freightyard.games.freight_train.page.log_sentences import advise
from freightyard.games.freight_train.rules import GAME
from freightyard.games.freight_train.rules.edition import TAKE
from freightyard.games.freight_train.rules.phases import TURN
from freightyard.games.freight_train.rules.sidings import MASK
from freightyard.games.freight_train.rules.state import State
from tests.games.freight_train.positions import at


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
    assert any(re.search(r"The next player then does not get the [a-z ]+ car\.$", sentence) for sentence in told)
    assert any("The next player" not in sentence for sentence in told)
    assert all(sentence.endswith(".") for sentence in told)


def test_a_single_car_for_the_yard_is_spoken_of_as_one() -> None:
    state = GAME.position(
        GAME.edition("mayfair-1996"),
        "day 1 round 9 turns 16 first 1 seat 1 | phase placing | leave 3 | main OOO/H/-/-/- | hand A | "
        "1 points 5 locomotives 7 yard -/- trains - mixed - | 2 points 5 locomotives 7 yard KK/- trains T2 mixed -",
    )
    put = state.edition.vocabulary.parse("put auto-rack yard-1")
    assert reason(state, [put]) == "You have no train for this car yet, but will want it later."


@pytest.mark.parametrize(
    ("position", "moves", "words"),
    [
        # The card is out: each has one turn left, whatever the cars are.
        ("leave out | hand O | 1 trains O3", "put ore yard-1",
         "It is your last turn today; your yard stays for tomorrow, and every 2 cars in it earn 1 point."),
        ("day 2 | leave out | hand O | 1 trains O3", "put ore yard-1",
         "It is your last turn today; what is in your yard stays for tomorrow."),
        ("day 3 | leave out | hand O | 1 trains O3", "put ore yard-1",
         "It is the best that you can still do before the trains leave."),
        ("hand O | 1 trains O3", "put ore yard-1",
         "Your ore train leads already; in your yard this car is there for another day."),
        ("hand O | 1 trains O1 | 2 trains O2", "put ore yard-1",
         "Your yard keeps this car for another turn or another day."),
        ("hand BO | 1 trains O3", "put box yard-1;put ore yard-1",
         "Your yard keeps these cars for another turn or another day."),
        # Trains that begin do not grow, and trains that grow do not begin.
        ("hand BCK | 1 trains B1", "put box train;put coil-steel train;put container train",
         "Your box train then has 2 cars and leads by 2 cars. You also start 2 other trains."),
        ("hand BC | 1 trains B1", "put box train;put coil-steel train",
         "Your box train then has 2 cars and leads by 2 cars. You also start another train."),
        ("hand BC | 1 trains B1,C1", "put box train;put coil-steel train",
         "Your box train then has 2 cars and leads by 2 cars. Another train of yours grows too."),
        ("hand BCK | 1 trains B1,C1", "put box train;put coil-steel train;put container train",
         "Your box train then has 2 cars and leads by 2 cars. The other cars go to trains of yours, too."),
        ("hand BB", "put box mixed;put box train",
         "Your new box train then has 1 car and leads by 1 car. The other box car helps your mixed train."),
        ("hand BB", "put box yard-2;put box train",
         "Your new box train then has 1 car and leads by 1 car. The other box car is kept for another turn or another day."),
    ],
)  # fmt: skip
def test_a_car_for_the_yard_has_a_reason_that_is_true(position: str, moves: str, words: str) -> None:
    state = at(f"{position} | phase placing | main OOO/H/-/-/-")
    assert reason(state, [state.edition.vocabulary.parse(move) for move in moves.split(";")]) == words


def test_filling_is_not_said_to_be_for_want_of_good_cars() -> None:
    """Good ones may stand at the open ends of the own yard."""
    state = at("main OOO/H/-/-/- | 1 yard OOB/- trains O3")
    assert "good enough" not in reason(state, [state.edition.vocabulary.parse("fill")])


def test_a_train_that_is_not_there_yet_is_spoken_of_as_new() -> None:
    text = (
        "day 1 round 9 turns 16 first 1 seat 1 | phase placing | leave 3 | main OOO/H/-/-/- | hand A | "
        "1 points 5 locomotives 7 yard -/- trains {} mixed - | 2 points 5 locomotives 7 yard KK/- trains T2 mixed -"
    )
    edition = GAME.edition("mayfair-1996")
    told = [
        reason(state, [edition.vocabulary.parse("put auto-rack train")])
        for state in (GAME.position(edition, text.format(trains)) for trains in ("-", "A1"))
    ]
    assert told == [
        "Your new auto rack train then has 1 car and leads by 1 car.",
        "Your auto rack train then has 2 cars and leads by 2 cars.",
    ]
    assert (
        advise(edition, ["put auto-rack train", "put box mixed"]) == "Put auto rack on an auto rack train, box on a mixed train."
    )
    # what goes to one train is said at once, what goes into a siding in its order
    plan = ["put box mixed", "put auto-rack train", "put auto-rack train", "put ore mixed"]
    assert advise(edition, plan) == "Put box and ore on a mixed train, 2 auto rack cars on an auto rack train."
    plan = ["put box yard-1", "put ore yard-1"]
    assert advise(edition, plan) == "Put box into yard siding 1, ore into yard siding 1."


def with_trains(text: str) -> State:
    """Seat 1's turn on the first day of a game for two; nine cars of each kind."""
    return GAME.position(
        GAME.edition("mayfair-1996"),
        "day 1 round 9 turns 16 first 1 seat 1 | phase turn | leave 3 | main OOO/H/-/-/- | hand - | "
        f"1 points 5 locomotives 7 yard A/- trains {text} mixed - | 2 points 5 locomotives 7 yard KK/- trains T2 mixed -",
    )


def test_lead_that_nobody_can_catch_up_is_worth_all_and_another_car_nothing() -> None:
    state = with_trains("T3")
    tank = [car.letter for car in state.edition.data.kinds].index("T")
    worth = Worth(state, 0)
    assert worth.theirs[tank] == 4 == state.deck[tank]
    assert worth.train_gain(tank) > 0.2
    state.deck[tank] = 0
    state.deck_cars -= 4
    sure = Worth(state, 0)
    assert sure.train_gain(tank) < 0.1
    assert sure.worth(tank, 3) > worth.worth(tank, 3)


def test_cars_in_the_others_yards_are_still_to_be_had_by_them() -> None:
    state = with_trains("T3")
    kinds = [car.letter for car in state.edition.data.kinds]
    worth = Worth(state, 0)
    container, auto, ore = kinds.index("K"), kinds.index("A"), kinds.index("O")
    assert worth.theirs[container] == worth.own[container] + 2
    assert worth.own[auto] == worth.theirs[auto] + 1
    assert worth.own[ore] == worth.theirs[ore] == 9  # three of them in the main yard


def results(state: State, plans: list[Plan]) -> list[str]:
    """What the positions look like after the plans."""
    texts = []
    for plan in plans:
        after = state.clone()
        for move in plan.moves:
            after.play(move)
        texts.append(after.text())
    return texts


def test_variants_take_the_same_cars_and_lead_to_other_positions() -> None:
    elsewhere = 0
    for state in positions(8):
        for base in JUDGE.plans(state, 4):
            variants = JUDGE.variants(state, base)
            texts = results(state, [base, *variants])
            assert len(set(texts)) == len(texts)
            for plan in variants:
                assert taking(state, plan.moves) == taking(state, base.moves)
                elsewhere += [move for move in plan.moves if TAKE <= move < state.edition.load] != [
                    move for move in base.moves if TAKE <= move < state.edition.load
                ]
    assert elsewhere > 3  # the same kinds stood at other open ends


def test_variants_put_two_cars_into_the_yard_in_the_other_order() -> None:
    state = with_trains("T3")
    words = ("take 1", "take 1", "take 2", "put ore yard-2", "put ore yard-2", "put hopper yard-2")
    base = Plan(1.0, [state.edition.vocabulary.parse(text) for text in words])
    ends = {text.partition(" yard A/")[2].partition(" ")[0] for text in results(state, JUDGE.variants(state, base))}
    assert "OHO" in ends
