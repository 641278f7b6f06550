"""Finished games, whole, as text; and their reviews."""

from typing import Final, final

import msgspec

from freightyard.offline.keep import Keep, as_text
from freightyard.offline.store.kept_tables import KeptTables
from freightyard.store.record_rows import digest_of
from freightyard.store.rows import KeptRecord

_read_record: Final = msgspec.json.Decoder(KeptRecord).decode


@final
class BrowserRecords:
    """Finished games, whole, as text."""

    def __init__(self, tables: KeptTables) -> None:
        self._keep = tables.keep

    async def get(self, key: str) -> KeptRecord | None:
        text = await self._keep.get(f"record/{key}")
        return None if text is None else _read_record(text)

    async def add(self, record: KeptRecord) -> bool:
        if await self.same_as(record) is not None:
            return False
        name = f"record/{record.key}"
        return await self._keep.write({name: None}, {name: as_text(record)})

    async def same_as(self, record: KeptRecord) -> KeptRecord | None:
        digest = digest_of(record.text)
        return next((kept for kept in await self._all() if digest_of(kept.text) == digest), None)

    async def latest(self, limit: int, game: str | None = None, before: tuple[float, str] | None = None) -> list[KeptRecord]:
        found = [kept for kept in await self._all() if game in (None, kept.game)]
        found = [kept for kept in found if before is None or (kept.at, kept.key) < before]
        return sorted(found, key=lambda kept: (kept.at, kept.key), reverse=True)[:limit]

    async def remove(self, key: str) -> None:
        """Forget a record, and its review."""
        await self._keep.write({}, {f"record/{key}": None, f"review/{key}": None})

    async def _all(self) -> list[KeptRecord]:
        return [_read_record(text) for _, text in await self._keep.read("record/")]


@final
class BrowserReviews:
    """Reviews of finished games."""

    def __init__(self, keep: Keep) -> None:
        self._keep = keep

    async def get(self, record: str) -> str | None:
        return await self._keep.get(f"review/{record}")

    async def put(self, record: str, data: str, at: float) -> None:
        await self._keep.write({}, {f"review/{record}": data})
