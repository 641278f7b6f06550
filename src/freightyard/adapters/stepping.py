"""Games side by side in buffers that somebody else owns. Compiled where there is a C compiler, and free of numpy, gymnasium
and PettingZoo: vector.py and pettingzoo.py give it arrays of theirs."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, final

from freightyard.bots.random import RandomBot
from freightyard.core.chance import Stream
from freightyard.core.contract import CHANCE, Outcome, State
from freightyard.core.errors import BadSetup
from freightyard.core.rows import Mask, Row

if TYPE_CHECKING:
    from mypy_extensions import i64

    from freightyard.adapters.observation import Observe

# From the name and the number of a game to who plays on each seat: a bot, or None for the seat whose moves step() is given.
Opponents = Callable[[str, int], list[Any]]

# What a buffer holds, by its name: the type of an entry as in `array`, and whether a game has one for each number of an
# observation, for each move, for each seat, or just one.
BUFFERS: Final = {
    "observations": ("h", "numbers"),  # what the seat to act may know
    "masks": ("?", "moves"),  # which moves it has
    "actors": ("q", ""),  # which seat it is
    "rewards": ("f", "seats"),  # of the last step, for each seat; 0 until a game is over
    "over": ("?", ""),  # whether the last step ended a game
    "scores": ("i", "seats"),  # of the game that the last step ended; 0 elsewhere
}


def outcome_of(state: State) -> Outcome:
    """How a game ended that is over."""
    outcome = state.outcome()
    if outcome is None:
        raise AssertionError("a game is over without an outcome")
    return outcome


def deal(state: State, chance: Stream) -> int:
    """Let chance draw until a seat must decide. That seat, or -1 if the game is over."""
    actor = state.to_act()
    while actor == CHANCE:
        state.play(state.draw(chance))
        actor = state.to_act()
    return -1 if actor is None else actor


@final
class Seen:
    """What who is to act sees and may do, in a row of numbers and a mask."""

    __slots__ = ("mask", "observe", "row")

    def __init__(self, observe: "Observe", numbers: memoryview, marks: memoryview) -> None:
        self.observe = observe
        self.row = Row(numbers)
        self.mask = Mask(marks)

    def show(self, state: State, seat: int, legal: list[int]) -> None:
        """A state, for a seat that has these moves."""
        self.row.begin()
        self.observe(state, seat, self.row)
        self.mask.show(legal)

    def clear(self) -> None:
        """Begin with zeros: the buffers were changed by others."""
        self.row.clear()
        self.mask.clear()


@final
class Games:
    """So many games in the rows of buffers. Where a game ends, the next one of its slot begins in the same step."""

    __slots__ = (
        "_actors",
        "_chance",
        "_ended",
        "_opponents",
        "_over",
        "_played",
        "_players",
        "_rewards",
        "_scores",
        "_seats",
        "_seed",
        "_start",
        "_worth",
        "count",
        "first",
        "seen",
        "states",
    )

    def __init__(
        self,
        start: Callable[[], State],
        worth: Callable[[Outcome], list[float]],
        seen: list[Seen],
        buffers: dict[str, memoryview],
        first: int,
        seats: int,
        opponents: "Opponents | None",
    ) -> None:
        """`seen`: one for each slot; `first`: the number of the first slot, where several processes share the slots."""
        count = len(seen)
        self._start = start
        self._worth = worth
        self.count = count
        self.first = first
        self._seats = seats
        self._seed: object = 0
        self._actors = buffers["actors"]
        self._rewards: Any = buffers["rewards"]
        self._over: Any = buffers["over"]
        self._scores = buffers["scores"]
        self._played: list[int] = [0] * count
        self._ended: list[int] = []  # slots whose last step ended a game
        self.states: list[State] = []
        self._chance: list[Stream] = []
        self.seen = seen
        self._opponents = opponents
        self._players: list[list[Any]] = [[] for _ in range(count)]

    def reset(self, seed: object) -> None:
        """Begin the first game of every slot."""
        self._seed = seed
        self._settle()
        self._played = [0] * self.count
        self.states = [self._start() for _ in range(self.count)]
        self._chance = [Stream("") for _ in range(self.count)]
        for slot in range(self.count):
            self._begin(slot)

    def saved(self) -> tuple[Any, ...]:
        """All that restore() needs to go on from here, in plain values, states, streams and bots."""
        return self._seed, self._played[:], self._ended[:], self.states[:], self._chance[:], self._players[:]

    def restore(self, saved: tuple[Any, ...]) -> None:
        """Go on from what was saved. The buffers of rewards, ends and scores are the caller's business."""
        self._seed, self._played, self._ended, self.states, self._chance, self._players = saved
        for slot in range(self.count):
            state = self.states[slot]
            actor = state.to_act()
            if actor is None:
                raise AssertionError("a game was saved that was over")
            self._actors[slot] = actor
            self.seen[slot].show(state, actor, state.legal())

    def step(self, actions: Sequence[int]) -> None:
        """Play one action in every game."""
        moves: list[Any] = list(actions)
        if len(moves) != self.count:
            raise BadSetup(f"step() needs one action for each of the {self.count} games, not {len(moves)}")
        slot: i64 = 0
        while slot < self.count:
            # Before any is played: an illegal one changes nothing.
            if not self.seen[slot].mask.has(moves[slot]):
                raise BadSetup(f"action {moves[slot]} is not legal in game {self.first + slot}")
            slot += 1
        if self._ended:
            self._settle()
        slot = 0
        while slot < self.count:
            state = self.states[slot]
            state.play(moves[slot])
            actor: i64 = self._go_on(slot, state)
            if actor < 0:
                self._end(slot)
            else:
                self._actors[slot] = actor
                self.seen[slot].show(state, actor, state.legal())
            slot += 1

    def _go_on(self, slot: int, state: State) -> int:
        """Chance draws and opponents play, until somebody else must decide. That seat, or -1 if the game is over."""
        actor = deal(state, self._chance[slot])
        if self._opponents is not None:
            players = self._players[slot]
            while actor >= 0 and players[actor] is not None:
                player = players[actor]
                if isinstance(player, RandomBot):
                    state.play(player.choose(state.legal()))
                else:
                    state.say(player.decide(state.view(actor)))  # what is no legal move is refused with the reason
                actor = deal(state, self._chance[slot])
        return actor

    def _begin(self, slot: int) -> None:
        """The next game of a slot."""
        game = f"{self._seed}/{self.first + slot}/{self._played[slot]}"
        self._chance[slot] = Stream(game)
        if self._opponents is not None:
            self._players[slot] = self._opponents(game, self.first + slot + self._played[slot])
        self.states[slot] = state = self._start()
        actor = self._go_on(slot, state)
        if actor < 0:
            raise AssertionError("a game is over before it began")
        self._actors[slot] = actor
        self.seen[slot].show(state, actor, state.legal())

    def _end(self, slot: int) -> None:
        """What the end of a game is worth; then the next one begins."""
        outcome = outcome_of(self.states[slot])
        worth = self._worth(outcome)
        for seat in range(self._seats):
            self._rewards[slot * self._seats + seat] = worth[seat]
            self._scores[slot * self._seats + seat] = outcome.scores[seat]
        self._over[slot] = True
        self._ended.append(slot)
        self._played[slot] += 1
        self._begin(slot)

    def _settle(self) -> None:
        """The step before this one is told."""
        for slot in self._ended:
            for seat in range(self._seats):
                self._rewards[slot * self._seats + seat] = 0.0
                self._scores[slot * self._seats + seat] = 0
            self._over[slot] = False
        self._ended = []
