"""Pages about the ways back: signing in, the recovery link, the link that a host makes for a player."""

import msgspec

from freightyard.page.document import Visit, site_document
from freightyard.page.share import qr_data


class PasskeyLine(msgspec.Struct, frozen=True):
    """A passkey in the list of its person."""

    key: str
    name: str  # people's own words
    when: str
    at: str


class Passkeys(msgspec.Struct, frozen=True):
    """The passkeys of the visitor; `offered`: one can be added here."""

    offered: bool = False
    lines: tuple[PasskeyLine, ...] = ()


def sign_in_page(visit: Visit, *, passkeys: bool, problem: str | None = None) -> str:
    """Both ways to sign in. A recovery link leads here; its code is in the fragment, which no server is sent."""
    return site_document("sign_in.html", visit, passkeys=passkeys, problem=problem)


def replace_page(visit: Visit, name: str, fields: dict[str, str]) -> str:
    """The question whether somebody shall take the place of the one who is signed in on this device."""
    return site_document("replace.html", visit, name=name, fields=fields)


def recovery_page(visit: Visit, link: str | None, *, made: bool, said: str | None = None) -> str:
    """The recovery link. None: this device cannot show it; `made`: there is one all the same."""
    code = None if link is None else qr_data(link)
    return site_document("recovery.html", visit, link=link, code=code, made=made, said=said)


def seat_link_page(visit: Visit, player: str, link: str, home: str, days: int) -> str:
    """The link that a host has just made for a player."""
    return site_document("seat_link.html", visit, player=player, link=link, code=qr_data(link), home=home, days=days)


def seat_return_page(visit: Visit, title: str, home: str, players: tuple[str, ...], problem: str | None = None) -> str:
    """What such a link leads to: a question, so that nothing that only looks at links uses it up."""
    return site_document("seat_return.html", visit, title=title, home=home, players=players, problem=problem)
