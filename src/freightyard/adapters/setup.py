"""What the adapters share: choosing a game and who else plays, and what a finished game is worth to each seat."""

from collections.abc import Sequence
from typing import Any, Final, final

from freightyard.adapters.stepping import Opponents
from freightyard.bots.levels import bot_stream, make_bot
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

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Setup) and self._choices() == other._choices()

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        return Setup, self._choices()

    def _choices(self) -> tuple[Any, ...]:
        return self.game.name, self.edition, self.seats, self.options, self.reward

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


def opponents_of(setup: Setup, names: str | Sequence[str] | None, seat: int | None) -> Opponents | None:
    """Our bots for all seats but one: `seat`, or in each game the next one."""
    if names is None:
        if seat is not None:
            raise BadSetup("a seat is yours only if there are opponents for the others")
        return None
    seats = setup.seats
    chosen = [names] * (seats - 1) if isinstance(names, str) else list(names)
    if len(chosen) != seats - 1:
        raise BadSetup(f"there must be {seats - 1} opponents at a table of {seats}, not {len(chosen)}")
    if seat is not None and not 0 <= seat < seats:
        raise BadSetup(f"seat must be from 0 to {seats - 1}, not {seat}")
    for name in chosen:
        make_bot(name, setup.game, bot_stream("", 0))  # one that does not exist is refused now

    def players(game: str, number: int) -> list[Any]:
        own = number % seats if seat is None else seat
        found: list[Any] = [None] * seats
        for place, name in enumerate(chosen):
            where = (own + 1 + place) % seats
            found[where] = make_bot(name, setup.game, bot_stream(game, where))
        return found

    return players
