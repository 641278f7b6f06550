"""What the page of Freight says: it adds up, it warns, it gives nothing away unasked, and it speaks to people."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Final

import pytest
from msgspec import structs

from freightyard.core.contract import CHANCE
from freightyard.core.flat import count_of
from freightyard.games.freight.page import board as freight
from freightyard.games.freight.page import manual
from freightyard.games.freight.page.atlas import cities_layer
from freightyard.games.freight.page.money import comes_for_want_of_money
from freightyard.games.freight.page.panels import ends_part, worth
from freightyard.games.freight.page.reading import Reading
from freightyard.games.freight.page.shapes import place
from freightyard.games.freight.page.ways import trips
from freightyard.games.freight.rules import GAME
from freightyard.games.freight.rules.city_names import city_names
from freightyard.games.freight.rules.position import City
from freightyard.games.freight.rules.scoring import final_points, points
from freightyard.games.freight.rules.state import State
from freightyard.page.contract import LogEntry, Player, Scene
from freightyard.page.log import runs, told
from freightyard.page.manual import chapter_of
from freightyard.page.prompt import asked
from freightyard.page.table import page_parts
from tests.games.freight.positions import (
    CITIES,
    LINE,
    STANDARD,
    building,
    family,
    family_shipping,
    family_text,
    play,
    seat,
    shipping,
    standard,
    text,
)
from tests.games.freight.test_family import FIVE, NINE
from tests.games.freight.test_refusals import MOVES
from tests.games.playing import between_bots

SAID: Final = ("aria-label", "title", "data-ask", "data-go", "data-chosen", "data-held", "data-does", "placeholder", "alt")


class Shown(HTMLParser):
    """What a page says: its text, and what is said of things or asked about them."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.feed(markup)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.words += [value for name, value in attrs if name in SAID and value]

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def scene(state: State, seat: int | None) -> Scene:
    players = tuple(Player(number, f"Ann {number + 1}") for number in range(state.seats))
    return Scene(view=state.view(seat), players=players, own_seats=() if seat is None else (seat,), home="/t/abc")


def parts(state: State) -> dict[str, str]:
    return dict(freight.parts(scene(state, state.to_act())))


def plain(markup: str) -> str:
    """The text of some markup."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", markup)).strip()


def whole_game(edition: str, seats: int, bot: str, seed: str) -> Iterator[State]:
    return between_bots(GAME, GAME.start(GAME.edition(edition), seats), bot, seed)


# --- no slug and no code ---


@pytest.mark.parametrize(("edition", "bot"), [("standard", "random"), ("standard", "greedy"), ("family", "random")])
def test_no_slug_and_no_tile_code_is_shown_to_people(edition: str, bot: str) -> None:
    rules = GAME.edition(edition)
    codes = re.compile(rf"\bfr\.[a-z]|\b({'|'.join(rules.data.city_tiles)})\b")
    names = ("Ann", "Bob")
    entries: list[LogEntry] = []
    seen = 0
    for number, state in enumerate(whole_game(edition, 2, bot, "words")):
        actor = state.to_act()
        if number % 7 and actor is not None:
            continue
        said = Shown("".join(page_parts(freight, scene(state, actor), []).values())).words
        if actor is not None and actor != CHANCE:
            refusals = [state.refuse(rules.vocabulary.parse(move)) for move in MOVES]
            said += [refusal.reason for refusal in refusals if refusal is not None]
        assert not [words for words in said if codes.search(words)]
        seen += len(said)
    assert seen > 1000
    for move in rules.vocabulary.texts[::31]:
        entries.append(LogEntry(len(entries), len(entries) % 2, move))
    for run in runs(entries):
        assert not codes.search(" ".join(told(freight, rules, names, run))), run


# --- points add up ---


def counted(markup: str) -> list[list[int]]:
    """For everybody the points, and then the parts that they are made of."""
    found = []
    for line in markup.split('<li class="player')[1:]:
        numbers = re.findall(r'<b class="chip[^"]*">(−?\d+)', line)
        purse = line.partition('class="purse"')[2].partition('class="purse stock"')[0]
        numbers += re.findall(r'class="fact[^"]*"[^>]*><b>([+−]?\d+)', purse)
        found.append([int(number.replace("−", "-")) for number in numbers])
    return found


@pytest.mark.parametrize(("edition", "bot"), [("standard", "greedy"), ("standard", "random"), ("family", "greedy")])
def test_money_loans_and_cities_add_up_to_the_points(edition: str, bot: str) -> None:
    loans = 0
    for number, state in enumerate(whole_game(edition, 3, bot, "sum")):
        if number % 5:
            continue
        for seat_number, (points_now, *summands) in enumerate(counted(parts(state)["players"])):
            if not state.out[seat_number]:
                assert points_now == sum(summands) == points(state, seat_number)
                loans += state.loans[seat_number]
    assert loans > 20


@pytest.mark.parametrize("cash", [10, 17, 25])
def test_repaying_brings_the_points_that_are_said_of_it(cash: int) -> None:
    # whether the money would do for both loans, or for one
    state = building(seat(cash=cash, loans=2, at="n14"), track="n15/s0/1")
    assert counted(parts(state)["players"])[0] == [cash - 30 + 5, cash, -30, 5]
    said = plain(parts(state)["players"])
    assert f"{cash} money −30 2 loans +5 1 city" in said
    assert "points now" in said
    assert "A loan: −15 points until you repay 10" in said
    more = "leaves 0 for 1 interest" if cash == 10 else "you have 2 loans"
    assert f"costs 10, brings 5 points; {more}" in plain(parts(state)["prompt"])
    assert "+10, 1 interest a round; −15 points until you repay 10" in plain(parts(state)["prompt"])
    before = worth(state.view(0))[0]
    assert worth(play(state, "repay").view(0))[0] == before + 5
    assert worth(play(state, "loan").view(0))[0] == before + 5 + 10 - 15


def test_money_is_told_whenever_it_can_be_paid_borrowed_or_repaid() -> None:
    told: set[str] = set()
    for edition, bot in (("family", "greedy"), ("standard", "random")):
        for state in whole_game(edition, 3, bot, "money"):
            actor = state.to_act()
            if actor is None or actor == CHANCE:
                continue
            shown = parts(state)
            cash = state.cash[actor]
            phase = state.view(actor).board.phase
            assert re.search(rf"(have|Money:) {cash}\.", asked(shown["prompt"])), phase
            assert f"<small>{cash} money</small>" in shown["scores"]  # and on a phone, where the players lie out of sight
            told.add(phase)
    assert told >= {"bidding", "building", "shipping", "owing", "selling", "supplying", "shifting", "filling"}


# --- the end ---


def test_the_last_supply_of_the_game_is_done_in_one_click() -> None:
    state = standard(text("supplying", seat(at="n14"), seat(), round=10, order="2 1", track=LINE, boxes="rR/rr"))
    prompt = parts(state)["prompt"]
    assert "changes nothing" in asked(prompt)
    found = re.search(r'data-batch="([^"]*)"', prompt)
    assert found is not None
    moves = found[1].split("|")
    assert [move.partition(" ")[0] for move in moves] == ["put", "shift", "fill"]
    assert play(state, *moves).to_act() != 0
    for round_, order in ((9, "2 1"), (10, "1 2")):  # there is another round, or another player's turn
        other = standard(text("supplying", seat(at="n14"), seat(), round=round_, order=order, track=LINE, boxes="rR/rr"))
        assert "changes nothing" not in asked(parts(other)["prompt"])
        assert "data-batch" not in parts(other)["prompt"]


def test_a_city_says_whether_a_cube_or_a_disk_can_be_put_there() -> None:
    state = standard(
        text("supplying", seat(at="n14"), seat(), track=LINE, boxes="rR/rr", cities=CITIES.replace("n18/ykw/ykRB", "n18/ykw/ykB"))
    )
    spots = parts(state)["map-spots"]
    assert 'data-does="put a red cube here"' in spots
    assert 'data-does="put a red disk here"' in spots


def test_what_first_place_is_good_for_is_said_in_the_first_auction_alone() -> None:
    for round_, said in ((1, True), (2, False)):
        state = standard(text("bidding", seat(cash=4), seat(cash=4), round=round_, extra="auction bid - by - passed - places -"))
        assert ("Who is earlier builds first" in asked(parts(state)["prompt"])) is said


def test_who_is_one_city_short_of_the_end_is_told_before_building() -> None:
    warns = "Your sixth city will end the game: all others then have one last turn. Money: 9."
    four = FIVE.removesuffix(" q14/s1/1")
    for track, count, last, warned in ((FIVE, 5, "", True), (four, 4, "", False), (FIVE, 5, "last 2", False)):
        state = family(family_text("building", seat(cash=9, at="n14"), seat(), track=track, extra=last, cities=NINE))
        assert count_of(state.net[0]) == count
        assert (warns in asked(parts(state)["prompt"])) is warned
    poor = family(family_text("building", seat(cash=1, took=1, at="n14"), seat(), track=FIVE, cities=NINE))
    assert asked(parts(poor)["prompt"]) == "The cheapest track costs 3: finish building. Money: 1."


def test_nobody_is_sent_to_borrow_before_a_line_is_chosen() -> None:
    start = family(family_text("building", seat(), seat(), round=1, turns=0))
    line = "Choose where a line should lead. Building it takes a loan: +10, 1 interest a round. Money: 0."
    assert asked(parts(start)["prompt"]) == line


def repaying(*seats: str) -> State:
    """The last chance to repay loans, with the family rules: the first seat is asked."""
    return family(family_text("repaying", *seats, extra="last 2 | ending fr.family-end"))


def test_repaying_asks_before_it_ends_the_game() -> None:
    one = parts(repaying(seat(cash=12, loans=1, at="n14"), seat()))["prompt"]
    assert "repay a loan for 10, and you have 5 points more. Money: 12." in asked(one)
    assert 'data-ask="Repay a loan for 10? It is your last move of the game."' in one
    assert "costs 10, brings 5 points; then the points are counted" in plain(one)
    assert 'data-ends="repay|done"' in one
    assert 'data-ask="You can still repay 1 loan and have 5 points more. Finish without?" data-go="Finish" data-warn' in one
    assert 'data-ends="repay|done"' in parts(repaying(seat(cash=19, loans=2, at="n14"), seat(cash=10, loans=1)))["prompt"]
    two = parts(repaying(seat(cash=23, loans=2, at="n14"), seat()))["prompt"]
    assert "Repay a loan for 10?" not in two
    assert 'data-ends="done"' in two


def test_a_bankrupt_stands_where_the_score_will_put_them() -> None:
    seen = 0
    for state in whole_game("standard", 3, "random", "sum"):
        if any(state.out):
            assert worth(state.view(None)) == final_points(state)
            assert "bankrupt and out of the game" in plain(parts(state)["players"])
            seen += 1
    assert seen > 10


# --- the interest ---


@pytest.mark.parametrize(
    ("one", "track", "comes"),
    [
        (seat(cash=1, loans=2, at="n14"), "n15/s0/1", "you will have to take a loan"),
        (seat(cash=1, loans=2, took=1, at="n14"), "n15/s0/1", "a section of your track will be auctioned"),
        (seat(cash=1, loans=2, took=1, at="n14"), "-", "you will be bankrupt and out of the game"),
    ],
)
def test_whoever_cannot_pay_the_interest_is_told_what_will_happen(one: str, track: str, comes: str) -> None:
    state = shipping(one, track=track)
    prompt = parts(state)["prompt"]
    assert "interest 2, you have 1: " in plain(prompt)
    assert comes in plain(prompt)
    asked = re.findall(r'data-word="done" data-ask="([^"]*)"', prompt)
    assert asked[0].startswith("The interest is 2 and you have 1, ")
    assert comes in asked[0]
    assert asked[0].endswith("Finish shipping?")
    assert freight.ends(state.view(0)) == ("done",)  # so the question is asked


def test_whoever_can_pay_the_interest_is_only_told_how_much() -> None:
    prompt = parts(shipping(seat(cash=2, loans=2, at="n14")))["prompt"]
    assert "then pay 2 interest" in plain(prompt)
    assert "you have 2:" not in plain(prompt)
    assert "you owe no interest" in plain(parts(shipping(seat(cash=2, at="n14")))["prompt"])


@pytest.mark.parametrize("edition", ["standard", "family"])
def test_what_is_said_to_come_for_want_of_money_comes(edition: str) -> None:
    phases = {"loan": "owing", "sale": "selling"}
    seen = set()
    for state in whole_game(edition, 3, "random", "interest"):
        board = state.view(None).board
        actor = state.to_act()
        if actor is None or "done" not in state.view(actor).legal or board.phase not in ("building", "shipping"):
            continue
        at = board.seats[board.seat - 1]
        if board.phase == "building" and at.locomotive is not None:
            continue
        comes = comes_for_want_of_money(state.rules, board, at)
        after = play(state.clone(), "done")
        now = after.view(None).board
        if comes == "bankrupt":
            assert now.seats[board.seat - 1].out
        else:
            assert (now.phase if now.phase in phases.values() else "") == phases.get(comes, "")
        seen.add(comes)
    assert {"", "loan"} <= seen
    assert edition == "family" or "sale" in seen


# --- trips ---

TRIP: Final = "trip used 0 loading no delivering no paid -"
CARRIES: Final = seat(cash=9, wagons=2, cargo="rbg", at="n14")  # n18 has a red and a blue disk, and takes green for little


def batches(markup: str) -> dict[str, list[str]]:
    """The buttons of the trips, by what they say."""
    found = re.findall(r'<button class="[^"]*" type="button" data-batch="([^"]*)"[^>]*>([^<]*)</button>', markup)
    return {words: batch.split("|") for batch, words in found}


def test_a_trip_delivers_what_pays_in_full_and_the_rest_only_by_a_button_that_says_so() -> None:
    trip = parts(shipping(CARRIES))["trips"]
    assert '<b class="brings">pays 10</b>' in trip
    buttons = batches(trip)
    assert list(buttons) == ["Go, deliver", "Go", "Go, deliver all for 11"]
    assert "Keeps a green cube: it pays only 1 here" in trip
    assert {move for move in buttons["Go, deliver"] if move.startswith("deliver")} == {"deliver red", "deliver blue"}
    assert {move for move in buttons["Go, deliver all for 11"] if move.startswith("deliver")} == {
        "deliver red",
        "deliver blue",
        "deliver green",
    }
    after = play(shipping(CARRIES), *buttons["Go, deliver"])
    assert after.view(0).board.seats[0].cargo == "g"
    assert after.cash[0] == 19


def test_a_trip_that_pays_only_little_says_so_beside_its_buttons() -> None:
    state = shipping(seat(cash=9, cargo="g", at="n14"))
    trip = parts(state)["trips"]
    assert list(batches(trip)) == ["Go, deliver", "Go"]
    assert '<b class="brings little">pays 1</b>' in trip
    assert 'class="move pays"' not in trip
    assert 'class="flag pays"' not in parts(state)["map-ways"]
    assert 'class="flag pays"' in parts(shipping(CARRIES))["map-ways"]


def test_the_cities_that_pay_in_full_come_first() -> None:
    # n8, six steps away, has a yellow disk; n18, four steps away, takes yellow for little
    track = f"{LINE} n13/s0/1 n12/s0/1 n11/s0/1 n10/s0/1 n9/s0/1"
    cities = CITIES.replace("n18/ykw/ykRB", "n18/bkw/bkRG")
    found = trips(Reading(scene(shipping(seat(cash=9, cargo="y", at="n14"), track=track, cities=cities), 0)))
    assert [(trip.city, trip.points, trip.pays, trip.little) for trip in found] == [("n8", 6, (5,), ()), ("n18", 4, (), (1,))]


def test_the_badge_of_a_city_has_the_steps_the_cost_and_the_income() -> None:
    foreign = shipping(CARRIES, track="n15/s0/2 n16/s0/2 n17/s0/2")
    assert re.findall(r"<text[^>]*>([^<]*)</text>", parts(foreign)["map-ways"]) == ["4 −3 +10"]
    assert "3 −1 +5 3 steps, costs 1, pays 5" in plain(parts(foreign)["legend"])
    assert "4 steps; pay toll 3 to Ann 2" in plain(parts(foreign)["trips"])
    assert "2 +5 2 runs, pays 5" in plain(parts(family_shipping(CARRIES))["legend"])
    assert [trip.pays for trip in trips(Reading(scene(foreign, 0)))] == [(5, 5)]


def test_a_trip_costs_what_delivering_at_its_end_costs() -> None:
    # nine of ten free points are used: four steps cost 3, and delivering 2 more
    late = shipping(seat(cash=9, wagons=2, cargo="rb", at="n14"), used=9)
    shown = parts(late)
    assert re.findall(r"<text[^>]*>([^<]*)</text>", shown["map-ways"]) == ["4 −5 +10"]
    assert "4 steps; pay 3 for extra action points, 2 more to deliver" in plain(shown["trips"])
    assert "(2 action points to deliver, costs 2)" in shown["trips"]
    after = play(late, *batches(shown["trips"])["Go, deliver"])
    assert after.cash[0] == 9 - 5 + 10
    # the free points suffice for the way alone
    just = shipping(seat(cash=9, cargo="r", at="n14"), used=6)
    assert "4 steps; pay 2 for extra action points to deliver" in plain(parts(just)["trips"])


def test_what_is_done_in_a_city_says_what_its_points_cost() -> None:
    at_n18 = seat(cash=9, cargo="r", at="n18")
    assert "2 action points for 2 money" in plain(parts(shipping(at_n18, used=12))["prompt"])
    assert " for 2 money" not in plain(parts(shipping(at_n18, used=3))["prompt"])
    assert "No free action points left: each costs 1 (paid: 2)" in plain(parts(shipping(at_n18, used=12))["prompt"])


def test_a_click_on_a_city_shows_the_way_and_says_so() -> None:
    assert 'data-does="show the way; 4 steps, deliver for 10"' in parts(shipping(CARRIES))["map-spots"]


# --- the end ---


def test_the_last_turn_is_said_and_asked_about() -> None:
    text_of = family_text("shipping", seat(cash=9, at="n14"), seat(), extra=f"{TRIP} | last 2", track=LINE, round=4)
    prompt = parts(family(text_of))["prompt"]
    assert "Your last turn: Ann 2 has connected 6 cities. Ship:" in prompt
    assert 'data-ask="Finish shipping and end your last turn?"' in prompt
    not_yet = parts(family_shipping(seat(cash=9, at="n14")))["prompt"]
    assert "last turn" not in not_yet
    assert 'data-ask="Finish shipping and end your turn?"' in not_yet


def test_the_last_round_is_said() -> None:
    last = parts(standard(text("building", seat(cash=9), seat(), round=10)))["prompt"]
    assert "Round 10 of 10, the last. Build your first track" in last
    assert 'data-ask="Finish building and end your last turn?"' in last
    assert "the last" not in parts(standard(text("building", seat(cash=9), seat(), round=9)))["prompt"]


def test_the_end_says_why_the_game_ended() -> None:
    over = play(standard(text("building", seat(), seat(), at=2, round=10)), "done")
    assert "It ended after 10 rounds." in freight.parts(scene(over, None))["prompt"]
    connected = play(family(family_text("building", seat(), seat(), extra="last 2", round=4)), "done")
    shown = freight.parts(scene(connected, None))
    assert "It ended because Ann 2 connected 6 cities." in shown["prompt"]
    assert "Ann 2 connected 6 cities, and everybody else had one more turn." in shown["round"]
    assert "has one more turn" not in shown["round"]


# --- loans and new cities ---


def test_a_loan_that_cannot_be_taken_says_why() -> None:
    assert "no more this round: 1 loan a round, 2 in the first" in parts(building(seat(cash=9, loans=1, took=1)))["prompt"]
    assert "no more this round" not in parts(building(seat(cash=9)))["prompt"]


def test_the_places_of_a_new_city_are_empty_until_the_die_is_cast() -> None:
    founded = play(building(seat(cash=20, at="n14"), track="n15/s0/1"), "city n16")
    prompt = parts(founded)["prompt"]
    assert "A die then brings the first one." in prompt
    tiles = re.findall(r'<button class="move citytile"[^>]*data-word="tile .*?</button>', prompt)
    assert tiles
    assert all(kind.endswith(" empty") for tile in tiles for kind in re.findall(r'<i class="(mk [^"]*)"', tile))


# --- the map and the manual ---


def test_the_city_of_the_manual_is_drawn_as_on_the_board() -> None:
    edition = STANDARD
    middle = next(name for name in edition.grid.names if place(edition.grid, name) == (0, 0))
    tile, markers = edition.data.city_tiles[1], "ryGK"
    drawn = cities_layer(edition, 2, (City(middle, tile, markers),), ())
    group = re.findall(r"<g .*</g>", drawn)[0].replace(middle, "k7")
    group = group.replace(city_names((middle,))[middle], city_names(("k7",))["k7"])
    assert group in manual.city(edition, tile, markers)
    assert manual.city(edition, tile, markers) in chapter_of("freight").text


def test_the_map_shows_all_of_the_land_until_the_cities_are_placed() -> None:
    cities = tuple(City(hexagon, "rbg", "") for hexagon in ("n14", "n18", "r10", "j14", "r14", "n8"))

    def busy(count: int) -> tuple[int, int]:
        box = re.findall(r'data-busy="([^"]*)"', cities_layer(STANDARD, 2, cities[:count], ()))[0].split()
        return int(box[2]), int(box[3])

    assert busy(0) == busy(5)
    assert busy(0) > busy(6)
    for hexagon in ("n8", "n18", "r10", "j14"):  # all of them, with room around them
        box = re.findall(r'data-busy="([^"]*)"', cities_layer(STANDARD, 2, cities, ()))[0]
        left, top, wide, high = [int(number) for number in box.split()]
        x, y = place(STANDARD.grid, hexagon)
        assert left + 42 <= x <= left + wide - 42
        assert top + 74 <= y <= top + high - 48


@pytest.mark.parametrize(
    ("city", "words"),
    [
        ("n14/rbg/rbY", "Winmore n14: take red, blue; pays 5 for yellow; 1 for black, white"),
        ("n14/rbg/rrYK", "Winmore n14: take 2 red; pays 5 for yellow, black; 1 for white"),
        ("n14/rbg/rYYK", "Winmore n14: take red; pays 5 for yellow (2 disks), black; 1 for white"),
        ("n14/rbg/-", "Winmore n14: nothing to take; pays 1 for yellow, black, white"),
    ],
)
def test_a_city_says_what_to_take_and_what_it_pays_for(city: str, words: str) -> None:
    state = building(seat(cash=9), cities=CITIES.replace("n14/rbg/rbY", city))
    assert f'aria-label="{words}"' in parts(state)["map-cities"]


def test_what_the_prompt_says_is_what_can_be_done() -> None:
    assert "Build your first track, from any city: choose where a line should lead." in parts(building(seat(cash=9)))["prompt"]
    assert "data-found" not in parts(building(seat(cash=9)))["prompt"]
    assert "You have no track left, build again from any city:" in parts(building(seat(cash=9, at="n14")))["prompt"]
    some = parts(building(seat(cash=9, at="n14"), track="n15/s0/1"))
    assert "Build: choose where a line should lead. A lit hex takes one tile. Money: 9." in some["prompt"]
    assert "<span>Found a city</span><small>costs 5, on a hex with a ring</small>" in some["prompt"]
    assert 0 < some["map-spots"].count('class="ring"') < some["map-spots"].count("spot site can")
    none = parts(building(seat(cash=4, at="n14"), track="n15/s0/1"))
    assert (
        'data-found aria-pressed="false" aria-disabled="true"><span>Found a city</span><small>costs 5, you have 4</small>'
        in none["prompt"]
    )
    assert 'class="ring"' not in none["map-spots"]
    filling = standard(text("filling", seat(at="n14"), seat(), track="n15/s0/1", boxes="rr/r"))
    assert 'data-ask="Put a red cube into box 2 and end your turn?" data-go="End turn"' in parts(filling)["prompt"]
    assert "10 free action points left" in parts(shipping(seat(cash=5, at="n14")))["prompt"]
    loaded = shipping(seat(cash=5, at="n14", cargo="r"), used=2, loading="open")
    assert "free, in the same stop" in parts(loaded)["prompt"]
    assert "2 action points, any number of cubes" in parts(shipping(seat(cash=5, at="n14")))["prompt"]
    delivered = shipping(seat(cash=5, at="n14", cargo="r"), used=2, delivering="open")
    assert "only 1 action point: you delivered here" in parts(delivered)["prompt"]
    assert "a step takes 1 action point, delivering takes 2" in parts(shipping(seat(cash=5, at="n14")))["trips"]
    assert "No runs left." in parts(family_shipping(seat(cash=5, at="n14"), used=2, cities=EMPTY))["prompt"]


EMPTY: Final = "n14/rbg/- n18/ykw/ykRB r10/rby/rbGK j14/rbk/bkGY r14/gyk/gyRB n8/bgw/bgRY"


def test_a_city_stands_for_the_markers_that_fit_it_and_each_marker_for_its_cities() -> None:
    # n14 supplies red, n18 wants it: a red cube fits the one, a red disk the other
    state = standard(
        text("supplying", seat(at="n14"), seat(), track=LINE, boxes="rR/rr", cities=CITIES.replace("n18/ykw/ykRB", "n18/ykw/ykB"))
    )
    shown = parts(state)
    assert re.findall(r'data-at="(.)" data-places="([^"]*)"', shown["prompt"]) == [("r", "n14"), ("R", "n18")]
    assert set(re.findall(r'data-hex="(\w+)" data-word="put red \w+" data-place="(\w+)"', shown["map-spots"])) == {
        ("n14", "n14"),
        ("n18", "n18"),
    }


def test_a_hex_on_which_a_city_can_be_founded_knows_its_name() -> None:
    state = building(seat(cash=12, at="n14"), track=LINE + " n13/s0/1")
    spots = dict(re.findall(r'data-hex="(\w+)" data-joins="\d+" data-city="(\w+)"', parts(state)["map-spots"]))
    play(state, "city n12")
    assert spots["n12"] == city_names(tuple([city.hex for city in state.view(None).board.cities]))["n12"]


def test_family_rules_say_how_the_game_ends_where_a_phone_shows_it() -> None:
    needed = family_shipping(seat(at="n14")).rules.end_at_cities
    assert f"Ends when somebody has {needed} cities; most so far: 2" in parts(family_shipping(seat(at="n14")))["ends"]
    assert "hidden" in parts(shipping(seat(at="n14")))["ends"]


def test_family_rules_say_on_a_phone_that_somebody_has_the_cities_before_the_turn_is_over() -> None:
    reading = Reading(scene(family_shipping(seat(at="n14")), 0))
    needed, (first, *others) = reading.rules.end_at_cities, reading.board.seats
    reading.board = structs.replace(reading.board, seats=(structs.replace(first, cities=("n14",) * needed), *others))
    assert f"{reading.seat_name(1)} has {needed} cities: one last turn for all others" in ends_part(reading)


@pytest.mark.parametrize(
    ("state", "why"),
    [
        (standard(text("supplying", seat(at="n14"), seat(), track=LINE, boxes="rr/rr")), "data-place"),
        (standard(text("starting", seat(), seat(), track=LINE)), "data-why"),
    ],
)
def test_a_city_that_cannot_be_chosen_can_be_asked_why(state: State, why: str) -> None:
    spots = parts(state)["map-spots"]
    offered = set(re.findall(r'data-hex="(\w+)" data-word=', spots))
    refused = dict(re.findall(rf'class="spot on-town refused"[^>]*data-hex="(\w+)" {why}="([^"]*)"', spots))
    assert offered
    assert set(refused) == {city.hex for city in state.view(0).board.cities} - offered
    assert all(words.endswith(name) for name, words in refused.items())


def test_the_button_of_the_whole_map_has_the_four_corners() -> None:
    keys = dict(
        re.findall(
            r'data-zoom="(fit|whole)"[^>]*><svg[^>]*><path d="([^"]*)"',
            freight.arrange({**parts(building(seat(cash=9))), "talk": ""}),
        )
    )
    assert keys["whole"].count("M") == 4
    assert "a4.5" in keys["fit"]
