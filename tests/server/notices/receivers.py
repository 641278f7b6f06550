"""Receivers of notices on this machine: real servers with real TLS, and a network whose addresses all lead to them."""

import asyncio
import datetime
import json
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

PUBLIC = "93.184.216.34"  # an address of the internet: here it leads to a receiver
NOW = 1_790_000_000.0
OK = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"


class Received(msgspec.Struct):
    """A request."""

    method: str
    target: str
    headers: dict[str, str]  # names in lower case
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


Reply = Callable[[asyncio.StreamWriter], Awaitable[None]]


class Receiver:
    """A server that keeps what it was sent."""

    def __init__(self, reply: bytes | Reply) -> None:
        self.reply = reply
        self.connections = 0
        self.requests: list[Received] = []
        self.port = 0

    @property
    def request(self) -> Received:
        """The only one."""
        (request,) = self.requests
        return request

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        try:
            first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
            headers = {name.lower(): text for name, _, text in (line.partition(": ") for line in lines) if name}
            body = await reader.readexactly(int(headers.get("content-length", 0)))
            method, target, _ = first.split(" ")
            self.requests.append(Received(method, target, headers, body))
            if isinstance(self.reply, bytes):
                writer.write(self.reply)
                await writer.drain()
            else:
                await self.reply(writer)
        except (OSError, asyncio.IncompleteReadError):
            pass  # who asked has gone
        finally:
            writer.close()


@asynccontextmanager
async def receiving(reply: bytes | Reply = OK, tls: ssl.SSLContext | None = None) -> AsyncIterator[Receiver]:
    """A receiver on 127.0.0.1 and ::1."""
    receiver = Receiver(reply)
    server = await asyncio.start_server(receiver.serve, "127.0.0.1", 0, ssl=tls)
    receiver.port = server.sockets[0].getsockname()[1]
    try:
        six = await asyncio.start_server(receiver.serve, "::1", receiver.port, ssl=tls)
    except OSError:  # a machine without IPv6
        six = None
    try:
        yield receiver
    finally:
        for each in (server, six):
            if each is not None:
                each.close()


class Network:
    """What this process connects to. Public addresses lead to receivers; whatever is asked for is kept."""

    def __init__(self, at: Receiver | None = None, refused: str | None = None) -> None:
        """`at`: whom PUBLIC leads to; at the address `refused` nobody listens."""
        self.asked: list[tuple[str, int]] = []
        self._at = at
        self._refused = refused
        loop = asyncio.get_running_loop()
        self._connect: Callable[..., Awaitable[Any]] = loop.create_connection
        loop.create_connection = self._create_connection  # type: ignore[assignment, method-assign]

    async def _create_connection(self, factory: Any, host: str, port: int, **others: Any) -> Any:
        self.asked.append((host, port))
        if host == self._refused:
            raise ConnectionRefusedError
        if host == PUBLIC and self._at is not None:
            host, port = "127.0.0.1", self._at.port
        assert host in ("127.0.0.1", "::1", "localhost"), f"a test must not connect to {host}"
        return await self._connect(factory, host, port, **others)


class Names:
    """A name server whose answers can change."""

    def __init__(self, *answers: Sequence[str]) -> None:
        self.answers = answers or ([PUBLIC],)
        self.asked: list[str] = []

    async def __call__(self, host: str, port: int) -> Sequence[str]:
        self.asked.append(host)
        return self.answers[min(len(self.asked), len(self.answers)) - 1]


class Authority:
    """Makes certificates, and trusts its own alone."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Test authority")])
        self._certificate = (
            self._about(self._name, self._key.public_key())
            .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
            .sign(self._key, hashes.SHA256())
        )
        pem = self._certificate.public_bytes(serialization.Encoding.PEM).decode()
        self.client = ssl.create_default_context(cadata=pem)

    def server(self, *names: str) -> ssl.SSLContext:
        """For a server of these names."""
        key = ec.generate_private_key(ec.SECP256R1())
        subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, names[0])])
        certificate = (
            self._about(subject, key.public_key())
            .add_extension(x509.SubjectAlternativeName([x509.DNSName(name) for name in names]), critical=False)
            .sign(self._key, hashes.SHA256())
        )
        file = self._folder / f"{names[0]}.pem"
        file.write_bytes(
            key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
            + certificate.public_bytes(serialization.Encoding.PEM)
        )
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(file)
        return context

    def _about(self, subject: x509.Name, key: ec.EllipticCurvePublicKey) -> x509.CertificateBuilder:
        today = datetime.datetime.now(datetime.UTC)
        return x509.CertificateBuilder(
            issuer_name=self._name,
            subject_name=subject,
            public_key=key,
            serial_number=x509.random_serial_number(),
            not_valid_before=today - datetime.timedelta(days=1),
            not_valid_after=today + datetime.timedelta(days=1),
        )
