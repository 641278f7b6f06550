"""The Freight Cars board on a terminal: cards as small pictures, and only what the seat may know."""

from collections.abc import Sequence
from itertools import zip_longest

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from freightyard.core.contract import View
from freightyard.games.freight_cars.rules.bonuses import words_of
from freightyard.games.freight_cars.rules.edition import Edition
from freightyard.games.freight_cars.rules.position import Board, Loading, SeatBoard

# A colour a resource, in the order of the edition's resources; the names tell them apart where colours do not.
COLOURS = ("grey62", "dark_goldenrod", "deep_sky_blue2", "green3", "orange_red1")
ENDS = {
    "revealed": "after this turn everybody has one more",
    "final-turns": "the last turns",
    "final-shipping": "the final shipping",
}


def draw(view: View, names: tuple[str, ...]) -> RenderableType:
    """The whole board as one seat may see it."""
    board: Board = view.board
    edition: Edition = view.edition  # type: ignore[assignment]  # the terminal chose this module by the game's name
    parts: list[RenderableType] = [_heading(board)]
    if any(board.cities):
        parts.append(_cities(board, edition))
    if any(board.tableau):
        parts.append(
            _row(
                "cards to take" if board.phase == "over" else "cards to take: take CARD",
                [card for card in board.tableau if card],
                edition,
            )
        )
    parts.append(_seats(board, edition, view.seat, names))
    if view.seat is not None:
        parts += _own(board.seats[view.seat], edition)
    return Group(*parts)


def status(view: View) -> RenderableType | None:
    """The card that is being loaded, or the shipment that is being made up."""
    board: Board = view.board
    edition: Edition = view.edition  # type: ignore[assignment]
    if board.loading is not None:
        return _loading(board.loading, edition, view)
    if board.shipping:
        claims = f", claiming {', '.join(board.claims)}" if board.claims else ""
        return Text(f"your shipment: {', '.join(board.shipping)}{claims}", "bold")
    return None


def _heading(board: Board) -> Text:
    if board.phase == "over":
        return Text("The game is over.", "bold")
    if board.end == "in-deck":
        end = (
            f"the End of Game card comes after {board.above} more at the earliest"
            if board.above
            else "the End of Game card can come at any time"
        )
    else:
        end = ENDS[board.end]
        if board.revealer is not None:
            end += f" (seat {board.revealer} turned up the End of Game card)"
    return Text(
        f"{_count(board.deck, 'card')} in the deck, {end} · {_count(board.city_deck, 'city card')} in the city deck", "bold"
    )


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _cities(board: Board, edition: Edition) -> RenderableType:
    table = Table(box=None, pad_edge=False, show_header=False)
    for word in board.cities:
        if word is not None:
            city = edition.data.cities[edition.city_number[word]]
            table.add_row(
                Text(word if board.phase == "over" else f"claim {word}"), f"{city.credits} credits for {' + '.join(city.wants)}"
            )
    return table


def _row(verb: str, cards: Sequence[str], edition: Edition) -> RenderableType:
    """Cards side by side under what to type."""
    return Group(Text(verb, "dim"), Columns([picture(card, edition) for card in cards], padding=(0, 3)))


def picture(word: str, edition: Edition) -> Text:
    """A card: its name in the colour of its resource, and the cells to fill."""
    card = edition.data.freight[edition.card_number[word]]
    colour = COLOURS[edition.data.resources.index(card.resource) % len(COLOURS)]
    text = Text(word, f"bold {colour}")
    for line in card.shape:
        text.append("\n" + line.replace("x", "■ ").replace(".", "  ").rstrip(), colour)
    return text


def _seats(board: Board, edition: Edition, viewer: int | None, names: tuple[str, ...]) -> RenderableType:
    table = Table(box=None, pad_edge=False, header_style="dim")
    for heading in ("seat", "player", "credits", "hand", "train", "shipped", "cities"):
        table.add_column(heading, justify="right" if heading == "credits" else "left")
    for seat, at in enumerate(board.seats):
        mark = "▶ " if board.seat == seat + 1 and board.phase != "over" else "  "
        hand = _count(len(at.hand) + len(at.open), "card") + (f" ({', '.join(at.open)} known to all)" if at.open else "")
        shipped = " · ".join(str(len(shipment.cards)) for shipment in at.shipments) or "–"
        cells = [", ".join(car.card for car in at.train) or "–", shipped, ", ".join(at.cities) or "–"]
        style = "bold" if viewer == seat else ""
        table.add_row(Text(f"{mark}{seat + 1}", style), Text(names[seat], style), str(at.credits), hand, *cells)
    revealed = []
    for seat, at in enumerate(board.seats):
        if at.bonus is not None and at.corporation:
            by = edition.data.corporations[edition.corporation_number[at.corporation]]
            earned = "1 credit more" if at.bonus == 1 else f"{at.bonus} credits more"
            revealed.append(Text(f"{names[seat]}: {earned} from {by.name}, {words_of(by)}"))
    return Group(table, *revealed)


def _own(at: SeatBoard, edition: Edition) -> list[RenderableType]:
    """What only this seat sees: its corporation, its hand, its free pieces."""
    parts: list[RenderableType] = []
    for word in [at.corporation] if at.corporation else at.offered:
        by = edition.data.corporations[edition.corporation_number[word]]
        verb = "your corporation:" if at.corporation else f"keep {word}:"
        parts.append(Text(f"{verb}  ", "dim") + Text(by.name, "bold") + Text(f", {words_of(by)}"))
    hand = [*at.hand, *at.open]
    if hand:
        parts.append(_row("your hand: load CARD", hand, edition))
    parts.append(Group(Text("your free pieces", "dim"), _pieces(at, edition)))
    return parts


def _pieces(at: SeatBoard, edition: Edition) -> RenderableType:
    drawn = []
    for piece in edition.data.pieces:
        left = at.free.get(piece.name, 0)
        if left:
            text = Text(f"{piece.name.lower()} ×{left}", "bold")
            for line in piece.shape:
                text.append("\n" + line.replace("x", "▣ ").replace(".", "  ").rstrip())
            drawn.append(text)
    return Columns(drawn, padding=(0, 3)) if drawn else Text("none")


def _loading(loading: Loading, edition: Edition, view: View) -> RenderableType:
    """The card so far, and the pieces that may cover its first open cell, as they would lie."""
    shape = edition.data.freight[edition.card_number[loading.card]].shape
    first = True
    card = Text(loading.card, "bold")
    for cells, laid in zip_longest(shape, loading.rows, fillvalue=""):
        card.append("\n")
        for index, cell in enumerate(cells):
            if cell != "x":
                card.append("  ")
            elif laid[index : index + 1] == "o":
                card.append("▣ ", "green")
            else:
                card.append("◎ " if first else "□ ", "bold yellow" if first else "")
                first = False
    ways = []
    for text in view.legal:
        _, piece, rows = text.split()
        way = Text(f"{piece} {rows}", "dim")
        for line in rows.split("/"):
            way.append("\n" + line.replace("x", "▣ ").replace(".", "  ").rstrip(), "")
        ways.append(way)
    return Columns([card, *ways], padding=(0, 3))
