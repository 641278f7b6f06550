"""Positions as text: what is written is read, and what cannot be is refused with a sentence."""

import re

import pytest

from freightyard.core.chance import Dice
from freightyard.core.checks import random_move
from freightyard.core.errors import BadPosition, FreightyardError
from freightyard.games.freight_cars.rules import GAME
from freightyard.games.freight_cars.rules.phases import NAMES
from tests.games.freight_cars.positions import EDITION, SIX, at

SETUP = "tableau -,-,-,-,-,-,-,-,- | cities -,-,- | deck 28 above 20 end in-deck | phase"

ROUND_TRIPS = [
    "",
    "options cities=21 | city-deck 15",
    f"turns 12 seat 2 | 1 hand coal-5 open oil-5 train {SIX} | 2 credits 13 shipped oil-2+oil-3/4,steel-1/9 cities new-orleans",
    "phase loading | loading coal-3 o..../o..../xxxxx I2 | 1 hand oil-1",
    f"phase shipping | shipping coal-1,lumber-1 claims - | 1 train {SIX}",
    f"phase claiming | cities new-orleans,-,- | shipping coal-1,lumber-1 claims new-orleans | 1 train {SIX}",
    f"turns 0 seat 2 | {SETUP} discarding | 1 hand coal-1,coal-2 aside coal-3 | 2 hand oil-1,oil-2,oil-3",
    f"turns 0 seat 2 | {SETUP} dealing | 1 hand coal-1,coal-2,coal-3 | 2 hand oil-1",
    "deck 4 above 0 end final-turns 2",
]


@pytest.mark.parametrize("position", ROUND_TRIPS)
def test_position_round_trips(position: str) -> None:
    text = at(position).text()
    assert "\n" not in text
    assert GAME.position(EDITION, text).text() == text


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ("1 hand coal-11", "has no freight card 'coal-11'"),
        ("1 hand ?", "has no freight card '?'"),
        ("1 hand coal-1 | 2 open coal-1", "the freight card coal-1 stands in two places"),
        ("1 corporation cascade-timber", "the corporation cascade-timber stands in two places"),
        ("cities denver,denver,-", "the city denver stands in two places"),
        ("tableau coal-1", "there are 9 places of the tableau, not 1"),
        ("cities denver", "there are 3 places for cities, not 1"),
        ("1 train coal-1=I4+I3", "the pieces I4, I3 do not fill coal-1"),
        ("1 train coal-1=I4+J2", "has no piece 'J2'; it has I1, I2"),
        ("1 train coal-1=I4+I4", "a player has 1 pieces I4, not more"),
        ("1 train coal-1=I4+I2,coal-3=I4+I3", "seat 1 has more pieces I4 on cars than there are"),
        ("deck 45 above 0 end in-deck", "the deck has 45 cards, but only 41 freight cards are in no other place"),
        ("city-deck 24", "the city deck has 24 cards, but only 22 are in no other place"),
        ("deck 5 above 6 end in-deck", "6 cards cannot lie above the End of Game card's part in a deck of 5"),
        ("deck 5 above 0 end final-turns", "is written when the card is out of the deck"),
        ("deck 5 above 0 end in-deck 2", "is written when the card is out of the deck"),
        ("deck 5 above 0 end lost", "end is one of in-deck, revealed"),
        ("phase waiting", "phase is one of offering"),
        ("1 corporation -", "seat 1 has no corporation"),
        ("phase loading", "in the phase loading this must hold: a card is being loaded"),
        ("phase loading | loading coal-1 oooox I4", "the rows of coal-1 are xxxxxx"),
        ("phase loading | loading coal-1 ooooxx I3", "the pieces on coal-1 have 3 cells, and 4 are filled"),
        ("phase loading | loading coal-1 ooooxx", "loading is followed by a card, its rows and its pieces"),
        ("phase loading | loading lumber-10 xxxx/xxxx/xxxx - | 1 train " + SIX, "cannot be filled with the free pieces"),
        ("phase shipping", "a shipment is being made up"),
        ("phase shipping | shipping coal-1 claims -", "coal-1 is shipped and is not in the train of seat 1"),
        ("phase claiming | shipping coal-1 claims miami | 1 train coal-1=I4+I2", "the shipment cannot serve miami"),
        ("phase claiming | shipping coal-1 claims houston | 1 train coal-1=I4+I2", "houston is claimed and is not face up"),
        ("phase replacing", "the tableau has an empty place"),
        ("phase restocking", "the cities have an empty place"),
        ("phase last-shipping", "the final shipping has begun"),
        ("phase instead", "the deck is empty and the tableau is not"),
        ("1 credits -3", "credits of seat 1 must be a whole number from 0"),
        ("1 shipped steel-1", "the pieces left over at 'steel-1' must be a whole number from 0 to 99"),
        ("phase over", "the final shipping has begun"),
        ("phase discarding", "in the phase discarding seat 1 cannot have so many corporations and cards"),
        (f"{SETUP} dealing | 2 hand coal-1", "in the phase dealing seat 2 cannot have so many corporations and cards"),
        (f"{SETUP} keeping", "in the phase keeping seat 1 cannot have so many corporations and cards"),
        (f"turns 3 seat 1 | {SETUP} dealing", "in the phase dealing no turn has been played"),
        (f"{SETUP} dealing | 1 open coal-1", "seat 1 has neither cars nor cities nor open cards"),
        (f"{SETUP} dealing | tableau steel-1,-,-,-,-,-,-,-,-", "in the phase dealing the tableau is empty"),
        (f"{SETUP} dealing | cities boston,-,-", "in the phase dealing no city is face up"),
        (f"{SETUP} dealing | city-deck 2", "in the phase dealing the city deck has a card for every place"),
        (f"{SETUP} dealing | deck 28 above 12 end in-deck", "in the phase dealing 13 cards are still to come, and 12 lie above"),
    ],
)
def test_position_that_cannot_be_is_refused(position: str, reason: str) -> None:
    with pytest.raises(BadPosition) as refused:
        at(position)
    assert reason in str(refused.value)


def test_views_and_positions_of_another_game_are_refused() -> None:
    with pytest.raises(BadPosition, match="lacks the section 'turns'"):
        GAME.position(EDITION, "day 1 | phase turn")


def test_a_position_with_changed_words_is_refused_or_can_be_played_to_its_end() -> None:
    dice = Dice(7)
    texts = []
    for seats in EDITION.seat_counts:
        state = GAME.start(EDITION, seats)
        while state.to_act() is not None:
            texts.append(state.text())
            state.play(random_move(state, dice))
    words = sorted({word for text in texts for word in text.replace(",", " ").split()})
    played = 0
    for _ in range(1500):
        changed = texts[dice.below(len(texts))].split(" ")
        changed[dice.below(len(changed))] = words[dice.below(len(words))]
        if dice.below(3) == 0:
            changed[changed.index("phase") + 1 if "phase" in changed else 0] = NAMES[dice.below(len(NAMES))]
        try:
            state = GAME.position(EDITION, " ".join(changed))
        except FreightyardError:
            continue
        played += 1
        before = state.text()
        assert GAME.position(EDITION, before).text() == before
        pieces = state.pieces()
        while state.to_act() is not None:
            assert state.legal(), f"{before} leads to {state.text()}"
            state.play(random_move(state, dice))
        assert state.pieces() == pieces
    assert played > 20


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("phase loading | loading oil-2 ..o../oooxx/..x.. O4", "the pieces O4 cannot have been laid on oil-2 so"),
        ("phase drawing | deck 2 above 0 end revealed 2", "the End of Game card came up in this turn"),
        ("deck 31 above 0 end in-deck", "the deck has 31 cards, and the game is played with 30"),
        ("deck 28 above 23 end in-deck", "at most 22 cards lie above the part with the End of Game card, not 23"),
        (
            "1 shipped lumber-10/48",
            "at most 13 pieces of seat 1 were left over when lumber-10 was shipped, not 48",
        ),
        ("1 shipped lumber-10+coal-1/12", "at most 11 pieces of seat 1 were left over when lumber-10+coal-1 was shipped, not 12"),
        ("options cities=21 | city-deck 22", "cities shown and 22 to come are more than the 21 in the game"),
    ],
)
def test_position_that_cannot_come_up_is_refused(text: str, message: str) -> None:
    with pytest.raises(BadPosition, match=re.escape(message)):
        at(text)
