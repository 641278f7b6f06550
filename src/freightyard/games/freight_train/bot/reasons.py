"""Why a plan in Freight Train is a good one: all that a bot says about this game, and when it says it."""

from collections.abc import Mapping
from typing import Final

from freightyard.games.freight_train.rules.edition import CALL, FILL, REARRANGE, TAKE, TO_MIXED, TO_YARD
from freightyard.games.freight_train.rules.phases import OUT
from freightyard.games.freight_train.rules.scoring import category
from freightyard.games.freight_train.rules.sidings import BITS, MASK
from freightyard.games.freight_train.rules.state import State

# `{value}` stands for a value.
SENTENCES: Final[Mapping[str, str]] = {
    "fill": "It does not use up your turn: see which cars come up in the main yard, then choose what to do.",
    "call": "Your locomotives are all in use or soon will be, and the day is long enough to use one more.",
    "rearrange": "The cars that your trains need are behind others; in this order you can load them next.",
    "caboose": "{train} {standing}, and the caboose doubles what it earns today.",
    "last": "It is the best that you can still do before the trains leave.",
    "last-yard": "It is your last turn today; what is in your yard stays for tomorrow.",
    "last-yard-earns": "It is your last turn today; your yard stays for tomorrow, and every {cars} cars in it earn {points}.",
    "keep": "You have no train for these cars yet, but will want them later.",
    "keep-one": "You have no train for this car yet, but will want it later.",
    "keep-leads": "{train} leads already; in your yard this car is there for another day.",
    "keep-later": "Your yard keeps these cars for another turn or another day.",
    "keep-later-one": "Your yard keeps this car for another turn or another day.",
    "spare": "The other {kind} car is kept for another turn or another day.",
    "split": "The other {kind} car helps your mixed train.",
    "grow": "{train} then has {cars} and {standing}.",
    "one-more": "Another train of yours grows too.",
    "more": "Other trains of yours grow too.",
    "one-begun": "You also start another train.",
    "begun": "You also start {count} other trains.",
    "others": "The other cars go to trains of yours, too.",
    "denied": "The next player then does not get the {kind} car.",
    "one-point": "1 point",
    "points": "{count} points",
    "one-car": "1 car",
    "cars": "{count} cars",
    "train": "Your {kind} train",
    "mixed-train": "Your mixed train",
    "new-train": "Your new {kind} train",
    "new-mixed-train": "Your new mixed train",
    "leads": "leads by {lead}",
    "level": "is level with the longest",
    "behind": "is {behind} behind the longest",
}


def reason(s: State, moves: list[int]) -> str:
    """The reason for the moves, as things stand."""
    edition = s.rules.edition
    first = moves[0]
    if first in (FILL, CALL, REARRANGE):
        return SENTENCES["fill" if first == FILL else "call" if first == CALL else "rearrange"]
    seat = s.actor
    if edition.caboose <= first <= edition.caboose + edition.kinds:
        kind = int(first - edition.caboose)
        return SENTENCES["caboose"].format(train=_train(s, kind), standing=_standing(_lead(category(s, kind), seat)))
    after = s.clone()
    for move in moves:
        after.play(move)
    best = -1
    best_gain = 0
    for kind in range(int(edition.kinds) + 1):
        gain = category(after, kind)[seat] - category(s, kind)[seat]
        if gain > best_gain or (gain == best_gain and gain and category(after, kind)[seat] > category(after, best)[seat]):
            best, best_gain = kind, gain
    denied = _denied(s, after, moves)
    if best < 0:
        return _kept(s, moves) if s.leave == OUT else " ".join([_kept(s, moves), *denied])
    length = category(after, best)[seat]
    cars = SENTENCES["one-car" if length == 1 else "cars"].format(count=length)
    standing = _standing(_lead(category(after, best), seat))
    # Two sentences at most: that a car of this very train is kept back needs a word; that somebody else gets none is news.
    spare = [SENTENCES["spare"].format(kind=edition.data.kinds[best].name)] if best in _to_yard(s, moves) else []
    split = [SENTENCES["split"].format(kind=edition.data.kinds[kind].name) for kind in _split(s, moves) if kind == best]
    also = spare or split or denied or _others(s, after, best)
    return " ".join(
        [SENTENCES["grow"].format(train=_train(s, best, new=not category(s, best)[seat]), cars=cars, standing=standing), *also]
    )


def _others(s: State, after: State, best: int) -> list[str]:
    """What becomes of the own trains besides the one that was named: some grow, others begin."""
    seat = s.actor
    kinds = [kind for kind in range(int(s.rules.edition.kinds) + 1) if kind != best]
    longer = [kind for kind in kinds if category(after, kind)[seat] > category(s, kind)[seat]]
    begun = sum([category(s, kind)[seat] == 0 for kind in longer])
    if not longer:
        return []
    if begun == 0:
        return [SENTENCES["one-more" if len(longer) == 1 else "more"]]
    if begun < len(longer):
        return [SENTENCES["others"]]
    return [SENTENCES["one-begun" if begun == 1 else "begun"].format(count=begun)]


def _kept(s: State, moves: list[int]) -> str:
    """Why cars go into the yard, or nothing grows: the day ends, a train leads already, or there is no train for them yet."""
    rules = s.rules
    if s.leave == OUT:  # everybody has one turn left at most
        if s.day + 1 == rules.days:
            return SENTENCES["last"]
        points = int(rules.yard_points[s.day])
        earns = SENTENCES["one-point" if points == 1 else "points"].format(count=points)
        return SENTENCES["last-yard-earns" if points > 0 else "last-yard"].format(cars=rules.yard_cars[s.day], points=earns)
    kept = _to_yard(s, moves)
    one = (len(kept) or len(moves)) == 1
    running = [kind for kind in kept if category(s, kind)[s.actor]]
    if not running:
        return SENTENCES["keep-one" if one else "keep"]
    if one and _lead(category(s, running[0]), s.actor) > 0:
        return SENTENCES["keep-leads"].format(train=_train(s, running[0]))
    return SENTENCES["keep-later-one" if one else "keep-later"]


def _split(s: State, moves: list[int]) -> list[int]:
    """The kinds of which a plan puts one car on the train of their kind and another on the mixed train."""
    rules = s.rules
    puts = [divmod(int(move - rules.put), int(rules.width)) for move in moves if rules.put <= move < rules.caboose]
    mixed = [kind for kind, place in puts if place == TO_MIXED]
    return [kind for kind in mixed if (kind, rules.to_train + kind) in puts]


def _to_yard(s: State, moves: list[int]) -> list[int]:
    """The kinds of the cars that a plan puts into the yard."""
    rules = s.rules
    puts = [divmod(int(move - rules.put), int(rules.width)) for move in moves if rules.put <= move < rules.caboose]
    return [kind for kind, place in puts if TO_YARD <= place < rules.to_train]


def _denied(s: State, after: State, moves: list[int]) -> list[str]:
    """What the next player would have liked to take, and does not help the own trains either; nothing if there is no such car."""
    edition = s.rules.edition
    rival = (int(s.actor) + 1) % int(s.rules.seats)
    main = s.main[:]
    for move in moves:
        if TAKE <= move < edition.load:
            kind = (main[move - TAKE] & MASK) - 1
            main[move - TAKE] >>= BITS
            lengths = category(s, kind)
            if lengths[rival] and category(after, kind)[s.actor] == lengths[s.actor]:
                return [SENTENCES["denied"].format(kind=edition.data.kinds[kind].name)]
    return []


def _train(s: State, kind: int, *, new: bool = False) -> str:
    kinds = s.rules.edition.data.kinds
    if kind == len(kinds):
        return SENTENCES["new-mixed-train" if new else "mixed-train"]
    return SENTENCES["new-train" if new else "train"].format(kind=kinds[kind].name)


def _lead(lengths: list[int], seat: int) -> int:
    return lengths[seat] - max([length for other, length in enumerate(lengths) if other != seat])


def _standing(lead: int) -> str:
    cars = SENTENCES["one-car" if lead in (1, -1) else "cars"].format(count=abs(lead))
    return SENTENCES["leads" if lead > 0 else "level" if lead == 0 else "behind"].format(lead=cars, behind=cars)
