"""Live examples in the documentation: what their marks become, what a cell prints, and both in Chromium."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from hashlib import sha256
from html import unescape
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect, sync_playwright

from freightyard.games import all_games, game_named
from freightyard.lab.match import Match, play_match
from freightyard.offline.cell import Cells
from freightyard.offline.fetch import CannotFetch, cache_folder, fetch
from tests.chromium import launch, program
from tests.offline.conftest import served
from tools.docs_live import BadExample, code_of, marked, position_of, with_lobby

ROOT = Path(__file__).parents[1]
BLOCK = '```pycon\n>>> a = "<1>"\n>>> if a:\n...     print(a)\n<1>\n\n```'
EDITIONS = [(game.name, edition) for game in all_games() for edition in game.editions]


def test_a_cell_prints_values_and_errors_as_a_terminal_does_and_keeps_its_names() -> None:
    cells = Cells()
    assert cells.run("a = 2\na + 1\nprint('b')\nNone") == "3\nb\n"
    told = cells.run("def half(n):\n    return 1 / n\n\na\nhalf(0)")
    assert told.startswith("2\nTraceback (most recent call last):\n")
    assert "return 1 / n" in told
    assert told.endswith("ZeroDivisionError: division by zero\n")
    assert "SyntaxError" in cells.run("for")
    assert cells.run("raise SystemExit") != ""
    assert cells.run("") == ""
    refused = "import freightyard\nstate = freightyard.game('freight').start()\nstate.say('fly')"
    assert cells.run(refused).count("  File ") == 1  # the lines of the library are left out


def test_the_mark_before_a_block_becomes_its_code_and_its_position() -> None:
    assert code_of(BLOCK) == 'a = "<1>"\nif a:\n    print(a)'
    live = marked("Text\n\n<!-- live -->\n", BLOCK, live=True)
    assert 'data-code="a = &quot;&lt;1&gt;&quot;&#10;if a:' in live
    assert marked("Text\n\n<!-- live -->\n", BLOCK, live=False) == "Text\n\n"
    assert marked("Text <!-- other -->\n", BLOCK, live=True) == "Text <!-- other -->\n"
    for mark, block in (("live", "text"), ("live", "```text\nx\n```"), ("play", BLOCK)):
        with pytest.raises(BadExample):
            marked(f"<!-- {mark} -->\n", block, live=True)
    assert 'href="../play/index.html"' in with_lobby("<!-- lobby -->", "../", live=True)
    assert with_lobby("<!-- lobby -->", "", live=False) == ""


def test_a_position_is_played_on_by_a_link_of_the_offline_site() -> None:
    code = "import freightyard\nstate = freightyard.game('freight-cars').start(seats=2)"
    (go,) = parse_qs(urlsplit(unescape(position_of(code))).query)["go"]
    query = parse_qs(urlsplit(go).query)
    state = game_named("freight-cars").position(query["edition"][0], query["position"][0])
    assert (query["game"], state.seats) == (["freight-cars"], 2)


def built(folder: Path, **environment: str) -> Path:
    """The documentation, as strictly as `./yard docs` builds it."""
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)],
        cwd=ROOT, env={**os.environ, "NO_MKDOCS_2_WARNING": "1", **environment}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return folder


@pytest.mark.deep
def test_without_npm_the_documentation_has_the_code_alone(tmp_path: Path) -> None:
    page = built(tmp_path / "docs", PATH=str(Path(sys.executable).parent), XDG_CACHE_HOME=str(tmp_path)) / "python.html"
    assert "live-example" not in page.read_text(encoding="utf-8")
    assert "mayfair-1996" in page.read_text(encoding="utf-8")
    assert not (tmp_path / "docs" / "play").exists()


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    if program() is None:
        pytest.skip("there is no Chromium on this machine")
    try:
        fetch(cache_folder())
    except CannotFetch as error:
        pytest.skip(str(error))
    with served(built(tmp_path_factory.mktemp("docs") / "docs")) as base, sync_playwright() as playwright:
        chromium = launch(playwright)
        context = chromium.new_context(base_url=base)
        context.set_default_timeout(300_000)
        page = context.new_page()
        asked: list[str] = []
        wrong: list[str] = []
        context.on("request", lambda request: asked.append(request.url))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        yield page
        chromium.close()
        assert not wrong
        assert all(url.startswith((base, "blob:", "data:")) for url in asked)


@pytest.fixture
def run(page: Page) -> Callable[[str], str]:
    """Change the first cell of the page, run it, and read what it prints."""

    def press(code: str) -> str:
        cell = page.locator(".live-cell").first
        cell.locator("textarea").fill(code)
        cell.get_by_role("button", name="Run").click()
        expect(cell.get_by_role("button", name="Run")).to_be_visible(timeout=300_000)
        return cell.locator(".live-printed").text_content() or ""

    return press


@pytest.mark.deep
def test_cells_and_a_position_of_the_documentation_are_alive(page: Page) -> None:
    page.goto("python.html")
    cells = page.locator(".live-cell")
    for number in range(cells.count()):
        cells.nth(number).get_by_role("button", name="Run").click()
        expect(cells.nth(number).get_by_role("button", name="Run")).to_be_visible(timeout=300_000)
    expect(cells.nth(0).locator(".live-printed")).to_contain_text("'take 1', 'take 2'")
    refusal = "IllegalMove: call: take 2 more cars from the main yard first (ft.take-three)"
    expect(cells.nth(1).locator(".live-printed")).to_contain_text(refusal)
    expect(cells.nth(2).locator(".live-printed")).to_have_text("(0,)\n")
    page.get_by_role("button", name="Play this position").click()
    board = page.frame_locator("iframe.live-board")
    board.locator("html[data-turn]").wait_for(state="attached")
    expect(board.locator("#view .can").first).to_be_attached()


@pytest.mark.deep
@pytest.mark.parametrize(("name", "edition"), EDITIONS)
def test_the_same_seed_gives_the_same_moves_in_a_browser_as_simulate(
    page: Page, run: Callable[[str], str], name: str, edition: str
) -> None:
    """With bots by playouts too; what simulate does, in words of the library."""
    if not page.url.endswith("python.html"):
        page.goto("python.html")
    game = game_named(name)
    players = ("medium", "hard:3it")
    match = Match(game=game, edition=game.edition(edition), options=(), players=players, seed=7)
    printed = run(f"""
from hashlib import sha256
from freightyard.bots import bot_stream, make_bot
from freightyard.core.chance import Stream
from freightyard.core.contract import CHANCE
from freightyard.games import game_named
game = game_named({name!r})
state = game.start({edition!r}, 2)
bots = [make_bot(bot, game, bot_stream(7, seat)) for seat, bot in enumerate({players!r})]
chance, moves, words = Stream("7/chance"), [], state.edition.vocabulary
while (actor := state.to_act()) is not None:
    move = state.draw(chance) if actor == CHANCE else words.parse(bots[actor].decide(state.view(actor)))
    moves.append(words.text(move))
    state.play(move)

print(len(moves), sha256(" ".join(moves).encode()).hexdigest())
""")
    played = play_match(match).moves
    assert printed == f"{len(played)} {sha256(' '.join(played).encode()).hexdigest()}\n"
