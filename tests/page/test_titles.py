"""Titles of games and editions are words too: anybody's edition may be called `Tom & Jerry <b>`."""

from freightyard.core.contract import Outcome
from freightyard.games import all_games
from freightyard.page.boards import board_for
from freightyard.page.contract import NextTable, PageContext, Scene, TurnScores
from freightyard.page.edition_words import edition_words, option_words
from freightyard.page.ending import ending_page
from freightyard.page.replay import ReplayBar, replay_page
from freightyard.page.table import page_parts, table_page
from freightyard.page.waiting import WaitingSeat, waiting_page
from tests.page.markup import read
from tests.page.scenes import players

TITLE = "Tom & Jerry <b>"
CONTEXT = PageContext(
    title=TITLE, home="/t/abc", link="http://localhost/t/abc", ply=2, build="b1", rematch=NextTable("/t/def", TITLE)
)


def test_titles_are_escaped_once_on_every_page() -> None:
    for game in all_games():
        usual = game.edition(game.editions[0])
        edition = game.edition_from({**usual.raw, "title": TITLE}, "an edition")
        state = game.start(edition, 2)
        board, scene = board_for(game.name), Scene(state.view(None), players(2, TITLE), home="/t/abc")
        parts = page_parts(board, scene, [])
        history = [TurnScores(0, 0, (0, 0)), TurnScores(4, 1, (3, -2))]
        seats = [WaitingSeat(name=TITLE, beside=TITLE), WaitingSeat(name=TITLE, held=True), WaitingSeat(declined=TITLE)]
        pages = {
            "table": table_page(board, scene, parts, CONTEXT),
            "replay": replay_page(board, scene, parts, CONTEXT, ReplayBar(last=9)),
            "waiting": waiting_page(edition, (), seats, CONTEXT),
            "end": ending_page(Outcome((3, -2), (0,), "x.win"), (), history, scene.players, CONTEXT, manual="/m", edition=TITLE),
        }
        for name, page in pages.items():
            title = next(thing.text for thing in read(page) if thing.tag == "title")
            assert title.startswith(f"{TITLE}: "), name
            assert "&amp;amp;" not in page, name
            assert "&amp;lt;" not in page, name
            assert "Jerry <b>" not in page, name


def test_options_are_told_in_words_if_they_are_not_as_usual() -> None:
    editions = {name: game.edition(name) for game in all_games() for name in game.editions}
    assert option_words(editions["whitewind-nl"], ("marker-by-day",)) == ("marker by day",)
    assert option_words(editions["quick-simple-fun-2021"], ("cities=21",)) == ("21 cities",)
    assert option_words(editions["quick-simple-fun-2021"], ()) == ()
    assert edition_words(editions["mayfair-1996"], ("cabooses",)) == "Mayfair, 1996 · cabooses"
