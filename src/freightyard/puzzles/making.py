"""Finding puzzles: bots play, and where one plan is clearly best for whoever is to act, that is a puzzle.

Each position is looked at three times, each time in other futures. A short look leaves out those where no plan stands out. Then
two budgets must name the same plan as the best, by a clear margin: the small one among the plans that a bot compares, the large
one also among those that differ from the best one in a detail. The margin that a puzzle tells comes from the large one.
"""

import json
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import date
from functools import partial
from hashlib import sha256
from typing import Final

import msgspec

from freightyard.bots.contract import Judge
from freightyard.bots.levels import judge_of
from freightyard.bots.plans import Plan
from freightyard.core.chance import Dice, Stream
from freightyard.core.contract import CHANCE, Edition, Game, State
from freightyard.core.errors import BadSetup
from freightyard.core.puzzles import EASY, HARD, Puzzle, Worse
from freightyard.core.setup import chosen_edition
from freightyard.core.title import THEMES
from freightyard.games import game_named, part_of
from freightyard.lab.match import Match, play_match
from freightyard.lab.pool import Executor, in_order
from freightyard.puzzles.weighing import Cost, Weighing
from freightyard.review.spans import Course
from freightyard.table.puzzles import may_end_now

SMALL: Final = 40  # futures that every plan meets
LARGE: Final = 200
MARGIN: Final = 0.05  # of the share of the win, at least: a slip, as a review calls it
CLEAR: Final = 3.0  # standard errors of it
PLAUSIBLE: Final = 0.15  # a plan that costs no more than that may look good
_GLANCE: Final = 4  # futures of the short look
_GLANCED: Final = 12  # plans that it looks at
_FIRST: Final = (8, 24)  # futures of the budgets in which all plans are compared; then the best ones go on alone
_GO_ON: Final = (4, 10)  # how many those are
_AT_FIRST: Final = 1.0  # standard errors ahead that a plan must be at first, and half of the margin
_PLANS: Final = 48
_LEAST_PLANS: Final = 4  # where there are fewer, there is little to find
_OPEN: Final = (0.04, 0.97)  # the share of the win before the turn: elsewhere nothing is at stake
_KEPT: Final = 10  # worse plans that a puzzle tells the cost of, the best ones
_FAR: Final = 1000  # turns
_LATE: Final = 0.4  # of a game: before that playouts are long, and little is decided
_PER_GAME: Final = 3  # puzzles
_OF_A_THEME: Final = 0.4  # of all puzzles may have the same theme
_EASY_ONES: Final = 0.35  # of all puzzles may be found by a bot at once

ANY_THEME: Final = ("other", "The best plan", "It is your turn, and one plan is clearly the best. Find it.")

Found = tuple[str, Puzzle]  # its kind within its game, and a puzzle
Progress = Callable[[int, int], None]  # how many puzzles were found, and in how many games


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """What to look for: equal ones are equal puzzles, whoever looks for them. Nothing but words: processes are told of it."""

    game: str
    edition: str  # a name, or a file
    options: tuple[str, ...] = ()
    players: tuple[str, ...] = ("medium", "medium")  # a bot for each seat
    puzzles: int = 40
    games: int = 400  # at most
    seed: int = 1
    budgets: tuple[int, int] = (SMALL, LARGE)
    without: tuple[str, ...] = ()  # themes that there are enough puzzles of
    since: date = date.min  # the first day on which they may be the puzzle of the day
    near: int = 0  # turns: positions are left out from which a playout goes on for longer; 0: none


class Searched(msgspec.Struct, kw_only=True):
    """How many positions came how far, in one game or in all."""

    games: int = 0
    positions: int = 0  # at which a seat had several plans
    looked: int = 0  # where one plan stood out in the short look
    small: int = 0  # where the small budget found it clearly best
    kept: int = 0  # where the large one found so, too
    other: int = 0  # where the large one named another plan
    close: int = 0  # where it named the same, but not clearly
    playouts: int = 0

    def add(self, other: "Searched") -> None:
        """These were searched, too."""
        for name in self.__struct_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


class Made(msgspec.Struct, frozen=True):
    """Puzzles, and what was searched for them."""

    wanted: Wanted
    puzzles: tuple[Puzzle, ...]
    searched: Searched


def make_puzzles(wanted: Wanted, executor: Executor, progress: Progress | None = None) -> Made:
    """Look through game after game until there are enough puzzles. Not too many have one theme, or are easy."""
    game = game_named(wanted.game)
    if judge_of(game) is None:
        raise BadSetup(f"{game.title} brings no bot that could judge its positions, so no puzzles can be found")
    seeds = range(wanted.seed, wanted.seed + wanted.games)
    played = executor.map_unordered(partial(search_game, wanted), seeds, lambda seed: f"the game with the seed {seed}")
    found: list[Puzzle] = []
    themes: Counter[str] = Counter()
    easy, searched = 0, Searched()
    try:
        for puzzles, one in in_order(played):
            searched.add(one)
            for puzzle in puzzles:
                if len(found) == wanted.puzzles or themes[puzzle.theme] >= max(1, _OF_A_THEME * wanted.puzzles):
                    continue
                if puzzle.difficulty == EASY and easy >= max(1, _EASY_ONES * wanted.puzzles):
                    continue
                easy += puzzle.difficulty == EASY
                themes[puzzle.theme] += 1
                found.append(puzzle)
            if progress is not None:
                progress(len(found), searched.games)
            if len(found) == wanted.puzzles:
                break
    except KeyboardInterrupt:
        pass  # whoever interrupts a long search still wants what was found; the same number of games finds it again
    luck = Stream(f"order {wanted.seed}")
    mixed = [found.pop(luck.below(len(found))) for _ in range(len(found))]
    return Made(wanted, tuple(mixed), searched)


def search_game(wanted: Wanted, seed: int) -> tuple[list[Puzzle], Searched]:
    """The puzzles of one game, those with the largest margins and of different kinds; and what was searched."""
    game = game_named(wanted.game)
    edition = chosen_edition(game, wanted.edition)
    judge = judge_of(game)
    if judge is None:
        raise BadSetup(f"{game.title} brings no bot")
    match = Match(game=game, edition=edition, options=wanted.options, players=wanted.players, seed=seed)
    course = Course(play_match(match).record(), game)
    searched = Searched(games=1)
    found: list[Found] = []
    turns = course.states[-1].turns
    for span, state in zip(course.spans, course.states, strict=False):
        if span.actor == CHANCE or not span.choices or state.turns < _LATE * turns:
            continue
        if not wanted.near or judge.playout(state.clone(), Dice(seed), _FAR) <= wanted.near:
            source = f"{', '.join(wanted.players)} with the seed {seed}, ply {span.start}"
            one = puzzle_in(game, judge, edition, state, wanted, source, searched)
            if one is not None:
                found.append(one)
    found.sort(key=lambda one: (-one[1].difficulty, -one[1].margin, one[1].name))
    kept: list[Found] = []
    for kind, puzzle in found:
        if len(kept) < _PER_GAME and all(kind != other for other, _ in kept):
            kept.append((kind, puzzle))
    return [puzzle for _, puzzle in kept], searched


def puzzle_in(
    game: Game, judge: Judge, edition: Edition, state: State, wanted: Wanted, source: str, searched: Searched
) -> Found | None:
    """The puzzle that a position is, if it is one, and its kind."""
    text = state.text()
    state = game.position(edition, text)  # as those will see it who solve it: nothing is known but what it says
    plans = _different(state, [plan.moves for plan in judge.plans(state.clone(), _PLANS)])
    if len(plans) < _LEAST_PLANS:
        return None
    searched.positions += 1
    seed = sha256(text.encode()).hexdigest()
    glance = Weighing(game, judge, state, plans[:_GLANCED], f"{seed} glance")
    glance.run(_GLANCE)
    best, cost = _ahead(glance)
    searched.playouts += glance.playouts
    if cost.share < MARGIN / 2 or not cost.clear(_AT_FIRST):
        return None
    searched.looked += 1
    budgets = wanted.budgets
    if _theme(game, state, plans[best])[1] in wanted.without:
        return None  # it is likely to be the best plan in the end, and there the search would be long
    small = Weighing(game, judge, state, plans, f"{seed} small")
    small.run(min(budgets[0], _FIRST[0]))
    best, cost = _ahead(small)
    if cost.share >= MARGIN / 2 and cost.clear(_AT_FIRST):
        small.run(budgets[0], _GO_ON[0])
        best, cost = _ahead(small)
    searched.playouts += small.playouts
    if cost.share < MARGIN or not cost.clear(CLEAR) or not _OPEN[0] <= small.share(best) <= _OPEN[1]:
        return None
    searched.small += 1
    answer = plans[best]
    if _ends_game(state, answer) or _theme(game, state, answer)[1] in wanted.without:
        return None  # there would be nothing to play on from; or there are enough of these
    more = _different(state, plans + [plan.moves for plan in judge.variants(state.clone(), Plan(0.0, answer))])
    large = Weighing(game, judge, state, more, f"{seed} large")
    large.run(min(budgets[1], _FIRST[1]))
    large.run(budgets[1], _GO_ON[1])
    chosen, cost = _ahead(large)
    searched.playouts += large.playouts
    if more[chosen] != answer:
        searched.other += 1
        return None
    if cost.share < MARGIN or not cost.clear(CLEAR):
        searched.close += 1
        return None
    searched.kept += 1
    return _puzzle(game, judge, edition, state, more, large, source)


def _puzzle(
    game: Game, judge: Judge, edition: Edition, state: State, plans: list[list[int]], weighed: Weighing, source: str
) -> Found:
    texts = edition.vocabulary.texts
    best, *rest = weighed.order()
    costs = [(number, weighed.cost(number, best)) for number in rest]
    kind, theme, goal = _theme(game, state, plans[best])
    position = state.text()
    puzzle = Puzzle(
        game=game.name,
        edition=edition.name,
        name=f"p{sha256(position.encode()).hexdigest()[:8]}",
        theme=theme,
        goal=goal,
        difficulty=difficulty(best, [cost for _, cost in costs]),
        position=position,
        answer=tuple([texts[move] for move in plans[best]]),
        why=judge.reason(state.clone(), plans[best]),
        margin=_rounded(costs[0][1].share),
        error=_rounded(costs[0][1].error),
        worse=tuple(
            [
                Worse(tuple([texts[move] for move in plans[number]]), _rounded(cost.share), _rounded(cost.error))
                for number, cost in costs[:_KEPT]
            ]
        ),
        source=source,
    )
    return kind, puzzle


def difficulty(place: int, costs: Sequence[Cost]) -> int:
    """1 to 3. `place`: how many plans a bot likes better at first sight: the medium bot plays the first one. Where many plans
    cost little, it is harder to see that they are worse."""
    plausible = sum(1 for cost in costs if cost.share <= PLAUSIBLE)
    return EASY if not place else HARD if place >= 3 or plausible >= 4 else EASY + 1


def _ahead(weighed: Weighing) -> tuple[int, Cost]:
    """The best plan, and by how much it is better than the next one."""
    best, second = weighed.order()[:2]
    return best, weighed.cost(second, best)


def _ends_game(state: State, moves: Sequence[int]) -> bool:
    after = state.clone()
    for move in moves:
        after.play(move)
    return may_end_now(after)


def _different(state: State, plans: Sequence[list[int]]) -> list[list[int]]:
    """The plans that lead to different positions."""
    found: dict[str, list[int]] = {}
    for moves in plans:
        after = state.clone()
        for move in moves:
            after.play(move)
        found.setdefault(after.text(), moves)
    return list(found.values())


def _theme(game: Game, state: State, moves: Sequence[int]) -> tuple[str, str, str]:
    """The kind, the theme and the goal of a puzzle with this answer."""
    found: tuple[str, str, str] = (part_of(game.name, THEMES) or _any_theme)(state, moves)
    return found


def _any_theme(state: State, moves: Sequence[int]) -> tuple[str, str, str]:  # noqa: ARG001  (asked like those of the games)
    return ANY_THEME


def _rounded(share: float) -> float:
    return round(min(1.0, max(0.0, share)), 3)


# --- the file ---


def puzzle_file(made: Made) -> str:
    """The puzzles as TOML, with how they were made."""
    wanted, searched = made.wanted, made.searched
    edition = made.puzzles[0].edition if made.puzzles else wanted.edition
    players = ",".join(wanted.players)
    budgets = ",".join(map(str, wanted.budgets))
    near = f" --near {wanted.near}" if wanted.near else ""
    without = "".join([f" --without {_word(theme)}" for theme in wanted.without])
    since = "" if wanted.since == date.min else f" --since {wanted.since}"
    head = [
        f"# freightyard puzzles make {wanted.game} --edition {edition} --seats {players} --puzzles {wanted.puzzles} "
        f"--games {searched.games} --seed {wanted.seed} --budgets {budgets}{near}{without}{since}",
        f"# {searched.games} games, {searched.positions} positions with {_LEAST_PLANS} plans or more; one plan stood out in "
        f"{searched.looked}, the small budget agreed in {searched.small}, the large one in {searched.kept}.",
        f"edition = {_word(edition)}",
        *([f"since = {wanted.since}"] if since else []),
    ]
    return "\n\n".join(["\n".join(head), *map(_entry, made.puzzles)]) + "\n"


def _entry(puzzle: Puzzle) -> str:
    lines = [
        "[[puzzles]]",
        f"name = {_word(puzzle.name)}",
        f"theme = {_word(puzzle.theme)}",
        f"difficulty = {puzzle.difficulty}",
        f"goal = {_word(puzzle.goal)}",
        f"position = {_word(puzzle.position)}",
        f"answer = {_words(puzzle.answer)}",
        f"why = {_word(puzzle.why)}",
        f"margin = {puzzle.margin}",
        f"error = {puzzle.error}",
        "worse = [",
        *[f"  {{ moves = {_words(one.moves)}, cost = {one.cost}, error = {one.error} }}," for one in puzzle.worse],
        "]",
        f"source = {_word(puzzle.source)}",
    ]
    return "\n".join(lines)


def _word(text: str) -> str:
    """A string as TOML and JSON both write it."""
    return json.dumps(text, ensure_ascii=False)


def _words(texts: Sequence[str]) -> str:
    return json.dumps(list(texts), ensure_ascii=False)
