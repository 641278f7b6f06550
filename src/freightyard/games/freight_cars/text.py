"""The Freight Cars board in words, for those who listen to it; only what the seat may know."""

from freightyard.core.contract import View
from freightyard.core.errors import BadSetup
from freightyard.core.text_board import Section, counted, listed
from freightyard.games.freight_cars.page.packer import offers
from freightyard.games.freight_cars.rules.bonuses import words_of
from freightyard.games.freight_cars.rules.edition import Edition
from freightyard.games.freight_cars.rules.position import HIDDEN, Board, Loading, SeatBoard

_WAYS = 3  # to fill a card that are told: the best ones
_ENDS = {
    "revealed": "The End of Game card is turned up: after this turn everybody has one more.",
    "final-turns": "These are the last turns.",
    "final-shipping": "This is the final shipping.",
}


def sections(view: View, names: tuple[str, ...]) -> tuple[Section, ...]:
    """Where the game stands, what is being done, what the seat has, what can be taken, and all players."""
    board: Board = view.board
    edition: Edition = view.edition  # type: ignore[assignment]  # a view of Freight Cars has its edition
    found = [Section("game", "The game", _game(board, names))]
    mine = view.seat is not None and board.seat == view.seat + 1
    if board.loading is not None:
        found.append(Section("loading", f"Loading {board.loading.card}", _loading(board.loading, edition), own=mine))
    if board.shipping:
        claims = f", claiming {listed([_city_name(word, edition) for word in board.claims])}" if board.claims else ""
        found.append(Section("shipment", "Shipment", (f"{listed(board.shipping)}{claims}.",), own=mine))
    if view.seat is not None:
        found += _own(board.seats[view.seat], edition)
    if any(board.tableau):
        cards = tuple([_card(word, edition) for word in board.tableau if word])
        found.append(Section("market", "Cards to take", cards))
    if any(board.cities):
        cities = tuple([_city(word, edition) for word in board.cities if word])
        found.append(Section("cities", "Cities to claim", cities))
    found.append(_players(board, view.seat, names, edition))
    return tuple(found)


def _game(board: Board, names: tuple[str, ...]) -> tuple[str, ...]:
    if board.phase == "over":
        return ("The game is over.",)
    if board.end == "in-deck":
        end = (
            f"The End of Game card comes after {counted(board.above, 'more card')} at the earliest."
            if board.above
            else "The End of Game card can come at any time."
        )
    else:
        end = _ENDS[board.end]
        if board.revealer is not None:
            end += f" {names[board.revealer - 1]} turned up the End of Game card."
    return (f"{counted(board.deck, 'card')} in the deck.", end, f"{counted(board.city_deck, 'card')} in the city deck.")


def plan(view: View, words: str) -> tuple[str, ...]:
    """Ways to fill a card of the hand, or the one that is being loaded."""
    board: Board = view.board
    loading = None if board.loading is None else board.loading.card
    card = words.replace(" ", "-") or loading or ""
    if not card:
        raise BadSetup("name a card of your hand, such as: plan coal-1")
    found = offers(view, card)
    if not found:
        return (f"{card} cannot be filled with your free pieces.",)
    told = []
    for number, offer in enumerate(found[:_WAYS], 1):
        moves = [f"lay {lay}" for lay in offer.lays]
        pieces = listed([lay.split()[0] for lay in offer.lays])
        after = f" Then {listed(offer.loses)} no longer fits." if len(offer.loses) == 1 else ""
        after = f" Then {listed(offer.loses)} no longer fit." if len(offer.loses) > 1 else after
        told.append(f"Way {number}, with {pieces}: type {'; '.join(moves if loading else [f'load {card}', *moves])}.{after}")
    return tuple(told)


def shape_words(rows: tuple[str, ...]) -> str:
    """The cells of a shape row by row: `row 1 columns 1 to 3, row 2 column 2`."""
    told = []
    for number, row in enumerate(rows, 1):
        cells = [place for place, cell in enumerate(row, 1) if cell == "x"]
        if not cells:
            continue
        spans: list[list[int]] = []
        for place in cells:
            if spans and spans[-1][-1] == place - 1:
                spans[-1].append(place)
            else:
                spans.append([place])
        words = listed([str(span[0]) if len(span) == 1 else f"{span[0]} to {span[-1]}" for span in spans])
        told.append(f"row {number} {'column' if len(cells) == 1 else 'columns'} {words}")
    return ", ".join(told)


def _card(word: str, edition: Edition) -> str:
    """`coal-1: 6 cells of coal: row 1 columns 1 to 6`: the word is what is typed in moves."""
    card = edition.data.freight[edition.card_number[word]]
    cells = sum([row.count("x") for row in card.shape])
    return f"{word}: {counted(cells, 'cell')} of {card.resource}: {shape_words(tuple(card.shape))}."


def _city(word: str, edition: Edition) -> str:
    city = edition.data.cities[edition.city_number[word]]
    return f"{city.name} ({word}) wants {listed(list(city.wants))}: {counted(city.credits, 'credit')}."


def _city_name(word: str, edition: Edition) -> str:
    return edition.data.cities[edition.city_number[word]].name


def _loading(loading: Loading, edition: Edition) -> tuple[str, ...]:
    """What lies on the card, and the cell that the next piece must cover."""
    shape = edition.data.freight[edition.card_number[loading.card]].shape
    open_cells = [
        (row, column)
        for row, cells in enumerate(shape, 1)
        for column, cell in enumerate(cells, 1)
        if cell == "x" and loading.rows[row - 1][column - 1 : column] != "o"
    ]
    found = [f"On it: {listed([piece.lower() for piece in loading.pieces])}." if loading.pieces else "Nothing is on it yet."]
    if open_cells:
        row, column = open_cells[0]
        wide = range(1, max([len(cells) for cells in shape]) + 1)
        left = tuple(["".join(["x" if (at, place) in open_cells else "." for place in wide]) for at in range(1, len(shape) + 1)])
        found.append(f"{counted(len(open_cells), 'open cell')}: {shape_words(left)}.")
        found.append(f"The next piece must cover row {row} column {column}; the x of a lay move are its cells from there on.")
    return tuple(found)


def _own(at: SeatBoard, edition: Edition) -> list[Section]:
    """What only this seat sees: its corporation, its hand, its train and its free pieces."""
    found = []
    for word in [at.corporation] if at.corporation else at.offered:
        if word != HIDDEN:
            by = edition.data.corporations[edition.corporation_number[word]]
            title = "Your corporation" if at.corporation else f"Corporation to keep: {word}"
            found.append(Section("corporation", title, (f"{by.name}: {words_of(by)}.",), own=True))
    hand = tuple([_card(word, edition) for word in (*at.hand, *at.open) if word != HIDDEN])
    found.append(Section("hand", "Your hand", hand or ("You have no card.",), own=True))
    train = tuple([f"{car.card}, loaded with {listed([piece.lower() for piece in car.pieces])}." for car in at.train])
    found.append(Section("train", "Your train", train or ("You have no loaded car.",), own=True))
    pieces = [
        f"{left} × {piece.name.lower()}: {shape_words(tuple(piece.shape))}."
        for piece in edition.data.pieces
        if (left := at.free.get(piece.name, 0))
    ]
    found.append(Section("pieces", "Your free pieces", tuple(pieces) or ("You have no free piece.",), own=True))
    return found


def _players(board: Board, viewer: int | None, names: tuple[str, ...], edition: Edition) -> Section:
    rows, lines = [], []
    for seat, at in enumerate(board.seats):
        name = f"{names[seat]} (you)" if seat == viewer else names[seat]
        acts = ", whose turn it is" if board.phase != "over" and board.seat == seat + 1 else ""
        hand = counted(len(at.hand) + len(at.open), "card") + (f", {listed(at.open)} known to all" if at.open else "")
        shipped = listed([counted(len(shipment.cards), "car") for shipment in at.shipments]) or "nothing"
        train = listed([car.card for car in at.train]) or "empty"
        cities = listed([_city_name(word, edition) for word in at.cities]) or "none"
        rows.append((f"{name}{acts}", str(at.credits), hand, train, shipped, cities))
        if at.bonus is not None and at.corporation and at.corporation != HIDDEN:
            by = edition.data.corporations[edition.corporation_number[at.corporation]]
            lines.append(f"{names[seat]} gets {counted(at.bonus, 'credit')} more from {by.name}: {words_of(by)}.")
    columns = ("player", "credits", "hand", "train", "shipped", "cities")
    return Section("players", "Players", tuple(lines), columns, tuple(rows))
