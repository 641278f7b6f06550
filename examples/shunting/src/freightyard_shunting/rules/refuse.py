"""Why a move is not legal: one function a verb, each with the rules it cites."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from freightyard.core.plain import Reason
from freightyard_shunting.rules.edition import DEAL, PASS, SHUNT, TAKE

if TYPE_CHECKING:
    from freightyard_shunting.rules.state import State


def against_pass(s: "State", what: int, to: int) -> Reason | None:
    """`sh.turn`, `sh.stuck`: who has made an action may stop, who can make none passes."""
    if s.done:
        return None
    for move, (verb, _, _) in enumerate(s.edition.moves):
        if verb in (TAKE, SHUNT) and s.against(move) is None:
            return (
                "sh.stuck",
                f"take or shunt a car first: {s.edition.vocabulary.text(move)} is possible",
            )
    return None


def against_take(s: "State", siding: int, to: int) -> Reason | None:
    """`sh.take`: the own car with the next number, at an open end."""
    cars = s.sidings[siding]
    if not cars:
        return "sh.take", f"siding {siding + 1} is empty"
    wanted = s.actor * s.edition.data.cars + s.trains[s.actor]
    if cars[0] != wanted:
        name = s.edition.car_name
        return "sh.take", f"your next car is {name(wanted)}, and this one is {name(cars[0])}"
    return None


def against_shunt(s: "State", siding: int, to: int) -> Reason | None:
    """`sh.shunt`, `sh.handbrake`: there is coal, a car that may move, and a space for it."""
    if not s.coal[s.actor]:
        return "sh.shunt", "you have no coal left"
    if not s.sidings[siding]:
        return "sh.shunt", f"siding {siding + 1} is empty"
    if len(s.sidings[to]) == s.edition.data.spaces:
        return "sh.shunt", f"siding {to + 1} is full"
    if siding == s.braked:
        return "sh.handbrake", "this car was shunted last: move another one first"
    return None


def against_deal(s: "State", car: int, to: int) -> Reason | None:
    """`sh.deal`: a car that is still in the deck."""
    return None if car in s.deck else ("sh.deal", f"{s.edition.car_name(car)} is not in the deck")


Against = Callable[["State", int, int], Reason | None]
AGAINST: Final[dict[int, Against]] = {
    PASS: against_pass,
    TAKE: against_take,
    SHUNT: against_shunt,
    DEAL: against_deal,
}
