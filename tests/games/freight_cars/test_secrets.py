"""What a seat cannot know does not show: not in its view, the view's JSON, its log or its legal moves."""

import pytest

from freightyard.core.chance import Dice, Stream
from freightyard.core.checks import random_move, seat_logs
from freightyard.core.contract import View
from freightyard.core.record import Record, first_state, record_of
from freightyard.games.freight_cars.rules import GAME
from freightyard.games.freight_cars.rules.state import State
from tests.games.freight_cars.positions import DEALT, EDITION, at, play

pytestmark = pytest.mark.many_games

GAMES = 200


def random_record(seats: int, seed: str) -> Record:
    rng = Stream(seed)
    options = ("cities=21",) if seed.endswith("1") else ()
    state = GAME.start(EDITION, seats, options)
    moves = []
    while state.to_act() is not None:
        move = random_move(state, rng)
        moves.append(EDITION.vocabulary.text(move))
        state.play(move)
    return record_of(GAME.start(EDITION, seats, options), moves, state.outcome())


def legal_words(state: State, seat: int | None) -> list[str]:
    return [EDITION.vocabulary.text(move) for move in state.legal()] if state.to_act() == seat else []


@pytest.mark.parametrize("batch", range(8))
def test_nothing_a_seat_sees_changes_when_hidden_cards_are_dealt_again(batch: int) -> None:
    for number in range(batch, GAMES, 8):
        seats = 2 + number % 3
        state = GAME.start(EDITION, seats, ("cities=21",) if number % 2 else ())
        rng, dice = Stream(f"secrets {number}"), Dice(number)
        while state.to_act() is not None:
            move = random_move(state, rng)
            for seat in (*range(seats), None):
                view = state.view(seat)
                other = GAME.imagine(view, dice)
                again = other.view(seat)
                assert again == view, f"game {number}, seat {seat}: {state.text()}"
                assert again.json() == view.json()
                assert legal_words(other, seat) == legal_words(state, seat) == list(view.legal)
                if move in other.legal():
                    assert other.seen(move, seat) == state.seen(move, seat)
            state.play(move)


@pytest.mark.parametrize("number", range(60))
def test_logs_and_views_of_a_whole_game_are_the_same_if_cards_never_seen_are_exchanged(number: int) -> None:
    """Exchange all cards that a seat never saw, in the whole record: the seat must not notice, at any ply."""
    record = random_record(2 + number % 3, f"exchange {number}")
    last = first_state(record, GAME)
    for text in record.moves:
        last.play(EDITION.vocabulary.parse(text))
    exchanged = 0
    for seat in (*range(record.seats), None):
        board = last.view(seat).board
        known = {word for at in board.seats for words in (at.hand, at.open) for word in words}
        known |= {word for at in board.seats for shipment in at.shipments for word in shipment.cards}
        known |= {car.card for at in board.seats for car in at.train}
        known |= {word for text in seat_logs(record, GAME, seat) for word in text.split()[1:2]}
        known |= {word for at in board.seats for word in (at.corporation, *at.offered)}
        names = dict(_turned(sorted(set(EDITION.cards) - known))) | dict(_turned(sorted(set(EDITION.corporations) - known)))
        moves = [" ".join(names.get(word, word) for word in text.split()) for text in record.moves]
        exchanged += moves != list(record.moves)
        other = Record(
            game=record.game, edition=record.edition, revision=1, seats=record.seats, moves=tuple(moves), options=record.options
        )
        assert seat_logs(other, GAME, seat) == seat_logs(record, GAME, seat)
        assert _views(other, seat) == _views(record, seat)
    assert exchanged, "nothing was hidden from anybody"


def _turned(words: list[str]) -> list[tuple[str, str]]:
    return list(zip(words, words[1:] + words[:1], strict=True))


def _views(record: Record, seat: int | None) -> list[View]:
    state = first_state(record, GAME)
    views = [state.view(seat)]
    for text in record.moves:
        move = EDITION.vocabulary.parse(text)
        assert move in state.legal(), f"{text}: {state.text()}"
        state.play(move)
        views.append(state.view(seat))
    return views


def test_a_view_hides_hands_corporations_and_what_was_returned() -> None:
    state = at("1 corporation titan-haulage offered medley-lines,shuttle-express hand coal-1,oil-1 open oil-5")
    for viewer in (1, None):
        text = state.view(viewer).json().decode()
        for secret in ("titan-haulage", "medley-lines", "shuttle-express", "coal-1", "oil-1"):
            assert secret not in text
        assert '"oil-5"' in text
        assert state.view(viewer).board.seats[0].hand == ("?", "?")
    assert state.view(0).board.seats[0].offered == ("shuttle-express", "medley-lines")


def test_a_hidden_discard_shows_to_nobody_until_all_have_chosen() -> None:
    state = at(f"phase discarding | {DEALT} | 1 hand coal-1,coal-2,coal-3 | 2 hand oil-1,oil-2,oil-3")
    move = EDITION.vocabulary.parse("discard coal-2")
    assert state.seen(move, 1) == state.seen(move, None) == "discard ?"
    play(state, "discard coal-2")
    assert state.view(1).board.seats[0].aside == ("?",)
    assert state.view(0).board.seats[0].aside == ("coal-2",)


def test_dealt_cards_show_to_their_seat_alone() -> None:
    state = at(f"turns 0 seat 2 | phase dealing | {DEALT} | 1 hand coal-1,coal-2,coal-3")
    move = EDITION.vocabulary.parse("draw oil-1")
    assert [state.seen(move, seat) for seat in (0, 1, None)] == ["draw ?", "draw oil-1", "draw ?"]
    start = GAME.start(EDITION, 2)
    move = EDITION.vocabulary.parse("deal titan-haulage")
    assert [start.seen(move, seat) for seat in (0, 1, None)] == ["deal titan-haulage", "deal ?", "deal ?"]
