"""The last turn of a game of Freight in real Chromium, with a mouse, with a finger and with keys alone: at tables that bots have
played as far as that. Whole games are in test_freight.py, and take long."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from freightyard.core.contract import State
from tests.browser.driving import connected
from tests.browser.freight_hands import Fingers, Hands, Keys
from tests.browser.staging import Stage, prepared
from tests.depth import deep_except
from tests.server.running import Server

Window = Callable[..., Page]
STORIES = {"mouse": ("standard", Hands), "finger": ("family", Fingers), "keys": ("standard", Keys)}


def last_turn(state: State) -> bool:
    """Whether the first seat begins the last turn of the game."""
    if state.to_act() != 0:
        return False
    board = state.view(0).board
    if board.phase != "building" or not any(move.startswith("build ") for move in state.view(0).legal):
        return False
    return board.last is not None or (board.round == 10 and board.order[-1] == 1)


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Stage:
    stage = Stage(tmp_path_factory.mktemp("staged") / "yard.db")

    async def set_up() -> None:
        await stage.enter()
        for key, (edition, _) in STORIES.items():
            await stage.set_up_somehow(key, "freight", edition, last_turn, bots=["greedy"] * 2)

    return prepared(stage, set_up)


@pytest.mark.parametrize("key", deep_except("finger", among=STORIES))
@pytest.mark.usual
def test_the_last_turn_is_played_and_the_points_are_counted(window: Window, stage: Stage, server: Server, key: str) -> None:
    edition, hand = STORIES[key]
    phone = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
    page = window(**(phone if hand is Fingers else {}))
    stage.sign_in(page, server)
    page.goto(f"/t/{key}")
    connected(page)
    hands = hand(page)
    hands.play()
    expect(page.locator("#ask")).to_contain_text("The game is over")
    expect(page.locator("#dialog[open] caption")).to_have_text("Final score")
    assert "done" in hands.done
    if edition == "standard":
        assert {"put", "shift", "fill"} <= set(hands.done)
