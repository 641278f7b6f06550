"""What every game must fulfil. Anyone who adds a game runs these checks on it:

    from freightyard.core.checks import check_game
    check_game(GAME, GAME.edition("my-edition"), seats=3, options=(), seed="1")

A check that fails raises AssertionError and says in which game, at which ply and in which position.
"""

import pickle
from collections.abc import Iterable
from copy import copy, deepcopy
from random import Random
from types import SimpleNamespace
from typing import Any, Final

from freightyard.core.chance import Dice, Rng, Stream, below
from freightyard.core.contract import CHANCE, Edition, Game, Move, Option, Outcome, Seat, State, View
from freightyard.core.errors import FreightyardError, IllegalMove, NotAMove
from freightyard.core.record import Record, first_state, read, record_of, replay, states, write

MOST_PLIES: Final = 50_000  # a random game that is longer than this is taken for one that never ends
SELDOM: Final = 10  # words and copies are made by functions that all games share, so they are tried this much less often
PLIES_BETWEEN_PLAYOUTS: Final = 250  # a playout is a whole game, so it is not tried at every ply


def random_move(state: State, rng: Rng) -> Move:
    """A move of whoever acts: drawn by its weight, or any legal move."""
    if state.to_act() == CHANCE:
        return state.draw(rng)
    moves = state.legal()
    return moves[below(rng, len(moves))]


def check_game(
    game: Game,
    edition: Edition,
    seats: int,
    options: Iterable[str] = (),
    seed: str = "1",
    *,
    every: int = 1,
    most_plies: int = MOST_PLIES,
) -> Record:
    """Play one random game to its end and check everything on the way; the costly checks only at every n-th ply.

    Returns the record of the game.
    """
    rng = Stream(f"checks/{seed}")
    state = game.start(edition, seats, options)
    check_deal(state, seed)
    pieces = state.pieces()
    moves: list[str] = []
    texts = [state.text()]
    while state.to_act() is not None:
        where = f"{edition.game} {edition.name}, {seats} seats, seed {seed}, ply {len(moves)}: {texts[-1]}"
        assert len(moves) < most_plies, f"no end in sight, {where}"
        check_legal(state, where)
        if len(moves) % every == 0:
            check_refusals(state, rng, where)
            check_clone(state, rng, where)
            check_position(game, state, where)
            check_views(game, state, rng, where)
        if len(moves) % (SELDOM * every) == 0:
            check_words(state, Dice(len(moves)), where)
            check_state_copies(game, state, where)
        if len(moves) % PLIES_BETWEEN_PLAYOUTS == 0:
            check_playout(state, len(moves) + 1, where)
        move = random_move(state, rng)
        if len(moves) % every == 0:
            check_secrets(game, state, move, rng, where)
        turns = state.turns
        moves.append(edition.vocabulary.text(move))
        state.play(move)
        texts.append(state.text())
        assert state.pieces() == pieces, (
            f"{moves[-1]!r} makes {state.pieces()} of {pieces}: pieces() counts what is out of play too, {where}"
        )
        check_sheet(state, where)
        assert turns <= state.turns <= turns + 1, f"{moves[-1]!r} ends {state.turns - turns} turns, {where}"
    check_over(state)
    check_views(game, state, rng, "at the end")
    record = record_of(game.start(edition, seats, options), moves, state.outcome(), seed=seed)
    check_record(game, record, texts)
    return record


def check_legal(state: State, where: str) -> None:
    """The legal list is never empty before the end, has nothing twice, and agrees with the chances."""
    moves = state.legal()
    assert moves, f"nothing is legal, {where}"
    assert len(set(moves)) == len(moves), f"a move is listed twice, {where}"
    assert state.outcome() is None, f"there is an outcome before the end, {where}"
    chances = state.chances()
    if state.to_act() == CHANCE:
        assert sorted(move for move, _ in chances) == sorted(moves), f"chances and legal moves differ, {where}"
        assert all(weight > 0 for _, weight in chances), f"a chance has no weight, {where}"
        check_draw(state, chances, where)
    else:
        assert not chances, f"there are chances though a seat is to act, {where}"
        actor = state.to_act()
        assert actor is not None, where
        assert 0 <= actor < state.seats, f"seat {actor} is to act, {where}"


def check_sheet(state: State, where: str) -> None:
    """A score sheet names a rule a row, has an entry a seat, and its rows add up."""
    sheet = state.sheet()
    if sheet is None:
        return
    assert len(sheet.totals) == state.seats, f"the score sheet has {len(sheet.totals)} totals, {where}"
    for row in sheet.rows:
        assert len(row.amounts) == len(row.points) == state.seats, f"the row {row.label!r} of the score sheet is short, {where}"
        assert "." in row.slug, f"the row {row.label!r} of the score sheet has the slug {row.slug!r}, {where}"
    sums = tuple(sum(row.points[seat] for row in sheet.rows) for seat in range(state.seats))
    assert sums == sheet.totals, f"the score sheet adds up to {sums}, not {sheet.totals}, {where}"


def check_draw(state: State, chances: list[tuple[Move, int]], where: str) -> None:
    """draw() gives each move to as many numbers as its weight says. All numbers are tried if they are not too many."""
    total = sum(weight for _, weight in chances)
    if total > 200:
        assert state.draw(_Fixed(0)) in dict(chances), f"draw() gives a move without a chance, {where}"
        return
    found: dict[Move, int] = {}
    for number in range(total):
        move = state.draw(_Fixed(number))
        found[move] = found.get(move, 0) + 1
    # Equal chances may be scaled: what matters is the proportion.
    drawn = sum(found.values())
    assert {move: count * total for move, count in found.items()} == {move: weight * drawn for move, weight in chances}, (
        f"draw() does not follow the weights, {where}"
    )


def check_refusals(state: State, rng: Rng, where: str) -> None:
    """refuse() is None for exactly the legal moves, and else names a rule and a reason. Changes nothing."""
    before = state.text()
    legal = set(state.legal())
    size = len(state.edition.vocabulary)
    sample = range(size) if size <= 300 else [*legal, *(below(rng, size) for _ in range(100))]
    for move in sample:
        text = state.edition.vocabulary.text(move)
        assert state.edition.vocabulary.parse(text) == move, f"{text!r} does not round-trip, {where}"
        refusal = state.refuse(move)
        assert (refusal is None) == (move in legal), f"refuse and legal disagree about {text!r}, {where}"
        if refusal is not None:
            assert isinstance(refusal, IllegalMove), f"{text!r} is refused with {refusal!r}, {where}"
            assert refusal.move == text, f"{text!r} is refused as {refusal.move!r}, {where}"
            assert "." in refusal.slug, f"{text!r} is refused with the slug {refusal.slug!r}, {where}"
            assert refusal.reason.strip(), f"{text!r} is refused without a reason, {where}"
            assert "\n" not in refusal.reason, f"{text!r} is refused with more than a sentence, {where}"
    assert state.text() == before, f"asking what is legal changed the state, {where}"


def check_clone(state: State, rng: Rng, where: str) -> None:
    """A clone is equal, and playing on with it leaves the original as it was."""
    before = state.text()
    twin = state.clone()
    assert twin.text() == before, f"a clone differs: {twin.text()}, {where}"
    assert twin.legal() == state.legal(), f"a clone has other legal moves, {where}"
    for _ in range(12):
        if twin.to_act() is None:
            break
        twin.play(random_move(twin, rng))
    assert state.text() == before, f"a clone shares something with its original, {where}"


def check_words(state: State, rng: Rng, where: str) -> None:
    """words() are the legal moves, say() plays what legal() has, refuses all else with the rule, and then changes nothing."""
    texts = state.edition.vocabulary.texts
    before, legal = state.text(), state.legal()
    words = state.words()
    assert words == [texts[move] for move in legal], f"the legal moves are {words} in words, {where}"
    number = below(rng, len(legal))
    played, said = state.clone(), state.clone()
    played.play(legal[number])
    assert said.say(f" {words[number].upper()} ") == words[number], f"{words[number]!r} is not said as it is written, {where}"
    assert said == played, f"{words[number]!r} leads elsewhere when it is said, {where}"
    other = texts[below(rng, len(texts))]
    if other not in words:
        check_unsaid(state, other, where)
    assert state.text() == before, f"a refused word changed the state, {where}"


def check_unsaid(state: State, text: str, where: str) -> None:
    """say() raises what is wrong with a move that is not legal, or with words that are no move."""
    expected = NotAMove if state.edition.vocabulary.find(text) is None else IllegalMove
    try:
        state.say(text)
    except expected:
        return
    raise AssertionError(f"{text!r} is played though it is not legal, {where}")


def check_deal(state: State, seed: str) -> None:
    """deal() lets chance act until a seat must decide, with a generator of ours as with Python's own."""
    for rng in (Stream(seed), Dice(len(seed)), Random(seed)):  # noqa: S311  (cards, not secrets)
        dealt, twin = state.clone(), state.clone()
        actor = dealt.deal(rng)
        assert actor == dealt.to_act(), f"deal() says {actor}, but {dealt.to_act()} is to act: {dealt.text()}"
        assert actor != CHANCE, f"deal() stops while chance is to act: {dealt.text()}"
        if not isinstance(rng, Dice):
            again: Rng = Stream(seed) if isinstance(rng, Stream) else Random(seed)  # noqa: S311
            twin.deal(again)
            assert twin == dealt, f"the same numbers deal another position: {twin.text()} instead of {dealt.text()}"


def check_state_copies(game: Game, state: State, where: str) -> None:
    """A copy is equal and apart, however it is made. States change, so they cannot be keys."""
    _check_copies(game, state, where)
    assert copy(state) is not state, f"a copy is the state itself, {where}"
    try:
        hash(state)
    except TypeError:
        pass
    else:
        raise AssertionError(f"a state changes, but it has a hash, {where}")
    _check_copies(game, state.view(None), where, pasteable=False)


def _check_copies(game: Game, thing: Any, where: str, *, pasteable: bool = True) -> None:
    """copy, deepcopy, pickle and, if it is pasted, the repr make something equal."""
    made = {
        "copy.copy()": copy(thing),
        "copy.deepcopy()": deepcopy(thing),
        "pickle": pickle.loads(pickle.dumps(thing)),  # noqa: S301  (our own bytes)
    }
    if pasteable:
        made["its repr"] = pasted(game, thing)
    for way, twin in made.items():
        assert type(twin) is type(thing), f"{way} makes {twin!r} of {thing!r}, {where}"
        assert twin == thing, f"{way} makes {twin!r}, which is not equal to {thing!r}, {where}"
        assert not twin != thing, f"what {way} makes is both equal and not, {where}"  # noqa: SIM202  (this asks the other method)


def pasted(game: Game, thing: Any) -> Any:
    """What the repr of something makes when it is pasted where `freightyard` is imported."""

    def named(name: str) -> Game:
        assert name == game.name, f"a repr of {game.name} names the game {name!r}"
        return game

    door = SimpleNamespace(game=named, read=read, Record=Record, Outcome=Outcome, Option=Option)
    return eval(repr(thing), {"freightyard": door})  # noqa: S307  (our own words)


def check_playout(state: State, seed: int, where: str) -> None:
    """A playout is what a loop through the contract makes of the same dice, to the end, and the same each time."""
    before = state.text()
    ended, again, driven = state.clone(), state.clone(), state.clone()
    decisions = ended.playout(Dice(seed))
    assert ended.to_act() is None, f"a playout stops before the end, {where}"
    assert again.playout(Dice(seed)) == decisions, f"the same dice make a playout of another length, {where}"
    assert again.text() == ended.text(), f"the same dice make a playout with another end, {where}"
    dice, made = Dice(seed), 0
    while driven.to_act() is not None:
        made += driven.to_act() != CHANCE
        driven.play(random_move(driven, dice))
    assert driven.text() == ended.text(), f"a playout ends elsewhere than its moves, one by one, {where}"
    assert made == decisions, f"a playout counts {decisions} decisions, not {made}, {where}"
    assert ended.playout(dice) == 0, f"a playout goes on after the end, {where}"
    assert state.text() == before, f"a playout of a clone changed its original, {where}"


def check_position(game: Game, state: State, where: str) -> None:
    """The position text is one line and is read back to the same state."""
    text = state.text()
    assert "\n" not in text, f"a position has several lines, {where}"
    again = game.position(state.edition, text)
    assert again.text() == text, f"the position is read back as {again.text()}, {where}"
    assert again.to_act() == state.to_act(), f"the position is read back with another seat to act, {where}"
    assert again.legal() == state.legal(), f"the position is read back with other legal moves, {where}"
    assert again.pieces() == state.pieces(), f"the position is read back with other pieces, {where}"
    assert again.turns == state.turns, f"the position is read back at another turn, {where}"


def check_views(game: Game, state: State, rng: Rng, where: str) -> None:
    """Legal moves are shown to the seat to act alone, and what a seat imagines looks the same to it."""
    texts = state.edition.vocabulary.texts
    actor = state.to_act()
    for stranger in (-2, -1, state.seats):
        try:
            state.view(stranger)
        except FreightyardError:
            continue
        raise AssertionError(f"there is a view of seat {stranger}, {where}")
    for seat in (*range(state.seats), None):
        view = state.view(seat)
        assert view.seat == seat, f"the view of seat {seat} says {view.seat}, {where}"
        expected = tuple(texts[move] for move in state.legal()) if seat is not None and seat == actor else ()
        assert view.legal == expected, f"seat {seat} is offered {view.legal}, {where}"
        assert view.outcome == state.outcome(), f"seat {seat} sees another outcome, {where}"
        if not game.secrets:
            assert view.board == state.view(None).board, f"nothing is hidden, but seat {seat} sees another board, {where}"
        assert view.json() == state.view(seat).json(), f"a view is not the same twice, {where}"
        imagined = game.imagine(view, rng)
        assert imagined.view(seat) == view, f"seat {seat} imagines what does not fit its view, {where}"
        assert imagined.view(seat).json() == view.json(), f"the view of seat {seat} has another JSON, {where}"
        check_imaginer(game, view, 1 + below(rng, 1_000_000), where)


def check_imaginer(game: Game, view: View, seed: int, where: str) -> None:
    """An imaginer makes the truths that imagine() makes of the same numbers, and none has to do with another."""
    imaginer = game.imaginer(view)
    many, one = Dice(seed), Dice(seed)
    texts = [game.imagine(view, one).text() for _ in range(2)]
    first = imaginer.state(many)
    assert first.text() == texts[0], f"seat {view.seat} imagines something else the first time, {where}"
    if first.to_act() is not None:
        first.play(random_move(first, one))
    assert imaginer.state(many).text() == texts[1], f"seat {view.seat} imagines something else the second time, {where}"


def check_secrets(game: Game, state: State, move: Move, rng: Rng, where: str) -> None:
    """Two truths that a seat cannot tell apart go on looking and reading the same to it after a move it sees the same."""
    for seat in (*range(state.seats), None):
        seen = state.seen(move, seat)
        other = game.imagine(state.view(seat), rng)
        if state.to_act() == seat:
            assert seen == state.edition.vocabulary.text(move), f"seat {seat} does not see its own move, {where}"
            assert move in other.legal(), f"what seat {seat} may do depends on what it cannot know, {where}"
        same = [twin for twin in other.legal() if other.seen(twin, seat) == seen]
        if not same:
            continue  # in that truth the actor could not have done this
        twin = move if move in same else same[below(rng, len(same))]
        real = state.clone()
        real.play(move)
        other.play(twin)
        assert other.view(seat) == real.view(seat), f"seat {seat} sees a secret after {seen!r}, {where}"
        assert other.view(seat).json() == real.view(seat).json(), f"seat {seat} reads a secret after {seen!r}, {where}"


def check_over(state: State) -> None:
    """At the end nothing is legal, and the outcome is complete."""
    outcome = state.outcome()
    assert outcome is not None, f"the game is over without an outcome: {state.text()}"
    assert state.legal() == [], f"the game is over and something is legal: {state.text()}"
    assert state.words() == [], f"the game is over and something can be said: {state.text()}"
    assert state.chances() == [], f"the game is over and something can be drawn: {state.text()}"
    assert state.deal(Dice(1)) is None, f"the game is over and somebody is to act: {state.text()}"
    for text in ("", "no such move", state.edition.vocabulary.texts[0]):
        check_unsaid(state, text, "at the end")
    assert len(outcome.scores) == state.seats, f"not every seat has a score: {outcome}"
    assert isinstance(outcome.scores, tuple), f"scores are a tuple: {outcome}"
    assert isinstance(outcome.winners, tuple), f"winners are a tuple: {outcome}"
    assert outcome.winners, f"nobody has won: {outcome}"
    assert list(outcome.winners) == sorted(set(outcome.winners)), f"the winners are not in order: {outcome}"
    assert all(0 <= seat < state.seats for seat in outcome.winners), f"winners are seats, counted from 0: {outcome}"
    assert "." in outcome.ended_by, f"no rule ended the game: {outcome}"


def check_record(game: Game, record: Record, texts: list[str]) -> None:
    """A record round-trips, and its replay goes through the same positions. `texts`: the position at every ply."""
    written = write(record, game)
    again = read(written)
    assert again == record, "a record is read back as another"
    assert write(again, game) == written, "a record is written differently the second time"
    assert len(again) == len(record.moves), "the length of a record is not the number of its moves"
    _check_copies(game, record, "at the end")
    _check_copies(game, record.outcome, "at the end")
    for ply, state in enumerate(states(again, game)):
        assert state.text() == texts[ply], f"the replay differs at ply {ply}: {state.text()} instead of {texts[ply]}"
    assert replay(again, game).text() == texts[-1], "the replay ends elsewhere"
    if len(record.moves) > 1:
        middle = len(record.moves) // 2
        rest = record_of(first_state(record, game), record.moves[middle:], record.outcome, seed=record.seed, start=texts[middle])
        assert replay(read(write(rest, game)), game).text() == texts[-1], "a replay from the middle ends elsewhere"


def check_edition(game: Game, name: str) -> None:
    """An edition is what it says, and makes an equal one from its own data."""
    edition = game.edition(name)
    assert (edition.name, edition.game) == (name, game.name), f"{name} says it is {edition.game} {edition.name}"
    assert edition.built_in, f"{name} does not know that it is built in"
    changed = game.edition_from(edition.raw, "a copy")
    assert not changed.built_in, f"a copy of {name} takes itself for the original"
    assert changed.vocabulary.texts == edition.vocabulary.texts, f"a copy of {name} has other moves"
    assert changed.name != name, f"a copy of {name} has its name"
    assert {**changed.raw, "name": name} == edition.raw, f"a copy of {name} has other data"
    for one in (edition, changed, *edition.options):
        _check_copies(game, one, f"in the edition {name}")
        assert hash(one) == hash(deepcopy(one)), f"equal things of {name} have unequal hashes: {one!r}"
    assert changed != edition, f"a changed copy of {name} is taken for it"
    _check_copies(game, game, "in the game itself")
    fewest = game.start(edition, edition.seat_counts[0])
    assert game.start(name) == fewest, f"{name} starts with other seats or options when it is named alone"
    assert game.start(edition=edition.raw) == game.start(changed, fewest.seats), f"{name} starts otherwise from its data"
    assert game.position(name, fewest.text()) == fewest, f"a position of {name} is another when the edition is named"
    if name == game.editions[0]:
        assert game.start() == fewest, f"{name} is the usual edition, but not what is started without a word"
    for seats in (edition.seat_counts[0] - 1, edition.seat_counts[-1] + 1, -1):
        try:
            game.start(edition, seats)
        except FreightyardError:
            continue
        raise AssertionError(f"{name} starts with {seats} seats")


class _Fixed:
    """A random number generator that always says the same."""

    def __init__(self, number: int) -> None:
        self.number = number

    def below(self, bound: int) -> int:
        return self.number % bound


def seat_logs(record: Record, game: Game, seat: Seat | None) -> list[str]:
    """The moves of a record as one seat saw them."""
    log: list[str] = []
    state = first_state(record, game)
    for text in record.moves:
        move = state.edition.vocabulary.parse(text)
        log.append(state.seen(move, seat))
        state.play(move)
    return log
