"""Records from files and to files. Nothing is kept that does not replay."""

from pathlib import Path

from freightyard.core.record import verify
from freightyard.games import game_named
from freightyard.store.record_rows import digest_of, kept_record
from freightyard.store.rows import KeptRecord


def checked_record(text: str, at: float) -> KeptRecord:
    """A record from elsewhere, played from its first move to its last. Its key follows from its text. Raises `BadRecord` and
    other sentences about what is wrong."""
    kept = kept_record(digest_of(text)[:20], text, at)
    verify(text, game_named)
    return kept


def write_record(record: KeptRecord, folder: Path) -> Path:
    """Write a record into a folder. It appears under its name only when it is whole."""
    path = folder / f"{record.key}.txt"
    half = path.with_suffix(".part")
    half.write_text(record.text, encoding="utf-8", newline="\n")
    half.replace(path)
    return path
