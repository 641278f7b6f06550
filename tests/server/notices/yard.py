"""Tables whose people are told of their turns, by real webhooks to this machine; the time is handed in."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any

from freightyard.core.contract import Game
from freightyard.games import game_named
from freightyard.server.live.create import create_table
from freightyard.server.live.room import Room
from freightyard.server.log import Log
from freightyard.server.services import Services
from freightyard.server.settings import Settings
from freightyard.server.wire.connection import Connection
from freightyard.store import Store, open_store
from freightyard.store.notice_rows import WEBHOOK, Channel
from freightyard.store.rows import Chair, Person
from freightyard.table import Pace, pace_text
from tests.server.notices.receivers import Receiver, receiving

GAME = game_named("freight-train")
EDITION = GAME.edition("mayfair-1996")
MONDAY = datetime(2026, 3, 2, 12, tzinfo=UTC).timestamp()
DELAY = 3.0


class Writer:
    """A browser that takes everything."""

    def write(self, frame: bytes) -> bool:
        return bool(frame)


class Yard:
    """Ann and Bob, their tables, and as many processes as one likes; all that is sent arrives at one receiver."""

    def __init__(self, store: Store, receiver: Receiver) -> None:
        self.store = store
        self.receiver = receiver
        self.now = MONDAY
        self.people: list[Person] = []
        self.processes: list[Services] = []

    def process(self, **changes: Any) -> Services:
        """A server process without sockets and background tasks: what they would do, a test does itself."""
        hosts = (f"127.0.0.1:{self.receiver.port}",)
        usual = {"bot_processes": 0, "cards": "tests", "url": "https://yard.example", "notice_delay": DELAY}
        given = {**usual, "webhook_hosts": hosts, **changes}
        services = Services(Settings(**given), self.store, Log("none"), build="", now=lambda: self.now)
        self.processes.append(services)
        return services

    async def channel(self, person: Person | None = None, table: str | None = None, port: int | None = None) -> Channel:
        """A webhook of a person or of a table. By its path its owner is known."""
        owner = table or (person.name if person else "")
        address = {"url": f"http://127.0.0.1:{port or self.receiver.port}/{owner}", "style": "json", "secret": ""}
        key = None if person is None else person.key
        made = Channel(key="", kind=WEBHOOK, person=key, table=table, name=owner, address=address, confirmed_at=self.now)
        return await self.store.channels.add(made)

    async def table(self, services: Services, key: str = "t1", pace: Pace | None = None, game: Game = GAME) -> Room:
        """A table of Ann and Bob that has begun."""
        if not self.people:
            self.people = [(await self.store.people.new(name, self.now))[0] for name in ("Ann", "Bob")]
        chairs = [Chair(person.key, called=person.name) for person in self.people]
        text = None if pace is None else pace_text(pace)
        edition = game.edition(game.editions[0]) if game is not GAME else EDITION
        await create_table(services, game, edition, (), chairs, made_by=self.people[0], public=True, key=key, pace=text)
        room = await services.hub.room(key)
        assert room is not None
        return room

    async def end_turn(self, room: Room) -> None:
        """Whoever is to act moves until another one is."""
        seat = room.table.to_act()
        assert seat is not None
        while room.table.to_act() == seat:
            await room.move(self.people[seat], seat, room.table.ply, [room.table.view(seat).legal[0]])

    async def play_on(self, room: Room) -> None:
        """Play until the game is over."""
        while room.table.to_act() is not None:
            await self.end_turn(room)

    def actor(self, room: Room) -> Person:
        """Who is to act."""
        seat = room.table.to_act()
        assert seat is not None
        return self.people[seat]

    def watch(self, room: Room, person: Person, *, visible: bool = True) -> Connection:
        """Somebody opens the page of a table."""
        connection = Connection(person, None, Writer())
        connection.visible = visible
        room.connections.add(connection)
        return connection

    async def look(self, *services: Services) -> None:
        """Some processes do what is due, all at once."""
        some = services or tuple(self.processes[:1])
        await asyncio.gather(*[each.notices.look() for each in some])
        await asyncio.gather(*[each.notices.settle() for each in some])

    async def wait(self, seconds: float, *services: Services) -> None:
        """Time goes by."""
        self.now += seconds
        await self.look(*services)

    def told(self) -> list[tuple[str, str]]:
        """What has arrived since the last time: for whom, and the headline."""
        found = [(request.target.lstrip("/"), request.json["title"]) for request in self.receiver.requests]
        self.receiver.requests.clear()
        return sorted(found)


@asynccontextmanager
async def yard(database: str, *, shared: bool = False) -> AsyncIterator[Yard]:
    """`shared`: other processes may have the database open too."""
    store = await open_store(database, shared=shared)
    async with receiving() as receiver:
        made = Yard(store, receiver)
        try:
            yield made
        finally:
            for services in made.processes:
                await services.notices.close()
                await services.hub.close()
            await made.store.close()  # a test may have put another one in its place
