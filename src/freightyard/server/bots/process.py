"""A process in which bots think: `python -m freightyard.server.bots.process`. It reads questions from standard input and writes
answers to standard output, until the input ends.

It is given views only, so no bot here can know what its seat may not. A bot is kept for a turn, with what it has learnt.
"""

import os
import pickle
import signal
import sys
from collections import OrderedDict
from typing import Any, BinaryIO, Final, final

import msgspec

from freightyard.bots.guard import make_guarded_bot
from freightyard.core.chance import Stream
from freightyard.core.contract import View
from freightyard.games import game_named
from freightyard.server.live.editions import stored_edition

MOST_BOTS: Final = 256
HEAD: Final = 4  # bytes before a message that say how long it is
READY: Final = b"ready"  # the first that is written


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """What should a bot do? The view comes without its edition, which the worker knows by its name or makes from its data."""

    game: str
    edition: str
    raw: str
    bot: str
    seed: str  # of the bot for this turn, never of the cards
    table: str
    view: View
    hint: bool = False  # whether advice is wanted, not a move


class Advice(msgspec.Struct, frozen=True):
    """What a bot would do in somebody's place, and why; the share of the win that it expects then, if it made a guess."""

    plan: tuple[str, ...]
    sentence: str
    expected: float | None


def encoded(question: Question) -> bytes:
    """A question as it goes through the pipe: without the edition, which is thousands of words and known to the worker."""
    bare: Any = msgspec.structs.replace(question.view, edition=None)
    body = pickle.dumps(msgspec.structs.replace(question, view=bare), protocol=pickle.HIGHEST_PROTOCOL)
    return len(body).to_bytes(HEAD, "big") + body


@final
class BotCache:
    """The bots of the latest questions, one for each seat of a table, kept for a turn with what they have learnt."""

    def __init__(self) -> None:
        self._bots: OrderedDict[tuple[str, int | None], tuple[str, Any]] = OrderedDict()

    def answer(self, question: Question) -> str:
        """The words of a move, or advice as JSON."""
        view = msgspec.structs.replace(question.view, edition=stored_edition(question.game, question.edition, question.raw))
        if question.hint:
            adviser = make_guarded_bot(question.bot, game_named(question.game), Stream(question.seed))
            hint = adviser.hint(view)
            expected = None if adviser.thought is None else adviser.thought.expected
            return msgspec.json.encode(Advice(hint.plan, hint.sentence, expected)).decode()
        return str(self._bot(question).decide(view))

    def _bot(self, question: Question) -> Any:
        place = (question.table, question.view.seat)
        name = f"{question.bot} {question.seed}"  # another turn, another bot
        known, bot = self._bots.pop(place, ("", None))
        if known != name:
            bot = make_guarded_bot(question.bot, game_named(question.game), Stream(question.seed))
        self._bots[place] = (name, bot)
        while len(self._bots) > MOST_BOTS:
            self._bots.popitem(last=False)
        return bot


def serve(questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer until the input ends, as it does when the server goes, however it goes."""
    bots = BotCache()
    answers.write(READY)
    answers.flush()
    while len(head := questions.read(HEAD)) == HEAD:
        question = pickle.loads(questions.read(int.from_bytes(head, "big")))  # noqa: S301  (from our own server alone)
        try:
            answer = f"move {bots.answer(question)}"
        except Exception as error:
            answer = f"failed {type(error).__name__}"  # no more: the text of an error may hold cards
        body = answer.encode()
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
