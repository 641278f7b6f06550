"""The data of editions: kept once under their digest, however many tables play them."""

from hashlib import sha256
from typing import Final

from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from freightyard.store.schema import EDITIONS
from freightyard.store.values import padded

_MOST_CACHED: Final = 500


class Editions:
    """Read once, then shared by all rows that name them."""

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
            if len(self._raws) + len(missing) > _MOST_CACHED:
                self._raws.clear()
                missing = sorted(digests)
            query = select(EDITIONS.c.digest, EDITIONS.c.raw).where(EDITIONS.c.digest.in_(padded(missing)))
            for digest, raw in await connection.execute(query):
                self._raws[digest] = raw
        return {digest: self._raws[digest] for digest in digests}
