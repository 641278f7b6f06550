"""A bot that follows plans: it thinks when it has no plan, or when cards or dice have changed what it can do.

What it does in a turn follows from its seed, the number of the turn, and what it is asked in that turn. So a bot that is made
anew in mid-game plays what the first one would have played; in mid-turn, too, once it is told what it has missed.
"""

from collections.abc import Callable
from typing import Final, final

from freightyard.bots.budget import Budget, TurnBudget
from freightyard.bots.contract import Hint, Judge, Thought
from freightyard.bots.search.race import Race
from freightyard.bots.search.value import Learnt
from freightyard.core.chance import Rng, Stream, below
from freightyard.core.contract import Edition, Game, Imaginer, State, View

_FUTURES: Final = 96  # imagined truths are used again after so many
_SEEDS: Final = 2**30


@final
class Style:
    """How a bot chooses among the plans of its judge."""

    __slots__ = ("budget", "careless", "learnt", "plans", "turns", "weight")

    def __init__(
        self,
        budget: Budget | None = None,
        plans: int = 1,
        turns: int = 1000,
        weight: float = 0.0,
        careless: int = 0,
        learnt: Callable[[Edition, int], Learnt | None] | None = None,
    ) -> None:
        self.budget = budget  # None: the judge's first plan is played
        self.plans = plans  # at most so many race
        self.turns = turns  # that a playout goes on
        self.weight = weight  # of the judge's own guess, in playouts
        self.learnt = learnt  # what was learnt of an edition with so many seats
        self.careless = careless  # so many percent of the plans are not the best one


@final
class PlanningBot:
    """Plays by a judge: its first plan at once, or the winner of a race of plans."""

    __slots__ = ("_game", "_judge", "_plan", "_rng", "_seed", "_style", "_turn", "_turn_budget", "thought")

    def __init__(self, game: Game, judge: Judge, rng: Rng, style: Style) -> None:
        self._game = game
        self._judge = judge
        self._seed = f"{below(rng, _SEEDS)}.{below(rng, _SEEDS)}"
        self._rng = Stream(self._seed)  # another one in each turn
        self._style = style
        self._turn_budget = TurnBudget(style.budget or Budget(playouts=1))
        self._plan: list[int] = []
        self._turn = -1
        self.thought: Thought | None = None

    def decide(self, view: View) -> str:
        """The next move of the plan, or of a new one."""
        self._open(view.turn)
        move = self._next(view)
        self._turn_budget.close()
        return move

    def recall(self, view: View, move: str) -> None:
        """Think again what was thought then, unless that was by the clock: that cannot be thought again, and took its time."""
        budget = self._style.budget
        if budget is not None and budget.playouts is None:
            return
        if self.decide(view) != move:
            self._plan = []  # something else was done than it had in mind

    def hint(self, view: View) -> Hint:
        """What this bot would do, and why."""
        texts = view.edition.vocabulary.texts
        if len(view.legal) == 1:
            return Hint(view.legal[0], "It is your only move.", view.legal)
        self._open(view.turn)
        state = self._game.imagine(view, self._rng)
        moves = self._think(view)
        if hasattr(self._judge, "whole"):
            moves = self._judge.whole(state, moves)
        self._turn_budget.close()
        plan = tuple([texts[move] for move in moves])
        return Hint(plan[0], self._judge.reason(state, moves), plan, self._later(state, moves))

    def _later(self, state: State, moves: list[int]) -> tuple[str, ...]:
        """Why what is left of a plan is good, move by move: what was paid is no longer counted then. Where something is hidden a
        state that was imagined does not tell what will be known."""
        if self._judge.secrets:
            return ()
        sentences = []
        for number, move in enumerate(moves[:-1], 1):
            state.play(move)
            sentences.append(self._judge.reason(state, moves[number:]))
        return tuple(sentences)

    def _open(self, turn: int) -> None:
        """A decision in a turn: if it is a new one, nothing of the turn before counts."""
        self._turn_budget.open(turn)
        if turn != self._turn:
            self._turn = turn
            self._plan = []
            self._rng = Stream(f"{self._seed}/turn {turn}")

    def _next(self, view: View) -> str:
        texts = view.edition.vocabulary.texts
        if not self._plan or texts[self._plan[0]] not in view.legal:
            self._plan = []
            if len(view.legal) == 1:
                return view.legal[0]
            self._plan = self._think(view)
        return texts[self._plan.pop(0)]

    def _think(self, view: View) -> list[int]:
        """The moves of the best plan."""
        state = self._game.imagine(view, self._rng)
        style = self._style
        turn_budget = self._turn_budget
        plans = self._judge.plans(state, style.plans)
        if style.careless and below(self._rng, 100) < style.careless:
            plans = plans[below(self._rng, len(plans)) :]
        if style.budget is None or len(plans) == 1:
            self.thought = Thought(None, turn_budget.so_far(), None, 0, 0, len(plans))
            return plans[0].moves
        judge = self._judge
        learnt = style.learnt(view.edition, view.seats) if style.learnt is not None else None
        race = Race(
            judge,
            view.seat or 0,
            plans,
            below(self._rng, _SEEDS),
            style.turns if learnt is None else min(style.turns, learnt.features.turns(state)),
            judge.point_share(state),
            style.weight,
            judge.depth(state),
            learnt,
        )
        imaginer = self._game.imaginer(view)
        futures = [state]
        race.futures = futures
        turn_budget.allow(self._judge.part(state))
        while race.wants() and turn_budget.more():
            runner = race.next_runner()
            number = len(runner.results)
            if number == len(futures):
                futures.append(self._future(imaginer, futures, number))
            race.step(runner)
        best = race.choice()
        expected = best.hoped / len(best.results) if best.results else None
        budget = style.budget
        promised = budget.seconds if budget.promised else None
        self.thought = Thought(expected, turn_budget.so_far(), promised, race.playouts, race.nodes, race.started)
        return best.plan.moves

    def _future(self, imaginer: Imaginer, futures: list[State], number: int) -> State:
        """One more truth that fits the view. Where nothing is hidden they are all the same."""
        if not self._judge.secrets:
            return futures[0]
        if number >= _FUTURES:
            return futures[number - _FUTURES]
        return imaginer.state(self._rng)
