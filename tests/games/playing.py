"""Games by their words, for the tests of every game."""

import re
from collections.abc import Container, Iterator
from typing import TypeVar

from freightyard.bots import make_bot
from freightyard.core.chance import Stream
from freightyard.core.contract import CHANCE, Game, State

S = TypeVar("S", bound=State)


def legal(state: State) -> list[str]:
    """The legal moves as words, in alphabetical order."""
    return sorted(state.edition.vocabulary.text(move) for move in state.legal())


def play(state: S, *moves: str) -> S:
    """Play legal moves; an illegal one is an error that says why."""
    for text in moves:
        move = state.edition.vocabulary.parse(text)
        refusal = state.refuse(move)
        if refusal is not None:
            raise refusal
        state.play(move)
    return state


def refused(state: State, text: str) -> tuple[str, str]:
    """The slug and the sentence with which a move is refused."""
    refusal = state.refuse(state.edition.vocabulary.parse(text))
    assert refusal is not None, f"{text} is legal"
    return refusal.slug, refusal.reason


def refused_verbs(state: State, slugs: Container[str]) -> set[str]:
    """The verbs of all moves that are not legal: each is refused with a rule of the game and one plain sentence."""
    vocabulary = state.edition.vocabulary
    legal = set(state.legal())
    verbs = set()
    for move in range(len(vocabulary)):
        if move not in legal:
            refusal = state.refuse(move)
            assert refusal is not None
            assert refusal.slug in slugs
            assert re.fullmatch(r"[A-Za-z0-9].*[a-z0-9]", refusal.reason), refusal.reason
            assert "None" not in refusal.reason
            verbs.add(vocabulary.text(move).split()[0])
    return verbs


def part(state: State, name: str) -> str:
    """A section of the position text, without its name."""
    sections = [section.split(" ", 1) for section in state.text().split(" | ")]
    return next(rest for first, rest in sections if first == name)


def field(state: State, seat: int, name: str) -> str:
    """A field of a seat in the position text."""
    words = part(state, str(seat)).split()
    return words[words.index(name) + 1]


def chance(state: State) -> dict[str, int]:
    """What can be drawn, with its weights."""
    return {state.edition.vocabulary.text(move): weight for move, weight in state.chances()}


def drive(state: S, *wanted: str) -> S:
    """Let chance draw until a seat is to act: the wanted moves first, then whatever comes first."""
    queue = list(wanted)
    while state.chances():
        play(state, queue.pop(0) if queue else next(iter(chance(state))))
    assert not queue
    return state


def between_bots(game: Game, state: S, bot: str, seed: str) -> Iterator[S]:
    """Every position in which somebody acts, and the last. The state changes when the next one is asked for."""
    bots = [make_bot(bot, game, Stream(f"{seed}/{seat}")) for seat in range(state.seats)]
    rng = Stream(seed)
    while (actor := state.to_act()) is not None:
        if actor == CHANCE:
            state.play(state.draw(rng))
            continue
        yield state
        state.play(state.edition.vocabulary.parse(bots[actor].decide(state.view(actor))))
    yield state
