"""What a game is set up with: an edition in whatever way it is named, seats and options. The same for all games."""

from collections.abc import Iterable, Mapping
from os import PathLike, fspath, sep
from typing import Any, TypeVar

from freightyard.core.contract import Edition, EditionChoice, Game, View, check_seats, read_options
from freightyard.core.editions import is_built_in, parse_toml_file
from freightyard.core.errors import BadEdition, BadPosition

E = TypeVar("E", bound=Edition)
B = TypeVar("B")


def chosen_edition(game: Game, choice: EditionChoice) -> Edition:
    """An edition as people name it: by the name of a built-in one, by the path of a TOML file, by plain data, or itself.

    None is the usual edition. A word is a path if it ends with `.toml` or has a slash.
    """
    if choice is None:
        return game.edition(game.editions[0])
    if isinstance(choice, str | PathLike):
        word = fspath(choice)
        if isinstance(choice, str) and not (word.endswith(".toml") or "/" in word or sep in word):
            return game.edition(word)
        return game.edition_from(parse_toml_file(word), word)
    if isinstance(choice, Mapping):
        return game.edition_from(choice, str(choice.get("name", "the edition")))
    if not hasattr(choice, "vocabulary"):
        raise BadEdition(f"an edition must be a name, a file or data, not {str(choice)[:40]!r}")
    return choice


def own_edition(game: Game, kind: type[E], choice: EditionChoice) -> E:
    """The chosen edition, if it is one of this game; `kind` is the class of the game's editions."""
    if isinstance(choice, kind):  # the usual case, and games are started by the thousand
        return choice
    edition = chosen_edition(game, choice)
    if not isinstance(edition, kind):
        raise BadEdition(f"{edition.name} is not an edition of {game.title}")
    return edition


def set_up(
    game: Game, kind: type[E], edition: EditionChoice, seats: int | None, options: Iterable[str]
) -> tuple[E, int, tuple[str, ...]]:
    """What Game.start() is given, checked: the edition, the seats (the fewest, if they are not given), canonical options."""
    ours = own_edition(game, kind, edition)
    count = ours.seat_counts[0] if seats is None else check_seats(ours, seats)
    return ours, count, read_options(ours, options) if options else ()


def built_in_name(game: Game, package: str, name: str) -> str:
    """The name, if it is one of the game's built-in editions, or `NAME@REVISION` of an earlier one that its package keeps.

    No other may become part of a path.
    """
    if not is_built_in(package, game.editions, name):
        raise BadEdition(f"{game.name} has no edition {name!r}; its editions are {', '.join(game.editions)}")
    return name


def own_board(game: Game, kind: type[B], view: View) -> B:
    """The board of a view, if it is one of this game."""
    board: Any = view.board
    if not isinstance(board, kind):
        raise BadPosition(f"this is not a view of a {game.title} game")
    return board
