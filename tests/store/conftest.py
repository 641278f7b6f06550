"""A store on each kind of database."""

from collections.abc import AsyncIterator

import pytest

from freightyard.store import Store, open_store


@pytest.fixture
async def store(database: str) -> AsyncIterator[Store]:
    opened = await open_store(database)
    yield opened
    await opened.close()
