"""How good reviews are at telling good turns from bad ones: python -m tools.review_checks [GAME …].

Games between hard bots give the positions. In each, a plan is looked for that costs at least 15 % of the win by up to a
hundred times the usual budget; a review must find it. And the hard bot plays there with ten times its budget; a review must let
that pass.

    python -m tools.review_checks --sums 200    whether luck, skill and the others' part add up to the result, in so many games

These games are of easy and medium bots, of every edition and number of seats in turn.
"""

import argparse
import sys
from collections.abc import Iterator
from itertools import islice
from typing import Final

import msgspec

from freightyard.bots.levels import judge_of, make_bot
from freightyard.core.chance import Stream
from freightyard.core.contract import CHANCE, Game, State
from freightyard.games import BUILT_IN, game_named
from freightyard.lab.match import Match, play_match
from freightyard.review.calibration import Calibration, calibration_for
from freightyard.review.luck import parts
from freightyard.review.review import DUEL, SEARCH, Budget, Work
from freightyard.review.shares import guesses, means
from freightyard.review.spans import Course
from freightyard.review.turns import BLUNDER, MISTAKE, Weigher

HARD: Final = "hard:150it"  # about what hard does in a second where Python runs it
TEN_TIMES: Final = "hard:1500it"
TIMES: Final = (4, 20, 100)  # the usual budget
_TRIES: Final = 4  # plans in a position that may be bad enough


class Case(msgspec.Struct, frozen=True):
    """A position of a seat."""

    state: State
    seat: int
    guess: list[float]
    fitted: Calibration
    seed: str


def main(arguments: list[str] | None = None) -> int:
    """Check."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="GAME", default=[title.name for title in BUILT_IN])
    parser.add_argument("--cases", type=int, default=34, help="of each game and kind (default 34)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sums", type=int, metavar="GAMES", help="only add up the parts of so many games of each game")
    args = parser.parse_args(arguments)
    for name in args.names:
        game = game_named(name)
        if args.sums:
            worst = max(sums(game, range(args.seed, args.seed + args.sums)))
            sys.stdout.write(f"{name}: {args.sums} games, the sum of the parts is at most {worst:.1e} from the result\n")
            sys.stdout.flush()
            continue
        put_in = ((case.seed, _blunder_seen(case)) for case in cases(game, args.seed))
        tell(f"{name}: blunders of 15 % put in", dict(islice((one for one in put_in if one[1]), args.cases)), missed=True)
        own = ((case.seed, _hard_seen(case)) for case in cases(game, args.seed + 500))
        tell(f"{name}: turns of {TEN_TIMES}", dict(islice(own, args.cases)), missed=False)
    return 0


def tell(what: str, labels: dict[str, str], *, missed: bool) -> None:
    """A line, with the positions (game/span) that were missed, or those that were named."""
    named = [place for place, label in labels.items() if label in (MISTAKE, BLUNDER)]
    any_label = sum(label != "none" for label in labels.values())
    text = f"{what}: of {len(labels)} named a mistake or blunder {len(named)}, anything {any_label}"
    shown = [place for place in labels if place not in named] if missed else named
    if shown:
        text += f"; {'not ' if missed else ''}{', '.join(shown)}"
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def sums(game: Game, seeds: range) -> Iterator[float]:
    """How far the sum of the parts of a seat is from its result, of each seat of these games."""
    rules = [(name, seats) for name in game.editions for seats in game.edition(name).seat_counts]
    for seed in seeds:
        name, seats = rules[seed % len(rules)]
        players = tuple([("easy", "medium")[(seed + seat) % 2] for seat in range(seats)])
        match = Match(game=game, edition=game.edition(name), options=(), players=players, seed=seed)
        work = Work(play_match(match).record(), game, Budget(2, 4, 24, 2))
        while work.looking:
            work.step()
        for seat in range(seats):
            found = parts(work.spans, work.shares, seat)
            yield abs(found.start + found.chance + found.own + found.others - found.result)


def cases(game: Game, seed: int) -> Iterator[Case]:
    """Positions of games between hard bots with two seats, a few of each game, one edition after the other."""
    judge = judge_of(game)
    if judge is None:
        raise ValueError("no judge")
    while True:
        edition = game.edition(game.editions[seed % len(game.editions)])
        match = Match(game=game, edition=edition, options=(), players=(HARD,) * 2, seed=seed)
        course = Course(play_match(match).record(), game)
        fitted, luck = calibration_for(edition, 2), Stream(f"cases of {seed}")
        places = [number for number, span in enumerate(course.spans) if span.actor != CHANCE and span.choices]
        for _ in range(min(4, len(places))):
            number = places.pop(luck.below(len(places)))
            state, span = course.states[number], course.spans[number]
            yield Case(state, span.actor, means(guesses(judge, state, 48, 1)), fitted, f"{seed}/{number}")
        seed += 1


def _weigher(case: Case, times: int) -> Weigher:
    game = game_named(case.state.edition.game)
    judge = judge_of(game)
    if judge is None:
        raise ValueError("no judge")
    return Weigher(game, judge, case.fitted, SEARCH * min(times, 10), DUEL * times)


def _blunder_seen(case: Case) -> str:
    """What a review calls a plan that is a blunder for sure; nothing if none was found here."""
    judge = judge_of(game_named(case.state.edition.game))
    if judge is None:
        raise ValueError("no judge")
    luck = Stream(f"{case.seed}/bad plans")
    for _ in range(_TRIES):
        moves = _any_moves(case, luck)
        rough = _weigher(case, 1).weigh(case.state, case.seat, moves, case.guess, f"{case.seed}/rough")
        if rough.lost < 0.08:
            continue
        if _is_blunder(case, moves):
            found = _weigher(case, 1).weigh(case.state, case.seat, moves, case.guess, f"{case.seed}/review")
            return found.label or "none"
    return ""


def _is_blunder(case: Case, moves: list[int]) -> bool:
    """Whether a plan costs 15 % for sure: by four times the usual budget, by more where that does not tell."""
    for times in TIMES:
        sure = _weigher(case, times).weigh(case.state, case.seat, moves, case.guess, f"{case.seed}/sure {times}")
        if abs(sure.lost - 0.15) > 3 * sure.error:
            return sure.lost > 0.15
    return False


def _any_moves(case: Case, luck: Stream) -> list[int]:
    """Moves at random up to the end of the span."""
    state, moves, turns = case.state.clone(), [], case.state.turns
    while state.to_act() == case.seat and state.turns == turns:
        legal = state.legal()
        moves.append(legal[luck.below(len(legal))])
        state.play(moves[-1])
    return moves


def _hard_seen(case: Case) -> str:
    """What a review calls a turn that hard plays with ten times its budget."""
    game = game_named(case.state.edition.game)
    bot = make_bot(TEN_TIMES, game, Stream(f"{case.seed}/hard"))
    state, moves, turns = case.state.clone(), [], case.state.turns
    while state.to_act() == case.seat and state.turns == turns:
        moves.append(state.edition.vocabulary.parse(bot.decide(state.view(case.seat))))
        state.play(moves[-1])
    found = _weigher(case, 1).weigh(case.state, case.seat, moves, case.guess, f"{case.seed}/review")
    return found.label or "none"


if __name__ == "__main__":
    sys.exit(main())
