"""What a plan costs that somebody tried in a puzzle, thought out in a process for bots."""

from functools import cache
from typing import Final

import msgspec

from freightyard.bots.levels import judge_of
from freightyard.games import game_named
from freightyard.puzzles.weighing import Weighing
from freightyard.server.live.editions import stored_edition

FUTURES: Final = 160  # that the plan and the answer meet


class PuzzleQuestion(msgspec.Struct, frozen=True):
    """How does a plan compare with the answer of a puzzle?"""

    table: str
    game: str
    edition: str
    position: str  # in which nothing is secret that the solver may not know: others' cards are imagined anew
    answer: tuple[str, ...]
    moves: tuple[str, ...]
    raw: str = ""  # the data of the edition, if it may be a changed copy

    @property
    def place(self) -> tuple[str, int | None]:
        """Whose question it is, to tell questions that belong together."""
        return self.table, None


class Weighed(msgspec.Struct, frozen=True):
    """What a plan costs of the share of the win against the answer, and the standard error of that."""

    cost: float
    error: float


@cache
def weighed(question: PuzzleQuestion) -> str:
    """What it costs, as JSON; the same for the same plan."""
    game = game_named(question.game)
    judge = judge_of(game)
    if judge is None:
        return msgspec.json.encode(Weighed(1.0, 0.0)).decode()
    edition = stored_edition(question.game, question.edition, question.raw) if question.raw else game.edition(question.edition)
    state = game.position(edition, question.position)
    parse = state.edition.vocabulary.parse
    plans = [[parse(text) for text in moves] for moves in (question.answer, question.moves)]
    weighing = Weighing(game, judge, state, plans, question.position)
    weighing.run(FUTURES)
    found = weighing.cost(1, 0)
    return msgspec.json.encode(Weighed(found.share, found.error)).decode()
