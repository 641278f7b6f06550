"""How smoothly a board moves: bots' turns and a player's own clicks in Chromium, in the middle of a game of each sort.

    python bench/motion.py                      all three games
    python bench/motion.py freight --watch 30   one of them, its bots watched for half a minute

Needs Chromium and Playwright (`pip install playwright`). For each game it prints, from the middle of a game of three:

- frames a second while something moves: the median, and of the slowest twentieth of the frames;
- long tasks: work of the page that takes more than 50 ms, while bots act and in the second after a click;
- layout shifts, by the Layout Instability API: while bots act, and after clicks. What lies in the prompt or on the desk is what a
  player acts on: it is told apart from everything else, which is not to shift at all.

The browser draws without a graphics card, on the processors that the server uses too. Figures mean something only on a machine
that does nothing else: how busy it was is printed first.
"""

import argparse
import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from freightyard.core.chance import Stream
from freightyard.games import game_named
from tests.browser.driving import click_on, connected
from tests.browser.looking import NOTE_SHIFTS
from tests.browser.staging import Stage, When, opened
from tests.chromium import launch
from tests.server.running import Server

MIDDLE = {"freight-train": 40, "freight-cars": 24, "freight": 14}  # turns after which a game is in its middle
PLAYERS = ["greedy"] * 3
SIZE: ViewportSize = {"width": 1366, "height": 768}

# Frames count while an animation runs; tasks are noted with their time.
WATCH = """() => {
  const notes = window.notes = { frames: [], tasks: [] };
  new PerformanceObserver((list) => { for (const one of list.getEntries()) notes.tasks.push([one.startTime, one.duration]); })
    .observe({ type: 'longtask' });
  let last = 0;
  const frame = (now) => {
    const moving = document.getAnimations().some((one) =>
      one.playState === 'running' && one.effect?.getComputedTiming().iterations !== Infinity);
    if (moving && last) notes.frames.push(now - last);
    last = moving ? now : 0;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}"""


def say(words: str) -> None:
    sys.stdout.write(words + "\n")
    sys.stdout.flush()


async def staged(stage: Stage, games: list[str]) -> None:
    """Two tables of each game: one at which Ann lets a bot play for her, and one at which she plays."""
    await stage.enter()
    for game in games:
        edition = game_named(game).editions[0]
        for what in ("watch", "play"):
            await stage.set_up(f"{what}{game}", game, edition, middle(game), bots=PLAYERS)


def middle(game: str) -> When:
    """The middle of a game, when Ann is to act."""
    return lambda state: state.turns >= MIDDLE[game] and state.to_act() == 0


@contextmanager
def looking(browser: Browser, server: Server, stage: Stage, key: str) -> Iterator[Page]:
    context = browser.new_context(viewport=SIZE, base_url=server.url, reduced_motion="no-preference")
    context.add_cookies([{"name": "freightyard", "value": stage.secret, "url": server.url}])
    context.add_init_script("localStorage.setItem('tips', '0')")
    page = context.new_page()
    page.goto(f"/t/{key}")
    connected(page)
    page.evaluate(WATCH)
    page.evaluate(NOTE_SHIFTS)
    yield page
    context.close()


def frames(notes: dict[str, Any]) -> str:
    lengths = sorted(notes["frames"])
    if not lengths:
        return "nothing moved"
    slow = lengths[int(len(lengths) * 0.95) :]
    late = sum(length > 25 for length in lengths)  # a frame that was left out
    return (
        f"{1000 / lengths[len(lengths) // 2]:.0f} frames a second in the median, "
        f"{1000 * len(slow) / sum(slow):.0f} in the slowest twentieth; {late} of {len(lengths)} frames late"
    )


def tasks(found: list[list[float]]) -> str:
    return f"{len(found)} tasks above 50 ms" + (f", the longest {max(length for _, length in found):.0f} ms" if found else "")


def shifts(found: list[tuple[float, bool, list[str]]]) -> str:
    """How much shifted outside of what was acted on, and within; with the nodes of the largest ones."""
    said = []
    for where, inside in (("outside of prompt and desk", False), ("within", True)):
        those = [one for one in found if one[1] is inside]
        worst = sorted(those, key=lambda one: -one[0])[:3]
        named = "; ".join(f"{value:.4f} {', '.join(dict.fromkeys(nodes))}"[:140] for value, _, nodes in worst)
        said.append(f"{sum(value for value, _, _ in those):.4f} {where}" + (f" ({named})" if those else ""))
    return ", ".join(said)


def watched(page: Page, seconds: float) -> None:
    """What bots do, looked at."""
    answer = page.request.post(f"{page.url}/leave", headers={"origin": page.url.partition("/t/")[0]}, max_redirects=0)
    if answer.status != 303:
        raise SystemExit(f"motion: no bot plays for Ann: {answer.text()}")
    page.wait_for_timeout(1000 * seconds)
    notes = page.evaluate("notes")
    say(f"  bots   {frames(notes)}")
    say(f"         {tasks(notes['tasks'])}; layout shift {shifts(page.evaluate('shifts'))}")


def played(page: Page, clicks: int) -> None:
    """A player's clicks, each looked at for a second."""
    luck, at = Stream("motion"), []
    for _ in range(clicks):
        at.append(page.evaluate("performance.now()"))
        click_on(page, luck)
        page.wait_for_timeout(1000)
    notes = page.evaluate("notes")
    after = [task for task in notes["tasks"] if any(0 <= task[0] - when < 1000 for when in at)]
    say(f"  clicks {frames(notes)}")
    say(f"         {len(at)} clicks: {tasks(after)}; layout shift {shifts(page.evaluate('shifts'))}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=list(MIDDLE), metavar="GAME", help=f"of {', '.join(MIDDLE)}")
    parser.add_argument("--watch", type=float, default=20, metavar="S", help="seconds of bots' turns")
    parser.add_argument("--clicks", type=int, default=20, metavar="N", help="clicks of a player")
    args = parser.parse_args()
    when = time.strftime("%Y-%m-%d %H:%M", time.gmtime())
    say(f"{when} UTC, {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}, {SIZE['width']} × {SIZE['height']}")
    with tempfile.TemporaryDirectory() as folder:
        stage = Stage(Path(folder) / "yard.db")
        asyncio.run(staged(stage, args.games))
        with (
            opened(stage, Path(folder), "--pace", "0.7") as server,
            sync_playwright() as playwright,
        ):
            browser = launch(playwright)
            for game in args.games:
                say(game)
                with looking(browser, server, stage, f"watch{game}") as page:
                    watched(page, args.watch)
                with looking(browser, server, stage, f"play{game}") as page:
                    played(page, args.clicks)
            browser.close()


if __name__ == "__main__":
    main()
