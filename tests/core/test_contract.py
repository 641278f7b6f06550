"""The small shared functions of the contract, and the test kit itself: it must find what is wrong."""

from typing import Any

import pytest

from freightyard.core.chance import Dice, Rng, Stream, below
from freightyard.core.checks import (
    check_clone,
    check_deal,
    check_draw,
    check_game,
    check_imaginer,
    check_legal,
    check_playout,
    check_refusals,
    check_secrets,
    check_state_copies,
    check_views,
    check_words,
)
from freightyard.core.contract import Move, Option, read_options
from freightyard.core.errors import BadSetup
from freightyard.core.notation import Vocabulary
from freightyard.games.freight_train.rules import GAME
from freightyard.games.freight_train.rules.state import State
from tests.games.freight_train.positions import at


class Offer:
    """As much of an edition as options need."""

    name = "test"
    options = (Option("flag", "a flag"), Option("cities", "a number", ("25", "21")))


def options(*words: str) -> tuple[str, ...]:
    return read_options(Offer(), words)  # type: ignore[arg-type]


def test_options_have_one_canonical_form() -> None:
    assert options() == ()
    assert options("cities=21", "flag") == ("flag", "cities=21")
    assert options("flag=yes") == ("flag",)
    assert options("flag=no", "cities=25") == ()
    assert options("flag", "flag") == ("flag",)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["tea"], "test has no option 'tea'; its options are flag, cities"),
        (["cities=22"], "the option cities of test must be one of 25, 21, not '22'"),
        (["cities"], "the option cities of test must be one of 25, 21, not ''"),
        (["flag=perhaps"], "the option flag of test must be one of no, yes, not 'perhaps'"),
        (["flag=no", "flag=yes"], "the option flag is given twice, as no and as yes"),
    ],
)
def test_wrong_options_are_refused(words: list[str], message: str) -> None:
    with pytest.raises(BadSetup) as caught:
        options(*words)
    assert str(caught.value) == message


def test_vocabulary_refuses_two_moves_with_the_same_words() -> None:
    with pytest.raises(ValueError, match="same words"):
        Vocabulary(["take 1", "take 1"])


class Broken:
    """A state of Freight Train with something wrong with it."""

    def __init__(self, state: State, **wrong: Any) -> None:
        self.inner = state
        self.wrong = wrong

    def __getattr__(self, name: str) -> Any:
        return self.wrong.get(name) or getattr(self.inner, name)


START = "main TTT/BBB/-/-/- | 1 yard T/B | 2 yard O/-"
RNG = Stream("checks")


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"legal": lambda: [5, 5]}, "a move is listed twice"),
        ({"chances": lambda: [(3, 1)]}, "there are chances though a seat is to act"),
        ({"to_act": lambda: 9}, "seat 9 is to act"),
    ],
)
def test_kit_finds_wrong_legal_lists(wrong: dict[str, Any], message: str) -> None:
    broken: Any = Broken(at(START), **wrong)
    with pytest.raises(AssertionError, match=message):
        check_legal(broken, "here")


def test_kit_finds_an_empty_legal_list() -> None:
    state = at(START)
    broken: Any = Broken(state, legal=list)
    with pytest.raises(AssertionError, match="nothing is legal"):
        check_legal(broken, "here")


def test_kit_finds_a_draw_that_does_not_follow_the_weights() -> None:
    state = at("phase filling 1")

    def always_first(rng: Rng) -> Move:
        return state.chances()[below(rng, 1)][0]

    broken: Any = Broken(state, draw=always_first)
    with pytest.raises(AssertionError, match="does not follow the weights"):
        check_draw(broken, state.chances(), "here")


def test_kit_finds_a_refusal_of_a_legal_move() -> None:
    broken: Any = Broken(at(START), refuse=lambda move: None)
    with pytest.raises(AssertionError, match="refuse and legal disagree"):
        check_refusals(broken, RNG, "here")


def test_kit_finds_a_clone_that_shares() -> None:
    state = at(START)
    broken: Any = Broken(state, clone=lambda: state)
    with pytest.raises(AssertionError, match="shares something"):
        check_clone(broken, RNG, "here")


def test_kit_finds_words_that_are_not_the_legal_moves() -> None:
    broken: Any = Broken(at(START), words=lambda: ["take 1"])
    with pytest.raises(AssertionError, match=r"the legal moves are \['take 1'\] in words"):
        check_words(broken, RNG, "here")


def test_kit_finds_a_say_that_plays_anything() -> None:
    broken: Any = Broken(at(START), say=lambda text: text)
    with pytest.raises(AssertionError, match="is played though it is not legal"):
        check_words(broken, Dice(1), "here")


def test_kit_finds_a_deal_that_stops_at_chance() -> None:
    state = at("phase filling 1")
    broken: Any = Broken(state, clone=lambda: Broken(state, deal=lambda rng: -1))
    with pytest.raises(AssertionError, match="deal\\(\\) stops while chance is to act"):
        check_deal(broken, "1")


class Vague:
    """A state that does not say what it is, or is equal to none."""

    def __init__(self, words: str = "Vague()") -> None:
        self.words = words

    def __repr__(self) -> str:
        return self.words


def test_kit_finds_a_state_that_cannot_be_pasted_or_is_not_its_copy() -> None:
    vague: Any = Vague()
    with pytest.raises(NameError, match="Vague"):
        check_state_copies(GAME, vague, "here")
    other: Any = Vague(repr(at(START)))
    with pytest.raises(AssertionError, match=r"copy.copy\(\) makes .*, which is not equal to"):
        check_state_copies(GAME, other, "here")


def test_kit_finds_a_repr_of_another_game() -> None:
    other: Any = Vague("freightyard.game('tea')")
    with pytest.raises(AssertionError, match="a repr of freight-train names the game 'tea'"):
        check_state_copies(GAME, other, "here")


def test_kit_finds_a_playout_that_stops_early() -> None:
    broken: Any = Broken(at(START), clone=lambda: Broken(at(START), playout=lambda dice: dice.below(1) + 1))
    with pytest.raises(AssertionError, match="stops before the end"):
        check_playout(broken, 1, "here")


def test_kit_finds_a_playout_that_uses_its_dice_otherwise() -> None:
    def rolls_twice(state: State, dice: Dice) -> int:
        dice.below(2)
        return state.playout(dice)

    def twin() -> Any:
        state = at(START)
        return Broken(state, playout=lambda dice: rolls_twice(state, dice))

    broken: Any = Broken(at(START), clone=twin)
    with pytest.raises(AssertionError, match="ends elsewhere than its moves"):
        check_playout(broken, 1, "here")


def test_kit_finds_an_imaginer_whose_truths_are_one() -> None:
    state = at(START)

    class Same:
        def state(self, rng: Rng) -> State:
            return state

    broken: Any = Broken(GAME, imaginer=lambda view: Same())  # type: ignore[arg-type]
    with pytest.raises(AssertionError, match="imagines something else the second time"):
        check_imaginer(broken, state.view(0), 1, "here")


def test_kit_finds_moves_shown_to_the_wrong_seat() -> None:
    state = at(START)
    wrong: Any = Broken(state, view=lambda seat: state.view(0 if seat == 1 else seat))
    with pytest.raises(AssertionError, match="the view of seat 1 says 0"):
        check_views(GAME, wrong, RNG, "here")
    lax: Any = Broken(state, view=lambda seat: state.view(0))
    with pytest.raises(AssertionError, match="there is a view of seat -2"):
        check_views(GAME, lax, RNG, "here")


def test_kit_finds_a_secret_in_a_log() -> None:
    state = at(START)
    broken: Any = Broken(state, seen=lambda move, seat: f"draw {seat}")
    with pytest.raises(AssertionError, match="does not see its own move"):
        check_secrets(GAME, broken, state.legal()[0], RNG, "here")


def test_kit_finds_a_game_without_end() -> None:
    with pytest.raises(AssertionError, match="no end in sight"):
        check_game(GAME, GAME.edition("mayfair-1996"), 2, (), "1", every=1000, most_plies=200)
