"""Positions and records by themselves: in notebooks and in files, with nothing that comes from elsewhere."""

import re
from html import escape, unescape
from pathlib import Path
from xml.etree import ElementTree

import pytest

from freightyard.core import notebook
from freightyard.core.record import first_state, read
from freightyard.games import all_games, game_named
from freightyard.page import picture
from freightyard.page.show import record_page, state_page, state_picture
from freightyard.page.sprites import mixed
from tests.page.scenes import NASTY, players, random_game

GOLDEN = Path(__file__).parents[1] / "golden"
OUTSIDE = re.compile(r"""(?:src|href)=["']?(?!#)|url\((?!["']?data:)|@import|<script""")
SHAPES = {"svg", "title", "defs", "g", "use", "clipPath", "rect", "circle", "path", "text"}
NAMES = [game.name for game in all_games()]


def without_links_to_rules(page: str) -> str:
    return re.sub(r'<a href="[^"]*">', "", page)


@pytest.mark.parametrize("game", NAMES)
def test_a_position_shows_itself_in_a_notebook(game: str) -> None:
    of = game_named(game)
    state = next(random_game(of, of.editions[0], 2))
    shown = state._repr_html_()
    assert shown.startswith("<iframe srcdoc=")
    page = unescape(shown.split('"')[1])
    assert not OUTSIDE.search(page)
    assert f'class="game-{game} past still"' in page


@pytest.mark.parametrize("name", ["freight-train/whitewind-1993-2", "freight-cars/greedy-3", "freight/family-2"])
def test_a_record_shows_itself_in_a_notebook(name: str) -> None:
    record = read((GOLDEN / f"{name}.txt").read_text(encoding="utf-8"))
    page = record_page(record)
    assert not OUTSIDE.search(page)
    assert "wins with" in page or "share the win" in page
    assert 'class="line t1"' in page
    assert record._repr_html_().startswith("<iframe srcdoc=")


@pytest.mark.parametrize("game", NAMES)
def test_a_picture_is_well_formed_at_any_moment(game: str) -> None:
    of = game_named(game)
    for number, state in enumerate(random_game(of, of.editions[0], 3)):
        if number % 25 == 0:
            drawn = state_picture(state, players=players(3, name=NASTY), title=NASTY)
            root = ElementTree.fromstring(drawn)  # noqa: S314  (our own picture)
            assert root.tag.endswith("svg")
            assert not OUTSIDE.search(drawn.replace('xlink:href="#', "").replace("url(#frame)", ""))
            assert {element.tag.partition("}")[2] for element in root.iter()} <= SHAPES  # what every program shows
            assert not [key for element in root.iter() for key in element.attrib if key in ("class", "style")]
            assert "var(" not in drawn
            assert "color-mix" not in drawn


def test_names_stay_words() -> None:
    state = next(random_game(game_named("freight-train"), "mayfair-1996", 2))
    page = state_page(state, players=players(2, name=NASTY), title=NASTY)
    assert "<b onclick" not in page


def test_a_seat_sees_only_its_own_cards() -> None:
    state = next(random_game(game_named("freight-cars"), "quick-simple-fun-2021", 2))
    offered = state.view(0).board.seats[0].offered
    assert offered[0] != "?"
    mine, theirs = state_page(state, seat=0), state_page(state, seat=1)
    names = [state.edition.data.corporations[state.edition.corporation_number[word]].name for word in offered]  # type: ignore[attr-defined]
    assert all(name in mine for name in names)
    assert not any(name in theirs for name in names)


def test_a_picture_shows_a_seat_only_its_own_cards() -> None:
    record = read((GOLDEN / "freight-cars/greedy-3.txt").read_text(encoding="utf-8"))
    state = next(state for ply, state in enumerate(record.states()) if ply == 40)
    hands = [state.view(seat).board.seats[seat].hand for seat in range(3)]
    for seat in range(3):
        drawn = state_picture(state, seat=seat)
        for other, hand in enumerate(hands):
            assert all((f">{card.replace('-', ' #')}<" in drawn) == (seat == other) for card in hand)


def test_a_game_without_a_drawing_gets_its_position_as_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picture, "part_of", lambda game, part: None)
    state = next(random_game(game_named("freight-train"), "mayfair-1996", 2))
    drawn = state_picture(state, players=players(2, name=NASTY))
    assert "phase: " in drawn
    assert ElementTree.fromstring(drawn).tag.endswith("svg")  # noqa: S314  (our own picture)


def test_mixed_colours_are_those_of_browsers() -> None:
    assert mixed("#1f5f9e", "#fff", 0.72) == "#608bba"
    assert mixed("#9a4b33", "#000000", 0.66) == "#562719"  # as Chromium works it out


def test_without_the_page_a_position_is_its_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notebook, "_draw", [])
    record = read((GOLDEN / "freight-train/whitewind-1993-2.txt").read_text(encoding="utf-8"))
    state = first_state(record, game_named("freight-train"))
    assert state._repr_html_() == f"<pre>{escape(repr(state))}</pre>"
