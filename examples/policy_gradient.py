"""A linear policy learns a game by playing against itself, many games at once. Needs numpy alone.

    python examples/policy_gradient.py [GAME] [--games 1600]

The policy is one table of weights from the observation to the moves. After every batch of finished games it is moved towards
what the winners did (REINFORCE): a move that was made in a game that went better than usual becomes more likely. Every few
batches it plays against random players, and the share of wins that is printed goes up.
"""

import argparse
import sys

import numpy as np
from numpy.typing import NDArray

from freightyard.adapters.vector import VectorGames
from freightyard.core.observation import MANY

Array = NDArray[np.float32]


class LinearPolicy:
    """Chances of moves from an observation: softmax over the legal moves of weights times what is seen."""

    def __init__(self, games: VectorGames) -> None:
        self.weights = np.zeros((games.layout.size + 1, games.actions), np.float32)
        self._speed = np.zeros_like(self.weights)
        high = np.array(games.layout.bounds()[1], np.float32)
        self._scale = np.where(high == MANY, 1 / 8, 1 / np.maximum(high, 1)).astype(np.float32)

    def inputs(self, observations: NDArray[np.int16]) -> Array:
        """Observations brought to about 0 to 1, and a 1 for the bias."""
        scaled = np.clip(observations * self._scale, -4, 4)
        return np.concatenate([scaled, np.ones((len(scaled), 1))], axis=1).astype(np.float32)

    def chances(self, inputs: Array, masks: NDArray[np.bool_]) -> Array:
        """The chance of every move; 0 for the illegal ones."""
        logits = np.where(masks, inputs @ self.weights, -np.inf)
        logits -= logits.max(axis=1, keepdims=True)
        odds = np.exp(logits)
        return np.asarray(odds / odds.sum(axis=1, keepdims=True), np.float32)

    def learn(self, inputs: Array, chances: Array, moves: NDArray[np.int64], credit: Array, rate: float) -> None:
        """Make the moves likelier by how much better than usual their games went."""
        push = -chances * credit[:, None]
        push[np.arange(len(moves)), moves] += credit
        slope = inputs.T @ push / len(moves)
        self._speed = np.asarray(0.9 * self._speed + slope, np.float32)  # momentum
        self.weights += rate * self._speed


def choose(chances: Array, dice: np.random.Generator) -> NDArray[np.int64]:
    """A move for every game, drawn by its chances."""
    edges = chances.cumsum(axis=1)
    return np.asarray((edges < dice.random((len(chances), 1)) * edges[:, -1:]).sum(axis=1), np.int64)


def win_share(policy: LinearPolicy, game: str, matches: int, seed: int) -> float:
    """The share of wins of the policy on seat 1 against a random player on seat 2."""
    games = VectorGames(game, seats=2, count=min(matches, 50), seed=seed)
    dice = np.random.default_rng(seed)
    won = played = 0.0
    while played < matches:
        chances = policy.chances(policy.inputs(games.observations), games.masks)
        even = games.masks / games.masks.sum(axis=1, keepdims=True)
        step = games.step(choose(np.where(games.actors[:, None] == 0, chances, even).astype(np.float32), dice))
        won += float(((step.rewards[:, 0] + 1) / 2)[step.over].sum())
        played += float(step.over.sum())
    return won / played


def train(game: str, matches: int, seed: int, count: int = 32, say: bool = True) -> list[float]:
    """Learn from so many games. The shares of wins before, between and after."""
    games = VectorGames(game, seats=2, count=count, seed=seed, reward="margin")
    policy = LinearPolicy(games)
    dice = np.random.default_rng(seed)
    diary: list[list[tuple[Array, Array, int, int]]] = [[] for _ in range(count)]  # of every game: seen, chances, move, seat
    finished: list[tuple[list[tuple[Array, Array, int, int]], NDArray[np.float32]]] = []
    shares = [win_share(policy, game, 100, seed)]
    usual_size = 10.0
    batches = 0
    if say:
        sys.stdout.write(f"{game}: before training it wins {shares[0]:.0%} against random\n")
    while batches * count < matches:
        inputs = policy.inputs(games.observations)
        chances = policy.chances(inputs, games.masks)
        moves = choose(chances, dice)
        for slot in range(count):
            diary[slot].append((inputs[slot], chances[slot], int(moves[slot]), int(games.actors[slot])))
        step = games.step(moves)
        for slot in np.flatnonzero(step.over).tolist():
            finished.append((diary[slot], step.rewards[slot]))
            diary[slot] = []
        if len(finished) >= count:
            rows = [(seen, odds, move, margin[seat]) for entries, margin in finished for seen, odds, move, seat in entries]
            credit = np.array([row[3] for row in rows], np.float32)
            usual_size = 0.9 * usual_size + 0.1 * float(np.abs(credit).mean() + 1e-3)
            stacked = [np.stack([row[part] for row in rows]) for part in (0, 1)]
            policy.learn(stacked[0], stacked[1], np.array([row[2] for row in rows]), credit / usual_size, rate=0.5)
            finished = []
            batches += 1
            if batches % 10 == 0:
                shares.append(win_share(policy, game, 100, seed + batches))
                if say:
                    sys.stdout.write(f"after {batches * count:,} games: {shares[-1]:.0%}\n")
    return shares


def main() -> None:
    """Train, and say how it goes."""
    parser = argparse.ArgumentParser(description="A linear policy learns a game against itself.")
    parser.add_argument("game", nargs="?", default="freight-cars")
    parser.add_argument("--games", type=int, default=1600)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    shares = train(args.game, args.games, args.seed)
    sys.stdout.write(f"from {shares[0]:.0%} to {shares[-1]:.0%}\n")


if __name__ == "__main__":
    main()
