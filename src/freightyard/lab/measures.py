"""What a run tells: wins and scores, lengths, endings, and what each thing in the game is worth."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

import msgspec
import polars as pl

from freightyard.lab.run import Run
from freightyard.lab.scalars import shares, values_of
from freightyard.lab.stats import Estimate, estimate, share

LENGTHS: Final = ("turns", "decisions", "choices", "lead-changes", "led-from", "margin", "score")


class Place(msgspec.Struct, frozen=True):
    """How a seat, a place in the order of first turns, or a bot did. `fair`: the wins that everybody would have by luck alone."""

    name: str
    wins: Estimate
    score: Estimate
    lowest: int
    highest: int
    fair: float


class Thing(msgspec.Struct, frozen=True):
    """What something in the game was worth: `sort` and `name` are those of the tallies.

    `a_game`: how many there were in a game, all seats together. `points_each`: what one of them earned. `points_a_game`: what all
    seats together earned in a game. `had`: how many seats had any. `wins`: the wins of the seats that had it.
    """

    sort: str
    name: str
    a_game: float
    points_each: float
    points_a_game: float
    had: int
    wins: Estimate | None


class Skill(msgspec.Struct, frozen=True):
    """Luck against skill: how often the better bot ends above the other one. A half would be luck alone."""

    better: str
    other: str
    above: Estimate


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """All measures of a run."""

    games: int
    fair: float
    seats: tuple[Place, ...]
    places: tuple[Place, ...]
    bots: tuple[Place, ...]
    lengths: dict[str, Estimate]
    ended_by: dict[str, int]
    things: dict[str, tuple[Thing, ...]]
    skill: tuple[Skill, ...]


def summary_of(run: Run) -> Summary:
    """The measures of the games that a run has."""
    return summarise(run.frame(run.experiment.games))


def summarise(frame: pl.DataFrame) -> Summary:
    """The measures of a table of games."""
    rows = frame.drop("tallies").to_dicts()
    seats = len(rows[0]["scores"])
    bots = sorted({player for row in rows for player in row["players"]})
    return Summary(
        games=len(rows),
        fair=1 / seats,
        seats=tuple(_place(rows, f"seat {seat + 1}", [[seat]] * len(rows)) for seat in range(seats)),
        places=tuple(_place(rows, f"turn {place + 1}", [[row["order"][place] - 1] for row in rows]) for place in range(seats)),
        bots=tuple(_place(rows, bot, [_seats_of(row, bot) for row in rows]) for bot in bots),
        lengths={name: estimate([value for value in values_of(frame, name) if value is not None]) for name in LENGTHS},
        ended_by=dict(sorted(Counter(row["ended_by"] for row in rows).items())),
        things=_things(frame, len(rows)),
        skill=_skill(rows, bots),
    )


def _seats_of(row: dict[str, Any], bot: str) -> list[int]:
    return [seat for seat, player in enumerate(row["players"]) if player == bot]


def _place(rows: Sequence[dict[str, Any]], name: str, chosen: Sequence[Sequence[int]]) -> Place:
    """How the chosen seats of every game did."""
    won: list[float] = []
    scores: list[int] = []
    fair = 0.0
    for row, seats in zip(rows, chosen, strict=True):
        parts = shares(row)
        for seat in seats:
            won.append(parts[seat])
            scores.append(row["scores"][seat])
            fair += 1 / len(parts)
    return Place(name, share(sum(won), len(won)), estimate(scores), min(scores), max(scores), fair / len(won))


def _things(frame: pl.DataFrame, games: int) -> dict[str, tuple[Thing, ...]]:
    """Everything that was tallied, by sort, the most valuable first."""
    won = pl.DataFrame(
        [
            {"number": row["number"], "seat": seat, "won": part}
            for row in frame.select("number", "scores", "winners").iter_rows(named=True)
            for seat, part in enumerate(shares(row), 1)
        ],
        schema={"number": pl.Int64, "seat": pl.Int8, "won": pl.Float64},
    )
    tallies = frame.select("number", "tallies").explode("tallies").drop_nulls().unnest("tallies")
    table = (
        tallies.join(won, on=["number", "seat"], how="left")
        .group_by("sort", "name")
        .agg(pl.col("count").sum(), pl.col("points").sum(), pl.col("won").sum(), pl.col("won").count().alias("had"))
        .sort("sort", "points", "count", "name", descending=[False, True, True, False])
    )
    things: dict[str, list[Thing]] = {}
    for row in table.iter_rows(named=True):
        wins = share(row["won"], row["had"]) if row["had"] else None
        each = row["points"] / row["count"] if row["count"] else 0.0
        thing = Thing(row["sort"], row["name"], row["count"] / games, each, row["points"] / games, row["had"], wins)
        things.setdefault(row["sort"], []).append(thing)
    return {sort: tuple(entries) for sort, entries in things.items()}


def _skill(rows: Sequence[dict[str, Any]], bots: Sequence[str]) -> tuple[Skill, ...]:
    """For every pair of different bots: how often the seats of the one end above those of the other; ties count half."""
    found = []
    for index, one in enumerate(bots):
        for other in bots[index + 1 :]:
            above, pairs = 0.0, 0
            for row in rows:
                for ours in _seats_of(row, one):
                    for theirs in _seats_of(row, other):
                        here, there = row["scores"][ours], row["scores"][theirs]
                        above += 1.0 if here > there else 0.5 if here == there else 0.0
                        pairs += 1
            if pairs:
                better = (one, other, above) if above * 2 >= pairs else (other, one, pairs - above)
                found.append(Skill(better[0], better[1], share(better[2], pairs)))
    return tuple(found)
