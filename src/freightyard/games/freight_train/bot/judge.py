"""Freight Train for bots: plans, playouts to the end of the day, and the shares of the win."""

from typing import Final, final

from freightyard.bots.plans import Plan, by_worth, share_won, win_shares
from freightyard.core.chance import Dice
from freightyard.games.freight_train.bot.planning import Look, may_fill_now
from freightyard.games.freight_train.bot.reasons import reason
from freightyard.games.freight_train.bot.worth import DENIED, FILL_BELOW, Worth, expected_points
from freightyard.games.freight_train.rules.edition import FILL, REARRANGE, TAKE, TO_YARD
from freightyard.games.freight_train.rules.phases import LOADING, OUT, OVER, PLACING, REARRANGING, TURN
from freightyard.games.freight_train.rules.sidings import BITS, MASK
from freightyard.games.freight_train.rules.state import State


@final
class FreightTrainJudge:
    """Freight Train, for bots."""

    __slots__ = ()

    def __reduce__(self) -> str:
        return "JUDGE"  # there is one; copies of bots share it, with what it has worked out

    @property
    def planner(self) -> int:
        return 200

    @property
    def secrets(self) -> bool:
        return False

    def depth(self, s: State) -> int:
        return 0

    def plans(self, s: State, most: int) -> list[Plan]:
        look = Look(s, s.actor)
        found: list[Plan] = []
        if s.phase < PLACING or s.phase == LOADING:
            look.offers(found)
            if s.phase == LOADING:
                found.append(Plan(look.place(s.hand, 0), []))
            if s.phase == TURN and may_fill_now(s):
                best = max([plan.worth for plan in found], default=-100.0)
                found.append(Plan(best + (0.01 if best < FILL_BELOW else -0.01), [FILL]))
            if not found:
                return [Plan(0.0, s.legal()[:1])]
            found.sort(key=by_worth)
            found = different(s, found)
            if most > 1:
                deny(s, found)
                found[1:] = sorted(found[1:], key=by_worth)
            found = found[:most]
            for plan in found:
                self._finish(s, plan)
        else:
            found.append(Plan(0.0, []))
            self._finish(s, found[0])
        if len(found) < most:
            known = [result(s, plan.moves) for plan in found]
            more: list[Plan] = []
            self._vary(s, found[0], more, known)
            found += more[: most - len(found)]
        return found

    def _finish(self, s: State, plan: Plan) -> None:
        """Complete a plan with the places of its cars."""
        after = s.clone()
        for move in plan.moves:
            after.play(move)
        if after.turns == s.turns and after.phase >= TURN:
            Look(after, s.actor).finish(plan.moves)

    def variants(self, s: State, base: Plan) -> list[Plan]:
        found: list[Plan] = []
        self._vary(s, base, found, [result(s, base.moves)])
        return found

    def _vary(self, s: State, base: Plan, found: list[Plan], known: list[list[int]]) -> None:
        """Find plans that differ from one in a detail and lead to something that is not known yet."""
        self._other_takes(s, base, found, known)
        self._other_puts(s, base, found, known)
        self._other_order(s, base, found, known)

    def _other_takes(self, s: State, base: Plan, found: list[Plan], known: list[list[int]]) -> None:
        """The same cars from other sidings, which leave other cars to whoever comes next."""
        taken = taking(s, base.moves)
        if taken == 0:
            return
        actions: list[Plan] = []
        Look(s, s.actor).offers(actions)
        for action in actions:
            if taking(s, action.moves) == taken:
                add(s, Plan(base.worth, action.moves + base.moves[len(action.moves) :]), found, known)

    def _other_puts(self, s: State, base: Plan, found: list[Plan], known: list[list[int]]) -> None:
        """The same cars with one of them put somewhere else."""
        put = s.rules.edition.put
        after = s.clone()
        seat = s.actor
        for number in range(len(base.moves)):
            move = base.moves[number]
            if put <= move < s.rules.edition.caboose and after.phase != REARRANGING:
                look = Look(after, seat)
                free = after.free[seat]
                usual = look.put_value(move, free)
                kind = (move - put) // s.rules.edition.width
                for other in after.legal():
                    if other >= put and other != move and (other - put) // s.rules.edition.width == kind:
                        plan = Plan(base.worth + look.put_value(other, free) - usual, [*base.moves[:number], other])
                        self._finish(s, plan)
                        add(s, plan, found, known)
            after.play(move)

    def _other_order(self, s: State, base: Plan, found: list[Plan], known: list[list[int]]) -> None:
        """The same places with two cars changed over: on a siding of the yard the last one stands first."""
        edition = s.rules.edition
        for number in range(len(base.moves) - 1):
            one = base.moves[number]
            other = base.moves[number + 1]
            if base.moves[0] != REARRANGE and edition.put <= one < edition.caboose and edition.put <= other < edition.caboose:
                place = (one - edition.put) % edition.width
                if place == (other - edition.put) % edition.width and TO_YARD <= place < edition.to_train:
                    moves = base.moves[:]
                    moves[number] = other
                    moves[number + 1] = one
                    add(s, Plan(base.worth, moves), found, known)

    def playout(self, s: State, dice: Dice, turns: int) -> int:
        """To the end of the day, or for so many turns."""
        day = s.day
        last = s.turns + turns
        first = s.turns
        while s.day == day and s.phase != OVER and s.turns < last:
            if s.phase < TURN:
                s.play(s.draw(dice))
            else:
                Look(s, s.actor).quick(dice)
        return s.turns - first

    def shares(self, s: State) -> list[float]:
        if s.phase == OVER:
            # Who wins one imagined game is mostly luck; by how much he is ahead tells more about the plan that led there.
            margins = win_shares([float(points) for points in s.points], 4.0)
            return [0.3 * share_won(s.points, seat) + 0.7 * margins[seat] for seat in range(len(margins))]
        left = int(s.rules.days) - int(s.day) - (0 if s.phase < TURN and s.leave == OUT else 1)
        return win_shares(expected_points(s), 1.5 + 1.6 * left)

    def expected(self, s: State, seat: int) -> float:
        return share_won(s.points, seat) if s.phase == OVER else self.shares(s)[seat]

    def point_share(self, s: State) -> float:
        return 0.25 / (1.5 + 1.6 * (int(s.rules.days) - int(s.day) - 1))

    def part(self, s: State) -> float:
        # If a siding is filled first, the action is chosen anew.
        return 0.6 if s.phase == TURN and may_fill_now(s) else 1.0

    def reason(self, s: State, moves: list[int]) -> str:
        return reason(s, moves)


def deny(s: State, plans: list[Plan]) -> None:
    """Let plans that take what the next seat needs have their playouts earlier. The first plan stays the first."""
    rules = s.rules
    seats = int(rules.seats)
    after_me = Worth(s, (s.actor + 1) % seats)
    for plan in plans[1:]:
        if plan.moves and TAKE <= plan.moves[0] < rules.edition.load:
            denied = 0.0
            main = s.main[:]
            for move in plan.moves:
                siding = main[move - TAKE]
                denied += after_me.train_gain((siding & MASK) - 1)
                main[move - TAKE] = siding >> BITS
            plan.worth = min(plans[0].worth, plan.worth + DENIED * denied / (seats - 1))


def different(s: State, plans: list[Plan]) -> list[Plan]:
    """The plans, without those that take or load the same cars as a better one and leave as good ones behind."""
    kept: list[Plan] = []
    seen: set[int] = set()
    for plan in plans:
        taken = taking(s, plan.moves)
        if taken:
            if taken in seen:
                continue
            seen.add(taken)
        kept.append(plan)
    return kept


def taking(s: State, moves: list[int]) -> int:
    """The cars that a plan takes from the main yard, as one number, whatever their order; 0 if it takes none."""
    after = s.main[:]
    cars: list[int] = []
    for move in moves:
        if not TAKE <= move < s.rules.edition.load:
            break
        siding = after[move - TAKE]
        cars.append(siding & MASK)
        after[move - TAKE] = siding >> BITS
    cars.sort()
    code = 0
    for car in cars:
        code = code << BITS | car
    return code


def add(s: State, plan: Plan, found: list[Plan], known: list[list[int]]) -> None:
    """Keep a plan if it leads to something that is not known yet."""
    after = result(s, plan.moves)
    if after not in known:
        known.append(after)
        found.append(plan)


def result(s: State, moves: list[int]) -> list[int]:
    """Where all cars are after a plan."""
    after = s.clone()
    for move in moves:
        after.play(move)
    return after.main + after.yards + after.trains + after.mixed + after.locomotives + [after.cabooses, after.deck_cars]


JUDGE: Final = FreightTrainJudge()
