"""How many clicks a turn takes: turns of recorded games, made by hand in Chromium, the way it was and the way it is.

    python bench/clicks.py                       all games that are counted
    python bench/clicks.py freight-train --turns 20

Bots of level medium play games with fixed seeds. Of these games turns are chosen at even distances, whatever they are, and each
is staged as a table of its own, once for each way. Then a hand makes it: a click and a drag count one, a double click two, a key
one. Afterwards the database is asked whether the table's next moves were those of the record.
"""

import argparse
import asyncio
import statistics
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).parent.parent))

from hand import SEAT, Counted, Hand, Turn
from playwright.sync_api import Page, sync_playwright

from freightyard.bots import make_bot
from freightyard.core.chance import Stream
from freightyard.core.contract import State
from freightyard.games import game_named
from freightyard.store import open_store
from freightyard.table import Table
from tests.browser.staging import Stage, opened
from tests.chromium import launch

MODULES: Final = ("clicks_freight_train", "clicks_freight_cars", "clicks_freight")  # one a game, with its COUNTED
GAMES: Final = 4
WAYS: Final = ("before", "now")


def recorded(counted: Counted, turns: int) -> list[Turn]:
    """Turns of one seat, evenly spread over some games of bots."""
    found: list[Turn] = []
    for number in range(GAMES):
        seed = f"clicks-{number}"
        game = game_named(counted.game)
        table = Table(game, game.edition(counted.edition), counted.seats, seed=seed)
        minds = [make_bot("medium", game, Stream(f"{seed}/{seat}")) for seat in range(counted.seats)]
        table.commit(table.begin())
        begun: tuple[int, State] | None = None
        moves: list[str] = []
        while (actor := table.to_act()) is not None:
            if actor == SEAT and begun is None:
                begun, moves = (table.ply, table.truth()), []
            before = table.view(actor).turn
            move = minds[actor].decide(table.view(actor))
            table.commit(table.move(actor, table.ply, [move]))
            if actor == SEAT and begun is not None:
                moves.append(move)
                if table.view(None).turn != before or table.to_act() != actor:
                    found.append(Turn(seed, begun[0], tuple(moves), begun[1]))
                    begun = None
    able = [turn for turn in found if counted.counts(turn)]
    sys.stderr.write(f"{counted.game}: {len(found)} turns recorded, {len(able)} of them can be counted\n")
    step = len(able) / turns
    return [able[int(index * step)] for index in range(min(turns, len(able)))]


def key_of(turn: Turn, way: str) -> str:
    return f"{turn.seed}-{turn.ply}-{way}"


async def staged(stage: Stage, counted: Counted, turns: list[Turn]) -> None:
    await stage.enter()
    for turn in turns:
        text = turn.state.text()

        def reached(state: State, text: str = text) -> bool:
            return state.text() == text

        for way in WAYS:
            bots = ["medium"] * counted.seats
            await stage.set_up(key_of(turn, way), counted.game, counted.edition, reached, bots=bots, seed=turn.seed)


async def made(database: Path, turn: Turn, way: str) -> list[str]:
    """The moves that were made at a table from the beginning of a turn on."""
    store = await open_store(str(database))
    events = await store.moves.events(key_of(turn, way), turn.ply)
    await store.close()
    texts = [stored.event.text for stored in events if stored.event.seat == SEAT]
    return texts[: len(turn.moves)]


def count(page: Page, counted: Counted, turn: Turn, way: str) -> int:
    """Make a turn by hand."""
    page.goto(f"/t/{key_of(turn, way)}")
    page.wait_for_selector("#net[data-ok]")
    page.wait_for_selector("#prompt[data-live]")
    page.wait_for_load_state("networkidle")
    hand = Hand(page)
    (counted.before if way == "before" else counted.now)(hand, turn)
    return hand.count


def report(counted: Counted, turns: list[Turn], counts: dict[str, list[int]]) -> str:
    lines = [f"## {counted.game}", "", "| turn | moves | before | now |", "|---|---|---|---|"]
    for index, turn in enumerate(turns):
        lines.append(f"| {counted.kind(turn)} | {len(turn.moves)} | {counts['before'][index]} | {counts['now'][index]} |")
    middle = {way: statistics.median(counts[way]) for way in WAYS}
    mean = {way: statistics.mean(counts[way]) for way in WAYS}
    lines.append(f"| **median** | | **{middle['before']:g}** | **{middle['now']:g}** |")
    lines.append(f"| mean | | {mean['before']:.1f} | {mean['now']:.1f} |")
    return "\n".join(lines)


def main() -> None:
    every = {game.game: game for game in (import_module(name).COUNTED for name in MODULES)}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    known = ", ".join(every)
    parser.add_argument("games", nargs="*", metavar="GAME", default=[*every], help=f"which of {known}; all if none is named")
    parser.add_argument("--turns", type=int, default=20)
    options = parser.parse_args()
    for name in options.games:
        counted = every[name]
        turns = recorded(counted, options.turns)
        with tempfile.TemporaryDirectory() as folder:
            stage = Stage(Path(folder) / "yard.db")
            asyncio.run(staged(stage, counted, turns))
            counts: dict[str, list[int]] = {way: [] for way in WAYS}
            with opened(stage, Path(folder)) as server, sync_playwright() as playwright:
                browser = launch(playwright)
                context = browser.new_context(
                    viewport={"width": 1366, "height": 768}, base_url=server.url, reduced_motion="reduce"
                )
                context.add_cookies([{"name": "freightyard", "value": stage.secret, "url": server.url}])
                context.set_default_timeout(120_000)  # the machine may be busy
                page = context.new_page()
                page.add_init_script(f"localStorage.setItem('guide:{counted.game}', 'done')")
                for turn in turns:
                    for way in WAYS:
                        counts[way].append(count(page, counted, turn, way))
                        page.wait_for_function("() => !document.querySelector('.plan')")
                    sys.stderr.write(".")
                    sys.stderr.flush()
                browser.close()
            for turn in turns:
                for way in WAYS:
                    with ThreadPoolExecutor() as beside:
                        moves = beside.submit(asyncio.run, made(stage.database, turn, way)).result()
                    if sorted(moves) != sorted(turn.moves):
                        raise SystemExit(f"{key_of(turn, way)}: {moves} instead of {turn.moves}")
        sys.stdout.write(report(counted, turns, counts) + "\n")


if __name__ == "__main__":
    main()
