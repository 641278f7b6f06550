"""People who play over weeks: they come twice a day, forget it, go on holiday, lose their device and come back by their code."""

import re
import socket
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, Self

import msgspec
from websockets.exceptions import ConnectionClosed, WebSocketException

from freightyard.core.chance import Stream
from tests.server.at_once import at_once
from tests.server.running import Browser
from tests.server.starter import Started, Starter
from tests.server.time_server import VISITS, Times
from tests.server.visits import DONE, Told, Visit, choose

HOUR: Final = 3600.0
DAY: Final = 24 * HOUR
_PATIENCE: Final = 600.0  # seconds for what a server does between two visits
MONDAY: Final = 1_793_577_600.0  # 2 November 2026, midnight in Greenwich
ZONES: Final = ("Europe/Berlin", "America/New_York", "Asia/Tokyo", "UTC", "Australia/Lord_Howe")
_TURN: Final = re.compile(r'<li class="turn-here">\s*<a class="to" href="/t/(\w+)"')
_CODE: Final = re.compile(r'id="secret-link"[^>]*value="[^"]+#([^"]+)"')


class Clockwork:
    """Servers on one database, whose time is ours. Any of them can be killed at any moment."""

    def __init__(self, database: str, folder: Path, processes: int) -> None:
        self._database = database
        self._folder = folder
        self.times = [Times(folder / f"times-{number}") for number in range(processes)]
        self.visits = [folder / f"times-{number}{VISITS}" for number in range(processes)]
        self._processes: list[Started] = []
        self.urls: list[str] = []
        self.now = MONDAY
        self.kills = 0

    def __enter__(self) -> Self:
        for number in range(len(self.times)):
            self._processes.append(self._start(number))
            self.urls.append(self._url(number))
        return self

    def __exit__(self, *_: object) -> None:
        for process in self._processes:
            process.kill()
            process.communicate()

    def _start(self, number: int) -> Started:
        self.times[number].set_now(self.now)
        with (self._folder / f"log-{number}").open("ab") as log:
            arguments = [self._database, str(self._folder / f"times-{number}")]
            return Starter.here().start(arguments, log, module="tests.server.time_server")

    def _url(self, number: int) -> str:
        line = self._processes[number].stdout.readline().strip()
        assert line, f"the server did not start: {self.log()}"
        return line

    def log(self) -> str:
        """What the servers have complained of."""
        return "".join([path.read_text(encoding="utf-8") for path in sorted(self._folder.glob("log-*"))])

    def pass_time(self, now: float) -> None:
        """It is later now; wait until everything is done that was due."""
        self.now = now
        for times in self.times:
            times.set_now(now)
        end = time.monotonic() + _PATIENCE
        while any(times.done < now for times in self.times):
            assert time.monotonic() < end, f"a server does not do what is due: {self.log()[-2000:]}"
            time.sleep(0.004)

    def kill(self, number: int) -> None:
        """Kill a server, and start another in its place."""
        self.kills += 1
        self._processes[number].kill()
        self._processes[number].communicate()
        self._processes[number] = self._start(number)
        self.urls[number] = self._url(number)


class Accepted(msgspec.Struct, frozen=True):
    """A move that the server has shown to whoever made it."""

    table: str
    ply: int | None  # None: a choice that all make at once, which is played when those before it are
    seat: int
    text: str


class Player:
    """Somebody with a job."""

    def __init__(self, clockwork: Clockwork, name: str, seed: str, server: int) -> None:
        self.name = name
        self.luck = Stream(f"{seed}/{name}")
        self.zone = ZONES[self.luck.below(len(ZONES))]
        self.hours = sorted((6.0 + self.luck.below(9), 15.0 + self.luck.below(8)))  # at which they come
        self.accepted: list[Accepted] = []
        self.keys: list[str] = []  # of their tables
        self.away: set[int] = set()
        self.visits = self.lost = self.moves_cut_off = 0
        self._clockwork = clockwork
        self.server = server
        self.cookie: str | None = None
        self._code: str | None = None

    def browser(self) -> Browser:
        browser = Browser(self._clockwork.urls[self.server])
        if self.cookie is not None:
            browser.cookie = self.cookie
        return browser

    def keep_cookie(self, browser: Browser) -> None:
        self.cookie = browser.cookie

    def lose_device(self) -> None:
        """The cookie is gone: they come back by their code."""
        assert self._code is not None
        self.cookie = None
        self.lost += 1
        with self.browser() as browser:
            come_back(browser, self._code)
            self.keep_cookie(browser)

    def begin(self) -> None:
        """Give a name, write down the code that brings one back, and say where one lives."""
        with self.browser() as browser:
            assert browser.post("/me/name", name=self.name).status_code == 303
            self.keep_cookie(browser)
            self._code = read_code(browser)
            answer = browser.post(
                "/me/hours", zone=self.zone, **{"night-from": "23", "night-until": "7", "off-5": "yes", "off-6": "yes"}
            )
            assert answer.status_code == 303, answer.text

    def go_on_holiday(self, day: int, days: int) -> None:
        """From a day of the month on."""
        dates = [datetime.fromtimestamp(MONDAY + number * DAY, UTC).date().isoformat() for number in (day, day + days - 1)]
        with self.browser() as browser:
            answer = browser.post("/me/holiday", first=dates[0], last=dates[1])
            assert answer.status_code == 303, answer.text
        self.away = set(range(day, day + days))

    def is_away(self, day: int) -> bool:
        return day in self.away

    def visit(self, *, cut_off: bool = False) -> bool:
        """Play at every table at which it is their turn. `cut_off`: the server is killed right after a move was sent, which is
        true if there was one."""
        self.visits += 1
        with self.browser() as browser:
            for key in self.keys:  # where a bot plays for them they take their seat again; elsewhere that is refused
                if self.luck.below(3) == 0:
                    browser.post(f"/t/{key}/back")
            for key in _TURN.findall(browser.get("/me").text):
                self._play(browser, key, cut_off=cut_off)
                if cut_off:
                    return True
        return False

    def _play(self, browser: Browser, key: str, *, cut_off: bool) -> None:
        try:
            with browser.socket(key) as page:
                page.update()
                while page.turn and not page.over:
                    ply, seat, offered = page.ply, page.seat, page.moves
                    assert seat is not None
                    text = choose(offered, self.luck)
                    page.move(text)
                    if cut_off:
                        time.sleep(0.001 * self.luck.below(8))  # before, while or after it is stored
                        self.moves_cut_off += 1
                        self._clockwork.kill(self.server)
                        return
                    # While all choose at once the choices of others are played before one's own is taken, and change the ply.
                    while page.moves == offered and (page.ply == ply or at_once(text)):
                        refusal = page.receive().get("oops")
                        assert refusal is None, f"{text} was offered and refused: {refusal}"
                    self.accepted.append(Accepted(key, None if at_once(text) else ply, seat - 1, text))
        except (ConnectionClosed, WebSocketException, OSError, TimeoutError) as error:  # another player's server, not ours
            raise AssertionError(f"{self.name} was thrown out of {key}: {error!r}: {self._clockwork.log()[-2000:]}") from error


def visit_together(clockwork: Clockwork, server: int, people: Sequence[Player], kill_at: int | None) -> bool:
    """People come by at the same hour, without a browser: see `visits.py`. `kill_at`: how many lines they are told before the
    server is killed while a move is being made; whether it was."""
    visits = []
    for person in people:
        person.visits += 1
        assert person.cookie is not None
        visits.append(Visit(person.cookie, f"{person.name} {person.visits}"))
    with socket.socket(socket.AF_UNIX) as line:
        line.settimeout(_PATIENCE)
        line.connect(str(clockwork.visits[server]))
        line.sendall(msgspec.json.encode(visits) + b"\n")
        for lines, words in enumerate(line.makefile("rb"), 1):
            if words == DONE:
                return False
            told = msgspec.json.decode(words, type=Told)
            if told.accepted:
                people[0].accepted += [
                    Accepted(told.table, None if at_once(text) else ply, told.seat, text)
                    for ply, text in enumerate(told.texts, told.ply)
                ]
            elif kill_at is not None and lines >= kill_at:
                clockwork.kill(server)
                return True
    raise AssertionError(f"a visit was cut off: {clockwork.log()[-3000:]}")


def read_code(browser: Browser) -> str:
    """The recovery code on a person's page."""
    found = _CODE.search(browser.get("/me/recovery").text)
    assert found, "the page shows the recovery link"
    return found[1]


def come_back(browser: Browser, code: str) -> None:
    """Sign in on a new device by the code."""
    answer = browser.post("/sign-in", code=code)
    assert answer.status_code == 303, answer.text
