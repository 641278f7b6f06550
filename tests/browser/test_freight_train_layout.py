"""The board of Freight Train on screens of several sizes: what is needed is to be seen, and nothing lies over it."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from freightyard.core.contract import State
from tests.browser.driving import TURN, connected, settled
from tests.browser.staging import Stage, When, prepared
from tests.depth import deep_except
from tests.server.running import Server

Window = Callable[..., Page]
LAPTOPS = ((1366, 650), (1366, 768), (1366, 900), (1440, 900))
LOW = ((1366, 560), (1366, 600), *LAPTOPS, (1920, 1080))
TABLES = ("four", "five")

# Parts of the board whose boxes overlap.
OVERLAPS = """() => {
  const boxes = ['#main-yard', '#own-yard', '#prompt', '#trains', '#types', '#day', '#players', '.talk']
    .map((selector) => [selector, document.querySelector(selector).getBoundingClientRect()]);
  const found = [];
  boxes.forEach(([name, a], index) => boxes.slice(index + 1).forEach(([other, b]) => {
    const beside = a.left >= b.right - 1 || b.left >= a.right - 1 || a.top >= b.bottom - 1 || b.top >= a.bottom - 1;
    if (!beside) found.push(`${name} ${other}`);
  }));
  return found;
}"""
# Things that are cut off by the window or by the panel around them.
CUT = """(selector) => [...document.querySelectorAll(selector)].filter((element) => {
  const box = element.getBoundingClientRect();
  const panel = element.closest('.panel, .prompt').getBoundingClientRect();
  if (!element.getClientRects().length) return false;
  const right = Math.min(innerWidth, panel.right) + 1, bottom = Math.min(innerHeight, panel.bottom) + 1;
  return box.bottom > bottom || box.right > right || box.top < panel.top - 1;
}).map((element) => element.textContent.trim().slice(0, 40) || element.className)"""
# What a click in the middle of a thing would hit instead of it.
HIDDEN = """(selector) => [...document.querySelectorAll(selector)].filter((element) => {
  const box = element.getBoundingClientRect();
  const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return element.getClientRects().length && there && !element.contains(there) && !there.contains(element);
}).map((element) => element.outerHTML.slice(0, 90))"""


def turn_of(day: int, round_: int) -> When:
    def reached(state: State) -> bool:
        board = state.view(0).board
        return bool(state.to_act() == 0 and board.day == day and board.round >= round_ and board.phase == "turn")

    return reached


def full_yard(state: State) -> bool:
    """Another player has a siding that is full."""
    board = state.view(0).board
    return bool(state.to_act() == 0 and board.phase == "turn" and any(len(row) == 8 for row in board.seats[1].yard))


def mixing(state: State) -> bool:
    """The last car in the hand can join a train of one car of another kind."""
    if state.to_act() != 0:
        return False
    board, legal = state.view(0).board, state.view(0).legal
    others = [move for move in legal if move.startswith("put ") and not re.search(r" (train|mixed|yard-\d)$", move)]
    return bool(board.phase == "placing" and len(board.hand) == 1 and others)


def last_of_the_round(state: State) -> bool:
    """The first of two seats ends the round, and begins the next one; it can call a locomotive."""
    board = state.view(0).board
    return bool(state.to_act() == 0 and board.phase == "turn" and board.first == 2 and "call" in state.view(0).legal)


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Stage:
    """Tables in the middle of a game."""
    stage = Stage(tmp_path_factory.mktemp("staged") / "yard.db")

    async def set_up() -> None:
        await stage.enter()
        kinds = (("four", 4, turn_of(2, 5)), ("five", 5, turn_of(2, 4)), ("full", 2, full_yard))
        for key, seats, until in (
            *kinds,
            ("play-four", 4, turn_of(2, 5)),
            ("play-five", 5, turn_of(2, 4)),
            ("asked", 4, turn_of(2, 5)),
            ("mixing", 2, mixing),
            ("phone", 4, turn_of(2, 5)),
            ("buttons", 4, turn_of(2, 5)),
            ("hinted", 4, turn_of(2, 5)),
            ("again", 2, last_of_the_round),
        ):
            seed = re.sub("^play-|^(asked|phone|buttons|hinted)$", lambda found: "four" if found[1] else "", key)
            await stage.set_up(key, "freight-train", "mayfair-1996", until, bots=["greedy"] * seats, seed=seed)

    return prepared(stage, set_up)


@pytest.fixture
def sit(window: Window, stage: Stage, server: Server) -> Callable[..., Page]:
    def opened_table(key: str, width: int, height: int, *, tips: bool = False) -> Page:
        page = window(width, height)
        stage.sign_in(page, server)
        if not tips:
            page.add_init_script("localStorage.setItem('guide:freight-train', 'done')")
        page.goto(f"/t/{key}")
        connected(page)
        page.wait_for_selector("#prompt[data-phase=placing]" if key == "mixing" else TURN)
        return page

    return opened_table


@pytest.mark.parametrize("table", deep_except("five", among=TABLES))
def test_on_a_laptop_nothing_lies_over_the_yards_in_any_part_of_a_turn(sit: Callable[..., Page], table: str) -> None:
    page = sit(f"play-{table}", 1366, 650)

    def everything(where: str) -> None:
        for width, height in LOW:
            page.set_viewport_size({"width": width, "height": height})
            size = f"{where}, {width}×{height}"
            assert page.evaluate(OVERLAPS) == [], size
            assert page.evaluate(CUT, "#main-yard .car, #own-yard .car, #own-yard .rails, #prompt button, #prompt .car") == [], (
                size
            )
            assert page.evaluate(HIDDEN, "#own-yard .car:not(.choosing *), #prompt .car, #prompt .action") == [], size

    everything("at the start")
    page.locator("#main-yard .car.can").first.click()
    page.wait_for_selector("#prompt[data-phase=taking]")
    everything("taking")
    while not page.locator("#prompt[data-phase=placing]").count():
        page.locator("#main-yard .car.can").first.click()
        settled(page)
    everything("placing")
    page.locator(".tray .can").first.click()
    everything("choosing a place")
    for _ in range(3):
        if page.locator("html.choosing").count():
            page.keyboard.press("Escape")
        page.locator("[data-undo]").click()
        settled(page)
    page.wait_for_selector(TURN)
    page.locator(".action.arrange").click()
    everything("rearranging")


@pytest.mark.parametrize("table", deep_except("five", among=TABLES))
@pytest.mark.usual
def test_on_a_laptop_every_player_is_to_be_seen(sit: Callable[..., Page], table: str) -> None:
    page = sit(table, *LAPTOPS[0])
    for width, height in LAPTOPS:
        page.set_viewport_size({"width": width, "height": height})
        cut = page.evaluate(CUT, "#players .who, #players .mini, #players .yardlane, #types .type, .say")
        assert cut == [], f"{width}×{height}"
        assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0, f"{width}×{height}"


def test_a_full_siding_of_another_player_is_one_line(sit: Callable[..., Page]) -> None:
    page = sit("full", *LAPTOPS[0])
    heights = "(lanes) => lanes.map((lane) => new Set([...lane.querySelectorAll('.pic')].map((car) => car.offsetTop)).size)"
    widths = "(lanes) => lanes.map((lane) => lane.scrollWidth - lane.clientWidth)"
    for large in (False, True):
        if large:
            page.locator("#rival-2 summary").click()
        for width, height in (*LAPTOPS, (1280, 720), (390, 844)):
            page.set_viewport_size({"width": width, "height": height})
            lanes = page.locator("#rival-2 .yardlane")
            assert max(lanes.evaluate_all(heights)) == 1, f"large: {large}, {width}×{height}"
            assert max(lanes.evaluate_all(widths)) <= 0, f"large: {large}, {width}×{height}"
        page.set_viewport_size({"width": LAPTOPS[0][0], "height": LAPTOPS[0][1]})


@pytest.mark.parametrize("table", deep_except("five", among=TABLES))
@pytest.mark.usual
def test_on_a_phone_everything_can_be_brought_out_from_under_the_prompt(sit: Callable[..., Page], table: str) -> None:
    page = sit(table, 390, 844, tips=True)
    expect(page.locator(".note.tip")).to_be_visible()
    hidden = """(selector) => [...document.querySelectorAll(selector)].filter((element) => {
      element.scrollIntoView({ block: 'end' });
      const box = element.getBoundingClientRect();
      const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      return !there || !(element.contains(there) || there.contains(element)) || there.closest('.prompt, .note');
    }).map((element) => element.outerHTML.slice(0, 90))"""
    assert (
        page.evaluate(hidden, "#main-yard .car, #own-yard .car, #trains .train, #types .type, .yardlane .pic, #players .who")
        == []
    )
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate(CUT, "#prompt button:not([hidden]), .yardlane .pic") == []
    boxes = page.evaluate("['#prompt', '.note'].map((name) => document.querySelector(name).getBoundingClientRect().toJSON())")
    assert boxes[1]["bottom"] <= boxes[0]["top"]


@pytest.mark.usual
def test_a_car_behind_another_says_which_one_must_go_first(sit: Callable[..., Page]) -> None:
    page = sit("asked", 1366, 650)
    track = page.locator("#main-yard .track", has=page.locator("span.car")).first
    first = (track.locator("button.car").get_attribute("title") or "").partition(",")[0]
    track.locator("span.car").last.click()
    expect(page.locator("#oops")).to_contain_text(f"The {first} must go first")
    expect(page.locator("#oops")).to_contain_text("open end")
    page.locator("#own-yard span.car").first.click()
    expect(page.locator("#oops")).to_contain_text("must go first: you can only load")
    while not page.locator("#prompt[data-phase=placing]").count():
        page.locator("#main-yard .car.can").first.click()
        settled(page)
    page.locator("#main-yard span.car").first.click()  # none of its siding can go now
    expect(page.locator("#oops")).to_contain_text("put the 3 cars you took", ignore_case=True)


@pytest.mark.usual
def test_arrow_down_goes_to_the_next_siding_however_short_it_is(sit: Callable[..., Page]) -> None:
    page = sit("four", 1366, 650)
    can = page.locator("#main-yard .can")  # one a siding: its first car, or the siding itself if it can be filled
    words = [each.get_attribute("data-word") for each in can.all()]
    ends = [each.bounding_box() for each in can.all()]
    assert len({box["x"] for box in ends if box}) > 1, "the open ends are not below each other"
    can.first.focus()
    for word in words[1:]:
        page.keyboard.press("ArrowDown")
        assert page.evaluate("document.activeElement.dataset.word") == word
    for word in reversed(words[:-1]):
        page.keyboard.press("ArrowUp")
        assert page.evaluate("document.activeElement.dataset.word") == word


@pytest.mark.usual
def test_escape_closes_the_menu_and_cancels_nothing_else(sit: Callable[..., Page]) -> None:
    page = sit("four", 1366, 650)
    page.locator(".action.arrange").click()
    expect(page.locator(".plan")).to_be_visible()
    page.locator("#menu summary").click()
    expect(page.locator("#menu[open]")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("#menu[open]")).to_have_count(0)
    expect(page.locator(".plan")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".plan")).to_have_count(0)


def test_arrow_right_leaves_the_main_yard_for_what_is_beside_it_never_for_what_is_below(sit: Callable[..., Page]) -> None:
    page = sit("four", 1366, 650)
    page.locator("#main-yard .can").first.focus()
    word = page.evaluate("document.activeElement.dataset.word")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
        assert page.evaluate("document.activeElement.closest('#prompt, #own-yard')") is None
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.dataset.word") != word


def test_on_a_phone_on_its_side_the_table_of_all_trains_has_room_for_all_players_and_closes(sit: Callable[..., Page]) -> None:
    page = sit("five", 844, 390)
    page.locator("#types summary").click()
    edges = page.evaluate("[...document.querySelectorAll('#types thead th')].map((head) => head.getBoundingClientRect().right)")
    prompt = page.locator("#prompt").bounding_box()
    assert prompt is not None
    assert max(edges) <= prompt["x"]
    page.locator("#types summary").click()
    expect(page.locator("#types table")).not_to_be_visible()


def test_the_table_of_all_trains_is_seen_whole_and_goes_with_escape(sit: Callable[..., Page]) -> None:
    page = sit("five", 1366, 650)
    scrolled = "document.querySelector('.c2').scrollTop"
    page.locator("#types summary").click()
    expect(page.locator("#types table")).to_be_visible()
    assert page.evaluate(scrolled) == 0
    boxes = page.evaluate(
        "[...document.querySelectorAll('#types tr')].map((row) => row.getBoundingClientRect()).map((b) => [b.top, b.bottom])"
    )
    assert all(top >= 0 and bottom <= 650 for top, bottom in boxes)
    assert page.evaluate(HIDDEN, "#types th, #types td b:not(:empty)") == []
    page.set_viewport_size({"width": 1024, "height": 768})
    rows = page.locator("#types tbody tr").evaluate_all("rows => rows.map((row) => row.getBoundingClientRect().height)")
    assert max(rows) < 1.3 * min(rows), "a length and what it earns stand in one line"
    page.set_viewport_size({"width": 1366, "height": 650})
    expect(page.locator("#types thead")).to_contain_text("Ann")
    page.keyboard.press("Escape")
    expect(page.locator("#types table")).not_to_be_visible()


def test_the_menu_closes_when_something_was_chosen_in_it(sit: Callable[..., Page]) -> None:
    page = sit("four", 1366, 650)
    for button in ("[data-share]", "[data-sheets]"):
        page.locator("#menu summary").click()
        page.locator(f"#menu {button}").click()
        expect(page.locator("#menu[open]")).to_have_count(0)
        expect(page.locator("dialog[open]")).to_have_count(1)
        page.keyboard.press("Escape")


def test_a_refusal_does_not_lie_over_the_tip_that_is_being_read(sit: Callable[..., Page]) -> None:
    page = sit("four", 1366, 650, tips=True)
    expect(page.locator(".note.tip")).to_be_visible()
    page.locator("#main-yard span.car").last.click()
    expect(page.locator("#oops")).to_be_visible()
    note, toast = page.locator(".note").bounding_box(), page.locator("#oops").bounding_box()
    assert note is not None
    assert toast is not None
    assert toast["y"] >= note["y"] + note["height"]


@pytest.mark.parametrize("table", deep_except("five", among=TABLES))
def test_nothing_of_another_player_lies_under_what_opens_it(sit: Callable[..., Page], table: str) -> None:
    page = sit(table, 1366, 650)
    touching = """() => [...document.querySelectorAll('.player')].flatMap((player) => {
      const sign = player.querySelector('.more > summary')?.getBoundingClientRect();
      return [...player.querySelectorAll('.minis > *, .more[open] > p')].filter((each) => {
        const words = document.createRange();
        words.selectNodeContents(each);
        const boxes = each.matches('p') ? [...words.getClientRects()] : [each.getBoundingClientRect()];
        return sign && boxes.some((box) => box.right > sign.left && box.left < sign.right
          && box.bottom > sign.top + 2 && box.top < sign.bottom - 2);
      }).map((each) => each.textContent);
    })"""
    assert page.evaluate(touching) == []
    page.set_viewport_size({"width": 1280, "height": 720})  # there full yards are wider than their places, and get smaller cars
    assert page.evaluate(touching) == []
    wide = (
        "() => [...document.querySelectorAll('#players .lane')].filter((lane) => lane.scrollWidth > lane.clientWidth + 1).length"
    )
    assert page.evaluate(wide) == 0
    page.set_viewport_size({"width": 1366, "height": 650})
    for opens in page.locator(".more > summary").all():
        opens.click()
    assert page.evaluate(touching) == []


def test_nothing_jumps_when_the_words_about_the_day_get_longer(sit: Callable[..., Page]) -> None:
    page = sit("four", 1366, 650)
    top = "document.querySelector('#players').getBoundingClientRect().top"
    before = page.evaluate(top)
    page.evaluate("document.querySelector('#day .sub').textContent = 'round 12 · somebody with quite a long name first'")
    assert page.evaluate(top) == before
    page.evaluate("document.querySelector('.deckbar + p').textContent = '9 cars.'")
    assert page.evaluate(top) == before


def test_the_name_of_one_for_whom_a_bot_plays_is_not_cut_while_there_is_room(sit: Callable[..., Page]) -> None:
    page = sit("four", 1366, 650)
    cut = page.locator(".who:has(.you) strong").first.evaluate(
        """(name) => {
          name.textContent = 'Tom & Jerry Mouse';
          name.parentElement.insertAdjacentHTML('beforeend', '<span class="tag stand">a bot is playing (medium)</span>');
          return name.scrollWidth > name.clientWidth;
        }"""
    )
    assert not cut


def test_closing_a_table_is_asked_about(sit: Callable[..., Page]) -> None:
    page = sit("four", 1366, 650)
    page.evaluate(
        """() => document.body.insertAdjacentHTML('beforeend',
          '<form method="post" action="/elsewhere" data-sure="Close it?"><button id="drop">Close</button></form>')"""
    )
    page.evaluate("document.querySelector('#drop').click()")
    expect(page.locator("dialog.sure p")).to_have_text("Close it?")
    expect(page.locator("dialog.sure button")).to_have_text(["Cancel", "Close"])
    page.keyboard.press("Escape")
    expect(page.locator("dialog.sure")).to_have_count(0)
    assert page.url.endswith("/t/four")


@pytest.mark.usual
def test_a_train_that_would_become_mixed_says_so_and_so_does_the_question(sit: Callable[..., Page]) -> None:
    page = sit("mixing", 1366, 650)
    one = page.locator(".train.can[data-to-place]").first
    expect(one.locator(".mixes")).to_be_visible()
    expect(one.locator(".mixes")).to_have_text("becomes mixed")
    one.click()
    expect(page.locator(".plan")).to_contain_text("which becomes mixed, and end your turn?")
    # the place that is asked about is the only one that is marked
    marked = "(each) => getComputedStyle(each).boxShadow !== 'none'"
    assert not page.evaluate(f"[...document.querySelectorAll('#view :is(.train, .target).can:not(.planned)')].some({marked})")
    expect(page.locator(".mixes:visible")).to_have_count(page.locator(".planned .mixes:visible").count())
    page.locator(".plan .go").click()
    expect(page.locator("#trains .tag.mix")).to_be_visible()


def test_on_a_phone_the_yards_stay_where_they_are_in_all_of_a_turn(sit: Callable[..., Page]) -> None:
    page = sit("phone", 390, 844, tips=True)
    places = (
        "() => ['#main-yard', '#own-yard', '#trains'].map((each) => document.querySelector(each).getBoundingClientRect().top)"
    )
    before = page.evaluate(places)
    page.get_by_role("button", name="Next", exact=True).click()
    undos = []
    while not page.locator("#prompt[data-phase=placing]").count():
        page.locator("#main-yard .car.can").first.click()
        settled(page)
        assert page.evaluate(places) == before
        undos.append(page.locator("[data-undo]").evaluate("(undo) => Math.round(undo.getBoundingClientRect().bottom)"))
    assert max(undos) - min(undos) < 8, "who taps Undo twice taps it twice"
    # the tip about placing cars covers neither the trains nor the yard, nor the points, nor what the main yard is called
    edges = """() => ['#scores', '#main-yard h2', '.note.tip', '#own-yard'].flatMap((each) => {
      const { top, bottom } = document.querySelector(each).getBoundingClientRect();
      return [Math.round(top), Math.round(bottom)];
    })"""
    _, points, _, title, top, bottom, yard, _ = page.evaluate(edges)
    assert max(points, title) <= top
    assert bottom <= yard
    page.evaluate("scrollTo(0, 60)")  # it goes with the yard
    page.wait_for_function("before => document.querySelector('.note.tip').getBoundingClientRect().top < before", arg=top)
    _, points, _, _, top, bottom, yard, _ = page.evaluate(edges)
    assert points <= top
    assert bottom <= yard
    page.evaluate("scrollTo(0, 0)")
    # places for a picked car are in sight; the page moves under the finger only if none of them was
    page.locator(".tray .can").first.click()
    lit, foot = "#view :is(.train, .start, .target).can", "document.querySelector('#prompt').getBoundingClientRect().top"
    lowest = "(lit) => lit.map((each) => each.getBoundingClientRect().bottom)"
    page.wait_for_function(f"() => Math.min(...({lowest})([...document.querySelectorAll('{lit}')])) <= {foot}")
    moved = page.evaluate(places)[0] - before[0]
    assert moved == 0 or min(page.locator(lit).evaluate_all(lowest)) - moved > page.evaluate(foot)
    # all buttons of a turn stand beside the cars in the hand
    tray, undo = page.locator(".tray").bounding_box(), page.locator("[data-undo]").bounding_box()
    assert tray is not None
    assert undo is not None
    assert undo["x"] >= tray["x"] + tray["width"] - 1
    assert abs(undo["y"] + undo["height"] / 2 - tray["y"] - tray["height"] / 2) < 12
    # the day is told at the top, in sight
    expect(page.locator("#today")).to_be_in_viewport()


def test_the_log_is_above_the_fold_on_a_small_desktop_and_a_second_turn_in_a_row_is_told(sit: Callable[..., Page]) -> None:
    page = sit("again", 1024, 768)
    log = page.locator(".lines").bounding_box()
    assert log is not None
    assert log["height"] >= 40
    assert log["y"] + log["height"] <= 768
    page.locator('[data-word="call"]').click()
    page.locator(".plan .go").click()
    expect(page.locator("#oops")).to_have_text(
        "Your turn again: after each round the first place passes left, and now it is yours."
    )
    expect(page.locator("#ask")).to_contain_text("Your turn again")
    expect(page.locator("#ask .why")).to_be_hidden()
    page.set_viewport_size({"width": 1366, "height": 650})  # beside what undoes the turn before there is little room for words
    assert page.evaluate(OVERLAPS) == []
    assert page.evaluate(CUT, "#main-yard .car, #own-yard .car, #own-yard .rails, #prompt button") == []


# A car in the hand and a button of the prompt that lie over each other.
OVER_BUTTONS = """() => {
  const boxes = (selector) => [...document.querySelectorAll(selector)].map((each) => each.getBoundingClientRect());
  const buttons = boxes('#prompt .ask button').filter((box) => box.width);
  return boxes('.tray .car').flatMap((car) => buttons.filter((button) =>
    car.left < button.right && button.left < car.right && car.top < button.bottom && button.top < car.bottom)).length;
}"""


def test_on_a_phone_nothing_lies_over_the_buttons_beside_the_cars_in_the_hand(sit: Callable[..., Page]) -> None:
    page = sit("buttons", 390, 844)
    for _ in range(3):
        page.locator("#main-yard .car.can").first.click()
        settled(page)
    page.wait_for_selector("#prompt[data-phase=placing] [data-reset]")
    another = "(tray) => tray.append(tray.querySelector('.car').cloneNode(true))"  # four can be loaded from a yard
    for cars in (3, 4):
        assert page.locator(".tray .car").count() == cars
        for width in (360, 390):
            page.set_viewport_size({"width": width, "height": 844})
            assert page.evaluate(OVER_BUTTONS) == 0, f"{cars} cars at {width}"
            assert page.locator(".tray .car").first.evaluate("(car) => car.getBoundingClientRect().width") >= 36
        page.locator(".tray").evaluate(another)


def test_on_a_phone_a_hint_has_the_whole_width_for_its_words(sit: Callable[..., Page]) -> None:
    page = sit("hinted", 390, 844)
    page.locator("[data-ask-hint]").click()
    words = page.locator(".note.advice p").bounding_box()
    button = page.locator(".note.advice .quiet").first.bounding_box()
    assert words is not None
    assert button is not None
    assert words["width"] > 330
    assert button["y"] >= words["y"] + words["height"]


def test_on_a_phone_what_stands_above_the_yards_is_one_line_and_the_best_of_the_others_is_beside_the_trains(
    sit: Callable[..., Page],
) -> None:
    page = sit("hinted", 390, 844)
    high = "(header) => header.offsetHeight"
    for width in (360, 390):
        page.set_viewport_size({"width": width, "height": 844})
        for header, said in (("#own-yard", "16 of 16 cars · each costs 1: −16"), ("#main-yard", "Day 2: at least 44 more cars")):
            note = page.locator(f"{header} > header :is(.sub, #today)").last
            note.evaluate("(note, words) => { note.textContent = words; }", said)
            assert page.locator(f"{header} > header").evaluate(high) < 34
            assert note.evaluate("(note) => note.scrollWidth <= note.offsetWidth + 1"), f"{said} at {width}"
    expect(page.locator("#trains .best").first).to_be_visible()
    # the colour of who has the longest mixed train stands in the line of its length
    mixed = page.locator("#type-mixed > span:not(.vh)")
    mixed.evaluate("(span) => { span.innerHTML = '<b>0</b>/4<span class=dots><i class=\"disc d2\"></i></span>'; }")
    length, dot = mixed.locator("b").bounding_box(), mixed.locator(".disc").bounding_box()
    assert length is not None
    assert dot is not None
    assert dot["y"] < length["y"] + length["height"]


def test_on_a_phone_the_total_of_a_score_sheet_stays_in_sight(sit: Callable[..., Page]) -> None:
    page = sit("hinted", 390, 700)
    page.locator("#menu > summary").click()
    page.locator("#menu [data-sheets]").click()
    expect(page.locator("#dialog tfoot").first).to_be_in_viewport()
    expect(page.locator("#dialog tbody tr").last).not_to_be_in_viewport()
