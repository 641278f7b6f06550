"""What channels say to people: why an address is refused, and why nothing arrived there."""

from collections.abc import Iterable
from typing import Final

NO_EXTRA: Final = "This server cannot send notices: its host has not installed freightyard[notices]."
NO_APPRISE: Final = "Alerts for the host need Apprise: install freightyard[apprise]."

# --- an address that somebody gives ---

NOT_AN_ADDRESS: Final = "That is not an address. It looks like https://hooks.example.org/abc."
NOT_HTTPS: Final = "The address must begin with https://."
TOO_LONG: Final = "That address is too long."
SPACES: Final = "The address must not have spaces or backslashes in it."
USER_INFO: Final = "Leave out the name and password before the @ of the address."
NUMBERS: Final = "Give the server by its name, such as hooks.example.org, not by numbers."
ONE_WORD: Final = "Give the whole name of the server, such as hooks.example.org."
PRIVATE: Final = "That address leads into a private network. Only addresses that everybody can reach are allowed."

MAIL_ADDRESS: Final = "That is not an e-mail address. It looks like ann@example.org."
MAIL_LETTERS: Final = "Before the @, an e-mail address may have only plain letters, digits and signs such as . + - _"
SUBSCRIPTION: Final = "Your browser gave no usable address for notices. Try again, or use another browser."

UNKNOWN_STYLE: Final = "Choose what kind of address this is: Discord, Slack, Matrix, ntfy or JSON."
NTFY_TOPIC: Final = "The address must end with your topic, such as https://ntfy.sh/my-topic."
MATRIX_ROOM: Final = "Give the room by its id, such as !abc:example.org. It is in the room's settings, under Advanced."
MATRIX_TOKEN: Final = "Give the access token of the account that writes into the room."  # noqa: S105
TOKEN_LETTERS: Final = "A token has only letters, digits and signs, and no spaces."  # noqa: S105
SECRET_FORM: Final = "The secret must begin with whsec_, as this server made it."  # noqa: S105


def only_ports(ports: Iterable[int]) -> str:
    return f"Only the ports {' and '.join(str(port) for port in sorted(ports))} can be used."


# --- nothing arrived ---

UNKNOWN_NAME: Final = "No server has this name."
NO_CONNECTION: Final = "The server at this address cannot be reached."
NO_TLS: Final = "The certificate of the server at this address is not valid."
TOO_SLOW: Final = "The server at this address took too long to answer."
NOT_HTTP: Final = "The server at this address gave no proper answer."
REDIRECTED: Final = "The address leads on to another one. Give that one instead."
NO_LONGER_THERE: Final = "There is nothing at this address any more."
TOO_MANY: Final = "The server at this address asks to be told less often."
TOO_LARGE: Final = "The message was too long for the server at this address."
NOT_ALLOWED: Final = "The server at this address does not let us in. Check the address and the token."
PUSH_ENDED: Final = "This browser has ended its notices. Turn them on again there."
PUSH_KEY: Final = "The browser's push service does not accept our key. Turn notices off and on again there."

MAIL_REFUSED: Final = "The mail server says that there is no such address."
MAIL_LATER: Final = "The mail server could not take the message yet."
MAIL_NOT_TAKEN: Final = "The mail server refused the message."
MAIL_NO_SERVER: Final = "The mail server cannot be reached."
MAIL_NOT_LET_IN: Final = "The mail server does not let this server in."

APPRISE_FAILED: Final = "Not all addresses in the host's Apprise file took the alert."
APPRISE_EMPTY: Final = "The host's Apprise file has no address in it that Apprise understands."
APPRISE_SLOW: Final = "Apprise took too long."


def answered(status: int) -> str:
    return f"The server at this address answered with an error ({status})."


# --- words within messages ---

OPEN: Final = "Open"
UNSUBSCRIBE: Final = "Stop these mails"
