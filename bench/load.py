"""Our server and one of boardgame.io under the same load, in one run on this machine.

    python bench/load.py rate    moves a second at 50 tables, four sockets each; p50, p95, p99 until every socket knows a move
    python bench/load.py most    the most tables at a move every two seconds with p99 under 250 ms
    python bench/load.py memory  what an open table takes
    python bench/load.py kills   the server is killed 20 times in mid-game: is every accepted move there?

Needs node, npm and PostgreSQL (`apt-get install nodejs npm postgresql`), and `pip install picows httpx`. Rounds of both sides
take turns, and the figure to look at is the ratio: this machine has other things to do too. The players run in this process, so
on two cores a server has one of its own; how busy both were is printed. Ours runs as one process and as several: each table is
then in the charge of one of them, whichever accepts its sockets.
"""

import argparse
import asyncio
import gc
import json
import os
import random
import re
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

try:
    import uvloop
    from load_tables import Load, Ours, Theirs
except ModuleNotFoundError as error:
    raise SystemExit(f"load: {error.name} is missing: pip install picows httpx uvloop") from None

from tests.postgres import emptied, running

HERE = Path(__file__).parent
TICKS = os.sysconf("SC_CLK_TCK")


def say(words: str) -> None:
    sys.stdout.write(words + "\n")
    sys.stdout.flush()


class Process:
    """A server process, and what it takes."""

    def __init__(self, command: list[str], ready: str, cwd: Path) -> None:
        self.log = tempfile.TemporaryFile()  # noqa: SIM115  (as long as the process)
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.log, text=True, cwd=cwd)  # noqa: S603
        line = self.process.stdout.readline() if self.process.stdout else ""
        found = re.search(ready, line)
        if not found:
            self.process.kill()
            self.log.seek(0)
            raise SystemExit(f"load: {command[0]} did not start: {line} {self.log.read()[-2000:].decode()}")
        self.word = found[0]

    @property
    def pid(self) -> int:
        return self.process.pid

    def family(self) -> list[int]:
        """The process and those that it started."""
        children = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()
        return [self.pid, *map(int, children)]

    def seconds(self) -> float:
        """The processor time that it and its processes have used."""
        used = 0
        for pid in self.family():
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            used += int(fields[11]) + int(fields[12])
        return used / TICKS

    def megabytes(self) -> float:
        """The memory it and its processes hold, which nobody else does."""
        held = 0
        for pid in self.family():
            for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
                if line.startswith("Pss:"):
                    held += int(line.split()[1])
        return held / 1024

    def stop(self, how: int = signal.SIGINT) -> None:
        if self.process.poll() is None:
            self.process.send_signal(how)
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()


def our_server(database: str, port: int = 0, *, processes: int = 1) -> Process:
    words = ["serve", "--database", database, "--port", str(port), "--rate", "100000", "--log", "warning"]
    if processes > 1:
        words += ["--processes", str(processes)]
    return Process([sys.executable, "-m", "freightyard", *words], r"http://127\.0\.0\.1:\d+", HERE.parent)


def their_server(database: str | None) -> Process:
    folder = HERE / "boardgame"
    if not (folder / "node_modules").is_dir():
        say("load: installing boardgame.io …")
        subprocess.run(["npm", "install", "--no-package-lock", "--no-audit", "--no-fund", "--silent"], cwd=folder, check=True)  # noqa: S607
    port = free_port()
    process = Process(["node", "server.js", str(port), *([database] if database else [])], r"ready \d+", folder)
    process.word = f"http://127.0.0.1:{port}"
    return process


def free_port() -> int:
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Side:
    """A server to be measured: its name, and how it is started and talked to."""

    def __init__(
        self, name: str, start: Callable[[], Process], talk: Callable[[str], Ours | Theirs], postgres: str | None = None
    ) -> None:
        self.name = name
        self.postgres = postgres  # emptied before every round
        self.start = start
        self.talk = talk


@contextmanager
def sides(names: list[str], processes: int) -> Iterator[list[Side]]:
    """The servers that are asked for; ours is measured as one process and as several."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        numbers = iter(range(10_000))
        made = {
            "ours, SQLite": Side("ours, SQLite", lambda: our_server(f"{folder}/{next(numbers)}.db"), Ours),
            "ours, SQLite, processes": Side(
                f"ours, SQLite, {processes} processes",
                lambda: our_server(f"{folder}/{next(numbers)}.db", processes=processes),
                Ours,
            ),
            "boardgame.io, memory": Side("boardgame.io, memory", lambda: their_server(None), Theirs),
        }
        if any("PostgreSQL" in name for name in names):
            address = stack.enter_context(running())
            made["ours, PostgreSQL"] = Side("ours, PostgreSQL", lambda: our_server(address), Ours, address)
            made["ours, PostgreSQL, processes"] = Side(
                f"ours, PostgreSQL, {processes} processes", lambda: our_server(address, processes=processes), Ours, address
            )
            made["boardgame.io, PostgreSQL"] = Side("boardgame.io, PostgreSQL", lambda: their_server(address), Theirs, address)
        yield [made[name] for name in names]


async def measured(side: Side, tables: int, every: float, seconds: float) -> dict[str, Any]:
    """One round: a fresh server, so many tables, a warm-up, a measurement."""
    if side.postgres:
        await emptied(side.postgres)
    server = side.start()
    load = Load(every)
    try:
        talk = side.talk(server.word)
        few = min(4, tables // 2)
        await talk.open(load, few)  # so that everything is there that a server has: its processes, their caches
        empty = server.megabytes()
        await talk.open(load, tables - few)
        gc.collect()
        gc.freeze()  # the players' own garbage collection must not be taken for the server's delay
        await load.run(max(2.0, every))
        before, own, clock = server.seconds(), time.process_time(), time.perf_counter()
        figures = await load.run(seconds)
        took = time.perf_counter() - clock
        figures["server_busy"] = (server.seconds() - before) / took
        figures["players_busy"] = (time.process_time() - own) / took
        figures["kilobytes_a_table"] = 1024 * (server.megabytes() - empty) / (tables - few)
        return {"side": side.name, **figures}
    finally:
        load.close()
        await asyncio.sleep(0.2)
        server.stop(signal.SIGTERM)


def line(figures: dict[str, Any]) -> str:
    times = " ".join(f"{name} {figures[f'{name}_ms'] or 0:6.1f}" for name in ("p50", "p95", "p99"))
    faults = f" · {figures['faults'][0]}" if figures["faults"] else ""
    return (
        f"{figures['side']:29} {figures['tables']:5} tables {figures['moves_a_second']:7.0f} moves/s  {times} ms  "
        f"{figures['bytes_an_update']:6.0f} B/update  {figures['kilobytes_a_table']:5.0f} kB/table  "
        f"server {figures['server_busy']:.0%} players {figures['players_busy']:.0%}{faults}"
    )


async def rate(args: argparse.Namespace) -> dict[str, Any]:
    """Moves a second, both sides in turns; ratios within a round."""
    groups = [("ours, SQLite", "ours, SQLite, processes", "boardgame.io, memory")]
    if not args.no_postgres:
        groups.append(("ours, PostgreSQL", "ours, PostgreSQL, processes", "boardgame.io, PostgreSQL"))
    result: dict[str, Any] = {}
    for group in groups:
        with sides(list(group), args.processes) as all_sides:
            *ours, theirs = [side.name for side in all_sides]
            ratios: dict[str, list[float]] = {name: [] for name in ours}
            for _ in range(args.rounds):
                figures = {side.name: await measured(side, args.tables, 0, args.seconds) for side in all_sides}
                for name, found in figures.items():
                    say(line(found))
                    result.setdefault(name, []).append(found)
                for name in ours:
                    ratios[name].append(figures[name]["moves_a_second"] / figures[theirs]["moves_a_second"])
            for name, found_ratios in ratios.items():
                result[f"{name} / {theirs}"] = statistics.median(found_ratios)
                each = ", ".join(f"{ratio:.2f}" for ratio in found_ratios)
                say(f"{name} makes {statistics.median(found_ratios):.2f} times the moves of {theirs} ({each})")
    return result


async def most(args: argparse.Namespace) -> dict[str, Any]:
    """The most tables at a move every two seconds with p99 under 250 ms: upwards until it fails, then between."""
    result: dict[str, Any] = {}
    with sides(["ours, SQLite", "ours, SQLite, processes", "boardgame.io, memory"], args.processes) as all_sides:
        for side in all_sides:
            held, failed, tables = 0, None, args.tables
            while failed is None or failed - held > max(100, held // 8):
                figures = await measured(side, tables, 2.0, args.seconds)
                say(line(figures))
                due = tables / 2.0
                fine = (figures["p99_ms"] or 1e9) < 250 and figures["moves_a_second"] > 0.95 * due
                held, failed = (tables, failed) if fine else (held, tables)
                tables = min(2 * tables, args.limit) if failed is None else (held + failed) // 2
                if failed is None and held >= args.limit:
                    break
            result[side.name] = held
            say(f"{side.name} holds {held} tables")
    return result


async def memory(args: argparse.Namespace) -> dict[str, Any]:
    """What open tables take of both servers."""
    with sides(["ours, SQLite", "boardgame.io, memory"], 1) as both:
        rounds = [await measured(side, args.tables, 2.0, args.seconds) for side in both]
    for figures in rounds:
        say(line(figures))
    return {figures["side"]: figures["kilobytes_a_table"] for figures in rounds}


async def kills(args: argparse.Namespace) -> dict[str, Any]:
    """Kill our server in mid-game, start it again, and look for every move that it had accepted."""
    from freightyard.store import open_store

    dice = random.Random(args.seed)  # noqa: S311
    accepted: dict[str, list[tuple[int, str]]] = {}
    keys: list[str] = []
    missing = 0
    with tempfile.TemporaryDirectory() as folder:
        database = f"{folder}/killed.db"
        talk: Ours | None = None
        for number in range(args.kills):
            server = our_server(database)
            cookies = talk.cookies if talk else []
            talk = Ours(server.word)
            talk.cookies = cookies
            load = Load(0)
            await talk.open(load, args.tables, keys)
            keys = [table.key for table in load.tables]
            playing = asyncio.create_task(load.run(60.0))
            await asyncio.sleep(0.5 + dice.random())
            server.stop(signal.SIGKILL)
            await asyncio.sleep(0.2)
            playing.cancel()
            for table in load.tables:
                accepted.setdefault(table.key, []).extend(table.accepted)
            load.close()
            missing = 0
            store = await open_store(database)
            for key, moves in accepted.items():
                kept = {stored.ply: stored.event.text for stored in await store.moves.events(key)}
                missing += sum(kept.get(ply) != words for ply, words in moves)
            await store.close()
            say(
                f"kill {number + 1}: {sum(map(len, accepted.values()))} moves were accepted so far, {missing} of them are missing"
            )
            keys = [table.key for table in load.tables if not table.over]
    return {"kills": args.kills, "accepted": sum(map(len, accepted.values())), "missing": missing}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("rate", "most", "memory", "kills"))
    parser.add_argument("--tables", type=int, default=None, help="(default 50; 500 to begin with for most; 10 for kills)")
    parser.add_argument("--seconds", type=float, default=8.0, help="of a measurement (default 8)")
    parser.add_argument("--rounds", type=int, default=3, help="of each side, taking turns (default 3)")
    parser.add_argument("--processes", type=int, default=max(2, os.cpu_count() or 1), help="of ours (default: one a core)")
    parser.add_argument("--limit", type=int, default=4000, help="tables at most (default 4000)")
    parser.add_argument("--kills", type=int, default=20, help="of the server (default 20)")
    parser.add_argument("--seed", type=int, default=1, help="of the moments of the kills (default 1)")
    parser.add_argument("--no-postgres", action="store_true", help="measure SQLite and memory only")
    parser.add_argument("--json", metavar="FILE", help="write the figures there")
    args = parser.parse_args()
    what: dict[str, tuple[Callable[[argparse.Namespace], Awaitable[dict[str, Any]]], int]] = {
        "rate": (rate, 50), "most": (most, 500), "memory": (memory, 200), "kills": (kills, 10),
    }  # fmt: skip
    run, tables = what[args.what]
    args.tables = args.tables or tables
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))  # the servers inherit it
    if 5 * args.tables > hard:
        raise SystemExit(f"load: {args.tables} tables need more open files than this machine allows ({hard})")
    figures = uvloop.run(run(args))  # type: ignore[arg-type]
    if args.json:
        Path(args.json).write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
