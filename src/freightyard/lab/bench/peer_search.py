"""The search of a peer for games with hidden cards."""

from collections.abc import Iterator
from time import process_time as clock
from typing import Any, Final

from freightyard.core.chance import Dice
from freightyard.lab.bench.entries import BenchEntry, Timed
from freightyard.lab.bench.peers import OPENSPIEL, is_there, peer_module

HEARTS_DECISIONS_BEFORE: Final = 16  # three cards passed by each, and one trick: every seat has twelve cards
SIMULATIONS: Final = 500


def search() -> Iterator[BenchEntry]:
    """OpenSpiel's search for games with hidden cards, on hearts. Every simulation plays to the end, so the decisions made in
    it are as many as the game still has."""
    if is_there(OPENSPIEL):
        yield BenchEntry(f"{OPENSPIEL} ISMCTSBot, hearts", OPENSPIEL, _timed_ismcts(whole=False))


def simulations() -> Iterator[BenchEntry]:
    """The same, but a simulation counts as one, however many decisions it has."""
    if is_there(OPENSPIEL):
        yield BenchEntry(f"{OPENSPIEL} ISMCTSBot, hearts", OPENSPIEL, _timed_ismcts(whole=True))


def _timed_ismcts(*, whole: bool) -> Timed:
    pyspiel = peer_module("pyspiel")
    game = pyspiel.load_game("hearts")
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    visits = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    bot = pyspiel.ISMCTSBot(1, evaluator, 1.4, SIMULATIONS, -1, visits, False, True)

    def run(dice: Dice, seconds: float) -> tuple[int, float]:
        decisions, spent = 0, 0.0
        while spent < seconds:
            state = _hearts_with_choice(game, dice)
            left = _decisions_left(state)
            begin = clock()
            bot.step(state)
            spent += clock() - begin
            decisions += SIMULATIONS if whole else SIMULATIONS * left
        return decisions, spent

    return run


def _hearts_with_choice(game: Any, dice: Dice) -> Any:
    """A position in the second trick or soon after, where more than one card may be played: else the bot need not think."""
    state = game.new_initial_state()
    decisions = 0
    while True:
        moves = state.legal_actions()
        if not state.is_chance_node():
            if decisions >= HEARTS_DECISIONS_BEFORE and len(moves) > 1:
                return state
            decisions += 1
        state.apply_action(moves[dice.below(len(moves))])


def _decisions_left(state: Any) -> int:
    twin = state.clone()
    decisions = 0
    while not twin.is_terminal():
        twin.apply_action(twin.legal_actions()[0])
        decisions += 1
    return decisions
