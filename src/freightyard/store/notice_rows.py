"""What is kept about notices: where people want to be told, of what and when, and what is still to be told."""

from typing import Final

import msgspec

# --- of what one can be told ---

TURN: Final = "turn"  # it is your turn
REMINDER: Final = "reminder"  # most of the time for your turn is gone
CHAT: Final = "chat"  # somebody wrote at your table
INVITATION: Final = "invitation"  # a seat is held for you
OVER: Final = "over"  # a game of yours is over
REMATCH: Final = "rematch"  # somebody wants to play again
DIGEST: Final = "digest"  # what was gathered for once a day
TEST: Final = "test"  # somebody tries a channel
CONFIRM: Final = "confirm"  # is this address yours?

CHOICES: Final = (TURN, REMINDER, CHAT, INVITATION, OVER, REMATCH)  # what a person chooses a time for
KINDS: Final = (*CHOICES, DIGEST, TEST, CONFIRM)

# --- when ---

AT_ONCE: Final = "at once"
DAILY: Final = "daily"  # once a day, all together
NEVER: Final = "never"
TIMES: Final = (AT_ONCE, DAILY, NEVER)

# --- by which way ---

PUSH: Final = "push"
MAIL: Final = "mail"
WEBHOOK: Final = "webhook"
CHANNEL_KINDS: Final = (PUSH, MAIL, WEBHOOK)


class Channel(msgspec.Struct, frozen=True, kw_only=True):
    """Where somebody wants to be told: a person's own way, or one of a table, such as the channel of a club."""

    key: str
    kind: str  # PUSH, MAIL or WEBHOOK
    person: str | None = None  # whose it is; of a table's channel: who set it up
    table: str | None = None  # the table whose channel it is
    name: str = ""  # how its person calls it: "Firefox on this phone"
    # push: endpoint, p256dh, auth; mail: address; webhook: url, style (discord, slack, matrix, ntfy, json), secret, token
    address: dict[str, str] = msgspec.field(default_factory=dict)
    kinds: tuple[str, ...] = ()  # what it is used for; empty: everything
    token: str = ""  # in the address that turns it off
    confirm: str = ""  # in the address that confirms it
    made_at: float = 0.0
    confirmed_at: float | None = None  # none: not used until its person has confirmed it
    off_at: float | None = None  # it is not used any more: its person turned it off, or nothing will ever arrive there
    failure: str = ""  # why nothing arrives there, in a sentence that its person reads
    failed_at: float | None = None
    told_at: float | None = None  # when something last arrived

    @property
    def used(self) -> bool:
        """Whether anything is sent there."""
        return self.confirmed_at is not None and self.off_at is None

    def takes(self, kind: str) -> bool:
        """Whether it is used for notices of a kind."""
        return self.used and (not self.kinds or kind in self.kinds)


class NoticeSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Of what a person wants to be told, and when."""

    times: dict[str, str] = {}  # by the kinds of CHOICES: one of TIMES; what is missing is as usual
    quiet_from: int | None = None  # full hours on the clock on their wall, as in `table/hours.py`; none: no quiet hours
    quiet_until: int | None = None
    digest_hour: int = 8

    def time_of(self, kind: str) -> str:
        """When they want to be told of a kind."""
        return self.times.get(kind, DAILY if kind == CHAT else AT_ONCE)


class Planned(msgspec.Struct, frozen=True, kw_only=True):
    """What a person is to be told, before it is known where."""

    key: str
    kind: str
    table: str
    person: str
    number: int = 0  # the ply at which it was so, or the line of the chat
    at: float
    due_at: float
    gathered: bool = False  # it waits for the next digest


SENT: Final = "sent"  # what can become of a delivery
FAILED: Final = "failed"  # given up
WITHDRAWN: Final = "withdrawn"  # nobody needed it any more


class Delivery(msgspec.Struct, frozen=True, kw_only=True):
    """What is sent to a channel. Its text is made when it is sent, from what is so then."""

    key: str  # of what is told and to which channel
    kind: str
    table: str
    person: str  # who is to act, or whom it is for; empty: everybody at the table
    channel: str
    lane: str  # the host that it goes to: one that hangs delays nobody else
    topic: str
    number: int = 0
    lines: tuple[str, ...] = ()  # of a digest
    at: float
    due_at: float
    tries: int = 0
    claimed_until: float = 0.0
    state: str | None = None  # SENT, FAILED or WITHDRAWN; none while it is to be sent
    reason: str = ""
    done_at: float | None = None
