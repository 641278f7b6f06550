"""The smallest thing that learns, on a PettingZoo environment: one number a move, whatever the position. Needs numpy alone.

    python examples/action_values.py [--games 100]

Every move has a preference: the higher it is, the likelier the move is chosen. After a game each move that was made gets a
little of how the game went (a gradient bandit). It cannot plan, and yet it learns which moves are worth making at all: in
Freight Train, to put cars on trains instead of into the yard.
"""

import argparse
import sys

import numpy as np
from numpy.typing import NDArray

from freightyard.adapters.pettingzoo import FreightyardEnv, raw_env

Values = NDArray[np.float64]


def chances(values: Values, mask: NDArray[np.int8]) -> Values:
    """The chance of every move: softmax over the legal ones."""
    odds = np.where(mask, np.exp(values - values[mask == 1].max()), 0.0)
    return np.asarray(odds / odds.sum())


def play(table: FreightyardEnv, learner: str, values: Values, seed: int, rate: float) -> float:
    """One game of the learner against random players. With a rate above 0 it learns from it. What the game was worth."""
    table.reset(seed=seed)
    dice = np.random.default_rng(seed)
    made: list[tuple[int, Values]] = []
    while True:
        agent = table.agent_selection
        observation, _, terminated, _, _ = table.last()
        if terminated:
            break
        assert observation is not None  # noqa: S101  (an agent that is to act sees something)
        mask = observation["action_mask"]
        odds = chances(values if agent == learner else np.zeros_like(values), mask)
        move = int(dice.choice(len(odds), p=odds))
        if agent == learner:
            made.append((move, odds))
        table.step(move)
    worth = float(table.rewards[learner])
    for move, odds in made if rate else []:
        values -= rate * worth * odds
        values[move] += rate * worth
    return worth


def train(game: str, games: int, seed: int, say: bool = True) -> tuple[float, float]:
    """Learn. The share of wins against random players before and after."""
    table = raw_env(game=game, reward="margin")
    judge = raw_env(game=game, reward="win")
    values = np.zeros(table.action_space("seat_1").n)  # type: ignore[attr-defined]
    usual = 0.0

    def share() -> float:
        return float(np.mean([(play(judge, "seat_1", values, 1_000_000 + number, 0) + 1) / 2 for number in range(40)]))

    before = share()
    for number in range(games):
        worth = play(table, "seat_1", values, seed + number, 0.02 / (5 + usual))
        usual += 0.05 * (abs(worth) - usual)
        if say and (number + 1) % 25 == 0:
            sys.stdout.write(f"after {number + 1} games: {share():.0%}\n")
    return before, share()


def main() -> None:
    """Train, and say how it goes."""
    parser = argparse.ArgumentParser(description="One number a move learns from a PettingZoo environment.")
    parser.add_argument("game", nargs="?", default="freight-train")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    before, after = train(args.game, args.games, args.seed)
    sys.stdout.write(f"from {before:.0%} to {after:.0%} of the wins against a random player\n")


if __name__ == "__main__":
    main()
