"""A PostgreSQL server of our own for the tests: in a temporary folder, durable as a real one, gone afterwards."""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import asyncpg


def binaries() -> Path | None:
    """The folder of PostgreSQL's programs: the newest version that is installed, if any is."""
    found = shutil.which("initdb")
    if found is not None:
        return Path(found).resolve().parent
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: float(path.parts[-3]))
    return versions[-1].parent if versions else None


def missing() -> str | None:
    """Why there can be no server here; None if there can."""
    if binaries() is None:
        return "PostgreSQL is not installed (on Debian: apt-get install postgresql)"
    if os.geteuid() == 0 and _user() is None:
        return "PostgreSQL does not run as root, and there is no user postgres"
    return None


@contextmanager
def running(host: str = "127.0.0.1") -> Iterator[str]:
    """A server, for everybody who can reach the address; the URL of its database `postgres`."""
    programs = binaries()
    assert programs is not None, missing()
    folder = Path(tempfile.mkdtemp(prefix="freightyard-postgres-"))
    try:
        user = _user() if os.geteuid() == 0 else None
        if user is not None:
            os.chown(folder, user.pw_uid, user.pw_gid)
        data = folder / "data"
        subprocess.run(
            [programs / "initdb", "-D", data, "-U", "yard", "-A", "trust", "-E", "UTF8", "--locale=C"],
            check=True,
            capture_output=True,
            cwd=folder,
            user=None if user is None else user.pw_uid,
            group=None if user is None else user.pw_gid,
            extra_groups=None if user is None else [],
        )
        if host != "127.0.0.1":
            with (data / "pg_hba.conf").open("a") as rules:
                rules.write(f"host all all {host}/24 trust\n")
        port = _free_port()
        settings = {
            "port": port,
            "listen_addresses": host,
            "unix_socket_directories": folder,
            "fsync": "on",
            "autovacuum": "off",  # it would come once a minute, and some tests count what is read
            "max_connections": 60,
        }
        with (folder / "log").open("wb") as log:
            server = subprocess.Popen(
                [programs / "postgres", "-D", data, *(f"--{name}={value}" for name, value in settings.items())],
                stdout=log,
                stderr=log,
                cwd=folder,
                user=None if user is None else user.pw_uid,
                group=None if user is None else user.pw_gid,
                extra_groups=None if user is None else [],
            )
        try:
            _wait(programs, host, port, server, folder / "log")
            yield f"postgresql://yard@{host}:{port}/postgres"
        finally:
            server.send_signal(signal.SIGQUIT)  # at once, without tidying up what is removed anyway
            server.wait()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


async def emptied(server: str) -> None:
    """Remove everything from the server's database."""
    connection = await asyncpg.connect(server)
    try:
        await connection.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    finally:
        await connection.close()


def _wait(programs: Path, host: str, port: int, server: "subprocess.Popen[bytes]", log: Path) -> None:
    ready = [str(programs / "pg_isready"), "-q", "-h", host, "-p", str(port)]
    while subprocess.run(ready, check=False).returncode != 0:
        assert server.poll() is None, log.read_text(errors="replace")
        time.sleep(0.1)


def _user() -> pwd.struct_passwd | None:
    try:
        return pwd.getpwnam("postgres")
    except KeyError:
        return None


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
