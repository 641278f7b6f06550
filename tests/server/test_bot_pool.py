"""The pool of bot processes: whatever is asked, every question gets an answer."""

import asyncio
import subprocess
import sys

import msgspec
import pytest

from freightyard.core.chance import Stream
from freightyard.games import game_named
from freightyard.server.bots.pool import BotPool
from freightyard.server.bots.process import Decision, Question
from freightyard.server.log import Log


async def nothing() -> tuple[Decision, ...]:
    return ()


def test_a_question_that_cannot_be_sent_holds_up_no_other(capfd: pytest.CaptureFixture[str]) -> None:
    game = game_named("freight-train")
    state = game.start(game.edition("mayfair-1996"), 2)
    state.deal(Stream("cards"))
    view = state.view(state.to_act())
    good = Question(
        game=game.name,
        edition=view.edition.name,
        raw=msgspec.json.encode(dict(view.edition.raw), order="sorted").decode(),
        bot="greedy",
        seed="bots",
        table="t",
        ply=1,
        after=None,
        view=view,
    )
    bad = msgspec.structs.replace(good, view=msgspec.structs.replace(view, board=lambda: "no pickle takes this"))

    async def asked() -> tuple[str, str]:
        pool = BotPool(1, 60.0, Log("none"))
        try:
            return (
                await pool.decide(bad, nothing, watched=True, payer="ann"),
                await pool.decide(good, nothing, watched=True, payer="ann"),
            )
        finally:
            await pool.close()

    instead, chosen = asyncio.run(asyncio.wait_for(asked(), 120))
    assert instead in view.legal
    assert chosen in view.legal


def test_the_text_of_a_bots_error_is_not_logged(capfd: pytest.CaptureFixture[str]) -> None:
    game = game_named("freight-train")
    state = game.start(game.edition("mayfair-1996"), 2)
    state.deal(Stream("cards"))
    view = msgspec.structs.replace(state.view(state.to_act()), board="the secret card coal-3")
    question = Question(
        game=game.name,
        edition="mayfair-1996",
        raw=msgspec.json.encode(dict(view.edition.raw), order="sorted").decode(),
        bot="greedy",
        seed="bots",
        table="t",
        ply=1,
        after=None,
        view=view,
    )

    async def asked() -> str:
        pool = BotPool(1, 60.0, Log("debug"))
        try:
            return await pool.decide(question, nothing, watched=True, payer="ann")
        finally:
            await pool.close()

    assert asyncio.run(asked()) in view.legal
    out, err = capfd.readouterr()
    assert "bot replaced" in out + err
    assert "coal-3" not in out + err
    assert "Traceback" not in out + err


@pytest.mark.parametrize("module", ["freightyard.server.bots.process", "freightyard.cli"])
def test_bots_and_commands_start_without_the_libraries_of_the_database_and_the_web(module: str) -> None:
    program = f"import sys, {module}; print(*({{'sqlalchemy', 'alembic', 'litestar', 'uvicorn'}} & sys.modules.keys()))"
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.strip() == ""
