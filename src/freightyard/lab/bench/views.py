"""How fast a table is drawn, and how much a move sends: from the middle of random games, everybody sees move by move."""

import time
from collections.abc import Iterator
from typing import Final

from freightyard.core.chance import Dice
from freightyard.core.checks import random_move
from freightyard.core.contract import CHANCE, Edition, Game, Seat
from freightyard.lab.bench.entries import OURS, BenchEntry, Timed, usual_games
from freightyard.page.boards import board_for
from freightyard.page.contract import LogEntry, Player, Scene
from freightyard.page.log import news_part
from freightyard.page.table import page_parts, table_parts

_SHOWN: Final = 150  # lines of a log
_MOVES: Final = 100  # from the middle of each game


def drawing(only: str) -> list[BenchEntry]:
    """Views drawn. Only the drawing is timed."""
    return [BenchEntry(title, OURS, _timed(game, edition, seats)) for title, game, edition, seats in usual_games(only)]


def updates(only: str) -> list[BenchEntry]:
    """Bytes of the parts that a move changes for one who watches."""
    return [BenchEntry(title, OURS, _weighed(game, edition, seats)) for title, game, edition, seats in usual_games(only)]


def _timed(game: Game, edition: Edition, seats: int) -> Timed:
    def run(dice: Dice, seconds: float) -> tuple[int, float]:
        drawn, spent = 0, 0.0
        while spent < seconds:
            for scenes in _moments(game, edition, seats, dice):
                begin = time.perf_counter()
                for _, scene, log in scenes:
                    page_parts(board_for(game.name), scene, log)
                spent += time.perf_counter() - begin
                drawn += len(scenes)
        return drawn, spent

    return run


def _weighed(game: Game, edition: Edition, seats: int) -> Timed:
    def run(dice: Dice, seconds: float) -> tuple[int, float]:  # a scale, not a clock
        sent, sendings = 0, 0
        shown: dict[Seat | None, dict[str, str]] = {}
        for scenes in _moments(game, edition, seats, dice):
            for seat, scene, log in scenes:
                board = board_for(game.name)
                parts = {**table_parts(board, scene), "log": news_part(board, scene, log, log[-1].ply if log else 0) or ""}
                if seat in shown:
                    old = shown[seat]
                    sent += sum(len(markup.encode()) for name, markup in parts.items() if old.get(name) != markup)
                    sendings += 1
                shown[seat] = parts
        return sent, float(sendings)

    return run


def _moments(game: Game, edition: Edition, seats: int, dice: Dice) -> Iterator[list[tuple[Seat | None, Scene, list[LogEntry]]]]:
    """What every seat and a spectator sees, and was told, after each move from the middle of a random game."""
    state = game.start(edition, seats)
    moves: list[tuple[int, int]] = []
    while (actor := state.to_act()) is not None:
        move = random_move(state, dice)
        moves.append((actor, move))
        state.play(move)
    state = game.start(edition, seats)
    watchers: tuple[Seat | None, ...] = (*range(seats), None)
    logs: list[list[LogEntry]] = [[] for _ in watchers]
    start = max(0, (len(moves) - _MOVES) // 2)
    for ply, (actor, move) in enumerate(moves[: start + _MOVES]):
        for log, seat in zip(logs, watchers, strict=True):
            log.append(LogEntry(ply, actor, state.seen(move, seat)))
        state.play(move)
        if ply >= start and state.to_act() != CHANCE:  # a table shows what follows the draw
            yield [
                (
                    seat,
                    Scene(state.view(seat), _players(seats), own_seats=() if seat is None else (seat,), home="/t/abc"),
                    log[-_SHOWN:],
                )
                for seat, log in zip(watchers, logs, strict=True)
            ]


def _players(seats: int) -> tuple[Player, ...]:
    return tuple([Player(seat, f"Player {seat + 1}") for seat in range(seats)])
