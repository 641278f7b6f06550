"""Freight Cars in a real browser: loading by mouse, touch and keys, plans, packings, shipments, and secrets on shared screens."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import connected, settled
from tests.browser.freight_cars_hands import cars_table, load_packed, loadable, my_turn, play_on, set_up, ship, sure
from tests.browser.looking import fits, violations

Window = Callable[..., Page]

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


def my_first_turn(page: Page, *seats: str) -> str:
    """A table at which it is my first turn, with a card of mine in the workshop. Its name."""
    cars_table(page, *(seats or ("me", "bot:random")))
    set_up(page)
    assert my_turn(page) == "turn"
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


def in_train(page: Page, card: str) -> None:
    expect(page.locator(f'#train [data-car="{card}"]')).to_have_count(1)


def test_loading_by_dragging_with_the_mouse(window: Window) -> None:
    page = window()
    card = my_first_turn(page)
    go = page.locator('[data-shop="load"]')
    for piece in page.evaluate(LAID, card):
        expect(go).to_be_disabled()
        tool = page.locator(f'#tray [data-kind="{piece["kind"]}"]')
        tool.click()
        turned_as(page, piece["kind"], piece["rows"])
        wide, high = len(piece["rows"][0]), len(piece["rows"])
        x, y = page.evaluate(CELL, [piece["row"] + high / 2 + 0.2, piece["column"] + wide / 2 - 0.2])  # not exactly: it snaps
        tool.hover()
        page.mouse.down()
        page.mouse.move(x + 30, y + 30, steps=4)
        page.mouse.move(x, y, steps=4)
        page.mouse.up()
    expect(page.locator("#shop-says")).to_have_text("The car is full.")
    go.click()
    settled(page)
    in_train(page, card)
    expect(page.locator("#workshop")).to_be_hidden()


def test_loading_by_touch(window: Window) -> None:
    page = window(390, 844, has_touch=True, is_mobile=True)
    card = my_first_turn(page)
    client = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    for piece in page.evaluate(LAID, card):
        tool = page.locator(f'#tray [data-kind="{piece["kind"]}"]')
        tool.tap()
        turned_as(page, piece["kind"], piece["rows"])
        wide, high = len(piece["rows"][0]), len(piece["rows"])
        x, y = page.evaluate(CELL, [piece["row"] + high / 2, piece["column"] + wide / 2])
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
    expect(page.locator("#shop-says")).to_have_text("The car is full.")
    page.locator('[data-shop="load"]').click()
    settled(page)
    in_train(page, card)


def test_loading_by_taps(window: Window) -> None:
    page = window(390, 844, has_touch=True, is_mobile=True)
    card = my_first_turn(page)
    for piece in page.evaluate(LAID, card):
        page.locator(f'#tray [data-kind="{piece["kind"]}"]').tap()
        turned_as(page, piece["kind"], piece["rows"])
        first = piece["rows"][0].index("x")
        x, y = page.evaluate(CELL, [piece["row"] + 0.5, piece["column"] + first + 0.5])
        page.touchscreen.tap(x, y)
    expect(page.locator("#shop-says")).to_have_text("The car is full.")
    page.locator('[data-shop="load"]').tap()
    settled(page)
    in_train(page, card)


def test_loading_by_keys_alone(window: Window) -> None:
    page = window()
    cars_table(page, "me", "bot:random")
    set_up(page)
    assert my_turn(page) == "turn"
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
    in_train(page, card)


def test_an_impossible_place_says_so_and_escape_puts_a_piece_back(window: Window) -> None:
    page = window()
    my_first_turn(page)
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


def two_people(window: Window) -> tuple[Page, Page]:
    """Two people after the set-up: the one who waits, and the one whose turn it is."""
    ann, bob = window(), window()
    address = cars_table(ann, "me", "open")
    bob.goto(address)
    bob.get_by_placeholder("Your name").fill("Bob")
    bob.get_by_role("button", name="Sit here").click()
    for page in (ann, bob):
        connected(page)
    for _ in range(2):
        for page in (ann, bob):
            page.wait_for_selector("#prompt[data-phase=keeping], #prompt[data-phase=discarding]", state="attached")
            sure(page, page.locator("#hand .can").first)
    expect(ann.locator("#ask")).to_have_text(re.compile("Your turn|’s turn"))
    page, other = (bob, ann) if ann.locator("html[data-turn]").count() else (ann, bob)
    other.wait_for_selector("#prompt[data-phase=turn]", state="attached")
    return page, other


def test_a_plan_is_kept_while_others_play_and_is_one_button_away(window: Window) -> None:
    page, other = two_people(window)
    card = page.locator("#hand [data-plan]:has(.fit)").first
    name = card.get_attribute("data-plan") or ""
    card.click()
    page.locator('[data-shop="pack"]').click()
    page.locator(".offer").first.click()
    expect(page.locator('[data-shop="load"]')).to_have_text("Planned: you can load it on your turn")
    page.locator('[data-shop="close"]').click()
    page.reload()
    connected(page)
    expect(page.locator(f'[data-plan="{name}"].has-plan')).to_have_count(1)
    expect(page.locator("[data-load-plan]")).to_have_count(0)
    sure(other, other.locator('#prompt [data-word="draw deck"]'))
    page.locator("[data-load-plan]").click()
    settled(page)
    in_train(page, name)


def test_a_click_is_not_lost_when_somebody_moves_between_press_and_release(window: Window) -> None:
    page, other = two_people(window)
    card = page.locator("#hand [data-plan]").first
    card.hover()
    ply = page.locator("#view").get_attribute("data-ply")
    with page.expect_event("console", lambda line: line.text == "heard"):
        page.evaluate(
            """() => {
              const plain = Array.prototype.push;  // a message that has to wait is put into a list
              Array.prototype.push = function (...things) {
                if (things[0]?.parts) { Array.prototype.push = plain; console.log("heard"); }
                return plain.apply(this, things);
              };
            }"""
        )
        page.mouse.down()
        sure(other, other.locator('#prompt [data-word="draw deck"]'))  # the waiting hand is drawn anew
    assert page.locator("#view").get_attribute("data-ply") == ply
    page.mouse.up()
    expect(page.locator("#workshop")).to_be_visible()
    page.wait_for_selector("html[data-turn]", state="attached")
    expect(page.locator("#view")).not_to_have_attribute("data-ply", ply or "")


def test_a_shipment_tells_what_it_earns_before_it_goes(window: Window) -> None:
    page = window()
    cars_table(page, "me", "bot:random")
    set_up(page)
    for _ in range(2):
        assert my_turn(page) == "turn"
        before = page.locator("#view").get_attribute("data-ply")
        load_packed(page, loadable(page).first)
        page.wait_for_function("before => document.querySelector('#view').dataset.ply !== before", arg=before)
        my_turn(page)
    cars = page.locator("#train [data-ship]")
    expect(cars).to_have_count(2)
    cars.nth(0).click()
    expect(page.locator("#slip-says")).to_contain_text("1 car: 1")
    cars.nth(1).click()
    expect(page.locator("#slip-says")).to_contain_text("2 cars: 3")
    page.keyboard.press("Escape")
    expect(page.locator("#slip")).to_be_hidden()
    cars.nth(0).click()
    cars.nth(1).click()
    goods = [cars.nth(index).get_attribute("data-resource") for index in range(2)]
    extra = 0
    for city in page.locator("#cities [data-city]").all():
        served = "served" in (city.get_attribute("class") or "")
        wants = (city.get_attribute("data-wants") or "").split(",")
        assert not served or all(goods.count(good) >= wants.count(good) for good in wants)
        extra += int(city.get_attribute("data-credits") or 0) if served else 0
    expect(page.locator('[data-slip="go"]')).to_have_text(f"Ship for {3 + extra} credits")
    page.locator('[data-slip="go"]').click()
    settled(page)
    expect(page.locator(".player:has(.tag) .chip")).to_contain_text(str(3 + extra))
    expect(page.locator("#train [data-ship]")).to_have_count(0)


def test_what_was_said_about_a_city_goes_with_the_next_click(window: Window) -> None:
    page = window(390, 844)
    my_first_turn(page)
    page.locator('[data-shop="close"]').click()
    said = page.locator("#oops")
    page.locator("#cities [data-city]").first.click()
    expect(said).to_contain_text("To serve it")
    page.locator("#hand [data-plan]").first.click()
    expect(said).to_be_hidden()


def test_pieces_are_named_where_they_are_picked(window: Window) -> None:
    page = window()
    my_first_turn(page)
    tool = page.locator("#tray .tool").first
    expect(tool.locator("text")).to_be_visible()
    expect(tool.locator("text")).to_have_text(tool.get_attribute("data-kind") or "?")


def test_a_touch_screen_shows_no_keys(window: Window) -> None:
    page = window(820, 1100, has_touch=True, is_mobile=True)
    my_first_turn(page)
    expect(page.locator('[data-shop="turn"]')).to_be_visible()
    expect(page.locator('[data-shop="turn"] kbd')).to_be_hidden()


def test_a_whole_game_by_clicks(window: Window) -> None:
    page = window()
    cars_table(page, "me", "bot:greedy")
    done = play_on(page)
    assert {"take", "load", "ship"} <= set(done)
    if not page.locator("#dialog[open]").count():
        page.locator("#prompt [data-sheets]").click()
    expect(page.locator("#dialog .chart svg.wide")).to_be_visible()
    assert violations(page) == []
    page.locator("#dialog").get_by_role("link", name="Game summary").click()
    expect(page.get_by_role("heading", name="Score sheets")).to_be_visible()
    assert violations(page) == []
    with page.expect_download() as download:
        page.get_by_role("link", name="Download record").click()
    assert download.value.path().read_text(encoding="utf-8").startswith("freightyard record 1")
    page.locator(".turnwise summary").click()
    page.locator(".turnwise tbody a").nth(3).click()
    expect(page.locator("#scrub")).to_be_visible()


def named(card: str, text: str) -> bool:
    """Whether a text names a card; `coal 1` is not named by `coal 10`."""
    return re.search(rf"\b{card}\b", text) is not None


def open_hand(page: Page, name: str) -> None:
    """Take the shared device, when it is handed to this player."""
    button = page.locator("[data-open-hand]")
    expect(button).to_have_text(f"{name}, show my board")
    button.click()
    expect(button).to_be_hidden()


def shared_turn(page: Page) -> str:
    """Two people at one screen, when one of them has the first turn and the device. Whose turn it is."""
    cars_table(page, "me", "here")
    for seat in (1, 2, 1, 2):
        page.wait_for_selector(f'#view[data-seat="{seat}"]', state="attached")
        open_hand(page, "Ann" if seat == 1 else "Friend 2")
        sure(page, page.locator("#hand .can").first)
    page.wait_for_selector("#prompt[data-phase=turn]", state="attached")
    name = "Ann" if page.locator('#view[data-seat="1"]').count() else "Friend 2"
    if page.locator("#pass").is_visible():
        open_hand(page, name)
    return name


def test_a_shared_screen_is_handed_on_before_the_next_hand_can_be_seen_or_played(window: Window) -> None:
    page = window(390, 844)
    name = shared_turn(page)
    other = "Ann" if name != "Ann" else "Friend 2"
    expect(page.locator("#h-hand")).to_have_text(f"{name}’s hand")
    sure(page, page.locator('#prompt [data-word="draw deck"]'))
    expect(page.locator("#pass-says")).to_have_text(f"Pass the device to {other}.")
    expect(page.locator("#prompt")).to_be_hidden()
    expect(page.locator("#hand .back").first).to_be_hidden()
    page.keyboard.down("p")
    expect(page.locator("html.peek")).to_have_count(0)
    page.keyboard.up("p")
    page.locator("#tableau .card").first.click()
    expect(page.locator(".plan")).to_have_count(0)
    assert violations(page) == []
    open_hand(page, other)
    expect(page.locator("#hand .back").first).to_be_visible()
    page.locator("[data-peek]").hover()
    page.mouse.down()
    expect(page.locator("#hand .card .face").first).to_be_visible()
    page.mouse.up()


def test_who_drew_a_card_at_a_shared_screen_can_see_it_before_handing_on(window: Window) -> None:
    page = window()
    shared_turn(page)
    before = {card.get_attribute("data-car") for card in page.locator("#hand [data-car]").all()}
    sure(page, page.locator('#prompt [data-word="draw deck"]'))
    held = page.locator("[data-drawn]")
    expect(held).to_have_text("Hold to see the card you drew")
    card = page.locator("#drawn-card")
    expect(card).to_be_hidden()
    held.hover()
    page.mouse.down()
    expect(card).to_be_visible()
    name = card.inner_text()
    page.mouse.up()
    expect(card).to_be_hidden()
    open_hand(page, "Ann" if page.locator('#view[data-seat="1"]').count() else "Friend 2")
    expect(held).to_be_hidden()
    assert not named(name, page.locator("#view").text_content() or "")
    sure(page, page.locator("#tableau .card.can").first)
    page.locator("[data-open-hand]").click()
    after = {card.get_attribute("data-car") for card in page.locator("#hand [data-car]").all()}
    assert {(word or "").replace("-", " ") for word in after - before} == {name}


def test_a_face_down_card_is_shown_in_the_workshop_only_after_a_question(window: Window) -> None:
    page = window(390, 844)
    shared_turn(page)
    card = loadable(page).first
    name = (card.get_attribute("data-plan") or "").replace("-", " ")
    card.click()
    expect(page.locator("#workshop")).to_be_hidden()
    question = page.locator(".plan")
    expect(question).to_contain_text("This shows the card to everybody who looks at the screen.")
    question.get_by_role("button", name="Cancel").click()
    expect(page.locator("#workshop")).to_be_hidden()
    assert not named(name, page.locator("#view").inner_text())
    card.click()
    question.get_by_role("button", name="Show it").click()
    expect(page.locator("#shop-card")).to_have_text(name)


def test_packings_at_a_shared_screen_do_not_name_the_other_cards(window: Window) -> None:
    page = window()
    shared_turn(page)
    cards = page.locator("#hand [data-plan]:has(.back)")
    names = [card.get_attribute("data-plan") or "" for card in cards.all()]
    offer = {"lays": ["i1 x"], "fits": 3, "of": 50}
    offers = [{**offer, "keeps": names[1:2], "loses": []}, {**offer, "keeps": [], "loses": names[1:2]}]
    page.route("**/ask", lambda route: route.fulfill(json={"offers": offers}))  # whatever the pieces leave possible
    cards.first.click()
    page.get_by_role("button", name="Show it").click()
    page.locator('[data-shop="pack"]').click()
    expect(page.locator(".offer").nth(0)).to_contain_text("you can still load card 2")
    expect(page.locator(".offer").nth(1)).to_contain_text("you can no longer load card 2")
    assert not named(names[1].replace("-", " "), page.locator("#workshop").inner_text())


def test_secrets_stay_face_down_on_a_shared_screen_until_held(window: Window) -> None:
    page = window()
    cars_table(page, "me", "here")
    open_hand(page, "Ann")
    face, back = page.locator("#hand .corp .face").first, page.locator("#hand .corp .back").first
    expect(face).to_be_hidden()
    expect(back).to_be_visible()
    tops = page.locator("#hand .corp").evaluate_all("(all) => all.map((corp) => corp.offsetHeight)")
    assert len(tops) > 1
    assert len(set(tops)) == 1, "the height of a back tells what is on the other side"
    page.locator("[data-peek]").click()
    expect(page.locator("#oops")).to_have_text("Hold the button down to see your cards.")
    page.locator("[data-peek]").hover()
    page.mouse.down()
    expect(face).to_be_visible()
    page.mouse.up()
    expect(face).to_be_hidden()
    page.keyboard.down("p")
    expect(face).to_be_visible()
    page.keyboard.up("p")
    expect(face).to_be_hidden()
    name = face.locator(".name").text_content() or "?"
    page.locator("#hand .corp").first.click()
    assert name not in (page.locator("#prompt").text_content() or "")
    page.locator(".plan .go").click()
    settled(page)
    page.wait_for_selector('#view[data-seat="2"]', state="attached")
    assert name not in (page.locator("#view").inner_text())
    assert name not in (page.locator("#say").text_content() or "")


@pytest.mark.parametrize(("width", "height", "scheme"), [(1280, 800, "dark"), (360, 740, "light"), (820, 1100, "light")])
def test_nothing_for_axe_and_no_sideways_scrolling(window: Window, width: int, height: int, scheme: str) -> None:
    page = window(width, height, color_scheme=scheme)
    card = my_first_turn(page)
    page.locator('[data-shop="pack"]').click()
    page.locator(".offer").first.wait_for()
    for step in ("offers", "laid"):
        assert violations(page) == []
        assert fits(page)
        if step == "offers":
            page.locator(".offer").first.click()
    page.locator('[data-shop="load"]').click()
    in_train(page, card)
    my_turn(page)
    page.locator("#train [data-ship]").first.click()
    expect(page.locator("#slip")).to_be_visible()
    assert violations(page) == []


# The things of a selector that are on the screen and that a click in their middle would not reach.
COVERED = """(selector) => [...document.querySelectorAll(selector)].filter((thing) => {
  const box = thing.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
  return box.width && !(box.x >= 0 && box.right <= innerWidth && thing.contains(document.elementFromPoint(x, y)));
}).map((thing) => thing.textContent)"""


@pytest.mark.parametrize(("width", "height"), [(1366, 650), (1440, 900), (390, 844)])
def test_nothing_of_the_workshop_is_covered_by_prompt_or_tips(window: Window, width: int, height: int) -> None:
    page = window(width, height)
    my_first_turn(page)
    expect(page.locator(".note.tip")).to_contain_text("Show packings")
    assert page.evaluate(COVERED, "#workshop button, .note button") == []
    page.locator('[data-shop="pack"]').click()
    page.locator(".offer").first.wait_for()
    assert page.evaluate(COVERED, ".offer:first-child, #workshop [data-shop], #tray button, .note button") == []
    page.locator(".offer").first.click()
    assert page.evaluate(COVERED, "#workshop button, .note button") == []


@pytest.mark.parametrize(("width", "height"), [(1366, 650), (1440, 900)])
def test_own_things_and_all_cards_are_seen_above_the_prompt(window: Window, width: int, height: int) -> None:
    page = window(width, height)
    cars_table(page, "me", "bot:random", "bot:random", "bot:random")
    set_up(page)
    assert my_turn(page) == "turn"
    page.evaluate("scrollTo(0, 0)")
    things = "#cities button, #tableau .card, #hand .card, #hand .corp, #pieces li, .player strong, #prompt button:not([hidden])"
    assert page.evaluate(COVERED, things) == []


def test_a_tip_does_not_lie_over_a_shipment_on_a_phone(window: Window) -> None:
    page = window(390, 844)
    my_first_turn(page)
    page.locator('[data-shop="pack"]').click()
    page.locator(".offer").first.click()
    page.locator('[data-shop="load"]').click()
    settled(page)
    my_turn(page)
    expect(page.locator(".note.tip")).to_be_visible()
    page.locator("#train [data-ship]").first.click()
    expect(page.locator("#slip")).to_be_visible()
    assert page.evaluate(COVERED, "#slip button") == []
    page.locator('[data-slip="none"]').click()
    expect(page.locator(".note.tip")).to_contain_text("Choose loaded cars to ship them; your pieces come back.")
    ship(page, 1)
    expect(page.locator(".note.tip")).to_contain_text("When End of Game turns up, everybody has one more turn")


def test_a_train_of_five_cars_stands_on_one_line_on_a_phone(window: Window) -> None:
    page = window(390, 844)
    my_first_turn(page)
    page.locator('[data-shop="pack"]').click()
    page.locator(".offer").first.click()
    page.locator('[data-shop="load"]').click()
    settled(page)
    my_turn(page)
    bottoms = page.evaluate(
        """() => {
          const train = document.querySelector("#train .consist-cars"), car = train.lastElementChild;
          for (let more = 0; more < 4; more++) train.append(car.cloneNode(true));
          return [...train.children].map((item) => Math.round(item.getBoundingClientRect().bottom));
        }"""
    )
    assert len(bottoms) == 6
    assert len(set(bottoms)) == 1
    assert fits(page)


def test_a_city_that_could_be_served_does_not_look_served(window: Window) -> None:
    page = window()
    my_first_turn(page)
    said = """(city, kind) => {
      city.classList.add(kind);
      const look = [getComputedStyle(city).borderTopStyle, getComputedStyle(city.querySelector(".name"), "::after").content];
      city.classList.remove(kind);
      return look;
    }"""
    city = page.locator("#cities [data-city]").first
    assert city.evaluate(said, "servable") == ["dashed", '"could be served"']
    assert city.evaluate(said, "served") == ["solid", '"✓ served"']


def test_packings_take_the_place_of_the_car_and_say_once_what_all_leave_possible(window: Window) -> None:
    page = window()
    my_first_turn(page)
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
    tool.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#shop-says")).to_have_text(f"{tool.get_attribute('data-kind')} does not fit.")


def test_the_words_of_a_packing_and_back(window: Window) -> None:
    """Pieces that were laid in any order become the moves that the rules want."""
    page = window()
    card = my_first_turn(page)
    said = page.evaluate(BOTH_WAYS, card)
    assert said
    for lays, moves in said:
        assert lays == moves
