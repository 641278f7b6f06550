"""Reviews in a process for bots: the work is done a little at a time, so that moves and hints between do not wait."""

import time
from collections import OrderedDict
from typing import Final, final

import msgspec

from freightyard.core.record import read
from freightyard.games import game_named
from freightyard.review.review import Budget, Work

MOST_REVIEWS: Final = 4  # that are under way
A_WHILE: Final = 0.3  # seconds


class ReviewQuestion(msgspec.Struct, frozen=True):
    """Work on the review of a record for a while."""

    table: str  # the key of the record
    record: str  # its text: of a finished game, in which nothing is secret

    @property
    def place(self) -> tuple[str, int | None]:
        """Whose question it is, to tell questions that belong together."""
        return self.table, None


class ReviewProgress(msgspec.Struct, frozen=True):
    """How far a review is; at its end, with the review as data."""

    done: int
    steps: int
    review: str = ""


@final
class ReviewWork:
    """The reviews under way."""

    def __init__(self) -> None:
        self._work: OrderedDict[str, Work] = OrderedDict()

    def answer(self, question: ReviewQuestion) -> str:
        """Progress, as JSON."""
        began = time.perf_counter()
        work = self._work.pop(question.table, None)
        if work is None:
            record = read(question.record)
            work = Work(record, game_named(record.game), Budget())
        while work.done < work.steps and time.perf_counter() - began < A_WHILE:
            work.step()
        review = ""
        if work.done == work.steps:
            review = msgspec.json.encode(work.result()).decode()
        else:
            self._work[question.table] = work
            while len(self._work) > MOST_REVIEWS:
                self._work.popitem(last=False)
        return msgspec.json.encode(ReviewProgress(work.done, work.steps, review)).decode()
