"""What is kept of a game: a row of results, with a tally of what was done and what it earned."""

import msgspec

from freightyard.core.tally import Tally


class GameRow(msgspec.Struct, frozen=True, kw_only=True):
    """One game. Seats are counted from 1, and games too: game number n has the seed S + n - 1.

    `order`: the seats in the order of their first turns. `choices`: legal moves over all decisions. `led_from`: how many
    turns were over when the winner took the lead for good; None if the win is shared.
    """

    number: int
    seed: int
    players: tuple[str, ...]
    order: tuple[int, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    ended_by: str
    plies: int
    decisions: int
    turns: int
    choices: int
    most_choices: int
    lead_changes: int
    led_from: int | None
    tallies: tuple[Tally, ...]
