"""Machines that are none: network namespaces of Linux, and cables between them that take their time.

    with Machines({"db": "10.83.0.1", "west": "10.83.0.2"}) as machines:
        machines.delay(0.010)          # there and back, between any two
        with machines.inside("db"):    # what is opened or started here is on that machine
            …
        machines.cut("west", "db")     # nothing arrives any more, and nobody is told
        machines.mend()

Each machine has one network card (a tun device). This module is also the program that carries packets from card to card: a
process of its own, so that whoever measures does not delay them. The real TCP of the kernel runs over it, with its timeouts and
repeats. Needs root.
"""

import contextlib
import ctypes
import fcntl
import heapq
import itertools
import json
import os
import selectors
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Final, Self

CLONE_NEWNET: Final = 0x40000000
TUNSETIFF: Final = 0x400454CA
IFF_TUN: Final = 0x0001
IFF_NO_PI: Final = 0x1000
CARD: Final = "cable"
_LIBC: Final = ctypes.CDLL(None, use_errno=True)


def _enter(fd: int) -> None:
    if _LIBC.setns(fd, CLONE_NEWNET):
        raise OSError(ctypes.get_errno(), "no network namespace can be entered; this needs root")


@contextlib.contextmanager
def _namespace(path: Path) -> Iterator[None]:
    """This thread, and what it starts, is in another network."""
    with Path("/proc/self/ns/net").open("rb") as home, path.open("rb") as there:
        _enter(there.fileno())
        try:
            yield
        finally:
            _enter(home.fileno())


def _ip(*words: str) -> None:
    done = subprocess.run(["ip", *words], check=False, capture_output=True, text=True)  # noqa: S603, S607
    if done.returncode:
        raise SystemExit(f"cables: ip {' '.join(words)}: {done.stderr.strip()}")


class Machines:
    """Some machines by their names, each with its address."""

    def __init__(self, addresses: dict[str, str]) -> None:
        self.addresses = addresses
        self._spaces = {name: f"freightyard-{os.getpid()}-{name}" for name in addresses}
        self._made: list[str] = []
        self._carrier: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        if os.geteuid() != 0:
            raise SystemExit("cables: only root can make networks")
        cards: list[int] = []
        try:
            for name, address in self.addresses.items():
                space = self._spaces[name]
                _ip("netns", "add", space)
                self._made.append(space)
                with self.inside(name):
                    cards.append(_card())
                _ip("-n", space, "address", "add", f"{address}/24", "dev", CARD)
                _ip("-n", space, "link", "set", CARD, "up", "mtu", "1400")
                _ip("-n", space, "link", "set", "lo", "up")
            ends = dict(zip(self.addresses.values(), cards, strict=True))
            self._carrier = subprocess.Popen(  # noqa: S603
                [sys.executable, __file__, json.dumps(ends)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                pass_fds=cards,
            )
        except BaseException:
            self._remove()
            raise
        finally:
            for card in cards:
                os.close(card)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._remove()

    def _remove(self) -> None:
        if self._carrier is not None:
            self._carrier.kill()
            self._carrier.wait()
        for space in self._made:
            _ip("netns", "delete", space)

    @contextlib.contextmanager
    def inside(self, name: str) -> Iterator[None]:
        """What is started or connected here, is on this machine."""
        with _namespace(Path("/run/netns") / self._spaces[name]):
            yield

    def delay(self, seconds: float, *pair: str) -> None:
        """How long it takes there and back, between these two, or between any two."""
        self._tell({"delay": seconds / 2, "between": [self.addresses[name] for name in pair]})

    def cut(self, one: str, other: str) -> None:
        """What goes between these two is lost from now on."""
        self._tell({"cut": [self.addresses[one], self.addresses[other]]})

    def mend(self) -> None:
        """Nothing is lost any more."""
        self._tell({"cut": []})

    def _tell(self, words: dict[str, object]) -> None:
        carrier = self._carrier
        if carrier is None or carrier.stdin is None or carrier.stdout is None:
            raise ValueError("the machines are not there")
        carrier.stdin.write(json.dumps(words) + "\n")
        carrier.stdin.flush()
        if not carrier.stdout.readline():
            raise SystemExit("cables: the process that carries packets has ended")


def _card() -> int:
    """The network card of the machine that this is run inside of."""
    card = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(card, TUNSETIFF, struct.pack("16sH22x", CARD.encode(), IFF_TUN | IFF_NO_PI))
    return card


class Carrier:
    """Takes packets from each card, and puts them on that of their address when it is time."""

    def __init__(self, ends: dict[str, int]) -> None:
        self.cards = {bytes(map(int, address.split("."))): card for address, card in ends.items()}
        self.delays: dict[frozenset[bytes], float] = {}
        self.usual = 0.0
        self.lost: frozenset[bytes] = frozenset()
        self.on_the_way: list[tuple[float, int, int, bytes]] = []
        self.numbers = itertools.count()

    def hear(self, words: dict[str, Any]) -> None:
        """What somebody who measures wants."""
        if "cut" in words:
            self.lost = self._pair(words["cut"])
        else:
            pair = self._pair(words["between"])
            seconds: float = words["delay"]
            if pair:
                self.delays[pair] = seconds
            else:
                self.usual = seconds
                self.delays.clear()

    @staticmethod
    def _pair(addresses: list[str]) -> frozenset[bytes]:
        return frozenset(bytes(map(int, address.split("."))) for address in addresses)

    def take(self, packet: bytes) -> None:
        """One packet has left its machine."""
        if packet[0] >> 4 != 4:  # of IPv6 the kernel sends a few by itself
            return
        there = packet[16:20]
        pair = frozenset((packet[12:16], there))
        card = self.cards.get(there)
        if card is not None and pair != self.lost:
            due = time.monotonic() + self.delays.get(pair, self.usual)
            heapq.heappush(self.on_the_way, (due, next(self.numbers), card, packet))

    def deliver(self) -> float | None:
        """What is due arrives; the seconds until something is due again."""
        while self.on_the_way:
            wait = self.on_the_way[0][0] - time.monotonic()
            if wait > 0:
                return wait
            _, _, card, packet = heapq.heappop(self.on_the_way)
            with contextlib.suppress(OSError):  # a full or closed card loses packets as a real one does
                os.write(card, packet)
        return None

    def run(self, orders: IO[str]) -> None:
        """Until nobody gives orders any more."""
        with selectors.SelectSelector() as selector:  # the others wait whole milliseconds
            for card in self.cards.values():
                selector.register(card, selectors.EVENT_READ)
            selector.register(orders, selectors.EVENT_READ)
            while True:
                for key, _ in selector.select(self.deliver()):
                    if key.fileobj is orders:
                        line = orders.readline()
                        if not line:
                            return
                        self.hear(json.loads(line))
                        sys.stdout.write("done\n")
                        sys.stdout.flush()
                    else:
                        with contextlib.suppress(BlockingIOError):
                            while True:
                                self.take(os.read(key.fd, 65536))


if __name__ == "__main__":
    Carrier(json.loads(sys.argv[1])).run(sys.stdin)
