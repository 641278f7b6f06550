"""The table: batches, stale plies, takeback, the log of each seat, restoring, marks."""

import pytest

from freightyard.bots import make_bot
from freightyard.core.chance import Stream
from freightyard.core.contract import CHANCE, Game
from freightyard.core.errors import BadSetup, IllegalMove, NotAMove
from freightyard.core.record import read, replay, write
from freightyard.games import all_games
from freightyard.games.freight_cars.rules import GAME as FREIGHT_CARS
from freightyard.games.freight_train.rules import GAME
from freightyard.table import SHEET, TURN, Event, Mark, Standing, Step, Table, state_at
from freightyard.table.errors import NothingToTakeBack, NotYourTurn, StalePly, TableError


def new_table(game: Game = GAME, seats: int = 2, seed: str = "1") -> Table:
    table = Table(game, game.edition(game.editions[0]), seats, seed=seed)
    table.commit(table.begin())
    return table


def actor_of(table: Table) -> int:
    actor = table.to_act()
    assert actor is not None
    return actor


def test_begin_draws_until_a_seat_is_to_act() -> None:
    table = new_table()
    assert table.ply == 1 + 25 + 24
    assert all(event.seat == CHANCE for event in table.events)
    assert table.to_act() in (0, 1)


def test_step_changes_nothing_until_it_is_committed() -> None:
    table = new_table()
    seat = actor_of(table)
    before = table.view(None)
    step = table.move(seat, table.ply, ["take 1"])
    assert table.view(None) == before
    table.commit(step)
    assert table.view(None) != before
    with pytest.raises(StalePly, match="the step was made at ply 50, and the table is at 51"):
        table.commit(step)


def test_batch_is_played_all_or_none() -> None:
    table = new_table()
    seat = actor_of(table)
    with pytest.raises(IllegalMove, match="only when no action is possible"):
        table.move(seat, table.ply, ["pass"])
    with pytest.raises(IllegalMove, match="take 1 more car from the main yard first"):
        table.move(seat, table.ply, ["take 1", "take 1", "call"])
    assert table.ply == 50
    table.commit(table.move(seat, table.ply, ["take 1", "take 1", "take 2"]))
    assert [event.text for event in table.events[50:]] == ["take 1", "take 1", "take 2"]


@pytest.mark.parametrize("texts", [[], ["call"] * 201])
def test_batch_has_a_sensible_size(texts: list[str]) -> None:
    table = new_table()
    with pytest.raises(TableError, match="send 1 to 200 moves at once"):
        table.move(actor_of(table), table.ply, texts)


def test_batch_ends_with_a_turn_and_before_a_card() -> None:
    table = new_table()
    seat = actor_of(table)
    with pytest.raises(NotYourTurn, match=f"it is seat {2 - seat}'s turn"):
        table.move(seat, table.ply, ["call", "call"])
    while "fill" not in table.view(seat).legal:
        seat = actor_of(table)
        table.commit(table.move(seat, table.ply, [table.view(seat).legal[0]]))
        seat = actor_of(table)
    with pytest.raises(NotYourTurn, match="cards are drawn after 'fill'"):
        table.move(seat, table.ply, ["fill", "take 1"])


def test_stale_foreign_and_unknown_moves_are_refused() -> None:
    table = new_table()
    seat = actor_of(table)
    with pytest.raises(StalePly, match="the game is at ply 50, not 49: look at the board again"):
        table.move(seat, 49, ["take 1"])
    with pytest.raises(NotYourTurn, match=f"it is seat {seat + 1}'s turn"):
        table.move(1 - seat, 50, ["take 1"])
    with pytest.raises(NotAMove, match="'tea' is not a move"):
        table.move(seat, 50, ["tea"])
    with pytest.raises(IllegalMove):
        table.move(seat, 50, ["draw tank"])


def test_takeback_undoes_the_own_moves_one_by_one_and_keeps_them_in_the_log() -> None:
    table = new_table()
    seat = actor_of(table)
    start = table.view(None)
    table.commit(table.move(seat, table.ply, ["take 1", "take 2"]))
    middle = table.view(None)
    table.commit(table.move(seat, table.ply, ["take 3"]))
    table.commit(table.take_back(seat, table.ply))
    assert table.view(None) == middle
    table.commit(table.take_back(seat, table.ply))
    table.commit(table.take_back(seat, table.ply))
    assert table.view(None) == start
    with pytest.raises(NothingToTakeBack):
        table.take_back(seat, table.ply)
    lines = [(line.text, line.undone) for line in table.log(None)[50:]]
    assert lines == [("take 1", True), ("take 2", True), ("take 3", True), ("undo", False), ("undo", False), ("undo", False)]
    assert table.record().moves == tuple(event.text for event in table.events[:50])
    table.commit(table.move(seat, table.ply, ["call"]))
    assert table.record().moves[-1] == "call"


def test_what_was_sent_at_once_is_undone_at_once() -> None:
    table = new_table()
    seat = actor_of(table)
    start = table.view(None)
    table.commit(table.move(seat, table.ply, ["take 1"]))
    middle = table.view(None)
    table.commit(table.move(seat, table.ply, ["take 2", "take 3"]))
    table.commit(table.take_back(seat, table.ply, together=True))
    assert table.view(None) == middle
    assert [line.text for line in table.log(None)[-2:]] == ["undo", "undo"]
    table.commit(table.take_back(seat, table.ply, together=True))
    assert table.view(None) == start
    with pytest.raises(NothingToTakeBack):
        table.take_back(seat, table.ply, together=True)
    events = table.events
    again = new_table()
    again.restore(events[again.ply :])
    assert again.view(None) == start


def test_a_turn_is_reset_in_one_step_that_takes_back_all_its_moves() -> None:
    table = new_table()
    seat = actor_of(table)
    start = table.view(None)
    table.commit(table.move(seat, table.ply, ["take 1", "take 2"]))
    table.commit(table.move(seat, table.ply, ["take 3"]))
    assert (table.takebacks(seat), table.takebacks(1 - seat)) == (3, 0)
    step = table.reset_turn(seat, table.ply)
    assert [event.text for event in step.events] == ["undo"] * 3
    table.commit(step)
    assert table.view(None) == start
    assert [line.undone for line in table.log(None)[50:]] == [True] * 3 + [False] * 3
    other = new_table()
    other.restore(table.events[other.ply :])
    assert other.view(seat) == table.view(seat)
    with pytest.raises(NothingToTakeBack, match="nothing to reset"):
        table.reset_turn(seat, table.ply)
    with pytest.raises(StalePly):
        table.reset_turn(seat, table.ply - 1)


def test_the_table_knows_whether_all_of_a_turn_can_be_undone() -> None:
    table = new_table()
    seat = actor_of(table)
    assert not table.undoes_turn(seat)
    table.commit(table.move(seat, table.ply, ["take 1", "take 2"]))
    assert table.undoes_turn(seat)
    assert not table.undoes_turn(1 - seat)
    table.commit(table.reset_turn(seat, table.ply))
    table.commit(table.move(seat, table.ply, ["call"]))
    assert table.undoes_turn(seat), "the turn is over, and nobody has answered"
    table.commit(table.take_back(seat, table.ply))
    table.commit(table.move(seat, table.ply, ["take 3"]))
    assert table.undoes_turn(seat)
    again = new_table()
    again.restore(table.events[again.ply :])
    assert again.undoes_turn(seat)
    table.commit(table.reset_turn(seat, table.ply))
    table.commit(table.move(seat, table.ply, ["call"]))
    table.commit(table.move(1 - seat, table.ply, ["take 1"]))
    assert table.undoes_turn(1 - seat)


def test_a_turn_in_which_a_card_was_drawn_cannot_be_undone_as_a_whole() -> None:
    table = new_table()
    while "fill" not in table.view(seat := actor_of(table)).legal:
        table.commit(table.move(seat, table.ply, [table.view(seat).legal[0]]))
    table.commit(table.move(seat, table.ply, ["fill"]))
    table.commit(table.move(seat, table.ply, ["take 1", "take 1"]))
    assert table.takebacks(seat) == 2
    assert not table.undoes_turn(seat)


def test_what_was_undone_last_can_be_made_again_until_something_else_happens() -> None:
    table = new_table()
    seat = actor_of(table)
    table.commit(table.move(seat, table.ply, ["take 1"]))
    assert table.redoable(seat) == ()
    table.commit(table.take_back(seat, table.ply))
    table.commit(table.move(seat, table.ply, ["take 2", "take 3"]))
    there = table.view(None)
    table.commit(table.take_back(seat, table.ply))
    table.commit(table.take_back(seat, table.ply))
    assert table.redoable(seat) == ("take 2", "take 3"), "not the move that was undone before"
    assert table.redoable(1 - seat) == ()
    again = new_table()
    again.restore(table.events[again.ply :])
    assert again.redoable(seat) == ("take 2", "take 3")
    table.commit(table.move(seat, table.ply, table.redoable(seat)))
    assert table.view(None) == there
    assert table.redoable(seat) == ()


def test_a_reset_stops_at_a_card_and_at_the_moves_of_others() -> None:
    table = new_table()
    while "fill" not in table.view(seat := actor_of(table)).legal:
        table.commit(table.move(seat, table.ply, [table.view(seat).legal[0]]))
    table.commit(table.move(seat, table.ply, ["fill"]))
    drawn = table.view(None)
    table.commit(table.move(seat, table.ply, ["take 1", "take 1"]))
    with pytest.raises(NothingToTakeBack):
        table.reset_turn(1 - seat, table.ply)
    table.commit(table.reset_turn(seat, table.ply))
    assert table.view(None) == drawn  # what was drawn stays


def test_takeback_reaches_over_the_end_of_the_turn_until_somebody_answers() -> None:
    table = new_table()
    seat = actor_of(table)
    table.commit(table.move(seat, table.ply, ["call"]))
    assert table.to_act() == 1 - seat
    assert not table.can_take_back(1 - seat)
    with pytest.raises(NothingToTakeBack):
        table.take_back(1 - seat, table.ply)
    step = table.take_back(seat, table.ply)
    table.commit(step)
    assert table.to_act() == seat
    table.commit(table.move(seat, table.ply, ["call"]))
    table.commit(table.move(1 - seat, table.ply, ["take 1"]))
    with pytest.raises(NothingToTakeBack):
        table.take_back(seat, table.ply)
    assert table.can_take_back(1 - seat)


def test_takeback_does_not_reach_into_an_earlier_turn() -> None:
    # With two seats and a marker that passes, the last player of a round begins the next one.
    table = new_table()
    first = actor_of(table)
    table.commit(table.move(first, table.ply, ["call"]))
    table.commit(table.move(1 - first, table.ply, ["call"]))
    assert table.to_act() == 1 - first
    table.commit(table.move(1 - first, table.ply, ["take 1"]))
    table.commit(table.take_back(1 - first, table.ply))
    with pytest.raises(NothingToTakeBack):
        table.take_back(1 - first, table.ply)


def test_takeback_stops_at_a_card() -> None:
    table = new_table()
    while True:
        seat = actor_of(table)
        legal = table.view(seat).legal
        if "fill" in legal:
            break
        table.commit(table.move(seat, table.ply, [legal[0]]))
    table.commit(table.move(seat, table.ply, ["fill"]))
    assert table.to_act() == seat
    with pytest.raises(NothingToTakeBack):
        table.take_back(seat, table.ply)


def play_on(table: Table, plies: int, seed: str = "bots") -> None:
    """Random players with now and then a move taken back."""
    rng = Stream(seed)
    bot = make_bot("random", table.game, rng)
    while table.ply < plies and (actor := table.to_act()) is not None:
        table.commit(table.move(actor, table.ply, [bot.decide(table.view(actor))]))
        if rng.below(7) == 0 and table.can_take_back(actor):
            table.commit(table.take_back(actor, table.ply))


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_restored_table_is_the_same_and_goes_on_with_the_same_cards(game: Game) -> None:
    table = new_table(game)
    play_on(table, 260)
    other = Table(game, game.edition(game.editions[0]), table.seats, seed="1")
    other.restore(table.events)
    for seat in (0, 1, None):
        assert other.view(seat) == table.view(seat)
        assert other.log(seat) == table.log(seat)
    assert other.can_take_back(0) == table.can_take_back(0)
    play_on(table, 700, "on")
    play_on(other, 700, "on")
    assert other.events == table.events


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_whole_game_at_a_table_makes_a_record_that_replays(game: Game) -> None:
    table = new_table(game, seed="whole")
    play_on(table, 10**9)
    assert table.to_act() is None
    assert replay(read(write(table.record(), game)), game).outcome() == table.outcome()
    with pytest.raises(NotYourTurn, match="the game is over"):
        table.move(0, table.ply, [game.edition(game.editions[0]).vocabulary.text(0)])


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_log_of_a_seat_is_what_it_saw(game: Game) -> None:
    table = new_table(game)
    play_on(table, 200)
    truth = [event.text for event in table.events]
    for seat in (0, 1):
        for line, text in zip(table.log(seat), truth, strict=True):
            if line.seat == seat:
                assert line.text == text
            elif line.text != text:
                assert "?" in line.text


def test_takeback_ends_where_a_secret_card_was_shown() -> None:
    table = new_table(FREIGHT_CARS)
    while True:
        seat = actor_of(table)
        legal = table.view(seat).legal
        load = next((text for text in legal if text.startswith("load ")), None)
        if load is not None and load.split()[1] in table.view(seat).board.seats[seat].hand:
            break
        table.commit(table.move(seat, table.ply, [legal[-1]]))
    table.commit(table.move(seat, table.ply, [load]))
    assert not table.can_take_back(seat)
    lay = table.view(seat).legal[0]
    table.commit(table.move(seat, table.ply, [lay]))
    if table.to_act() == seat:
        table.commit(table.take_back(seat, table.ply))
    with pytest.raises(NothingToTakeBack):
        table.take_back(seat, table.ply)
    other = Table(FREIGHT_CARS, FREIGHT_CARS.edition(FREIGHT_CARS.editions[0]), table.seats, seed="1")
    other.restore(table.events)
    assert not other.can_take_back(seat)


@pytest.mark.parametrize("seat", [-2, -1, 2])
def test_nobody_sits_outside_the_table(seat: int) -> None:
    for game in all_games():
        table = new_table(game)
        for ask in (table.view, table.log):
            with pytest.raises(BadSetup, match=f"there is no seat {seat + 1}: this game has 2 seats"):
                ask(seat)
        with pytest.raises(BadSetup):
            table.move(seat, table.ply, ["pass"])


def test_restoring_events_of_another_game_is_refused() -> None:
    table = Table(GAME, GAME.edition("mayfair-1996"), 2, seed="1")
    with pytest.raises(TableError, match="event 0 of the table is of another seat"):
        table.restore([Event(0, "call")])
    with pytest.raises(IllegalMove):
        table.restore([Event(CHANCE, "draw tank")])


def turns_on(table: Table, turns: int, name: str = "random") -> list[Step]:
    """Let bots play so many turns, or to the end; the steps that were made."""
    bots = [make_bot(name, table.game, Stream(f"bot {seat}")) for seat in range(table.seats)]
    steps = []
    until = table.truth().turns + turns
    while (actor := table.to_act()) is not None and table.truth().turns < until:
        steps.append(table.move(actor, table.ply, [bots[actor].decide(table.view(actor))]))
        table.commit(steps[-1])
    return steps


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_marks_are_the_positions_of_turns_and_a_table_goes_on_from_any_of_them(game: Game) -> None:
    table = new_table(game)
    steps = turns_on(table, 6)
    marks = [mark for step in steps for mark in step.marks]
    assert [mark.kind for mark in marks].count(TURN) == 6
    edition = table.truth().edition
    for mark in marks:
        events = table.events[mark.ply :]
        later = Table(game, edition, table.seats, seed="1", mark=mark)
        later.restore(events)
        assert (later.ply, later.truth().text()) == (table.ply, table.truth().text())
        assert later.log(0) == table.log(0)[mark.ply :]
        reached = state_at(game.position(edition, mark.text), events)
        assert reached is not None
        assert reached.text() == table.truth().text()
    with pytest.raises(TableError, match="cannot write down what was before"):
        later.record()


def test_marks_show_every_score_sheet() -> None:
    table = new_table()
    marks = [mark for step in turns_on(table, 10_000, "greedy") for mark in step.marks if mark.kind == SHEET]
    sheets = [GAME.position(table.truth().edition, mark.text).sheet() for mark in marks]
    assert [sheet.title for sheet in sheets if sheet] == ["Day 1", "Day 2", "Day 3"]
    outcome = table.outcome()
    assert outcome is not None
    paid = [sum(sheet.totals[seat] for sheet in sheets if sheet) for seat in (0, 1)]
    rearranged = [sum(event == Event(seat, "rearrange") for event in table.events) for seat in (0, 1)]
    start = table.truth().edition.raw["points_at_start"]
    assert [start + paid[seat] - rearranged[seat] for seat in (0, 1)] == list(outcome.scores)


def test_state_at_says_when_a_move_before_the_mark_was_taken_back() -> None:
    table = new_table()
    seat = actor_of(table)
    step = table.move(seat, table.ply, ["call"])
    (mark,) = step.marks
    table.commit(step)
    table.commit(table.take_back(seat, table.ply))
    first = GAME.position(table.truth().edition, mark.text)
    assert mark == Mark(51, TURN, first.text())
    assert state_at(first, table.events[mark.ply :]) is None
    whole = state_at(GAME.start(first.edition, 2), table.events)
    assert whole is not None
    assert whole.text() == table.truth().text()


# --- going back, as all agreed ---


def back_to(table: Table, ply: int) -> Step:
    """The step back to a moment all of whose moves still stand."""
    before = state_at(table.game.start(table.truth().edition, table.seats), table.events[:ply])
    assert before is not None
    moves = len(Standing(table.events).plies) - len(Standing(table.events[:ply]).plies)
    return table.go_back(0, table.ply, moves, before)


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_going_back_reaches_over_cards_and_the_moves_of_others_and_is_restored(game: Game) -> None:
    table = new_table(game)
    play_on(table, 200)
    ply = next(ply for ply in Standing(table.events).plies if ply > 100 and table.events[ply].seat != CHANCE)
    then = state_at(game.start(table.truth().edition, 2), table.events[:ply])
    assert then is not None
    before, log = table.ply, table.log(None)
    table.commit(back_to(table, ply))
    assert table.truth().text() == then.text()
    assert table.ply > before, "nothing that happened is forgotten"
    assert table.log(None)[:ply] == log[:ply]
    assert all(line.undone or line.text == "undo" for line in table.log(None)[ply:])
    assert not table.can_take_back(0)
    assert not table.can_take_back(1)
    assert table.redoable(0) == table.redoable(1) == (), "others moved among them, and cards were drawn"
    play_on(table, 320, "on")
    table.commit(back_to(table, ply))
    play_on(table, 400, "again")
    other = Table(game, game.edition(game.editions[0]), 2, seed="1")
    other.restore(table.events)
    assert other.truth().text() == table.truth().text()
    assert other.log(0) == table.log(0)
    assert replay(read(write(table.record(), game)), game).text() == table.truth().text()


def play_to_a_card(table: Table) -> tuple[Event, ...]:
    """First legal moves until something is drawn: what happened."""
    start = table.ply
    while all(event.seat != CHANCE for event in table.events[start:]):
        seat = actor_of(table)
        table.commit(table.move(seat, table.ply, [table.view(seat).legal[0]]))
    return table.events[start:]


def test_where_cards_are_proved_the_same_moves_draw_the_same_again() -> None:
    table = Table(GAME, GAME.edition(GAME.editions[0]), 2, seed="proved", stood=0)
    table.commit(table.begin())
    ply, first = table.ply, play_to_a_card(table)
    table.commit(back_to(table, ply))
    assert play_to_a_card(table) == first


def test_a_table_that_went_on_from_a_mark_cannot_follow_back_to_before_it() -> None:
    table = new_table()
    begun = table.ply
    mark = next(mark for step in turns_on(table, 4) for mark in step.marks)
    late = Table(GAME, table.truth().edition, 2, seed="1", mark=mark)
    late.restore(table.events[mark.ply :])
    table.commit(back_to(table, begun))
    with pytest.raises(TableError, match="before this table went on from a mark"):
        late.restore(table.events[late.ply :])
