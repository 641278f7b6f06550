"""A network learns a game by masked PPO, against earlier versions of itself and against a bot. Needs the extra [train-rl].

    python examples/ppo.py [GAME] [--out runs/ppo]                     train, or go on where a training ended
    freightyard ladder freight-cars --bots driver,examples/ppo.py:Trained      play with what was learnt, with numpy alone

Every update plays 128 games side by side for 128 decisions and then learns from these decisions (proximal policy optimisation,
Schulman et al. 2017). In half of the games a bot sits on the other seat; in a quarter an earlier version of the network; in the
rest the network plays every seat. It hears what the bot would do, and learns when to do something else. docs/training-rl.md
tells more.
"""

import argparse
import os
import pickle
import signal
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from freightyard import Game, Stream, View
from freightyard.adapters.observation import layout_of, observe
from freightyard.adapters.vector import VectorGames
from freightyard.bots.levels import bot_stream, make_bot
from freightyard.core.contract import Edition
from freightyard.core.observation import MANY

try:
    import torch
    from torch.nn.functional import log_softmax, smooth_l1_loss
except ImportError:  # whoever only plays needs none
    torch = None

Array = NDArray[Any]
STEPS = 128  # decisions in every game between two updates
EPOCHS, BATCH, CLIP = 3, 512, 0.2
LAMBDA = 0.95  # how far a surprise counts for the decisions before it
LEAD = 20.0  # a lead of so many points is worth as much as the win, as long as points count in full
SNAPSHOT, EARLIER = 10, 20  # every so many updates an earlier version is kept; so many at most


def scale_of(edition: Edition, seats: int) -> Array:
    """What brings the numbers of an observation to about 0 to 1."""
    high = np.array(layout_of(edition, seats).bounds()[1], np.float32)
    return np.where(high == MANY, 1 / 8, 1 / np.maximum(high, 1)).astype(np.float32)


def leads_of(points: Array) -> Array:
    """How far each seat is ahead of the average of the others, from the points of all seats."""
    others = (points.sum(axis=-1, keepdims=True) - points) / max(points.shape[-1] - 1, 1)
    return np.asarray((points - others) / LEAD, np.float32)


def advantages(
    values: Array, leads: Array, actors: Array, over: Array, worth: Array, final: Array, *, share: float
) -> list[Array]:
    """How much better than expected each decision went, what its position was worth, and whether that is known.

    Rows are steps, columns games. `values` and `leads` belong to the seat that acts; `worth` and `final` are the result and the
    lead of every seat where a game is over. A seat's next position is the one at its own next decision, whoever acts between.
    Its last decision before the end of the steps has none, so that one is not learnt from.
    """
    steps, count = values.shape
    games = np.arange(count)
    value, gain, lead, reward = np.zeros((4, *worth.shape[1:]), np.float32)  # at the next decision of every seat
    known = np.zeros(worth.shape[1:], np.bool_)
    found, sure = np.zeros((steps, count), np.float32), np.zeros((steps, count), np.bool_)
    for step in range(steps - 1, -1, -1):
        ended, seat = over[step], actors[step]
        value[ended] = gain[ended] = 0
        reward[ended], lead[ended], known[ended] = worth[step][ended], final[step][ended], True
        at = games, seat
        surprise = reward[at] + share * (lead[at] - leads[step]) + value[at] - values[step]
        sure[step] = known[at]
        found[step] = np.where(known[at], surprise + LAMBDA * gain[at], 0)
        value[at], gain[at], lead[at], reward[at], known[at] = values[step], found[step], leads[step], 0, True
    return [found, found + values, sure]


def forget(advisers: dict[tuple[int, int], Any], over: Array, other: Array, actors: Array) -> None:
    """A plan is dropped where the game is over, or where something else was done than advised."""
    for slot in np.flatnonzero(over | other).tolist():
        for key in [key for key in advisers if key[0] == slot] if over[slot] else [(slot, int(actors[slot]))]:
            advisers.pop(key, None)


def choose(chances: Array, dice: np.random.Generator) -> Array:
    """A move for every game, drawn by its chances."""
    edges = chances.cumsum(axis=1)
    return np.asarray((edges < (1 - dice.random((len(chances), 1))) * edges[:, -1:]).sum(axis=1), np.int64)


class Trained:
    """A bot that plays what was learnt: always the move that the network likes best."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.path = os.environ.get("PPO_WEIGHTS", "runs/ppo/weights.npz")
        with np.load(self.path) as found:
            self.layers = [(found[f"{number}.weight"], found[f"{number}.bias"]) for number in (0, 2, 4)]
            self.trust, self.adviser = found["trust"], str(found["adviser"])
        self.advisers: dict[tuple[int, int], Any] = {}

    def decide(self, view: View) -> str:
        seat, state = view.seat or 0, self.game.imagine(view, Stream(""))  # what it deals at random is in no observation
        likes = np.array(observe(state, seat), np.float32) * scale_of(state.edition, state.seats)
        if len(likes) != self.layers[0][0].shape[1]:
            raise ValueError(f"{self.path} was learnt for another game, edition or number of seats")
        for number, (weights, bias) in enumerate(self.layers):
            likes = weights @ (np.maximum(likes, 0) if number else likes) + bias
        words = state.edition.vocabulary
        advised = advice(self.advisers, self.adviser, self.game, [view]) if self.adviser else np.zeros(1, np.int64)
        likes[advised] += self.trust[advised]
        move = max(view.legal, key=lambda move: float(likes[words.parse(move)]))
        if words.parse(move) != advised[0]:
            self.advisers.clear()  # what it had planned is not done
        return move


def advice(advisers: dict[tuple[int, int], Any], name: str, game: Game, views: list[View]) -> Array:
    """What a bot of this name would do in each of these games. `advisers`: those that have a plan, by game and seat."""
    moves = []
    for slot, view in enumerate(views):
        seat = view.seat or 0
        if (slot, seat) not in advisers:
            advisers[slot, seat] = make_bot(name, game, bot_stream("advice", seat))
        moves.append(view.edition.vocabulary.parse(advisers[slot, seat].decide(view)))
    return np.array(moves)


def network(inputs: int, hidden: int, moves: int, trust: float) -> Any:
    """Two hidden layers. The outputs: a number for each move, and last what the position is worth. `trust` is what a move gains
    if it is advised; of each move it is learnt, too."""
    linear = [torch.nn.Linear(inputs, hidden), torch.nn.Linear(hidden, hidden), torch.nn.Linear(hidden, moves + 1)]
    for layer in linear:
        torch.nn.init.orthogonal_(layer.weight, 2**0.5)
        torch.nn.init.zeros_(layer.bias)
    with torch.no_grad():
        linear[2].weight[:moves] *= 0.01  # at first all moves are about as likely
    net = torch.nn.Sequential(linear[0], torch.nn.ReLU(), linear[1], torch.nn.ReLU(), linear[2])
    net.register_parameter("trust", torch.nn.Parameter(torch.full((moves,), trust)))
    return net


class Training:
    """The network with all that a training needs to go on from where it is. It is pickled whole."""

    def __init__(self, args: argparse.Namespace) -> None:
        torch.manual_seed(args.seed)
        self.args, self.dice = args, np.random.default_rng(args.seed)
        half = args.count // 2
        self.selves = VectorGames(args.game, args.edition, args.seats, count=args.count - half, seed=args.seed)
        self.against = VectorGames(args.game, args.edition, args.seats, count=half, seed=args.seed, opponents=args.opponent)
        setup, layout = self.selves.setup, self.selves.layout
        self.scale = torch.from_numpy(scale_of(setup.edition, setup.seats))
        self.points = [layout.slice(part.name).start for part in layout.parts if part.name.endswith(": numbers")]  # of each seat
        self.net, self.old = [network(layout.size, args.hidden, self.selves.actions, args.trust) for _ in range(2)]
        self.earlier = [self.weights()]
        self.adam = torch.optim.Adam(self.net.parameters(), lr=args.rate, eps=1e-5)
        self.advisers: dict[tuple[int, int], Any] = {}
        self.update = self.decisions = 0
        self.seconds = 0.0  # of processor time
        self.curve: list[tuple[float, ...]] = []

    def weights(self) -> dict[str, Any]:
        """A copy of the weights."""
        return {name: tensor.clone() for name, tensor in self.net.state_dict().items()}

    def think(self, net: Any, observations: Array, masks: Array, advised: Array) -> tuple[Any, Any]:
        """The logarithms of the chances of all moves, and what the positions are worth."""
        with torch.autocast("cpu", torch.bfloat16, enabled=self.args.bfloat16):
            hidden = net[:-1](torch.from_numpy(observations) * self.scale)
        out, best = net[-1](hidden.float()), torch.from_numpy(advised)
        likes = out[:, :-1].scatter_add(1, best[:, None], net.trust[best][:, None]) if self.args.trust else out[:, :-1]
        return log_softmax(likes.masked_fill(torch.from_numpy(~masks), -1e9), dim=1), out[:, -1]

    def advised(self, advisers: dict[tuple[int, int], Any], games: list[VectorGames]) -> Array:
        """What the bot would do in every game."""
        if not self.args.trust:
            return np.zeros(sum(each.count for each in games), np.int64)
        pairs = [pair for each in games for pair in zip(each.states, each.actors.tolist(), strict=True)]
        return advice(advisers, self.args.opponent, games[0].setup.game, [state.view(seat) for state, seat in pairs])

    def play(self) -> dict[str, Array]:
        """Some decisions in every game, and what came of them."""
        count, own, seats = self.args.count, self.selves.count, self.selves.setup.seats
        slots = np.arange(count)
        self.old.load_state_dict(self.earlier[int(self.dice.integers(len(self.earlier)))])
        olds = np.where(slots < own // 2, slots % seats, -1)  # the seat that an earlier version plays
        kinds = {"moves": np.int64, "advised": np.int64, "actors": np.int64, "over": np.bool_, "learnt": np.bool_}
        names = ("moves", "advised", "logs", "values", "leads", "actors", "over", "learnt")
        told: dict[str, Array] = {name: np.zeros((STEPS, count), kinds.get(name, np.float32)) for name in names}
        told["seen"] = np.zeros((STEPS, count, self.selves.layout.size), np.int16)
        told["masks"] = np.zeros((STEPS, count, self.selves.actions), np.bool_)
        told["worth"], told["final"] = np.zeros((2, STEPS, count, seats), np.float32)
        for step in range(STEPS):
            seen, masks, actors = told["seen"][step], told["masks"][step], told["actors"][step]
            for games, part in ((self.selves, slice(0, own)), (self.against, slice(own, count))):
                seen[part], masks[part], actors[part] = games.observations, games.masks, games.actors
            told["advised"][step] = advised = self.advised(self.advisers, [self.selves, self.against])
            rows = np.flatnonzero(actors == olds)
            with torch.no_grad():
                logs, values = self.think(self.net, seen, masks, advised)
                logs[rows] = self.think(self.old, seen[rows], masks[rows], advised[rows])[0]
            moves = choose(logs.exp().numpy(), self.dice)
            told["learnt"][step], told["moves"][step], told["values"][step] = actors != olds, moves, values.numpy()
            told["logs"][step] = logs.numpy()[slots, moves]
            told["leads"][step] = leads_of(seen[:, self.points])[:, 0]
            parts = self.selves.step(moves[:own]), self.against.step(moves[own:])
            worth, over, scores = [np.concatenate(pair) for pair in zip(*parts, strict=True)]
            told["worth"][step], told["over"][step], told["final"][step] = worth, over, leads_of(scores)
            forget(self.advisers, over, moves != advised, actors)
        return told

    def learn(self, told: dict[str, Array], left: float) -> None:
        """Make the decisions likelier that went better than expected.
        `left`: the part of the training that is still to come. Points count by it, beside the result."""
        names = ("values", "leads", "actors", "over", "worth", "final")
        gains, returns, known = advantages(*[told[name] for name in names], share=left)
        keep = np.flatnonzero(known & told["learnt"] & (told["masks"].sum(axis=2) > 1))  # forced moves teach nothing
        seen, masks = [told[name].reshape(known.size, -1)[keep] for name in ("seen", "masks")]
        advised, *others = [told[name].ravel()[keep] for name in ("advised", "moves", "logs")]
        made, logs_then, gain, worth = [torch.from_numpy(row) for row in (*others, gains.ravel()[keep], returns.ravel()[keep])]
        gain = (gain - gain.mean()) / (gain.std() + 1e-6)
        for group in self.adam.param_groups:
            group["lr"] = self.args.rate * max(left, 0.05)
        for _ in range(EPOCHS):
            order = self.dice.permutation(len(keep))
            for rows in np.split(order, range(BATCH, len(order), BATCH)):
                logs, values = self.think(self.net, seen[rows], masks[rows], advised[rows])
                ratio = (logs.gather(1, made[rows, None])[:, 0] - logs_then[rows]).exp()
                better = torch.minimum(ratio * gain[rows], ratio.clamp(1 - CLIP, 1 + CLIP) * gain[rows]).mean()
                entropy = -(logs.exp() * logs).sum(dim=1).mean()
                loss = smooth_l1_loss(values, worth[rows]) - better - self.args.entropy * left * entropy
                self.adam.zero_grad()
                loss.backward()
                torch.nn.utils.clip_grad_norm_(self.net.parameters(), 0.5)
                self.adam.step()
        self.decisions += len(keep)

    def measure(self, count: int) -> tuple[float, float]:
        """The share of wins against the bot, and points ahead, by the move it likes best, in games that it never learns from."""
        setup = self.selves.setup
        games = VectorGames(setup.game.name, setup.edition, setup.seats, count=count, opponents=self.args.opponent)
        games.reset("measured")
        advisers: dict[tuple[int, int], Any] = {}
        won, ahead, first = 0.0, 0.0, np.ones(count, np.bool_)  # the first game of every slot: else short ones would count more
        while first.any():
            advised = self.advised(advisers, [games])
            with torch.no_grad():
                moves = self.think(self.net, games.observations, games.masks, advised)[0].argmax(dim=1).numpy()
            seats = games.actors.copy()
            step = games.step(moves)
            forget(advisers, step.over, moves != advised, seats)
            ends = np.flatnonzero(step.over & first)
            won += float(((step.rewards[ends, seats[ends]] * (setup.seats - 1) + 1) / setup.seats).sum())
            ahead += float(leads_of(step.scores)[ends, seats[ends]].sum()) * LEAD
            first[ends] = False
        return won / count, ahead / count

    def point(self) -> str:
        """Another point of the curve."""
        wins, ahead = self.measure(self.args.games)
        self.curve.append((self.update, self.decisions, round(self.seconds, 1), wins, round(ahead, 2), self.args.games))
        return f"  wins {wins:.1%} of {self.args.games} games against {self.args.opponent}, {ahead:+.1f} points\n"

    def save(self, folder: Path) -> None:
        """All of it, to go on; the weights, to play; the curve."""
        folder.mkdir(parents=True, exist_ok=True)
        fresh = folder / "training.new"
        fresh.write_bytes(pickle.dumps(self))
        fresh.replace(folder / "training.pickle")  # whatever ends the process here, there is a whole one
        arrays = {name: tensor.numpy() for name, tensor in self.net.state_dict().items()}
        np.savez(folder / "weights.npz", adviser=np.array(self.args.opponent if self.args.trust else ""), **arrays)
        lines = ["update,decisions,processor_seconds,wins,points_ahead,games", *[",".join(map(str, row)) for row in self.curve]]
        (folder / "curve.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")

    def run(self, folder: Path, updates: int) -> None:
        """Train until there are so many updates in all, or until Ctrl-C; then save."""
        stop: list[int] = []
        before = signal.signal(signal.SIGINT, lambda number, _frame: stop.append(number))
        begun, first = time.monotonic(), self.update
        if not self.curve:
            sys.stdout.write(self.point())
        while self.update < updates and not stop:
            at = time.process_time()
            self.learn(self.play(), 1 - self.update / updates)
            self.update += 1
            if self.update % SNAPSHOT == 0:
                self.earlier = [*self.earlier, self.weights()][-EARLIER:]
            self.seconds += time.process_time() - at
            minutes = (time.monotonic() - begun) / (self.update - first) * (updates - self.update) / 60
            line = f"update {self.update} of {updates}  {self.decisions:,} decisions  {minutes:.0f} min left"
            if self.update % self.args.measure == 0 or self.update == updates:
                line += self.point()
                self.save(folder)
            sys.stdout.write(f"\r{line}")
            sys.stdout.flush()
        signal.signal(signal.SIGINT, before)
        self.save(folder)


def main() -> None:
    """Train, or go on."""
    parser = argparse.ArgumentParser(description="A network learns a game by masked PPO.")
    parser.add_argument("game", nargs="?", default="freight-cars")
    parser.add_argument("--edition")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--opponent", default="driver", help="the bot that advises it, that it plays and is measured against")
    parser.add_argument("--updates", type=int, default=200)
    parser.add_argument("--trust", type=float, default=4.0, help="what a move gains that the bot advises, at first; 0: no advice")
    parser.add_argument("--count", type=int, default=128, help="games side by side")
    parser.add_argument("--hidden", type=int, default=256, help="units in each of the two layers")
    parser.add_argument("--rate", type=float, default=5e-4, help="of learning, at first")
    parser.add_argument("--entropy", type=float, default=0.002, help="how much it is kept trying, at first")
    parser.add_argument("--measure", type=int, default=10, help="so many updates between two points of the curve")
    parser.add_argument("--games", type=int, default=200, help="games for a point of the curve")
    parser.add_argument("--bfloat16", action="store_true", help="half as exact, faster where the processor has it (avx512_bf16)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("runs/ppo"), help="folder; if a training is in it, it goes on")
    args = parser.parse_args()
    torch.set_num_threads(1)
    kept = args.out / "training.pickle"
    training = pickle.loads(kept.read_bytes()) if kept.exists() else Training(args)  # noqa: S301  one's own file
    training.run(args.out, args.updates)


if __name__ == "__main__":
    main()
