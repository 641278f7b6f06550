"""What a board is drawn from, and what every game's board offers.

A board is drawn in parts: pieces of markup with an id and `data-part`, which the client replaces when they change. A word of
a move is the name of a thing on the page (`data-word`).
"""

from collections.abc import Mapping, Sequence
from typing import Protocol

import msgspec

from freightyard.core.contract import Edition, Seat, View
from freightyard.core.orders import Offer
from freightyard.page.card_facts import Cards


class Player(msgspec.Struct, frozen=True, cache_hash=True):
    """Who sits on a seat, as everybody may know it."""

    seat: Seat
    name: str  # people's own words: always escaped
    bot: str | None = None  # the bot that plays, be it only standing in
    person: bool = True  # a person's seat, though a bot may stand in
    here: bool = True  # a person who is connected now
    beside: str | None = None  # the name on an earlier seat of the same person: both are played at one screen
    timed: bool = False  # a clock runs for them: the client shows how much time is left
    program: bool = False  # somebody's own bot, which plays by a token: `bot` is who stands in for it
    before: str | None = None  # who has lost the seat or given it up: a bot plays on


class MomentCache:
    """A cache for one moment of a table: what a board works out once for all who look at it. Whoever shows a moment to several
    viewers makes one, and hands it on in each of their scenes. What is hidden from some of them must not be kept in it."""

    __slots__ = ("kept",)

    def __init__(self) -> None:
        self.kept: object = None  # the board's own, made when it is first needed


class OrderSheet(msgspec.Struct, frozen=True):
    """What somebody is shown of their own orders ahead. Sentences are plain text."""

    told: str = ""  # the order that was given
    stopped: str = ""  # why the last one stopped
    forced: bool = False  # whether forced moves are made for them
    offer: Offer | None = None  # what can be ordered now


class Scene(msgspec.Struct, frozen=True):
    """Everything a board is drawn from: what one seat may know, and who sits where."""

    view: View
    players: tuple[Player, ...]
    own_seats: tuple[Seat, ...] = ()  # the seats of the browser for which it is drawn
    can_take_back: bool = False  # by the seat of the view
    takebacks: int = 0  # how many moves of its turn it can
    undoes_turn: bool = False  # whether those are all moves of its turn
    redo: tuple[str, ...] = ()  # the moves that it has just undone at once, which it can make again
    replay: bool = False  # a moment of the past: nothing can be clicked
    home: str = ""  # the address of the table, such as /t/KEY: links into the replay begin with it
    cache: MomentCache = msgspec.field(default_factory=MomentCache)  # of its moment
    orders: OrderSheet | None = None  # of the one who looks, who has one seat; a secret of theirs
    waited_for: tuple[Seat, ...] = ()  # who has not chosen, while all choose at once
    plan: tuple[str, ...] = ()  # moves that a picture draws, of the seat that is to act


class LogEntry(msgspec.Struct, frozen=True):
    """An event as the seat of the view was told of it; `seat` is CHANCE for chance."""

    ply: int
    seat: Seat
    text: str
    undone: bool = False
    turn: int = -1  # how many turns were over before it; -1 if that is not known
    gains: tuple[int, ...] = ()  # what everybody won or lost by it of what they have in the open; empty if nobody did


class TurnLines(Protocol):
    """How a game tells a turn in one line of the log: a module with these functions. They know what the reader may know: the
    events as the seat of the view was told of them, what everybody won or lost in the open, and the view of the moment."""

    def line(self, view: View, entries: Sequence[LogEntry], names: Sequence[str]) -> str:
        """What happened in a turn, after the player's name: markup, with pictures. Empty: the sentences tell it. The moves of
        chance in the turn are among the entries, those that were taken back are not."""

    def accounts(self, entries: Sequence[LogEntry]) -> str:
        """What events of one seat brought and cost, as the end of their sentence: `earning 18`. Plain text, empty if nothing."""

    def shared(self, text: str) -> bool:
        """Whether an event is part of something that several seats do together, such as a bid: then it is told as one thing,
        and `line` names who did what."""


class Change(msgspec.Struct, frozen=True):
    """Something that is another way than before: `Ann took the lead in tank`. `words` are plain text, spoken and typed; `markup`
    is the same with pictures, if there are any."""

    words: str
    markup: str = ""


class Recap(msgspec.Struct, frozen=True):
    """What changed between two moments, the most important first, and what is new on the board: `marks` are CSS selectors,
    `places` are words of moves for a board that has no element for a place (its client hears of them by `onMarked`)."""

    changes: tuple[Change, ...] = ()
    marks: tuple[str, ...] = ()
    places: tuple[str, ...] = ()


class RecapTeller(Protocol):
    """How a game tells what changed since somebody's last turn: a module with this function. It gets two views of one seat, or
    of a spectator, so it can tell nothing that they may not know."""

    def recap(self, before: View, now: View, names: Sequence[str]) -> Recap:
        """What changed from one moment to a later one. The names are not escaped."""


class ChatEntry(msgspec.Struct, frozen=True):
    """Something said at the table. `seat` is None for a spectator; without a name it is the table that tells something. Name and
    text are people's own words: always escaped."""

    seat: Seat | None
    name: str
    text: str
    number: int = 0  # grows
    audience: str | None = None  # spectators alone, or a note of the table itself; None: everybody


class NextTable(msgspec.Struct, frozen=True):
    """The table that came after this one: a rematch."""

    home: str  # its address
    offered_by: str | None = None  # who wants to play again, if the person who looks has not answered yet


class SeatNotice(msgspec.Struct, frozen=True):
    """What a person is told about their seat. `cancel`: the seat to which a link waits to be used, and can be cancelled."""

    words: str  # names in it are people's own words
    about: str = ""  # which link: each is told of once
    cancel: Seat | None = None


class Preview(msgspec.Struct, frozen=True):
    """What other programs show of a page beside its link: no more than anybody with the link may see. Addresses are whole."""

    url: str
    image: str
    description: str  # names in it are people's own words


class BranchLine(msgspec.Struct, frozen=True):
    """A game that plays on from a moment of another one, where that is listed."""

    home: str
    ply: int  # of the moment
    words: str  # who plays there; names in it are people's own words


class PageContext(msgspec.Struct, frozen=True, kw_only=True):
    """The page around a board: which table it is, and what the person who looks at it may do with it."""

    title: str  # of the game
    home: str  # the address of the table
    link: str  # the same, whole, to hand to others
    ply: int
    build: str  # names the static files
    name: str | None = None  # the person's, if we know one
    actions: frozenset[str] = frozenset()  # of sit, leave, back, begin, rematch, drop, release, accept: the forms to offer
    sitting: tuple[tuple[Seat, str], ...] = ()  # the seats that the person can leave, and who they are called there
    mutes: tuple[tuple[Seat, str, bool], ...] = ()  # whom the host may mute: seat, name, whether they are
    mutes_writers: tuple[tuple[int, str, bool], ...] = ()  # the same, without a seat: the number of a line of theirs instead
    paces: tuple[tuple[str, str], ...] = ()  # that the person may propose: a name, and what it is
    ended: bool = False  # by agreement: the game has no result
    returns: tuple[tuple[Seat, str], ...] = ()  # the seats to which the person may make a new link, and who sits there
    notice: SeatNotice | None = None
    tell: tuple[str, ...] = ()  # by which kinds of channels to offer them to be told of their turns, which take days here
    keep: bool = False  # whether the person has a seat that can be lost
    with_others: bool = False  # whether other people have seats too
    rematch: NextTable | None = None
    chat: Sequence[ChatEntry] = ()
    read: int | None = None  # the last line of it that the person has read; None: nobody counts that
    commands: Sequence[str] = ()  # what can be typed besides moves
    branch: str | None = None  # the address of the moment of another game from which it plays on
    branches: Sequence[BranchLine] = ()  # the games that play on from this one
    pace: str = ""  # how much time people have, in sentences
    cards: Cards | None = None  # what is known of the cards of its game
    preview: Preview | None = None
    bots: tuple[tuple[str, str], ...] = ()  # that the host may choose for open seats
    usual_bot: str = ""  # of these, the one that takes them if nobody chooses
    lesson: bool = False  # whether a lesson is given there
    learn: str = ""  # where the lessons of its game are listed, if it has any
    live: bool = False  # whether there is a table to hear of, or only a record of it


class TurnScores(msgspec.Struct, frozen=True):
    """Everybody's points when a turn was over: `ply` names the moment, `turn` counts turns."""

    ply: int
    turn: int
    scores: tuple[int, ...]


class BoardRenderer(Protocol):
    """The board of a game: a module with these functions. A board whose places have names besides their words in moves has
    `name_places(view, words)` too: a sentence of the log, or of a hint, with these names in it. One with
    `order_of_advice(view, plan)` brings the moves of a bot's plan into the order in which a player makes them. If it has
    `HANDED_ON = True`, its client says who holds a screen that several people share (`holdBy`, `hold` of client.js), and nobody
    else's secrets are sent there."""

    def files(self) -> tuple[str, ...]:
        """Style sheets and client modules of its own, such as `board.css`, besides those that every table has."""

    def parts(self, scene: Scene) -> Mapping[str, str]:
        """The markup of every part of the board by its id, each with `id` and `data-part`. The ids do not depend on the scene."""

    def changes(self, scene: Scene, before: Scene) -> Mapping[str, str]:
        """The parts that may look another way than in an earlier scene of the same table. Whatever is missing looks the same."""

    def arrange(self, parts: Mapping[str, str]) -> str:
        """The parts in their places, as the inside of the view; the common parts (`log`, `chat`, `prompt`, …) are among them."""

    def scores(self, view: View) -> Sequence[int]:
        """Everybody's points as they stand, as far as everybody may know them."""

    def ends(self, view: View) -> tuple[str, ...]:
        """The beginnings of legal moves that end the turn, for a client that asks before it sends them. Empty if unknown."""

    def answer(self, view: View, topic: str, words: str) -> object:
        """What the board's own client asks of the server, such as ways to pack a card: plain data for JSON. It works on the
        view of the asker alone. A topic that the board does not know is refused with `BadSetup`."""

    def client_sentences(self) -> Mapping[str, str]:
        """What the board's own client says, by name: its modules ask for it by `sentence(name, values)`, and `{value}` in a
        sentence stands for a value. Empty if the board has no client of its own."""

    def phrase(self, edition: Edition, text: str) -> str:
        """An event in words for the log, after the player's name: `takes a car from siding 2`. Plain text, not markup."""

    def story(self, edition: Edition, texts: Sequence[str]) -> str:
        """Events of one seat, or of chance, in one breath: `takes cars from sidings 1, 1 and 4`. Plain text, not markup."""
