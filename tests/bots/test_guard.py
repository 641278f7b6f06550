"""A bot that fails never stops a table."""

import logging

import pytest

from freightyard.bots.guard import GuardedBot
from freightyard.bots.planner import PlanningBot, Style
from freightyard.core.chance import Stream
from freightyard.core.contract import View
from freightyard.games import all_games
from freightyard.games.freight_train.bot.judge import JUDGE
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
    assert bot.failures == 2
    assert "a legal move is played instead" in caplog.text
    assert "ZeroDivisionError" in caplog.text


def test_illegal_move_is_replaced_and_logged(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    bot, view = guarded()
    monkeypatch.setattr(PlanningBot, "decide", lambda self, view: "take 99")
    with caplog.at_level(logging.ERROR, "freightyard.bots"):
        assert bot.decide(view) in view.legal
    assert bot.failures == 1
    assert "'take 99', which is not legal" in caplog.text


def test_view_of_an_impossible_position_is_no_reason_to_stop(caplog: pytest.LogCaptureFixture) -> None:
    """A board that contradicts itself cannot be imagined; the seat still gets a move."""
    import msgspec

    bot, view = guarded()
    broken = msgspec.structs.replace(view, board=msgspec.structs.replace(view.board, main=()))
    with caplog.at_level(logging.ERROR, "freightyard.bots"):
        assert bot.decide(broken) in view.legal
    assert bot.failures == 1
