"""Since your last turn, over a real server: who is told what, since when, at old tables and long ones."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from freightyard.core.contract import State
from tests.browser.staging import Stage, prepared
from tests.server.running import Browser, Server, serving

LATER = 14  # turns


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Stage:
    stage = Stage(tmp_path_factory.mktemp("staged") / "yard.db", ago=3 * 86_400)

    def later(state: State) -> bool:
        return state.turns >= LATER and state.to_act() == 0

    async def set_up() -> None:
        await stage.enter()
        bob, _ = await stage.guest("Bob")
        for key in ("timed", "timeless"):
            await stage.set_up(key, "freight-train", "whitewind-1993", later, bots=["greedy"] * 3, guest=bob)
        await stage.set_up("long", "freight", "standard", later, bots=["greedy"] * 4, guest=bob)

    prepared(stage, set_up)
    with sqlite3.connect(stage.database) as database:  # as the first versions kept their events
        database.execute("UPDATE events SET at = NULL WHERE table_key = 'timeless'")
    return stage


@pytest.fixture(scope="module")
def server(stage: Stage, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("recap")
    with serving(stage.database, errors=folder / "log") as running:
        yield running


@pytest.fixture
def ann(server: Server, stage: Stage) -> Iterator[Browser]:
    with Browser(server.url) as browser:
        browser.cookie = stage.secret
        yield browser


@pytest.fixture
def eve(server: Server) -> Iterator[Browser]:
    with Browser(server.url) as browser:
        yield browser


def test_a_player_is_told_of_all_turns_since_their_own(ann: Browser) -> None:
    recap = ann.get("/t/timed/recap").json()
    page = ann.get("/t/timed").text
    assert f'data-ply="{recap["ply"]}"' in page
    assert recap["title"].startswith("Since your last turn, ")
    assert recap["title"].endswith(" ago")
    assert recap["since"] == recap["turns"][0]["start"]
    assert recap["turns"][-1]["end"] <= recap["ply"]
    assert [turn["line"].count("<strong>Bob") for turn in recap["turns"]] == [1] * len(recap["turns"])
    assert not recap["acted"]
    assert recap["age"] > 300
    assert ann.get("/t/timed/recap?since=0").json()["since"] == recap["since"], "of a player it is their own turn that counts"


def test_a_table_without_times_is_told_without_them(ann: Browser) -> None:
    recap = ann.get("/t/timeless/recap").json()
    assert recap["title"] == "Since your last turn"
    assert recap["age"] is None
    assert recap["turns"]
    assert recap["turns"] == ann.get("/t/timed/recap").json()["turns"]


def test_a_spectator_is_told_since_they_last_looked(eve: Browser) -> None:
    assert eve.get("/t/timed/recap").json() is None
    whole, late = (eve.get(f"/t/timed/recap?since={ply}").json() for ply in (0, 90))
    assert whole["title"] == late["title"] == "Since you last looked"
    assert len(whole["turns"]) > len(late["turns"]) > 0
    assert eve.get("/t/timed/recap?since=999999").json() is None
    assert eve.get("/t/timed/recap?since=-5").json()["since"] == 0
    assert eve.get("/t/timed/recap?since=x").status_code == 400


def test_what_happened_before_the_log_of_the_page_is_told_too(eve: Browser) -> None:
    recap = eve.get("/t/long/recap?since=10").json()
    assert recap["ply"] > 160
    assert recap["turns"][0]["start"] == 10
    assert recap["changed"]


def test_moves_of_the_own_turn_end_it_until_they_are_taken_back(ann: Browser) -> None:
    with ann.socket("timed") as socket:
        first = socket.update()
        before = ann.get("/t/timed/recap").json()
        socket.send(move=[next(move for move in first["moves"] if move.startswith("take"))], ply=socket.ply, seat=1)
        socket.update()
        recap = ann.get("/t/timed/recap").json()
        assert recap["acted"]
        assert recap["since"] == before["since"]
        socket.send(undo=True, ply=socket.ply, seat=1)
        socket.update()
        assert not ann.get("/t/timed/recap").json()["acted"]


def test_news_that_are_typed_tell_what_changed(ann: Browser) -> None:
    recap = ann.get("/t/timed/recap").json()
    with ann.socket("timed") as socket:
        socket.update()
        socket.send(line="news", ply=socket.ply)
        lines = socket.until(lambda message: "answer" in message)["answer"]
    assert recap["changed"]
    assert lines[-len(recap["changed"]) :] == [f"{words}." for words in recap["changed"]]


def test_there_is_nothing_to_tell_before_a_game_begins(ann: Browser) -> None:
    key = ann.new_table("freight-train", "me", "open", public="no")
    assert ann.get(f"/t/{key}/recap").status_code >= 400
