"""What a race learns below one of its plans: a tree of the plans that may follow, of all seats in turn.

In a quick playout everybody plays the judge's first plan, however often that went wrong. In the tree whoever is to move tries
what did best for him in the futures before. A node begins with the judge's first plan alone, so that a few playouts are as good
as quick ones; other plans join as it is met more often (progressive widening). Cards and dice lie between the nodes and do not
branch: a node stands for the plans that led to it, and a plan is known again by its moves wherever they are possible.
"""

from math import log, sqrt
from typing import Any, Final, final

from freightyard.bots.contract import Judge
from freightyard.bots.plans import Plan
from freightyard.core.chance import Dice
from freightyard.core.contract import CHANCE

PLANS: Final = 12  # that are thought about in a node at most
NEW: Final = 4  # times that a node is met before anything else than a quick playout is tried
JOIN: Final = 4.0  # one more plan when a node was met so often, two when four times as often, and so on
CURIOUS: Final = 0.15  # how much the plans are preferred that were seldom tried
SURER: Final = 0.05  # the same where what was learnt ends the playouts, so that they differ less by luck
WEIGHT: Final = 4.0  # of the judge's own guess, in playouts


@final
class Arm:
    """A plan in a node, and what it brought to whoever played it."""

    __slots__ = ("below", "offered", "played", "total")

    def __init__(self) -> None:
        self.offered = 0
        self.played = 0
        self.total = 0.0
        self.below = Node()


@final
class Node:
    """A moment at which a seat chooses a plan."""

    __slots__ = ("arms", "met", "played", "total")

    def __init__(self) -> None:
        self.arms: dict[tuple[int, ...], Arm] | None = None  # None until something is tried: most nodes are met once
        self.met = 0
        self.played = 0  # how often an arm was chosen, and what that brought
        self.total = 0.0

    def choose(self, plans: list[Plan], scale: float, curious: float = CURIOUS) -> tuple[Plan, Arm]:
        """The plan to try now: the best one so far, or one that was seldom tried."""
        middle = self.total / self.played if self.played else 0.5
        best = 0
        best_arm = self._arm(plans[0])
        best_value = _value(best_arm, middle, curious)
        for index in range(1, min(len(plans), 1 + int(sqrt(self.met / JOIN)))):
            arm = self._arm(plans[index])
            value = _value(arm, middle + (plans[index].worth - plans[0].worth) * scale, curious)
            if value > best_value:
                best = index
                best_arm = arm
                best_value = value
        return plans[best], best_arm

    def _arm(self, plan: Plan) -> Arm:
        """What is known of a plan; it is on offer now."""
        arms = self.arms
        if arms is None:
            arms = {}
            self.arms = arms
        key = tuple(plan.moves)
        arm = arms.get(key)
        if arm is None:
            arm = Arm()
            arms[key] = arm
        arm.offered += 1
        return arm


def _value(arm: Arm, guess: float, curious: float) -> float:
    """What is hoped of a plan: its results, the judge's guess as if it were a few results more, and curiosity."""
    known = (arm.total + WEIGHT * guess) / (arm.played + WEIGHT)
    return known + curious * sqrt(log(arm.offered + 1.0) / (arm.played + 1.0))


@final
class Path:
    """The way of one playout through a tree."""

    __slots__ = ("arms", "nodes", "seats")

    def __init__(self) -> None:
        self.nodes: list[Node] = []
        self.arms: list[Arm] = []
        self.seats: list[int] = []

    def follow(self, judge: Judge, s: Any, node: Node, dice: Dice, depth: int, scale: float, curious: float = CURIOUS) -> None:
        """Play plans from this node on, at most so many; where the tree ends, a quick playout goes on."""
        for _ in range(depth):
            seat = s.to_act()
            while seat == CHANCE:
                s.play(s.draw(dice))
                seat = s.to_act()
            node.met += 1
            if seat is None or node.met <= NEW:
                return
            plan, arm = node.choose(judge.plans(s, PLANS), scale, curious)
            for move in plan.moves:
                s.play(move)
            self.nodes.append(node)
            self.arms.append(arm)
            self.seats.append(seat)
            node = arm.below

    def learn(self, shares: list[float]) -> None:
        """How the playout ended."""
        for index in range(len(self.arms)):
            share = shares[self.seats[index]]
            node = self.nodes[index]
            node.played += 1
            node.total += share
            arm = self.arms[index]
            arm.played += 1
            arm.total += share
