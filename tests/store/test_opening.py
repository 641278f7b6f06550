"""Opening a database: addresses, and everything that can be wrong with them, in one sentence each."""

import asyncio
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from freightyard.store import StoreError, Unavailable, open_store
from freightyard.store.address import default_path, read_address
from freightyard.store.group_commit import SqliteGroup
from freightyard.store.rows import Append
from freightyard.table import Event
from tests.store.play import append_of, begun, next_step

pytestmark = pytest.mark.anyio


async def refused(words: str) -> str:
    with pytest.raises(StoreError) as caught:
        await open_store(words)
    said = str(caught.value)
    assert "\n" not in said
    return said


def test_addresses_are_paths_or_urls(monkeypatch: pytest.MonkeyPatch) -> None:
    assert read_address("yard.db").path == Path("yard.db")
    assert read_address("sqlite:///yard.db").path == Path("yard.db")
    assert read_address("sqlite:////srv/a%20b.db").path == Path("/srv/a b.db")
    monkeypatch.setenv("HOME", "/home/ada")
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    assert read_address("~/yard.db").path == Path("/home/ada/yard.db")
    assert default_path() == Path("/home/ada/.local/share/freightyard/freightyard.db")
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert read_address(None).path == Path("/data/freightyard/freightyard.db")
    for scheme in ("postgresql", "postgres", "postgresql+asyncpg"):
        url = read_address(f"{scheme}://ada:pw@host:5433/yard?sslmode=require").url
        assert url is not None
        assert (url.drivername, url.username, url.password, url.port, url.database) == (
            "postgresql+asyncpg",
            "ada",
            "pw",
            5433,
            "yard",
        )
        assert dict(url.query) == {"ssl": "require"}


def test_a_password_is_never_shown() -> None:
    assert str(read_address("postgresql://ada:pw@host/yard")) == "postgresql://ada:***@host/yard"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("", "must be a path, sqlite:///path or postgresql://"),
        ("a\x00b", "must be a path"),
        ("mysql://host/yard", "'mysql' is not a kind of database"),
        ("sqlite://", "is a file"),
        ("sqlite:///", "is a file"),
        ("sqlite:///:memory:", "is a file"),
        ("sqlite://host/x.db", "is a file"),
        ("postgresql://host", "lacks a name"),
        ("postgresql://host:port/yard", "cannot be read"),
    ],
)
async def test_a_wrong_address_is_refused(words: str, sentence: str) -> None:
    assert sentence in await refused(words)


async def test_a_folder_or_something_else_is_no_database(tmp_path: Path) -> None:
    assert "is a directory" in await refused(str(tmp_path))
    text_file = tmp_path / "notes.txt"
    text_file.write_text("Dear diary, " * 1000)
    assert await refused(str(text_file)) == f"the database {text_file} refused: file is not a database"
    assert "its folder is a file" in await refused(str(text_file / "yard.db"))


async def test_the_file_and_its_folder_are_made_for_the_user_alone(tmp_path: Path) -> None:
    path = tmp_path / "data" / "freightyard" / "yard.db"
    store = await open_store(str(path))
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700
    await store.close()


def test_a_folder_that_may_not_be_written_is_refused(tmp_path: Path) -> None:
    """In a process of its own: root may write everywhere, so as root it is run by somebody else."""
    folder = tmp_path / "locked"
    folder.mkdir()
    folder.chmod(0o555)
    words = "from freightyard.cli import main; raise SystemExit(main())"
    done = subprocess.run(
        [sys.executable, "-c", _AS_NOBODY + words, "import", __file__, "--database", folder / "yard.db"],
        capture_output=True,
        check=False,
    )
    said = done.stderr.decode()
    assert done.returncode == 2, said
    assert said == f"freightyard: the database {folder / 'yard.db'} cannot be opened for writing: permission denied\n"


# Imports first: the other user may not be allowed to read our environment.
_AS_NOBODY = """
import os
import freightyard.store.opening, freightyard.cli
import aiosqlite, sqlalchemy.dialects.sqlite.aiosqlite
if os.geteuid() == 0:
    os.setuid(65534)
"""


async def test_a_second_process_on_one_sqlite_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "yard.db"
    store = await open_store(str(path))
    open_it = "import asyncio, sys; from freightyard.store import open_store; asyncio.run(open_store(sys.argv[1]))"
    done = subprocess.run([sys.executable, "-c", open_it, path], capture_output=True, check=False)
    assert f"StoreError: another freightyard is using {path}" in done.stderr.decode()
    await store.close()
    await (await open_store(str(path))).close()


async def test_reading_beside_a_process_that_has_the_file_open(tmp_path: Path) -> None:
    path = str(tmp_path / "yard.db")
    with pytest.raises(Unavailable, match="does not exist"):
        await open_store(path, read_only=True)
    store = await open_store(path)
    await begun(store, "t1", 20)
    reader = await open_store(path, read_only=True)
    assert await reader.moves.events("t1") == await store.moves.events("t1")
    await reader.close()
    await store.close()


async def test_reading_beside_does_not_change_an_old_database(tmp_path: Path) -> None:
    path = tmp_path / "yard.db"
    path.touch()
    with pytest.raises(StoreError, match="was made by an older freightyard"):
        await open_store(str(path), read_only=True)


async def test_a_full_disk_refuses_the_move_and_nothing_else(tmp_path: Path) -> None:
    store = await open_store(str(tmp_path / "yard.db"))
    table = await begun(store, "t1", 20)
    before = await store.moves.events("t1")
    group = store._database._group
    assert isinstance(group, SqliteGroup)
    pages = await group.run(lambda connection: connection.execute("PRAGMA page_count").fetchone()[0])
    await group.run(lambda connection: connection.execute(f"PRAGMA max_page_count={pages}").fetchall())
    seen = ("x" * 100_000,) * 3
    big = Append(table="t1", ply=table.ply, events=(Event(0, "x"),), seen=(seen,), marks=(), to_act=0, at=1.0)
    with pytest.raises(Unavailable, match="refused: database or disk is full"):
        await store.moves.append(big)
    assert await store.moves.events("t1") == before
    await group.run(lambda connection: connection.execute("PRAGMA max_page_count=1000000").fetchall())
    await store.moves.append(big)
    assert len(await store.moves.events("t1")) == len(before) + 1
    await store.close()


async def test_no_postgres_there_no_such_database_no_such_user(postgres_url: str) -> None:
    with socket.socket() as taken:  # a port at which nobody listens
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        said = await refused(f"postgresql://ada:pw@127.0.0.1:{port}/yard")
    assert said == f"the database postgresql://ada:***@127.0.0.1:{port}/yard cannot be reached: nothing listens there"
    base = postgres_url.rpartition("/")[0]
    assert 'database "nowhere" does not exist' in await refused(f"{base}/nowhere")
    assert 'role "stranger" does not exist' in await refused(postgres_url.replace("yard@", "stranger@"))


def test_without_asyncpg_the_extra_is_named() -> None:
    program = (
        "import sys; sys.modules['asyncpg'] = None; sys.modules['asyncpg.exceptions'] = None\n"
        "from freightyard.cli import main; sys.exit(main(['export', '--all', '--to', 'x', '--database', 'postgresql://h/n']))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False, env=dict(os.environ))
    assert done.returncode == 2
    assert done.stderr.decode() == ("freightyard: PostgreSQL needs the package asyncpg: pip install 'freightyard[postgres]'\n")


async def test_a_closed_store_does_nothing_more(database: str) -> None:
    store = await open_store(database)
    table = await begun(store, "t1", 20)
    append = append_of("t1", table, next_step(table))
    await store.close()
    for late in (store.moves.append(append), store.tables.get("t1"), store.people.new("Ada")):
        with pytest.raises(Unavailable, match="is closed"):
            await late
    await store.close()  # once more does no harm


async def test_closing_waits_for_what_is_under_way(database: str) -> None:
    store = await open_store(database)
    table = await begun(store, "t1", 20)
    append = append_of("t1", table, next_step(table))
    under_way = [asyncio.create_task(work) for work in (store.moves.append(append), store.people.rename("nobody", "Ada"))]
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(*under_way)


async def test_one_file_with_two_names_is_one_file(tmp_path: Path) -> None:
    store = await open_store(str(tmp_path / "yard.db"))
    (tmp_path / "other.db").symlink_to(tmp_path / "yard.db")
    assert "another freightyard is using" in await refused(str(tmp_path / "other.db"))
    await store.close()


@pytest.mark.skipif(sys.platform == "win32", reason="a lock keeps everybody from reading there")
async def test_a_hard_link_is_the_same_database(tmp_path: Path) -> None:
    store = await open_store(str(tmp_path / "yard.db"))
    other = tmp_path / "elsewhere"
    other.mkdir()
    (other / "link.db").hardlink_to(tmp_path / "yard.db")
    assert "another freightyard is using" in await refused(str(other / "link.db"))
    await store.close()
    await (await open_store(str(other / "link.db"))).close()


@pytest.mark.skipif(sys.platform == "win32", reason="a file that is open cannot be deleted there")
@pytest.mark.parametrize("replaced", [False, True])
async def test_nothing_is_kept_in_a_file_that_is_not_there_any_more(tmp_path: Path, replaced: bool) -> None:
    path = tmp_path / "yard.db"
    store = await open_store(str(path))
    table = await begun(store, "t1", 3)
    await store.check()
    path.rename(tmp_path / "away.db")
    if replaced:
        path.write_bytes((tmp_path / "away.db").read_bytes())
    sentence = "was replaced by another" if replaced else "was deleted"
    with pytest.raises(Unavailable, match=sentence):
        await store.check()
    with pytest.raises(Unavailable, match=sentence):
        await store.people.new("Ada")
    with pytest.raises(Unavailable, match=sentence):
        await store.moves.append(append_of("t1", table, next_step(table)))
    path.unlink(missing_ok=True)
    (tmp_path / "away.db").rename(path)  # it is the right one again
    await store.check()
    await store.moves.append(append_of("t1", table, next_step(table)))
    await store.close()


@pytest.mark.skipif(sys.platform == "win32", reason="a file that is open cannot be deleted there")
async def test_what_is_committed_while_the_file_goes_away_does_not_count(tmp_path: Path) -> None:
    path = tmp_path / "yard.db"
    store = await open_store(str(path))
    with pytest.raises(Unavailable, match="was deleted"):
        async with store.people.database.writing():
            path.unlink()
    await store.close()
