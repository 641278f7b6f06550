"""All at a table agree to go back over cards, dice and the moves of others: through a real server, and in one room."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest

from freightyard.bots import make_bot
from freightyard.core.chance import Stream
from freightyard.core.contract import CHANCE
from freightyard.core.record import verify, verify_cards
from freightyard.games import game_named
from freightyard.server.errors import Forbidden
from freightyard.server.live import go_back, proposals
from freightyard.server.live.create import create_table
from freightyard.server.live.room import Room
from freightyard.server.settings import Settings
from freightyard.store import open_store
from freightyard.store.rows import OVER, Chair, Person
from freightyard.table import Standing
from freightyard.table.errors import NothingToTakeBack, TableError
from tests.server.running import CARDS, Browser, play_together, serving
from tests.server.services import services_on


def board(player: Browser, key: str, ply: int) -> dict[str, str]:
    """What a player sees of a moment, but for the log, which tells how it came about."""
    parts: dict[str, str] = player.get(f"/t/{key}/moment/{ply}").json()["parts"]
    return {name: part for name, part in parts.items() if name not in ("log", "sheets")}


@pytest.mark.parametrize("game", ["freight-train", "freight-cars"])
def test_the_game_goes_back_when_all_agree_and_is_played_on(game: str, ann: Browser, bob: Browser, eve: Browser) -> None:
    key = ann.new_table(game, "me", "open")
    bob.post(f"/t/{key}/sit", name="Bob")
    with ann.socket(key) as one, bob.socket(key) as two:
        one.update()
        two.update()
        play_together([one, two], "back", one.ply + 8)  # all have chosen with what they begin
        one.quiet()
        then = one.ply
        play_together([one, two], "on", then + 30)
        two.quiet()
        now = two.ply
        assert "Propose to go back to here" in ann.get(f"/t/{key}/at/{then}").text
        assert "go back to here" not in eve.get(f"/t/{key}/at/{then}").text
        assert "Go back further" in ann.get(f"/t/{key}").text
        assert eve.post(f"/t/{key}/propose", kind="back", ply=str(then)).status_code == 403
        for wrong in ("", "x", str(now + 1), str(now), "0"):
            assert ann.post(f"/t/{key}/propose", kind="back", ply=wrong).status_code in (400, 403, 409), wrong
        assert ann.post(f"/t/{key}/propose", kind="back", ply=str(then)).status_code == 303
        asked = two.until(lambda message: "proposes to go back to move" in message.get("parts", {}).get("strip", ""))
        assert "all that happened since is undone, also what was drawn or rolled." in asked["parts"]["strip"]
        assert "See that moment" in two.parts["strip"]
        assert board(ann, key, now) != board(ann, key, then)
        assert bob.post(f"/t/{key}/answer", number="1", answer="yes").status_code == 303
        told = two.until(lambda message: message.get("ply", 0) > now)
        assert any("Ann undoes" in words for words in told["say"])
        after = told["ply"]
        first = int(two.parts["strip"].partition("/at/")[2].partition('"')[0] or then)
        assert board(ann, key, after) == board(ann, key, first)
        assert board(bob, key, after) == board(bob, key, first)
        assert "All agreed to go back to move" in ann.get(f"/t/{key}").text
        refused = ann.post(f"/t/{key}/propose", kind="back", ply=str(now))
        assert "This moment was undone" in refused.text
        one.quiet()
        play_together([one, two], "again", after + 20)


def test_one_no_is_enough_against_it(ann: Browser, bob: Browser) -> None:
    key = ann.new_table("freight-train", "me", "open")
    bob.post(f"/t/{key}/sit", name="Bob")
    with ann.socket(key) as one, bob.socket(key) as two:
        one.update()
        two.update()
        then = one.ply
        play_together([one, two], "no", then + 12)
        now = one.ply
        ann.post(f"/t/{key}/propose", kind="back", ply=str(then))
        bob.post(f"/t/{key}/answer", number="1", answer="no")
        assert f"Bob said no to the proposal to go back to move {then}." in ann.get(f"/t/{key}").text
        assert ann.get(f"/t/{key}/moment/{now}").status_code == 200
        assert one.ply >= now
        assert not any("undoes" in words for message in one.quiet() for words in message.get("say", ()))


def test_bots_play_on_and_the_cards_are_proved_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CARDS, "")  # a host who deals by a word proves nothing
    with serving(tmp_path / "yard.db", errors=tmp_path / "log") as server, Browser(server.url) as ann:
        key = ann.new_table("freight-train", "me", "bot:medium", edition="whitewind-1993")
        with ann.socket(key) as socket:
            socket.update()
            then = socket.ply
            socket.play("bots", then + 40)
            ann.post(f"/t/{key}/propose", kind="back", ply=str(then + 10))
            socket.until(lambda message: any("undoes" in words for words in message.get("say", ())))
            socket.play("again")
        record, _ = verify(ann.get(f"/t/{key}/record").text, game_named)
    assert len(verify_cards(record, game_named("freight-train"))) > 50


# --- one room ---


@asynccontextmanager
async def alone(folder: Path, game: str) -> AsyncIterator[tuple[Room, Person]]:
    """A running table of one person, whose bot nobody wakes."""
    store = await open_store(str(folder / "yard.db"))
    async with services_on(store, Settings(bot_processes=0)) as services:
        ann, _ = await store.people.new("Ann")
        rules = game_named(game)
        chairs = [Chair(ann.key, called="Ann"), Chair(ann.key, called="Ada")]
        made = await create_table(services, rules, rules.edition(rules.editions[0]), (), chairs, made_by=ann, public=False)
        room = await services.hub.room(made.key)
        assert room is not None
        await room.draw_first_cards()
        yield room, ann
    await store.close()


async def play(room: Room, person: Person, turns: int, seed: str = "alone") -> None:
    """Play so many turns for all who sit there."""
    bot, until = make_bot("greedy", room.game, Stream(seed)), room.table.truth().turns + turns
    while (seat := room.table.to_act()) is not None and room.table.truth().turns < until:
        assert seat != CHANCE
        await room.move(person, seat, room.table.ply, [bot.decide(room.table.view(seat))])


async def opened_again(room: Room) -> Room:
    """The same table as a server opens it that has just begun."""
    anew = Room(room.services, room.row)
    await anew.open()
    return anew


@pytest.mark.anyio
async def test_a_table_goes_back_to_before_the_mark_from_which_it_was_opened(tmp_path: Path) -> None:
    async with alone(tmp_path, "freight-train") as (room, ann):
        begun = room.table.ply
        await play(room, ann, 45)
        late = await opened_again(room)
        assert late.table.events[0].seat != CHANCE or late.table.ply - len(late.table.events) > begun, "not from its first card"
        way = await go_back.way_back(late, begun)
        await proposals.propose(late, ann, "back", ply=begun)
        assert late.table.truth().text() == (await room.state_at(begun)).text()
        assert late.table.ply == room.table.ply + way.moves
        assert late.row.to_act == late.table.to_act()
        notes = [line.text for line in await late.services.store.chat.lines(late.key, 50)]
        assert notes[-1].startswith(f"Ann went back to move {begun}: {way.moves} moves are undone.")
        await room.catch_up()  # as another process hears of it
        assert room.table.truth().text() == late.table.truth().text()
        await play(late, ann, 3, "again")
        assert (await opened_again(late)).table.truth().text() == late.table.truth().text()
        assert [fact.turn for fact in late.broadcast.events.entries(None)][-1] >= 0, "the log knows its turns"


@pytest.mark.anyio
async def test_score_sheets_of_moves_that_were_undone_are_gone(tmp_path: Path) -> None:
    async with alone(tmp_path, "freight-train") as (room, ann):
        begun = room.table.ply
        while not room.sheets:
            await play(room, ann, 1)
        counted = room.table.ply
        await proposals.propose(room, ann, "back", ply=begun)
        assert room.sheets == []
        assert (await opened_again(room)).sheets == []
        while not room.sheets:
            await play(room, ann, 1, "again")
        assert len(room.sheets) == len((await opened_again(room)).sheets) == 1
        assert counted < room.table.ply


@pytest.mark.anyio
async def test_the_way_back_leads_to_a_decision_that_still_stands(tmp_path: Path) -> None:
    async with alone(tmp_path, "freight-train") as (room, ann):
        begun = room.table.ply
        with pytest.raises(TableError, match="the game is at this moment now"):
            await go_back.way_back(room, begun)
        await play(room, ann, 12)
        with pytest.raises(TableError, match="nobody has moved"):
            await go_back.way_back(room, begun - 1)
        with pytest.raises(TableError, match="there is no move"):
            await go_back.way_back(room, room.table.ply + 1)
        events = room.table.events
        drawn = next(ply for ply in range(begun, len(events)) if events[ply].seat == CHANCE)
        way = await go_back.way_back(room, drawn)
        assert events[way.ply].seat != CHANCE
        assert way.ply < drawn
        now = room.table.ply
        await proposals.propose(room, ann, "back", ply=drawn)
        assert Standing(room.table.events).plies[-1] == way.ply - 1
        with pytest.raises(TableError, match="this moment was undone"):
            await go_back.way_back(room, now)
        assert (await go_back.way_back(room, begun)).moves == way.ply - begun


@pytest.mark.anyio
async def test_what_was_done_before_a_crash_is_told_and_not_done_twice(tmp_path: Path) -> None:
    async with alone(tmp_path, "freight-train") as (room, ann):
        begun = room.table.ply
        await play(room, ann, 5)
        way = await go_back.way_back(room, begun)
        await go_back.go_back(room, 0, way)
        assert await go_back.undone_back_to(room, begun) == way.moves
        assert await go_back.undone_back_to(room, begun + 1) == 0
        await play(room, ann, 1)
        assert await go_back.undone_back_to(room, begun) == 0


@pytest.mark.anyio
async def test_nothing_is_gone_back_to_of_another_game(tmp_path: Path) -> None:
    async with alone(tmp_path, "freight-train") as (room, ann):
        begun = room.table.ply
        await play(room, ann, 4)
        room.row = msgspec.structs.replace(room.row, taken_over=room.table.ply - 1)
        with pytest.raises(TableError, match="from which this table plays on"):
            await go_back.way_back(room, begun)
        with pytest.raises(Forbidden):
            await proposals.propose(room, ann, "back")


@pytest.mark.anyio
async def test_the_last_move_of_a_game_is_not_undone_because_its_record_is_kept(tmp_path: Path) -> None:
    async with alone(tmp_path, "freight") as (room, ann):
        await play(room, ann, 10_000)
        assert room.row.phase == OVER
        last = next(seat for seat in range(2) if room.table.takebacks(seat))  # by the rules of the table it could be
        for undo in (room.take_back, room.reset_turn):
            with pytest.raises(NothingToTakeBack, match="the game is over"):
                await undo(ann, last, room.table.ply)
        _, parts = room.broadcast.page(room.broadcast.viewer(ann))
        assert "data-undo" not in parts["prompt"]
        with pytest.raises(Forbidden):
            await proposals.propose(room, ann, "back", ply=last)
