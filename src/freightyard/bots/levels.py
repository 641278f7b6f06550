"""The bots by their names: random, and the five levels; the names of before (easy, medium, hard, greedy), which play as
they always did; and bots of somebody's own: a class (own.py), or a program (exec_bot.py).

A level is as strong on any machine as on another: it counts playouts, or none at all. The strongest alone goes by the clock."""

from typing import Final

from freightyard.bots.budget import Budget, read_budget
from freightyard.bots.contract import Adviser, Judge
from freightyard.bots.learnt import learnt_for
from freightyard.bots.own import installed_names, own_bot
from freightyard.bots.planner import PlanningBot, Style
from freightyard.bots.random import RandomBot
from freightyard.core.bot_names import (
    FIRST_TRIP,
    LEVELS,
    OLD_HAND,
    OLD_NAMES,
    OWN_BOTS,
    PLANNER,
    TRAINEE,
    class_of,
    is_level,
    program_of,
)
from freightyard.core.chance import Rng, Stream
from freightyard.core.contract import Game, Seat
from freightyard.core.errors import BadSetup
from freightyard.core.title import BOT
from freightyard.games import part_of

HARD: Final = 1.0  # seconds a turn
_OLD_HAND: Final = 3.0
_PLANNER: Final = 150  # playouts a turn, where the judge of a game names no number of its own
_CARELESS: Final = {FIRST_TRIP: 40, TRAINEE: 20, "easy": 50}  # so many percent of its plans are not the best one


def judge_of(game: Game) -> Judge | None:
    """What this game knows of its positions and plans; None if it brings no judge."""
    judge: Judge | None = part_of(game.name, BOT)
    return judge


def level_names(game: Game) -> tuple[str, ...]:
    """The bots that play this game, each by the one name that people read, the easiest first."""
    return ("random", *[level.name for level in LEVELS]) if judge_of(game) else ("random",)


def bot_names(game: Game) -> tuple[str, ...]:
    """All names that are understood: those of the levels, those of before, and the bots of installed packages."""
    return (*built_in_names(game), *[name for name in installed_names() if name not in built_in_names(game)])


def built_in_names(game: Game) -> tuple[str, ...]:
    """Those that come with Freightyard."""
    return (*level_names(game), *OLD_NAMES) if judge_of(game) else level_names(game)


def bot_stream(seed: int | str, seat: Seat) -> Stream:
    """The random numbers of the bot on a seat, so that one bot's luck does not depend on another's. In a simulation, at a
    terminal and at a served table they are the same ones for the same seed."""
    return Stream(f"{seed}/seat {seat + 1}")


def remembers_game(name: str) -> bool:
    """Whether what a bot does depends on all that its seat was asked in the game; if not, on this turn alone. Of a bot of
    somebody's own that is not known."""
    return name == "random" or not is_level(name)


def make_bot(name: str, game: Game, rng: Rng) -> Adviser:
    """A bot with a stream of random numbers of its own. `hard:0.2` and `hard:500it` say how long it thinks in a turn;
    `mybot:MyBot`, `path/to/mybot.py:MyBot` and `exec:./mybot` are bots of your own."""
    word, colon, rest = name.partition(":")
    if name == "random":
        return RandomBot(rng)
    judge = judge_of(game)
    if judge is not None and word in built_in_names(game):
        if not colon or word == "hard":
            budget = read_budget(rest) if colon else Budget(seconds=HARD)
            return PlanningBot(game, judge, rng, style(word, budget, getattr(judge, "planner", _PLANNER)))
        raise BadSetup(f"only hard can be given a time to think, such as hard:0.2; {word} always plays at once")
    if program_of(name) is not None:
        from freightyard.bots.exec_bot import ExecBot  # here: in a page no process can be started

        return ExecBot(name, game, rng)
    if class_of(name) is not None or name in installed_names():
        return own_bot(name, game, rng)
    raise BadSetup(f"there is no bot {name!r} for {game.name}; choose {_either(level_names(game))}, or your own: {OWN_BOTS}")


def _either(names: tuple[str, ...]) -> str:
    """`a`, `a or b`, `a, b or c`."""
    return " or ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def style(name: str, budget: Budget, playouts: int = _PLANNER) -> Style:
    """How a level plays. `playouts`: of the planner, a turn."""
    if name == OLD_HAND:
        return _thinking(Budget(seconds=_OLD_HAND))
    if name == PLANNER:
        return _thinking(Budget(playouts=playouts))
    if name == "hard":
        return _learnt(budget)
    if name in _CARELESS:
        return Style(plans=12, careless=_CARELESS[name])
    return Style()


def _thinking(budget: Budget) -> Style:
    """A bot that compares its plans by playing them out."""
    return Style(budget, plans=32, weight=6.0)


def _learnt(budget: Budget) -> Style:
    """The same with what was learnt. The levels do without, since they were measured so."""
    thinking = _thinking(budget)
    thinking.learnt = learnt_for
    return thinking
