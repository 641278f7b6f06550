"""Rate limits, which count for a whole server: its processes share what they have counted."""

import math
import mmap
import secrets
import time
from hashlib import blake2b
from pathlib import Path
from typing import Final, NamedTuple, final

SLOTS: Final = 1 << 16  # whose hashes meet in one of them share a rate: so many that they hardly ever do
_DOUBLE: Final = 8  # bytes
_SALT_BYTES: Final = 16
SIZE: Final = _SALT_BYTES + SLOTS * _DOUBLE


class Allowance(NamedTuple):
    """Whether one was taken, how many are left at once, and in how many seconds there is one again, and all of them."""

    taken: bool
    left: int
    wait: int
    full_in: int


@final
class TokenBucket:
    """A rate limit: so many a second, and a burst of a few more at once."""

    __slots__ = ("_burst", "_full_at", "_rate")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst / rate  # in seconds
        self._full_at = 0.0

    def take(self, now: float) -> bool:
        """Take one, if there is one."""
        full_at = max(self._full_at, now) + 1.0 / self._rate
        if full_at - now > self._burst:
            return False
        self._full_at = full_at
        return True


@final
class Rates:
    """The buckets of everybody, each by what is limited and for whom. They need the same memory however many come.

    In a file that several processes map they count for all of them. Two that count at the same instant may count one for two:
    that is less than what a burst allows anyway, and nobody waits for a lock.
    """

    def __init__(self, file: Path | None = None) -> None:
        """`file`: of `new_counts`, for all processes of a server; None: this is the only one."""
        if file is None:
            memory = memoryview(bytearray(new_counts()))
        else:
            with file.open("r+b") as opened:
                memory = memoryview(mmap.mmap(opened.fileno(), SIZE))
        self._salt = bytes(memory[:_SALT_BYTES])  # nobody can choose with whom they share a slot
        self._full_at = memory[_SALT_BYTES:].cast("d")

    def take(self, what: str, whose: str, rate: float, burst: float) -> bool:
        """Take one, if there is one: so many a second, and a burst of a few more at once."""
        slot = self._slot(what, whose)
        now = time.monotonic()  # the same clock in all processes of a machine
        full_at = max(self._full_at[slot], now) + 1.0 / rate
        if full_at - now > burst / rate:
            return False
        self._full_at[slot] = full_at
        return True

    def ask(self, what: str, whose: str, rate: float, burst: float) -> Allowance:
        """Take one, if there is one, and tell how many are left."""
        taken = self.take(what, whose, rate, burst)
        behind = max(0.0, self._full_at[self._slot(what, whose)] - time.monotonic())  # seconds until all are there again
        left = max(0, math.floor(burst - behind * rate))
        wait = max(1, math.ceil(behind - (burst - 1) / rate))
        return Allowance(taken, left, wait, math.ceil(behind))

    def _slot(self, what: str, whose: str) -> int:
        hashed = blake2b(f"{what} {whose}".encode(errors="replace"), digest_size=8, key=self._salt).digest()
        return int.from_bytes(hashed, "big") % SLOTS


def new_counts() -> bytes:
    """The bytes of buckets that nobody has taken anything from."""
    return secrets.token_bytes(_SALT_BYTES) + bytes(SLOTS * _DOUBLE)
