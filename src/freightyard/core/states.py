"""What every state offers besides its rules, for all games alike. The methods of a state that bear these names call them."""

from freightyard.core.chance import Rng
from freightyard.core.contract import CHANCE, Seat, State
from freightyard.core.editions import edition_choice
from freightyard.core.notation import read_move


def words(state: State) -> list[str]:
    """Every legal move as words, in the order of legal(). At chance: whatever can be drawn."""
    texts = state.edition.vocabulary.texts
    return [texts[move] for move in state.legal()]


def say(state: State, text: str) -> str:
    """Play a move that somebody says, or raise the reason why not. The move in its full words.

    As at the terminal, as much of a move as leaves only one is enough, and chance's moves may be said like any other.
    """
    move = read_move(state, text)
    state.play(move)
    return state.edition.vocabulary.texts[move]


def deal(state: State, rng: Rng) -> Seat | None:
    """Let chance draw until a seat must decide. That seat, or None if the game is over."""
    actor = state.to_act()
    while actor == CHANCE:
        state.play(state.draw(rng))
        actor = state.to_act()
    return actor


def same(state: State, other: object) -> bool:
    """Whether the other is a state of the same edition in the same position. Options and seats are part of a position."""
    if other is state:
        return True
    return isinstance(other, type(state)) and other.edition == state.edition and other.text() == state.text()


def pasteable(state: State) -> str:
    """An expression that makes an equal state."""
    edition = state.edition
    return f"freightyard.game({edition.game!r}).position({edition_choice(edition)!r}, {state.text()!r})"
