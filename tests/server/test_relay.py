"""What the processes of one server tell each other."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
import uvicorn
from uvicorn.server import ServerState

from freightyard.server.wire.relay import Relay
from freightyard.server.wire.ws_protocol import TableProtocol
from freightyard.store.rows import MOVE, News

pytestmark = pytest.mark.anyio


def relay(folder: Path, heard: list[News]) -> Relay:
    """What a process of two has; its place is the first that is free."""
    config = uvicorn.Config(app="nobody:asks", ws=TableProtocol)
    return Relay(folder, 2, lambda: TableProtocol(config, ServerState(), {}), heard.append)


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not true():
            await asyncio.sleep(0.01)


async def test_news_arrive_whole_and_in_order_however_many_there_are(tmp_path: Path) -> None:
    heard: list[News] = []
    here, there = relay(tmp_path, []), relay(tmp_path, heard)
    told = [News(f"t{number % 7}", MOVE, number) for number in range(20_000)]  # far more than a message or a socket holds
    for news in told:
        here.tell(news)
    await until(lambda: len(heard) == len(told))
    assert heard == told
    here.close()
    there.close()


async def test_a_process_that_was_started_anew_hears_the_first_news_too(tmp_path: Path) -> None:
    heard: list[News] = []
    here, there = relay(tmp_path, []), relay(tmp_path, heard)
    here.tell(News("t1", MOVE, 1))
    await until(lambda: len(heard) == 1)
    there.close()
    there = relay(tmp_path, heard)
    here.tell(News("t1", MOVE, 2))  # on a way that leads to the old one
    here.tell(News("t1", MOVE, 3))
    await until(lambda: len(heard) == 3)
    assert [news.ply for news in heard] == [1, 2, 3]
    here.close()
    there.close()


async def test_news_for_a_process_that_is_not_there_are_not_kept(tmp_path: Path) -> None:
    heard: list[News] = []
    here, there = relay(tmp_path, []), relay(tmp_path, heard)
    here.tell(News("t1", MOVE, 1))
    await until(lambda: len(heard) == 1)
    there.close()
    here.tell(News("t1", MOVE, 2))
    other = next(iter(here._peers.values()))
    await until(lambda: not other._unsent)
    there = relay(tmp_path, heard)  # it reads everything anew, so it needs no old news
    here.tell(News("t1", MOVE, 3))
    await until(lambda: len(heard) == 2)
    assert [news.ply for news in heard] == [1, 3]
    here.close()
    there.close()
