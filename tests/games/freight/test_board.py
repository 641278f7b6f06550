"""The board of Freight: all that is legal can be clicked, all that can be clicked is legal, and what is foretold comes true."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest

from freightyard.core.contract import CHANCE
from freightyard.core.record import read, states
from freightyard.games.freight.page import board as freight
from freightyard.games.freight.page.atlas import stretches
from freightyard.games.freight.page.reading import Reading
from freightyard.games.freight.page.shapes import place
from freightyard.games.freight.page.ways import trips
from freightyard.games.freight.rules import GAME
from freightyard.games.freight.rules.hexes import DIRECTIONS
from freightyard.games.freight.rules.planner import lots
from freightyard.games.freight.rules.position import piece_name
from freightyard.games.freight.rules.sections import sections
from freightyard.games.freight.rules.state import State
from freightyard.page.boards import board_for
from freightyard.page.contract import Player, Scene
from freightyard.page.table import page_parts
from tests.games.playing import between_bots

GOLDEN = Path(__file__).parents[2] / "golden" / "freight"
ON_BENCH = ("build", "upgrade", "bridge", "city")


class Page(HTMLParser):
    """What can be clicked, and everything that should not be there."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.sites: list[str] = []
        self.pictures: dict[tuple[str, str], int] = {}
        self.batches: list[list[str]] = []
        self.attributes: set[str] = set()
        self.tags: set[str] = set()
        self.ids: list[str] = []
        self._price = 0
        self.feed(markup)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        at = {name: value or "" for name, value in attrs}
        self.tags.add(tag)
        self.attributes |= set(at)
        if "id" in at:
            self.ids.append(at["id"])
        if "data-price" in at:
            self._price = int(at["data-price"])
        if "data-word" in at:
            self.words += at["data-word"].split("|")
        if "site" in at.get("class", "").split():
            self.sites.append(at["data-hex"])
        if "data-verb" in at:
            self.pictures[at["data-verb"], at["data-tail"]] = self._price
        if "data-batch" in at:
            self.batches.append(at["data-batch"].split("|"))


def scene(state: State, seat: int | None, *, replay: bool = False, name: str = "Ann") -> Scene:
    players = tuple(Player(number, f"{name} {number + 1}") for number in range(state.seats))
    return Scene(view=state.view(seat), players=players, own_seats=() if seat is None else (seat,), replay=replay, home="/t/abc")


def drawn(state: State, seat: int | None, *, replay: bool = False) -> Page:
    parts = freight.parts(scene(state, seat, replay=replay))
    return Page(freight.arrange({**parts, "talk": ""}))


def positions(edition: str, seats: int, bot: str, seed: str) -> Iterator[State]:
    """A game between bots, position by position; the caller must not change them."""
    return between_bots(GAME, GAME.start(GAME.edition(edition), seats), bot, seed)


def golden(name: str) -> Iterator[State]:
    """The same of a golden record, in which players build and ship with some sense."""
    record = read(GOLDEN.joinpath(f"{name}.txt").read_text())
    for state in states(record, GAME):
        if isinstance(state, State) and state.to_act() != CHANCE:
            yield state


def clickable(page: Page) -> set[str]:
    """The whole moves that clicks can make."""
    on_map = {" ".join(filter(None, (verb, name, tail))) for verb, tail in page.pictures for name in page.sites}
    return on_map | set(page.words)


def check_clicks(state: State) -> None:
    actor = state.to_act()
    page = drawn(state, actor)
    legal = list(state.view(actor).legal) if actor is not None else []
    assert set(legal) <= clickable(page), sorted(set(legal) - clickable(page))[:5]
    beginnings = {" ".join(move.split(" ")[:count]) for move in legal for count in range(1, 5)}
    assert set(page.words) <= beginnings
    building = [move.split(" ") for move in legal if move.partition(" ")[0] in ON_BENCH]
    assert set(page.sites) == {words[1] for words in building}
    assert set(page.pictures) == {(words[0], " ".join(words[2:])) for words in building}
    for batch in page.batches:
        check_batch(state, batch)
    assert len(page.ids) == len(set(page.ids))


def check_batch(state: State, batch: list[str]) -> None:
    """Several moves that one click sends are all legal, one after the other."""
    after = state.clone()
    for text in batch:
        move = after.edition.vocabulary.parse(text)
        assert after.refuse(move) is None, (batch, text)
        after.play(move)


@pytest.mark.parametrize("edition", ["standard", "family"])
def test_everything_legal_can_be_clicked_and_everything_clickable_is_legal(edition: str) -> None:
    for number, state in enumerate(positions(edition, 2, "random", "board")):
        if number % 3 == 0:
            check_clicks(state)


@pytest.mark.parametrize(
    "name", ["greedy-ends-after-ten-rounds", "greedy-ends-with-a-sixth-city", "ends-with-all-but-one-bankrupt"]
)
@pytest.mark.parametrize("revision", ["", ".revision-2"])
def test_clicks_in_golden_records(name: str, revision: str) -> None:
    for number, state in enumerate(golden(name + revision)):
        if number % 4 == 0:
            check_clicks(state)


@pytest.mark.parametrize("name", ["sells-between-cities-and-the-rest.revision-2", "ends-with-all-but-one-bankrupt"])
def test_every_section_can_be_sold_with_one_click(name: str) -> None:
    sales = 0
    for state in golden(name):
        if state.view(None).board.phase not in ("selling", "pairing"):
            continue
        check_clicks(state)
        batches = drawn(state, state.to_act()).batches
        sales += len(batches)
        offered = {tuple(lot.moves) for lot in lots(state.view(state.to_act()))}
        if state.view(None).board.phase == "selling":
            assert {tuple(batch) for batch in batches} == offered
        else:
            assert {batch[0] for batch in batches} == set(state.view(state.to_act()).legal)
        for batch in batches:
            after = state.clone()
            for words in batch:
                after.play(after.edition.vocabulary.parse(words))
            assert after.view(None).board.phase != "pairing"
    assert sales > 10


def test_nobody_else_can_click_and_nothing_in_the_past() -> None:
    for number, state in enumerate(positions("standard", 3, "random", "others")):
        if number % 10:
            continue
        actor = state.to_act()
        for page in (drawn(state, None), drawn(state, ((actor or 0) + 1) % 3), drawn(state, actor, replay=True)):
            assert (page.words, page.sites, page.pictures, page.batches) == ([], [], {}, [])


def test_what_a_trip_is_said_to_cost_and_bring_comes_true() -> None:
    seen = 0
    for state in golden("greedy-ends-after-ten-rounds"):
        actor = state.to_act()
        if actor is None or not state.view(actor).board.trip:
            continue
        reading = Reading(scene(state, actor))
        for trip in trips(reading):
            after = state.clone()
            for text in trip.moves:
                after.play(after.edition.vocabulary.parse(text))
            assert after.cash[actor] == state.cash[actor] - trip.extra - trip.tolls
            assert after.used == state.used + trip.points
            paid = after.cash[actor]
            for texts, pays in ((trip.deliveries, trip.pays), (trip.giveaways, trip.little)):
                for text, money in zip(texts, pays, strict=True):
                    price = trip.deliver_extra if after.used == state.used + trip.points else 0  # the first pays for all
                    after.play(after.edition.vocabulary.parse(text))
                    paid += money - price
                    assert after.cash[actor] == paid
                    seen += 1
            assert after.used == state.used + trip.points + trip.deliver_points
    assert seen > 5


@pytest.mark.parametrize("name", ["greedy-ends-after-ten-rounds", "greedy-ends-with-a-sixth-city"])
def test_a_way_goes_over_track_from_hex_to_hex(name: str) -> None:
    ways = 0
    for state in golden(name):
        actor = state.to_act()
        if actor is None or not state.view(actor).board.trip:
            continue
        board = state.view(actor).board
        towns = {city.hex for city in board.cities}
        own = {piece.hex for piece in (*board.track, *board.bridges) if piece.owner == actor + 1 or name.endswith("rounds")}
        grid = state.edition.grid
        for trip in trips(Reading(scene(state, actor))):
            ways += 1
            assert trip.steps[-1] == trip.city
            assert set(trip.steps) <= towns | own
            numbers = [grid.index[step] for step in trip.steps]
            assert all(grid.distance(one, other) == 1 for one, other in pairwise(numbers))
    assert ways > 20


def test_prices_on_the_bench_come_true() -> None:
    tried = set()
    for state in positions("standard", 3, "random", "prices"):
        actor = state.to_act()
        legal = set(state.view(actor).legal) if actor is not None else set()
        if not any(move.startswith(ON_BENCH) for move in legal):
            continue
        page = drawn(state, actor)
        for (verb, tail), price in page.pictures.items():
            for name in page.sites:
                text = " ".join(filter(None, (verb, name, tail)))
                if text in legal and actor is not None:
                    after = state.clone()
                    after.play(after.edition.vocabulary.parse(text))
                    assert state.cash[actor] - after.cash[actor] == price
                    tried.add(verb)
                    break
    assert {"build", "upgrade"} <= tried


def test_stretches_are_the_sections_of_the_rules() -> None:
    found = 0
    for state in positions("standard", 3, "random", "sections"):
        board = state.view(None).board
        ours = stretches(state.edition.grid, board.track, board.bridges)
        for seat in range(3):
            names = [[(name, above) for name, above in pieces] for owner, pieces in ours if owner == seat + 1]
            theirs = [
                [(piece_name(state, piece).partition("/")[0], bool(piece & 1)) for piece in pieces]
                for pieces in sections(state, seat)
            ]
            assert sorted(names) == sorted(theirs)
            found += len(theirs)
    assert found


def test_names_are_escaped_and_nothing_is_inline() -> None:
    for number, state in enumerate(golden("greedy-ends-after-ten-rounds")):
        if number % 40 and state.to_act() is not None:
            continue
        parts = freight.parts(scene(state, state.to_act(), name='<b onclick="x">&'))
        markup = freight.arrange({**parts, "talk": ""})
        page = Page(markup)
        assert "<b onclick" not in markup
        assert not {name for name in page.attributes if name == "style" or name.startswith("on")}
        assert not page.tags & {"script", "style"}


def test_the_family_rules_show_nothing_that_they_do_not_use() -> None:
    for number, state in enumerate(golden("greedy-ends-with-a-sixth-city")):
        if number % 20:
            continue
        parts = freight.parts(scene(state, state.to_act()))
        text = re.sub(r"<[^>]*>", " ", freight.arrange({**parts, "talk": ""}))
        assert not re.search(r"\b(box [12]|bid|action points?|tolls?)\b", text, re.IGNORECASE)


def test_hexes_lie_beside_their_neighbours() -> None:
    grid = GAME.edition("standard").grid
    middle = grid.count // 2
    x, y = place(grid, grid.names[middle])
    around = []
    for column, row in DIRECTIONS:
        there = grid.place[grid.column[middle] + column, grid.row[middle] + row]
        right, down = place(grid, grid.names[there])
        around.append((right - x, down - y))
    assert around == [(70, 0), (35, 60), (-35, 60), (-70, 0), (-35, -60), (35, -60)]


def test_the_log_is_told_in_words() -> None:
    edition = GAME.edition("standard")
    assert freight.phrase(edition, "build k7 switch-left 3") == "builds a switch on k7"
    assert (
        freight.story(edition, ["go k8", "go k9", "deliver red", "deliver red", "done"])
        == "goes 2 steps to k9; delivers 2 red cubes"
    )
    assert freight.story(edition, ["roll red", "roll blue"]) == "The colour die brings red and blue."
    assert freight.story(edition, ["sell k7", "to m9"]) == "has to auction the track between k7 and m9"
    assert freight.story(edition, ["sell k8 bridge"]) == "has to auction the track at k8"
    assert freight.story(edition, ["load red", "load blue", "load red"]) == "loads 2 red cubes and a blue cube"
    assert freight.story(edition, ["done", "done"]) == "ends the turn"
    assert freight.story(edition, ["city p9", "tile bgk"]) == "founds a city on p9, supplying blue, green and black"
    assert (
        freight.story(edition, ["tile bgk", "roll red"])
        == "The new city supplies blue, green and black. The colour die brings red."
    )
    set_up = ["place k7", "place k9", "tile bgk", "tile rgy", "leave 2", "leave 3"]
    assert freight.story(edition, set_up) == "The cities are on the map, with their first cubes and disks."
    assert freight.story(edition, ["leave 2", "leave 3"]) == "The cities get their first cubes and disks."
    assert freight.story(GAME.edition("family"), ["go k8", "go m9"]) == "runs to k8 and then to m9"
    for move in edition.vocabulary.texts[::97]:
        assert freight.phrase(edition, move)
        assert freight.story(edition, [move, move])


def test_the_whole_page_is_drawn_with_the_board_of_the_game() -> None:
    state = next(positions("standard", 2, "greedy", "whole"))
    assert board_for("freight") is freight
    parts = page_parts(freight, scene(state, state.to_act()), [])
    assert {"log", "sheets", "map-track", "prompt"} <= set(parts)
