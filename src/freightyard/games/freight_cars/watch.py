"""What the lab counts of Freight Cars besides what it counts of every game: corporations, cities, resources, shipments."""

from collections.abc import Sequence
from typing import cast, final

from freightyard.core import contract
from freightyard.core.contract import Move, Seat
from freightyard.core.tally import Counts
from freightyard.games.freight_cars.rules.edition import KEEP, REVEAL_CITY
from freightyard.games.freight_cars.rules.phases import NONE
from freightyard.games.freight_cars.rules.scoring import bonus
from freightyard.games.freight_cars.rules.state import State


@final
class Watch:
    """Most of it is known at the end."""

    __slots__ = ()

    def standing(self, state: contract.State) -> Sequence[int]:
        """What everybody can see; the bonuses of the corporations are secret until the end."""
        return cast(State, state).credits

    def purses(self, state: contract.State) -> Sequence[int]:
        """Credits of shipments: bonuses are counted when the game is over."""
        return cast(State, state).credits

    def turn_of(self, state: contract.State) -> Seat | None:
        return cast(State, state).actor

    def before(self, state: contract.State, move: Move, counts: Counts) -> None:
        s = cast(State, state)
        edition = s.rules.edition
        verb = edition.verbs[move]
        if verb == KEEP:
            for number, corporation in enumerate(edition.data.corporations):
                if s.dealt[s.actor] >> number & 1:
                    counts.add("corporation offered", corporation.name, s.actor)
        elif verb == REVEAL_CITY:
            counts.add("city revealed", edition.data.cities[move - edition.reveal_city].name, None)

    def end(self, state: contract.State, counts: Counts) -> None:
        s = cast(State, state)
        edition = s.rules.edition
        table = s.rules.credits
        for seat in range(s.seats):
            kept = s.corporation[seat]
            if kept != NONE:
                counts.add("corporation", edition.data.corporations[kept].name, seat, 1, bonus(s, seat))
            for number, city in enumerate(edition.data.cities):
                if s.claimed[seat] >> number & 1:
                    counts.add("city", city.name, seat, 1, city.credits)
            for cards in s.shipments[seat]:
                cars = cards.bit_count()
                counts.add("shipment", f"{cars} car{'s' if cars > 1 else ''}", seat, 1, table[min(cars, len(table)) - 1])
                for card, resource in enumerate(edition.resource_of):
                    if cards >> card & 1:
                        counts.add("resource", edition.data.resources[resource], seat)
                        counts.add("car", edition.cards[card], seat)
