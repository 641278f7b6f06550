"""The Freight Train board on a terminal."""

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from freightyard.core.contract import View
from freightyard.games.freight_train.rules.edition import Edition
from freightyard.games.freight_train.rules.position import Board, SeatBoard

# A colour a kind, in the order of the edition's kinds; the letter tells them apart where colours do not.
COLOURS = (
    "black on bright_yellow",
    "white on red",
    "white on grey37",
    "black on cyan",
    "black on orange3",
    "white on blue",
    "black on grey78",
    "white on magenta",
    "black on bright_white",
    "white on green",
    "white on deep_pink4",
)


def draw(view: View, names: tuple[str, ...]) -> RenderableType:
    """The whole board as one seat sees it; nothing in this game is hidden."""
    board: Board = view.board
    edition: Edition = view.edition  # type: ignore[assignment]  # the terminal chose this module by the game's name
    parts = [_heading(board, edition), legend(edition), _main_yard(board, edition), _seats(board, edition, view.seat, names)]
    return Group(*parts)


def status(view: View) -> Text | None:
    """The cars that lie before the player, in the middle of a turn."""
    board: Board = view.board
    edition: Edition = view.edition  # type: ignore[assignment]
    return Text("you took: ", "dim") + cars(board.hand, edition) if board.hand else None


def _heading(board: Board, edition: Edition) -> RenderableType:
    if board.phase == "over":
        return Text("The game is over.", "bold")
    deck = sum(board.deck.values())
    if board.leave is None:
        card = "the Trains Leave card is drawn: the day ends after this round"
    elif board.leave:
        card = f"the Trains Leave card comes after {board.leave} more at the earliest"
    else:
        card = "the Trains Leave card can come at any time"
    cabooses = f" · {board.cabooses} cabooses left" if "cabooses" in board.options else ""
    return Text(
        f"Day {board.day} of {len(edition.data.days)}, round {board.round} · {deck} cars in the deck, {card}{cabooses}", "bold"
    )


def _main_yard(board: Board, edition: Edition) -> RenderableType:
    table = Table(box=None, pad_edge=False, show_header=False)
    for number, siding in enumerate(board.main, 1):
        table.add_row(f"take {number}", cars(siding, edition) + Text("▐", "red"))
    marks = "▐ bumper · ◆ start marker"
    marks = f"{marks} · ■ closed by a caboose" if "cabooses" in board.options else marks
    return Group(Text(f"main yard: you take cars from the left end ({marks})", "dim"), table)


def _seats(board: Board, edition: Edition, viewer: int | None, names: tuple[str, ...]) -> RenderableType:
    marker = "clockwise" not in (*board.options, edition.data.sequence.default)
    table = Table(box=None, pad_edge=False, header_style="dim")
    for heading in ("seat", "player", "points", "yard", "trains"):
        table.add_column(heading, justify="right" if heading == "points" else "left")
    for seat, at in enumerate(board.seats):
        to_act = board.seat == seat + 1 and board.phase != "over"
        marks = ("▶ " if to_act else "  ") + ("◆ " if marker and board.first == seat + 1 else "  ")
        yard = Text("\n").join(_yard(at, edition, viewer == seat))
        style = "bold" if viewer == seat else ""
        who = (Text(f"{marks}{seat + 1}", style), Text(names[seat], style))
        table.add_row(*who, str(at.points), yard, _trains(at, edition))
    return table


def _yard(at: SeatBoard, edition: Edition, own: bool) -> list[Text]:
    return [
        Text(f"load {number} " if own else "", "") + cars(siding, edition) + Text("▐", "red")
        for number, siding in enumerate(at.yard, 1)
    ]


def _trains(at: SeatBoard, edition: Edition) -> Text:
    parts = [cars(train.kind, edition) + Text(f"{train.cars}{'■' if train.closed else ''} ") for train in at.trains]
    if at.mixed:
        parts.append(Text(" mixed ", "dim") + cars(at.mixed, edition) + Text(f"{len(at.mixed)}{'■' if at.mixed_closed else ''} "))
    free = "no free locomotive" if not at.free else "1 free locomotive" if at.free == 1 else f"{at.free} free locomotives"
    return Text("").join([*parts, Text(f"({free}{', has called today' if at.called else ''})", "dim")])


def cars(letters: str, edition: Edition) -> Text:
    """A row of cars."""
    text = Text()
    for letter in letters:
        text.append(letter, COLOURS[edition.letters.index(letter) % len(COLOURS)])
        text.append(" ")
    return text


def legend(edition: Edition) -> Text:
    """The letters and the words of moves that they stand for; without a space between, so that no line ends there."""
    text = Text()
    for kind in edition.data.kinds:
        text.append(kind.letter, COLOURS[edition.letters.index(kind.letter) % len(COLOURS)])
        text.append(f"={kind.name.replace(' ', '-')}  ")
    return text
