"""Records: what is written is read, and whatever is wrong with a file is said in one sentence."""

from pathlib import Path

import pytest

from freightyard.core.chance import Stream
from freightyard.core.checks import random_move, seat_logs
from freightyard.core.editions import parse_toml
from freightyard.core.errors import BadRecord, FreightyardError
from freightyard.core.record import Record, first_state, read, record_of, replay, states, verify, write
from freightyard.games import game_named
from freightyard.games.freight_train.rules import GAME

GOLDEN = Path(__file__).parents[1] / "golden" / "freight-train" / "mayfair-1996-2.txt"


@pytest.fixture(scope="module")
def text() -> str:
    return GOLDEN.read_text()


def check(text: str) -> None:
    replay(read(text), GAME)


def without_digest(text: str) -> str:
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith("digest"))


def test_record_reads_and_replays(text: str) -> None:
    record = read(text)
    assert (record.game, record.edition, record.seats, record.players) == (
        "freight-train",
        "mayfair-1996",
        2,
        ("random", "random"),
    )
    assert replay(record, GAME).outcome() == record.outcome
    assert len(list(states(record, GAME))) == len(record.moves) + 1


def test_record_from_another_system_with_other_line_ends_is_the_same(text: str) -> None:
    assert read(text.replace("\n", "\r\n")) == read(text)


def test_record_without_a_digest_is_still_held_against_the_rules(text: str) -> None:
    check(without_digest(text))


def test_record_of_an_unfinished_game(text: str) -> None:
    whole = read(text)
    record = record_of(first_state(whole, GAME), whole.moves[:100], None)
    written = write(record, GAME)
    assert "end: unfinished after 100 plies" in written
    assert replay(read(written), GAME).outcome() is None


def test_record_of_a_changed_edition_carries_its_data() -> None:
    edition = GAME.edition_from(
        parse_toml("extends = 'mayfair-1996'\nname = 'mine'\naward.longest = 4", "mine.toml"), "mine.toml"
    )
    state, rng = GAME.start(edition, 2), Stream("mine")
    moves = []
    while state.to_act() is not None:
        move = random_move(state, rng)
        moves.append(edition.vocabulary.text(move))
        state.play(move)
    written = write(record_of(GAME.start(edition, 2), moves, state.outcome(), players=["a", "b"], seed="mine"), GAME)
    assert 'edition.award: {"longest":4,' in written
    assert replay(read(written), GAME).outcome() == state.outcome()


def test_record_may_begin_at_a_position(text: str) -> None:
    whole = read(text)
    position = [state.text() for state in states(whole, GAME)][200]
    record = record_of(first_state(whole, GAME), whole.moves[200:], whole.outcome, start=position)
    assert replay(read(write(record, GAME)), GAME).outcome() == whole.outcome


def test_record_names_players_in_one_line_each() -> None:
    state = GAME.start(GAME.edition("mayfair-1996"), 2)
    written = write(record_of(state, [], None, players=["Ann\nend: x", "  Bo  "]), GAME)
    assert "player 1: Ann end: x\n" in written
    assert read(written).players == ("Ann end: x", "Bo")


def test_record_as_a_seat_saw_it_hides_nothing_in_a_game_without_secrets(text: str) -> None:
    record = read(text)
    assert seat_logs(record, GAME, None) == list(record.moves)


def test_empty_record() -> None:
    for nothing in ("", "  \n\n"):
        with pytest.raises(BadRecord, match="the file is empty, so it is not a record"):
            read(nothing)


def test_truncated_record_at_every_line_and_in_the_middle_of_lines(text: str) -> None:
    cuts = [index for index, character in enumerate(text) if character == "\n"][:-1]
    # With the end line whole and the digest cut, nothing is missing that matters.
    whole = text.index("digest:")
    for cut in [*cuts, *range(3, len(text), 997)]:
        if cut >= whole - 1:
            continue
        with pytest.raises(FreightyardError) as caught:
            check(text[:cut])
        assert "\n" not in str(caught.value)


def tampered(text: str, old: str, new: str) -> str:
    assert old in text, old
    return text.replace(old, new, 1)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("freightyard record 1", "freightyard record 9", "this is not a record: its first line must be 'freightyard record 1'"),
        ("freightyard record 1", "PNG", "this is not a record"),
        ("game: freight-train\n", "", "the record lacks the line 'game: …'"),
        ("seats: 2", "seats: two", "the seats of the record must be a whole number, not 'two'"),
        ("seats: 2", "seats: 3", "the record has 3 seats, so it must name players 1 to 3, not 1, 2"),
        ("player 2: random\n", "", "the record has 2 seats, so it must name players 1 to 2, not 1"),
        ("seats: 2", "seats 2", "line 5 of the record must be 'name: value', with a name that is not used before"),
        ("seats: 2", "seats: 2\nseats: 2", "line 6 of the record must be 'name: value', with a name that is not used before"),
        (
            "revision: 1",
            "revision: 7",
            "the record was played with revision 7 of mayfair-1996, which this version of the game does not have",
        ),
        ("revision: 1", "revision: 2", "move 669 is not legal: draw trains-leave: 1 car must come before"),
        ("mayfair-1996", "mayfair-2096", "freight-train has no edition 'mayfair-2096'"),
        ("seats: 2\n", "seats: 2\noptions: cabooses\n", ""),
        ("seats: 2\n", "seats: 2\noptions: tea\n", "mayfair-1996 has no option 'tea'; its options are cabooses"),
        ("seats: 2\n", "edition.award: {\nseats: 2\n", "the field edition.award of the record is not valid JSON"),
        (
            "seats: 2\n",
            'edition.award: {"longest": 4}\nseats: 2\n',
            "the record names another edition than the one whose data it contains",
        ),
        ("*: first", "first", "line 10 of the record must begin with who moved"),
        ("*: first 1", "*: first 3", "move 1 is not legal: first 3: there is no seat 3 (ft.marker)"),
        ("*: first 1", "*: fist 1", "move 1: 'fist 1' is not a move; did you mean 'first 1'?"),
        ("*: first 1; ", "*: ", "the record has"),
        ("end: finished", "end: perhaps", "the end line of the record must read"),
        ("winners 1", "winners 2", "the record ends with 'finished after"),
        ("; ended by ft.win", "; ended by ft.stuck", "the record ends with 'finished after"),
        ("end: finished after ", "end: finished after 1", "the record has"),
    ],
)
def test_tampered_record_is_refused_with_a_sentence(text: str, old: str, new: str, message: str) -> None:
    changed = without_digest(tampered(text, old, new))
    if message:
        with pytest.raises(FreightyardError) as caught:
            check(changed)
        assert str(caught.value).startswith(message), str(caught.value)
        assert "\n" not in str(caught.value)
    # With its digest no change at all passes, not even one that the rules would allow.
    with pytest.raises(FreightyardError):
        check(tampered(text, old, new))


def test_tampered_record_that_the_rules_would_allow_is_found_by_its_digest(text: str) -> None:
    with pytest.raises(BadRecord, match="the record was changed after it was written: its digest does not match"):
        read(tampered(text, "player 1: random", "player 1: Alan"))


def test_record_whose_lines_name_the_wrong_seat_is_refused(text: str) -> None:
    record, state = verify(text, game_named)
    assert state.outcome() == record.outcome
    wrong = without_digest(text).replace("\n1: ", "\n2: ", 1)
    with pytest.raises(BadRecord, match=r"move \d+, '.*', belongs to '1', but the record gives it to '2'"):
        verify(wrong, game_named)


def test_record_with_unknown_fields_other_seats_or_no_text_is_refused(text: str) -> None:
    with pytest.raises(BadRecord, match="has the unknown field 'colour'"):
        read(text.replace("seats: 2\n", "seats: 2\ncolour: red\n"))
    with pytest.raises(BadRecord, match="the record is not valid text"):
        read(text.replace("player 1: random", "player 1: \ud800"))
    position = GAME.start(GAME.edition("mayfair-1996"), 3).text()
    record = Record(game="freight-train", edition="mayfair-1996", revision=2, seats=2, moves=(), start=position)
    with pytest.raises(BadRecord, match="differ in their seats or options"):
        replay(record, GAME)


def test_record_with_a_byte_order_mark_is_read(text: str) -> None:
    assert read("\ufeff" + text) == read(text)


def test_record_with_an_odd_seed_stays_readable() -> None:
    state = GAME.start(GAME.edition("mayfair-1996"), 2)
    assert read(write(record_of(state, [], None, seed=" a\nb "), GAME)).seed == "a b"


def test_writing_names_the_move_that_is_wrong(text: str) -> None:
    record = read(text)
    state = first_state(record, GAME)
    with pytest.raises(BadRecord, match=r"move 61 is not legal"):
        write(record_of(state, [*record.moves[:60], "pass"], None), GAME)


def test_moves_after_the_end_are_refused(text: str) -> None:
    with pytest.raises(BadRecord, match="comes after its end"):
        read(text + "1: call\n")
    record = read(text)
    longer = Record(
        game=record.game, edition=record.edition, revision=1, seats=2, moves=(*record.moves, "call"), outcome=record.outcome
    )
    with pytest.raises(BadRecord, match="'call', comes after the end of the game"):
        replay(longer, GAME)


def test_records_of_nonsense_are_refused() -> None:
    for nonsense in (
        "\x00\x01\x02",
        "freightyard record 1",
        "freightyard record 1\n\n\nend: unfinished after 0 plies",
        "[" * 100_000,
    ):
        with pytest.raises(FreightyardError):
            check(nonsense)
