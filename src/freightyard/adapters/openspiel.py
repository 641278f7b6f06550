"""Every game as a registered OpenSpiel game with explicit chance.

    import pyspiel
    import freightyard.adapters.openspiel                # registers them
    game = pyspiel.load_game("freightyard_freight_train", {"players": 3, "edition": "whitewind-nl"})

Parameters: `players`; `edition` and `options` (words with commas between); `reward`: win, margin or score. An action is the
number of a move in the edition's vocabulary, for chance too.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np
import pyspiel

from freightyard.adapters.observation import layout_of, observer_of
from freightyard.adapters.setup import Setup
from freightyard.core import contract
from freightyard.core.chance import Dice, Rng
from freightyard.core.contract import CHANCE
from freightyard.core.editions import of_revision
from freightyard.core.rows import Row
from freightyard.core.title import OBSERVATION
from freightyard.games import all_games, game_named, part_of

_LONGEST: Final = 1_000_000  # every game ends, but the random ones can be long; OpenSpiel wants a bound
_MOST_POINTS: Final = 100_000.0


def short_name(game: str) -> str:
    """The name in OpenSpiel's registry."""
    return f"freightyard_{game.replace('-', '_')}"


class Truth:
    """A state that OpenSpiel may copy: its deepcopy is our clone, which is a hundred times faster."""

    __slots__ = ("held", "imaginer", "log", "state")

    def __init__(self, state: contract.State, log: list[tuple[str, ...]], held: tuple[str, ...] = ()) -> None:
        self.state = state
        self.log = log  # every move as each seat saw it, or once where all see the same
        self.held = held  # of an imagined truth: what each seat would know besides; empty for the one who imagines
        self.imaginer: tuple[int, contract.Imaginer] | None = None  # of this moment, for the seat that was asked last

    def __deepcopy__(self, memo: dict[int, Any]) -> "Truth":
        return Truth(self.state.clone(), self.log[:], self.held)

    def imagined(self, game: contract.Game, seat: int, rng: Rng) -> "Truth":
        """Another truth that fits all that a seat knows. What it saw of the moves is all that is told of them; what the
        others hold in this truth is told to them by their views of it."""
        if self.imaginer is None or self.imaginer[0] != seat:
            self.imaginer = seat, game.imaginer(self.state.view(seat))
        state = self.imaginer[1].state(rng)
        if not game.secrets:
            return Truth(state, self.log[:])
        held = [" | " + state.view(other).json().decode() if other != seat else "" for other in range(state.seats)]
        if self.held:  # imagined within what was imagined: the seat knows what it was told then
            held[seat] = self.held[seat]
        return Truth(state, [(seen[seat],) * len(seen) for seen in self.log], tuple(held))

    def __reduce__(self) -> tuple[Any, ...]:
        # A compiled state cannot be pickled as it is; its position says all of it.
        edition = self.state.edition
        return _truth, (edition.game, edition.name, dict(edition.raw), self.state.text(), self.log, self.held)


def _truth(game: str, name: str, raw: dict[str, Any], text: str, log: list[tuple[str, ...]], held: tuple[str, ...] = ()) -> Truth:
    """What was pickled."""
    chosen = game_named(game)
    edition = of_revision(chosen, name, raw["revision"]) if name in chosen.editions else chosen.edition_from(raw, name)
    return Truth(chosen.position(edition, text), log, held)


class FreightyardState(pyspiel.State):  # type: ignore[misc]
    """The truth at one moment, as OpenSpiel asks for it."""

    def __init__(self, game: "FreightyardGame") -> None:
        super().__init__(game)
        self._truth = Truth(game.setup.start(), [])
        self._hidden = game.hidden

    @property
    def state(self) -> contract.State:
        """Our own state."""
        return self._truth.state

    def current_player(self) -> int:
        """The seat to act, or OpenSpiel's number for chance or the end."""
        actor = self._truth.state.to_act()
        if actor is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if actor == CHANCE else actor

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._truth.state.to_act() is None

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self._truth.state.legal()) if self._truth.state.to_act() == player else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every move that can be drawn, with its probability."""
        chances = sorted(self._truth.state.chances())
        total = sum(weight for _, weight in chances)
        return [(move, weight / total) for move, weight in chances]

    def _apply_action(self, action: int) -> None:
        state = self._truth.state
        seats = range(state.seats) if self._hidden else range(1)
        self._truth.log.append(tuple([state.seen(action, seat) for seat in seats]))
        state.play(action)
        self._truth.imaginer = None

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "FreightyardState":
        """Another state that the player could be in, for all it knows. Hidden cards are dealt at random with the right odds."""
        game = self.get_game()
        state: FreightyardState = game.new_initial_state()
        state._truth = self._truth.imagined(game.setup.game, player, Dice(int(sampler() * (1 << 30))))
        return state

    def _action_to_string(self, player: int, action: int) -> str:
        return self._truth.state.edition.vocabulary.text(action)

    def returns(self) -> list[float]:
        """What the end is worth to each seat; 0 until then."""
        outcome = self._truth.state.outcome()
        if outcome is None:
            return [0.0] * self._truth.state.seats
        worth: list[float] = self.get_game().setup.worth(outcome)
        return worth

    def information_state_string(self, player: int | None = None) -> str:
        """All that a seat has seen, move by move."""
        seat = self._seat(player)
        moves = "; ".join([seen[seat if self._hidden else 0] for seen in self._truth.log])
        return f"seat {seat + 1} | {moves}{self._truth.held[seat] if self._truth.held else ''}"

    def observation_string(self, player: int | None = None) -> str:
        """What a seat sees now."""
        return self._truth.state.view(self._seat(player)).json().decode()

    def _seat(self, player: int | None) -> int:
        seat = self.current_player() if player is None else player
        if not 0 <= seat < self._truth.state.seats:
            raise ValueError(f"there is no player {seat}")
        return seat

    def __str__(self) -> str:
        return self._truth.state.text()


class FreightyardObserver:
    """Fills the observation tensor; its parts have the names of the layout.

    The tensor shows the present. All that was seen is in the string of an observer with perfect recall.
    """

    def __init__(self, game: "FreightyardGame", recall: bool, params: Mapping[str, Any] | None) -> None:
        if params:
            raise ValueError(f"the observer takes no parameters, but {dict(params)} were given")
        layout = layout_of(game.setup.edition, game.setup.seats)
        self._observe = observer_of(game.setup.edition)
        self._numbers = np.zeros(layout.size, np.int16)
        self._row = Row(self._numbers.data)
        self._recall = recall
        self.tensor = np.zeros(layout.size, np.float32)
        self.dict = {part.name: self.tensor[layout.slice(part.name)] for part in layout.parts}

    def set_from(self, state: FreightyardState, player: int) -> None:
        """Observe a state for a player."""
        self._row.begin()
        self._observe(state.state, player, self._row)
        self.tensor[:] = self._numbers

    def string_from(self, state: FreightyardState, player: int) -> str:
        """The same in words."""
        return state.information_state_string(player) if self._recall else state.observation_string(player)


class FreightyardGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its edition, players and options. Each game has a class of its own, made where it is registered."""

    plays: str  # the name of our game

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        name = self.plays
        chosen = dict(params or {})
        options = [word for word in str(chosen.get("options", "")).split(",") if word]
        self.setup = Setup(
            name,
            str(chosen.get("edition", "")) or None,
            int(chosen["players"]) if chosen.get("players") else None,
            options,
            str(chosen.get("reward", "win")),
        )
        self.hidden = self.setup.game.secrets
        vocabulary = len(self.setup.edition.vocabulary)
        most = 1.0 if self.setup.reward == "win" else _MOST_POINTS
        info = pyspiel.GameInfo(
            num_distinct_actions=vocabulary,
            max_chance_outcomes=vocabulary,
            num_players=self.setup.seats,
            min_utility=-most,
            max_utility=most,
            utility_sum=None if self.setup.reward == "score" else 0.0,
            max_game_length=_LONGEST,
        )
        super().__init__(game_type(self.setup.game, self.setup.reward), info, chosen)

    def new_initial_state(self) -> FreightyardState:
        """A new game, before its first move."""
        return FreightyardState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None) -> FreightyardObserver:
        """What fills the observation tensor; with perfect recall its string is all that a seat has seen."""
        recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        return FreightyardObserver(self, recall, params)

    def max_chance_nodes_in_history(self) -> int:
        """A bound that no game reaches."""
        return _LONGEST


def game_type(game: contract.Game, reward: str = "win") -> pyspiel.GameType:
    """What OpenSpiel wants to know about a game."""
    counts = [count for name in game.editions for count in game.edition(name).seat_counts]
    kinds = pyspiel.GameType
    return pyspiel.GameType(
        short_name=short_name(game.name),
        long_name=f"Freightyard: {game.title}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION if game.secrets else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.GENERAL_SUM if reward == "score" else kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=max(counts),
        min_num_players=min(counts),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=part_of(game.name, OBSERVATION) is not None,
        parameter_specification={"players": 2, "edition": "", "options": "", "reward": "win"},
    )


# Importing this module is what OpenSpiel understands by offering games. It wants classes: its registry outlives the
# interpreter, and a plain function that is freed so late brings the process down.
for _game in all_games():
    pyspiel.register_game(game_type(_game), type(f"{type(_game).__name__}Game", (FreightyardGame,), {"plays": _game.name}))
