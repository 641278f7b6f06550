"""Every verb, refused in every phase: the sentence is one sentence, and the slug is a rule of this game."""

import pytest

from freightyard.core.chance import Stream
from freightyard.core.checks import random_move
from freightyard.core.errors import AmbiguousMove, IllegalMove, NotAMove
from freightyard.core.notation import read_move
from freightyard.games.freight_cars.rules import GAME
from freightyard.games.freight_cars.rules.phases import NAMES
from tests.games.freight_cars.positions import EDITION, at, play, refused
from tests.games.freight_cars.test_slugs import SLUGS
from tests.games.playing import refused_verbs

VERBS = {text.split()[0] for text in EDITION.vocabulary.texts}


def test_every_verb_is_refused_in_every_phase_with_a_rule_and_a_sentence() -> None:
    seen: dict[str, set[str]] = {}
    states = []
    rng = Stream("refusals")
    for seats in (2, 4):
        state = GAME.start(EDITION, seats)
        while state.to_act() is not None:
            states.append(state.clone())
            state.play(random_move(state, rng))
    # Rare among random players: claims, and a deck with nothing but the End of Game card.
    claiming = play(at("1 train lumber-1=S4+I2,lumber-2=I3+L4"), "ship lumber-1", "ship lumber-2", "claim miami")
    states += [claiming.clone(), play(claiming, "done")]
    states.append(play(at("deck 0 above 0 end in-deck"), "draw deck", "reveal end-of-game"))
    for number, state in enumerate(states):
        phase = state.view(None).board.phase
        if number % 4 and phase in seen:
            continue
        seen.setdefault(phase, set()).update(refused_verbs(state, SLUGS))
    assert set(seen) == set(NAMES) - {"over"}
    assert all(len(verbs) >= len(VERBS) - 3 for verbs in seen.values()), seen


EMPTY = "tableau -,-,-,-,-,-,-,-,- | cities -,-,- | deck 30 above 22 end in-deck | phase"
KEEPING = (
    f"{EMPTY} keeping | 1 corporation - offered shuttle-express,medley-lines,harvest-homes "
    "| 2 corporation - offered permian-crude,valley-growers,ironbound-steel"
)
HANDS = "1 hand coal-1,coal-2,coal-3 | 2 hand oil-2,oil-3,oil-4"


@pytest.mark.parametrize(
    ("position", "move", "slug", "reason"),
    [
        (
            KEEPING,
            "keep titan-haulage",
            "fc.choose",
            "Titan Haulage was not dealt to you",
        ),
        (KEEPING, "draw deck", "fc.choose", "first keep one of the corporations that you were dealt"),
        (f"{EMPTY} discarding | {HANDS}", "discard oil-1", "fc.choose", "oil #1 was not dealt to you"),
        (f"{EMPTY} discarding | {HANDS}", "take steel-2", "fc.choose", "first discard one of the cards that you were dealt"),
        (f"{EMPTY} dealing", "take coal-1", "fc.setup", "freight cards are being dealt"),
        (
            f"turns 0 seat 2 | {EMPTY} dealing | 1 hand coal-1,coal-2,coal-3",
            "draw coal-1",
            "fc.setup",
            "coal #1 is not in the deck",
        ),
        (f"{EMPTY} revealing", "draw coal-1", "fc.setup", "the cards to take are being laid out"),
        (f"{EMPTY} cities", "reveal coal-1", "fc.setup", "the first cities are being turned up"),
        ("phase first-seat", "first 3", "fc.setup", "there is no seat 3"),
        ("phase first-seat", "draw deck", "fc.setup", "the first player is being drawn"),
        ("phase drawing", "draw steel-2", "fc.draw", "steel #2 is not in the deck"),
        ("phase drawing | 2 hand coal-1", "draw coal-1", "fc.draw", "coal #1 is not in the deck"),
        ("phase drawing", "reveal coal-1", "fc.draw", "a card is being drawn from the deck"),
        ("phase drawing", "reveal end-of-game", "fc.end-card", "5 cards lie above the part with the End of Game card"),
        (
            "phase drawing | deck 1 above 1 end in-deck",
            "reveal end-of-game",
            "fc.end-card",
            "1 card lies above the part with the End of Game card",
        ),
        (
            "phase drawing | deck 3 above 0 end final-turns 2",
            "reveal end-of-game",
            "fc.end",
            "the End of Game card has been turned up already",
        ),
        (
            "phase drawing | deck 0 above 0 end in-deck",
            "draw coal-1",
            "fc.end",
            "the deck holds nothing but the End of Game card",
        ),
        ("phase restocking | cities denver,-,boston", "reveal denver", "fc.demand", "Denver has been turned up already"),
        (
            "phase restocking | cities denver,-,boston",
            "take steel-2",
            "fc.demand",
            "the cities that were served are being replaced",
        ),
        ("", "reveal end-of-game", "fc.end", "no card of the deck is turned up now"),
        ("", "keep titan-haulage", "fc.choose", "you chose your corporation before the first turn, and it stays"),
        ("", "discard coal-1", "fc.choose", "cards are discarded only before the first turn"),
        ("", "deal titan-haulage", "fc.setup", "corporations are dealt before the first turn"),
        ("", "draw coal-1", "fc.draw", "you cannot choose a card of the deck: draw its top card unseen"),
        ("1 hand coal-1", "draw coal-1", "fc.draw", "you cannot choose a card of the deck: draw its top card unseen"),
        ("", "draw steel-2", "fc.draw", "steel #2 lies face up: take it instead of drawing"),
        ("", "reveal coal-1", "fc.draw", "no card is turned up now"),
        ("", "reveal houston", "fc.demand", "no city is turned up now"),
        ("", "reveal titan-haulage", "fc.bonus", "corporations stay secret until the final shipping is over"),
        ("", "first 1", "fc.setup", "the first player is drawn before the first turn"),
        (
            "phase unmasking | deck 0 above 0 end final-shipping 1",
            "reveal titan-haulage",
            "fc.bonus",
            "Titan Haulage is not the corporation of seat 1",
        ),
    ],
)
def test_refusals_of_what_is_not_the_moment_or_not_there(position: str, move: str, slug: str, reason: str) -> None:
    assert refused(at(position), move) == (slug, reason)


def test_words_are_read_leniently_and_refused_clearly() -> None:
    state = at("1 hand coal-1")
    text = state.edition.vocabulary.text
    assert text(read_move(state, "  TAKE   Steel-2 ")) == "take steel-2"
    assert text(read_move(state, "take steel #2")) == "take steel-2"  # as pages call it
    assert text(read_move(state, "load")) == "load coal-1"  # the only one that is legal
    assert text(read_move(state, "draw")) == "draw deck"
    with pytest.raises(AmbiguousMove, match="'take' fits several moves: take steel-2"):
        read_move(state, "take")
    with pytest.raises(IllegalMove, match=r"load oil-1: oil #1 is not in your hand \(fc.load\)"):
        read_move(state, "load oil-1")
    with pytest.raises(NotAMove, match="did you mean 'take steel-2'"):
        read_move(state, "take steal-2")
    play(state, "load coal-1")
    assert text(read_move(state, "lay i4")) == "lay i4 xxxx"
    assert text(read_move(state, "LAY I2 XX")) == "lay i2 xx"
