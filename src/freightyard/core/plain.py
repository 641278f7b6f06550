"""The contract with everything filled in that follows from the rest: the short way to a game of one's own.

Inherit from these and write what is special. The built-in games write out all of the contract instead, because their inner loops
are compiled; `checks.py` holds both to the same promises. What is overridden is only faster, or hides something.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from freightyard.core import states
from freightyard.core.board_text import read_board, write_board
from freightyard.core.chance import Dice, Rng, below
from freightyard.core.contract import (
    CHANCE,
    Certain,
    EditionChoice,
    Imaginer,
    Move,
    Option,
    Outcome,
    Seat,
    Sheet,
    View,
    check_seat,
    view_of,
)
from freightyard.core.editions import edition_pasteable, edition_word, extended, load_built_in, same_edition
from freightyard.core.errors import BadPosition, IllegalMove
from freightyard.core.notation import Vocabulary
from freightyard.core.notebook import html_of
from freightyard.core.setup import built_in_name, own_board, own_edition, set_up

E = TypeVar("E", bound="PlainEdition")
S = TypeVar("S", bound="PlainState")
B = TypeVar("B")

Reason = tuple[str, str]  # the slug of a rule, and a sentence


class PlainEdition:
    """An edition: where it comes from, and the words of its moves. A game's own class adds its typed data."""

    def __init__(
        self,
        rules: "PlainGame[Any, Any, Any]",
        raw: Mapping[str, Any],
        built_in: bool,
        *,
        seat_counts: Sequence[int],
        words: Sequence[str],
        options: Sequence[Option] = (),
    ) -> None:
        """`raw`: the file, with a name, a title and a revision; `words`: all moves there are, in the order of their numbers."""
        self.rules = rules
        self.raw = raw
        self.built_in = built_in
        self.game = rules.name
        self.name: str = raw["name"]
        self.title: str = raw["title"]
        self.revision: int = raw["revision"]
        self.seat_counts = tuple(seat_counts)
        self.options = tuple(options)
        self.vocabulary = Vocabulary(words)

    def __repr__(self) -> str:
        return edition_pasteable(self)

    def __eq__(self, other: object) -> bool:
        return same_edition(self, other)

    def __hash__(self) -> int:
        return hash(self.name)

    def __reduce__(self) -> tuple[Any, ...]:
        if self.built_in:
            return self.rules.edition, (edition_word(self),)
        return self.rules.edition_from, (dict(self.raw), self.name)


class PlainState:
    """A state in which nothing is hidden. A game's own class has fields of numbers, texts and lists of them."""

    edition: PlainEdition  # a class of the game's own
    seats: int  # how many there are
    options: tuple[str, ...]  # those that differ from their defaults
    turns: int  # that are over

    # --- what every game writes ---

    def to_act(self) -> Seat | None:
        """A seat, CHANCE, or None when the game is over."""
        raise NotImplementedError

    def against(self, move: Move) -> Reason | None:
        """The rule that is against a move now, and a sentence about it; None if the move is legal."""
        raise NotImplementedError

    def play(self, move: Move) -> None:
        """Play a legal move."""
        raise NotImplementedError

    def board(self) -> Any:
        """The position in readable values: a frozen struct. It is what pages draw, and what `state_of` makes a state from."""
        raise NotImplementedError

    def pieces(self) -> dict[str, int]:
        """How many pieces of each sort there are in all places together: the same all game long."""
        raise NotImplementedError

    def outcome(self) -> Outcome | None:
        """How the game ended; None until it is over."""
        raise NotImplementedError

    # --- what follows ---

    def legal(self) -> list[Move]:
        """Every move that nothing is against."""
        return [move for move in range(len(self.edition.vocabulary)) if self.against(move) is None]

    def refuse(self, move: Move) -> IllegalMove | None:
        """What is against a move, as an error to raise."""
        reason = self.against(move)
        return None if reason is None else IllegalMove(self.edition.vocabulary.text(move), *reason)

    def chances(self) -> list[tuple[Move, int]]:
        """Whatever is legal when chance acts, all equally likely."""
        return [(move, 1) for move in self.legal()] if self.to_act() == CHANCE else []

    def draw(self, rng: Rng) -> Move:
        """One of chances(), by its weight."""
        chances = self.chances()
        number = below(rng, sum([weight for _, weight in chances]))
        for move, weight in chances:
            number -= weight
            if number < 0:
                return move
        raise ValueError("nothing can be drawn now")

    def playout(self, dice: Dice) -> int:
        """Random moves to the end; how many decisions there were."""
        decisions = 0
        while (actor := self.to_act()) is not None:
            if actor == CHANCE:
                self.play(self.draw(dice))
            else:
                moves = self.legal()
                self.play(moves[dice.below(len(moves))])
                decisions += 1
        return decisions

    def clone(self: S) -> S:
        """A state with lists of its own. Whatever else there is does not change, so it is shared."""
        twin = object.__new__(type(self))
        for name, value in vars(self).items():
            setattr(twin, name, _copied(value))
        return twin

    def view(self, seat: Seat | None) -> View:
        """Everybody sees the same board."""
        return view_of(self, seat, self.board())

    def text(self) -> str:
        """The board as one line."""
        return write_board(self.board())

    def seen(self, move: Move, seat: Seat | None) -> str:
        """Everybody sees every move."""
        check_seat(self, seat)
        return self.edition.vocabulary.text(move)

    def reveals(self, move: Move) -> bool:
        """No move shows what was hidden."""
        return False

    def sheet(self) -> Sheet | None:
        """No points are counted before the end."""
        return None

    def words(self) -> list[str]:
        """The legal moves."""
        return states.words(self)

    def say(self, text: str) -> str:
        """Play what somebody says."""
        return states.say(self, text)

    def deal(self, rng: Rng) -> Seat | None:
        """Let chance act until a seat must."""
        return states.deal(self, rng)

    def __repr__(self) -> str:
        return states.pasteable(self)

    def __eq__(self, other: object) -> bool:
        return states.same(self, other)

    def __copy__(self: S) -> S:
        return self.clone()

    def __deepcopy__(self: S, _memo: dict[int, Any]) -> S:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        return self.edition.rules.position, (self.edition, self.text())

    def _repr_html_(self) -> str:
        return html_of(self)


class PlainGame(Generic[E, S, B]):
    """A game in which nothing is hidden. Its editions, states and boards are E, S and B.

    The editions are files in the folder `editions` of its package. The one object of the class is called GAME, beside it.
    """

    name: str  # as commands and addresses write it
    title: str  # as people write it
    credit: str  # whose game it is
    package: str  # where the folder `editions` is
    editions: tuple[str, ...]  # the names of the files in it, the usual one first
    edition_class: type[E]  # the game's own
    board_class: type[B]  # the game's own
    secrets: bool = False  # whether seats may know different things

    # --- what every game writes ---

    def make_edition(self, raw: Mapping[str, Any], source: str, built_in: bool) -> E:
        """An edition from its data, or BadEdition; `source` names the file in errors."""
        raise NotImplementedError

    def make_state(self, edition: E, seats: int, options: tuple[str, ...]) -> S:
        """A new game, before its first move."""
        raise NotImplementedError

    def state_of(self, edition: E, board: B) -> S:
        """The state that a board describes, or BadPosition."""
        raise NotImplementedError

    # --- what follows ---

    def edition(self, name: str) -> E:
        """A built-in edition by its name; it is read once."""
        kept: dict[str, E] = self.__dict__.setdefault("_kept", {})
        if built_in_name(self, self.package, name) not in kept:
            kept[name] = self.make_edition(load_built_in(self.package, name), f"{name}.toml", True)
        return kept[name]

    def edition_from(self, raw: Mapping[str, Any], source: str) -> E:
        """An edition from data that somebody wrote; it may extend a built-in one."""
        return self.make_edition(extended(raw, self.package, self.editions, source), source, False)

    def start(self, edition: EditionChoice = None, seats: int | None = None, options: Iterable[str] = ()) -> S:
        """A new game."""
        return self.make_state(*set_up(self, self.edition_class, edition, seats, options))

    def position(self, edition: EditionChoice, text: str) -> S:
        """The state that a position text describes."""
        board = read_board(self.board_class, text)
        state = self.state_of(own_edition(self, self.edition_class, edition), board)
        if state.board() != board:
            raise BadPosition(f"the position does not add up; the nearest one that does is: {state.text()}")
        return state

    def imagine(self, view: View, rng: Rng) -> S:
        """The truth: a view tells all of it."""
        return self.state_of(own_edition(self, self.edition_class, view.edition), own_board(self, self.board_class, view))

    def imaginer(self, view: View) -> Imaginer:
        """Copies of the truth."""
        return Certain(self.imagine(view, Dice(0)))

    def __repr__(self) -> str:
        return f"freightyard.game({self.name!r})"

    def __reduce__(self) -> str:
        return "GAME"  # pickled by its name: there is one of it


def _copied(value: Any) -> Any:
    if isinstance(value, list):
        return [_copied(item) for item in value]
    if isinstance(value, dict):
        return {key: _copied(item) for key, item in value.items()}
    return set(value) if isinstance(value, set) else value
