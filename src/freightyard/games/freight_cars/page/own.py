"""What lies before the player: the train, the hand, the corporation, the free pieces."""

from typing import Final

from freightyard.games.freight_cars.page.market import card
from freightyard.games.freight_cars.page.pictures import loaded
from freightyard.games.freight_cars.page.reading import Reading, bonus_now
from freightyard.games.freight_cars.page.sentences import labels
from freightyard.games.freight_cars.page.sentences.names import corporation_of, name_of
from freightyard.games.freight_cars.rules.bonuses import BY_CITIES, words_of
from freightyard.games.freight_cars.rules.names import spoken
from freightyard.games.freight_cars.rules.position import HIDDEN, Car, SeatBoard
from freightyard.page.markup import esc, panel
from freightyard.page.players import locomotive

_MOST_CARS: Final = 7
_COVER: Final = (
    f'<button class="quiet peek" type="button" data-peek title="{labels.PEEK_TITLE}">{labels.PEEK} <kbd>P</kbd></button>'
)


# --- the train ---


def train_part(reading: Reading) -> str:
    """`fc.load`, `fc.ship`: the loaded cars behind their locomotive. Those of a shipment that is being made up are marked."""
    at, board = reading.at, reading.board
    going = board.shipping if board.seat - 1 == reading.focus else ()
    cars = [_car(reading, car, going=car.card in going) for car in at.train]
    none = labels.NO_CARS if reading.scene.view.outcome is None else labels.NO_CARS_LEFT
    empty = "" if cars else f'<li class="none">{none}</li>'
    body = f'<ol class="consist-cars"><li class="loco-end">{locomotive(reading.focus)}</li>{"".join(cars)}{empty}</ol>'
    table = reading.rules.credits
    attributes = f' data-part data-credits="{",".join(map(str, table))}"{_gains(reading)}'
    pays = " ".join([f"<span>{length} → <b>{earned}</b></span>" for length, earned in labels.pays_by_length(table)])
    sub = f'<span class="ladderlet" title="{labels.PAYS_TITLE}">{pays} <span>{labels.CREDITS}</span></span>'
    return panel("train", esc(labels.train_title(reading.owner)), body, sub=sub, attributes=attributes)


def _gains(reading: Reading) -> str:
    """What the own corporation pays at the end for every choice of cars, a bit a car in the order of the train: the client adds
    it to what a shipment earns now. Longer trains than people make would take too long."""
    cars = [car.card for car in reading.at.train]
    if not (reading.clicks.word("ship") or reading.board.shipping) or not 0 < len(cars) <= _MOST_CARS:
        return ""
    choices = [[card for number, card in enumerate(cars) if mask >> number & 1] for mask in range(1 << len(cars))]
    gains = [reading.gain_of(choice) for choice in choices]
    return f' data-gains="{",".join(map(str, gains))}"' if any(gains) else ""


def _car(reading: Reading, car: Car, *, going: bool) -> str:
    word = car.card
    data = reading.edition.data.freight[reading.edition.card_number[word]]
    label = esc(labels.car_label(spoken(word), len(car.pieces), going=going))
    badge = reading.pictures.badges[data.resource]
    inside = f'{loaded(reading.edition, word, car.pieces)}<span class="wheels" aria-hidden="true">{badge}</span>'
    kind = f"fcar {reading.pictures.tints[word]}{' going' if going else ''}"
    attributes = f'class="{kind}" data-car="{word}" data-at="s{reading.focus + 1}t" data-good="{data.resource}"'
    if not reading.mine:
        return f'<li><span {attributes} role="img" aria-label="{label}" title="{label}">{inside}</span></li>'
    click = reading.clicks.word(f"ship {word}")
    state = ' data-going aria-pressed="true"' if going else ' aria-pressed="false"'
    return (
        f'<li><button {attributes} type="button"{click} data-ship="{word}" data-resource="{data.resource}" '
        f'data-pieces="{len(car.pieces)}"{state} title="{label}" aria-label="{label}">'
        f"{inside}</button></li>"
    )


# --- the hand ---


def hand_part(reading: Reading) -> str:
    """The cards of the hand. Who shares a screen sees the backs of the secret ones, and holds them to see more."""
    at = reading.at
    cards = [*at.hand, *at.open]
    items = [f"<li>{_held(reading, word, number, secret=number <= len(at.hand))}</li>" for number, word in enumerate(cards, 1)]
    early = reading.board.phase in ("offering", "keeping", "dealing")
    none = f'<p class="none">{labels.HAND_LATER if early else labels.NO_CARDS}</p>'
    body = f'<ul class="cards">{"".join(items)}</ul>' if items else none
    covered = reading.covered and bool(at.hand or at.corporation or at.offered)
    count = labels.card_count(len(cards)) if cards else ""
    kind = "covered" if covered else ""
    title = esc(labels.hand_title(reading.owner))
    name = reading.names[reading.focus]
    more = (
        f' data-pass="{esc(labels.pass_to(name))}" data-open="{esc(labels.open_hand(name))}"' if covered and reading.mine else ""
    )
    if not reading.loads:
        more += " data-late"
    return panel("hand", title, _corporations(reading) + body, sub=f"{count}{_COVER if covered else ''}", kind=kind, more=more)


def _held(reading: Reading, word: str, number: int, *, secret: bool) -> str:
    if word == HIDDEN:
        return f'<span class="card down" role="img" aria-label="{labels.FACE_DOWN}" data-at="s{reading.focus + 1}h"></span>'
    at = f"s{reading.focus + 1}h"
    if not reading.mine:
        return card(reading, word, at, back=str(number) if reading.covered and secret else "")
    down = str(number) if reading.covered and secret else ""
    called = labels.nth_card(down) if down else spoken(word)
    click = reading.clicks.word(f"discard {word}")
    if click:
        ask = f' data-ask="{esc(labels.discard_ask(called))}" data-go="{labels.DISCARD_GO}"'
        return card(reading, word, at, click, ask, back=down, told=True)
    shape = "/".join(reading.edition.data.freight[reading.edition.card_number[word]].shape)
    return card(reading, word, at, reading.clicks.word(f"load {word}"), f' data-plan="{word}" data-shape="{shape}"', back=down)


def _corporations(reading: Reading) -> str:
    """`fc.choose`, `fc.bonus`: the corporation that was kept, or those to choose from."""
    at = reading.at
    if at.corporation == HIDDEN:
        return f'<p class="corps"><span class="corp down" role="img" aria-label="{labels.CORPORATION_DOWN}"></span></p>'
    if at.corporation is not None:
        bonus = _bonus(reading, at) + _counted(reading, at, at.corporation)
        return f'<div class="corps">{_corporation(reading, at.corporation, 1, bonus)}</div>'
    found = [_corporation(reading, word, number, "") for number, word in enumerate(at.offered, 1) if word != HIDDEN]
    return f'<div class="corps">{"".join(found)}</div>' if found else ""


def _corporation(reading: Reading, word: str, number: int, bonus: str) -> str:
    """A corporation, with the `bonus` that it pays if it was kept."""
    by = corporation_of(reading.edition, word)
    name = f'<b class="name"><small>{labels.CORPORATION}</small>{esc(by.name)}</b>'
    face = f'<span class="face">{name}<span>{esc(words_of(by))}</span>{bonus}</span>'
    back = f'<span class="back">{labels.YOUR_CORPORATION if bonus else number}</span>' if reading.covered else ""
    click = reading.clicks.word(f"keep {word}")
    if not click:
        return f'<div class="corp">{face}{back}</div>'
    called = labels.nth_corporation(number) if back else by.name
    label = f' aria-label="{labels.corporation_back(number)}"' if back else ""
    ask = f' data-ask="{esc(labels.keep_ask(called))}" data-go="{labels.KEEP_GO}"'
    return f'<button class="corp" type="button"{click}{ask}{label}>{face}{back}</button>'


def _bonus(reading: Reading, at: SeatBoard) -> str:
    """What the corporation pays, or would pay as things stand."""
    paid, words = (at.bonus, labels.BONUS) if at.bonus is not None else (bonus_now(reading.edition, at), labels.SO_FAR)
    return f'<span class="pays" title="{labels.BONUS_TITLE}"><b>{paid}</b><small>{words}</small></span>'


def _counted(reading: Reading, at: SeatBoard, word: str) -> str:
    """What the corporation can count already: the cities that were served, or the shipments that were made."""
    kind = corporation_of(reading.edition, word).bonus
    if kind in BY_CITIES:
        served = ", ".join([name_of(reading.edition, city) for city in at.cities])
        return f'<span class="counted"><small>{labels.SERVED_SO_FAR}</small> {esc(served)}</span>' if served else ""
    data, number = reading.edition.data.freight, reading.edition.card_number
    shipments = []
    for shipment in at.shipments:
        goods = [data[number[card]].resource for card in shipment.cards]
        shipments.append(f'<span class="goods">{"".join([reading.pictures.badges[good] for good in sorted(goods)])}</span>')
    return f'<span class="counted"><small>{labels.SHIPPED_SO_FAR}</small> {" ".join(shipments)}</span>' if shipments else ""


# --- the pieces ---


def pieces_part(reading: Reading) -> str:
    """The free pieces: how many there are of each kind. The workshop takes its pieces from here."""
    at = reading.at
    kinds = reading.edition.data.pieces
    items = [
        f'<li class="{"" if at.free[piece.name] else "out"}" data-piece="{piece.name}" data-shape="{"/".join(piece.shape)}" '
        f'data-free="{at.free[piece.name]}">{reading.pictures.pieces[piece.name]}<b>{at.free[piece.name]}</b>'
        f'<span class="vh"> {piece.name}</span></li>'
        for piece in kinds
    ]
    left, most = sum(at.free.values()), sum(piece.count for piece in kinds)
    return panel("pieces", labels.PIECES, f'<ul class="stock">{"".join(items)}</ul>', sub=labels.pieces_left(left, most))
