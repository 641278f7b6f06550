"""The lines that a bot in any language reads and writes: complete, without secrets, and any junk ends in one sentence."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import freightyard
from freightyard.bots import make_bot, protocol
from freightyard.bots.batch import BatchRefused, Checked, check_batch
from freightyard.bots.protocol import (
    BadLine,
    Clock,
    Decline,
    Limits,
    Moves,
    Thinking,
    decode,
    decode_to_bot,
    edition_of,
    encode,
    end_message,
    refused_message,
    schema,
    start_message,
    turn_message,
    view_of_data,
)
from freightyard.core.chance import Stream
from freightyard.core.contract import CHANCE, State
from freightyard.core.errors import FreightyardError, IllegalMove, NotAMove
from tests.server.twins import twins

GAMES = [(game, edition) for game in freightyard.game_names() for edition in freightyard.game(game).editions]


def moments(game: str, edition: str, seats: int, seed: str, most: int = 300) -> Iterator[State]:
    """The moments of a game at which a seat is to act."""
    rules, rng = freightyard.game(game), Stream(seed)
    state = rules.start(edition, seats)
    bots = [make_bot(name, rules, Stream(f"{seed}/{name}")) for name in ("random", "random", "random")]
    for _ in range(most):
        seat = state.deal(rng)
        if seat is None:
            break
        yield state
        state.say(bots[seat % 3].decide(state.view(seat)))


def first_moment(game: str = "freight-train", seed: str = "a moment") -> State:
    return next(moments(game, freightyard.game(game).editions[0], 2, seed))


def messages() -> Iterator[tuple[str, Any]]:
    """A message of every kind, and more than one of those that may say different things."""
    for game, edition in GAMES:
        state = next(moments(game, edition, 2, "messages"))
        seat = state.to_act()
        assert seat is not None
        yield "Start", start_message("t1", state.edition, state.options, 2, seat, ("mine", "medium"), Limits(seconds=5.0))
        yield "Turn", turn_message("t1", 17, state.view(seat), Clock(left=30.5, bank=10.0))
    yield "End", end_message("t1", freightyard.Outcome((3, 7), (1,), "ft.win"))
    yield "End", end_message("t1", None, "Ann closed the table.")
    yield "Refused", refused_message(IllegalMove("call", "ft.take-three", "take 2 more cars from the main yard first"), "t1", 17)
    yield "Refused", refused_message(BadLine("this is not a line of JSON: 'x'"))
    batch = Moves(table="t1", ply=3, moves=("call",), hint="A locomotive more.", thought=Thinking(expected=0.5, playouts=3))
    yield "Accepted", Checked(("call",), again=True).answer(batch)
    yield "Moves", batch
    yield "Moves", Moves(table="t1", ply=3, moves=("call",), dry_run=True)
    yield "Decline", Decline(table="t1", why="I play freight alone.")


ALL = list(messages())


@pytest.mark.parametrize(("name", "message"), ALL, ids=[f"{number}-{name}" for number, (name, _) in enumerate(ALL)])
def test_every_message_fits_its_schema_and_comes_back_as_it_was(name: str, message: Any) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    line = encode(message)
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1
    told = msgspec.json.decode(line)
    jsonschema.Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": schema()["$defs"]}).validate(told)
    others = [kind for kind, _ in ALL if kind != name]
    assert told["type"] == name.lower()
    for other in sorted(set(others)):
        assert schema()["$defs"][other]["properties"]["type"] == {"enum": [other.lower()]}, "no line is of two kinds"
    again = decode(line) if isinstance(message, protocol.FROM_BOT) else decode_to_bot(line)
    assert encode(again) == line


def test_every_kind_of_message_is_tried_above_and_told_field_by_field() -> None:
    kinds = {kind.__name__ for kind in (*protocol.TO_BOT, *protocol.FROM_BOT)}
    assert {name for name, _ in ALL} == kinds
    for name, part in schema()["$defs"].items():
        for field, told in part.get("properties", {}).items():
            if field != "type":
                described = "description" in str(told) or "$ref" in str(told)
                assert described, f"{name}.{field}"


def test_the_schema_refuses_what_is_wrong() -> None:
    jsonschema = pytest.importorskip("jsonschema")
    jsonschema.Draft202012Validator.check_schema(schema())
    for wrong in ({"type": "moves"}, {"type": "moves", "table": "t", "ply": -1, "moves": ["call"]}, {"type": "?"}, 3):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(wrong, schema())


@pytest.mark.parametrize(("game", "edition"), GAMES)
def test_a_view_comes_back_from_its_line_as_it_was(game: str, edition: str) -> None:
    """So a bot that is written in Python plays the same here and behind a wire, and nothing has to be rebuilt."""
    rules = freightyard.game(game)
    for number, state in enumerate(moments(game, edition, 2, "there and back", 120)):
        if number % 7:
            continue
        for seat in range(2):
            start = decode_to_bot(encode(start_message("t", state.edition, state.options, 2, seat)))
            turn = decode_to_bot(encode(turn_message("t", number, state.view(seat))))
            assert isinstance(start, protocol.Start)
            assert isinstance(turn, protocol.Turn)
            assert view_of_data(turn.view, rules, edition_of(start, rules)) == state.view(seat)
            if not rules.secrets:
                assert turn.position == state.text()


def test_a_changed_edition_comes_with_its_numbers() -> None:
    game = freightyard.game("freight-train")
    state = game.start({"extends": "mayfair-1996", "name": "mine"})
    start = decode_to_bot(encode(start_message("t", state.edition, (), 2, 0)))
    assert isinstance(start, protocol.Start)
    assert not start.built_in
    assert edition_of(start, game) == state.edition


def test_twin_games_give_equal_lines_to_whoever_may_not_tell_them_apart() -> None:
    one, other = twins(0, 3, 70)
    for seat in (1, 2):
        lines = [encode(turn_message("t", 70, twin.state.view(seat))) for twin in (one, other)]
        starts = [encode(start_message("t", twin.state.edition, (), 3, seat)) for twin in (one, other)]
        assert lines[0] == lines[1]
        assert starts[0] == starts[1]
    holder = [encode(turn_message("t", 70, twin.state.view(0))) for twin in (one, other)]
    assert holder[0] != holder[1], "else this would prove nothing"


def test_a_batch_is_told_alike_in_twin_games() -> None:
    """What is refused, and how, tells nothing of the hand of another."""
    one, other = twins(0, 3, 70)
    hidden = {event.text for twin in (one, other) for event in twin.events}
    for seat in (1, 2):
        for word in sorted(hidden):
            batch = Moves(table="t", ply=70, moves=(word,))
            told = []
            for twin in (one, other):
                try:
                    told.append(str(check_batch(batch, twin.state, seat, 70)))
                except FreightyardError as error:
                    told.append(str(encode(refused_message(error))))
            assert told[0] == told[1], word


# --- batches ---

START = (
    "day 1 round 2 turns 2 first 1 seat 1 | phase turn | leave 12 | main BTAK/-/T/-/- | hand - | "
    "1 points 5 locomotives 7 yard ABBC/TT trains T3 mixed - | 2 points 4 locomotives 7 yard O/- trains - mixed -"
)
WHOLE = ("take 1", "take 1", "take 3", "put tank train", "put tank train", "put box yard-1")


def position() -> State:
    return freightyard.game("freight-train").position("mayfair-1996", START)


def batch(*moves: str, ply: int = 40) -> Moves:
    return Moves(table="t", ply=ply, moves=moves)


def test_a_batch_is_taken_whole_up_to_the_hand_over() -> None:
    state = position()
    before = state.text()
    assert check_batch(batch(*WHOLE), state, 0, 40) == Checked(WHOLE, again=False)
    assert state.text() == before, "nothing is changed"
    assert check_batch(batch("Take  1"), state, 0, 40).moves == ("take 1",)


def test_a_batch_is_refused_with_the_rule_of_the_move_that_is_wrong() -> None:
    with pytest.raises(IllegalMove) as refused:
        check_batch(batch("take 1", "call"), position(), 0, 40)
    told = refused_message(refused.value, "t", 40)
    assert (told.rule, told.move, told.why) == ("ft.take-three", "call", "take 2 more cars from the main yard first")


@pytest.mark.parametrize(
    ("moves", "ply", "seat", "sentence"),
    [
        ((*WHOLE, "take 1"), 40, 0, "seat 2 acts after 'put box yard-1': end the batch there"),
        (("take 1",), 39, 0, "the game is at ply 40, not 39: answer the latest turn"),
        (("take 1",), 41, 0, "the game is at ply 40 and has not come to 41 yet"),
        (("take 1",), 40, 1, "it is seat 1's turn"),
    ],
)
def test_a_batch_that_does_not_fit_the_moment(moves: tuple[str, ...], ply: int, seat: int, sentence: str) -> None:
    with pytest.raises(BatchRefused) as refused:
        check_batch(batch(*moves, ply=ply), position(), seat, 40)
    assert str(refused.value) == sentence


def test_a_batch_ends_where_chance_draws() -> None:
    state = next(
        state
        for state in moments("freight-cars", freightyard.game("freight-cars").editions[0], 2, "a draw")
        if any(text.startswith("draw") for text in state.words())
    )
    seat = state.to_act()
    assert seat is not None
    drawing = next(text for text in state.words() if text.startswith("draw") and _leads_to_chance(state, text))
    with pytest.raises(BatchRefused, match="chance draws after"):
        check_batch(batch(drawing, drawing), state, seat, 40)


def _leads_to_chance(state: State, text: str) -> bool:
    ahead = state.clone()
    ahead.say(text)
    return ahead.to_act() == CHANCE


def test_words_that_are_no_move() -> None:
    with pytest.raises(NotAMove):
        check_batch(batch("tkae 1"), position(), 0, 40)


def test_words_that_are_no_move_are_not_one_that_was_taken_back() -> None:
    """An undo is no move either, and stands among what happened."""
    with pytest.raises(BatchRefused):
        check_batch(batch("tkae 1", ply=39), position(), 0, 40, [(0, "undo")])


def test_the_same_batch_again_is_harmless() -> None:
    state = position()
    for text in WHOLE:
        state.say(text)
    since = [(0, text) for text in WHOLE]
    assert check_batch(batch(*WHOLE), state, 0, 46, since) == Checked(WHOLE, again=True)
    assert check_batch(batch(*WHOLE), state, 0, 47, [*since, (1, "call")]) == Checked(WHOLE, again=True)
    for other in (batch(*WHOLE[:-1], "put box yard-2"), batch(*WHOLE, "take 1")):
        with pytest.raises(BatchRefused, match="answer the latest turn"):
            check_batch(other, state, 0, 46, since)
    with pytest.raises(BatchRefused):
        check_batch(batch(*WHOLE), state, 1, 46, since)


# --- junk ---


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("", "this is not a line of JSON: ''"),
        ("Hello!", "this is not a line of JSON: 'Hello!'"),
        (b"\xff\xfe", "this is not a line of JSON: '��'"),
        ("3", 'a line must be an object such as {"type": "moves", …}, not \'3\''),
        ("{}", "this line has no type; the types are moves, decline"),
        ('{"type": "move"}', "this line has the type '\"move\"'; the types are moves, decline"),
        ('{"type": ["moves"]}', "this line has the type '[\"moves\"]'; the types are moves, decline"),
        ('{"type": "moves", "table": "t", "ply": 1}', "moves is missing"),
        ('{"type": "moves", "table": "t", "ply": "1", "moves": ["call"]}', "ply is '1', but must be a whole number"),
        ('{"type": "moves", "table": "t", "ply": 1, "moves": ["call", 3]}', "moves[1] is 3, but must be text"),
        ('{"type": "moves", "table": "t", "ply": 1, "moves": []}', "moves is [], but must be a list of length 1 or more"),
        (
            '{"type": "moves", "table": "t", "ply": 1, "moves": ["call"], "though": {}}',
            "there is no field 'though'; the fields are table, ply, moves, dry_run, hint, thought",
        ),
    ],
)
def test_a_line_that_is_wrong_is_told_so_in_a_sentence(line: str | bytes, sentence: str) -> None:
    with pytest.raises(BadLine) as wrong:
        decode(line)
    assert str(wrong.value) == sentence


def test_a_line_that_is_too_long_is_not_even_read() -> None:
    with pytest.raises(BadLine, match="too long"):
        decode(b'{"type": "moves"' + b" " * protocol.MOST_BYTES)


JSON = st.recursive(
    st.none() | st.booleans() | st.floats(allow_nan=False) | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=4,
)
FIELDS = st.sampled_from(["type", "table", "ply", "moves", "dry_run", "hint", "thought", "why"])
VALUES = JSON | st.sampled_from(["moves", "decline", "t", 7, ["call"], {"expected": 2}, {"expected": 0.5}])


def _told(line: str | bytes) -> None:
    try:
        decode(line)
    except BadLine as error:
        words = str(error)
        assert words
        assert "\n" not in words
        assert len(words) < 300


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=200) | st.text(max_size=200) | st.text(alphabet='{}[]",:0\\ud8', max_size=60))
def test_any_bytes_end_in_a_message_or_a_sentence(line: str | bytes) -> None:
    _told(line)


@settings(max_examples=100, deadline=None)
@given(st.dictionaries(FIELDS, VALUES))
def test_any_object_ends_in_a_message_or_a_sentence(message: dict[str, Any]) -> None:
    _told(msgspec.json.encode(message))


def test_depth_is_no_matter() -> None:
    for line in (b"[" * 30_000, b'{"type":' * 8_000, b'{"type": "moves", "thought": ' + b"[" * 20_000 + b"]" * 20_000 + b"}"):
        _told(line)
