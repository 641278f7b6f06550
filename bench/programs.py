"""How long people wait for their own moves beside tables of remote bots, on one server.

    python bench/programs.py [--tables 200] [--think 1.0] [--people 20] [--seconds 20] [--rounds 3]

People play at tables of their own, two at each, by sockets. Rounds without and with the bots take turns in one run, so look at
the difference. `--think` is how long each bot thinks about a move; 0 is as fast as the server answers. The bots
run in a process of their own, the people in this one. Needs httpx and websockets.
"""

import argparse
import asyncio
import contextlib
import multiprocessing
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import connect

HERE = Path(__file__).parent
TICKS = os.sysconf("SC_CLK_TCK")
LUCK = random.Random(7)  # noqa: S311


def say(words: str) -> None:
    sys.stdout.write(words + "\n")
    sys.stdout.flush()


class Bots:
    """Two bots at many tables: each answers every turn that it is told."""

    def __init__(self, url: str, tokens: list[str], think: float) -> None:
        limits = httpx.Limits(max_connections=None, max_keepalive_connections=None)
        self.clients = [
            httpx.AsyncClient(base_url=url, headers={"authorization": f"Bearer {token}"}, timeout=120, limits=limits)
            for token in tokens
        ]
        self.think = think
        self.on = asyncio.Event()
        self.moves = 0
        self.refused = 0
        self.seen: set[tuple[str, int]] = set()
        self.tasks: set[asyncio.Task[None]] = set()
        self.games = 0

    async def make(self, game: str, rival: str) -> None:
        answer = await self.clients[0].post("/api/tables", json={"game": game, "seats": ["me", rival]})
        answer.raise_for_status()
        key = answer.json()["table"]
        (await self.clients[1].post(f"/api/tables/{key}/accept")).raise_for_status()

    async def hear(self, client: httpx.AsyncClient) -> None:
        async with client.stream("GET", "/api/events") as response:
            async for line in response.aiter_lines():
                if line.startswith('{"type":"turn"'):
                    task = asyncio.create_task(self.answer(client, msgspec.json.decode(line)))
                    self.tasks.add(task)
                    task.add_done_callback(self.tasks.discard)
                elif line.startswith('{"type":"end"'):
                    self.games += 1

    async def answer(self, client: httpx.AsyncClient, turn: dict[str, Any]) -> None:
        await asyncio.sleep(self.think * LUCK.uniform(0.5, 1.5))
        await self.on.wait()
        move = LUCK.choice(turn["view"]["legal"])
        answer = await client.post(
            "/api/moves", json={"type": "moves", "table": turn["table"], "ply": turn["ply"], "moves": [move]}
        )
        self.moves += answer.status_code == 200
        self.refused += answer.status_code != 200


class Table:
    """Two people, who move in turn."""

    def __init__(self, url: str, cookies: list[str], key: str) -> None:
        self.url, self.cookies, self.key = url, cookies, key
        self.waits: list[float] = []
        self.pause = 0.5

    async def play(self) -> None:
        address = f"{self.url.replace('http', 'ws')}/t/{self.key}/ws"
        async with contextlib.AsyncExitStack() as stack:
            sockets = []
            for cookie in self.cookies:
                headers = {"Cookie": f"freightyard={cookie}"}
                socket = await stack.enter_async_context(
                    connect(address, origin=self.url, additional_headers=headers, compression=None, max_size=None)  # type: ignore[arg-type]
                )
                await socket.send('{"hello":{"ply":0}}')
                sockets.append(socket)
            states: list[dict[str, Any]] = [{}, {}]
            news = asyncio.Event()
            readers = [
                asyncio.create_task(self._read(socket, state, news)) for socket, state in zip(sockets, states, strict=True)
            ]
            try:
                while True:
                    await asyncio.sleep(self.pause * LUCK.uniform(0.5, 1.5))
                    mover = next((number for number, state in enumerate(states) if state.get("moves")), None)
                    if mover is None:
                        if any(state.get("over") for state in states):
                            return
                        continue
                    state, began = states[mover], time.perf_counter()
                    ply = state["ply"]
                    move = LUCK.choice(state["moves"])
                    await sockets[mover].send(msgspec.json.encode({"move": [move], "ply": ply, "seat": mover + 1}).decode())
                    while states[mover]["ply"] == ply:
                        news.clear()
                        await asyncio.wait_for(news.wait(), 60)
                    self.waits.append(states[mover]["at"] - began)
            finally:
                for reader in readers:
                    reader.cancel()

    @staticmethod
    async def _read(socket: Any, state: dict[str, Any], news: asyncio.Event) -> None:
        async for text in socket:
            at = time.perf_counter()
            message = msgspec.json.decode(text)
            if "parts" in message:
                state.update(ply=message["ply"], moves=message.get("moves", []), over=message.get("over", False), at=at)
                news.set()


async def person(url: str, name: str) -> httpx.AsyncClient:
    client = httpx.AsyncClient(base_url=url, headers={"origin": url, "accept": "text/html"}, timeout=120)
    await client.post("/me/name", data={"name": name})
    return client


async def tokens_of(url: str) -> list[str]:
    found = []
    for name in ("Bench one", "Bench two"):
        client = await person(url, name)
        page = (await client.post("/me/tokens", data={"token-name": name, "scope-play": "yes"})).text
        found.append(re.findall(r'value="(fy_[^"]+)"', page)[0])
    return found


async def people_tables(url: str, count: int) -> list[Table]:
    host, guest = await person(url, "Ann"), await person(url, "Bob")
    tables = []
    for _ in range(count):
        fields = {"game": "freight-train", "edition": "mayfair-1996", "name": "Ann", "seat-1": "me", "seat-2": "open"}
        key = (await host.post("/new", data=fields)).headers["location"].removeprefix("/t/")
        await guest.post(f"/t/{key}/sit", data={"name": "Bob"})
        tables.append(Table(url, [host.cookies["freightyard"], guest.cookies["freightyard"]], key))
    return tables


def percentiles(waits: list[float]) -> str:
    cuts = statistics.quantiles(waits, n=100) if len(waits) > 1 else [0.0] * 99
    return f"p50 {cuts[49] * 1000:6.1f}  p95 {cuts[94] * 1000:6.1f}  p99 {cuts[98] * 1000:6.1f} ms of {len(waits)} moves"


def seconds_of(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


async def run_bots(url: str, args: argparse.Namespace, ready: Any, on: Any, counts: Any) -> None:
    """The bots, in a process of their own: `on` says when they play, `counts` what they did."""
    bots = Bots(url, await tokens_of(url), args.think)
    games = ("freight-train", "freight-cars", "freight")
    hearing = [asyncio.create_task(bots.hear(client)) for client in bots.clients]
    for number in range(args.tables):
        await bots.make(games[number % 3], "Bench two")
    ready.set()
    while not any(task.done() for task in hearing):
        await asyncio.sleep(0.05)
        (bots.on.set if on.is_set() else bots.on.clear)()
        counts[0], counts[1], counts[2] = bots.moves, bots.refused, bots.games


def bots_process(url: str, args: argparse.Namespace, ready: Any, on: Any, counts: Any) -> None:
    os.nice(19)  # bots think elsewhere, not at the cost of the server
    asyncio.run(run_bots(url, args, ready, on, counts))


async def measure(url: str, pid: int, args: argparse.Namespace, on: Any, counts: Any) -> None:
    tables = await people_tables(url, args.people)
    playing = [asyncio.create_task(table.play()) for table in tables]
    waits: dict[str, list[float]] = {"without": [], "with": []}
    await asyncio.sleep(2)
    for number in range(2 * args.rounds):
        kind = ("without", "with")[number % 2]
        (on.set if kind == "with" else on.clear)()
        await asyncio.sleep(2)  # what was under way is done
        for table in tables:
            table.waits = []
        moves, used, began = counts[0], seconds_of(pid), time.perf_counter()
        await asyncio.sleep(args.seconds)
        found = [wait for table in tables for wait in table.waits]
        waits[kind] += found
        took = time.perf_counter() - began
        say(
            f"{kind:8} {percentiles(found)}; bots {(counts[0] - moves) / took:6.1f} moves/s; "
            f"server {(seconds_of(pid) - used) / took * 100:4.0f} % of a core; load {os.getloadavg()[0]:.1f}"
        )
    for kind, found in waits.items():
        say(f"all {kind:8} {percentiles(found)}")
    say(f"bots: {counts[2] // 2} games ended, {counts[1]} batches refused")
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)


def take_the_lead(pid: int) -> None:
    """Let a process go before all others of this machine, so that it is measured as if it had the machine for itself."""
    for thread in Path(f"/proc/{pid}/task").iterdir():
        os.sched_setscheduler(int(thread.name), os.SCHED_FIFO, os.sched_param(10))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--people", type=int, default=20)
    parser.add_argument("--think", type=float, default=1.0)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument(
        "--first", action="store_true", help="server and people at real-time priority: for a busy machine, as root"
    )
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, (Path(folder) / "log").open("wb") as log:
        command = [sys.executable, "-m", "freightyard", "serve", "--database", f"{folder}/yard.db", "--port", "0", "--pace", "0"]
        command += [
            "--rate",
            "100000",
            "--token-rate",
            "100000",
            "--token-tables",
            "100000",
            "--connections",
            "0",
            "--log",
            "warning",
        ]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)  # noqa: S603
        try:
            found = re.search(r"http://127\.0\.0\.1:\d+", server.stdout.readline() if server.stdout else "")
            if found is None:
                raise SystemExit("programs: the server did not start")
            forked = multiprocessing.get_context("fork")
            ready, on, counts = forked.Event(), forked.Event(), forked.Array("l", 3)
            bots = forked.Process(target=bots_process, args=(found[0], args, ready, on, counts), daemon=True)
            bots.start()
            ready.wait()
            if args.first:
                take_the_lead(server.pid)
                take_the_lead(os.getpid())
            asyncio.run(measure(found[0], server.pid, args, on, counts))
            bots.terminate()
            bots.join()
        finally:
            server.terminate()
            server.wait(30)
            say((Path(folder) / "log").read_text()[-2000:])


if __name__ == "__main__":
    main()
