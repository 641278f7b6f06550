"""Tables that are in the middle of something when the server opens them: played by bots, and kept, before it starts."""

import asyncio
import time
from collections.abc import Callable, Coroutine, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from freightyard.bots import make_bot
from freightyard.core.chance import Stream
from freightyard.core.contract import CHANCE, State
from freightyard.core.record import write
from freightyard.games import game_named
from freightyard.server.live.editions import raw_text
from freightyard.store import open_store
from freightyard.store.rows import Append, Chair, TableRow
from freightyard.table import Step, Table
from tests.server.running import Server, serving

if TYPE_CHECKING:
    from playwright.sync_api import Page  # tests without a browser set up tables too

When = Callable[[State], bool]


class Stage:
    """A database with somebody in it, and tables at which they sit. Their secret is what a browser keeps in its cookie."""

    def __init__(self, database: Path, ago: float = 0) -> None:
        """`ago`: how many seconds before now its tables moved last."""
        self.database = database
        self.ago = ago
        self.person = self.secret = ""

    async def enter(self, name: str = "Ann") -> None:
        store = await open_store(str(self.database))
        person, self.secret = await store.people.new(name)
        self.person = person.key
        await store.close()

    async def guest(self, name: str) -> tuple[str, str]:
        """Somebody else: their key, for a chair, and their secret."""
        store = await open_store(str(self.database))
        person, secret = await store.people.new(name)
        await store.close()
        return person.key, secret

    def sign_in(self, page: "Page", server: Server) -> None:
        """This page is the person's."""
        page.context.add_cookies([{"name": "freightyard", "value": self.secret, "url": server.url}])

    async def set_up_somehow(
        self, key: str, game: str, edition: str, until: When, *, bots: Sequence[str], seeds: int = 30
    ) -> Table:
        """The first of several games in which something comes to be so."""
        for seed in range(seeds):
            with suppress(AssertionError):
                return await self.set_up(key, game, edition, until, bots=bots, seed=f"{key} {seed}")
        raise AssertionError(f"{key} never came")

    async def set_up(
        self,
        key: str,
        game: str,
        edition: str,
        until: When,
        *,
        bots: Sequence[str],
        seed: str = "staged",
        options: Sequence[str] = (),
        seats: Sequence[int] = (0,),
        guest: str = "",
        names: Sequence[str] = (),
    ) -> Table:
        """A table that bots played until something is so. The person has these seats of it; bots go on with the others, or
        a guest, by their key. `names`: of all seats, if they matter."""
        chosen = game_named(game)
        rules = chosen.edition(edition)
        chairs = tuple(
            Chair(person=self.person, called=names[seat] if names else f"Ann {seat + 1}" if len(seats) > 1 else "Ann")
            if seat in seats
            else (Chair(person=guest, called=names[seat] if names else "Bob") if guest else Chair(bot="greedy"))
            for seat in range(len(bots))
        )
        table = Table(chosen, rules, len(chairs), tuple(options), seed=seed)
        minds = [make_bot(bot, chosen, Stream(f"{seed}/{seat}")) for seat, bot in enumerate(bots)]
        steps: list[Step] = []

        def do(step: Step) -> None:
            table.commit(step)
            steps.append(step)

        do(table.begin())
        while (actor := table.to_act()) is not None and not until(table.truth()):
            assert actor != CHANCE
            do(table.move(actor, table.ply, [minds[actor].decide(table.view(actor))]))
        assert until(table.truth()), f"{key}: it never came to that"
        await self._keep(key, game, edition, raw_text(rules), table, chairs, tuple(options), seed, steps)
        return table

    async def _keep(
        self,
        key: str,
        game: str,
        edition: str,
        raw: str,
        table: Table,
        chairs: tuple[Chair, ...],
        options: tuple[str, ...],
        seed: str,
        steps: list[Step],
    ) -> None:
        store = await open_store(str(self.database))
        outcome = table.outcome()
        now = time.time() - self.ago  # a table whose last move was long ago would be archived
        await store.tables.add(
            TableRow(
                key=key, game=game, edition=edition, raw=raw, options=options, seed=seed, public=True,
                made_by=self.person, made_at=now, chairs=chairs, moved_at=now,
            )
        )  # fmt: skip
        await store.tables.begin(key)
        await store.moves.append(
            Append(
                table=key,
                ply=steps[0].ply,
                events=tuple(event for step in steps for event in step.events),
                seen=tuple(seen for step in steps for seen in step.seen),
                marks=tuple(mark for step in steps for mark in step.marks),
                to_act=table.to_act(),
                at=now,
                record=None if outcome is None else write(table.record([chair.name for chair in chairs]), game_named(game)),
                scores=() if outcome is None else outcome.scores,
                winners=() if outcome is None else outcome.winners,
            )
        )
        await store.close()


def prepared(stage: Stage, set_up: Callable[[], Coroutine[None, None, None]]) -> Stage:
    """The stage, once it is set up: in a thread beside, since this one has Playwright's loop."""
    with ThreadPoolExecutor() as read_only:
        read_only.submit(asyncio.run, set_up()).result()
    return stage


@contextmanager
def opened(stage: Stage, folder: Path, *options: str) -> Iterator[Server]:
    """A server on the stage's database. Its tables are as old as time itself, and are not archived for that."""
    with serving(stage.database, "--log", "warning", "--silent-days", "0", *options, errors=folder / "log") as running:
        yield running
