"""Every board: what is legal can be clicked, what can be clicked is legal, and nobody's words become markup."""

import re
from itertools import islice
from pathlib import Path

import msgspec
import pytest

from freightyard.core.contract import CHANCE, State
from freightyard.games import all_games, game_named
from freightyard.page import chart
from freightyard.page.boards import board_for
from freightyard.page.contract import ChatEntry, LogEntry, MomentCache, PageContext, Scene
from freightyard.page.log import log_lines, news_part
from freightyard.page.players import named_player
from freightyard.page.replay import ReplayBar, replay_page
from freightyard.page.seat_notices import notices_line, notices_link
from freightyard.page.table import page_parts, table_changes, table_page, table_parts
from freightyard.page.waiting import WaitingSeat, waiting_page
from freightyard.server.live.event_log import EventLog
from tests.page.markup import read, read_parts, sayable
from tests.page.scenes import NASTY, log_of, players, random_game, scene_of

AROUND = PageContext(title="A game", home="/t/abc", link="http://localhost/t/abc", ply=3, build="b1")
DOES = msgspec.structs.replace(AROUND, actions=frozenset(("sit", "begin", "drop", "hold")))
CASES = [
    pytest.param(game.name, name, seats, (), id=f"{name}-{seats}")
    for game in all_games()
    for name in game.editions
    for seats in (game.edition(name).seat_counts[0], game.edition(name).seat_counts[-1])
] + [
    pytest.param("freight-train", "mayfair-1996", 3, ("cabooses",), id="cabooses"),
    pytest.param("freight-train", "whitewind-1993", 3, ("clockwise",), id="clockwise"),
    pytest.param("freight-train", "whitewind-nl", 3, ("marker-by-day",), id="marker-by-day"),
]


def drawn(state: State, *, replay: bool = False) -> dict[str, str]:
    return page_parts(board_for(state.edition.game), scene_of(state, replay=replay), [])


@pytest.mark.parametrize(("game", "edition", "seats", "options"), CASES)
def test_every_legal_move_can_be_clicked_and_nothing_else(game: str, edition: str, seats: int, options: tuple[str, ...]) -> None:
    ids: set[str] | None = None
    for state in islice(random_game(game_named(game), edition, seats, options), 100):
        parts = drawn(state)
        things = read_parts(parts)
        moves = scene_of(state).view.legal
        assert sayable(things, moves) == set(moves)
        for thing in things:
            for words in thing.words:
                assert any(move == words or move.startswith(f"{words} ") for move in moves), words
                assert thing.tag == "button" or thing.attributes["role"] == "button"
        assert ids is None or set(parts) == ids
        ids = set(parts)


@pytest.mark.parametrize(("game", "edition", "seats", "options"), CASES)
def test_changes_lead_from_every_scene_to_the_next(
    game: str, edition: str, seats: int, options: tuple[str, ...], deep: bool
) -> None:
    """Whoever has the parts of a moment and is sent the changes has the parts of the next: each seat, and a spectator."""
    board = board_for(game)
    shown: dict[int | None, tuple[Scene, dict[str, str]]] = {}
    people = players(seats)
    for state in islice(random_game(game_named(game), edition, seats, options), None if deep else 60):
        cache = MomentCache()  # as at a table: what is worked out for one is shared by all who look at this moment
        for seat in (None, *range(seats)):
            scene = Scene(
                state.view(seat),
                people,
                () if seat is None else (seat,),
                can_take_back=state.turns % 3 == 0,
                home="/t/abc",
                cache=cache,
            )
            parts = table_parts(board, msgspec.structs.replace(scene, cache=MomentCache()))
            if seat in shown:
                before, old = shown[seat]
                assert {**old, **table_changes(board, scene, before, (), 0)} == parts
            shown[seat] = (scene, parts)


@pytest.mark.parametrize("game", [game.name for game in all_games()])
def test_parts_have_their_ids_and_all_are_arranged(game: str) -> None:
    board = board_for(game)
    state = next(random_game(game_named(game), game_named(game).editions[0], 2))
    parts = drawn(state)
    for name, markup in parts.items():
        first = read(markup)[0]
        assert first.attributes["id"] == name
        assert "data-part" in first.attributes
    page = table_page(board, scene_of(state), parts, AROUND)
    found = [thing.attributes["id"] for thing in read(page) if "id" in thing.attributes]
    assert len(found) == len(set(found))
    assert set(parts) <= set(found)


@pytest.mark.parametrize("game", [game.name for game in all_games()])
def test_nothing_can_be_clicked_in_a_replay_or_by_a_spectator(game: str) -> None:
    for state in islice(random_game(game_named(game), game_named(game).editions[0], 2), 40):
        watching = Scene(state.view(None), players(2), home="/t/abc")
        for parts in (drawn(state, replay=True), page_parts(board_for(game), watching, [])):
            for thing in read("".join(parts.values())):
                assert not thing.words
                assert "data-why" not in thing.attributes
                assert "data-undo" not in thing.attributes


@pytest.mark.parametrize("game", [game.name for game in all_games()])
def test_words_of_people_stay_words(game: str) -> None:
    board = board_for(game)
    state = next(random_game(game_named(game), game_named(game).editions[0], 2))
    view = state.view(state.to_act())
    scene = Scene(view, players(2, NASTY), (0,), home="/t/abc")
    log = [LogEntry(1, 0, view.legal[0]), LogEntry(2, 1, "undo")]
    context = PageContext(
        title=NASTY,
        home="/t/abc",
        link="http://localhost/t/abc",
        ply=2,
        build="b1",
        name=NASTY,
        actions=frozenset(("sit", "leave", "back", "begin", "rematch", "drop")),
        sitting=((0, NASTY), (1, NASTY)),
        chat=(ChatEntry(0, NASTY, NASTY), ChatEntry(None, NASTY, NASTY)),
    )
    parts = page_parts(board, scene, log)
    pages = [
        table_page(board, scene, parts, context, log),
        replay_page(board, scene, parts, context, ReplayBar(last=9, turns=[1, 5], eyes="all", viewers=[("all", NASTY)])),
        waiting_page(view.edition, view.options, [WaitingSeat(name=NASTY), WaitingSeat()], context),
    ]
    for page in pages:
        assert "onclick" in page
        for thing in read(page):
            assert "style" not in thing.attributes
            assert thing.tag != "style"
            assert not [name for name in thing.attributes if name.startswith("on")]
            if thing.tag == "script" and thing.attributes.get("type") == "application/json":  # data that runs nothing
                assert "src" not in thing.attributes
            elif thing.tag == "script":
                assert thing.attributes["src"].startswith("/s/b1/")
                assert not thing.text


@pytest.mark.parametrize("game", [game.name for game in all_games()])
def test_a_whole_game_is_told_without_gaps(game: str) -> None:
    """The log tells every move and every card, in some words."""
    board = board_for(game)
    edition = game_named(game).edition(game_named(game).editions[0])
    for text in edition.vocabulary.texts:
        assert board.phrase(edition, text).strip()
        assert board.story(edition, [text]).strip()


def test_the_log_shows_its_last_lines_with_links_and_what_was_taken_back() -> None:
    state = next(random_game(game_named("freight-train"), "mayfair-1996", 2))
    scene = scene_of(state)
    log = [*log_of("take 1", "take 1"), LogEntry(2, 0, "take 2", undone=True), LogEntry(3, 0, "undo"), LogEntry(4, 1, "call")]
    log_part = page_parts(board_for("freight-train"), scene, log)["log"]
    lines = [thing for thing in read(log_part) if thing.tag == "li"]
    assert [line.text.removeprefix("↗") for line in lines] == [
        "Player 2 calls a locomotive",
        "Player 1 takes from siding 1takes 2 cars from siding 1takes a car from siding 2undoes the last move",
    ]
    assert [thing.text for thing in read(log_part) if thing.attributes.get("class") == "undone"] == ["takes a car from siding 2"]
    assert [thing.attributes["href"] for thing in read(log_part) if thing.tag == "a"] == [f"/t/abc/at/{ply}" for ply in (5, 4)]


@pytest.mark.parametrize(
    ("game", "text", "line"),
    [
        ("freight-train", "first 2", "Player 2 goes first."),
        ("freight-cars", "first 2", "Player 2 goes first."),
    ],
)
def test_what_chance_does_to_a_seat_is_told_by_name(game: str, text: str, line: str) -> None:
    scene = scene_of(next(random_game(game_named(game), game_named(game).editions[0], 2)))
    log_part = page_parts(board_for(game), scene, [LogEntry(0, CHANCE, text)])["log"]
    assert [thing.text for thing in read(log_part) if thing.tag == "li"] == [f"↗{line}"]


def test_the_lines_of_the_log_that_changed_follow_those_that_a_page_has() -> None:
    """A page keeps its lines up to the first one that it is sent, and has the whole log again after every event."""
    state = next(random_game(game_named("freight-train"), "mayfair-1996", 2))
    board, scene, story = board_for("freight-train"), scene_of(state), EventLog(2)
    texts = ["take 1", "take 2", "undo", "take 3", "take 1", "undo", "undo", "take 2", "take 2", "call"]
    line = re.compile(r'<li data-ply="(\d+)".*?</li>')
    shown: dict[int, str] = {}
    for ply, text in enumerate(texts):
        story.add(ply, 0 if ply < 9 else 1, (text,) * 3)
        log = story.entries(None)
        sent = {int(found[1]): found[0] for found in line.finditer(news_part(board, scene, log, story.touched(ply)) or "")}
        shown = {first: markup for first, markup in shown.items() if first < min(sent)} | sent
        whole = {int(found[1]): found[0] for found in line.finditer("".join(log_lines(board, scene, log)))}
        assert shown == whole, text


def test_what_is_older_than_the_last_lines_is_on_the_page_once() -> None:
    state = next(random_game(game_named("freight-train"), "mayfair-1996", 2))
    scene = scene_of(state)
    log = [LogEntry(ply, ply % 2, "call") for ply in range(30)]
    board = board_for("freight-train")
    page = table_page(board, scene, page_parts(board, scene, log), AROUND, log)
    assert [int(ply) for ply in re.findall(r'<li data-ply="(\d+)"', page)] == list(reversed(range(30)))
    assert "Earlier moves" not in page


def test_a_log_that_does_not_reach_the_start_leads_to_the_replay() -> None:
    scene, board = scene_of(next(random_game(game_named("freight-train"), "mayfair-1996", 2))), board_for("freight-train")
    log = [LogEntry(ply, ply % 2, "call") for ply in range(100, 130)]
    page = table_page(board, scene, page_parts(board, scene, log), AROUND, log)
    assert '<a href="/t/abc/at/0">Earlier moves: replay</a></li></ol>' in page


def test_the_menu_says_why_there_are_no_hints_among_people_and_asks_before_the_table_is_closed() -> None:
    state = next(random_game(game_named("freight-train"), "mayfair-1996", 3))
    board = board_for("freight-train")
    among = scene_of(state)  # the players 1 and 3 are people
    alone = msgspec.structs.replace(among, players=(among.players[0], *(named_player(seat, "medium") for seat in (1, 2))))
    for scene, told in ((among, True), (alone, False), (msgspec.structs.replace(among, own_seats=()), False)):
        page = table_page(board, scene, page_parts(board, scene, []), DOES)
        assert ("There are hints only where all others are bots." in page) == told
        assert '/drop" data-sure="Close the table for everybody?' in page


@pytest.mark.parametrize(("free", "held", "told"), [(1, 0, True), (2, 0, False), (1, 1, False)])
def test_the_last_open_seat_says_that_the_game_starts_with_it(free: int, held: int, told: bool) -> None:
    seats = [WaitingSeat(name="medium", bot=True)] + [WaitingSeat()] * free + [WaitingSeat(name="Bob", held=True)] * held
    page = waiting_page(game_named("freight-train").edition("mayfair-1996"), (), seats, DOES)
    assert ("the game starts when it is taken" in page) == told
    assert ("Begin now: a bot takes the open seat" if free == 1 else "Begin now: bots take the 2 open seats") in page


def test_a_host_is_offered_to_invite_first_and_a_guest_to_sit_down() -> None:
    edition = game_named("freight-train").edition("mayfair-1996")
    host = waiting_page(edition, (), [WaitingSeat(name="Ann", you=True, host=True), WaitingSeat()], DOES)
    assert host.index("/qr.svg") < host.index("Invite one person") < host.index("Another player at this screen")
    assert '<details class="offer"><summary>Another player at this screen' in host
    guest = waiting_page(edition, (), [WaitingSeat(name="Ann", host=True), WaitingSeat()], DOES)
    assert guest.index("Sit here") < guest.index("/qr.svg")


def test_only_the_ways_that_a_server_has_are_offered_to_be_told_by() -> None:
    context = msgspec.structs.replace(DOES, keep=True, tell=("push", "webhook"))
    assert "Be told when it is your turn: by this browser or in a chat." in notices_link(context)
    assert "</a>: by this browser or in a chat.</span>" in notices_line(context)
    assert "data-offer" not in notices_link(msgspec.structs.replace(context, tell=()))


def test_every_seat_has_the_same_shape_in_the_chart_as_elsewhere() -> None:
    style = (Path(chart.__file__).parent / "static" / "style.css").read_text(encoding="utf-8")
    assert len(set(re.findall(r"\.d(\d) \{", style))) == len(chart.MARKS) == len(set(chart.MARKS))
    diamond, ring = chart.MARKS[2], chart.MARKS[3]
    assert ".d3 { border-radius: 0; clip-path: polygon(50% 0, 100% 50%, 50% 100%, 0 50%)" in style
    assert diamond.count("L") == 1
    assert ".d4 { mask: radial-gradient(circle, #0000" in style
    assert ring.count("z") == 2  # with a hole


def test_the_button_that_fills_a_siding_tells_when_it_cannot_be_used() -> None:
    game = game_named("freight-train")
    state = next(random_game(game, "mayfair-1996", 2))
    assert "<span>Fill any siding</span><small>once 2 are empty</small>" in "".join(drawn(state).values())
