"""Random playouts of the peers, driven as our own games are: ask for the legal moves, choose one, play it.

Each is driven by its quickest public way, without pictures of the state for learners; the choice is ours, the same small
generator for all.
"""

from collections.abc import Iterator
from time import process_time as clock
from typing import Any, Final

from freightyard.core.chance import Dice
from freightyard.lab.bench.entries import BenchEntry, Timed, Work, timed
from freightyard.lab.bench.peers import (
    CATANATRON,
    CATANATRON_TURNS,
    CHESS,
    OPENSPIEL,
    OPENSPIEL_GAMES,
    PETTINGZOO,
    RLCARD,
    catan_game,
    is_there,
    peer_module,
)

RLCARD_GAMES: Final = ("uno", "leduc-holdem", "limit-holdem")
PETTINGZOO_GAMES: Final = ("tictactoe_v3", "connect_four_v3", "leduc_holdem_v4")


def driven() -> Iterator[BenchEntry]:
    """Whole random games."""
    if is_there(OPENSPIEL):
        for name in OPENSPIEL_GAMES:
            yield BenchEntry(f"{OPENSPIEL} {name}", OPENSPIEL, timed(_openspiel(name)))
    if is_there(CATANATRON):
        yield BenchEntry(CATANATRON, CATANATRON, timed(_catanatron))
    if is_there(RLCARD):
        for name in RLCARD_GAMES:
            yield BenchEntry(f"{RLCARD} {name}", RLCARD, timed(_rlcard(name)))
    if is_there(CHESS):
        yield BenchEntry(CHESS, CHESS, timed(_chess))
    if is_there(PETTINGZOO):
        for name in PETTINGZOO_GAMES:
            yield BenchEntry(f"{PETTINGZOO} {name}", PETTINGZOO, timed(_pettingzoo(name)))


def _openspiel(name: str) -> Work:
    game = peer_module("pyspiel").load_game(name)

    def playout(dice: Dice) -> int:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                # Everything is dealt with equal chances in these games, so there is no need to add up probabilities.
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[dice.below(len(outcomes))][0])
            else:
                moves = state.legal_actions()
                state.apply_action(moves[dice.below(len(moves))])
                decisions += 1
        return decisions

    return playout


def _catanatron(dice: Dice) -> int:
    game = catan_game(dice.below(1 << 30))
    decisions = 0
    while game.winning_color() is None and game.state.num_turns < CATANATRON_TURNS:
        moves = game.state.playable_actions
        game.execute(moves[dice.below(len(moves))])
        decisions += 1
    return decisions


def _rlcard(name: str) -> Work:
    # The game itself, without the environment that encodes each state for a learner.
    game = peer_module("rlcard").make(name, config={"seed": 1}).game

    def playout(dice: Dice) -> int:
        game.init_game()
        decisions = 0
        while not game.is_over():
            moves = game.get_legal_actions()
            game.step(moves[dice.below(len(moves))])
            decisions += 1
        return decisions

    return playout


def _chess(dice: Dice) -> int:
    board = peer_module("chess").Board()
    decisions = 0
    while not board.is_game_over():
        moves = list(board.legal_moves)
        board.push(moves[dice.below(len(moves))])
        decisions += 1
    return decisions


def _pettingzoo(name: str) -> Work:
    environment = peer_module(f"pettingzoo.classic.{name}").env().unwrapped  # without the wrappers that check every call

    def playout(dice: Dice) -> int:
        environment.reset(seed=dice.below(1 << 30))
        decisions = 0
        for _ in environment.agent_iter():
            observation, _, ended, cut_off, _ = environment.last()
            if ended or cut_off:
                environment.step(None)
                continue
            moves = observation["action_mask"].nonzero()[0]
            environment.step(int(moves[dice.below(len(moves))]))
            decisions += 1
        return decisions

    return playout


def inside() -> Iterator[BenchEntry]:
    """OpenSpiel's own loop in C++, with its random bots: whole games, and games whose cards are dealt before the clock runs."""
    if is_there(OPENSPIEL):
        for name in ("hearts", "cribbage"):
            yield BenchEntry(f"{OPENSPIEL} {name}", f"{OPENSPIEL} whole", _timed_bots(name, dealt=False))
            yield BenchEntry(f"{OPENSPIEL} {name}, dealt before", f"{OPENSPIEL} dealt", _timed_bots(name, dealt=True))


def _timed_bots(name: str, *, dealt: bool) -> Timed:
    pyspiel = peer_module("pyspiel")
    game = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(game.num_players())]

    def run(dice: Dice, seconds: float) -> tuple[int, float]:
        decisions, spent = 0, 0.0
        while spent < seconds:
            begin = clock()
            state = game.new_initial_state()
            if dealt:
                _deal(state, dice)
                begin = clock()
            pyspiel.evaluate_bots(state, bots, dice.below(1 << 30))
            spent += clock() - begin
            decisions += sum(step.player >= 0 for step in state.full_history())  # the clock stands still
        return decisions, spent

    return run


def _deal(state: Any, dice: Dice) -> None:
    while state.is_chance_node():
        outcomes = state.chance_outcomes()
        state.apply_action(outcomes[dice.below(len(outcomes))][0])
