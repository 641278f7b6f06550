"""Drawing is measured on real tables, and a move sends less than the whole of one."""

import pytest

from freightyard.core.chance import Dice
from freightyard.games import all_games, game_named
from freightyard.lab.bench import views
from freightyard.page.boards import board_for
from freightyard.page.table import page_parts


@pytest.mark.parametrize("game", [game.name for game in all_games()])
def test_a_move_sends_less_than_the_whole_table(game: str) -> None:
    of = game_named(game)
    edition = of.edition(of.editions[0])
    moments = list(views._moments(of, edition, 2, Dice(7)))
    assert moments
    assert all(len(scenes) == 3 for scenes in moments)
    whole = [
        sum(len(part.encode()) for part in page_parts(board_for(game), scene, log).values()) for _, scene, log in moments[-1]
    ]
    sent, sendings = views._weighed(of, edition, 2)(Dice(7), 0.1)
    assert sendings == 3 * (len(moments) - 1)
    assert 0 < sent / sendings < min(whole)


def test_every_edition_is_drawn() -> None:
    titles = [entry.name for entry in views.drawing("")]
    assert len(titles) == sum(len(game.editions) for game in all_games())
    assert [entry.name for entry in views.updates("")] == titles
    drawn, spent = views.drawing("family")[0].timed(Dice(3), 0.01)
    assert drawn > 0
    assert spent > 0
