"""One game from its first move to its last, played by bots.

A bot that fails ends the game with its error: a row of results under its name must be its own play. At a table, where people
wait for it, bots/guard.py plays a legal move instead.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from freightyard.bots import bot_stream, make_bot
from freightyard.bots.contract import Adviser, Bot
from freightyard.bots.own import author_traceback
from freightyard.bots.program import ProgramFailed
from freightyard.core.chance import Stream
from freightyard.core.contract import CHANCE, Edition, Game, Outcome, Seat, State, View, outcome_words
from freightyard.core.errors import FreightyardError
from freightyard.core.record import Record, record_of
from freightyard.lab.watch import GameWatcher


class Match(msgspec.Struct, frozen=True, kw_only=True):
    """What to play: equal matches are equal games, move by move, on any machine."""

    game: Game
    edition: Edition
    options: tuple[str, ...]
    players: tuple[str, ...]  # the bot on each seat
    seed: int

    def words(self) -> str:
        """Which game it is, for those who are told about it."""
        options = f" with {', '.join(self.options)}" if self.options else ""
        return f"the game of {self.game.name} {self.edition.name}{options}, {', '.join(self.players)}, with the seed {self.seed}"


class BotFailed(FreightyardError):
    """A bot raised an error, or answered what is not legal. A note has the traceback for whoever wrote the bot."""


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


def seat_bots(game: Game, players: Sequence[str], seed: int | str) -> list[Adviser]:
    """A bot for each seat."""
    return [make_bot(name, game, bot_stream(seed, seat)) for seat, name in enumerate(players)]


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
            move = vocabulary.parse(_decide(bots[actor], view, match, state, len(moves)))
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
    for seat, bot in enumerate(bots):
        _end(bot, outcome, match, seat, len(moves))
    if watcher is not None:
        watcher.end(state, outcome)
    return Result(match=match, outcome=outcome, plies=len(moves), decisions=decisions, turns=state.turns, moves=tuple(moves))


def _decide(bot: Bot, view: View, match: Match, state: State, ply: int) -> str:
    """The bot's answer, which is legal, or its error."""
    seat = view.seat or 0
    try:
        move = bot.decide(view)
    except Exception as error:
        raise _failed(error, match, seat, ply) from None
    if move not in view.legal:
        raise BotFailed(_blame(match, seat, ply, f"answered {move!r}, which is not legal{_why(state, move)}"))
    return move


def _end(bot: Bot, outcome: Outcome, match: Match, seat: Seat, ply: int) -> None:
    """A bot that wants to know is told how the game ended."""
    end = getattr(bot, "end", None)
    if end is not None:
        try:
            end(outcome)
        except Exception as error:
            raise _failed(error, match, seat, ply) from None


def _why(state: State, move: object) -> str:
    """The rule that is against a move, if it is one."""
    number = state.edition.vocabulary.find(move) if isinstance(move, str) else None
    refusal = None if number is None else state.refuse(number)
    return "; decide must return one of view.legal" if refusal is None else f": {refusal.reason} ({refusal.slug})"


def _failed(error: Exception, match: Match, seat: Seat, ply: int) -> BotFailed:
    """What a bot did wrong; its own error with its traceback."""
    if isinstance(error, ProgramFailed):  # which has told its author on standard error what it has to tell
        return BotFailed(_blame(match, seat, ply, error.words))
    words = f": {error}" if str(error) else ""
    failed = BotFailed(_blame(match, seat, ply, f"failed with {type(error).__name__}{words}"))
    failed.add_note(author_traceback(error))
    return failed


def _blame(match: Match, seat: Seat, ply: int, what: str) -> str:
    return f"in {match.words()}, at ply {ply}, the bot {match.players[seat]} on seat {seat + 1} {what}"
