"""Score sheets on the page."""

import msgspec

from freightyard.core.contract import Outcome, Sheet, SheetRow
from freightyard.page.contract import PageContext, Player
from freightyard.page.players import who, without_stand_ins
from freightyard.page.sheet import result, sheet_part, sheets_part, whole_part, winner_words
from freightyard.page.shell import menu
from tests.page.markup import read
from tests.page.scenes import NASTY, players

AROUND = PageContext(title="A game", home="/t/abc", link="http://localhost/t/abc", ply=9, build="b1")
SHEET = Sheet(
    "Day 1",
    (SheetRow("tank", "ft.award", ("4 ×2", ""), (6, 0)), SheetRow("yard", "ft.yard-award", ("3", "2"), (-3, 1))),
    (3, 1),
)


def test_every_point_is_shown_with_what_it_was_earned_for() -> None:
    things = read(sheet_part(SHEET, players(2), manual="/manual/freight-train"))
    cells = [thing.text for thing in things if thing.tag == "td"]
    assert cells == ["", "4 ×2+6", "–", "3−3", "2+1", "+3", "+1"]
    assert [thing.attributes["href"] for thing in things if thing.tag == "a"] == [
        "/manual/freight-train#ft.award",
        "/manual/freight-train#ft.yard-award",
    ]


def test_the_latest_sheet_comes_first_and_a_finished_game_with_its_winner() -> None:
    outcome = Outcome((7, -2), (0,), "ft.win")
    second = Sheet("Day 2", (), (1, 1))
    things = read(sheets_part((SHEET, second), players(2), outcome))
    assert things[0].attributes["data-count"] == "2"
    assert "data-over" in things[0].attributes
    assert [thing.text for thing in things if thing.tag == "caption"] == ["Whole game", "Day 2", "Day 1"]
    assert [thing.text for thing in things if thing.tag == "li"] == ["1.Player 17", "2.Player 2−2"]


def test_how_a_game_was_counted_comes_before_how_it_grew() -> None:
    outcome = Outcome((3, 1), (0,), "ft.win")
    for sheets, points in (((SHEET,), (3, 1)), ((SHEET, Sheet("Day 2", (), (1, 1))), (9, 9))):
        drawn = sheets_part(sheets, players(2), Outcome(points, (0,), "ft.win"), home="/t/abc")
        assert drawn.index("<table") < drawn.index("data-chart")
        assert 'href="/t/abc/review"' in drawn  # why it came so is one click away
    assert "data-chart" not in sheets_part((SHEET,), players(2), outcome)


def test_sheets_add_up_to_the_points_with_what_one_began_with_and_paid() -> None:
    sheets, outcome = (SHEET, Sheet("Day 2", (), (1, 1))), Outcome((8, 7), (0,), "ft.win")
    things = read(whole_part(sheets, players(2), outcome))
    assert [thing.text for thing in things if thing.tag == "tr"][1:] == [
        "Starting points minus costs+4+5",
        "Day 1+3+1",
        "Day 2+1+1",
        "Total87",
    ]
    assert whole_part(sheets, players(2), Outcome((4, 2), (0,), "ft.win")) == "", "the sheets tell everything"


def test_a_shared_win_names_everybody() -> None:
    assert winner_words(Outcome((7, 7, 3), (0, 1), "ft.win"), ["A", "B", "C"]) == "A and B share the win with 7 points"
    assert winner_words(Outcome((7, 6), (0,), "ft.win"), ["A", "B"]) == "A wins with 7 points"
    assert winner_words(Outcome((0, 0), (), "fr.bankrupt"), ["A", "B"]) == "Nobody wins"


def test_equal_points_share_a_place_unless_they_won() -> None:
    things = read(result(Outcome((48, 49, 48, 40), (1,), "fc.end"), players(4)))
    places = [thing.text for thing in things if thing.tag == "li"]
    assert places == ["1.Player 249", "2.Player 148", "2.Player 348", "4.Player 440"]
    things = read(result(Outcome((48, 48, 48), (1,), "fc.end"), players(3)))
    assert [thing.text for thing in things if thing.tag == "li"] == ["1.Player 248", "2.Player 148", "2.Player 348"]


def test_the_winners_column_comes_first_when_the_game_is_over() -> None:
    outcome = Outcome((1, 9), (1,), "ft.win")
    for over, names, cells in ((None, ["Player 1", "Player 2"], ["+3", "+1"]), (outcome, ["Player 2", "Player 1"], ["+1", "+3"])):
        things = read(sheet_part(SHEET, players(2), outcome=over))
        assert [thing.text for thing in things if thing.attributes.get("scope") == "col"] == names
        assert [thing.text for thing in things if thing.tag == "td"][-2:] == cells


def test_the_total_of_the_only_sheet_is_the_score_and_adds_nothing() -> None:
    for outcome, cells in ((Outcome((3, 1), (0,), "fc.end"), ["3", "1"]), (Outcome((8, 1), (0,), "ft.win"), ["+3", "+1"])):
        things = read(sheet_part(SHEET, players(2), outcome=outcome))
        assert [thing.text for thing in things if thing.tag == "td"][-2:] == cells


def test_the_menu_knows_what_is_of_use_only_while_the_game_runs() -> None:
    context = msgspec.structs.replace(AROUND, actions=frozenset({"leave", "end", "give-up"}), mutes=((1, "Bob", False),))
    things = read(menu(context, "/manual/freight-train"))
    (group,) = [thing for thing in things if thing.attributes.get("class") == "while-playing"]
    assert "End the game" in group.text
    assert "Give up my seat" in group.text
    assert "Bob" not in group.text
    assert "while-playing" not in menu(AROUND, "/manual/freight-train")


def test_the_menu_leads_to_the_lobby() -> None:
    for replay in (False, True):
        assert '<a class="quiet" href="/">Lobby</a>' in menu(AROUND, "/manual/freight-train", replay=replay)


def test_a_bot_that_stood_in_is_named_once_the_game_is_over_and_not_at_earlier_moments() -> None:
    nora = (Player(0, "Nora", bot="medium"), Player(1, "hard", bot="hard", person=False))
    assert "A bot played for Nora at the end." in result(Outcome((1, 0), (0,), "ft.win"), nora)
    assert "A bot played" not in result(Outcome((1, 0), (0,), "ft.win"), nora[1:] + nora[1:])
    then = without_stand_ins(nora)
    assert [player.bot for player in then] == [None, "hard"]
    assert "is playing" not in who(then[0], "Nora", acting=False)


def test_rules_open_beside_the_table() -> None:
    markup = sheet_part(SHEET, players(2), manual="/manual/freight-train") + menu(AROUND, "/manual/freight-train")
    links = [thing for thing in read(markup) if thing.tag == "a" and thing.attributes["href"].startswith("/manual")]
    assert len(links) == 3
    assert {(link.attributes.get("target"), link.attributes.get("rel")) for link in links} == {("_blank", "noopener")}


def test_names_stay_words() -> None:
    for markup in (sheet_part(SHEET, players(2, name=NASTY)), result(Outcome((1, 0), (0,), "ft.win"), players(2, name=NASTY))):
        assert not [thing for thing in read(markup) if "onclick" in thing.attributes]
