"""What the adapters share: choosing a game, and what a finished game is worth to each seat."""

from collections.abc import Sequence
from typing import Final, final

from freightyard.core.contract import Edition, Game, Outcome, State, check_seats, read_options
from freightyard.core.errors import BadSetup
from freightyard.core.setup import chosen_edition
from freightyard.games import game_named

REWARDS: Final = ("win", "margin", "score")  # what rewards() can be asked for


@final
class Setup:
    """A game with its edition, seats and options, ready to be started again and again."""

    __slots__ = ("edition", "game", "options", "reward", "seats")

    def __init__(
        self,
        game: str,
        edition: str | Edition | None = None,
        seats: int | None = None,
        options: Sequence[str] = (),
        reward: str = "win",
    ) -> None:
        self.game: Game = game_named(game)
        self.edition = chosen_edition(self.game, edition or None)
        self.seats = check_seats(self.edition, self.edition.seat_counts[0] if seats is None else seats)
        self.options = read_options(self.edition, options)
        if reward not in REWARDS:
            raise BadSetup(f"reward must be one of {', '.join(REWARDS)}, not {reward!r}")
        self.reward = reward

    def start(self) -> State:
        """A new game, before its first move."""
        return self.game.start(self.edition, self.seats, self.options)

    def worth(self, outcome: Outcome) -> list[float]:
        """What the end is worth to each seat."""
        return rewards(outcome, self.reward)


def rewards(outcome: Outcome, reward: str) -> list[float]:
    """`win`: 1 for who wins alone, and all seats together 0; `margin`: points above the average; `score`: points."""
    seats = len(outcome.scores)
    if reward == "win":
        part = 1 / len(outcome.winners)
        return [((part if seat in outcome.winners else 0.0) * seats - 1) / (seats - 1) for seat in range(seats)]
    if reward == "margin":
        middle = sum(outcome.scores) / seats
        return [score - middle for score in outcome.scores]
    return [float(score) for score in outcome.scores]
