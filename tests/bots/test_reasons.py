"""What bots say about their plans: one or two short sentences, no slugs, no percentages; all of it in one file a game."""

import inspect
import re
from types import ModuleType

import pytest

from freightyard.bots import make_bot
from freightyard.bots.contract import Judge
from freightyard.core.chance import Stream
from freightyard.core.contract import CHANCE, Game
from freightyard.core.title import BOT
from freightyard.games import all_games, game_named, title_named
from freightyard.games.freight.bot import reasons as freight
from freightyard.games.freight_cars.bot import reasons as freight_cars
from freightyard.games.freight_train.bot import reasons as freight_train
from tests.games.freight.positions import LINE, building, play, seat, shipping
from tests.games.freight_cars.positions import SIX, at

MODULES = (freight, freight_cars, freight_train)
LATE = "deck 3 above 0 end final-turns 2 | tableau -,-,-,-,-,-,-,-,-"
CASES = [(game, name) for game in all_games() for name in game.editions]


def ids(value: object) -> str:
    return getattr(value, "__name__", getattr(value, "name", str(value)))


@pytest.mark.parametrize("module", MODULES, ids=ids)
def test_every_sentence_is_said_somewhere_and_none_is_spelled_out_in_between(module: ModuleType) -> None:
    source = inspect.getsource(module)
    code = source[source.index("def reason") :]
    for name in module.SENTENCES:
        assert f'"{name}"' in code or name.endswith(("-for-later", "take-wanted", "s")) or f"{name}{{" in code, name
    spoken = [words for words in re.findall(r'"([^"]*)"', re.sub(r'"""[^"]*"""', "", code)) if " " in words.strip()]
    assert not spoken


@pytest.mark.parametrize(("game", "name"), CASES, ids=ids)
def test_reason_is_one_or_two_short_sentences_that_a_player_would_say(game: Game, name: str) -> None:
    judge: Judge = title_named(game.name).load(BOT)
    edition = game.edition(name)
    said = set()
    for seed in (1, 2):
        state = game.start(edition, 3)
        chance = Stream(f"{seed}")
        while (actor := state.to_act()) is not None:
            if actor == CHANCE:
                state.play(state.draw(chance))
                continue
            plans = judge.plans(state, 6)
            if state.turns % 4 == 0:
                said |= {judge.reason(state, plan.moves) for plan in plans}
            for move in plans[0].moves:
                state.play(move)
    assert len(said) > 10
    for sentence in said:
        assert re.fullmatch(r"[A-Z][^.{}%]*\.( [A-Z][^.{}%]*\.)?", sentence), sentence
        assert not re.search(r"[a-z]-\d", sentence), sentence  # such as produce-1
        assert len(sentence) < 130, sentence


def test_city_is_told_with_its_price_and_what_it_supplies() -> None:
    state = building(seat(cash=12, at="n14"), track=LINE + " n13/s0/1")
    moves = [state.edition.vocabulary.parse("city n12")]
    assert freight.reason(state, moves) == "A new city, Norby n12: 5. It counts 5 points and trades with your others."
    assert moves[0] in state.legal()
    play(state, "city n12")
    tile = [state.edition.vocabulary.parse("tile bgk")]
    assert freight.reason(state, tile) == "A city supplying blue, green and black trades best with your others."


def test_trip_is_told_with_what_it_costs() -> None:
    state = shipping(seat(cash=3, cargo="r", at="n14"), used=7)
    moves = [state.edition.vocabulary.parse(words) for words in ("go n15", "go n16", "go n17", "go n18", "deliver red", "done")]
    assert freight.reason(state, moves) == "The trip delivers 1 cube for 5, costs 3 and ends in Gable n18."
    assert freight.reason(state, moves[-1:]) == "No trip pays any more this turn."
    dear = shipping(seat(cash=9, cargo="r", at="n14"), used=10)
    assert freight.reason(dear, moves) == (
        "The trip delivers 1 cube for 5 and costs 6, but in Gable n18 your next turn begins better."
    )


def test_hint_tells_for_every_step_what_is_left_to_be_paid() -> None:
    state = shipping(seat(cash=3, cargo="rb", at="n14"), used=7)
    hint = make_bot("greedy", game_named("freight"), Stream("hint")).hint(state.view(0))
    assert hint.plan[:6] == ("go n15", "go n16", "go n17", "go n18", "deliver red", "deliver blue")
    assert len(hint.later) == len(hint.plan) - 1
    assert hint.sentence == "The trip delivers 2 cubes for 10, costs 4 and ends in Gable n18."
    assert hint.later[2] == hint.sentence  # three steps are free
    assert hint.later[3] == "The trip delivers 2 cubes for 10, costs 3 and ends in Gable n18."
    assert hint.later[4] == "The trip delivers 1 cube for 5, costs 1 and ends in Gable n18."  # to load there


@pytest.mark.parametrize(
    ("train", "wanted"),
    [
        ("-", "It carries half of what Kansas City wants, and you can load it with your free pieces."),
        ("coal-1=I4+I2", "It carries the steel that Kansas City still wants, and you can load it with your free pieces."),
        ("steel-1=I4+I2", "It carries 1 of the 3 goods that Detroit wants, and you can load it with your free pieces."),
    ],
)
def test_card_is_told_with_how_much_of_a_citys_wish_it_brings(train: str, wanted: str) -> None:
    state = at(f"cities kansas-city,detroit,miami | 1 train {train}")
    assert freight_cars.reason(state, [state.edition.vocabulary.parse("take steel-2")]) == wanted


def test_card_in_the_hand_brings_a_city_its_wish_too() -> None:
    state = at("cities kansas-city,-,- | 1 hand steel-1,coal-1")
    assert "Kansas City" not in freight_cars.reason(state, [state.edition.vocabulary.parse("take steel-2")])


@pytest.mark.parametrize(
    ("train", "why"),
    [
        ("-", "You can load it with your free pieces, and a longer train earns more."),
        (SIX, "You can load it after your next shipment."),
    ],
)
def test_card_that_no_city_wants_is_taken_for_the_train(train: str, why: str) -> None:
    state = at(f"cities miami,-,- | 1 train {train}")
    assert freight_cars.reason(state, [state.edition.vocabulary.parse("take steel-2")]) == why


def test_card_that_is_put_aside_is_called_as_on_the_table() -> None:
    state = at(
        "phase discarding | deck 24 above 16 end in-deck | tableau -,-,-,-,-,-,-,-,- | cities -,-,- | "
        "1 hand produce-1,coal-1,coal-2 | 2 hand steel-1,steel-2,steel-3"
    )
    moves = [state.edition.vocabulary.parse("discard produce-1")]
    assert freight_cars.reason(state, moves) == "Of the cards that you were dealt, produce #1 fits your plans least."


def test_card_that_is_larger_than_the_others_is_put_aside_for_its_cells() -> None:
    state = at(
        "phase discarding | deck 24 above 16 end in-deck | tableau -,-,-,-,-,-,-,-,- | cities -,-,- | "
        "1 hand oil-10,coal-1,coal-2 | 2 hand steel-1,steel-2,steel-3"
    )
    why = "It has 12 cells, more than your other cards: filling it would take the most pieces."
    assert freight_cars.reason(state, [state.edition.vocabulary.parse("discard oil-10")]) == why


@pytest.mark.parametrize("move", ["take steel-2", "draw deck"])
def test_card_of_the_last_turn_is_not_promised_to_be_loaded(move: str) -> None:
    state = at("deck 3 above 0 end final-turns 2 | cities kansas-city,detroit,miami")
    said = freight_cars.reason(state, [state.edition.vocabulary.parse(move)])
    assert said == "On your last turn any card will do: it can no longer be loaded."


@pytest.mark.parametrize(
    ("train", "wanted"),
    [("-", ""), ("coal-1=I4+I2", " The car carries the steel that Kansas City still wants.")],
)
def test_car_of_the_last_turn_is_praised_only_for_a_city_that_it_makes_whole(train: str, wanted: str) -> None:
    state = at(f"{LATE} | cities kansas-city,detroit,miami | 1 hand steel-2 train {train}")
    said = freight_cars.reason(state, [state.edition.vocabulary.parse("load steel-2")])
    assert said.endswith(f" left.{wanted}")


def test_a_card_that_is_loaded_before_one_that_a_city_lacks_says_that_this_comes_next() -> None:
    """A car for another city is no reason beside one that makes a city whole."""
    hand = "cities minneapolis,san-francisco,miami | 1 hand coal-1,produce-1 train lumber-1=S4+I2,steel-1=I4+I2"
    state = at(hand)
    moves = [state.edition.vocabulary.parse("load produce-1")]
    said = freight_cars.reason(state, moves)
    assert said.endswith("Next turn you can load coal #1: the coal that San Francisco still wants.")
    late = at(f"deck 3 above 0 end final-turns 2 | {hand}")
    assert "Minneapolis" not in freight_cars.reason(late, moves)
    assert "coal" not in freight_cars.reason(late, moves)
    coal = freight_cars.reason(state, [state.edition.vocabulary.parse("load coal-1")])
    assert coal.endswith("The car carries the coal that San Francisco still wants.")
