"""Every verb, refused in every phase: the sentence is one sentence, and the slug is a rule of this game."""

import pytest

from freightyard.core.chance import Stream
from freightyard.core.checks import random_move
from freightyard.core.errors import AmbiguousMove, IllegalMove, NotAMove
from freightyard.core.notation import read_move
from freightyard.games.freight_train.rules import GAME
from freightyard.games.freight_train.rules.phases import NAMES
from tests.games.freight_train.positions import at, refused
from tests.games.freight_train.test_slugs import SLUGS
from tests.games.playing import refused_verbs


def test_every_verb_is_refused_in_every_phase_with_a_rule_and_a_sentence() -> None:
    edition = GAME.edition("mayfair-1996")
    seen: dict[str, set[str]] = {}
    rng = Stream("refusals")
    state = GAME.start(edition, 2, ["cabooses"])
    plies = 0
    while state.to_act() is not None:
        if plies % 3 == 0 or state.view(None).board.phase not in seen:
            seen.setdefault(state.view(None).board.phase, set()).update(refused_verbs(state, SLUGS))
        state.play(random_move(state, rng))
        plies += 1
    assert set(seen) == set(NAMES) - {"over"}
    assert all(len(verbs) >= 9 for verbs in seen.values()), seen


@pytest.mark.parametrize(
    ("position", "move", "slug", "reason"),
    [
        ("day 1 first - seat - | phase first-seat | leave out", "draw tank", "ft.marker", "the first player is being drawn"),
        ("day 1 first - seat - | phase first-seat | leave out", "first 3", "ft.marker", "there is no seat 3"),
        ("phase laying | leave out", "take 1", "ft.setup", "the main yard is being filled"),
        ("day 2 | phase laying | leave out", "call", "ft.new-day", "the main yard is being filled"),
        ("phase leaving | leave out", "call", "ft.trains-leave", "the day is over and the trains are leaving"),
        ("", "leave", "ft.trains-leave", "the day is not over yet"),
        ("", "draw tank", "ft.fill", "no card is drawn now"),
        ("", "draw trains-leave", "ft.fill", "no card is drawn now"),
        ("", "first 1", "ft.marker", "the first player is drawn before the game"),
        ("phase filling 1 | leave out", "draw trains-leave", "ft.day-end-card", "the Trains Leave card is not in the deck"),
    ],
)
def test_refusals_of_what_chance_does(position: str, move: str, slug: str, reason: str) -> None:
    assert refused(at(position), move) == (slug, reason)


def test_refusals_name_the_sequence_that_is_played() -> None:
    clockwise = at("options clockwise | main TTT/T/-/-/-", edition="whitewind-1993")
    assert refused(clockwise, "first 1")[0] == "ft.clockwise"
    by_day = at("options marker-by-day | main TTT/T/-/-/-", edition="whitewind-nl")
    assert refused(by_day, "first 1")[0] == "ft.marker-by-day"


def test_words_are_read_leniently_and_refused_clearly() -> None:
    state = at("main TTT/B/-/-/- | 1 yard T/-")
    text = state.edition.vocabulary.text
    assert text(read_move(state, "  TAKE   2 ")) == "take 2"
    assert text(read_move(state, "load")) == "load 1"  # the only one that is legal
    with pytest.raises(AmbiguousMove, match="'take' fits several moves: take 1, take 2"):
        read_move(state, "take")
    with pytest.raises(IllegalMove, match=r"take 3: siding 3 is empty \(ft.take-three\)"):
        read_move(state, "take 3")
    with pytest.raises(NotAMove, match="'tank 1' is not a move; did you mean 'take 1'"):
        read_move(state, "tank 1")
    with pytest.raises(NotAMove, match="a move must not be empty"):
        read_move(state, "  ")
    with pytest.raises(NotAMove, match="too long"):
        read_move(state, "take " * 50)


PLACING = "phase placing | hand TBA"


@pytest.mark.parametrize(
    ("position", "move", "slug", "reason"),
    [
        ("phase placing | hand T", "call", "ft.take-three", "put the last car you took on a train or into your yard"),
        ("phase placing | hand TB", "call", "ft.take-three", "put the 2 cars you took on trains or into your yard"),
        ("phase coupling | hand T", "rearrange", "ft.load", "put the last car you loaded on a train"),
        ("phase loading | hand TT", "fill", "ft.load", "put the 2 cars you loaded on trains"),
        ("phase rearranging | hand T", "take 1", "ft.rearrange", "put the last car back into your yard"),
        ("main TTT/T/T/T/T", "fill", "ft.fill", "you can fill only when two sidings are empty; none are"),
    ],
)
def test_refusals_in_a_turn_count_right_and_promise_nothing_that_does_not_come(
    position: str, move: str, slug: str, reason: str
) -> None:
    assert refused(at(position), move) == (slug, reason)


@pytest.mark.parametrize("position", ["", PLACING, "phase loading | hand T", "phase filling 1 | leave out"])
def test_refusals_of_a_caboose_say_that_there_are_none_whatever_the_moment(position: str) -> None:
    none = ("ft.caboose", "the edition White Wind, 1993 has no cabooses")
    assert refused(at(position, edition="whitewind-1993"), "caboose tank") == none
    assert refused(at(position), "caboose tank") == ("ft.caboose", "this game is played without cabooses")
    with_them = at(f"options cabooses | cabooses 7 | {position}" if position else "options cabooses | cabooses 7")
    assert "option" not in refused(with_them, "caboose tank")[1]
