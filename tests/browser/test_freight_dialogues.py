"""The rarer dialogues of Freight in real Chromium, at tables that bots have played as far as that: sales of sections, new cities,
markers, and several ways to a city."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from freightyard.core.contract import State
from freightyard.core.record import read
from freightyard.games.freight.page.prompt import ends
from freightyard.games.freight.page.reading import Reading
from freightyard.games.freight.page.ways import trips
from freightyard.page.contract import Player, Scene
from tests.browser.driving import connected, settled
from tests.browser.looking import SCHEMES, accessible, fits, violations
from tests.browser.staging import Stage, prepared
from tests.server.running import Server

Window = Callable[..., Page]
SIZES = ((1366, 650), (1366, 900), (390, 844))


def asks(phase: str, move: str = "") -> Callable[[State], bool]:
    """Whether the first seat is in a phase, and may make a move that begins so."""

    def so(state: State) -> bool:
        if state.to_act() != 0:
            return False
        view = state.view(0)
        return view.board.phase == phase and any(text.startswith(move) for text in view.legal)

    return so


def pays_in_full(state: State) -> bool:
    """Whether the first seat can deliver, for free points, a cube that pays in full."""
    if not asks("shipping", "deliver")(state):
        return False
    board = state.view(0).board
    town = next(city for city in board.cities if city.hex == board.seats[0].locomotive)
    return board.trip.used <= 8 and any(letter.upper() in town.markers for letter in board.seats[0].cargo)


def cannot_pay(state: State) -> bool:
    """Whether the first seat may end a turn whose interest it cannot pay."""
    if not asks("shipping", "done")(state):
        return False
    view = state.view(0)
    return "done" in ends(view) and view.board.seats[0].cash < view.board.seats[0].loans


def has_a_choice_of_cities(state: State) -> bool:
    """Whether the first seat can put two markers, and the second of them not on all cities of the first."""
    if not asks("supplying", "put")(state):
        return False
    puts: dict[str, set[str]] = {}
    for move in state.view(0).legal:
        if move.startswith("put "):
            puts.setdefault(move.split(" ")[1], set()).add(move.split(" ")[2])
    return any(one - other for one in puts.values() for other in puts.values())


def may_load_two(state: State) -> bool:
    """Whether the first seat has two free places in its wagons, and two cubes in the city, and can go somewhere."""
    if not asks("shipping", "load")(state) or not asks("shipping", "go")(state):
        return False
    view = state.view(0)
    return not has_a_choice_of_ways(state) and any(
        asks("shipping", "load")(after) and after.to_act() == 0
        for move in view.legal
        if move.startswith("load")
        for after in [played(state, move)]
    )


def sorts_by_what_is_loaded(state: State) -> bool:
    """Whether the first seat can load a cube that makes another trip the best."""
    if not may_load_two(state) or state.view(0).board.seats[0].cargo:
        return False
    before = names_of_trips(state)
    loads = [move for move in state.view(0).legal if move.startswith("load")]
    after = [names_of_trips(played(state, move)) for move in loads]
    return all(set(each) == set(before) and each != before for each in after[:1])


def names_of_trips(state: State) -> list[str]:
    players = tuple(Player(seat, f"P{seat}") for seat in range(state.seats))
    return [trip.name for trip in trips(Reading(Scene(view=state.view(0), players=players, own_seats=(0,))))]


def played(state: State, move: str) -> State:
    after = state.clone()
    after.play(next(each for each, word in zip(after.legal(), after.words(), strict=True) if word == move))
    return after


def has_a_choice_of_ways(state: State) -> bool:
    if not asks("shipping", "go")(state):
        return False
    players = tuple(Player(seat, f"P{seat}") for seat in range(state.seats))
    return any(trip.name != trip.city for trip in trips(Reading(Scene(view=state.view(0), players=players, own_seats=(0,)))))


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Stage:
    stage = Stage(tmp_path_factory.mktemp("staged") / "yard.db")

    async def set_up() -> None:
        await stage.enter()
        for key, until, bot, seats in (
            ("selling", asks("selling"), "random", 3),
            ("buying", asks("buying", "raise"), "random", 3),
            ("choosing", asks("choosing", "tile"), "random", 3),
            ("owing", asks("owing", "loan"), "random", 3),
            ("short", cannot_pay, "random", 3),
            ("delivering", pays_in_full, "greedy", 4),
            ("supplying", has_a_choice_of_cities, "greedy", 4),
            ("filling", asks("filling"), "greedy", 4),
            ("ways", has_a_choice_of_ways, "greedy", 4),
            ("sorting", sorts_by_what_is_loaded, "greedy", 4),
            *[(f"loading-{width}-{height}", may_load_two, "greedy", 2) for width, height in SIZES],
        ):
            await stage.set_up_somehow(key, "freight", "standard", until, bots=[bot] * seats)

    return prepared(stage, set_up)


@pytest.fixture
def table(window: Window, stage: Stage, server: Server) -> Callable[..., Page]:
    def opened(key: str, **options: object) -> Page:
        page = window(**options)
        stage.sign_in(page, server)
        page.goto(f"/t/{key}")
        connected(page)
        page.wait_for_selector("html[data-turn]", state="attached")
        return page

    return opened


def moves(page: Page) -> tuple[str, ...]:
    return tuple(read(page.request.get(f"{page.url}/record").text()).moves)


def test_axe_finds_nothing_in_the_rare_dialogues(table: Callable[..., Page], deep: bool) -> None:
    for number, key in enumerate(("selling", "buying", "choosing", "owing", "supplying", "filling", "ways")):
        page = table(key, reduced_motion="reduce")
        if deep:
            accessible(page, key)
        else:  # they are of the same parts: one is looked at in the light, the next in the dark
            page.emulate_media(color_scheme=SCHEMES[number % 2])
            assert violations(page) == [], key
        for width in (360, 820):
            page.set_viewport_size({"width": width, "height": 1000})
            assert fits(page), (key, width)
        page.close()


def test_a_way_with_fewer_points_and_one_that_costs_less(table: Callable[..., Page]) -> None:
    page = table("ways")
    page.set_viewport_size({"width": 1366, "height": 600})
    expect(page.locator(".desk[data-more]")).to_have_count(1)  # the foot of the list is cut, and a veil tells so
    page.locator(".desk").evaluate("desk => { desk.scrollTop = desk.scrollHeight; }")
    expect(page.locator(".desk[data-more]")).to_have_count(0)
    other = page.locator("#trips li.other").first
    name = other.get_attribute("data-way") or ""
    city = name.partition("-")[0]
    first = page.locator(f'#trips li[data-way="{city}"]')
    other.hover()
    expect(page.locator(f'.way.on[data-way="{name}"]:not(.under)')).to_have_count(1)
    expect(page.locator(f'.way.on[data-way="{city}"]')).to_have_count(0)
    points = [int(re.findall(r"(\d+) step", line.locator(".sub").inner_text())[0]) for line in (first, other)]
    assert points[0] < points[1]
    assert "toll" in first.locator(".sub").inner_text() or "extra" in first.locator(".sub").inner_text()
    other.get_by_role("button", name=re.compile(rf"^Go to \w+ {city}$")).click()
    settled(page)
    expect(page.locator('#map-trains [data-loco="1"]')).to_have_attribute("aria-label", re.compile(f" {city}$"))


@pytest.mark.usual
def test_a_section_is_sold_to_pay_the_interest(table: Callable[..., Page]) -> None:
    page = table("selling")
    expect(page.locator("#ask")).to_contain_text("Interest: you owe")
    lot = page.locator(".lots .lot").first
    lot.hover()
    expect(page.locator("#ghost .lit").first).to_be_attached()
    pieces = (lot.get_attribute("data-pieces") or "").split()
    assert page.locator("#ghost .lit").count() == len(pieces)
    words = (lot.get_attribute("data-batch") or "").split("|")
    ply = page.locator("#view").get_attribute("data-ply") or ""
    lot.click()
    settled(page)
    page.wait_for_selector(f'#view:not([data-ply="{ply}"])')
    assert set(words) <= set(moves(page))
    expect(page.locator("#log, #older").filter(has_text="has to auction").first).to_be_attached()


@pytest.mark.usual
def test_a_section_of_somebody_else_is_bought(table: Callable[..., Page]) -> None:
    page = table("buying")
    expect(page.locator("p.lot")).to_contain_text(re.compile("The section at|From"))
    expect(page.locator("#ghost .lit").first).to_be_attached()
    own = page.locator('#map-track .rail[class~="o1"]')
    before = own.get_attribute("d") if own.count() else ""
    for _ in range(10):
        page.locator('#prompt [data-word="raise"]').click()
        settled(page)
        page.wait_for_selector("html[data-turn], #sheets[data-over]", state="attached")
        if not page.locator("p.lot").count():
            break
        if not page.locator('#prompt .can[data-word="raise"]').count():
            break
    assert "raise" in moves(page)
    expect(page.locator("p.lot")).to_have_count(0)
    assert len(own.get_attribute("d") or "") > len(before or "")  # the track is mine now


def test_a_new_city_gets_the_tile_that_was_chosen(table: Callable[..., Page]) -> None:
    page = table("choosing")
    town = re.findall(r"(\w+), your new city", page.locator("#ask").inner_text())[0]
    assert page.locator(f'#map-cities [data-hex="{town}"] text.k1').count() == 0
    tile = page.locator(".citytile[data-word^=tile]").nth(1)
    word = tile.get_attribute("data-word") or ""
    label = tile.get_attribute("aria-label") or ""
    tile.click()
    settled(page)
    city = page.locator(f'#map-cities [data-hex="{town}"]')
    expect(city).to_have_attribute("aria-label", re.compile(r"pays \d for"))
    paid_for = (city.get_attribute("aria-label") or "").partition("pays")[2]
    supplied, wanted = [re.findall(r"\w+", words.replace(" and ", " ")) for words in label.split("; ")]
    assert all(colour in paid_for for colour in wanted[1:])
    assert not any(colour in paid_for for colour in supplied[1:])
    assert word in moves(page)


def test_a_loan_pays_the_interest(table: Callable[..., Page]) -> None:
    page = table("owing")
    page.locator('#prompt [data-word="loan"]').click()
    settled(page)
    expect(page.locator("#log, #older").filter(has_text="takes a loan").first).to_be_attached()


TRAIN_IN_A_REFUSED_CITY = """() => {
  const [, x, y] = /^M(-?\\d+) (-?\\d+)/.exec(document.querySelector('#map-spots .refused').getAttribute('d'));
  const train = document.querySelector(`#map-trains [data-loco="${document.querySelector('#view').dataset.seat}"]`);
  train.setAttribute('transform', `translate(${x} ${Number(y) + 48})`);
}"""


def test_a_marker_goes_from_the_box_to_a_city(table: Callable[..., Page]) -> None:
    page = table("supplying")
    marker = page.locator('#prompt .cubes [data-word^="put "]').first
    frame = "(button) => getComputedStyle(button).boxShadow"
    refused = 0
    plain = marker.evaluate(frame)
    stroke = "(spots) => spots.map((spot) => getComputedStyle(spot).stroke)"
    assert set(page.locator("#map-spots .on-town").evaluate_all(stroke)) == {
        "none"
    }  # none is lit before it is chosen what to put
    for spot in page.locator("#map-spots .on-town").all():
        before = moves(page)
        spot.dispatch_event("click")
        expect(page.locator("#oops")).to_contain_text("First choose the cube or disk")
        assert moves(page) == before
    page.locator("#map").click(position={"x": 5, "y": 5})
    expect(page.locator("#oops")).to_contain_text("First choose the cube or disk")  # no click goes unanswered
    marker.click()
    expect(page.locator("#glow *")).to_have_count(0)  # no other frames
    expect(page.locator("#ask")).to_have_text("On which city? Those that take it are lit.")
    expect(marker).to_have_attribute("aria-pressed", "true")
    expect(page.locator('#prompt .cubes [aria-pressed="true"]')).to_have_count(1)
    assert marker.evaluate(frame) != plain  # the chosen one looks chosen
    for other in page.locator('#prompt .cubes [data-word^="put "]').all():  # a city is lit, and acts, for the chosen marker alone
        other.click()
        fits = set((other.get_attribute("data-places") or "").split())
        lit = page.locator("#map-spots .on-town").evaluate_all(
            "(spots) => spots.filter((spot) => spot.classList.contains('can')).map((spot) => spot.dataset.hex)"
        )
        assert set(lit) == fits
        for spot in page.locator("#map-spots .on-town:not(.can)").all():
            before = moves(page)
            spot.dispatch_event("click")
            expect(page.locator("#oops")).to_be_visible()
            assert moves(page) == before
            refused += 1
    assert refused
    page.keyboard.press("Escape")
    expect(page.locator("#ask")).to_contain_text("Put a cube or a disk from box 1")
    page.evaluate(TRAIN_IN_A_REFUSED_CITY)
    page.locator("#map").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#map-spots .spot:focus:not(.refused)")).to_have_count(1)  # keys begin where something can be done
    marker.click()
    spot = page.locator("#map-spots .on-town.can").first
    name = spot.get_attribute("data-hex") or ""
    spot.focus()
    page.keyboard.press("Enter")
    settled(page)
    assert any(re.fullmatch(rf"put \w+ {name}", move) for move in moves(page))


UNASKED = "localStorage.setItem('confirm', '0')"


def test_a_turn_ends_unasked_if_one_wishes(table: Callable[..., Page]) -> None:
    page = table("filling")
    page.evaluate(UNASKED)
    page.reload()
    connected(page)
    before = moves(page)
    page.locator('#prompt .cubes [data-word^="fill "]').first.click()
    settled(page)
    page.wait_for_function("before => Number(document.querySelector('#view').dataset.ply) > before", arg=len(before))
    assert moves(page)[len(before)].startswith("fill ")


def test_a_turn_that_cannot_be_paid_for_is_asked_about_in_any_case(table: Callable[..., Page]) -> None:
    page = table("short")
    page.evaluate(UNASKED)
    page.reload()
    connected(page)
    page.locator('#prompt [data-word="done"]').click()
    expect(page.locator(".plan p")).to_contain_text(re.compile("you will have to take a loan|will be auctioned|bankrupt"))
    page.locator(".plan .quiet").click()
    expect(page.locator(".plan")).to_have_count(0)
    expect(page.locator("#prompt")).to_have_attribute("data-phase", "shipping")


@pytest.mark.usual
def test_cubes_are_ticked_and_delivered_together(table: Callable[..., Page]) -> None:
    page = table("delivering")
    button = page.locator("#prompt [data-deliver]")
    expect(button).to_have_text(re.compile(r"^Deliver for 5"))
    ticked = page.locator('#prompt [data-tick][aria-pressed="true"]')
    count, purse = ticked.count(), int(page.locator("#players .money b").first.inner_text())
    prices = [int(price) for price in re.findall(r"\d+", button.inner_text())]
    assert len(prices) == count
    ticked.first.click()
    expect(ticked).to_have_count(count - 1)
    page.locator('#prompt [data-tick][aria-pressed="false"]').first.click()
    expect(button).to_have_text(f"Deliver for {' + '.join(map(str, prices))}")
    before = len(moves(page))
    button.click()
    settled(page)
    expect(page.locator("#players .money b").first).to_have_text(str(purse + sum(prices)))
    assert len([move for move in moves(page)[before:] if move.startswith("deliver ")]) == count


# Where the buttons lie that are clicked again and again, and what ends the phase; and whether the desk was scrolled or is too
# narrow.
STANDS = """() => {
  const desk = document.querySelector('.desk');
  const at = (name) => {
    const box = document.querySelector(name)?.getBoundingClientRect();
    return box && [box.x, box.y].map(Math.round);
  };
  return [at('.move.load'), at('[data-word=done]'), desk.scrollTop, desk.scrollWidth <= desk.clientWidth];
}"""


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_loading_moves_neither_the_cubes_nor_what_ends_the_phase(table: Callable[..., Page], width: int, height: int) -> None:
    page = table(f"loading-{width}-{height}", width=width, height=height, reduced_motion="reduce")
    before = page.evaluate(STANDS)
    assert before[3], "no row is wider than the desk"
    for _ in range(2):
        said = len(moves(page))
        page.locator(".move.load[data-word]").first.click()
        page.wait_for_function("then => Number(document.querySelector('#view').dataset.ply) > then", arg=said)
        settled(page)
        assert page.evaluate(STANDS) == before
    page.mouse.move(0, 0)
    said = len(moves(page))
    page.locator("#trips .ways-go .move").last.click()
    page.wait_for_function("then => document.querySelector('#view').dataset.ply > then", arg=said)
    settled(page)
    assert page.evaluate(STANDS)[1] == before[1]
    assert page.evaluate(STANDS)[3], "no row is wider than the desk"


# The trips, and how high each "Go" lies; and how many buttons of loading run over the edge of their panel.
TRIPS = """() => {
  const edge = document.querySelector('#prompt').getBoundingClientRect().right;
  const over = [...document.querySelectorAll('#prompt .move.load, #prompt .move.load *')].filter((each) =>
    each.getBoundingClientRect().right > edge - 4);
  const go = (row) => Math.round(row.querySelector('.ways-go .move:last-child').getBoundingClientRect().y);
  const rows = [...document.querySelectorAll('#trips [data-way]')];
  return [rows.map((row) => row.dataset.way), rows.map(go).filter((at) => at < innerHeight), over.length];
}"""


def test_rows_of_trips_keep_their_places_while_a_train_is_loaded(table: Callable[..., Page]) -> None:
    page = table("sorting", reduced_motion="reduce")
    before = page.evaluate(TRIPS)
    assert before[2] == 0
    for word in page.locator(".move.load[data-word]").evaluate_all("(buttons) => buttons.map((each) => each.dataset.word)"):
        said = len(moves(page))
        page.locator(f'.move.load[data-word="{word}"]').click()
        page.wait_for_function("then => Number(document.querySelector('#view').dataset.ply) > then", arg=said)
        settled(page)
        after = page.evaluate(TRIPS)
        assert after[0] == before[0]
        assert after[1] == pytest.approx(before[1], abs=2)
        if page.locator("#trips li .brings").count():
            break
    assert page.locator("#trips li .brings").count()
    # the longest that a button says, where loading costs no points
    page.evaluate("""() => {
      for (const said of document.querySelectorAll('.move.load small')) said.textContent = 'for Edgeworth';
      document.querySelector('.cubes .label .sub')?.remove();
    }""")
    assert page.evaluate(TRIPS)[2] == 0
