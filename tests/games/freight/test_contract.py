"""The whole contract, on random games of both rule sets and all seat counts."""

import pytest

from freightyard.core.chance import Dice
from freightyard.core.checks import check_edition, check_game
from freightyard.core.contract import CHANCE
from freightyard.games.freight.rules import GAME
from freightyard.games.freight.rules.state import State
from tests.games.freight.positions import FAMILY, STANDARD

pytestmark = pytest.mark.many_games

SEATS = (2, 3, 4, 5, 6)
RICH = GAME.edition_from({"extends": "standard", "name": "rich", "start": {"cash": 200, "wagons": 2}}, "rich")


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("options", [(), ("rolled",)], ids=["plain", "rolled"])
@pytest.mark.parametrize("edition", GAME.editions)
def test_random_games_fulfil_the_contract(edition: str, seats: int, options: tuple[str, ...]) -> None:
    check_game(GAME, GAME.edition(edition), seats, options, f"contract {seats}", every=37)


@pytest.mark.parametrize("seats", SEATS)
def test_random_games_with_much_money_fulfil_the_contract(seats: int) -> None:
    check_game(GAME, RICH, seats, (), "rich", every=41)


@pytest.mark.deep
@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("edition", GAME.editions)
def test_a_thousand_random_games_fulfil_the_contract(edition: str, seats: int) -> None:
    for seed in range(100):
        check_game(GAME, GAME.edition(edition), seats, ("rolled",) if seed % 4 == 3 else (), f"soak {seed}", every=53)


@pytest.mark.parametrize("name", GAME.editions)
def test_editions_are_what_they_say(name: str) -> None:
    check_edition(GAME, name)


def check_conserved(state: State) -> None:
    """What holds at every moment, whatever was played."""
    assert sum(state.cash) + state.bank == 0, state.text()
    assert min(state.cash) >= 0, state.text()
    assert min(state.loans) >= 0, state.text()
    assert min(state.stock) >= 0, state.text()
    assert max(state.total, default=0) <= 4, state.text()
    for town, total in enumerate(state.total):
        assert total == sum(state.marks[town * 6 : town * 6 + 6]), state.text()
    assert min(state.marks, default=0) >= 0, state.text()
    for seat in range(state.seats):
        assert sum(state.cargo[seat * 6 : seat * 6 + 6]) <= 2 * state.wagons[seat] <= 6, state.text()
    if STANDARD.name == state.edition.name and state.round:
        assert sum(state.box1) + sum(state.box2) in (2 * state.seats, 2 * state.seats - 1), state.text()


@pytest.mark.parametrize("edition", [STANDARD, FAMILY, RICH], ids=["standard", "family", "rich"])
@pytest.mark.parametrize("seats", SEATS)
def test_money_markers_and_tiles_are_conserved(edition: object, seats: int, deep: bool) -> None:
    assert isinstance(edition, type(STANDARD))
    for seed in range(100 if deep else 3):
        rng = Dice(seed * 7 + seats)
        state = GAME.start(edition, seats)
        before = state.pieces()
        if edition is not RICH:
            assert before["money"] == 0
        while state.to_act() is not None:
            moves = state.legal()
            state.play(state.draw(rng) if state.to_act() == CHANCE else moves[rng.below(len(moves))])
            check_conserved(state)
        assert state.pieces() == before


def test_loans_account_for_the_money_in_play() -> None:
    # In a game without deliveries, auctions, tolls or prices the money in the purses is what was borrowed.
    state = GAME.start(STANDARD, 2)
    rng = Dice(4)
    while state.to_act() == CHANCE:
        state.play(state.draw(rng))
    loan = STANDARD.vocabulary.parse("loan")
    state.play(loan)
    state.play(loan)
    assert (sum(state.cash), state.bank, sum(state.loans)) == (20, -20, 2)
