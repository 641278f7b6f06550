"""Playing through a real server: making tables, sitting down, moves, takeback, leaving, rematch, talking, looking back."""

import re
from importlib.resources import files
from pathlib import Path

import msgspec
import pytest

from freightyard.core.record import verify
from freightyard.games import all_games, game_named
from freightyard.server.live.create import new_seed
from freightyard.store.rows import Chair
from tests.server.running import Browser, Server, play_together, serving


@pytest.mark.parametrize("game", [game.name for game in all_games()])
def test_a_whole_game_against_bots(ann: Browser, game: str) -> None:
    key = ann.new_table(game, "me", "bot:random")
    with ann.socket(key) as socket:
        socket.update()
        assert socket.seat == 1
        socket.play(f"whole {game}")
    record = ann.get(f"/t/{key}/record")
    assert record.status_code == 200
    written, state = verify(record.text, game_named)
    assert state.outcome() is not None
    assert written.players == ("Ann", "random")
    page = ann.get(f"/t/{key}")
    assert page.status_code == 200
    assert "Play again" in page.text


def test_a_word_deals_the_same_cards_to_tables_that_are_set_up_alike(tmp_path: Path) -> None:
    def begun(*options: str, edition: str = "mayfair-1996") -> tuple[str, ...]:
        """The first cards of a new table, on a new server."""
        with serving(tmp_path / "yard.db", *options, errors=tmp_path / "log") as server, Browser(server.url) as browser:
            key = browser.new_table("freight-train", "me", "here", edition=edition)
            return tuple(verify(browser.get(f"/t/{key}/record").text, game_named)[0].moves)

    one = begun("--cards", "duplicate")
    assert begun("--cards", "duplicate") == one
    assert begun("--cards", "other") != one
    assert begun("--cards", "duplicate", edition="whitewind-1993") != one
    train = game_named("freight-train")
    seeds = {new_seed(None, train, train.edition("mayfair-1996"), (), (), "") for _ in range(20)}
    assert len(seeds) == 20, "without a word it is chance"
    called = [new_seed("7", train, train.edition("mayfair-1996"), (), (Chair(bot=bot),), "") for bot in ("medium", "driver")]
    assert called[0] == called[1], "a bot that was called something else before meets the same cards"


def test_friends_come_by_link_and_the_game_begins_when_the_last_seat_is_taken(ann: Browser, bob: Browser, eve: Browser) -> None:
    key = ann.new_table("freight-train", "me", "open", "open")
    assert "Waiting for players" in ann.get(f"/t/{key}").text
    with ann.socket(key) as waiting:
        assert bob.post(f"/t/{key}/sit", seat="3", name="Bob").status_code == 303
        waiting.until(lambda message: message.get("reload"))
        assert eve.post(f"/t/{key}/sit", name="Eve").status_code == 303
        waiting.until(lambda message: message.get("reload"))
    with ann.socket(key) as one, bob.socket(key) as two, eve.socket(key) as three:
        sockets = [one, two, three]
        for socket in sockets:
            socket.update()
        assert [socket.seat for socket in sockets] == [1, 3, 2]
        assert one.ply > 0
        play_together(sockets, "friends", plies=one.ply + 40)


def test_a_seat_is_taken_by_one_person_only(ann: Browser, bob: Browser) -> None:
    key = ann.new_table("freight-train", "me", "open", "open")
    assert bob.post(f"/t/{key}/sit", seat="1", name="Bob").status_code == 403
    assert "taken by Ann" in bob.post(f"/t/{key}/sit", seat="1", name="Bob").text
    assert bob.post(f"/t/{key}/sit", seat="9", name="Bob").status_code == 403
    assert bob.post(f"/t/{key}/sit", seat="x", name="Bob").status_code == 400
    assert bob.post(f"/t/{key}/sit", seat="2", name="Bob").status_code == 303


def test_the_host_alone_begins_early_and_bots_take_the_open_seats(ann: Browser, bob: Browser) -> None:
    key = ann.new_table("freight-train", "me", "open", "open")
    assert bob.post(f"/t/{key}/begin").status_code == 403
    bob.post(f"/t/{key}/sit", seat="2", name="Bob")
    refused = bob.post(f"/t/{key}/begin")
    assert refused.status_code == 403
    assert "Only the host can begin with bots." in refused.text
    assert f"/t/{key}/begin" not in bob.get(f"/t/{key}").text
    assert f"/t/{key}/drop" not in bob.get(f"/t/{key}").text
    assert f"/t/{key}/begin" in ann.get(f"/t/{key}").text
    assert ann.post(f"/t/{key}/begin", bot="random").status_code == 303
    with ann.socket(key) as socket:
        socket.update()
        socket.play("early", plies=60)


def test_a_host_who_leaves_the_seat_hands_the_table_on_to_who_sits_first(ann: Browser, bob: Browser, eve: Browser) -> None:
    key = ann.new_table("freight-train", "me", "open", "open", "open")
    bob.post(f"/t/{key}/sit", seat="3", name="Bob")
    eve.post(f"/t/{key}/sit", seat="2", name="Eve")
    assert ann.post(f"/t/{key}/leave").status_code == 303
    assert ann.post(f"/t/{key}/begin").status_code == 403
    assert bob.post(f"/t/{key}/begin").status_code == 403
    assert eve.post(f"/t/{key}/begin", bot="random").status_code == 303


def test_a_host_who_leaves_nobody_behind_stays_the_host(ann: Browser, bob: Browser) -> None:
    key = ann.new_table("freight-train", "me", "open", "bot:random")
    ann.post(f"/t/{key}/leave")
    bob.post(f"/t/{key}/sit", seat="2", name="Bob")
    assert bob.post(f"/t/{key}/begin").status_code == 403
    assert ann.post(f"/t/{key}/begin").status_code == 303


def test_a_table_that_never_began_is_closed_by_its_host(ann: Browser, bob: Browser) -> None:
    key = ann.new_table("freight-train", "me", "open")
    assert bob.post(f"/t/{key}/drop").status_code == 403
    with bob.socket(key) as looking:
        looking.send(ping=1)
        looking.until(lambda message: "pong" in message)
        assert ann.post(f"/t/{key}/drop").headers["location"] == "/"
        looking.until(lambda message: message.get("reload"))  # else the page would wait for a table that never comes back
    for browser in (ann, bob):
        gone = browser.get(f"/t/{key}")
        assert gone.status_code == 410
        assert "The host closed this table before the game began." in gone.text
        assert '<a class="go" href="/">' in gone.text, "the way to the lobby"
        assert f'href="/t/{key}"' not in gone.text
    assert bob.get(f"/t/{key}/at/0").status_code == 410
    assert "This table was closed." in bob.post("/join", link=f"/t/{key}").text


def test_who_is_refused_at_a_table_finds_the_way_back_to_it(ann: Browser, bob: Browser) -> None:
    key = ann.new_table("freight-train", "me", "open")
    refused = bob.post(f"/t/{key}/sit", name="  ")
    assert refused.status_code == 400
    assert f'href="/t/{key}"' in refused.text
    assert 'href="/t/' not in bob.get("/t/nothing").text


def test_an_update_holds_only_the_parts_that_changed(ann: Browser) -> None:
    key = ann.new_table("freight-train", "me", "bot:random")
    with ann.socket(key) as socket:
        first = socket.update()
        socket.await_turn()
        socket.move(socket.moves[0])
        later = socket.update()
    assert set(later["parts"]) < set(first["parts"])


def test_what_is_shown_piece_by_piece_is_what_a_new_page_shows(ann: Browser) -> None:
    key = ann.new_table("freight-train", "me", "bot:random", "bot:random")
    with ann.socket(key) as socket:
        socket.update()
        socket.play("pieces", plies=90)  # fewer than the events that the log of a new page shows
        socket.await_turn()
        with ann.socket(key) as other:
            other.update()
            assert other.ply == socket.ply
            assert other.parts == socket.parts
            assert other.moves == socket.moves


def test_an_illegal_move_is_refused_with_its_rule_and_nothing_happens(ann: Browser) -> None:
    key = ann.new_table("freight-train", "me", "bot:random")
    with ann.socket(key) as socket:
        socket.update()
        socket.await_turn()
        every = game_named("freight-train").edition(game_named("freight-train").editions[0]).vocabulary.texts
        illegal = next(text for text in every if text.startswith("put ") and text not in socket.moves)
        socket.move(illegal)
        refusal = socket.oops()
        assert refusal["rule"].startswith("ft.")
        assert refusal["href"] == f"/manual/freight-train#{refusal['rule']}"
        socket.send(why=illegal, seat=1)
        assert socket.oops()["rule"] == refusal["rule"]
        socket.move(socket.moves[0], illegal)  # all or none
        socket.oops()
        socket.move("dance")
        assert "rule" not in socket.oops()
        ply = socket.ply
        socket.move(socket.moves[0])
        assert socket.update()["ply"] > ply


def test_a_stale_move_is_refused_and_the_table_shown_anew(ann: Browser) -> None:
    key = ann.new_table("freight-train", "me", "bot:random")
    with ann.socket(key) as socket:
        socket.update()
        socket.await_turn()
        socket.move(socket.moves[0], ply=socket.ply - 1)
        assert socket.oops()["stale"]
        shown = socket.update()
        assert shown["ply"] == socket.ply
        assert len(shown["parts"]) == len(socket.parts)


def test_a_move_is_taken_back(ann: Browser, bob: Browser) -> None:
    key = ann.new_table("freight-train", "me", "open")
    bob.post(f"/t/{key}/sit", name="Bob")
    with ann.socket(key) as one, bob.socket(key) as two:
        one.update()
        two.update()
        mover, other = (one, two) if one.turn else (two, one)
        browser, ply = (ann if mover is one else bob), mover.ply
        before = board_of(browser, key)
        mover.move(mover.moves[0])
        mover.update()
        other.update()
        other.send(undo=True, ply=other.ply, seat=mover.seat)
        assert "not yours" in other.oops()["oops"]
        other.send(undo=True, ply=other.ply, seat=other.seat)
        assert "undo only your own last move" in other.oops()["oops"]
        mover.send(undo=True, ply=mover.ply, seat=mover.seat)
        mover.update()
        assert mover.ply == ply + 2
        assert board_of(browser, key) == before


def board_of(browser: Browser, key: str) -> dict[str, str]:
    """All parts but the log, as they are shown to somebody who comes now."""
    with browser.socket(key) as socket:
        socket.update()
        return {name: part for name, part in socket.parts.items() if name != "log"}


def test_who_leaves_is_replaced_by_a_bot_and_comes_back(ann: Browser, bob: Browser) -> None:
    key = ann.new_table("freight-train", "me", "open")
    bob.post(f"/t/{key}/sit", name="Bob")
    assert ann.post(f"/t/{key}/leave", bot="random").status_code == 303
    with ann.socket(key) as one, bob.socket(key) as two:
        one.update()
        two.update()
        two.play("alone", plies=two.ply + 30)
        assert "Take my seat back" in one.parts["prompt"]
        assert not any(frame.get("moves") or frame.get("turn") for frame in one.frames)
        one.move("take 1")
        assert "take your seat back first" in one.oops()["oops"]
        assert ann.post(f"/t/{key}/back").status_code == 303
        assert ann.post(f"/t/{key}/back", seat="2").status_code == 403
    with ann.socket(key) as one, bob.socket(key) as two:
        one.update()
        two.update()
        play_together([one, two], "both", plies=one.ply + 30)


def test_the_log_of_the_others_stays_when_somebody_leaves_and_comes_back(ann: Browser, bob: Browser) -> None:
    key = ann.new_table("freight-train", "me", "open")
    bob.post(f"/t/{key}/sit", name="Bob")
    with ann.socket(key) as one, bob.socket(key) as two:
        one.update()
        two.update()
        play_together([one, two], "log", plies=one.ply + 30)
        while not two.turn:  # so that no bot acts in between
            if one.turn:
                one.move(one.moves[0])
                one.update()
            two.update()
        log = two.parts["log"]
        assert log.count("<li") > 3
        for form in ("leave", "back"):
            assert ann.post(f"/t/{key}/{form}").status_code == 303
            two.update()
            assert two.parts["log"] == log, form


def test_people_on_one_screen_leave_by_name(ann: Browser) -> None:
    key = ann.new_table("freight-train", "me", "here")
    page = ann.get(f"/t/{key}").text
    assert page.count(f'action="/t/{key}/leave"') == 2
    assert ann.post(f"/t/{key}/leave", seat="2").status_code == 303
    left = ann.get(f"/t/{key}").text
    assert left.count(f'action="/t/{key}/leave"') == 1
    assert "Let a bot play for me" in left
    assert f'action="/t/{key}/back"><input type="hidden" name="seat" value="2">' in left


def test_people_on_one_screen_see_the_seat_that_acts(ann: Browser) -> None:
    key = ann.new_table("freight-train", "me", "here")
    with ann.socket(key) as socket:
        socket.update()
        seats = set()
        for number in range(60):
            assert socket.turn
            seats.add(socket.seat)
            assert f">{'Ann' if socket.seat == 1 else 'Friend 2'}, " in socket.parts["prompt"]
            socket.move(socket.moves[number % len(socket.moves)])
            socket.update()
        assert seats == {1, 2}


def test_chat_reaches_everybody_and_waits_on_the_page(ann: Browser, bob: Browser, eve: Browser) -> None:
    key = ann.new_table("freight-train", "me", "open")
    bob.post(f"/t/{key}/sit", name="Bob")
    with ann.socket(key) as one, bob.socket(key) as two, eve.socket(key) as three:
        two.send(chat="  good   luck ")
        for socket in (one, two, three):
            said = socket.until(lambda message: "chat" in message)["chat"]
            assert (said["seat"], said["name"], said["text"]) == (2, "Bob", "good luck")
        three.send(chat="hello")
        assert "choose a name first" in three.oops()["oops"]
        two.send(chat="   ")
        two.oops()
        two.send(chat="x" * 501)
        two.oops()
        two.send(chat="your turn")
        latest = one.until(lambda message: message.get("chat", {}).get("text") == "your turn")["chat"]["number"]
    assert "good luck" in ann.get(f"/t/{key}").text
    with ann.socket(key, hello=False) as again:
        again.send(hello={"chat": said["number"]})
        assert again.until(lambda message: "chat" in message)["chat"]["text"] == "your turn"
    with ann.socket(key, hello=False) as again:
        again.send(hello={"chat": latest})
        assert "chat" not in again.until(lambda message: "here" in message or "chat" in message)


def test_who_comes_back_is_sent_the_lines_of_the_log_that_were_missed(ann: Browser) -> None:
    key = ann.new_table("freight-train", "me", "here")
    with ann.socket(key) as socket:
        socket.update()
        socket.play("missed", plies=socket.ply + 120)
        ply = socket.ply
    shown = re.findall(r'<li data-ply="(\d+)"', ann.get(f"/t/{key}").text)
    with ann.socket(key, hello=False) as again:
        again.send(hello={"ply": 1})
        parts = again.until(lambda message: "parts" in message)["parts"]
    assert len(shown) > 10
    assert re.findall(r'<li data-ply="(\d+)"', parts["log"] + parts["older"]) == shown
    with ann.socket(key, hello=False) as again:
        again.send(hello={"ply": ply})
        assert "older" not in again.until(lambda message: "parts" in message)["parts"]


def test_who_is_here_is_told(ann: Browser, bob: Browser) -> None:
    key = ann.new_table("freight-train", "me", "open")
    bob.post(f"/t/{key}/sit", name="Bob")
    with ann.socket(key) as one:
        assert one.until(lambda message: "here" in message)["here"] == [1]
        with bob.socket(key):
            assert one.until(lambda message: message.get("here") == [1, 2])
        assert one.until(lambda message: message.get("here") == [1])


def test_every_moment_of_a_game_can_be_looked_at(ann: Browser, eve: Browser) -> None:
    key = ann.new_table("freight-train", "me", "here")
    with ann.socket(key) as socket:
        socket.update()
        undone = 0
        for number in range(40):
            mover = socket.seat
            socket.move(socket.moves[number % len(socket.moves)])
            socket.update()
            if number % 3 == 0:
                socket.send(undo=True, ply=socket.ply, seat=mover)
                undone += "parts" in socket.until(lambda message: "parts" in message or "oops" in message)
        assert undone > 3
        last = socket.ply
    for ply in (0, 1, 5, *range(6, last, 5), last - 1, last):
        answer = eve.get(f"/t/{key}/moment/{ply}")
        assert answer.status_code == 200, answer.text
        moment = msgspec.json.decode(answer.content)
        assert moment["ply"] == ply
        assert moment["parts"].keys() >= {"log", "sheets"}
        assert eve.get(f"/t/{key}/at/{ply}").status_code == 200
    assert eve.get(f"/t/{key}/moment/{last + 1}").status_code == 400
    assert eve.get(f"/t/{key}/moment/x").status_code == 404
    assert eve.get(f"/t/{key}/sheet").status_code in (302, 303, 307)


def test_the_record_of_a_running_game_without_secrets_is_for_everybody(ann: Browser, eve: Browser) -> None:
    key = ann.new_table("freight-train", "me", "here")
    with ann.socket(key) as socket:
        socket.update()
        for _ in range(5):
            socket.move(socket.moves[0])
            socket.update()
        text = eve.get(f"/t/{key}/record").text
        written, state = verify(text, game_named)
        assert state.outcome() is None
        assert len(written.moves) == socket.ply


def test_health(server: Server, eve: Browser) -> None:
    answer = eve.get("/health")
    assert answer.status_code == 200
    assert answer.json()["ok"] is True
    assert answer.json()["database"] is True
    assert answer.json()["version"]


def test_static_files_are_kept_for_good_and_other_builds_are_gone(eve: Browser) -> None:
    page = eve.get("/").text
    path = next(word for word in page.split('"') if word.startswith("/s/") and word.endswith("/site.css"))
    answer = eve.get(path)
    assert answer.status_code == 200
    assert answer.content == files("freightyard.page").joinpath("static", "site.css").read_bytes()
    assert "immutable" in answer.headers["cache-control"]
    assert eve.get("/s/000000000000/" + path.split("/", 3)[3]).status_code == 404
    assert eve.get("/s/" + path.split("/")[2] + "/../../document.py").status_code == 404


def test_an_unknown_table_is_a_friendly_404(eve: Browser) -> None:
    for path in ("/t/nothere", "/t/nothere/at/3", "/t/nothere/record", "/r/nothere", "/nowhere"):
        answer = eve.get(path)
        assert answer.status_code == 404
        assert "<html" in answer.text
        assert "Traceback" not in answer.text


def test_a_watcher_who_does_not_read_is_let_go_and_holds_up_nobody(ann: Browser) -> None:
    key = ann.new_table("freight-train", "me", "here")
    with ann.socket(key) as asleep, ann.socket(key) as socket:
        asleep.update()
        socket.update()
        for number in range(20):
            for _ in range(50):  # each is answered with the whole table, and none of that is read
                asleep.move("call", ply=0, seat=1)
            socket.move(socket.moves[number % len(socket.moves)])
            socket.update()
        assert asleep.closed() == 1013
    with ann.socket(key) as awake:
        assert awake.update()["ply"] == socket.ply
