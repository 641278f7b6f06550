"""What the page can plan of a turn: it agrees with the rules about everything that comes of it."""

from itertools import islice

import pytest

from freightyard.core.chance import Stream
from freightyard.core.contract import CHANCE
from freightyard.core.errors import BadSetup, FreightyardError
from freightyard.games.freight_train.page.board import answer
from freightyard.games.freight_train.page.turn_plan import TurnPlan, in_order_of_taking, turn_plan
from freightyard.games.freight_train.rules import GAME
from freightyard.games.freight_train.rules.state import State
from tests.games.freight_train.positions import at, play


def planned(state: State, *puts: str) -> TurnPlan:
    return turn_plan(state.view(state.to_act()), ";".join(puts))


def test_a_car_of_the_main_yard_knows_its_places_before_it_is_taken() -> None:
    state = at("main BT/T/TK/-/- | 1 yard T/- trains B1,K2 mixed -")
    places = planned(state).places["take 2"]
    assert places["train"] == places["mixed"] == places["yard-1"] == places["box"] == ""
    assert places["container"] == "your container train has 2 cars: only container cars can join it"
    loads = planned(state).places["load 1"]
    assert loads["box"] == ""
    assert loads["yard-2"] == "cars that you load go on trains, not back into your yard"


def test_what_is_planned_before_counts() -> None:
    state = at("main B/T/TK/-/- | 1 locomotives 2 trains K2")
    assert planned(state).places["take 2"]["train"] == ""
    play(state, "take 1")
    assert planned(state).places["take 2"]["train"] == ""
    begun = planned(state, "put box train")
    assert begun.places["take 2"]["train"] == "a new train needs a free locomotive; you have none"
    assert begun.places["take 2"]["box"] == ""  # the train that is planned turns mixed
    assert begun.order == ["put box train"]


def test_a_train_that_a_car_was_planned_for_is_not_made_mixed_before() -> None:
    state = at("main T/B/TK/-/- | 1 locomotives 5 trains T1 mixed -")
    play(state, "take 1")
    assert planned(state).places["take 2"]["tank"] == ""
    after = planned(state, "put tank train").places["take 2"]["tank"]
    assert after == "your tank train has 2 cars: only tank cars can join it"
    # Who makes it mixed first may plan a new train of its kind after that.
    state = at("main B/T/TK/-/- | 1 locomotives 5 trains T1 mixed -")
    play(state, "take 1")
    plan = planned(state, "put box tank")
    assert plan.places["take 2"]["train"] == ""
    play(state, "take 2")
    plan = planned(state, "put box tank", "put tank train")
    assert plan.order == ["put box tank", "put tank train"]


def test_a_place_that_would_leave_other_cars_without_one_is_refused() -> None:
    full = "BBBBBBBB/TTTTTTTA"  # one space is left
    state = at(f"main K/K/H/-/- | 1 locomotives 1 yard {full.replace('A', '')} trains K1 mixed -")
    places = planned(state).places["take 1"]
    assert places["train"] == ""
    assert places["yard-2"] == "the other cars would have no place to go"
    assert places["yard-1"] == "yard siding 1 is full"


def test_puts_come_in_an_order_that_the_rules_accept() -> None:
    # The box car makes room: a mixed train of one box car becomes a box train, and frees the mixed train.
    state = at("phase placing | hand TB | 1 locomotives 3 trains H2 mixed B")
    plan = planned(state, "put tank mixed", "put box mixed")
    assert plan.order is not None
    for move in plan.order:
        assert move in state.words()
        play(state, move)


def test_a_plan_that_fails_says_why() -> None:
    state = at("phase placing | hand TB | 1 locomotives 2 trains H2,K3 mixed -")
    plan = planned(state, "put tank train")
    assert plan.order is None
    assert plan.why == "a new train needs a free locomotive; you have none"


def test_others_and_spectators_can_plan_nothing() -> None:
    state = at("main B/T/TK/-/-")
    assert turn_plan(state.view(1), "").places == turn_plan(state.view(None), "").places == {}


@pytest.mark.parametrize("words", ["take 1", "put nothing train", "put tank train", "put tank moon"])
def test_what_is_no_plan_is_refused(words: str) -> None:
    state = at("main B/T/TK/-/-")
    with pytest.raises(FreightyardError):
        answer(state.view(0), "plan", words)
    with pytest.raises(BadSetup):
        answer(state.view(0), "pack", "")


@pytest.mark.parametrize("edition", ["mayfair-1996", "whitewind-1993"])
def test_every_place_that_is_offered_can_be_reached_and_no_other(edition: str) -> None:
    """Bots wander; at each moment one offered place is planned, and the turn is played so to its end."""
    luck = Stream(f"plan {edition}")
    state = GAME.start(GAME.edition(edition), 3)
    plans = 0
    while plans < 60 and state.outcome() is None:
        actor = state.to_act()
        if actor == CHANCE:
            state.play(state.draw(luck))
            continue
        plan = planned(state)
        if state.hand or not plan.places:
            moves = state.words()
            play(state, moves[luck.below(len(moves))])
            continue
        plans += 1
        puts: list[str] = []
        while not state.hand or state.words()[0].startswith("take "):
            sources = [source for source in planned(state, *puts).places if source.startswith(("take ", "load "))]
            source = sources[luck.below(len(sources))]
            places = [place for place, why in planned(state, *puts).places[source].items() if not why]
            before = len(state.hand)
            play(state, source)
            kind = state.edition.data.kinds[state.hand[before]].word
            puts.append(f"put {kind} {places[luck.below(len(places))]}")
            if source.startswith("load "):
                break
        final = planned(state, *puts)
        assert final.order is not None, state.text()
        assert sorted(final.order) == sorted(puts)
        for put in final.order:
            assert put in state.words()
            play(state, put)
    assert plans == 60


def test_whatever_is_refused_cannot_be_done_by_taking_other_cars() -> None:
    """The reasons hold for every way to take the rest: no completion of the turn leads to a refused place."""
    state = at("main BK/T/TK/-/- | 1 locomotives 3 yard BBBBBBBB/TTTTTT trains K2,H2 mixed -")
    for source, places in planned(state).places.items():
        for place, why in places.items():
            reached = any(_ends_there(state, source, place))
            assert reached == (not why), (source, place, why)


def _ends_there(state: State, source: str, place: str) -> list[bool]:
    after = state.clone()
    play(after, source)
    kind = after.edition.data.kinds[after.hand[-1]].word
    waiting, found = [after], []
    while waiting:
        here = waiting.pop()
        if here.phase != after.phase and f"put {kind} {place}" in here.words():
            found.append(True)
        takes = [move for move in here.words() if move.startswith("take ")]
        for move in islice(takes, 9):
            further = here.clone()
            play(further, move)
            waiting.append(further)
        if source.startswith("load "):
            found.append(f"put {kind} {place}" in here.words())
    return found or [False]


@pytest.mark.parametrize(
    ("plan", "named"),
    [
        # The cars come as box, tank, container; they are named so.
        (
            ["put container train", "put box yard-1", "put tank train"],
            ["put box yard-1", "put tank train", "put container train"],
        ),
        # In a siding the last one stands first: the order that was meant stays.
        (
            ["put tank yard-1", "put box yard-1", "put container train"],
            ["put tank yard-1", "put box yard-1", "put container train"],
        ),
        # A box car makes the tank train mixed, which must be there before.
        (["put tank train", "put box tank", "put container train"], ["put tank train", "put box tank", "put container train"]),
    ],
)
def test_advice_names_cars_in_the_order_in_which_they_are_taken(plan: list[str], named: list[str]) -> None:
    state, takes = at("main BT/K/-/-/-"), ["take 1", "take 1", "take 2"]
    assert list(in_order_of_taking(state.view(0), [*takes, *plan])) == [*takes, *named]
    assert in_order_of_taking(state.view(0), ["call"]) == ("call",)
