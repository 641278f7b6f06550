"""A training: games between equal bots, a fit, a contest with what was learnt before, and round again with the stronger one.

Rounds differ by their seeds and by what their players have learnt. All that was played stays in the folder of the training, so
that one that was stopped goes on where it was. Equal seeds give equal games, equal fits and equal contests.
"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
import numpy as np

from freightyard.bots.learnt import Learning, Learnings, read_learnings
from freightyard.bots.search.value import Features
from freightyard.core.contract import Edition, Game
from freightyard.lab.learning.contest import Contest, contest
from freightyard.lab.learning.fit import Fitted, Positions, fit, fitted_shares, log_loss
from freightyard.lab.learning.games import Course, Looks, add_course, look_at, parts_of, play_games, read_courses
from freightyard.lab.learning.players import Player
from freightyard.lab.pool import Executor

UNSEEN: Final = 5  # every fifth game is not fitted to when the fit is checked
SEEDS: Final = 1_000_000  # between the rounds
CONTEST_SEEDS: Final = 500_000  # from the first game of a round to those of its contest

Step = Callable[[str, int, int], None]  # what is done, how much of it is done, and how much there is


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be done for one number of seats, and for one edition or for several that are learnt together."""

    game: Game
    editions: tuple[Edition, ...]
    seats: int
    think: str  # playouts a turn of the players, such as 60it
    contest_think: str  # and in the contest
    games: int  # of a round, of each edition
    contest: int  # games of a contest
    rounds: int
    seed: int

    @property
    def name(self) -> str:
        """The beginning of the names of its files."""
        return f"{self.game.name}-{'-'.join([edition.name for edition in self.editions])}-{self.seats}"

    def seeds(self, number: int) -> range:
        """Those of the games of a round."""
        first = self.seed + SEEDS * number
        return range(first, first + self.games)


class Losses(msgspec.Struct, frozen=True):
    """How far the shares at the start of turns are from what came of them, in games that nothing was fitted to."""

    positions: int
    even: float  # equal shares
    judge: float  # the judge's own guesses
    calibrated: float  # the same, stretched as fits these games best
    learnt: float


class Round(msgspec.Struct, frozen=True):
    """What came of a round."""

    number: int
    games: int  # that were fitted to
    losses: Losses
    contest: Contest
    kept: bool


def train(
    plan: Plan, before: Learning | None, folder: Path, executor: Executor, step: Step
) -> Iterator[tuple[Round, Learning | None]]:
    """Round after round: what came of it, and the best that is known."""
    features, _ = parts_of(plan.game)
    best = before
    seen: list[Looks] = []
    for number in range(plan.rounds):
        player = Player(game=plan.game, name=f"hard:{plan.think}", learning=best)
        for edition in plan.editions:
            courses = _courses(plan, edition, number, player, folder, executor, step)
            for looks in look_at(plan.game, edition, plan.seats, courses, executor):
                seen.append(looks)
                step("looking", len(seen), plan.games * len(plan.editions) * (number + 1))
        positions = positions_of(seen)
        losses = check(positions, features)
        step("fitting", 0, 1)
        fitted = fit(positions, against_of(features))
        candidate = _learning(plan, features, fitted, len(seen), number + 1, losses.learnt)
        found = _contest(plan, number, candidate, best, folder, executor, step)
        if found.stronger:
            best = candidate
        yield Round(number + 1, len(seen), losses, found, found.stronger), best


def against_of(features: Features) -> list[int]:
    """The places of the numbers that count as a lead, too."""
    return [features.names.index(name) for name in features.against]


def _learning(plan: Plan, features: Features, fitted: Fitted, games: int, rounds: int, loss: float) -> Learning:
    fields: dict[str, Any] = msgspec.structs.asdict(fitted)
    return Learning(
        editions=tuple([edition.name for edition in plan.editions]),
        seats=plan.seats,
        games=games,
        rounds=rounds,
        loss=round(loss, 4),
        names=features.names,
        against=features.against,
        **fields,
    )


def _courses(
    plan: Plan, edition: Edition, number: int, player: Player, folder: Path, executor: Executor, step: Step
) -> list[Course]:
    """The games of a round with one edition: those that are kept, and those that are missing."""
    path = folder / f"{plan.game.name}-{edition.name}-{plan.seats}-{plan.think}-round-{number + 1}.jsonl"
    seeds = plan.seeds(number)
    found = [one for one in read_courses(path) if one.seed in seeds][: plan.games]
    known = {one.seed for one in found}
    missing = [seed for seed in seeds if seed not in known]
    with path.open("ab", buffering=0) as file:
        for one in play_games(player, edition, plan.seats, missing, executor):
            add_course(file, one)
            found.append(one)
            step(f"games of {edition.name}", len(found), plan.games)
    return sorted(found, key=lambda one: one.seed)


def positions_of(looks: Sequence[Looks]) -> Positions:
    """What is seen at the start of the turns of games, in one table."""
    rows: list[Any] = []
    stages: list[int] = []
    won: list[Sequence[float]] = []
    guesses: list[Sequence[float]] = []
    actors: list[int] = []
    games: list[int] = []
    for number, seen in enumerate(looks):
        rows += seen.rows
        stages += seen.stages
        guesses += seen.guesses
        actors += seen.actors
        won += [seen.won] * len(seen.rows)
        games += [number] * len(seen.rows)
    return Positions(
        np.array(rows, dtype=np.int64),
        np.array(stages, dtype=np.int64),
        np.array(won),
        np.array(guesses),
        np.array(actors, dtype=np.int64),
        np.array(games, dtype=np.int64),
    )


def check(at: Positions, features: Features) -> Losses:
    """Fit to four fifths of the games, and hold it against the others."""
    unseen = at.games % UNSEEN == UNSEEN - 1
    known, others = at.part(~unseen), at.part(unseen)
    against = against_of(features)
    learnt = fitted_shares(fit(known, against), others, against)
    guess = fit(guessed(known), (), trees=0)
    return Losses(
        len(others.stages),
        float(np.log(at.rows.shape[1])),
        log_loss(others.guesses, others.won),
        log_loss(fitted_shares(guess, guessed(others), ()), others.won),
        log_loss(learnt, others.won),
    )


def guessed(at: Positions) -> Positions:
    """The same positions with nothing to look at but the judge's guess, and whose turn it is."""
    seats = at.guesses.shape[1]
    logs = np.rint(np.log(np.maximum(at.guesses, 1e-4)) * 1000).astype(np.int64)
    first = (np.arange(seats)[None, :] == at.actors[:, None]).astype(np.int64)
    return msgspec.structs.replace(at, rows=np.stack([logs, first], 2))


def _contest(
    plan: Plan, number: int, candidate: Learning, before: Learning | None, folder: Path, executor: Executor, step: Step
) -> Contest:
    """The candidate against the best so far. What came of it is kept for who goes on."""
    path = folder / f"{plan.name}-round-{number + 1}-contest.json"
    key = msgspec.json.encode([candidate, before, plan.contest, plan.contest_think])
    if path.exists():
        kept = msgspec.json.decode(path.read_bytes(), type=tuple[str, Contest])
        if kept[0] == _mark(key):
            return kept[1]
    new, old = (Player(game=plan.game, name=f"hard:{plan.contest_think}", learning=one) for one in (candidate, before))
    found = None
    first = plan.seeds(number).start + CONTEST_SEEDS
    for found in contest(new, old, plan.editions, plan.seats, first, plan.contest, executor):
        step("contest", found.games, plan.contest)
    assert found is not None  # noqa: S101  (there is a first look)
    path.write_bytes(msgspec.json.encode([_mark(key), found]))
    return found


def _mark(data: bytes) -> str:
    from hashlib import sha256

    return sha256(data).hexdigest()


def merged(path: Path, game: Game, learnt: Sequence[Learning]) -> None:
    """Write what was learnt into a file; what it has of other editions and numbers of seats stays."""
    known = read_learnings(path.read_bytes(), str(path)).learnt if path.exists() else ()
    found = {(one.editions, one.seats): one for one in (*known, *learnt)}
    order = list(game.editions)
    ordered = sorted(found, key=lambda key: ([order.index(name) for name in key[0] if name in order], key[0], key[1]))
    made = Learnings(game=game.name, learnt=tuple([found[key] for key in ordered]))
    half = path.with_suffix(".part")
    half.write_bytes(msgspec.json.encode(made) + b"\n")
    half.replace(path)
