"""The board of Freight Cars in a real browser: shipments, what belongs together, plans, layouts, the end, and whole games."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from freightyard.core.contract import State
from tests.browser.driving import settled
from tests.browser.freight_cars_hands import (
    EDITION,
    GAME,
    Press,
    Window,
    at_table,
    by_keys,
    by_mouse,
    by_touch,
    cars_table,
    loadable,
    my_turn,
    my_turn_with,
    phase_of,
    play_on,
    set_up,
    sure,
)
from tests.browser.looking import fits, violations
from tests.browser.staging import Stage, opened, prepared
from tests.browser.test_freight_cars_workshop import COVERED
from tests.server.running import Server

LATE = "late"  # so near to the end that a test can play it
SHIFTS = """() => {
  window.shifts = [];
  const name = (node) => {
    const box = (node instanceof Element ? node : node.parentElement)?.closest("[id], .note, .desk");
    return box?.id || box?.className || node.nodeName;
  };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) for (const { node } of entry.sources) if (node) window.shifts.push(name(node));
  }).observe({ type: "layout-shift" });
}"""


def end_is_near(state: State) -> bool:
    """The first seat begins a turn, and End of Game could be the next card: the deck says most then."""
    return my_turn_with()(state) and state.view(0).board.above == 0 and state.view(0).board.end == "in-deck"


def can_only_take(state: State) -> bool:
    """The first seat begins a turn with an empty hand and no train: it takes a card, or draws one."""
    legal = state.view(0).legal if my_turn_with()(state) else ()
    return any(move.startswith("take ") for move in legal) and not any(move.startswith(("load ", "ship ")) for move in legal)


def only_the_end_is_left(state: State) -> bool:
    """The first seat begins a turn, and the deck is the End of Game card."""
    board = state.view(0).board
    return my_turn_with()(state) and board.deck == 0 and board.end == "in-deck"


def holds_many(state: State) -> bool:
    """The first seat begins a turn with six cards and a car, and can load one more."""
    own = state.view(0).board.seats[0]
    return my_turn_with(cars=1, load=True)(state) and len(own.hand) + len(own.open) == 6 and own.corporation is not None


@pytest.fixture(scope="module")
def bob() -> dict[str, str]:
    """The secret of the other one, once the stage is set up."""
    return {}


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory, bob: dict[str, str]) -> Stage:
    stage = Stage(tmp_path_factory.mktemp("staged") / "yard.db")
    turn, ship = my_turn_with(load=True), my_turn_with(cars=2)
    tables = {"turn": turn, "hand": turn, "ship": ship, "never asked": ship, "tip": ship, "served": ship}
    late = {f"{LATE} {hand}": phase_of(0, "last-shipping") for hand in ("touch", "keys")}

    async def prepare() -> None:
        await stage.enter()
        for name, when in tables.items():
            await stage.set_up(name.replace(" ", "-"), GAME, EDITION, when, bots=["random"] * 2, seed="board")
        for name, when in {**late, "last": phase_of(0, "last-shipping")}.items():
            await stage.set_up(name.replace(" ", "-"), GAME, EDITION, when, bots=["random"] * 2, seed="end of cars")
        await stage.set_up_somehow("ends", GAME, EDITION, only_the_end_is_left, bots=["random"] * 2)
        await stage.set_up_somehow("many", GAME, EDITION, holds_many, bots=["random"] * 2)
        await stage.set_up("take", GAME, EDITION, can_only_take, bots=["greedy"] * 2, seed="board")
        await stage.set_up("four", GAME, EDITION, end_is_near, bots=["random"] * 4, seed="four")
        guest, bob["secret"] = await stage.guest("Bob")
        for name in ("plan", "press", "fly"):
            await stage.set_up(name, GAME, EDITION, phase_of(1, "turn"), bots=["random"] * 2, seed="pair", guest=guest)

    return prepared(stage, prepare)


@pytest.fixture(scope="module")
def server(chromium: Browser, stage: Stage, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with opened(stage, tmp_path_factory.mktemp("log")) as running:
        yield running


# --- shipments ---


@pytest.mark.usual
def test_the_whole_train_is_shipped_by_two_clicks_with_the_cities_that_pay_most(
    window: Window, stage: Stage, server: Server
) -> None:
    page = at_table(window(), stage, server, "ship")
    cars = page.locator("#train [data-ship]")
    count = cars.count()
    table = [int(part) for part in (page.locator("#train").get_attribute("data-credits") or "").split(",")]
    cars.nth(0).click()
    expect(page.locator("#slip-says")).to_contain_text(f"1 car: {table[0]}")
    page.keyboard.press("Escape")
    expect(page.locator("#slip")).to_be_hidden()
    promised = page.locator("[data-ship-all] small").text_content() or ""
    page.locator("[data-ship-all]").click()
    goods = [cars.nth(index).get_attribute("data-resource") for index in range(count)]
    earned = table[min(count, len(table)) - 1]
    for city in page.locator("#cities .served").all():
        wants = (city.get_attribute("data-wants") or "").split(",")
        assert all(goods.count(good) >= wants.count(good) for good in wants)
        earned += int(city.get_attribute("data-credits") or 0)
    assert promised.endswith(f"{earned} credits")
    expect(page.locator('[data-slip="go"]')).to_have_text(f"Ship for {earned} credits")
    cars.nth(0).click()  # it can be changed: one car fewer, and back
    expect(cars.nth(0)).to_have_attribute("aria-pressed", "false")
    cars.nth(0).click()
    before = int(page.locator("#player-1 .chip").text_content().split()[0])  # type: ignore[union-attr]  # there is one
    page.locator('[data-slip="go"]').click()
    settled(page)
    expect(page.locator("#player-1 .chip")).to_contain_text(str(before + earned))
    expect(cars).to_have_count(0)


def test_the_corporation_counts_and_another_city_is_served_instead_by_one_click(
    window: Window, stage: Stage, server: Server
) -> None:
    page = at_table(window(), stage, server, "served")
    page.evaluate(
        """() => {
          const good = document.querySelector("#train [data-ship]").dataset.resource;
          const rest = document.querySelectorAll("#train [data-ship]");
          rest.forEach((car, index) => { if (index) car.dataset.resource = "another"; });
          const [rich, own, far] = document.querySelectorAll("#cities [data-city]");
          Object.assign(rich.dataset, { wants: good, credits: 6 });
          Object.assign(own.dataset, { wants: good, credits: 4, bonus: 7 });
          Object.assign(far.dataset, { wants: `${good},${good}`, credits: 9 });
        }"""
    )
    rich, own, far = page.locator("#cities [data-city]").all()
    own.click()  # what a city pays, its "+7" and what to do are told before anything is picked
    told = page.locator("#oops")
    expect(told).to_contain_text("and 7 at the end from your corporation. To serve it, ship these cars of your train.")
    page.locator("[data-ship-all]").click()
    expect(own).to_have_class(re.compile("served"))
    expect(page.locator("#slip-says")).to_contain_text("and 7 more at the end from your corporation.")
    expect(rich).to_have_class(re.compile("instead"))
    reason = f"instead of {own.get_attribute('data-name')}"
    assert rich.locator("small[data-instead]").get_attribute("data-instead") == reason
    expect(far).not_to_have_class(re.compile("instead"))
    rich.click()
    expect(rich).to_have_class(re.compile("served"))
    expect(own).to_have_class(re.compile("instead"))
    expect(page.locator("#slip-says")).not_to_contain_text("corporation")
    page.keyboard.press("Escape")


def test_who_is_never_asked_ships_by_one_click_and_takes_by_one(window: Window, stage: Stage, server: Server) -> None:
    page = window()
    page.add_init_script("localStorage.setItem('confirm', '0')")
    at_table(page, stage, server, "never-asked")
    page.locator("[data-ship-all]").click()
    settled(page)
    expect(page.locator("#train [data-ship]")).to_have_count(0)
    assert my_turn(page) == "turn"
    cards = page.locator("#hand .card").count()
    page.locator("#tableau .card.can").first.click()
    settled(page)
    expect(page.locator("#hand .card")).to_have_count(cards + 1)


def test_something_else_is_asked_where_a_shipment_stood(window: Window, stage: Stage, server: Server) -> None:
    page = at_table(window(1366, 650), stage, server, "tip")
    page.locator("[data-ship-all]").click()
    page.locator("#tableau .card.can").first.click()
    expect(page.locator("#slip")).to_be_hidden()
    expect(page.locator(".plan .go")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("[data-ship-all]")).to_be_visible()


def test_a_city_that_could_be_served_does_not_look_served(window: Window, stage: Stage, server: Server) -> None:
    page = at_table(window(390, 844), stage, server, "turn")
    look = """(city, kind) => {
      city.classList.add(kind);
      const said = getComputedStyle(city.querySelector(".place small"), "::after").content;
      const look = [getComputedStyle(city).borderTopStyle, said];
      city.classList.remove(kind);
      return look;
    }"""
    city = page.locator("#cities [data-city]").first
    assert city.evaluate(look, "servable") == ["dashed", '" · could be served"']
    assert city.evaluate(look, "served") == ["solid", '" · will be served"']
    said = page.locator("#oops")
    city.click()
    expect(said).to_contain_text("To serve it")
    page.locator("#hand [data-plan]").first.click()  # what was said goes with the next click
    expect(said).to_be_hidden()


# --- what belongs together ---


def test_a_card_lights_the_cities_that_want_its_good_and_a_city_the_cards(window: Window, stage: Stage, server: Server) -> None:
    page = at_table(window(), stage, server, "turn")
    wanted = {good for city in page.locator("#cities [data-wants]").all() for good in _wants(city.get_attribute("data-wants"))}
    for card in page.locator("#tableau .card").all():
        good = card.get_attribute("data-good") or ""
        card.hover()
        lit = [_wants(city.get_attribute("data-wants")) for city in page.locator("#cities .lit").all()]
        assert bool(lit) == (good in wanted)
        assert all(good in wants for wants in lit)
    city = page.locator("#cities [data-wants]").first
    city.focus()
    goods = _wants(city.get_attribute("data-wants"))
    for thing in page.locator("#view [data-good]").all():
        assert ("lit" in (thing.get_attribute("class") or "").split()) == (thing.get_attribute("data-good") in goods)
    expect(city).to_contain_text("needs")


def _wants(text: str | None) -> list[str]:
    return (text or "").split(",")


# --- two people ---


def two_people(window: Window, stage: Stage, server: Server, secret: str, table: str) -> tuple[Page, Page]:
    """Two people: the one who waits, and the one whose turn it is."""
    return at_table(window(), stage, server, table), at_table(window(), stage, server, table, secret)


@pytest.mark.usual
def test_a_plan_is_kept_while_others_play_and_is_one_button_away(
    window: Window, stage: Stage, server: Server, bob: dict[str, str]
) -> None:
    page, other = two_people(window, stage, server, bob["secret"], "plan")
    card = page.locator("#hand [data-plan]:has(.fit)").first
    name = card.get_attribute("data-plan") or ""
    card.click()
    page.locator('[data-shop="fill"]').click()
    expect(page.locator('[data-shop="load"]')).to_have_text("Planned: you can load it on your turn")
    page.locator('[data-shop="close"]').click()
    page.reload()
    page.wait_for_selector("#net[data-ok]")
    expect(page.locator(f'[data-plan="{name}"].has-plan')).to_have_count(1)
    expect(page.locator("[data-load-plan]")).to_have_count(0)
    sure(other, other.locator('#prompt [data-word="draw deck"]'))
    page.locator("[data-load-plan]").click()
    settled(page)
    expect(page.locator(f'#train [data-car="{name}"]')).to_have_count(1)


@pytest.mark.usual
def test_a_click_is_not_lost_when_somebody_moves_between_press_and_release(
    window: Window, stage: Stage, server: Server, bob: dict[str, str]
) -> None:
    page, other = two_people(window, stage, server, bob["secret"], "press")
    page.locator("#hand [data-plan]").first.hover()
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


# --- motion ---


def test_what_happens_flies_and_a_card_that_somebody_drew_flies_face_down(
    window: Window, stage: Stage, server: Server, bob: dict[str, str]
) -> None:
    moving = window(reduced_motion="no-preference")
    moving.add_init_script("localStorage.setItem('motion', 'slow')")
    page, other = at_table(moving, stage, server, "fly"), at_table(window(), stage, server, "fly", bob["secret"])
    flying = page.locator(".flights .flies")
    sure(other, other.locator('#prompt [data-word="draw deck"]'))
    expect(flying.first).to_have_class(re.compile("card down"))
    assert flying.first.evaluate("(card) => card.textContent + Object.keys(card.dataset)") == ""
    expect(flying).to_have_count(0)
    card = page.locator("#tableau .card.can").first
    word = card.get_attribute("data-car") or ""
    sure(page, card)
    expect(flying.filter(has_text=word.split("-")[0]).first).to_be_attached()
    expect(flying).to_have_count(0)
    expect(page.locator(f'#hand [data-car="{word}"]')).to_be_visible()
    sure(other, other.locator("#tableau .card.can").first)
    expect(flying.first).to_be_attached()
    page.keyboard.press("Escape")  # it is skipped, and the board is as it is
    page.locator("#hand [data-plan]").first.click()
    expect(page.locator("#workshop")).to_be_visible()


# --- layouts ---


@pytest.mark.parametrize(
    ("width", "height", "scheme"),
    [
        (1366, 650, "dark"),
        pytest.param(1440, 900, "light", marks=pytest.mark.deep),
        pytest.param(1920, 1080, "light", marks=pytest.mark.deep),
    ],
)
def test_own_things_and_all_cards_are_seen_above_the_prompt(
    window: Window, stage: Stage, server: Server, width: int, height: int, scheme: str
) -> None:
    page = at_table(window(width, height, color_scheme=scheme), stage, server, "four")
    page.evaluate("scrollTo(0, 0)")
    things = "#cities button, #tableau .card, .deck p, #hand .card, #hand .corp, #pieces li, .player strong"
    things += ", #prompt button:not([hidden])"
    assert page.evaluate(COVERED, things) == []
    assert fits(page)


def test_end_of_game_is_announced_until_it_was_read(window: Window, stage: Stage, server: Server) -> None:
    page = at_table(window(), stage, server, "ends")
    sure(page, page.locator('#prompt [data-word="draw deck"]'))
    news = page.locator(".note.news")
    expect(news).to_contain_text("everybody has one more turn. After it you can only ship once more.")
    news.get_by_role("button", name="Got it").click()
    expect(news).to_have_count(0)


def test_a_button_that_comes_to_lie_under_a_resting_pointer_is_neither_lit_nor_pressed_at_once(
    window: Window, stage: Stage, server: Server
) -> None:
    page = at_table(window(), stage, server, "ship")
    colour = "(button) => getComputedStyle(button).backgroundColor"
    button = page.locator("#prompt .action").first
    plain = button.evaluate(colour)
    box = button.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    assert button.evaluate(colour) != plain
    assert page.evaluate(COMES, [x, y]) == "not pressed"
    assert button.evaluate(colour) == plain
    page.mouse.move(x + 30, y)
    assert button.evaluate(colour) != plain
    button.click()
    page.wait_for_selector(".plan, #slip:not([hidden])")
    page.keyboard.press("Escape")


def test_a_tap_that_was_meant_for_a_button_that_went_away_presses_no_move(window: Window, stage: Stage, server: Server) -> None:
    """Such as the one that skips what bots do: a move may come to lie in its place."""
    page = at_table(window(), stage, server, "ship")
    assert page.evaluate(GOES) == ["not pressed", "pressed elsewhere"]


GOES = """async () => {
  const client = [...document.scripts].map((script) => script.src).find((source) => source.endsWith('/page/static/client.js'));
  const { wentAway } = await import(client.replace("client.js", "double_click.js"));
  const button = document.querySelector("#prompt .action"), box = button.getBoundingClientRect();
  const press = () => button.dispatchEvent(new MouseEvent("click",
    { bubbles: true, cancelable: true, clientX: box.left + 5, clientY: box.top + 5, detail: 1 }));
  wentAway(box);
  const first = press() ? "pressed" : "not pressed";
  wentAway(new DOMRect(box.left - 500, box.top - 500, 20, 20));
  return [first, press() ? "pressed elsewhere" : "not pressed elsewhere"];
}"""


# The prompt is drawn anew after a click elsewhere, and its first button, which lies under the pointer now, is clicked at once.
COMES = """async ([x, y]) => {
  const client = [...document.scripts].map((script) => script.src).find((source) => source.endsWith('/page/static/client.js'));
  const { promptCame } = await import(client.replace("client.js", "double_click.js"));
  const event = () => new MouseEvent("click", { bubbles: true, cancelable: true, clientX: x, clientY: y, detail: 1 });
  document.body.dispatchEvent(event());
  const prompt = document.querySelector("#prompt");
  prompt.replaceWith(prompt.cloneNode(true));
  promptCame();
  return document.querySelector("#prompt .action").dispatchEvent(event()) ? "pressed" : "not pressed";
}"""
UNDER = """() => {
  const foot = document.querySelector("#prompt").getBoundingClientRect().top;
  const things = [...document.querySelectorAll("#hand .card, #hand .corp")];
  return things.filter((thing) => thing.getBoundingClientRect().bottom > foot).length;
}"""
WHERE = "() => [...document.querySelectorAll('#hand .card')].map((card) => card.offsetLeft + ' ' + card.offsetTop)"


@pytest.mark.parametrize(("width", "height"), [(1366, 650), (1366, 900), (1280, 720)])
def test_six_cards_of_a_hand_are_whole_above_the_prompt_and_stay_where_they_are(
    window: Window, stage: Stage, server: Server, width: int, height: int
) -> None:
    page = at_table(window(width, height), stage, server, "many")
    assert page.locator("#hand .card").count() == 6
    assert page.evaluate(UNDER) == 0
    before = page.evaluate(WHERE)
    page.locator("#hand .card").last.hover()
    assert page.evaluate(WHERE) == before
    loadable(page).first.click()
    page.locator('[data-shop="fill"]').click()
    page.wait_for_selector('[data-shop="load"]:not(:disabled)')
    assert page.locator("[data-load-plan]:visible").count() == 0, "the workshop has the button that loads the car"
    assert page.evaluate(UNDER) == 0
    page.locator('[data-shop="close"]').click()
    expect(page.locator("[data-load-plan]")).to_be_visible()
    assert page.evaluate(UNDER) == 0


@pytest.mark.parametrize(
    ("width", "height", "things"),
    [
        (1024, 768, "#cities button, #tableau .card, #hand .card, .player strong, #log li:first-child"),
        (844, 390, "#cities button, #tableau li:nth-child(-n + 6) .card, #train .fcar, #hand .corp, #hand .card"),
    ],
)
def test_a_tablet_shows_the_log_and_a_phone_on_its_side_the_hand_without_scrolling(
    window: Window, stage: Stage, server: Server, width: int, height: int, things: str
) -> None:
    page = at_table(window(width, height), stage, server, "turn")
    page.locator(".note").get_by_role("button", name="Hide tips").click()
    page.evaluate("scrollTo(0, 0)")
    assert page.evaluate(COVERED, things) == []
    assert fits(page)


@pytest.mark.parametrize(("width", "height"), [(1366, 650), (390, 844), pytest.param(844, 390, marks=pytest.mark.deep)])
@pytest.mark.usual
def test_nothing_moves_in_a_turn_outside_of_what_was_acted_on(
    window: Window, stage: Stage, server: Server, width: int, height: int
) -> None:
    page = at_table(window(width, height), stage, server, "tip")
    page.evaluate(SHIFTS)
    page.locator("#tableau .card").first.hover()
    page.evaluate("scrollTo(0, 0)")
    steps: list[Any] = [
        lambda: page.locator(".note").get_by_role("button", name="Next").click(),
        lambda: page.locator("[data-ship-all]").click(),
        lambda: page.locator('[data-slip="none"]').click(),
        lambda: page.locator("#hand [data-plan]").first.click(),
        lambda: page.locator("#tray .tool:not(:disabled)").first.click(),
        lambda: page.locator('[data-shop="undo"]').click(),
        lambda: page.locator('[data-shop="close"]').click(),
        lambda: page.locator("#train [data-ship]").first.click(),
        lambda: page.keyboard.press("Escape"),
        lambda: page.locator("#prompt [data-ask-hint]").click(),
        lambda: page.locator(".note.advice").wait_for(),
    ]
    for step in steps:
        step()
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    moved = {name for name in page.evaluate("shifts") if not name.startswith("note")}  # it lies over the page, not in it
    assert moved <= {"workshop", "bed", "tray", "shop-says", "shop-card", "desk", "prompt", "ask", "slip", "slip-says"}, moved


def test_on_a_phone_a_hint_and_a_shipment_bring_what_they_are_about_into_sight(
    window: Window, stage: Stage, server: Server
) -> None:
    page = at_table(window(390, 844, has_touch=True, is_mobile=True), stage, server, "turn")
    bottom = "() => scrollTo(0, document.documentElement.scrollHeight)"
    in_sight = """(found) => {
      const box = found.getBoundingClientRect();
      return box.top >= 0 && box.bottom <= innerHeight;
    }"""
    page.evaluate(bottom)
    page.locator("#prompt [data-ask-hint]").tap()
    page.locator(".note.advice").wait_for()
    assert any(found.evaluate(in_sight) for found in page.locator(".advised").all())
    at_table(page, stage, server, "tip")
    page.evaluate(bottom)
    assert not page.locator("#train").evaluate(in_sight)
    page.locator("[data-ship-all]").tap()
    assert page.locator("#train").evaluate(in_sight)
    page.keyboard.press("Escape")


CARDS = """() => {
  const foot = document.querySelector('.desk').getBoundingClientRect().top;
  const top = document.querySelector('#tableau h2').getBoundingClientRect().top;
  const cards = [...document.querySelectorAll('#tableau .card.can')].map((card) => card.getBoundingClientRect());
  return cards.length > 0 && top >= 0 && cards.slice(0, 3).every((card) => card.bottom <= foot);
}"""


def test_on_a_phone_the_cards_to_take_are_in_sight_when_a_turn_can_only_take_one(
    window: Window, stage: Stage, server: Server
) -> None:
    page = window(390, 844, has_touch=True, is_mobile=True)
    page.add_init_script("localStorage.setItem('guide:freight-cars', 'done')")
    at_table(page, stage, server, "take")
    page.wait_for_function(CARDS)
    page.evaluate("() => scrollTo(0, 0)")
    assert not page.evaluate(CARDS)
    page.get_by_role("button", name="Cards to take").tap()  # whoever has scrolled away finds them by it
    page.wait_for_function(CARDS)
    page.get_by_role("button", name="Cities").tap()
    assert page.locator(".city button").first.evaluate(
        "(city) => document.elementFromPoint(200, city.getBoundingClientRect().top + 9).closest('.city') !== null"
    )
    page.set_viewport_size({"width": 1366, "height": 650})
    expect(page.get_by_role("button", name="Cards to take")).to_be_hidden()


def test_on_a_phone_the_hand_is_one_tap_away_and_in_sight_after_a_card_was_taken(
    window: Window, stage: Stage, server: Server
) -> None:
    page = window(390, 844, has_touch=True, is_mobile=True)
    page.add_init_script("localStorage.setItem('guide:freight-cars', 'done')")
    at_table(page, stage, server, "hand")
    in_sight = """() => {
      const top = document.querySelector('#hand h2').getBoundingClientRect().top;
      return scrollY > 0 && top >= 0 && top < 120;
    }"""
    page.evaluate("() => scrollTo(0, document.documentElement.scrollHeight)")
    page.get_by_role("button", name="Hand").tap()
    page.wait_for_function(in_sight)
    page.evaluate("() => scrollTo(0, 0)")
    page.get_by_role("button", name="Cards to take").tap()
    page.wait_for_function(CARDS)
    sure(page, page.locator("#tableau .card.can").first, by_touch)
    page.wait_for_function(in_sight)


def test_the_cards_of_a_hand_stand_three_in_a_row_on_a_phone_with_whole_names(
    window: Window, stage: Stage, server: Server
) -> None:
    page = at_table(window(390, 844), stage, server, "turn")
    tops = page.evaluate(
        """() => {
          const hand = document.querySelector("#hand .cards");
          while (hand.children.length < 3) hand.append(hand.lastElementChild.cloneNode(true));
          return [...hand.children].slice(0, 3).map((item) => Math.round(item.getBoundingClientRect().top));
        }"""
    )
    assert len(set(tops)) == 1
    for width, height in ((390, 844), (1366, 650)):
        page.set_viewport_size({"width": width, "height": height})
        # The longest name with the widest number; and the small number of the card lies on none of its cells.
        wrong = page.evaluate(
            """() => [...document.querySelectorAll(".card .cap")].filter((cap) => {
              const [name, cells] = cap.querySelectorAll("b"), picture = cap.parentElement.querySelector("svg");
              if (!cap.querySelector(".r5")) name.textContent = "produce";  // the badge of steel is wider, its name is short
              cells.textContent = "12";
              const number = cap.querySelector(".no").getBoundingClientRect();
              return name.scrollWidth > name.clientWidth || number.bottom > picture.getBoundingClientRect().top;
            }).length"""
        )
        assert wrong == 0, (width, height)


def test_the_menu_fits_on_a_phone_and_loses_what_a_finished_game_has_no_use_for(
    window: Window, stage: Stage, server: Server
) -> None:
    page = at_table(window(390, 844), stage, server, "turn")
    page.locator("#menu > summary").click()
    playing = page.locator("#menu .while-playing button").first
    expect(playing).to_be_visible()
    assert page.locator("#menu .sheetlet").evaluate("(menu) => menu.scrollWidth <= menu.clientWidth")
    page.locator("#sheets").evaluate("(sheets) => { sheets.dataset.over = ''; }")
    expect(playing).to_be_hidden()
    expect(page.locator("#menu [data-sheets]")).to_be_visible()


def test_a_train_of_seven_cars_stands_on_one_line(window: Window, stage: Stage, server: Server) -> None:
    page = at_table(window(390, 844), stage, server, "tip")
    bottoms = page.evaluate(
        """() => {
          const train = document.querySelector("#train .consist-cars"), car = train.lastElementChild;
          while (train.children.length < 8) train.append(car.cloneNode(true));
          return [...train.children].map((item) => Math.round(item.getBoundingClientRect().bottom));
        }"""
    )
    assert len(set(bottoms)) == 1
    assert fits(page)


def test_a_tip_does_not_lie_over_a_shipment_on_a_phone(window: Window, stage: Stage, server: Server) -> None:
    page = at_table(window(390, 844), stage, server, "tip")
    page.locator(".note").get_by_role("button", name="Next").click()
    expect(page.locator(".note.tip")).to_contain_text("Ship loaded cars and get your pieces back. Or load more first")
    page.locator("#train [data-ship]").first.click()
    expect(page.locator("#slip")).to_be_visible()
    assert page.evaluate(COVERED, "#slip button") == []
    assert violations(page) == []
    page.locator('[data-slip="go"]').click()
    settled(page)
    expect(page.locator(".note.tip")).to_contain_text("When the End of Game card turns up, everybody has one more turn")


# --- the end ---


@pytest.mark.usual
def test_what_can_no_longer_be_done_at_the_end_is_not_offered_and_the_page_says_why(
    window: Window, stage: Stage, server: Server
) -> None:
    page = at_table(window(390, 844), stage, server, "last")
    expect(page.locator(".card .fit, .has-plan")).to_have_count(0)
    page.locator("#hand [data-plan]").first.click()
    go = page.locator('[data-shop="load"]')
    expect(go).to_have_text("No more loading: the game is ending.")
    expect(go).to_be_disabled()
    page.locator('[data-shop="close"]').click()
    page.locator('#prompt [data-word="decline"]').click()
    expect(page.locator(".plan p")).to_contain_text("Ship nothing and finish?")
    expect(page.locator(".plan .go")).to_have_text("Finish")


@pytest.mark.parametrize(("hand", "press"), [pytest.param("touch", by_touch, marks=pytest.mark.deep), ("keys", by_keys)])
@pytest.mark.usual
def test_the_end_of_a_game_by_touch_or_by_keys_alone(
    window: Window, stage: Stage, server: Server, hand: str, press: Press
) -> None:
    page = window(390, 844, has_touch=True, is_mobile=True) if hand == "touch" else window()
    at_table(page, stage, server, f"{LATE}-{hand}")
    assert play_on(page, press)
    expect(page.locator("#sheets[data-over]")).to_be_attached()


# --- whole games ---


@pytest.mark.deep
@pytest.mark.parametrize(("hand", "press"), [("touch", by_touch), ("keys", by_keys), ("clicks", by_mouse)])
def test_a_whole_game(window: Window, hand: str, press: Press) -> None:
    page = window(390, 844, has_touch=True, is_mobile=True) if hand == "touch" else window()
    cars_table(page, "me", "bot:greedy")
    done = play_on(page, press)
    assert {"take", "load", "ship"} <= set(done)


def test_a_game_from_its_beginning_and_the_pages_after_its_end(window: Window, stage: Stage, server: Server) -> None:
    page = window()
    cars_table(page, "me", "bot:random")
    set_up(page)
    assert my_turn(page) == "turn"
    assert loadable(page).count() or page.locator("#tableau .can").count()
    at_table(page, stage, server, f"{LATE}-touch")
    play_on(page)
    if not page.locator("#dialog[open]").count():
        page.locator("#prompt [data-sheets]").click()
    expect(page.locator("#dialog .chart svg.wide")).to_be_visible()
    top = """sheet => {
      sheet.scrollTop = 120;
      const { left, top } = sheet.getBoundingClientRect();
      return Boolean(document.elementFromPoint(left + 60, top + 4)?.closest("form"));
    }"""
    assert page.locator("#dialog").evaluate(top), "nothing shows above the head"
    anew = """async sheet => {
      const client = document.querySelector('script[src$="/client.js"]').src;
      (await import(client.replace("client.js", "score_sheets.js"))).sheets();
      return sheet.scrollTop;
    }"""
    assert page.locator("#dialog").evaluate(anew) == 0, "a new sheet begins with who won"
    assert violations(page) == []
    page.locator("#dialog").get_by_role("link", name="See points and chart").click()
    expect(page.get_by_role("heading", name="Score sheets")).to_be_visible()
    assert violations(page) == []
    with page.expect_download() as download:
        page.get_by_role("link", name="Download record").click()
    assert download.value.path().read_text(encoding="utf-8").startswith("freightyard record 1")
    page.locator(".turnwise summary").click()
    page.locator(".turnwise tbody a").nth(3).click()
    expect(page.locator("#scrub")).to_be_visible()
