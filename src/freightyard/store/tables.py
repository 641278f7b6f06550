"""Tables as they are listed, and who sits at them."""

import re
from collections.abc import Sequence
from hashlib import sha256
from typing import Any, Final

from sqlalchemy import Row, bindparam, case, delete, exists, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from freightyard.core.contract import CHANCE
from freightyard.store.contract import OPEN, OVER, RUNNING, TableRow
from freightyard.store.errors import NotKept
from freightyard.store.schema import CHAIRS, CHAT, EDITIONS, TABLES
from freightyard.store.values import check_texts, listed, padded, unlisted
from freightyard.table import Chair

NOBODY: Final = Chair()
_KEY: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")
_MOST_EDITIONS: Final = 500  # in memory
_PHASE: Final = select(TABLES.c.phase).where(TABLES.c.key == bindparam("key")).with_for_update(key_share=True)


class Editions:
    """The data of editions: read once, then shared by all rows that name them."""

    def __init__(self) -> None:
        self._raws: dict[str, str] = {}

    async def keep(self, connection: AsyncConnection, raw: str) -> str:
        """The digest under which the data are kept."""
        digest = sha256(raw.encode()).hexdigest()
        if not (await connection.execute(select(EDITIONS.c.digest).where(EDITIONS.c.digest == digest))).first():
            try:
                async with connection.begin_nested():
                    await connection.execute(insert(EDITIONS), {"digest": digest, "raw": raw})
            except IntegrityError:
                pass  # another process was faster, with the same data
        return digest

    async def read(self, connection: AsyncConnection, digests: set[str]) -> dict[str, str]:
        """The data of these digests."""
        missing = sorted(digests - self._raws.keys())
        if missing:
            if len(self._raws) + len(missing) > _MOST_EDITIONS:
                self._raws.clear()
                missing = sorted(digests)
            query = select(EDITIONS.c.digest, EDITIONS.c.raw).where(EDITIONS.c.digest.in_(padded(missing)))
            for digest, raw in await connection.execute(query):
                self._raws[digest] = raw
        return {digest: self._raws[digest] for digest in digests}


async def add_table(connection: AsyncConnection, editions: Editions, row: TableRow) -> None:
    if not _KEY.fullmatch(row.key):
        raise NotKept("the key of a table is up to 64 letters, digits, - and _")
    check_texts(row.game, row.edition, row.raw, *row.options, row.seed)
    values = {
        **{name: getattr(row, name) for name in row.__struct_fields__ if name not in ("raw", "chairs")},
        "digest": await editions.keep(connection, row.raw),
        "options": listed(row.options),
        "scores": listed(row.scores),
        "winners": listed(row.winners),
    }
    try:
        await connection.execute(insert(TABLES), values)
    except IntegrityError:
        raise NotKept(f"there is a table {row.key} already") from None
    await connection.execute(insert(CHAIRS), [_chair_values(row.key, seat, chair) for seat, chair in enumerate(row.chairs)])


async def table(connection: AsyncConnection, editions: Editions, key: str) -> TableRow | None:
    rows = (await connection.execute(select(TABLES).where(TABLES.c.key == key))).all()
    return next(iter(await _whole(connection, editions, rows)), None)


async def set_chair(connection: AsyncConnection, key: str, seat: int, was: Chair, chair: Chair) -> bool:
    check_texts(chair.person, chair.bot, chair.called)
    phase = (await connection.execute(_PHASE, {"key": key})).scalar_one_or_none()
    if chair == NOBODY and phase != OPEN:
        return False  # a game that has begun needs somebody on every seat
    held = [CHAIRS.c.table_key == key, CHAIRS.c.seat == seat]
    held += [CHAIRS.c[name].is_not_distinct_from(getattr(was, name)) for name in ("person", "bot", "called")]
    change = update(CHAIRS).where(*held).values(person=chair.person, bot=chair.bot, called=chair.called)
    return (await connection.execute(change)).rowcount == 1


async def begin(connection: AsyncConnection, key: str) -> bool:
    if (await connection.execute(_PHASE, {"key": key})).scalar_one_or_none() != OPEN:
        return False
    empty = select(CHAIRS.c.seat).where(CHAIRS.c.table_key == key, CHAIRS.c.person.is_(None), CHAIRS.c.bot.is_(None))
    if (await connection.execute(empty)).first():
        return False
    await connection.execute(update(TABLES).where(TABLES.c.key == key).values(phase=RUNNING))
    return True


async def drop_table(connection: AsyncConnection, key: str) -> bool:
    if (await connection.execute(_PHASE, {"key": key})).scalar_one_or_none() != OPEN:
        return False
    for child in (CHAIRS, CHAT):
        await connection.execute(delete(child).where(child.c.table_key == key))
    await connection.execute(delete(TABLES).where(TABLES.c.key == key))
    return True


async def public_tables(connection: AsyncConnection, editions: Editions, limit: int) -> list[TableRow]:
    found: dict[str, Sequence[Row[Any]]] = {}
    for phase in (OPEN, RUNNING, OVER):  # one at a time, so that each comes in order from the index
        query = select(TABLES).where(TABLES.c.public, TABLES.c.phase == phase).order_by(TABLES.c.moved_at.desc()).limit(limit)
        found[phase] = (await connection.execute(query)).all()
    live = sorted([*found[OPEN], *found[RUNNING]], key=lambda row: -row.moved_at)
    return await _whole(connection, editions, [*live, *found[OVER]])


async def tables_of(connection: AsyncConnection, editions: Editions, person: str, limit: int) -> list[TableRow]:
    sits = select(CHAIRS.c.table_key).where(CHAIRS.c.person == person)
    made = select(TABLES.c.key).where(TABLES.c.made_by == person)
    last_first = (case((TABLES.c.phase == OVER, 1), else_=0), TABLES.c.moved_at.desc())
    query = select(TABLES).where(TABLES.c.key.in_(sits.union(made))).order_by(*last_first).limit(limit)
    return await _whole(connection, editions, (await connection.execute(query)).all())


async def waiting_tables(connection: AsyncConnection, editions: Editions, moved_before: float, limit: int) -> list[TableRow]:
    bot = exists().where(CHAIRS.c.table_key == TABLES.c.key, CHAIRS.c.seat == TABLES.c.to_act, CHAIRS.c.bot.is_not(None))
    first_cards = or_(TABLES.c.to_act.is_(None), TABLES.c.to_act == CHANCE)
    query = select(TABLES).where(TABLES.c.phase == RUNNING, TABLES.c.moved_at < moved_before, or_(bot, first_cards))
    rows = (await connection.execute(query.order_by(TABLES.c.moved_at).limit(limit))).all()
    return await _whole(connection, editions, rows)


def _chair_values(key: str, seat: int, chair: Chair) -> dict[str, Any]:
    check_texts(chair.person, chair.bot, chair.called)
    return {"table_key": key, "seat": seat, "person": chair.person, "bot": chair.bot, "called": chair.called}


async def _whole(connection: AsyncConnection, editions: Editions, rows: Sequence[Row[Any]]) -> list[TableRow]:
    """The rows with their chairs and the data of their editions."""
    if not rows:
        return []
    raws = await editions.read(connection, {row.digest for row in rows})
    chairs: dict[str, list[Chair]] = {row.key: [] for row in rows}
    query = select(CHAIRS).where(CHAIRS.c.table_key.in_(padded(list(chairs)))).order_by(CHAIRS.c.table_key, CHAIRS.c.seat)
    for chair in await connection.execute(query):
        chairs[chair.table_key].append(Chair(chair.person, chair.bot, chair.called))
    return [_table_row(row, raws[row.digest], chairs[row.key]) for row in rows]


def _table_row(row: Row[Any], raw: str, chairs: list[Chair]) -> TableRow:
    return TableRow(
        key=row.key,
        game=row.game,
        edition=row.edition,
        raw=raw,
        options=unlisted(row.options, str),
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
        scores=unlisted(row.scores, int),
        winners=unlisted(row.winners, int),
    )
