"""The row of a table and the chairs at it, between the database and what the rest of the house reads."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row, Select, select
from sqlalchemy.ext.asyncio import AsyncConnection

from freightyard.store.rows import Chair, TableRow
from freightyard.store.schema import CHAIRS, TABLES
from freightyard.store.values import check_texts, from_json, padded


def chair_values(key: str, seat: int, chair: Chair) -> dict[str, Any]:
    """The columns of a chair."""
    return {"table_key": key, "seat": seat, **sitting(chair)}


def sitting(chair: Chair) -> dict[str, Any]:
    """The columns that say who sits on a chair."""
    check_texts(chair.person, chair.bot, chair.called)
    return {"person": chair.person, "bot": chair.bot, "called": chair.called, "held": True if chair.held else None}


def table_row(row: Row[Any], raw: str, chairs: Sequence[Chair]) -> TableRow:
    """A table as it is read."""
    return TableRow(
        key=row.key,
        game=row.game,
        edition=row.edition,
        raw=raw,
        options=from_json(row.options, str),
        seed=row.seed,
        public=row.public,
        made_by=row.made_by,
        made_at=row.made_at,
        earlier=row.earlier,
        chairs=tuple(chairs),
        phase=row.phase,
        ply=row.ply,
        to_act=row.to_act,
        moved_at=row.moved_at,
        scores=from_json(row.scores, int),
        winners=from_json(row.winners, int),
        start=row.start,
        branch=row.branch,
        origin=row.origin,
        futures=from_json(row.futures, str) if row.futures else (),
        pace=row.pace,
        clock=row.clock,
        due_at=row.due_at,
        level=row.level,
        substitutes=row.substitutes,
        allows_bots=row.allows_bots,
        dealt=row.dealt,
        secret=row.secret,
        sealed_at=row.sealed_at,
        taken_over=row.taken_over,
        card_seed=row.card_seed,
    )


async def chairs_of(connection: AsyncConnection, keys: list[str]) -> dict[str, list[Chair]]:
    """The chairs of some tables."""
    chairs: dict[str, list[Chair]] = {key: [] for key in keys}
    query = select(CHAIRS).where(CHAIRS.c.table_key.in_(padded(keys))).order_by(CHAIRS.c.table_key, CHAIRS.c.seat)
    for chair in await connection.execute(query):
        chairs[chair.table_key].append(chair_of(chair))
    return chairs


def with_chairs(query: Select[Any]) -> Select[Any]:
    """What finds one table finds it once for each of its chairs, in their order."""
    sitting = [CHAIRS.c[name] for name in ("person", "bot", "called", "held")]
    return query.add_columns(*sitting).join(CHAIRS, CHAIRS.c.table_key == TABLES.c.key).order_by(CHAIRS.c.seat)


def chair_of(row: Row[Any]) -> Chair:
    """The chair in a row that has the columns of one."""
    return Chair(row.person, row.bot, row.called, bool(row.held))
