"""The players: credits, cards, trains, shipments, cities."""

from collections.abc import Iterator

from freightyard.games.freight_cars.page.pictures import loaded, spoken
from freightyard.games.freight_cars.page.reading import Reading, credits_of, plural
from freightyard.games.freight_cars.page.sentences import listed, name_of
from freightyard.games.freight_cars.rules.position import HIDDEN, SeatBoard
from freightyard.page.markup import esc
from freightyard.page.players import chip, who


def players(reading: Reading) -> Iterator[tuple[str, str]]:
    """Everybody, in the order of the seats, each a part of its own."""
    scores = credits_of(reading.board)
    best = max(scores)
    for player, at, credits_ in zip(reading.scene.players, reading.board.seats, scores, strict=True):
        part = f"player-{player.seat + 1}"
        acts = reading.scene.view.to_act == player.seat
        line = who(player, reading.names[player.seat], acting=acts, extra=chip(credits_, leads=credits_ == best and best > 0))
        rest = _train(reading, at) + _facts(at) + _more(reading, at, player.seat)
        yield part, f'<li class="player" id="{part}" data-part{" data-acts" if acts else ""}>{line}{rest}</li>'


def _train(reading: Reading, at: SeatBoard) -> str:
    """The train, small: shapes with the letters of their resources."""
    if not at.train:
        return ""
    edition, pictures = reading.edition, reading.pictures
    cars = [
        f'<li class="mincar {pictures.tints[car.card]}" title="{esc(spoken(car.card))}">{loaded(edition, car.card, car.pieces)}'
        f"{pictures.badges[edition.data.freight[edition.card_number[car.card]].resource]}</li>"
        for car in at.train
    ]
    return f'<ol class="mintrain" aria-label="{plural(len(cars), "loaded car")}">{"".join(cars)}</ol>'


def _facts(at: SeatBoard) -> str:
    """How many cards are in the hand, how many cars were shipped, how many pieces are free."""
    shipped = sum([len(shipment.cards) for shipment in at.shipments])
    cards = len(at.hand) + len(at.open)
    facts = [f"<b>{cards}</b> in hand", f"<b>{sum(at.free.values())}</b> free pieces"]
    if shipped:
        facts.append(f"<b>{shipped}</b> shipped in {len(at.shipments)}")
    if at.cities:
        facts.append(f"<b>{len(at.cities)}</b> {'city' if len(at.cities) == 1 else 'cities'}")
    return f'<p class="facts-line">{"".join([f"<span>{fact}</span>" for fact in facts])}</p>'


def _more(reading: Reading, at: SeatBoard, seat: int) -> str:
    """What is known of the rest: cards that were taken openly, cities, the corporation when it is revealed."""
    known = [spoken(card) for card in at.open]
    lines = []
    if known:
        unseen = f" and {len(at.hand)} unseen" if at.hand else ""
        lines.append(f"In hand: {listed(known)}{unseen}.")
    if at.cities:
        lines.append(f"Cities: {listed([name_of(reading.edition, word) for word in at.cities])}.")
    if at.shipments:
        lines.append(f"Shipments: {'; '.join([', '.join(map(spoken, shipment.cards)) for shipment in at.shipments])}.")
    if at.corporation not in (None, HIDDEN) and at.bonus is not None:
        lines.append(f"{name_of(reading.edition, at.corporation or '')} pays {at.bonus}.")
    if not lines:
        return ""
    text = "".join([f"<p>{esc(line)}</p>" for line in lines])
    return f'<details class="what" data-keep="seat-{seat + 1}"><summary>more</summary>{text}</details>'
