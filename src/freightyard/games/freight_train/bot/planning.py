"""What a seat of Freight Train would do: every action with what it promises, and where the cars go."""

from typing import Final, final

from freightyard.bots.plans import Plan
from freightyard.core.chance import Dice
from freightyard.games.freight_train.bot.worth import BURIED, CALL_WORTH, FILL_BELOW, PAID_PASS, Worth
from freightyard.games.freight_train.rules.edition import CALL, FILL, REARRANGE, TAKE, TO_MIXED, TO_YARD
from freightyard.games.freight_train.rules.legal import loads, takes, yard_room
from freightyard.games.freight_train.rules.phases import LOADING, PLACING, REARRANGING, TAKING, TURN
from freightyard.games.freight_train.rules.sidings import BITS, MASK, cars_in, kinds_on
from freightyard.games.freight_train.rules.state import State

_SHADES: Final = 64
WHIM: Final = 0.4 / _SHADES  # what promises so much less than the best action may be played all the same in a playout


@final
class Look(Worth):
    """How one seat sees a state, and what it would do."""

    __slots__ = ()

    # --- actions ---

    def offers(self, actions: list[Plan]) -> None:
        """Every action of a turn with what it promises; the moves end where the cars are to be put somewhere."""
        s = self.s
        phase = s.phase
        if phase == TAKING or not s.hand:
            self._takes(actions)
        if phase == LOADING or not s.hand:
            self._loads(actions)
        if s.hand:
            return
        rules = s.rules
        for move in s.legal():
            if move == CALL:
                worth = CALL_WORTH if s.free[self.seat] == 0 and self.horizon > 4 else 0.2
                actions.append(Plan(worth, [move]))
            elif move == REARRANGE:
                actions.append(Plan(self.rearranging(), [move]))
            elif rules.edition.caboose <= move <= rules.edition.caboose + rules.kinds:
                actions.append(Plan(self.closing(move - rules.edition.caboose), [move]))

    def _takes(self, actions: list[Plan]) -> None:
        s = self.s
        offered: list[int] = []
        takes(s, offered)
        if offered:
            room = yard_room(s, self.seat)
            # With a full yard not every choice can be placed; then the first siding must be one that is offered.
            self._take_more(actions, offered, 0, [], s.hand[:], room)

    def _take_more(
        self, actions: list[Plan], offered: list[int], first: int, picks: list[int], cars: list[int], room: int
    ) -> None:
        s = self.s
        if len(cars) == s.rules.take_cars:
            value = self.place(cars, room)
            if value > -50:
                actions.append(Plan(value, picks[:]))
            return
        for index in range(first, s.rules.main_sidings):
            if not picks and TAKE + index not in offered:
                continue
            depth = picks.count(TAKE + index)
            siding = s.main[index] >> depth * BITS
            if siding:
                picks.append(TAKE + index)
                cars.append((siding & MASK) - 1)
                self._take_more(actions, offered, index, picks, cars, room)
                cars.pop()
                picks.pop()

    def _loads(self, actions: list[Plan]) -> None:
        s = self.s
        offered: list[int] = []
        loads(s, offered)
        if offered:
            free = s.free[self.seat]
            self._load_more(actions, offered, 0, [], s.hand[:], free)

    def _load_more(
        self, actions: list[Plan], offered: list[int], first: int, picks: list[int], cars: list[int], free: int
    ) -> None:
        s = self.s
        rules = s.rules
        if cars:
            value = self.place(cars, 0)
            if value < -50:
                return  # what has no place now has none with more cars either
            for kind in cars:
                value -= self.yard_worth(kind, free)
            actions.append(Plan(value, picks[:]))
        if len(cars) == rules.load_most:
            return
        load = rules.edition.load
        for index in range(first, rules.yard_sidings):
            if not picks and load + index not in offered:
                continue
            depth = picks.count(load + index)
            siding = s.yards[self.seat * rules.yard_sidings + index] >> depth * BITS
            if siding:
                picks.append(load + index)
                cars.append((siding & MASK) - 1)
                self._load_more(actions, offered, index, picks, cars, free)
                cars.pop()
                picks.pop()

    def closing(self, category: int) -> float:
        """What a caboose is worth: more of what the train earns, as far as that is sure."""
        s = self.s
        kinds = s.rules.kinds
        length = s.mixed[self.seat].bit_count() if category == kinds else self.length(category)
        patience = 1.0 if self.horizon == 0 else 0.5 if self.horizon < 2 else 0.2
        return (int(s.rules.caboose_factor) - 1) * self.worth(category, length) * patience

    def rearranging(self) -> float:
        """Next turn the best cars stand at the open end; this turn is spent, and the points."""
        if self.horizon < 2:
            return PAID_PASS
        s = self.s
        rules = s.rules
        cars: list[int] = []
        now = 0.0
        for index in range(self.seat * rules.yard_sidings, (self.seat + 1) * rules.yard_sidings):
            kinds = kinds_on(s.yards[index])
            cars += kinds
            now = max(now, self.place(kinds[: rules.load_most], 0))
        if not cars:
            return PAID_PASS
        best = self.sorted_by_gain(cars)[-rules.load_most :]
        return 0.5 * self.place(best, 0) - 0.4 * now - int(rules.rearrange_cost)

    def sorted_by_gain(self, cars: list[int]) -> list[int]:
        """The cars that trains need least first, those of a kind together."""
        keys: list[tuple[float, int]] = []
        for kind in cars:
            keys.append((self.train_gain(kind), kind))
        keys.sort()
        return [kind for _, kind in keys]

    # --- where cars go ---

    def best_put(self, moves: list[int]) -> int:
        """The car and the place that earn most."""
        best = moves[0]
        best_value = -1000.0
        first = self.s.rules.edition.put
        free = self.s.free[self.seat]
        for move in moves:
            if move >= first:
                value = self.put_value(move, free)
                if value > best_value:
                    best = move
                    best_value = value
        return best

    def put_value(self, move: int, free: int) -> float:
        """What it earns to put a car somewhere."""
        s = self.s
        edition = s.rules.edition
        number = move - edition.put
        kind = number // edition.width
        place = number % edition.width
        length = self.length(kind)
        kinds = edition.kinds
        if place == TO_MIXED:
            mixed = s.mixed[self.seat]
            if mixed == 1 << kind:  # turns into a train of its kind
                return self.worth(kind, 2) - self.worth(kinds, 1)
            cars = mixed.bit_count()
            gain = self.worth(kinds, cars + 1) - self.worth(kinds, cars)
            return gain if mixed else gain - self.locomotive_cost(free)
        if place < edition.to_train:
            return self.yard_worth(kind, free) - self.burying(place - TO_YARD, kind)
        other = place - edition.to_train
        if other != kind:  # a single car turns mixed
            return self.worth(kinds, 2) - self.worth(other, 1)
        if length:
            return self.worth(kind, length + 1) - self.worth(kind, length)
        same = s.hand.count(kind)
        return (self.worth(kind, same) - self.locomotive_cost(free)) / same

    def burying(self, siding: int, kind: int) -> float:
        """What it costs that a car pushes back those that stand first on a siding."""
        cost = 0.0
        weight = BURIED
        cars = self.s.yards[self.seat * self.s.rules.yard_sidings + siding]
        while cars and weight > 0.02:
            front = (cars & MASK) - 1
            if front != kind:
                cost += weight * max(0.0, self.train_gain(front) - self.train_gain(kind))
            weight *= 0.6
            cars >>= BITS
        return cost

    def put_back(self, moves: list[int]) -> int:
        """When rearranging: the worst half deep into the first siding, the best cars to the open end of the last."""
        s = self.s
        rules = s.rules
        placed = 0
        for index in range(self.seat * rules.yard_sidings, (self.seat + 1) * rules.yard_sidings):
            placed += cars_in(s.yards[index])
        half = (placed + len(s.hand)) // 2
        first = rules.edition.put + self.sorted_by_gain(s.hand)[0] * rules.edition.width
        chosen = -1
        for move in moves:
            if first <= move < first + rules.edition.width:
                chosen = move
                if placed < half:
                    break
        return chosen

    def finish(self, moves: list[int]) -> None:
        """Put all cars that lie before the player somewhere. The moves are played, and added to those given."""
        s = self.s
        while s.hand and s.actor == self.seat:
            legal = s.legal()
            move = self.put_back(legal) if s.phase == REARRANGING else self.best_put(legal)
            s.play(move)
            moves.append(move)

    def quick(self, dice: Dice) -> None:
        """Play the rest of the turn, or up to the cards that come up. What promises nearly as much as the best action is played
        too, now and then: if everybody did the same in every playout, many of them would tell no more than a few."""
        s = self.s
        turn = s.turns
        if s.phase < PLACING or s.phase == LOADING:
            actions: list[Plan] = []
            self.offers(actions)
            if s.phase == LOADING:
                free = s.free[self.seat]
                now = self.place(s.hand, 0)
                for kind in s.hand:
                    now -= self.yard_worth(kind, free)
                actions.append(Plan(now, []))
            best: Plan | None = None
            most = -1000.0
            for plan in actions:
                worth = plan.worth + WHIM * float(int(dice.below(_SHADES)))
                if worth > most:
                    best = plan
                    most = worth
            if s.phase == TURN and (best is None or best.worth < FILL_BELOW) and may_fill_now(s):
                s.play(FILL)
                return
            if best is None:
                s.play(s.legal()[0])  # a free pass
                return
            for move in best.moves:
                s.play(move)
        if s.turns == turn:
            self.finish([])


def may_fill_now(s: State) -> bool:
    """Whether a siding may be filled before the action."""
    return s.main.count(0) >= s.rules.empty_to_fill and (s.deck_cars > 0 or s.leave >= 0)
