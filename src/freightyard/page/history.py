"""A game gone through once: its score sheets, and everybody's points after each turn."""

from collections.abc import Sequence
from typing import NamedTuple

from freightyard.core.contract import Sheet, State
from freightyard.core.record import Record
from freightyard.page.boards import board_for
from freightyard.page.contract import Player, TurnScores
from freightyard.page.players import named_player


class History(NamedTuple):
    """What is told of a game when one looks back."""

    sheets: list[Sheet]
    standings: list[TurnScores]
    last: State


def followed(first: State, moves: Sequence[tuple[int, str]]) -> History:
    """Play moves, each with the ply that it leads to. They were legal once; the caller knows."""
    state = first.clone()
    board = board_for(state.edition.game)
    parse = state.edition.vocabulary.parse
    sheets: list[Sheet] = []
    found = [TurnScores(0, 0, tuple(board.scores(state.view(None))))]
    ply, turns = 0, state.turns
    for ply, text in moves:
        state.play(parse(text))
        sheet = state.sheet()
        if sheet is not None:
            sheets.append(sheet)
        if state.turns != turns:
            turns = state.turns
            found.append(TurnScores(ply, turns, tuple(board.scores(state.view(None)))))
    last = TurnScores(ply, turns, tuple(board.scores(state.view(None))))
    if found[-1].scores != last.scores:  # what is counted after the last turn
        found.append(last)
    return History(sheets, found, state)


def turns_played(standings: Sequence[TurnScores]) -> int:
    """How many turns of seats were played, as the rules count them. The standings also have one before the first turn, and may
    have one for what is counted after the last."""
    return standings[-1].turn if standings else 0


def record_players(record: Record) -> tuple[Player, ...]:
    """Who played, as the record names them."""
    names = record.players or tuple(f"seat {number}" for number in range(1, record.seats + 1))
    return tuple(named_player(seat, name) for seat, name in enumerate(names))
