"""Real games on a store: what a server does, without the server."""

from collections.abc import Sequence

import msgspec

from freightyard.bots import make_bot
from freightyard.core.chance import Stream
from freightyard.core.contract import CHANCE
from freightyard.core.record import write
from freightyard.games import game_named
from freightyard.store import Store
from freightyard.store.rows import Append, Chair, TableRow
from freightyard.table import Step, Table

GAME = game_named("freight-train")
EDITION = GAME.edition("mayfair-1996")
RAW = msgspec.json.encode(dict(EDITION.raw)).decode()
BOTS = (Chair(bot="random"), Chair(bot="random"))


def row(
    key: str, *, chairs: Sequence[Chair] = BOTS, public: bool = True, at: float = 100.0, made_by: str | None = None
) -> TableRow:
    """A new table of Freight Train."""
    return TableRow(
        key=key,
        game=GAME.name,
        edition=EDITION.name,
        raw=RAW,
        options=("cabooses",),
        seed=f"seed of {key}",
        public=public,
        made_by=made_by,
        made_at=at,
        chairs=tuple(chairs),
        moved_at=at,
    )


def seated(kept: TableRow) -> Table:
    """The table of a row, before its first event."""
    return Table(GAME, EDITION, len(kept.chairs), kept.options, seed=kept.seed)


def append_of(key: str, table: Table, step: Step, at: float = 100.0) -> Append:
    """What a step adds, the record included if the game is over."""
    outcome = step.state.outcome()
    record = None
    if outcome is not None:
        table.commit(step)
        record = write(table.record(("random",) * table.seats), GAME)
    return Append(
        table=key,
        ply=step.ply,
        events=step.events,
        seen=step.seen,
        marks=step.marks,
        to_act=step.state.to_act(),
        at=at,
        record=record,
        scores=() if outcome is None else outcome.scores,
        winners=() if outcome is None else outcome.winners,
    )


def next_step(table: Table) -> Step:
    """What happens next: the first cards, or a random move of the seat that is to act."""
    actor = table.to_act()
    assert actor is not None
    if actor == CHANCE:
        return table.begin()
    word = make_bot("random", GAME, Stream(f"move {table.ply}")).decide(table.view(actor))
    return table.move(actor, table.ply, [word])


def joined(appends: Sequence[Append]) -> Append:
    """Steps that follow each other as one."""
    last = appends[-1]
    return msgspec.structs.replace(
        last,
        ply=appends[0].ply,
        events=tuple(event for append in appends for event in append.events),
        seen=tuple(seen for append in appends for seen in append.seen),
        marks=tuple(mark for append in appends for mark in append.marks),
    )


async def play_on(store: Store, key: str, table: Table, plies: int = 10**6, *, at_once: int = 1) -> None:
    """Play a kept table on, until it has that many plies or is over. Several steps can be kept at once: the disk is slow."""
    while table.to_act() is not None and table.ply < plies:
        appends: list[Append] = []
        while len(appends) < at_once and table.to_act() is not None and table.ply < plies:
            step = next_step(table)
            appends.append(append_of(key, table, step))
            if table.ply == step.ply:
                table.commit(step)
        await store.moves.append(joined(appends))


async def begun(store: Store, key: str, plies: int = 0, *, at_once: int = 10) -> Table:
    """A new table of two bots that has begun and been played so far."""
    kept = row(key)
    await store.tables.add(kept)
    assert await store.tables.begin(key)
    table = seated(kept)
    await play_on(store, key, table, plies, at_once=at_once)
    return table
