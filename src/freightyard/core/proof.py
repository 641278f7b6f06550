"""Proof that nobody has chosen the cards of a game: what they were drawn by, and how anybody draws them again.

Before anybody sits, a server shows the `commitment` to a secret of the table. Everybody who sits there seals 16 random bytes: the
`seal` comes first, the bytes, their `addition`, when the list of seals is closed. The seed of the cards is made of the secret and
of all additions, in the order of the seats. All of these are SHA-256 of a line of text, so that any language can compute them:

    commitment   SHA-256 of `freightyard commitment 1: SECRET`
    seal         SHA-256 of `freightyard seal 1: ADDITION`
    seed         SHA-256 of `freightyard seed 1: SECRET ADDITION … ADDITION`, with `nothing` for a seat that added nothing

The secret has 64 hexadecimal digits, an addition 32. A card is drawn by a number of its own: it comes from the first number below
the bound of the draw in `chance.Stream("SEED/N")`, where N is the number of moves of the record before it.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Final

import msgspec

from freightyard.core.chance import Stream
from freightyard.core.contract import CHANCE, Move, State
from freightyard.core.errors import BadRecord, FreightyardError

TOGETHER: Final = "together"  # how a game was dealt: by a secret of the server and what the seats added
BY_WORD: Final = "word"  # by a word that the host of the server chose
BY_LINK: Final = "link"  # by a seed that a link named
BY_DEVICE: Final = "device"  # by the device on which it was played, without a server
AGAIN: Final = "again"  # from a moment on as another game was, whose cards and dice come once more
# How a game can have been dealt.
WAYS: Final = (TOGETHER, BY_WORD, BY_LINK, BY_DEVICE, AGAIN)

NOTHING: Final = "nothing"  # of a seat that sealed nothing
WITHHELD: Final = "withheld"  # of one that sealed something, and did not send it in time
SECRET_BYTES: Final = 32  # of the server's secret
ADDITION_BYTES: Final = 16  # of what a seat adds

_HASH: Final = re.compile(r"[0-9a-f]{64}")
_ADDITION: Final = re.compile(r"[0-9a-f]{32}")
_SEAL_LINE: Final = re.compile(r"seal ([1-9]\d?)")
_ADDITION_LINE: Final = re.compile(r"addition ([1-9]\d?)")
_NUMBER: Final = re.compile(r"[0-9]{1,6}")

_WHY_NOT: Final = {
    None: "it does not say what its cards were drawn by: it was played elsewhere, or before there were proofs",
    BY_WORD: "its cards follow from a word that the host of the server chose (--cards)",
    BY_LINK: "its cards follow from a seed in the link by which it was made",
    BY_DEVICE: "it was dealt by the device on which it was played, so there was no server that could have stacked the cards",
    AGAIN: "it plays on from another game, and the cards and dice that came there come again",
    TOGETHER: "it does not say what its cards were drawn by",
}


class CannotProve(FreightyardError):
    """Nothing is wrong with the record, but it cannot show that its cards were not chosen."""


class BadProof(FreightyardError):
    """The cards of the record are not those that it was to have."""


class Proof(msgspec.Struct, frozen=True, kw_only=True):
    """What the cards of a game were drawn by."""

    commitment: str  # to the secret: shown before anybody sat
    secret: str  # of the server
    seals: tuple[str | None, ...]  # of each seat; None: it sealed nothing
    additions: tuple[str | None, ...]  # of each seat; None: it added nothing
    first: int = 0  # how many moves were taken over from another game: their cards were drawn there

    @property
    def seed(self) -> str:
        """What the cards were drawn by."""
        return seed_of(self.secret, self.additions)


def commitment_of(secret: str) -> str:
    """What is shown of a secret in advance. It does not tell the secret, and fits no other one."""
    return _hashed(f"freightyard commitment 1: {secret}")


def seal_of(addition: str) -> str:
    """What is shown of an addition in advance."""
    return _hashed(f"freightyard seal 1: {addition}")


def seed_of(secret: str, additions: Sequence[str | None]) -> str:
    """The seed of a table's cards."""
    return _hashed(f"freightyard seed 1: {' '.join([secret, *[addition or NOTHING for addition in additions]])}")


def draw_stream(seed: str, number: int) -> Stream:
    """The numbers of one draw, before which so many moves stood."""
    return Stream(f"{seed}/{number}")


def is_hash(text: str) -> bool:
    """Whether a text has the form of a secret, a commitment or a seal."""
    return _HASH.fullmatch(text) is not None


def is_addition(text: str) -> bool:
    """Whether a text has the form of an addition."""
    return _ADDITION.fullmatch(text) is not None


# --- in a record ---


def is_proof_line(name: str) -> bool:
    """Whether a line at the head of a record is about its cards."""
    return name in ("dealt", "commitment", "secret", "drawn from") or bool(
        _SEAL_LINE.fullmatch(name) or _ADDITION_LINE.fullmatch(name)
    )


def proof_lines(dealt: str | None, proof: Proof | None) -> Iterator[str]:
    """The lines of a record that say what its cards were drawn by."""
    if dealt is not None:
        yield f"dealt: {dealt}"
    if proof is None:
        return
    yield f"commitment: {proof.commitment}"
    yield f"secret: {proof.secret}"
    for seat, (seal, addition) in enumerate(zip(proof.seals, proof.additions, strict=True), 1):
        if seal is not None:
            yield f"seal {seat}: {seal}"
        yield f"addition {seat}: {addition or (NOTHING if seal is None else WITHHELD)}"
    if proof.first:
        yield f"drawn from: {proof.first}"


def read_dealt(head: Mapping[str, str]) -> str | None:
    """How a game was dealt, as the head of its record says; None if it does not."""
    dealt = head.get("dealt")
    if dealt is not None and dealt not in WAYS:
        raise BadRecord(f"the record says that it was dealt by {dealt[:40]!r}, which must be one of {', '.join(WAYS)}")
    return dealt


def read_proof(head: Mapping[str, str], seats: int) -> Proof | None:
    """What the cards were drawn by, as the head of a record says; None if it does not."""
    if head.get("dealt") != TOGETHER:
        lines = [name for name in head if name != "dealt" and is_proof_line(name)]
        if lines:
            raise BadRecord(f"the record has the line {lines[0]!r}, but it does not say 'dealt: {TOGETHER}'")
        return None
    seals = {int(match[1]): value for name, value in head.items() if (match := _SEAL_LINE.fullmatch(name))}
    additions = {int(match[1]): value for name, value in head.items() if (match := _ADDITION_LINE.fullmatch(name))}
    for number in sorted({*seals, *additions}):
        if number > seats:
            raise BadRecord(f"the record has {seats} seats, so nothing can be of seat {number}")
    first = head.get("drawn from", "0")
    if not _NUMBER.fullmatch(first):
        raise BadRecord(f"the line 'drawn from' of the record must be a whole number, not {first[:40]!r}")
    return Proof(
        commitment=_hash_line(head, "commitment"),
        secret=_hash_line(head, "secret"),
        seals=tuple([_hash_line(head, f"seal {seat}") if seat in seals else None for seat in range(1, seats + 1)]),
        additions=tuple([_addition_line(additions, seat, seat in seals) for seat in range(1, seats + 1)]),
        first=int(first),
    )


def _hash_line(head: Mapping[str, str], name: str) -> str:
    value = head.get(name, "")
    if not is_hash(value):
        raise BadRecord(f"the {name} of the record must be 64 digits of 0 to 9 and a to f, not {value[:70]!r}")
    return value


def _addition_line(additions: Mapping[int, str], seat: int, sealed: bool) -> str | None:
    value = additions.get(seat, "")
    if value == (WITHHELD if sealed else NOTHING):
        return None
    if not is_addition(value):
        words = WITHHELD if sealed else NOTHING
        raise BadRecord(
            f"the addition {seat} of the record must be 32 digits of 0 to 9 and a to f, or {words!r}, not {value[:40]!r}"
        )
    return value


# --- drawing again ---


class Draw(msgspec.Struct, frozen=True):
    """A move of chance."""

    ply: int  # of the record
    bound: int  # a number below this one was drawn
    number: int  # which it was
    text: str  # the move that it led to


def check_proof(dealt: str | None, proof: Proof | None) -> Proof:
    """Whether the secret is the promised one, and every addition the sealed one. Raises CannotProve or BadProof."""
    if proof is None:
        raise CannotProve(f"this record cannot be proved: {_WHY_NOT[dealt]}")
    if commitment_of(proof.secret) != proof.commitment:
        raise BadProof("the secret is not the one that was promised: it does not fit the commitment")
    for seat, (seal, addition) in enumerate(zip(proof.seals, proof.additions, strict=True), 1):
        if addition is not None and seal is None:
            raise BadProof(f"seat {seat} is said to have added something, but it had sealed nothing")
        if addition is not None and seal != seal_of(addition):
            raise BadProof(f"the addition of seat {seat} is not the one that it had sealed")
    return proof


def draws(proof: Proof, states: Iterator[State], moves: Sequence[str]) -> Iterator[Draw]:
    """Every card drawn again. `states`: before every move of the record. BadProof at the first that is another one."""
    seed = proof.seed
    for ply, (state, text) in enumerate(zip(states, moves, strict=False)):
        if ply < proof.first or state.to_act() != CHANCE:
            continue
        rng = _Noted(draw_stream(seed, ply))
        drawn = _text(state, state.draw(rng))
        if drawn != text:
            raise BadProof(f"move {ply + 1} is {text!r}, but the secret and the additions draw {drawn!r}")
        yield Draw(ply, rng.bound, rng.number, text)


def _text(state: State, move: Move) -> str:
    return state.edition.vocabulary.text(move)


class _Noted:
    """A stream that remembers the last number that was drawn from it."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream
        self.bound = 1  # a draw of which one card alone can come may ask for no number
        self.number = 0

    def below(self, bound: int) -> int:
        self.bound = bound
        self.number = self._stream.below(bound)
        return self.number


def _hashed(text: str) -> str:
    return sha256(text.encode()).hexdigest()
