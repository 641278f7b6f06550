"""A bot that fails never stops a table, and always stops a game that measures it."""

import logging
import pickle
from io import BytesIO

import msgspec
import pytest

from freightyard.bots import make_bot
from freightyard.bots.guard import GuardedBot, make_guarded_bot
from freightyard.bots.planner import PlanningBot, Style
from freightyard.core.chance import Stream
from freightyard.core.contract import View
from freightyard.games import all_games
from freightyard.games.freight_train.bot.judge import JUDGE
from freightyard.lab.match import BotFailed, Match, play_match
from freightyard.server.bots.process import HEAD, Question, serve
from tests.bots.test_bots import first_choice

GAME = all_games()[0]


def guarded() -> tuple[GuardedBot, View]:
    bot = PlanningBot(GAME, JUDGE, Stream("plan"), Style())
    return GuardedBot(bot, Stream("any")), first_choice(GAME, GAME.edition(GAME.editions[0]))


def test_bot_that_raises_is_replaced_by_a_legal_move_and_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    bot, view = guarded()

    def fail(self: PlanningBot, view: View) -> str:
        raise ZeroDivisionError

    monkeypatch.setattr(PlanningBot, "decide", fail)
    monkeypatch.setattr(PlanningBot, "hint", fail)
    with caplog.at_level(logging.ERROR, "freightyard.bots"):
        assert bot.decide(view) in view.legal
        assert bot.hint(view).move in view.legal
    assert "a legal move is played instead" in caplog.text
    assert "ZeroDivisionError" in caplog.text


def test_illegal_move_is_replaced_and_logged(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    bot, view = guarded()
    monkeypatch.setattr(PlanningBot, "decide", lambda self, view: "take 99")
    with caplog.at_level(logging.ERROR, "freightyard.bots"):
        assert bot.decide(view) in view.legal
    assert "'take 99', which is not legal" in caplog.text


def test_view_of_an_impossible_position_is_no_reason_to_stop(caplog: pytest.LogCaptureFixture) -> None:
    """A board that contradicts itself cannot be imagined; the seat still gets a move."""
    bot, view = guarded()
    broken = msgspec.structs.replace(view, board=msgspec.structs.replace(view.board, main=()))
    with caplog.at_level(logging.ERROR, "freightyard.bots"):
        assert bot.decide(broken) in view.legal
    assert "a bot failed" in caplog.text


def crash(self: PlanningBot, view: View) -> str:
    raise ZeroDivisionError("no cars left")


def test_bot_by_its_name_is_not_guarded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PlanningBot, "decide", crash)
    _, view = guarded()
    with pytest.raises(ZeroDivisionError):
        make_bot("greedy", GAME, Stream("plain")).decide(view)
    assert make_guarded_bot("greedy", GAME, Stream("plain")).decide(view) in view.legal


def test_process_of_the_server_tells_the_name_of_an_error_and_never_its_text(monkeypatch: pytest.MonkeyPatch) -> None:
    # The pool then plays a legal move: tests/server/test_bot_pool.py.
    monkeypatch.setattr(PlanningBot, "decide", crash)
    monkeypatch.setattr(PlanningBot, "hint", crash)
    _, view = guarded()
    answers = BytesIO()
    for hint in (False, True):
        question = Question(
            game=GAME.name,
            edition=view.edition.name,
            raw=msgspec.json.encode(view.edition.raw, order="sorted").decode(),
            bot="greedy",
            seed="1",
            table="t",
            ply=0,
            after=None,
            view=msgspec.structs.replace(view, edition=None),
            hint=hint,
        )
        body = pickle.dumps(question)
        serve(BytesIO(len(body).to_bytes(HEAD, "big") + body), answers)
    said = answers.getvalue().decode()
    assert said.count("failed ZeroDivisionError") == 2
    assert "no cars left" not in said


def test_match_stops_with_the_error_of_its_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PlanningBot, "decide", crash)
    match = Match(game=GAME, edition=GAME.edition("mayfair-1996"), options=(), players=("random", "greedy"), seed=7)
    with pytest.raises(BotFailed, match=r"with the seed 7, at ply \d+, the bot greedy on seat 2 failed with") as caught:
        play_match(match)
    assert str(caught.value).endswith("ZeroDivisionError: no cars left")
    assert "in crash" in caught.value.__notes__[0]
    monkeypatch.setattr(PlanningBot, "decide", lambda self, view: None)
    with pytest.raises(BotFailed, match="answered None, which is not legal"):
        play_match(match)
