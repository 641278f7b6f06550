"""The site without a server, measured in Chromium: `python -m bench.offline [--site DIR]`, on a machine with nothing else to do.

It prints the bytes over the wire until the first board, what the first board takes once everything is kept in the browser, the
time of medium's turns, and the longest task of the page's own thread.
"""

import argparse
import functools
import gzip
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


def _bytes(site: Path) -> float:
    """What comes until a board is there, packed as hosts pack it: the runtime is packed already."""

    wanted = [
        path for path in site.rglob("*") if path.is_file() and not path.name.startswith(("manual", "new-", "about", "import"))
    ]
    return sum(path.stat().st_size if path.suffix == ".gz" else len(gzip.compress(path.read_bytes())) for path in wanted)


def _start(page: Page, address: str) -> float:
    began = time.perf_counter()
    page.goto(address)
    page.wait_for_selector(_BOARD, state="attached", timeout=120_000)
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
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(SimpleHTTPRequestHandler, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    out = sys.stdout.write
    out(f"over the wire: {_bytes(site) / _MEGABYTE:.2f} MB\n")
    with sync_playwright() as playwright:
        browser = launch(playwright)
        page = browser.new_context(base_url=f"http://127.0.0.1:{server.server_port}/", reduced_motion="reduce").new_page()
        page.set_default_timeout(120_000)
        page.add_init_script(_WATCH)
        out(f"first board, cold: {_start(page, 'app.html?go=/play%3Fgame=freight-train%26seats=me,medium%26seed=1'):.1f} s\n")
        page.wait_for_timeout(20_000)  # what is compiled is kept meanwhile
        warm = sorted(_start(page, page.url) for _ in range(3))
        out(f"first board, warm: {warm[1]:.1f} s (median of 3)\n")
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
