"""Webhooks of every style, to receivers on this machine: what they are sent, and what their answers mean."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from freightyard.server.notices import channel_sentences as say
from freightyard.server.notices.channels.webhook import STYLES, WebhookSender, new_secret, refusal
from freightyard.server.notices.contract import REMINDER, TURN, WEBHOOK, Channel, DeliveryFailed, Notice
from freightyard.server.notices.guard import Guard
from tests.server.notices.receivers import NOW, OK, Authority, Names, Network, Received, Receiver, Reply, receiving

NAME = "hooks.example.org"
NOTICE = Notice(
    key="turn abc 17 hook",
    topic="turn-abc",
    kind=TURN,
    title="Ann, your turn",
    text="Bob took three cars.",
    url="https://yard.example.org/t/abc",
    table_title="Freight Train with Ann and Bob",
    mention="Ann",
)
TRICKY = [
    "@everyone", "@here @channel @room", "<@123456789012345678>", "<@&1234>", "<!channel>", "<!subteam^S1>", "@\u200beveryone",
    "<https://evil.example|Open>", "[Open](https://evil.example)", "https://evil.example/x", "www.evil.example", "discord.gg/abc",
    "mailto:eve@evil.example", "**bold** `code` ||spoiler||", "# head\n> quote", "&lt;!channel&gt;", "\\@everyone", "\\*",
    "<a href='https://evil.example'>x</a>", "</strong><img src=x>", "\u202eevil\u2066", "a\x00\x1b[31mb", "evil。example/x",
]  # fmt: skip


def channel(style: str, path: str = "/hook/secret", **more: str) -> Channel:
    address = {"style": style, "url": f"https://{NAME}{path}", **more}
    if style == "matrix":
        address = {"style": style, "url": f"https://{NAME}", "room": "!room/1:example.org", "token": "t0ken", **more}
    return Channel(key="c", kind=WEBHOOK, person="ann", address=address)


def with_receiver(authority: Authority, reply: bytes | Reply, run: Callable[[WebhookSender, Receiver], Awaitable[None]]) -> None:
    async def all_of_it() -> None:
        async with receiving(reply, tls=authority.server(NAME)) as receiver:
            Network(at=receiver)
            guard = Guard(resolve=Names(), ssl_context=authority.client, seconds=2)
            await run(WebhookSender(guard, lambda: NOW), receiver)

    asyncio.run(all_of_it())


def sent(authority: Authority, notice: Notice, to: Channel) -> Received:
    found: list[Received] = []

    async def run(sender: WebhookSender, receiver: Receiver) -> None:
        await sender.send(notice, to)
        found.append(receiver.request)

    with_receiver(authority, OK, run)
    return found[0]


def test_discord_calls_nobody_but_who_is_to_act(authority: Authority) -> None:
    request = sent(authority, NOTICE, channel("discord"))
    assert (request.method, request.target) == ("POST", "/hook/secret")
    assert request.json == {
        "content": "**Ann, your turn**\nFreight Train with Ann and Bob\nBob took three cars.\nhttps://yard.example.org/t/abc",
        "allowed_mentions": {"parse": [], "users": []},
    }
    known = channel("discord", mentions="Bob=223456789012345678\nAnn=123456789012345678")
    called = sent(authority, NOTICE, known).json
    assert called["content"].startswith("<@123456789012345678> **Ann, your turn**")
    assert called["allowed_mentions"] == {"parse": [], "users": ["123456789012345678"]}
    for wrong in ("Ann=everyone", "Ann=1> @everyone", "Anna=123456789012345678", "=123456789012345678", "Ann"):
        assert "<@" not in sent(authority, NOTICE, channel("discord", mentions=wrong)).json["content"]


def test_slack_has_plain_text_and_one_link(authority: Authority) -> None:
    found = sent(authority, NOTICE, channel("slack", mentions="Ann=U012ABCDEF")).json
    *texts, link = found["blocks"]
    assert [block["text"]["type"] for block in texts] == ["plain_text", "plain_text"]
    assert texts[0]["text"]["text"] == "Ann, your turn"
    assert texts[1]["text"]["text"] == "Freight Train with Ann and Bob\nBob took three cars."
    assert link["text"] == {"type": "mrkdwn", "text": "<@U012ABCDEF> <https://yard.example.org/t/abc|Open>", "verbatim": True}
    assert found["text"].endswith("<@U012ABCDEF> <https://yard.example.org/t/abc|Open>")


def test_matrix_takes_the_same_message_once(authority: Authority) -> None:
    request = sent(authority, NOTICE, channel("matrix", mentions="Ann=@ann:example.org"))
    again = sent(authority, NOTICE, channel("matrix"))
    other = sent(authority, msgspec.structs.replace(NOTICE, key="other"), channel("matrix"))
    assert request.method == "PUT"
    assert re.fullmatch(r"/_matrix/client/v3/rooms/%21room%2F1%3Aexample.org/send/m.room.message/[0-9a-f]{32}", request.target)
    assert request.target == again.target != other.target
    assert request.headers["authorization"] == "Bearer t0ken"
    assert request.json["m.mentions"] == {"user_ids": ["@ann:example.org"]}
    assert again.json["m.mentions"] == {}
    assert again.json["body"].splitlines()[0] == "Ann, your turn"
    assert again.json["formatted_body"].startswith("<strong>Ann, your turn</strong><br>Freight Train with Ann and Bob<br>")


def test_ntfy_replaces_the_older_notice(authority: Authority) -> None:
    request = sent(authority, NOTICE, channel("ntfy", "/sub/my-topic", token="tk_abc"))  # noqa: S106
    assert (request.target, request.headers["authorization"]) == ("/sub/", "Bearer tk_abc")
    found = request.json
    assert (found["topic"], found["title"], found["click"]) == ("my-topic", "Ann, your turn", NOTICE.url)
    assert found["message"] == "Freight Train with Ann and Bob\nBob took three cars."
    later = sent(authority, msgspec.structs.replace(NOTICE, key="later", kind=REMINDER), channel("ntfy", "/my-topic"))
    assert (later.target, later.json["priority"]) == ("/", 4)
    assert later.json["sequence_id"] == later.headers["x-sequence-id"] == found["sequence_id"]
    assert "authorization" not in later.headers


def documented_check(now: float) -> Callable[[str, dict[str, str], bytes], bool]:
    """The check of a signature as docs/hosting.md shows it to receivers."""
    text = (Path(__file__).parents[3] / "docs" / "hosting.md").read_text(encoding="utf-8")
    found = re.search(r"```python\n(import base64, .*?)```", text, re.DOTALL)
    assert found
    names: dict[str, Any] = {}
    exec(found[1], names)  # noqa: S102  (our own page)
    names["time"] = SimpleNamespace(time=lambda: now)
    check: Callable[[str, dict[str, str], bytes], bool] = names["is_genuine"]
    return check


def test_json_is_signed(authority: Authority) -> None:
    secret = new_secret()
    request = sent(authority, NOTICE, channel("json", secret=secret))
    is_genuine = documented_check(NOW + 10)
    assert is_genuine(secret, request.headers, request.body)
    assert not is_genuine(new_secret(), request.headers, request.body)
    assert not is_genuine(secret, request.headers, request.body.replace(b"Ann", b"Eve"))
    assert not is_genuine(secret, {**request.headers, "webhook-timestamp": str(int(NOW) + 5)}, request.body)
    assert not documented_check(NOW + 1000)(secret, request.headers, request.body)
    assert request.json == {
        "version": 1,
        "id": request.headers["webhook-id"],
        "topic": request.json["topic"],
        "kind": "turn",
        "title": "Ann, your turn",
        "text": "Bob took three cars.",
        "lines": [],
        "table": "Freight Train with Ann and Bob",
        "who": "Ann",
        "url": "https://yard.example.org/t/abc",
        "expires_at": None,
    }
    assert request.headers["idempotency-key"] == request.headers["webhook-id"]
    assert sent(authority, NOTICE, channel("json")).headers.get("webhook-signature") is None
    # The example of the specification of Standard Webhooks.
    from freightyard.server.notices.channels.webhook_styles import signature

    known = signature(
        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, b'{"test": 2432232314}'
    )
    assert known == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def texts(body: Any) -> list[str]:
    """All texts in a message that somebody reads."""
    if isinstance(body, str):
        return [body]
    each = body.values() if isinstance(body, dict) else body if isinstance(body, list) else []
    return [text for part in each for text in texts(part)]


@pytest.mark.parametrize("style", sorted(STYLES))
def test_names_are_plain_text_everywhere(authority: Authority, style: str) -> None:
    async def run(sender: WebhookSender, receiver: Receiver) -> None:
        to = channel(style, "/topic")
        for name in TRICKY:
            notice = msgspec.structs.replace(
                NOTICE,
                title=f"{name}, your turn",
                text=f"{name} moved.",
                table_title=f"Table of {name}",
                mention=name,
                lines=(name,),
            )
            await sender.send(notice, to)
            found = receiver.requests[-1].json
            for text in texts(found):
                assert not set(text) & set("\u202e\u2066\x00\x1b"), (name, text)
            if style == "json":
                continue  # for programs: they get the text as it is
            shown = [text.replace(NOTICE.url, "").replace("matrix.to", "") for text in texts(found)]
            for text in shown:
                assert not re.search(r"@(everyone|here|channel|room|\d)|evil[.。]example|discord\.gg", text), (
                    name,
                    text,
                )
            if style == "discord":
                assert not re.search(r"(?<!\\)[`|<>#\[\]]", found["content"].replace(NOTICE.url, "")), (name, found["content"])
                assert found["allowed_mentions"] == {"parse": [], "users": []}
            if style == "slack":
                assert re.findall("<[^>]*>", found["text"]) == [f"<{NOTICE.url}|Open>"]
                assert [block["text"]["type"] for block in found["blocks"]] == ["plain_text", "plain_text", "mrkdwn"]
            if style == "matrix":
                tags = set(re.findall("<[^>]*>", found["formatted_body"]))
                assert tags == {"<strong>", "</strong>", "<br>", f'<a href="{NOTICE.url}">', "</a>"}, name

    with_receiver(authority, OK, run)


@pytest.mark.parametrize("style", sorted(STYLES))
def test_long_texts_are_cut(authority: Authority, style: str) -> None:
    for letter in ("x", "@", "*", ":a.", "𝕏"):
        long = msgspec.structs.replace(
            NOTICE, title=letter * 999, text=letter * 9999, table_title=letter * 888, mention=letter * 99
        )
        request = sent(authority, long, channel(style, "/topic"))
        if style == "discord":
            assert len(request.json["content"]) <= 2000
            assert request.json["content"].endswith(NOTICE.url)
        if style == "ntfy":
            assert len(request.json["message"]) <= 4096
        if style == "slack":
            assert all(len(block["text"]["text"]) <= 3000 for block in request.json["blocks"])


async def _hang(writer: asyncio.StreamWriter) -> None:
    await asyncio.sleep(60)


async def _endless(writer: asyncio.StreamWriter) -> None:
    writer.write(b"HTTP/1.1 500 Oh\r\n\r\n")
    while True:
        writer.write(b"x" * 4096)
        await writer.drain()


def answer(status: int, header: str = "", body: str = "") -> bytes:
    return f"HTTP/1.1 {status} No\r\n{header}Content-Length: {len(body)}\r\n\r\n{body}".encode()


@pytest.mark.parametrize(
    ("style", "reply", "reason", "again", "after", "gone"),
    [
        ("json", answer(500), say.answered(500), True, None, False),
        ("json", answer(503, "Retry-After: 60\r\n"), say.answered(503), True, 60.0, False),
        ("json", answer(404), say.answered(404), False, None, False),
        ("json", answer(410), say.NO_LONGER_THERE, False, None, True),
        ("json", answer(301, "Location: https://127.0.0.1/\r\n"), say.REDIRECTED, False, None, False),
        ("json", _hang, say.TOO_SLOW, True, None, False),
        ("json", _endless, say.answered(500), True, None, False),
        ("discord", answer(404, body='{"code": 10015}'), say.NO_LONGER_THERE, False, None, True),
        ("discord", answer(429, "Retry-After: 1.5\r\n"), say.TOO_MANY, True, 1.5, False),
        ("slack", answer(404, body="no_service"), say.NO_LONGER_THERE, False, None, True),
        ("slack", answer(403, body="invalid_token"), say.NOT_ALLOWED, False, None, False),
        ("matrix", answer(401, body='{"errcode": "M_UNKNOWN_TOKEN"}'), say.NO_LONGER_THERE, False, None, True),
        ("matrix", answer(403), say.NOT_ALLOWED, False, None, False),
        ("matrix", answer(429, body='{"retry_after_ms": 2500}'), say.TOO_MANY, True, 2.5, False),
        ("matrix", answer(429, body='{"a":' + "[" * 8000), say.TOO_MANY, True, None, False),
        ("json", answer(101, "Upgrade: x\r\nConnection: upgrade\r\n"), say.NOT_HTTP, True, None, False),
        ("ntfy", answer(403), say.NOT_ALLOWED, False, None, False),
        ("ntfy", answer(413), say.TOO_LARGE, False, None, False),
    ],
)
def test_answers_of_receivers(
    authority: Authority, style: str, reply: bytes | Reply, reason: str, again: bool, after: float | None, gone: bool
) -> None:
    async def run(sender: WebhookSender, receiver: Receiver) -> None:
        with pytest.raises(DeliveryFailed) as failed:
            await sender.send(NOTICE, channel(style, "/topic"))
        found = failed.value
        assert (found.reason, found.again, found.after, found.gone) == (reason, again, after, gone)
        assert receiver.connections == 1

    with_receiver(authority, reply, run)


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ({"style": "discord", "url": f"https://{NAME}/a"}, None),
        ({"style": "json", "url": f"https://{NAME}/a", "secret": new_secret()}, None),
        ({"style": "ntfy", "url": "https://ntfy.example/my-topic"}, None),
        ({"style": "matrix", "url": "https://m.example", "room": "!abc:m.example", "token": "t"}, None),
        ({"style": "matrix", "url": "https://m.example", "room": "!abcDEF-_", "token": "t"}, None),  # rooms of version 12
        ({"style": "telegram", "url": f"https://{NAME}/a"}, say.UNKNOWN_STYLE),
        ({"url": f"https://{NAME}/a"}, say.UNKNOWN_STYLE),
        ({"style": "json"}, say.NOT_AN_ADDRESS),
        ({"style": "json", "url": "https://127.0.0.1/a"}, say.NUMBERS),
        ({"style": "json", "url": f"https://{NAME}/a", "secret": "hunter2"}, say.SECRET_FORM),
        ({"style": "ntfy", "url": "https://ntfy.example/"}, say.NTFY_TOPIC),
        ({"style": "ntfy", "url": "https://ntfy.example/a?b"}, say.NTFY_TOPIC),
        ({"style": "ntfy", "url": "https://ntfy.example/a", "token": "a\r\nX: y"}, say.TOKEN_LETTERS),
        ({"style": "matrix", "url": "https://m.example", "room": "#abc:m.example", "token": "t"}, say.MATRIX_ROOM),
        ({"style": "matrix", "url": "https://m.example", "room": "!abc:m.example"}, say.MATRIX_TOKEN),
    ],
)
def test_form_is_told_what_is_wrong_with_a_webhook(address: dict[str, str], reason: str | None) -> None:
    assert refusal(Guard(), address) == reason


def test_broken_channels_send_nothing(authority: Authority) -> None:
    async def run(sender: WebhookSender, receiver: Receiver) -> None:
        inside = {"style": "json", "url": f"https://127.0.0.1:{receiver.port}/"}
        injected = {"style": "ntfy", "url": f"https://{NAME}/a", "token": "a\r\nX: y"}
        for address in ({}, {"style": "json"}, {"url": f"https://{NAME}/"}, inside, injected):
            with pytest.raises(DeliveryFailed) as failed:
                await sender.send(NOTICE, Channel(key="c", kind=WEBHOOK, person="ann", address=address))
            assert not failed.value.again
        assert receiver.connections == 0

    with_receiver(authority, OK, run)
