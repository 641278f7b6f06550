"""The form for a new table, over a real server."""

import pytest

from freightyard.core.contract import Game
from freightyard.games import all_games, game_named
from tests.server.running import Browser
from tests.site.reading import Document

TRAIN = {"game": "freight-train", "edition": "mayfair-1996", "name": "Ann"}


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_the_form_offers_every_edition_option_and_bot(ann: Browser, game: Game) -> None:
    text = ann.get(f"/new?game={game.name}").text
    page = Document(text)
    for name in game.editions:
        edition = game.edition(name)
        assert edition.title in page.text
        for option in edition.options:
            assert option.title in page.text
            assert f'name="{name}.{option.name}"' in text
    assert page.checked >= {("edition", game.editions[0]), ("public", "yes")}
    assert page.fields["seat-1"] == "me"
    assert 'value="bot:random"' in text
    assert (f"/manual/{game.name}#editions" in page.links) == (len(game.editions) > 1), "one edition differs from nothing"


def test_the_form_opens_on_the_game_that_was_played_last(ann: Browser) -> None:
    assert "New table of Freight Train" in ann.get("/new").text, "the first one to somebody new"
    ann.new_table("freight-cars", "me", "open")
    assert "New table of Freight Cars" in ann.get("/new").text
    ann.new_table("freight", "me", "open")
    assert "New table of Freight –" in ann.get("/new").text
    assert "New table of Freight Cars" in ann.get("/new?game=freight-cars").text


def test_a_name_that_was_typed_elsewhere_is_filled_in(ann: Browser) -> None:
    text = ann.get("/new?game=freight&name=N%26ora%22").text
    page = Document(text)
    assert page.fields["name"] == 'N&ora"'
    assert "/new?game=freight-cars&name=N%26ora%22" in page.links, "and stays when another game is chosen"


def test_an_unknown_game_shows_the_first_one(ann: Browser) -> None:
    assert "New table of Freight Train" in ann.get("/new?game=chess").text


def test_options_and_edition_are_those_that_were_chosen(ann: Browser) -> None:
    fields = {**TRAIN, "edition": "whitewind-1993", "whitewind-1993.clockwise": "yes", "mayfair-1996.cabooses": "yes"}
    answer = ann.post("/new", **fields, **{"seat-1": "me", "seat-2": "open"})
    assert answer.status_code == 303
    line = Document(ann.get("/").text).text
    assert "White Wind, 1993" in line
    assert "clockwise" in line
    assert "· cabooses" not in line, "an option of another edition does not count"


def test_a_choice_among_values_is_kept(ann: Browser) -> None:
    edition = game_named("freight-cars").editions[0]
    fields = {"game": "freight-cars", "edition": edition, "name": "Ann", f"{edition}.cities": "21"}
    assert ann.post("/new", **fields, **{"seat-1": "me", "seat-2": "open"}).status_code == 303
    assert "21 cities" in Document(ann.get("/").text).text


def test_several_people_at_one_screen_have_names_of_their_own(ann: Browser) -> None:
    answer = ann.post("/new", **TRAIN, **{"seat-1": "me", "seat-2": "here", "called-2": "Zoë", "seat-3": "bot:random"})
    assert answer.status_code == 303
    with ann.socket(answer.headers["location"].removeprefix("/t/")) as socket:
        socket.update()
        assert any("Zoë" in part for part in socket.parts.values())
    line = Document(ann.get("/").text).text
    assert "Zoë (you)" in " ".join(line.split())


@pytest.mark.parametrize(
    ("fields", "where", "sentence"),
    [
        ({"seat-1": "me"}, "seats", "Freight Train is for 2 to 5 players; you chose 1."),
        ({}, "seats", "Freight Train is for 2 to 5 players; you chose 0."),
        (
            {"seat-1": "me", "seat-2": "me"},
            "seats",
            "You can choose Me for one seat only. For another player here, choose Another player at this screen.",
        ),
        ({"seat-1": "me", "seat-2": "here"}, "seat-2", "Please enter a name."),
        ({"seat-1": "me", "seat-2": "bot:deep-blue"}, "seat-2", "Please choose who sits here."),
        ({"seat-1": "me", "seat-2": "open", "edition": "first"}, "edition", "Please choose one of these editions."),
        (
            {"seat-1": "me", "seat-2": "open", "mayfair-1996.wings": "yes"},
            "options",
            "Mayfair-1996 has no option 'wings'; its options are cabooses.",
        ),
        (
            {"seat-1": "me", "seat-2": "open", "mayfair-1996.cabooses": "many"},
            "options",
            "The option cabooses of mayfair-1996 must be one of no, yes, not 'many'.",
        ),
    ],
)
def test_what_is_wrong_is_said_beside_its_field_and_what_was_chosen_is_kept(
    ann: Browser, fields: dict[str, str], where: str, sentence: str
) -> None:
    sent = {**TRAIN, "public": "no", "seat-4": "none", **fields}
    answer = ann.post("/new", **sent)
    page = Document(answer.text)
    assert answer.status_code == 422
    assert page.problems[where] == sentence
    assert page.fields["name"] == "Ann"
    assert ("public", "no") in page.checked
    for name in ("seat-1", "seat-2", "seat-4"):
        if name in sent and sent[name] != "bot:deep-blue":
            assert page.fields[name] == sent[name]
    assert ann.cookie is None, "nobody is made before the form is right"


def test_all_that_is_wrong_is_said_at_once(ann: Browser) -> None:
    page = Document(ann.post("/new", game="freight-train", edition="x", **{"seat-1": "?"}).text)
    assert {"name", "edition", "seats", "seat-1"} <= page.problems.keys()
