"""Where notices of a real server arrive, on this machine: a web server and a mail server, each in a thread of its own;
and a browser's keys."""

import re
import socket
import threading
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDH,
    SECP256R1,
    EllipticCurvePrivateKey,
    EllipticCurvePublicKey,
    generate_private_key,
)
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.server.running import until

_AUTH = bytes(range(16))


class Hooks:
    """A web server that keeps what is posted to it: bodies by paths."""

    def __init__(self) -> None:
        self.posted: list[tuple[str, dict[str, str], bytes]] = []
        self.status = 201
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers.get("content-length", 0)))
                receiver.posted.append((self.path, {name.lower(): value for name, value in self.headers.items()}, body))
                self.send_response(receiver.status)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.place = f"localhost:{self.server.server_port}"

    def last(self, path: str, times: int = 1) -> tuple[dict[str, str], bytes]:
        """What was posted there last, when it was so often."""
        until(lambda: sum(each[0] == path for each in self.posted) >= times, f"{path} was posted to {times} times")
        return next((headers, body) for where, headers, body in reversed(self.posted) if where == path)


@contextmanager
def hooks() -> Iterator[Hooks]:
    receiver = Hooks()
    thread = threading.Thread(target=receiver.server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield receiver
    finally:
        receiver.server.shutdown()
        receiver.server.server_close()
        thread.join()


class Mailbox:
    """A mail server that takes everything."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.port = 0

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802  (so the library calls it)
        found = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(found, EmailMessage)
        self.mails.append(found)
        return "250 taken"

    def mail(self, number: int) -> EmailMessage:
        """One of those that came, counted from 1, when it has come."""
        until(lambda: len(self.mails) >= number, f"mail {number} came")
        return self.mails[number - 1]

    def link(self, number: int, path: str) -> str:
        """The path of the link in a mail that begins so."""
        body = self.mail(number).get_body(("plain",))
        assert body is not None
        found = re.search(rf"https?://[^/\s]+({re.escape(path)}\S+)", body.get_content())
        assert found, body.get_content()
        return found[1]


@contextmanager
def mailbox() -> Iterator[Mailbox]:
    box = Mailbox()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        box.port = free.getsockname()[1]
    controller = Controller(box, hostname="127.0.0.1", port=box.port)
    controller.start()
    try:
        yield box
    finally:
        controller.stop()


def new_subscription(endpoint: str) -> tuple[dict[str, Any], EllipticCurvePrivateKey]:
    """What a browser tells of its subscription, and the key that it keeps to itself."""
    key = generate_private_key(SECP256R1())
    keys = {"p256dh": _public(key), "auth": _AUTH}
    texts = {name: urlsafe_b64encode(value).decode().rstrip("=") for name, value in keys.items()}
    return {"endpoint": endpoint, "expirationTime": None, "keys": texts}, key


def decrypted(body: bytes, key: EllipticCurvePrivateKey) -> bytes:
    """What a browser reads in a message that was encrypted for it (RFC 8188, RFC 8291)."""
    salt, length = body[:16], body[20]
    sender, sealed = body[21 : 21 + length], body[21 + length :]
    shared = key.exchange(ECDH(), EllipticCurvePublicKey.from_encoded_point(SECP256R1(), sender))
    secret = _derived(_AUTH, shared, b"WebPush: info\0" + _public(key) + sender, 32)
    content_key = _derived(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(salt, secret, b"Content-Encoding: nonce\0", 12)
    return AESGCM(content_key).decrypt(nonce, sealed, None).rstrip(b"\0").removesuffix(b"\2")


def _public(key: EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _derived(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(algorithm=SHA256(), length=length, salt=salt, info=info).derive(secret)
