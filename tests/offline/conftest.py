"""The site of files, built once for each module, and a server of plain files for it."""

import functools
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from freightyard.offline.build import build_site
from freightyard.offline.fetch import CannotFetch, cache_folder
from tests.chromium import program


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Requests are no news."""


@contextmanager
def served(folder: Path, host: str = "127.0.0.1") -> Iterator[str]:
    """A folder on a server that knows nothing but files; its address."""
    server = ThreadingHTTPServer((host, 0), functools.partial(_Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://{host}:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


def built(folder: Path) -> Path:
    """The site in a folder; without npm, pip or Chromium the test is skipped."""
    if program() is None:
        pytest.skip("there is no Chromium on this machine")
    try:
        build_site(folder, cache_folder())
    except CannotFetch as error:
        pytest.skip(str(error))
    return folder


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("offline") / "site")
