"""Mails by a real mail server on this machine: what arrives, and what the server may answer."""

import asyncio
import re
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

import msgspec
import pytest
from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword

from freightyard.core.errors import FreightyardError
from freightyard.server.notices import channel_sentences as say
from freightyard.server.notices.channels import mail
from freightyard.server.notices.channels.mail import PLAIN, STARTTLS, TLS, MailSender, SmtpServer, smtp_server
from freightyard.server.notices.contract import MAIL, TURN, Channel, DeliveryFailed, Notice
from tests.server.notices.receivers import NOW, Authority

NAME = "mail.example.org"
PASSWORD = "s3cret"  # noqa: S105
ANN = Channel(key="c", kind=MAIL, person="ann", address={"address": "ann@example.org"})
NOTICE = Notice(
    key="turn abc 17 mail",
    topic="turn-abc",
    kind=TURN,
    title="Your turn – Freight Train with Bob",
    text="Bob took three cars.\nYou have two days.",
    url="https://yard.example.org/t/abc",
    table_title="Freight Train with Bob",
    unsubscribe="https://yard.example.org/notices/off/secret",
)


class Postbox:
    """What a mail server does with mails."""

    def __init__(self, recipient: str = "250 ok", data: str = "250 taken") -> None:
        self.recipient = recipient
        self.data = data
        self.mails: list[EmailMessage] = []
        self.raw: list[bytes] = []
        self.envelopes: list[tuple[str, list[str]]] = []
        self.tls: list[bool] = []
        self.hello = ""
        self.port = 0

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:  # noqa: N802
        if self.recipient.startswith("250"):
            envelope.rcpt_tos.append(address)
        return self.recipient

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        found = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(found, EmailMessage)
        self.mails.append(found)
        self.raw.append(envelope.content)
        self.envelopes.append((envelope.mail_from, envelope.rcpt_tos))
        self.tls.append(session.ssl is not None or server.transport.get_extra_info("ssl_object") is not None)
        self.hello = session.host_name
        return self.data


@asynccontextmanager
async def postbox(box: Postbox, **options: Any) -> AsyncIterator[Postbox]:
    at_once: ssl.SSLContext | None = options.pop("at_once", None)
    loop = asyncio.get_running_loop()
    connections: list[asyncio.Transport] = []

    class Protocol(SMTP):
        def connection_made(self, transport: Any) -> None:
            connections.append(transport)
            super().connection_made(transport)

    server = await loop.create_server(lambda: Protocol(box, loop=loop, **options), "127.0.0.1", 0, ssl=at_once)
    box.port = server.sockets[0].getsockname()[1]
    try:
        yield box
    finally:
        server.close()
        for connection in connections:
            connection.abort()
        await asyncio.sleep(0)


def sender_for(box: Postbox, security: str = PLAIN, authority: Authority | None = None, **more: Any) -> MailSender:
    server = SmtpServer(host="localhost", port=box.port, security=security, sender="Freightyard <yard@example.org>", **more)
    return MailSender(server, lambda: NOW, authority.client if authority else None)


def sent(*notices: Notice, channel: Channel = ANN) -> list[EmailMessage]:
    async def run() -> list[EmailMessage]:
        async with postbox(Postbox()) as box:
            sender = sender_for(box)
            for notice in notices:
                await sender.send(notice, channel)
            assert box.hello == "example.org"  # not the name of this machine
            return box.mails

    return asyncio.run(run())


def failure(box: Postbox, **options: Any) -> DeliveryFailed:
    async def run() -> DeliveryFailed:
        async with postbox(box, **options):
            with pytest.raises(DeliveryFailed) as failed:
                await sender_for(box).send(NOTICE, ANN)
            return failed.value

    return asyncio.run(run())


def part(message: EmailMessage, kind: str) -> str:
    body = message.get_body((kind,))
    assert body is not None
    return str(body.get_content())


def test_mail_arrives_with_both_parts() -> None:
    (message,) = sent(NOTICE)
    assert (message["From"], message["To"]) == ("Freightyard <yard@example.org>", "ann@example.org")
    assert message["Subject"] == "Your turn – Freight Train with Bob"
    assert message["Date"].datetime.timestamp() == NOW
    plain, html = part(message, "plain"), part(message, "html")
    for text in (plain, html):
        assert "Bob took three cars." in text
        assert "You have two days." in text
        assert NOTICE.url in text
        assert NOTICE.unsubscribe in text
    assert not re.search(r"<img|<script|<link|url\(|src=", html)  # nothing is loaded: nobody learns who reads it


def test_mail_is_stopped_by_one_click_and_not_answered_by_machines() -> None:
    (message,) = sent(NOTICE)
    assert message["List-Unsubscribe"] == "<https://yard.example.org/notices/off/secret>"
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert message["Auto-Submitted"] == "auto-generated"
    (plain,) = sent(msgspec.structs.replace(NOTICE, unsubscribe="http://localhost:8323/notices/off/secret"))
    assert plain["List-Unsubscribe"] is not None
    assert plain["List-Unsubscribe-Post"] is None  # one click is for https alone (RFC 8058)
    (nothing,) = sent(msgspec.structs.replace(NOTICE, unsubscribe=""))
    assert nothing["List-Unsubscribe"] is None


def test_same_notice_has_the_same_id_and_a_topic_is_one_thread() -> None:
    later = msgspec.structs.replace(NOTICE, key="turn abc 19 mail")
    other = msgspec.structs.replace(NOTICE, key="turn xyz 3 mail", topic="turn-xyz")
    first, again, second, elsewhere = sent(NOTICE, NOTICE, later, other)
    assert first["Message-ID"] == again["Message-ID"] != second["Message-ID"]
    assert re.fullmatch(r"<[0-9a-f]{32}@example\.org>", first["Message-ID"])
    assert first["References"] == second["References"] == second["In-Reply-To"] != elsewhere["References"]
    assert first["References"] not in (first["Message-ID"], second["Message-ID"])


NAMES = [
    "Bob\r\nBcc: eve@example.org",
    "Bob\nBcc: eve@example.org\n\nBuy this",
    "Bob\r\n.\r\nMAIL FROM:<eve@example.org>",
    "Bob\x0bBcc: eve@example.org",
    "Bob\u2028Bcc: eve@example.org",
    "Bob\x85Bcc: eve@example.org",
    "=?utf-8?q?Bob=0D=0ABcc:_eve@example.org?=",  # Python's library would decode these, and not encode them again
    "=?utf-8?b?Qm9iDQpCY2M6IGV2ZUBleGFtcGxlLm9yZw==?=",
    "=?=?utf-8?q?=0D=0ABcc:_e@x.org?=",
    "Bob\x00",
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "\u202ebob\u2066",
    "visit https://evil.example/x now",
    "evil.example",
    "{0} {} %s",
]


@pytest.mark.parametrize("name", NAMES)
def test_names_add_no_header_no_recipient_and_no_markup(name: str) -> None:
    async def run() -> None:
        notice = msgspec.structs.replace(
            NOTICE, title=f"Your turn – {name}", text=f"{name} moved.", table_title=name, lines=(name,), key=name, topic=name
        )
        async with postbox(Postbox()) as box:
            await sender_for(box).send(notice, ANN)
            (message,) = box.mails
            assert box.envelopes == [("yard@example.org", ["ann@example.org"])]
        assert message["Bcc"] is None
        assert set(message.keys()) == {
            "From", "To", "Subject", "Date", "Message-ID", "References", "In-Reply-To", "Auto-Submitted",
            "X-Auto-Response-Suppress", "List-Unsubscribe", "List-Unsubscribe-Post", "MIME-Version", "Content-Type",
        }  # fmt: skip
        html = part(message, "html")
        assert not re.search(r"<script|<img|onerror=(?!alert\(1\)&gt;)", html)
        assert set(re.findall(r'href="([^"]*)"', html)) == {NOTICE.url, NOTICE.unsubscribe}
        for text in (html, part(message, "plain"), str(message["Subject"])):
            assert not set(text) & {"\u202e", "\u2066", "\x00", "\x0b", "\x85", "\u2028"}
        assert "evil.example" not in part(message, "plain")  # no program finds a link in it
        assert "evil.example" not in html

    asyncio.run(run())


NO_ADDRESSES = ["ann@example.org\r\nRCPT TO:<eve@example.org>", "ann@example.org,eve@example.org", "ann", "", "a b@example.org"]


@pytest.mark.parametrize("address", NO_ADDRESSES)
def test_addresses_that_are_none_get_nothing(address: str) -> None:
    async def run() -> None:
        async with postbox(Postbox()) as box:
            channel = msgspec.structs.replace(ANN, address={"address": address})
            with pytest.raises(DeliveryFailed) as failed:
                await sender_for(box).send(NOTICE, channel)
            assert (failed.value.again, failed.value.gone, box.mails) == (False, True, [])

    asyncio.run(run())


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("ann@example.org", None),
        (" ann+games@mail.example.org ", None),
        ("ann@bücher.example", None),
        ("ännchen@example.org", say.MAIL_LETTERS),
        ('"ann smith"@example.org', say.MAIL_LETTERS),
        ("<ann@example.org>", say.MAIL_LETTERS),
        ("ann@example.org\nBcc: eve@example.org", say.MAIL_LETTERS),
        ("ann@localhost", say.MAIL_ADDRESS),
        ("ann@127.0.0.1", say.MAIL_ADDRESS),
        ("ann@[127.0.0.1]", say.MAIL_ADDRESS),
        ("ann", say.MAIL_ADDRESS),
        ("@example.org", say.MAIL_ADDRESS),
        ("a" * 65 + "@example.org", say.MAIL_LETTERS),
        ("ann@" + "a." * 130 + "org", say.MAIL_ADDRESS),
        (".ann@example.org", say.MAIL_LETTERS),
    ],
)
def test_form_is_told_what_is_wrong_with_a_mail_address(address: str, reason: str | None) -> None:
    assert mail.refusal(address) == reason


def test_spellings_of_a_mailbox_count_as_one() -> None:
    spellings = ("ann.b@example.org", "Ann.B+games@EXAMPLE.org", " annb+1+2@example.org. ")
    assert {mail.mailbox_of(address) for address in spellings} == {"annb@example.org"}


@pytest.mark.parametrize(
    ("box", "reason", "again", "gone"),
    [
        (Postbox(recipient="550 5.1.1 no such user"), say.MAIL_REFUSED, False, True),
        (Postbox(recipient="550 no such user"), say.MAIL_REFUSED, False, True),
        (Postbox(recipient="553 not here"), say.MAIL_REFUSED, False, True),
        (Postbox(recipient="450 4.2.1 greylisted"), say.MAIL_LATER, True, False),
        (Postbox(recipient="550 5.7.1 relaying denied"), say.MAIL_NOT_TAKEN, True, False),  # the host's fault, not the address's
        (Postbox(recipient="552 5.2.2 mailbox full"), say.MAIL_NOT_TAKEN, True, False),
        (Postbox(data="451 4.3.0 try again"), say.MAIL_LATER, True, False),
        (Postbox(data="554 5.6.0 I do not like it"), say.MAIL_NOT_TAKEN, False, False),
        (Postbox(data="421 closing"), say.MAIL_LATER, True, False),
    ],
)
def test_answers_of_the_mail_server(box: Postbox, reason: str, again: bool, gone: bool) -> None:
    found = failure(box)
    assert (found.reason, found.again, found.gone) == (reason, again, gone)


def test_mail_server_that_is_not_there_may_come_back() -> None:
    async def run() -> None:
        async with postbox(Postbox()) as box:
            sender = sender_for(box)
        with pytest.raises(DeliveryFailed) as failed:
            await sender.send(NOTICE, ANN)
        assert (failed.value.reason, failed.value.again) == (say.MAIL_NO_SERVER, True)

    asyncio.run(run())


@pytest.mark.filterwarnings("ignore:Requiring AUTH while not requiring TLS")  # so careless is this mail server
def test_password_is_given_by_tls_alone(authority: Authority) -> None:
    given: list[tuple[bytes, bytes]] = []

    def let_in(server: Any, session: Any, envelope: Any, mechanism: str, data: LoginPassword) -> AuthResult:
        given.append((data.login, data.password))
        return AuthResult(success=data.password == PASSWORD.encode(), handled=False)

    async def run() -> None:
        tls = authority.server("localhost")
        options = {"authenticator": let_in, "auth_required": True}
        async with postbox(Postbox(), tls_context=tls, require_starttls=True, **options) as box:
            await sender_for(box, STARTTLS, authority, user="yard", password=PASSWORD).send(NOTICE, ANN)
            assert (given, box.tls) == ([(b"yard", PASSWORD.encode())], [True])
            with pytest.raises(DeliveryFailed) as failed:
                await sender_for(box, STARTTLS, authority, user="yard", password=PASSWORD[1:]).send(NOTICE, ANN)
            assert (failed.value.reason, failed.value.again) == (say.MAIL_NOT_LET_IN, True)
        async with postbox(Postbox(), at_once=tls) as box:
            await sender_for(box, TLS, authority).send(NOTICE, ANN)
            assert len(box.mails) == 1
        given.clear()
        for security, offered in ((STARTTLS, None), (STARTTLS, authority.server("other.example.org"))):
            # It offers no TLS, or that of somebody else: nothing is said to it.
            async with postbox(Postbox(), tls_context=offered, auth_require_tls=False, **options) as box:
                with pytest.raises(DeliveryFailed) as failed:
                    await sender_for(box, security, authority, user="yard", password=PASSWORD).send(NOTICE, ANN)
                assert (failed.value.again, box.mails, given) == (True, [], [])

    asyncio.run(run())


def test_mail_server_is_read_from_its_address() -> None:
    found = smtp_server("smtp://yard%40example.org:p%3Aw@mail.example.org", "yard@example.org")
    assert (found.host, found.port, found.security) == (NAME, 587, STARTTLS)
    assert (found.user, found.password) == ("yard@example.org", "p:w")
    assert smtp_server("smtps://mail.example.org", "yard@example.org").port == 465
    assert smtp_server("smtp+plain://localhost:2525", "Yard <yard@example.org>", "other").port == 2525
    assert "p:w" not in repr(found)
    for url in ("mail.example.org", "smtp://", "smtp://a:port", "https://mail.example.org"):
        with pytest.raises(FreightyardError):
            smtp_server(url, "yard@example.org")
    with pytest.raises(FreightyardError):
        smtp_server(f"smtp://{NAME}", "nobody")
