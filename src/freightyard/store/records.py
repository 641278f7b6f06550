"""Finished games, whole, as text."""

from hashlib import sha256
from typing import Any, Final

from sqlalchemy import Row, and_, exists, insert, or_, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from freightyard.core.errors import BadRecord
from freightyard.core.record import read
from freightyard.store.contract import KeptRecord
from freightyard.store.schema import RECORDS, TABLES
from freightyard.store.values import check_texts, listed, unlisted

COLUMNS: Final = tuple(column.name for column in RECORDS.columns)


def kept_record(key: str, text: str, at: float) -> KeptRecord:
    """What is kept of a record: its text, and what a list of records shows. Only finished games are kept."""
    record = read(text)
    if record.outcome is None:
        raise BadRecord("the game is not finished")
    players = record.players or tuple([f"seat {number}" for number in range(1, record.seats + 1)])
    return KeptRecord(
        key=key,
        game=record.game,
        edition=record.edition,
        players=players,
        scores=record.outcome.scores,
        winners=record.outcome.winners,
        at=at,
        text=text,
    )


def digest_of(text: str) -> str:
    """What tells the texts of records apart."""
    return sha256(text.encode()).hexdigest()


def row_of(record: KeptRecord) -> tuple[Any, ...]:
    """A record as it is kept, a value for each of the columns."""
    players, scores, winners = listed(record.players), listed(record.scores), listed(record.winners)
    digest = digest_of(record.text)
    return record.key, digest, record.game, record.edition, players, scores, winners, record.at, record.text


async def add_record(connection: AsyncConnection, record: KeptRecord) -> bool:
    check_texts(record.key, record.text, *record.players)
    same = exists().where((RECORDS.c.key == record.key) | (RECORDS.c.digest == digest_of(record.text)))
    if (await connection.execute(select(same))).scalar_one():
        return False
    try:
        async with connection.begin_nested():
            await connection.execute(insert(RECORDS), dict(zip(COLUMNS, row_of(record), strict=True)))
    except IntegrityError:
        return False  # somebody else was faster
    return True


async def record(connection: AsyncConnection, key: str) -> KeptRecord | None:
    row = (await connection.execute(select(RECORDS).where(RECORDS.c.key == key))).one_or_none()
    return None if row is None else _kept(row)


async def records(connection: AsyncConnection, after: str, limit: int) -> list[KeptRecord]:
    query = select(RECORDS).where(RECORDS.c.key > after).order_by(RECORDS.c.key).limit(limit)
    return [_kept(row) for row in await connection.execute(query)]


async def latest_records(
    connection: AsyncConnection, limit: int, game: str | None, before: tuple[float, str] | None
) -> list[KeptRecord]:
    secret = exists().where(TABLES.c.key == RECORDS.c.key, ~TABLES.c.public)
    query = select(RECORDS).where(~secret).order_by(RECORDS.c.at.desc(), RECORDS.c.key.desc()).limit(limit)
    if game is not None:
        query = query.where(RECORDS.c.game == game)
    if before is not None:
        at, key = before
        query = query.where(or_(RECORDS.c.at < at, and_(RECORDS.c.at == at, RECORDS.c.key < key)))
    return [_kept(row) for row in await connection.execute(query)]


def _kept(row: Row[Any]) -> KeptRecord:
    return KeptRecord(
        key=row.key,
        game=row.game,
        edition=row.edition,
        players=unlisted(row.players, str),
        scores=unlisted(row.scores, int),
        winners=unlisted(row.winners, int),
        at=row.at,
        text=row.text,
    )
