"""Many games at once in several processes, which write into arrays that all of them share.

    if __name__ == "__main__":
        with SharedGames("freight", count=256, processes=4, seed=1) as games:
            step = games.step(policy(games.observations, games.masks))

The games are those of VectorGames, whatever the number of processes: each slot has games of its own.
"""

from collections.abc import Sequence
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.shared_memory import SharedMemory
from types import TracebackType
from typing import Any, Final, Self, final

import numpy as np
from numpy.typing import NDArray

from freightyard.adapters.observation import layout_of
from freightyard.adapters.setup import Setup, opponents_of
from freightyard.adapters.stepping import BUFFERS
from freightyard.adapters.vector import TYPES, VectorGames, VectorStep
from freightyard.core.contract import Edition
from freightyard.core.errors import BadSetup

_ACTIONS: Final = "actions"
_ALIGNED: Final = 64  # bytes: no two arrays share a line of a processor's memory
_Shapes = dict[str, tuple[tuple[int, ...], str]]


@final
class SharedGames:
    """So many games of one kind in several processes. close() ends them; a `with` does it by itself."""

    def __init__(
        self,
        game: str,
        edition: str | Edition | None = None,
        seats: int | None = None,
        options: Sequence[str] = (),
        *,
        count: int = 64,
        processes: int = 2,
        seed: int | str = 0,
        reward: str = "win",
        opponents: str | Sequence[str] | None = None,
        seat: int | None = None,
    ) -> None:
        if not 1 <= processes <= count:
            raise BadSetup(f"processes must be from 1 to {count}, one for each game at most, not {processes}")
        self.setup = Setup(game, edition, seats, options, reward)
        opponents_of(self.setup, opponents, seat)  # what is wrong with them is said here
        self.layout = layout_of(self.setup.edition, self.setup.seats)
        self.count = count
        self.actions = len(self.setup.edition.vocabulary)
        widths = {"numbers": (self.layout.size,), "moves": (self.actions,), "seats": (self.setup.seats,), "": ()}
        shapes = {name: ((count, *widths[width]), kind) for name, (kind, width) in BUFFERS.items()}
        shapes[_ACTIONS] = (count,), "q"
        self._memory = SharedMemory(create=True, size=_places(shapes)[1])
        arrays = _arrays(self._memory, shapes)
        self.observations: NDArray[np.int16] = arrays["observations"]
        self.masks: NDArray[np.bool_] = arrays["masks"]
        self.actors: NDArray[np.int64] = arrays["actors"]
        self._chosen: NDArray[np.int64] = arrays[_ACTIONS]
        self._told = [arrays[name] for name in VectorStep._fields]
        self._workers: list[tuple[Any, Connection]] = []
        context = get_context("spawn")
        for number in range(processes):
            ours, theirs = context.Pipe()
            part = count * number // processes, count * (number + 1) // processes
            choices = {"seed": seed, "reward": reward, "opponents": opponents, "seat": seat}
            worker = context.Process(
                target=_work, args=(theirs, self._memory.name, shapes, part, self.setup, choices), daemon=True
            )
            worker.start()
            theirs.close()
            self._workers.append((worker, ours))
        self._wait()

    def step(self, actions: Sequence[int] | NDArray[Any]) -> VectorStep:
        """Play one action in every game. Where one is over, the next game of its slot begins at once."""
        chosen = np.asarray(actions)
        if chosen.shape != (self.count,):
            raise BadSetup(f"step() needs one action for each of the {self.count} games, not {len(chosen)}")
        fits = (chosen >= 0) & (chosen < self.actions)
        fits[fits] = self.masks[np.flatnonzero(fits), chosen[fits]]
        if not fits.all():
            slot = int(np.flatnonzero(~fits)[0])
            raise BadSetup(f"action {chosen[slot]} is not legal in game {slot}")
        self._chosen[:] = chosen
        self._ask(None)
        return VectorStep(*[array.copy() for array in self._told])

    def reset(self, seed: int | str) -> None:
        """Begin the first game of every slot."""
        self._ask(seed)

    def close(self) -> None:
        """End the processes and give the memory back."""
        for worker, pipe in self._workers:
            pipe.close()
            worker.join()
        if self._workers:
            self._workers = []
            self.observations = self.masks = self.actors = self._chosen = np.zeros(0)  # type: ignore[assignment]
            self._told = []
            with suppress(BufferError):  # who still holds an array keeps its memory
                self._memory.close()
            self._memory.unlink()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def _ask(self, what: int | str | None) -> None:
        """Let all of them step, or begin from a seed."""
        for _, pipe in self._workers:
            pipe.send(what)
        self._wait()

    def _wait(self) -> None:
        """Until all of them are done. What one of them fails with is raised here, and nothing can be played any more."""
        try:
            errors = [pipe.recv() for _, pipe in self._workers]
        except EOFError:
            self.close()
            raise BadSetup("a process of the games has died") from None
        for error in errors:
            if error is not None:
                self.close()
                raise error


def _work(pipe: Connection, name: str, shapes: _Shapes, part: tuple[int, int], setup: Setup, choices: dict[str, Any]) -> None:
    """A process: its part of the slots, until the pipe is closed."""
    memory = SharedMemory(name)
    arrays = {key: array[part[0] : part[1]] for key, array in _arrays(memory, shapes).items()}
    actions = arrays.pop(_ACTIONS)
    try:
        games = VectorGames(
            setup.game.name,
            setup.edition,
            setup.seats,
            setup.options,
            count=part[1] - part[0],
            first=part[0],
            buffers=arrays,
            **choices,
        )
        pipe.send(None)
        while True:
            seed = pipe.recv()
            if seed is None:
                games.step(actions)
            else:
                games.reset(seed)
            pipe.send(None)
    except (EOFError, BrokenPipeError, KeyboardInterrupt):
        return
    except Exception as error:  # it is raised where the games were asked for
        pipe.send(error)


def _places(shapes: _Shapes) -> tuple[dict[str, int], int]:
    """Where each array begins in the memory, and how large that is."""
    places, end = {}, 0
    for name, (shape, kind) in shapes.items():
        places[name] = end
        size = int(np.prod(shape)) * np.dtype(TYPES[kind]).itemsize
        end += -(-size // _ALIGNED) * _ALIGNED
    return places, end


def _arrays(memory: SharedMemory, shapes: _Shapes) -> dict[str, NDArray[Any]]:
    """The arrays in the memory."""
    places, _ = _places(shapes)
    return {name: np.ndarray(shape, TYPES[kind], memory.buf, places[name]) for name, (shape, kind) in shapes.items()}
