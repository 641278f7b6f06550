"""Many games of one match. The results come in the order of their seeds, whoever plays them."""

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

import msgspec

from freightyard.core.bot_names import is_own
from freightyard.core.record import write
from freightyard.lab.match import Match, Result, play_match
from freightyard.lab.pool import Executor, in_order

_LONGEST: Final = 60  # characters of a player in the name of a file


def simulate(match: Match, games: int, executor: Executor) -> Iterator[Result]:
    """Play the match with its seed, the next seed, and so on."""
    seeds = range(match.seed, match.seed + games)
    played = executor.map_unordered(partial(_play, match), seeds, lambda seed: _with_seed(match, seed).words())
    for seed, fields in zip(seeds, in_order(played), strict=True):
        yield Result(match=_with_seed(match, seed), **fields)


def write_record(result: Result, folder: Path) -> Path:
    """Write the record of a game. It appears under its name only when it is whole."""
    match = result.match
    name = "-".join([match.game.name, match.edition.name, *match.options, *map(_file_word, match.players), str(match.seed)])
    path = folder / f"{name.replace('=', '-')}.txt"
    half = path.with_suffix(".part")
    half.write_text(write(result.record(), match.game), encoding="utf-8")
    half.replace(path)
    return path


def _file_word(player: str) -> str:
    """A player in the name of a file: where a bot of somebody's own is has slashes and spaces in it."""
    return re.sub(r"[^\w.-]+", "-", player)[-_LONGEST:].strip("-.") if is_own(player) else player


def _with_seed(match: Match, seed: int) -> Match:
    return msgspec.structs.replace(match, seed=seed)


def _play(match: Match, seed: int) -> dict[str, Any]:
    """The result without the match: the edition in it would be made anew for every game that comes from another process."""
    fields = msgspec.structs.asdict(play_match(_with_seed(match, seed)))
    del fields["match"]
    return fields
