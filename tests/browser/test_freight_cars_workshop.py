"""The workshop of Freight Cars in a real browser: loading by mouse, touch, taps and keys, undo, packings."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.driving import settled
from tests.browser.freight_cars_hands import Window, at_table, load_filled, loadable, my_turn_with, staged
from tests.browser.looking import fits, violations
from tests.browser.staging import Stage, opened
from tests.server.running import Server

TABLES = ("drag", "touch", "taps", "keys", "fill", "plan")  # what is loaded is gone: a table for each hand
SEED = "workshop"

# Where each piece of an offered packing lies, in the middle of the screen's cells: what hands have to do.
LAID = """async (card) => {
  const board = document.querySelector('script[src$="/freight_cars.js"]').src;
  const packing = await import(board.replace("freight_cars.js", "packing.js"));
  const rows = document.querySelector(`[data-plan="${card}"]`).dataset.shape.split("/");
  const body = new URLSearchParams({ topic: "pack", words: card });
  const home = document.querySelector("#view").dataset.home;
  const answer = await (await fetch(`${home}/ask`, { method: "POST", body })).json();
  return packing.placed(rows, answer.offers[0].lays);
}"""
BOTH_WAYS = """async (card) => {
  const board = document.querySelector('script[src$="/freight_cars.js"]').src;
  const packing = await import(board.replace("freight_cars.js", "packing.js"));
  const rows = document.querySelector(`[data-plan="${card}"]`).dataset.shape.split("/");
  const body = new URLSearchParams({ topic: "pack", words: card });
  const home = document.querySelector("#view").dataset.home;
  const { offers } = await (await fetch(`${home}/ask`, { method: "POST", body })).json();
  const again = (lays) => packing.moves(rows, packing.placed(rows, lays).reverse()).map((move) => move.slice(4));
  return offers.map(({ lays }) => [lays, again(lays)]);
}"""
CELL = """([row, column]) => {
  const point = new DOMPoint(column * 10, row * 10).matrixTransform(document.querySelector("#bed").getScreenCTM());
  return [point.x, point.y];
}"""
SHOWN = """(kind) => {
  const path = document.querySelector(`#tray [data-kind="${kind}"] .body`).getAttribute("d");
  const cells = [...path.matchAll(/M(\\d+) (\\d+)/g)].map(([, x, y]) => [Number(y) / 10, Number(x) / 10]);
  const high = Math.max(...cells.map((cell) => cell[0])) + 1, wide = Math.max(...cells.map((cell) => cell[1])) + 1;
  const rows = Array.from({length: high}, () => Array(wide).fill("."));
  for (const [row, column] of cells) rows[row][column] = "x";
  return rows.map((row) => row.join(""));
}"""
# The car in the workshop is four cells that stand one on the other.
UPRIGHT = """async () => {
  const board = document.querySelector('script[src$="/freight_cars.js"]').src;
  const { work } = await import(board.replace("freight_cars.js", "workshop_state.js"));
  work.rows = ["x", "x", "x", "x"];
}"""
# The things of a selector that are on the screen and that a click in their middle would not reach.
COVERED = """(selector) => [...document.querySelectorAll(selector)].filter((thing) => {
  const box = thing.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
  return box.width && !(box.x >= 0 && box.right <= innerWidth && thing.contains(document.elementFromPoint(x, y)));
}).map((thing) => thing.textContent)"""


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Stage:
    return staged(tmp_path_factory, dict.fromkeys(TABLES, (my_turn_with(load=True), SEED)))


@pytest.fixture(scope="module")
def server(chromium: Browser, stage: Stage, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with opened(stage, tmp_path_factory.mktemp("log")) as running:
        yield running


def workshop(page: Page, stage: Stage, server: Server, table: str = "plan") -> str:
    """A card of mine in the workshop, in my turn. Its name."""
    at_table(page, stage, server, table)
    card = loadable(page).first
    name = card.get_attribute("data-plan") or ""
    card.click()
    expect(page.locator("#workshop")).to_be_visible()
    return name


def turned_as(page: Page, kind: str, rows: list[str]) -> None:
    """Turn and flip a piece that is picked until it lies as it should."""
    for _ in range(2):
        for _ in range(4):
            if page.evaluate(SHOWN, kind) == rows:
                return
            page.locator('[data-shop="turn"]').click()
        page.locator('[data-shop="flip"]').click()
    raise AssertionError(f"{kind} cannot be turned so")


def loaded(page: Page, card: str) -> None:
    """The car is full: load it."""
    expect(page.locator("#shop-says")).to_have_text("The car is full.")
    page.locator('[data-shop="load"]').click()
    settled(page)
    expect(page.locator(f'#train [data-car="{card}"]')).to_have_count(1)
    expect(page.locator("#workshop")).to_be_hidden()


def middle(page: Page, piece: dict[str, object]) -> tuple[float, float]:
    """Where on the screen the middle of a piece belongs."""
    rows, row, column = piece["rows"], piece["row"], piece["column"]
    assert isinstance(rows, list)
    assert isinstance(row, int)
    assert isinstance(column, int)
    x, y = page.evaluate(CELL, [row + len(rows) / 2, column + len(rows[0]) / 2])
    return x, y


@pytest.mark.usual
def test_a_piece_is_dragged_or_hangs_at_the_mouse_until_it_is_clicked_down(window: Window, stage: Stage, server: Server) -> None:
    page = window()
    card = workshop(page, stage, server, "drag")
    for number, piece in enumerate(page.evaluate(LAID, card)):
        expect(page.locator('[data-shop="load"]')).to_be_disabled()
        tool = page.locator(f'#tray [data-kind="{piece["kind"]}"]')
        tool.click()
        expect(page.locator("svg.flying")).to_have_count(1)
        x, y = middle(page, piece)
        if number % 2:
            turned_as(page, piece["kind"], piece["rows"])
            tool.hover()
            page.mouse.down()
            page.mouse.move(x + 30, y + 30, steps=4)
            page.mouse.move(x, y, steps=4)
            page.mouse.up()
        else:
            page.mouse.move(x + 4, y - 4, steps=3)  # not exactly: it snaps
            for turn in range(8):
                if page.evaluate(SHOWN, piece["kind"]) == piece["rows"]:
                    break
                if turn == 3:
                    page.mouse.click(x + 4, y - 4, button="right")
                else:
                    page.mouse.wheel(0, 100)
            place = f"translate({piece['column'] * 10} {piece['row'] * 10})"
            expect(page.locator("#bed .held")).to_have_attribute("transform", place)
            assert page.locator("#bed .glows").count() > 0
            page.mouse.click(x + 4, y - 4)
        expect(page.locator("svg.flying")).to_have_count(0)
    loaded(page, card)


def test_loading_by_touch(window: Window, stage: Stage, server: Server) -> None:
    page = window(390, 844, has_touch=True, is_mobile=True)
    card = workshop(page, stage, server, "touch")
    client = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    for piece in page.evaluate(LAID, card):
        tool = page.locator(f'#tray [data-kind="{piece["kind"]}"]')
        tool.tap()
        turned_as(page, piece["kind"], piece["rows"])
        x, y = middle(page, piece)
        box = tool.bounding_box()
        assert box is not None
        start = (box["x"] + 20, box["y"] + 20)
        scrolled = page.evaluate("scrollY")
        end = (x, y + 46)  # a piece is held above the finger
        touch("touchStart", start)
        for step in range(1, 7):
            touch("touchMove", (start[0] + (end[0] - start[0]) * step / 6, start[1] + (end[1] - start[1]) * step / 6))
        touch("touchEnd")
        assert page.evaluate("scrollY") == scrolled  # dragging a piece never scrolls the page
    loaded(page, card)


@pytest.mark.usual
def test_loading_by_taps(window: Window, stage: Stage, server: Server) -> None:
    page = window(390, 844, has_touch=True, is_mobile=True)
    card = workshop(page, stage, server, "taps")
    for piece in page.evaluate(LAID, card):
        tool = page.locator(f'#tray [data-kind="{piece["kind"]}"]')
        tool.tap()
        for turn in range(8):  # the same again turns it
            if page.evaluate(SHOWN, piece["kind"]) == piece["rows"]:
                break
            (page.locator('[data-shop="flip"]') if turn == 3 else tool).tap()
        first = piece["rows"][0].index("x")
        page.touchscreen.tap(*page.evaluate(CELL, [piece["row"] + 0.5, piece["column"] + first + 0.5]))
    loaded(page, card)


def test_a_tap_on_a_piece_that_was_lifted_turns_it(window: Window, stage: Stage, server: Server) -> None:
    page = window(390, 844, has_touch=True, is_mobile=True)
    workshop(page, stage, server)
    page.locator('#tray [data-kind="I3"]').tap()
    page.locator("#bed .glows").first.tap()
    piece = page.locator("#bed .laid .body")
    before = piece.get_attribute("d")
    piece.tap()
    piece.tap()
    expect(page.locator("#bed .held .body")).not_to_have_attribute("d", before or "")
    page.locator('[data-shop="undo"]').tap()
    expect(page.locator("#bed .laid:not(.held) .body")).to_have_attribute("d", before or "")


@pytest.mark.usual
def test_loading_by_keys_alone(window: Window, stage: Stage, server: Server) -> None:
    page = window()
    at_table(page, stage, server, "keys")
    card = loadable(page).first.get_attribute("data-plan") or ""
    page.locator(f'[data-plan="{card}"]').focus()
    page.keyboard.press("Enter")
    for piece in page.evaluate(LAID, card):
        page.locator(f'#tray [data-kind="{piece["kind"]}"]').focus()
        page.keyboard.press("Enter")
        expect(page.locator("#bed")).to_be_focused()
        for attempt in range(8):
            if page.evaluate(SHOWN, piece["kind"]) == piece["rows"]:
                break
            page.keyboard.press("f" if attempt == 3 else "r")
        held = page.locator("#bed .held")
        for _ in range(6):
            page.keyboard.press("ArrowUp")
            page.keyboard.press("ArrowLeft")
        for _ in range(piece["row"]):
            page.keyboard.press("ArrowDown")
        for _ in range(piece["column"]):
            page.keyboard.press("ArrowRight")
        expect(held).to_have_attribute("transform", f"translate({piece['column'] * 10} {piece['row'] * 10})")
        page.keyboard.press("Enter")
    expect(page.locator('[data-shop="load"]')).to_be_focused()
    page.keyboard.press("Enter")
    settled(page)
    expect(page.locator(f'#train [data-car="{card}"]')).to_have_count(1)


def test_undo_goes_back_step_by_step_and_the_rest_can_be_filled(window: Window, stage: Stage, server: Server) -> None:
    page = window()
    card = workshop(page, stage, server, "fill")
    laid, undo = page.locator("#bed .laid"), page.locator('[data-shop="undo"]')
    expect(undo).to_be_disabled()
    pieces = page.evaluate(LAID, card)
    page.locator(f'#tray [data-kind="{pieces[0]["kind"]}"]').click()
    turned_as(page, pieces[0]["kind"], pieces[0]["rows"])
    page.mouse.click(*middle(page, pieces[0]))
    expect(laid).to_have_count(1)
    page.locator('[data-shop="fill"]').click()
    expect(page.locator("#shop-says")).to_have_text("The car is full.")
    place = f"translate({pieces[0]['column'] * 10} {pieces[0]['row'] * 10})"
    expect(laid.first).to_have_attribute("transform", place)  # what lay there stays
    page.locator('[data-shop="clear"]').click()
    expect(laid).to_have_count(0)
    undo.click()
    expect(page.locator("#shop-says")).to_have_text("The car is full.")
    page.keyboard.press("Control+z")
    expect(laid).to_have_count(1)
    undo.click()
    expect(laid).to_have_count(0)
    expect(undo).to_be_disabled()
    load_filled(page, loadable(page).first)
    expect(page.locator(f'#train [data-car="{card}"]')).to_have_count(1)


def test_a_piece_is_turned_by_the_player_alone(window: Window, stage: Stage, server: Server) -> None:
    """Where a straight piece fits only upright, it comes lying, says so, and the first press of R turns it."""
    page = window()
    workshop(page, stage, server)
    page.evaluate(UPRIGHT)
    kind = page.locator('#tray [data-kind^="I"]:not([data-kind="I1"]):not(:disabled)').first.get_attribute("data-kind") or ""
    length = int(kind[1:])
    page.locator(f'#tray [data-kind="{kind}"]').click()
    expect(page.locator("#shop-says")).to_contain_text(f"{kind} fits nowhere as it lies")
    assert page.evaluate(SHOWN, kind) == ["x" * length]
    page.keyboard.press("r")
    assert page.evaluate(SHOWN, kind) == ["x"] * length
    expect(page.locator("#shop-says")).to_have_text("")


def test_an_impossible_place_says_so_and_escape_puts_a_piece_back(window: Window, stage: Stage, server: Server) -> None:
    page = window()
    workshop(page, stage, server)
    tool = page.locator("#tray .tool:not(:disabled)").first
    kind = tool.get_attribute("data-kind")
    left = tool.locator("b").text_content()
    tool.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator("#bed .laid")).to_have_count(1)
    page.locator(f'#tray [data-kind="{kind}"]').focus()
    page.keyboard.press("Enter")
    for _ in range(6):
        page.keyboard.press("ArrowUp")
        page.keyboard.press("ArrowLeft")
    bad = page.locator("#bed .bad")
    for _ in range(24):
        if bad.count():
            break
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator("#shop-says")).to_contain_text("there")
    page.keyboard.press("Escape")
    expect(page.locator("#bed .held")).to_have_count(0)
    page.locator("#bed").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Delete")
    expect(page.locator("#bed .laid")).to_have_count(0)
    expect(page.locator(f'#tray [data-kind="{kind}"] b')).to_have_text(left or "")


def test_packings_take_the_place_of_the_car_and_say_once_what_all_leave_possible(
    window: Window, stage: Stage, server: Server
) -> None:
    page = window()
    card = workshop(page, stage, server)
    for lays, moves in page.evaluate(BOTH_WAYS, card):
        assert lays == moves, "pieces laid in any order become the moves that the rules want"
    page.locator('[data-shop="pack"]').click()
    offers = page.locator(".offer")
    offers.first.wait_for()
    expect(page.locator("#bed")).to_be_hidden()
    expect(page.locator(".offer .best")).to_have_text(["Leaves the most useful pieces"])
    told = [offer.locator("small:not(.best)").all_text_contents() for offer in offers.all()]
    assert len(told) > 1
    assert not set(told[0]).intersection(*told[1:]), "what all have in common is said above them"
    page.locator("#offers").get_by_role("button", name="Cancel").click()
    expect(page.locator("#bed")).to_be_visible()
    expect(page.locator("#shop-says")).to_be_empty()
    page.locator('[data-shop="pack"]').click()
    offers.first.click()
    tool = page.locator("#tray .tool:not(:disabled)").first
    expect(tool.locator("text")).to_have_text(tool.get_attribute("data-kind") or "?")  # pieces are named where they are picked
    expect(tool.locator("text")).to_be_visible()
    tool.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#shop-says")).to_have_text(f"{tool.get_attribute('data-kind')} does not fit.")
    page.locator('[data-shop="pack"]').click()
    expect(offers).to_have_count(len(told))  # of the whole car, since nothing of it is left


@pytest.mark.parametrize(
    ("width", "height", "scheme"),
    [
        pytest.param(1366, 650, "dark", marks=pytest.mark.deep),
        pytest.param(1440, 900, "light", marks=pytest.mark.deep),
        (390, 844, "light"),
        pytest.param(844, 390, "dark", marks=pytest.mark.deep),
        pytest.param(820, 1100, "light", marks=pytest.mark.deep),
    ],
)
@pytest.mark.usual
def test_the_workshop_is_whole_at_every_size(
    window: Window, stage: Stage, server: Server, width: int, height: int, scheme: str
) -> None:
    """Nothing of it is covered by prompt or tips, nothing scrolls sideways, and axe finds nothing."""
    page = window(width, height, color_scheme=scheme, has_touch=width == 820)
    workshop(page, stage, server)
    if height > 480:  # on a phone that lies on its side there is no room for a tip
        page.locator(".note").get_by_role("button", name="Next").click()  # after the goal of the game
        expect(page.locator(".note.tip")).to_contain_text("Ways to fill it")
    assert page.evaluate(COVERED, "#workshop button, .note button") == []
    page.locator('[data-shop="pack"]').click()
    page.locator(".offer").first.wait_for()
    assert page.evaluate(COVERED, ".offer:first-child, #workshop [data-shop], #tray button, .note button") == []
    if width != 1440:
        assert violations(page) == []
    page.locator(".offer").first.click()
    assert page.evaluate(COVERED, "#workshop button, .note button") == []
    assert fits(page)
    if width == 820:  # a touch screen shows no keys
        expect(page.locator('[data-shop="turn"] kbd')).to_be_hidden()
