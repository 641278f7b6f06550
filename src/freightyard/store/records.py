"""Finished games, whole, as text."""

from collections.abc import AsyncIterator
from typing import Any, Final

import msgspec
from sqlalchemy import ColumnElement, Row, and_, exists, insert, or_, select
from sqlalchemy.exc import IntegrityError

from freightyard.store.record_rows import digest_of, row_of
from freightyard.store.rows import KeptRecord
from freightyard.store.schema import RECORD_COLUMNS, RECORDS, TABLES
from freightyard.store.transactions import Subject, Transaction, in_transaction
from freightyard.store.values import check_texts, from_json

_PAGE: Final = 50  # records that are read at once


_PRIVATE: Final = exists().where(TABLES.c.key == RECORDS.c.key, ~TABLES.c.public)


class RecordFilter(msgspec.Struct, frozen=True, kw_only=True):
    """Which records are wanted: all that fit what is given."""

    game: str | None = None
    edition: str | None = None
    player: str | None = None  # the name of one who played, as it is written in records
    since: float | None = None  # kept then or later
    until: float | None = None  # kept before then
    before: tuple[float, str] | None = None  # the time and key of a record: only those behind it in the list


class Records(Subject):
    """The records of tables of ours that are over, and of games that were imported."""

    async def get(self, key: str) -> KeptRecord | None:
        """The record of this key, if there is one. A table's record has the key of the table."""
        async with self.database.reading() as connection:
            row = (await connection.execute(select(RECORDS).where(RECORDS.c.key == key))).one_or_none()
        return None if row is None else _kept(row)

    @in_transaction
    async def add(self, transaction: Transaction, record: KeptRecord) -> bool:
        """An imported record; False if it is there already. One of a private table does not count: whoever imports the same game
        must not be led there."""
        check_texts(record.key, record.text, *record.players)
        same = exists().where(_same_as(record))
        if (await transaction.execute(select(same))).scalar_one():
            return False
        try:
            async with transaction.connection.begin_nested():
                await transaction.execute(insert(RECORDS), dict(zip(RECORD_COLUMNS, row_of(record), strict=True)))
        except IntegrityError:
            return False  # somebody else was faster
        return True

    async def same_as(self, record: KeptRecord) -> KeptRecord | None:
        """The record under which a game is kept that was imported, perhaps before."""
        query = select(RECORDS).where(_same_as(record)).order_by(RECORDS.c.at, RECORDS.c.key).limit(1)
        async with self.database.reading() as connection:
            row = (await connection.execute(query)).one_or_none()
        return None if row is None else _kept(row)

    async def all(self) -> AsyncIterator[KeptRecord]:
        """Every record, in the order of the keys, read a page at a time."""
        key = ""
        while True:
            query = select(RECORDS).where(RECORDS.c.key > key).order_by(RECORDS.c.key).limit(_PAGE)
            async with self.database.reading() as connection:
                page = (await connection.execute(query)).all()
            for row in page:
                yield _kept(row)
            if len(page) < _PAGE:
                return
            key = page[-1].key

    async def latest(self, limit: int, game: str | None = None, before: tuple[float, str] | None = None) -> list[KeptRecord]:
        """For everybody: imported records and those of public tables, the latest first; those before a time and key."""
        return await self.find(RecordFilter(game=game, before=before), limit)

    async def public(self, key: str) -> KeptRecord | None:
        """The record of this key, if everybody may read it."""
        async with self.database.reading() as connection:
            row = (await connection.execute(select(RECORDS).where(RECORDS.c.key == key, ~_PRIVATE))).one_or_none()
        return None if row is None else _kept(row)

    async def find(self, wanted: RecordFilter, limit: int) -> list[KeptRecord]:
        """For everybody: the records that fit, the latest first."""
        query = select(RECORDS).where(~_PRIVATE).order_by(RECORDS.c.at.desc(), RECORDS.c.key.desc()).limit(limit)
        if wanted.game is not None:
            query = query.where(RECORDS.c.game == wanted.game)
        if wanted.edition is not None:
            query = query.where(RECORDS.c.edition == wanted.edition)
        if wanted.player is not None:
            query = query.where(RECORDS.c.players.contains(msgspec.json.encode(wanted.player).decode(), autoescape=True))
        if wanted.since is not None:
            query = query.where(RECORDS.c.at >= wanted.since)
        if wanted.until is not None:
            query = query.where(RECORDS.c.at < wanted.until)
        if wanted.before is not None:
            at, key = wanted.before
            query = query.where(or_(RECORDS.c.at < at, and_(RECORDS.c.at == at, RECORDS.c.key < key)))
        async with self.database.reading() as connection:
            return [_kept(row) for row in await connection.execute(query)]


def _same_as(record: KeptRecord) -> ColumnElement[bool]:
    """What is true of a record that everybody may see and that says the same."""
    return (RECORDS.c.key == record.key) | ((RECORDS.c.digest == digest_of(record.text)) & ~_PRIVATE)


def _kept(row: Row[Any]) -> KeptRecord:
    return KeptRecord(
        key=row.key,
        game=row.game,
        edition=row.edition,
        players=from_json(row.players, str),
        scores=from_json(row.scores, int),
        winners=from_json(row.winners, int),
        at=row.at,
        text=row.text,
    )
