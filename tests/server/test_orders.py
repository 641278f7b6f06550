"""Orders ahead on a running server: they act, can be withdrawn, survive a kill, and show to nobody but their person."""

import asyncio
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from freightyard.bots import make_bot
from freightyard.core.chance import Stream
from freightyard.core.title import ORDERS
from freightyard.games import game_named, part_of
from freightyard.server.live.editions import raw_text
from freightyard.store import Store, open_store
from freightyard.store.rows import Append, Chair, Person, TableRow
from freightyard.table import Table
from freightyard.table.orders import SeatOrders
from tests.server.running import Browser, Server, Socket, serving, until

NAMES = ("Ann", "Bob", "Cid")
Secrets = list[str]


async def stage(store: Store, key: str, people: Sequence[Person], game: str) -> Table:
    """A table at which all sit, the same for each key: before the first decision; in Freight before the auction of round 2, when
    there is money to bid."""
    rules = game_named(game)
    edition = rules.edition(rules.editions[0])
    table = Table(rules, edition, len(people), seed="staged")
    bots = [make_bot("medium", rules, Stream(f"staged {seat}")) for seat in range(len(people))]
    steps = [table.begin()]
    table.commit(steps[0])
    while game == "freight" and table.view(None).board.round < 2:
        seat = table.to_act()
        assert seat is not None
        steps.append(table.move(seat, table.ply, [bots[seat].decide(table.view(seat))]))
        table.commit(steps[-1])
    row = TableRow(
        key=key, game=game, edition=edition.name, raw=raw_text(edition), options=(), seed="staged", public=False, made_by=None,
        made_at=1.0, chairs=tuple([Chair(person.key, called=person.name) for person in people]), moved_at=1.0,
    )  # fmt: skip
    await store.tables.add(row)
    assert await store.tables.begin(key)
    await store.moves.append(
        Append(
            table=key, ply=0, events=table.events, seen=tuple([seen for step in steps for seen in step.seen]),
            marks=tuple([mark for step in steps for mark in step.marks]), to_act=table.to_act(), at=2.0,
        )
    )  # fmt: skip
    return table


@pytest.fixture(scope="module")
def staged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Secrets]]:
    """A server with tables of three people, some of them the same but for their keys."""
    folder: Path = tmp_path_factory.mktemp("orders")

    async def prepare() -> Secrets:
        store = await open_store(str(folder / "yard.db"))
        people = [await store.people.new(name) for name in NAMES]
        for key in ("bidsaaaaaaaa", "bidsbbbbbbbb", "withdrawn", "undone", "refused", "typed"):
            await stage(store, key, [person for person, _ in people], "freight")
        for key in ("carsaaaaaaaa", "carsbbbbbbbb", "carsoneround", "carschanged", "carsasked", "carslisted"):
            await stage(store, key, [person for person, _ in people], "freight-cars")
        await store.close()
        return [secret for _, secret in people]

    secrets = asyncio.run(prepare())
    with serving(folder / "yard.db", errors=folder / "log") as running:
        yield running, secrets


class Seats:
    """The people of a table at their sockets, by their seats, and a spectator last. All that they are sent is kept."""

    def __init__(self, server: Server, secrets: Secrets, key: str) -> None:
        self.browsers = [Browser(server.url, **{"accept-encoding": "identity"}) for _ in (*secrets, None)]
        for browser, secret in zip(self.browsers, secrets, strict=False):
            browser.cookie = secret
        self.key = key
        self.sockets: list[Socket] = []
        for number, browser in enumerate(self.browsers):  # one after the other, so that all are told of it in the same order
            socket = browser.socket(key)
            socket.update()
            for present in (socket, *self.sockets) if number < len(secrets) else (socket,):
                present.until(lambda message: "here" in message)
            self.sockets.append(socket)

    def __enter__(self) -> "Seats":
        return self

    def __exit__(self, *_: object) -> None:
        for socket in self.sockets:
            socket.connection.close()
        for browser in self.browsers:
            browser.__exit__(None, None, None)

    @property
    def actor(self) -> int:
        """The seat to act, in a game without secrets."""
        return next(seat for seat, socket in enumerate(self.sockets) if socket.turn)

    def catch_up(self, ply: int) -> None:
        for socket in self.sockets:
            while socket.ply < ply:
                socket.update()

    def move(self, text: str) -> None:
        """The seat to act moves, and everybody sees it."""
        socket = self.sockets[self.actor]
        socket.move(text)
        self.catch_up(socket.ply + 1)

    def order(self, seat: int, words: str, told: str) -> None:
        """Somebody gives an order, and reads what it is, or that there is none."""
        self.sockets[seat].send(order=words, seat=seat + 1)
        while told not in self.sockets[seat].parts["orders"]:
            self.sockets[seat].update()

    def get(self, path: str) -> None:
        for browser in self.browsers:
            browser.get(f"/t/{self.key}{path}")


def choose(socket: Socket, number: int) -> None:
    """Somebody takes one of the things that they are offered, and sees what comes then."""
    offered = socket.moves
    socket.move(offered[number])
    while socket.moves == offered:
        socket.update()


def comparable(answers: Sequence[bytes], key: str) -> list[bytes]:
    """Without what differs for reasons of its own."""
    answers = [re.sub(rb'"age":[0-9]+', b"", answer) for answer in answers]
    plain = [re.sub(rb"(?i)'date': '[^']*'", b"", answer).replace(key.encode(), b"KEY") for answer in answers]
    return [re.sub(rb"freightyard=[^;]*;", b"", answer) for answer in plain]


def test_an_order_shows_in_no_byte_that_another_receives(staged: tuple[Server, Secrets]) -> None:
    """Twin games: at one table somebody orders what they say at the other when they are asked. Frames, pages, log, replays and
    records of both are the same to everybody else, and there are no more frames at one than at the other."""
    seen: list[list[list[bytes]]] = []
    holders: list[str] = []
    for key, orders in (("bidsaaaaaaaa", True), ("bidsbbbbbbbb", False)):
        with Seats(*staged, key) as seats:
            first, start = seats.actor, seats.sockets[3].ply
            others = [seat for seat in range(3) if seat != first]
            for seat in others if orders else ():
                seats.order(seat, "1 0", "Up to 1 for first place")
            seats.get("")
            seats.move("open 0")
            if not orders:
                seats.move("raise")
                seats.move("pass")
            seats.catch_up(start + 3)
            assert seats.actor == first
            moments = (f"/moment/{start + 2}", f"/at/{start + 1}", f"/picture/{start}.svg", f"/recap?since={start}")
            for path in ("", "/record", "/sheet", *moments):
                seats.get(path)
            holders.append(str(seats.sockets[others[0]].frames))
            seen.append([comparable(seats.browsers[seat].bytes, key) for seat in (first, 3)])
    for one, other in zip(*seen, strict=True):
        assert one == other
    assert holders[0] != holders[1], "the one who gave the order sees it"


def test_what_somebody_chooses_ahead_shows_in_no_byte_that_another_receives(staged: tuple[Server, Secrets]) -> None:
    """Twin games of Freight Cars: the third seat chooses another corporation and another card. That it has chosen is shown."""
    seen: list[list[list[bytes]]] = []
    for key, number in (("carsaaaaaaaa", 0), ("carsbbbbbbbb", 2)):
        with Seats(*staged, key) as seats:
            third = seats.sockets[2]
            assert third.moves, "it is asked ahead"
            for _ in range(2):
                choose(third, number)
                for other in (0, 1, 3):
                    seats.sockets[other].update()
            assert not third.moves
            assert "Waiting for Ann and Bob to choose." in seats.sockets[3].parts["prompt"]
            for path in ("", "/record", "/sheet", "/recap?since=0"):
                seats.get(path)
            seen.append([comparable(seats.browsers[seat].bytes, key) for seat in (0, 1, 3)])
    for one, other in zip(*seen, strict=True):
        assert one == other


def test_the_start_choices_of_freight_cars_wait_for_each_other_once(staged: tuple[Server, Secrets]) -> None:
    with Seats(*staged, "carsoneround") as seats:
        for seat in (2, 0, 1):  # each comes once, and goes
            socket = seats.sockets[seat]
            for word in ("keep", "discard"):
                while not socket.turn:
                    socket.update()
                assert socket.moves[0].startswith(f"{word} ")
                choose(socket, 0)
        for socket in seats.sockets:
            while "discarding" in socket.parts["prompt"] or "to choose" in socket.parts["prompt"]:
                socket.update()
        story = " ".join(seats.sockets[3].said)
        assert "corporation" in story


def test_the_last_choice_can_be_undone_but_not_one_after_which_cards_were_seen(staged: tuple[Server, Secrets]) -> None:
    with Seats(*staged, "carschanged") as seats:
        third = seats.sockets[2]
        choose(third, 0)
        assert "data-undo" not in third.parts["prompt"]
        third.send(undo=True, ply=third.ply, seat=3)
        assert "undo only your own last move" in third.oops()["oops"]
        cards = third.moves
        choose(third, 0)
        assert "data-undo" in third.parts["prompt"]
        third.send(undo=True, ply=third.ply, seat=3)
        third.await_turn()
        assert third.moves == cards
        first = seats.sockets[0]
        choose(first, 0)  # a real move: the first seat is to act
        assert first.moves[0].startswith("discard "), "it is asked ahead for the card"
        first.send(undo=True, ply=first.ply, seat=1)
        assert "you have seen the cards" in first.oops()["oops"]


def test_the_lobby_says_your_turn_to_who_may_choose_ahead_until_they_have(staged: tuple[Server, Secrets]) -> None:
    def waits(browser: Browser) -> bool:
        line = re.search(r'<li class="([^"]*)">\s*<a class="to" href="/t/carslisted"', browser.get("/me").text)
        assert line
        others = browser.get("/waiting").json()["tables"] - browser.get("/waiting?besides=carslisted").json()["tables"]
        assert ("turn-here" in line[1]) == bool(others), "the lobby and the way to the next table agree"
        return "turn-here" in line[1]

    with Seats(*staged, "carslisted") as seats:
        assert [waits(browser) for browser in seats.browsers[:3]] == [True, True, True]
        for _ in range(2):
            assert waits(seats.browsers[2])
            choose(seats.sockets[2], 0)
        assert [waits(browser) for browser in seats.browsers[:3]] == [True, True, False]


def test_a_choice_that_was_sent_before_its_seat_was_asked_is_taken_and_not_offered_again(staged: tuple[Server, Secrets]) -> None:
    with Seats(*staged, "carsasked") as seats:
        first, second = seats.sockets[:2]
        before = second.ply
        choose(first, 0)
        while second.ply == before:
            second.update()
        offered, told = second.moves, len(second.frames)
        second.move(offered[1], ply=before)  # chosen while the page did not know that it is asked now
        while second.moves == offered:
            assert "oops" not in second.receive()
        shown = [frame for frame in second.frames[told:] if "parts" in frame]
        assert all(frame.get("moves") != offered for frame in shown), "what is chosen is not offered once more"
        assert second.moves[0].startswith("discard ")


def test_an_order_that_was_withdrawn_does_not_act(staged: tuple[Server, Secrets]) -> None:
    with Seats(*staged, "withdrawn") as seats:
        first = seats.actor
        for seat in range(3):
            if seat != first:
                seats.order(seat, "pass", "Pass from here on.")
                seats.sockets[seat].send(order="", seat=seat + 1)
                while "Withdraw" in seats.sockets[seat].parts["orders"]:
                    seats.sockets[seat].update()
        ply = seats.sockets[first].ply
        seats.move("open 0")
        assert seats.actor != first
        assert [len(socket.quiet(0.3)) for socket in seats.sockets] == [0] * 4
        assert seats.sockets[3].ply == ply + 1


def test_an_order_that_is_given_when_asked_acts_at_once_and_stops_when_its_move_is_undone(staged: tuple[Server, Secrets]) -> None:
    with Seats(*staged, "undone") as seats:
        first = seats.actor
        socket = seats.sockets[first]
        ply = socket.ply
        socket.send(order="2 - ", seat=first + 1)
        seats.catch_up(ply + 1)
        assert "opens the bidding at 0" in " ".join(seats.sockets[3].said)
        socket.send(undo=True, ply=ply + 1, seat=first + 1)
        seats.catch_up(ply + 2)
        while "Your order stopped" not in socket.parts["orders"]:
            socket.update()
        assert seats.actor == first
        assert "you undid a move" in socket.parts["orders"]


def test_orders_that_cannot_be_are_refused_with_a_reason(staged: tuple[Server, Secrets]) -> None:
    with Seats(*staged, "refused") as seats:
        first = seats.actor
        socket, spectator = seats.sockets[first], seats.sockets[3]
        socket.send(order="99999", seat=first + 1)
        assert "Say up to 2 limits from 0 to" in socket.oops()["oops"]
        socket.send(order="4", seat=(first + 1) % 3 + 1)
        assert "is not yours" in socket.oops()["oops"]
        spectator.send(order="4", seat=first + 1)
        assert "is not yours" in spectator.oops()["oops"]
        spectator.send(forced=True, seat=first + 1)
        assert "is not yours" in spectator.oops()["oops"]
        assert "hidden" in spectator.parts["orders"]


def test_orders_can_be_typed(staged: tuple[Server, Secrets]) -> None:
    with Seats(*staged, "typed") as seats:
        waiting = seats.sockets[(seats.actor + 1) % 3]

        def answer(line: str) -> str:
            waiting.send(line=line, ply=waiting.ply)
            return str(waiting.until(lambda message: "answer" in message)["answer"])

        assert "You have given no order." in answer("ahead")
        assert "Up to 2 for first place, else pass." in answer("ahead 2")
        assert "You have given no order." in answer("ahead off")
        assert "Forced moves are played for you." in answer("forced on")
        assert "checked" in waiting.parts["forced"]
        waiting.send(line="ahead x", ply=waiting.ply)
        assert "Say up to 2 limits" in waiting.oops()["oops"]


def test_an_order_acts_though_its_process_was_killed_before_it_could(tmp_path: Path) -> None:
    """It lies in the database, its seat is asked, and nobody has looked at it: as after a kill between two commits."""
    path = str(tmp_path / "yard.db")

    async def prepare() -> tuple[str, int]:
        store = await open_store(path)
        people = [await store.people.new(name) for name in NAMES]
        table = await stage(store, "killed", [person for person, _ in people], "freight")
        seat = table.to_act()
        assert seat is not None
        given = part_of("freight", ORDERS).give(table.view(seat), "pass")
        await store.orders.give("killed", seat, people[seat][0].key, SeatOrders(given), 3.0)
        await store.close()
        return people[0][1], table.ply

    secret, ply = asyncio.run(prepare())
    with serving(path, errors=tmp_path / "log") as server, Browser(server.url) as browser:
        browser.cookie = secret

        def events() -> int:
            found = re.search(r'data-ply="(\d+)"', browser.get("/t/killed").text)
            assert found
            return int(found[1])

        until(lambda: events() == ply + 1, "the order acts")


def test_orders_are_left_alone_by_the_sweep_once_they_were_looked_at(tmp_path: Path) -> None:
    """Else a table would be opened every few seconds, as long as its person thinks."""

    async def look() -> tuple[int, int, int]:
        store = await open_store(str(tmp_path / "yard.db"))
        people = [await store.people.new(name) for name in NAMES]
        table = await stage(store, "looked", [person for person, _ in people], "freight")
        seat = table.to_act()
        assert seat is not None
        before = len(await store.tables.waiting(100.0, 10))
        orders = SeatOrders(forced=True)
        await store.orders.give("looked", seat, people[seat][0].key, orders, 3.0)
        given = len(await store.tables.waiting(100.0, 10))
        assert await store.orders.change("looked", seat, orders, orders, table.ply)
        looked = len(await store.tables.waiting(100.0, 10))
        assert not await store.orders.change("looked", seat, SeatOrders(), orders, table.ply), "its person said something else"
        await store.close()
        return before, given, looked

    assert asyncio.run(look()) == (0, 1, 0)


@pytest.fixture
def two_servers(postgres_url: str, tmp_path: Path) -> Iterator[Callable[[int], Server]]:
    with (
        serving(postgres_url, errors=tmp_path / "log1") as one,
        serving(postgres_url, errors=tmp_path / "log2") as two,
    ):
        yield lambda number: (one, two)[number]


def test_an_order_given_at_one_process_acts_once_when_another_asks_its_seat(
    two_servers: Callable[[int], Server], postgres_url: str
) -> None:
    async def prepare() -> Secrets:
        store = await open_store(postgres_url)
        people = [await store.people.new(name) for name in NAMES]
        await stage(store, "twice", [person for person, _ in people], "freight")
        await store.close()
        return [secret for _, secret in people]

    secrets = asyncio.run(prepare())
    sockets: list[Socket] = []
    browsers = [Browser(two_servers(seat % 2).url) for seat in range(3)]
    for browser, secret in zip(browsers, secrets, strict=True):
        browser.cookie = secret
        sockets.append(browser.socket("twice"))
        sockets[-1].update()
    first = next(seat for seat, socket in enumerate(sockets) if socket.turn)
    start = sockets[first].ply
    for seat, socket in enumerate(sockets):
        if seat != first:
            socket.send(order="pass", seat=seat + 1)
            socket.until(lambda message: "Pass from here on." in message.get("parts", {}).get("orders", ""))
    sockets[first].move("open 1")
    while any(socket.ply < start + 4 for socket in sockets):  # both pass, once each for both places
        for socket in sockets:
            if socket.ply < start + 4:
                socket.update()
    story = [line for line in sockets[first].said if "pass" in line]
    assert len(story) >= 1
    for browser, socket in zip(browsers, sockets, strict=True):
        socket.connection.close()
        browser.__exit__(None, None, None)
