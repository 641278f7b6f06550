"""The bots by their names: random, and the levels easy, medium and hard; greedy is another spelling of medium."""

from typing import Final

from freightyard.bots.budget import Budget, read_budget
from freightyard.bots.contract import Adviser, Judge
from freightyard.bots.planner import PlanningBot, Style
from freightyard.bots.random import RandomBot
from freightyard.core.bot_names import GREEDY, LEVELS
from freightyard.core.chance import Rng, Stream
from freightyard.core.contract import Game, Seat
from freightyard.core.errors import BadSetup
from freightyard.core.title import BOT
from freightyard.games import part_of

HARD: Final = 1.0  # seconds a turn


def judge_of(game: Game) -> Judge | None:
    """What this game knows of its positions and plans; None if it brings no judge."""
    judge: Judge | None = part_of(game.name, BOT)
    return judge


def level_names(game: Game) -> tuple[str, ...]:
    """The bots that play this game, each by the one name that people read, the easiest first."""
    return ("random", *LEVELS) if judge_of(game) else ("random",)


def bot_names(game: Game) -> tuple[str, ...]:
    """All names that are understood: those of the levels, and greedy."""
    return (*level_names(game), GREEDY) if judge_of(game) else level_names(game)


def bot_stream(seed: int | str, seat: Seat) -> Stream:
    """The random numbers of the bot on a seat, so that one bot's luck does not depend on another's. In a simulation, at a
    terminal and at a served table they are the same ones for the same seed."""
    return Stream(f"{seed}/seat {seat + 1}")


def remembers_game(name: str) -> bool:
    """Whether what a bot does depends on all that its seat was asked in the game; if not, on this turn alone."""
    return name == "random"


def make_bot(name: str, game: Game, rng: Rng) -> Adviser:
    """A bot with a stream of random numbers of its own. `hard:0.2` and `hard:500it` say how long it thinks in a turn."""
    word, colon, rest = name.partition(":")
    if name == "random":
        return RandomBot(rng)
    judge = judge_of(game)
    if judge is not None and word in bot_names(game):
        if not colon or word == "hard":
            budget = read_budget(rest) if colon else Budget(seconds=HARD)
            return PlanningBot(game, judge, rng, style(word, budget))
        raise BadSetup(f"only hard can be given a time to think, such as hard:0.2; {word} always plays at once")
    raise BadSetup(f"there is no bot {name!r} for {game.name}; choose {_either(level_names(game))}")


def _either(names: tuple[str, ...]) -> str:
    """`a`, `a or b`, `a, b or c`."""
    return " or ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def style(name: str, budget: Budget) -> Style:
    """How a level plays."""
    if name == "hard":
        return Style(budget, plans=32, weight=6.0)
    if name == "easy":
        return Style(plans=12, careless=50)
    return Style()
