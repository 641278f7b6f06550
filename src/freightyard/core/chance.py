"""Random numbers that are the same on every machine.

`Stream` is for tables, records and simulations: strong enough that nobody can guess the next card from those before.
`Dice` is for playouts and search: a few machine instructions a number, and good enough for that.
Neither touches any global state; equal seeds give equal numbers, whatever the process, the machine or the Python version.
Wherever a generator is asked for, Python's own `random.Random` will do, too.
"""

from collections.abc import Sequence
from hashlib import sha256
from random import Random
from struct import Struct
from typing import TYPE_CHECKING, Any, Final, Protocol, final

if TYPE_CHECKING:
    from mypy_extensions import i64  # a machine word where the rules are compiled, a plain int where they are not

_WORDS: Final = Struct(">8I")
_WORD: Final = 1 << 32
_PRIME: Final = 2147483647
_FACTOR: Final = 48271


class Numbers(Protocol):
    """A generator of random numbers, such as `Stream` and `Dice`."""

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1, all equally likely."""


Rng = Numbers | Random  # whatever can draw: ask it by below()


@final
class Stream:
    """An endless row of unguessable numbers from a seed: SHA-256 of the seed and a counter."""

    __slots__ = ("_block", "_count", "_left", "_seed")

    def __init__(self, seed: str) -> None:
        self._seed = seed.encode()
        self._count = 0
        self._left = 0
        self._block: Sequence[int] = ()

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1. Numbers from the uneven rest of the range are thrown away, so all are equally likely."""
        limit = _WORD - _WORD % bound
        while True:
            if self._left == 0:
                self._block = _WORDS.unpack(sha256(b"%s#%d" % (self._seed, self._count)).digest())
                self._count += 1
                self._left = 8
            self._left -= 1
            word: int = self._block[self._left]
            if word < limit:
                return word % bound

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy, or one that is read from a file, gives the same numbers from here on."""
        return _stream, (self._seed, self._count, self._left)


def _stream(seed: bytes, count: int, left: int) -> Stream:
    """A stream of which so many blocks have been made, with so many numbers left of the last one."""
    stream = Stream("")
    stream._seed = seed
    if left:
        stream._block = _WORDS.unpack(sha256(b"%s#%d" % (seed, count - 1)).digest())
    stream._count = count
    stream._left = left
    return stream


@final
class Dice:
    """A small fast generator (Park and Miller's minimal standard) for playouts."""

    __slots__ = ("x",)

    def __init__(self, seed: int) -> None:
        self.x: i64 = seed % (_PRIME - 1) + 1

    def below(self, bound: "i64") -> "i64":
        """A number from 0 to bound - 1."""
        x: i64 = self.x * _FACTOR % _PRIME
        self.x = x
        return x % bound

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy goes on as this one would."""
        return Dice, (self.x - 1,)


def below(rng: Rng, bound: "i64") -> "i64":
    """The next number of any generator. Where the rules are compiled this finds the dice without looking for a method by name."""
    if isinstance(rng, Dice):
        return rng.below(bound)
    if isinstance(rng, Random):
        return rng.randrange(bound)
    return rng.below(bound)
