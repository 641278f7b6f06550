"""The front door: what `import freightyard` gives, and that everything can be said, copied, kept and pasted."""

import copy
import pickle
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import freightyard
from freightyard.core import files
from freightyard.core.chance import Dice
from freightyard.core.checks import random_move

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*/*.txt"))
TRAIN = freightyard.game("freight-train")
SETUPS = [
    (name, edition, options, seats)
    for name in freightyard.game_names()
    for edition in freightyard.game(name).editions
    for options in ((), tuple(f"{each.name}={each.values[-1]}" for each in freightyard.game(name).edition(edition).options))
    for seats in freightyard.game(name).edition(edition).seat_counts
]
MINE = {"extends": "mayfair-1996", "name": "mine", "award": {"longest": 4}}
TURN = (
    "day 1 round 2 turns 2 first 1 seat 1 | phase turn | leave 12 | main BTAK/-/T/-/- | hand - | "
    "1 points 5 locomotives 7 yard ABBC/TT trains T3 mixed - | 2 points 4 locomotives 7 yard O/- trains - mixed -"
)


def pasted(thing: object) -> Any:
    """What the repr makes where nothing but freightyard is imported."""
    return eval(repr(thing), {"freightyard": freightyard})  # noqa: S307  (our own words)


def pickled(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))  # noqa: S301  (our own bytes)


def check_copies(thing: Any) -> None:
    for twin in (copy.copy(thing), copy.deepcopy(thing), pickled(thing), pasted(thing)):
        assert type(twin) is type(thing)
        assert twin == thing
        assert not twin != thing  # noqa: SIM202


def test_importing_freightyard_loads_neither_rules_nor_page_nor_server() -> None:
    program = "import sys, freightyard; print(*[name for name in sys.modules if name.startswith(('freightyard.', 'msgspec'))])"
    out = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    assert sorted(out) == ["freightyard.core", "freightyard.core.lookup", "freightyard.core.notebook"]


def test_a_game_is_played_without_page_server_or_bots() -> None:
    program = (
        "import sys, random, freightyard\n"
        "freightyard.game('freight-cars').start().deal(random.Random(1))\n"
        "print(*[name for name in sys.modules if name.startswith('freightyard.')])"
    )
    out = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    assert {name.split(".")[1] for name in out} == {"core", "games"}


def test_every_name_of_the_door_opens() -> None:
    for name in freightyard.__all__:
        assert getattr(freightyard, name) is getattr(freightyard, name)
        assert name in dir(freightyard)
    with pytest.raises(AttributeError, match="module 'freightyard' has no attribute 'gmae'"):
        getattr(freightyard, "gmae")  # noqa: B009  (a type checker would find it)


def test_games_and_bots_by_name() -> None:
    assert freightyard.game_names()[:3] == ("freight-train", "freight-cars", "freight")
    assert freightyard.game("freight").title == "Freight"
    assert freightyard.bot_names("freight") == freightyard.bot_names(freightyard.game("freight"))
    with pytest.raises(freightyard.BadSetup, match="there is no game 'tea'"):
        freightyard.game("tea")


def test_start_takes_an_edition_by_name_file_data_or_itself(tmp_path: Path) -> None:
    edition = TRAIN.edition("mayfair-1996")
    usual = TRAIN.start(edition, 2)
    assert TRAIN.start() == TRAIN.start("mayfair-1996") == TRAIN.start(seats=2, edition=edition, options=()) == usual
    assert TRAIN.start(seats=3) != usual
    assert TRAIN.start("whitewind-1993") != usual
    file = tmp_path / "mine.toml"
    file.write_text("extends = 'mayfair-1996'\nname = 'mine'\naward.longest = 4\n")
    mine = TRAIN.start(MINE, 4)
    assert TRAIN.start(file, 4) == TRAIN.start(str(file), seats=4) == TRAIN.start(mine.edition, 4) == mine
    assert mine != TRAIN.start("mayfair-1996", 4)


def test_start_takes_options_as_words() -> None:
    assert TRAIN.start(options=["cabooses"]).options == ("cabooses",)
    assert TRAIN.start(options="cabooses") == TRAIN.start(options=["cabooses=yes"]) != TRAIN.start()


@pytest.mark.parametrize(
    ("edition", "message"),
    [
        (
            "mayfair-2096",
            "freight-train has no edition 'mayfair-2096'; its editions are mayfair-1996, whitewind-1993, whitewind-nl",
        ),
        ("standard", "freight-train has no edition 'standard'"),
        ("no/such.toml", "cannot read no/such.toml: no such file or directory"),
        (3, "an edition must be a name, a file or data, not '3'"),
        ({"extends": "tea"}, "the edition: extends is 'tea', but must be one of mayfair-1996"),
        (freightyard.game("freight").edition("standard"), "standard is not an edition of Freight Train"),
    ],
)
def test_start_refuses_what_is_no_edition(edition: Any, message: str) -> None:
    for begin in (TRAIN.start, lambda choice: TRAIN.position(choice, TURN)):
        with pytest.raises(freightyard.BadEdition) as caught:
            begin(edition)
        assert str(caught.value).startswith(message)


def test_a_move_is_said_in_words_and_refused_with_its_rule() -> None:
    state = TRAIN.position("mayfair-1996", TURN)
    assert state.words() == ["take 1", "take 3", "load 1", "load 2", "rearrange", "call", "fill"]
    with pytest.raises(freightyard.IllegalMove) as caught:
        state.say("take 2")
    assert (caught.value.slug, caught.value.reason) == ("ft.take-three", "siding 2 is empty")
    with pytest.raises(freightyard.NotAMove, match="'tank 1' is not a move; did you mean 'take 1'"):
        state.say("tank 1")
    with pytest.raises(freightyard.AmbiguousMove, match="'take' fits several moves: take 1, take 3"):
        state.say("take")
    assert state.text() == TURN
    assert [state.say(words) for words in (" TAKE 1", "ta 1", "take 3", "put tank train", "p t t", "put box yard-1")] == [
        "take 1",
        "take 1",
        "take 3",
        "put tank train",
        "put tank train",
        "put box yard-1",
    ]
    assert state.to_act() == 1


def test_whole_words_mean_their_move_though_a_longer_one_begins_so() -> None:
    path = next(path for path in GOLDEN if path.name == "standard-5.txt")
    for state in list(freightyard.read(path).states())[::10]:
        words = state.words()
        for text in words:
            if f"{text} bridge" in words:
                assert state.clone().say(text) == text
                return
        for text in words:
            if text.endswith(" bridge"):
                with pytest.raises(freightyard.IllegalMove):
                    state.say(text.removesuffix(" bridge"))
                return


def test_chance_deals_until_a_seat_must_decide_with_any_generator() -> None:
    for rng in (random.Random(7), freightyard.Stream("7"), Dice(7)):  # noqa: S311
        state = TRAIN.start(seats=3)
        assert state.to_act() == freightyard.CHANCE
        assert state.draw(rng) in state.legal()
        seat = state.deal(rng)
        assert seat == state.to_act()
        assert seat in range(3)
        assert state.deal(rng) == seat
    positions = []
    for _ in range(2):
        state = TRAIN.start(seats=3)
        state.deal(random.Random(7))  # noqa: S311
        positions.append(state)
    assert positions[0] == positions[1]


def test_what_is_imagined_and_what_a_bot_does_may_be_drawn_by_pythons_own_generator() -> None:
    game = freightyard.game("freight-cars")
    state = game.start(seats=2)
    rng = random.Random(3)  # noqa: S311
    seat = state.deal(rng)
    view = state.view(seat)
    assert game.imagine(view, rng).view(seat) == view
    assert freightyard.bot("random", game, rng).decide(view) in view.legal


def test_bots_play_a_whole_game() -> None:
    rng = freightyard.Stream("table")
    bots = [freightyard.bot(name, "freight-train", rng) for name in ("greedy", "random")]
    state = TRAIN.start(seats=2, options=["cabooses"])
    while (seat := state.deal(rng)) is not None:
        state.say(bots[seat].decide(state.view(seat)))
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.winners == (0,)


def test_a_bot_takes_one_number_and_then_draws_from_a_stream_of_its_own() -> None:
    rng, twin = freightyard.Stream("table"), freightyard.Stream("table")
    bot = freightyard.bot("random", TRAIN, rng)
    state = TRAIN.position("mayfair-1996", TURN)
    assert len({bot.decide(state.view(0)) for _ in range(100)}) == len(state.words())
    twin.below(2)
    assert [rng.below(1000) for _ in range(9)] == [twin.below(1000) for _ in range(9)]


@settings(max_examples=60)
@given(st.sampled_from(SETUPS), st.integers(0, 10**9), st.integers(0, 400))
def test_states_of_random_games_are_equal_to_their_copies(
    setup: tuple[str, str, tuple[str, ...], int], seed: int, plies: int
) -> None:
    name, edition, options, seats = setup
    state = freightyard.game(name).start(edition, seats, options)
    dice = Dice(seed)
    before = state.clone()
    for _ in range(plies):
        if state.to_act() is None:
            break
        before = state.clone()
        state.play(random_move(state, dice))
    check_copies(state)
    assert (before == state) == (before.text() == state.text())
    with pytest.raises(TypeError, match="unhashable"):
        hash(state)
    for seat in (*range(seats), None):
        view = state.view(seat)
        assert copy.copy(view) == copy.deepcopy(view) == pickled(view) == view
    if (outcome := state.outcome()) is not None:
        check_copies(outcome)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_records_are_equal_to_their_copies_and_so_are_their_moments(path: Path) -> None:
    record = freightyard.read(path)
    assert record == freightyard.read(str(path)) == freightyard.read(path.read_text())
    assert repr(record).startswith("freightyard.read('''freightyard record 1\n")
    check_copies(record)
    check_copies(record.outcome)
    moments = list(record.states())
    assert len(moments) == len(record) + 1 == len(record.moves) + 1
    assert moments[-1] == record.replay()
    assert moments[-1].outcome() == record.outcome
    assert record.text() == path.read_text()
    for state in moments[:: len(moments) // 6]:
        check_copies(state)


def test_an_edition_and_its_states_and_records_can_be_changed_and_still_be_pasted() -> None:
    edition = TRAIN.edition_from(MINE, "mine")
    for one in (TRAIN, edition, TRAIN.edition("mayfair-1996"), *edition.options, TRAIN.start(edition, 3)):
        check_copies(one)
    assert hash(edition) == hash(TRAIN.edition_from(MINE, "again"))
    record = freightyard.Record(
        game="freight-train", edition="mine", revision=edition.revision, seats=2, moves=(), edition_data=dict(edition.raw)
    )
    check_copies(record)
    assert record
    assert len(record) == 0


@pytest.mark.parametrize(
    "change", [{"moves": ("take 9",)}, {"game": "tea"}, {"players": ("two  spaces", "Bo")}, {"seed": "a\nb"}]
)
def test_a_record_that_cannot_be_written_can_still_be_pasted(change: dict[str, Any]) -> None:
    record = freightyard.Record(
        **{"game": "freight-train", "edition": "mayfair-1996", "revision": 1, "seats": 2, "moves": (), **change}
    )
    assert repr(record).startswith("freightyard.Record(game=")
    check_copies(record)


def test_a_record_with_odd_names_can_be_pasted() -> None:
    odd = ("O'Hara \\n '''", 'a " quote')
    record = freightyard.Record(game="freight-train", edition="mayfair-1996", revision=1, seats=2, moves=(), players=odd)
    assert repr(record).startswith("freightyard.read(")
    check_copies(record)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("", "the file is empty, so it is not a record"),
        ("hello", "cannot read hello: no such file or directory"),
        ("hello\nworld\n", "this is not a record: its first line must be 'freightyard record 1'"),
        ("nul\x00", "cannot read 'nul\\x00'…: embedded null byte"),
        ("a" * 5000, "cannot read …" + "a" * 80 + ": file name too long"),
        (Path(__file__).parent, f"cannot read {Path(__file__).parent}: is a directory"),
        (Path(__file__), "this is not a record"),
        (Path(sys.executable), f"{sys.executable} is not a text file"),
    ],
)
def test_what_is_no_record_is_refused_with_a_sentence(source: Any, message: str) -> None:
    with pytest.raises(freightyard.BadRecord) as caught:
        freightyard.read(source)
    assert str(caught.value).startswith(message)


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MOST_BYTES", 1_000_000)
    path = tmp_path / "large.txt"
    path.write_bytes(b"a" * 1_000_001)
    with pytest.raises(freightyard.BadRecord, match=r"large.txt is too large: the limit is 1 megabytes"):
        freightyard.read(path)
    if Path("/dev/zero").exists():
        with pytest.raises(freightyard.BadRecord, match="/dev/zero is too large"):
            freightyard.read("/dev/zero")
