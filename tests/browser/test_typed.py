"""Typed play in Chromium: the line and its suggestions, whole games by typing alone, and every event spoken exactly once."""

from collections.abc import Callable
from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from freightyard.core.contract import State
from freightyard.games import all_games, game_named
from freightyard.typed.commands import COMMANDS, TERMINAL
from tests.browser.listening import Listener
from tests.browser.staging import Stage, prepared
from tests.depth import deep_except
from tests.server.running import Browser as Person
from tests.server.running import Server, Socket

Window = Callable[..., Page]
GAMES = [game.name for game in all_games()]


def late(game: str) -> Callable[[State], bool]:
    """A moment near the end at which Ann is to act."""

    def near(state: State) -> bool:
        board = state.view(0).board
        if state.to_act() != 0:
            return False
        if game == "freight-train":
            return bool(board.day == 3 and board.leave is None)
        return board.end == "final-turns" if game == "freight-cars" else bool(board.round >= 9)

    return near


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Stage:
    stage = Stage(tmp_path_factory.mktemp("typed") / "yard.db")

    async def prepare() -> None:
        await stage.enter()
        for game in GAMES:
            edition = "family" if game == "freight" else game_named(game).editions[0]
            await stage.set_up(game, game, edition, late(game), bots=["greedy"] * 2, seed="typed")

    return prepared(stage, prepare)


def seated(page: Page, server: Server, secret: str, key: str) -> Listener:
    """A window at a table, of somebody known, with ears."""
    listener = Listener(page)
    page.context.add_cookies([{"name": "freightyard", "value": secret, "url": server.url}])
    page.goto(f"/t/{key}")
    page.wait_for_selector("#net[data-ok]")
    page.wait_for_function("() => document.querySelector('#view').dataset.ply > 0")
    return listener


# --- the line ---


@pytest.mark.usual
def test_the_line_opens_by_a_key_completes_and_plays(window: Window, server: Server) -> None:
    with Person(server.url) as ann:
        key = ann.new_table("freight-train", "me", "bot:random")
        page = window()
        seated(page, server, ann.cookie or "", key)
    line, options = page.locator("#typed-line"), page.locator("#typed-list [role=option]")
    page.wait_for_selector("#prompt[data-live]")
    expect(page.locator("#typed")).not_to_have_attribute("data-open", "")
    page.keyboard.press("/")
    expect(line).to_be_focused()
    expect(line).to_have_role("combobox")
    page.keyboard.type("ta")
    expect(options).to_have_text(["take"])
    page.keyboard.press("Tab")
    expect(line).to_have_value("take ")
    expect(options).to_have_count(5)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(line).to_have_attribute("aria-activedescendant", "typed-option-1")
    page.keyboard.press("Enter")  # takes the suggestion
    expect(line).to_have_value("take 2")
    expect(line).to_have_attribute("aria-expanded", "false")
    page.keyboard.press("Enter")  # sends it
    expect(page.locator("#answers .event").last).to_have_text("Ann takes a car from siding 2")
    expect(line).to_have_value("")
    page.keyboard.press("ArrowUp")
    expect(line).to_have_value("take 2")
    page.keyboard.press("Escape")
    expect(line).to_have_value("")
    page.keyboard.type("un")
    expect(options).to_have_text(["undo"])
    page.keyboard.press("Escape")  # the list, and nothing else
    expect(line).to_have_value("un")
    page.keyboard.type("do")
    page.keyboard.press("Enter")
    expect(page.locator("#answers .event").last).to_have_text("Ann undoes the last move")
    page.keyboard.type("put tank mixed")
    page.keyboard.press("Enter")
    expect(page.locator("#answers .refused a")).to_have_attribute("href", "/manual/freight-train#ft.one-action")
    expect(page.locator("#oops")).to_be_hidden()  # it is read where it was typed
    page.keyboard.press("Escape")
    expect(page.locator("#typed")).not_to_have_attribute("data-open", "")
    expect(page.locator("#view .can:focus")).to_have_count(1)


def test_whoever_tabs_there_finds_the_line_though_it_is_closed(window: Window, server: Server, stage: Stage) -> None:
    page = window()
    seated(page, server, stage.secret, "freight-train")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Type moves and questions")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#typed-line")).to_be_focused()
    assert (page.locator("#typed-line").bounding_box() or {"height": 0})["height"] > 20
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Board in words")).to_be_focused()  # no trap


def test_the_board_in_words_follows_the_game(window: Window, server: Server) -> None:
    with Person(server.url) as ann:
        key = ann.new_table("freight-train", "me", "bot:random")
        page = window()
        listener = seated(page, server, ann.cookie or "", key)
    page.wait_for_selector("#prompt[data-live]")
    page.keyboard.press("/")
    page.get_by_role("button", name="Board in words").click()
    words = page.get_by_role("region", name="Board in words")
    expect(words.get_by_role("heading", name="Main yard, open ends first")).to_be_visible()
    expect(words.get_by_role("table", name="Players").get_by_role("row")).to_have_count(3)
    kept = page.locator("#text-players").element_handle()
    listener.type("take 1")
    expect(words.get_by_role("heading", name="Cars to place")).to_be_visible()
    assert kept is not None
    assert kept.evaluate("element => element.isConnected")  # what did not change is not touched
    page.reload()
    expect(page.get_by_role("region", name="Board in words")).to_be_attached()  # the browser keeps it


@pytest.mark.parametrize("game", deep_except("freight", among=GAMES))
def test_every_command_is_answered_on_the_page_and_spoken_once(game: str, window: Window, server: Server, stage: Stage) -> None:
    page = window()
    listener = seated(page, server, stage.secret, game)
    page.wait_for_selector("#prompt[data-live]")
    for command in COMMANDS:
        if command.name in ("undo", "say") or command.here == TERMINAL:
            continue
        if command.name == "plan":
            continue  # not at every moment
        rest = {"why": listener.moves[0], "find": listener.moves[0].split()[-1]}.get(command.name, "")
        before = len(listener.spoken())
        refusal = {"reset": "nothing to reset", "position": "hidden cards" if game == "freight-cars" else ""}.get(command.name)
        if refusal:
            listener.type(command.name)
            expect(page.locator("#answers .refused").last).to_contain_text(refusal)
            spoken = listener.spoken()[before:]
            assert len(spoken) == 1, (command.name, spoken)
            assert refusal in spoken[0][1]
            continue
        lines = listener.answer(f"{command.name} {rest}")
        spoken = listener.spoken()[before:]
        assert len(spoken) == 1, (command.name, spoken)
        assert spoken[0][1].startswith(lines[0])


def test_who_passes_a_shared_screen_on_leaves_no_answers_behind(window: Window, server: Server) -> None:
    with Person(server.url) as ann:
        key = ann.new_table("freight-cars", "me", "here")
        page = window()
        listener = seated(page, server, ann.cookie or "", key)
    if page.locator("[data-open-hand]:visible").count():
        page.locator("[data-open-hand]:visible").click()
    page.wait_for_selector("#prompt[data-live]")
    lines = listener.answer("hand")
    assert any("Corporation to keep" in line for line in lines)
    listener.type(listener.moves[0])
    page.wait_for_function("() => !document.querySelector('#answers').textContent.includes('Corporation to keep')")
    assert "Corporation to keep" not in (page.locator("#say").text_content() or "")


@pytest.mark.usual
def test_from_the_lobby_to_a_move_and_a_replay_by_keys_alone(window: Window, server: Server) -> None:
    page = window()
    Listener(page)
    page.goto("/")
    button = page.get_by_role("button", name="Play against bots at Freight Train")
    for _ in range(40):
        if button.evaluate("element => element === document.activeElement"):
            break
        page.keyboard.press("Tab")
    expect(button).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_selector("#net[data-ok]")
    page.wait_for_selector("#prompt[data-live]")
    page.keyboard.press("/")
    page.keyboard.type("take 1")
    page.keyboard.press("Enter")
    expect(page.locator("#answers .event").last).to_contain_text("takes a car from siding 1")
    home = page.url
    page.goto(f"{home}/at/3")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#where")).to_contain_text("move 4 of")
    expect(page.locator("#say p").last).not_to_be_empty()


# --- spoken exactly once ---


def compare(listener: Listener) -> None:
    """All that the server told was spoken, in its order, and nothing twice; besides that only what is asked of the player."""
    asked = []
    events = listener.events()
    place = 0
    spoken = [words for region, words in listener.spoken() if region == "say"]
    for words in spoken:
        if place < len(events) and words == events[place]:
            place += 1
            asked.append("")
        else:
            assert not asked or asked[-1] != words, f"asked twice: {words}"
            assert words not in events[:place][-3:], f"spoken twice: {words}"
            asked.append(words)
    assert place == len(events), f"never spoken: {events[place:]} of {spoken}"


@pytest.mark.parametrize("game", deep_except("freight-cars", among=GAMES))
@pytest.mark.usual
def test_every_event_is_spoken_exactly_once(game: str, window: Window, server: Server) -> None:
    with Person(server.url) as ann, Person(server.url) as bob:
        key = ann.new_table(game, "me", "open")
        bob.post(f"/t/{key}/sit", name="Bob")
        page = window(reduced_motion="no-preference")
        page.add_init_script("localStorage.setItem('motion', 'slow')")
        listener = seated(page, server, ann.cookie or "", key)
        with bob.socket(key) as other:
            other.update()
            stretch(listener, other, 8)
            undo(listener, other)
            skip(listener, other)
            away(listener, other)
            other.send(chat="Well played")
            page.wait_for_function("() => document.querySelector('#chat').textContent.includes('Well played')")
            listener.type("rule tea")
            expect(page.locator("#answers .refused").last).to_contain_text("tea")
            page.keyboard.press("/")
            up_to_date(listener, other)
            compare(listener)
            told = [words for region, words in listener.spoken() if "Well played" in words]
            assert len(told) == 1
    plies = [message["ply"] for message in listener.frames if message.get("say")]
    assert plies == sorted(set(plies))  # no moment is told of twice
    shown = [message for message in listener.frames if "parts" in message]
    for before, message in pairwise(shown):  # none is left out, also not by a page that comes back
        assert message["ply"] == before["ply"] or message.get("say"), message["ply"]


def up_to_date(listener: Listener, other: Socket) -> None:
    """Wait until the page shows what the server has; what still moves is skipped."""
    other.quiet(0.3)
    listener.page.wait_for_function("ply => Number(document.querySelector('#view').dataset.ply) >= ply", arg=other.ply)


def anybody(listener: Listener, other: Socket) -> None:
    """One move of whoever is to act. While all choose at once Bob chooses first; that is made later, when he is to act."""
    before = max(listener.ply, other.ply)
    if other.turn:
        other.move(other.moves[before % len(other.moves)])
        if other.update()["ply"] <= before:
            return
    else:
        listener.page.wait_for_selector("#prompt[data-live]")
        listener.type(listener.moves[before % len(listener.moves)])
    while other.ply <= before:
        other.receive()
    listener.moved(before)


def stretch(listener: Listener, other: Socket, moves: int) -> None:
    """Ann types and Bob answers, until so many moves are made: more than all choose at once at the start of a game."""
    first = other.ply
    while other.ply < first + moves:
        anybody(listener, other)
        up_to_date(listener, other)  # what Bob chose follows upon a move of Ann


def undo(listener: Listener, other: Socket) -> None:
    """A move of Ann that can be undone is undone, if the game has one soon."""
    for _ in range(30):
        if not other.turn and listener.page.locator("[data-undo]").count():
            before = other.ply
            listener.type("undo")
            while other.ply <= before:
                other.receive()
            return
        anybody(listener, other)


def skip(listener: Listener, other: Socket) -> None:
    """Bob moves several times in a row, and Ann skips the motion."""
    for _ in range(60):
        if other.turn:
            break
        anybody(listener, other)
    for _ in range(4):
        if other.turn:
            before = other.ply
            other.move(other.moves[0])
            while other.ply <= before:
                other.receive()
    listener.page.keyboard.press("Escape")
    up_to_date(listener, other)


def away(listener: Listener, other: Socket) -> None:
    """Ann's connection is lost while Bob moves, and comes back."""
    for _ in range(60):
        if other.turn:
            break
        anybody(listener, other)
    up_to_date(listener, other)
    listener.page.evaluate("window.cut()")
    listener.page.wait_for_selector("#net:not([data-ok])")
    before = other.ply
    other.move(other.moves[0])
    while other.ply <= before:
        other.receive()
    listener.page.evaluate("window.apart = false")
    listener.page.wait_for_selector("#net[data-ok]")
    listener.moved(before)


# --- whole games ---


def play_to_the_end(listener: Listener) -> None:
    """Type what the hint says, turn by turn, and nothing else, until the game is over."""
    page = listener.page
    while True:
        page.wait_for_selector("#prompt[data-live], #sheets[data-over]", state="attached")
        if page.locator("#sheets[data-over]").count():
            break
        hint = listener.answer("hint")[0]
        moves = hint.split(" Type ")[1].split(". ")[0]
        before = page.evaluate("Number(document.querySelector('#view').dataset.ply)")
        listener.type(moves)
        listener.moved(before)
    page.keyboard.press("Escape")
    assert listener.answer("score")[0].startswith("The game is over: ")
    compare_answers(listener)


def compare_answers(listener: Listener) -> None:
    """Nothing that was told of the game was missing."""
    spoken = [words for region, words in listener.spoken() if region == "say"]
    for told in {told for message in listener.frames for told in message.get("say", [])}:
        times = sum(message.get("say", []).count(told) for message in listener.frames)
        assert spoken.count(told) == times, told


@pytest.mark.parametrize("game", deep_except("freight-cars", among=GAMES))
@pytest.mark.usual
def test_the_end_of_a_game_by_typing_alone(game: str, window: Window, server: Server, stage: Stage) -> None:
    page = window()
    play_to_the_end(seated(page, server, stage.secret, game))


@pytest.mark.deep
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_typing_alone(game: str, window: Window, server: Server) -> None:
    page = window()
    with Person(server.url) as ann:
        key = ann.new_table(game, "me", "bot:greedy")
        play_to_the_end(seated(page, server, ann.cookie or "", key))
