"""A game in a package of its own is played like those that are built in, and needs no line of Freightyard changed."""

import fnmatch
import json
import os
import tomllib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.packages import EXAMPLE, freightyard, install, install_example, python_path, run
from tests.server.running import Browser, Server, serving

PACKAGE = EXAMPLE / "src" / "freightyard_shunting"
BARE = {
    "__init__.py": "from freightyard.core.title import Title\nTITLE = Title('bare', __name__)\n",
    "rules.py": (
        "from freightyard_shunting.rules import Shunting\n"
        "class Bare(Shunting):\n    name = 'bare'\n    title = 'Bare'\n"
        "GAME = Bare()\n"
    ),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where Shunting is installed, and beside it the same rules without any other part."""
    folder = tmp_path_factory.mktemp("installed")
    install_example(folder)
    install(folder, "bare_game", BARE)
    return folder


@pytest.fixture(scope="module")
def server(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    place = tmp_path_factory.mktemp("server")
    with serving_with(folder, place / "yard.db", place / "log") as running:
        yield running


@contextmanager
def serving_with(folder: Path, database: Path, errors: Path) -> Iterator[Server]:
    """A server that has what is installed in a folder; this process has not."""
    with ExitStack() as stack:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("PYTHONPATH", python_path(folder))
            server = stack.enter_context(serving(database, errors=errors))
        yield server


@pytest.fixture
def ann(server: Server) -> Iterator[Browser]:
    with Browser(server.url) as browser:
        yield browser


def test_it_is_among_the_games(folder: Path) -> None:
    games = {game["name"]: game for game in json.loads(freightyard(folder, "games", "--json"))}
    assert list(games) == ["freight-train", "freight-cars", "freight", "bare", "shunting"]
    assert [edition["name"] for edition in games["shunting"]["editions"]] == ["standard", "long"]
    assert games["shunting"]["bots"] == games["freight-train"]["bots"]
    assert games["bare"]["bots"] == ["random"]
    assert "shunting" not in json.dumps(json.loads(freightyard(folder.parent / "nowhere", "games", "--json")))


def test_its_rules_and_editions_are_told(folder: Path) -> None:
    assert "sh.handbrake" in freightyard(folder, "rules", "shunting")
    assert freightyard(folder, "edition", "shunting", "long") == (PACKAGE / "editions" / "long.toml").read_text(encoding="utf-8")


def test_it_passes_its_own_tests_and_the_kit(folder: Path) -> None:
    done = run(
        folder,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-c",
        os.devnull,
        "--rootdir",
        str(EXAMPLE),
        str(EXAMPLE / "tests"),
    )
    assert done.returncode == 0, done.stdout
    done = run(folder, "-c", "from freightyard.kit import check_title; from bare_game import TITLE; check_title(TITLE, every=5)")
    assert done.returncode == 0, done.stderr


def test_bots_play_it_and_the_same_seed_is_the_same_game(folder: Path) -> None:
    command = ("simulate", "shunting", "--seats", "hard:20it,random", "--games", "12", "--json")
    first = freightyard(folder, *command)
    assert freightyard(folder, *command, "--workers", "2") == first
    games = [json.loads(line) for line in first.splitlines()]
    assert sum(1 in game["winners"] for game in games) >= 8
    assert freightyard(folder, "simulate", "bare", "--games", "2", "--json").count("\n") == 2


def test_it_is_played_at_the_terminal_and_its_records_are_shown(folder: Path, tmp_path: Path) -> None:
    said = freightyard(folder, "play", "shunting", "--seats", "me,greedy", "--seed", "1", text="why pass\ntake 1\npass\nquit\n")
    assert "siding 1" in said
    assert "sh.stuck" in said
    assert "Driver" in said
    assert '"yard"' in freightyard(folder, "play", "bare", "--seats", "me,random", "--seed", "1", text="quit\n")
    for game in ("shunting", "bare"):
        freightyard(folder, "simulate", game, "--games", "1", "--records", str(tmp_path / game))
        (record,) = (tmp_path / game).iterdir()
        assert "Every move is legal" in freightyard(folder, "replay", str(record))
        page = tmp_path / f"{game}.html"
        freightyard(folder, "show", str(record), "--ply", "12", "--to", str(page))
        assert ("game-shunting .car" in page.read_text(encoding="utf-8")) == (game == "shunting")


@pytest.mark.parametrize("game", ["shunting", "bare"])
def test_it_is_in_the_lobby_and_a_whole_game_is_played_in_the_browser(ann: Browser, game: str) -> None:
    title = game.capitalize()
    assert f"<h3>{title}</h3>" in ann.get("/").text
    assert "handbrake" in ann.get(f"/new?game={game}").text
    assert title in ann.get("/manual").text
    assert 'id="sh.handbrake"' in ann.get("/manual/shunting").text
    bot = "greedy" if game == "shunting" else "random"
    key = ann.new_table(game, "me", f"bot:{bot}", edition="standard", public="yes", **{"standard.handbrake": "yes"})
    page = ann.get(f"/t/{key}").text
    assert ("shunting.css" in page) == (game == "shunting")
    with ann.socket(key) as socket:
        socket.update()
        socket.play("a whole game")
        assert socket.over
    for path in ("", "/end", "/at/3", "/record"):
        assert ann.get(f"/t/{key}{path}", follow_redirects=True).status_code == 200, path
    assert title in ann.get(f"/records?game={game}").text


def test_a_table_waits_while_its_game_is_not_installed(folder: Path, tmp_path: Path) -> None:
    database, errors = tmp_path / "yard.db", tmp_path / "log"
    with serving_with(folder, database, errors) as server, Browser(server.url) as ann:
        running = ann.new_table("shunting", "me", "bot:greedy", edition="standard", public="yes")
        waiting = ann.new_table("shunting", "me", "open", edition="long", public="yes")
        over = ann.new_table("shunting", "me", "bot:random", edition="standard", public="yes")
        with ann.socket(over) as socket:
            socket.update()
            socket.play("to the end")
        cookie = ann.cookie or ""
    with serving(database, errors=errors) as server, Browser(server.url) as ann:
        ann.cookie = cookie
        for path in ("/", "/me", "/records", "/new", "/new?game=shunting", "/manual"):
            assert ann.get(path).status_code == 200, path
        assert ann.get("/").text.count("game not installed") == 3
        for key in (running, waiting, over):
            answer = ann.get(f"/t/{key}")
            assert answer.status_code == 404
            assert "Shunting is not installed on this server. The game is kept" in answer.text
        assert ann.post(f"/t/{waiting}/sit", name="Bob").status_code == 404
        assert " error " not in server.log()
    with serving_with(folder, database, errors) as server, Browser(server.url) as ann:
        ann.cookie = cookie
        with ann.socket(running) as socket:
            socket.update()
            socket.play("goes on")
            assert socket.over


def test_all_files_are_packed() -> None:
    setuptools = tomllib.loads((EXAMPLE / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
    patterns = setuptools["package-data"]["freightyard_shunting"]
    files = [path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*") if path.is_file()]
    for file in files:
        if not file.endswith((".py", ".pyc")):
            assert any(fnmatch.fnmatch(file, pattern) for pattern in patterns), file
    for folder in PACKAGE.rglob("*.py"):
        assert (folder.parent / "__init__.py").exists(), folder


@pytest.mark.parametrize("game", ["shunting", "bare"])
def test_who_comes_back_is_told_by_the_log_what_the_others_did(ann: Browser, game: str) -> None:
    key = ann.new_table(game, "me", "bot:random", edition="standard")
    recap = None
    with ann.socket(key) as socket:
        socket.update()
        while not socket.over and recap is None:
            socket.play("recap", plies=socket.ply + 1)
            recap = ann.get(f"/t/{key}/recap").json()
    assert recap is not None
    assert recap["title"] == "Since your last turn"
    assert recap["turns"]
    assert recap["spoken"]
