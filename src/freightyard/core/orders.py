"""Orders ahead: what a seat may say before it is asked, and what a game tells the table about it.

The rules know nothing of orders. A game that offers some brings a part `orders`: an object like `Orders`. It works on the view of
the seat that gave the order, so an order can use nothing that its seat may not know.
"""

from typing import ClassVar

import msgspec

from freightyard.core.contract import State, View
from freightyard.core.errors import BadSetup


class Limit(msgspec.Struct, frozen=True):
    """Up to how much: a number that can be filled in. None: pass."""

    label: str  # what it is for, such as `1st place`
    most: int  # that makes sense now
    value: int | None = None  # as it was given


class Offer(msgspec.Struct, frozen=True):
    """An order that can be given now: sentences for people, and the limits to fill in, in the order of their words."""

    title: str  # a few words
    note: str  # what it does, and when it stops
    limits: tuple[Limit, ...]  # what is filled in
    pass_all: str  # what the button says that passes in all of them


class Play(msgspec.Struct, frozen=True):
    """What an order does when its seat is asked."""

    move: str  # in words


class Stop(msgspec.Struct, frozen=True):
    """An order acts no more: something happened that its person would want to know. Without a reason it is done."""

    why: str = ""  # the end of a sentence that begins `Your order stopped:`


class Orders:
    """What a game says about orders. This one offers none: a game overrides what it offers.

    An order is a text of the game's own making, which the table keeps and hands back. It must hold all that `answer` needs: what
    an order does follows from the order and the view alone, so that any process can act on it at any time.
    """

    blind_plies: ClassVar[int] = 0  # beyond which `blind` is never true: who lists tables need not ask later ones

    def offer(self, view: View, given: str) -> Offer | None:
        """What the seat of the view can order now, filled in with what was given; None if nothing."""
        return None

    def give(self, view: View, words: str) -> str:
        """The order that these words mean: a limit each, or `-` to pass, or `pass` for all. What is wrong raises `BadSetup`."""
        raise BadSetup("this game takes no orders")

    def tell(self, view: View, given: str) -> str:
        """An order as its person reads it: a sentence, plain text."""
        return given

    def answer(self, view: View, given: str) -> Play | Stop | None:
        """What an order does now; None: it waits. A move is an answer only if the seat of the view is to act."""
        return None

    def blind(self, state: State) -> bool:
        """Whether seats choose now without seeing each other's choice, and nothing that they choose makes a difference to what
        the others are asked or dealt until all have chosen. Then they need not wait for each other."""
        return False
