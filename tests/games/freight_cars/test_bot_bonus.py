"""What the bots think that a corporation pays is what the rules say."""

import pytest

from freightyard.bots import make_bot
from freightyard.core.chance import Stream
from freightyard.core.contract import CHANCE
from freightyard.games.freight_cars.bot.bonus import Books
from freightyard.games.freight_cars.rules import GAME
from freightyard.games.freight_cars.rules.scoring import bonus
from freightyard.games.freight_cars.rules.state import State


def finished(seats: int) -> State:
    edition = GAME.edition(GAME.editions[0])
    state = GAME.start(edition, seats)
    chance = Stream(f"bonus {seats}")
    bots = [make_bot("greedy", GAME, Stream(f"{seat}")) for seat in range(seats)]
    while (actor := state.to_act()) is not None:
        move = state.draw(chance) if actor == CHANCE else edition.vocabulary.parse(bots[actor].decide(state.view(actor)))
        state.play(move)
    return state


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_corporation_pays_what_the_rules_say(seats: int) -> None:
    state = finished(seats)
    books = Books(state.rules.edition)
    paid = set()
    for seat in range(seats):
        for corporation in range(len(state.rules.edition.corporations)):
            state.corporation[seat] = corporation
            assert books.pays(state, seat, 0, 0, 0) == bonus(state, seat)
            paid.add(books.pays(state, seat, 0, 0, 0))
    assert len(paid) > 4


def test_shipment_to_come_counts_as_if_it_had_been_made() -> None:
    state = finished(2)
    books = Books(state.rules.edition)
    last = state.shipments[0][-1]
    spare = state.spares[0][-1]
    for corporation in range(len(state.rules.edition.corporations)):
        state.corporation[0] = corporation
        now = books.pays(state, 0, 0, 0, 0)
        state.shipments[0].pop()
        state.spares[0].pop()
        assert books.pays(state, 0, last, 0, spare) == now
        state.shipments[0].append(last)
        state.spares[0].append(spare)
