"""A package that is broken is left out with one sentence, and nothing else breaks."""

import json
from pathlib import Path

import pytest

from freightyard.core.title import Title
from tests.packages import install, install_example, run

TITLE = "from freightyard.core.title import Title\nTITLE = Title({name!r}, __name__{more})\n"
RULES = "from freightyard_shunting.rules import Shunting\nclass Mine(Shunting):\n    name = {name!r}\n{more}GAME = Mine()\n"


def title(name: str, more: str = "") -> str:
    return TITLE.format(name=name, more=more)


def rules(name: str, more: str = "") -> str:
    return RULES.format(name=name, more=more)


# What each package brings, and what is said of it. The first eleven are left out, the others do without a part.
BROKEN: dict[str, tuple[dict[str, str], str]] = {
    "not_importable": ({"__init__.py": "import nothing_of_the_kind\n"}, "ModuleNotFoundError: No module named"),
    "not_python": ({"__init__.py": "this is (\n"}, "SyntaxError:"),
    "no_title": ({"__init__.py": ""}, "AttributeError: module 'no_title' has no attribute 'TITLE'"),
    "no_such_type": ({"__init__.py": "TITLE = 'shunting'\n"}, "TypeError: it is a str, not a Title"),
    "taken": (
        {"__init__.py": title("freight-train"), "rules.py": rules("freight-train")},
        "another game is called freight-train already",
    ),
    "a_slash": ({"__init__.py": title("a/b")}, "ValueError: the name of a game must be small letters and digits"),
    "no_rules": ({"__init__.py": title("no-rules")}, "ModuleNotFoundError: No module named 'no_rules.rules'"),
    "no_game": ({"__init__.py": title("no-game"), "rules.py": "GAME = 7\n"}, "TypeError: its rules have no credit, edition"),
    "other_name": ({"__init__.py": title("one"), "rules.py": rules("other")}, "its rules are called 'other', its title 'one'"),
    "no_edition": (
        {"__init__.py": title("none"), "rules.py": rules("none", "    editions = ()\n")},
        "ValueError: it has no edition",
    ),
    "lost_edition": (
        {"__init__.py": title("lost"), "rules.py": rules("lost", "    editions = ('lost',)\n")},
        "FileNotFoundError:",
    ),
    "bad_bot": (
        {"__init__.py": title("bad-bot", ", bot='bot:JUDGE'"), "rules.py": rules("bad-bot"), "bot.py": "1 / 0\n"},
        "the game bad-bot runs without its part 'bot': ZeroDivisionError: division by zero",
    ),
    "bad_command": (
        {
            "__init__.py": title("bad-command", ", commands='commands'"),
            "rules.py": rules("bad-command"),
            "commands.py": "def add(subparsers):\n    subparsers.add_parser('play')\n",
        },
        "the game bad-command runs without its commands: ArgumentError:",
    ),
}
LEFT_OUT = list(BROKEN)[:11]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("broken")
    install_example(folder)
    for package, (files, _) in BROKEN.items():
        install(folder, package, files)
    return folder


def test_each_is_left_out_with_one_sentence(folder: Path) -> None:
    done = run(folder, "-m", "freightyard", "games", "--json")
    assert done.returncode == 0, done.stderr
    games = {game["name"]: game["bots"] for game in json.loads(done.stdout)}
    assert list(games) == ["freight-train", "freight-cars", "freight", "bad-bot", "bad-command", "shunting"]
    assert games["bad-bot"] == ["random"]
    lines = done.stderr.splitlines()
    assert len(lines) == len(BROKEN), done.stderr
    for package, (_, sentence) in BROKEN.items():
        (line,) = [line for line in lines if sentence in line and (package in line or package not in LEFT_OUT)]
        assert line.startswith("freightyard: the game ")


def test_workers_do_not_say_it_again(folder: Path) -> None:
    done = run(folder, "-m", "freightyard", "simulate", "shunting", "--games", "20", "--workers", "2", "--json")
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == 20
    assert done.stderr.count("not_importable") == 1


def test_the_other_games_are_served(folder: Path) -> None:
    ask = (
        "from freightyard.games import all_games\n"
        "from freightyard.page.document import Visit\n"
        "from freightyard.page.manual import manuals_page\n"
        "from freightyard.page.site import Lobby, Opponents, lobby_page\n"
        "visit = Visit(build='x')\n"
        "page = lobby_page(visit, Lobby(), {game.name: Opponents(1, '') for game in all_games()}, {}, {}) + manuals_page(visit)\n"
        "assert page.count('Freight Cars') > 1 and page.count('Shunting') > 1\n"
    )
    done = run(folder, "-c", ask)
    assert done.returncode == 0, done.stderr


def test_a_manual_with_a_mistake_is_left_out(tmp_path: Path) -> None:
    install_example(tmp_path)
    for package, text in (("wrong_words", "{{ nothing }}"), ("wrong_number", "{{ n('no.such') }}"), ("no_rule_told", "Hello.")):
        name = package.replace("_", "-")
        (tmp_path / package / "page").mkdir(parents=True)
        readme = "| `mn.one` | What is to be told here. | `x.y` |\n"
        install(
            tmp_path,
            package,
            {"__init__.py": title(name), "rules.py": rules(name), "page/manual.html": text, "README.md": readme},
        )
    ask = "from freightyard.page.manual import chapter_of\nfor name in ('wrong-words', 'wrong-number', 'no-rule-told'):\n"
    done = run(tmp_path, "-c", ask + "    assert 'mn.one' in chapter_of(name).text\n")
    assert done.returncode == 0, done.stderr
    assert done.stderr.count("runs without its manual.html: ") == 3


@pytest.mark.parametrize("name", ["", "Shunting", "my game", "my_game", "a/b", "../x", "-a", "a-", "1st", "schön", "a\n"])
def test_a_name_that_could_not_stand_in_an_address_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="the name of a game must be small letters and digits"):
        Title(name, "anywhere")
