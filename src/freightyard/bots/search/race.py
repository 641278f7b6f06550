"""Monte Carlo search over plans: candidates race against each other over the same imagined futures.

Future number i is one imagined truth and one row of dice. A plan's result in it is what the seat may expect after the plan was
played and all seats played on quickly. Because all plans meet the same futures, their differences tell much earlier than their
means which is better. The race begins with the most promising plans; others join while it goes on, as in progressive widening,
and meet the futures that they have missed. Where the judge looks ahead, each plan has a tree of what may follow it. A plan that
is clearly behind the best one drops out; with a few futures that may be bad luck, so when one plan is left and there is still
time, those come back that were not far behind.
"""

from math import sqrt
from typing import Any, Final, final

from freightyard.bots.contract import Judge
from freightyard.bots.plans import Plan
from freightyard.bots.search.tree import CURIOUS, SURER, Node, Path
from freightyard.bots.search.value import Learnt
from freightyard.core.chance import Dice

FIRST_PLANS: Final = 4  # so many plans start
JOIN_EVERY: Final = 2  # and one more joins after every so many futures
LEAST: Final = 3  # futures before a plan can drop out
BEHIND: Final = 2.0  # standard errors behind the best that a plan drops out at, at first
FAR_BEHIND: Final = 4.0  # and where there is time to look again at those that dropped out
VARY: Final = 40  # futures that the best plan has met when its variants join
SURE: Final = 0.5  # standard errors ahead of the judge's first plan that another must be
DOUBT: Final = 0.0004  # is added to every variance, so that a few equal results are not taken for certainty


@final
class Runner:
    """A plan in the race."""

    __slots__ = ("below", "hoped", "out", "plan", "prior", "results", "total", "varied")

    def __init__(self, plan: Plan, prior: float) -> None:
        self.plan = plan
        self.prior = prior  # what it is thought to be worth before any playout, less than that of the first plan: 0 or below
        self.results: list[float] = []
        self.total = 0.0
        self.hoped = 0.0  # the shares of the win, added up
        self.out = False
        self.varied = False  # its variants are in the race
        self.below = Node()


@final
class Race:
    """Plans of one seat in one position, and what is known about them. It can go on as long as there is time."""

    __slots__ = (
        "behind",
        "depth",
        "dice_seed",
        "futures",
        "judge",
        "learnt",
        "nodes",
        "playouts",
        "runners",
        "scale",
        "seat",
        "started",
        "turns",
        "weight",
    )

    def __init__(
        self,
        judge: Judge,
        seat: int,
        plans: list[Plan],
        dice_seed: int,
        turns: int,
        scale: float,
        weight: float,
        depth: int = 0,
        learnt: Learnt | None = None,
    ) -> None:
        """`turns`: how far a playout goes; `scale`: what a point is worth as a share of the win; `weight`: of the judge's own
        guess, in playouts; `depth`: how many plans the tree below each plan has one after the other; `learnt`: what says how
        well the seats do where a playout stops before the end of the game; if None the judge does."""
        self.learnt = learnt
        self.judge = judge
        self.seat = seat
        self.dice_seed = dice_seed
        self.turns = turns
        self.scale = scale
        self.depth = depth
        self.weight = weight
        self.runners: list[Runner] = []
        for plan in plans:
            self.runners.append(Runner(plan, (plan.worth - plans[0].worth) * scale))
        self.started = 0
        self.behind = BEHIND
        self.futures: list[Any] = []  # imagined truths, in the order of their numbers
        self.playouts = 0
        self.nodes = 0

    def wants(self) -> bool:
        """Whether more playouts could change the choice."""
        if self.started < len(self.runners):
            return True
        self._vary()
        while self.started == len(self.runners) and self._alone():
            if self.behind >= FAR_BEHIND:
                return False
            self._look_again()
        return True

    def _vary(self) -> None:
        """Let plans join that differ from the best one in a detail, once it has shown that it deserves it."""
        best = self.runners[self.best_index()]
        if best.varied or (len(best.results) < VARY and not self._alone()):
            return
        best.varied = True
        known: set[tuple[int, ...]] = set()
        for runner in self.runners:
            known.add(tuple(runner.plan.moves))
        first = self.runners[0].plan.worth
        for plan in self.judge.variants(self.futures[0], best.plan):
            if tuple(plan.moves) not in known:
                self.runners.append(Runner(plan, (plan.worth - first) * self.scale))

    def _look_again(self) -> None:
        """One plan is left and there is still time: let those run on that were not so far behind when they dropped out."""
        self.behind += 1.0
        best = self.runners[self.best_index()]
        for runner in self.runners:
            if runner.out and _errors_ahead(best, runner) <= self.behind:
                runner.out = False

    def next_runner(self) -> Runner:
        """Who runs next: whoever has met the fewest futures of those in the race, the most promising first."""
        lead = len(self.runners[self.best_index()].results) if self.started else 0
        if self.started < len(self.runners) and lead >= (self.started - FIRST_PLANS + 1) * JOIN_EVERY:
            self.started += 1
        chosen: Runner | None = None
        for index in range(self.started):
            runner = self.runners[index]
            if not runner.out and (chosen is None or len(runner.results) < len(chosen.results)):
                chosen = runner
        if chosen is None or (self.started < len(self.runners) and self._alone()):
            chosen = self.runners[self.started]
            self.started += 1
        return chosen

    def _alone(self) -> bool:
        running = 0
        for index in range(self.started):
            if not self.runners[index].out:
                running += 1
        return running < 2

    def step(self, runner: Runner) -> None:
        """One playout of a plan in the next future that it has not met."""
        number = len(runner.results)
        s = self.futures[number].clone()
        for move in runner.plan.moves:
            s.play(move)
        dice = Dice(self.dice_seed + number * 7919)
        path = Path()
        curious = CURIOUS if self.learnt is None else SURER
        path.follow(self.judge, s, runner.below, dice, self.depth, self.scale, curious)
        self.nodes += self.judge.playout(s, dice, self.turns) + len(path.arms) + 1
        learnt = self.learnt
        if learnt is None:
            shares = self.judge.shares(s)
            hoped = self.judge.expected(s, self.seat)
        elif s.to_act() is None:
            shares = self._won(s, learnt.won)
            hoped = self.judge.expected(s, self.seat)
        else:
            shares = learnt.shares(s)
            hoped = shares[self.seat]
        path.learn(shares)
        result = shares[self.seat]
        runner.results.append(result)
        runner.total += result
        runner.hoped += hoped
        self.playouts += 1
        if len(runner.results) >= LEAST:
            self._drop(runner)

    def _won(self, s: Any, weight: float) -> list[float]:
        """How a game ended, where positions before the end are told as shares of the win: an end that is won must not seem worse
        than going on."""
        shares = self.judge.shares(s)
        if weight:
            for seat in range(len(shares)):
                shares[seat] = weight * self.judge.expected(s, seat) + (1 - weight) * shares[seat]
        return shares

    def _drop(self, runner: Runner) -> None:
        """Take a plan out of the race if the best one is clearly better in the futures that both have met."""
        best = self.runners[self.best_index()]
        if best is not runner and _errors_ahead(best, runner) > self.behind:
            runner.out = True

    def choice(self) -> Runner:
        """The plan to play: the best one, but the judge's own first plan if the other is not better as far as can be told."""
        first = self.runners[0]
        best = self.runners[self.best_index()]
        if best is first or first.out or _errors_ahead(best, first) > SURE:
            return best
        return first

    def value(self, runner: Runner) -> float:
        """What is thought of a plan now: its results, and the judge's guess as if it were a few results more."""
        count = len(runner.results)
        if count == 0:
            return -1.0
        # The guess is about differences; it leans on the results of the first plan.
        first = self.runners[0]
        middle = first.total / len(first.results) if first.results else 0.5
        return (runner.total + self.weight * (middle + runner.prior)) / (count + self.weight)

    def best_index(self) -> int:
        """The plan that is thought best now, of those that are in the race."""
        best = 0
        best_value = -2.0
        for index in range(max(1, self.started)):
            runner = self.runners[index]
            if runner.out:
                continue
            value = self.value(runner)
            if value > best_value:
                best = index
                best_value = value
        return best


def _errors_ahead(one: Runner, other: Runner) -> float:
    """By how many standard errors a plan is ahead of another in the futures that both have met; 0 if they are too few to tell."""
    count = min(len(one.results), len(other.results))
    if count < LEAST:
        return 0.0
    total = 0.0
    squares = 0.0
    for index in range(count):
        ahead = one.results[index] - other.results[index]
        total += ahead
        squares += ahead * ahead
    mean = total / count
    variance = squares / count - mean * mean
    return mean / sqrt((variance + DOUBT) / count)
