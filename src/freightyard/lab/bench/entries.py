"""What is measured of ours. the peer_ modules have the same of others; both are driven the same way from Python."""

from collections.abc import Callable, Sequence
from time import process_time as clock  # the time that this process had, not that which it waited for others
from typing import Any, Final

import msgspec

from freightyard.core import record as records
from freightyard.core.chance import Dice
from freightyard.core.checks import random_move
from freightyard.core.contract import CHANCE, Edition, Game, State
from freightyard.games import all_games

OURS: Final = "freightyard"
SIMULATIONS: Final = 100  # of a search before it is asked about the next view

Timed = Callable[[Dice, float], tuple[int, float]]  # works for so many seconds; how much was done, and in how many seconds
Work = Callable[[Dice], int]  # does one piece of work; how much that was


class BenchEntry(msgspec.Struct, frozen=True):
    """Something to measure. `group`: whose it is; peers of one group are one yardstick, by their median.

    `family`: only entries of the same family are set in relation.
    """

    name: str
    group: str
    timed: Timed
    family: str = ""


def timed(work: Work) -> Timed:
    """Repeat the work until the time is up. Everything it does counts."""

    def run(dice: Dice, seconds: float) -> tuple[int, float]:
        done = 0
        begin = clock()
        while (spent := clock() - begin) < seconds:
            done += work(dice)
        return done, spent

    return run


def timed_clones(copies: Sequence[Callable[[], Any]]) -> Timed:
    """Make copies in small batches, so that asking for the time costs nothing to speak of."""

    def work(dice: Dice) -> int:  # nothing is drawn
        for copy in copies:
            for _ in range(8):
                copy()
        return 8 * len(copies)

    return timed(work)


def usual_games(only: str = "") -> list[tuple[str, Game, Edition, int]]:
    """Every edition of ours at its middle seat count, if this word is in its name."""
    found = []
    for game in all_games():
        for name in game.editions:
            edition = game.edition(name)
            seats = middle(edition.seat_counts)
            title = f"{game.name} {name}, {seats} seats"
            if only in title:
                found.append((title, game, edition, seats))
    return found


def middle(counts: Sequence[int]) -> int:
    """The seat count in the middle."""
    return counts[len(counts) // 2]


def drive(state: State, dice: Dice) -> int:
    """A playout from outside: ask for the legal moves, choose one, play it; chance is drawn. The decisions of seats count."""
    decisions = 0
    while (actor := state.to_act()) is not None:
        if actor == CHANCE:
            state.play(state.draw(dice))
        else:
            moves = state.legal()
            state.play(moves[dice.below(len(moves))])
            decisions += 1
    return decisions


def driven(only: str) -> list[BenchEntry]:
    """Random playouts driven from Python."""

    def work(game: Game, edition: Edition, seats: int) -> Work:
        return lambda dice: drive(game.start(edition, seats), dice)

    return [BenchEntry(title, OURS, timed(work(game, edition, seats))) for title, game, edition, seats in usual_games(only)]


def inside(only: str) -> list[BenchEntry]:
    """Random playouts inside the rules."""

    def work(game: Game, edition: Edition, seats: int) -> Work:
        return lambda dice: game.start(edition, seats).playout(dice)

    return [BenchEntry(title, OURS, timed(work(game, edition, seats))) for title, game, edition, seats in usual_games(only)]


def samples(game: Game, edition: Edition, seats: int) -> list[State]:
    """States from the course of a game, evenly spread."""
    dice = Dice(5)
    state = game.start(edition, seats)
    states = [state.clone()]
    while state.to_act() is not None:
        state.play(random_move(state, dice))
        states.append(state.clone())
    return states[:: max(1, len(states) // 16)]


def clones(only: str) -> list[BenchEntry]:
    """Copies of states from the whole course of a game."""
    return [
        BenchEntry(title, OURS, timed_clones([state.clone for state in samples(game, edition, seats)]))
        for title, game, edition, seats in usual_games(only)
    ]


def replays(only: str) -> list[BenchEntry]:
    """Records read from their text and replayed, every move held against the rules. Moves of chance count, as in the record."""

    def work(texts: Sequence[str], game: Game) -> Work:
        def replay_one(dice: Dice) -> int:
            record = records.read(texts[dice.below(len(texts))])
            records.replay(record, game)
            return len(record.moves)

        return replay_one

    return [
        BenchEntry(title, OURS, timed(work([written_game(game, edition, seats, seed) for seed in range(5)], game)))
        for title, game, edition, seats in usual_games(only)
    ]


def written_game(game: Game, edition: Edition, seats: int, seed: int) -> str:
    """The record of a random game."""
    dice = Dice(seed)
    state = game.start(edition, seats)
    moves = []
    while state.to_act() is not None:
        move = random_move(state, dice)
        moves.append(edition.vocabulary.text(move))
        state.play(move)
    return records.write(records.record_of(game.start(edition, seats), moves, state.outcome()), game)


def quarters(only: str) -> list[BenchEntry]:
    """The same games, quarter by quarter: what a decision costs early and late."""
    found = []
    for title, game, edition, seats in usual_games(only):
        for quarter in range(4):
            name = f"{title}, quarter {quarter + 1}"
            group = OURS if quarter else "the first quarter"
            found.append(BenchEntry(name, group, timed_quarter(game, edition, seats, quarter), family=title))
    return found


def timed_quarter(game: Game, edition: Edition, seats: int, quarter: int) -> Timed:
    """Random games whose moves of one quarter are timed. The games are the same for every quarter."""

    def run(dice: Dice, seconds: float) -> tuple[int, float]:  # all quarters must see the same games
        decisions, spent, seed = 0, 0.0, 0
        while spent < seconds / 4:
            seed += 1
            length = plies_of(game, edition, seats, seed)
            own = Dice(seed)
            state = game.start(edition, seats)
            first, last = length * quarter // 4, length * (quarter + 1) // 4
            for _ in range(first):
                state.play(random_move(state, own))
            begin = clock()
            for _ in range(first, last):
                if state.to_act() == CHANCE:
                    state.play(state.draw(own))
                else:
                    moves = state.legal()
                    state.play(moves[own.below(len(moves))])
                    decisions += 1
            spent += clock() - begin
        return decisions, spent

    return run


def plies_of(game: Game, edition: Edition, seats: int, seed: int) -> int:
    """How long a random game is."""
    dice = Dice(seed)
    state = game.start(edition, seats)
    plies = 0
    while state.to_act() is not None:
        state.play(random_move(state, dice))
        plies += 1
    return plies


def search(only: str) -> list[BenchEntry]:
    """Flat Monte Carlo search from the view of a seat: imagine a truth, play a candidate, play on at random to the end. The
    decisions of these playouts count, the thinking around them costs."""
    return [
        BenchEntry(f"{title}, flat search", OURS, timed(_flat_search(game, edition, seats)))
        for title, game, edition, seats in usual_games(only)
    ]


def _flat_search(game: Game, edition: Edition, seats: int) -> Work:
    choices = [state for state in samples(game, edition, seats)[1:] if state.to_act() is not None and state.to_act() != CHANCE]
    views = [(state.view(state.to_act()), state.legal()) for state in choices[: len(choices) // 2]]

    def think(dice: Dice) -> int:
        view, moves = views[dice.below(len(views))]
        imaginer = game.imaginer(view)
        decisions = 0
        for number in range(SIMULATIONS):
            state = imaginer.state(dice)
            state.play(moves[number % len(moves)])
            decisions += 1 + state.playout(dice)
        return decisions

    return think
