"""Playing again: an offer that everybody who played accepts or declines. Seats, and with them colours, stay."""

import re
import threading
from collections.abc import Iterator

import pytest

from tests.server.running import Browser, Server, play_together, until


@pytest.fixture(scope="module")
def people(server: Server) -> Iterator[tuple[Browser, Browser, Browser]]:
    """Ann and Bob, who play, and Eve, who does not."""
    with Browser(server.url) as ann, Browser(server.url) as bob, Browser(server.url) as eve:
        ann.post("/me/name", name="Ann")
        bob.post("/me/name", name="Bob")
        eve.post("/me/name", name="Eve")
        yield ann, bob, eve


@pytest.fixture
def over(people: tuple[Browser, Browser, Browser]) -> str:
    """A table of Ann, a bot and Bob whose game is over."""
    ann, bob, _ = people
    key = ann.new_table("freight-cars", "me", "bot:random", "open", public="yes")
    assert bob.post(f"/t/{key}/sit", name="Bob").status_code == 303
    with ann.socket(key) as one, bob.socket(key) as two:
        one.update()
        two.update()
        play_together([one, two], "rematch")
    return key


def offered(browser: Browser, key: str) -> str:
    """Where somebody who plays again comes to."""
    answer = browser.post(f"/t/{key}/rematch")
    assert answer.status_code == 303, answer.text
    location: str = answer.headers["location"]
    return location


def seats(browser: Browser, home: str) -> list[str]:
    """The seats of a table that waits, in words."""
    page = browser.get(home).text
    assert 'class="chairs"' in page, "it has not begun"
    lines = re.findall(r"<li.*?</li>", page[page.index('class="chairs"') :].partition("</ol>")[0])
    return [" ".join(re.sub(r"<[^>]+>", " ", line).split()) for line in lines]


def begun(browser: Browser, home: str) -> bool:
    return 'class="chairs"' not in browser.get(home).text


def test_an_offer_holds_the_seats_of_the_others_and_seats_bots_at_once(
    people: tuple[Browser, Browser, Browser], over: str
) -> None:
    ann, bob, eve = people
    later = offered(ann, over)
    assert seats(eve, later) == ["Ann host", "Random bot", "Held for Bob"]
    assert seats(ann, later) == ["Ann you host", "Random bot", "Held for Bob Release seat"]
    assert seats(bob, later)[2] == "Held for you Join No thanks"
    for path in (f"/t/{over}", f"/t/{over}/end", "/", "/me"):
        page = bob.get(path).text
        assert "Ann wants to play again." in page, path
        assert f'action="{later}/accept"' in page, path
        assert f'action="{later}/decline"' in page, path
        assert f"{later}/accept" not in ann.get(path).text, path
        assert f"{later}/accept" not in eve.get(path).text, path
    assert eve.post(f"{later}/sit", seat="3", name="Eve").status_code == 403
    assert "held for Bob" in eve.post(f"{later}/sit", seat="3", name="Eve").text
    assert eve.post(f"{later}/accept").status_code == 403
    assert later.removeprefix("/t/") not in eve.get("/").text, "there is no open seat"


def test_the_game_begins_when_all_have_accepted_and_everybody_has_the_old_seat(
    people: tuple[Browser, Browser, Browser], over: str
) -> None:
    ann, bob, _ = people
    with bob.socket(over) as looking:
        looking.update()
        later = offered(bob, over)  # whoever asks first, seats stay
        looking.until(lambda message: message.get("reload"))
    assert not begun(ann, later)
    assert ann.post(f"{later}/accept").status_code == 303
    with ann.socket(later.removeprefix("/t/")) as one, bob.socket(later.removeprefix("/t/")) as two:
        one.update()
        two.update()
        assert (one.seat, two.seat) == (1, 3)
        assert one.ply > 0
    assert "Go to the next game" in ann.get(f"/t/{over}").text


def test_two_who_ask_come_to_the_same_table_and_need_no_more(people: tuple[Browser, Browser, Browser], over: str) -> None:
    ann, bob, eve = people
    assert eve.post(f"/t/{over}/rematch").status_code == 403
    found: dict[str, str] = {}

    def ask(name: str, browser: Browser) -> None:
        found[name] = offered(browser, over)

    threads = [threading.Thread(target=ask, args=pair) for pair in (("Ann", ann), ("Bob", bob))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found["Ann"] == found["Bob"]
    until(lambda: begun(ann, found["Ann"]), "the game begins")
    assert offered(ann, over) == found["Ann"], "and whoever asks again is led there"


def test_who_declines_leaves_an_open_seat_that_the_host_gives_to_a_bot(
    people: tuple[Browser, Browser, Browser], over: str
) -> None:
    ann, bob, _ = people
    later = offered(ann, over)
    assert "Begin" not in ann.get(later).text.partition('<div class="actions">')[2]
    refused = ann.post(f"{later}/begin")
    assert refused.status_code == 403
    assert "Bob has not answered yet" in refused.text
    assert bob.post(f"{later}/decline").headers["location"] == f"/t/{over}"
    assert f"{later}/accept" not in bob.get("/").text
    assert "Bob declined" in seats(ann, later)[2]
    assert bob.post(f"{later}/begin").status_code == 403
    assert "Begin now: a bot takes the open seat" in ann.get(later).text
    assert ann.post(f"{later}/begin").status_code == 303
    assert begun(ann, later)


def test_who_declined_can_change_their_mind_while_the_seat_is_open(people: tuple[Browser, Browser, Browser], over: str) -> None:
    ann, bob, _ = people
    later = offered(ann, over)
    bob.post(f"{later}/decline")
    assert offered(bob, over) == later
    with bob.socket(later.removeprefix("/t/")) as socket:
        socket.update()
        assert socket.seat == 3


def test_the_host_releases_the_seat_of_somebody_who_does_not_answer(people: tuple[Browser, Browser, Browser], over: str) -> None:
    ann, bob, eve = people
    later = offered(ann, over)
    assert bob.post(f"{later}/release", seat="3").status_code == 403
    assert ann.post(f"{later}/release", seat="2").status_code == 403, "it is the bot's"
    assert ann.post(f"{later}/release", seat="3").status_code == 303
    assert later.removeprefix("/t/") in eve.get("/").text, "anybody may take it now"
    assert eve.post(f"{later}/sit", seat="3", name="Eve").status_code == 303
    assert begun(ann, later)
    assert offered(bob, over) == later, "to look on"
    with bob.socket(later.removeprefix("/t/")) as socket:
        socket.update()
        assert socket.seat is None


def test_an_offer_that_is_taken_back_is_gone_and_can_be_made_anew(people: tuple[Browser, Browser, Browser], over: str) -> None:
    ann, bob, _ = people
    later = offered(ann, over)
    assert ann.post(f"{later}/leave").headers["location"] == "/", "nobody is left who wants it"
    assert bob.get(later).status_code == 410
    assert f"{later}/accept" not in bob.get("/").text
    assert "Play again" in bob.get(f"/t/{over}").text
    assert offered(bob, over) == later
    assert seats(ann, later)[0].startswith("Held for you")


def test_one_person_against_bots_plays_again_at_once(ann: Browser) -> None:
    key = ann.new_table("freight-cars", "bot:random", "me", "here")
    with ann.socket(key) as socket:
        socket.update()
        socket.play("alone again")
    later = offered(ann, key)
    with ann.socket(later.removeprefix("/t/")) as socket:
        socket.update()
        assert socket.seat in (2, 3)
        assert socket.ply > 0
