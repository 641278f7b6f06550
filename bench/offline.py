"""The site without a server, measured in Chromium: `python -m bench.offline [--site DIR]`, on a machine with nothing else to do.

It prints the bytes over the wire until the first board, what the first board takes once everything is kept in the browser, the
time of medium's turns, and the longest task of the page's own thread.
"""

import argparse
import functools
import gzip
import os
import sys
import tempfile
import threading
import time
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import quantiles
from typing import Final

from playwright.sync_api import Page, sync_playwright

from freightyard.core.chance import Stream
from freightyard.games import all_games
from freightyard.offline.build import build_site
from freightyard.offline.fetch import cache_folder
from tests.browser.driving import click_on, is_over
from tests.chromium import launch

_BOARD: Final = "html[data-turn], #sheets[data-over]"
_WATCH: Final = """
  globalThis.longest = 0;
  const longest = (list) => Math.max(globalThis.longest, ...list.getEntries().map((task) => task.duration));
  new PerformanceObserver((list) => { globalThis.longest = longest(list); }).observe({ type: "longtask", buffered: true });
"""
_MEGABYTE: Final = 1e6
# A game of medium against itself in the worker that runs the cells of the documentation: the time of each whole turn.
_MEDIUM: Final = """
from statistics import quantiles
from time import perf_counter
import freightyard
game = freightyard.game("{game}")
state, rng, turns, last = game.start(), freightyard.Stream("bench"), [], None
bots = [freightyard.bot("medium", game, rng) for _ in range(state.seats)]
while (seat := state.deal(rng)) is not None:
    began = perf_counter()
    words = bots[seat].decide(state.view(seat))
    took = perf_counter() - began
    if last == (seat, state.turns): turns[-1] += took
    else: turns.append(took)
    last = (seat, state.turns)
    word = state.say(words)

print(f"{{quantiles(turns, n=20)[-1]:.3f}} s at the 95th percentile of {{len(turns)}} turns, {{max(turns):.3f}} s at most")
"""
_ASK_A_CELL: Final = """([build, text]) => new Promise((resolve, reject) => {
  const worker = new Worker(`s/${build}/offline/static/cells_worker.js`, { type: "module" });
  worker.onmessage = ({ data }) => {
    if (data.failed) reject(new Error(data.failed));
    if (data.id) { worker.terminate(); resolve(data.printed); }
  };
  worker.postMessage({ id: 1, text });
})"""


class _Host(SimpleHTTPRequestHandler):
    """A host of files that packs texts, as hosts do, and counts what it sends."""

    sent = 0

    def log_message(self, *_: object) -> None:
        """Requests are no news."""

    def do_GET(self) -> None:
        path = Path(self.translate_path(self.path.partition("?")[0]))
        if not path.is_file():
            self.send_error(404)
            return
        body, changed = path.read_bytes(), self.date_time_string(int(path.stat().st_mtime))
        if self.headers.get("if-modified-since") == changed:
            self.send_response(304)
            self.end_headers()
            return
        packs = path.suffix not in (".gz", ".png")
        body = gzip.compress(body) if packs else body
        self.send_response(200)
        self.send_header("last-modified", changed)
        self.send_header("content-type", self.guess_type(path.name))
        if packs:
            self.send_header("content-encoding", "gzip")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
        _Host.sent += len(body)


def _start(page: Page, address: str) -> float:
    began = time.perf_counter()
    page.goto(address)
    page.wait_for_selector(_BOARD, state="attached", timeout=600_000)
    return time.perf_counter() - began


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--site", type=Path, help="a folder that freightyard site has written; else one is written")
    parser.add_argument("--turns", type=int, default=60, help="turns of bots to time")
    args = parser.parse_args()
    site = args.site or Path(tempfile.mkdtemp()) / "site"
    if args.site is None:
        build_site(site, cache_folder())
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Host, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    out = sys.stdout.write
    out(f"load: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors\n")
    with sync_playwright() as playwright:
        browser = launch(playwright)
        page = browser.new_context(base_url=f"http://127.0.0.1:{server.server_port}/", reduced_motion="reduce").new_page()
        page.set_default_timeout(600_000)
        page.add_init_script(_WATCH)
        out(f"first board, cold: {_start(page, 'app.html?go=/play%3Fgame=freight-train%26seats=me,medium%26seed=1'):.1f} s\n")
        out(f"over the wire until then: {_Host.sent / _MEGABYTE:.2f} MB\n")
        page.wait_for_timeout(20_000)  # what is compiled is kept meanwhile
        out(f"over the wire, with every page and picture for times without a network: {_Host.sent / _MEGABYTE:.2f} MB\n")
        warm = sorted(_start(page, page.url) for _ in range(3))
        out(f"first board, warm: {warm[1]:.1f} s (median of 3)\n")
        for game in all_games():
            told = page.evaluate(_ASK_A_CELL, [next(site.glob("s/*")).name, _MEDIUM.format(game=game.name)])
            out(f"medium's turn, {game.title}: {told.strip()}\n")
        page.wait_for_timeout(5_000)
        luck, waits = Stream("bench"), []
        while len(waits) < args.turns and not is_over(page):
            click_on(page, luck)
            began = time.perf_counter()
            page.wait_for_selector(_BOARD, state="attached")
            waits.append(time.perf_counter() - began)
        out(f"until it is one's turn again: {quantiles(waits, n=20)[-1]:.2f} s at the 95th percentile, pauses included\n")
        out(f"longest task of the page: {page.evaluate('globalThis.longest'):.0f} ms\n")
        browser.close()


if __name__ == "__main__":
    main()
