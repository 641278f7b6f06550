"""The ways out, one module each: `Sender`s of `notices/contract.py`."""

from importlib.util import find_spec
from typing import Final

from freightyard.server.notices import channel_sentences as say

_NEEDED: Final = ("aiosmtplib", "certifi", "cryptography", "httpcore", "idna")


def available() -> str | None:
    """Why nothing can be sent: the extra `notices` is not installed. None if it is."""
    return None if all(find_spec(module) for module in _NEEDED) else say.NO_EXTRA
