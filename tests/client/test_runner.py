"""A bot at its tables: when it stops, and what it says of games that were over before it came."""

from collections.abc import Iterator
from typing import Any

import freightyard
from freightyard.bots.protocol import Accepted, End, Moves, Result, Start, Turn, end_message, start_message, turn_message
from freightyard.client import BotRunner
from freightyard.client.http import Event
from freightyard.core.chance import Stream
from freightyard.core.contract import Outcome
from tests.commands import refused

GAME = freightyard.game("freight")
OVER = Outcome(scores=(3, 1), winners=(0,), ended_by="fr.win")


def start(table: str) -> Start:
    return start_message(table, GAME.edition("standard"), (), 2, 0)


def turn(table: str) -> Turn:
    state = GAME.start("standard", 2)
    state.deal(Stream(table))
    seat = state.to_act() or 0
    return turn_message(table, 7, state.view(seat))


def end(table: str) -> End:
    return end_message(table, OVER)


class Told:
    """A client whose server tells these lines, and takes whatever it is sent."""

    def __init__(self, *events: Event) -> None:
        self.left = list(events)
        self.sent: list[str] = []

    def events(self) -> Iterator[Event]:
        while self.left:
            yield self.left.pop(0)

    def send(self, batch: Moves) -> Accepted:
        self.sent.append(batch.table)
        return Accepted(table=batch.table, ply=batch.ply, moves=batch.moves)

    def check_cards(self, table: str) -> None:
        return None


def played(client: Any, **options: Any) -> tuple[BotRunner, list[str]]:
    said: list[str] = []
    runner = BotRunner(client, "random", note=said.append, **options)
    runner.run()
    return runner, said


def test_games_that_were_over_before_are_not_counted() -> None:
    """A stream begins with what ended lately: whoever starts a bot again wants to see another game."""
    client = Told(start("old"), end("old"), start("new"), turn("new"), end("new"), start("later"), end("later"))
    runner, said = played(client, games=1)
    assert client.sent == ["new"]
    assert len(client.left) == 2, "it has stopped after the game that it played"
    assert runner.finished.keys() == {"old", "new"}
    assert runner.finished["old"].outcome == Result(scores=(3, 1), winners=(1,), ended_by="fr.win")
    assert said == ["plays freight at new on seat 1", "has won at new: scores 3, 1"]


def test_a_game_that_ended_while_the_server_was_away_is_counted() -> None:
    client = Told(start("one"), turn("one"), start("one"), end("one"), start("later"))
    runner, said = played(client, games=1)
    assert runner.finished.keys() == {"one"}
    assert "has won at one: scores 3, 1" in said
    assert len(client.left) == 1


def test_it_stops_when_the_tables_that_it_made_are_finished() -> None:
    client = Told(start("mine"), turn("mine"), start("other"), turn("other"), end("other"), end("mine"), start("later"))
    runner, _ = played(client, until=["mine"])
    assert runner.finished.keys() == {"mine", "other"}
    assert len(client.left) == 1


def test_a_bot_that_cannot_play_is_refused_before_a_server_is_asked() -> None:
    run = ("bot", "run", "--server", "http://127.0.0.1:9", "--token", "fy_x")
    assert "there is no bot 'nobody' for freight" in refused(*run, "nobody")
    assert "there is no module 'nobodys'" in refused(*run, "nobodys:Bot")
    assert "chess" in refused(*run, "medium", "--spar", "chess")
