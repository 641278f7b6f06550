"""Since your last turn: from which moment on it tells, and what each game says has changed between two positions."""

import re
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import pytest

from freightyard.bots import make_bot
from freightyard.core.chance import Stream
from freightyard.core.contract import CHANCE, View
from freightyard.games import game_named
from freightyard.page.boards import board_for
from freightyard.page.contract import LogEntry, Recap, Scene
from freightyard.page.markup import minus
from freightyard.page.recap import Span, changes_between, points_changed, recap_part, span_since
from tests.page.scenes import NASTY, players

NAMES = ("Ann", "Bob", "Cleo")
GAMES = ("freight-train", "freight-cars", "freight")
replace = msgspec.structs.replace


# --- from which moment on ---


def log_of(*events: tuple[int, str]) -> list[LogEntry]:
    return [LogEntry(ply, seat, text) for ply, (seat, text) in enumerate(events)]


def test_it_begins_where_others_answered_the_last_own_move() -> None:
    log = log_of((0, "a"), (0, "b"), (CHANCE, "card"), (1, "c"), (2, "d"))
    assert span_since(log, (0,)) == Span(3, acted=False)  # what was drawn at once was seen then
    assert span_since(log, (2,)) is None, "nobody has answered the last one"
    assert span_since(log, (1, 2)) is None
    assert span_since(log_of((0, "a"), (1, "b")), (2,)) is None, "somebody without a turn does not come back from one"


def test_own_moves_of_a_turn_that_has_begun_are_no_turn_to_come_back_from() -> None:
    log = log_of((0, "a"), (1, "b"), (0, "c"))
    assert span_since(log, (0,)) == Span(1, acted=True)


def test_moves_that_were_taken_back_count_for_nothing() -> None:
    log = [*log_of((0, "a"), (1, "b")), LogEntry(2, 0, "c", undone=True), LogEntry(3, 0, "undo")]
    assert span_since(log, (0,)) == Span(1, acted=False)


# --- what each game tells ---


def view_at(game: str, turns: int, seats: int = 3) -> View:
    """What seat 1 sees of a game of bots after so many turns."""
    rules = game_named(game)
    state = rules.start(rules.edition(rules.editions[0]), seats)
    stream = Stream("recap")
    minds = [make_bot("greedy", rules, Stream(f"recap {seat}")) for seat in range(seats)]
    while (actor := state.to_act()) is not None and (state.turns < turns or actor == CHANCE):
        if actor == CHANCE:
            state.play(state.draw(stream))
        else:
            state.play(state.edition.vocabulary.parse(minds[actor].decide(state.view(actor))))
    return state.view(0)


def told(before: View, board: object, names: Sequence[str] = NAMES) -> tuple[list[str], Recap]:
    found = changes_between(board_for(before.edition.game), before, replace(before, board=board), names)
    return [change.words for change in found.changes], found


def with_seat(board: Any, seat: int, **fields: object) -> Any:
    seats = list(board.seats)
    seats[seat] = replace(seats[seat], **fields)
    return replace(board, seats=tuple(seats))


def test_freight_train_tells_who_took_the_lead_new_cars_and_the_deck() -> None:
    before = view_at("freight-train", 6)
    board: Any = before.board
    train = type(next(train for at in board.seats for train in at.trains))
    changed = with_seat(board, 1, trains=(train("T", 5, False),), locomotives=board.seats[1].locomotives + 1)
    changed = replace(changed, main=("BTK", *board.main[1:]), deck={**board.deck, "B": board.deck["B"] - 2}, leave=0)
    words, found = told(before, changed)
    left = sum(changed.deck.values())
    assert words == [
        "Bob took the lead in tank, with 5 cars",
        "3 new cars in the main yard: box, tank, container",
        f"Bob has {changed.seats[1].locomotives} locomotives now",
        f"The deck is down to {left} cars; the Trains Leave card can come at any time",
    ]
    assert '#main-yard [data-at="m1.2"]' in found.marks  # the open end
    assert '.mini[data-train="s2tT"]' in found.marks
    assert '<i class="pic p-tank' in found.changes[0].markup


def test_freight_train_tells_a_new_day_with_what_everybody_earned() -> None:
    before = view_at("freight-train", 6)
    board = with_seat(with_seat(before.board, 0, points=9), 2, points=3)
    words, _ = told(before, replace(board, day=3))
    points = [at.points - then.points for at, then in zip(board.seats, before.board.seats, strict=True)]
    told_points = ", ".join(f"{name} {minus(gained)}" for name, gained in zip(NAMES, points, strict=True))
    assert words == [f"The trains left: day 3 of 3 began; it is the last day. {told_points}"]


def test_freight_cars_tells_credits_cities_cards_and_the_deck() -> None:
    before = view_at("freight-cars", 8)
    board: Any = before.board
    edition: Any = before.edition
    city = next(word for word in edition.cities if word not in board.cities)
    card = next(word for word in edition.card_number if word not in board.tableau)
    changed = with_seat(replace(board, cities=(city, *board.cities[1:]), tableau=(card, *board.tableau[1:])), 2, credits=40)
    words, found = told(before, replace(changed, deck=12, above=1))
    name = edition.data.cities[edition.city_number[city]].name
    assert words == [
        "Cleo took the lead, with 40 credits",
        f"1 new city: {name}",
        f"1 new card to take: {card.replace('-', ' #')}",
        "The deck is down to 12 cards and End of Game, which can come after 1 more card",
    ]
    assert found.marks == (f'#cities [data-town="{city}"]', f'#tableau [data-car="{card}"]')
    assert '<i class="res ' in found.changes[1].markup


def test_freight_tells_the_lead_rounds_cities_track_and_loans() -> None:
    before = view_at("freight", 9)
    board: Any = before.board
    city, track = type(board.cities[0]), type(board.track[0])
    loans = board.seats[2].loans + 1
    changed = with_seat(board, 2, cash=500, loans=loans)
    changed = replace(
        changed,
        round=board.round + 1,
        cities=(*board.cities, city("a1", None, "")),
        track=(*board.track, track("b2", "straight-1", 3)),
        auction=None,
    )
    words, found = told(before, changed)
    assert re.fullmatch(r"Cleo took the lead, with \d+ points", words[0])
    assert words[1].startswith(f"Round {board.round + 1} of ")
    assert re.fullmatch(r"1 new city: [A-Z]\w+", words[2])
    assert words[3] == f"Cleo built 1 tile of track; now has {loans} loan{'s' if loans > 1 else ''}"
    assert found.places == ("b2",)
    assert found.marks == ('#map-cities [data-hex="a1"]',)


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_told_of_what_is_the_same(game: str) -> None:
    view = view_at(game, 6)
    assert changes_between(board_for(game), view, view, NAMES) == Recap()


@pytest.mark.parametrize("game", GAMES)
def test_names_are_escaped_and_marks_are_found_on_the_board(game: str) -> None:
    board, marks, changes = board_for(game), 0, 0
    seats = 3
    for turns in (4, 9, 14, 19):
        before, now = view_at(game, turns), view_at(game, turns + 3)
        found = changes_between(board, before, now, (NASTY,) * seats)
        drawn = "".join(board.parts(Scene(now, players(seats), (0,), home="/t/abc")).values())
        for selector in found.marks:
            attributes = re.findall(r'\[([\w-]+="[^"]*")\]', selector)
            assert attributes, selector
            assert all(attribute in drawn for attribute in attributes), selector
        for change in found.changes:
            assert "<b onclick" not in change.markup
        marks += len(found.marks)
        changes += len(found.changes)
    assert marks
    assert changes


def test_points_that_changed_are_told_where_a_game_has_no_more_to_tell() -> None:
    words = [change.words for change in points_changed((3, 5, 0), (3, 7, -1), NAMES, ("point", "points"))]
    assert words == ["Bob gained 2 points", "Cleo lost 1 point"]


def test_the_turns_of_others_are_told_and_nothing_where_there_are_none() -> None:
    view = view_at("freight-train", 6)
    log = log_of((0, "call"), (1, "take 1"), (1, "put tank train"))
    scene, board = Scene(view, players(3), (0,), home="/t/abc"), board_for("freight-train")
    part = recap_part(board, scene, None, log, ply=3, span=Span(1, acted=False), title="Since")
    assert part is not None
    assert part.changed == []  # the rules of today do not lead to the moment before
    assert [(turn.start, turn.end) for turn in part.turns] == [(1, 3)]
    assert [words.partition(" takes")[0] for words in part.spoken] == ["Player 2"]
    assert recap_part(board, scene, view, log[:1], ply=1, span=Span(1, acted=False), title="Since") is None


def test_many_turns_are_spoken_in_a_few_sentences() -> None:
    log = [LogEntry(0, 0, "call"), *[LogEntry(ply, 1 + ply % 2, "call", turn=ply) for ply in range(1, 40)]]
    view = view_at("freight-train", 6)
    speak: Callable[..., Any] = recap_part
    scene = Scene(view, players(3), (0,), home="/t/abc")
    part = speak(board_for("freight-train"), scene, view, log, ply=40, span=Span(1, acted=False), title="Since")
    assert len(part.turns) == 39
    assert len(part.spoken) == 13
    assert part.spoken[0] == "27 earlier turns are in the log."
