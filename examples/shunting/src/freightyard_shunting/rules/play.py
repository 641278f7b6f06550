"""What moves do: one function a verb."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from freightyard_shunting.rules.edition import DEAL, NOWHERE, PASS, SHUNT, TAKE

if TYPE_CHECKING:
    from freightyard_shunting.rules.state import State


def deal(s: "State", car: int, to: int) -> None:
    """`sh.deal`: the car goes to the next siding, in turn."""
    dealt = sum(map(len, s.sidings))
    s.deck.remove(car)
    s.sidings[dealt % len(s.sidings)].insert(0, car)


def take(s: "State", siding: int, to: int) -> None:
    """`sh.take`, `sh.complete`: the car joins the train; the last one ends the game."""
    s.sidings[siding].pop(0)
    s.trains[s.actor] += 1
    s.braked = NOWHERE
    end_action(s)


def shunt(s: "State", siding: int, to: int) -> None:
    """`sh.shunt`, `sh.handbrake`: a coal for a car to another siding, where it may have to stay."""
    s.coal[s.actor] -= 1
    s.sidings[to].insert(0, s.sidings[siding].pop(0))
    s.braked = to if "handbrake" in s.options else NOWHERE
    end_action(s)


def pass_(s: "State", what: int, to: int) -> None:
    """`sh.turn`, `sh.stuck`: the turn ends early; who has done nothing in it was stuck."""
    if not s.done:
        s.passed += 1
    end_turn(s)


def end_action(s: "State") -> None:
    """`sh.turn`: so many actions a turn."""
    s.passed = 0
    s.done += 1
    if s.done == s.edition.data.actions or s.over():
        end_turn(s)


def end_turn(s: "State") -> None:
    """The next seat to the left has its turn."""
    s.turns += 1
    s.done = 0
    s.actor = (s.actor + 1) % s.seats


PLAY: Final[dict[int, Callable[["State", int, int], None]]] = {
    PASS: pass_,
    TAKE: take,
    SHUNT: shunt,
    DEAL: deal,
}
