"""A process in which bots think: `python -m freightyard.server.bots.process`. It reads questions from standard input and writes
answers to standard output, until the input ends.

It is given views only, so no bot here can know what its seat may not. A bot is kept as long as it is asked everything that its
seat is asked. If it was not, as after a restart, it is made anew and told what it has missed. One that fails is not guarded
here: the pool plays a legal move in its place, and logs the name of the error but never its text, which may hold cards.
"""

import os
import pickle
import signal
import sys
from collections import OrderedDict
from typing import Any, BinaryIO, Final, NamedTuple, final

import msgspec

from freightyard.bots import bot_stream, make_bot
from freightyard.bots.contract import Adviser
from freightyard.bots.own import author_traceback
from freightyard.bots.program import ProgramFailed
from freightyard.core.bot_names import is_level
from freightyard.core.chance import Stream
from freightyard.core.contract import Edition, View
from freightyard.core.proof import ADDITION_BYTES
from freightyard.games import game_named
from freightyard.server.bots.puzzle_work import PuzzleQuestion, weighed
from freightyard.server.bots.review_work import ReviewQuestion, ReviewWork
from freightyard.server.live.editions import stored_edition

MOST_BOTS: Final = 4096
HEAD: Final = 4  # bytes before a message that say how long it is
FORGOTTEN: Final = "forgotten"  # the answer if the bot must be told first what its seat was asked
READY: Final = b"ready"  # the first that is written


class Decision(NamedTuple):
    """What a seat was asked earlier, and what was played."""

    view: View
    move: str


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """What should a bot do? The view comes without its edition, which the worker knows by its name or makes from its data."""

    game: str
    edition: str
    raw: str
    bot: str
    seed: str  # of the bots, never of the cards
    table: str
    ply: int  # at which it is asked
    after: int | None  # the ply of what the seat was asked before, of what still stands; None: nothing; -1: nobody knows
    view: View
    missed: tuple[Decision, ...] | None = None  # what the seat was asked before; None: not said, ask for it if need be
    hint: bool = False  # whether advice is wanted, not a move
    over: bool = False  # whether the game is over, which its bot is told; no move is wanted
    adds: int = 0  # how many bots add something to the cards of a game that has not begun: no move is wanted

    @property
    def place(self) -> tuple[str, int | None]:
        """Whose question it is, to tell questions that belong together."""
        return self.table, self.view.seat


AnyQuestion = Question | ReviewQuestion | PuzzleQuestion


class Advice(msgspec.Struct, frozen=True):
    """What a bot would do in somebody's place, and why."""

    plan: tuple[str, ...]
    sentence: str
    later: tuple[str, ...] = ()  # why the rest of the plan is good, after its first move, its second and so on; none: the same


def encoded(question: AnyQuestion) -> bytes:
    """A question as it goes through the pipe: without the edition, which is thousands of words and known to the worker."""
    return _framed(_without_edition(question) if isinstance(question, Question) else question)


def _without_edition(question: Question) -> Question:
    missed = question.missed and tuple([Decision(_bare(view), move) for view, move in question.missed])
    return msgspec.structs.replace(question, view=_bare(question.view), missed=missed)


def _framed(question: AnyQuestion) -> bytes:
    body = pickle.dumps(question, protocol=pickle.HIGHEST_PROTOCOL)
    return len(body).to_bytes(HEAD, "big") + body


def _bare(view: View) -> View:
    nothing: Any = None
    return msgspec.structs.replace(view, edition=nothing)


class Forgotten(Exception):
    """The bot that was asked before is not here: it must be told what its seat was asked."""


class _Seated(NamedTuple):
    """A bot on a seat, and the ply at which it was asked last."""

    name: str
    ply: int
    bot: Adviser


@final
class BotCache:
    """The bots of the latest questions, one for each seat of a table."""

    def __init__(self) -> None:
        self._bots: OrderedDict[tuple[str, int | None], _Seated] = OrderedDict()
        self._reviews = ReviewWork()

    def answer(self, question: AnyQuestion) -> str:
        """The words of a move, or advice or a review as JSON, or what bots add to the cards. Raises Forgotten."""
        if isinstance(question, ReviewQuestion):
            return self._reviews.answer(question)
        if isinstance(question, PuzzleQuestion):
            return weighed(question)
        if question.adds:
            return " ".join([os.urandom(ADDITION_BYTES).hex() for _ in range(question.adds)])
        edition = stored_edition(question.game, question.edition, question.raw)
        view = msgspec.structs.replace(question.view, edition=edition)
        if question.over:
            known = self._bots.pop((question.table, question.view.seat), None)
            if known is not None and hasattr(known.bot, "end"):
                known.bot.end(view.outcome)
            return ""
        if question.hint:
            luck = Stream(f"{question.seed}/hint at {question.ply}")
            hint = make_bot(question.bot, game_named(question.game), luck).hint(view)
            return msgspec.json.encode(Advice(hint.plan, hint.sentence, hint.later)).decode()
        bot = self._bot(question, edition)
        return bot.decide(view)

    def _bot(self, question: Question, edition: Edition) -> Adviser:
        """The bot that has been asked all that its seat was asked, and nothing else."""
        place = (question.table, question.view.seat)
        name = f"{question.bot} {question.seed}"
        known = self._bots.pop(place, None)
        if known is not None and known.name == name and known.ply == question.after:
            bot = known.bot
        elif question.missed is None and question.after is not None:
            raise Forgotten
        else:
            bot = make_bot(question.bot, game_named(question.game), bot_stream(question.seed, question.view.seat or 0))
            for earlier, move in question.missed or ():
                bot.recall(msgspec.structs.replace(earlier, edition=edition), move)
        self._bots[place] = _Seated(name, question.ply, bot)
        while len(self._bots) > MOST_BOTS:
            self._bots.popitem(last=False)
        return bot


def answered(bots: BotCache, body: bytes) -> bytes:
    """The answer to a question as it came through the pipe."""
    question = pickle.loads(body)  # noqa: S301  (from our own server alone)
    try:
        return f"move {bots.answer(question)}".encode()
    except Forgotten:
        return FORGOTTEN.encode()
    except ProgramFailed as failure:
        _tell(question, f"{failure}\n")
        return f"failed {failure.what}".encode()
    except Exception as error:
        # Not `isinstance(question, Question)`: this module runs as `__main__`, and the class in the pipe is of its other self.
        if question is not None and not isinstance(question, ReviewQuestion) and not is_level(question.bot):
            _tell(question, author_traceback(error))
        return f"failed {type(error).__name__}".encode()  # no more: the text of an error may hold cards


def _tell(question: Question, words: str) -> None:
    """Tell the host what went wrong with a bot of their own."""
    sys.stderr.write(f"the bot {question.bot} failed at table {question.table}, ply {question.ply}:\n{words}")
    sys.stderr.flush()


def serve(questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer until the input ends, as it does when the server goes, however it goes."""
    bots = BotCache()
    answers.write(READY)
    answers.flush()
    while len(head := questions.read(HEAD)) == HEAD:
        body = answered(bots, questions.read(int.from_bytes(head, "big")))
        answers.write(len(body).to_bytes(HEAD, "big") + body)
        answers.flush()


def main() -> None:
    """Run as a process of its own."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends this process by closing the pipe
    os.nice(5)  # pages come first
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # a bot that prints must not spoil an answer
    try:
        serve(sys.stdin.buffer, answers)
    except BrokenPipeError:  # the server has gone while a bot was thinking
        os._exit(0)  # at once: what is not written yet would only break again


if __name__ == "__main__":
    main()
