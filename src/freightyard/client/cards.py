"""A program's part in the cards of its tables: sealed when it sits down, sent when nobody can seal anything any more, and checked
when the game is over. `core/proof.py` tells why; pages do the same in cards.js."""

import secrets
import threading
from typing import Any, Final, final

import msgspec

from freightyard.core.proof import ADDITION_BYTES, BadProof, Proof, seal_of

_KEPT: Final = 1000  # seals and tables; the latest ones


class Mixing(msgspec.Struct, frozen=True, kw_only=True):
    """The cards of a table are being mixed: what was promised, and what each seat has sealed."""

    table: str
    seat: int
    commitment: str
    seals: tuple[str | None, ...]


@final
class Additions:
    """What a program has sealed and sent. It can be used by several threads at once."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._sealed: dict[str, str] = {}  # bytes that were sent to nobody, by their seals
        self._sent: dict[str, tuple[Mixing, str]] = {}  # by the keys of tables
        self._taken: dict[str, bool] = {}  # tables of which the server has said that it has taken the bytes

    def seal(self) -> str:
        """The seal of new bytes, which stay here."""
        addition = secrets.token_hex(ADDITION_BYTES)
        seal = seal_of(addition)
        with self._lock:
            _keep(self._sealed, seal, addition)
        return seal

    def take(self, mixing: Mixing) -> str | None:
        """The bytes that were sealed for a table, to be sent; None if there are none, or if the promise was broken.

        Bytes are good for one table and one list of seals alone: who knows them before a list is closed could choose what else
        is on it.
        """
        with self._lock:
            before = self._sent.get(mixing.table)
            if before is not None:
                return before[1] if before[0] == mixing else None
            seal = mixing.seals[mixing.seat - 1] if mixing.seat <= len(mixing.seals) else None
            addition = None if seal is None else self._sealed.pop(seal, None)
            if addition is not None:
                _keep(self._sent, mixing.table, (mixing, addition))
            return addition

    def taken(self, table: str) -> None:
        """The server has taken the bytes in time: it may not say later that they were missing."""
        with self._lock:
            _keep(self._taken, table, True)

    def added(self, table: str) -> bool:
        """Whether bytes were sent to a table."""
        return table in self._sent

    def check(self, table: str, proof: Proof | None) -> None:
        """Whether the cards of a game that is over were to be drawn by what was shown and sent before it. Raises BadProof."""
        mixing, addition = self._sent[table]
        if proof is None:
            raise BadProof("the record does not say what its cards were drawn by")
        if proof.commitment != mixing.commitment or proof.seals != mixing.seals:
            raise BadProof("the fingerprint or the seals in the record are not those that were shown before the game")
        found = proof.additions[mixing.seat - 1]
        if found != addition and (found is not None or table in self._taken):
            raise BadProof("the bytes of this bot in the record are not those that it sent")


def _keep(kept: dict[str, Any], key: str, value: Any) -> None:
    kept[key] = value
    while len(kept) > _KEPT:
        del kept[next(iter(kept))]
