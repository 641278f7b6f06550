"""The options of `freightyard serve` about notices."""

import argparse
import os
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from freightyard.core.errors import BadSetup
from freightyard.server.notices.addresses import AllowedHosts, BadAddress
from freightyard.server.settings import Settings

SMTP: Final = "FREIGHTYARD_SMTP"  # the variable that names the mail server, so that its password is in no list of processes


def add_notices(parser: argparse.ArgumentParser) -> None:
    """The options."""
    usual = Settings()
    group = parser.add_argument_group("notices", "how people are told that it is their turn (docs/hosting.md)")
    group.add_argument(
        "--url", type=_url, metavar="URL", help="the address at which people reach the server, for links in notices"
    )
    group.add_argument("--no-notices", action="store_true", help="tell nobody anything outside of the page")
    group.add_argument(
        "--notice-delay", type=_span, default=usual.notice_delay, metavar="S",
        help="tell somebody of a turn that has lasted S seconds, so that nobody is told who plays at once (default %(default)s)",
    )  # fmt: skip
    group.add_argument(
        "--notice-gap", type=_span, default=usual.notice_gap, metavar="S",
        help="seconds between two notices to one person about one table (default %(default)s)",
    )  # fmt: skip
    group.add_argument(
        "--smtp", metavar="URL",
        help="the server that sends e-mail: smtp://USER@HOST:587 (STARTTLS), smtps://USER@HOST (TLS) or smtp+plain://HOST. "
        f"The password: in the address, or in the variable FREIGHTYARD_SMTP_PASSWORD; {SMTP} can have the whole address",
    )  # fmt: skip
    group.add_argument("--mail-from", metavar="ADDRESS", help="who e-mail is from: 'Freightyard <yard@example.org>'")
    group.add_argument(
        "--push-contact", metavar="URL", help="whom a push service may write to: mailto:you@example.org (default: --url)"
    )
    group.add_argument(
        "--allow-webhook-hosts", type=_hosts, default=(), metavar="A,B",
        help="hosts, or HOST:PORT, that webhooks may lead to though they are not public, such as ntfy.lan:8080",
    )  # fmt: skip
    group.add_argument("--apprise", metavar="FILE", help="a file of Apprise addresses: you are told there what fails")


def notice_settings(args: argparse.Namespace) -> dict[str, Any]:
    """The settings that follow from the options. Raises FreightyardError."""
    smtp = args.smtp or os.environ.get(SMTP) or None
    _check(smtp, args.mail_from, args.apprise)
    return {
        "url": args.url,
        "notices": not args.no_notices,
        "notice_delay": args.notice_delay,
        "notice_gap": args.notice_gap,
        "smtp": smtp,
        "mail_from": args.mail_from,
        "push_contact": args.push_contact,
        "webhook_hosts": args.allow_webhook_hosts,
        "apprise": args.apprise,
    }


def _check(smtp: str | None, mail_from: str | None, apprise: str | None) -> None:
    """What would fail at the first mail or alert is said before the server starts."""
    if (smtp is None) != (mail_from is None):
        raise BadSetup("To send e-mail, give both --smtp and --mail-from.")
    if smtp is not None and mail_from is not None:
        from freightyard.server.notices.channels.mail import smtp_server  # here: other commands should not wait for it

        smtp_server(smtp, mail_from)
    if apprise is not None:
        from freightyard.server.notices.channels import host_alerts

        if missing := host_alerts.available():
            raise BadSetup(missing)
        host_alerts.HostAlerts(Path(apprise))


def _span(word: str) -> float:
    try:
        number = float(word)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 86_400:
        raise argparse.ArgumentTypeError(f"must be a number of seconds from 0 to 86400, not {word!r}")
    return number


def _url(word: str) -> str:
    parts = urlsplit(word)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
        raise argparse.ArgumentTypeError(f"must be an address such as https://yard.example.org, not {word!r}")
    return word.rstrip("/")


def _hosts(words: str) -> tuple[str, ...]:
    found = tuple(word.strip() for word in words.split(",") if word.strip())
    try:
        AllowedHosts(found)
    except BadAddress as error:
        raise argparse.ArgumentTypeError(f"must be hosts such as ntfy.lan,10.0.0.7:8080, not {words!r}: {error}") from None
    return found
