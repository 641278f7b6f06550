"""Orders ahead at one open table: kept in the store, acted on after each commit, and shown to their person alone.

What is held here only tells whether there are orders. They are read from the store before they act, so one that was withdrawn in
another process does not. An order acts by a move, and each ply has only one: whatever fails, it acts exactly once. A sweep lets
orders act that a process left behind which is no more: see `Tables.waiting`.
"""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING, Final, final

import msgspec

from freightyard.core.contract import CHANCE, Seat, State, View
from freightyard.core.orders import Orders
from freightyard.core.title import ORDERS
from freightyard.games import part_of
from freightyard.page.contract import OrderSheet
from freightyard.server import sentences as say
from freightyard.server.errors import Forbidden, LostRace
from freightyard.store.rows import RUNNING, Person, StoredOrders
from freightyard.table import Step, last_mover
from freightyard.table.errors import NothingToTakeBack
from freightyard.table.orders import SeatOrders, can_change, decide, state_ahead, stopped, view_ahead, with_choice

if TYPE_CHECKING:
    from freightyard.server.live.room import Room

_NONE: Final = SeatOrders()


@final
class OrderKeeper:
    """The orders at a room's table."""

    def __init__(self, room: "Room") -> None:
        self._room = room
        self._held: dict[Seat, StoredOrders] = {}
        self._part: Orders = part_of(room.row.game, ORDERS) or Orders()

    # --- what is ---

    def of(self, seat: Seat) -> SeatOrders:
        """What the person on a seat has said in advance."""
        stored = self._held.get(seat)
        return stored.orders if stored is not None and self._sits(seat) == stored.person else _NONE

    def sheet(self, seat: Seat) -> OrderSheet | None:
        """What the person on a seat is shown of their orders; None if they can give none."""
        room = self._room
        if room.row.phase != RUNNING or self._sits(seat) is None:
            return None
        orders, view = self.of(seat), room.table.view(seat)
        return OrderSheet(
            told=self._part.tell(view, orders.given) if orders.given else "",
            stopped=orders.stopped,
            forced=orders.forced,
            offer=self._part.offer(view, orders.given),
        )

    def state_for(self, seat: Seat) -> State:
        """The state in which a seat is asked, with all that is hidden: while all choose at once it is asked ahead."""
        return self._ahead(seat) or self._room.table.truth()

    def view_for(self, seat: Seat | None) -> View:
        """What a seat, or a spectator, may know."""
        table = self._room.table
        if seat is not None and table.to_act() != seat and self._sits(seat) is not None:
            return view_ahead(table, seat, self.of(seat), self._part) or table.view(seat)
        return table.view(seat)

    def waited_for(self) -> tuple[Seat, ...]:
        """The seats of people who have not chosen, while all choose at once. That somebody has chosen is no secret, as it is none
        around a table; what they chose is."""
        table, room = self._room.table, self._room
        if not table.is_now(self._part.blind):
            return ()
        people = [seat for seat, chair in enumerate(room.row.chairs) if chair.person is not None and chair.bot is None]
        return tuple([seat for seat in people if state_ahead(table, seat, self.of(seat), self._part) is not None])

    def takebacks(self, seat: Seat) -> int:
        """How many moves a seat can undo; one, if its last choice was made ahead and can be made anew."""
        if can_change(self._room.table, seat, self.of(seat), self._part):
            return 1
        # Who is asked ahead was shown cards after that move, and cannot unsee them.
        return 0 if self._ahead(seat) is not None else self._room.table.takebacks(seat)

    def undoes_turn(self, seat: Seat) -> bool:
        """Whether those are all moves of its turn."""
        return self.takebacks(seat) > 1 and self._room.table.undoes_turn(seat)

    # --- what a person says ---

    async def give(self, person: Person | None, seat: Seat, words: str) -> None:
        """A person gives an order for their seat, in place of the one before; no words withdraw it."""
        room = self._room
        async with self._said_by(person, seat) as player:
            given = self._part.give(room.table.view(seat), words) if words.strip() else ""
            await self._keep(player, seat, msgspec.structs.replace(self.of(seat), given=given, stopped=""))
            await self.act()
            room.broadcast.show_again(player.key)
        room.wake_bots()

    async def set_forced(self, person: Person | None, seat: Seat, *, forced: bool) -> None:
        """A person lets the forced moves of their seat be made, or not."""
        room = self._room
        async with self._said_by(person, seat) as player:
            await self._keep(player, seat, msgspec.structs.replace(self.of(seat), forced=forced))
            await self.act()
            room.broadcast.show_again(player.key)
        room.wake_bots()

    @asynccontextmanager
    async def _said_by(self, person: Person | None, seat: Seat) -> AsyncIterator[Person]:
        """While somebody says something about their seat nothing else happens at the table."""
        room = self._room
        async with room.lock:
            await room.refresh()
            player = room.check_player(person, seat)
            if room.row.phase != RUNNING:
                raise Forbidden(say.OVER)
            if self._sits(seat) is None:
                raise Forbidden(say.NO_ORDERS_SHARED)
            yield player

    async def choose(self, person: Person, seat: Seat, ply: int, texts: Sequence[str]) -> bool:
        """Choose before the seat is asked, while all choose at once; what the others did meanwhile makes no difference. False if
        it is not so now. The caller holds the lock."""
        table = self._room.table
        if (table.to_act() == seat and table.ply == ply) or self._sits(seat) is None:
            return False
        orders: SeatOrders = self.of(seat)
        for text in texts:
            more = with_choice(table, seat, orders, self._part, text)
            if more is None:
                return False
            orders = more
        await self._keep(person, seat, orders)
        if not await self.act():  # what is played is shown; before that, a choice that is made would be offered again
            self._room.broadcast.publish(table.ply)
        return True

    async def take_back(self, person: Person, seat: Seat) -> bool:
        """Take back the last choice, if it was made ahead; False if the last move is to be taken back. An order that made it, or
        that would act now, stops: its person has something else in mind. The caller holds the lock."""
        table, orders = self._room.table, self.of(seat)
        if can_change(table, seat, orders, self._part):
            await self._keep(person, seat, msgspec.structs.replace(orders, choices=orders.choices[:-1]))
            self._room.broadcast.publish(table.ply)
            return True
        if table.can_take_back(seat):
            if self._ahead(seat) is not None:
                raise NothingToTakeBack(say.CARDS_SHOWN)
            if orders.given:
                await self._keep(person, seat, stopped(orders, say.ORDER_UNDONE))
        return False

    async def stop_all(self, why: str) -> None:
        """No order acts any more that was given so far. The caller holds the lock."""
        for seat, stored in list(self._held.items()):
            if stored.orders.given:
                await self._change(seat, stored, stopped(stored.orders, why))

    # --- what orders do ---

    async def read(self) -> None:
        """Somebody said something, perhaps at another process: read it, and act on it."""
        async with self._room.lock:
            await self.load()
            acted = await self.act()
        if acted:
            self._room.wake_bots()

    async def load(self) -> None:
        """Read the orders from the store. The caller holds the lock."""
        self._held = await self._room.services.store.orders.of_table(self._room.key)

    async def act(self) -> bool:
        """Let orders act until somebody is to act who has none. Whether they did. The caller holds the lock."""
        room, acted = self._room, False
        mover = last_mover(room.table.events)
        while self._held:
            if room.row.phase != RUNNING:
                self._held.clear()
                await room.services.store.orders.forget(room.key)
                break
            await self._follow()
            seat = room.table.to_act()
            moves = () if seat is None or seat == CHANCE else await self._due(seat)
            if seat is None or not moves:
                break
            try:
                await room.play(room.table.ply, partial(self._step, seat, moves), by_hand=CHANCE if mover is None else mover)
            except LostRace:
                break  # another process did the same
            acted = True
        return acted

    def _step(self, seat: Seat, moves: Sequence[str]) -> Step:
        return self._room.table.move(seat, self._room.table.ply, moves)

    async def _due(self, seat: Seat) -> tuple[str, ...]:
        """The moves that orders make for the seat that is to act."""
        room = self._room
        if seat not in self._held or room.row.chairs[seat].bot is not None:
            return ()
        stored = await room.services.store.orders.get(room.key, seat)
        if stored is None or stored.person != self._sits(seat):
            self._held.pop(seat, None)
            if stored is not None:  # of somebody who no longer sits there
                await room.services.store.orders.change(room.key, seat, stored.orders, _NONE, room.table.ply)
            return ()
        self._held[seat] = stored
        decision = decide(room.table, seat, stored.orders, self._part)
        if not decision.moves or decision.orders != stored.orders:
            await self._change(seat, stored, decision.orders)
        return decision.moves

    async def _follow(self) -> None:
        """Stop orders of seats that are not asked, if what happened is a reason."""
        for seat, stored in list(self._held.items()):
            if seat != self._room.table.to_act() and stored.person == self._sits(seat):
                orders = decide(self._room.table, seat, stored.orders, self._part).orders
                if orders != stored.orders:
                    await self._change(seat, stored, orders)

    async def _change(self, seat: Seat, stored: StoredOrders, orders: SeatOrders) -> None:
        """What becomes of orders that were looked at."""
        room = self._room
        if orders == stored.orders and stored.ply >= room.table.ply:
            return
        now: StoredOrders | None = StoredOrders(stored.person, orders, room.table.ply) if orders else None
        if not await room.services.store.orders.change(room.key, seat, stored.orders, orders, room.table.ply):
            now = await room.services.store.orders.get(room.key, seat)  # their person was faster, or another process
        if now is not None:
            self._held[seat] = now
        else:
            self._held.pop(seat, None)
        if now is None or now.orders != stored.orders:
            room.broadcast.show_again(stored.person)

    # --- inside ---

    async def _keep(self, person: Person, seat: Seat, orders: SeatOrders) -> None:
        await self._room.services.store.orders.give(self._room.key, seat, person.key, orders, self._room.services.now())
        if orders:
            self._held[seat] = StoredOrders(person.key, orders)
        else:
            self._held.pop(seat, None)

    def _sits(self, seat: Seat) -> str | None:
        """The person for whom orders act: who sits on one seat alone, and plays there. People who share a screen are all there
        when one of them is asked, and would see each other's orders."""
        chairs = self._room.row.chairs
        person = chairs[seat].person
        alone = [chair.person for chair in chairs].count(person) == 1
        return person if alone and chairs[seat].bot is None else None

    def _ahead(self, seat: Seat) -> State | None:
        """The state in which a seat is asked ahead; None if it is not."""
        table = self._room.table
        if self._sits(seat) is None or table.to_act() == seat:
            return None
        return state_ahead(table, seat, self.of(seat), self._part)
