"""Every command answers in every game, in plain sentences, from the view of the seat that asks."""

import re
from pathlib import Path

import msgspec
import pytest

from freightyard.core.chance import Stream
from freightyard.core.contract import CHANCE, Game
from freightyard.core.errors import BadSetup, FreightyardError, IllegalMove, NotAMove
from freightyard.games import all_games, game_named
from freightyard.games.freight.rules.city_names import city_names
from freightyard.page.boards import board_for
from freightyard.page.contract import LogEntry, Player, Scene
from freightyard.table import Table
from freightyard.typed.answers import Asking, Times, answer
from freightyard.typed.commands import BROWSER, COMMANDS, TERMINAL, Command, command_words, shortened_command, split_command

NAMES = ("Ann", "Bo", "Cy")
DOING = ("undo", "reset", "hint", "say", "ahead", "forced", "save", "quit")  # what the terminal and the server do themselves
TOLD = [command for command in COMMANDS if command.name not in DOING]
GAMES = [game.name for game in all_games()]


def table_of(game: str, until: int = 0) -> Table:
    """A table of three at which the first legal moves were made, until so many turns are over and Ann is to act."""
    rules = game_named(game)
    table = Table(rules, rules.edition(rules.editions[0]), 3, seed="typed")
    table.commit(table.begin())
    while table.truth().turns < until or table.to_act() != 0:
        actor = table.to_act()
        assert actor is not None
        assert actor != CHANCE
        legal = table.view(actor).legal
        table.commit(table.move(actor, table.ply, [legal[table.ply % len(legal)]]))
    return table


@pytest.fixture(scope="module")
def tables() -> dict[str, Table]:
    return {game: table_of(game, 12) for game in GAMES}


def asking(table: Table, seat: int | None = 0) -> Asking:
    players = tuple(Player(number, name) for number, name in enumerate(NAMES))
    scene = Scene(table.view(seat), players, () if seat is None else (seat,))
    log = [LogEntry(line.ply, line.seat, line.text, line.undone) for line in table.log(seat)]
    return Asking(scene, board_for(table.game.name), log, table.truth(), Times(1000.0, 815.0, 0.0))


def typed(table: Table, line: str, seat: int | None = 0) -> tuple[str, ...]:
    found = split_command(line)
    assert found is not None
    return answer(*found, asking(table, seat))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("command", TOLD, ids=lambda command: command.name)
def test_every_command_answers_in_plain_lines(command: Command, game: str, tables: dict[str, Table]) -> None:
    name, table = command.name, tables[game]
    legal = table.view(0).legal
    if name == "plan" and game == "freight-train":
        with pytest.raises(BadSetup, match="nothing to plan"):
            typed(table, name)
        return
    if name == "plan":
        return  # what can be planned depends on the phase: see below
    with_words = {"why": f"why {legal[0]}", "find": f"find {legal[0].split()[-1]}"}
    if name == "position" and table.game.secrets:
        with pytest.raises(BadSetup, match="hidden cards"):
            typed(table, name)
        return
    lines = typed(table, with_words.get(name, name))
    assert lines
    for line in lines:
        assert line.strip() == line != ""
        assert not re.search(r"[<>&▶■▐│─]|None|\?\?", line), line


@pytest.mark.parametrize("game", GAMES)
def test_no_move_begins_with_a_command(game: str) -> None:
    rules = game_named(game)
    for edition in rules.editions:
        verbs = {text.split()[0] for text in rules.edition(edition).vocabulary.texts}
        assert not verbs & set(command_words())


def test_there_are_a_dozen_commands_at_least_in_both_places() -> None:
    assert len([command for command in COMMANDS if command.here not in (BROWSER, TERMINAL)]) >= 12


def test_the_players_docs_list_every_command() -> None:
    page = (Path(__file__).parents[2] / "docs" / "play.md").read_text(encoding="utf-8")
    for command in COMMANDS:
        assert f"| `{command.usage}` | {command.what}" in page


def test_a_command_may_be_shortened_where_no_move_is_meant() -> None:
    assert shortened_command("sc") == (split_command("score") or ())
    assert shortened_command("s") is None
    assert shortened_command("p") is None
    assert shortened_command("zz") is None


@pytest.mark.parametrize("game", GAMES)
def test_help_names_every_command_and_explains_each(game: str, tables: dict[str, Table]) -> None:
    told = "\n".join(typed(tables[game], "help"))
    for command in COMMANDS:
        assert f"{command.usage}: {command.what}." in told
        assert command.what in typed(tables[game], f"help {command.name}")[0]
    with pytest.raises(BadSetup, match="no command 'tea'"):
        typed(tables[game], "help tea")


@pytest.mark.parametrize("game", GAMES)
def test_prompt_says_what_the_page_asks_and_which_verbs_there_are(game: str, tables: dict[str, Table]) -> None:
    asked, verbs = typed(tables[game], "prompt")
    page = board_for(game).parts(asking(tables[game]).scene)["prompt"]
    assert asked.split()[0] in page
    for move in tables[game].view(0).legal:
        assert move.split()[0] in verbs
    (waiting,) = typed(tables[game], "prompt", seat=1)
    assert "Ann" in waiting


@pytest.mark.parametrize("game", GAMES)
def test_moves_lists_every_legal_move_and_can_be_narrowed(game: str, tables: dict[str, Table]) -> None:
    legal = tables[game].view(0).legal
    first, *lines = typed(tables[game], "moves")
    assert first.startswith(str(len(legal)))
    for move in legal:
        assert any(line.startswith(move.split()[0]) for line in lines)
    (one,) = [line for line in typed(tables[game], f"moves {legal[0]}")[1:] if line == legal[0]]
    assert one == legal[0]
    with pytest.raises(NotAMove, match="no legal move begins with 'tea'"):
        typed(tables[game], "moves tea")
    assert typed(tables[game], "moves", seat=1) == ("You have no move now: it is not your turn.",)


@pytest.mark.parametrize("game", GAMES)
def test_news_tells_what_others_did_since_the_own_turn_and_nothing_of_the_own(game: str) -> None:
    table = table_of(game, 12)
    news = typed(table, "news")
    assert any(line.startswith(("Bo ", "Cy ")) for line in news)
    assert not any(line.startswith("Ann ") for line in news)
    legal = table.view(0).legal
    table.commit(table.move(0, table.ply, [legal[0]]))
    if table.to_act() == 0:  # in the middle of the turn the news are the same
        assert set(news) <= set(typed(table, "news"))


@pytest.mark.parametrize("game", GAMES)
def test_log_tells_the_last_runs_of_moves(game: str, tables: dict[str, Table]) -> None:
    everything = typed(tables[game], "log 50")
    assert typed(tables[game], "log") == everything[-5:]
    assert typed(tables[game], "log 1") == everything[-1:]


@pytest.mark.parametrize("game", GAMES)
def test_score_begins_with_who_leads(game: str, tables: dict[str, Table]) -> None:
    table = tables[game]
    first, *others = typed(table, "score")
    scores = list(board_for(game).scores(table.view(0)))
    leaders = [name for name, score in zip(NAMES, scores, strict=True) if score == max(scores)]
    assert first.startswith(leaders[0])
    assert "lead" in first
    assert sorted(others) == sorted(line for line in others if line.split(":")[0] in NAMES)
    assert len(others) == 3


@pytest.mark.parametrize("game", GAMES)
def test_players_says_who_sits_where_and_whose_turn_it_is(game: str, tables: dict[str, Table]) -> None:
    assert typed(tables[game], "players") == (
        "Seat 1: Ann (you, here).",
        "Seat 2: Bo (here).",
        "Seat 3: Cy (here).",
        "It is your turn.",
    )
    assert typed(tables[game], "players", seat=1)[-1] == "It is Ann’s turn."


@pytest.mark.parametrize("game", GAMES)
def test_why_explains_with_the_rule_or_says_that_a_move_is_legal(game: str, tables: dict[str, Table]) -> None:
    table = tables[game]
    legal = table.view(0).legal
    assert typed(table, f"why {legal[0]}") == (f"{legal[0]} is legal",)
    vocabulary = table.truth().edition.vocabulary
    refused = next(text for text in vocabulary.texts if text not in legal)
    with pytest.raises(IllegalMove) as error:
        typed(table, f"why {refused}")
    assert error.value.slug
    with pytest.raises(BadSetup, match=f"name a move, such as: why {legal[0]}"):
        typed(table, "why")
    with pytest.raises(NotAMove):
        typed(table, "why tea time")
    with pytest.raises(BadSetup, match="Ann"):
        typed(table, f"why {legal[0]}", seat=1)


@pytest.mark.parametrize("game", GAMES)
def test_rule_tells_a_rule_by_its_whole_name_or_the_end_of_it(game: str, tables: dict[str, Table]) -> None:
    every = typed(tables[game], "rule")
    name = every[0].split(":")[0]
    assert typed(tables[game], f"rule {name}") == every[:1]
    assert every[0] in typed(tables[game], f"rule {name.split('.')[1]}")
    with pytest.raises(BadSetup, match="no rule is called 'tea'"):
        typed(tables[game], "rule tea")


@pytest.mark.parametrize("game", GAMES)
def test_board_tells_all_parts_or_one(game: str, tables: dict[str, Table]) -> None:
    whole = typed(tables[game], "board")
    players = typed(tables[game], "board players")
    assert set(players) < set(whole)
    for name in NAMES:
        assert any(line.startswith(name) for line in players)
    with pytest.raises(BadSetup, match="no part 'tea'; its parts are"):
        typed(tables[game], "board tea")


@pytest.mark.parametrize("game", GAMES)
def test_hand_is_the_own_part_of_the_board_and_spectators_have_none(game: str, tables: dict[str, Table]) -> None:
    assert any("You" in line for line in typed(tables[game], "hand"))
    assert set(typed(tables[game], "hand")) < set(typed(tables[game], "board"))
    assert typed(tables[game], "hand", seat=None) == ("You are looking on: you have no seat at this table.",)


def test_find_says_where_a_thing_is() -> None:
    train = table_of("freight-train")
    number, siding = next((number, cars) for number, cars in enumerate(train.view(0).board.main, 1) if cars)
    kind = next(kind.name for kind in train.truth().edition.data.kinds if kind.letter == siding[0])  # type: ignore[attr-defined]
    assert any(line.startswith(f"Main yard, open ends first: Siding {number}: ") for line in typed(train, f"find {kind}"))
    cars = table_of("freight-cars", 12)
    assert all("steel" in line.lower() or line.startswith("And ") for line in typed(cars, "find steel"))
    freight = table_of("freight", 3)
    city = freight.view(0).board.cities[0].hex
    assert any(line.startswith("Cities: ") and f" {city}: " in line for line in typed(freight, f"find {city}"))
    for table in (cars, freight):
        assert typed(table, "find unicorn") == ("Nothing on the board is called 'unicorn'.",)
    with pytest.raises(BadSetup, match="name what you look for"):
        typed(cars, "find")


def test_position_is_read_only_where_nothing_is_hidden(tables: dict[str, Table]) -> None:
    assert typed(tables["freight-train"], "position") == (tables["freight-train"].truth().text(),)
    with pytest.raises(BadSetup, match="hidden cards"):
        typed(tables["freight-cars"], "position")


@pytest.mark.parametrize("game", GAMES)
def test_clock_says_how_long_ago_things_happened(game: str, tables: dict[str, Table]) -> None:
    assert typed(tables[game], "clock") == ("The last move was made 3 minutes ago.", "The table was opened 16 minutes ago.")


def test_plan_says_what_to_type_for_what_takes_several_moves() -> None:
    cars = table_of("freight-cars", 12)
    card = next(word for word in cars.view(0).board.seats[0].hand if f"load {word}" in cars.view(0).legal)
    told = typed(cars, f"plan {card}")
    assert told[0].startswith("Way 1, with ")
    moves = told[0].split(": type ")[1].split(".  ")[0].removesuffix(".").split(". Then ")[0].split("; ")
    assert moves[0] == f"load {card}"
    cars.commit(cars.move(0, cars.ply, moves))  # they are legal, all of them
    assert any(car.card == card for car in cars.view(0).board.seats[0].train)
    with pytest.raises(BadSetup, match="nothing to plan"):
        typed(table_of("freight-train"), "plan tank")


def test_plan_finds_lines_of_track_and_ways_of_the_train() -> None:
    rules = game_named("freight")
    table = Table(rules, rules.edition("standard"), 2, seed="lines")
    table.commit(table.begin())
    while (actor := table.to_act()) is not None and table.view(actor).board.phase != "building":
        legal = table.view(actor).legal
        table.commit(table.move(actor, table.ply, ["pass" if "pass" in legal else legal[0]]))
    view = table.view(actor)
    city = city_names(tuple(city.hex for city in view.board.cities))[view.board.cities[0].hex]
    for words in (city, view.board.cities[0].hex):
        told = answer(split_command("plan")[0], words, asking(table, actor))  # type: ignore[index]
        moves = told[0].split(" Type ")[1].removesuffix(".").split("; ")
    assert actor is not None
    table.commit(table.move(actor, table.ply, moves))
    assert view.board.cities[0].hex in table.view(actor).board.seats[actor].cities
    with pytest.raises(BadSetup):
        answer(split_command("plan")[0], "zz99", asking(table, actor))  # type: ignore[index]


@pytest.mark.parametrize("name", DOING)
def test_what_does_something_is_up_to_the_place(name: str, tables: dict[str, Table]) -> None:
    with pytest.raises(BadSetup):
        typed(tables["freight-train"], name)


def test_nothing_that_a_seat_types_tells_it_what_others_hide() -> None:
    """In two games that Ann cannot tell apart she is answered the same."""
    table = table_of("freight-cars", 12)
    real = asking(table)
    other = table.game.imagine(table.view(0), Stream("another deal"))
    assert other.text() != table.truth().text()
    twin = msgspec.structs.replace(real, state=other, scene=msgspec.structs.replace(real.scene, view=other.view(0)))
    hidden = table.view(1).board.seats[1].hand[0]
    for command in TOLD:
        for rest in ("", hidden, "coal", "players", f"take {hidden}", f"load {hidden}"):
            assert outcome_of(command, rest, real) == outcome_of(command, rest, twin), (command.name, rest)


def outcome_of(command: Command, rest: str, somebody: Asking) -> tuple[str, ...]:
    try:
        return answer(command, rest, somebody)
    except FreightyardError as error:
        return (str(error),)


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_the_board_in_words_is_told_for_every_seat_in_every_phase(game: Game) -> None:
    for seats in (2, 3):
        table = Table(game, game.edition(game.editions[0]), seats, seed=f"words {seats}")
        table.commit(table.begin())
        while (actor := table.to_act()) is not None and table.ply < 600:
            legal = table.view(actor).legal
            if table.ply % 17 == 0:
                for seat in (*range(seats), None):
                    players = tuple(Player(number, NAMES[number]) for number in range(seats))
                    scene = Scene(table.view(seat), players, () if seat is None else (seat,))
                    lines = answer(TOLD[5], "", Asking(scene, board_for(game.name), [], table.truth()))
                    assert all(any(name in line for line in lines) for name in NAMES[:seats])
            table.commit(table.move(actor, table.ply, [legal[(7 * table.ply) % len(legal)]]))
