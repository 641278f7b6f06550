"""Tables under load, over real sockets: the same players for our server and for one of boardgame.io.

A table has four sockets, one a seat. Whoever is to act sends a move; a move has arrived when all four sockets have been told of
it. `Ours` and `Theirs` know how each server is talked to; everything that is measured is measured in `Table`.
"""

import asyncio
import re
import time
from collections.abc import Callable
from typing import Any

import httpx
import msgspec
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

SEATS = 4


class OurNews(msgspec.Struct):
    """What our frames say that a player must know to go on."""

    ply: int = -1
    moves: list[str] = []
    over: bool = False
    oops: str = ""
    parts: msgspec.Raw = msgspec.Raw(b"")


class TheirContext(msgspec.Struct):
    currentPlayer: str  # noqa: N815  (boardgame.io's word)


class TheirState(msgspec.Struct):
    ctx: TheirContext
    stateID: int = msgspec.field(name="_stateID")  # noqa: N815


class TheirSync(msgspec.Struct):
    state: TheirState


class Table:
    """One game: what was sent when, and when everybody knew."""

    def __init__(self, key: str, load: "Load", number: int) -> None:
        self.key = key
        self.load = load
        self.number = number
        self.sockets: list[WSTransport] = []
        self.plies = [-1] * SEATS
        self.waiting = 0  # the ply that everybody must know before the move counts as arrived; 0: none is under way
        self.sent = 0.0
        self.moves = 0
        self.over = False
        self.accepted: list[tuple[int, str]] = []  # (ply, words) of moves that came back
        self.last = (0, "")
        self.ready: Callable[[], None] | None = None  # whoever is to act could send the next move

    def told(self, seat: int, ply: int) -> None:
        """A socket knows a ply."""
        if ply > self.plies[seat]:
            self.plies[seat] = ply
        if self.waiting and self.waiting <= min(self.plies):
            self.load.arrived(self, time.perf_counter() - self.sent)
            self.waiting = 0
            self.accepted.append(self.last)
        self.go_on()

    def can_move(self, ply: int, send: Callable[[], None], words: str) -> None:
        """The seat that is to act is ready."""

        def go() -> None:
            self.waiting = ply + 1
            self.last = (ply, words)
            self.sent = time.perf_counter()
            self.moves += 1
            send()

        self.ready = go
        self.go_on()

    def go_on(self) -> None:
        if self.ready is not None and not self.waiting and self.load.running and min(self.plies) == max(self.plies):
            go, self.ready = self.ready, None
            self.load.may_go(self, go)


class Load:
    """Many tables and what they took. `every`: seconds between the moves of a table, 0 for as fast as it goes."""

    def __init__(self, every: float) -> None:
        self.every = every
        self.running = False
        self.tables: list[Table] = []
        self.times: list[float] = []
        self.bytes = 0
        self.frames = 0
        self.faults: list[str] = []
        self.again = 0.0  # seconds after which a move that was refused for a fault of the server is sent again; 0: it is not

    def arrived(self, table: Table, seconds: float) -> None:
        self.times.append(seconds)

    def may_go(self, table: Table, go: Callable[[], None]) -> None:
        if not self.every:
            go()
            return
        due = table.sent + self.every
        now = time.perf_counter()
        asyncio.get_running_loop().call_later(max(0.0, due - now), go)

    async def run(self, seconds: float) -> dict[str, Any]:
        """Play for so long; the figures of what arrived in that time."""
        self.times.clear()
        self.bytes = self.frames = 0
        self.running = True
        began = time.perf_counter()
        for number, table in enumerate(self.tables):
            if self.every:  # so that the tables do not all move at once
                table.sent = began - self.every * (1 - number / len(self.tables))
            table.go_on()
        await asyncio.sleep(seconds)
        took = time.perf_counter() - began
        times = sorted(self.times)
        frames, size = self.frames, self.bytes
        self.running = False
        await asyncio.sleep(1.0)
        # A move still under way is as slow as it is until now: leaving it out would flatter the server.
        late = [time.perf_counter() - table.sent for table in self.tables if table.waiting]
        times = sorted(times + late)

        def at(share: float) -> float | None:
            return 1000 * times[min(len(times) - 1, int(share * len(times)))] if times else None

        return {
            "tables": len(self.tables),
            "seconds": took,
            "moves": len(times),
            "moves_a_second": len(times) / took,
            "p50_ms": at(0.5),
            "p95_ms": at(0.95),
            "p99_ms": at(0.99),
            "bytes_an_update": size / max(1, frames),
            "late": len(late),
            "over": sum(table.over for table in self.tables),
            "faults": self.faults[:5],
        }

    def close(self) -> None:
        for table in self.tables:
            for socket in table.sockets:
                socket.disconnect(False)


class OurSeat(WSListener):
    """A browser of ours, without a screen."""

    decode = msgspec.json.Decoder(OurNews).decode
    hello = b'{"hello":{"ply":0,"build":""}}'

    def __init__(self, table: Table, seat: int) -> None:
        self.table = table
        self.seat = seat
        self.message = b""  # the last move that was sent

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport
        transport.send(WSMsgType.TEXT, self.hello)

    def send(self) -> None:
        self.transport.send(WSMsgType.TEXT, self.message)

    def send_again(self, message: bytes) -> None:
        """Unless something else has happened since."""
        if message == self.message and self.table.waiting:
            self.send()

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type != WSMsgType.TEXT:
            return
        payload = frame.get_payload_as_bytes()
        news = self.decode(payload)
        load = self.table.load
        if news.oops:
            load.faults.append(news.oops)
            if load.again and self.message:
                asyncio.get_running_loop().call_later(load.again, self.send_again, self.message)
        if news.ply < 0:
            return
        load.frames += 1
        load.bytes += len(payload)
        self.table.over = news.over
        if news.moves:
            # Any legal move will do, but always the same ones in a run: a stride that visits all.
            words = news.moves[(news.ply * 7 + self.table.number) % len(news.moves)]
            self.message = msgspec.json.encode({"move": [words], "ply": news.ply, "seat": self.seat + 1})
            self.table.can_move(news.ply, self.send, words)
        self.table.told(self.seat, news.ply)


class Ours:
    """Our server: people with cookies, tables made and joined by the forms. Of several machines the first is asked for tables,
    and the seats of a table are spread over all."""

    def __init__(self, url: str, *others: str) -> None:
        self.url = url
        self.urls = (url, *others)
        self.cookies: list[str] = []

    async def people(self) -> None:
        """Four people, who sit at every table."""
        async with httpx.AsyncClient(base_url=self.url, timeout=60) as http:
            for seat in range(SEATS):
                http.cookies.clear()
                answer = await http.post("/me/name", data={"name": f"Player {seat + 1}"}, headers={"origin": self.url})
                found = re.search(r"freightyard=([^;]+)", answer.headers.get("set-cookie", ""))
                if found is None:
                    raise RuntimeError(f"no cookie came: {answer.status_code} {answer.text[:200]}")
                self.cookies.append(f"freightyard={found[1]}")

    async def table(self, http: httpx.AsyncClient) -> str:
        """A new table of Freight Train with the four."""
        seats = {"seat-1": "me", "seat-2": "open", "seat-3": "open", "seat-4": "open", "seats": "4"}
        form = {"game": "freight-train", "edition": "mayfair-1996", "name": "Player 1", "public": "no", **seats}
        answer = await http.post("/new", data=form, headers={"origin": self.url, "cookie": self.cookies[0]})
        found = re.search(r"/t/([a-z0-9]+)", answer.headers.get("location", ""))
        if found is None:
            raise RuntimeError(f"no table was made: {answer.status_code} {answer.text[:500]}")
        for seat in range(1, SEATS):
            answer = await http.post(
                f"/t/{found[1]}/sit", data={"seat": str(seat + 1)}, headers={"origin": self.url, "cookie": self.cookies[seat]}
            )
            if answer.status_code >= 400:
                raise RuntimeError(f"nobody sat down: {answer.status_code} {answer.text[:500]}")
        return found[1]

    async def open(self, load: Load, count: int, keys: list[str] | None = None) -> None:
        """So many tables, with all their sockets."""
        if not self.cookies:
            await self.people()
        made = list(keys or [])
        limits = httpx.Limits(max_connections=8)
        async with httpx.AsyncClient(base_url=self.url, timeout=60, limits=limits) as http:
            while len(made) < count:
                made += await asyncio.gather(*(self.table(http) for _ in range(min(8, count - len(made)))))
        for number, key in enumerate(made):
            table = Table(key, load, number)
            load.tables.append(table)
            for seat in range(SEATS):
                url = self.urls[seat % len(self.urls)]
                transport, _ = await ws_connect(
                    lambda *_, table=table, seat=seat: OurSeat(table, seat),
                    f"{url.replace('http', 'ws', 1)}/t/{key}/ws",
                    extra_headers={"Cookie": self.cookies[seat], "Origin": url},
                )
                table.sockets.append(transport)


class TheirSeat(WSListener):
    """A player of boardgame.io: Socket.IO over a WebSocket."""

    sync = msgspec.json.Decoder(tuple[str, str, TheirSync])
    update = msgspec.json.Decoder(tuple[str, str, TheirState, msgspec.Raw])

    def __init__(self, table: Table, seat: int, synced: asyncio.Event) -> None:
        self.table = table
        self.seat = seat
        self.synced = synced

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type != WSMsgType.TEXT:
            return
        payload = frame.get_payload_as_bytes()
        if payload == b"2":
            transport.send(WSMsgType.TEXT, b"3")
        elif payload.startswith(b"0"):
            transport.send(WSMsgType.TEXT, b"40/cards,")
        elif payload.startswith(b"40/cards,"):
            hello = msgspec.json.encode(["sync", self.table.key, str(self.seat), None, SEATS])
            transport.send(WSMsgType.TEXT, b"42/cards," + hello)
        elif payload.startswith(b'42/cards,["sync"'):
            self.know(self.sync.decode(payload[9:])[2].state)
            self.synced.set()
        elif payload.startswith(b'42/cards,["update"'):
            load = self.table.load
            load.frames += 1
            load.bytes += len(payload)
            self.know(self.update.decode(payload[9:])[2])

    def know(self, state: TheirState) -> None:
        ply = state.stateID
        if state.ctx.currentPlayer == str(self.seat):
            payload = {
                "type": "take",
                "args": [(ply * 7 + self.table.number) % 5],
                "playerID": str(self.seat),
                "credentials": None,
            }
            message = ["update", {"type": "MAKE_MOVE", "payload": payload}, ply, self.table.key, str(self.seat)]
            frame = b"42/cards," + msgspec.json.encode(message)
            self.table.can_move(ply, lambda: self.transport.send(WSMsgType.TEXT, frame), f"take {payload['args']}")
        self.table.told(self.seat, ply)


class Theirs:
    """A boardgame.io server."""

    def __init__(self, url: str) -> None:
        self.url = url

    async def open(self, load: Load, count: int) -> None:
        """So many matches, with all their sockets."""
        started = len(load.tables)
        for number in range(started, started + count):
            table = Table(f"match{number}-{time.time_ns()}", load, number)
            load.tables.append(table)
            for seat in range(SEATS):
                synced = asyncio.Event()
                transport, _ = await ws_connect(
                    lambda *_, table=table, seat=seat, synced=synced: TheirSeat(table, seat, synced),
                    f"{self.url.replace('http', 'ws', 1)}/socket.io/?EIO=4&transport=websocket",
                )
                table.sockets.append(transport)
                await asyncio.wait_for(synced.wait(), 60)
