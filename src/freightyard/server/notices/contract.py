"""What a channel is handed, and what it answers. Everything that leaves the server is a `Notice` to a `Channel` by a `Sender`."""

from typing import Protocol

import msgspec

from freightyard.store.notice_rows import (
    AT_ONCE,
    CHAT,
    CHOICES,
    CONFIRM,
    DAILY,
    DIGEST,
    INVITATION,
    KINDS,
    MAIL,
    NEVER,
    OVER,
    PUSH,
    REMATCH,
    REMINDER,
    TEST,
    TIMES,
    TURN,
    WEBHOOK,
    Channel,
)

__all__ = [
    "AT_ONCE", "CHAT", "CHOICES", "CONFIRM", "DAILY", "DIGEST", "INVITATION", "KINDS", "MAIL", "NEVER", "OVER", "PUSH", "REMATCH",
    "REMINDER", "TEST", "TIMES", "TURN", "WEBHOOK", "Channel", "DeliveryFailed", "Notice", "Sender",
]  # fmt: skip


class Notice(msgspec.Struct, frozen=True, kw_only=True):
    """What goes out. All of it is public at the table: no card, seed, token or order is ever here."""

    key: str  # of what is told and to which channel: the same at every attempt (Idempotency-Key, Message-ID)
    topic: str  # a newer notice of the same topic takes the place of the older one (push: Topic and tag); letters and digits
    kind: str  # one of KINDS
    title: str  # "Your turn – Freight Train with Ann and Bob"
    text: str  # plain sentences
    url: str  # the absolute address of the table or page; it signs nobody in
    table_title: str = ""  # "Freight Train with Ann and Bob"
    mention: str = ""  # the name of who is to act
    unsubscribe: str = ""  # absolute: one POST, without signing in, ends the notices of this kind by this channel
    lines: tuple[str, ...] = ()  # of a digest
    waiting: int | None = None  # at how many tables it is the reader's turn: the number on the icon of an installed app
    expires_at: float | None = None  # after this it is of no use


class DeliveryFailed(Exception):
    """A notice did not arrive."""

    def __init__(self, reason: str, *, again: bool, after: float | None = None, gone: bool = False) -> None:
        """`reason` is a sentence that the channel's person reads. `again`: the same may arrive later, if need be not before
        `after` seconds. `gone`: nothing will ever arrive there."""
        super().__init__(reason)
        self.reason = reason
        self.again = again
        self.after = after
        self.gone = gone


class Sender(Protocol):
    """One kind of channel. Whoever calls limits how many at once and how long."""

    async def send(self, notice: Notice, channel: Channel) -> None:
        """Returns when the other side has taken the notice. Raises `DeliveryFailed`."""
