"""The line builder: every line that is offered can be built as it was said, and the cheapest comes first."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec import structs

from freightyard.bots import make_bot
from freightyard.core.chance import Stream
from freightyard.core.contract import CHANCE
from freightyard.core.errors import BadSetup
from freightyard.games.freight.bot.track import lines as bot_lines
from freightyard.games.freight.page.board import answer
from freightyard.games.freight.page.line_answers import ends_with
from freightyard.games.freight.page.lines import MONEY, TILES, Line, founding_lines, lines_to
from freightyard.games.freight.page.sentences.lines import last_city, note, way
from freightyard.games.freight.rules import GAME
from freightyard.games.freight.rules.city_names import city_names
from freightyard.games.freight.rules.network import ABOVE, TOWN
from freightyard.games.freight.rules.phases import BUILDING, CHOOSING
from freightyard.games.freight.rules.state import State
from tests.games.freight.positions import CITIES, LINE, building, family, family_text, seat

J14 = city_names(tuple([city.partition("/")[0] for city in CITIES.split()]))["j14"]


def builders(edition: str, seats: int, bot: str, seed: str) -> Iterator[State]:
    """The states of a game in which somebody is building."""
    state = GAME.start(GAME.edition(edition), seats)
    bots = [make_bot(bot, GAME, Stream(f"{seed}/{number}")) for number in range(seats)]
    while (actor := state.to_act()) is not None:
        if actor == CHANCE:
            state.play(state.draw(Stream(f"{seed}/{state.turns}/{len(state.cities)}/{state.phase}/{sum(state.total)}")))
            continue
        if state.phase == BUILDING:
            yield state.clone()
        state.play(state.edition.vocabulary.parse(bots[actor].decide(state.view(actor))))


def played(state: State, line: Line) -> State:
    """The state after a line, built move by move as the rules allow."""
    after = state.clone()
    for text in line.moves:
        move = after.edition.vocabulary.parse(text)
        assert after.refuse(move) is None, (text, line)
        after.play(move)
    return after


def check(state: State, name: str) -> list[Line]:
    goal, who = state.edition.grid.index[name], state.actor
    found = lines_to(state.view(who), name)
    assert bool(found.lines) != bool(found.why)
    assert not found.lines or found.lines[0].price == min([line.price for line in found.lines if not line.founds] or [99])
    assert len({line.moves for line in found.lines}) == len(found.lines)
    for line in found.lines:
        after = played(state, line)
        assert after.cash[who] == line.cash == state.cash[who] + line.borrowed * state.rules.amount - line.price
        assert after.loans[who] == line.loans == state.loans[who] + line.borrowed
        cell = after.cell[goal]
        if line.founds:
            assert after.phase == CHOOSING
        if cell >> TOWN:
            assert after.net[who] >> (cell >> TOWN) - 1 & 1
        else:
            assert cell != state.cell[goal]
            assert cell & 63 or cell >> ABOVE & 63
        for city in line.by:
            town = (state.cell[state.edition.grid.index[city]] >> TOWN) - 1
            assert after.net[who] >> town & 1
            assert not state.net[who] >> town & 1
        if line.starts:
            assert after.locomotive[who] == state.edition.grid.index[line.starts]
            assert state.locomotive[who] < 0
    return list(found.lines)


@pytest.mark.parametrize(
    ("edition", "seats", "bot"),
    [
        ("standard", 2, "greedy"),
        ("standard", 6, "greedy"),
        ("standard", 3, "random"),
        ("family", 4, "greedy"),
        ("family", 3, "random"),
    ],
)
def test_every_line_that_is_offered_is_built_as_it_was_said(edition: str, seats: int, bot: str, deep: bool) -> None:
    chance = Random(f"{edition} {seats} {bot}")  # noqa: S311  (no secret)
    offered = 0
    for seed in range(20 if deep else 1):
        for state in builders(edition, seats, bot, f"lines {seed}"):
            if chance.random() < (0.5 if deep else 0.1):
                names = [name for number, name in enumerate(state.edition.grid.names) if state.rules.inside[number]]
                towns = [state.edition.grid.names[city] for city in state.cities]
                for name in chance.sample(names, 3) + chance.sample(towns, 2):
                    offered += len(check(state, name))
    assert offered > 20


def test_no_bot_finds_a_cheaper_line(deep: bool) -> None:
    chance = Random("cheaper")  # noqa: S311  (no secret)
    for seats in (2, 5):
        for state in builders("standard", seats, "greedy", f"cheaper {seats}"):
            if not state.own[state.actor] or chance.random() > (1 if deep else 0.15):
                continue
            for theirs in bot_lines(state, state.cash[state.actor]):
                ours = lines_to(state.view(state.actor), state.edition.grid.names[state.cities[theirs.city]])
                assert ours.lines
                assert ours.lines[0].price <= theirs.price


def first(state: State, name: str) -> Line:
    return lines_to(state.view(0), name).lines[0]


def test_a_line_to_a_city_is_the_cheapest_from_the_network() -> None:
    line = first(building(seat(cash=20, at="n14"), track=LINE), "j14")
    assert line.moves == ("build m14 straight 1", "build l14 straight 1", "build k14 straight 1")
    assert (line.price, line.cash, line.loans, line.begins, line.by) == (9, 11, 0, "n14", ())


def test_a_line_that_costs_more_than_the_cash_begins_with_a_loan() -> None:
    line = first(building(seat(cash=2, at="n14"), track=LINE), "j14")
    assert line.moves[0] == "loan"
    assert (line.price, line.cash, line.loans, line.borrowed) == (9, 3, 1, 1)


def test_without_a_loan_the_money_is_the_reason() -> None:
    found = lines_to(building(seat(cash=2, loans=1, took=1, at="n14"), track=LINE).view(0), "j14")
    assert (found.lines, found.why, found.price) == ((), MONEY, 9)


def test_a_line_goes_over_track_by_a_bridge() -> None:
    wall = "m14/s0/2 m15/s0/2 m13/s0/2 m16/s0/2 m12/s0/2 m11/s0/2 m17/s0/2"
    lines = lines_to(building(seat(cash=20, at="n14"), seat(), track=f"{LINE} {wall}").view(0), "j14").lines
    assert "bridge m14 1" in lines[0].moves
    assert lines[0].price == 11


def test_a_line_begins_with_an_upgrade_where_that_is_cheaper() -> None:
    track = "n9/s0/1 n10/s0/1 n11/s0/1 n12/s0/1 n13/s0/1"
    lines = lines_to(building(seat(cash=20, at="n8"), track=track, cities=f"{CITIES} l12/bgk/-").view(0), "l12").lines
    assert lines[0].moves[0].startswith("upgrade n")
    assert (lines[0].price, len(lines[0].laid)) == (6, 2)
    assert any(not any(move.startswith("upgrade") for move in line.moves) for line in lines)  # and one without a switch


def test_an_empty_hex_can_be_reached_by_track_and_by_a_new_city() -> None:
    state = building(seat(cash=30, at="n14"), track=LINE)
    lines = lines_to(state.view(0), "p15").lines
    assert not lines[0].founds
    assert lines[0].laid[-1].startswith("build p15 ")
    (founding, *_) = [line for line in lines if line.founds]
    assert founding.moves[-1] == "city p15"
    assert founding.price == 5 + 3 * len(founding.laid)


def test_the_last_tile_points_at_a_city_that_is_not_connected() -> None:
    line = first(building(seat(cash=20, at="n14"), track=LINE), "k14")
    assert line.moves[-1] == "build k14 straight 1"  # and so it joins j14


def test_a_line_connects_a_city_on_its_way() -> None:
    # From n18 over n14 to j14, with no track between n14 and n18 yet.
    track = "n19/s0/1"
    line = first(building(seat(cash=40, at="n18"), track=track), "j14")
    by = [each for each in lines_to(building(seat(cash=40, at="n18"), track=track).view(0), "j14").lines if each.by]
    assert by
    assert line.price <= by[0].price


def test_the_first_line_can_start_at_either_end() -> None:
    lines = lines_to(building(seat(cash=20)).view(0), "j14").lines
    assert {line.starts for line in lines if set(line.laid) == set(lines[0].laid)} == {"j14", "n14"}


def test_without_tiles_the_reason_is_the_tiles() -> None:
    state = building(seat(cash=50, at="n14"), track=LINE)
    grid = state.edition.grid
    far = [
        name
        for number, name in enumerate(grid.names)
        if state.rules.inside[number] == 63 and not state.cell[number] and grid.distance(number, grid.index["k14"]) > 4
    ]
    straights = f"{LINE} {' '.join([f'{name}/s0/1' for name in far[:17]])}"
    found = lines_to(building(seat(cash=50, at="n14"), track=straights).view(0), "k14")
    assert found.lines
    assert not any("straight" in move for line in found.lines for move in line.moves)
    curves = f"{straights} {' '.join([f'{name}/c0/1' for name in far[17:37]])}"
    found = lines_to(building(seat(cash=50, at="n14"), track=curves).view(0), "k14")
    assert (found.lines, found.why) == ((), TILES)


def test_only_who_is_building_may_ask() -> None:
    state = building(seat(cash=20, at="n14"), seat(), track=LINE)
    for view, topic, words in (
        (state.view(1), "line", "j14"),
        (state.view(None), "line", "j14"),
        (state.view(0), "pack", "j14"),
        (state.view(0), "line", "j99"),
        (state.view(0), "line", "a1"),
    ):
        with pytest.raises(BadSetup):
            answer(view, topic, words)


def test_the_answer_says_what_a_line_costs_and_leaves() -> None:
    told = answer(building(seat(cash=10, loans=2, took=1, at="n14"), track=LINE).view(0), "line", "j14")
    assert isinstance(told, dict)
    line = told["lines"][0]
    assert told["title"] == f"Line to {J14} j14"
    assert line["go"] == "Build for 9, leaves 1"
    assert line["facts"] == ["3 straights", "Leaves 1, and you owe 2 interest"]
    assert (
        line["warning"]
        == "1 too little for the interest: you will have to auction a section of your track unless your train earns 1."
    )
    assert [piece["hex"] for piece in line["pieces"]] == ["m14", "l14", "k14"]


def test_a_line_says_that_its_city_ends_the_game() -> None:
    state = family(family_text("building", seat(cash=20, at="n14"), seat(), track=LINE))
    board, needed = state.view(0).board, state.rules.end_at_cities
    line = lines_to(state.view(0), "j14").lines[0]
    for had, ends in ((needed - 2, False), (needed - 1, True), (needed, False)):
        at = structs.replace(board.seats[0], cities=("n14", "n18", *("x",) * (had - 2)))
        assert ends_with(state.rules, structs.replace(board, seats=(at, *board.seats[1:])), line, "j14") is ends
    at = structs.replace(board.seats[0], cities=("n14", "n18", *("x",) * (needed - 3)))
    assert not ends_with(state.rules, structs.replace(board, seats=(at, *board.seats[1:]), last=2), line, "j14")
    assert last_city(6) == "Your sixth city ends the game: after this turn all others have one last turn."


def test_a_loan_is_told_before_what_it_leaves() -> None:
    state = next(builders("family", 2, "greedy", "first lines"))
    told = answer(state.view(state.actor), "line", state.edition.grid.names[state.cities[0]])
    assert isinstance(told, dict)
    for line in told["lines"]:
        facts = [fact.split(" ")[0] for fact in line["facts"]]
        assert facts.index("Takes") < facts.index("Leaves")  # nobody has money before the first loan


def test_the_first_lines_say_both_their_ends_and_where_the_train_starts() -> None:
    state = next(builders("family", 2, "greedy", "first lines"))
    names = city_names(tuple([state.edition.grid.names[city] for city in state.cities]))
    goal = state.edition.grid.names[state.cities[0]]
    told = answer(state.view(state.actor), "line", goal)
    assert isinstance(told, dict)
    notes = [line["note"] for line in told["lines"]]
    others = "|".join([name for place, name in names.items() if place != goal])
    assert notes
    for told_of in notes:
        assert re.search(rf"from ({others}), train starts (there|in {names[goal]})$", told_of), told_of
    assert any(told_of.endswith(f"train starts in {names[goal]}") for told_of in notes)


def test_the_answer_says_why_there_is_no_line() -> None:
    told = answer(building(seat(cash=2, loans=1, took=1, at="n14"), track=LINE).view(0), "line", "j14")
    why = f"The cheapest line to {J14} j14 costs 9, and you have 2."
    assert told == {"goal": "j14", "lines": [], "why": why, "href": "/manual/freight#fr.build-track"}


def test_a_hex_without_a_city_is_not_told_by_coordinates_that_the_map_does_not_show() -> None:
    state = building(seat(), track=LINE)
    found: list[Any] = [answer(state.view(state.actor), "line", words) for words in ("k14", "n12", "l18")]
    assert [str(one["title"]) for one in found if "title" in one]
    for one in found:
        for sentence in (one.get("title", ""), one.get("why", ""), *[line["note"] for line in one["lines"]]):
            assert not re.search(r"\b[a-z]\d+\b", sentence), sentence


def test_a_line_says_what_it_is_chosen_for_and_then_where_it_goes() -> None:
    assert note(way("Ember", ["Vinery"], ""), ["cheapest"]) == "cheapest: from Ember via Vinery"
    assert note(way("Ember", [], "Ember"), []) == "from Ember, train starts there"
    assert note(way("Ember", [], "Vinery"), ["fewer tiles"]) == "fewer tiles: from Ember, train starts in Vinery"


# --- a city at the end of a line ---


def test_whoever_founds_a_city_gets_the_lines_that_end_with_one() -> None:
    told = answer(building(seat(cash=30, at="n14"), track=LINE).view(0), "city", "p15")
    assert isinstance(told, dict)
    assert told["title"] == "Found a city on this hex"
    assert all(line["moves"][-1] == "city p15" for line in told["lines"])
    assert re.fullmatch(r"Build and found a city for \d+, leaves \d+", told["lines"][0]["go"])
    assert told["lines"][0]["price"] == min(line["price"] for line in told["lines"])
    assert not any("with a new city" in line["note"] for line in told["lines"])  # all of them are


def test_the_hexes_that_are_lit_for_a_new_city_are_those_that_take_one() -> None:
    view = building(seat(cash=14, took=1, at="n14"), track=LINE).view(0)
    told = answer(view, "cities", "")
    assert isinstance(told, dict)
    lit = set(told["hexes"])
    assert "p15" in lit
    for name in ("p13", "p14", "p15", "p16", "o15", "n15", "m14", "q14", "l12", "l16"):
        assert bool(founding_lines(view, name).lines) is (name in lit), name


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("n15", "A new city needs a free hex."),
        ("m14", "No new city here: it would stand beside another city."),
        ("f20", "No new city here: it must lie inside a triangle of three cities."),
        ("p15", "The cheapest line to a new city here costs 11, and you have 6."),
    ],
)
def test_a_hex_that_takes_no_city_says_why(name: str, why: str) -> None:
    told = answer(building(seat(cash=6, loans=1, took=1, at="n14"), track=LINE).view(0), "city", name)
    assert isinstance(told, dict)
    assert (told["lines"], told["why"]) == ([], why)


def test_a_switch_is_called_a_switch_and_a_line_from_it_begins_on_the_own_track() -> None:
    track = "n9/s0/1 n10/s0/1 n11/s0/1 n12/s0/1 n13/s0/1"
    told = answer(building(seat(cash=20, at="n8"), track=track, cities=f"{CITIES} l12/bgk/-").view(0), "line", "l12")
    assert isinstance(told, dict)
    first, *others = told["lines"]
    assert first["facts"][0].endswith("1 switch")
    assert "from your track near " in first["note"]
    assert any(line["note"].startswith("without a switch") for line in others)
    assert "upgrade" not in str([line["note"] for line in told["lines"]])
