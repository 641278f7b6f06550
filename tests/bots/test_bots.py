"""Bots: they play legal moves from a view alone, the same ones every time, and greedy is worth playing against."""

import gc
import pickle

import pytest

from freightyard.bots import bot_names, make_bot
from freightyard.bots.budget import Budget
from freightyard.bots.levels import style
from freightyard.bots.planner import PlanningBot
from freightyard.core.chance import Dice, Stream
from freightyard.core.checks import random_move
from freightyard.core.contract import CHANCE, Edition, Game, View
from freightyard.core.errors import BadSetup
from freightyard.core.title import BOT
from freightyard.games import all_games, title_named
from freightyard.games.freight.rules import state as freight_state
from freightyard.games.freight_cars.rules import state as freight_cars_state
from freightyard.games.freight_train.rules import state as freight_train_state
from freightyard.lab.match import Match, play_match

CASES = [(game, name) for game in all_games() for name in game.editions]


def ids(value: object) -> str:
    return getattr(value, "name", str(value))


def every_option(edition: Edition) -> list[str]:
    return [option.name for option in edition.options if "yes" in option.values]


def first_choice(game: Game, edition: Edition, least: int = 3) -> View:
    """The first view in which a seat has several legal moves."""
    state = game.start(edition, edition.seat_counts[0])
    dice = Dice(1)
    while state.to_act() == CHANCE or len(state.legal()) < least:
        state.play(random_move(state, dice))
    return state.view(state.to_act())


@pytest.mark.parametrize("game", all_games(), ids=ids)
def test_strangers_are_no_bots(game: Game) -> None:
    with pytest.raises(
        BadSetup, match=f"there is no bot 'hal' for {game.name}; choose random, first-trip, trainee, driver, planner or old-hand"
    ):
        make_bot("hal", game, Stream("x"))


NO_BUDGETS = ["", "0", "-1", "nan", "inf", "601", "it", "0it", "1.5it", "٣it", "1e9it", "soon", "cpu", "0cpu", "1cpuit"]


@pytest.mark.parametrize("word", NO_BUDGETS)
def test_budget_that_is_none_is_refused(word: str) -> None:
    with pytest.raises(BadSetup, match=r"a bot thinks for seconds a turn, such as 0\.2, .*, or for playouts a turn"):
        make_bot(f"hard:{word}", all_games()[0], Stream("x"))


def test_budget_is_for_hard_alone() -> None:
    with pytest.raises(BadSetup, match=r"only hard can be given a time to think, such as hard:0\.2; greedy always plays at once"):
        make_bot("greedy:0.2", all_games()[0], Stream("x"))


@pytest.mark.parametrize("game", all_games(), ids=ids)
def test_random_bot_chooses_every_legal_move_sometimes(game: Game) -> None:
    view = first_choice(game, game.edition(game.editions[0]))
    bot = make_bot("random", game, Stream("choices"))
    chosen = {bot.decide(view) for _ in range(40 * len(view.legal))}
    assert chosen == set(view.legal)


@pytest.mark.many_games
@pytest.mark.parametrize("name", ["greedy", "easy", "hard:6it"])
@pytest.mark.parametrize(("game", "edition_name"), CASES, ids=ids)
def test_bot_plays_legal_moves_in_any_position_and_the_same_ones_again(game: Game, edition_name: str, name: str) -> None:
    edition = game.edition(edition_name)
    every = 4 if name == "greedy" else 40
    for seats in (edition.seat_counts[0], edition.seat_counts[-1]):
        state = game.start(edition, seats, every_option(edition))
        dice = Dice(seats)
        plies = 0
        while state.to_act() is not None:
            actor = state.to_act()
            if actor is not None and actor != CHANCE and plies % every == 0:
                view = state.view(actor)
                bot = make_bot(name, game, Stream("same"))
                words = bot.decide(view)
                assert words in view.legal
                assert make_bot(name, game, Stream("same")).decide(view) == words
            state.play(random_move(state, dice))
            plies += 1


@pytest.mark.many_games
@pytest.mark.parametrize("name", ["greedy", "hard:6it"])
@pytest.mark.parametrize(("game", "edition_name"), CASES, ids=ids)
def test_bot_plays_a_whole_game_without_help(game: Game, edition_name: str, name: str) -> None:
    edition = game.edition(edition_name)
    for seats in (edition.seat_counts[0], edition.seat_counts[-1]) if name == "greedy" else (2,):
        match = Match(game=game, edition=edition, options=(), players=(name,) * seats, seed=seats)
        bots = [make_bot(name, game, Stream(f"{seat}")) for seat in range(seats)]
        first = play_match(match, seated=bots)
        assert play_match(match, seated=[make_bot(name, game, Stream(f"{seat}")) for seat in range(seats)]) == first


@pytest.mark.many_games
@pytest.mark.parametrize("game", all_games(), ids=ids)
def test_bot_decides_by_what_its_seat_may_know_alone(game: Game) -> None:
    """Whatever the truth behind a view is, and even if nothing but the view's bytes reaches the bot, it plays the same."""
    state = game.start(game.edition(game.editions[0]), 2)
    dice = Dice(7)
    compared = 0
    while (actor := state.to_act()) is not None and compared < 12:
        if actor != CHANCE and len(state.legal()) > 2 and dice.below(3) == 0:
            view = state.view(actor)
            another_truth = game.imagine(view, Stream(f"other {compared}"))
            words = {
                make_bot("hard:12it", game, Stream("know")).decide(seen)
                for seen in (view, pickle.loads(pickle.dumps(view)), another_truth.view(actor))  # noqa: S301  (our own bytes)
            }
            assert len(words) == 1
            compared += 1
        state.play(random_move(state, dice))
    assert compared >= 8


STATES = (freight_state.State, freight_cars_state.State, freight_train_state.State)


@pytest.mark.parametrize(("game", "edition_name"), CASES, ids=ids)
def test_no_state_can_be_reached_from_a_view(game: Game, edition_name: str) -> None:
    view = first_choice(game, game.edition(edition_name))
    seen: dict[int, object] = {}
    waiting: list[object] = [view]
    while waiting:
        thing = waiting.pop()
        if id(thing) in seen or isinstance(thing, type) or callable(thing):
            continue
        seen[id(thing)] = thing
        assert not isinstance(thing, STATES)
        waiting += [other for other in gc.get_referents(thing) if type(other).__name__ != "module"]
    assert len(seen) > 20


@pytest.mark.many_games
@pytest.mark.parametrize(("game", "name"), CASES, ids=ids)
def test_greedy_beats_random(game: Game, name: str) -> None:
    wins = 0.0
    for seed in range(20):
        players = ("greedy", "random") if seed % 2 else ("random", "greedy")
        result = play_match(Match(game=game, edition=game.edition(name), options=(), players=players, seed=seed))
        if players.index("greedy") in result.outcome.winners:
            wins += 1 / len(result.outcome.winners)
    assert wins >= 17


@pytest.mark.parametrize("game", all_games(), ids=ids)
def test_random_bot_has_no_thoughts_and_gives_legal_hints(game: Game) -> None:
    view = first_choice(game, game.edition(game.editions[0]))
    bot = make_bot("random", game, Stream("hint"))
    assert bot.hint(view).move in view.legal
    assert bot.thought is None


def test_levels_are_offered_from_the_easiest_on() -> None:
    for game in all_games():
        assert bot_names(game)[:6] == ("random", "first-trip", "trainee", "driver", "planner", "old-hand")


def test_names_of_before_are_still_understood() -> None:
    for game in all_games():
        for name in ("easy", "medium", "greedy", "hard", "hard:0.2", "hard:5it"):
            make_bot(name, game, Stream("x"))


def test_planner_and_old_hand_differ_from_hard_in_their_budgets_alone() -> None:
    """Old hand goes by the clock, so no two of its games need be the same; the planner plays the same ones everywhere."""
    hard = style("hard", Budget(seconds=1.0))
    for name, seconds, playouts in (("planner", None, 200), ("old-hand", 3.0, None)):
        level = style(name, Budget(seconds=1.0), 200)
        assert (level.plans, level.turns, level.weight, level.careless) == (hard.plans, hard.turns, hard.weight, hard.careless)
        assert level.budget is not None
        assert (level.budget.seconds, level.budget.playouts) == (seconds, playouts)


@pytest.mark.parametrize("game", all_games(), ids=ids)
def test_planner_of_a_game_counts_as_many_playouts_as_its_judge_says(game: Game) -> None:
    judge = title_named(game.name).load(BOT)
    number = judge.planner
    bot = make_bot("planner", game, Stream("x"))
    assert isinstance(bot, PlanningBot)
    assert bot._style.budget is not None
    assert bot._style.budget.playouts == number


@pytest.mark.parametrize("game", all_games(), ids=ids)
def test_driver_plays_what_medium_and_greedy_play(game: Game) -> None:
    edition = game.edition(game.editions[0])
    driver, medium = (
        play_match(Match(game=game, edition=edition, options=(), players=(name, other), seed=5)).moves
        for name, other in (("driver", "greedy"), ("medium", "driver"))
    )
    assert driver == medium


@pytest.mark.many_games
@pytest.mark.parametrize("game", all_games(), ids=ids)
def test_first_trip_is_easier_than_the_driver(game: Game) -> None:
    edition = game.edition(game.editions[0])
    wins = 0.0
    for seed in range(24):
        players = ("first-trip", "driver") if seed % 2 else ("driver", "first-trip")
        result = play_match(Match(game=game, edition=edition, options=(), players=players, seed=seed))
        if players.index("driver") in result.outcome.winners:
            wins += 1 / len(result.outcome.winners)
    assert wins >= 15


@pytest.mark.parametrize(("game", "name"), CASES, ids=ids)
def test_hint_names_a_legal_plan_and_a_reason_in_a_sentence(game: Game, name: str) -> None:
    edition = game.edition(name)
    state = game.start(edition, 3, every_option(edition))
    bots = [make_bot("greedy", game, Stream(f"{seat}")) for seat in range(3)]
    dice = Dice(3)
    sentences = set()
    while (actor := state.to_act()) is not None:
        if actor == CHANCE:
            state.play(state.draw(dice))
            continue
        view = state.view(actor)
        adviser = make_bot("easy", game, Stream(f"{view.turn}"))
        hint = adviser.hint(view)
        assert hint.move in view.legal
        assert hint.plan[0] == hint.move
        assert hint.sentence[0].isupper()
        assert hint.sentence.endswith(".")
        after = state.clone()
        for words in hint.plan:
            move = edition.vocabulary.parse(words)
            assert move in after.legal()
            after.play(move)
        sentences.add(hint.sentence)
        state.play(edition.vocabulary.parse(bots[actor].decide(view)))
    assert len(sentences) > 10


def test_hard_bot_tells_what_it_thought() -> None:
    game = all_games()[0]
    view = first_choice(game, game.edition(game.editions[0]))
    bot = make_bot("hard:30it", game, Stream("thought"))
    bot.decide(view)
    assert bot.thought is not None
    assert bot.thought.expected is not None
    assert 0 <= bot.thought.expected <= 1
    assert 0 < bot.thought.playouts <= 30
    assert bot.thought.nodes > bot.thought.playouts
    assert bot.thought.budget is None
    assert bot.thought.plans > 1


@pytest.mark.parametrize(("game", "name"), CASES, ids=ids)
def test_expected_share_of_a_finished_game_is_its_outcome(game: Game, name: str) -> None:
    judge = title_named(game.name).load(BOT)
    for seed in (1, 2):
        state = game.start(game.edition(name), 3)
        chance = Stream(f"{seed}")
        while state.to_act() is not None:
            state.play(state.draw(chance) if state.to_act() == CHANCE else judge.plans(state, 1)[0].moves[0])
        outcome = state.outcome()
        assert outcome is not None
        won = [1 / len(outcome.winners) if seat in outcome.winners else 0.0 for seat in range(3)]
        assert [judge.expected(state, seat) for seat in range(3)] == won
        assert sum(judge.shares(state)) == pytest.approx(1.0)
        assert max(judge.shares(state)) == judge.shares(state)[outcome.winners[0]]
