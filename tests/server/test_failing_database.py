"""A database that is gone or full: it is noticed, and no move is acknowledged that was not kept."""

import sys
from pathlib import Path

import httpx
import pytest

from tests.server.running import WAIT, Browser, Server, serving, until


def health(server: Server) -> int:
    return httpx.get(f"{server.url}/health", timeout=WAIT).status_code


@pytest.mark.skipif(sys.platform == "win32", reason="a file that is open cannot be deleted there")
def test_a_database_file_that_was_deleted_is_noticed_and_no_move_is_acknowledged(tmp_path: Path) -> None:
    with serving(tmp_path / "yard.db", errors=tmp_path / "log") as server, Browser(server.url) as ann:
        key = ann.new_table("freight-train", "me", "here")
        with ann.socket(key) as socket:
            socket.await_turn()
            assert health(server) == 200
            (tmp_path / "yard.db").rename(tmp_path / "away.db")
            ply = socket.ply
            socket.move(socket.moves[0])
            assert "could not be saved" in socket.oops()["oops"]
            until(lambda: health(server) == 503, "the server is not well")
            assert "was deleted while the server had it open" in server.logged("store failed")
            assert ann.post("/me/name", name="Anna").status_code == 503
            (tmp_path / "away.db").rename(tmp_path / "yard.db")
            until(lambda: health(server) == 200, "the server is well again")
            socket.move(socket.moves[0], ply=ply)
            while socket.ply == ply:
                socket.update()


@pytest.mark.skipif(sys.platform != "linux", reason="the limits of another process cannot be set elsewhere")
def test_a_full_disk_is_noticed(tmp_path: Path) -> None:
    import resource

    with serving(tmp_path / "yard.db", errors=tmp_path / "log") as server, Browser(server.url) as ann:
        key = ann.new_table("freight-train", "me", "here")
        assert health(server) == 200
        size = max(path.stat().st_size for path in tmp_path.glob("yard.db*"))
        _, hard = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, hard))  # no file grows beyond that
        until(lambda: health(server) == 503, "the server is not well")
        with ann.socket(key) as socket:
            socket.await_turn()
            socket.move(socket.moves[0])
            assert "could not be saved" in socket.oops()["oops"]
        assert "said=" in server.logged("database cannot be written")
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (hard, hard))
        until(lambda: health(server) == 200, "the server is well again")
