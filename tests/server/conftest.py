"""A running server, shared by the tests that do not end it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.running import Browser, Server, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("server")
    with serving(folder / "yard.db", "--log", "debug", errors=folder / "log") as running:
        yield running


@pytest.fixture
def ann(server: Server) -> Iterator[Browser]:
    with Browser(server.url) as browser:
        yield browser


@pytest.fixture
def bob(server: Server) -> Iterator[Browser]:
    with Browser(server.url) as browser:
        yield browser


@pytest.fixture
def eve(server: Server) -> Iterator[Browser]:
    """Somebody who only watches, and would like to know more."""
    with Browser(server.url) as browser:
        yield browser
