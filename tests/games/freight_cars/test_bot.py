"""The judge of Freight Cars: when it ships, and which card it takes."""

import pytest

from freightyard.bots import make_bot
from freightyard.core.chance import Stream
from freightyard.games.freight_cars.bot.judge import JUDGE
from freightyard.games.freight_cars.rules import GAME
from freightyard.games.freight_cars.rules.state import State
from tests.games.freight_cars.positions import SIX, at

ONE_CAR = "1 corporation harvest-homes train lumber-1=S4+I2 shipped produce-1/10"


def choice(state: State) -> str:
    return make_bot("medium", GAME, Stream("cars")).decide(state.view(0))


def plans(state: State) -> list[str]:
    """The first moves of the plans that hard compares."""
    return [state.edition.vocabulary.text(plan.moves[0]) for plan in JUDGE.plans(state, 32)]


def test_one_car_waits_for_another_while_there_is_time() -> None:
    """The bonus of lumber beside the produce is paid whenever the car leaves, so 1 credit now loses the 2 of a second car."""
    assert choice(at(ONE_CAR)).split()[0] == "take"
    assert choice(at(f"deck 4 above 0 end in-deck | {ONE_CAR}")).split()[0] == "take"


def test_one_car_with_a_card_in_the_hand_is_not_shipped_before_that_is_loaded() -> None:
    assert choice(at(f"{ONE_CAR} hand coal-2")) == "load coal-2"


def test_train_of_the_last_turn_leaves() -> None:
    assert choice(at(f"deck 2 above 0 end final-turns 2 | {ONE_CAR}")).split()[0] == "ship"


SAME_GOOD = "tableau coal-10,coal-2,coal-9,steel-3,lumber-9,oil-4,oil-5,oil-6,oil-7"


@pytest.mark.parametrize("corporation", ["harvest-homes", "anthracite-union"])
def test_card_is_not_thought_about_if_a_smaller_one_of_the_same_good_lies_open(corporation: str) -> None:
    state = at(f"{SAME_GOOD} | 1 corporation {corporation}")
    assert {words for words in plans(state) if words.startswith("take")} == {
        "take coal-2",
        "take steel-3",
        "take lumber-9",
        "take oil-4",
        "take oil-5",
    }
    assert choice(state) not in ("take coal-10", "take coal-9")


def test_larger_card_stays_a_plan_where_the_corporation_pays_for_it() -> None:
    heavy = plans(at(f"{SAME_GOOD} | 1 corporation titan-haulage"))
    assert {"take coal-9", "take coal-2"} <= set(heavy)
    assert "take coal-10" not in heavy  # coal-9 is heavy enough
    tight = plans(at(f"{SAME_GOOD} | 1 corporation zero-slack-systems"))
    assert {"take coal-10", "take coal-9", "take coal-2"} <= set(tight)


def test_larger_card_stays_a_plan_where_the_smaller_one_cannot_be_loaded() -> None:
    """I1, I1, L3 and O4 are left: they fill the eight cells of coal-5 and not the seven of coal-2."""
    state = at(f"tableau coal-5,coal-2,coal-6,steel-3,lumber-9,oil-4,oil-5,oil-6,oil-7 | 1 train {SIX}")
    assert {"take coal-5", "take coal-2"} <= set(plans(state))
    assert "take coal-6" not in plans(state)


INSTEAD_OF_A_CARD = (
    "turns 26 seat 1 | phase instead | deck 0 above 0 end revealed 1 | city-deck 22 | tableau "
    "steel-4,produce-4,lumber-6,coal-10,produce-7,oil-4,oil-3,produce-3,coal-3 | cities "
    "salt-lake-city,phoenix,new-york | 1 credits 3 corporation blast-furnace-group offered "
    "longhaul-consolidated,medley-lines hand - open coal-4,coal-9,lumber-1,oil-8,oil-9,produce-10,steel-5,steel-8 "
    "train produce-5=I1+I1+I2+L4 shipped lumber-4+lumber-5/7 cities - | 2 credits 1 corporation "
    "grand-central-partners offered twin-star-logistics,titan-haulage hand oil-1 open "
    "coal-8,lumber-3,oil-10,produce-1,steel-9 train lumber-10=I2+I3+L3+L4,coal-7=I1+I1+L3+T4,steel-1=I2+S4 shipped "
    "oil-5/9 cities -"
)


def test_only_an_open_card_is_planned_where_the_deck_gave_none() -> None:
    """A train with cars leaves in a turn of its own, not instead of a card."""
    state = GAME.position(GAME.editions[0], INSTEAD_OF_A_CARD)
    plans = JUDGE.plans(state, 32)
    assert len(plans) > 1
    assert all(plan.moves[0] in state.legal() for plan in plans)
