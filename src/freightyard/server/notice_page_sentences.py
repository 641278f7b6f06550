"""What the pages about notices say: how a channel does, what was done, and why something is refused."""

from collections.abc import Mapping
from typing import Final

from freightyard.server.notices.contract import AT_ONCE, CHAT, DAILY, INVITATION, NEVER, OVER, REMATCH, REMINDER, TURN

KINDS: Final[Mapping[str, str]] = {
    TURN: "Your turn",
    REMINDER: "Reminder, when 80 % of your time is gone",
    CHAT: "Chat at your tables",
    INVITATION: "Invitations to a table",
    OVER: "The end of a game",
    REMATCH: "Offers to play again",
}
TIMES: Final[Mapping[str, str]] = {AT_ONCE: "At once", DAILY: "Once a day", NEVER: "Never"}
STYLES: Final[Mapping[str, str]] = {
    "discord": "Discord",
    "slack": "Slack",
    "matrix": "Matrix",
    "ntfy": "ntfy",
    "json": "My own program (JSON)",
}
HOOKS: Final[Mapping[str, str]] = {**STYLES, "json": "Webhook"}  # as a list calls them
BROWSER: Final = "Browser"
MAIL: Final = "E-mail"

UNREAD: Final = "Something is new at your tables."  # of a message that a browser cannot read

# ---------- how a channel does ----------

READY: Final = "Ready. Nothing was sent there yet."
WAITING: Final = "Waiting for confirmation: open the link in the mail that was sent there."
OFF: Final = "Turned off by the link in a notice."


def arrives(ago: str) -> str:
    return f"Notices arrive. The last one came {ago}."


def unsent(reason: str) -> str:
    return f"The mail with the link was not sent yet. {reason}"


def failing(reason: str) -> str:
    return f"Notices do not arrive. {reason}"


def turned_off(reason: str) -> str:
    return f"Turned off, because nothing arrived. {reason}"


def browser_on(browser: str, system: str) -> str:
    return f"{browser} on {system}" if system else browser


# ---------- what was done ----------

DONE: Final[Mapping[str, str]] = {
    "push": "This browser tells you from now on. Send a test to see what it looks like.",
    "mail": "A mail was sent there. Open its link to confirm the address.",
    "webhook": "The webhook was added. Send a test to see what it looks like.",
    "removed": "It was removed. Nothing is sent there any more.",
    "on": "It was turned on again.",
    "test": "The test was delivered. It should be with you any moment.",
    "times": "Saved. It holds from now on, at all your tables.",
    "muted": "The table is muted: you are told nothing of it.",
    "unmuted": "The table is no longer muted.",
}


def test_failed(what: str, reason: str) -> str:
    return f"The test did not arrive ({what}). {reason}"


# ---------- why not ----------

FULL: Final = "you have as many ways to be told as there can be: remove one first"
TABLE_FULL: Final = "this table has as many channels as it can have: remove one first"
SAME_ADDRESS: Final = "this address is in your list already"
BAD_SUBSCRIPTION: Final = "the server does not understand what this browser sent: load the page again"
BAD_STYLE: Final = "choose a service from the list"
BAD_MENTIONS: Final = "who is called: write a line for each player, such as Ann=123456789012345678"
BAD_TIME: Final = "choose when you want to be told"
SAME_HOURS: Final = "quiet hours must begin and end at different hours"
ONLY_HOST: Final = "only the host of a table can choose a channel for it"
NO_CHANNEL: Final = "this way to be told was removed already"
NOT_AT_TABLE: Final = "you are not at this table"
TOO_MANY: Final = "that was a lot at once: wait a few minutes, then try again"
TOO_MANY_TESTS: Final = "too many tests: wait a minute, then try again"
TOO_MANY_MAILS: Final = "enough mails were sent to this address: look for the last one, also among junk, or try again tomorrow"
USED_CONFIRMATION: Final = "This link was used already, or the address was removed. Look under Notices."
UNKNOWN_OFF: Final = "There is nothing to stop: these notices have been removed already."
