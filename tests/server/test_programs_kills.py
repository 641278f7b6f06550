"""Bots over HTTP finish their games though the server is killed again and again: no batch is lost, and none is played twice."""

import asyncio
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

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

NODE = Path(__file__).parents[2] / "examples" / "node-bot" / "bot.mjs"
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


def play_through(killed: Killed, token: str, game: str, other: str, kills: int) -> list[str]:
    """Kill the server at uneven moments until that was often enough, and let all games be finished that were begun by then."""
    luck, keys = Stream(f"kills of {game}"), list[str]()
    with Program(killed.url, token) as program:
        while killed.kills < kills:
            if not keys or phase(killed, keys[-1]) == OVER:
                keys.append(program.spar(game, other, seed=f"killed {len(keys)}"))
            before = answered(killed)
            until(lambda: answered(killed) > before or phase(killed, keys[-1]) == OVER, "the bot plays")  # noqa: B023
            time.sleep(luck.below(20) / 100)
            killed.kill()
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


def check_records(killed: Killed, keys: list[str]) -> None:
    """What was played is legal from the first move to the last, by our own rules."""
    with Browser(killed.url) as browser:
        for key in keys:
            verify(browser.get(f"/t/{key}/record").text, game_named)


@pytest.mark.parametrize(
    ("game", "bot", "other", "kills"),
    [
        ("freight-cars", "random", "random", 2),
        *[pytest.param(game.name, "medium", "medium", 10, marks=pytest.mark.deep) for game in all_games()],
    ],
)
def test_a_python_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, bot: str, other: str, kills: int) -> None:
    accepted: list[tuple[str, int, tuple[str, ...]]] = []
    send = Client.send

    def recorded(client: Client, batch: Moves) -> Accepted | Refused:
        answer = send(client, batch)
        if isinstance(answer, Accepted):
            accepted.append((batch.table, batch.ply, answer.moves))
        return answer

    monkeypatch.setattr(Client, "send", recorded)
    with kept_alive(tmp_path) as killed:
        with Browser(killed.url) as ann:
            token = new_token(ann, "Robo", "play")
        with Client(killed.url, token) as client:
            runner = BotRunner(client, bot)
            thread = threading.Thread(target=runner.run)
            thread.start()
            keys = play_through(killed, token, game, other, kills)
            until(lambda: set(keys) <= set(runner.finished), "the bot was told of every end")
            client.close()
            thread.join(WAIT)
            assert not thread.is_alive()
        assert killed.kills >= kills
        assert not runner.failures
        assert not runner.refusals, "what was sent was right every time"
        check_records(killed, keys)
        killed.server.stop()
        for key in keys:
            events = {stored.ply: stored.event for stored in events_of(killed, key)}
            mine = {ply + number: text for table, ply, moves in accepted if table == key for number, text in enumerate(moves)}
            assert sum(len(moves) for table, _, moves in set(accepted) if table == key) == len(mine), "no batch was played twice"
            assert mine == {ply: event.text for ply, event in events.items() if event.seat == 0}, "no batch was lost"


@pytest.mark.parametrize(
    ("game", "other", "kills"),
    [
        pytest.param("freight-cars", "random", 1, marks=pytest.mark.deep),
        *[pytest.param(game.name, "medium", 10, marks=pytest.mark.deep) for game in all_games()],
    ],
)
def test_the_node_bot(tmp_path: Path, game: str, other: str, kills: int) -> None:
    with kept_alive(tmp_path) as killed:
        with Browser(killed.url) as ann:
            token = new_token(ann, "Nody", "play")
        with (tmp_path / "node").open("wb") as log:
            bot = subprocess.Popen(
                [shutil.which("node") or "node", str(NODE), killed.url],
                stdout=log,
                stderr=log,
                env={**os.environ, "FREIGHTYARD_TOKEN": token},
            )
        try:
            keys = play_through(killed, token, game, other, kills)
            said = (tmp_path / "node").read_text()
            until(lambda: all(key in (tmp_path / "node").read_text() for key in keys), "the bot was told of every end")
        finally:
            bot.kill()
            bot.wait()
        check_records(killed, keys)
        assert "(" not in said, "nothing was refused by a rule"


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
