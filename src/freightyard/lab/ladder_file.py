"""The file of a ladder: what is played in its first line, then a game a line. It outlives an interruption."""

from pathlib import Path
from typing import Final

import msgspec

from freightyard.core.errors import BadSetup
from freightyard.lab.ladder import Ladder, LadderGame

RESULTS: Final = "results.jsonl"


def read_results(path: Path, ladder: Ladder) -> list[LadderGame]:
    """The games that a file holds. A line that was cut off when the ladder was interrupted is taken out of the file.

    Files of earlier versions also have games in which a bot failed and any legal move was played for it. They say nothing about
    the bot, so they are left out, and the ladder plays them again.
    """
    if not path.exists():
        return []
    lines = path.read_bytes().splitlines(keepends=True)
    whole = [line for line in lines if line.endswith(b"\n")]
    if not whole:
        path.unlink()
        return []
    try:
        head, own = msgspec.json.decode(whole[0]), ladder.head()
        if head | {"code": None} == own | {"code": None} and head != own:
            raise BadSetup(f"{path} has games of another version of your bot; choose another folder with --out")
        if head != own:
            raise BadSetup(f"{path} has the games of another ladder; choose another folder with --out")
        played = []
        for line in whole[1:]:
            row = msgspec.json.decode(line)
            if row.pop("failures", 0):
                continue
            row["winners"] = [seat - 1 for seat in row["winners"]]
            played.append(msgspec.convert(row, LadderGame))
    except (msgspec.DecodeError, KeyError, TypeError):
        raise BadSetup(f"{path} is not a file of ladder results; choose another folder with --out") from None
    if len(whole) < len(lines):
        half = path.with_suffix(".part")
        half.write_bytes(b"".join(whole))
        half.replace(path)
    return played


def append(path: Path, ladder: Ladder, played: LadderGame) -> None:
    """Add a game to the file; the first one begins it."""
    with path.open("ab") as file:
        if file.tell() == 0:
            file.write(msgspec.json.encode(ladder.head()) + b"\n")
        file.write(msgspec.json.encode(played.row()) + b"\n")
