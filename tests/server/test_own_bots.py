"""Bots of the host's own at a server: offered by their names, played to the end, and nobody waits for one that fails."""

import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import freightyard
from tests.server.running import WAIT, Browser, Server, serving

ROOT = Path(__file__).parents[2]
SOURCE = """
class Lucky:
    games = ("freight-cars", "freight")
    def decide(self, view):
        return view.legal[0]

class Unlucky:
    def decide(self, view):
        raise LookupError("my luck has gone")
"""


@pytest.fixture(scope="module")
def bots_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("own")
    (folder / "luck.py").write_text(SOURCE)
    bots = [f"lucky={folder}/luck.py:Lucky", f"unlucky={folder}/luck.py:Unlucky"]
    if shutil.which("node"):
        bots.append(f"noddy=exec:node {ROOT}/examples/own_bot.mjs")
    words = [word for bot in bots for word in ("--bot", bot)]
    with serving(folder / "yard.db", "--pace", "0", *words, errors=folder / "log") as running:
        yield running


def ended(browser: Browser, key: str) -> str:
    """The record of a table, once its game is over."""
    end = time.monotonic() + WAIT
    while time.monotonic() < end:
        answer = browser.get(f"/t/{key}/record")
        if answer.status_code == 200 and "\nend: " in answer.text:
            return answer.text
        time.sleep(0.2)
    raise AssertionError("the game does not end")


def test_a_form_offers_the_bots_of_the_host_for_the_games_that_they_play(bots_server: Server) -> None:
    with Browser(bots_server.url) as ann:
        cars, trains = ann.get("/new?game=freight-cars").text, ann.get("/new?game=freight-train").text
        assert '<option value="bot:lucky">Bot: lucky</option>' in cars
        assert "bot:lucky" not in trains
        assert '<option value="bot:unlucky">Bot: unlucky</option>' in trains
        refused = ann.post(
            "/new", game="freight-train", edition="mayfair-1996", name="Ann", **{"seat-1": "me", "seat-2": "bot:lucky"}
        )
        assert refused.status_code != 303
        key = ann.new_table("freight-cars", "me", "open")
        waiting = ann.get(f"/t/{key}").text
        assert '<option value="driver" selected>Bot: Driver – 3 of 5: takes at once what pays best</option>' in waiting
        assert '<option value="lucky">Bot: lucky</option>' in waiting
        assert ann.post(f"/t/{key}/begin", bot="lucky").status_code == 303
        page = ann.get(f"/t/{key}").text
        assert "lucky" in page


def test_bots_of_the_host_play_a_game_to_its_end_and_a_record_tells_that_they_are_bots(bots_server: Server) -> None:
    other = "noddy" if shutil.which("node") else "medium"
    with Browser(bots_server.url) as ann:
        key = ann.new_table("freight-cars", "bot:lucky", f"bot:{other}")
        record = freightyard.read(ended(ann, key))
        assert record.players[0] == "lucky (bot)"
        assert record.replay().outcome() == record.outcome
    assert "bot replaced" not in bots_server.errors.read_text()


def test_for_a_bot_that_fails_any_move_is_played_and_everybody_is_told(bots_server: Server) -> None:
    with Browser(bots_server.url) as ann:
        key = ann.new_table("freight-cars", "bot:unlucky", "bot:random")
        freightyard.read(ended(ann, key))
        page = ann.get(f"/t/{key}").text
        assert page.count("The bot unlucky has failed, so any legal move is played for it.") == 1
    log = bots_server.errors.read_text()
    assert "LookupError: my luck has gone" in log, "its traceback is for the host"
    assert "my luck" not in page
    assert "why=LookupError" in log
