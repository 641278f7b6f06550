"""The lobby and the form for a new table, over a real server."""

import re
from pathlib import Path

import httpx
import pytest

from freightyard.games import all_games, game_named
from freightyard.page.document import Visit
from freightyard.page.site import Lobby, lobby_page
from freightyard.server.live.editions import raw_text
from freightyard.server.site.listings import record_line, table_line
from freightyard.server.site.lobby import quick_choice
from freightyard.store.rows import RUNNING, Chair, KeptRecord, Person, TableRow
from tests.server.running import Browser, Server, serving, until
from tests.site.reading import Document

NASTY = "<script>alert('x')</script>&\"'"


def listed(browser: Browser, heading: str) -> str:
    """The markup of one panel of the lobby."""
    text = browser.get("/").text
    return text[text.index(f">{heading}</h2>") :].partition("</section>")[0]


def test_the_first_visit_asks_for_a_name_in_place(ann: Browser) -> None:
    page = Document(ann.get("/").text)
    assert "Welcome to the yard" in page.text
    assert "name" in page.fields
    assert ann.cookie is None, "who only looks around is nobody yet"


@pytest.mark.parametrize("game", [game.name for game in all_games()])
def test_a_game_against_bots_is_one_click_away(ann: Browser, game: str) -> None:
    answer = ann.post("/quick", game=game, name="Ann")
    assert answer.status_code == 303
    assert ann.cookie
    key = answer.headers["location"].removeprefix("/t/")
    with ann.socket(key) as socket:
        socket.update()
        assert socket.seat == 1
    page = Document(ann.get("/").text)
    assert "Your tables" in page.text
    assert f"/t/{key}" in page.links
    assert "name" not in page.fields, "who has a name is not asked again"
    assert ann.post("/quick", game=game).status_code == 303


def test_bots_of_one_click_are_those_that_were_chosen(ann: Browser) -> None:
    lobby = ann.get("/").text
    games = len(all_games())
    assert lobby.count('<option value="driver" selected>Driver – 3 of 5</option>') == games
    assert lobby.count('<option value="old-hand">Old hand – 5 of 5</option>') == games
    assert "<dt>Driver – 3 of 5</dt> <dd>takes at once what pays best</dd>" in lobby
    chosen = {"bot-freight-train": "first-trip", "bot-freight": "planner"}  # the form has those of all games
    key = ann.post("/quick", game="freight-train", name="Ann", **chosen).headers["location"]
    page = ann.get(key).text
    assert "First trip 1" in page
    assert "First trip 2" in page
    assert '<span class="tag" title="still learning, often picks a weak move">bot</span>' in page
    key = ann.post("/quick", game="freight-train", bot="greedy").headers["location"]
    assert "Driver 1" in ann.get(key).text, "a page of yesterday may still say it"


def offered(browser: Browser, game: str) -> tuple[str, str]:
    """The level that the lobby offers for a game, and how many bots."""
    _, _, card = browser.get("/").text.partition(f'<li id="quick-{game}"')
    bots, level = re.findall(r'<option value="([^"]+)" selected>([^<]+)<', card)[:2]
    return level[0], bots[1]


def test_the_opponents_of_the_last_game_are_offered_again_at_that_game(ann: Browser) -> None:
    usual = ("driver", "2 bots")
    assert [offered(ann, game.name) for game in all_games()] == [usual] * len(all_games())
    ann.new_table("freight-cars", "me", *["bot:trainee"] * 3, name="Ann")
    assert offered(ann, "freight-cars") == ("trainee", "3 bots")
    assert offered(ann, "freight") == usual, "at other games those of there"
    again = {"bot-freight-cars": "trainee", "bots-freight-cars": "3"}
    assert ann.get(ann.post("/quick", game="freight-cars", **again).headers["location"]).text.count("Trainee 3") > 0
    ann.post("/quick", game="freight", **{"bot-freight": "first-trip", "bots-freight": "1"})
    assert offered(ann, "freight") == ("first-trip", "1 bot")
    ann.post("/learn/freight/interest")
    ann.new_table("freight", "me", "open", "bot:old-hand")
    assert offered(ann, "freight") == ("first-trip", "1 bot"), "no lesson, and nothing with other people"
    for many in ("0", "9", "x", ""):
        key = ann.post("/quick", game="freight", **{"bots-freight": many}).headers["location"]
        assert "Driver 2" in ann.get(key).text, "as many as usual"


def test_what_is_offered_can_be_played() -> None:
    game, ann = game_named("freight-cars"), Person("ann", "Ann")

    def row(at: float, *bots: str) -> TableRow:
        chairs = (Chair("ann", called="Ann"), *[Chair(bot=bot) for bot in bots])
        return TableRow(
            key=f"k{at}", game=game.name, edition=game.editions[0], raw="", options=(), seed="", public=False, made_by="ann",
            made_at=at, chairs=chairs, phase=RUNNING, ply=9, to_act=0, moved_at=at,
        )  # fmt: skip

    def after(*rows: TableRow) -> tuple[int, str]:
        opponents = quick_choice(rows, ann)[game.name]
        return opponents.bots, opponents.level

    assert after(row(2.0, "planner"), row(1.0, "trainee", "trainee")) == (1, "planner"), "the last one"
    assert after(row(1.0, "easy", "easy", "easy")) == (3, "first-trip"), "a level of before"
    assert after(row(1.0, "somebody's own")) == (1, "driver"), "a bot that is no level"
    assert after(row(1.0, "planner", "trainee")) == (2, "driver"), "no level of all"
    assert after(row(1.0, *["planner"] * 7)) == (2, "planner"), "more than can play"


def test_a_bot_that_does_not_exist_is_refused_with_those_that_do(ann: Browser) -> None:
    answer = ann.post("/quick", game="freight-train", name="Ann", bot="<i>hal")
    assert answer.status_code == 422
    assert "no such bot for Freight Train; choose random, first-trip, trainee, driver, planner, old-hand." in answer.text
    assert "<i>hal" not in answer.text
    assert ann.cookie is None


def test_a_cookie_is_out_of_reach_of_scripts(ann: Browser) -> None:
    header = ann.post("/quick", game="freight-train", name="Ann").headers["set-cookie"].lower()
    assert "httponly" in header
    assert "samesite=lax" in header


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        (" \u200b\u202e ", "Please enter a name."),
        ("x" * 41, "A name can have at most 40 characters; this one has 41."),
    ],
)
def test_a_name_that_cannot_be_one_is_refused_beside_its_field(ann: Browser, name: str, sentence: str) -> None:
    answer = ann.post("/quick", game="freight-train", name=name)
    page = Document(answer.text)
    assert answer.status_code == 422
    assert page.problems == {"name": sentence}
    assert page.described["name"] == "problem-name"
    assert page.fields["name"] == name, "what was typed is kept"
    assert ann.cookie is None


def test_a_table_against_bots_is_one_click_away_for_who_has_no_name_yet(ann: Browser) -> None:
    page = Document(ann.get("/").text)
    assert page.fields["name"] == ""
    answer = ann.post("/quick", game="freight-train", name="")
    assert answer.status_code == 303
    assert "Guest" in ann.get(answer.headers["location"]).text


def test_who_learnt_without_a_name_can_still_give_one_where_a_game_begins(ann: Browser) -> None:
    ann.post("/learn/freight-train/first-trains")
    assert Document(ann.get("/").text).fields["name"] == "", "the field is there for a guest"
    answer = ann.post("/quick", game="freight-train", name="Ann")
    assert "Ann" in ann.get(answer.headers["location"]).text
    assert "name" not in Document(ann.get("/").text).fields
    ann.post("/quick", game="freight-train", name="Bob")
    assert "Bob" not in ann.get("/me").text, "who has a name changes it on the page about them"


def test_a_lesson_takes_the_name_that_was_typed_and_needs_none(ann: Browser, bob: Browser) -> None:
    lesson = ann.post("/learn/freight-train/first-trains", name="Ann").headers["location"]
    assert "Ann" in ann.get(lesson).text
    assert "name" not in Document(ann.get("/").text).fields, "the lobby has it"
    lesson = bob.post("/learn/freight-train/first-trains", name="x" * 100).headers["location"]
    assert "Guest" in bob.get(lesson).text, "one click is enough"


def test_how_strong_a_bot_is_stands_wherever_one_is_chosen(ann: Browser) -> None:
    lobby = ann.get("/").text
    assert lobby.count(">Driver – 3 of 5</option>") == len(all_games())
    assert "<dt>First trip – 1 of 5</dt>" in lobby
    assert ">Bot: Old hand – 5 of 5: thinks" in ann.get("/new?game=freight").text


def test_a_game_that_is_not_there_is_refused(ann: Browser) -> None:
    for path in ("/quick", "/new"):
        answer = ann.post(path, game="chess", name="Ann")
        assert answer.status_code == 422
        assert Document(answer.text).problems["game"] == "Please choose one of these games."


def test_names_stay_text_wherever_they_are_shown(ann: Browser, bob: Browser) -> None:
    name = NASTY[:40]
    ann.new_table("freight-train", "me", "open", name=name, public="yes")
    for browser, path in [(bob, "/"), *((ann, path) for path in ("/", "/me", "/new", "/manual", "/hello/x", "/records"))]:
        text = browser.get(path).text
        assert "<script>alert" not in text, path
        assert name in Document(text).text, path
    seats = {"seat-1": NASTY, "called-1": NASTY, "mayfair-1996.cabooses": NASTY}
    answer = bob.post("/new", game="freight-train", name=NASTY * 9, **seats)
    assert answer.status_code == 422
    assert "<script>alert" not in answer.text
    assert "<script>alert" not in bob.post("/join", link=NASTY).text
    assert "<script>alert" not in bob.get(f"/manual/{NASTY}").text
    assert "<script>alert" not in bob.get(f"/records?game={NASTY}").text


def test_public_tables_are_listed_for_all_and_others_only_for_those_who_sit_there(ann: Browser, bob: Browser) -> None:
    public = ann.new_table("freight", "me", "open", public="yes")
    secret = ann.new_table("freight", "me", "open", public="no")
    assert f"/t/{public}" in listed(bob, "Open tables")
    assert secret not in bob.get("/").text
    headings = re.findall(r"<h2[^>]*>([^<]+)</h2>", bob.get("/").text.partition('<div class="right">')[2])
    assert headings[0] == "Open tables", "where they can be joined they are above the fold"
    assert bob.get("/").text.count('id="open"') == 1
    mine = listed(ann, "Your tables")
    assert f"/t/{public}" in mine
    assert f"/t/{secret}" in mine
    assert public not in listed(ann, "Open tables"), "what is mine is listed once"
    assert bob.post(f"/t/{public}/sit", name="Bob").status_code == 303
    with bob.socket(public) as socket:
        socket.update()
    with Browser(ann.url) as eve:
        assert public not in listed(eve, "Open tables")
        assert f"/t/{public}" in listed(eve, "Watch a game")


def test_an_empty_list_of_the_lobby_is_true_for_who_has_the_only_table(tmp_path: Path) -> None:
    with serving(tmp_path / "yard.db", errors=tmp_path / "log") as server, Browser(server.url) as ann, Browser(server.url) as bob:
        empty = {
            "Open tables": ("No table is looking for players right now.", "No other table is looking for players right now."),
            "Watch a game": ("No public game is being played right now.", "No other public game is being played right now."),
            "Finished games": ("No public game has finished yet.", "No other public game has finished yet."),
        }
        for heading, (nobody, _) in empty.items():
            assert nobody in listed(ann, heading)
        private = ann.new_table("freight-train", "me", "bot:random", public="no")
        for heading, (nobody, _) in empty.items():
            assert nobody in listed(ann, heading), "a private game is none for the lobby"
        ann.new_table("freight-train", "me", "open", public="yes")
        ann.new_table("freight-train", "me", "bot:random", public="yes")
        over = ann.new_table("freight-cars", "bot:random", "bot:random", public="yes")
        _until_over(ann, over)
        for heading, (nobody, nobody_else) in empty.items():
            assert nobody_else in listed(ann, heading)
            assert nobody not in listed(ann, heading)
            assert nobody not in listed(bob, heading), "others see it"
            assert nobody_else not in listed(bob, heading)
        assert private not in bob.get("/").text


def test_bots_are_called_by_their_level_and_counted_among_themselves(ann: Browser, bob: Browser) -> None:
    key = ann.new_table("freight-train", "bot:medium", "me", "bot:greedy", public="yes")
    for page in (ann.get("/").text, bob.get("/").text, ann.get(f"/t/{key}").text):
        assert "greedy" not in page.partition(f"/t/{key}")[2].partition("</li>\n<li")[0]
        assert "Driver 1" in page
        assert "Driver 2" in page
    assert 'value="bot:greedy"' not in ann.get("/new").text, "one name a level"
    assert 'value="bot:medium"' not in ann.get("/new").text
    assert 'value="bot:driver" selected' in ann.get("/new").text


def test_a_record_shows_who_was_a_bot_and_the_options(ann: Browser, bob: Browser) -> None:
    key = ann.new_table("freight-cars", "bot:random", "bot:random", public="yes", **{"quick-simple-fun-2021.cities": "21"})
    _until_over(ann, key)
    page = bob.get("/records").text
    line = page[page.index(f"/t/{key}/at/") :].partition("</ul>")[0]
    assert "Quick Simple Fun, 2021 · 21 cities" in line
    assert re.findall(r'class="name">([^<]+)</span>', line) == ["Random 1", "Random 2"]
    assert line.count('<span class="bot">bot</span>') == 2


def test_an_imported_record_shows_who_was_a_bot_and_the_options() -> None:
    text = "freightyard record 1\ngame: freight-train\noptions: clockwise\n\n1: take 1\n"
    kept = KeptRecord("k", "freight-train", "whitewind-1993", ("Ann", "greedy", "medium"), (1, 2, 3), (2,), 0.0, text)
    line = record_line(kept, None, 0.0)
    assert line.options == ("clockwise",)
    assert [(seat.name, seat.bot) for seat in line.seats] == [("Ann", False), ("Driver 1", True), ("Driver 2", True)]


def test_my_turn_comes_first_and_is_counted(ann: Browser, bob: Browser) -> None:
    key = ann.new_table("freight-train", "me", "open", public="no")
    assert bob.post(f"/t/{key}/sit", name="Bob").status_code == 303
    with ann.socket(key) as one, bob.socket(key) as two:
        one.update()
        two.update()
        acting, waiting = (ann, bob) if one.turn else (bob, ann)
    later = acting.new_table("freight-train", "me", "open", public="no", name="x")
    page = acting.get("/").text
    assert "Your turn" in page
    assert "<title>(1) Freightyard</title>" in page
    assert page.index(f"/t/{key}") < page.index(f"/t/{later}")
    assert '1<span class="vh"> waiting for you' in acting.get("/manual").text
    assert "Your turn" not in waiting.get("/").text


def test_the_lobby_says_how_long_a_table_has_waited() -> None:
    game = game_named("freight-train")
    row = TableRow(
        key="k", game="freight-train", edition="whitewind-1993", raw=raw_text(game.edition("whitewind-1993")), options=(),
        seed="", public=True, made_by=None, made_at=0.0,
        chairs=(Chair("ann", called="Ann"), Chair(bot="greedy")), phase=RUNNING, ply=9, to_act=0, moved_at=1000.0,
    )  # fmt: skip
    person = Person("ann", "Ann")
    lines = [table_line(row, person, 1000.0 + span, waits=True) for span in (5, 3 * 3600 + 5, 2 * 86400)]
    assert [line.waited for line in lines] == ["", "3 hours", "2 days"]
    assert [line.when for line in lines] == ["just now", "3 hours ago", "2 days ago"]
    visit = Visit(build="b", name="Ann")
    pages = [lobby_page(visit, Lobby(mine=(line,)), quick_choice(), {}, {}) for line in lines]
    assert "waiting for <time" not in pages[0]
    assert ">3 hours</time>" in pages[1]
    assert "ago" not in pages[1].partition(">Your tables<")[2].partition("</section>")[0]


def test_a_list_counts_what_the_game_counts() -> None:
    game = game_named("freight-cars")
    row = TableRow(
        key="k", game="freight-cars", edition="quick-simple-fun-2021", raw=raw_text(game.edition("quick-simple-fun-2021")),
        options=(), seed="", public=True, made_by=None, made_at=0.0, chairs=(Chair("ann", called="Ann"), Chair(bot="greedy")),
        phase="over", ply=9, moved_at=1000.0, scores=(41, 1), winners=(0,),
    )  # fmt: skip
    line = table_line(row, Person("ann", "Ann"), 2000.0)
    page = lobby_page(Visit(build="b", name="Ann"), Lobby(mine=(line,)), quick_choice(), {}, {})
    assert '41<span class="vh"> credits, won</span>' in page
    assert '1<span class="vh"> credit</span>' in page


def test_the_next_table_is_the_one_that_has_waited_longest(server: Server, ann: Browser, bob: Browser) -> None:
    keys = [ann.new_table("freight-train", "me", "open", public="no") for _ in range(3)]
    for key in keys:
        assert bob.post(f"/t/{key}/sit", name="Bob").status_code == 303
    for browser in (ann, bob):
        mine = []
        for key in keys:
            with browser.socket(key) as socket:
                socket.update()
                mine += [key] if socket.turn else []
        assert browser.get("/waiting").json() == {"tables": len(mine), "href": f"/t/{mine[0]}" if mine else "/"}
        if mine:
            assert browser.get("/next").headers["location"] == f"/t/{mine[0]}"
            left = browser.get(f"/waiting?besides={mine[0]}").json()
            assert left == {"tables": len(mine) - 1, "href": f"/t/{mine[1]}" if len(mine) > 1 else "/"}
    with Browser(server.url) as eve:
        assert eve.post("/learn/freight-train/first-trains").status_code == 303
        assert eve.get("/waiting").json() == {"tables": 0, "href": "/"}
        assert eve.get("/next").headers["location"] == "/"
        lobby = eve.get("/").text
        assert 'data-waiting="0"' in lobby
        assert re.search(r'<span class="state">lesson · ', lobby)


def test_a_finished_game_is_listed_with_its_scores_and_can_be_replayed(ann: Browser, bob: Browser) -> None:
    key = ann.new_table("freight-train", "bot:random", "bot:random", public="yes")
    secret = ann.new_table("freight-train", "bot:random", "bot:random", public="no")
    for table in (key, secret):
        _until_over(ann, table)
    finished = listed(bob, "Finished games")
    assert f"/t/{key}" in finished
    assert 'class="chip' in finished
    records = Document(bob.get("/records").text)
    replay = next(link for link in records.links if link.startswith(f"/t/{key}/at/"))
    assert bob.get(replay).status_code == 200
    assert f"/t/{key}/record" in records.links
    assert secret not in bob.get("/records").text
    assert key in bob.get("/records?game=freight-train").text
    assert key not in bob.get("/records?game=freight").text
    assert "No public game of Freight has finished yet." in Document(bob.get("/records?game=freight").text).text


def _until_over(browser: Browser, key: str) -> None:
    with browser.socket(key) as socket:
        socket.await_end()
    until(lambda: "finished ·" in _line(browser, key), "the end is kept")


def _line(browser: Browser, key: str) -> str:
    text = browser.get("/me").text
    start = text.index(f"/t/{key}")
    return text[start:].partition('</li>\n<li class="turn-here">')[0].partition('<a class="to"')[0]


def test_open_tables_are_found_by_game_pace_seats_and_level(ann: Browser, bob: Browser) -> None:
    few = ann.new_table("freight-train", "me", "open", public="yes")
    many = ann.new_table("freight-cars", "me", "open", "open", public="yes", beginners="yes")

    def found(**filters: str) -> list[str]:
        page = bob.get("/", params=filters).text
        lines = page.partition('id="h-open"')[2].partition("</section>")[0]
        return [key for key in (few, many) if f"/t/{key}" in lines]

    assert found() == [few, many]
    assert "beginners welcome" in bob.get("/").text
    assert found(game="freight-train") == [few]
    assert found(seats="2") == [many]
    assert found(level="beginners") == [many]
    assert found(pace="days") == []
    assert found(game="freight", pace="days", seats="2", level="beginners") == []
    assert found(game="chess", pace="slow", seats="x", level="gods") == [few, many], "what no table can be is not looked for"
    page = bob.get("/", params={"pace": "days", "game": "freight"}).text
    assert "No open table is like this." in page
    assert '<option value="days" selected>' in page
    assert "/new?game=freight" in page


def test_a_seat_is_held_for_a_name_from_the_start(ann: Browser, bob: Browser) -> None:
    answer = ann.post(
        "/new", game="freight-train", edition="mayfair-1996", name="Ann", **{"seat-1": "me", "seat-2": "held", "called-2": ""}
    )
    assert answer.status_code == 422
    assert "enter a name" in Document(answer.text).problems["seat-2"]
    key = ann.new_table("freight-train", "me", "held", "open", public="yes", **{"called-2": "Bob"})
    assert "held for Bob" in Document(bob.get("/").text).text
    assert bob.post(f"/t/{key}/sit", name="Bob").status_code == 303, "it is offered first"
    assert "Bob" in bob.get(f"/t/{key}").text.partition("<ol class")[2].partition("</li>")[2]


def test_what_was_not_read_is_counted_in_the_list(ann: Browser, bob: Browser) -> None:
    key = ann.new_table("freight-train", "me", "open")
    bob.post(f"/t/{key}/sit", name="Bob")
    with ann.socket(key) as one:
        one.update()
        for words in ("hello", "your turn"):
            one.send(chat=words)
            one.until(lambda message: "chat" in message)
    assert "2 unread lines" in Document(bob.get("/").text).text
    assert "unread" not in Document(ann.get("/").text).text
    with bob.socket(key) as two:
        two.update()
        two.send(read=1)
        until(lambda: "1 unread line" in Document(bob.get("/").text).text, "one is read")
        two.send(read=99)
        until(lambda: "unread" not in Document(bob.get("/").text).text, "all are read")


@pytest.mark.parametrize("form", ["{url}/t/{key}", "{key}", " {url}/t/{key}/at/7?seat=2#log ", "/t/{key}"])
def test_the_link_of_a_table_leads_there(ann: Browser, form: str) -> None:
    key = ann.new_table("freight-train", "me", "open")
    answer = ann.post("/join", link=form.format(url=ann.url, key=key))
    assert answer.status_code == 303
    assert answer.headers["location"] == f"/t/{key}"


@pytest.mark.parametrize("link", ["", "hello", "abcdefghijkl", "https://example.org/x", "/t/", "/t/a b"])
def test_a_link_that_leads_nowhere_is_refused_beside_its_field(ann: Browser, link: str) -> None:
    answer = ann.post("/join", link=link)
    page = Document(answer.text)
    assert answer.status_code == 422
    assert page.fields["link"] == link
    assert page.problems["link"].endswith(".")


def test_every_form_refuses_what_comes_from_another_site(ann: Browser, server: Server) -> None:
    ann.post("/me/name", name="Ann")
    cookies = {"freightyard": ann.cookie or ""}
    for path in ("/quick", "/join", "/new", "/me/name", "/me/link", "/me/out", "/me/out-elsewhere", "/hello/x"):
        for headers in ({"origin": "https://evil.example"}, {}, {"origin": "null"}, {"sec-fetch-site": "cross-site"}):
            answer = httpx.post(server.url + path, data={"name": "Eve", "game": "freight"}, headers=headers, cookies=cookies)
            assert answer.status_code == 403, (path, headers)
    assert "Ann" in ann.get("/me").text


def test_oversized_and_broken_forms_are_refused_with_a_sentence(ann: Browser, server: Server) -> None:
    answer = ann.post("/quick", game="freight-train", name="x" * 200_000)
    assert answer.status_code == 413
    assert "more than this site accepts" in answer.text
    for kind, body in [
        ("multipart/form-data; boundary=x", b"--x\r\nbroken"),
        ("application/x-www-form-urlencoded", b"name=%ff%fe&game=%00"),
    ]:
        headers = {"origin": server.url, "content-type": kind, "accept": "text/html"}
        answer = httpx.post(server.url + "/quick", content=body, headers=headers)
        assert answer.status_code in (400, 422), kind
        assert "Traceback" not in answer.text


def test_where_only_bots_play_along_nothing_is_said_of_a_pace(ann: Browser) -> None:
    alone = ann.new_table("freight-train", "me", "bot:easy")
    with_others = ann.new_table("freight-train", "me", "open")
    lines = {key: _line(ann, key) for key in (alone, with_others)}
    assert "no time limit" not in lines[alone]
    assert "no time limit" in lines[with_others]
    assert "no time limit" not in ann.get(f"/t/{alone}").text
    assert "no time limit" in ann.get(f"/t/{with_others}").text
