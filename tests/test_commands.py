"""The command line, as a person or a script uses it: in processes of their own."""

import argparse
import contextlib
import functools
import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import freightyard
from freightyard import __version__, build
from freightyard.cli import parser
from freightyard.core.record import first_state, read_record
from freightyard.games import game_named
from freightyard.page.history import followed, turns_played
from tests.commands import refused, run, run_anew

GOLDEN = Path(__file__).parent / "golden" / "freight-train"


def test_games_lists_every_edition_for_people_and_machines() -> None:
    table = run("games").stdout.decode()
    rows = json.loads(run("games", "--json").stdout)
    train = next(row for row in rows if row["name"] == "freight-train")
    assert [edition["name"] for edition in train["editions"]] == ["mayfair-1996", "whitewind-1993", "whitewind-nl"]
    assert train["editions"][0]["seats"] == [2, 3, 4, 5]
    assert train["editions"][0]["options"][0]["name"] == "cabooses"
    for edition in train["editions"]:
        assert edition["name"] in table


def test_simulate_prints_one_object_a_game() -> None:
    done = run(
        "simulate",
        "freight-train",
        "--edition",
        "whitewind-nl",
        "--seats",
        "random,random,random",
        "--games",
        "3",
        "--seed",
        "7",
        "--json",
    )
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row["seed"] for row in rows] == [7, 8, 9]
    for row in rows:
        assert list(row) == [
            "game", "edition", "options", "seats", "seed", "scores", "winners", "ended_by", "plies", "decisions", "turns",
        ]  # fmt: skip
        assert row["seats"] == ["random"] * 3
        assert max(row["scores"]) == row["scores"][row["winners"][0] - 1]
        assert row["plies"] > row["decisions"] > row["turns"] > 0
    assert done.stderr == b""


def test_simulate_prints_the_same_bytes_whatever_the_process() -> None:
    words = ("simulate", "freight-train", "--option", "cabooses", "--seats", "2", "--games", "6", "--seed", "7", "--json")
    first = run_anew(*words, PYTHONHASHSEED="0").stdout
    assert first
    assert run_anew(*words, PYTHONHASHSEED="12345", cwd=Path("/")).stdout == first
    assert run(*words, "--workers", "2").stdout == first
    assert run_anew(*words, "--workers", "3", PYTHONHASHSEED="5").stdout == first


def test_simulate_repeats_a_single_game_by_its_seed() -> None:
    words = ("simulate", "freight-train", "--json")
    six = run(*words, "--games", "6", "--seed", "7").stdout.splitlines()
    assert run(*words, "--games", "1", "--seed", "12").stdout.splitlines() == six[5:]


def test_simulate_is_the_same_for_ever() -> None:
    # Add a line together with a new revision of the edition, and change none: old seeds and records would mean something else.
    for edition, outcome in (("mayfair-1996@1", ([39, 48], 1089)), ("mayfair-1996", ([37, 47], 1175))):
        row = json.loads(run("simulate", "freight-train", "--edition", edition, "--games", "1", "--seed", "7", "--json").stdout)
        assert (row["scores"], row["plies"]) == outcome


def test_simulate_summary_for_people() -> None:
    text = run("simulate", "freight-train", "--seats", "3", "--games", "4", "--workers", "2").stdout.decode()
    assert "4 games, seeds 1 to 4" in text
    assert "mean score" in text
    assert "Games by the rule that ended them: ft.win 4" in text


def test_simulate_writes_records_that_replay(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "records"
    run("simulate", "freight-train", "--option", "cabooses", "--games", "2", "--records", str(folder), "--json", "--workers", "2")
    files = sorted(folder.iterdir())
    assert [path.name for path in files] == [f"freight-train-mayfair-1996-cabooses-random-random-{seed}.txt" for seed in (1, 2)]
    for path in files:
        done = run("replay", str(path), "--json")
        assert done.returncode == 0
        assert json.loads(done.stdout)["finished"] is True


def test_simulate_plays_a_changed_copy_and_its_records_replay_without_the_file(tmp_path: Path) -> None:
    copy = tmp_path / "my.toml"
    copy.write_text("extends = 'mayfair-1996'\nname = 'mine'\n[award]\nlongest = 40\n")
    words = ("simulate", "freight-train", "--edition", str(copy), "--games", "2", "--json", "--records", str(tmp_path))
    one = run(*words)
    assert one.returncode == 0
    assert run(*words, "--workers", "2").stdout == one.stdout
    assert min(json.loads(one.stdout.splitlines()[0])["scores"]) > 100
    copy.unlink()
    row = json.loads(run("replay", str(tmp_path / "freight-train-mine-random-random-1.txt"), "--json").stdout)
    assert row["scores"] == json.loads(one.stdout.splitlines()[0])["scores"]


def test_edition_prints_a_file_that_can_be_played(tmp_path: Path) -> None:
    text = run("edition", "freight-train", "whitewind-1993").stdout
    assert b"leave_in_bottom" in text
    (tmp_path / "copy.toml").write_bytes(text)
    assert run("simulate", "freight-train", "--edition", "copy.toml", "--games", "1", cwd=tmp_path).returncode == 0


def test_replay_calls_bots_by_their_level_and_counts_turns_as_the_page_does() -> None:
    path = GOLDEN.parent / "freight-cars" / "greedy-3.txt"
    text = run("replay", str(path)).stdout.decode()
    assert re.findall(r"seat \d  (\S+ \d) ", text) == ["Driver 1", "Driver 2", "Driver 3"]
    record = read_record(path)
    standings = followed(first_state(record, game_named(record.game)), list(enumerate(record.moves, 1))).standings
    assert f"{turns_played(standings)} turns" in text


def test_replay_for_people_and_machines() -> None:
    path = GOLDEN / "mayfair-1996-cabooses.txt"
    text = run("replay", str(path), "--position").stdout.decode()
    assert "with cabooses" in text
    assert "Every move is legal" in text
    assert "phase over" in text
    assert json.loads(run("replay", "-", "--json", stdin=path.read_bytes()).stdout)["ended_by"] == "ft.win"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["simulate", "chess"], "there is no game 'chess'; the games are freight-train"),
        (["simulate", "freight-train", "--edition", "x"], "freight-train has no edition 'x'"),
        (["simulate", "freight-train", "--edition", "no/such.toml"], "cannot read no/such.toml: no such file or directory"),
        (["simulate", "freight-train", "--edition", "/"], "cannot read /: is a directory"),
        (
            ["simulate", "freight-train", "--option", "clockwise"],
            "mayfair-1996 has no option 'clockwise'; its options are cabooses",
        ),
        (
            ["simulate", "freight-train", "--option", "cabooses=7"],
            "the option cabooses of mayfair-1996 must be one of no, yes, not '7'",
        ),
        (["simulate", "freight-train", "--seats", "random"], "mayfair-1996 is for 2 to 5 players, not 1"),
        (["simulate", "freight-train", "--seats", "6"], "mayfair-1996 is for 2 to 5 players, not 6"),
        (["simulate", "freight-train", "--seats", "random,"], "--seats 'random,' has an empty seat"),
        (
            ["simulate", "freight-train", "--seats", "random,deep-blue"],
            "there is no bot 'deep-blue' for freight-train; choose random",
        ),
        (["simulate", "freight-train", "--games", "0"], "argument --games: must be a whole number from 1 to 10000000, not '0'"),
        (["simulate", "freight-train", "--games", "many"], "must be a whole number from 1 to 10000000, not 'many'"),
        (["simulate", "freight-train", "--workers", "0"], "argument --workers: must be a whole number from 1 to 256, not '0'"),
        (["simulate", "freight-train", "--seed", "-1"], "argument --seed"),
        (["simulate", "freight-train", "--records", "/dev/null/x"], "cannot write records to /dev/null/x"),
        (["simulate"], "the following arguments are required: GAME"),
        (["fly"], "invalid choice: 'fly'"),
        (["replay", "no-such-file"], "cannot read no-such-file: no such file or directory"),
        (["replay", "/"], "cannot read /: is a directory"),
        (["replay", sys.executable], "is not a text file"),
        (["edition", "freight-train", "x"], "freight-train has no edition 'x'"),
        (["rules", "freight-train", "ft.tea"], "freight-train has no rule 'ft.tea'; its rules are ft.setup"),
        (["bench", "--only", "chess-960"], "--only 'chess-960' fits no game or edition"),
        (["bench", "--measure", "joy"], "there is no measure 'joy'; the measures are playouts, inside"),
        (["bench", "--against", "no-such-file"], "cannot read no-such-file: no such file or directory"),
        (["bench", "--against", "pyproject.toml"], "pyproject.toml is not a result of `freightyard bench --json`"),
        (["bench", "--plot", "/no/such/folder/x.svg"], "cannot write /no/such/folder/x.svg: its folder does not exist"),
        (["play", "freight-train", "--seats", "me"], "mayfair-1996 is for 2 to 5 players, not 1"),
    ],
)
def test_bad_input_gets_one_clear_sentence_and_status_2(words: list[str], sentence: str) -> None:
    assert sentence in refused(*words)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "the file is empty, so it is not a record"),
        (b"\x00\xff\xfe\x01", "is not a text file"),
        (b"hello\n", "this is not a record"),
        (GOLDEN.joinpath("mayfair-1996-2.txt").read_bytes()[:5000], "the record is incomplete: it has no end line"),
        (GOLDEN.joinpath("mayfair-1996-2.txt").read_bytes().replace(b"take 1", b"take 2", 1), "its digest does not match"),
        (GOLDEN.joinpath("mayfair-1996-2.txt").read_bytes().replace(b"game: freight-train", b"game: chess"), "digest"),
    ],
    ids=["empty", "binary", "other", "truncated", "tampered", "foreign"],
)
def test_broken_record_gets_one_clear_sentence_and_status_2(content: bytes, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "record.txt"
    path.write_bytes(content)
    assert sentence in refused("replay", str(path))


def test_broken_edition_file_names_the_file_the_field_and_what_is_allowed(tmp_path: Path) -> None:
    path = tmp_path / "my.toml"
    path.write_text("extends = 'mayfair-1996'\naward.longest = 'three'\n")
    said = refused("simulate", "freight-train", "--edition", str(path))
    assert said == f"freightyard: {path}: award.longest is 'three', but must be a whole number\n"


def test_closed_pipe_is_no_error() -> None:
    command = f"{sys.executable} -m freightyard simulate freight-train --games 20 --json | head -n 1"
    done = subprocess.run(command, shell=True, capture_output=True, check=False)  # noqa: S602
    assert done.stdout.count(b"\n") == 1
    assert done.stderr == b""


def test_progress_is_shown_only_when_a_person_watches() -> None:
    master, slave = pty.openpty()
    command = [sys.executable, "-m", "freightyard", "simulate", "freight-train", "--games", "3", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=slave, env={**os.environ, "TERM": "xterm"}) as process:
        os.close(slave)
        shown = b""
        with contextlib.suppress(OSError):  # so a terminal says that nobody writes to it any more
            while some := os.read(master, 65536):
                shown += some
        out, _ = process.communicate()
    os.close(master)
    assert out.count(b"\n") == 3
    assert b"3/3" in shown


def test_bench_prints_rates_and_ratios_to_the_peers(tmp_path: Path) -> None:
    quick = ("bench", "--rounds", "2", "--milliseconds", "10", "--only", "mayfair", "--measure", "playouts,inside")
    done = run(*quick, "--json", "--plot", str(tmp_path / "plot.svg"))
    found = json.loads(done.stdout)
    assert [measure["name"] for measure in found["measures"]] == ["playouts", "inside"]
    ours = found["measures"][0]["rows"][0]
    assert ours["name"] == "freight-train mayfair-1996, 4 seats"
    assert len(ours["values"]) == 2
    assert ours["median_ratios"]["python-chess"] > 0
    assert "decisions/s" in (tmp_path / "plot.svg").read_text()
    earlier = tmp_path / "earlier.json"
    earlier.write_bytes(done.stdout)
    compared = run(*quick, "--against", str(earlier))
    assert compared.returncode in (0, 1)
    assert "ratio to the same library" in compared.stdout.decode()
    assert "decisions/s" in compared.stdout.decode()


def test_play_at_the_terminal_from_the_first_word_to_the_last(tmp_path: Path) -> None:
    lines = [
        "help",
        "moves",
        "why take 1",
        "take 9",
        "put",
        "position",
        "take 1",
        "undo",
        "undo",
        f"save {tmp_path}/game.txt",
        "quit",
    ]
    done = run("play", "freight-train", "--seats", "me,random", "--seed", "3", stdin="\n".join(lines).encode())
    text = done.stdout.decode()
    assert done.returncode == 0
    assert "main yard: you take cars from the left end" in text
    assert "take 1 is legal" in text
    assert "'take 9' is not a move; did you mean" in text
    assert "you have no car to place" in text
    assert "you can undo only your own last move" in text
    assert "Goodbye. To play with the same cards again, add --seed 3." in text
    assert run("replay", f"{tmp_path}/game.txt").returncode == 0


def test_play_gives_a_hint_with_its_reason() -> None:
    done = run("play", "freight-cars", "--seats", "me,greedy", "--seed", "3", stdin=b"hint\nquit\n")
    assert done.returncode == 0
    said = " ".join(done.stdout.decode().split())
    assert "keep " in said
    assert "which looks easiest to earn." in said


def test_play_tells_what_bots_think_if_it_is_asked_to() -> None:
    words = ("play", "freight-cars", "--seats", "hard:5it,greedy", "--seed", "3")
    told = run(*words, "--thoughts").stdout.decode()
    assert re.search(r"thought for \d\.\d s in this turn \(5 playouts\); estimated chance to win: \d+ %", told)
    assert "(0 playouts)\n" in told  # medium does not estimate its chance
    assert "thought for" not in run(*words).stdout.decode()


def test_play_calls_bots_by_their_level_and_numbers_those_of_one_level(tmp_path: Path) -> None:
    lines = f"save {tmp_path}/game.txt\nquit\n"
    text = run("play", "--seats", "random,greedy,me,medium", "--seed", "3", stdin=lines.encode()).stdout.decode()
    assert "Driver: takes at once what pays best." in text
    assert "Driver 1" in text
    assert "Driver 2" in text
    assert "greedy" not in text
    assert "Random 1" not in text  # there is only one
    record = freightyard.read(tmp_path / "game.txt")
    assert record.players == ("random", "greedy", "me", "medium")  # a record keeps the names that were typed


def test_help_of_every_command_can_be_read_and_describes_every_argument() -> None:
    """No `%` trips over, and no argument is left without a sentence."""
    parsers = [parser()]
    while parsers:
        one = parsers.pop()
        assert one.format_help()
        for action in one._actions:
            if isinstance(action, argparse._SubParsersAction):
                parsers += action.choices.values()
            else:
                assert action.help, f"{one.prog}: {action.option_strings or action.dest} has no help"


def test_play_whole_game_at_the_terminal() -> None:
    done = run("play", "freight-train", "--seats", "random,random", "--seed", "3")
    text = done.stdout.decode()
    assert re.search(r"^  Random [12] +\d+ +wins$", text, re.MULTILINE)
    assert [f"Day {day}" in text for day in (1, 2, 3)] == [True] * 3  # a score sheet a day
    assert done.returncode == 0


def test_play_takes_several_moves_in_a_line_and_shortened_words() -> None:
    lines = ["ta 1; ta 1; ta 2", "undo", "take 1; take 1", "why put", "rule ft.load", "rule tea", "why", "save", "quit"]
    text = run("play", "--seats", "me,random", "--seed", "3", stdin="\n".join(lines).encode()).stdout.decode()
    assert "you took: " in text
    assert "put the 3 cars you took on trains or into your yard" in text  # one too many in a line: none of the line is played
    assert "One to four cars from the open ends of your yard" in text
    assert "no rule is called 'tea'; the rules are ft.setup" in text
    assert "name a move, such as: why take 1" in text
    assert "give the name of a new file, such as: save my-game.txt" in text


@pytest.mark.parametrize("typed", ["[/foo]", "why [/x]", "save [/x]/y", "save a\0b", "rule [/x]", "[bold]", "take [/1]"])
def test_play_survives_whatever_is_typed(typed: str) -> None:
    done = run("play", "--seats", "me,random", "--seed", "3", stdin=f"{typed}\nquit\n".encode())
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr
    assert b"Goodbye" in done.stdout


def test_play_survives_bytes_that_are_no_text_and_terminals_that_show_none() -> None:
    words = ("play", "--seats", "me,random", "--seed", "3")
    done = run_anew(*words, stdin=b"\xff\xfe\nquit\n", PYTHONIOENCODING="ascii:strict")
    assert done.returncode == 0, done.stderr
    assert b"Goodbye" in done.stdout


def test_play_hides_secrets_between_people_on_one_screen() -> None:
    lines = "\n\nkeep\nquit\n"
    text = run("play", "freight-cars", "--seats", "me,me", "--seed", "3", stdin=lines.encode()).stdout.decode()
    assert "Seat 1, your turn. Press Enter when nobody else can see the screen." in text
    open_game = run("play", "freight-train", "--seats", "me,me", "--seed", "3", stdin=b"quit\n").stdout.decode()
    assert "press Enter" not in open_game
    refused_position = run("play", "freight-cars", "--seats", "me,greedy", "--seed", "3", stdin=b"position\nquit\n")
    assert "the position would show hidden cards" in refused_position.stdout.decode()


def test_titles_with_markup_stay_text(tmp_path: Path) -> None:
    path = tmp_path / "my.toml"
    path.write_text("extends = 'mayfair-1996'\ntitle = '[/foo] [red]hello'\n")
    done = run("simulate", "freight-train", "--edition", str(path), "--games", "1")
    assert "[/foo] [red]hello" in done.stdout.decode()
    row = json.loads(run("simulate", "freight-train", "--edition", str(path), "--games", "1", "--json").stdout)
    assert row["edition"] == "mayfair-1996-changed"


def test_rules_are_told_in_a_line_each() -> None:
    assert "ft.take-three" in run("rules", "freight-train").stdout.decode()
    assert "once a day" in run("rules", "freight-train", "ft.call").stdout.decode()


def test_simulate_that_is_interrupted_leaves_whole_records_and_a_summary(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "freightyard", "simulate", "freight-train", "--games", "100000", "--records", str(tmp_path)]
    # Whoever runs the tests in the background ignores interrupts, and children would inherit that.
    restore = functools.partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=restore) as process:
        try:
            while len(list(tmp_path.glob("*.txt"))) < 3:
                assert process.poll() is None
                time.sleep(0.05)
            process.send_signal(signal.SIGINT)
            out, error = process.communicate(timeout=120)
        finally:
            process.kill()
    assert process.returncode == 130
    assert error == b"freightyard: interrupted\n"
    assert b"mean score" in out
    for path in tmp_path.glob("*.txt"):
        assert run("replay", str(path)).returncode == 0
        break


def test_version_is_told() -> None:
    assert run_anew("--version").stdout.decode().strip() == f"freightyard {__version__}, {build()}"
