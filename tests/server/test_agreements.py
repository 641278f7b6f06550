"""What those at a table agree on, and what its host does: through a real server."""

import re

from tests.server.running import Browser


def begun(ann: Browser, bob: Browser, game: str = "freight-train", *more: str) -> str:
    """A running table of Ann, its host, and Bob."""
    key = ann.new_table(game, "me", "open", *more)
    assert bob.post(f"/t/{key}/sit", name="Bob").status_code == 303
    return key


def test_a_game_is_ended_when_all_agree_and_stays_replayable(ann: Browser, bob: Browser, eve: Browser) -> None:
    key = begun(ann, bob)
    with bob.socket(key) as socket:
        socket.update()
        assert "Propose to end the game" in ann.get(f"/t/{key}").text
        assert ann.post(f"/t/{key}/propose", kind="end").status_code == 303
        socket.until(lambda message: "Ann proposes to end the game" in message.get("parts", {}).get("strip", ""))
        assert "Agree" in socket.parts["strip"]
        assert "Agree" not in eve.get(f"/t/{key}").text.partition("<main")[0], "who only looks on is not asked"
        assert eve.post(f"/t/{key}/answer", number="1", answer="yes").status_code == 403
        assert ann.post(f"/t/{key}/propose", kind="end").status_code == 403, "one of a kind"
        assert bob.post(f"/t/{key}/answer", number="1", answer="yes").status_code == 303
        socket.until(lambda message: message.get("reload"))
    page = ann.get(f"/t/{key}").text
    assert "The players ended this game by agreement. It has no winner." in page
    assert "Play again" in page
    assert "All agreed: the game is over without a winner." in page
    assert "ended by agreement" in ann.get("/me").text
    with ann.socket(key) as socket:
        socket.update()
        assert socket.moves == []
        socket.send(move=["take 1"], ply=socket.ply, seat=1)
        assert socket.oops()["oops"] == "this game was ended by agreement"
    assert "ended by agreement" in eve.get(f"/t/{key}/at/3").text
    record = eve.get(f"/t/{key}/record")
    assert record.status_code == 200
    assert "unfinished after" in record.text
    assert "ended by agreement, so it has no result" in eve.get(f"/t/{key}/end").text
    assert ann.post(f"/t/{key}/rematch").status_code == 303


def test_who_plays_against_bots_alone_is_offered_nothing_that_needs_others(ann: Browser, bob: Browser) -> None:
    def menu(player: Browser, key: str) -> str:
        return player.get(f"/t/{key}").text.partition('id="menu"')[2].partition("<main")[0]

    alone = ann.new_table("freight-train", "me", "bot:medium")
    assert "End the game" in menu(ann, alone)
    for words in ("Propose", "Another pace", "Offer free seats"):
        assert words not in menu(ann, alone)
    timed = ann.new_table("freight-train", "me", "bot:medium", pace="live-2")
    assert {"Pause the clock", "Change to this pace"} <= set(re.findall(r">([^<>]+)</button>", menu(ann, timed)))
    assert "Propose" not in menu(ann, timed)
    shared = begun(ann, bob)
    assert "Propose this pace" in menu(ann, shared)
    assert "Offer free seats to others" in menu(ann, shared)


def test_one_no_ends_a_proposal_and_an_answer_can_be_changed_before(ann: Browser, bob: Browser, eve: Browser) -> None:
    key = ann.new_table("freight-train", "me", "open", "open")
    bob.post(f"/t/{key}/sit", name="Bob")
    eve.post(f"/t/{key}/sit", name="Eve")
    ann.post(f"/t/{key}/propose", kind="end")
    bob.post(f"/t/{key}/answer", number="1", answer="yes")
    assert "Change to no" in bob.get(f"/t/{key}").text
    assert bob.post(f"/t/{key}/answer", number="1", answer="no").status_code == 303
    page = ann.get(f"/t/{key}").text
    assert "Bob said no to the proposal to end the game without a winner." in page
    assert "Agree" not in page.partition("<main")[0]
    assert eve.post(f"/t/{key}/answer", number="1", answer="yes").status_code == 403
    for fields in ({"number": "x", "answer": "yes"}, {"number": "1", "answer": "perhaps"}, {}):
        assert eve.post(f"/t/{key}/answer", **fields).status_code == 403
    assert ann.post(f"/t/{key}/propose", kind="dance").status_code == 403
    assert "still has time" in ann.post(f"/t/{key}/propose", kind="replace", seat="2").text


def test_nobody_waits_for_the_answer_of_somebody_who_lets_a_bot_play(ann: Browser, bob: Browser) -> None:
    key = begun(ann, bob)
    ann.post(f"/t/{key}/propose", kind="end")
    assert bob.post(f"/t/{key}/leave").status_code == 303
    assert "ended this game by agreement" in ann.get(f"/t/{key}").text


def test_who_plays_alone_ends_the_game_at_once(ann: Browser) -> None:
    key = ann.new_table("freight-train", "me", "bot:random")
    assert "End the game" in ann.get(f"/t/{key}").text
    assert ann.post(f"/t/{key}/propose", kind="end").status_code == 303
    assert "ended this game by agreement" in ann.get(f"/t/{key}").text


def test_a_seat_that_was_given_up_is_taken_by_a_substitute_if_the_host_allows_it(
    ann: Browser, bob: Browser, eve: Browser
) -> None:
    key = ann.new_table("freight-train", "me", "open", public="yes")
    bob.post(f"/t/{key}/sit", name="Bob")
    assert bob.post(f"/t/{key}/give-up", seat="1").status_code == 403
    assert bob.post(f"/t/{key}/give-up").status_code == 303
    page = ann.get(f"/t/{key}").text
    assert "Bob gave up the seat for good: a bot plays on." in page
    assert "Take the seat" not in eve.get(f"/t/{key}").text
    assert "a seat is free" not in eve.get("/").text
    assert "offers free seats to nobody" in eve.post(f"/t/{key}/substitute", seat="2", name="Eve").text
    assert bob.post(f"/t/{key}/terms", substitutes="yes").status_code == 403
    assert ann.post(f"/t/{key}/terms", substitutes="yes").status_code == 303
    assert "Take the seat" in eve.get(f"/t/{key}").text
    assert "a seat is free" in eve.get("/").text, "the lobby says where"
    assert "a seat is free" not in ann.get("/").text
    assert "Take the seat" not in ann.get(f"/t/{key}").text, "who has a seat is offered no other"
    assert "you have a seat" in ann.post(f"/t/{key}/substitute", seat="2", name="Ann").text.lower()
    assert eve.post(f"/t/{key}/substitute", seat="1", name="Eve").status_code == 403
    assert eve.post(f"/t/{key}/substitute", seat="2", name="Eve").status_code == 303
    assert "Eve takes the seat of Bob." in ann.get(f"/t/{key}").text
    with eve.socket(key) as socket:
        socket.update()
        assert socket.seat == 2


def test_a_host_who_gives_up_the_seat_hands_the_table_on(ann: Browser, bob: Browser) -> None:
    key = begun(ann, bob)
    ann.post(f"/t/{key}/give-up")
    assert ann.post(f"/t/{key}/terms", substitutes="yes").status_code == 403
    assert bob.post(f"/t/{key}/terms", substitutes="yes").status_code == 303


def test_spectators_talk_among_themselves_until_the_game_is_over(ann: Browser, bob: Browser, eve: Browser) -> None:
    key = begun(ann, bob)
    eve.post("/me/name", name="Eve")
    assert "Message to the other spectators" in eve.get(f"/t/{key}").text
    assert "Message to everybody" in ann.get(f"/t/{key}").text
    with ann.socket(key) as playing, eve.socket(key) as looking:
        playing.update()
        looking.update()
        looking.send(chat="Bob holds the tank")
        told = looking.until(lambda message: "chat" in message)["chat"]
        assert told["audience"] == "spectators"
        playing.send(chat="hello all")
        assert looking.until(lambda message: "chat" in message)["chat"]["text"] == "hello all"
        assert playing.until(lambda message: "chat" in message)["chat"]["text"] == "hello all", "and nothing before it"
    assert "holds the tank" not in ann.get(f"/t/{key}").text
    assert "holds the tank" in eve.get(f"/t/{key}").text
    assert not any(b"holds the tank" in sent for sent in ann.bytes)
    ann.post(f"/t/{key}/propose", kind="end")
    bob.post(f"/t/{key}/answer", number="1", answer="yes")
    assert "holds the tank" in ann.get(f"/t/{key}").text


def test_the_host_mutes_and_everybody_sees_it(ann: Browser, bob: Browser) -> None:
    key = begun(ann, bob)
    assert bob.post(f"/t/{key}/mute", seat="1").status_code == 403
    assert ann.post(f"/t/{key}/mute", seat="1").status_code == 403, "not themselves"
    assert "Mute Bob in the chat" in ann.get(f"/t/{key}").text
    assert ann.post(f"/t/{key}/mute", seat="2").status_code == 303
    with bob.socket(key) as socket:
        socket.update()
        socket.send(chat="I object")
        assert socket.oops()["oops"] == "the host has muted you in this chat"
    assert "The host muted Bob in the chat." in bob.get(f"/t/{key}").text
    assert "Let Bob write in the chat again" in ann.get(f"/t/{key}").text
    assert ann.post(f"/t/{key}/mute", seat="2", muted="no").status_code == 303
    with bob.socket(key) as socket:
        socket.update()
        socket.send(chat="thanks")
        socket.until(lambda message: "chat" in message)


def test_the_host_mutes_a_spectator_whose_words_they_may_read(ann: Browser, bob: Browser, eve: Browser) -> None:
    key = begun(ann, bob)
    eve.post("/me/name", name="Eve")
    with eve.socket(key) as looking:
        looking.update()
        looking.send(chat="buy my shoes")
        number = str(looking.until(lambda message: "chat" in message)["chat"]["number"])
        assert "Mute Eve" not in ann.get(f"/t/{key}").text, "spectators talk among themselves"
        assert ann.post(f"/t/{key}/mute", line=number).status_code == 403
        ann.post(f"/t/{key}/propose", kind="end")
        bob.post(f"/t/{key}/answer", number="1", answer="yes")
    assert "Mute Eve in the chat" in ann.get(f"/t/{key}").text
    assert "Mute Eve" not in bob.get(f"/t/{key}").text
    for browser, line in ((bob, number), (ann, "999"), (ann, "2")):  # a line that nobody wrote, and a note of the table
        assert browser.post(f"/t/{key}/mute", line=line).status_code == 403
    assert ann.post(f"/t/{key}/mute", line=number).status_code == 303
    with eve.socket(key) as looking:
        looking.update()
        looking.send(chat="and my socks")
        assert looking.oops()["oops"] == "the host has muted you in this chat"
    assert "Let Eve write in the chat again" in ann.get(f"/t/{key}").text
    assert ann.post(f"/t/{key}/mute", line=number, muted="no").status_code == 303
    assert "Mute Eve in the chat" in ann.get(f"/t/{key}").text


def test_before_the_game_the_host_removes_who_does_not_come(ann: Browser, bob: Browser) -> None:
    key = ann.new_table("freight-train", "me", "open", "open")
    bob.post(f"/t/{key}/sit", seat="2", name="Bob")
    assert bob.post(f"/t/{key}/remove", seat="1").status_code == 403
    assert ann.post(f"/t/{key}/remove", seat="1").status_code == 403
    assert ann.post(f"/t/{key}/remove", seat="3").status_code == 403
    assert f"/t/{key}/remove" in ann.get(f"/t/{key}").text
    assert f"/t/{key}/remove" not in bob.get(f"/t/{key}").text
    assert ann.post(f"/t/{key}/remove", seat="2").status_code == 303
    assert bob.post(f"/t/{key}/leave").status_code == 403


def test_a_seat_is_held_for_a_name(ann: Browser, bob: Browser, eve: Browser) -> None:
    key = ann.new_table("freight-train", "me", "open", "open")
    assert bob.post(f"/t/{key}/hold", seat="2", name="Bob").status_code == 403
    assert ann.post(f"/t/{key}/hold", seat="2", name="Bob").status_code == 303
    assert ann.post(f"/t/{key}/hold", seat="2", name="Cy").status_code == 403
    assert "Held for Bob" in eve.get(f"/t/{key}").text
    refused = eve.post(f"/t/{key}/sit", seat="2", name="Eve")
    assert refused.status_code == 403
    assert "held for Bob" in refused.text
    assert ann.post(f"/t/{key}/begin").status_code == 403, "it is waited for"
    assert bob.post(f"/t/{key}/sit", seat="2", name="bob").status_code == 303, "capital letters or not"
    assert ann.post(f"/t/{key}/hold", seat="3", name="Dee").status_code == 303
    assert ann.post(f"/t/{key}/release", seat="3").status_code == 303
    assert eve.post(f"/t/{key}/sit", name="Eve").status_code == 303


def test_a_link_to_a_seat_is_for_one_person_and_works_once(ann: Browser, bob: Browser, eve: Browser) -> None:
    key = ann.new_table("freight-train", "me", "open", "open")
    assert bob.post(f"/t/{key}/invite", seat="2").status_code == 403
    assert ann.post(f"/t/{key}/invite", seat="1").status_code == 403
    made = ann.post(f"/t/{key}/invite", seat="2").text
    older = re.search(rf"/t/{key}/seat/[\w-]+", made)
    newer = re.search(rf"/t/{key}/seat/[\w-]+", ann.post(f"/t/{key}/invite", seat="2").text)
    assert older
    assert newer
    assert "/seat/" not in ann.get(f"/t/{key}").text, "it is shown once"
    assert "Held for whoever has its link" in eve.get(f"/t/{key}").text
    assert eve.post(f"/t/{key}/sit", seat="2", name="Eve").status_code == 403
    assert eve.post(older[0], name="Eve").status_code == 403, "the one before is worth nothing"
    assert eve.get(older[0]).headers["location"] == f"/t/{key}"
    for _ in range(2):
        assert "You are invited: your seat is held for you." in bob.get(newer[0]).text, "to look at it uses up nothing"
    assert bob.post(newer[0], name="Bob").status_code == 303
    assert "<strong>Bob</strong>" in ann.get(f"/t/{key}").text
    refused = eve.post(newer[0], name="Eve")
    assert refused.status_code == 403
    assert "This link was used already" in refused.text
    ann.post(f"/t/{key}/invite", seat="3")
    assert ann.post(f"/t/{key}/release", seat="3").status_code == 303, "the host can open it again"
    assert eve.post(f"/t/{key}/sit", seat="3", name="Eve").status_code == 303
