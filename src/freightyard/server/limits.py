"""How many connections one address may have open, and how many files this process."""

import asyncio
import ipaddress
import os
import sys
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Final, final

from freightyard.server.settings import Settings

_ANY: Final = "*"
_MOST_FILES: Final = 65_536


def network_of(address: str) -> str:
    """What is limited as one address. Whoever has one address of IPv6 has all of its network, 64 bits of them, and would be
    somebody else for every request."""
    if ":" not in address:
        return address
    try:
        found = ipaddress.IPv6Address(address.partition("%")[0])
    except ValueError:
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return address if found.is_loopback else str(ipaddress.IPv6Network((int(found) >> 64 << 64, 64)))


@final
class ConnectionLimit:
    """The open connections of each address in this process. A proxy speaks for many: its own are counted, but not limited."""

    def __init__(self, settings: Settings) -> None:
        self._most = settings.connections
        self._any_proxy = _ANY in settings.proxies
        self._proxies = [ipaddress.ip_network(word, strict=False) for word in settings.proxies if word != _ANY]
        self._counts: Counter[str] = Counter()

    def opened(self, address: str) -> bool:
        """One more was opened, and `closed` must follow; whether it may stay."""
        network = network_of(address)
        self._counts[network] += 1
        return not self._most or self._counts[network] <= self._most or self._is_proxy(address)

    def closed(self, address: str) -> None:
        """One is gone."""
        network = network_of(address)
        self._counts[network] -= 1
        if self._counts[network] <= 0:
            del self._counts[network]

    def _is_proxy(self, address: str) -> bool:
        try:
            host = ipaddress.ip_address(address)
        except ValueError:  # a Unix socket has none: only a proxy comes by one
            return True
        return self._any_proxy or any(host in network for network in self._proxies)


@final
class Turns:
    """At most a few things are done for one client at a time. Whatever else they ask for waits for these; others do not."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._free: dict[str, asyncio.Semaphore] = {}
        self._asked: Counter[str] = Counter()

    @asynccontextmanager
    async def one(self, whose: str) -> AsyncIterator[None]:
        """Do something when it is its turn."""
        free = self._free.setdefault(whose, asyncio.Semaphore(self._most))
        self._asked[whose] += 1
        try:
            async with free:
                yield
        finally:
            self._asked[whose] -= 1
            if not self._asked[whose]:
                del self._asked[whose], self._free[whose]


def raise_file_limit() -> None:
    """Allow this process, and those that it starts, as many open files as the system lets it: every connection is one. The
    usual limit is 1,024, and is there for programs of old that could not count further."""
    if sys.platform != "win32":
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = _MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, _MOST_FILES)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def keep_files_to_ourselves() -> None:
    """Let no process that this one starts inherit its open files. The socket on which several processes of a server listen was
    handed to them by inheritance: a bot that kept it would keep the port when the server is gone."""
    for folder in map(Path, ("/proc/self/fd", "/dev/fd")):
        if folder.is_dir():
            for file in [int(entry.name) for entry in folder.iterdir()]:
                if file > 2:
                    with suppress(OSError):  # the one by which the folder was read is closed already
                        os.set_inheritable(file, False)
            return
