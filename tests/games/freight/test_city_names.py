"""Cities have names that follow from the map alone: on the page, in the log, in refusals, hints and at the terminal."""

import re
from itertools import islice

from rich.console import Console

from freightyard.core.chance import Stream
from freightyard.core.contract import CHANCE
from freightyard.games.freight import terminal
from freightyard.games.freight.page import board as freight
from freightyard.games.freight.rules import GAME
from freightyard.games.freight.rules.city_names import NAMES, called, city_names, names_on, with_names
from freightyard.games.freight.rules.state import State
from freightyard.page.contract import LogEntry, Scene
from freightyard.page.table import page_parts, sentences
from tests.games.freight.positions import building, seat
from tests.page.scenes import players

MAP = ("n14", "n18", "r10", "j14", "r14", "n8")


def started(seats: int, seed: str) -> State:
    """A game whose map is drawn."""
    state = GAME.start(GAME.edition("standard"), seats)
    rng = Stream(seed)
    while state.to_act() == CHANCE:
        state.play(state.draw(rng))
    return state


def test_names_are_many_short_and_distinct() -> None:
    assert len(set(NAMES)) == len(NAMES) >= 60
    assert max(map(len, NAMES)) <= 7  # a city is not wider


def test_cities_of_a_map_begin_with_different_letters() -> None:
    for seats in (2, 4, 6):
        for seed in "abcd":
            hexes = tuple(city.hex for city in started(seats, seed).view(None).board.cities)
            founded = tuple(name for name in GAME.edition("standard").grid.names if name not in hexes)[: 20 - len(hexes)]
            names = city_names((*hexes, *founded))
            assert len({name[0] for name in names.values()}) == 20


def test_a_city_keeps_its_name_whatever_is_founded_later() -> None:
    names = city_names(MAP)
    for founded in (("p11",), ("l12", "p11"), ("p11", "l12")):
        assert {name: city_names((*MAP, *founded))[name] for name in MAP} == names


def test_other_maps_have_other_names() -> None:
    maps = {tuple(names_on(started(4, f"map {number}").view(None).board).values()) for number in range(12)}
    assert len(maps) == 12


def test_a_map_with_more_cities_than_names_still_names_all_apart() -> None:
    hexes = tuple(GAME.edition("standard").grid.names[:150])
    assert len(set(city_names(hexes).values())) == 150


def test_a_sentence_gets_the_names_and_keeps_what_it_quotes() -> None:
    names = {"k16": "Elmford"}
    assert with_names(names, "goes 4 steps to k16") == "goes 4 steps to Elmford k16"
    assert with_names(names, "builds track on k15 and k17") == "builds track on k15 and k17"
    assert with_names(names, "founds a city on k16") == "founds Elmford k16"
    assert with_names(names, "founds a city on k17") == "founds a city on k17"
    assert with_names(names, "name the cities: sell k16, then to m9") == "name the cities: sell k16, then to m9"
    assert called(names, "k17") == "k17"


def test_the_same_name_is_read_everywhere() -> None:
    """On the map and in its labels, in the log, in what is spoken, in a refusal and at the terminal."""
    state = building(seat(cash=9))
    name = names_on(state.view(0).board)["n14"]
    scene = Scene(state.view(0), players(2), (0,), home="/t/abc")
    parts = page_parts(freight, scene, [LogEntry(0, 0, "go n14")])
    assert f">{name}</text>" in parts["map-cities"]
    assert f'aria-label="{name} n14: take' in parts["map-cities"]
    assert f"goes to {name} n14" in parts["log"]
    assert sentences(freight, state.edition, ("Ann", "Bob"), [LogEntry(0, 0, "go n14")], scene.view) == [
        f"Ann goes to {name} n14"
    ]
    refusal = state.refuse(state.edition.vocabulary.parse("build n14 straight 0"))
    assert refusal is not None
    assert refusal.reason == f"{name} n14 is a city"
    console = Console(width=200)
    with console.capture() as captured:
        console.print(terminal.draw(state.view(0), ("Ann", "Bob")))
    assert f"{name} n14" in captured.get()


def test_moves_and_words_of_clicks_stay_hexes() -> None:
    """No name gets into what is sent."""
    word = re.compile(r'data-(?:word|batch|why|hex|way|go|cities|pieces)="([^"]*)"')
    named = re.compile("|".join(NAMES))
    state = started(3, "words")
    rng = Stream("words")
    for _ in islice(iter(int, 1), 120):
        actor = state.to_act()
        if actor is None:
            break
        if actor == CHANCE:
            state.play(state.draw(rng))
            continue
        parts = freight.parts(Scene(state.view(actor), players(3), (actor,), home="/t/abc"))
        assert not [words for markup in parts.values() for words in word.findall(markup) if named.search(words)]
        legal = state.legal()
        state.play(legal[rng.below(len(legal))])
