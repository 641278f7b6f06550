"""Measures that are one number a game, by name: what `until` waits for and what comparisons compare.

wins.1, wins.greedy        the share of the win of a seat, or of a bot wherever it sat
first-wins.1               the share of the win of the seat that had the first turn
score.1, score.greedy      points of a seat, or of a bot on average
score, best, margin, spread    points on average; of the best seat; its lead over the next, over the last
turns, decisions, plies, choices, lead-changes, led-from
count.SORT.NAME, points.SORT.NAME    of the tallies: count.verb.fill, points.score.tank, points.city.Chicago
"""

from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Final

from freightyard.lab.errors import LabError

if TYPE_CHECKING:
    import polars as pl

Values = list[float | None]  # a number a game; None where there is none, as when a win is shared

_WITH_SEAT: Final = ("wins", "score", "first-wins")


def _margin(row: Mapping[str, Any]) -> float:
    best, second = sorted(row["scores"], reverse=True)[:2]
    return float(best - second)


_PLAIN: Final[Mapping[str, Callable[[Mapping[str, Any]], float | None]]] = {
    "score": lambda row: sum(row["scores"]) / len(row["scores"]),
    "best": lambda row: max(row["scores"]),
    "margin": _margin,
    "spread": lambda row: max(row["scores"]) - min(row["scores"]),
    "turns": lambda row: row["turns"],
    "decisions": lambda row: row["decisions"],
    "plies": lambda row: row["plies"],
    "choices": lambda row: row["choices"] / max(1, row["decisions"]),
    "lead-changes": lambda row: row["lead_changes"],
    "led-from": lambda row: None if row["led_from"] is None else row["led_from"] / max(1, row["turns"]),
}

WORDS: Final = {
    "score": "points of a seat",
    "best": "points of the best seat",
    "margin": "lead of the best seat over the next",
    "spread": "lead of the best seat over the last",
    "turns": "turns a game",
    "decisions": "decisions a game",
    "plies": "plies a game",
    "choices": "legal moves a decision",
    "lead-changes": "changes of the lead",
    "led-from": "share of the game before the winner leads for good",
}


def words_of(name: str) -> str:
    """What a measure is, for people."""
    head, _, rest = name.partition(".")
    who = f"seat {rest}" if rest.isdecimal() else rest
    if head == "wins":
        return f"wins of {who}"
    if head == "first-wins":
        return f"wins of the player with first turn {rest}" if rest != "1" else "wins of the first player"
    if head == "score" and rest:
        return f"points of {who}"
    if head in ("count", "points"):
        sort, _, thing = rest.partition(".")
        return f"{'uses of' if head == 'count' else 'points for'} {thing} ({sort})"
    return WORDS[name]


def check_measure(name: str, players: Sequence[str]) -> str:
    """The name, if there is such a measure for these players."""
    head, _, rest = name.partition(".")
    if name in _PLAIN:
        return name
    if head in ("count", "points") and rest.count(".") >= 1 and all(rest.split(".", 1)):
        return name
    if head in _WITH_SEAT and rest:
        if rest.isdecimal() and 1 <= int(rest) <= len(players):
            return name
        if head != "first-wins" and rest in players:
            return name
        raise LabError(
            f"the measure {name!r} must end in a seat from 1 to {len(players)} or a bot that plays: {_listed(players)}"
        )
    known = [*_PLAIN, *(f"{head}.1" for head in _WITH_SEAT), "count.verb.NAME", "points.score.NAME"]
    near = get_close_matches(name, known, n=3)
    raise LabError(
        f"there is no measure {name!r}; "
        + (f"did you mean {' or '.join(near)}?" if near else f"the measures are {', '.join(known)}")
    )


def values_of(frame: "pl.DataFrame", name: str) -> Values:
    """The measure of every game, in the order of the games."""
    head, _, rest = name.partition(".")
    if head in ("count", "points") and rest:
        sort, _, thing = rest.partition(".")
        return [
            float(sum(tally[head] for tally in tallies if tally["sort"] == sort and tally["name"] == thing))
            for tallies in frame["tallies"].to_list()
        ]
    rows = frame.drop("tallies").iter_rows(named=True)
    if name in _PLAIN:
        plain = _PLAIN[name]
        return [plain(row) for row in rows]
    if head == "wins":
        return [sum(shares(row)[seat] for seat in _seats(row, rest)) for row in rows]
    if head == "first-wins":
        return [shares(row)[row["order"][int(rest) - 1] - 1] for row in rows]
    return [_mean_score(row, _seats(row, rest)) for row in rows]


def shares(row: Mapping[str, Any]) -> list[float]:
    """The share of the win of every seat: a shared win counts in parts, so that all seats together have 1."""
    winners = row["winners"]
    return [1 / len(winners) if seat in winners else 0.0 for seat in range(1, len(row["scores"]) + 1)]


def _seats(row: Mapping[str, Any], who: str) -> list[int]:
    if who.isdecimal():
        return [int(who) - 1]
    return [seat for seat, player in enumerate(row["players"]) if player == who]


def _mean_score(row: Mapping[str, Any], seats: Sequence[int]) -> float | None:
    return sum(row["scores"][seat] for seat in seats) / len(seats) if seats else None


def _listed(players: Sequence[str]) -> str:
    return ", ".join(sorted(set(players)))
