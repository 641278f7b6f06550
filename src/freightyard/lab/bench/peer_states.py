"""States of the peers: how they are copied, and how written games are replayed."""

import io
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from freightyard.core.chance import Dice
from freightyard.lab.bench.entries import BenchEntry, Work, timed, timed_clones
from freightyard.lab.bench.peers import (
    CATANATRON,
    CATANATRON_TURNS,
    CHESS,
    OPENSPIEL,
    OPENSPIEL_GAMES,
    catan_game,
    is_there,
    peer_module,
)


def sampled() -> Iterator[tuple[str, str, Callable[[], list[Callable[[], Any]]]]]:
    """Name, group, and what makes the ways to copy states from the course of a game."""
    if is_there(OPENSPIEL):
        for name in OPENSPIEL_GAMES:
            yield f"{OPENSPIEL} {name}", OPENSPIEL, partial(_openspiel_copies, name)
    if is_there(CATANATRON):
        yield CATANATRON, CATANATRON, _catanatron_copies
    if is_there(CHESS):
        yield CHESS, CHESS, _chess_copies


def clones() -> Iterator[BenchEntry]:
    """The same for the clock."""
    for name, group, copies in sampled():
        yield BenchEntry(name, group, timed_clones(copies()))


def _spread(states: list[Any]) -> list[Any]:
    return states[:: max(1, len(states) // 16)]


def _openspiel_copies(name: str) -> list[Callable[[], Any]]:
    dice = Dice(5)
    state = peer_module("pyspiel").load_game(name).new_initial_state()
    states = []
    while not state.is_terminal():
        states.append(state.clone())
        moves = state.legal_actions()
        state.apply_action(moves[dice.below(len(moves))])
    return [state.clone for state in _spread(states)]


def _catanatron_copies() -> list[Callable[[], Any]]:
    dice = Dice(5)
    game = catan_game(dice.below(1 << 30))
    games = []
    while game.winning_color() is None and game.state.num_turns < CATANATRON_TURNS:
        games.append(game.copy())
        moves = game.state.playable_actions
        game.execute(moves[dice.below(len(moves))])
    return [game.copy for game in _spread(games)]


def _chess_copies() -> list[Callable[[], Any]]:
    dice = Dice(5)
    board = peer_module("chess").Board()
    boards = []
    while not board.is_game_over():
        boards.append(board.copy(stack=False))
        moves = list(board.legal_moves)
        board.push(moves[dice.below(len(moves))])
    # Its past moves are not part of a state of ours either.
    return [partial(board.copy, stack=False) for board in _spread(boards)]


def replays() -> Iterator[BenchEntry]:
    """Written games: OpenSpiel's serialised states, and games of chess in PGN."""
    if is_there(OPENSPIEL):
        for name in OPENSPIEL_GAMES:
            yield BenchEntry(f"{OPENSPIEL} {name}", OPENSPIEL, timed(_openspiel_replay(name)))
    if is_there(CHESS):
        yield BenchEntry(CHESS, CHESS, timed(_chess_replay()))


def _openspiel_replay(name: str) -> Work:
    game = peer_module("pyspiel").load_game(name)
    dice = Dice(5)
    state = game.new_initial_state()
    while not state.is_terminal():
        moves = state.legal_actions()
        state.apply_action(moves[dice.below(len(moves))])
    text, moves_made = state.serialize(), len(state.history())

    def replay(dice: Dice) -> int:
        game.deserialize_state(text)
        return moves_made

    return replay


def _chess_replay() -> Work:
    pgn = peer_module("chess.pgn")
    board = peer_module("chess").Board()
    dice = Dice(5)
    while not board.is_game_over():
        moves = list(board.legal_moves)
        board.push(moves[dice.below(len(moves))])
    text, moves_made = str(pgn.Game.from_board(board)), len(board.move_stack)

    def replay(dice: Dice) -> int:
        game = pgn.read_game(io.StringIO(text))
        game.end().board()
        return moves_made

    return replay
