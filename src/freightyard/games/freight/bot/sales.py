"""Which section to sell when the interest cannot be paid otherwise."""

from freightyard.core.flat import count_of
from freightyard.games.freight.rules.phases import BANK, PAIRING
from freightyard.games.freight.rules.sections import PAIR, first_town, for_sale, hand_over, pieces_for, second_town, sections
from freightyard.games.freight.rules.state import State


def sale_moves(s: State) -> list[int]:
    """The moves that put the best section up for auction, or the last of them, if a city is named already."""
    if not s.rules.sells_between:
        return [s.rules.sell + shortest(s)]
    sales = for_sale(s, s.actor)
    if s.phase == PAIRING:
        sales = [sale for sale in sales if sale >= PAIR and s.town in (first_town(sale), second_town(sale))]
    best = min(sales, key=lambda sale: cost(s, sale))
    if best < PAIR:
        return [s.rules.sell + best]
    one, other = first_town(best), second_town(best)
    if s.phase == PAIRING:
        return [s.rules.to + s.cities[one if s.town == other else other]]
    return [s.rules.sell + s.cities[one] * 2, s.rules.to + s.cities[other]]


def shortest(s: State) -> int:
    """The first piece of the shortest connected piece."""
    pieces = sections(s, s.actor)
    return min(pieces, key=len)[0]


def cost(s: State, sale: int) -> tuple[int, bool, int]:
    """Cities count most. Among sections that cost equally many the shortest that pays the interest is sold, or, if none does,
    the longest."""
    after = s.clone()
    pieces = pieces_for(after, s.actor, sale)
    hand_over(after, pieces, s.actor, BANK)
    lost = count_of(s.net[s.actor] & ~after.net[s.actor])
    short = len(pieces) * s.rules.bank_bid < s.owed - s.cash[s.actor]
    return lost, short, -len(pieces) if short else len(pieces)
