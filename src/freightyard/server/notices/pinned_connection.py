"""Connections to addresses that were checked before, whatever name the request has. Needs the extra `notices`."""

import ssl
from collections.abc import Iterable, Sequence
from typing import Any

import httpcore


class TooLarge(Exception):
    """The other side sends more than anybody wants to read."""


class PinnedBackend(httpcore.AsyncNetworkBackend):
    """Connects to the first of these addresses that answers. The name still chooses the certificate."""

    def __init__(self, addresses: Sequence[str], seconds: float, most_bytes: int) -> None:
        self._addresses = addresses
        self._seconds = seconds  # for each of the addresses
        self._most_bytes = most_bytes
        self._network = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,  # noqa: ARG002  (nobody may resolve it again)
        port: int,
        timeout: float | None = None,  # noqa: ARG002
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        for address in self._addresses[:-1]:
            try:
                return await self._connected(address, port, local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout):
                continue
        return await self._connected(self._addresses[-1], port, local_address, socket_options)

    async def _connected(
        self, address: str, port: int, local_address: str | None, socket_options: Iterable[Any] | None
    ) -> httpcore.AsyncNetworkStream:
        stream = await self._network.connect_tcp(address, port, self._seconds, local_address, socket_options)
        return _LimitedStream(stream, self._most_bytes)


class _LimitedStream(httpcore.AsyncNetworkStream):
    """A connection that ends when too much came: endless headers and bodies alike."""

    def __init__(self, stream: httpcore.AsyncNetworkStream, left: int) -> None:
        self._stream = stream
        self._left = left

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        found = await self._stream.read(max_bytes, timeout)
        self._left -= len(found)
        if self._left < 0:
            raise TooLarge
        return found

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:
        await self._stream.write(buffer, timeout)

    async def aclose(self) -> None:
        await self._stream.aclose()

    async def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> httpcore.AsyncNetworkStream:
        return _LimitedStream(await self._stream.start_tls(ssl_context, server_hostname, timeout), self._left)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)
