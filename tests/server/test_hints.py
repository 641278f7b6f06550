"""Hints through a real server: for whoever plays against bots alone, at their own turn, and for nobody else."""

import asyncio
import re
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest

from freightyard.games import all_games, game_named
from freightyard.page.players import names_of
from freightyard.server.bots.hints import _together, hint_for
from freightyard.server.bots.pool import BotFailed, BotPool
from freightyard.server.bots.process import Advice
from freightyard.server.bots.turns import BotTurns
from freightyard.server.errors import Forbidden
from freightyard.server.live.editions import raw_text
from freightyard.server.live.viewer import players_of
from freightyard.server.settings import Settings
from freightyard.store import open_store
from freightyard.store.rows import Append, Chair, TableRow
from freightyard.table import Table
from tests.games.freight.positions import LINE, family, family_text, seat
from tests.server.running import Browser
from tests.server.services import services_on

if TYPE_CHECKING:
    from freightyard.server.live.room import Room


ASK = '<button class="quiet" type="button" data-ask-hint'


async def _no_advice(*_: object, **__: object) -> Advice:
    raise BotFailed("its process died")


@pytest.mark.parametrize("game", [game.name for game in all_games()])
def test_a_hint_is_a_legal_move_in_words_with_a_reason(ann: Browser, game: str) -> None:
    key = ann.new_table(game, "me", "bot:random")
    with ann.socket(key) as socket:
        socket.update()
        socket.play("a few", plies=socket.ply + 6)
        socket.await_turn()
        assert ASK in socket.parts["prompt"]
        answer = ann.post(f"/t/{key}/hint")
        assert answer.status_code == 200, answer.text
        advice = answer.json()
        assert advice["move"] in socket.moves
        assert re.match(r"[A-Z][a-z]*[^s\W][ .]|Pass\b", advice["words"]), advice["words"]
        assert advice["words"].endswith(".")
        assert advice["why"].endswith(".")
        assert "%" not in advice["words"] + advice["why"]
        assert advice["plan"][0] == advice["move"]
        assert 1 <= advice["together"] <= len(advice["plan"])
        assert advice["ends"] in (True, False)
        socket.move(*advice["plan"][: advice["together"]])  # as the button of the hint does
        assert "oops" not in socket.update()


def test_whoever_asks_again_or_follows_or_undoes_a_hint_is_told_the_same_plan(ann: Browser) -> None:
    key = ann.new_table("freight-train", "me", "bot:random")
    with ann.socket(key) as socket:
        socket.update()
        socket.await_turn()
        first = ann.post(f"/t/{key}/hint").json()
        assert all(ann.post(f"/t/{key}/hint").json() == first for _ in range(4))
        socket.move(first["move"])
        socket.update()
        if socket.moves and "data-undo" in socket.parts["prompt"]:
            then = ann.post(f"/t/{key}/hint").json()
            assert [then["words"], then["why"]] == first["rest"][0]  # what is left of it
            socket.send(undo=True, ply=socket.ply, seat=socket.seat)
            socket.update()
            assert ann.post(f"/t/{key}/hint").json() == first


def test_no_hints_where_other_people_play(ann: Browser, bob: Browser, eve: Browser) -> None:
    key = ann.new_table("freight-train", "me", "open")
    assert ann.post(f"/t/{key}/hint").status_code == 400  # not begun
    bob.post(f"/t/{key}/sit", name="Bob")
    with ann.socket(key) as one, bob.socket(key) as two:
        one.update()
        two.update()
        assert ASK not in one.parts["prompt"] + two.parts["prompt"]
    for browser in (ann, bob):
        answer = browser.post(f"/t/{key}/hint")
        assert answer.status_code == 403
        assert "all others are bots" in answer.text
    stranger = eve.post(f"/t/{key}/hint")
    assert stranger.status_code == 403
    assert "You do not sit" in stranger.text


def test_who_shares_a_screen_gets_no_hints_and_who_left_neither(ann: Browser) -> None:
    shared = ann.new_table("freight-cars", "me", "here")
    with ann.socket(shared) as socket:
        socket.update()
        assert ASK not in socket.parts["prompt"]
    assert ann.post(f"/t/{shared}/hint").status_code == 403
    alone = ann.new_table("freight-train", "me", "bot:random")
    assert ann.post(f"/t/{alone}/leave", bot="random").status_code == 303
    answer = ann.post(f"/t/{alone}/hint")
    assert answer.status_code in (400, 403)
    assert "not your turn" in answer.text or "over" in answer.text


def test_a_hint_asked_for_by_another_site_is_refused(ann: Browser) -> None:
    key = ann.new_table("freight-train", "me", "bot:random")
    answer = ann._http.post(f"/t/{key}/hint", headers={"origin": "http://elsewhere.example"})
    assert answer.status_code == 403
    assert "another site" in answer.text


@pytest.mark.parametrize(("phase", "plan", "ends"), [
    ("shipping", ("done",), True), ("building", ("done",), False), ("building", ("wagon", "done", "done"), True),
])  # fmt: skip
def test_a_hint_knows_whether_playing_it_ends_the_turn(phase: str, plan: tuple[str, ...], ends: bool) -> None:
    trip = "trip used 0 loading no delivering no paid -" if phase == "shipping" else ""
    state = family(family_text(phase, seat(cash=9, at="n14"), seat(), track=LINE, extra=trip))
    room = SimpleNamespace(table=SimpleNamespace(truth=state.clone))  # the dice that are rolled after it are still its turn
    assert _together(cast("Room", room), 0, plan) == (len(plan), ends)


@pytest.mark.anyio
async def test_a_bot_that_does_not_answer_is_told_of_once_a_turn() -> None:
    turn, said = [3], []

    async def note(words: str) -> None:
        said.append(words)

    table = SimpleNamespace(truth=lambda: SimpleNamespace(turns=turn[0]))
    row = SimpleNamespace(chairs=(Chair("ann", called="Ann"), Chair(bot="greedy")))
    turns = BotTurns(cast("Room", SimpleNamespace(table=table, row=row, lock=asyncio.Lock(), note=note)))
    for now in (3, 3, 3, 4, 4):
        turn[0] = now
        await turns._tell_failure("greedy", 1)
    assert len(said) == 2
    assert set(said) == {f"{names_of(players_of(row.chairs, ()))[1]} did not answer, so a legal move was played for it."}


@pytest.mark.anyio
async def test_who_chooses_while_a_bot_still_chooses_is_advised_for_each_choice(tmp_path: Path) -> None:
    game = game_named("freight-cars")
    edition = game.edition(game.editions[0])
    table = Table(game, edition, 2, seed="staged")
    step = table.begin()
    table.commit(step)
    bots_seat = table.to_act()
    assert bots_seat is not None
    store = await open_store(str(tmp_path / "yard.db"))
    ann, _ = await store.people.new("Ann")
    seats = tuple([Chair(bot="medium") if seat == bots_seat else Chair(ann.key, called="Ann") for seat in range(2)])
    row = TableRow(
        key="t1", game=game.name, edition=edition.name, raw=raw_text(edition), options=(), seed="staged", public=False,
        made_by=None, made_at=1.0, chairs=seats, moved_at=1.0,
    )  # fmt: skip
    await store.tables.add(row)
    assert await store.tables.begin("t1")
    await store.moves.append(
        Append(table="t1", ply=0, events=table.events, seen=step.seen, marks=step.marks, to_act=bots_seat, at=2.0)
    )
    async with services_on(store, Settings(bot_processes=1)) as services:
        room = await services.hub.room("t1")
        assert room is not None
        assert room.table.to_act() == bots_seat
        mine = 1 - bots_seat
        with pytest.MonkeyPatch.context() as broken:
            broken.setattr(BotPool, "advise", _no_advice)
            with pytest.raises(Forbidden, match="ask again"):
                await hint_for(room, ann)
            for _ in range(2):  # who has asked again is not told to ask again
                with pytest.raises(Forbidden, match="gives no hints now"):
                    await hint_for(room, ann)
        first = await hint_for(room, ann)
        assert first.move in room.orders.view_for(mine).legal
        async with room.lock:
            await room.orders.choose(ann, mine, room.table.ply, [first.move])
        second = await hint_for(room, ann)
        assert second.move != first.move
        assert second.move in room.orders.view_for(mine).legal
    await store.close()
