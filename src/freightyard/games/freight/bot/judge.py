"""Freight for bots: lines between cities that trade with each other, trips that pay, loans, wagons, markers."""

from typing import Final, final

from freightyard.bots.plans import Plan, by_worth, share_won, win_shares
from freightyard.core.chance import Dice
from freightyard.core.flat import count_of, zeros
from freightyard.games.freight.bot.branches import branches
from freightyard.games.freight.bot.reasons import reason
from freightyard.games.freight.bot.sales import sale_moves
from freightyard.games.freight.bot.supply import marker_worth, own_cities, put_worth
from freightyard.games.freight.bot.track import NEW, Line
from freightyard.games.freight.bot.trips import Trips
from freightyard.games.freight.bot.ways import Layouts
from freightyard.games.freight.bot.worth import (
    ahead,
    best_marker,
    best_tile,
    line_worth,
    loan_cost,
    reserve,
    standing,
    stuck,
    tile_worth,
    turns_left,
)
from freightyard.games.freight.rules.data import COLOURS
from freightyard.games.freight.rules.edition import DONE, LOAN, PASS, RAISE, REPAY, WAGON
from freightyard.games.freight.rules.legal import may_repay
from freightyard.games.freight.rules.network import TOWN
from freightyard.games.freight.rules.phases import (
    BIDDING,
    BUILDING,
    BUYING,
    CHOOSING,
    FILLING,
    NOBODY,
    OVER,
    PAIRING,
    REPAYING,
    SELLING,
    SHIFTING,
    SHIPPING,
    STARTING,
    SUPPLYING,
)
from freightyard.games.freight.rules.rounds import NO_BID, may_borrow
from freightyard.games.freight.rules.scoring import final_points
from freightyard.games.freight.rules.shipping import IN_CITY
from freightyard.games.freight.rules.state import State

WORTH_A_WAGON: Final = 4  # turns left that may bring back its price
SUNK: Final = 3  # loans with which who earns nothing does not come out of debt by waiting
LINES: Final = 6  # lines that plans are made of
OTHERS: Final = 6  # other choices that are worth a playout
MARGIN: Final = 20.0  # points that make a win fairly safe
# Two that think end a family game sooner than the quick players of a playout do; who counts on a dozen rounds to come builds for
# what he will never see.
FAMILY_ROUNDS: Final = 3
# A turn is some lines, a wagon and a trip, each a plan of its own; so many plans are about what two seats do in a turn.
FAMILY_DEPTH: Final = 6


@final
class FreightJudge:
    """Freight, for bots."""

    __slots__ = ("layouts",)

    def __init__(self) -> None:
        self.layouts = Layouts()

    def __reduce__(self) -> str:
        return "JUDGE"  # there is one; copies of bots share it, with what it has worked out

    @property
    def planner(self) -> int:
        return 50

    @property
    def secrets(self) -> bool:
        return False

    def depth(self, s: State) -> int:
        return 0 if s.rules.points_move else FAMILY_DEPTH

    # --- what to do at once ---

    def act(self, s: State) -> list[int]:
        """The next moves of the seat that decides: at least one."""
        phase = s.phase
        rules = s.rules
        if phase == BUILDING:
            return self.building(s)
        if phase == SHIPPING:
            return self._best_trip(s).moves
        if phase == BIDDING:
            return [rules.open if s.bid == NO_BID else PASS]
        if phase == SUPPLYING:
            return [self.best_put(s)]
        if phase == SHIFTING:
            return [rules.shift + best_marker(s, s.box2)]
        if phase == FILLING:
            return [rules.fill + best_marker(s, zeros(0))]
        if phase == REPAYING:
            return [REPAY]
        if phase == BUYING:
            return [PASS]
        if phase in (SELLING, PAIRING):
            return sale_moves(s)
        if phase == CHOOSING:
            return [best_tile(s)]
        return s.legal()[:1]

    def _best_trip(self, s: State) -> Plan:
        """The trip that is worth most. Between two cities: by the next city that it leads to."""
        if s.entry == IN_CITY:
            trips = Trips(self.layouts, s, every=False)
            trips.search()
            return trips.best
        best = Plan(0.0, [])
        for moves in on_the_way(s):
            after = s.clone()
            for move in moves:
                after.play(move)
            trip = self._best_trip(after)
            if not best.moves or trip.worth > best.worth:
                best = Plan(trip.worth, moves + trip.moves)
        return best if best.moves else Plan(0.0, s.legal()[:1])

    def building(self, s: State) -> list[int]:
        """Lay the line that promises most, buy a wagon while it can still earn its price, repay what is to spare."""
        seat = s.actor
        rules = s.rules
        left = turns_left(s)
        borrow = may_borrow(s, seat)
        credit = 0
        if borrow and s.round == 1:
            credit = rules.amount * (rules.first_limit - s.took[seat])
        elif borrow and (not s.own[seat] or not rules.points_move):
            credit = rules.amount
        keep = reserve(s, seat)
        # Nobody begins without a loan, so that one is no cost of the line. With the family rules more track soon pays for both.
        free = 0 if s.own[seat] or s.loans[seat] else rules.amount
        if not rules.points_move and s.round == 1:
            free = credit
        best = self._best_line(s, seat, credit, keep, free)
        if best is None and not rules.points_move and s.loans[seat] >= SUNK and stuck(s, seat):
            # Nothing is earned here any more, and loans for the interest would go on to the end: better one more for a line.
            best = self._best_line(s, seat, credit, 0, rules.amount)
            if best is not None:
                keep = 0
            elif s.took[seat] or borrow:
                again = credit + rules.amount - (s.loans[seat] + 1) * rules.interest
                if self._best_line(s, seat, again, 0, 2 * rules.amount) is not None:
                    return [LOAN] if borrow else [DONE]  # the line is built in the next turn
        if best is not None:
            if best.price + keep > s.cash[seat] and borrow:
                return [LOAN]
            return list(best.moves)
        spare = s.cash[seat] - keep
        if self._wants_wagon(s, seat, left, spare):
            return [WAGON]
        if may_repay(s, seat) and s.cash[seat] - rules.amount >= keep - rules.interest:
            return [REPAY]
        return [DONE]

    def _best_line(self, s: State, seat: int, credit: int, keep: int, free: int) -> Line | None:
        """The line that promises most, of those that can be paid; `keep`: what stays, `free`: what is borrowed for nothing."""
        rules = s.rules
        left = turns_left(s)
        budget = s.cash[seat] + credit - keep
        best: Line | None = None
        worth = 0.0
        if budget >= rules.price[0]:
            for line in self.layouts.lines(self.layouts.of(s, seat), s):
                if line.price > budget:
                    continue
                value = line_worth(s, line, left) - line.price
                short = line.price + keep - s.cash[seat]
                if short > free:
                    value -= loan_cost(s, left) * float(1 + (short - free - 1) // rules.amount)
                if value > worth and not self._ends_badly(s, seat):
                    best = line
                    worth = value
        return best

    def _ends_badly(self, s: State, seat: int) -> bool:
        """Family rules: one more city would end a game that others are winning, and there is still something to earn."""
        end = s.rules.end_at_cities
        if not end or s.last != NOBODY or count_of(s.net[seat]) != end - 1:
            return False
        return ahead(s, seat) < 0 and not stuck(s, seat)

    def _wants_wagon(self, s: State, seat: int, left: int, spare: int) -> bool:
        rules = s.rules
        if s.wagons[seat] >= rules.wagon_most or left < WORTH_A_WAGON or not s.own[seat]:
            return False
        if rules.points_move:
            # The cities seldom have more cubes than one wagon takes, so it is bought from plenty only.
            return not s.loans[seat] and s.wagons[seat] < 2 and spare >= 3 * rules.wagon_price
        return spare >= rules.wagon_price and not stuck(s, seat)

    def best_put(self, s: State) -> int:
        """The marker of box 1 that helps the own network most."""
        best = -1
        best_value = -1.0
        for move in s.legal():
            if move != LOAN:
                number, colour = divmod(move - s.rules.put, COLOURS)
                value = put_worth(s, number, colour)
                if value > best_value:
                    best = move
                    best_value = value
        return best

    # --- plans ---

    def plans(self, s: State, most: int) -> list[Plan]:
        phase = s.phase
        found = [Plan(0.0, self.act(s))]
        if most > 1:
            if phase == BUILDING:
                self._buildings(s, found)
            elif phase == SHIPPING and s.entry == IN_CITY:
                trips = Trips(self.layouts, s, every=True)
                trips.search()
                best = trips.best.worth
                trips.found.sort(key=by_worth)
                for trip in trips.found[: 3 * most]:
                    found.append(Plan(min(0.0, trip.worth - best), trip.moves))
            else:
                self._others(s, found)
        kept: list[Plan] = []
        for plan in found:
            moves = legal_part(s, plan.moves)
            if moves and all(moves != other.moves for other in kept):
                kept.append(Plan(plan.worth, moves))
        if not kept:
            return [Plan(0.0, s.legal()[:1])]
        return kept[:most]

    def _buildings(self, s: State, found: list[Plan]) -> None:
        """Lines, with a loan where it is needed; a wagon; a city; loans repaid; and nothing at all."""
        seat = s.actor
        rules = s.rules
        left = turns_left(s)
        credit = rules.amount if may_borrow(s, seat) else 0
        known = list(self._lines(s))
        known += branches(s, known, s.cash[seat] + credit)
        lines = [(line_worth(s, line, left) - line.price, number) for number, line in enumerate(known)]
        lines.sort(reverse=True)
        # Family rules: who owns no track yet has loans that cost, and nothing that waiting could bring.
        waits = bool(s.own[seat]) or rules.points_move
        if waits:
            found.append(Plan(-0.5, [DONE]))
        if s.cash[seat] >= rules.wagon_price and s.wagons[seat] < rules.wagon_most and s.own[seat]:
            found.append(Plan(-2.0, [WAGON]))
        if waits and may_repay(s, seat):
            found.append(Plan(-1.0, [REPAY, DONE]))
        if rules.points_move:
            self._lay(s, known, lines, credit, found)
        else:
            # New cities promise so much that they would leave no place for lines between those that are there.
            self._lay(s, known, [one for one in lines if known[one[1]].city != NEW], credit, found)
            self._lay(s, known, [one for one in lines if known[one[1]].city == NEW], credit, found)
        if not waits and len(found) == 1:
            found.append(Plan(-0.5, [DONE]))
        if s.own[seat]:
            for move in s.legal():
                if rules.city <= move < rules.city + rules.hexes:
                    after = s.clone()
                    after.play(move)
                    found.append(Plan(-2.0, [move, best_tile(after)]))

    def _lay(self, s: State, known: list[Line], lines: list[tuple[float, int]], credit: int, found: list[Plan]) -> None:
        """The best of these lines that can be paid; each is what it is worth and its number among the known ones."""
        cash = s.cash[s.actor]
        loan = loan_cost(s, turns_left(s)) if s.own[s.actor] else 0.0
        taken = 0
        for value, number in lines:
            line = known[number]
            if taken < LINES and line.price <= cash:
                found.append(Plan(min(-0.5, value - 4.0), list(line.moves)))
                taken += 1
            elif taken < LINES and line.price <= cash + credit and value > loan:
                found.append(Plan(min(-1.0, value - loan - 6.0), [LOAN, *line.moves]))
                taken += 1

    def _lines(self, s: State) -> list[Line]:
        return self.layouts.lines(self.layouts.of(s, s.actor), s)

    def _others(self, s: State, found: list[Plan]) -> None:
        """Everything else that is legal; bids only as far as they make sense."""
        rules = s.rules
        if s.phase == SUPPLYING:
            for move in s.legal():
                if move != LOAN:
                    number, colour = divmod(move - rules.put, COLOURS)
                    found.append(Plan(put_worth(s, number, colour) / 4 - 1.5, [move]))
        elif s.phase == BIDDING:
            for move in s.legal():
                # Who opens at nothing may still raise as long as the place is worth it; a higher opening only costs more.
                if move in (PASS, RAISE, rules.open):
                    found.append(Plan(-0.5, [move]))
        elif s.phase == SHIFTING or s.phase == FILLING:
            first = rules.shift if s.phase == SHIFTING else rules.fill
            for move in s.legal():
                if move != LOAN:
                    found.append(Plan(marker_worth(s, own_cities(s), move - first) / 4 - 1.5, [move]))
        elif s.phase == CHOOSING:
            for move in s.legal():
                if move >= rules.tile:
                    found.append(Plan(tile_worth(s, move - rules.tile) / 10 - 2.0, [move]))
        else:
            for move in s.legal():
                if move != LOAN:
                    found.append(Plan(-0.5, [move]))
        found[1:] = sorted(found[1:], key=by_worth)[:OTHERS]

    def whole(self, s: State, moves: list[int]) -> list[int]:
        """Loans with what they pay for, as a playout goes on from them."""
        if s.phase != BUILDING or moves[-1] != LOAN:
            return moves
        after = s.clone()
        for move in moves:
            after.play(move)
        told = list(moves)
        while told[-1] == LOAN:
            on = legal_part(after, self.building(after))
            if not on or on[0] == DONE or on[0] == REPAY:
                return moves
            for move in on:
                after.play(move)
                told.append(move)
        return told

    # --- playouts ---

    def variants(self, s: State, base: Plan) -> list[Plan]:
        return []

    def playout(self, s: State, dice: Dice, turns: int) -> int:
        first = s.turns
        last = first + turns
        if not s.rules.points_move:
            last = min(last, first + FAMILY_ROUNDS * s.rules.seats)
        while s.phase != OVER and s.turns < last:
            if s.phase < BIDDING:
                s.play(s.draw(dice))
                continue
            phase = s.phase
            for move in self.act(s):
                s.play(move)
                if s.phase != phase:
                    break
        return s.turns - first

    def shares(self, s: State) -> list[float]:
        seats = s.rules.seats
        if s.phase == OVER:
            scores = final_points(s)
            # Who wins one imagined game is mostly luck; by how much he is ahead tells more about the plan that led there.
            margins = win_shares([float(score) for score in scores], MARGIN)
            return [0.25 * share_won(scores, seat) + 0.75 * margins[seat] for seat in range(seats)]
        left = turns_left(s)
        points: list[float] = []
        for seat in range(seats):
            points.append(-100.0 if s.out[seat] else standing(s, seat))
        return win_shares(points, 6.0 + 1.5 * left)

    def expected(self, s: State, seat: int) -> float:
        return share_won(final_points(s), seat) if s.phase == OVER else self.shares(s)[seat]

    def point_share(self, s: State) -> float:
        return 0.01

    def part(self, s: State) -> float:
        phase = s.phase
        if phase == BUILDING:
            return 0.45
        if phase == SHIPPING:
            return 0.7
        if phase in (BIDDING, STARTING):
            return 0.15
        return 0.5

    def reason(self, s: State, moves: list[int]) -> str:
        return reason(s, moves)


def on_the_way(s: State) -> list[list[int]]:
    """Between two cities: the ways to each city that can be reached next."""
    from freightyard.games.freight.rules.planner import routes_of

    found: list[list[int]] = []
    for route in sorted(routes_of(s), key=lambda route: (route.money, route.points, route.city)):
        moves: list[int] = []
        for words in route.moves:
            moves.append(s.rules.edition.vocabulary.parse(words))
            if s.cell[moves[-1] - s.rules.go] >> TOWN:
                break
        if moves and moves not in found:
            found.append(moves)
    return found


def legal_part(s: State, moves: list[int]) -> list[int]:
    """The moves of a plan, as far as they are legal and the same phase lasts."""
    after = s.clone()
    done: list[int] = []
    for move in moves:
        if after.to_act() != s.to_act() or after.turns != s.turns or move not in after.legal():
            break
        after.play(move)
        done.append(move)
    return done


JUDGE: Final = FreightJudge()
