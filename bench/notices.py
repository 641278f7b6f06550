"""Notices under load and under fire.

    python bench/notices.py kills            20 kills while 30 tables play, on SQLite: is every hand-over told, once a channel?
    python bench/notices.py kills --postgres the same with two servers on one PostgreSQL: each kill ends one of them
    python bench/notices.py rate             moves a second at 50 tables with notices for all, as a ratio to none

What should have been told follows from the moves in the database and from when the server was up; what was told is what a
receiver of webhooks has got. `rate` needs `pip install picows httpx`.
"""

import argparse
import asyncio
import json
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import connect

sys.path.insert(0, str(Path(__file__).parent.parent))

from freightyard.server.notices.channels.webhook_styles import stable_id
from freightyard.store import open_store
from freightyard.store.notice_rows import TURN, WEBHOOK, Channel
from freightyard.store.rows import RUNNING
from tests.postgres import emptied, running

SEATS = 2
DELAY = 0.5
SLOW_SECONDS = 1.5  # that people think at the slow tables of `rate`
BOUND = 2.5  # seconds: what is due for so long while at least one server is up without a break has to be told (`--bound`)
THOUGHTS = (0.6, 3.6)  # how long people think over a turn, in bounds: so that some hand-overs stand for longer than one

MISSING = "missing"
EARLY = "told too early"
INVENTED = "told and no hand-over"
NEVER = (MISSING, EARLY, INVENTED)  # the status is 1 if one of these happens

HandOver = tuple[str, int, str, float, float]  # table, ply, person, and from when to when it stood


def say(words: str) -> None:
    sys.stdout.write(words + "\n")
    sys.stdout.flush()


class Receiver:
    """A web server that notes when it got which notice."""

    def __init__(self) -> None:
        self.got: list[tuple[float, str, str]] = []  # when, of what kind, and under which key
        self.port = 0

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            _, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
            headers = {name.lower(): text for name, _, text in (line.partition(": ") for line in lines) if name}
            body = json.loads(await reader.readexactly(int(headers.get("content-length", 0))))
            self.got.append((time.time(), body["kind"], body["id"]))
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            await writer.drain()
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()


class Server:
    """A server that can be killed, at an address that stays. It knows when it was up."""

    def __init__(self, database: str, port: int, receiver: int) -> None:
        self.database, self.port, self.receiver = database, port, receiver
        self.url = f"http://127.0.0.1:{port}"
        self.up: list[list[float]] = []  # from when to when all of it was up
        self.ran = self.waited = 0.0  # seconds on a core, and seconds for which it was ready and had none

    def start(self) -> None:
        words = ["serve", "--database", self.database, "--port", str(self.port), "--rate", "100000", "--log", "warning"]
        words += ["--notice-delay", str(DELAY), "--notice-gap", "0", "--connections", "0"]
        words += ["--allow-webhook-hosts", f"127.0.0.1:{self.receiver}"]
        self.process = subprocess.Popen([sys.executable, "-m", "freightyard", *words], stdout=subprocess.PIPE, text=True)  # noqa: S603
        line = self.process.stdout.readline() if self.process.stdout else ""
        if "running at" not in line:
            raise SystemExit(f"notices: the server did not start: {line}")
        self.up.append([time.time(), float("inf")])

    def kill(self) -> None:
        """SIGKILL; then it is started again."""
        self._count()
        self.up[-1][1] = time.time()
        self.process.kill()
        self.process.wait()
        self.start()

    def _count(self) -> None:
        for task in Path(f"/proc/{self.process.pid}/task").iterdir():
            with suppress(FileNotFoundError):  # a thread that has ended meanwhile
                ran, waited, _ = (task / "schedstat").read_text().split()
                self.ran += int(ran) / 1e9
                self.waited += int(waited) / 1e9

    def stop(self) -> None:
        self._count()
        self.process.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(20)
        if self.process.poll() is None:
            self.process.kill()


class Player:
    """Somebody at one table, who thinks for a while before each turn and comes back when the connection is lost."""

    def __init__(self, url: str, key: str, seat: int, cookie: str, dice: random.Random, bound: float) -> None:
        self.url, self.key, self.seat, self.cookie, self.dice = url, key, seat, cookie, dice
        self.thought = [each * bound for each in THOUGHTS]
        self.over = False

    async def play(self) -> None:
        address = f"{self.url.replace('http', 'ws', 1)}/t/{self.key}/ws"
        while not self.over:
            with suppress(Exception):  # whatever happens to a server that is killed
                async with connect(
                    address, additional_headers={"Cookie": self.cookie, "Origin": self.url}, compression=None, max_size=None
                ) as socket:
                    await socket.send('{"hello":{"ply":0,"build":""}}')
                    await self._follow(socket)
            await asyncio.sleep(0.3)

    async def _follow(self, socket: Any) -> None:
        thinks: asyncio.Task[None] | None = None
        mine = False
        async for text in socket:
            news = msgspec.json.decode(text)
            if "ply" not in news:
                continue
            self.over = bool(news.get("over"))
            if thinks is not None:
                thinks.cancel()
            moves = news.get("moves") or ()
            if moves:  # a turn begins with a thought, and goes on without
                wait = 0.02 if mine else self.dice.choice((0.1, 0.3, self.dice.uniform(*self.thought)))
                words = {"move": [moves[(news["ply"] * 7 + self.seat) % len(moves)]], "ply": news["ply"], "seat": self.seat + 1}
                thinks = asyncio.create_task(_later(socket, json.dumps(words), wait))
            mine = bool(moves)


async def _later(socket: Any, text: str, wait: float) -> None:
    await asyncio.sleep(wait)
    with suppress(Exception):
        await socket.send(text)


async def people_and_tables(url: str, tables: int) -> tuple[list[list[str]], list[str]]:
    """Two people for each table, and the table at which they play."""
    cookies, keys = [], []
    async with httpx.AsyncClient(base_url=url, timeout=60) as http:
        for number in range(tables):
            pair = []
            for seat in range(SEATS):
                http.cookies.clear()
                answer = await http.post("/me/name", data={"name": f"P{number}s{seat}"}, headers={"origin": url})
                pair.append("freightyard=" + answer.headers["set-cookie"].split("freightyard=")[1].split(";")[0])
            http.cookies.clear()
            form = {"game": "freight-train", "edition": "mayfair-1996", "name": f"P{number}s0", "public": "no", "seats": "2"}
            form |= {"seat-1": "me", "seat-2": "open"}
            answer = await http.post("/new", data=form, headers={"origin": url, "cookie": pair[0]})
            key = answer.headers["location"].split("/t/")[1].split("/")[0].split("?")[0]
            http.cookies.clear()
            await http.post(f"/t/{key}/sit", data={"seat": "2"}, headers={"origin": url, "cookie": pair[1]})
            cookies.append(pair)
            keys.append(key)
    return cookies, keys


async def add_channels(database: str, keys: list[str], port: int, each: int) -> dict[str, list[str]]:
    """So many webhooks for everybody at some tables: their keys by people."""
    store = await open_store(database, beside=True)
    found: dict[str, list[str]] = {}
    for key in keys:
        row = await store.tables.get(key)
        for chair in () if row is None else row.chairs:
            if chair.person is None or chair.person in found:
                continue
            found[chair.person] = []
            for number in range(each):
                address = {"url": f"http://127.0.0.1:{port}/{number}", "style": "json", "secret": ""}
                made = Channel(key="", kind=WEBHOOK, person=chair.person, name=str(number), address=address, confirmed_at=1.0)
                found[chair.person].append((await store.channels.add(made)).key)
    await store.close()
    return found


async def hand_overs(database: str, keys: list[str]) -> list[HandOver]:
    """Every hand-over to a person that the database knows."""
    store = await open_store(database, beside=True)
    found = []
    for key in keys:
        row = await store.tables.get(key)
        if row is None:
            continue
        events = await store.moves.events(key)
        before: int | None = None
        for place, stored in enumerate(events):
            seat = stored.event.seat
            if seat < 0:
                continue
            if seat != before and place:
                found.append((key, stored.ply, row.chairs[seat].person or "", events[place - 1].at or 0.0, stored.at or 0.0))
            before = seat
        if row.phase == RUNNING and row.to_act is not None and row.to_act >= 0 and row.to_act != before:
            found.append((key, row.ply, row.chairs[row.to_act].person or "", events[-1].at or 0.0, float("inf")))
    await store.close()
    return found


def stretches(servers: list[Server]) -> list[tuple[float, float]]:
    """From when to when at least one of them was up."""
    found: list[tuple[float, float]] = []
    for begin, end in sorted((begin, end) for server in servers for begin, end in server.up):
        if found and begin <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], end))
        else:
            found.append((begin, end))
    return found


async def story_of(database: str, key: str, hand_over: HandOver, servers: list[Server]) -> str:
    """What is known of a delivery that did not arrive. Times count from the moment at which it was due."""
    store = await open_store(database, beside=True)
    delivery = await store.outbox.get(key)
    await store.close()
    due, end = hand_over[3] + DELAY, hand_over[4]
    words = [f"{key}: stood for {end - due:.1f} s after it was due"]
    for number, server in enumerate(servers, 1):
        near = [(begin - due, stop - due) for begin, stop in server.up if stop > due - 1 and begin < end]
        words.append(f"server {number} up {', '.join(f'{begin:.1f} to {stop:.1f}' for begin, stop in near) or 'never'}")
    if delivery is None:
        words.append("no process planned it")
    else:
        done = "not done" if delivery.done_at is None else f"at {delivery.done_at - due:.1f}"
        planned = f"planned at {delivery.due_at - due:.1f}"
        words.append(f"{planned}, tries {delivery.tries}, {delivery.state or 'waiting'} {done}: {delivery.reason}")
    return "; ".join(words)


def judged(
    given: list[HandOver],
    channels: dict[str, list[str]],
    receiver: Receiver,
    up: list[tuple[float, float]],
    asked_at: float,
    bound: float,
    lost: list[tuple[str, HandOver]],
) -> dict[str, Any]:
    """What should have been told against what was; what was not goes into `lost`.

    A hand-over has to be told if it was due for `bound` seconds on end while at least one server was up. It is told once if its
    key has arrived; a key that arrives again is counted by itself.
    """
    arrived: dict[str, list[float]] = {}
    for at, kind, key in receiver.got:
        if kind == TURN:  # some games come to their end
            arrived.setdefault(key, []).append(at)
    due_many = told = again = early = 0
    late: list[float] = []
    served: list[float] = []
    known: set[str] = set()
    for hand_over in given:
        table, ply, person, start, end = hand_over
        due = start + DELAY
        has_to_be = any(min(end, stop, asked_at) - max(due, begin) >= bound for begin, stop in up)
        for channel in channels[person]:
            name = f"{table}.turn.{ply}.{channel}"
            key = stable_id(name)
            known.add(key)
            times = arrived.get(key, [])
            due_many += has_to_be
            if has_to_be and not times:
                lost.append((name, hand_over))
            told += bool(times)
            again += max(0, len(times) - 1)
            if times:
                early += min(times) < due - 0.01
            if times and has_to_be:
                late.append(min(times) - start)
                served.append(min(times) - min(max(due, begin) for begin, stop in up if stop > due))
    late.sort()
    served.sort()
    return {
        "hand-overs": len(given),
        "that have to be told, times two channels": due_many,
        MISSING: len(lost),
        "of these told within 2 s of the hand-over": sum(each <= 2.0 for each in late) / max(1, due_many),
        "of these told within 2 s of when it could be": sum(each <= 2.0 for each in served) / max(1, due_many),
        "p50 s after the hand-over": late[len(late) // 2] if late else None,
        "p95 s": late[int(0.95 * len(late))] if late else None,
        "longest s": late[-1] if late else None,
        "longest s after it could be told": served[-1] if served else None,
        "told in all": told,
        "arrived again under the same key": again,
        EARLY: early,
        INVENTED: len({key for key in arrived if key not in known} - {""}),
    }


async def kills(args: argparse.Namespace) -> dict[str, Any]:
    """Kill servers while people play, and compare."""
    dice = random.Random(args.seed)  # noqa: S311
    receiver = Receiver()
    await receiver.start()
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        database = stack.enter_context(running()) if args.postgres else f"{folder}/yard.db"
        if args.postgres:
            await emptied(database)
        servers = [Server(database, _free_port(), receiver.port) for _ in range(2 if args.postgres else 1)]
        for server in servers:
            server.start()
            stack.callback(server.stop)
        cookies, keys = await people_and_tables(servers[0].url, args.tables)
        channels = await add_channels(database, keys, receiver.port, 2)
        await asyncio.sleep(2 * DELAY)
        receiver.got.clear()
        given_before = {(table, ply) for table, ply, *_ in await hand_overs(database, keys)}
        players = [
            Player(
                servers[number % len(servers)].url,
                key,
                seat,
                cookies[number][seat],
                random.Random(f"{args.seed} {number} {seat}"),  # noqa: S311
                args.bound,
            )
            for number, key in enumerate(keys)
            for seat in range(SEATS)
        ]
        playing = [asyncio.create_task(player.play()) for player in players]
        for number in range(args.kills):
            await asyncio.sleep(dice.uniform(3.0, 8.0))
            await asyncio.to_thread(servers[number % len(servers)].kill)
            say(f"kill {number + 1}: {len(receiver.got)} notices so far")
        await asyncio.sleep(10)
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        await asyncio.sleep(40)  # claims of those who were killed run out
        asked_at = time.time()
        given = [each for each in await hand_overs(database, keys) if (each[0], each[1]) not in given_before]
        lost: list[tuple[str, HandOver]] = []
        found = judged(given, channels, receiver, stretches(servers), asked_at, args.bound, lost)
        for key, hand_over in lost:
            say(await story_of(database, key, hand_over, servers))
    ran, waited = sum(server.ran for server in servers), sum(server.waited for server in servers)
    found["the servers waited for a core, of the time they wanted one"] = waited / (ran + waited)
    for name, figure in found.items():
        say(f"{name:60} {figure:.2f}" if isinstance(figure, float) else f"{name:60} {figure}")
    return found


async def rate(args: argparse.Namespace) -> dict[str, Any]:
    """Moves a second with notices and without, in turns."""
    from load_tables import Load, Ours, OurSeat  # here: only this needs picows

    ratios: list[float] = []
    for_each: list[float] = []

    def slow(number: int) -> bool:
        return number % 5 == 0

    class Paced(Load):
        """At every fifth table people think for so long that the next one is told; the others play as fast as they can."""

        def may_go(self, table: Any, go: Any) -> None:
            if slow(table.number):
                asyncio.get_running_loop().call_later(SLOW_SECONDS, go)
            else:
                go()

    seen, unseen = (b'{"hello":{"ply":0,"build":"","visible":%s}}' % word for word in (b"true", b"false"))
    OurSeat.hello = property(lambda seat: unseen if slow(seat.table.number) else seen)  # who has it before their eyes is not told

    async def measured(*, notices: bool) -> tuple[float, float]:
        receiver = Receiver()
        await receiver.start()
        with tempfile.TemporaryDirectory() as folder:
            database = f"{folder}/yard.db"
            port = _free_port()
            words = ["serve", "--database", database, "--port", str(port), "--rate", "100000", "--log", "warning"]
            words += ["--allow-webhook-hosts", f"127.0.0.1:{receiver.port}"] if notices else ["--no-notices"]
            words += ["--notice-delay", "0.5", "--notice-gap", "0"]
            process = subprocess.Popen([sys.executable, "-m", "freightyard", *words], stdout=subprocess.PIPE, text=True)  # noqa: S603
            try:
                _ = process.stdout and process.stdout.readline()
                load = Paced(0)
                await Ours(f"http://127.0.0.1:{port}").open(load, args.tables)
                if notices:
                    await add_channels(database, [table.key for table in load.tables], receiver.port, 1)
                await load.run(2.0)
                receiver.got.clear()
                before = _processor_seconds(process.pid)
                figures = await load.run(args.seconds)
                used = _processor_seconds(process.pid) - before
                load.close()
                for_each = figures["moves"] / used
                say(
                    f"{'with' if notices else 'without':8} {figures['moves_a_second']:7.0f} moves/s, {for_each:7.0f} moves "
                    f"for a second of the server's processor, {len(receiver.got)} notices arrived"
                )
                return float(figures["moves_a_second"]), float(for_each)
            finally:
                process.terminate()
                process.wait(20)

    for _ in range(args.rounds):
        without, with_notices = await measured(notices=False), await measured(notices=True)
        ratios.append(with_notices[0] / without[0])
        for_each.append(with_notices[1] / without[1])
    say(f"with notices {statistics.median(ratios):.3f} of the moves without ({', '.join(f'{each:.3f}' for each in ratios)});")
    say(f"for the same processor time {statistics.median(for_each):.3f} ({', '.join(f'{each:.3f}' for each in for_each)})")
    return {"ratio": statistics.median(ratios), "for the same processor time": statistics.median(for_each)}


def _processor_seconds(pid: int) -> float:
    """The processor time of a process: on a busy machine a better measure than the clock on the wall."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _free_port() -> int:
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("kills", "rate"))
    parser.add_argument("--tables", type=int, help="(default 30 for kills, 50 for rate)")
    parser.add_argument("--kills", type=int, default=20, help="(default 20)")
    parser.add_argument("--postgres", action="store_true", help="kills: PostgreSQL and two servers")
    parser.add_argument("--seconds", type=float, default=8.0, help="of a measurement (default 8)")
    parser.add_argument("--rounds", type=int, default=5, help="of each side, taking turns (default 5)")
    parser.add_argument(
        "--bound", type=float, default=BOUND, help=f"kills: seconds until a notice has to be there (default {BOUND})"
    )
    parser.add_argument("--seed", type=int, default=1, help="of the moments of the kills (default 1)")
    args = parser.parse_args()
    args.tables = args.tables or (30 if args.what == "kills" else 50)
    found = asyncio.run(kills(args) if args.what == "kills" else rate(args))
    wrong = [name for name, figure in found.items() if figure and name in NEVER]
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
