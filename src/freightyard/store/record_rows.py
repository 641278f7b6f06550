"""The row of a record: its text, and what a list of records shows of it."""

from hashlib import sha256
from typing import Any

from freightyard.core.errors import BadRecord
from freightyard.core.record import read
from freightyard.store.rows import KeptRecord
from freightyard.store.values import to_json


def kept_record(key: str, text: str, at: float) -> KeptRecord:
    """What is kept of a record: its text, and what a list of records shows. Only finished games are kept."""
    record = read(text)
    if record.outcome is None:
        raise BadRecord("the game is not finished")
    players = record.players or tuple([f"seat {number}" for number in range(1, record.seats + 1)])
    return KeptRecord(
        key=key,
        game=record.game,
        edition=record.edition,
        players=players,
        scores=record.outcome.scores,
        winners=record.outcome.winners,
        at=at,
        text=text,
    )


def digest_of(text: str) -> str:
    """What tells the texts of records apart."""
    return sha256(text.encode()).hexdigest()


def row_of(record: KeptRecord) -> tuple[Any, ...]:
    """A record as it is kept, a value for each of the columns."""
    players, scores, winners = to_json(record.players), to_json(record.scores), to_json(record.winners)
    digest = digest_of(record.text)
    return record.key, digest, record.game, record.edition, players, scores, winners, record.at, record.text
