"""Reviews are kept with their records."""

import pytest

from freightyard.store import Store
from freightyard.store.rows import KeptRecord
from tests.store.play import row

pytestmark = pytest.mark.anyio


async def test_a_review_is_kept_and_replaced(store: Store) -> None:
    record = KeptRecord("key", "freight-train", "mayfair-1996", ("Ann", "Bob"), (3, 2), (0,), 5.0, "a text")
    assert await store.records.add(record)
    assert await store.reviews.get("key") is None
    await store.reviews.put("key", '{"a": 1}', 6.0)
    await store.reviews.put("key", '{"a": 2}', 7.0)
    assert await store.reviews.get("key") == '{"a": 2}'
    assert await store.records.get("key") == record


async def test_a_review_goes_with_a_table_of_bots(store: Store) -> None:
    await store.tables.add(row("bots"))
    assert await store.tables.begin("bots")
    assert await store.records.add(KeptRecord("bots", "freight-train", "mayfair-1996", (), (3, 2), (0,), 5.0, "a text"))
    await store.reviews.put("bots", "{}", 6.0)
    assert await store.tables.drop_bots_only("bots")
    assert await store.records.get("bots") is None
    assert await store.reviews.get("bots") is None
