"""Why a plan in Freight Train is a good one, in a sentence."""

from freightyard.games.freight_train.rules.edition import CALL, FILL, REARRANGE, TAKE
from freightyard.games.freight_train.rules.phases import TURN
from freightyard.games.freight_train.rules.scoring import category
from freightyard.games.freight_train.rules.sidings import BITS, MASK
from freightyard.games.freight_train.rules.state import State


def reason(s: State, moves: list[int]) -> str:
    """The reason for the moves, as things stand."""
    edition = s.rules.edition
    first = moves[0]
    if first == FILL:
        return "Nothing in sight is good enough, and new cars come up before you choose your action."
    if first == CALL:
        return "All your locomotives are in use or soon will be, and the day is long enough to use one more."
    if first == REARRANGE:
        return "The cars that your trains need stand behind others; in this order you can load them next."
    seat = s.actor
    if edition.caboose <= first <= edition.caboose + edition.kinds:
        kind = int(first - edition.caboose)
        lead = _lead(category(s, kind), seat)
        return f"{_train(s, kind)} {_standing(lead)}, and the caboose doubles what it earns today."
    after = s.clone()
    for move in moves:
        after.play(move)
    if after.phase < TURN and after.day != s.day:
        return "It is the best that can still be done before the trains leave."
    best = -1
    best_gain = 0
    for kind in range(int(edition.kinds) + 1):
        gain = category(after, kind)[seat] - category(s, kind)[seat]
        if gain > best_gain or (gain == best_gain and gain and category(after, kind)[seat] > category(after, best)[seat]):
            best, best_gain = kind, gain
    kept = _kept_from_next(s, after, moves)
    if best < 0:
        return f"These cars have no train yet, but they are worth keeping in your yard{kept}."
    cars = category(after, best)[seat]
    lead = _lead(category(after, best), seat)
    count = f"{cars} cars" if cars > 1 else "1 car"
    others = sum(1 for kind in range(int(edition.kinds) + 1) if category(after, kind)[seat] > category(s, kind)[seat]) - 1
    more = "" if not others else f", and {others} more {'train grows' if others == 1 else 'trains grow'}"
    return f"{_train(s, best)} then has {count} and {_standing(lead)}{more}{kept}."


def _kept_from_next(s: State, after: State, moves: list[int]) -> str:
    """What the next player would have liked to take, and does not help the own trains either."""
    edition = s.rules.edition
    rival = (int(s.actor) + 1) % int(s.rules.seats)
    main = s.main[:]
    for move in moves:
        if TAKE <= move < edition.load:
            kind = (main[move - TAKE] & MASK) - 1
            main[move - TAKE] >>= BITS
            lengths = category(s, kind)
            if lengths[rival] and category(after, kind)[s.actor] == lengths[s.actor]:
                return f", and the next player's {edition.data.kinds[kind].name} train does not get its car"
    return ""


def _train(s: State, kind: int) -> str:
    kinds = s.rules.edition.data.kinds
    return "Your mixed train" if kind == len(kinds) else f"Your {kinds[kind].name} train"


def _lead(lengths: list[int], seat: int) -> int:
    return lengths[seat] - max([length for other, length in enumerate(lengths) if other != seat])


def _standing(lead: int) -> str:
    if lead > 0:
        return f"leads by {lead}"
    return "is level with the longest" if lead == 0 else f"is {-lead} behind the longest"
