"""A bot that is a program: it plays, and whatever it does wrong ends in a sentence and leaves no process."""

import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import freightyard
from freightyard.bots import make_bot, program
from freightyard.bots.exec_bot import ExecBot
from freightyard.bots.own import BadBot
from freightyard.bots.program import ProgramFailed, close_programs
from freightyard.core.chance import Stream
from freightyard.core.contract import View
from freightyard.lab.match import BotFailed, Match, play_match

GAME = freightyard.game("freight-train")
HEAD = """
import json, os, signal, subprocess, sys, time
def say(**message):
    print(json.dumps(message), flush=True)
def moves(turn, *words, **more):
    say(type="moves", table=turn["table"], ply=turn["ply"], moves=list(words), **more)
def log(*words):
    print(*words, file=open("log", "a"), flush=True)
def lines():
    for line in sys.stdin:
        message = json.loads(line)
        log(message["type"], message.get("why", ""), message.get("again", ""))
        yield message
"""
WHOLE = ("take 1", "take 1", "take 3", "put tank train", "put tank train", "put box yard-1")
START = (
    "day 1 round 2 turns 2 first 1 seat 1 | phase turn | leave 12 | main BTAK/-/T/-/- | hand - | "
    "1 points 5 locomotives 7 yard ABBC/TT trains T3 mixed - | 2 points 4 locomotives 7 yard O/- trains - mixed -"
)


@pytest.fixture(autouse=True)
def workplace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    close_programs()


def written(body: str, limit: str = "") -> str:
    """The name of a bot that is this program."""
    Path("mybot.py").write_text(HEAD + body)
    return f"exec{limit}:{sys.executable} mybot.py"


def view() -> View:
    return GAME.position("mayfair-1996", START).view(0)


def bot(name: str) -> ExecBot:
    found = make_bot(name, GAME, Stream("x"))
    assert isinstance(found, ExecBot)
    return found


def told() -> list[str]:
    """What the program was told, as soon as it has been told that the games are over."""
    return Path("log").read_text().split("\n")


FIRST = """
for message in lines():
    if message["type"] == "turn":
        moves(message, message["view"]["legal"][0])
"""


def test_it_plays_games_and_is_told_of_their_ends() -> None:
    name = written(FIRST)
    match = Match(game=GAME, edition=GAME.edition("mayfair-1996"), options=(), players=(name, "random"), seed=5)
    one, other = play_match(match), play_match(match)
    assert one.moves == other.moves
    assert len(program._running) == 1, "one program plays all games"
    close_programs()
    lines = [line.split() for line in told() if line]
    assert [line[0] for line in lines].count("start") == 2
    assert [line[0] for line in lines].count("end") == 2


def test_a_batch_is_played_move_by_move_and_asked_for_once() -> None:
    player = bot(
        written(f"""
for message in lines():
    if message["type"] == "turn":
        moves(message, *{WHOLE}, hint="Tank cars.", thought={{"expected": 0.25, "playouts": 9}})
""")
    )
    state = GAME.position("mayfair-1996", START)
    for words in WHOLE:
        assert player.decide(state.view(0)) == words
        state.say(words)
    assert player.thought is not None
    assert (player.thought.expected, player.thought.playouts) == (0.25, 9)
    close_programs()
    assert [line.split()[0] for line in told() if line].count("turn") == 1


def test_a_hint_has_the_reason_that_the_program_gives() -> None:
    hint = bot(
        written(f"""
for message in lines():
    if message["type"] == "turn":
        moves(message, *{WHOLE}, hint="Tank cars.")
""")
    ).hint(view())
    assert (hint.move, hint.sentence, hint.plan) == ("take 1", "Tank cars.", WHOLE)


def test_the_same_batch_twice_is_harmless_and_a_dry_run_plays_nothing() -> None:
    player = bot(
        written("""
for message in lines():
    if message["type"] == "turn":
        moves(message, "call", "call", dry_run=True)
        moves(message, "load 1", dry_run=True)
        moves(message, "take 1")
        moves(message, "take 1")
        moves({"table": "another", "ply": 1}, "call")
""")
    )
    state = GAME.position("mayfair-1996", START)
    assert player.decide(state.view(0)) == "take 1"
    state.say("take 1")
    assert player.decide(state.view(0)) == "take 1"
    time.sleep(0.1)
    close_programs()
    log = told()
    assert any(line.startswith("refused seat 2 acts after 'call'") for line in log)
    assert "accepted  True" in log, "the batch that came again"
    assert any("no turn of the table 'another'" in line for line in log)


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ("print('Hello')", "wrote what is no message: this is not a line of JSON: 'Hello'"),
        ("print('x' * 100_000)", "wrote what is no message: this line is too long"),
        ("sys.stdout.buffer.write(b'\\xff\\n')", "wrote what is no message: this is not a line of JSON"),
        ("next(lines()); say(type='decline', table='t', why='Trains alone.')", "declined to play: Trains alone."),
        ("sys.exit(3)", "ended with the status 3"),
        ("os.kill(os.getpid(), signal.SIGKILL)", "was ended by SIGKILL"),
        ("os.close(1); time.sleep(60)", "closed its output"),
        (
            "for message in lines():\n    if message['type'] == 'turn': moves(message, 'call', 'take 1')",
            "seat 2 acts after 'call'",
        ),
        (
            "for message in lines():\n    if message['type'] == 'turn': moves(message, 'put tank train')",
            "answered what is refused: put tank train: ",
        ),
    ],
)
def test_what_a_program_does_wrong_is_said_in_a_sentence(body: str, sentence: str) -> None:
    player = bot(written(body))
    with pytest.raises(ProgramFailed) as failed:
        player.decide(view())
    assert sentence in str(failed.value)
    assert str(failed.value).startswith("exec:")
    assert "\n" not in str(failed.value)
    assert not any(running.runs for running in program._running.values()), "what failed is ended"


def test_one_that_hangs_is_ended_with_all_that_it_has_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("freightyard.bots.exec_bot._STARTING", 1.0)
    player = bot(
        written(
            """
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
log("child", child.pid)
signal.signal(signal.SIGTERM, signal.SIG_IGN)
time.sleep(600)
""",
            "@2",
        )
    )
    with pytest.raises(ProgramFailed, match="gave no answer within 3 seconds"):
        player.decide(view())
    child = next(int(line.split()[1]) for line in told() if line.startswith("child"))
    for _ in range(100):
        if not _alive(child):
            break
        time.sleep(0.05)
    assert not _alive(child)


def _alive(pid: int) -> bool:
    """Whether a process is there and no zombie that its new parent has not yet looked at."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    return not stat.exists() or stat.read_text().rsplit(")", 1)[1].split()[0] != "Z"


def test_a_program_that_failed_is_started_anew_and_told_start_again() -> None:
    player = bot(
        written("""
for message in lines():
    if message["type"] == "turn":
        if not os.path.exists("once"):
            open("once", "w").close()
            sys.exit(1)
        moves(message, message["view"]["legal"][0])
""")
    )
    with pytest.raises(ProgramFailed):
        player.decide(view())
    assert player.decide(view()) == view().legal[0]
    words = [line.split()[0] for line in told() if line]
    # Whether it has written down by now that its move was accepted is its own affair.
    assert words[:4] == ["start", "turn", "start", "turn"]


def test_a_program_that_ignores_the_end_of_its_input_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "_LEAVING", 0.3)
    player = bot(written(FIRST + "\nwhile True: time.sleep(60)\n"))
    player.decide(view())
    (running,) = program._running.values()
    close_programs()
    assert not running.runs
    assert not program._running


def test_a_program_that_fails_stops_a_match_without_our_traceback() -> None:
    name = written("sys.exit('out of tracks')")
    match = Match(game=GAME, edition=GAME.edition("mayfair-1996"), options=(), players=(name, "random"), seed=5)
    with pytest.raises(BotFailed, match=r"the bot exec:.* on seat \d ended with the status 1") as failed:
        play_match(match)
    assert not getattr(failed.value, "__notes__", ())


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("exec:", "exec: needs a program, such as exec:./mybot --fast"),
        ("exec:./nothing", "exec:./nothing: there is no such program"),
        ("exec:./plain", "it may not be executed; try chmod +x ./plain"),
        ("exec:./folder", "it is a folder"),
        ("exec:'./plain", "a quote is opened and not closed"),
        ("exec@0:sh", "a program has from 0.001 to 3600 seconds for an answer, not 0"),
        ("exec@1.2.3:sh", "not 1.2.3"),
    ],
)
def test_a_command_that_can_be_none(name: str, sentence: str) -> None:
    Path("plain").write_text("")
    Path("folder").mkdir()
    with pytest.raises(BadBot) as wrong:
        make_bot(name, GAME, Stream("x"))
    assert sentence in str(wrong.value)
