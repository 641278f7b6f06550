"""Web Push to a push service on this machine, which checks who sends, and a browser, which alone can read it."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.hmac import HMAC

from freightyard.core.errors import FreightyardError
from freightyard.server.notices import channel_sentences as say
from freightyard.server.notices.channels import web_push
from freightyard.server.notices.channels.web_push import WebPushSender
from freightyard.server.notices.contract import DIGEST, PUSH, REMINDER, TURN, Channel, DeliveryFailed, Notice
from freightyard.server.notices.guard import Guard
from freightyard.server.notices.vapid import VapidKeys, decoded, encoded, point
from tests.server.notices.receivers import NOW, Authority, Names, Network, Received, Receiver, receiving

NAME = "push.example.org"
TAKEN = b"HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n"
KEYS = VapidKeys.new()
NOTICE = Notice(
    key="turn abc 17 phone",
    topic="turn-abc",
    kind=TURN,
    title="Your turn – Freight Train with Bob",
    text="Bob took three cars.",
    url="https://yard.example.org/t/abc?from=notice",
    table_title="Freight Train with Bob",
)


class Browser:
    """Has a key pair and a secret, and reads what was encrypted for it: the steps of RFC 8291, one by one."""

    def __init__(self, private: str = "", auth: str = "c2l4dGVlbiBzZWNyZXRzLg") -> None:
        known = ec.derive_private_key(int.from_bytes(decoded(private)), ec.SECP256R1()) if private else None
        self._private = known or ec.generate_private_key(ec.SECP256R1())
        self._auth = decoded(auth)
        self.p256dh = encoded(point(self._private.public_key()))
        self.auth = encoded(self._auth)

    def channel(self, endpoint: str) -> Channel:
        return Channel(key="c", kind=PUSH, person="ann", address={"endpoint": endpoint, "p256dh": self.p256dh, "auth": self.auth})

    def read(self, body: bytes) -> bytes:
        salt, record_size, length = body[:16], int.from_bytes(body[16:20]), body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= record_size
        shared = self._private.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
        info = b"WebPush: info\x00" + point(self._private.public_key()) + sender
        secret = _hmac(_hmac(self._auth, shared), info + b"\x01")
        pseudorandom = _hmac(salt, secret)
        key = _hmac(pseudorandom, b"Content-Encoding: aes128gcm\x00\x01")[:16]
        nonce = _hmac(pseudorandom, b"Content-Encoding: nonce\x00\x01")[:12]
        opened = AESGCM(key).decrypt(nonce, sealed, None)
        assert opened.rstrip(b"\x00").endswith(b"\x02")
        return opened.rstrip(b"\x00")[:-1]


def _hmac(key: bytes, message: bytes) -> bytes:
    made = HMAC(key, SHA256())
    made.update(message)
    return made.finalize()


def claims(request: Received, public: str) -> dict[str, Any]:
    """What the sender claims, if it was signed with this key: the check of a push service (RFC 8292)."""
    scheme, _, rest = request.headers["authorization"].partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert (scheme, parts["k"]) == ("vapid", public)
    head, body, signature = parts["t"].split(".")
    raw = decoded(signature)
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(public))
    der = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    key.verify(der, f"{head}.{body}".encode(), ec.ECDSA(SHA256()))
    assert json.loads(decoded(head)) == {"typ": "JWT", "alg": "ES256"}
    found: dict[str, Any] = json.loads(decoded(body))
    return found


def with_service(authority: Authority, reply: bytes, run: Callable[[WebPushSender, Receiver, str], Awaitable[None]]) -> None:
    async def all_of_it() -> None:
        async with receiving(reply, tls=authority.server(NAME)) as service:
            Network(at=service)
            guard = Guard(resolve=Names(), ssl_context=authority.client)
            sender = WebPushSender(guard, KEYS, "mailto:host@example.org", lambda: NOW)
            await run(sender, service, f"https://{NAME}/send/abc")

    asyncio.run(all_of_it())


def test_browser_reads_what_the_service_cannot(authority: Authority) -> None:
    browser = Browser()

    async def run(sender: WebPushSender, service: Receiver, endpoint: str) -> None:
        await sender.send(NOTICE, browser.channel(endpoint))
        request = service.request
        assert (request.method, request.target) == ("POST", "/send/abc")
        assert b"Bob" not in request.body
        assert json.loads(browser.read(request.body)) == {
            "title": "Your turn – Freight Train with Bob",
            "body": "Bob took three cars.",
            "tag": "turn-abc",
            "url": "/t/abc?from=notice",
            "kind": "turn",
            "key": "turn abc 17 phone",
        }
        assert request.headers["content-encoding"] == "aes128gcm"

    with_service(authority, TAKEN, run)


def test_browser_of_these_tests_reads_the_example_of_the_standard() -> None:
    browser = Browser("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94", "BTBZMqHH6r4Tts7J_aSIgg")
    body = (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6"
        "cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
    assert browser.read(decoded(body)) == b"When I grow up, I want to be a watermelon"


def test_service_knows_who_sends(authority: Authority) -> None:
    async def run(sender: WebPushSender, service: Receiver, endpoint: str) -> None:
        await sender.send(NOTICE, Browser().channel(endpoint))
        found = claims(service.request, KEYS.public)
        assert (found["aud"], found["sub"]) == (f"https://{NAME}", "mailto:host@example.org")
        assert NOW < found["exp"] <= NOW + 24 * 3600

    with_service(authority, TAKEN, run)


def test_newer_notice_of_a_topic_takes_the_place_of_the_older(authority: Authority) -> None:
    async def run(sender: WebPushSender, service: Receiver, endpoint: str) -> None:
        later = msgspec.structs.replace(NOTICE, key="turn abc 19 phone", expires_at=NOW + 90.0)
        other = msgspec.structs.replace(NOTICE, topic="turn-xyz", kind=REMINDER, expires_at=NOW - 5)
        digest = msgspec.structs.replace(NOTICE, topic="digest", kind=DIGEST, expires_at=NOW + 1e9)
        for notice in (NOTICE, later, other, digest):
            await sender.send(notice, Browser().channel(endpoint))
        topics = [request.headers["topic"] for request in service.requests]
        assert topics[0] == topics[1] != topics[2]
        assert all(len(topic) == 32 and topic.replace("-", "").replace("_", "").isalnum() for topic in topics)
        assert [request.headers["ttl"] for request in service.requests] == [str(7 * 86400), "90", "0", str(28 * 86400)]
        assert [request.headers["urgency"] for request in service.requests] == ["normal", "normal", "high", "low"]

    with_service(authority, TAKEN, run)


@pytest.mark.parametrize(
    ("status", "header", "reason", "again", "after", "gone"),
    [
        (404, "", say.PUSH_ENDED, False, None, True),
        (410, "", say.PUSH_ENDED, False, None, True),
        (403, "", say.PUSH_KEY, False, None, False),
        (413, "", say.TOO_LARGE, False, None, False),
        (429, "Retry-After: 120\r\n", say.TOO_MANY, True, 120.0, False),
        (503, "Retry-After: Mon, 21 Sep 2026 14:13:50 GMT\r\n", say.answered(503), True, 30.0, False),
        (503, "Retry-After: soon\r\n", say.answered(503), True, None, False),
        (503, "Retry-After: 99999999\r\n", say.answered(503), True, 86400.0, False),
        (500, "", say.answered(500), True, None, False),
        (400, "", say.answered(400), False, None, False),
        (302, "Location: https://127.0.0.1/\r\n", say.REDIRECTED, False, None, False),
    ],
)
def test_answers_of_the_service(
    authority: Authority, status: int, header: str, reason: str, again: bool, after: float | None, gone: bool
) -> None:
    async def run(sender: WebPushSender, service: Receiver, endpoint: str) -> None:
        with pytest.raises(DeliveryFailed) as failed:
            await sender.send(NOTICE, Browser().channel(endpoint))
        found = failed.value
        assert (found.reason, found.again, found.after, found.gone) == (reason, again, after, gone)

    with_service(authority, f"HTTP/1.1 {status} No\r\n{header}Content-Length: 0\r\n\r\n".encode(), run)


def test_long_texts_fit_into_a_push(authority: Authority) -> None:
    browser = Browser()

    async def run(sender: WebPushSender, service: Receiver, endpoint: str) -> None:
        text = "\u202e\n".join("𝕏\x07" * 900 for _ in range(9))
        long = msgspec.structs.replace(NOTICE, title="𝕏" * 5000, text=text, lines=("𝕏" * 999,))
        await sender.send(long, browser.channel(endpoint))
        assert len(service.request.body) <= 4096
        shown = json.loads(browser.read(service.request.body))
        assert shown["title"].endswith("…")
        assert not set(shown["body"]) & {"\u202e", "\x07"}

    with_service(authority, TAKEN, run)


@pytest.mark.parametrize(
    "url", ["https://evil.example//evil.example/x", "https://yard.example.org//evil.example/x", "https://a.example"]
)
def test_address_in_a_push_is_a_path_of_our_own(url: str) -> None:
    shown = json.loads(web_push.payload(msgspec.structs.replace(NOTICE, url=url)))
    assert shown["url"].startswith("/")
    assert not shown["url"].startswith("//")


def test_subscriptions_are_checked() -> None:
    browser, guard = Browser(), Guard()
    endpoint = "https://push.example.org/abc"
    assert web_push.refusal(guard, endpoint, browser.p256dh, browser.auth) is None
    assert web_push.refusal(guard, "https://127.0.0.1/abc", browser.p256dh, browser.auth) == say.NUMBERS
    off_curve = encoded(b"\x04" + b"\x01" * 64)
    for p256dh in (off_curve, "", "ä", browser.p256dh[:-4]):
        assert web_push.refusal(guard, endpoint, p256dh, browser.auth) == say.SUBSCRIPTION
    for auth in ("c2hvcnQ", "", "ö"):
        assert web_push.refusal(guard, endpoint, browser.p256dh, auth) == say.SUBSCRIPTION


def test_broken_channels_send_nothing(authority: Authority) -> None:
    async def run(sender: WebPushSender, service: Receiver, endpoint: str) -> None:
        browser = Browser()
        inside = browser.channel(f"https://127.0.0.1:{service.port}/")
        empty = Channel(key="c", kind=PUSH, person="ann")
        keyless = Channel(key="c", kind=PUSH, person="ann", address={"endpoint": endpoint})
        for channel in (inside, empty, keyless):
            with pytest.raises(DeliveryFailed) as failed:
                await sender.send(NOTICE, channel)
            assert not failed.value.again
        assert service.connections == 0

    with_service(authority, TAKEN, run)


def test_keys_are_read_back() -> None:
    assert VapidKeys.read(KEYS.text).public == KEYS.public
    assert len(decoded(KEYS.public)) == 65
    for text in ("", "no key", encoded(b"\xff" * 32), encoded(b"\x00" * 32)):
        with pytest.raises(FreightyardError):
            VapidKeys.read(text)
