"""Games to learn from: equal bots against each other, each game kept as its moves, so that it can be looked at anew."""

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from freightyard.bots.contract import Judge
from freightyard.bots.levels import judge_of
from freightyard.bots.search.value import Features
from freightyard.core.contract import CHANCE, Edition, Game, State
from freightyard.core.errors import BadSetup
from freightyard.lab.learning.players import Player, seated
from freightyard.lab.match import Match, play_match
from freightyard.lab.pool import Executor, in_order


class Course(msgspec.Struct, frozen=True):
    """A game that was played."""

    seed: int
    winners: tuple[int, ...]
    moves: tuple[str, ...]


class Looks(msgspec.Struct, frozen=True):
    """What is seen of a game at the start of its turns: the numbers of all seats, the stage, the judge's guess, and who is to
    act. `won`: the share of each seat in the end."""

    won: tuple[float, ...]
    rows: list[list[list[int]]]
    stages: list[int]
    guesses: list[list[float]]
    actors: list[int]


def play_games(player: Player, edition: Edition, seats: int, seeds: Sequence[int], executor: Executor) -> Iterator[Course]:
    """Play a game for every seed with this player on all seats, in the order of the seeds."""
    match = Match(game=player.game, edition=edition, options=(), players=(player.name,) * seats, seed=0)
    played = executor.map_unordered(partial(_play, match, player), seeds, lambda seed: _seeded(match, seed).words())
    return in_order(played)


def _seeded(match: Match, seed: int) -> Match:
    return msgspec.structs.replace(match, seed=seed)


def _play(match: Match, player: Player, seed: int) -> Course:
    result = play_match(_seeded(match, seed), seated=seated([player] * len(match.players), seed))
    return Course(seed, result.outcome.winners, result.moves)


def look_at(game: Game, edition: Edition, seats: int, courses: Sequence[Course], executor: Executor) -> Iterator[Looks]:
    """Go through games again and look at the start of every turn."""
    return in_order(executor.map_unordered(partial(_look, game, edition, seats), courses))


def _look(game: Game, edition: Edition, seats: int, course: Course) -> Looks:
    features, judge = parts_of(game)
    state = game.start(edition, seats)
    won = tuple([1 / len(course.winners) if seat in course.winners else 0.0 for seat in range(seats)])
    seen = Looks(won, [], [], [], [])
    turns = -1
    parse = edition.vocabulary.parse
    for move in course.moves:
        actor = state.to_act()
        if actor is not None and actor != CHANCE and state.turns != turns:
            turns = state.turns
            _add(seen, state, actor, features, judge)
        state.play(parse(move))
        if turns >= 0 and state.to_act() == CHANCE and features.breaks(state):
            _add(seen, state, 0, features, judge)
    return seen


def _add(seen: Looks, state: State, actor: int, features: Features, judge: Judge) -> None:
    seen.rows.append(features.rows(state))
    seen.stages.append(features.stage(state))
    seen.guesses.append(list(judge.shares(state)))
    seen.actors.append(actor)


def parts_of(game: Game) -> tuple[Features, Judge]:
    """What a game must bring to be learnt. Raises BadSetup."""
    from freightyard.bots.learnt import features_of

    features, judge = features_of(game.name), judge_of(game)
    if features is None or judge is None:
        raise BadSetup(f"{game.title} brings no features of its positions, so nothing can be learnt")
    return features, judge


# --- games on disk ---


def read_courses(path: Path) -> list[Course]:
    """The games of a file, as far as they are whole; what was half written is cut off."""
    if not path.exists():
        return []
    whole = [line for line in path.read_bytes().splitlines(keepends=True) if line.endswith(b"\n")]
    path.write_bytes(b"".join(whole))
    try:
        return [msgspec.json.decode(line, type=Course) for line in whole]
    except msgspec.DecodeError as error:
        raise BadSetup(f"{path} is no file of games to learn from: {error}") from None


def add_course(file: Any, course: Course) -> None:
    """One more game for read_courses()."""
    file.write(msgspec.json.encode(course) + b"\n")
