"""The players: credits, cards, trains, shipments, cities."""

from collections.abc import Iterator

from freightyard.games.freight_cars.page.pictures import loaded
from freightyard.games.freight_cars.page.reading import Reading, bonus_now, credits_of
from freightyard.games.freight_cars.page.sentences import labels
from freightyard.games.freight_cars.page.sentences.names import name_of
from freightyard.games.freight_cars.rules.names import spoken
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
        line = who(
            player,
            reading.names[player.seat],
            acting=acts,
            extra=chip(credits_, leads=credits_ == best and best > 0, unit=("credit", "credits")),
        )
        rest = _train(reading, at) + _more(reading, at, player.seat)
        cards = len(at.hand) + len(at.open)
        data = f' data-cards="{cards}" data-shipped="{len(at.shipments)}"{" data-acts" if acts else ""}'
        yield part, f'<li class="player" id="{part}" data-part{data}>{line}{rest}</li>'


def _train(reading: Reading, at: SeatBoard) -> str:
    """The train, small: shapes with the letters of their resources. Its line is there without a car too, so that nothing moves
    when there is one."""
    if not at.train:
        return '<p class="mintrain"></p>'
    edition, pictures = reading.edition, reading.pictures
    cars = []
    for car in at.train:
        good = edition.data.freight[edition.card_number[car.card]].resource
        cars.append(
            f'<li class="mincar {pictures.tints[car.card]}" data-mini="{car.card}" data-good="{good}" '
            f'title="{esc(spoken(car.card))}">{loaded(edition, car.card, car.pieces)}{pictures.badges[good]}</li>'
        )
    return f'<ol class="mintrain" aria-label="{labels.train_label(len(cars))}">{"".join(cars)}</ol>'


def _facts(at: SeatBoard) -> str:
    """How many cards are in the hand, how many cars were shipped, how many pieces are free."""
    facts = [labels.in_hand(len(at.hand) + len(at.open)), labels.free_pieces(sum(at.free.values()))]
    if at.shipments:
        facts.append(labels.cars_shipped(sum([len(shipment.cards) for shipment in at.shipments])))
    if at.cities:
        facts.append(labels.cities_served(len(at.cities)))
    return ", ".join([f"<span><b>{count}</b> {what}</span>" for count, what in facts])


def _more(reading: Reading, at: SeatBoard, seat: int) -> str:
    """The facts, and behind them what is known of the rest: cards that were taken openly, cities, the corporation when it is
    revealed."""
    known = [card for card in at.hand if card != HIDDEN] if reading.scene.view.seat is None else []  # to who sees all cards
    keep, opened = f"seat-{seat + 1}", ""
    lines = [labels.known_hand([spoken(card) for card in (*known, *at.open)], len(at.hand) - len(known))]
    if at.cities:
        lines.append(labels.known_cities(sorted([name_of(reading.edition, word) for word in at.cities])))
    if at.shipments:
        lines.append(labels.known_shipments([[spoken(card) for card in shipment.cards] for shipment in at.shipments]))
    if at.corporation not in (None, HIDDEN) and at.bonus is not None:
        lines.append(labels.bonus_paid(name_of(reading.edition, at.corporation or ""), at.bonus))
    elif at.corporation not in (None, HIDDEN) and reading.scene.view.seat is None:
        lines.append(labels.bonus_now(name_of(reading.edition, at.corporation or ""), bonus_now(reading.edition, at)))
        keep, opened = f"all-{seat + 1}", " open"  # what is hidden from others is what one came to see
    text = "".join([f"<p>{esc(line)}</p>" for line in lines])
    facts = f'<span class="facts-line">{_facts(at)}</span>'
    return f'<details class="what" data-keep="{keep}"{opened} title="{labels.DETAILS}"><summary>{facts}</summary>{text}</details>'
