"""Playing a puzzle by the rules: where its solver is, and whether a plan is the answer."""

from collections.abc import Sequence
from typing import Final, final

from freightyard.core.chance import Dice
from freightyard.core.contract import CHANCE, Game, Seat, State
from freightyard.core.errors import FreightyardError
from freightyard.core.lessons import Place
from freightyard.core.puzzles import BadPuzzle, Puzzle, Worse

GOES_ON: Final = "goes on"  # it may still become the answer
_CHANCES: Final = 12  # ways in which cards may fall
SOLVED: Final = "solved"
COSTS: Final = "costs"  # a plan that is known to be worse
WRONG: Final = "wrong"  # a plan after which nobody could play on
UNKNOWN: Final = "unknown"  # the turn would be over, and nobody has looked at this plan


@final
class PuzzleBoard:
    """A puzzle on the board of its game. Whatever leads to the same position is the same plan."""

    def __init__(self, game: Game, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.first: State = game.position(game.edition(puzzle.edition), puzzle.position)
        actor = self.first.to_act()
        if actor is None or actor == CHANCE:
            raise BadPuzzle(f"the puzzle {puzzle.name} of {puzzle.game} begins where no player is to act")
        self.solver: Seat = actor
        states = self._after(puzzle.answer)
        if may_end_now(states[-1]):
            raise BadPuzzle(f"the answer of the puzzle {puzzle.name} of {puzzle.game} ends the game: nobody could play on")
        way = [state.text() for state in states]
        self._solved = way[-1]
        # What is only a part of the answer is no mistake yet.
        parts = set(way[:-1])
        self._worse: dict[str, Worse] = {}
        for worse in puzzle.worse:
            end = self.position_after(worse.moves)
            if end not in parts and not _is_part(worse.moves, puzzle.answer):
                self._worse.setdefault(end, worse)

    def _after(self, moves: Sequence[str]) -> list[State]:
        """The states after each of these moves; BadPuzzle if one is not legal."""
        state = self.first.clone()
        found: list[State] = []
        for text in moves:
            where = f"the puzzle {self.puzzle.name} of {self.puzzle.game}: {text!r} cannot be played"
            try:
                move = state.edition.vocabulary.parse(text)
            except FreightyardError as error:
                raise BadPuzzle(f"{where}: {error}") from None
            if state.to_act() != self.solver:
                raise BadPuzzle(f"{where}: another seat is to act")
            refusal = state.refuse(move)
            if refusal is not None:
                raise BadPuzzle(f"{where}: {refusal}")
            state.play(move)
            found.append(state.clone())
        return found

    def position_after(self, moves: Sequence[str]) -> str:
        """The position after these moves; BadPuzzle if one is not legal."""
        return self._after(moves)[-1].text()

    def judged(self, moves: Sequence[str]) -> tuple[str, Worse | None]:
        """What the solver's moves, all of them, come to. Moves after the answer do not matter; nor does what others do then. A
        plan that ends the game is no answer."""
        state = self.first.clone()
        found: tuple[str, Worse | None] = (GOES_ON, None)
        for text in moves:
            move = state.edition.vocabulary.parse(text)
            if state.refuse(move) is not None:
                return found  # the rules will say so
            state.play(move)
            position = state.text()
            if position == self._solved:
                return SOLVED, None
            if position in self._worse:
                return COSTS, self._worse[position]
            if may_end_now(state):
                return WRONG, None
            if self.turn_over(state):
                return UNKNOWN, None
        return found

    def turn_over(self, state: State) -> bool:
        """Whether somebody else is to act, or chance, or another turn begins."""
        return state.to_act() != self.solver or state.turns != self.first.turns

    def place(self, moves: Sequence[str]) -> Place:
        """Where the solver is: only what is as good as the answer can have ended the turn."""
        verdict, _ = self.judged(moves)
        if verdict in (SOLVED, UNKNOWN):
            return Place(1, 1, ended=True)
        return Place(0, 0, len(moves), (self.left(moves),))

    def left(self, moves: Sequence[str]) -> tuple[str, ...]:
        """What is left of the answer; all of it, if other moves were made."""
        rest = list(self.puzzle.answer)
        for move in moves:
            if move not in rest:
                return self.puzzle.answer
            rest.remove(move)
        return tuple(rest)


def may_end_now(state: State) -> bool:
    """Whether the game is over, or may be as soon as chance has acted."""
    for number in range(_CHANCES if state.to_act() == CHANCE else 1):
        after, dice = state.clone(), Dice(number)
        while after.to_act() == CHANCE:
            after.play(after.draw(dice))
        if after.outcome() is not None:
            return True
    return False


def _is_part(moves: Sequence[str], answer: Sequence[str]) -> bool:
    rest = list(answer)
    for move in moves:
        if move not in rest:
            return False
        rest.remove(move)
    return True


def check_puzzle(game: Game, puzzle: Puzzle) -> None:
    """All plans are legal, the answer is solved by its moves, and none of the others is. If not, BadPuzzle says why."""
    board = PuzzleBoard(game, puzzle)
    if board.judged(puzzle.answer)[0] != SOLVED:
        raise BadPuzzle(f"the puzzle {puzzle.name} of {puzzle.game}: its answer passes a plan that is said to be worse")
    for worse in puzzle.worse:
        if board.judged(worse.moves)[0] == SOLVED:
            raise BadPuzzle(f"the puzzle {puzzle.name} of {puzzle.game}: {', '.join(worse.moves)} is the answer, too")
