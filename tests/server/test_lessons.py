"""Lessons at a real server: a table of one's own that takes what the lesson expects, and becomes a game at its end."""

import re
from pathlib import Path

import pytest

from freightyard.core.lessons import Lesson
from freightyard.core.title import LESSONS
from freightyard.games import all_games, part_of
from freightyard.server.live.lesson_tables import create_lesson_table
from freightyard.server.live.room import Room
from freightyard.server.services import Services
from freightyard.server.settings import Settings
from freightyard.store import open_store
from freightyard.store.rows import Person
from tests.server.running import Browser, Socket
from tests.server.services import services_on

FIRST = [next(iter(part_of(game.name, LESSONS))) for game in all_games() if part_of(game.name, LESSONS)]
TRAINS = next(lesson for lesson in FIRST if lesson.game == "freight-train")


def begin(browser: Browser, lesson: Lesson) -> str:
    answer = browser.post(lesson.address)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"].removeprefix("/t/")


def at(socket: Socket, step: int, state: str = "waits") -> None:
    """Wait until the panel shows a step, counted from 0."""
    while not re.search(rf'data-state="{state}" data-last="{step}"', socket.parts.get("lesson", "")):
        socket.update()


def follow(socket: Socket, lesson: Lesson, until: int | None = None) -> None:
    """Do what the lesson asks for, up to a step."""
    for number, step in enumerate(lesson.steps[:until]):
        if step.moves:
            at(socket, number)
            for move in step.moves:
                socket.move(move)
                assert "oops" not in socket.update()
    if until is None:
        at(socket, len(lesson.steps) - 1, "ended")


@pytest.mark.parametrize("lesson", FIRST, ids=lambda lesson: lesson.game)
def test_a_lesson_is_followed_to_its_end_and_played_on_from_there(ann: Browser, lesson: Lesson) -> None:
    key = begin(ann, lesson)
    page = ann.get(f"/t/{key}").text
    assert 'id="lesson"' in page
    assert f"Step {1 + next(n for n, step in enumerate(lesson.steps) if step.moves)} of {len(lesson.steps)}" in page
    with ann.socket(key) as socket:
        socket.update()
        follow(socket, lesson)
        socket.move(socket.moves[0])
        assert "The lesson is over" in socket.oops()["oops"]
    answer = ann.post(f"/t/{key}/lesson/play-on")
    assert answer.status_code == 303, answer.text
    assert ann.get(f"/t/{key}").status_code in (404, 410)  # the lesson is gone
    game = ann.get(answer.headers["location"]).text
    assert 'id="lesson"' not in game
    assert "First trip" in game
    with ann.socket(answer.headers["location"].removeprefix("/t/")) as socket:
        socket.update()
        socket.await_turn()
        socket.move(socket.moves[0])
        assert "oops" not in socket.update()


@pytest.mark.parametrize("lesson", FIRST, ids=lambda lesson: lesson.game)
def test_after_a_lesson_a_new_game_against_the_easiest_bots_is_one_click_away(ann: Browser, lesson: Lesson) -> None:
    key = begin(ann, lesson)
    answer = ann.post(f"/t/{key}/lesson/new-game")
    assert answer.status_code == 303, answer.text
    assert ann.get(f"/t/{key}").status_code in (404, 410), "the lesson is gone"
    game = ann.get(answer.headers["location"]).text
    assert 'id="lesson"' not in game
    assert "First trip 2" in game, "as many as one click in the lobby brings"


def test_rules_refuse_in_their_own_words_and_the_lesson_in_its(ann: Browser) -> None:
    with ann.socket(begin(ann, TRAINS)) as socket:
        socket.update()
        socket.move("put tank train")
        assert "(ft." in str(socket.oops()) or socket.frames[-1].get("href", "").startswith("/manual/")
        socket.move("take 3")
        assert socket.oops()["oops"].startswith("You could take that one.")
        socket.move("load 1")
        assert socket.oops()["oops"].startswith("Loading is the other action")
        assert socket.ply == 0


def test_an_undone_move_leads_back_in_the_lesson(ann: Browser) -> None:
    with ann.socket(begin(ann, TRAINS)) as socket:
        socket.update()
        follow(socket, TRAINS, 4)
        at(socket, 4)
        socket.send(undo=True, ply=socket.ply, seat=socket.seat)
        at(socket, 3)
        assert "Good. Go on." in socket.parts["lesson"]  # two of the three cars are taken


def test_the_hint_of_a_lesson_is_what_it_expects(ann: Browser) -> None:
    key = begin(ann, TRAINS)
    with ann.socket(key) as socket:
        socket.update()
        hint = ann.post(f"/t/{key}/hint").json()
        assert hint["plan"] == ["take 2", "take 2", "take 2"]
        socket.move("take 2")
        socket.update()
        assert ann.post(f"/t/{key}/hint").json()["plan"] == ["take 2", "take 2"]


def test_nobody_else_has_part_in_a_lesson_and_one_is_learnt_at_a_time(ann: Browser, bob: Browser) -> None:
    first, second = begin(ann, TRAINS), begin(ann, TRAINS)
    assert "left this lesson" in ann.get(f"/t/{first}").text
    bob.new_table("freight-train", "me", "bot:random", name="Bob")
    assert "step 1 of" not in bob.get(f"/t/{second}").text.casefold()
    for path in ("play-on", "leave"):
        assert bob.post(f"/t/{second}/lesson/{path}").status_code == 403
    early = ann.post(f"/t/{second}/lesson/play-on")
    assert "not over yet" in early.text
    assert ann.post(f"/t/{second}/lesson/leave").headers["location"] == "/learn#freight-train"
    ordinary = ann.new_table("freight-train", "me", "bot:random")
    assert ann.post(f"/t/{ordinary}/lesson/leave").status_code == 403
    assert ann.post("/learn/freight-train/nothing").status_code == 404


def test_the_lobby_and_the_list_offer_every_game_that_can_be_learnt(ann: Browser) -> None:
    lobby, learn = ann.get("/").text, ann.get("/learn").text
    for lesson in FIRST:
        assert f'action="{lesson.address}"' in lobby
        assert all(f'action="{each.address}"' in learn for each in part_of(lesson.game, LESSONS))


def test_one_click_begins_freight_with_its_family_rules(ann: Browser) -> None:
    assert "Family rules" in ann.get("/").text
    answer = ann.post("/quick", game="freight")
    assert "Family rules" in ann.get(answer.headers["location"]).text


@pytest.mark.anyio
async def test_a_lesson_goes_on_after_a_restart_where_it_was(tmp_path: Path) -> None:
    """All of it follows from the moves that are stored, undone ones too, and chance brings the same."""
    store = await open_store(str(tmp_path / "yard.db"))
    ann, _ = await store.people.new("Ann")
    drawn = []
    async with services_on(store, Settings(bot_processes=1)) as services:
        for undone in (False, True):
            row = await create_lesson_table(services, TRAINS, ann)
            for move in TRAINS.steps[3].moves:
                await play(await opened(services, row.key), ann, move)
            if undone:
                room = await opened(services, row.key)
                await room.take_back(ann, 0, room.table.ply)
                services.hub.close_room(row.key)
                place = (await opened(services, row.key)).lesson.place()
                assert place is not None
                assert (place.last, place.expected) == (3, ("take 2",))
                await play(await opened(services, row.key), ann, "take 2")
            for move in TRAINS.steps[4].moves:
                await play(await opened(services, row.key), ann, move)
            room = await opened(services, row.key)
            while (reply := room.lesson.reply()) is not None:
                await room.bot_move("first-trip", 1, room.table.ply, reply)
            drawn.append(room.table.truth().text())
            services.hub.close_room(row.key)
            place = (await opened(services, row.key)).lesson.place()
            assert place is not None
            assert place.last == 7
    assert drawn[0] == drawn[1]
    await store.close()


async def opened(services: Services, key: str) -> Room:
    room = await services.hub.room(key)
    assert room is not None
    room.bots.wake_bots = lambda: None  # type: ignore[method-assign]  # the test plays for them
    return room


async def play(room: Room, person: Person, move: str) -> None:
    await room.move(person, 0, room.table.ply, [move])
