"""A worker in which bots think: the same as a process of them, question by question."""

from typing import Any, Final

from freightyard.server.bots.process import BotCache, answered

_BOTS: Final = BotCache()


def answer(question: Any) -> bytes:
    """The answer to a question that came from the worker of the tables."""
    return answered(_BOTS, bytes(question.to_bytes()))
