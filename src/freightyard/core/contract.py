"""The contract that every game of this house fulfils.

A game is a `Game`: it reads editions and positions and starts a `State`. A state is the truth at one moment. Seats are
counted from 0 here and from 1 in everything that people read. A `Move` is a number; its words are in the edition's
vocabulary. `checks.py` holds every promise made here against a game.
"""

from collections.abc import Iterable, Mapping, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any, Final, Generic, Protocol, final

import msgspec

from freightyard.core.chance import Dice, Rng
from freightyard.core.errors import BadSetup, IllegalMove
from freightyard.core.notation import Vocabulary

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    B = TypeVar("B", default=Any)  # so that `View` alone is a view of any game
else:
    from typing import TypeVar

    B = TypeVar("B")

Seat = int  # a chair at the table, counted from 0
Move = int  # the place of a move in the edition's vocabulary

CHANCE: Final = -1  # to_act() when the next move is drawn, not chosen


class Option(msgspec.Struct, frozen=True):
    """A choice an edition offers before the game: the first value is the default. A flag has the values no and yes."""

    name: str  # as it is written in commands and records
    title: str  # what it changes, in a few words
    values: tuple[str, ...] = ("no", "yes")  # what it can be set to

    def __repr__(self) -> str:
        return pasteable(self)


class Edition(Protocol):
    """A published rule set, or a changed copy of one: every number of the game, and the words of every move."""

    @property
    def game(self) -> str:
        """The name of its game."""

    @property
    def name(self) -> str:
        """Its own name, as commands and records write it."""

    @property
    def title(self) -> str:
        """Its name as people read it."""

    @property
    def revision(self) -> int:
        """Raised whenever a change of the rules changes what a record means."""

    @property
    def built_in(self) -> bool:
        """Whether it comes with its game; a changed copy does not, and is written out in full in records."""

    @property
    def seat_counts(self) -> tuple[int, ...]:
        """With how many seats it can be played, the fewest first."""

    @property
    def options(self) -> tuple[Option, ...]:
        """What can be chosen before the game."""

    @property
    def vocabulary(self) -> Vocabulary:
        """The words of every move."""

    @property
    def raw(self) -> Mapping[str, Any]:
        """The data as plain values, enough to make the same edition again."""


# How people name an edition: a built-in one by its name, a TOML file by its path, plain data, an edition; None: the usual one.
EditionChoice = Edition | str | PathLike[str] | Mapping[str, Any] | None


class Outcome(msgspec.Struct, frozen=True, eq=False):
    """How a game ended. Two are equal if everybody has the same points, the same have won, and the same rule ended the game:
    records do not write down by what a tie was decided, as it follows from the moves."""

    scores: tuple[int, ...]  # of each seat
    winners: tuple[Seat, ...]  # several share a win
    ended_by: str  # the slug of the rule that ended it
    tie_by: str = ""  # where the best have equal points, in words what the game compares then, such as `cars shipped`
    tie_had: tuple[int, ...] = ()  # how much of that each seat has; empty if it was equal, too, and the win is shared

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Outcome) and self._compared() == other._compared()

    def __ne__(self, other: object) -> bool:
        return not self == other  # msgspec has one of its own, which would ask whether they are the same object

    def __hash__(self) -> int:
        return hash(self._compared())

    def _compared(self) -> tuple[tuple[int, ...], tuple[Seat, ...], str]:
        return self.scores, self.winners, self.ended_by

    def __repr__(self) -> str:
        return pasteable(self, without=() if self.tie_by else ("tie_by", "tie_had"))


class SheetRow(msgspec.Struct, frozen=True, cache_hash=True):
    """A line of a score sheet: what each seat had, and the points it earned for it."""

    label: str  # what is counted, in lower case: the lab counts by it, pages and terminals write it with a capital
    slug: str  # the rule that it is counted by
    amounts: tuple[str, ...]  # what each seat had, in a few words
    points: tuple[int, ...]  # what each seat earned for it


class Sheet(msgspec.Struct, frozen=True, cache_hash=True):
    """How points that are being counted came about."""

    title: str  # what is counted up, such as a day
    rows: tuple[SheetRow, ...]  # in the order in which they are read out
    totals: tuple[int, ...]  # of each seat


class View(msgspec.Struct, Generic[B], frozen=True, kw_only=True):
    """All that one seat may know, and nothing else. `View[B]` is one with a board of the class B: freightyard.boards has them."""

    edition: Edition  # with all its numbers and words
    options: tuple[str, ...]  # those that differ from their defaults
    seats: int  # how many there are
    seat: Seat | None  # whose view it is; None: a spectator's
    to_act: Seat | None  # a seat, CHANCE, or None when the game is over
    turn: int  # how many turns of seats are over
    legal: tuple[str, ...]  # the legal moves in words; none for a spectator, or while another seat is to act
    board: B  # what lies on the table, as this seat may see it; each game has a class of its own
    outcome: Outcome | None  # None until the game is over

    def json(self) -> bytes:
        """The view for the wire; the edition is given by its name, seats are counted from 1 as in everything people read."""
        return msgspec.json.encode(
            {
                "game": self.edition.game,
                "edition": self.edition.name,
                "options": self.options,
                "seats": self.seats,
                "seat": None if self.seat is None else self.seat + 1,
                "to_act": actor_word(self.to_act),
                "turn": self.turn,
                "legal": self.legal,
                "board": self.board,
                "outcome": None if self.outcome is None else outcome_words(self.outcome),
            }
        )


class State(Protocol):
    """The truth at one moment. Mutable; only play() changes it, and say(), deal() and playout(), which call it.

    States are equal if their editions and their position texts are. They change, so they have no hash. They can be copied
    and pickled, and their repr makes an equal state when it is pasted. `core/states.py` has what is alike in all games.
    """

    @property
    def edition(self) -> Edition:
        """The rules that are played by."""

    @property
    def options(self) -> tuple[str, ...]:
        """The options that differ from their defaults."""

    @property
    def seats(self) -> int:
        """How many there are."""

    @property
    def turns(self) -> int:
        """How many turns of seats are over."""

    def to_act(self) -> Seat | None:
        """A seat, CHANCE, or None when the game is over."""

    def legal(self) -> list[Move]:
        """Every legal move, each once, in a fixed order. Never empty until the game is over; no move leads into a dead end."""

    def words(self) -> list[str]:
        """Every legal move as words, in the order of legal(). At CHANCE: whatever can be drawn."""

    def chances(self) -> list[tuple[Move, int]]:
        """At CHANCE: every move that can be drawn, with its weight, a whole number above 0."""

    def draw(self, rng: Rng) -> Move:
        """At CHANCE: one of chances(), drawn by its weight with a single number, without building the list. Plays nothing."""

    def refuse(self, move: Move) -> IllegalMove | None:
        """Why the move is not legal now: the rule and a sentence. None if it is legal. Off the hot path."""

    def play(self, move: Move) -> None:
        """Play a legal move. It trusts its caller: whether the move is legal is not asked, and after an illegal one the state
        means nothing. Take it from legal() or draw(), ask refuse(), or use say()."""

    def say(self, text: str) -> str:
        """Play the move that these words mean, or raise why not: IllegalMove with the rule, NotAMove, AmbiguousMove.

        As much of a move as leaves only one legal move is enough. The move in its full words.
        """

    def deal(self, rng: Rng) -> Seat | None:
        """Let chance draw and play until a seat must decide. That seat, or None if the game is over."""

    def playout(self, dice: Dice) -> int:
        """Play random moves to the end of the game, and count the decisions of seats among them.

        The numbers are used as a loop around legal(), draw() and play() would use them, so equal dice lead to equal ends.
        """

    def clone(self) -> "State":
        """An equal state that shares nothing that changes."""

    def view(self, seat: Seat | None) -> View:
        """What this seat, or a spectator, may know."""

    def seen(self, move: Move, seat: Seat | None) -> str:
        """The move, about to be played, as this seat or a spectator sees it; `?` stands for what it may not know."""

    def reveals(self, move: Move) -> bool:
        """Whether the move, about to be played, shows another seat what it could not know; then it cannot be taken back."""

    def text(self) -> str:
        """The position as one line that Game.position() reads."""

    def pieces(self) -> dict[str, int]:
        """How many pieces of each sort there are in all places together. The same all game long."""

    def sheet(self) -> Sheet | None:
        """When points are counted, at the end of a day or of the game: how they come about. None at any other moment."""

    def outcome(self) -> Outcome | None:
        """None until the game is over."""

    def _repr_html_(self) -> str:
        """The position as a notebook shows it."""


class Imaginer(Protocol):
    """Makes truths that fit one view, one after the other. What the view fixes is worked out only once."""

    def state(self, rng: Rng) -> State:
        """A truth of its own each time; what the view cannot know is dealt at random with the right odds."""


class Game(Protocol):
    """A game: where its editions, positions and states come from."""

    @property
    def name(self) -> str:
        """As commands, records and addresses write it, such as freight-train."""

    @property
    def title(self) -> str:
        """As people write it, such as Freight Train."""

    @property
    def credit(self) -> str:
        """Whose game it is."""

    @property
    def secrets(self) -> bool:
        """Whether seats may know different things. If not, one board serves all views of a moment."""

    @property
    def editions(self) -> tuple[str, ...]:
        """The names of the built-in editions, the usual one first."""

    def edition(self, name: str) -> Edition:
        """A built-in edition by its name; `NAME@REVISION`: as it was at that revision, if it has been changed since."""

    def edition_from(self, raw: Mapping[str, Any], source: str) -> Edition:
        """An edition from plain data, such as a TOML file that a playtester changed; `source` names it in errors."""

    def start(self, edition: EditionChoice = None, seats: int | None = None, options: Iterable[str] = ()) -> State:
        """A new game, before its first move.

        `edition`: a built-in one by its name, a TOML file by its path, plain data, or an Edition; without one the usual one.
        `seats`: without a number the fewest. `options`: words such as `cabooses` or `cities=21`.
        """

    def position(self, edition: EditionChoice, text: str) -> State:
        """The state that a position text describes. The edition is named as for start()."""

    def imagine(self, view: View, rng: Rng) -> State:
        """A truth that fits what the view knows; what it cannot know is dealt at random with the right odds."""

    def imaginer(self, view: View) -> Imaginer:
        """For many truths that fit the same view: the same ones as imagine() makes from the same numbers, much faster."""


@final
class Certain:
    """The imaginer of a view that hides nothing: there is only one truth, and each time it is a copy."""

    __slots__ = ("_truth",)

    def __init__(self, truth: State) -> None:
        self._truth = truth

    def state(self, rng: Rng) -> State:  # nothing is drawn
        """A copy of the one truth."""
        return self._truth.clone()


def view_of(state: State, seat: Seat | None, board: Any) -> View:
    """The view of a seat, or of a spectator, around the board as it may see it. Only who is to act is told what is legal."""
    check_seat(state, seat)
    actor = state.to_act()
    texts = state.edition.vocabulary.texts
    return View(
        edition=state.edition,
        options=state.options,
        seats=state.seats,
        seat=seat,
        to_act=actor,
        turn=state.turns,
        legal=tuple([texts[move] for move in state.legal()]) if seat is not None and seat == actor else (),
        board=board,
        outcome=state.outcome(),
    )


def pasteable(value: msgspec.Struct, *, without: Sequence[str] = ()) -> str:
    """An expression that makes an equal value of a class that the front door hands on; `without`: fields with their defaults."""
    fields = [f"{name}={getattr(value, name)!r}" for name in value.__struct_fields__ if name not in without]
    return f"freightyard.{type(value).__name__}({', '.join(fields)})"


def actor_word(actor: Seat | None) -> str:
    """Who acts, as records and positions write it: a seat's number, `*` for chance, `-` when the game is over."""
    if actor is None:
        return "-"
    return "*" if actor == CHANCE else str(actor + 1)


def outcome_words(outcome: Outcome) -> dict[str, Any]:
    """An outcome as people and machines outside read it, with seats counted from 1."""
    return {
        "scores": list(outcome.scores),
        "winners": [seat + 1 for seat in outcome.winners],
        "ended_by": outcome.ended_by,
    }


def counts_words(counts: Iterable[int]) -> str:
    """How many can play: `2`, `2 to 5`, or `2, 4 or 6` where one between them cannot."""
    rising = sorted(set(counts))
    if len(rising) == 1:
        return str(rising[0])
    if rising[-1] - rising[0] == len(rising) - 1:
        return f"{rising[0]} to {rising[-1]}"
    return f"{', '.join(map(str, rising[:-1]))} or {rising[-1]}"


def check_seats(edition: Edition, seats: int) -> int:
    """The number of seats, if the edition can be played with so many."""
    if seats not in edition.seat_counts:
        raise BadSetup(f"{edition.name} is for {counts_words(edition.seat_counts)} players, not {seats}")
    return seats


def check_seat(state: "State", seat: Seat | None) -> None:
    """Refuse a seat that is not there: -1 would be chance, and a number too far must never show what others hold."""
    if seat is not None and not 0 <= seat < state.seats:
        raise BadSetup(f"there is no seat {seat + 1}: this game has {state.seats} seats")


def read_options(edition: Edition, words: Iterable[str]) -> tuple[str, ...]:
    """The options in their one canonical form: in the edition's order, without defaults, a flag as its bare name.

    A text is taken for words with spaces between them, as records write options.
    """
    chosen: dict[str, str] = {}
    known = {option.name: option for option in edition.options}
    for word in words.split() if isinstance(words, str) else words:
        name, _, value = word.partition("=")
        option = known.get(name)
        if option is None:
            offers = f"its options are {', '.join(known)}" if known else "it has none"
            raise BadSetup(f"{edition.name} has no option {name!r}; {offers}")
        value = value or ("yes" if "yes" in option.values else "")
        if value not in option.values:
            raise BadSetup(f"the option {name} of {edition.name} must be one of {', '.join(option.values)}, not {value!r}")
        if chosen.get(name, value) != value:
            raise BadSetup(f"the option {name} is given twice, as {chosen[name]} and as {value}")
        chosen[name] = value
    return tuple(
        option.name if chosen[option.name] == "yes" else f"{option.name}={chosen[option.name]}"
        for option in edition.options
        if chosen.get(option.name, option.values[0]) != option.values[0]
    )


def option_value(edition: Edition, options: Sequence[str], name: str) -> str:
    """The value of an option among canonical option words; its default if it is not among them."""
    for word in options:
        key, _, value = word.partition("=")
        if key == name:
            return value or "yes"
    for option in edition.options:
        if option.name == name:
            return option.values[0]
    return "no"
