"""Why a move is not legal: one function a verb, each with the rule it cites. Off the hot path."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from freightyard.core.errors import IllegalMove
from freightyard.games.freight_train.rules.edition import (
    CABOOSE,
    DRAW,
    DRAW_LEAVE,
    FIRST,
    LEAVE,
    LOAD,
    PUT,
    TAKE,
    TO_MIXED,
    TO_YARD,
)
from freightyard.games.freight_train.rules.legal import actions
from freightyard.games.freight_train.rules.phases import (
    COUPLING,
    DEALING,
    FILLED,
    FILLING,
    FIRST_SEAT,
    LAYING,
    LEAVING,
    LOADING,
    OUT,
    OVER,
    PLACING,
    REARRANGING,
    TAKING,
    TURN,
)
from freightyard.games.freight_train.rules.sidings import MASK, cars_in
from freightyard.games.freight_train.rules.trains import couplings

if TYPE_CHECKING:
    from freightyard.games.freight_train.rules.state import State

Reason = tuple[str, str]  # the slug and the sentence

_NUMBERS: Final = (
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
)  # a main yard has at most 9 sidings
_NO_LOCOMOTIVE: Final = "a new train needs a free locomotive; you have none"


def refuse(s: "State", move: int) -> IllegalMove | None:
    """Why the move is not legal now, or None if it is."""
    if move in s.legal():
        return None
    edition = s.rules.edition
    verb = edition.verbs[move]
    slug, reason = _never(s, verb) or _wrong_moment(s, verb) or REFUSE[verb](s, move)
    return IllegalMove(edition.vocabulary.text(move), slug, reason)


def _never(s: "State", verb: int) -> Reason | None:
    """A move that this game does not have at all, so that nobody waits for a better moment."""
    if verb != CABOOSE or s.rules.caboose_cards:
        return None
    if s.rules.edition.data.caboose.cards:
        return "ft.caboose", "this game is played without cabooses"
    return "ft.caboose", f"the edition {s.rules.edition.title} has no cabooses"


def _wrong_moment(s: "State", verb: int) -> Reason | None:
    """A move that its verb rules out in this phase, whatever else it says."""
    if s.phase == OVER:
        return "ft.win", "the game is over"
    if s.phase < TURN:
        slug, event, verbs = {
            FIRST_SEAT: (_first_slug(s), "the first player is being drawn", (FIRST,)),
            LAYING: ("ft.setup" if s.day == 0 else "ft.new-day", "the main yard is being filled", (DRAW,)),
            DEALING: ("ft.setup", "cars are being dealt into the yards", (DRAW,)),
            FILLING: ("ft.fill", "a siding of the main yard is being filled", (DRAW, DRAW_LEAVE)),
            LEAVING: ("ft.trains-leave", "the day is over and the trains are leaving", (LEAVE,)),
        }[s.phase]
        return None if verb in verbs else (slug, event)
    if verb == PUT:
        return None if s.hand else ("ft.one-action", "you have no car to place: take or load some first")
    if s.phase == TAKING and verb != TAKE:
        return "ft.take-three", f"take {_count(s.rules.take_cars - len(s.hand), 'more car')} from the main yard first"
    if s.phase == PLACING:
        return "ft.take-three", _put_all(s, " you took", "on a train or into your yard", "on trains or into your yard")
    if s.phase == COUPLING and verb == LOAD:
        if len(s.hand) == s.rules.load_most:
            return "ft.load", f"you can load at most {s.rules.load_most} cars in a turn: put these on trains"
        return "ft.load", "you cannot load more once a car is on a train: put the rest on trains"
    if s.phase == COUPLING or (s.phase == LOADING and verb != LOAD):
        return "ft.load", _put_all(s, " you loaded", "on a train", "on trains")
    if s.phase == REARRANGING:
        return "ft.rearrange", _put_all(s, "", "back into your yard", "back into your yard")
    return None


def _put_all(s: "State", whose: str, one: str, several: str) -> str:
    """What is left to do in this turn; its end comes with the last car, so nothing else can follow."""
    if len(s.hand) == 1:
        return f"put the {'' if s.phase == LOADING else 'last '}car{whose} {one}"
    return f"put the {len(s.hand)} cars{whose} {several}"


def refuse_fill(s: "State", move: int) -> Reason:
    if s.phase == FILLED:
        return "ft.fill", "you can fill only one siding in a turn"
    if s.deck_cars == 0 and s.leave == OUT:
        return "ft.fill", "the deck is empty"
    empty, needed = s.main.count(0), s.rules.empty_to_fill
    some = "none are" if empty == 0 else "only one is" if empty == 1 else f"only {_NUMBERS[empty]} are"
    sidings = "a siding is" if needed == 1 else f"{_NUMBERS[needed]} sidings are"
    return "ft.fill", f"you can fill only when {sidings} empty; {some}"


def refuse_rearrange(s: "State", move: int) -> Reason:
    points, cost = s.points[s.actor], s.rules.rearrange_cost
    if points < cost:
        return "ft.rearrange", f"rearranging costs {_count(cost, 'point')}; you have {points}"
    return "ft.rearrange", "your yard is empty: there is nothing to rearrange"


def refuse_call(s: "State", move: int) -> Reason:
    if not s.rules.calls[s.day]:
        return "ft.call", f"you cannot call a locomotive on day {s.day + 1}"
    return "ft.call", "you have already called a locomotive today"


def refuse_pass(s: "State", move: int) -> Reason:
    if actions(s):
        return "ft.stuck", "you can pass only when no action is possible"
    return "ft.stuck", "no action is possible yet: fill a siding first"


def refuse_leave(s: "State", move: int) -> Reason:
    return "ft.trains-leave", "the day is not over yet"


def refuse_draw_leave(s: "State", move: int) -> Reason:
    if s.phase != FILLING:
        return "ft.fill", "no card is drawn now"
    if s.leave == OUT:
        return "ft.day-end-card", "the Trains Leave card is not in the deck"
    return "ft.day-end-card", f"{_count(s.leave, 'car')} must come before the Trains Leave card can"


def refuse_take(s: "State", move: int) -> Reason:
    index = move - TAKE
    if not s.main[index]:
        return "ft.take-three", f"siding {index + 1} is empty"
    left = sum(cars_in(siding) for siding in s.main)
    if left + len(s.hand) < s.rules.take_cars:
        return "ft.take-three", f"you take exactly {s.rules.take_cars} cars; the main yard has only {left}"
    return "ft.take-three", f"if you took this car, you could not place all {s.rules.take_cars} cars"


def refuse_load(s: "State", move: int) -> Reason:
    index = move - s.rules.edition.load
    siding = s.yards[s.actor * s.rules.yard_sidings + index]
    if not siding:
        return "ft.load", f"yard siding {index + 1} is empty"
    name = _kind_name(s, (siding & MASK) - 1)
    if s.hand:
        return "ft.load", f"your trains have no room for the {name} car beside the cars you loaded"
    return "ft.load", f"none of your trains can take the {name} car, and you cannot start a new one"


def refuse_put(s: "State", move: int) -> Reason:
    edition = s.rules.edition
    kind, place = divmod(move - edition.put, edition.width)
    if s.phase == TAKING:
        return "ft.take-three", f"take {_count(s.rules.take_cars - len(s.hand), 'more car')} first"
    if kind not in s.hand:
        return _source_slug(s), f"you have no {_kind_name(s, kind)} car to place"
    if TO_YARD <= place < edition.to_train:
        return _refuse_yard(s, place - TO_YARD)
    if s.phase == REARRANGING:
        return "ft.rearrange", "cars that you rearrange go back into your yard"
    if place not in couplings(s, s.actor, kind):
        return _refuse_train(s, kind, place)
    return _source_slug(s), _no_place(s)


def _no_place(s: "State") -> str:
    return f"the other {'car' if len(s.hand) == 2 else 'cars'} would have no place to go"


def _refuse_yard(s: "State", siding: int) -> Reason:
    sidings = s.rules.yard_sidings
    base = s.actor * sidings
    if s.phase in (LOADING, COUPLING):
        return "ft.load", "cars that you load go on trains, not back into your yard"
    if cars_in(s.yards[base + siding]) == s.rules.yard_spaces:
        return "ft.yard-entry", f"yard siding {siding + 1} is full"
    if s.phase == PLACING:
        return "ft.take-three", _no_place(s)
    if any(s.yards[base + siding + 1 : base + sidings]):
        return "ft.rearrange", f"fill the sidings in order: yard siding {siding + 1} is done"
    return "ft.rearrange", "the other cars would not fit into the remaining sidings"


def _refuse_train(s: "State", kind: int, place: int) -> Reason:
    edition = s.rules.edition
    seat = s.actor
    mixed, closed = s.mixed[seat], s.closed[seat]
    name = _kind_name(s, kind)
    if place == TO_MIXED:
        if closed >> s.rules.kinds & 1:
            return "ft.caboose", "your mixed train is closed by a caboose"
        if mixed == 1 << kind:
            return "ft.mixed", f"your mixed train cannot become a {name} train: you already have one"
        if mixed:
            return "ft.mixed", f"your mixed train already has {_a(name)} {name} car"
        return "ft.train", _NO_LOCOMOTIVE
    other = place - edition.to_train
    other_name = _kind_name(s, other)
    if closed >> other & 1:
        return "ft.caboose", f"your {other_name} train is closed by a caboose"
    if other == kind:
        return "ft.train", _NO_LOCOMOTIVE
    cars = s.trains[seat * s.rules.kinds + other]
    if not cars:
        return "ft.mixed", f"you have no {other_name} train"
    if cars > 1:
        return "ft.train", f"your {other_name} train has {cars} cars: only {other_name} cars can join it"
    return "ft.mixed", f"your {other_name} train cannot become mixed: you already have a mixed train"


def refuse_caboose(s: "State", move: int) -> Reason:
    kind = move - s.rules.edition.caboose
    name = "mixed" if kind == s.rules.kinds else _kind_name(s, kind)
    if s.closed[s.actor] >> kind & 1:
        return "ft.caboose", f"your {name} train already has a caboose"
    cars = s.mixed[s.actor] if kind == s.rules.kinds else s.trains[s.actor * s.rules.kinds + kind]
    if not cars:
        return "ft.caboose", f"you have no {name} train"
    return "ft.caboose", "no caboose is left"


def refuse_draw(s: "State", move: int) -> Reason:
    if s.phase not in (LAYING, DEALING, FILLING):
        return "ft.fill", "no card is drawn now"
    slug = "ft.fill" if s.phase == FILLING else "ft.setup"
    return slug, f"no {_kind_name(s, move - s.rules.edition.draw)} car is left in the deck"


def refuse_first(s: "State", move: int) -> Reason:
    if s.phase != FIRST_SEAT:
        return _first_slug(s), "the first player is drawn before the game"
    return _first_slug(s), f"there is no seat {move - s.rules.edition.first + 1}"


def _first_slug(s: "State") -> str:
    return ("ft.marker", "ft.marker-by-day", "ft.clockwise")[s.rules.sequence]


def _source_slug(s: "State") -> str:
    """The action that the cars before the player belong to."""
    if s.phase == REARRANGING:
        return "ft.rearrange"
    return "ft.load" if s.phase in (LOADING, COUPLING) else "ft.take-three"


def _kind_name(s: "State", kind: int) -> str:
    return s.rules.edition.data.kinds[kind].name


def _a(name: str) -> str:
    return "an" if name[0] in "aeiou" else "a"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


REFUSE: Final[tuple[Callable[["State", int], Reason], ...]] = (
    refuse_fill,
    refuse_rearrange,
    refuse_call,
    refuse_pass,
    refuse_leave,
    refuse_draw_leave,
    refuse_take,
    refuse_load,
    refuse_put,
    refuse_caboose,
    refuse_draw,
    refuse_first,
)
