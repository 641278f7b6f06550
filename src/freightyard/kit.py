"""Everything that a game brings, tried out: the rules as `core.checks` does, and every other part along whole games.

    from freightyard.kit import check_title
    check_title(TITLE)

A check that fails raises AssertionError and says what is wrong, where, and in which position.
"""

import re
from collections.abc import Iterator
from io import StringIO
from typing import Any, Final

from rich.console import Console

from freightyard.adapters.observation import Observation, observed
from freightyard.bots.contract import Judge
from freightyard.bots.search.value import FEATURE_BOUND, STAGES, Features
from freightyard.core.chance import Dice, Stream
from freightyard.core.checks import check_edition, check_game
from freightyard.core.contract import CHANCE, Edition, Game, State
from freightyard.core.errors import FreightyardError
from freightyard.core.manual import rule_lines
from freightyard.core.orders import Orders
from freightyard.core.record import Record, first_state, states
from freightyard.core.tally import Counts, GameWatch
from freightyard.core.title import (
    BOT,
    FEATURES,
    LESSONS,
    OBSERVATION,
    ORDERS,
    PAGE,
    PUZZLES,
    RULES,
    TERMINAL,
    TURN_LINES,
    WATCH,
    Title,
)
from freightyard.page import plain
from freightyard.page.contract import BoardRenderer, Player, Scene, TurnLines
from freightyard.table.lessons import check_lesson
from freightyard.table.puzzles import check_puzzle
from freightyard.terminal.boards import TerminalBoard

_OFFERS: Final[dict[str, type]] = {
    RULES: Game,
    BOT: Judge,
    PAGE: BoardRenderer,
    TERMINAL: TerminalBoard,
    WATCH: GameWatch,
    TURN_LINES: TurnLines,
    OBSERVATION: Observation,
    ORDERS: Orders,
    FEATURES: Features,
}
_PLANS: Final = 8
_MISTAKES: Final = 100  # positions that are tried after each game
_EVERY: Final = 5  # plies between those at which parts are tried
_WORD: Final = re.compile(r'data-word="([^"]+)"')


def check_title(title: Title, *, seeds: int = 1, every: int = 1) -> None:
    """Check all of a game: each edition, number of seats and option, so many random games of each.

    `every`: the costly checks of the rules only at every n-th ply.
    """
    check_parts(title)
    game = title.game
    for lesson in title.load(LESSONS) or ():
        check_lesson(game, lesson)
    for puzzle in title.load(PUZZLES) or ():
        check_puzzle(game, puzzle)
    for name in game.editions:
        check_edition(game, name)
        edition = game.edition(name)
        for seats in edition.seat_counts:
            for options in _choices(edition):
                for number in range(seeds):
                    record = check_game(game, edition, seats, options, f"{title.name} {number}", every=every)
                    check_along(title, record)
                    check_wrong_positions(game, record)


def check_parts(title: Title) -> None:
    """Every part can be loaded and offers what the platform asks it for. The rules bear the name of the title."""
    for part in title.parts:
        found = title.load(part)
        wanted = _OFFERS.get(part)
        missing = [name for name in _members(wanted) if not hasattr(found, name)] if wanted else []
        assert not missing, f"the part {part!r} of {title.name} has no {', '.join(missing)}"
    assert title.game.name == title.name, f"the title is called {title.name}, its rules {title.game.name}"


def check_along(title: Title, record: Record) -> None:
    """Replay a game, and try at its moments whatever part the title brings."""
    rules = rule_lines(title)
    state = first_state(record, title.game)
    watch = title.load(WATCH)
    watching: GameWatch | None = None if watch is None else watch()
    counts = Counts()
    for ply, text in enumerate([*record.moves, ""]):
        where = f"{title.name} {record.edition}, ply {ply}: {state.text()}"
        if ply % _EVERY == 0 or not text:
            check_slugs(state, rules, where)
            check_board(title.load(PAGE) or plain, state, where)
            for part, check in _CHECKS.items():
                if part in title.parts:
                    check(title.load(part), state, where)
        if watching is not None:
            _check_watch(watching, state, where)
        if text:
            move = state.edition.vocabulary.parse(text)
            if watching is not None:
                watching.before(state, move, counts)
            state.play(move)
    if watching is not None:
        watching.end(state, counts)
    assert all(0 <= tally.seat <= state.seats for tally in counts.tallies()), f"a tally of {title.name} is of no seat"


def check_wrong_positions(game: Game, record: Record) -> None:
    """A position with a mistake in it is refused, or can be played to the end: nobody who types one may make a game crash."""
    rng = Stream(f"mistakes in {record.seed}")
    texts = [state.text() for state in states(record, game)]
    for _ in range(_MISTAKES):
        text = _mistaken(texts[rng.below(len(texts))], rng)
        try:
            state = game.position(record.edition, text)
        except FreightyardError:
            continue
        except Exception as error:
            raise AssertionError(f"a position is answered with {error!r} instead of BadPosition: {text}") from error
        try:
            assert state.to_act() is None or state.legal(), f"nothing is legal in a position that was not refused: {text}"
            game.position(record.edition, state.text()).playout(Dice(1))
        except AssertionError:
            raise
        except Exception as error:
            raise AssertionError(f"a position that was not refused cannot be played on, {error!r}: {text}") from error


def _mistaken(text: str, rng: Stream) -> str:
    """The text with one of its words changed, left out, doubled, or changed over with another."""
    words = text.split(" ")
    place, other = rng.below(len(words)), rng.below(len(words))
    match rng.below(4):
        case 0:
            words[place] = ("0", "1", "2", "7", "99", "-1", "-", "x", "")[rng.below(9)]
        case 1:
            del words[place]
        case 2:
            words.insert(place, words[place])
        case _:
            words[place], words[other] = words[other], words[place]
    return " ".join(words)


def check_slugs(state: State, rules: dict[str, str], where: str) -> None:
    """Whatever rule is cited is in the README, if that tells rules."""
    outcome, sheet = state.outcome(), state.sheet()
    refusals = map(state.refuse, range(min(len(state.edition.vocabulary), 300)))
    cited = {refusal.slug for refusal in refusals if refusal is not None}
    cited |= {outcome.ended_by} if outcome else set()
    cited |= {row.slug for row in sheet.rows} if sheet else set()
    assert not rules or cited <= set(rules), f"the README does not tell {', '.join(sorted(cited - set(rules)))}, {where}"


def check_judge(judge: Judge, state: State, where: str) -> None:
    """Plans are legal to their last move and come in order; shares are from 0 to 1."""
    actor = state.to_act()
    assert all(0 <= share <= 1 for share in judge.shares(state)), f"the shares are {judge.shares(state)}, {where}"
    assert len(judge.shares(state)) == state.seats, f"there are {len(judge.shares(state))} shares, {where}"
    assert 0 <= judge.expected(state, 0) <= 1, f"seat 1 expects {judge.expected(state, 0)} of the win, {where}"
    if actor is None or actor == CHANCE:
        return
    plans = judge.plans(state, _PLANS)
    assert 0 < len(plans) <= _PLANS, f"the judge has {len(plans)} plans, {where}"
    for plan in plans:
        after = state.clone()
        assert plan.moves, f"a plan has no move, {where}"
        for move in plan.moves:
            words = state.edition.vocabulary.text(move)
            assert move in after.legal(), f"the plan {plan} has {words!r}, which is not legal then, {where}"
            after.play(move)
    reason = judge.reason(state, plans[0].moves)
    assert reason.strip(), f"the judge gives no reason for its plan, {where}"
    assert "\n" not in reason, f"the judge gives more than a sentence for its plan, {where}"
    played = state.clone()
    turns = judge.playout(played, Dice(1), 1000)
    assert turns >= 0, f"a playout has {turns} turns, {where}"


def check_features(features: Features, state: State, where: str) -> None:
    """Each seat has a whole number for each name; the stage is within its bounds; and nothing is changed by looking."""
    if state.to_act() is None:
        return
    before = state.text()
    rows = features.rows(state)
    assert len(rows) == state.seats, f"there are {len(rows)} rows of features, {where}"
    for row in rows:
        assert len(row) == len(features.names), f"a row has {len(row)} features, not {len(features.names)}, {where}"
        assert all(type(number) is int and abs(number) < FEATURE_BOUND for number in row), f"the features are {row}, {where}"
    assert 0 <= features.stage(state) <= STAGES, f"the stage is {features.stage(state)}, {where}"
    assert 0 <= features.won <= 1, f"an end that is won counts {features.won}, {where}"
    assert features.turns(state) >= 0, f"a playout goes on for {features.turns(state)} turns, {where}"
    assert features.breaks(state) in (True, False), where
    assert set(features.against) <= set(features.names), f"{features.against} are not all among the names, {where}"
    assert state.text() == before, f"looking at the features changed the position, {where}"


def check_board(board: BoardRenderer, state: State, where: str) -> None:
    """The parts have their ids, are all in their places, and every legal move can be clicked."""
    players = tuple([Player(seat, f"Player {seat + 1}") for seat in range(state.seats)])
    ids = None
    for seat in (*range(state.seats), None):
        scene = Scene(view=state.view(seat), players=players, own_seats=() if seat is None else (seat,))
        parts = board.parts(scene)
        ids = ids or set(parts)
        assert set(parts) == ids, f"the parts of seat {seat} have other names: {set(parts) ^ ids}, {where}"
        for name, markup in parts.items():
            head = markup[: markup.find(">")]
            assert f'id="{name}"' in head, f"the part {name!r} does not begin with an element of this id, {where}"
            assert "data-part" in head, f"the part {name!r} does not say that it is one (data-part), {where}"
        whole = board.arrange({**parts, "talk": ""})
        lost = [name for name, markup in parts.items() if markup not in whole]
        assert not lost, f"the board has no place for {', '.join(lost)}, {where}"
        assert set(board.changes(scene, scene)) <= ids, f"other parts change than there are, {where}"
        assert len(board.scores(scene.view)) == state.seats, f"not everybody has points, {where}"
        if not any(name.endswith(".js") for name in board.files()):  # a client of its own may say moves in its own way
            check_clicks(whole, scene.view.legal, where)
        ends = [words for words in board.ends(scene.view) if words]
        known = {words.partition(" ")[0] for words in state.edition.vocabulary.texts}
        assert all(words.partition(" ")[0] in known for words in ends), f"no move begins with any of {ends}, {where}"
    for text in state.words()[:20]:
        assert board.phrase(state.edition, text).strip(), f"{text!r} has no words for the log, {where}"
        assert isinstance(board.story(state.edition, [text]), str), f"{text!r} is not told, {where}"


def check_clicks(markup: str, legal: tuple[str, ...], where: str) -> None:
    """By clicks on things (`data-word`), as the client takes them one by one, each legal move can be said, and no other."""
    things = [found.split("|") for found in _WORD.findall(markup)]
    for word in {word for words in things for word in words}:
        begun = [move for move in legal if move == word or move.startswith(f"{word} ")]
        assert begun, f"something can be clicked that begins no legal move: {word!r}, {where}"
    said = {""}
    waiting = [""]
    while waiting:
        now = waiting.pop()
        for words in things:
            on = [word for word in words if word != now and (not now or word.startswith(f"{now} "))]
            if len(on) == 1 and on[0] not in said:  # the client does nothing where a click could mean two things
                said.add(on[0])
                waiting.append(on[0])
    unsaid = [move for move in legal if move not in said]
    assert not unsaid, f"these moves cannot be clicked: {', '.join(unsaid[:5])}, {where}"


def check_terminal(board: TerminalBoard, state: State, where: str) -> None:
    """The board can be printed for every seat."""
    names = tuple([f"player {seat + 1}" for seat in range(state.seats)])
    for seat in (*range(state.seats), None):
        view = state.view(seat)
        console = Console(file=StringIO(), width=100)
        console.print(board.draw(view, names))
        assert isinstance(console.file, StringIO)
        assert console.file.getvalue().strip(), f"seat {seat} sees nothing at the terminal, {where}"
        if (status := board.status(view)) is not None:
            console.print(status)


def check_observation(observation: Observation, state: State, where: str) -> None:
    """Every number lies within the bounds of its part."""
    layout = observation.layout(state.edition, state.seats)
    low, high = layout.bounds()
    for seat in range(state.seats):
        row = observed(observation, state, seat)
        for part in layout.parts:
            place = layout.slice(part.name)
            for number, least, most in zip(row[place], low[place], high[place], strict=True):
                assert least <= number <= most, f"{part.name!r} of an observation is {number}, not {least} to {most}, {where}"


def _check_watch(watch: GameWatch, state: State, where: str) -> None:
    standing = watch.standing(state)
    assert standing is None or len(standing) == state.seats, f"not everybody has a standing, {where}"
    turn = watch.turn_of(state)
    assert turn is None or 0 <= turn < state.seats, f"it is the turn of seat {turn}, {where}"


def _choices(edition: Edition) -> Iterator[tuple[str, ...]]:
    """No option, then each of them in each of its values."""
    yield ()
    for option in edition.options:
        for value in option.values[1:]:
            yield (f"{option.name}={value}",)


def _members(protocol: type) -> list[str]:
    return [name for name in dir(protocol) if not name.startswith("_")]


_CHECKS: Final[dict[str, Any]] = {
    BOT: check_judge,
    TERMINAL: check_terminal,
    OBSERVATION: check_observation,
    FEATURES: check_features,
}
