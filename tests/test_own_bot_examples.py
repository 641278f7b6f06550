"""The bots that docs/your-own-bot.md shows play every game to its end, and what the page says about them is true."""

import re
import shutil
import sys
from pathlib import Path

import pytest

import freightyard
from freightyard.bots import protocol
from freightyard.bots.program import close_programs
from freightyard.lab.match import Match, play_match
from tools.bot_pages import BOARDS, PROTOCOL, boards_page, protocol_page

ROOT = Path(__file__).parents[1]
PYTHON, NODE = ROOT / "examples" / "own_bot.py", ROOT / "examples" / "own_bot.mjs"
PAGE = (ROOT / "docs" / "your-own-bot.md").read_text(encoding="utf-8")
GAMES = [(game, edition) for game in freightyard.game_names()[:3] for edition in freightyard.game(game).editions]
BOTS = {"python": f"{PYTHON}:Tidy", "node": f"exec:node {NODE}"}


def finished(game: str, edition: str, bot: str, seed: int = 3) -> None:
    rules = freightyard.game(game)
    result = play_match(Match(game=rules, edition=rules.edition(edition), options=(), players=(bot, "medium"), seed=seed))
    assert result.outcome.winners
    assert result.record().replay().outcome() == result.outcome
    close_programs()


USUAL = [("freight-cars", "python"), *[(game, "node") for game in freightyard.game_names()[:3]]]
CASES = [
    pytest.param(game, edition, language, marks=[] if usual else [pytest.mark.deep])
    for game, edition in GAMES
    for language in BOTS
    for usual in [(game, language) in USUAL and edition == freightyard.game(game).editions[0]]
]


@pytest.mark.parametrize(("game", "edition", "language"), CASES)
def test_the_bots_of_the_examples_finish_a_game_against_medium(game: str, edition: str, language: str) -> None:
    if language == "node" and shutil.which("node") is None:
        pytest.skip("there is no node here")
    finished(game, edition, BOTS[language])


def test_the_examples_are_as_short_as_the_page_says() -> None:
    assert len(PYTHON.read_text(encoding="utf-8").splitlines()) <= 25
    assert len(NODE.read_text(encoding="utf-8").splitlines()) <= 40
    over_http = ROOT / "examples" / "node-bot" / "bot.mjs"
    assert len(over_http.read_text(encoding="utf-8").splitlines()) <= 40


def test_the_code_on_the_page_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    code = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    first, ahead, program = code
    Path("mybot.py").write_text(first + "\n" + ahead, encoding="utf-8")
    Path("program.py").write_text(program, encoding="utf-8")
    for bot in ("mybot.py:MyBot", "mybot.py:Tidy", f"exec:{sys.executable} program.py"):
        finished("freight-cars", "quick-simple-fun-2021", bot)


def test_the_page_of_the_boards_is_written_from_the_source() -> None:
    assert BOARDS.read_text(encoding="utf-8") == boards_page(), "run python -m tools.bot_pages"


def test_the_page_of_the_protocol_has_every_message_as_it_is() -> None:
    page = PROTOCOL.read_text(encoding="utf-8")
    assert page == protocol_page(page), "run python -m tools.bot_pages"
    told = set(re.findall(r"<!-- fields of (\w+) -->", page))
    assert told == set(protocol.schema()["$defs"]) - {"ToBot", "FromBot"}


def test_boards_are_typed_for_editors() -> None:
    from freightyard import boards

    for name, kind in (("freight-train", boards.FreightTrainBoard), ("freight-cars", boards.FreightCarsBoard)):
        game = freightyard.game(name)
        assert isinstance(game.start().view(None).board, kind)
    assert isinstance(freightyard.game("freight").start().view(None).board, boards.FreightBoard)
