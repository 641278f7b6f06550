"""Games that went quite another way than the others of their kind: where one does, a bot has a hole in its plans.

What is usual is told by the games themselves, so a rule set needs no numbers of its own.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import median
from typing import Final

import msgspec

from freightyard.core.contract import CHANCE
from freightyard.lab.match import Result

ALLOWED: Final = 0.001  # of the games may be outliers
_FAR: Final = 4  # times as far from the middle as the tenth part of the games begins
_RARE: Final = 25  # moves of a verb that are no hole, however seldom it is played
_OFTEN: Final = 2  # times as many moves of a verb as usual are none either: one rearranged yard is sixteen


class GameShape(msgspec.Struct, frozen=True, kw_only=True):
    """What is looked at of a game."""

    seed: int
    turns: int
    moves: float  # that players make in a turn
    scores: tuple[int, ...]
    verbs: dict[str, int]  # how often each was played


class Outlier(msgspec.Struct, frozen=True, kw_only=True):
    """A game that went another way, and what is unusual about it."""

    seed: int
    scores: tuple[int, ...]
    turns: int
    why: tuple[str, ...]


def shape_of(result: Result) -> GameShape:
    """What is looked at of a game. A verb is the first word of a move of a player; chance has its own."""
    match = result.match
    state = match.game.start(match.edition, len(match.players), match.options)
    verbs = Counter[str]()
    for move in result.moves:
        if state.to_act() != CHANCE:
            verbs[move.split(" ", 1)[0]] += 1
        state.play(match.edition.vocabulary.parse(move))
    return GameShape(
        seed=result.match.seed,
        turns=max(1, result.turns),
        moves=result.decisions / max(1, result.turns),
        scores=result.outcome.scores,
        verbs=dict(verbs),
    )


def outliers(shapes: Iterable[GameShape]) -> list[Outlier]:
    """The games that had far more turns, moves in a turn, or moves of one verb than the others, or in which the winner or the
    last one had far fewer points. Far is four times as far from the middle as nine tenths of the games stay: some games vary a
    lot by themselves, and others hardly at all."""
    games = list(shapes)
    if not games:
        return []
    most_turns = _most([game.turns for game in games])
    most_moves = _most([game.moves for game in games])
    fewest_to_win = -_most([-max(game.scores) for game in games])
    fewest = -_most([-min(game.scores) for game in games])
    played = {verb for game in games for verb in game.verbs}
    verbs = {verb: _most_of_verb([game.verbs.get(verb, 0) / game.turns for game in games]) for verb in played}
    found = []
    for game in games:
        why = []
        if game.turns > most_turns:
            why.append(f"{game.turns} turns, not {most_turns:g} at most")
        if game.moves > most_moves:
            why.append(f"{game.moves:.1f} moves a turn, not {most_moves:.1f} at most")
        if max(game.scores) < fewest_to_win:
            why.append(f"{max(game.scores)} points won it, not {fewest_to_win:g} at least")
        if min(game.scores) < fewest:
            why.append(f"somebody had {min(game.scores)} points, not {fewest:g} at least")
        for verb, number in sorted(game.verbs.items()):
            if number > max(_RARE, verbs[verb] * game.turns):
                why.append(f"{verb} {number} times, not {max(_RARE, verbs[verb] * game.turns):.0f} at most in so many turns")
        if why:
            found.append(Outlier(seed=game.seed, scores=game.scores, turns=game.turns, why=tuple(why)))
    return found


def _most_of_verb(rates: Sequence[float]) -> float:
    """How often a verb may be played in a turn: a long game has more of everything."""
    return max(_OFTEN * median(rates), _most(rates))


def _most(values: Sequence[float]) -> float:
    """Above what a value is an outlier. Where nine tenths of the games are the same, half a tenth of the middle counts as far."""
    middle, high = median(values), sorted(values)[int(0.9 * (len(values) - 1))]
    return middle + _FAR * max(high - middle, abs(middle) / 20)
