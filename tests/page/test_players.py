"""What players are called: by one name everywhere."""

import pytest

from freightyard.core.bot_names import LEVELS, bot_title, bot_word, offered_level
from freightyard.page.contract import Player
from freightyard.page.players import named_player, names_of, told_apart


def test_players_of_one_name_are_counted_among_themselves_in_the_order_of_the_seats() -> None:
    assert told_apart(["Ann", "medium", "hard", "medium"]) == ("Ann", "medium 1", "hard", "medium 2")
    assert told_apart(["medium", "medium", "medium"]) == ("medium 1", "medium 2", "medium 3")
    assert told_apart(["Ann", "Bob"]) == ("Ann", "Bob")


def test_nobody_is_given_the_name_of_somebody_else() -> None:
    assert told_apart(["medium", "medium 1", "medium"]) == ("medium 2", "medium 1", "medium 3")


def test_a_bot_is_called_by_its_level() -> None:
    assert [level.title for level in LEVELS] == ["First trip", "Trainee", "Driver", "Planner", "Old hand"]
    assert [bot_title(level.name) for level in LEVELS] == [level.title for level in LEVELS]
    assert [bot_title(bot) for bot in ("random", "easy", "medium", "hard", "greedy")] == [
        "Random",
        "easy",
        "Driver",
        "hard",
        "Driver",
    ]


def test_a_bot_has_one_name_at_a_table_whatever_it_was_called_before() -> None:
    assert [bot_word(bot) for bot in ("greedy", "medium", "driver", "easy", "hard:0.2")] == ["driver"] * 3 + ["easy", "hard:0.2"]
    assert [offered_level(bot) for bot in ("greedy", "easy", "hard", "hard:0.2", "old-hand", "random", "x:Mine")] == [
        *("driver", "first-trip", "old-hand", "old-hand", "old-hand", "random", "Mine"),
    ]


@pytest.mark.parametrize(
    ("name", "player"),
    [
        ("greedy", Player(1, "Driver", bot="driver", person=False)),
        ("old-hand", Player(1, "Old hand", bot="old-hand", person=False)),
        ("hard:0.2", Player(1, "hard:0.2", bot="hard:0.2", person=False)),
        ("Ann", Player(1, "Ann")),
        ("Ann (greedy)", Player(1, "Ann", bot="driver")),
        ("Ann (first-trip)", Player(1, "Ann", bot="first-trip")),
        ("Ann (of Leeds)", Player(1, "Ann (of Leeds)")),
    ],
)
def test_a_record_tells_people_from_bots(name: str, player: Player) -> None:
    assert named_player(1, name) == player


def test_greedy_and_medium_are_one_level_in_the_names_of_a_record() -> None:
    assert names_of(tuple(named_player(seat, name) for seat, name in enumerate(["greedy", "Ann", "medium"]))) == (
        "Driver 1",
        "Ann",
        "Driver 2",
    )
