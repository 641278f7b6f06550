"""What people have said in advance."""

from typing import final

import msgspec

from freightyard.offline.store.kept_tables import Change, KeptTables
from freightyard.store import rows
from freightyard.store.rows import StoredOrders
from freightyard.table.orders import SeatOrders


@final
class BrowserOrders:
    """What people have said in advance."""

    def __init__(self, tables: KeptTables) -> None:
        self._all = tables

    async def of_table(self, table: str) -> dict[int, StoredOrders]:
        return (await self._all.beside(table)).orders

    async def get(self, table: str, seat: int) -> StoredOrders | None:
        return (await self._all.beside(table)).orders.get(seat)

    async def give(self, table: str, seat: int, person: str, orders: SeatOrders, at: float) -> None:
        def make(change: Change) -> None:
            held = {place: stored for place, stored in change.beside.orders.items() if place != seat}
            if orders:
                held[seat] = StoredOrders(person, orders)
            change.beside = msgspec.structs.replace(change.beside, orders=held)
            change.news.append(rows.ORDERS)

        await self._all.change(table, make)

    async def change(self, table: str, seat: int, was: SeatOrders, orders: SeatOrders, ply: int) -> bool:
        def make(change: Change) -> bool:
            stored = change.beside.orders.get(seat)
            if stored is None or stored.orders != was:
                return False
            held = {place: other for place, other in change.beside.orders.items() if place != seat}
            if orders:
                held[seat] = StoredOrders(stored.person, orders, ply)
            change.beside = msgspec.structs.replace(change.beside, orders=held)
            return True

        return await self._all.change(table, make)

    async def forget(self, table: str) -> None:
        def make(change: Change) -> None:
            change.beside = msgspec.structs.replace(change.beside, orders={})

        await self._all.change(table, make)
