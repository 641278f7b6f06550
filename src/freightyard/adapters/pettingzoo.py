"""Every game and edition as a PettingZoo AEC environment with an action mask.

    from freightyard.adapters.pettingzoo import env
    table = env(game="freight-train", edition="mayfair-1996", seats=3)

An action is the number of a move in the edition's vocabulary. Chance is drawn by the environment and never an agent. An agent
may act several times in a row, because moves are small decisions.
"""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from gymnasium import logger, spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv, aec_registry, register
from pettingzoo.utils import wrappers

from freightyard.adapters.observation import layout_of, observer_of
from freightyard.adapters.setup import Setup
from freightyard.adapters.stepping import Seen, deal, outcome_of
from freightyard.core.chance import Stream
from freightyard.core.contract import Edition, State
from freightyard.core.errors import BadSetup
from freightyard.games import all_games

Observation = dict[str, NDArray[Any]]  # `observation` and `action_mask`


def env(**choices: Any) -> AECEnv[str, Observation, int]:
    """The environment with PettingZoo's usual guards: an illegal action ends the game for its agent with a reward of -1."""
    guarded = wrappers.TerminateIllegalWrapper(raw_env(**choices), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(guarded))


def raw_env(**choices: Any) -> "FreightyardEnv":
    """The environment without guards."""
    return FreightyardEnv(**choices)


def register_games() -> None:
    """Put every game into PettingZoo's registry: `pettingzoo.make("aec", "freightyard/freight-train-v0", seats=3)`."""
    for game in all_games():
        name = f"freightyard/{game.name}-v0"
        if name not in aec_registry:
            register("aec", name, "freightyard.adapters.pettingzoo:env", kwargs={"game": game.name})


class FreightyardEnv(AECEnv[str, Observation, int]):  # type: ignore[misc,unused-ignore]
    """A table of agents `seat_1`, `seat_2`, …

    `reward`: `win` (1 for who wins alone, all together 0), `margin` (points above the average) or `score`, at the end.
    """

    # What PettingZoo asks every environment.
    metadata: Final[dict[str, Any]] = {  # type: ignore[misc]
        "name": "freightyard_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        game: str = "freight-train",
        edition: str | Edition | None = None,
        seats: int | None = None,
        options: Sequence[str] = (),
        reward: str = "win",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise BadSetup(f"render_mode must be ansi or None, not {render_mode!r}")
        self.setup = Setup(game, edition, seats, options, reward)
        self.layout = layout_of(self.setup.edition, self.setup.seats)
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{number}" for number in range(1, self.setup.seats + 1)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._actions = len(self.setup.edition.vocabulary)
        low, high = self.layout.bounds()
        numbers = spaces.Box(np.array(low, np.int16), np.array(high, np.int16), dtype=np.int16)
        mask = spaces.Box(0, 1, (self._actions,), np.int8)
        self._observation_spaces = {
            agent: spaces.Dict({"observation": numbers, "action_mask": mask}) for agent in self.possible_agents
        }
        self._action_spaces = {agent: spaces.Discrete(self._actions) for agent in self.possible_agents}
        self._look()
        self._legal: list[int] = []  # the moves of the agent that is to act
        self._chance = Stream("")
        self.agents: list[str] = []  # none before the first reset
        self._cumulative_rewards: dict[str, float] = {}
        self._seed = 0
        self._games = 0  # since it was seeded: each reset without a seed plays another game
        self.truth: State = self.setup.start()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What observe() can return: the numbers of the layout, and the mask."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """All moves of the edition, legal or not."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game: the first one of a seed, or the next one of the same seed. `options` are not used."""
        if seed is not None:
            self._seed, self._games = seed, 0
        self._chance = Stream(f"{self._seed}/{self._games}")
        self._games += 1
        self.truth = self.setup.start()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._go_on()

    def observe(self, agent: str) -> Observation:
        """What an agent may know, and which moves it has; none, unless it is to act."""
        seat = self._seat_of[agent]
        self._seen[seat].show(self.truth, seat, self._legal if self.truth.to_act() == seat else [])
        return {"observation": self._numbers[agent].copy(), "action_mask": self._marks[agent].copy()}

    def step(self, action: int) -> None:
        """Play an action of the agent that is to act. An illegal one is refused with the rule that forbids it."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        refusal = self.truth.refuse(int(action)) if int(action) not in self._legal else None
        if refusal is not None:
            raise refusal
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.truth.play(int(action))
        self._go_on()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The position as a line of text, with render_mode="ansi"."""
        if self.render_mode is None:
            logger.warn('render() shows nothing: make the environment with render_mode="ansi"')
            return None
        return self.truth.text()

    def close(self) -> None:
        """Nothing is open."""

    def _look(self) -> None:
        """Rows for what the agents see."""
        # What each agent sees is kept, so that only what has changed since it was last asked for is written.
        self._numbers = {agent: np.zeros(self.layout.size, np.int16) for agent in self.possible_agents}
        self._marks = {agent: np.zeros(self._actions, np.int8) for agent in self.possible_agents}
        observe = observer_of(self.setup.edition)
        self._seen = [Seen(observe, self._numbers[agent].data, self._marks[agent].data) for agent in self.possible_agents]

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in ("_seen", "_numbers", "_marks")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """A copy goes on as this one would."""
        vars(self).update(state)
        self._look()

    def __eq__(self, other: object) -> bool:
        """Whether the same actions bring the same from here on."""
        return isinstance(other, FreightyardEnv) and self._standing() == other._standing()

    __hash__ = None  # type: ignore[assignment]

    def _standing(self) -> tuple[Any, ...]:
        """What decides how it goes on."""
        return self.setup, self._seed, self._games, self.truth, self.agents, self._cumulative_rewards, self._chance.__reduce__()

    def _go_on(self) -> None:
        """Chance draws; then somebody is to act, or the game is over."""
        actor = deal(self.truth, self._chance)
        if actor >= 0:
            self._legal = self.truth.legal()
            self.agent_selection = self.possible_agents[actor]
            return
        self._legal = []
        outcome = outcome_of(self.truth)
        self.rewards = dict(zip(self.possible_agents, self.setup.worth(outcome), strict=True))
        self.terminations = dict.fromkeys(self.possible_agents, True)
        for seat, agent in enumerate(self.possible_agents):
            self.infos[agent] = {"score": outcome.scores[seat], "won": seat in outcome.winners}
