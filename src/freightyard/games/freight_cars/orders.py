"""Choosing ahead: `fc.choose` is done by all at once, so nobody waits for the others before all have chosen."""

from typing import ClassVar, Final, cast, final

from freightyard.core import contract
from freightyard.core.orders import Orders
from freightyard.games.freight_cars.rules.phases import DEALING, DISCARDING, KEEPING
from freightyard.games.freight_cars.rules.state import State

_BLIND: Final = (KEEPING, DEALING, DISCARDING)


@final
class FreightCarsOrders(Orders):
    """No orders of its own, but the choices of the start."""

    blind_plies: ClassVar[int] = 120  # it is a third of that, unless somebody undoes choices again and again

    def blind(self, state: contract.State) -> bool:
        """`fc.choose`: which corporations others keep makes no difference to the freight cards that are dealt, nor do the cards
        that they discard until these come up together."""
        return cast("State", state).phase in _BLIND


ORDERS: Final = FreightCarsOrders()
