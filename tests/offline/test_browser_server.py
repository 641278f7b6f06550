"""The server of a page under CPython: what a browser does not have is missing, and what it plays is what a server plays."""

import json
import subprocess
import sys
from functools import cache
from typing import Any

import pytest

from freightyard.bots import bot_stream, make_bot
from freightyard.core.record import read, verify, write
from freightyard.games import all_games, game_named
from freightyard.offline.addresses import address, rewritten
from freightyard.server.bots.turns import bots_seed
from freightyard.table import Table

EDITIONS = [(game.name, edition) for game in all_games() for edition in game.editions]
PAGES = ("/", "/records", "/new?game=freight", "HOME/end", "HOME/at/5", "HOME/moment/7", "HOME/chart", "HOME/play/10", "/nothing")


def link(game: str, edition: str) -> str:
    return f"/play?game={game}&edition={edition}&seed=a%20seed%20of%20{edition}&seats=me,medium"


@cache
def played() -> list[dict[str, Any]]:
    """A game of each edition, in one process."""
    jobs = [{"link": link(*each), "seat": 1, "reload": True, "pages": PAGES if each in EDITIONS[:1] else ()} for each in EDITIONS]
    done = subprocess.run(
        [sys.executable, "-m", "tests.offline.in_page", json.dumps(jobs)],
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert not done.returncode, done.stderr[-2000:]
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_the_same_seed_and_choices_give_the_same_record(game: str, edition: str) -> None:
    text = played()[EDITIONS.index((game, edition))]["record"]
    verify(text, game_named)
    assert played_again(text, f"a seed of {edition}") == text


def played_again(text: str, seed: str) -> str:
    """The record of the game that a table and a bot play by a seed, where the first seat chooses what it chose in a record."""
    kept = read(text)
    rules = game_named(kept.game)
    table = Table(rules, rules.edition(kept.edition), 2, seed=seed)
    bot = make_bot("medium", rules, bot_stream(bots_seed(seed), 1))
    table.commit(table.begin())
    while (actor := table.to_act()) is not None:
        view = table.view(actor)
        move = kept.moves[len(table.record().moves)] if actor == 0 else bot.decide(view)
        table.commit(table.move(actor, table.ply, [move]))
    return write(table.record(kept.players), rules)


def test_pages_of_a_game_that_is_over() -> None:
    pages = played()[0]["pages"]
    assert {path: status for path, (status, _) in pages.items()} == {
        **dict.fromkeys(PAGES, 200),
        "HOME/play/10": 200,
        "/nothing": 404,
    }
    assert json.loads(pages["HOME/moment/7"][1])["ply"] == 7


def test_lobby_lists_the_table_for_a_page_without_python() -> None:
    lobby = played()[0]["lobby"]
    assert 'href="app.html?go=/t/' in lobby
    assert "by link only" not in lobby


def test_addresses_lead_to_files_or_to_the_page_with_the_server() -> None:
    assert address("/") == "index.html"
    assert address("/manual/freight#fr.move") == "manual-freight.html#fr.move"
    assert address("/s/abc/page/static/style.css") == "s/abc/page/static/style.css"
    assert rewritten('<form action="/new">') == '<form action="app.html?go=/new">'
    assert address("/t/abc/at/5?seat=2#sheets") == "app.html?go=/t/abc/at/5%3Fseat=2#sheets"
    assert (
        rewritten('<a href="/records?game=freight&amp;before=1">') == '<a href="app.html?go=/records%3Fgame=freight%26before=1">'
    )
    assert rewritten(r'{"a":"<a href=\"/t/k\">","href":"/manual/freight#x"}') == (
        r'{"a":"<a href=\"app.html?go=/t/k\">","href":"manual-freight.html#x"}'
    )
