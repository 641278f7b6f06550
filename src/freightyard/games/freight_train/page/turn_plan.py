"""A turn that is planned on the page: where each car could go before the rules ask for it.

The rules want all cars of a turn taken first and put down after. A player thinks car by car: this one to that train. So the
client takes the cars as they come and remembers where they shall go; what is possible, in which order, and why something is not,
is worked out here, by playing it on a copy.
"""

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from freightyard.core.contract import View
from freightyard.core.errors import BadSetup
from freightyard.games.freight_train.page import sentences as say
from freightyard.games.freight_train.rules.edition import Edition
from freightyard.games.freight_train.rules.from_board import state_of
from freightyard.games.freight_train.rules.legal import yard_room
from freightyard.games.freight_train.rules.phases import COUPLING, FILLED, LOADING, PLACING, TAKING, TURN
from freightyard.games.freight_train.rules.position import Board
from freightyard.games.freight_train.rules.state import State

_PLANNED: Final = (TURN, FILLED, TAKING, PLACING, LOADING, COUPLING)


class TurnPlan(msgspec.Struct, frozen=True):
    """What can be planned at a moment. `places`: for `take 2`, `load 1` or `put tank` (a car in the hand) every place by its
    word, with the reason why the car cannot go there, or nothing if it can. `order`: the puts that were planned as the rules
    accept them, or None, and then `why`. `turns` and `hand` tell which moment it is about."""

    turns: int
    hand: str
    places: dict[str, dict[str, str]]
    order: list[str] | None
    why: str = ""


def turn_plan(view: View, words: str) -> TurnPlan:
    """What can be planned; `words`: the puts that are planned already, separated by `;`."""
    board: Board = view.board
    edition: Edition = view.edition  # type: ignore[assignment]  # a view of Freight Train has its edition
    state = state_of(edition, board)
    if view.seat is None or state.to_act() != view.seat or state.phase not in _PLANNED:
        return TurnPlan(board.turns, board.hand, {}, None)
    puts = _puts(edition, words)
    spare = list(state.hand)  # the cars whose place is not planned
    for put in puts:
        kind = (put - edition.put) // edition.width
        if kind not in spare:
            raise BadSetup("a put was planned of a car that is not in the hand")
        spare.remove(kind)
    order, why = _planned(state, puts)
    if order is None:
        puts = []  # what does not work binds nobody
    places: dict[str, dict[str, str]] = {}
    found: dict[tuple[bool, int], dict[str, str]] = {}  # by whether it comes from the main yard, and its kind
    text = edition.vocabulary.text
    for move in state.legal():
        source = text(move)
        if source.startswith(("take ", "load ")):
            after = state.clone()
            after.play(move)
            key = (source.startswith("take "), after.hand[-1])
            if key not in found:
                found[key] = _places(after, after.hand[-1], puts)
            places[source] = found[key]
    for kind in dict.fromkeys(spare):
        places[f"put {edition.data.kinds[kind].word}"] = _places(state, kind, puts)
    return TurnPlan(board.turns, board.hand, places, None if order is None else [text(put) for put in order], why)


def in_order_of_taking(view: View, plan: Sequence[str]) -> tuple[str, ...]:
    """A plan that takes or loads cars and puts them down; its puts in the order in which the cars come, if that is the same."""
    edition: Edition = view.edition  # type: ignore[assignment]  # a view of Freight Train has its edition
    first = next((index for index, text in enumerate(plan) if text.startswith("put ")), len(plan))
    rest = plan[first:]
    if not any(text.startswith(("take ", "load ")) for text in plan[:first]) or not all(text.startswith("put ") for text in rest):
        return tuple(plan)
    state = state_of(edition, view.board)
    for text in plan[:first]:
        state.play(edition.vocabulary.parse_strictly(text))
    left, puts = list(rest), []
    for kind in state.hand:
        put = next((text for text in left if text.startswith(f"put {edition.data.kinds[kind].word} ")), None)
        if put is None:
            return tuple(plan)
        left.remove(put)
        puts.append(put)
    same = not left and _after(state, puts) == _after(state, rest)
    return (*plan[:first], *puts) if same else tuple(plan)


def _after(state: State, puts: Sequence[str]) -> list[int] | None:
    """Where all cars are after these puts; None if they are not legal in this order."""
    here = state.clone()
    for text in puts:
        put = here.rules.edition.vocabulary.parse_strictly(text)
        if put not in here.legal():
            return None
        here.play(put)
    return here.yards + here.trains + here.mixed


def _puts(edition: Edition, words: str) -> list[int]:
    texts = [text for text in words.split(";") if text]
    if len(texts) > 9 or not all(text.startswith("put ") for text in texts):
        raise BadSetup("a plan is a few puts")
    return [edition.vocabulary.parse_strictly(text) for text in texts]


def _planned(state: State, puts: Sequence[int]) -> tuple[list[int] | None, str]:
    """The puts in an order that the rules accept, or why there is none."""
    if not puts:
        return [], ""
    why = ""
    for reached in _all_taken(state):
        order = _in_order(reached, puts)
        if order is not None:
            return order, ""
        why = why or _reason(reached, puts)
    return None, why


def _places(state: State, kind: int, puts: Sequence[int]) -> dict[str, str]:
    """Every place of a car that lies in the hand of this state: nothing if it can go there, or why not."""
    found: dict[str, str] = {}
    waiting = _every_place(state, kind, puts)
    for reached in _all_taken(state):
        for place, put in list(waiting.items()):
            if _in_order(reached, [*puts, put]) is not None:
                found[place] = ""
                del waiting[place]
            else:
                found.setdefault(place, _reason(reached, [*puts, put]))
        if not waiting or yard_room(state, state.actor) >= state.rules.take_cars:
            break  # the yard takes whatever else is taken: other cars would not make a difference
    return found


def _every_place(state: State, kind: int, puts: Sequence[int]) -> dict[str, int]:
    """Each place that the board shows, planned trains too, by its word, and the move that puts a car of this kind there."""
    edition = state.rules.edition
    base = state.actor * state.rules.kinds
    own = edition.data.kinds[kind].word
    words = ["train", "mixed", *[f"yard-{number + 1}" for number in range(state.rules.yard_sidings)]]
    for other in range(state.rules.kinds):
        begun = edition.vocabulary.find(f"put {edition.data.kinds[other].word} train") in puts
        if other != kind and (state.trains[base + other] or begun):
            words.append(edition.data.kinds[other].word)
    return {word: edition.vocabulary.parse_strictly(f"put {own} {word}") for word in words}


def _all_taken(state: State) -> Iterator[State]:
    """The states in which all cars of the turn are taken, one for each handful; or this one, if cars can be put down already."""
    if state.phase not in (TURN, FILLED, TAKING):
        yield state
        return
    seen: set[tuple[int, ...]] = set()
    waiting = [state]
    while waiting:
        here = waiting.pop()
        if here.phase == PLACING:
            yield here
            continue
        for move in here.legal():
            if here.rules.edition.vocabulary.text(move).startswith("take "):
                after = here.clone()
                after.play(move)
                hand = (*after.main, *sorted(after.hand))
                if hand not in seen:
                    seen.add(hand)
                    waiting.append(after)


def _in_order(state: State, puts: Sequence[int]) -> list[int] | None:
    """The puts in an order in which each is legal after the others, if there is one."""
    if not puts:
        return []
    legal = state.legal()
    for index, put in enumerate(puts):
        if put not in legal or put in puts[:index] or _robs_of_train(state, puts, index):
            continue
        rest = [*puts[:index], *puts[index + 1 :]]
        if not rest:
            return [put]
        after = state.clone()
        after.play(put)
        order = _in_order(after, rest)
        if order is not None:
            return [put, *order]
    return None


def _robs_of_train(state: State, puts: Sequence[int], index: int) -> bool:
    """Whether a put makes a train mixed for which another car was planned before: that car would get a train of its own."""
    find, text = state.rules.edition.vocabulary.find, state.rules.edition.vocabulary.text
    return index > 0 and find(f"put {text(puts[index]).rpartition(' ')[2]} train") in puts[:index]


def _reason(state: State, puts: Sequence[int]) -> str:
    """Why the last of these puts is not possible beside the others."""
    before = _in_order(state, puts[:-1])
    here = state.clone()
    for put in before or ():
        here.play(put)
    refusal = here.refuse(puts[-1]) if here.hand and here.to_act() == state.actor else None
    return say.PLAN_FAILS if refusal is None else refusal.reason
