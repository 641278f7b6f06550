"""The page where a person chooses how, of what and when they are told; and the pages that the links in notices lead to."""

from collections.abc import Mapping

import msgspec

from freightyard.page.document import Visit, site_document
from freightyard.page.pace_form import Choices


class ChannelLine(msgspec.Struct, frozen=True, kw_only=True):
    """A way by which somebody is told, in a list."""

    key: str
    kind: str  # push, mail or webhook
    what: str  # Browser, E-mail, Discord
    name: str  # people's own words, or an address
    state: str  # arrives, failing, waiting or off
    words: str  # the same in a sentence
    browser: str = ""  # of a browser: by this it knows itself


class KindRow(msgspec.Struct, frozen=True):
    """Something of which one can be told, and when one is."""

    name: str
    label: str
    time: str


class TableNotices(msgspec.Struct, frozen=True, kw_only=True):
    """A table of the person's, and what they are told of it."""

    key: str
    title: str
    players: str  # names are people's own words
    muted: bool
    hosted: bool  # the person is its host, and may add a channel for all
    channels: tuple[ChannelLine, ...] = ()
    full: bool = False


class NoticesForm(msgspec.Struct, frozen=True, kw_only=True):
    """All that the page shows."""

    channels: tuple[ChannelLine, ...]
    rows: tuple[KindRow, ...]
    times: Choices
    quiet: bool
    quiet_from: int
    quiet_until: int
    digest_hour: int
    zone: str
    tables: tuple[TableNotices, ...]
    styles: Choices  # of webhooks
    missing: Mapping[str, str]  # why there is none of a kind here, in a sentence
    push_key: str  # of the server, for browsers
    full: bool = False  # no more channels can be added


def notices_page(
    visit: Visit,
    form: NoticesForm,
    problems: Mapping[str, str],
    typed: Mapping[str, str],
    *,
    said: str | None = None,
    failed: str | None = None,
    secret: str | None = None,
) -> str:
    """The whole page. `failed`: why the test of a channel did not arrive; `secret`: of a webhook, shown once."""
    values = {"form": form, "problems": problems, "typed": typed, "said": said, "failed": failed, "secret": secret}
    return site_document("notices.html", visit, **values)


def confirm_page(visit: Visit, code: str) -> str:
    """What the link in the first mail leads to: a question, so that no program that only looks at links confirms anything."""
    return site_document("notice_link.html", visit, action=f"/notices/confirm/{code}", asks="confirm", what="")


def turn_off_page(visit: Visit, token: str, what: str) -> str:
    """What the link to unsubscribe leads to, for the same reason a question. `what`: the channel, shortened."""
    return site_document("notice_link.html", visit, action=f"/notices/off/{token}", asks="off", what=what)


def link_used_page(visit: Visit, asked: str) -> str:
    """It was done. `asked`: confirm or off."""
    return site_document("notice_link.html", visit, action="", asks=f"{asked} done", what="")
