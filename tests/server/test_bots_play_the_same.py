"""The same bot with the same seed plays the same moves in a simulation, at a terminal and at a served table, whatever was
restarted in between."""

import asyncio
import os
from pathlib import Path

import msgspec
import pytest
from rich.console import Console

from freightyard.core.chance import Stream
from freightyard.core.contract import CHANCE, Edition, Game, Seat, View
from freightyard.games import game_named
from freightyard.lab.match import Match, play_match, seat_bots
from freightyard.server.bots.missed import decisions
from freightyard.server.bots.pool import BotPool
from freightyard.server.bots.process import BotCache, Decision, Forgotten, Question
from freightyard.server.bots.turns import bots_seed
from freightyard.server.log import Log
from freightyard.server.services import Services
from freightyard.server.settings import Settings
from freightyard.store import open_store
from freightyard.store.rows import Chair, TableRow
from freightyard.table import UNDO, Event, Table
from freightyard.terminal.play import Session

EDITIONS = [
    ("freight-train", "mayfair-1996"),
    ("freight-cars", "quick-simple-fun-2021"),
    ("freight", "standard"),
    ("freight", "family"),
]
# The playouts of the planner take long where nothing is compiled; with twenty it is hard:20it.
LEVELS = [
    ("random", "first-trip", "trainee", "driver"),
    ("hard:20it", "greedy"),
    pytest.param(("planner", "easy"), marks=pytest.mark.deep),
]


def raw_of(edition: Edition) -> str:
    return msgspec.json.encode(dict(edition.raw)).decode()


class Served:
    """A game whose moves the pool of a server's bots is asked for, along a game that was played already."""

    def __init__(self, pool: BotPool, match: Match) -> None:
        self.pool = pool
        self.match = match
        self.first = match.game.start(match.edition, len(match.players), match.options)
        self.moves: list[str] = []
        self.latest: dict[Seat, int] = {}
        self.told = 0  # how often a bot had to be told what it had missed

    async def decide(self, seat: Seat, view: View) -> str:
        ply, bot = len(self.moves), self.match.players[seat]

        async def missed() -> tuple[Decision, ...]:
            self.told += 1
            return decisions(self.first.clone(), self.moves, seat, None if bot == "random" else view.turn)

        question = Question(
            game=self.match.game.name,
            edition=self.match.edition.name,
            raw=raw_of(self.match.edition),
            bot=bot,
            seed=f"{self.match.seed}",
            table="t",
            ply=ply,
            after=self.latest.get(seat),
            view=view,
        )
        self.latest[seat] = ply
        return await self.pool.decide(question, missed, watched=True, payer="ann")


async def follow(played: tuple[str, ...], match: Match, restart_at: tuple[int, ...] = ()) -> int:
    """Ask the pool for every move of a game that was simulated. How often a bot had to be told what it had missed."""
    pool = BotPool(1, 600.0, Log("none"))
    served = Served(pool, match)
    state = served.first.clone()
    vocabulary = match.edition.vocabulary
    try:
        for ply, text in enumerate(played):
            actor = state.to_act()
            assert actor is not None
            if ply in restart_at:
                line = pool._processes[0]._line
                if line is not None:
                    await line.kill()
            if actor != CHANCE:
                assert await served.decide(actor, state.view(actor)) == text, f"ply {ply}, {match.players[actor]}"
            served.moves.append(text)
            state.play(vocabulary.parse(text))
    finally:
        await pool.close()
    return served.told


def match_of(name: str, edition: str, players: tuple[str, ...], seed: int = 7) -> Match:
    game = game_named(name)
    return Match(game=game, edition=game.edition(edition), options=(), players=players, seed=seed)


@pytest.mark.many_games
@pytest.mark.parametrize("players", LEVELS)
@pytest.mark.parametrize(("name", "edition"), EDITIONS)
def test_bots_of_a_server_play_what_they_play_in_a_simulation(name: str, edition: str, players: tuple[str, ...]) -> None:
    match = match_of(name, edition, players)
    assert asyncio.run(follow(play_match(match).moves, match)) == 0


@pytest.mark.many_games
@pytest.mark.parametrize("players", LEVELS)
@pytest.mark.parametrize(("name", "edition"), EDITIONS)
def test_killed_bot_process_changes_no_move(name: str, edition: str, players: tuple[str, ...]) -> None:
    """It is killed in the middle of turns, time and again: a bot that is made anew there would lose its plan."""
    match = match_of(name, edition, players, seed=8)
    played = play_match(match).moves
    middle = len(played) // 3
    assert asyncio.run(follow(played[: middle + 60], match, tuple(range(middle, middle + 40, 10)))) > 0


def question(
    view: View, ply: int, after: int | None, missed: tuple[Decision, ...] | None = None, bot: str = "greedy"
) -> Question:
    edition = view.edition
    return Question(
        game=edition.game, edition=edition.name, raw=raw_of(edition), bot=bot, seed="1", table="t",
        ply=ply, after=after, view=view, missed=missed,
    )  # fmt: skip


def first_view(game: Game) -> View:
    state = game.start(game.edition(game.editions[0]), 2)
    state.deal(Stream("cards"))
    actor = state.to_act()
    assert actor is not None
    return state.view(actor)


def test_bot_is_told_what_it_missed_if_it_was_asked_something_else_or_nothing() -> None:
    view = first_view(game_named("freight-train"))
    bots = BotCache()
    with pytest.raises(Forgotten):
        bots.answer(question(view, 20, 18))
    first = bots.answer(question(view, 20, 18, ()))
    with pytest.raises(Forgotten):  # what it answered at ply 20 was taken back
        bots.answer(question(view, 20, 18))
    assert bots.answer(question(view, 20, 18, ())) == first
    bots.answer(question(view, 22, 20))
    with pytest.raises(Forgotten):  # nobody knows whether it is the same one
        bots.answer(question(view, 24, -1))
    bots.answer(question(view, 0, None))  # the first question of a game: there is nothing to miss


def test_decisions_of_a_turn_are_those_of_the_seat_that_stand() -> None:
    match = match_of("freight-train", "mayfair-1996", ("random", "random"))
    played = play_match(match).moves[:90]
    first = match.game.start(match.edition, 2)
    whole = decisions(first.clone(), played, 1, None)
    assert whole
    assert all(decision.move in decision.view.legal and decision.view.seat == 1 for decision in whole)
    turn = whole[-1].view.turn
    assert decisions(first.clone(), played, 1, turn) == tuple([decision for decision in whole if decision.view.turn == turn])
    assert decisions(first.clone(), (*played, "take 99"), 1, turn) == (), "today's rules do not lead through it"


async def until_over(services: Services, key: str, plies: int) -> int:
    """Let the bots of a table play, but no further than to a ply. The ply at which the table stands then."""
    services.hub.start()
    try:
        room = await services.hub.room(key)
        assert room is not None
        room.wake_bots()
        async with asyncio.timeout(600):
            while room.table.ply < plies and room.table.outcome() is None:
                await asyncio.sleep(0.005)
        return room.table.ply
    finally:
        await services.close()


@pytest.mark.many_games
@pytest.mark.parametrize(
    ("name", "edition", "players"),
    [("freight-train", "mayfair-1996", ("medium", "random")), ("freight-cars", "quick-simple-fun-2021", ("hard:20it", "easy"))],
)
def test_bots_of_a_table_play_the_same_after_the_server_was_restarted(
    tmp_path: Path, name: str, edition: str, players: tuple[str, ...]
) -> None:
    game = game_named(name)
    chosen = game.edition(edition)
    row = TableRow(
        key="t", game=name, edition=edition, raw=raw_of(chosen), options=(), seed="a table's secret", public=True,
        made_by=None, made_at=1.0, chairs=tuple([Chair(bot=bot) for bot in players]), moved_at=1.0,
    )  # fmt: skip

    async def play() -> list[Event]:
        store = await open_store(str(tmp_path / "yard.db"))
        await store.tables.add(row)
        assert await store.tables.begin("t")
        before, ply = -1, 0
        while ply != before:
            services = Services(Settings(bot_processes=1), store, Log("none"), build="")
            before, ply = ply, await until_over(services, "t", ply + 60)
            store = await open_store(str(tmp_path / "yard.db"))
        events = [stored.event for stored in await store.moves.events("t")]
        await store.close()
        return events

    events = asyncio.run(play())
    assert all(event.text != UNDO for event in events)
    state = game.start(chosen, len(players))
    bots = seat_bots(game, players, bots_seed(row.seed))
    for ply, event in enumerate(events):
        if event.seat != CHANCE:
            assert bots[event.seat].decide(state.view(event.seat)) == event.text, f"ply {ply}"
        state.play(chosen.vocabulary.parse(event.text))
    assert state.outcome() is not None


@pytest.mark.parametrize(("name", "edition"), EDITIONS)
def test_bots_at_a_terminal_play_what_they_play_in_a_simulation(name: str, edition: str) -> None:
    game = game_named(name)
    players = ("random", "first-trip", "hard:3it")
    chosen = game.edition(edition)
    table = Table(game, chosen, len(players), seed="7/chance")
    with Path(os.devnull).open("w") as nowhere:
        Session(Console(file=nowhere), input, table, players, dict(enumerate(seat_bots(game, players, 7)))).play()
    state = game.start(chosen, len(players))
    bots = seat_bots(game, players, 7)
    for text in table.record().moves:
        actor = state.to_act()
        assert actor is not None
        if actor != CHANCE:
            assert bots[actor].decide(state.view(actor)) == text
        state.play(chosen.vocabulary.parse(text))
