"""What a scene of Freight offers: the board, the edition, and the legal moves sorted by what they are about."""

from typing import Final

from freightyard.games.freight.rules.city_names import called, names_on
from freightyard.games.freight.rules.edition import Edition, Rules, rules_for
from freightyard.games.freight.rules.position import Board, SeatBoard
from freightyard.page.contract import Scene
from freightyard.page.players import names_of

# The verbs whose second word is a hex; `put` has it as its third.
_ON_A_HEX: Final = frozenset(("build", "upgrade", "bridge", "city", "locomotive", "go", "sell", "to"))


class Reading:
    """A scene, read once for all parts. `verbs`: what follows each verb; `spots`: the beginnings of moves on each hex."""

    __slots__ = ("acting", "board", "cities", "edition", "legal", "names", "rules", "scene", "spots", "tails", "verbs")

    def __init__(self, scene: Scene) -> None:
        view = scene.view
        board: Board = view.board
        edition: Edition = view.edition  # type: ignore[assignment]  # a view of Freight has its edition
        self.scene = scene
        self.board = board
        self.edition = edition
        self.rules: Rules = rules_for(edition, view.seats, view.options)
        self.names = names_of(scene.players)
        self.cities = names_on(board)  # the name of each city, by its hex
        self.legal = () if scene.replay else view.legal
        self.acting = bool(self.legal)
        self.verbs: dict[str, list[str]] = {}
        self.spots: dict[str, dict[str, None]] = {}  # for each hex the beginnings of moves, each once and in order
        self.tails: dict[str, dict[str, None]] = {}  # for each verb of building what can follow the hex
        for move in self.legal:
            verb, _, rest = move.partition(" ")
            self.verbs.setdefault(verb, []).append(rest)
            if verb in _ON_A_HEX:
                name, _, tail = rest.partition(" ")
                if verb in ("sell", "to"):
                    self.spots.setdefault(name, {})[move] = None
                else:
                    self.spots.setdefault(name, {})[f"{verb} {name}"] = None
                    self.tails.setdefault(verb, {})[tail] = None
            elif verb == "put":
                self.spots.setdefault(rest.partition(" ")[2], {})[move] = None

    def seat_name(self, seat: int) -> str:
        """What the player on a seat, counted from 1, is called. Not escaped."""
        return self.names[seat - 1]

    def called(self, name: str) -> str:
        """A hex as people read it: `Elmford k16` where a city is, else `k16`."""
        return called(self.cities, name)

    def you(self, seat: int) -> bool:
        """Whether a seat, counted from 1, is the one that looks."""
        return self.scene.view.seat == seat - 1

    def may(self, move: str) -> bool:
        """Whether a whole move of a single word is legal."""
        return move in self.verbs

    @property
    def last_turn(self) -> bool:
        """Whether this is everybody's last turn: `fr.family-end`, or the last round."""
        return self.board.last is not None or self.board.round == self.rules.rounds

    @property
    def actor(self) -> SeatBoard:
        """The player whose turn it is."""
        return self.board.seats[self.board.seat - 1]
