"""The Freight Cars board on a terminal."""

from collections.abc import Iterable, Sequence

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from freightyard.rules.contract import View
from freightyard.rules.freight_cars.bonuses import words_of
from freightyard.rules.freight_cars.edition import Edition
from freightyard.rules.freight_cars.position import HIDDEN, Board, SeatBoard

# A colour a resource, in the order of the edition's; its name tells them apart where colours do not.
COLOURS = ("grey58", "orange3", "cyan", "green", "red", "magenta", "yellow")
_END = {
    "in-deck": "",
    "revealed": "the End of Game card is out",
    "final-turns": "the final turns",
    "final-shipping": "the final shipping",
}


def draw(view: View, names: tuple[str, ...]) -> RenderableType:
    """The board as one seat sees it."""
    board: Board = view.board
    edition: Edition = view.edition  # type: ignore[assignment]  # the terminal chose this module by the game's name
    parts: list[RenderableType] = [Text(_heading(board), "bold")]
    if any(board.tableau):
        parts += [Text("tableau", "dim"), _cards(edition, [card for card in board.tableau if card])]
    if any(board.cities):
        parts += [Text("cities", "dim"), *(_city(edition, word) for word in board.cities if word)]
    parts.append(_seats(board, edition, view.seat, names))
    if view.seat is not None:
        parts += _own(edition, board.seats[view.seat])
    return Group(*parts)


def status(view: View) -> RenderableType | None:
    """The cards to choose from, the card that is being loaded, or the shipment that is being made up."""
    board: Board = view.board
    edition: Edition = view.edition  # type: ignore[assignment]
    if board.phase == "discarding" and view.seat is not None:
        return _cards(edition, board.seats[view.seat].hand)
    if board.loading is not None:
        return Text(f"loading {board.loading.card}\n", "dim") + Text("\n".join(_drawn(board.loading.rows)))
    if board.shipping:
        claims = f", claiming {', '.join(board.claims)}" if board.claims else ""
        return Text(f"shipping {', '.join(board.shipping)}{claims}", "dim")
    return None


def _heading(board: Board) -> str:
    if board.end != "in-deck":
        card = f"{_END[board.end]}, revealed by seat {board.revealer}"
    elif board.above:
        card = f"at least {board.above} more before the End of Game card can come"
    else:
        card = "the End of Game card can come any time"
    return f"Turn {board.turns + 1} · {board.deck} cards in the deck, {card} · {board.city_deck} cities in theirs"


def _cards(edition: Edition, words: Iterable[str]) -> RenderableType:
    """Cards side by side, each with its shape."""
    pictures = []
    for word in words:
        card = edition.data.freight[edition.card_number[word]]
        pictures.append(Text(f"{word}\n", _colour(edition, card.resource)) + Text("\n".join(_drawn(card.shape))))
    return Columns(pictures, padding=(0, 2))


def _drawn(rows: Sequence[str]) -> list[str]:
    """Open cells are squares, filled ones are dark, and what is none is blank."""
    return [row.replace("x", "□").replace("o", "■").replace(".", " ") for row in rows]


def _city(edition: Edition, word: str) -> Text:
    city = edition.data.cities[edition.city_number[word]]
    text = Text(f"  {word} {city.credits} for ")
    for number, resource in enumerate(city.wants):
        text.append(" + " if number else "").append(resource, _colour(edition, resource))
    return text


def _seats(board: Board, edition: Edition, viewer: int | None, names: tuple[str, ...]) -> RenderableType:
    table = Table(box=None, pad_edge=False, header_style="dim")
    for heading in ("seat", "credits", "hand", "train", "shipped", "cities"):
        table.add_column(heading, justify="right" if heading == "credits" else "left")
    for seat, at in enumerate(board.seats):
        mark = "▶ " if board.seat == seat + 1 else "  "
        earned = f"{at.credits}" if at.bonus is None else f"{at.credits} + {at.bonus}"
        hand = _words(edition, [*at.hand, *at.open]) if any((at.hand, at.open)) else Text("-", "dim")
        train = _words(edition, [car.card for car in at.train])
        shipped = " ".join(str(len(shipment.cards)) for shipment in at.shipments)
        name = Text(f"{mark}{seat + 1} {names[seat]}", "bold" if viewer == seat else "")
        table.add_row(name, earned, hand, train, shipped, " ".join(at.cities))
    return table


def _own(edition: Edition, at: SeatBoard) -> list[RenderableType]:
    """What the viewer has: its corporation, its hand with shapes, its free pieces."""
    parts: list[RenderableType] = []
    for word in (at.corporation,) if at.corporation else at.offered:
        by = edition.data.corporations[edition.corporation_number[word]]
        parts.append(Text(f"{word}: {words_of(by)}", "italic"))
    cards = [*at.hand, *at.open]
    if cards:
        parts += [Text("your hand", "dim"), _cards(edition, cards)]
    free = [f"{name}×{count}" for name, count in at.free.items() if count]
    parts.append(Text(f"your free pieces: {' '.join(free) or 'none'}", "dim"))
    return parts


def _words(edition: Edition, words: Iterable[str]) -> Text:
    """Cards by their names; those that are hidden together."""
    text = Text()
    hidden = 0
    for word in words:
        if word == HIDDEN:
            hidden += 1
        else:
            text.append(f"{word} ", _colour(edition, edition.data.freight[edition.card_number[word]].resource))
    return Text(f"{hidden} hidden ", "dim") + text if hidden else text


def _colour(edition: Edition, resource: str) -> str:
    return COLOURS[edition.data.resources.index(resource) % len(COLOURS)]
