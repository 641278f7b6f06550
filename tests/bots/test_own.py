"""Bots of somebody's own, by the name of their class: found, made, and blamed in a sentence for what is wrong with them."""

import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import msgspec
import pytest

import freightyard
from freightyard.bots import bot_names, make_bot, own
from freightyard.bots.contract import Thought
from freightyard.bots.digest import own_digests
from freightyard.bots.own import BadBot
from freightyard.core.bot_names import bot_title, split_names
from freightyard.core.chance import Stream
from freightyard.core.contract import Outcome
from freightyard.core.errors import BadSetup
from freightyard.lab.ladder import Ladder
from freightyard.lab.ladder_file import read_results
from freightyard.lab.match import BotFailed, Match, play_match
from freightyard.lab.simulate import write_record
from freightyard.lab.source_digest import code_digest, digest_with
from freightyard.lab.timed_bot import TimedBot
from freightyard.page.players import named_player, who

GAME = freightyard.game("freight-cars")
TRAIN = freightyard.game("freight-train")
SOURCE = '''
from freightyard.bots.contract import Thought
import helper_of_bots

class First:
    def decide(self, view):
        return view.legal[helper_of_bots.FIRST]

class Asks:
    """Takes what a constructor may have."""
    def __init__(self, rng, game, depth=3):
        self.game, self.rng, self.depth = game, rng, depth
        self.thought = None
        self.told = []
    def decide(self, view):
        self.thought = Thought(0.5, 0.0, None, 7, 7, 1)
        return view.legal[self.rng.below(len(view.legal))]
    def recall(self, view, move):
        self.told.append(move)
    def end(self, outcome):
        self.told.append(outcome)

class Nothing:
    pass

class Wants:
    def __init__(self, game, depth):
        pass

class Breaks:
    def __init__(self):
        raise OSError("no model here")

class Fails:
    def decide(self, view):
        if view.turn:
            raise ZeroDivisionError("oh")
        return view.legal[0]

class Illegal:
    def decide(self, view):
        return next(text for text in view.edition.vocabulary.texts if text not in view.legal)

class Silent:
    def decide(self, view):
        pass

class Picky:
    games = "freight", "freight-train"
    def decide(self, view):
        return view.legal[0]

def made(rng):
    return First()

NUMBER = 3
'''


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with a bot in it, where somebody works."""
    (tmp_path / "bots_of_mine.py").write_text(SOURCE)
    (tmp_path / "helper_of_bots.py").write_text("FIRST = 0\n")
    (tmp_path / "broken_bot.py").write_text("class MyBot:\n    def decide(self, view)\n        pass\n")
    (tmp_path / "lacks_bot.py").write_text("import no_such_library\n")
    monkeypatch.chdir(tmp_path)
    path = list(sys.path)
    yield tmp_path
    sys.path[:] = path
    for name in ("bots_of_mine", "helper_of_bots", "broken_bot", "lacks_bot"):
        sys.modules.pop(name, None)


def match(*players: str, game: freightyard.Game = GAME) -> Match:
    return Match(game=game, edition=game.edition(game.editions[0]), options=(), players=players, seed=5)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("name", ["bots_of_mine:First", "bots_of_mine.py:First", "./bots_of_mine.py:First", "bots_of_mine:made"])
def test_decide_alone_is_enough(name: str) -> None:
    result = play_match(match(name, "medium"))
    assert result.match.players == (name, "medium")
    assert result.outcome.winners
    bot = freightyard.bot(name, GAME, Stream("x"))
    state = GAME.start()
    state.deal(Stream("y"))
    view = state.view(state.to_act())
    assert bot.decide(view) == view.legal[0] == bot.hint(view).move
    assert bot.thought is None
    bot.recall(view, view.legal[0])


@pytest.mark.usefixtures("folder")
def test_a_constructor_gets_what_it_names_and_a_bot_is_told_what_it_listens_to() -> None:
    one, other = (play_match(match("bots_of_mine:Asks", "random")) for _ in range(2))
    assert one.moves == other.moves, "the same seed, the same moves"
    bot = make_bot("bots_of_mine:Asks", GAME, Stream("x"))
    timed = TimedBot(bot)
    result = play_match(match("bots_of_mine:Asks", "random"), seated=[timed, make_bot("random", GAME, Stream("y"))])
    assert timed.playouts >= 7, "what it says of its thoughts is counted"
    assert bot.thought is not None
    assert isinstance(bot.thought, Thought)
    inner = bot._bot  # type: ignore[attr-defined]
    assert inner.told == [result.outcome]
    assert isinstance(inner.told[0], Outcome)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("nowhere_bot:MyBot", "there is no module 'nowhere_bot': it is neither installed nor in "),
        ("no/such.py:MyBot", "there is no file no/such.py"),
        ("bots_of_mine:Frist", "bots_of_mine.py has no class Frist; did you mean First?"),
        ("bots_of_mine:NUMBER", "bots_of_mine.py is not a class, but a int"),
        ("bots_of_mine:Nothing", "bots_of_mine:Nothing has no method decide(view), which returns one of view.legal"),
        ("bots_of_mine:Wants", "the constructor of bots_of_mine:Wants wants 'depth', but it is given game and rng alone"),
        ("bots_of_mine:Picky", "bots_of_mine:Picky plays freight and freight-train, not freight-cars"),
        (
            "somebody",
            "there is no bot 'somebody' for freight-cars; choose random, first-trip, trainee, driver, planner or old-hand, "
            "or your own: module:Class",
        ),
        ("hard:MyBot", "a bot thinks for seconds a turn"),
    ],
)
def test_what_is_wrong_with_a_bot_is_said_in_a_sentence(name: str, sentence: str) -> None:
    with pytest.raises(BadSetup) as wrong:
        make_bot(name, GAME, Stream("x"))
    assert sentence in str(wrong.value)
    assert not getattr(wrong.value, "__notes__", ()), "nothing of the author's has failed"


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("name", "sentence", "line"),
    [
        ("bots_of_mine:Breaks", "bots_of_mine:Breaks cannot be made: OSError: no model here", 'raise OSError("no model here")'),
        ("broken_bot:MyBot", "the module broken_bot cannot be loaded: SyntaxError: expected ':'", "def decide(self, view)"),
        ("broken_bot.py:MyBot", "broken_bot.py cannot be loaded: SyntaxError: expected ':'", "def decide(self, view)"),
        ("lacks_bot:MyBot", "cannot be loaded: ModuleNotFoundError: No module named 'no_such_library'", "import no_such_library"),
    ],
)
def test_an_error_of_the_author_comes_with_its_traceback(name: str, sentence: str, line: str) -> None:
    with pytest.raises(BadBot) as wrong:
        make_bot(name, GAME, Stream("x"))
    assert sentence in str(wrong.value)
    (note,) = wrong.value.__notes__
    assert line in note
    assert "freightyard/bots/own.py" not in note, "it begins where the author's code does"


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("Fails", "the bot bots_of_mine:Fails on seat 1 failed with ZeroDivisionError: oh"),
        ("Illegal", "the bot bots_of_mine:Illegal on seat 1 answered '"),
        ("Silent", "answered None, which is not legal; decide must return one of view.legal"),
    ],
)
def test_a_bot_that_fails_stops_a_match(name: str, sentence: str) -> None:
    with pytest.raises(BotFailed) as failed:
        play_match(match(f"bots_of_mine:{name}", "random"))
    assert sentence in str(failed.value)
    if name == "Fails":
        assert failed.value.__notes__[0].splitlines()[1].endswith("in decide")
    if name == "Illegal":
        assert "(fc." in str(failed.value), "the rule that is against it is named"


def test_a_bot_that_was_changed_is_loaded_anew_and_is_another_one_in_results(folder: Path) -> None:
    file = folder / "changing.py"
    file.write_text("class MyBot:\n    def decide(self, view):\n        return view.legal[0]\n")
    names = ("changing.py:MyBot", "medium")
    ladder = Ladder(game=GAME, edition=GAME.edition(GAME.editions[0]), options=(), seats=2, bots=names, seed=1)
    before, head, code = make_bot(names[0], GAME, Stream("x")), ladder.head(), digest_with(GAME.name, names)
    file.write_text("class MyBot:\n    number = 2\n    def decide(self, view):\n        return view.legal[-1]\n")
    after = make_bot(names[0], GAME, Stream("x"))
    assert type(before._bot) is not type(after._bot)  # type: ignore[attr-defined]
    assert ladder.head() != head
    results = folder / "results.jsonl"
    results.write_bytes(msgspec.json.encode(head) + b"\n")
    with pytest.raises(BadSetup, match="has games of another version of your bot"):
        read_results(results, ladder)
    assert digest_with(GAME.name, names) != code
    assert own_digests(["medium", "hard:0.2"]) == {}
    assert digest_with(GAME.name, ["medium"]) == code_digest(GAME.name)


@pytest.mark.usefixtures("folder")
def test_bots_of_installed_packages_have_names(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = EntryPoint("shunter", "bots_of_mine:First", own.GROUP)
    monkeypatch.setattr(own, "_installed", lambda: {"shunter": entry})
    assert "shunter" in bot_names(GAME)
    state = GAME.start()
    state.deal(Stream("y"))
    view = state.view(state.to_act())
    assert make_bot("shunter", GAME, Stream("x")).decide(view) == view.legal[0]
    assert own_digests(["shunter"])


@pytest.mark.usefixtures("folder")
def test_a_record_of_an_own_bot_has_a_file_and_tells_that_it_is_a_bot(tmp_path: Path) -> None:
    result = play_match(match("./bots_of_mine.py:First", "random"))
    path = write_record(result, tmp_path)
    assert path.name.endswith("-bots_of_mine.py-First-random-5.txt")
    record = freightyard.read(path)
    assert record.players == ("./bots_of_mine.py:First", "random")
    assert record.replay().outcome() == result.outcome
    shown = named_player(0, record.players[0])
    assert (shown.name, shown.bot, shown.person) == ("First", "First", False)
    assert named_player(0, "mine (bot)").bot == "mine"
    assert named_player(0, "Ann: hello").person
    tag = '<span class="tag">bot</span>'
    assert tag in who(shown, "First", acting=False)
    assert '<span class="tag" title="takes at once what pays best">bot</span>' in who(
        named_player(0, "medium"), "Driver", acting=False
    )


def test_names_are_read_and_told() -> None:
    assert split_names('exec:./a "b,c" --fast, medium,x:Y') == ['exec:./a "b,c" --fast', "medium", "x:Y"]
    assert [bot_title(name) for name in ("greedy", "hard:0.2", "a/b.py:Tidy", "exec:/usr/bin/node x.mjs", "exec:")] == [
        "Driver", "hard:0.2", "Tidy", "node", "exec:",
    ]  # fmt: skip
