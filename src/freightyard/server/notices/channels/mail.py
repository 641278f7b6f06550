"""E-mail by the mail server of the host: its address is the host's own choice, so it is not the guard's business."""

import re
import ssl
from collections.abc import Callable
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, parseaddr
from hashlib import sha256
from typing import Final
from urllib.parse import unquote, urlsplit

import msgspec
from markupsafe import Markup, escape

from freightyard.core.errors import FreightyardError
from freightyard.server.notices import channel_sentences as say
from freightyard.server.notices.addresses import BadAddress, ascii_name
from freightyard.server.notices.channels.plain import one_line, shortened, words_of
from freightyard.server.notices.contract import Channel, DeliveryFailed, Notice

SECONDS: Final = 15.0  # for each step of the exchange
STARTTLS: Final = "starttls"
TLS: Final = "tls"
PLAIN: Final = "plain"
_SCHEMES: Final = {"smtp": (STARTTLS, 587), "smtps": (TLS, 465), "smtp+plain": (PLAIN, 25)}
_LOCAL_PART: Final = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*")
_ENHANCED: Final = re.compile(r"\s*([245])\.(\d{1,3})\.(\d{1,3})\b")
_LONGEST_SUBJECT: Final = 150


class SmtpServer(msgspec.Struct, frozen=True, kw_only=True):
    """The mail server, and who its mails are from."""

    host: str
    port: int
    security: str  # STARTTLS, TLS or PLAIN
    sender: str  # "Freightyard <yard@example.org>"
    user: str = ""
    password: str = ""

    def __repr__(self) -> str:
        """Without the password: logs have no secrets."""
        return f"SmtpServer({self.host!r}, {self.port}, {self.security!r}, {self.sender!r})"


def smtp_server(url: str, sender: str, password: str = "") -> SmtpServer:
    """A mail server from `smtp://USER:PASSWORD@HOST:PORT`. Raises FreightyardError.

    `smtp` begins in the open and goes on by TLS, or not at all; `smtps` is TLS from the start; `smtp+plain` is for this machine.
    """
    try:
        parts = urlsplit(url)
        security, usual_port = _SCHEMES[parts.scheme]
        host, port = parts.hostname, parts.port or usual_port
    except (ValueError, KeyError) as error:
        raise FreightyardError("A mail server looks like smtp://USER@mail.example.org:587, or smtps:// for TLS.") from error
    if not host:
        raise FreightyardError("The mail server has no name: write smtp://USER@mail.example.org:587.")
    if refusal(parseaddr(sender)[1]):
        raise FreightyardError(f"{sender!r} is no sender of mails: write yard@example.org or 'Freightyard <yard@example.org>'.")
    user, given = unquote(parts.username or ""), unquote(parts.password or "")
    return SmtpServer(host=host, port=port, security=security, sender=sender, user=user, password=password or given)


def refusal(address: str) -> str | None:
    """Why an e-mail address cannot be used."""
    try:
        _mail_address(address)
    except BadAddress as error:
        return str(error)
    return None


def mailbox_of(address: str) -> str:
    """The same for all spellings of an address that arrive in one mailbox: to count how much is sent there. Raises BadAddress."""
    local, _, domain = _mail_address(address).rpartition("@")
    return f"{local.partition('+')[0].replace('.', '').lower()}@{domain}"


class MailSender:
    """Sends notices as mails."""

    def __init__(self, server: SmtpServer, now: Callable[[], float], ssl_context: ssl.SSLContext | None = None) -> None:
        self._server = server
        self._now = now
        self._ssl_context = ssl_context

    async def send(self, notice: Notice, channel: Channel) -> None:
        """Returns when the mail server has taken it. Raises DeliveryFailed."""
        import aiosmtplib

        server = self._server
        try:
            recipient = _mail_address(channel.address.get("address", ""))
        except BadAddress as error:
            raise DeliveryFailed(str(error), again=False, gone=True) from error
        message = mail(notice, recipient, server.sender, self._now())
        try:
            await aiosmtplib.send(
                message,
                sender=parseaddr(server.sender)[1],
                recipients=[recipient],
                hostname=server.host,
                port=server.port,
                username=server.user or None,
                password=server.password or None,
                local_hostname=_domain(server.sender),  # else the library asks the name server, and everything waits
                use_tls=server.security == TLS,
                start_tls=server.security == STARTTLS,
                tls_context=self._ssl_context,
                timeout=SECONDS,
            )
        except aiosmtplib.SMTPRecipientsRefused as error:
            raise _refused_recipient(error.recipients[0].code, error.recipients[0].message) from error
        except aiosmtplib.SMTPAuthenticationError as error:
            raise DeliveryFailed(say.MAIL_NOT_LET_IN, again=True) from error
        except aiosmtplib.SMTPResponseException as error:
            # Without a word about the recipient, it is the message (or our server) that is not wanted.
            later = not 500 <= error.code < 600 or not isinstance(error, aiosmtplib.SMTPDataError)
            raise DeliveryFailed(say.MAIL_LATER if later else say.MAIL_NOT_TAKEN, again=later) from error
        except (aiosmtplib.SMTPException, OSError) as error:
            raise DeliveryFailed(say.MAIL_NO_SERVER, again=True) from error


def mail(notice: Notice, recipient: str, sender: str, now: float) -> EmailMessage:
    """A notice as a mail. Names are put on one line of visible characters, so that they cannot add headers."""
    domain = _domain(sender)
    name, address = parseaddr(sender)
    message = EmailMessage(policy=SMTP)
    message["From"] = Address(_in_header(name), addr_spec=address)
    message["To"] = Address(addr_spec=recipient)
    message["Subject"] = shortened(_in_header(notice.title), _LONGEST_SUBJECT)
    message["Date"] = formatdate(now)
    message["Message-ID"] = _message_id(notice.key, domain)
    # No mail has this id. All mails of a topic name it as the one they answer, so that programs show them together.
    message["References"] = message["In-Reply-To"] = _message_id(notice.topic, domain)
    message["Auto-Submitted"] = "auto-generated"
    message["X-Auto-Response-Suppress"] = "All"
    if _is_link(notice.unsubscribe):
        message["List-Unsubscribe"] = f"<{notice.unsubscribe}>"
        if notice.unsubscribe.startswith("https://"):
            message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    message.set_content(_plain_part(notice), cte="quoted-printable")
    message.add_alternative(str(_html_part(notice)), subtype="html", cte="quoted-printable")
    return message


def _in_header(text: str) -> str:
    """One line. What looks encoded must not be decoded: the library would do so, and find line ends in it."""
    return one_line(text).replace("=?", "=\u200b?")


def _plain_part(notice: Notice) -> str:
    words = words_of(notice, longest=10_000)
    parts = [words.title, "\n".join(words.paragraphs), notice.url if _is_link(notice.url) else ""]
    if _is_link(notice.unsubscribe):
        parts.append(f"-- \n{say.UNSUBSCRIBE}: {notice.unsubscribe}")
    return "\n\n".join(part for part in parts if part) + "\n"


def _html_part(notice: Notice) -> Markup:
    """Nothing is loaded from anywhere, so that nobody learns who reads it, and when."""
    words = words_of(notice, longest=10_000)
    body = Markup("<h1 style='font-size:1.2em' dir=auto>{}</h1>").format(words.title)
    body += Markup("").join(Markup("<p dir=auto>{}</p>").format(line) for line in words.paragraphs)
    if _is_link(notice.url):
        body += Markup('<p><a href="{0}"><b>{1}</b></a><br><small>{0}</small></p>').format(notice.url, say.OPEN)
    if _is_link(notice.unsubscribe):
        body += Markup('<p><small><a href="{}">{}</a></small></p>').format(notice.unsubscribe, say.UNSUBSCRIBE)
    title = escape(words.title)
    return Markup(
        "<!doctype html><html lang=en><head><meta charset=utf-8><title>{}</title></head>"
        "<body style='font-family:sans-serif;max-width:36em'>{}</body></html>\n"
    ).format(title, body)


def _refused_recipient(code: int, text: str) -> DeliveryFailed:
    """4xx is for now, 5xx for ever; but a mail server that refuses *us* says nothing about the address."""
    enhanced = _ENHANCED.match(text)
    subject = enhanced[2] if enhanced else ""
    if not 500 <= code < 600:
        return DeliveryFailed(say.MAIL_LATER, again=True)
    if subject == "7" or code in (530, 535) or (subject == "2" and enhanced and enhanced[3] == "2"):
        return DeliveryFailed(say.MAIL_NOT_TAKEN, again=True)  # not authorized, or the mailbox is full
    return DeliveryFailed(say.MAIL_REFUSED, again=False, gone=True)


def _mail_address(text: str) -> str:
    """An address as it goes to the mail server. Raises BadAddress."""
    local, at, domain = text.strip(" ").rpartition("@")
    if not at or not local or not domain or len(text) > 254:
        raise BadAddress(say.MAIL_ADDRESS)
    if len(local) > 64 or not _LOCAL_PART.fullmatch(local):
        raise BadAddress(say.MAIL_LETTERS)
    try:
        name = ascii_name(domain)
    except BadAddress as error:
        raise BadAddress(say.MAIL_ADDRESS) from error
    if "." not in name or name.rpartition(".")[2].isdigit():
        raise BadAddress(say.MAIL_ADDRESS)
    return f"{local}@{name}"


def _message_id(text: str, domain: str) -> str:
    return f"<{sha256(text.encode()).hexdigest()[:32]}@{domain}>"


def _domain(sender: str) -> str:
    return parseaddr(sender)[1].rpartition("@")[2]


def _is_link(url: str) -> bool:
    return url.startswith(("https://", "http://")) and url.isascii() and url.isprintable() and not set(url) & set(' <>"')
