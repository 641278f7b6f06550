"""What a webhook of each service is sent. Names are plain text there: no link, no Markdown, nobody is called by them."""

import base64
import binascii
import hmac
import os
import re
from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Final
from urllib.parse import quote

import msgspec
from markupsafe import Markup

from freightyard.server.notices import channel_sentences as say
from freightyard.server.notices.channels.plain import Words, one_line, without_markdown, words_of
from freightyard.server.notices.contract import DIGEST, REMINDER, Notice

DISCORD: Final = "discord"
SLACK: Final = "slack"
MATRIX: Final = "matrix"
NTFY: Final = "ntfy"
JSON: Final = "json"

SECRET: Final = "whsec_"  # noqa: S105  (how the secrets of Standard Webhooks begin)
_LONGEST_DISCORD: Final = 2000
_JSON_TYPE: Final = {"Content-Type": "application/json"}
_NTFY_PRIORITY: Final = {REMINDER: 4, DIGEST: 2}
# Who is called, as each service writes it.
_MENTIONS: Final = {
    DISCORD: re.compile(r"[0-9]{15,21}"),
    SLACK: re.compile(r"[UW][A-Z0-9]{5,20}"),
    MATRIX: re.compile(r"@[a-z0-9._=/+-]{1,100}:[A-Za-z0-9.-]{1,100}(:[0-9]{1,5})?"),
}
_NTFY_TOPIC: Final = re.compile(r"(https?://[^?#]*/)([-_A-Za-z0-9]{1,64})/?")
_ROOM: Final = re.compile(r"![A-Za-z0-9._~+/=-]{1,200}(:[A-Za-z0-9.-]{1,200}(:[0-9]{1,5})?)?")
_TOKEN: Final = re.compile(r"[\x21-\x7e]{1,500}")


class Request(msgspec.Struct, frozen=True):
    """What goes out."""

    url: str
    headers: Mapping[str, str]
    body: bytes
    method: str = "POST"
    gone: tuple[int, ...] = (410,)  # statuses by which the service says that nothing will ever arrive there


Address = Mapping[str, str]


def request_for(notice: Notice, address: Address, now: float) -> Request:
    """What a webhook is sent, if its fields were not refused."""
    return STYLES[address["style"]](notice, address, now)


def form_refusal(address: Address) -> str | None:
    """Why the fields of a webhook cannot be used, apart from its address."""
    style, token = address.get("style", ""), address.get("token", "")
    if style not in STYLES:
        return say.UNKNOWN_STYLE
    if token and not _TOKEN.fullmatch(token):
        return say.TOKEN_LETTERS
    if style == NTFY and not _NTFY_TOPIC.fullmatch(address.get("url", "").strip()):
        return say.NTFY_TOPIC
    if style == MATRIX and not _ROOM.fullmatch(address.get("room", "")):
        return say.MATRIX_ROOM
    if style == MATRIX and not token:
        return say.MATRIX_TOKEN
    if style == JSON and address.get("secret") and _signing_key(address["secret"]) is None:
        return say.SECRET_FORM
    return None


def new_secret() -> str:
    """A secret by which the receiver of JSON knows that it was we who sent it."""
    return SECRET + base64.b64encode(os.urandom(24)).decode()


def signature(secret: str, key: str, seconds: int, body: bytes) -> str:
    """The signature of Standard Webhooks: HMAC-SHA256 of id, time and body. Empty if the secret is none."""
    signing_key = _signing_key(secret)
    if signing_key is None:
        return ""
    signed = f"{key}.{seconds}.".encode() + body
    return "v1," + base64.b64encode(hmac.digest(signing_key, signed, "sha256")).decode()


def _discord(notice: Notice, address: Address, now: float) -> Request:  # noqa: ARG001
    words, called = words_of(notice, longest=600), _called(notice, address)
    title = (f"<@{called}> " if called else "") + f"**{without_markdown(words.title)}**"
    content = "\n".join((title, *(without_markdown(line) for line in words.paragraphs), notice.url))
    if len(content) > _LONGEST_DISCORD:
        content = f"{title}\n{notice.url}"
    body = {"content": content, "allowed_mentions": {"parse": [], "users": [called] if called else []}}
    return Request(address["url"], _headers(notice), msgspec.json.encode(body), gone=(401, 404, 410))


def _slack(notice: Notice, address: Address, now: float) -> Request:  # noqa: ARG001
    words, called = words_of(notice), _called(notice, address)
    url = notice.url.replace("|", "%7C").replace(">", "%3E").replace("&", "&amp;")
    link = (f"<@{called}> " if called else "") + f"<{url}|{say.OPEN}>"
    blocks = [
        *({"type": "section", "text": {"type": "plain_text", "text": text, "emoji": False}} for text in _parts(words)),
        {"type": "section", "text": {"type": "mrkdwn", "text": link, "verbatim": True}},
    ]
    # Programs that only resemble Slack read the text alone.
    text = "\n".join(_parts(words)).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    body = {"text": f"{text}\n{link}", "blocks": blocks, "unfurl_links": False}
    return Request(address["url"], _headers(notice), msgspec.json.encode(body), gone=(404, 410))


def _matrix(notice: Notice, address: Address, now: float) -> Request:  # noqa: ARG001
    words, called = words_of(notice), _called(notice, address)
    base, room = address["url"].rstrip("/"), quote(address.get("room", ""), safe="")
    call = Markup('<a href="https://matrix.to/#/{0}">{0}</a>: ').format(called) if called else Markup("")
    lines = [Markup("<strong>{}</strong>").format(words.title), *(Markup("{}").format(line) for line in words.paragraphs)]
    link = Markup('<a href="{}">{}</a>').format(notice.url, say.OPEN)
    body = {
        "msgtype": "m.text",
        "body": (f"{called}: " if called else "") + "\n".join((*_parts(words), notice.url)),
        "format": "org.matrix.custom.html",
        "formatted_body": str(call + Markup("<br>").join((*lines, link))),
        "m.mentions": {"user_ids": [called]} if called else {},
    }
    # The last part of the address names the attempt: a server takes the same one once.
    url = f"{base}/_matrix/client/v3/rooms/{room}/send/m.room.message/{stable_id(notice.key)}"
    headers = {**_headers(notice), "Authorization": f"Bearer {address.get('token', '')}"}
    return Request(url, headers, msgspec.json.encode(body), method="PUT", gone=(401, 410))


def _ntfy(notice: Notice, address: Address, now: float) -> Request:  # noqa: ARG001
    words = words_of(notice)
    found = _NTFY_TOPIC.fullmatch(address["url"].strip())
    base, topic = (found[1], found[2]) if found else (address["url"], "")
    body = {
        "topic": topic,
        "title": words.title,
        "message": "\n".join(words.paragraphs) or words.title,
        "click": notice.url,
        "priority": _NTFY_PRIORITY.get(notice.kind, 3),
        "sequence_id": stable_id(notice.topic),  # a newer one takes the place of the older one
    }
    headers = {**_headers(notice), "X-Sequence-ID": stable_id(notice.topic)}
    if address.get("token"):
        headers["Authorization"] = f"Bearer {address['token']}"
    return Request(base, headers, msgspec.json.encode(body))


def _json(notice: Notice, address: Address, now: float) -> Request:
    body = msgspec.json.encode(
        {
            "version": 1,
            "id": stable_id(notice.key),
            "topic": stable_id(notice.topic),
            "kind": notice.kind,
            "title": one_line(notice.title),
            "text": "\n".join(one_line(line) for line in notice.text.splitlines()),
            "lines": [one_line(line) for line in notice.lines],
            "table": one_line(notice.table_title),
            "who": one_line(notice.mention),
            "url": notice.url,
            "expires_at": notice.expires_at,
        }
    )
    key, seconds = stable_id(notice.key), int(now)
    headers = {**_headers(notice), "webhook-id": key, "webhook-timestamp": str(seconds)}
    if address.get("secret"):
        headers["webhook-signature"] = signature(address["secret"], key, seconds, body)
    return Request(address["url"], headers, body)


STYLES: Final[dict[str, Callable[[Notice, Address, float], Request]]] = {
    DISCORD: _discord,
    SLACK: _slack,
    MATRIX: _matrix,
    NTFY: _ntfy,
    JSON: _json,
}


def stable_id(text: str) -> str:
    """The same for the same text, of characters that every service takes."""
    return sha256(text.encode()).hexdigest()[:32]


def _headers(notice: Notice) -> dict[str, str]:
    return {**_JSON_TYPE, "Idempotency-Key": stable_id(notice.key)}


def _parts(words: Words) -> list[str]:
    return [words.title, "\n".join(words.paragraphs)] if words.paragraphs else [words.title]


def _called(notice: Notice, address: Address) -> str:
    """The id of who is to act, if the webhook's owner has written it beside the name: `Ann=123456789012345678`, a line each."""
    pattern = _MENTIONS.get(address.get("style", ""))
    for line in address.get("mentions", "").splitlines():
        name, _, known = line.rpartition("=")
        if pattern and notice.mention and name.strip() == notice.mention and pattern.fullmatch(known.strip()):
            return known.strip()
    return ""


def _signing_key(secret: str) -> bytes | None:
    try:
        key = base64.b64decode(secret.removeprefix(SECRET), validate=True)
    except (binascii.Error, ValueError):
        return None
    return key if secret.startswith(SECRET) and len(key) >= 16 else None
