"""The server of a page as it runs in a browser: without Litestar and without databases. It is a process of its own, because those
who test have imported both.

It reads jobs as JSON, and writes what came of them as JSON.
"""

import asyncio
import json
import os
import re
import sys
from html import unescape
from typing import Any

# Also of Python's own, what the site leaves out: freightyard.offline.build. What it leaves out of ours is named by LEFT_OUT.
MISSING = (
    "xml.dom",
    "xml.etree",
    "multiprocessing.pool",
    "multiprocessing.managers",
    "wave",
    "sqlalchemy",
    "alembic",
    "aiosqlite",
    "uvicorn",
    "websockets",
    "h11",
    "httpcore",
    "cryptography",
    "segno",
    "rich",
)
GAME_LINK = re.compile(r'id="game-link" href="([^"]*)"')


def block() -> None:
    """Let everything be missing that a browser does not have."""
    blocked: dict[str, Any] = sys.modules  # None keeps a module from being imported
    for name in (*MISSING, *os.environ.get("LEFT_OUT", "").split()):
        blocked[name] = None
    from freightyard.offline import litestar_stand_in

    litestar_stand_in.install()


async def play(job: dict[str, Any]) -> dict[str, Any]:
    """Play a game to its end by messages, as a page does; half of the time with a new worker, as after a reload. `link` or the
    form `make` make the table, `cards` is the host's word; `kept`: with what a browser has kept, at the table `home`; `stop`: so
    many turns, and then what is kept."""
    from freightyard.offline.browser_server import BrowserServer
    from freightyard.offline.keep import MemoryKeep
    from freightyard.server.bots.line import start_process

    keep = MemoryKeep(job.get("kept"))
    server = BrowserServer(keep, "build", start_process, pace=0.0, cards=job.get("cards"))
    made = job.get("home")
    if made is None:
        form = [(name, value) for name, value in job.get("make", {}).items()]
        made = (await server.request("POST", "/new", form) if form else await server.request("GET", job["link"])).location
    assert made is not None
    heard: list[dict[str, Any]] = []
    moves: list[str] = []
    home, ply, over, turns = made, 0, False, 0
    while not over:
        heard.clear()
        await server.open_socket(1, f"{home}/ws", lambda text: heard.append(json.loads(text)), lambda reason: None)
        await server.receive(1, json.dumps({"hello": {"ply": ply}}))
        for _ in range(100_000):
            for message in heard:
                assert "oops" not in message, message
                if "parts" in message:
                    ply, moves, over = message["ply"], message.get("moves", []), message.get("over", False)
            heard.clear()
            if turns == job.get("stop"):
                await server.close()
                return {"kept": keep.texts, "home": home}
            if over or (moves and turns >= 10 and job.get("reload")):
                break
            if moves:
                turns += 1
                chosen = moves[turns % len(moves)]
                await server.receive(1, json.dumps({"move": [chosen], "ply": ply, "seat": job["seat"]}))
            await asyncio.sleep(0.001)
        server.close_socket(1)
        if not over:  # the tab is closed, and opened again
            await server.close()
            server, turns = BrowserServer(keep, "build", start_process, pace=0.0), turns + 1
            job["reload"] = False
    record = await server.request("GET", f"{home}/record")
    pages = {}
    for path in job.get("pages", ()):
        answer = await server.request("GET", path.replace("HOME", home))
        pages[path] = [answer.status, answer.body if answer.kind.startswith("application/json") else len(answer.body)]
    await server.list_tables()
    await server.close()
    return {"record": record.body, "lobby": keep.texts["lobby"], "pages": pages}


async def asked(job: dict[str, Any]) -> list[Any]:
    """The answers to some requests of a browser that begins with these texts: status, body, where to go instead; and what it has
    kept when the last one is answered, as if it were closed then. `HERE` in an address is where the one before led; `WAIT` asks
    until the answer says that nobody works on it any more; `LINK` is the last one that carries a game."""
    from freightyard.offline.browser_server import BrowserServer
    from freightyard.offline.keep import MemoryKeep
    from freightyard.server.bots.line import start_process

    keep = MemoryKeep(job.get("kept"))
    server = BrowserServer(keep, "build", start_process, pace=0.0)
    server.keep_lobby()
    found: list[Any] = []
    for method, target, fields in job["ask"]:
        here = next((place for _, _, place in reversed(found) if place is not None), "")
        links = [unescape(link[1]) for _, body, _ in reversed(found) if (link := GAME_LINK.search(body))]
        target = target.replace("HERE", here).replace("LINK", links[0] if links else "")
        asks = "GET" if method == "WAIT" else method
        answer = await server.request(asks, target, [(name, value) for name, value in fields])
        while method == "WAIT" and json.loads(answer.body)["working"]:
            await asyncio.sleep(0.05)
            answer = await server.request(asks, target)
        found.append([answer.status, answer.body, answer.location])
    kept = dict(keep.texts)
    await server.close()
    return [*found, kept]


async def learnt(job: dict[str, Any]) -> dict[str, Any]:
    """A lesson or a puzzle, begun, followed with its moves and played on: what its panel showed, and the page of the game."""
    from freightyard.offline.browser_server import BrowserServer
    from freightyard.offline.keep import MemoryKeep
    from freightyard.page.edits import edited
    from freightyard.server.bots.line import start_process

    server = BrowserServer(MemoryKeep(None), "build", start_process, pace=0.0)
    home = (await server.request("POST", job["learn"])).location
    assert home is not None
    heard: list[dict[str, Any]] = []
    panels: list[str] = []
    await server.open_socket(1, f"{home}/ws", lambda text: heard.append(json.loads(text)), lambda reason: None)
    await server.receive(1, json.dumps({"hello": {"ply": 0}}))
    ply, left = 0, list(job["moves"])
    for _ in range(10_000):
        moves: list[str] = []
        for message in heard:
            assert "oops" not in message, message
            if "parts" in message:
                ply, moves = message["ply"], message.get("moves", [])
                if "lesson" in message["parts"]:
                    told = message["parts"]["lesson"]
                    panels.append(told if isinstance(told, str) else edited(panels[-1], tuple(told)))
        heard.clear()
        if not left and 'data-state="ended"' in panels[-1]:
            break
        if left and left[0] in moves:
            await server.receive(1, json.dumps({"move": [left.pop(0)], "ply": ply, "seat": job.get("seat", 1)}))
        await asyncio.sleep(0.001)
    server.close_socket(1)
    game = (await server.request("POST", f"{home}/lesson/play-on")).location
    assert game is not None
    page = await server.request("GET", game)
    gone = await server.request("GET", home)
    await server.close()
    return {"panels": panels, "page": page.body, "gone": gone.status}


def main() -> None:
    block()
    found: list[Any] = []
    for job in json.load(sys.stdin):
        found.append(asyncio.run(learnt(job) if "learn" in job else asked(job) if "ask" in job else play(job)))
    sys.stdout.write(json.dumps(found))


if __name__ == "__main__":
    main()
