"""One game from its first move to its last, played by bots."""

from collections.abc import Sequence
from typing import Any

import msgspec

from freightyard.bots import make_bot
from freightyard.bots.contract import Bot
from freightyard.bots.guard import GuardedBot
from freightyard.core.chance import Stream
from freightyard.core.contract import CHANCE, Edition, Game, Outcome, outcome_words
from freightyard.core.record import Record, record_of
from freightyard.lab.watch import GameWatcher


class Match(msgspec.Struct, frozen=True, kw_only=True):
    """What to play: equal matches are equal games, move by move, on any machine."""

    game: Game
    edition: Edition
    options: tuple[str, ...]
    players: tuple[str, ...]  # the bot on each seat
    seed: int


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """How a match went. Plies are all moves, decisions those of seats."""

    match: Match
    outcome: Outcome
    plies: int
    decisions: int
    turns: int
    moves: tuple[str, ...]

    def row(self) -> dict[str, Any]:
        """The result for people and machines outside, with seats counted from 1."""
        return {
            "game": self.match.game.name,
            "edition": self.match.edition.name,
            "options": list(self.match.options),
            "seats": list(self.match.players),
            "seed": self.match.seed,
            **outcome_words(self.outcome),
            "plies": self.plies,
            "decisions": self.decisions,
            "turns": self.turns,
        }

    def record(self) -> Record:
        """The whole game, written down."""
        match = self.match
        first = match.game.start(match.edition, len(match.players), match.options)
        return record_of(first, self.moves, self.outcome, players=match.players, seed=str(match.seed))


def seat_bots(game: Game, players: Sequence[str], seed: int) -> list[GuardedBot]:
    """A bot for each seat, each with its own stream, so that one bot's luck does not depend on another's."""
    return [make_bot(name, game, Stream(f"{seed}/seat {number}")) for number, name in enumerate(players, 1)]


def play_match(match: Match, watcher: GameWatcher | None = None, seated: Sequence[Bot] | None = None) -> Result:
    """Play a match to its end. The watcher sees every move, and changes nothing. `seated`: the bots of seat_bots(), if the
    caller wants to watch them."""
    state = match.game.start(match.edition, len(match.players), match.options)
    bots = seat_bots(match.game, match.players, match.seed) if seated is None else seated
    chance = Stream(f"{match.seed}/chance")
    vocabulary = match.edition.vocabulary
    moves: list[str] = []
    decisions = 0
    while (actor := state.to_act()) is not None:
        if actor == CHANCE:
            move = state.draw(chance)
            choices = 0
        else:
            view = state.view(actor)
            move = vocabulary.parse(bots[actor].decide(view))
            choices = len(view.legal)
            decisions += 1
        moves.append(vocabulary.text(move))
        if watcher is not None:
            watcher.before(state, actor, move, choices)
        state.play(move)
        if watcher is not None:
            watcher.after(state)
    outcome = state.outcome()
    if outcome is None:
        raise AssertionError("a game is over without an outcome")
    if watcher is not None:
        watcher.end(state, outcome)
    return Result(match=match, outcome=outcome, plies=len(moves), decisions=decisions, turns=state.turns, moves=tuple(moves))
