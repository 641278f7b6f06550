"""What players are called: by one name everywhere."""

import pytest

from freightyard.core.bot_names import bot_title
from freightyard.page.contract import Player
from freightyard.page.players import named_player, names_of, told_apart


def test_players_of_one_name_are_counted_among_themselves_in_the_order_of_the_seats() -> None:
    assert told_apart(["Ann", "medium", "hard", "medium"]) == ("Ann", "medium 1", "hard", "medium 2")
    assert told_apart(["medium", "medium", "medium"]) == ("medium 1", "medium 2", "medium 3")
    assert told_apart(["Ann", "Bob"]) == ("Ann", "Bob")


def test_nobody_is_given_the_name_of_somebody_else() -> None:
    assert told_apart(["medium", "medium 1", "medium"]) == ("medium 2", "medium 1", "medium 3")


def test_a_bot_is_called_by_its_level() -> None:
    assert [bot_title(bot) for bot in ("random", "easy", "medium", "hard", "greedy")] == [
        "random",
        "easy",
        "medium",
        "hard",
        "medium",
    ]


@pytest.mark.parametrize(
    ("name", "player"),
    [
        ("greedy", Player(1, "medium", bot="medium", person=False)),
        ("hard:0.2", Player(1, "hard:0.2", bot="hard:0.2", person=False)),
        ("Ann", Player(1, "Ann")),
        ("Ann (greedy)", Player(1, "Ann", bot="medium")),
        ("Ann (of Leeds)", Player(1, "Ann (of Leeds)")),
    ],
)
def test_a_record_tells_people_from_bots(name: str, player: Player) -> None:
    assert named_player(1, name) == player


def test_greedy_and_medium_are_one_level_in_the_names_of_a_record() -> None:
    assert names_of(tuple(named_player(seat, name) for seat, name in enumerate(["greedy", "Ann", "medium"]))) == (
        "medium 1",
        "Ann",
        "medium 2",
    )
