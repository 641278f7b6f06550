"""Nothing that a seat may not know is in any byte that is sent to it: page, socket, replay, log, record, refusal."""

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from freightyard.store import open_store
from freightyard.store.rows import Person, StoredEvent
from tests.server.running import Browser, Server, play_together, serving
from tests.server.twins import Twin, twins

PLIES = 70
KEYS = ("twinaaaaaaaa", "twinbbbbbbbb")


@pytest.fixture(scope="module")
def twin_games() -> tuple[Twin, Twin]:
    return twins(0, 3, PLIES)


@pytest.fixture(scope="module")
def twin_server(tmp_path_factory: pytest.TempPathFactory, twin_games: tuple[Twin, Twin]) -> Iterator[tuple[Server, list[str]]]:
    """A server with both games, and the cookies of the three who play both."""
    folder: Path = tmp_path_factory.mktemp("twins")

    async def prepare() -> list[str]:
        store = await open_store(str(folder / "yard.db"))
        people: list[tuple[Person, str]] = [await store.people.new(name) for name in ("Ann", "Bob", "Cid")]
        for key, game in zip(KEYS, twin_games, strict=True):
            await game.keep(store, key, [person for person, _ in people])
        await store.close()
        return [secret for _, secret in people]

    secrets = asyncio.run(prepare())
    with serving(folder / "yard.db", errors=folder / "log") as running:
        yield running, secrets


def everything(url: str, cookie: str | None, key: str, games: tuple[Twin, Twin]) -> list[bytes]:
    """All that somebody can get out of a table by any way there is."""
    with Browser(url, **{"accept-encoding": "identity"}) as browser:  # how well a page is squeezed depends on the key in it
        if cookie is not None:
            browser.cookie = cookie
        last = len(games[0].events)
        for path in ("", "/record", "/sheet", "/nothing"):
            browser.get(f"/t/{key}{path}")
        for ply in range(last + 2):
            browser.get(f"/t/{key}/moment/{ply}?seat=1")
        for ply in range(0, last + 1, 9):
            browser.get(f"/t/{key}/at/{ply}?seat=1")
            browser.get(f"/t/{key}/at/{ply}?seat=all")
            browser.get(f"/t/{key}/picture/{ply}.svg?seat=1")
            browser.get(f"/t/{key}/play/{ply}")
            browser.get(f"/t/{key}/recap?since={ply}")
        for named in ("1", "2", "3"):
            browser.post(f"/t/{key}/ask", topic="hand", words="", seat=named)
        for path in ("sit", "leave", "back", "begin", "rematch", "drop", "hint"):
            if cookie is None:
                browser.post(f"/t/{key}/{path}", seat="1", name="Eve")
        with browser.socket(key) as socket:
            socket.update()
            hidden = {text for game in games for text in (event.text for event in game.events)}
            for seat in (1, 2, 3):
                for word in sorted(hidden):
                    if cookie is None or seat == 1:
                        socket.send(why=word, seat=seat)
                        socket.send(move=[word], ply=last, seat=seat)
                        socket.oops()
                        socket.oops()
                socket.send(undo=True, ply=last, seat=seat if cookie is None else 1)
                socket.oops()
            socket.send(line="news", ply=last)
            socket.until(lambda message: "answer" in message or "oops" in message)
        return browser.bytes


def comparable(answers: list[bytes], key: str) -> list[bytes]:
    """Without what differs for reasons of its own: the key of the table, the time, the cookie of somebody new."""
    answers = [re.sub(rb'"age":[0-9]+', b"", answer) for answer in answers]
    plain = [re.sub(rb"(?i)'date': '[^']*'", b"", answer).replace(key.encode(), b"KEY") for answer in answers]
    return [re.sub(rb"freightyard=[^;]*;", b"", answer) for answer in plain]


@pytest.mark.parametrize("who", ["a spectator", "another seat"])
def test_two_games_that_differ_in_a_hand_look_the_same_to_others(
    twin_server: tuple[Server, list[str]], twin_games: tuple[Twin, Twin], who: str
) -> None:
    server, secrets = twin_server
    cookie = None if who == "a spectator" else secrets[1]
    one, other = (comparable(everything(server.url, cookie, key, twin_games), key) for key in KEYS)
    assert len(one) == len(other) > PLIES
    for number, (this, that) in enumerate(zip(one, other, strict=True)):
        assert this == that, f"answer {number}"
    assert any(b'"changed":' in answer for answer in one), "there was something to recap"


def test_the_holder_of_the_hand_sees_the_difference(twin_server: tuple[Server, list[str]], twin_games: tuple[Twin, Twin]) -> None:
    """Else the test above would prove nothing."""
    server, secrets = twin_server
    shown = []
    for key in KEYS:
        with Browser(server.url) as browser:
            browser.cookie = secrets[0]
            pages = [browser.get(f"/t/{key}").text, browser.get(f"/t/{key}/moment/{PLIES // 2}").text]
            with browser.socket(key) as socket:
                pages.append(str(socket.update()["parts"]))
            shown.append([page.replace(key, "KEY") for page in pages])
    for one, other in zip(*shown, strict=True):
        assert one != other


def test_hidden_cards_of_a_live_game_reach_nobody_else(server: Server, ann: Browser, bob: Browser, eve: Browser) -> None:
    """Corporations are dealt and kept in secret until the game is over. Their names are searched for in everything sent."""
    key = ann.new_table("freight-cars", "me", "open", "bot:random")
    bob.post(f"/t/{key}/sit", name="Bob")
    with ann.socket(key) as one, bob.socket(key) as two, eve.socket(key) as three:
        for socket in (one, two, three):
            socket.update()
        play_together([one, two, three], "live", plies=one.ply + 80)
        for browser in (ann, bob, eve):
            browser.get(f"/t/{key}")
            for ply in range(0, one.ply, 5):
                browser.get(f"/t/{key}/moment/{ply}")
        assert eve.get(f"/t/{key}/record").status_code == 403
        assert ann.get(f"/t/{key}/record").status_code == 403
    events = asyncio.run(_events(server, key))
    for browser, column in ((ann, 0), (bob, 1), (eve, 3)):
        sent = b"\n".join(browser.bytes).decode()
        hidden = [stored.event.text.split()[1] for stored in events if stored.event.text.startswith("deal ")]
        known = {stored.seen[column].split()[1] for stored in events if stored.seen[column].startswith("deal ")}
        assert len(known) == (1 if column == 3 else 4), "what one knows is the own cards, and ? for the others'"
        for card in hidden:
            words = f"{card}|{card.replace('-', ' ')}"
            found = re.search(rf"\b({words})\b", sent, re.IGNORECASE)
            assert (found is not None) == (card in known), f"{card}, seen from seat {column + 1}"
    log = server.logged(f"/t/{key}/ws", 3)
    for stored in events:
        if stored.seen[3] != stored.event.text:
            assert stored.event.text.split()[-1] not in log


def test_people_on_one_screen_do_not_read_what_the_others_were_told(server: Server, ann: Browser) -> None:
    """The page keeps the lines of its log when another of them looks at it. So no line may tell a secret of anybody."""
    key = ann.new_table("freight-cars", "me", "here")
    with ann.socket(key) as socket:
        socket.update()
        socket.play("one screen", plies=socket.ply + 30)
        assert not socket.over
        told = [frame["parts"][part] for frame in socket.frames for part in ("log", "older") if part in frame.get("parts", {})]
    page = ann.get(f"/t/{key}").text
    told += [*socket.said, page[page.index('class="lines"') :].partition("</section>")[0]]
    told += [ann.get(f"/t/{key}/moment/{ply}").text for ply in range(0, socket.ply, 3)]  # nothing lies face down there
    told.append(ann.get(f"/t/{key}/at/{socket.ply}").text)
    dealt = _dealt(server, key)
    assert dealt
    for card in dealt:
        assert not re.search(rf"\b({card}|{card.replace('-', ' ')})\b", "\n".join(told), re.IGNORECASE), card


def test_a_screen_that_is_handed_on_is_not_sent_the_next_hand_before_its_player_has_it(server: Server, ann: Browser) -> None:
    key = ann.new_table("freight-cars", "me", "here")
    offered = _dealt(server, key)
    with ann.socket(key, hello=False) as socket:
        socket.send(hello={"ply": 0, "holds": 0})
        page, covered = ann.get(f"/t/{key}").text, socket.update()
        for sent in (page, str(covered)):
            assert "Pass the device to Ann." in sent
            assert not [word for word in offered if word in sent]
        assert not covered.get("moves")
        socket.send(hold=True, seat=2)  # not whose board it is: it stays covered
        still = str(socket.update())
        assert not [word for word in offered if word in still]
        socket.send(hold=True, seat=1)
        opened = socket.update()
        assert [move for move in opened["moves"] if move.startswith("keep ")]
        assert len([word for word in offered if word in str(opened["parts"]["hand"]) + str(opened["moves"])]) == 3
        socket.send(move=[opened["moves"][0]], ply=opened["ply"], seat=1)
        handed = socket.update()  # the board of the other one now
        assert handed["seat"] == 2
        assert not [word for word in offered if word in str(handed)]
    with ann.socket(key, hello=False) as socket:  # a connection that was lost: the one who has the device still has it
        socket.send(hello={"ply": 0, "holds": 2})
        assert [move for move in socket.update()["moves"] if move.startswith("keep ")]


def _dealt(server: Server, key: str) -> list[str]:
    """The corporations that were dealt to anybody."""
    events = asyncio.run(_events(server, key))
    return [stored.event.text.split()[1] for stored in events if stored.event.text.startswith("deal ")]


async def _events(server: Server, key: str) -> list[StoredEvent]:
    store = await open_store(str(server.errors.with_name("yard.db")), read_only=True)
    events = await store.moves.events(key)
    await store.close()
    return events
