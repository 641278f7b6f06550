"""Bots over HTTP finish their games though the server is killed again and again: no batch is lost, and none is played twice."""

import asyncio
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

from freightyard.bots.protocol import Accepted, Moves, Refused
from freightyard.client import BotRunner, Client
from freightyard.core.chance import Stream
from freightyard.core.record import verify
from freightyard.games import all_games, game_named
from freightyard.store import open_store
from freightyard.store.rows import OVER, RUNNING, StoredEvent
from tests.server.programs import Program, new_token
from tests.server.running import WAIT, Browser, Server, serving, until

EXAMPLES = Path(__file__).parents[2] / "examples"
PYTHON, NODE = EXAMPLES / "own_bot.py", EXAMPLES / "node-bot" / "bot.mjs"
RATE = ("--token-rate", "1000")


class Killed:
    """A server that is killed and started anew at the same address."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = "0"
        self.server = self._started()
        self.port = self.server.url.rsplit(":", 1)[1]
        self.url = self.server.url
        self.kills = 0

    def _started(self) -> Server:
        return Server(self.folder / "yard.db", "--port", self.port, *RATE, errors=self.folder / "log")

    def kill(self) -> None:
        self.server.kill()
        self.server.process.stdout.close()
        self.server = self._started()
        self.kills += 1


@contextmanager
def kept_alive(folder: Path) -> Iterator[Killed]:
    killed = Killed(folder)
    try:
        yield killed
    finally:
        killed.server.stop()
        killed.server.process.stdout.close()


def answered(killed: Killed) -> int:
    return killed.server.log().count("path=/api/moves status=200")


def play_through(killed: Killed, token: str, game: str, other: str, kills: int, restart: Callable[[], None]) -> list[str]:
    """Kill the server at uneven moments until that was often enough, now and then the bot too, and let all games be finished that
    were begun by then."""
    luck, keys = Stream(f"kills of {game}"), list[str]()
    with Program(killed.url, token) as program:
        while killed.kills < kills:
            if not keys or phase(killed, keys[-1]) == OVER:
                keys.append(program.spar(game, other, seed=f"killed {len(keys)}"))
            before = answered(killed)
            until(lambda: answered(killed) > before or phase(killed, keys[-1]) == OVER, "the bot plays")  # noqa: B023
            time.sleep(luck.below(20) / 100)
            killed.kill()
            if killed.kills % 4 == 2:
                restart()
    for key in keys:
        until(lambda: phase(killed, key) == OVER, f"the game at {key} is finished")  # noqa: B023
    return keys


def phase(killed: Killed, key: str) -> str:
    """Whether a table is over, as everybody can see."""
    with Browser(killed.url) as browser:
        return OVER if browser.get(f"/t/{key}/end").status_code == 200 else RUNNING


def events_of(killed: Killed, key: str) -> list[StoredEvent]:
    async def read() -> list[StoredEvent]:
        store = await open_store(str(killed.folder / "yard.db"), read_only=True)
        found = await store.moves.events(key)
        await store.close()
        return list(found)

    return asyncio.run(read())


class Batch(NamedTuple):
    """What a bot sent, and what was said of it; None if the bot or the server was killed before that."""

    table: str
    ply: int
    moves: tuple[str, ...]
    answer: str | None


def check_games(killed: Killed, keys: list[str], sent: Sequence[Batch]) -> None:
    """What was played is legal from the first move to the last; no batch that was accepted is lost, and none was played twice."""
    with Browser(killed.url) as browser:
        for key in keys:
            verify(browser.get(f"/t/{key}/record").text, game_named)
    killed.server.stop()
    assert {batch.answer for batch in sent} <= {None, "accepted"}, "what was sent was right every time"
    for key in keys:
        played = {stored.ply: stored.event.text for stored in events_of(killed, key) if stored.event.seat == 0}
        at = {batch.ply: batch.moves for batch in sent if batch.table == key and batch.answer == "accepted"}
        accepted = {ply + number: text for ply, moves in at.items() for number, text in enumerate(moves)}
        assert len(accepted) == sum(map(len, at.values())), "no batch was played twice"
        assert accepted.items() <= played.items(), "no batch was lost"
        unheard = {
            (batch.ply + number, text)
            for batch in sent
            if batch.table == key and batch.answer is None
            for number, text in enumerate(batch.moves)
        }
        assert played.items() - accepted.items() <= unheard, "nothing was played that the bot had not sent"


@pytest.mark.parametrize(
    ("game", "bot", "other", "kills"),
    [
        ("freight-cars", "random", "random", 2),
        *[pytest.param(game.name, f"{PYTHON}:Tidy", "medium", 10, marks=pytest.mark.deep) for game in all_games()],
    ],
)
def test_a_python_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, bot: str, other: str, kills: int) -> None:
    sent = list[Batch]()
    send = Client.send

    def recorded(client: Client, batch: Moves) -> Accepted | Refused:
        answer: Accepted | Refused | None = None
        try:
            answer = send(client, batch)
            return answer
        finally:
            said = None if answer is None else answer.__struct_config__.tag
            moves = answer.moves if isinstance(answer, Accepted) else batch.moves
            sent.append(Batch(batch.table, batch.ply, moves, None if said is None else str(said)))

    monkeypatch.setattr(Client, "send", recorded)

    class Playing:
        """A bot that runs; the same twice, if it is started anew."""

        def __init__(self) -> None:
            self.client = Client(killed.url, token)
            self.runner = BotRunner(self.client, bot)
            self.thread = threading.Thread(target=self.runner.run)
            self.thread.start()

        def stop(self) -> None:
            self.client.close()
            self.thread.join(WAIT)
            assert not self.thread.is_alive()
            assert not self.runner.failures

    with kept_alive(tmp_path) as killed:
        with Browser(killed.url) as ann:
            token = new_token(ann, "Robo", "play")
        playing = [Playing()]

        def restart() -> None:
            playing[-1].stop()
            playing.append(Playing())

        try:
            keys = play_through(killed, token, game, other, kills, restart)
            until(lambda: set(keys) <= {key for each in playing for key in each.runner.finished}, "the bot was told of every end")
        finally:
            playing[-1].stop()
        assert killed.kills >= kills
        assert len(playing) > 1
        check_games(killed, keys, sent)


# Before node runs the bot: what it sends is written down, and what is answered.
RECORDER = """
import { appendFileSync } from "node:fs";
const ask = globalThis.fetch;
globalThis.fetch = async (url, options) => {
  if (!url.endsWith("/api/moves")) return await ask(url, options);
  const note = (answer) => appendFileSync(process.env.RECORDED, JSON.stringify({ ...JSON.parse(options.body), answer }) + "\\n");
  note(null);
  const answer = await ask(url, options);
  if (answer.status < 500 && answer.status !== 429) note((await answer.clone().json()).type);
  return answer;
};
"""


@pytest.mark.parametrize(
    ("game", "other", "kills"),
    [
        pytest.param("freight-cars", "random", 2, marks=pytest.mark.deep),
        *[pytest.param(game.name, "medium", 10, marks=pytest.mark.deep) for game in all_games()],
    ],
)
def test_the_node_bot(tmp_path: Path, game: str, other: str, kills: int) -> None:
    (tmp_path / "recorder.mjs").write_text(RECORDER)
    recorded = tmp_path / "recorded"
    with kept_alive(tmp_path) as killed, (tmp_path / "node").open("wb") as log:
        with Browser(killed.url) as ann:
            token = new_token(ann, "Nody", "play")
        run = [shutil.which("node") or "node", "--import", str(tmp_path / "recorder.mjs"), str(NODE), killed.url]
        environment = {**os.environ, "FREIGHTYARD_TOKEN": token, "RECORDED": str(recorded)}

        def started() -> "subprocess.Popen[bytes]":
            return subprocess.Popen(run, stdout=log, stderr=log, env=environment)

        bots = [started()]

        def restart() -> None:
            bots[-1].kill()
            bots[-1].wait()
            bots.append(started())

        try:
            keys = play_through(killed, token, game, other, kills, restart)
            until(lambda: all(key in (tmp_path / "node").read_text() for key in keys), "the bot was told of every end")
        finally:
            bots[-1].kill()
            bots[-1].wait()
        assert len(bots) > 1
        lines = [msgspec.json.decode(line) for line in recorded.read_bytes().splitlines()]
        check_games(killed, keys, [Batch(line["table"], line["ply"], tuple(line["moves"]), line["answer"]) for line in lines])


def test_the_command_plays_and_stops(tmp_path: Path) -> None:
    """As an author runs it: the token in a file, a table to practise at."""
    with serving(tmp_path / "yard.db", *RATE, errors=tmp_path / "log") as server, Browser(server.url) as ann:
        (tmp_path / "token").write_text(new_token(ann, "Robo", "play") + "\n")
        run = [sys.executable, "-m", "freightyard", "bot", "run", "random", "--server", server.url]
        options = ["--token-file", str(tmp_path / "token"), "--spar", "freight-cars", "--against", "random", "--cards", "7"]
        found = subprocess.run([*run, *options], capture_output=True, text=True, timeout=10 * WAIT, check=False)
        assert found.returncode == 0, found.stderr
        assert "Robo is here" in found.stderr
        assert "freight-cars at" in found.stderr
        assert "scores" in found.stderr
        for wrong, sentence in (
            (["--token", "fy_no"], "this token is not known here"),
            (["--token-file", str(tmp_path / "none")], "cannot read the token"),
            ([], "the bot needs a token"),
            (["--token", new_token(ann, "Eye", "watch")], "this token may not play; it may watch"),
        ):
            refused = subprocess.run([*run, *wrong], capture_output=True, text=True, timeout=10 * WAIT, check=False)
            assert refused.returncode == 2
            assert sentence in refused.stderr
            assert "Traceback" not in refused.stderr


def test_who_wrote_the_bot_sees_why_it_failed(tmp_path: Path) -> None:
    """Nothing is played in its place, and its other tables go on."""

    class Failing:
        thought = None

        def __init__(self, fails: bool) -> None:
            self.fails = fails

        def decide(self, view: object) -> str:
            if self.fails:
                raise ZeroDivisionError("of the author's own")
            moves: tuple[str, ...] = view.legal  # type: ignore[attr-defined]
            return moves[0]

    said: list[str] = []
    made: list[Failing] = []

    def make(game: object, rng: object) -> Failing:
        made.append(Failing(fails=not made))
        return made[-1]

    with serving(tmp_path / "yard.db", *RATE, errors=tmp_path / "log") as server, Browser(server.url) as ann:
        token = new_token(ann, "Robo", "play")
        with Client(server.url, token) as client:
            keys = [client.spar("freight-cars", ["me", "random"]) for _ in range(2)]
            runner = BotRunner(client, make, games=1, note=said.append)  # type: ignore[arg-type]
            runner.run()
        assert runner.failures >= 1
        told = next(sentence for sentence in said if "failed" in sentence)
        assert "ZeroDivisionError: of the author's own" in told
        assert "in decide" in told
        assert len(set(keys) & set(runner.finished)) == 1
