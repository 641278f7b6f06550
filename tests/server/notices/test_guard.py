"""The guard: what is sent to an address that somebody gave, and that nothing ever reaches an address inside."""

import asyncio
import socket
import ssl
from collections.abc import Sequence
from threading import BoundedSemaphore, Event
from threading import enumerate as enumerate_threads

import pytest

from freightyard.server.notices import channel_sentences as say
from freightyard.server.notices import guard as guard_module
from freightyard.server.notices.addresses import BadAddress, is_public
from freightyard.server.notices.contract import DeliveryFailed
from freightyard.server.notices.guard import MOST_BYTES, Answer, Guard, system_resolver
from tests.server.notices.receivers import OK, PUBLIC, Authority, Names, Network, Receiver, receiving

NAME = "hooks.example.org"

# Addresses that are not everybody's, as a name server may answer them.
INSIDE = [
    "0.0.0.0", "0.1.2.3", "10.0.0.1", "100.64.0.1", "100.100.100.200", "127.0.0.1", "127.255.255.254",  # noqa: S104
    "168.63.129.16", "169.254.169.254",
    "172.16.0.1", "172.31.255.255", "192.0.0.192", "192.0.2.1", "192.88.99.1", "192.168.0.1", "198.18.0.1", "198.19.255.255",
    "198.51.100.7", "203.0.113.7", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255",
    "::", "::1", "::127.0.0.1", "::7f00:1", "::ffff:127.0.0.1", "::ffff:7f00:1", "::ffff:93.184.216.34", "::ffff:0:127.0.0.1",
    "64:ff9b::7f00:1", "64:ff9b::127.0.0.1", "64:ff9b::5db8:d822", "64:ff9b:1::a00:1", "100::1", "2001::1", "2001:0:7f00:1::",
    "2001:2::1", "2001:10::1", "2001:20::1", "2001:db8::1", "2002:7f00:1::", "2002:a00:1::1", "3fff::1", "5f00::1",
    "fc00::1", "fd00:ec2::254", "fe80::1", "fe80::1%eth0", "fe80::1%1", "fec0::1", "ff02::1", "2606:4700::5efe:10.0.0.1",
    "2606:4700:4700::1111%2", "not an address", "",
]  # fmt: skip

# The machine itself and its network in every spelling that some program understands; {port} is where a receiver listens.
SPELLINGS = [
    "https://127.0.0.1:{port}/", "https://127.0.0.1.:{port}/", "https://127.1:{port}/", "https://127.0.1:{port}/", "https://0:{port}/",
    "https://0.0.0.0:{port}/", "https://2130706433:{port}/", "https://0x7f000001:{port}/", "https://0X7F.0.0.1:{port}/",
    "https://0x7f.1:{port}/", "https://0177.0.0.1:{port}/", "https://017700000001:{port}/", "https://0177.0x0.0.1:{port}/",
    "https://127.0.0.1%2f:{port}/", "https://%31%32%37.0.0.1:{port}/", "https://127.0.0.1%00.example.org:{port}/",
    "https://１２７.０.０.１:{port}/", "https://127。0。0。1:{port}/", "https://①②⑦.⓪.⓪.①:{port}/", "https://١٢٧.٠.٠.١:{port}/",
    "https://[::1]:{port}/", "https://[0:0:0:0:0:0:0:1]:{port}/", "https://[::ffff:127.0.0.1]:{port}/", "https://[::FFFF:7F00:1]:{port}/",
    "https://[::127.0.0.1]:{port}/", "https://[64:ff9b::127.0.0.1]:{port}/", "https://[2002:7f00:1::]:{port}/", "https://[::]:{port}/",
    "https://[fe80::1%25lo]:{port}/", "https://[::1%25lo]:{port}/", "https://[::1%lo]:{port}/", "https://[v1.::1]:{port}/",
    "https://localhost:{port}/", "https://LOCALHOST:{port}/", "https://localhost.:{port}/", "https://localhost..:{port}/",
    "https://a.localhost:{port}/", "https://ｌｏｃａｌｈｏｓｔ:{port}/", "https://loc\u00adalhost:{port}/", "https://ⓛocalhost:{port}/",
    "https://printer.local:{port}/", "https://db.internal:{port}/", "https://router.lan:{port}/", "https://metadata:{port}/",
    "https://example.org@127.0.0.1:{port}/", "https://example.org:443@127.0.0.1:{port}/", "https://@127.0.0.1:{port}/",
    "https://127.0.0.1:{port}#@example.org/", "https://127.0.0.1:{port}?@example.org/", "https://example.org\\@127.0.0.1:{port}/",
    "https://127.0.0.1:{port}\\@example.org/", "https:\\\\127.0.0.1:{port}\\", "https:/127.0.0.1:{port}/",
    "https:127.0.0.1:{port}",
    "https:///127.0.0.1:{port}/", "//127.0.0.1:{port}/", "127.0.0.1:{port}", "https://127.0.0.1\t:{port}/", "https://127.0.0.1\n:{port}/",
    "https://example.org\r\nHost: 127.0.0.1:{port}/", "https://127.0.0.1:{port}:443/", "https://127.0.0.1:443:{port}/",
    "https://127.0.0.1:+{port}/", "https://127.0.0.1: {port}/", "https://127.0.0.1:٤٤٣/", "https://127.0.0.1:{port}/\x00",
    "http://127.0.0.1:{port}/", "http://localhost:{port}/", "HTTP://[::1]:{port}/", "http://hooks.example.org:{port}/",
    "ftp://127.0.0.1:{port}/", "file:///etc/passwd", "gopher://127.0.0.1:{port}/_", "unix:///run/docker.sock",
    "javascript:alert(1)", "",
    "https://", "https://:{port}/", "https://.:{port}/", "https://-.example.org:{port}/", "https://a..b:{port}/", " ", "https",
    "https://example.org:0/", "https://example.org:65536/", "https://example.org:99999/", "https://" + "a" * 64 + ".org:{port}/",
    "https://example.org/" + "a" * 3000, "https://example.org:{port}/\ud800", "https://\ud800.example.org:{port}/",
]  # fmt: skip


def guard_for(receiver: Receiver, authority: Authority, names: Names | None = None, seconds: float = 5.0) -> Guard:
    return Guard(ports=(443, receiver.port), resolve=names or Names(), ssl_context=authority.client, seconds=seconds)


PATIENCE = 60.0  # seconds after which a limit of the guard that fails is a test that fails, and not one that hangs


async def failure(guard: Guard, url: str) -> DeliveryFailed:
    with pytest.raises(DeliveryFailed) as failed:
        async with asyncio.timeout(PATIENCE):
            await guard.request("POST", url, {}, b"{}")
    return failed.value


async def post(guard: Guard, url: str) -> Answer:
    async with asyncio.timeout(PATIENCE):
        return await guard.request("POST", url, {"Content-Type": "application/json"}, b'{"a":1}')


# --- what goes out ---


def test_request_goes_to_the_vetted_address_with_the_name_in_header_and_certificate(authority: Authority) -> None:
    async def run() -> None:
        async with receiving(tls=authority.server(NAME)) as receiver:
            names, network = Names([PUBLIC]), Network(at=receiver)
            answer = await post(guard_for(receiver, authority, names), f"https://Hooks.Example.ORG.:{receiver.port}/a%20b?c=d#e")
            assert answer.status == 200
            assert network.asked == [(PUBLIC, receiver.port)]
            assert names.asked == [NAME]  # once, and nobody asks again
            request = receiver.request
            assert (request.method, request.target, request.body) == ("POST", "/a%20b?c=d", b'{"a":1}')
            assert request.headers["host"] == f"{NAME}:{receiver.port}"
            assert request.headers["user-agent"].startswith("Freightyard/")
            assert not request.headers.keys() & {"cookie", "referer", "origin", "x-forwarded-for"}

    asyncio.run(run())


def test_certificate_must_be_of_the_name(authority: Authority) -> None:
    async def run() -> None:
        async with receiving(tls=authority.server("other.example.org")) as receiver:
            Network(at=receiver)
            found = await failure(guard_for(receiver, authority), f"https://{NAME}/")
            assert (found.reason, found.again) == (say.NO_TLS, True)
            assert not receiver.requests
            strange = Guard(resolve=Names(), ssl_context=ssl.create_default_context())  # an authority that nobody knows
            assert (await failure(strange, f"https://{NAME}/")).reason == say.NO_TLS
            assert not receiver.requests

    asyncio.run(run())


def test_next_address_is_tried_if_one_does_not_answer(authority: Authority) -> None:
    async def run() -> None:
        async with receiving(tls=authority.server(NAME)) as receiver:
            network = Network(refused="93.184.216.1", at=receiver)
            answer = await post(guard_for(receiver, authority, Names(["93.184.216.1", PUBLIC])), f"https://{NAME}/")
            assert answer.status == 200
            assert network.asked == [("93.184.216.1", 443), (PUBLIC, 443)]

    asyncio.run(run())


def test_names_in_other_scripts_are_encoded() -> None:
    guard = Guard()
    assert guard.destination("https://Bücher.example/").host == "xn--bcher-kva.example"
    assert guard.destination("https://faß.example/ä?ö").host == "xn--fa-hia.example"
    assert guard.destination("https://faß.example/ä?ö").target == "/%C3%A4?%C3%B6"
    assert guard.destination("https://example.org?a").target == "/?a"


# --- what does not ---


def test_no_spelling_of_an_inner_address_is_reached(authority: Authority) -> None:
    async def run() -> None:
        async with receiving(tls=authority.server(NAME)) as receiver, receiving() as plain:
            network = Network(at=receiver)
            # A resolver that would help: whatever it is asked for is this machine.
            for answer in (["127.0.0.1"], ["::1"], [PUBLIC, "127.0.0.1"]):
                for port in (receiver.port, plain.port):
                    guard = Guard(ports=(443, receiver.port, plain.port), resolve=Names(answer), ssl_context=authority.client)
                    for spelling in SPELLINGS:
                        url = spelling.replace("{port}", str(port))
                        found = await failure(guard, url)
                        assert not found.again, url
                        assert guard.refusal(url) == found.reason, url  # the form says so already
            assert network.asked == []
            assert receiver.connections == plain.connections == 0

    asyncio.run(run())


def test_no_name_that_leads_inside_is_reached(authority: Authority) -> None:
    async def run() -> None:
        async with receiving(tls=authority.server(NAME)) as receiver:
            network = Network(at=receiver)
            for address in INSIDE:
                for answer in ([address], [PUBLIC, address], [address, PUBLIC]):
                    found = await failure(guard_for(receiver, authority, Names(answer)), f"https://{NAME}:{receiver.port}/")
                    assert (found.reason, found.again) == (say.PRIVATE, False), answer
            assert network.asked == []
            assert receiver.connections == 0

    asyncio.run(run())


def test_public_addresses_are_public() -> None:
    for address in (PUBLIC, "1.1.1.1", "8.8.8.8", "172.15.255.255", "172.32.0.0", "100.63.255.255", "100.128.0.0", "192.0.1.1"):
        assert is_public(address), address
    for address in ("2606:4700:4700::1111", "2a00:1450:4001:80e::200e", "2001:4860:4860::8888", "2620:fe::fe"):
        assert is_public(address), address


def test_answer_of_the_name_server_that_changes_reaches_nothing_inside(authority: Authority) -> None:
    async def run() -> None:
        async with receiving(tls=authority.server(NAME)) as receiver:
            names, network = Names([PUBLIC], ["127.0.0.1"], ["127.0.0.1"]), Network(at=receiver)
            guard = guard_for(receiver, authority, names)
            url = f"https://{NAME}:{receiver.port}/"
            assert (await post(guard, url)).status == 200
            assert names.asked == [NAME]  # between the check and the connection nobody asks
            assert (await failure(guard, url)).reason == say.PRIVATE
            assert network.asked == [(PUBLIC, receiver.port)]
            assert receiver.connections == 1

    asyncio.run(run())


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_redirects_are_not_followed(authority: Authority, status: int) -> None:
    async def run() -> None:
        async with receiving(tls=authority.server("127.0.0.1")) as inside, receiving() as plain:
            for target in (f"https://127.0.0.1:{inside.port}/", f"http://localhost:{plain.port}/", "//127.0.0.1/", "/elsewhere"):
                reply = f"HTTP/1.1 {status} Go\r\nLocation: {target}\r\nSet-Cookie: a=b\r\nContent-Length: 0\r\n\r\n".encode()
                async with receiving(reply, tls=authority.server(NAME)) as receiver:
                    Network(at=receiver)
                    assert (await post(guard_for(receiver, authority), f"https://{NAME}/")).status == status
                    assert receiver.connections == 1
            assert inside.connections == plain.connections == 0

    asyncio.run(run())


def test_environment_is_not_asked_for_proxies(authority: Authority, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with receiving(tls=authority.server(NAME)) as receiver, receiving() as proxy:
            for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"):
                monkeypatch.setenv(name, f"http://127.0.0.1:{proxy.port}")
            Network(at=receiver)
            guard = guard_for(receiver, authority)
            assert [(await post(guard, f"https://{NAME}/")).status for _ in range(2)] == [200, 200]
            assert (len(receiver.requests), proxy.connections) == (2, 0)

    asyncio.run(run())


def test_cookies_are_not_kept(authority: Authority) -> None:
    async def run() -> None:
        reply = b"HTTP/1.1 200 OK\r\nSet-Cookie: a=b\r\nContent-Length: 0\r\n\r\n"
        async with receiving(reply, tls=authority.server(NAME)) as receiver:
            Network(at=receiver)
            guard = guard_for(receiver, authority)
            for _ in range(2):
                await post(guard, f"https://{NAME}/")
            assert [request.headers.get("cookie") for request in receiver.requests] == [None, None]

    asyncio.run(run())


# --- what the other side does ---


async def _hang(writer: asyncio.StreamWriter) -> None:
    await asyncio.sleep(60)


async def _drip(writer: asyncio.StreamWriter) -> None:
    writer.write(b"HTTP/1.1 500 Oh\r\n")
    while not writer.is_closing():
        writer.write(b"X: y\r\n")
        await writer.drain()
        await asyncio.sleep(0.02)


class _Endless:
    """Sends the same again and again, and counts it."""

    def __init__(self, head: bytes, part: bytes) -> None:
        self.head, self.part, self.sent = head, part, 0

    async def __call__(self, writer: asyncio.StreamWriter) -> None:
        writer.write(self.head)
        while True:
            writer.write(self.part)
            await writer.drain()
            self.sent += len(self.part)


@pytest.mark.parametrize("reply", [_hang, _drip])
def test_receivers_that_hang_are_left(authority: Authority, reply: object) -> None:
    async def run() -> None:
        async with receiving(reply, tls=authority.server(NAME)) as receiver:  # type: ignore[arg-type]
            Network(at=receiver)
            found = await failure(guard_for(receiver, authority, seconds=0.3), f"https://{NAME}/")
            assert (found.reason, found.again) == (say.TOO_SLOW, True)

    asyncio.run(run())


def test_name_server_that_hangs_is_left() -> None:
    async def hang(host: str, port: int) -> Sequence[str]:
        await asyncio.sleep(60)
        return []

    async def run() -> None:
        assert (await failure(Guard(resolve=hang, seconds=0.1), f"https://{NAME}/")).reason == say.TOO_SLOW

    asyncio.run(run())


def test_names_are_looked_up_in_threads_that_nobody_waits_for(monkeypatch: pytest.MonkeyPatch) -> None:
    answered, asked = Event(), []

    def hang(host: str, port: int, **options: object) -> list[object]:
        asked.append(host)
        answered.wait(10)
        raise OSError("no such name")

    async def run() -> None:
        monkeypatch.setattr(socket, "getaddrinfo", hang)
        monkeypatch.setattr(guard_module, "_lookups", BoundedSemaphore(2))
        guard = Guard(seconds=0.1)
        for _ in range(2):
            assert (await failure(guard, f"https://{NAME}/")).reason == say.TOO_SLOW
        assert (await failure(guard, f"https://{NAME}/")).reason == say.UNKNOWN_NAME  # no third thread
        assert asked == [NAME, NAME]
        waiting = [thread for thread in enumerate_threads() if thread.name == "look up a name"]
        assert len(waiting) == 2
        assert all(thread.daemon for thread in waiting)  # the server ends without them
        answered.set()
        for thread in waiting:
            thread.join()
        assert (await failure(guard, f"https://{NAME}/")).reason == say.UNKNOWN_NAME
        assert len(asked) == 3

    asyncio.run(run())


def test_system_knows_this_machine() -> None:
    assert "127.0.0.1" in asyncio.run(system_resolver("127.0.0.1", 443))


@pytest.mark.parametrize(
    ("head", "part", "reason"),
    [
        (b"HTTP/1.1 200 OK\r\n\r\n", b"x" * 4096, None),  # taken: nobody reads on
        (b"HTTP/1.1 500 Oh\r\n\r\n", b"x" * 4096, None),  # the beginning is enough
        (b"HTTP/1.1 500 Oh\r\n", b"X: " + b"x" * 4096 + b"\r\n", say.NOT_HTTP),
        (b"", b"HTTP/1.1 103 Early Hints\r\nX: y\r\n\r\n" * 64, say.NOT_HTTP),
        (b"HTTP/1.1 500 Oh\r\nTransfer-Encoding: chunked\r\n\r\n", b"1\r\nx\r\n" * 512, None),
    ],
)
def test_endless_answers_are_cut_off(authority: Authority, head: bytes, part: bytes, reason: str | None) -> None:
    async def run() -> None:
        endless = _Endless(head, part)
        async with receiving(endless, tls=authority.server(NAME)) as receiver:
            Network(at=receiver)
            guard = guard_for(receiver, authority, seconds=20)
            if reason is None:
                answer = await post(guard, f"https://{NAME}/")
                assert answer.status in (200, 500)
                assert len(answer.body) <= 8 * 1024
            else:
                assert (await failure(guard, f"https://{NAME}/")).reason == reason
            await asyncio.sleep(0.05)
            assert endless.sent < 256 * MOST_BYTES  # what fits between two programs on a machine, and not more

    asyncio.run(run())


@pytest.mark.parametrize(
    "reply", [b"", b"220 smtp ready\r\n", b"HTTP/9 what\r\n\r\n", b"\x00" * 100, OK[:10], b"HTTP/1.1 42 no\r\n\r\n"]
)
def test_what_is_no_http_is_said_so(authority: Authority, reply: bytes) -> None:
    async def run() -> None:
        async with receiving(reply, tls=authority.server(NAME)) as receiver:
            Network(at=receiver)
            found = await failure(guard_for(receiver, authority), f"https://{NAME}/")
            assert (found.reason, found.again) == (say.NOT_HTTP, True)

    asyncio.run(run())


def test_unknown_names_and_closed_ports_may_work_later(authority: Authority) -> None:
    async def unknown(host: str, port: int) -> Sequence[str]:
        raise OSError("no such name")

    async def run() -> None:
        found = await failure(Guard(resolve=unknown), f"https://{NAME}/")
        assert (found.reason, found.again) == (say.UNKNOWN_NAME, True)
        found = await failure(Guard(resolve=Names([])), f"https://{NAME}/")
        assert (found.reason, found.again) == (say.UNKNOWN_NAME, True)
        Network(refused="93.184.216.1")
        found = await failure(Guard(resolve=Names(["93.184.216.1"]), ssl_context=authority.client), f"https://{NAME}/")
        assert (found.reason, found.again) == (say.NO_CONNECTION, True)

    asyncio.run(run())


# --- hosts that the server's host allows ---


def test_allowed_host_may_be_inside_and_without_tls() -> None:
    async def run() -> None:
        async with receiving() as receiver:
            here = Names(["127.0.0.1"])
            allowed = [f"{host}:{receiver.port}" for host in ("NTFY.lan", "127.0.0.1", "[::1]")]
            guard = Guard(allowed=allowed, resolve=here)
            assert (await post(guard, f"http://ntfy.LAN.:{receiver.port}/topic")).status == 200
            assert receiver.request.headers["host"] == f"ntfy.lan:{receiver.port}"
            assert (await post(guard, f"http://127.0.0.1:{receiver.port}/topic")).status == 200
            assert guard.destination(f"http://[0:0::1]:{receiver.port}/topic").authority == f"[::1]:{receiver.port}"
            for other in (
                f"http://other.lan:{receiver.port}/", f"http://a.ntfy.lan:{receiver.port}/", "http://ntfy.lan:22/", "http://ntfy.lan/",
                f"http://2130706433:{receiver.port}/", f"http://0x7f.1:{receiver.port}/", f"http://ntfy.lan@127.0.0.2:{receiver.port}/",
            ):  # fmt: skip
                assert not (await failure(guard, other)).again, other
            assert len(receiver.requests) == 2

    asyncio.run(run())


def test_host_allowed_without_a_port_has_those_of_the_web() -> None:
    guard = Guard(allowed=("ntfy.lan",))
    for url in ("http://ntfy.lan/a", "https://ntfy.lan/a", "https://ntfy.lan:8443/a", "http://ntfy.lan:80/a"):
        assert guard.destination(url).trusted, url
    assert guard.refusal("http://ntfy.lan:6379/a") is not None
    assert guard.destination("https://hooks.example.org/a").trusted is False


def test_allowed_hosts_that_are_none_are_refused() -> None:
    for name in ("http://ntfy.lan", "ntfy lan", "ntfy.lan:port", "user@ntfy.lan"):
        with pytest.raises(BadAddress):
            Guard(allowed=(name,))


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("http://hooks.example.org/", say.NOT_HTTPS),
        ("ftp://hooks.example.org/", say.NOT_HTTPS),
        ("hooks.example.org/abc", say.NOT_AN_ADDRESS),
        ("https://ann:secret@hooks.example.org/", say.USER_INFO),
        ("https://10.0.0.1/", say.NUMBERS),
        ("https://[fe80::1]/", say.NUMBERS),
        ("https://hooks/", say.ONE_WORD),
        ("https://localhost/", say.PRIVATE),
        ("https://hooks.example.org:22/", say.only_ports((443, 8443))),
        ("https://hooks.example.org/a b", say.SPACES),
        ("https://hooks.example.org/" + "a" * 2000, say.TOO_LONG),
        (" https://hooks.example.org/abc?d=e \n", None),
        ("https://hooks.example.org:8443", None),
    ],
)
def test_form_is_told_what_is_wrong(url: str, reason: str | None) -> None:
    assert Guard().refusal(url) == reason
