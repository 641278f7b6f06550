"""The bots of a server's host are tried before the server runs, each in a process of its own."""

from pathlib import Path

import pytest

from freightyard.bots import try_out
from freightyard.core.errors import BadSetup
from freightyard.games import game_named
from freightyard.server.bots import offered
from freightyard.server.bots.offered import OfferedBot, names_offered, read_offered, spec_of

SOURCE = """
print("a module that prints")
class Tidy:
    games = ("freight",)
    def decide(self, view):
        return view.legal[0]
"""


def test_bots_of_the_host_are_offered_for_their_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("tidy_bot.py").write_text(SOURCE)
    found = read_offered(["tidy=tidy_bot.py:Tidy"])  # in a real process
    assert found == (OfferedBot("tidy", "tidy_bot.py:Tidy", ("freight",)),)
    assert "tidy" in names_offered(found, game_named("freight"))
    assert "tidy" not in names_offered(found, game_named("freight-cars"))
    assert spec_of(found, "tidy", 30.0) == "tidy_bot.py:Tidy"
    assert spec_of([OfferedBot("node", "exec:node x.mjs")], "node", 30.0) == "exec@30:node x.mjs"
    assert spec_of([OfferedBot("node", "exec@2:node x.mjs")], "node", 30.0) == "exec@2:node x.mjs"
    assert spec_of(found, "medium", 30.0) == "medium"


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        ("=mybot:MyBot", "--bot must be NAME=BOT, such as mine=mybot:MyBot"),
        ("my bot=mybot:MyBot", "--bot must be NAME=BOT"),
        ("medium=mybot:MyBot", "there is a bot medium already"),
        ("mine=nowhere_bot:MyBot", "there is no module 'nowhere_bot'"),
        ("mine=exec:./nowhere", "exec:./nowhere: there is no such program"),
        ("nobody", "there is no bot 'nobody'"),
        ("mine=strange_bot.py:MyBot", "plays chess, but there is no such game; the games are freight-train"),
    ],
)
def test_what_is_wrong_is_said_before_anything_is_served(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, word: str, sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(offered, "_games_of", try_out.tried)  # the same in this process, which is quicker
    Path("strange_bot.py").write_text("class MyBot:\n    games = 'chess'\n    def decide(self, view): pass\n")
    with pytest.raises(BadSetup) as wrong:
        read_offered([word])
    assert sentence in str(wrong.value)
