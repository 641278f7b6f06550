"""A bot that is a program in any language: `exec:./mybot --fast`. It is told and asked by the lines of protocol.py.

All games of this process share one program; every seat of a game is a table of its own to it. A program that failed is started
anew when it is next asked, and is told `start` again. `exec@2:./mybot` gives it two seconds for an answer.
"""

import time
from typing import Final, final

from freightyard.bots.batch import BatchRefused, Checked, check_batch
from freightyard.bots.contract import Hint, Thought
from freightyard.bots.own import BadBot
from freightyard.bots.program import Program, ProgramFailed, missing_program, program_for
from freightyard.bots.protocol import (
    BadLine,
    Decline,
    Limits,
    Moves,
    decode,
    encode,
    end_message,
    refused_message,
    start_message,
    turn_message,
)
from freightyard.core.bot_names import command_words, program_of
from freightyard.core.chance import Rng, Stream, below
from freightyard.core.contract import Game, Outcome, View
from freightyard.core.errors import FreightyardError

SECONDS: Final = 60.0  # for an answer
_STARTING: Final = 30.0  # more, for the first one: a program may have much to load
_LONGEST: Final = 3600.0
_TELLS: Final = "It gave no reason."


@final
class ExecBot:
    """A seat of a game that is played by a program."""

    def __init__(self, name: str, game: Game, rng: Rng) -> None:
        """Nothing is started yet. Raises BadBot if the command can be none."""
        self._name = name
        self._words, self._seconds = read_command(name)
        self._game = game
        self._seed = f"{below(rng, 1 << 30):08x}{below(rng, 1 << 30):08x}"
        self._program: Program | None = None  # the one that knows of this game
        self._ply = 0  # how often the seat was asked
        self._left: list[str] = []  # of the batch that is being played
        self._last: tuple[int, tuple[str, ...]] = (-1, ())
        self._sentence: str | None = None
        self.thought: Thought | None = None

    @property
    def _table(self) -> str:
        """What the program calls the game: the same after a restart."""
        return self._seed[:12]

    def decide(self, view: View) -> str:
        """The next move of its batch, or of a new one."""
        self._ply += 1
        if not self._left or self._left[0] not in view.legal:
            self._left = list(self._asked(view))
        return self._left.pop(0)

    def hint(self, view: View) -> Hint:
        """Its batch, and why, if it says so."""
        self._ply += 1
        moves = self._asked(view)
        return Hint(moves[0], self._sentence or _TELLS, moves)

    def recall(self, view: View, move: str) -> None:  # noqa: ARG002  (the contract's)
        """Every line is complete: it has missed nothing."""
        self._ply += 1

    def end(self, outcome: Outcome | None) -> None:
        """The game is over: tell it."""
        program, self._program = self._program, None
        if program is not None and program.runs:
            program.send(encode(end_message(self._table, outcome)))

    def _asked(self, view: View) -> tuple[str, ...]:
        """The batch that it answers. Raises ProgramFailed, and ends a program that did so."""
        program = program_for(self._words)
        with program.lock:
            try:
                return self._answer(program, view)
            except ProgramFailed as failure:
                program.kill()
                raise ProgramFailed(failure.words, failure.what, f"{self._name} ") from None

    def _answer(self, program: Program, view: View) -> tuple[str, ...]:
        seconds = self._seconds
        if program is not self._program:
            limits = Limits(seconds=self._seconds)
            seat = view.seat or 0
            start = start_message(self._table, view.edition, view.options, view.seats, seat, limits=limits, seed=self._seed)
            program.send(encode(start))
            self._program = program
            seconds += _STARTING
        begin = time.monotonic()
        program.send(encode(turn_message(self._table, self._ply, view)))
        while True:
            batch = self._next_batch(program, begin + seconds, seconds)
            found = self._checked(program, batch, view)
            if found is None:
                continue
            program.send(encode(found.answer(batch)))
            if found.again or batch.dry_run:
                continue
            self._last = (self._ply, found.moves)
            self._sentence = batch.hint
            self.thought = _thought(batch, time.monotonic() - begin)
            return found.moves

    def _next_batch(self, program: Program, deadline: float, seconds: float) -> Moves:
        line = program.next_line(deadline, seconds)
        try:
            message = decode(line)
        except BadLine as error:
            program.send(encode(refused_message(error)))
            raise ProgramFailed(f"wrote what is no message: {error}", "it wrote what is no message") from None
        if isinstance(message, Decline):
            why = f": {message.why}" if message.why else ""
            raise ProgramFailed(f"declined to play{why}", "it declined to play")
        return message

    def _checked(self, program: Program, batch: Moves, view: View) -> Checked | None:
        """What a batch comes to; None if it is of another moment. One that is wrong now is a failure: it must not be played, and
        nothing else may be played in its name."""
        since: list[tuple[int, str]] = []
        seat = view.seat or 0
        error: FreightyardError
        if batch.table != self._table:
            error = BatchRefused(f"no turn of the table {batch.table!r} waits for an answer")
        else:
            if batch.ply == self._last[0]:
                since = [(seat, text) for text in self._last[1]]
            state = self._game.imagine(view, Stream("a batch"))
            try:
                return check_batch(batch, state, seat, self._ply, since)
            except FreightyardError as refusal:
                error = refusal
        program.send(encode(refused_message(error, batch.table, batch.ply)))
        if batch.table == self._table and batch.ply == self._ply and not batch.dry_run:
            raise ProgramFailed(f"answered what is refused: {error}", "its batch was refused")
        return None


def read_command(name: str) -> tuple[list[str], float]:
    """The words of a program's command, and the seconds that it has for an answer. Raises BadBot."""
    command, limit = program_of(name) or (name, None)
    try:
        words = command_words(command)
    except ValueError:
        raise BadBot(f"{name}: a quote is opened and not closed") from None
    if not words:
        raise BadBot("exec: needs a program, such as exec:./mybot --fast")
    if (why := missing_program(words)) is not None:
        raise BadBot(f"{name}: {why}")
    try:
        seconds = SECONDS if limit is None else float(limit)
    except ValueError:
        seconds = -1.0
    if not 0 < seconds <= _LONGEST:
        raise BadBot(f"{name}: a program has from 0.001 to {_LONGEST:g} seconds for an answer, not {limit}")
    return words, seconds


def _thought(batch: Moves, seconds: float) -> Thought | None:
    told = batch.thought
    return None if told is None else Thought(told.expected, seconds, None, told.playouts, told.nodes, told.plans)
