"""Scenes of real games, to be drawn in tests."""

from collections.abc import Iterator

from freightyard.core.chance import Stream
from freightyard.core.contract import CHANCE, Game, State
from freightyard.page.contract import LogEntry, Player, Scene

NASTY = '<b onclick="x">"Ott & \'ilie</b>'


def players(seats: int, name: str = "") -> tuple[Player, ...]:
    """People and bots, so many as there are seats."""
    return tuple(
        Player(seat, name or f"Player {seat + 1}", bot=None if seat % 2 == 0 else "greedy", person=seat != 1)
        for seat in range(seats)
    )


def random_game(game: Game, edition: str, seats: int, options: tuple[str, ...] = (), seed: str = "page") -> Iterator[State]:
    """Every state of a game of random moves, drawn ones left out. The state changes when the next one is asked for."""
    state = game.start(game.edition(edition), seats, options)
    rng = Stream(seed)
    while state.to_act() is not None:
        if state.to_act() == CHANCE:
            state.play(state.draw(rng))
            continue
        yield state
        legal = state.legal()
        state.play(legal[rng.below(len(legal))])
    yield state


def scene_of(state: State, *, replay: bool = False) -> Scene:
    """What the seat to act sees, or a spectator when the game is over."""
    actor = state.to_act()
    own = () if actor is None else (actor,)
    return Scene(state.view(actor), players(state.seats), own, can_take_back=True, replay=replay, home="/t/abc")


def log_of(*texts: str, seat: int = 0) -> list[LogEntry]:
    return [LogEntry(ply, seat, text) for ply, text in enumerate(texts)]
