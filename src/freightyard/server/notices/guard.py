"""The only way out to an address that somebody gave.

Whoever may name an address could name one inside of the server's own network. So: https alone, few ports, names that lead to
public addresses alone, no redirects, no proxies, no cookies, and limits of time and size. A name is resolved once, every address
it has is checked, and the connection goes to one of these, so that no second answer of the name server counts.
"""

import asyncio
import socket
import ssl
from collections.abc import AsyncIterable, Awaitable, Callable, Iterable, Mapping, Sequence
from functools import cache
from threading import BoundedSemaphore
from typing import Final

import msgspec

from freightyard import __version__
from freightyard.server.notices import channel_sentences as say
from freightyard.server.notices.addresses import PORTS, AllowedHosts, BadAddress, Destination, destination, is_public
from freightyard.server.notices.contract import DeliveryFailed
from freightyard.server.notices.daemon_thread import in_daemon_thread

SECONDS: Final = 8.0  # for all of an exchange: name, connection, request, answer
MOST_BYTES: Final = 64 * 1024  # of an answer with its headers
_KEPT_BYTES: Final = 8 * 1024  # of the body of a refusal: enough to read why
_MOST_ADDRESSES: Final = 4  # of a name that are tried

Resolver = Callable[[str, int], Awaitable[Sequence[str]]]


class Answer(msgspec.Struct, frozen=True):
    """What the other side answered."""

    status: int
    headers: Mapping[str, str]  # names in lower case
    body: bytes  # the beginning; of a success nothing, because nobody needs it


_lookups = BoundedSemaphore(64)  # at once: name servers that never answer hold a thread each, and no more than these


async def system_resolver(host: str, port: int) -> Sequence[str]:
    """The addresses of a name, as the system knows them. Raises OSError."""
    if not _lookups.acquire(blocking=False):
        raise OSError("too many names are looked up")

    def look_up() -> Sequence[str]:
        try:
            return [str(where[0]) for *_, where in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
        finally:
            _lookups.release()

    return await in_daemon_thread(look_up, "look up a name")


@cache
def _system_certificates() -> ssl.SSLContext:
    """Mozilla's authorities; SSL_CERT_FILE and SSL_CERT_DIR add those of the host."""
    import certifi

    context = ssl.create_default_context(cafile=certifi.where())
    context.set_default_verify_paths()
    return context


class Guard:
    """Sends requests to addresses that somebody gave, or refuses to."""

    def __init__(
        self,
        *,
        allowed: Iterable[str] = (),
        ports: Iterable[int] = PORTS,
        resolve: Resolver = system_resolver,
        ssl_context: ssl.SSLContext | None = None,
        seconds: float = SECONDS,
    ) -> None:
        """`allowed`: hosts by name, with or without a port, that may be private and without TLS. Raises BadAddress."""
        self._allowed = AllowedHosts(allowed)
        self._ports = frozenset(ports)
        self._resolve = resolve
        self._ssl_context = ssl_context
        self._seconds = seconds

    def destination(self, url: str) -> Destination:
        """An address in its parts, if its form is right. Raises BadAddress."""
        return destination(url, self._allowed, self._ports)

    def refusal(self, url: str) -> str | None:
        """Why an address cannot be used, as far as its form tells."""
        try:
            self.destination(url)
        except BadAddress as error:
            return str(error)
        return None

    async def request(self, method: str, url: str, headers: Mapping[str, str], body: bytes) -> Answer:
        """One request and its answer, whatever its status; a redirect is not followed. Raises DeliveryFailed."""
        try:
            place = self.destination(url)
            async with asyncio.timeout(self._seconds):
                return await self._exchange(method, place, await self._vetted(place), headers, body)
        except BadAddress as error:
            raise DeliveryFailed(str(error), again=False) from error
        except TimeoutError as error:
            raise DeliveryFailed(say.TOO_SLOW, again=True) from error
        except ssl.SSLError as error:
            raise DeliveryFailed(say.NO_TLS, again=True) from error
        except OSError as error:
            raise DeliveryFailed(say.NO_CONNECTION, again=True) from error

    async def _vetted(self, place: Destination) -> Sequence[str]:
        """The addresses of a name. If one of them is not public, the name is not trusted at all."""
        try:
            found = list(dict.fromkeys(await self._resolve(place.host, place.port)))
        except (OSError, UnicodeError) as error:
            raise DeliveryFailed(say.UNKNOWN_NAME, again=True) from error
        if not found:
            raise DeliveryFailed(say.UNKNOWN_NAME, again=True)
        if not place.trusted and not all(is_public(address) for address in found):
            raise BadAddress(say.PRIVATE)
        return found[:_MOST_ADDRESSES]

    async def _exchange(
        self, method: str, place: Destination, addresses: Sequence[str], headers: Mapping[str, str], body: bytes
    ) -> Answer:
        import httpcore

        from freightyard.server.notices.pinned_connection import PinnedBackend, TooLarge

        fields = {
            **headers,
            "Host": place.authority,
            "User-Agent": f"Freightyard/{__version__}",
            "Accept-Encoding": "identity",
            "Content-Length": str(len(body)),
            "Connection": "close",
        }
        lines = [(name.encode(), text.encode()) for name, text in fields.items()]
        context = (self._ssl_context or _system_certificates()) if place.secure else None
        url = httpcore.URL(
            scheme=b"https" if place.secure else b"http", host=place.host.encode(), port=place.port, target=place.target.encode()
        )
        connection = PinnedBackend(addresses, self._seconds / _MOST_ADDRESSES, MOST_BYTES)
        kept = b""
        try:
            # httpcore by itself knows no proxies, cookies, redirects or compression.
            async with (
                httpcore.AsyncConnectionPool(ssl_context=context, network_backend=connection) as pool,
                pool.stream(method, url, headers=lines, content=body) as answer,
            ):
                status = answer.status
                found = {name.decode("latin-1").lower(): line.decode("latin-1") for name, line in answer.headers}
                if not 200 <= status < 300:
                    kept = await _beginning(answer.aiter_stream())
        except TooLarge as error:
            raise DeliveryFailed(say.NOT_HTTP, again=True) from error
        except httpcore.ConnectError as error:
            raise DeliveryFailed(_why_not(error), again=True) from error
        except httpcore.TimeoutException as error:
            raise DeliveryFailed(say.TOO_SLOW, again=True) from error
        except (httpcore.NetworkError, httpcore.ProtocolError) as error:
            raise DeliveryFailed(say.NOT_HTTP, again=True) from error
        return Answer(status, found, kept)


async def _beginning(parts: AsyncIterable[bytes]) -> bytes:
    kept = b""
    async for part in parts:
        kept += part
        if len(kept) >= _KEPT_BYTES:
            break
    return kept[:_KEPT_BYTES]


def _why_not(error: BaseException) -> str:
    """What went wrong at first: each layer tells it in words of its own."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, ssl.SSLError):
            return say.NO_TLS
        cause = cause.__cause__ or cause.__context__
    return say.NO_CONNECTION
