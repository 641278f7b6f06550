"""A turn is one line of the log: who, what they did with pictures, what it earned and cost; the sentences are behind it."""

import re
from collections.abc import Sequence

import pytest

from freightyard.bots import make_bot
from freightyard.core.chance import Stream
from freightyard.core.contract import CHANCE, State
from freightyard.games import game_named
from freightyard.page.boards import board_for, turn_lines_for
from freightyard.page.contract import LogEntry, Scene
from freightyard.page.log import log_lines, runs, told, turns
from freightyard.server.live.turn_facts import TurnFacts
from tests.games.freight_cars.positions import at
from tests.page.scenes import players

TIE = at(
    "turns 9 seat 1 | phase over | deck 0 above 0 end final-shipping 2"
    " | 1 credits 10 shipped oil-1/5 | 2 credits 10 shipped oil-2/5,oil-3/5"
)
NAMES = ("Player 1", "Player 2", "Player 3")


def played(game: str, plies: int, seed: str = "turns") -> tuple[State, list[LogEntry]]:
    """A game of bots from its beginning, and its log as a spectator was told."""
    rules = game_named(game)
    state = rules.start(rules.edition(rules.editions[0]), 3)
    facts, stream = TurnFacts(state), Stream(seed)
    log: list[LogEntry] = []
    minds = [make_bot("greedy", rules, Stream(f"{seed} {number}")) for number in range(3)]
    texts = state.edition.vocabulary.texts
    while (actor := state.to_act()) is not None and len(log) < plies:
        move = state.draw(stream) if actor == CHANCE else state.edition.vocabulary.parse(minds[actor].decide(state.view(actor)))
        seen = state.seen(move, None)
        fact = facts.play(texts[move])
        log.append(LogEntry(len(log), actor, seen, False, *fact))
    return state, log


def lines_of(state: State, log: Sequence[LogEntry]) -> list[str]:
    """Turn by turn, without how the game ended."""
    lines = log_lines(board_for(state.edition.game), Scene(state.view(None), players(3), home="/t/abc"), log)
    return lines if state.to_act() is not None else lines[1:]


def plain(markup: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", markup)).strip()


def headline(line: str) -> str:
    found = re.search(r"<summary>(.*?)</summary>", line)
    return plain(found[1] if found else line).removeprefix("↗ ")


def test_the_log_tells_how_the_game_ended_and_what_decided_a_tie() -> None:
    board, scene = board_for("freight-cars"), Scene(TIE.view(None), players(2), home="/t/abc")
    line = log_lines(board, scene, [LogEntry(40, 0, "decline", False, 8)])[0]
    words = "The game is over: Player 2 wins with 10 credits (tie decided by cars shipped: Player 2 2, Player 1 1)."
    assert plain(line).removeprefix("↗ ") == words
    assert 'data-ply="41"' in line, "a line of its own"
    assert words in plain(board.parts(scene)["prompt"])


@pytest.mark.parametrize("game", ["freight-train", "freight-cars", "freight"])
def test_a_turn_is_one_line(game: str) -> None:
    state, log = played(game, 260)
    teller = turn_lines_for(game)
    assert teller is not None
    for turn in turns(teller.shared, log):
        assert len({entry.turn for entry in turn}) == 1
        seats = {entry.seat for entry in turn if entry.seat != CHANCE and not teller.shared(entry.text)}
        assert len(seats) <= 1
    told_turns = [turn for turn in turns(teller.shared, log) if turn[0].seat != CHANCE and not teller.shared(turn[0].text)]
    numbers = [turn[0].turn for turn in told_turns if turn[0].turn]  # before the first turn all choose what to keep
    assert len(numbers) <= len(set(numbers)) + 1, "only what several do together comes between the moves of a turn"
    assert len(lines_of(state, log)) <= len(turns(teller.shared, log))


@pytest.mark.parametrize("game", ["freight-train", "freight-cars", "freight"])
def test_the_lines_since_a_ply_are_those_of_the_whole_log(game: str) -> None:
    state, log = played(game, 200)
    board, scene = board_for(game), Scene(state.view(None), players(3), home="/t/abc")
    whole = log_lines(board, scene, log)
    for since in range(60, len(log), 7):
        some = log_lines(board, scene, log, since)
        assert whole[: len(some)] == some
        first = re.search(r'data-ply="(\d+)"', some[-1])
        assert first is not None
        assert int(first[1]) <= since


def test_freight_train_tells_where_the_cars_came_from_and_went() -> None:
    state, log = played("freight-train", 200)
    lines = [line for line in lines_of(state, log) if "<summary>" in line]
    assert any(re.search(r"takes from sidings \d, \d", headline(line)) for line in lines)
    assert any(re.search(r"fills a siding, (takes|loads) from", headline(line)) for line in lines)
    for line in lines:
        puts = plain(line).count("puts ")
        if puts and "rearrange" not in line:
            assert "→" in headline(line)
            assert 'class="pic p-' in line


def test_freight_train_tells_what_a_day_earned() -> None:
    state, log = played("freight-train", 2000)
    days = [entry for entry in log if entry.text == "leave"]
    assert days
    ends = [line for line in lines_of(state, log) if "The trains leave:" in headline(line)]
    assert len(ends) == len(days)
    gains = [int(number) for number in re.findall(r"<b>\+?([\d−]+)</b>", ends[-1])]
    assert gains == list(days[0].gains)


def test_freight_cars_tells_what_a_shipment_earned() -> None:
    state, log = played("freight-cars", 1500)
    board, seen = board_for("freight-cars"), 0
    scene = Scene(state.view(None), players(3), home="/t/abc")
    for run in runs(log):
        if run[-1].text == "done":
            earned = sum(entry.gains[entry.seat] for entry in run if entry.gains)
            assert f"earning {earned}" in told(board, state.edition, NAMES, run)[1]
            line = headline(log_lines(board, scene, run)[-1])
            assert re.search(rf"ships \d cars? .*for {earned}$", line), line
            seen += 1
    assert seen > 3


def test_a_line_of_freight_cars_tells_that_the_end_has_come() -> None:
    state, log = played("freight-cars", 1500)
    ends = [headline(line) for line in lines_of(state, log) if "End of Game" in headline(line)]
    assert len(ends) == 1
    assert re.search(
        r"(takes|draws) .* and turns up End of Game : everybody has one more turn, after which you can only ship once more$",
        ends[0],
    ), ends


def test_a_turn_without_a_line_is_told_in_whole_sentences() -> None:
    state, log = played("freight-cars", 40)
    told_lines = [headline(line) for line in lines_of(state, log)]
    assert any(re.search(r" keeps a corporation\. Dealt: ", line) for line in told_lines), told_lines
    assert not any(re.search(r"; [A-Z]", line) for line in told_lines)


def test_a_line_of_freight_cars_shows_no_card_that_its_reader_may_not_know() -> None:
    edition = game_named("freight-cars").edition(game_named("freight-cars").editions[0])
    state = game_named("freight-cars").start(edition, 3)
    for known, words in (("?", "draws from the deck"), ("coal-1", "draws from the deck: C coal #1")):
        log = [LogEntry(0, 0, "draw deck", turn=0), LogEntry(1, CHANCE, f"draw {known}", turn=0)]
        assert headline(lines_of(state, log)[0]) == f"Player 1 {words}"


def test_freight_tells_what_was_built_earned_and_paid_and_the_interest() -> None:
    state, log = played("freight", 700)
    board = board_for("freight")
    stories = [told(board, state.edition, NAMES, run)[1] for run in runs(log)]
    assert any(re.search(r"earning \d+", story) for story in stories)
    assert any(re.search(r"paying \d+ interest", story) for story in stories)
    lines = [headline(line) for line in lines_of(state, log)]
    assert any(re.search(r"\d tracks? −\d+", line) for line in lines), lines[:20]
    assert any(re.search(r"delivers .*\+\d+", line) for line in lines)
    assert any(re.search(r"interest −\d+", line) for line in lines)
    assert any(line.startswith("Auction:") for line in lines)


def test_in_freight_the_parts_of_a_turn_add_up() -> None:
    """What is told of a turn is all that its player won and lost: nothing is told twice, and cubes bring what they pay."""
    state, log = played("freight", 900)
    teller = turn_lines_for("freight")
    assert teller is not None
    costs = 0
    for turn in turns(teller.shared, log):
        line = teller.line(state.view(None), turn, NAMES)
        if turn[0].seat == CHANCE or teller.shared(turn[0].text) or not line:
            continue
        told_money = sum([int(number.replace("−", "-")) for number in re.findall(r"<b>([+−]\d+)</b>", line)])
        assert told_money == sum([entry.gains[entry.seat] for entry in turn if entry.gains and entry.seat != CHANCE]), line
        delivered = [entry for entry in turn if entry.text.startswith("deliver ")]
        if delivered and "extra action points" in line:
            costs += 1
    assert costs


def test_a_loan_for_the_interest_is_told_apart_from_it() -> None:
    state, log = played("freight", 900)
    teller = turn_lines_for("freight")
    assert teller is not None
    last = len(log)
    log.append(LogEntry(last, 1, "loan", gains=(0, 7, 0)))  # 10 in hand, of which the interest took 3 at once
    line = teller.line(state.view(None), log[last:], NAMES)
    assert "1 loan <b>+10</b>" in line
    assert "interest <b>−3</b>" in line


def test_a_game_without_lines_of_its_own_gets_its_sentences() -> None:
    assert turn_lines_for("no-such-game") is None
    log = [LogEntry(0, 0, "take 1"), LogEntry(1, 0, "take 2"), LogEntry(2, CHANCE, "first 1")]
    found = turns(lambda _: False, log)
    assert [[entry.ply for entry in turn] for turn in found] == [[0, 1], [2]]


def test_freight_tells_each_marker_that_is_put_somewhere_by_itself() -> None:
    state, log = played("freight", 260)
    told_lines = [headline(line) for line in lines_of(state, log)]
    assert any(re.search(r"puts \S.* on [A-Z][a-z]+, puts \S.* into box 2", line) for line in told_lines), told_lines
