"""How fast the rules are, beside a peer in the same run.

Our games and the peers take turns in short rounds, so that a slow moment of the machine hits all alike; what counts is
the median of the ratios within a round, not a time. All are driven the same way from Python: ask for the legal moves,
choose one, play it; chance is drawn. A decision is a move that a player chose.
"""

import statistics
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import Any

import msgspec

from freightyard.rules import contract
from freightyard.rules.catalog import GAMES
from freightyard.rules.chance import Dice
from freightyard.rules.contract import CHANCE, Edition

Playout = Callable[[Dice], int]  # plays one random game and counts its decisions


class Entry(msgspec.Struct, frozen=True):
    """Something to measure."""

    name: str
    is_peer: bool
    playout: Playout


class Rate(msgspec.Struct, frozen=True):
    """Decisions a second in each round, and their ratio to each peer in the same round."""

    name: str
    is_peer: bool
    rates: tuple[float, ...]
    ratios: dict[str, float]  # the median over the rounds

    @property
    def median(self) -> float:
        return statistics.median(self.rates)

    def row(self) -> dict[str, Any]:
        """For people and machines outside."""
        return {
            "name": self.name,
            "peer": self.is_peer,
            "decisions_per_second": round(self.median),
            "lowest": round(min(self.rates)),
            "highest": round(max(self.rates)),
            "ratio": {name: round(ratio, 2) for name, ratio in self.ratios.items()},
        }


def entries() -> list[Entry]:
    """Every edition of ours at its middle seat count, and the peers that are installed."""
    ours = [_ours(game, game.edition(name), edition_seats(game.edition(name))) for game in GAMES for name in game.editions]
    return ours + list(_peers())


def edition_seats(edition: Edition) -> int:
    """The seat count in the middle."""
    return edition.seat_counts[len(edition.seat_counts) // 2]


def measure(chosen: list[Entry], rounds: int, seconds: float) -> Iterator[list[Rate]]:
    """The rates so far, after each round."""
    rates: dict[str, list[float]] = {entry.name: [] for entry in chosen}
    dice = {entry.name: Dice(number) for number, entry in enumerate(chosen, 1)}
    peers = [entry.name for entry in chosen if entry.is_peer]
    for entry in chosen:
        entry.playout(dice[entry.name])  # the first game warms the caches
    for _ in range(rounds):
        for entry in chosen:
            rates[entry.name].append(_rate(entry, dice[entry.name], seconds))
        yield [
            Rate(
                entry.name,
                entry.is_peer,
                tuple(rates[entry.name]),
                {
                    peer: statistics.median(a / b for a, b in zip(rates[entry.name], rates[peer], strict=True))
                    for peer in peers
                    if peer != entry.name
                },
            )
            for entry in chosen
        ]


def _rate(entry: Entry, dice: Dice, seconds: float) -> float:
    decisions = 0
    begin = time.perf_counter()
    while (spent := time.perf_counter() - begin) < seconds:
        decisions += entry.playout(dice)
    return decisions / spent


def _ours(game: contract.Game, edition: Edition, seats: int) -> Entry:
    def playout(dice: Dice) -> int:
        state = game.start(edition, seats)
        decisions = 0
        while (actor := state.to_act()) is not None:
            if actor == CHANCE:
                state.play(state.draw(dice))
            else:
                moves = state.legal()
                state.play(moves[dice.below(len(moves))])
                decisions += 1
        return decisions

    return Entry(f"{game.name} {edition.name}, {seats} seats", False, playout)


def _peers() -> Iterator[Entry]:
    if find_spec("chess"):
        yield Entry("python-chess", True, _chess)
    if find_spec("catanatron"):
        yield Entry("catanatron", True, _catanatron)


def _chess(dice: Dice) -> int:
    import chess

    board = chess.Board()
    decisions = 0
    while not board.is_game_over():
        moves = list(board.legal_moves)
        board.push(moves[dice.below(len(moves))])
        decisions += 1
    return decisions


def _catanatron(dice: Dice) -> int:
    from catanatron import Color, Game, RandomPlayer

    game = Game([RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)], seed=dice.below(1 << 30))
    decisions = 0
    while game.winning_color() is None and game.state.num_turns < 1000:  # the limit that its own simulator has
        moves = game.state.playable_actions
        game.execute(moves[dice.below(len(moves))])
        decisions += 1
    return decisions
